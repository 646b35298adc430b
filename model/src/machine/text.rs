//! The machine as text, for snapshots and `rulec explain`: readable, stable, and close to the language.
//!
//! Text only goes out; nothing reads it back. Names stand where the machine has numbers, so that an edit of one rule moves
//! the text of that rule alone.

mod code;

use std::fmt::Write;

use super::{
    Body, Condition, Constant, Decision, DecisionOption, Example, ExampleStep, Expression, Function, Key,
    Local, LocalId, Machine, Procedure, RuleId, Source, StateVariable, Type, TypeDefinition, TypeId, Value,
    WhenNone,
};

pub use super::words::expression_text;
use super::words::{Words, Writer};

/// All of the machine: the game, what belongs to no rule, then each rule in rulebook order.
pub fn machine_text(machine: &Machine) -> String {
    let game = &machine.game;
    let mut page = Page::new(machine);
    page.line(&format!("game {} ({}), edition {}", game.name, game.title, game.edition));
    if !game.errata.is_empty() {
        let errata: Vec<&str> = game.errata.iter().map(|erratum| erratum.name.as_str()).collect();
        page.line(&format!("errata {}", errata.join(", ")));
    }
    let players = &machine.types[game.players.idx()].name;
    page.line(&format!("players {players}, start {}", machine.procedure(game.start).name));
    page.line(&format!("at most {} frames", machine.frames));
    if let Some(options) = machine.options {
        page.line(&format!("at most {options} options"));
    }
    for definition in machine.types.iter().filter(|definition| definition.rule.is_none()) {
        page.definition(definition);
    }
    for nth in 0..machine.rules.len() {
        page.text.push('\n');
        page.rule(RuleId(nth as u32));
    }
    page.text
}

/// What one rule is in the machine.
pub fn rule_text(machine: &Machine, rule: RuleId) -> String {
    let mut page = Page::new(machine);
    page.rule(rule);
    page.text
}

/// What each rule means, in rulebook order: its text without what only people read. Locals are numbered, conditions stand as the machine
/// has them, and nobody is told of errata.
pub fn meanings(machine: &Machine) -> Vec<String> {
    let mut page = Page { words: Words::Numbered, ..Page::new(machine) };
    let rules = 0..machine.rules.len() as u32;
    rules
        .map(|rule| {
            page.rule(RuleId(rule));
            std::mem::take(&mut page.text)
        })
        .collect()
}

/// What a type is called: `0..3`, `yes or no`, `place`, `optional place`, `set of place`.
pub fn type_text(machine: &Machine, holds: Type) -> String {
    let name = |id: TypeId| machine.types[id.idx()].name.as_str();
    match holds {
        Type::Integer { least, greatest } => format!("{least}..{greatest}"),
        Type::Boolean => "yes or no".to_string(),
        Type::Member(id) => name(id).to_string(),
        Type::Optional(id) => format!("optional {}", name(id)),
        Type::Set(id) => format!("set of {}", name(id)),
    }
}

/// Text in the making.
struct Page<'m> {
    machine: &'m Machine,
    words: Words,
    /// What belongs to each rule.
    owned: Vec<Owned<'m>>,
    text: String,
    indent: usize,
}

/// What belongs to one rule, each in the machine's order.
#[derive(Clone, Default)]
struct Owned<'m> {
    types: Vec<&'m TypeDefinition>,
    constants: Vec<&'m Constant>,
    states: Vec<&'m StateVariable>,
    functions: Vec<&'m Function>,
    decisions: Vec<&'m Decision>,
    procedures: Vec<&'m Procedure>,
    examples: Vec<&'m Example>,
}

impl<'m> Owned<'m> {
    fn by_rule(machine: &'m Machine) -> Vec<Owned<'m>> {
        let mut owned = vec![Owned::default(); machine.rules.len()];
        for definition in &machine.types {
            if let Some(rule) = definition.rule {
                owned[rule.idx()].types.push(definition);
            }
        }
        machine.constants.iter().for_each(|one| owned[one.rule.idx()].constants.push(one));
        machine.states.iter().for_each(|one| owned[one.rule.idx()].states.push(one));
        machine.functions.iter().for_each(|one| owned[one.rule.idx()].functions.push(one));
        machine.decisions.iter().for_each(|one| owned[one.rule.idx()].decisions.push(one));
        machine.procedures.iter().for_each(|one| owned[one.told_under().idx()].procedures.push(one));
        machine.examples.iter().for_each(|one| owned[one.rule.idx()].examples.push(one));
        owned
    }
}

impl<'m> Page<'m> {
    fn new(machine: &'m Machine) -> Page<'m> {
        Page {
            machine,
            words: Words::Authors,
            owned: Owned::by_rule(machine),
            text: String::new(),
            indent: 0,
        }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", 2 * self.indent);
    }

    fn indented(&mut self, write: impl FnOnce(&mut Self)) {
        self.indent += 1;
        write(self);
        self.indent -= 1;
    }

    fn rule(&mut self, id: RuleId) {
        let machine = self.machine;
        let rule = &machine.rules[id.idx()];
        let amended = match rule.errata.as_slice() {
            [] => String::new(),
            _ if self.words == Words::Numbered => String::new(),
            errata => format!(", as amended by {}", errata.join(" and ")),
        };
        self.line(&format!("rule {} ({}){amended}", rule.name, rule.kind));
        let owned = self.owned[id.idx()].clone();
        owned.types.iter().for_each(|definition| self.definition(definition));
        for constant in owned.constants {
            let name = self.keyed(&constant.name, &constant.keys);
            self.line(&format!("constant {name}: {}", type_text(machine, constant.gives)));
            self.indented(|page| page.values(&constant.keys, constant.gives, &constant.values));
        }
        for state in owned.states {
            let name = self.keyed(&state.name, &state.keys);
            let start = value_text(machine, state.holds, &state.start);
            self.line(&format!("state {name}: {} = {start}", type_text(machine, state.holds)));
        }
        owned.functions.iter().for_each(|function| self.function(function));
        owned.decisions.iter().for_each(|decision| self.decision(decision));
        owned.procedures.iter().for_each(|procedure| self.procedure(procedure));
        self.judgements(id);
        owned.examples.iter().for_each(|example| self.example(example));
    }

    fn definition(&mut self, definition: &TypeDefinition) {
        self.line(&format!("type {}: {}", definition.name, definition.members.join(", ")));
    }

    /// `siege[place]`
    fn keyed(&self, name: &str, keys: &[Key]) -> String {
        let keys: Vec<String> = keys
            .iter()
            .map(|key| match key {
                Key::Type(id) => self.machine.types[id.idx()].name.clone(),
                Key::Range(least, greatest) => format!("{least}..{greatest}"),
            })
            .collect();
        if keys.is_empty() { name.to_string() } else { format!("{name}[{}]", keys.join(", ")) }
    }

    /// One line per value of the keys but the last, whose values stand side by side.
    fn values(&mut self, keys: &[Key], gives: Type, values: &[Value]) {
        let machine = self.machine;
        let Some((last, before)) = keys.split_last() else {
            return values.iter().for_each(|value| self.line(&value_text(machine, gives, value)));
        };
        let columns = key_names(machine, *last);
        for (nth, row) in values.chunks(columns.len().max(1)).enumerate() {
            let cells = columns.iter().zip(row);
            let cells: Vec<String> = cells
                .map(|(column, value)| format!("{column}: {}", value_text(machine, gives, value)))
                .collect();
            let row_name = row_name(machine, before, nth);
            self.line(&format!("{row_name}{}", cells.join(", ")));
        }
    }

    fn function(&mut self, function: &Function) {
        let machine = self.machine;
        let parameters = self.parameters(&function.locals, function.parameters);
        let gives = type_text(machine, function.gives);
        self.line(&format!("function {}({parameters}): {gives}", function.name));
        self.indented(|page| {
            if let Some(supposed) = function.supposes {
                page.line(&format!("suppose {}, else", machine.procedure(supposed).name));
            }
            page.line(&page.expression(&function.locals, &function.body));
            for part in &function.parts {
                let value = page.expression(&function.locals, &part.value);
                let text = if page.words == Words::Authors { &part.text } else { "" };
                page.line(&format!("part `{text}`: {value}"));
            }
        });
    }

    fn parameters(&self, locals: &[Local], parameters: u32) -> String {
        let name = |nth: u32| self.words.local(locals, LocalId(nth));
        let parameters: Vec<String> = locals
            .iter()
            .zip(0..parameters)
            .map(|(local, nth)| format!("{}: {}", name(nth), type_text(self.machine, local.holds)))
            .collect();
        parameters.join(", ")
    }

    fn procedure(&mut self, procedure: &Procedure) {
        let parameters = self.parameters(&procedure.locals, procedure.parameters);
        let gives = procedure.gives.map(|gives| format!(" gives {}", type_text(self.machine, gives)));
        let gives = gives.unwrap_or_default();
        let waits = if procedure.waits() { "waiting procedure" } else { "procedure" };
        self.line(&format!("{waits} {}({parameters}){gives}", procedure.name));
        self.indented(|page| {
            procedure.needs.iter().for_each(|need| page.condition("needs", &procedure.locals, need));
            match &procedure.body {
                Body::Plain(block) => page.block(&procedure.locals, block),
                Body::Waiting(points) => page.points(procedure, points),
            }
        });
    }

    /// The condition as the machine has it, the source beside it where that says it otherwise.
    fn condition(&mut self, word: &str, locals: &[Local], condition: &Condition) {
        let holds = self.expression(locals, &condition.holds);
        let rule = &self.machine.rules[condition.rule.idx()].name;
        let said = self.words == Words::Numbered || holds == condition.text;
        let source = if said { String::new() } else { format!(" `{}`", condition.text) };
        self.line(&format!("{word} {holds}  # {rule}{source}"));
    }

    fn decision(&mut self, decision: &Decision) {
        let parameters = self.parameters(&decision.locals, decision.locals.len() as u32);
        let gives = decision.gives.map(|gives| format!(" gives {}", type_text(self.machine, gives)));
        self.line(&format!("decision {}({parameters}){}", decision.name, gives.unwrap_or_default()));
        self.indented(|page| {
            page.line(&format!("by {}", page.expression(&decision.locals, &decision.by)));
            if decision.when_none == WhenNone::GoOn {
                page.line("if none: go on");
            }
            decision.options.iter().for_each(|option| page.option(option));
        });
    }

    fn option(&mut self, option: &DecisionOption) {
        let again = if option.asks_again { ", asks again" } else { "" };
        let effect = &self.machine.procedure(option.effect).name;
        self.line(&format!("option {} does {effect}{again}", option.name));
        self.indented(|page| {
            for binding in &option.bindings {
                let name = page.words.local(&option.locals, binding.local);
                let source = page.source(&option.locals, &binding.source);
                page.line(&format!("for {name} in {source}"));
                if let Some(filter) = &binding.filter {
                    page.indented(|page| page.condition("where", &option.locals, filter));
                }
            }
            option.conditions.iter().for_each(|when| page.condition("when", &option.locals, when));
        });
    }

    /// Invariants, scenarios, readings, and how the game is judged.
    fn judgements(&mut self, id: RuleId) {
        let machine = self.machine;
        for invariant in machine.invariants.iter().filter(|invariant| invariant.rule == id) {
            let over = invariant.over.iter().map(|(local, of)| {
                let of = &machine.types[of.idx()].name;
                format!(" for {} in {of}", self.words.local(&invariant.locals, *local))
            });
            let always = format!("invariant{}:", over.collect::<String>());
            self.condition(&always, &invariant.locals, &invariant.condition);
        }
        for view in machine.views.iter().filter(|view| view.rule == id) {
            let over = view.over.as_ref().map(|binding| {
                let source = self.source(&view.locals, &binding.source);
                format!(" for {} in {source}", self.words.local(&view.locals, binding.local))
            });
            self.line(&format!("view{}", over.unwrap_or_default()));
            self.indented(|page| {
                if let Some(filter) = view.over.as_ref().and_then(|binding| binding.filter.as_ref()) {
                    page.condition("where", &view.locals, filter);
                }
                if view.map.is_some() {
                    page.line("map:");
                }
                for (heading, value) in &view.columns {
                    page.line(&format!("{heading}: {}", page.expression(&view.locals, value)));
                }
            });
        }
        for scenario in machine.scenarios.iter().filter(|scenario| scenario.rule == id) {
            let setup = &machine.procedure(scenario.setup).name;
            self.line(&format!("scenario {} does {setup}", scenario.name));
        }
        for reading in machine.readings.iter().filter(|reading| reading.rule == id) {
            let state = &machine.states[reading.state.idx()];
            let default = value_text(machine, state.holds, &Value::Member(reading.default));
            self.line(&format!("reading {} in {}, default {default}", reading.name, state.name));
        }
        let outcome = &machine.outcome;
        if outcome.rule == Some(id) {
            for (word, value) in [("winners", &outcome.winners), ("score", &outcome.score)] {
                if let Some(value) = value {
                    self.line(&format!("{word} {}", self.expression(&outcome.locals, value)));
                }
            }
        }
    }

    fn example(&mut self, example: &Example) {
        let machine = self.machine;
        self.line(&format!("example {}", example.name));
        self.indented(|page| {
            for (state, member) in &example.readings {
                let state = &machine.states[state.idx()];
                let value = value_text(machine, state.holds, &Value::Member(*member));
                page.line(&format!("reading {} = {value}", state.name));
            }
            for (word, procedure) in [("given", example.given), ("do", example.play)] {
                if let Some(procedure) = procedure {
                    page.line(&format!("{word} {}", machine.procedure(procedure).name));
                }
            }
            example.steps.iter().for_each(|step| page.example_step(step));
        });
    }

    fn example_step(&mut self, step: &ExampleStep) {
        let line = match step {
            ExampleStep::Roll(total) => format!("roll {total}"),
            ExampleStep::Draw(member) => format!("draw member {member}"),
            ExampleStep::Choose { option, arguments } => {
                format!("choose {}", self.choice(option, arguments))
            }
            ExampleStep::Refused { option, arguments } => {
                format!("refused {}", self.choice(option, arguments))
            }
            ExampleStep::Expect(condition, locals) => return self.condition("expect", locals, condition),
        };
        self.line(&line);
    }

    /// An option's name with its arguments, by the first decision that has such an option.
    fn choice(&self, name: &str, arguments: &[Value]) -> String {
        let options = self.machine.decisions.iter().flat_map(|decision| &decision.options);
        let option = options.into_iter().find(|option| option.name == name);
        let arguments: Vec<String> = arguments
            .iter()
            .enumerate()
            .map(|(nth, value)| {
                let binding = option.and_then(|option| Some((option, option.bindings.get(nth)?)));
                match binding {
                    Some((option, binding)) => {
                        value_text(self.machine, option.locals[binding.local.idx()].holds, value)
                    }
                    None => "?".to_string(),
                }
            })
            .collect();
        if arguments.is_empty() { name.to_string() } else { format!("{name}({})", arguments.join(", ")) }
    }
}

/// A value in the language's own words.
pub fn value_text(machine: &Machine, holds: Type, value: &Value) -> String {
    let name = |index: u32| match holds {
        Type::Member(id) | Type::Optional(id) | Type::Set(id) => {
            let members = &machine.types[id.idx()].members;
            members.get(index as usize).cloned().unwrap_or_else(|| index.to_string())
        }
        Type::Integer { .. } | Type::Boolean => index.to_string(),
    };
    match value {
        Value::Integer(value) => value.to_string(),
        Value::Boolean(true) => "yes".to_string(),
        Value::Boolean(false) => "no".to_string(),
        Value::Member(index) => name(*index),
        Value::Nothing => "none".to_string(),
        Value::Set(members) => {
            let members: Vec<String> = members.iter().map(|index| name(*index)).collect();
            format!("{{{}}}", members.join(", "))
        }
    }
}

/// The values of a key in order.
fn key_names(machine: &Machine, key: Key) -> Vec<String> {
    match key {
        Key::Type(id) => machine.types[id.idx()].members.clone(),
        Key::Range(least, greatest) => (least..=greatest).map(|value| value.to_string()).collect(),
    }
}

/// `gauls, 3 | ` for the `nth` combination of these keys; nothing where there are none.
fn row_name(machine: &Machine, keys: &[Key], mut nth: usize) -> String {
    let mut names = Vec::new();
    for key in keys.iter().rev() {
        let mut values = key_names(machine, *key);
        let size = values.len().max(1);
        if !values.is_empty() {
            names.push(values.swap_remove(nth % size));
        }
        nth /= size;
    }
    names.reverse();
    if names.is_empty() { String::new() } else { format!("{} | ", names.join(", ")) }
}

impl Page<'_> {
    fn expression(&self, locals: &[Local], expression: &Expression) -> String {
        self.writer(locals).expression(expression)
    }

    fn source(&self, locals: &[Local], source: &Source) -> String {
        self.writer(locals).source(source)
    }

    fn writer<'a>(&'a self, locals: &'a [Local]) -> Writer<'a> {
        Writer { machine: self.machine, locals, words: self.words }
    }
}
