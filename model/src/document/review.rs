//! Review state: which sentences each rule was accepted against.
//!
//! When a sentence changes, every rule that cites it is unreviewed until a person has looked; the file remembers the
//! old fingerprint and numbers, so that the change can be shown where the old document is no longer at hand.

use std::collections::BTreeMap;
use std::fmt;

use rulec_grammar::document::Fingerprint;
use rulec_grammar::problem::Problems;
use rulec_grammar::span::FileId;
use rulec_grammar::yaml::Node;

use super::align::{Step, align};
use super::kept::{self, Damage, Fields};
use super::lock::{Lock, SentenceId, quoted};
use super::written::fingerprint;
use crate::problem::document::ReviewDamaged;

/// What was accepted, by rule.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Review {
    pub rules: BTreeMap<String, Vec<Accepted>>,
}

/// One sentence as it was when the rule was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// Its name then: `13.2 s2`.
    pub sentence: String,
    pub fingerprint: Fingerprint,
    pub numbers: Vec<String>,
}

/// A rule whose sentences are not those it was accepted against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreviewed {
    pub rule: String,
    /// Nobody has ever accepted it; then every sentence is a change.
    pub never: bool,
    pub changes: Vec<Change>,
}

/// One sentence as it was and as it is; one of the two may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub was: Option<Accepted>,
    pub now: Option<Accepted>,
}

impl fmt::Display for Change {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.was, &self.now) {
            (Some(was), Some(now)) => {
                write!(out, "{} changed", now.sentence)?;
                if was.numbers != now.numbers {
                    let (before, after) = (was.numbers.join(" "), now.numbers.join(" "));
                    write!(out, ", numbers {} became {}", or_none(&before), or_none(&after))?;
                }
                Ok(())
            }
            (Some(was), None) => write!(out, "{} is no longer cited", was.sentence),
            (None, Some(now)) => write!(out, "{} is newly cited", now.sentence),
            (None, None) => Ok(()),
        }
    }
}

impl Review {
    /// Records that a person has looked at a rule and the sentences that it cites now.
    pub fn accept(&mut self, lock: &Lock, rule: &str, cites: &[SentenceId]) {
        self.rules.insert(rule.to_owned(), sentences(lock, cites));
    }

    /// Forgets the rules that are not among these.
    pub fn keep_only(&mut self, rules: &[&str]) {
        self.rules.retain(|rule, _| rules.contains(&rule.as_str()));
    }

    /// The rules whose sentences have changed since they were accepted, in the order given. A sentence that only
    /// moved, because one before it came or went, is no change.
    pub fn unreviewed(&self, lock: &Lock, rules: &[(&str, &[SentenceId])]) -> Vec<Unreviewed> {
        let mut found = Vec::new();
        for (rule, cites) in rules {
            let now = sentences(lock, cites);
            let was = self.rules.get(*rule);
            let changes = changes(was.map(Vec::as_slice).unwrap_or_default(), &now);
            let never = was.is_none();
            if !changes.is_empty() || (never && !now.is_empty()) {
                found.push(Unreviewed { rule: (*rule).to_owned(), never, changes });
            }
        }
        found
    }

    /// One line a sentence; the same state gives the same bytes.
    pub fn to_text(&self) -> String {
        let mut text =
            String::from("# The sentences that each rule was accepted against. Written by `rulec accept`.\n");
        text.push_str(if self.rules.is_empty() { "reviewed: {}\n" } else { "reviewed:\n" });
        for (rule, sentences) in &self.rules {
            let empty = if sentences.is_empty() { " []" } else { "" };
            text.push_str(&format!("  {}:{empty}\n", quoted(rule)));
            for one in sentences {
                text.push_str(&format!("  - {}\n", one.to_line()));
            }
        }
        text
    }

    pub fn from_text(file: FileId, text: &str, problems: &mut Problems) -> Option<Review> {
        match kept::tree(file, text).and_then(|node| written(&node)) {
            Ok(review) => Some(review),
            Err(damage) => {
                let span = damage.line(text);
                problems.report(ReviewDamaged { what: damage.what, span });
                None
            }
        }
    }
}

impl Accepted {
    fn to_line(&self) -> String {
        let mut line = format!("{{sentence: {}, print: \"{}\"", quoted(&self.sentence), self.fingerprint);
        if !self.numbers.is_empty() {
            line.push_str(&format!(", numbers: \"{}\"", self.numbers.join(" ")));
        }
        line.push('}');
        line
    }
}

fn sentences(lock: &Lock, cites: &[SentenceId]) -> Vec<Accepted> {
    let known = cites.iter().filter_map(|id| {
        lock.sentence(*id).map(|sentence| Accepted {
            sentence: lock.name(*id),
            fingerprint: sentence.fingerprint,
            numbers: sentence.numbers.clone(),
        })
    });
    known.collect()
}

fn changes(was: &[Accepted], now: &[Accepted]) -> Vec<Change> {
    let prints = |all: &[Accepted]| all.iter().map(|one| one.fingerprint).collect::<Vec<_>>();
    let steps = align(&prints(was), &prints(now));
    let change = steps.into_iter().map(|step| match step {
        Step::Same(..) => Change { was: None, now: None },
        Step::Changed(old, new) => Change { was: was.get(old).cloned(), now: now.get(new).cloned() },
        Step::Removed(old) => Change { was: was.get(old).cloned(), now: None },
        Step::Added(new) => Change { was: None, now: now.get(new).cloned() },
    });
    change.filter(|change| change.was.is_some() || change.now.is_some()).collect()
}

fn written(node: &Node) -> Result<Review, Damage> {
    let fields = Fields::of(node, &["reviewed"])?;
    let mut rules = BTreeMap::new();
    let reviewed = fields.get("reviewed").map(kept::map).transpose()?;
    for pair in reviewed.unwrap_or_default() {
        let sentences: Result<Vec<_>, _> = kept::list(Some(&pair.value))?.iter().map(accepted).collect();
        rules.insert(pair.key.value.clone(), sentences?);
    }
    Ok(Review { rules })
}

fn accepted(node: &Node) -> Result<Accepted, Damage> {
    let fields = Fields::of(node, &["sentence", "print", "numbers"])?;
    Ok(Accepted {
        sentence: kept::text(fields.need("sentence")?)?.to_owned(),
        fingerprint: fingerprint(fields.need("print")?)?,
        numbers: fields.words("numbers")?,
    })
}

pub(super) fn or_none(numbers: &str) -> &str {
    if numbers.is_empty() { "none" } else { numbers }
}
