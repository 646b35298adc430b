//! What differs between two sides, game by game, and the forms it is written in: one small file per form.

mod accepted;
mod json;
mod markdown;
mod moved;
mod short;
mod text;

use std::collections::BTreeMap;

use rulec_model::diff::{self, Change, Class, Comparison, RuleChange};

use crate::ending::{Result, not_done};
use crate::impact::Impact;
use crate::report::Format;
use crate::sides::{Side, SideGame};

pub use accepted::Accepted;
pub use moved::{Cause, MovedFile};

/// Two sides, compared.
#[derive(Debug)]
pub struct Difference {
    pub old: String,
    pub new: String,
    pub games: Vec<GameDifference>,
}

/// A game of both sides, or of one.
#[derive(Debug)]
pub struct GameDifference {
    pub name: String,
    pub on: Presence,
    pub comparison: Comparison,
    pub accepted: Accepted,
    /// What keeps each side from compiling with this `rulec`, one line each.
    pub old_errors: Vec<String>,
    pub new_errors: Vec<String>,
    /// What is generated and differs.
    pub moved: Vec<MovedFile>,
    pub impact: Option<Impact>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    Both,
    OnlyOld,
    OnlyNew,
}

/// Compares the games of two sides by their names.
pub fn between(old: &Side, new: &Side) -> Result<Difference> {
    let mut games = Vec::new();
    let one = |side: &Side| side.is_one_game.then(|| side.games.keys().next().cloned()).flatten();
    let only = one(old).or_else(|| one(new));
    let mut names: Vec<&String> = old.games.keys().chain(new.games.keys()).collect();
    names.sort();
    names.dedup();
    names.retain(|name| only.as_ref().is_none_or(|only| only == *name));
    let lacks = |side: &Side, name: &String| side.games.get(name).is_some_and(|game| game.lacks_edition);
    names.retain(|name| !lacks(old, name) && !lacks(new, name));
    for name in names {
        games.push(match (old.games.get(name), new.games.get(name)) {
            (Some(old), Some(new)) => both(name, old, new)?,
            (Some(_), None) => alone(name, Presence::OnlyOld),
            (None, Some(_)) | (None, None) => alone(name, Presence::OnlyNew),
        });
    }
    Ok(Difference { old: old.which.to_string(), new: new.which.to_string(), games })
}

fn both(name: &str, old: &SideGame, new: &SideGame) -> Result<GameDifference> {
    let comparison = diff::compare(as_side(old), as_side(new));
    let accepted = match &new.accepted {
        Some(text) => Accepted::from_text(text)
            .map_err(|what| not_done(format!("`accepted.yaml` of `{name}` is damaged: {what}")))?,
        None => Accepted::default(),
    };
    let moved = moved::find(old, new, &comparison);
    Ok(GameDifference {
        name: name.to_owned(),
        on: Presence::Both,
        comparison,
        accepted,
        old_errors: old.error_lines(),
        new_errors: new.error_lines(),
        moved,
        impact: None,
    })
}

fn as_side(game: &SideGame) -> diff::Side<'_> {
    diff::Side { written: &game.written, meant: game.meant.as_ref() }
}

fn alone(name: &str, on: Presence) -> GameDifference {
    GameDifference {
        name: name.to_owned(),
        on,
        comparison: Comparison::default(),
        accepted: Accepted::default(),
        old_errors: Vec::new(),
        new_errors: Vec::new(),
        moved: Vec::new(),
        impact: None,
    }
}

impl GameDifference {
    /// Why a change was accepted, if it was.
    pub fn why<'d>(&'d self, rule: &RuleChange, change: &Change) -> Option<&'d str> {
        self.accepted.why(change.id(&rule.rule))
    }

    /// The changes that nobody has accepted, by class.
    pub fn open(&self) -> BTreeMap<Class, usize> {
        let mut open = BTreeMap::new();
        for rule in &self.comparison.rules {
            for change in rule.changes.iter().filter(|change| self.why(rule, change).is_none()) {
                *open.entry(change.class).or_default() += 1;
            }
        }
        open
    }

    /// The heaviest class that nobody has accepted. A game that came or went is as heavy as can be.
    pub fn heaviest(&self) -> Option<Class> {
        match self.on {
            Presence::Both => self.open().into_keys().next_back(),
            Presence::OnlyOld | Presence::OnlyNew => Some(Class::Behaviour),
        }
    }
}

/// Writes a difference in the form that was asked for.
pub fn written(difference: &Difference, format: Option<Format>) -> Result<String> {
    Ok(match format {
        None | Some(Format::Full) => text::write(difference),
        Some(Format::Short) => short::write(difference),
        Some(Format::Json) => json::write(difference),
        Some(Format::Markdown) => markdown::write(difference),
        Some(Format::Github | Format::Sarif | Format::Csv) => {
            return Err(not_done("`diff` writes full, short, json or markdown"));
        }
    })
}
