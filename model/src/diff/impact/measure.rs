//! What is measured of a game that has ended.

use rulec_runtime::Game;

use super::names::Names;
use crate::interpreter::Interpreter;
use crate::machine::{FunctionId, Machine, Type};

/// One figure of a game that both sides give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// What people see: `romans win`.
    pub label: String,
    /// Yes or no, so that its mean is a share.
    pub is_share: bool,
    of: Of,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Of {
    /// By seat of the old and of the new side.
    Win(i64, i64),
    NobodyWins,
    Score(i64, i64),
    Answers,
    Unfinished,
    Faulted,
    /// A function without parameters of each side.
    Function(FunctionId, FunctionId),
}

/// How a side's game ended, in the order of the measures.
pub type Values = Vec<f64>;

/// A game at its end.
#[derive(Debug, Clone, Copy)]
pub struct End<'g, 'm> {
    pub game: &'g Interpreter<'m>,
    pub answers: u64,
    pub finished: bool,
    pub faulted: bool,
}

/// All measures. `whole`: games are played to their end, so that somebody may have won. `functions` are what was asked for, with its label.
pub fn measures(
    old: &Machine,
    new: &Machine,
    names: &Names,
    whole: bool,
    functions: &[(String, String)],
) -> Result<Vec<Measure>, String> {
    let mut measures = Vec::new();
    let mut add = |label: String, is_share: bool, of: Of| measures.push(Measure { label, is_share, of });
    let seats = &old.types[old.game.players.idx()].members;
    let seats =
        || (0u32..).zip(seats).filter_map(|(nth, seat)| Some((i64::from(nth), names.seat(old, nth)?, seat)));
    if whole && old.outcome.winners.is_some() && new.outcome.winners.is_some() {
        seats().for_each(|(was, now, seat)| add(format!("{seat} wins"), true, Of::Win(was, now)));
        add("nobody wins".to_owned(), true, Of::NobodyWins);
    }
    if whole && old.outcome.score.is_some() && new.outcome.score.is_some() {
        seats().for_each(|(was, now, seat)| add(format!("score of {seat}"), false, Of::Score(was, now)));
    }
    add("answers".to_owned(), false, Of::Answers);
    add("not finished".to_owned(), true, Of::Unfinished);
    add("faulted".to_owned(), true, Of::Faulted);
    for (label, name) in functions {
        let (was, was_share) = function(old, name).ok_or_else(|| no_figure(label))?;
        let (now, now_share) = function(new, name).ok_or_else(|| no_figure(label))?;
        add(label.clone(), was_share && now_share, Of::Function(was, now));
    }
    Ok(measures)
}

fn no_figure(label: &str) -> String {
    format!("`{label}` is no measure: a number or yes or no can be")
}

/// A function of this name that gives a number, or yes or no.
fn function(machine: &Machine, name: &str) -> Option<(FunctionId, bool)> {
    let nth = machine.functions.iter().position(|function| function.name == name)?;
    match machine.functions[nth].gives {
        Type::Integer { .. } => Some((FunctionId(nth as u32), false)),
        Type::Boolean => Some((FunctionId(nth as u32), true)),
        Type::Member(_) | Type::Optional(_) | Type::Set(_) => None,
    }
}

/// Of which side a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    Old,
    New,
}

/// The figures of a game.
pub(super) fn values(measures: &[Measure], which: Which, end: End<'_, '_>) -> Values {
    let outcome = end.game.outcome();
    let mine = |old: i64, new: i64| if which == Which::Old { old } else { new };
    let won = |seat: i64| outcome.winners.iter().any(|winner| i64::from(winner.index) == seat);
    let share = |holds: bool| if holds { 1.0 } else { 0.0 };
    let value = |measure: &Measure| match measure.of {
        Of::Win(old, new) => share(end.finished && won(mine(old, new))),
        Of::NobodyWins => share(end.finished && outcome.winners.is_empty()),
        Of::Score(old, new) => {
            let seat = mine(old, new);
            let score = outcome.scores.iter().find(|(whose, _)| i64::from(whose.index) == seat);
            score.map_or(0.0, |(_, score)| *score as f64)
        }
        Of::Answers => end.answers as f64,
        Of::Unfinished => share(!end.finished && !end.faulted),
        Of::Faulted => share(end.faulted),
        Of::Function(old, new) => {
            let function = if which == Which::Old { old } else { new };
            let function = &end.game.prepared().machine().functions[function.idx()];
            end.game.figure(&function.body, &function.locals) as f64
        }
    };
    measures.iter().map(value).collect()
}
