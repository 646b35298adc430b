//! What the rules and options of the old side are called on the new one.

use std::collections::HashMap;

use crate::diff::normal::Renames;
use crate::diff::report::{ChangeKind, Comparison, Found};

/// Names of rules, and of options by their decision. A box or a phase has a name that only its own rule knows.
#[derive(Debug, Clone, Default)]
pub struct Called {
    rules: Renames,
    /// By the decision as it is called now, then the option.
    options: HashMap<(String, String), String>,
}

impl Called {
    pub fn of(comparison: &Comparison) -> Called {
        let mut called = Called::default();
        for rule in &comparison.rules {
            if let Found::Renamed { from, .. } = &rule.found {
                called.rules.add(from, &rule.rule);
            }
            let options =
                rule.changes.iter().filter(|change| rule.kind == "decision" && change.part == "option");
            for change in options {
                if let ChangeKind::Renamed { was, now, .. } = &change.kind {
                    called.options.insert((rule.rule.clone(), was.clone()), now.clone());
                }
            }
        }
        called
    }

    /// The place of what was called so: by the name of its rule now, by the name it had, by the name that is made of its rule's.
    pub(super) fn place(&self, name: &str, place: impl Fn(&str) -> Option<usize>) -> Option<usize> {
        place(self.rules.now(name)).or_else(|| place(name)).or_else(|| place(&self.rules.made(name)?))
    }

    /// What an option of a decision is called now.
    pub(super) fn option<'a>(&'a self, decision: &str, option: &'a str) -> &'a str {
        self.options.get(&(decision.to_owned(), option.to_owned())).map_or(option, String::as_str)
    }
}
