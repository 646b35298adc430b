//! Whether a rule means something else, from the machines: their text without what only people read.

use std::collections::{BTreeMap, BTreeSet};

use super::class::Class;
use super::normal::Renames;
use super::report::{Change, ChangeKind};
use super::users::Users;
use super::written::WrittenRule;
use super::{ANSWER, ORDER};
use crate::machine::Machine;
use crate::machine::text::meanings;

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
        ("decision", "anytime" | "when") | ("answer", _) | (_, ORDER | ANSWER) => Shows::Anywhere,
        _ => Shows::InItsOwnRule,
    }
}

/// What each rule of a machine means, whatever its locals are called and however its conditions are written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meant {
    /// By rule. A fill has the name of its table, and so the two are one.
    texts: BTreeMap<String, String>,
}

impl Meant {
    pub fn of(machine: &Machine) -> Meant {
        let mut meant = Meant::default();
        for (rule, text) in machine.rules.iter().zip(meanings(machine)) {
            meant.texts.entry(rule.name.clone()).or_default().push_str(&text);
        }
        meant
    }

    /// With the names that rules have now.
    fn renamed(&self, renames: &Renames) -> Meant {
        let mut meant = Meant::default();
        for (name, text) in &self.texts {
            let now = meant.texts.entry(renames.now(name).to_owned()).or_default();
            now.push_str(&renamed(text, renames));
        }
        meant
    }
}

pub(super) fn moved(old: &Meant, new: &Meant, renames: &Renames) -> Moved {
    let called_now = (!renames.is_empty()).then(|| old.renamed(renames));
    let (old, new) = (&called_now.as_ref().unwrap_or(old).texts, &new.texts);
    let names = old.keys().chain(new.keys());
    let rules = names.filter(|name| old.get(*name) != new.get(*name)).cloned().collect();
    Moved { rules, known: old.keys().filter(|name| new.contains_key(*name)).cloned().collect() }
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
