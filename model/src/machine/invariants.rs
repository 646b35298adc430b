//! The machine's invariants, asserted in every test.
//!
//! A later pass may rely on what is checked here, and so need not handle it. A breach is a mistake of the compiler, never
//! of the rules, so it is told in the machine's own terms and has no code.

mod calls;
mod code;
mod expressions;

use super::{
    Body, Condition, Decision, DecisionOption, Expression, FunctionId, Key, Local, LocalId, Machine,
    ProcedureId, RuleId, Source, Type, TypeId, Value,
};
use expressions::fits;

/// Everything that does not hold, each in one line that begins with the place.
pub fn check(machine: &Machine) -> Vec<String> {
    let mut check = Check { machine, place: String::new(), breaches: Vec::new() };
    check.data();
    // What follows looks things up by id.
    check.functions();
    check.procedures();
    check.decisions();
    check.judgements();
    check.examples();
    if check.breaches.is_empty() {
        check.calls();
    }
    check.breaches
}

struct Check<'m> {
    machine: &'m Machine,
    /// What is being looked at: `procedure roll_siege`.
    place: String,
    breaches: Vec<String>,
}

/// The locals of a place, and which of them have a value there.
#[derive(Clone)]
struct Bound<'m> {
    locals: &'m [Local],
    has_value: Vec<bool>,
}

impl<'m> Bound<'m> {
    /// The first so many have a value.
    fn first(locals: &'m [Local], n: usize) -> Bound<'m> {
        Bound { locals, has_value: (0..locals.len()).map(|nth| nth < n).collect() }
    }

    fn bind(&mut self, local: LocalId) {
        if let Some(has_value) = self.has_value.get_mut(local.idx()) {
            *has_value = true;
        }
    }

    fn holds(&self, local: LocalId) -> Option<Type> {
        self.locals.get(local.idx()).map(|local| local.holds)
    }

    fn has_value(&self, local: LocalId) -> bool {
        self.has_value.get(local.idx()).copied().unwrap_or_default()
    }

    fn name(&self, local: LocalId) -> String {
        self.locals.get(local.idx()).map_or_else(|| format!("local {}", local.0), |local| local.name.clone())
    }
}

impl<'m> Check<'m> {
    fn breach(&mut self, what: impl AsRef<str>) {
        self.breaches.push(format!("{}: {}", self.place, what.as_ref()));
    }

    fn require(&mut self, holds: bool, what: impl AsRef<str>) {
        if !holds {
            self.breach(what);
        }
    }

    fn at(&mut self, kind: &str, name: &str) {
        self.place = format!("{kind} {name}");
    }

    fn rule(&mut self, rule: RuleId) {
        self.require(rule.idx() < self.machine.rules.len(), "no such rule");
    }

    fn data(&mut self) {
        let machine = self.machine;
        self.at("game", &machine.game.name);
        self.require(machine.rules.len() <= usize::from(u16::MAX), "too many rules for a rule index");
        self.of_type(Type::Member(machine.game.players));
        self.runs(machine.game.start);
        for definition in &machine.types {
            self.at("type", &definition.name);
            definition.rule.into_iter().for_each(|rule| self.rule(rule));
            let titles = definition.titles.len() == definition.members.len();
            self.require(titles, "not one title per member");
        }
        for constant in &machine.constants {
            self.at("constant", &constant.name);
            self.rule(constant.rule);
            self.of_type(constant.gives);
            let cells = self.cells(&constant.keys);
            self.require(constant.values.len() == cells, format!("not {cells} values"));
            for value in &constant.values {
                self.value(value, constant.gives);
            }
        }
        for state in &machine.states {
            self.at("state", &state.name);
            self.rule(state.rule);
            self.of_type(state.holds);
            self.cells(&state.keys);
            self.value(&state.start, state.holds);
        }
    }

    /// How many cells there are.
    fn cells(&mut self, keys: &[Key]) -> usize {
        let mut cells = 1;
        for key in keys {
            cells *= match *key {
                Key::Type(id) => self.members(id),
                Key::Range(least, greatest) => (greatest - least + 1).max(0) as usize,
            };
        }
        cells
    }

    fn members(&mut self, id: TypeId) -> usize {
        self.require(id.idx() < self.machine.types.len(), "no such type");
        self.machine.types.get(id.idx()).map_or(0, |definition| definition.members.len())
    }

    fn of_type(&mut self, holds: Type) {
        match holds {
            Type::Integer { least, greatest } => {
                let within =
                    least <= greatest && least >= i64::from(i32::MIN) && greatest <= i64::from(i32::MAX);
                self.require(within, format!("the range {least}..{greatest} is empty or beyond 32 bits"));
            }
            Type::Boolean => {}
            Type::Member(id) | Type::Optional(id) | Type::Set(id) => {
                self.members(id);
            }
        }
    }

    fn value(&mut self, value: &Value, holds: Type) {
        let fits = match (value, holds) {
            (Value::Integer(value), Type::Integer { least, greatest }) => (least..=greatest).contains(value),
            (Value::Boolean(_), Type::Boolean) | (Value::Nothing, Type::Optional(_)) => true,
            (Value::Member(index), Type::Member(id) | Type::Optional(id)) => {
                (*index as usize) < self.members(id)
            }
            (Value::Set(members), Type::Set(id)) => {
                members.is_sorted_by(|a, b| a < b)
                    && members.iter().all(|index| (*index as usize) < self.members(id))
            }
            (
                Value::Integer(_) | Value::Boolean(_) | Value::Member(_) | Value::Nothing | Value::Set(_),
                _,
            ) => false,
        };
        self.require(fits, format!("{value:?} is no {holds:?}"));
    }

    fn functions(&mut self) {
        for function in &self.machine.functions {
            self.at("function", &function.name);
            self.rule(function.rule);
            function.locals.iter().for_each(|local| self.of_type(local.holds));
            let mut bound = Bound::first(&function.locals, function.parameters as usize);
            self.expression(&mut bound, &function.body);
            self.require(fits(function.body.gives, function.gives), "the body gives more than the function");
            if let Some(supposed) = function.supposes {
                match self.machine.procedures.get(supposed.idx()) {
                    Some(procedure) => {
                        let takes = |locals: &[Local], count: u32| -> Vec<Type> {
                            locals.iter().take(count as usize).map(|local| local.holds).collect()
                        };
                        let alike = takes(&procedure.locals, procedure.parameters)
                            == takes(&function.locals, function.parameters);
                        self.require(!procedure.waits(), "supposes what waits");
                        self.require(alike, "supposes a procedure with other parameters");
                        let gives = procedure.gives.is_some_and(|gives| fits(gives, function.gives));
                        self.require(gives, "supposes a procedure that gives something else");
                    }
                    None => self.breach("supposes no procedure"),
                }
            }
            for part in &function.parts {
                self.expression(&mut bound.clone(), &part.value);
            }
        }
    }

    fn procedures(&mut self) {
        for procedure in &self.machine.procedures {
            self.at("procedure", &procedure.name);
            self.rule(procedure.rule);
            procedure.locals.iter().for_each(|local| self.of_type(local.holds));
            procedure.gives.into_iter().for_each(|gives| self.of_type(gives));
            let mut bound = Bound::first(&procedure.locals, procedure.parameters as usize);
            procedure.needs.iter().for_each(|need| self.condition(&mut bound, need));
            match &procedure.body {
                Body::Plain(block) => {
                    self.block(&mut bound, block, procedure, true);
                }
                Body::Waiting(points) => self.points(procedure, points),
            }
        }
    }

    fn decisions(&mut self) {
        for decision in &self.machine.decisions {
            self.at("decision", &decision.name);
            self.rule(decision.rule);
            let mut bound = Bound::first(&decision.locals, decision.locals.len());
            self.expression(&mut bound, &decision.by);
            let player = Type::Member(self.machine.game.players);
            self.require(decision.by.gives == player, "`by` gives no player");
            for option in &decision.options {
                self.place = format!("decision {} option {}", decision.name, option.name);
                self.option(decision, option);
            }
        }
    }

    fn option(&mut self, decision: &'m Decision, option: &'m DecisionOption) {
        self.rule(option.rule);
        // The decision's own locals may be more than its parameters: those of `by` follow them.
        let effect = self.machine.procedures.get(option.effect.idx());
        let given = effect.map_or(0, |effect| effect.parameters as usize);
        let parameters = given.saturating_sub(option.bindings.len());
        let same =
            decision.locals.iter().zip(&option.locals).take(parameters).all(|(a, b)| a.holds == b.holds);
        self.require(
            same && parameters <= decision.locals.len() && given <= option.locals.len(),
            "the effect takes other arguments than decision and bindings give",
        );
        let mut bound = Bound::first(&option.locals, parameters);
        for (nth, binding) in option.bindings.iter().enumerate() {
            self.source(&mut bound, &binding.source, binding.local);
            let place = binding.local.idx() == parameters + nth;
            self.require(place, "a binding's local is not in its place");
            bound.bind(binding.local);
            binding.filter.iter().for_each(|filter| self.condition(&mut bound, filter));
        }
        option.conditions.iter().for_each(|condition| self.condition(&mut bound, condition));
        let Some(effect) = effect else {
            return self.breach("no such effect");
        };
        for (argument, parameter) in option.locals.iter().take(given).zip(&effect.locals) {
            self.require(
                fits(argument.holds, parameter.holds),
                format!("`{}` does not fit the effect's parameter", argument.name),
            );
        }
        if let Some(gives) = decision.gives {
            let answers = option.asks_again || effect.gives.is_some_and(|effect| fits(effect, gives));
            self.require(answers, "the effect does not give what the decision does");
        }
    }

    fn judgements(&mut self) {
        let machine = self.machine;
        for invariant in &machine.invariants {
            self.at("invariant", &invariant.condition.text);
            self.rule(invariant.rule);
            let mut bound = Bound::first(&invariant.locals, 0);
            invariant.over.iter().for_each(|(local, _)| bound.bind(*local));
            self.condition(&mut bound, &invariant.condition);
        }
        for scenario in &machine.scenarios {
            self.at("scenario", &scenario.name);
            self.rule(scenario.rule);
            self.runs(scenario.setup);
        }
        for reading in &machine.readings {
            self.at("reading", &reading.name);
            self.rule(reading.rule);
            match machine.states.get(reading.state.idx()) {
                Some(state) => self.value(&Value::Member(reading.default), state.holds),
                None => self.breach("no such state variable"),
            }
        }
        self.at("outcome", "");
        let outcome = &machine.outcome;
        outcome.rule.into_iter().for_each(|rule| self.rule(rule));
        if let Some(winners) = &outcome.winners {
            self.expression(&mut Bound::first(&outcome.locals, 0), winners);
            let players = Type::Set(machine.game.players);
            self.require(winners.gives == players, "the winners are no set of players");
        }
        if let Some(score) = &outcome.score {
            self.expression(&mut Bound::first(&outcome.locals, 1), score);
        }
    }

    fn examples(&mut self) {
        for example in &self.machine.examples {
            self.at("example", &example.name);
            self.rule(example.rule);
            example.given.iter().chain(&example.play).for_each(|procedure| self.runs(*procedure));
            let given = example.given.and_then(|id| self.machine.procedures.get(id.idx()));
            self.require(given.is_none_or(|given| !given.waits()), "`given` waits");
            for step in &example.steps {
                if let super::ExampleStep::Expect(condition, locals) = step {
                    self.condition(&mut Bound::first(locals, 0), condition);
                }
            }
        }
    }

    /// Run from outside: it takes nothing.
    fn runs(&mut self, procedure: ProcedureId) {
        match self.machine.procedures.get(procedure.idx()) {
            Some(procedure) => self.require(procedure.parameters == 0, "run without arguments"),
            None => self.breach("no such procedure"),
        }
    }

    fn condition(&mut self, bound: &mut Bound<'m>, condition: &'m Condition) {
        self.rule(condition.rule);
        self.expression(bound, &condition.holds);
        self.require(condition.holds.gives == Type::Boolean, "a condition that is no yes or no");
    }
}
