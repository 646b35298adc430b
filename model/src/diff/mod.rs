//! Two revisions of a rule set, compared rule by rule: what changed, in words about the rules.
//!
//! What a change is, is read from the YAML trees by the table of kinds, so that it is told down to a cell, an edge or a
//! line, and also where a side no longer compiles. Whether it means anything is decided on the machines where both sides
//! have one: a change of writing alone leaves the machine's text as it was. [`impact`] plays both sides to see what a change
//! does. Pure: where the sides come from is the caller's business.

pub mod class;
pub mod report;
pub mod written;
mod normal;
mod matching;
mod entry;
mod parts;
mod texts;
mod lists;
mod cells;
mod meaning;
mod users;
pub mod impact;

use std::collections::BTreeSet;

pub use class::Class;
pub use meaning::Meant;
pub use report::{Change, ChangeKind, Comparison, Found, RuleChange};
pub use written::Written;

use crate::kinds;
use entry::Sides;
use matching::{Match, Matched};
use normal::Renames;
use users::Users;
use written::WrittenRule;

/// One side: its rules as written, and what they mean where they compile.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    pub written: &'a Written,
    pub meant: Option<&'a Meant>,
}

/// What is told of a rule whose place among its kind counts.
const ORDER: &str = "order among its kind";

/// The kind whose answer an edition may choose, and what is told of it then.
const READING: &str = "reading";
const ANSWER: &str = "answer of the edition";

/// Everything in which two sides differ, in the order of the new one; what was withdrawn comes last.
pub fn compare(old: Side<'_>, new: Side<'_>) -> Comparison {
    let matched = matching::matched(&old.written.rules, &new.written.rules);
    let renames = Renames::of(&matched.pairs, &old.written.rules, &new.written.rules);
    let meaning = old.meant.zip(new.meant).map(|(old, new)| meaning::moved(old, new, &renames));
    let mut comparison =
        Comparison { confirmed: meaning.is_some(), unread: unread(old, new), ..Comparison::default() };
    comparison.rules.extend(game(old.written, new.written));
    let users = Users::of(new.written);
    let mut changed = pairs((old.written, new.written), &matched, &renames, meaning.as_ref(), &users);
    comparison.followed = changed.followed;
    comparison.rules.append(&mut changed.rules);
    comparison.rules.extend(matched.added.iter().map(|idx| alone(&new.written.rules[*idx], Found::Added)));
    let place = |change: &RuleChange| new.written.place(&change.rule, &change.kind);
    comparison.rules.sort_by_key(place);
    let withdrawn = matched.removed.iter().map(|idx| alone(&old.written.rules[*idx], Found::Withdrawn));
    comparison.rules.extend(withdrawn);
    if let Some(moved) = &meaning {
        let mut told: BTreeSet<&str> = BTreeSet::new();
        for change in &comparison.rules {
            told.insert(&change.rule);
            if let Found::Renamed { from, .. } = &change.found {
                told.insert(from);
            }
        }
        let others = moved.rules.iter().filter(|rule| !told.contains(rule.as_str()));
        comparison.moved_by_others = others.cloned().collect();
    }
    users.tell(&mut comparison);
    comparison
}

fn unread(old: Side<'_>, new: Side<'_>) -> Vec<String> {
    old.written.unread.iter().chain(&new.written.unread).cloned().collect()
}

struct Pairs {
    rules: Vec<RuleChange>,
    followed: Vec<String>,
}

/// What changed in the rules that both sides have.
fn pairs(
    (old, new): (&Written, &Written),
    matched: &Matched,
    renames: &Renames,
    meaning: Option<&meaning::Moved>,
    users: &Users<'_>,
) -> Pairs {
    let mut found = Pairs { rules: Vec::new(), followed: Vec::new() };
    for pair in &matched.pairs {
        let (was, now) = (&old.rules[pair.old], &new.rules[pair.new]);
        let reordered = matched.reordered.get(&pair.new).copied();
        let same_text = was.text == now.text && was.section == now.section;
        let answered = answered((old, was), (new, now));
        let as_it_was = same_text && was.chapter == now.chapter && reordered.is_none();
        if as_it_was && answered.is_none() && renames.is_empty() {
            continue;
        }
        let mut sides = Sides::new(renames, was, now);
        let mut changes = head(was, now, pair.by);
        changes.extend(answered);
        if let Some((from, to)) = reordered {
            let kind = ChangeKind::Moved { what: now.name.clone(), from, to };
            changes.push(Change::new(Class::Behaviour, ORDER, kind));
        }
        sides.entry(&mut changes);
        if let Some(meaning) = meaning {
            meaning.confirm(now, users, &mut changes);
        }
        if changes.is_empty() && !same_text {
            if sides.followed() {
                found.followed.push(now.name.clone());
            } else {
                changes.push(Change::new(Class::Wording, "", ChangeKind::Layout));
            }
        }
        if !changes.is_empty() {
            found.rules.push(RuleChange { changes, ..RuleChange::of(now, found_by(was, pair.by)) });
        }
    }
    found
}

fn found_by(was: &WrittenRule, by: Match) -> Found {
    match by {
        Match::Name => Found::Edited,
        Match::Renamed => Found::Renamed { from: was.name.clone(), guess: None },
        Match::Likeness(score) => Found::Renamed { from: was.name.clone(), guess: Some(score) },
    }
}

/// Another answer of the edition to a reading that says of itself what it said.
fn answered((old, was): (&Written, &WrittenRule), (new, now): (&Written, &WrittenRule)) -> Option<Change> {
    if now.kind != READING {
        return None;
    }
    let (before, after) = (old.answer(was)?, new.answer(now)?);
    // What the default brings about is told of the default.
    let by_default = !old.chooses(was) && !new.chooses(now);
    if before == after || by_default {
        return None;
    }
    Some(Change::new(Class::Behaviour, ANSWER, entry::replaced(before, after)))
}

/// The name, the kind and the chapter.
fn head(was: &WrittenRule, now: &WrittenRule, by: Match) -> Vec<Change> {
    let replaced = |was: &str, now: &str| ChangeKind::Replaced { was: was.to_owned(), now: now.to_owned() };
    let mut changes = Vec::new();
    if by != Match::Name {
        let score = if let Match::Likeness(score) = by { Some(score) } else { None };
        let kind = ChangeKind::Renamed { was: was.name.clone(), now: now.name.clone(), guess: score };
        changes.push(Change::new(class::of_kind(now.kind.as_str(), Class::Interface), "name", kind));
    }
    if was.kind != now.kind {
        changes.push(Change::new(Class::Interface, "kind", replaced(&was.kind, &now.kind)));
    }
    if was.chapter != now.chapter {
        changes.push(Change::new(Class::Wording, "chapter", replaced(&was.chapter, &now.chapter)));
    }
    changes
}

/// A rule that only one side has.
fn alone(rule: &WrittenRule, found: Found) -> RuleChange {
    let kind = match found {
        Found::Withdrawn => ChangeKind::Removed { was: String::new() },
        Found::Added | Found::Edited | Found::Renamed { .. } => ChangeKind::Added { now: String::new() },
    };
    let change = Change::new(class::of_whole(&rule.kind), "", kind).with_content(&rule.text);
    RuleChange { changes: vec![change], ..RuleChange::of(rule, found) }
}

/// What changed in `game.yaml`.
fn game(old: &Written, new: &Written) -> Option<RuleChange> {
    let (was, now) = (old.game.as_ref()?, new.game.as_ref()?);
    let mut changes = Vec::new();
    Sides::new(&Renames::default(), was, now).part(&kinds::GAME, "", &mut changes);
    (!changes.is_empty()).then(|| RuleChange { changes, ..RuleChange::of(now, Found::Edited) })
}

#[cfg(test)]
mod tests;
