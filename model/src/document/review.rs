//! Review state: which sentences each rule was accepted against.
//!
//! When a sentence changes, every rule that cites it is unreviewed until a person has looked; the file remembers the
//! old fingerprint and numbers, so that the change can be shown where the old document is no longer at hand.

use std::collections::BTreeMap;
use std::fmt;

use rulec_grammar::document::Fingerprint;
use rulec_grammar::problem::Problems;
use rulec_grammar::span::{FileId, Span};
use serde::Deserialize;

use super::align::{Step, align};
use super::compare::or_none;
use super::lock::{Lock, SentenceId, quoted};
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
        let read = serde_yaml::from_str::<WrittenReview>(text)
            .map_err(|error| {
                (error.without_snippet().to_string(), error.location().map_or(1, |at| at.line()))
            })
            .and_then(|written| written.checked().map_err(|what| (what, 1)));
        match read {
            Ok(review) => Some(review),
            Err((what, line)) => {
                let before = usize::try_from(line.saturating_sub(1)).unwrap_or(0);
                let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
                let length = text.get(start..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
                let what = what.lines().next().unwrap_or_default().to_owned();
                problems.report(ReviewDamaged { what, span: Span::new(file, start, start + length) });
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenReview {
    #[serde(default)]
    reviewed: BTreeMap<String, Vec<WrittenAccepted>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenAccepted {
    sentence: String,
    print: String,
    #[serde(default)]
    numbers: String,
}

impl WrittenReview {
    fn checked(self) -> Result<Review, String> {
        let mut rules = BTreeMap::new();
        for (rule, sentences) in self.reviewed {
            let mut accepted = Vec::with_capacity(sentences.len());
            for written in sentences {
                let fingerprint = written.print.parse().map_err(|_| {
                    format!("`{}` of rule `{rule}` is no fingerprint: 16 hex digits", written.print)
                })?;
                let numbers = written.numbers.split_whitespace().map(str::to_owned).collect();
                accepted.push(Accepted { sentence: written.sentence, fingerprint, numbers });
            }
            rules.insert(rule, accepted);
        }
        Ok(Review { rules })
    }
}
