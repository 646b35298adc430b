//! The lists of a machine: rules, types, constants, state, functions, procedures, decisions.

use super::{
    Block, Body, DecisionId, End, Expression, ExpressionKind, LocalId, Point, PointKind, ProcedureId, RuleId,
    Source, StateId, Type, TypeId,
};

/// A whole game, closed and checked.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Machine {
    pub game: Game,
    /// In rulebook order.
    pub rules: Vec<Rule>,
    pub types: Vec<TypeDefinition>,
    pub constants: Vec<Constant>,
    pub states: Vec<StateVariable>,
    pub functions: Vec<Function>,
    pub procedures: Vec<Procedure>,
    pub decisions: Vec<Decision>,
    pub invariants: Vec<Invariant>,
    pub views: Vec<View>,
    pub scenarios: Vec<Scenario>,
    pub readings: Vec<Reading>,
    /// The set of seats that `answer` rules play, where there are such rules; set before the scenario, as readings are.
    pub bots: Option<StateId>,
    pub examples: Vec<Example>,
    pub outcome: Outcome,
    /// The greatest number of frames that play can stack.
    pub frames: u32,
    /// The greatest number of options that one decision can offer, where a bound is known.
    pub options: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Game {
    /// `sword-of-rome`: folder, crate and command name.
    pub name: String,
    pub title: String,
    /// The edition built: a name from `game.yaml`, or `default` where it lists none.
    pub edition: String,
    /// The errata in force, in the order of the edition.
    pub errata: Vec<Erratum>,
    /// The type whose members are the seats.
    pub players: TypeId,
    /// The procedure that is the game, run after the scenario.
    pub start: ProcedureId,
}

/// An erratum in force.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Erratum {
    pub name: String,
    pub title: String,
    pub says: Option<String>,
    pub cites: Vec<String>,
    pub origin: Origin,
}

/// A rule of the rule set, for citations, messages and explanations.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    /// `siege_results`
    pub name: String,
    /// `table`, `procedure` …
    pub kind: &'static str,
    pub title: Option<String>,
    /// The rule in our own words, one or more lines.
    pub says: Option<String>,
    /// `13.1.1 s1-2`
    pub cites: Vec<String>,
    pub origin: Origin,
    /// File stem that the rule stands in: `chapter_13`.
    pub chapter: String,
    /// 64 bits over everything that decides the rule's meaning.
    pub fingerprint: u64,
    /// The errata that made or changed it.
    pub errata: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Origin {
    /// From the document.
    Rulebook,
    /// A public fact that the document lacks; says the source.
    Published(String),
    /// Invented by us so that the game can be played; says why.
    House(String),
    /// The owner's own values.
    Private(String),
}

/// A closed set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TypeDefinition {
    /// None for types the compiler makes (boolean-like readings have their rule).
    pub rule: Option<RuleId>,
    pub name: String,
    pub kind: TypeKind,
    /// Names of the members, `snake_case`, in order. A pool's are `army_1`, `army_2` …
    pub members: Vec<String>,
    /// What people see, in the same order; the name again where nothing else is given.
    pub titles: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypeKind {
    Closed,
    Pool,
    Space,
    /// The rows of a table.
    Rows,
    /// The answers of a `reading`.
    Reading,
}

/// One dimension of a constant or a state variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Key {
    Type(TypeId),
    /// Both ends included; a key expression's range lies within.
    Range(i64, i64),
}

/// Plain data.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    Integer(i64),
    Boolean(bool),
    /// By index in the type; for an optional, `Nothing` or this.
    Member(u32),
    Nothing,
    /// Sorted indexes.
    Set(Vec<u32>),
}

/// Data that never changes: attributes of members, table cells, adjacency, named numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Constant {
    pub rule: RuleId,
    /// `siege_results_points`; unique among constants, `snake_case`.
    pub name: String,
    pub keys: Vec<Key>,
    pub gives: Type,
    /// Row by row, the last key fastest.
    pub values: Vec<Value>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StateVariable {
    pub rule: RuleId,
    pub name: String,
    pub keys: Vec<Key>,
    pub holds: Type,
    /// Before the scenario: one value for all cells.
    pub start: Value,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Local {
    /// Unique in its function or procedure.
    pub name: String,
    pub holds: Type,
}

/// A pure function of its parameters and the state.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Function {
    pub rule: RuleId,
    pub name: String,
    /// The first ones, `parameters` many, are the parameters.
    pub locals: Vec<Local>,
    pub parameters: u32,
    pub gives: Type,
    pub body: Expression,
    /// For a supposition: the plain procedure with the same parameters that gives the value on a copy of the state. Where that
    /// would break a rule, the value is the body's.
    pub supposes: Option<ProcedureId>,
    /// For `modifiers`: the lines whose sum the body is, so that an explanation can show each.
    pub parts: Vec<FunctionPart>,
}

/// One line of a `modifiers` rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FunctionPart {
    /// Source text or `says` of the line.
    pub text: String,
    /// The line's value, zero where it does not apply.
    pub value: Expression,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Procedure {
    pub rule: RuleId,
    /// Unique among procedures: the rule's name, or `decision_option`, `rule_while_other` for the compiler's own.
    pub name: String,
    /// The first ones, `parameters` many, are the parameters.
    pub locals: Vec<Local>,
    pub parameters: u32,
    pub gives: Option<Type>,
    /// Must hold when called; a call where one does not is a fault of the rule.
    pub needs: Vec<Condition>,
    pub body: Body,
    pub purpose: Purpose,
}

/// What a procedure is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// What its rule says, or a part of that.
    Rule,
    /// Asks its rule's decision in the place of whoever chooses: rules answer for bots.
    Asking,
    /// The script of its rule's supposition.
    Supposing,
    /// How its rule's supposition has this rule's decision answered.
    SupposedAnswer(RuleId),
    /// Its rule or a part of that, as the supposition of this rule has it, perhaps with others: nobody is asked.
    Supposed { by: RuleId, by_others: bool },
}

/// A condition with its source text, so that a refusal can say which one failed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Condition {
    /// The rule that states it.
    pub rule: RuleId,
    /// As the author wrote it, one line.
    pub text: String,
    pub holds: Expression,
}

/// What a player may choose.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Decision {
    pub rule: RuleId,
    pub name: String,
    /// Parameters of the decision only.
    pub locals: Vec<Local>,
    /// A member of the players' type.
    pub by: Expression,
    pub options: Vec<DecisionOption>,
    pub when_none: WhenNone,
    pub gives: Option<Type>,
}

/// What happens when no option is legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WhenNone {
    /// Proven: some option is always legal.
    Never,
    /// Go on as if the decision had been taken, giving nothing (`Nothing`, zero). Options that ask again do not count:
    /// nobody is made to use what may be used at any time.
    GoOn,
}

/// One option with its bindings: each combination that meets the conditions is a legal choice.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DecisionOption {
    pub rule: RuleId,
    /// `march`; unique in the decision.
    pub name: String,
    pub says: Option<String>,
    /// Decision parameters first, then one local per binding, then locals of conditions.
    pub locals: Vec<Local>,
    pub bindings: Vec<Binding>,
    /// All must hold; checked after the bindings, in order.
    pub conditions: Vec<Condition>,
    /// Called with decision parameters and bindings; what it gives is the decision's answer.
    pub effect: ProcedureId,
    /// Open beside this decision (an `anytime` option): afterwards the decision is asked again.
    pub asks_again: bool,
}

/// A variable of an option and what it may be.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Binding {
    pub local: LocalId,
    pub source: Source,
    pub filter: Option<Condition>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Invariant {
    pub rule: RuleId,
    /// Variables that the condition runs over.
    pub locals: Vec<Local>,
    pub over: Vec<(LocalId, TypeId)>,
    pub condition: Condition,
}

/// A table of the position for whoever plays; play itself does not ask it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct View {
    pub rule: RuleId,
    pub name: String,
    pub locals: Vec<Local>,
    /// One row for each that passes; one row in all without it.
    pub over: Option<Binding>,
    /// Heading and value; of a map, what is drawn and its value.
    pub columns: Vec<(String, Expression)>,
    /// None for a table.
    pub map: Option<DrawnSpace>,
}

/// The drawing of a space of hexes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DrawnSpace {
    pub of: TypeId,
    /// Whether tops are pointed.
    pub pointy: bool,
    /// By place: axial column and row, and its character.
    pub places: Vec<(i64, i64, char)>,
}

/// A way to begin.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Scenario {
    pub rule: RuleId,
    pub name: String,
    /// Sets the board up, then play goes on at `Game::start`.
    pub setup: ProcedureId,
}

/// Two honest readings of the text; a state variable holds the one in force, set before the scenario.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reading {
    pub rule: RuleId,
    pub name: String,
    pub state: StateId,
    /// Index of the default among the type's members.
    pub default: u32,
}

/// How a game that is over is judged; evaluated per seat.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    pub rule: Option<RuleId>,
    pub locals: Vec<Local>,
    /// The set of winners.
    pub winners: Option<Expression>,
    /// The score of the seat in local 0.
    pub score: Option<Expression>,
}

/// A worked example of the document (or of ours), run on interpreter and engine.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Example {
    pub rule: RuleId,
    pub name: String,
    /// Readings that differ from the default: state variable of the reading, member index.
    pub readings: Vec<(StateId, u32)>,
    /// A plain procedure without parameters that sets the position up from the state's start values.
    pub given: Option<ProcedureId>,
    /// A procedure without parameters that is run.
    pub play: Option<ProcedureId>,
    pub steps: Vec<ExampleStep>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ExampleStep {
    /// Answers the roll that is waited for.
    Roll(i64),
    /// Answers the draw that is waited for: member index.
    Draw(u32),
    /// Takes this option of the decision that is waited for; arguments are those of its bindings.
    Choose {
        option: String,
        arguments: Vec<Value>,
    },
    /// The option must not be offered now.
    Refused {
        option: String,
        arguments: Vec<Value>,
    },
    Expect(Condition, Vec<Local>),
}

impl Machine {
    pub fn decision(&self, id: DecisionId) -> &Decision {
        &self.decisions[id.idx()]
    }

    pub fn procedure(&self, id: ProcedureId) -> &Procedure {
        &self.procedures[id.idx()]
    }
}

impl Point {
    /// Whether it only ends the procedure, with just what it was given: such a point is not stacked.
    pub fn only_ends(&self) -> bool {
        let passes_on = match (&self.kind, &self.code.end) {
            (PointKind::AfterCall(_) | PointKind::AfterChoice(_), End::Return(None)) => true,
            (
                PointKind::AfterCall(Some(taken)) | PointKind::AfterChoice(Some(taken)),
                End::Return(Some(value)),
            ) => value.kind == ExpressionKind::Local(*taken),
            _ => false,
        };
        passes_on && self.code.steps.is_empty()
    }
}

impl Procedure {
    /// The rule under which it is told: its own, or the one whose supposition it is there for.
    pub fn told_under(&self) -> RuleId {
        match self.purpose {
            Purpose::Supposed { by, .. } => by,
            Purpose::Rule | Purpose::Asking | Purpose::Supposing | Purpose::SupposedAnswer(_) => self.rule,
        }
    }

    pub fn waits(&self) -> bool {
        matches!(self.body, Body::Waiting(_))
    }

    /// The block of a procedure that cannot wait.
    pub fn plain(&self) -> Option<&Block> {
        match &self.body {
            Body::Plain(block) => Some(block),
            Body::Waiting(_) => None,
        }
    }
}
