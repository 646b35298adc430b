//! Whether a rule means something else, from the machines: their text without what only people read.

use std::collections::{BTreeMap, BTreeSet};

use super::ORDER;
use super::class::Class;
use super::normal::Renames;
use super::report::{Change, ChangeKind};
use super::users::Users;
use super::written::WrittenRule;
use crate::machine::text::rule_texts;
use crate::machine::{Condition, ExampleStep, Local, Machine};

/// The rules that mean something else, by the names they have now.
#[derive(Debug)]
pub(super) struct Moved {
    pub rules: BTreeSet<String>,
    /// Rules that the machines have at all.
    known: BTreeSet<String>,
}

/// Where the meaning of a key shows in the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shows {
    InItsOwnRule,
    /// And perhaps only there.
    WhereItIsUsed,
    /// Nobody need name the rule.
    Anywhere,
}

fn shows(kind: &str, part: &str) -> Shows {
    match (kind, part) {
        // Needs that options have checked are not checked again by the procedure.
        ("procedure", "needs") | ("table", "clamped") | ("constant", "value") => Shows::WhereItIsUsed,
        ("decision", "anytime" | "when") | ("answer", _) | (_, ORDER) => Shows::Anywhere,
        _ => Shows::InItsOwnRule,
    }
}

pub(super) fn moved(old: &Machine, new: &Machine, renames: &Renames) -> Moved {
    let (old, new) = (texts(old, Some(renames)), texts(new, None));
    let names = old.keys().chain(new.keys());
    let rules = names.filter(|name| old.get(*name) != new.get(*name)).cloned().collect();
    Moved { rules, known: old.into_keys().filter(|name| new.contains_key(name)).collect() }
}

impl Moved {
    /// Takes back what was only written otherwise.
    pub fn confirm(&self, rule: &WrittenRule, users: &Users<'_>, changes: &mut [Change]) {
        if self.rules.contains(&rule.name) || !self.known.contains(&rule.name) {
            return;
        }
        let felt = || users.naming(&rule.name).iter().any(|user| self.rules.contains(*user));
        for change in changes.iter_mut().filter(|change| change.class >= Class::Interface) {
            let means_the_same = match shows(&rule.kind, &change.part) {
                _ if matches!(change.kind, ChangeKind::Renamed { .. }) || change.part == "kind" => false,
                Shows::InItsOwnRule => true,
                Shows::WhereItIsUsed => !felt(),
                Shows::Anywhere => false,
            };
            if means_the_same {
                change.class = Class::Wording;
                change.same_meaning = true;
            }
        }
    }
}

/// What each rule is in the machine, whatever its locals are called and however its conditions are written.
fn texts(machine: &Machine, renames: Option<&Renames>) -> BTreeMap<String, String> {
    let machine = unnamed(machine);
    let texts = rule_texts(&machine);
    let renames = renames.filter(|renames| !renames.is_empty());
    let mut by_name: BTreeMap<String, String> = BTreeMap::new();
    for (rule, text) in machine.rules.iter().zip(texts) {
        let (name, text) = match renames {
            Some(renames) => (renames.now(&rule.name).to_owned(), renamed(&text, renames)),
            None => (rule.name.clone(), text),
        };
        // A fill has the name of its table.
        by_name.entry(name).or_default().push_str(&text);
    }
    by_name
}

fn renamed(text: &str, renames: &Renames) -> String {
    let mut now = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = if letter(first) {
            rest.find(|one| !letter(one)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(length);
        match renames.made(word) {
            Some(name) => now.push_str(&name),
            None => now.push_str(word),
        }
        rest = after;
    }
    now
}

/// The machine with numbers for the names of locals, and without the author's own words.
fn unnamed(machine: &Machine) -> Machine {
    let mut machine = machine.clone();
    machine.rules.iter_mut().for_each(|rule| rule.errata.clear());
    machine.functions.iter_mut().for_each(|function| {
        number(&mut function.locals);
        function.parts.iter_mut().for_each(|part| part.text.clear());
    });
    machine.procedures.iter_mut().for_each(|procedure| {
        number(&mut procedure.locals);
        procedure.needs.iter_mut().for_each(wordless);
    });
    for decision in &mut machine.decisions {
        number(&mut decision.locals);
        for option in &mut decision.options {
            number(&mut option.locals);
            option.conditions.iter_mut().for_each(wordless);
            option.bindings.iter_mut().filter_map(|binding| binding.filter.as_mut()).for_each(wordless);
        }
    }
    for invariant in &mut machine.invariants {
        number(&mut invariant.locals);
        wordless(&mut invariant.condition);
    }
    number(&mut machine.outcome.locals);
    for step in machine.examples.iter_mut().flat_map(|example| &mut example.steps) {
        if let ExampleStep::Expect(condition, locals) = step {
            number(locals);
            wordless(condition);
        }
    }
    machine
}

fn number(locals: &mut [Local]) {
    for (nth, local) in locals.iter_mut().enumerate() {
        local.name = format!("local_{nth}");
    }
}

fn wordless(condition: &mut Condition) {
    condition.text.clear();
}
