//! The numeral audit: numbers of a cited sentence that the rule has lost.
//!
//! It catches slips in curation (0-3 for 0-4) and errata that change only a number. A number that has no place in
//! the rule is waived there, with the reason.

use std::collections::{BTreeSet, HashSet};

use rulec_grammar::document::numbers_in;

use super::lock::{Lock, SentenceId};

/// A rule as the audit sees it.
#[derive(Debug, Clone)]
pub struct Audited<'a> {
    /// The rule's text without its citations, whose numbers are no numbers of the rule.
    pub text: &'a str,
    pub cites: &'a [SentenceId],
    /// The numbers that it waives.
    pub waived: &'a [String],
}

/// What the audit found in one rule.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Audit {
    /// Numbers that do not occur in the rule, each once, with the first sentence that has it.
    pub missing: Vec<(String, SentenceId)>,
    /// Waivers that no cited sentence needs.
    pub idle: Vec<String>,
}

pub fn audit(lock: &Lock, rule: &Audited<'_>) -> Audit {
    let here: HashSet<String> = numbers_in(rule.text, &HashSet::new()).into_iter().collect();
    let waived: HashSet<&str> = rule.waived.iter().map(String::as_str).collect();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut needed: HashSet<&str> = HashSet::new();
    let mut found = Audit::default();
    for id in rule.cites {
        let Some(sentence) = lock.sentence(*id) else { continue };
        for number in &sentence.numbers {
            if occurs(number, &here) || !seen.insert(number) {
                continue;
            }
            if waived.contains(number.as_str()) {
                needed.insert(number);
            } else {
                found.missing.push((number.clone(), *id));
            }
        }
    }
    found.idle = rule.waived.iter().filter(|number| !needed.contains(number.as_str())).cloned().collect();
    found
}

/// Whether a number stands in the rule. Rules have no fractions: a half is written `a / 2`, two and a half of
/// something `a * 5 / 2`.
fn occurs(number: &str, here: &HashSet<String>) -> bool {
    if here.contains(number) {
        return true;
    }
    match number.split_once('/') {
        Some((above, below)) => here.contains(below) && (above == "1" || here.contains(above)),
        None => false,
    }
}
