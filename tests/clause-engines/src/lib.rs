//! Every built block of `docs/clauses` as an engine: its worked examples pass, and it plays as the interpreter does.
//!
//! The pages have a small game for each feature of the language, so here every feature is proved on generated Rust too; the committed
//! engines use only what their rulebooks ask for. There is nothing here but tests.

#![cfg(test)]
#![allow(clippy::disallowed_methods, reason = "the pages are files")]

#[path = "../../support/clauses.rs"]
mod clauses;
#[path = "../../support/side_by_side.rs"]
mod side_by_side;

use std::path::Path;

use rulec_model::interpreter::{Interpreter, Layout, Prepared};
use rulec_model::machine::{Machine, StateId, Type};
use rulec_runtime::{Fault, Game};

/// Steps for each way to begin, over as many seeded games as they take; but games that hardly ask anything are no longer for that.
const STEPS: usize = 2_000;
const GAMES_AT_LEAST: u64 = 5;
const GAMES_AT_MOST: u64 = 500;
/// The longest that one game goes on.
const GAME: usize = 500;

/// Plays an edition of a clause on its engine and on the interpreter, from each scenario, with each of [`seatings`] and each of [`answers`]. `begin` makes the engine's game of a
/// scenario, answers of the readings and bots, `from_cells` the position of these cells.
fn played_twice<E: Game>(
    (game, edition): (&str, &str),
    begin: impl Fn(usize, &[u32], &[u32]) -> Result<E, Fault>,
    from_cells: fn(&[i64]) -> Option<E>,
) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let clause = clauses::built(&root).into_iter().find(|clause| clause.game == game);
    let checked = clause.expect("the engine was made of this block").compiled_as(&root, Some(edition));
    let machine = checked.machine.expect("the rules are sound");
    let layout = Layout::of(&machine);
    let prepared = Prepared::new(&machine, &layout);
    let mut played = 0;
    for scenario in 0..machine.scenarios.len().max(1) {
        let ways = answers(&machine)
            .into_iter()
            .flat_map(|answers| seatings(&machine).into_iter().map(move |bots| (answers.clone(), bots)));
        for (answers, bots) in ways {
            let read = machine.readings.iter().map(|reading| reading.state).zip(answers.iter().copied());
            let seated = machine.bots.iter().flat_map(|state| bots.iter().map(|seat| (*state, *seat)));
            let chosen: Vec<(StateId, u32)> = read.chain(seated).collect();
            let mut steps = 0;
            for seed in 0..GAMES_AT_MOST {
                let engine = begin(scenario, &answers, &bots).expect("the setup is sound");
                let interpreter = Interpreter::new(&prepared, scenario, &chosen).expect("the setup is sound");
                steps += side_by_side::play(engine, from_cells, interpreter, seed, GAME);
                if steps >= STEPS && seed >= GAMES_AT_LEAST {
                    break;
                }
            }
            played += steps;
        }
    }
    let has_examples = !machine.examples.is_empty();
    assert!(played >= STEPS || has_examples, "{played} steps and no worked example prove little");
}

/// The answers of the readings: the default ones, then each other answer alone.
fn answers(machine: &Machine) -> Vec<Vec<u32>> {
    let default: Vec<u32> = machine.readings.iter().map(|reading| reading.default).collect();
    let mut all = vec![default.clone()];
    for (nth, reading) in machine.readings.iter().enumerate() {
        let Type::Member(of) = machine.states[reading.state.idx()].holds else { continue };
        let others = (0..machine.types[of.idx()].members.len() as u32).filter(|one| *one != reading.default);
        all.extend(others.map(|one| {
            let mut answers = default.clone();
            answers[nth] = one;
            answers
        }));
    }
    all
}

/// The seats that rules play: nobody; where decisions have answers also everybody, and each alone.
fn seatings(machine: &Machine) -> Vec<Vec<u32>> {
    let mut seatings = vec![Vec::new()];
    if machine.bots.is_some() {
        let seats = 0..machine.types[machine.game.players.idx()].members.len() as u32;
        seatings.push(seats.clone().collect());
        seatings.extend(seats.map(|seat| vec![seat]));
    }
    seatings
}

include!(concat!(env!("OUT_DIR"), "/engines.rs"));
