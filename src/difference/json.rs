//! One JSON document.

use rulec_model::diff::{Change, ChangeKind, Found, RuleChange};
use serde_json::{Value, json};

use super::{Difference, GameDifference, Presence};
use crate::impact;

pub fn write(difference: &Difference) -> String {
    let games: Vec<Value> = difference.games.iter().map(game).collect();
    let all = json!({ "schema": 1, "old": difference.old, "new": difference.new, "games": games });
    format!("{all}\n")
}

fn game(game: &GameDifference) -> Value {
    let on = match game.on {
        Presence::Both => "both",
        Presence::OnlyOld => "old",
        Presence::OnlyNew => "new",
    };
    let moved: Vec<Value> =
        game.moved.iter().map(|file| json!({ "path": file.path, "moved": file.cause.word() })).collect();
    json!({
        "game": game.name,
        "on": on,
        "confirmed": game.comparison.confirmed,
        "rules": game.comparison.rules.iter().map(|change| rule(game, change)).collect::<Vec<_>>(),
        "follow a renaming": game.comparison.followed,
        "changed by others": game.comparison.moved_by_others,
        "unread": game.comparison.unread,
        "old does not compile": game.old_errors,
        "new does not compile": game.new_errors,
        "generated": moved,
        "impact": game.impact.as_ref().map(impact::in_json),
    })
}

fn rule(game: &GameDifference, rule: &RuleChange) -> Value {
    let (found, from, score) = match &rule.found {
        Found::Edited => ("edited", None, None),
        Found::Added => ("added", None, None),
        Found::Withdrawn => ("withdrawn", None, None),
        Found::Renamed { from, guess } => ("renamed", Some(from), *guess),
    };
    json!({
        "rule": rule.rule,
        "kind": rule.kind,
        "found": found,
        "from": from,
        "guess": score,
        "class": rule.class().word(),
        "cites": rule.cites,
        "errata": rule.errata,
        "used by": rule.users,
        "changes": rule.changes.iter().map(|one| change(game, rule, one)).collect::<Vec<_>>(),
    })
}

fn change(game: &GameDifference, rule: &RuleChange, change: &Change) -> Value {
    let (what, was, now) = match &change.kind {
        ChangeKind::Replaced { was, now } => ("replaced", json!(was), json!(now)),
        ChangeKind::Added { now } => ("added", Value::Null, json!(now)),
        ChangeKind::Removed { was } => ("removed", json!(was), Value::Null),
        ChangeKind::Moved { from, to, .. } => ("moved", json!(from), json!(to)),
        ChangeKind::Renamed { was, now, .. } => ("renamed", json!(was), json!(now)),
        ChangeKind::Layout => ("layout", Value::Null, Value::Null),
    };
    json!({
        "id": change.id(&rule.rule).to_string(),
        "class": change.class.word(),
        "part": change.part,
        "change": what,
        "was": was,
        "now": now,
        "words": change.in_words(),
        "same meaning": change.same_meaning,
        "accepted": game.why(rule, change),
    })
}
