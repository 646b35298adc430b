//! Machines drawn by hand: one list at a time, ids handed back.

use crate::machine::*;

/// A machine in the making, with two players, red and blue.
pub struct Sketch {
    pub machine: Machine,
    pub runner: TypeId,
}

impl Sketch {
    pub fn new() -> Sketch {
        let runner = TypeId(0);
        let game = Game {
            name: "race".to_string(),
            title: "A race".to_string(),
            edition: "default".to_string(),
            errata: Vec::new(),
            players: runner,
            start: ProcedureId(0),
        };
        let machine = Machine {
            game,
            rules: Vec::new(),
            types: Vec::new(),
            constants: Vec::new(),
            states: Vec::new(),
            functions: Vec::new(),
            procedures: Vec::new(),
            decisions: Vec::new(),
            invariants: Vec::new(),
            views: Vec::new(),
            scenarios: Vec::new(),
            readings: Vec::new(),
            bots: None,
            examples: Vec::new(),
            outcome: Outcome { rule: None, locals: Vec::new(), winners: None, score: None },
            frames: 8,
            options: None,
        };
        let mut sketch = Sketch { machine, runner };
        sketch.closed("runner", &["red", "blue"]);
        sketch
    }

    pub fn rule(&mut self, name: &str) -> RuleId {
        self.machine.rules.push(Rule {
            name: name.to_string(),
            kind: "procedure",
            title: None,
            says: Some(format!("What {name} says.")),
            cites: vec!["1 s1".to_string(), "2 s3-4".to_string()],
            origin: Origin::House("a sketch".to_string()),
            chapter: "sketch".to_string(),
            fingerprint: 7,
            errata: Vec::new(),
        });
        RuleId(self.machine.rules.len() as u32 - 1)
    }

    pub fn closed(&mut self, name: &str, members: &[&str]) -> TypeId {
        let members: Vec<String> = members.iter().map(|member| member.to_string()).collect();
        self.pool(name, members)
    }

    pub fn pool(&mut self, name: &str, members: Vec<String>) -> TypeId {
        let kind = TypeKind::Closed;
        let titles = members.clone();
        let definition = TypeDefinition { rule: None, name: name.to_string(), kind, members, titles };
        self.machine.types.push(definition);
        TypeId(self.machine.types.len() as u32 - 1)
    }

    pub fn state(&mut self, name: &str, keys: &[Key], holds: Type, start: Value) -> StateId {
        let rule = self.rule(name);
        let (name, keys) = (name.to_string(), keys.to_vec());
        self.machine.states.push(StateVariable { rule, name, keys, holds, start });
        StateId(self.machine.states.len() as u32 - 1)
    }

    pub fn constant(&mut self, name: &str, keys: &[Key], gives: Type, values: Vec<Value>) -> ConstantId {
        let rule = self.rule(name);
        let (name, keys) = (name.to_string(), keys.to_vec());
        self.machine.constants.push(Constant { rule, name, keys, gives, values });
        ConstantId(self.machine.constants.len() as u32 - 1)
    }

    pub fn function(
        &mut self,
        name: &str,
        parameters: u32,
        locals: &[Local],
        body: Expression,
    ) -> FunctionId {
        let rule = self.rule(name);
        self.machine.functions.push(Function {
            rule,
            name: name.to_string(),
            locals: locals.to_vec(),
            parameters,
            gives: body.gives,
            body,
            supposes: None,
            parts: Vec::new(),
        });
        FunctionId(self.machine.functions.len() as u32 - 1)
    }

    /// The rule of the same name is made with it.
    pub fn procedure(&mut self, name: &str, parameters: u32, locals: &[Local], body: Body) -> ProcedureId {
        let rule = self.rule(name);
        self.machine.procedures.push(Procedure {
            rule,
            name: name.to_string(),
            locals: locals.to_vec(),
            parameters,
            gives: None,
            needs: Vec::new(),
            body,
            purpose: Purpose::Rule,
        });
        ProcedureId(self.machine.procedures.len() as u32 - 1)
    }

    /// As `procedure`, giving a value.
    pub fn giving(
        &mut self,
        name: &str,
        parameters: u32,
        locals: &[Local],
        gives: Type,
        body: Body,
    ) -> ProcedureId {
        let id = self.procedure(name, parameters, locals, body);
        self.machine.procedures[id.idx()].gives = Some(gives);
        id
    }

    /// By the player in its first parameter.
    pub fn decision(&mut self, name: &str, gives: Option<Type>, when_none: WhenNone) -> DecisionId {
        let rule = self.rule(name);
        let locals = vec![local("who", Type::Member(self.runner))];
        let by = value_of(&locals, 0);
        let (name, options) = (name.to_string(), Vec::new());
        self.machine.decisions.push(Decision { rule, name, locals, by, options, when_none, gives });
        DecisionId(self.machine.decisions.len() as u32 - 1)
    }

    pub fn option(&mut self, decision: DecisionId, option: DecisionOption) {
        self.machine.decisions[decision.idx()].options.push(option);
    }

    /// An option without bindings or conditions.
    pub fn bare_option(&mut self, name: &str, effect: ProcedureId) -> DecisionOption {
        DecisionOption {
            rule: self.rule(name),
            name: name.to_string(),
            says: None,
            locals: vec![local("who", Type::Member(self.runner))],
            bindings: Vec::new(),
            conditions: Vec::new(),
            effect,
            asks_again: false,
        }
    }
}

pub fn range(least: i64, greatest: i64) -> Type {
    Type::Integer { least, greatest }
}

pub fn local(name: &str, holds: Type) -> Local {
    Local { name: name.to_string(), holds }
}

pub fn expression(kind: ExpressionKind, gives: Type) -> Expression {
    Expression { kind, gives }
}

pub fn number(value: i64) -> Expression {
    expression(ExpressionKind::Integer(value), range(value, value))
}

pub fn member(of: TypeId, index: u32) -> Expression {
    expression(ExpressionKind::Member(index), Type::Member(of))
}

pub fn value_of(locals: &[Local], nth: u32) -> Expression {
    expression(ExpressionKind::Local(LocalId(nth)), locals[nth as usize].holds)
}

pub fn binary(
    kind: fn(Box<Expression>, Box<Expression>) -> ExpressionKind,
    a: Expression,
    b: Expression,
    gives: Type,
) -> Expression {
    expression(kind(Box::new(a), Box::new(b)), gives)
}

pub fn compare(comparison: Comparison, a: Expression, b: Expression) -> Expression {
    expression(ExpressionKind::Compare(comparison, Box::new(a), Box::new(b)), Type::Boolean)
}

pub fn not(a: Expression) -> Expression {
    expression(ExpressionKind::Not(Box::new(a)), Type::Boolean)
}

pub fn contains(set: Expression, member: Expression) -> Expression {
    binary(ExpressionKind::Contains, set, member, Type::Boolean)
}

pub fn those(variable: u32, source: Source, filter: Expression, of: TypeId) -> Expression {
    let aggregate = Aggregate {
        kind: AggregateKind::Those,
        variable: LocalId(variable),
        source,
        filter: Some(filter),
        body: None,
        otherwise: None,
    };
    expression(ExpressionKind::Aggregate(Box::new(aggregate)), Type::Set(of))
}

pub fn condition(rule: RuleId, text: &str, holds: Expression) -> Condition {
    Condition { rule, text: text.to_string(), holds }
}

pub fn assign(state: StateId, keys: Vec<Expression>, value: Expression) -> Step {
    Step::Assign { state, keys, value, bounds: None }
}

pub fn point(name: &str, kind: PointKind, live: &[u32], steps: Vec<Step>, end: End) -> Point {
    let live = live.iter().map(|id| LocalId(*id)).collect();
    Point { name: name.to_string(), kind, live, code: Code { steps, end } }
}
