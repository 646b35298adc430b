//! The smallest case: a game cut down to the answers that lead to where two sides part, then a state cut down to the cells that
//! make them part.

use std::mem::discriminant;

use rulec_runtime::{Game, Silent, Trace};

use super::lockstep::{Beside, Given, Options, Parted, Position, Taken, waiting};
use super::names::{SharedCell, key_size};
use crate::interpreter::{Interpreter, shown};
use crate::machine::text::value_text;
use crate::machine::{Key, Machine, StateVariable};

/// Where two sides part, as small as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The answers that are enough.
    pub answers: Vec<String>,
    pub waiting: String,
    /// The answer that both are given; none where what they offer differs.
    pub answer: Option<String>,
    pub parted: Parted,
    /// Cells that are not as a game starts: how many there were, and those without which the sides do not part.
    pub stood: usize,
    pub needed: Vec<(String, String)>,
    /// Cells that differ after the answer: name, old value, new value.
    pub differing: Vec<(String, String, String)>,
    /// What each side did with the answer.
    pub old: Trace,
    pub new: Trace,
}

/// So many answers are given at most while a game is cut down.
const ANSWERS_TRIED: usize = 60_000;

/// So many rounds are made over the cells that are left.
const ROUNDS: usize = 4;

/// A game that leads to where the sides part, and the answer that parts them.
struct Case<'m> {
    before: Position<'m>,
    answer: Option<Given<'m>>,
    parted: Parted,
}

/// Cuts a game down. None where its answers do not part the sides.
pub fn witness<'m>(beside: &Beside<'m>, start: &Position<'m>, given: &[Given<'m>]) -> Option<Witness> {
    if let Some(parted) = beside.set_up_otherwise(start) {
        return Some(of_setup(beside, start, parted));
    }
    let mut tried = 0;
    let given = fewer_answers(beside, start, given, &mut tried);
    let case = replay(beside, start, &given, &mut tried)?;
    let (position, needed, stood) = fewer_cells(beside, &case);
    let (mut old, mut new) = (Trace::default(), Trace::default());
    let mut after = position.clone();
    let mut parted = case.parted;
    if let Some(answer) = &case.answer
        && let Taken::Parted(now) = beside.give(&mut after, answer, &mut old, &mut new)
    {
        parted = now;
    } else if case.answer.is_none()
        && let Some(now) = beside.look(&position, &mut Options::default())
    {
        parted = now;
    }
    let answers = if case.answer.is_some() { given.len() - 1 } else { given.len() };
    Some(Witness {
        answers: given[..answers].iter().map(told).collect(),
        waiting: waiting(&position.old),
        answer: case.answer.as_ref().map(told),
        differing: differing(beside, &parted, &after),
        parted,
        stood,
        needed,
        old,
        new,
    })
}

/// Sides that part before anybody answers: there is nothing to cut down but to the cells that differ.
fn of_setup(beside: &Beside<'_>, start: &Position<'_>, parted: Parted) -> Witness {
    Witness {
        answers: Vec::new(),
        waiting: waiting(&start.old),
        answer: None,
        stood: 0,
        needed: Vec::new(),
        differing: differing(beside, &parted, start),
        parted,
        old: Trace::default(),
        new: Trace::default(),
    }
}

fn told(given: &Given<'_>) -> String {
    match given {
        Given::Choose(choice) => choice.to_string(),
        Given::Roll(value) => format!("roll {value}"),
        Given::Draw(nth) => format!("draw {}", nth + 1),
    }
}

/// Gives the answers to both until they part, or at the end offer something else.
fn replay<'m>(
    beside: &Beside<'m>,
    start: &Position<'m>,
    given: &[Given<'m>],
    tried: &mut usize,
) -> Option<Case<'m>> {
    let mut position = start.clone();
    for (nth, answer) in given.iter().enumerate() {
        *tried += 1;
        let before = (nth + 1 == given.len()).then(|| position.clone());
        match beside.give(&mut position, answer, &mut Silent, &mut Silent) {
            Taken::Alike => {}
            Taken::BothFault => return None,
            Taken::Parted(parted) => {
                return Some(Case { before: before?, answer: Some(answer.clone()), parted });
            }
        }
    }
    let parted = beside.look(&position, &mut Options::default())?;
    Some(Case { before: position, answer: None, parted })
}

/// Leaves out runs of answers, long ones first, as long as the rest still parts the sides in the same manner.
fn fewer_answers<'m>(
    beside: &Beside<'m>,
    start: &Position<'m>,
    given: &[Given<'m>],
    tried: &mut usize,
) -> Vec<Given<'m>> {
    let mut kept = given.to_vec();
    let Some(case) = replay(beside, start, &kept, tried) else { return kept };
    let manner = discriminant(&case.parted);
    let mut run = kept.len() / 2;
    while run > 0 && *tried < ANSWERS_TRIED {
        let mut end = kept.len();
        while end > 0 && *tried < ANSWERS_TRIED {
            let from = end.saturating_sub(run);
            let fewer = [&kept[..from], &kept[end..]].concat();
            let parts =
                replay(beside, start, &fewer, tried).is_some_and(|case| discriminant(&case.parted) == manner);
            if parts {
                kept = fewer;
            }
            end = from;
        }
        run /= 2;
    }
    kept
}

/// Puts cells back to their start, as long as the sides still part in the same manner and no invariant breaks that held.
fn fewer_cells<'m>(beside: &Beside<'m>, case: &Case<'m>) -> (Position<'m>, Vec<(String, String)>, usize) {
    let fresh = Position { old: Interpreter::bare(beside.old, &[]), new: Interpreter::bare(beside.new, &[]) };
    let mut position = case.before.clone();
    let moved = |position: &Position<'m>, cell: &SharedCell| {
        position.old.state()[cell.old.clone()] != fresh.old.state()[cell.old.clone()]
            || position.new.state()[cell.new.clone()] != fresh.new.state()[cell.new.clone()]
    };
    let reset = |position: &mut Position<'m>, cells: &[SharedCell]| {
        for cell in cells {
            position.old.put(cell.old.start, &fresh.old.state()[cell.old.clone()]);
            position.new.put(cell.new.start, &fresh.new.state()[cell.new.clone()]);
        }
    };
    let mut cells: Vec<SharedCell> = beside.names.cells().filter(|cell| moved(&position, cell)).collect();
    let stood = cells.len();
    for _ in 0..ROUNDS {
        let before = cells.len();
        // All that is said of one piece or place goes at once: the one half of it may not stand without the other.
        let machine = beside.old.machine();
        for owner in owners(machine, &cells) {
            let (own, others): (Vec<_>, Vec<_>) =
                cells.iter().cloned().partition(|cell| first_key(machine, cell) == Some(owner));
            let mut tried = position.clone();
            reset(&mut tried, &own);
            if parts(beside, &tried, case) {
                position = tried;
                cells = others;
            }
        }
        let mut run = cells.len().div_ceil(2);
        while run > 0 {
            let mut end = cells.len();
            while end > 0 {
                let from = end.saturating_sub(run);
                let mut tried = position.clone();
                reset(&mut tried, &cells[from..end]);
                if parts(beside, &tried, case) {
                    position = tried;
                    cells.drain(from..end);
                }
                end = from;
            }
            run /= 2;
        }
        if cells.len() == before {
            break;
        }
    }
    let machine = beside.old.machine();
    let needed = cells.iter().map(|cell| {
        let state = &machine.states[cell.state];
        (cell_name(machine, state, cell.nth), value(machine, state, &position.old.state()[cell.old.clone()]))
    });
    let needed = needed.collect();
    (position, needed, stood)
}

/// What a cell is said of: its first key and that key's value.
fn first_key(machine: &Machine, cell: &SharedCell) -> Option<(Key, usize)> {
    let (first, rest) = machine.states[cell.state].keys.split_first()?;
    let behind: usize = rest.iter().map(|key| key_size(machine, *key)).product();
    Some((*first, cell.nth / behind.max(1)))
}

fn owners(machine: &Machine, cells: &[SharedCell]) -> Vec<(Key, usize)> {
    let mut owners: Vec<(Key, usize)> = Vec::new();
    for owner in cells.iter().filter_map(|cell| first_key(machine, cell)) {
        if !owners.contains(&owner) {
            owners.push(owner);
        }
    }
    owners
}

/// Whether a made-up position still parts the sides as the case does.
fn parts<'m>(beside: &Beside<'m>, position: &Position<'m>, case: &Case<'m>) -> bool {
    let sound =
        |now: &Interpreter<'m>, before: &Interpreter<'m>| now.breach().is_none() || before.breach().is_some();
    if !sound(&position.old, &case.before.old) || !sound(&position.new, &case.before.new) {
        return false;
    }
    let manner = discriminant(&case.parted);
    let looked = beside.look(position, &mut Options::default());
    match &case.answer {
        None => looked.is_some_and(|parted| discriminant(&parted) == manner),
        // What they offer must still be the same: otherwise it is another case.
        Some(_) if looked.is_some() => false,
        Some(answer) => {
            let taken = beside.give(&mut position.clone(), answer, &mut Silent, &mut Silent);
            matches!(taken, Taken::Parted(parted) if discriminant(&parted) == manner)
        }
    }
}

fn differing(beside: &Beside<'_>, parted: &Parted, after: &Position<'_>) -> Vec<(String, String, String)> {
    let Parted::State(cells) = parted else { return Vec::new() };
    let (old, new) = (beside.old.machine(), beside.new.machine());
    let shared: Vec<SharedCell> = beside.names.cells().collect();
    let told = cells.iter().filter_map(|(state, nth)| {
        let cell = shared.iter().find(|cell| cell.state == *state && cell.nth == *nth)?;
        let was = &old.states[*state];
        let now = &new.states[cell.new_state];
        Some((
            cell_name(old, was, *nth),
            value(old, was, &after.old.state()[cell.old.clone()]),
            value(new, now, &after.new.state()[cell.new.clone()]),
        ))
    });
    told.collect()
}

fn value(machine: &Machine, state: &StateVariable, numbers: &[i64]) -> String {
    value_text(machine, state.holds, &shown::value(state.holds, numbers))
}

/// `siege_level[pisae]`
fn cell_name(machine: &Machine, state: &StateVariable, nth: usize) -> String {
    let mut rest = nth;
    let mut names = Vec::new();
    for key in state.keys.iter().rev() {
        let (size, name): (usize, Box<dyn Fn(usize) -> String>) = match *key {
            Key::Type(of) => {
                let members = &machine.types[of.idx()].members;
                (members.len(), Box::new(move |at| members.get(at).cloned().unwrap_or_default()))
            }
            Key::Range(least, greatest) => {
                ((greatest - least + 1).max(1) as usize, Box::new(move |at| (least + at as i64).to_string()))
            }
        };
        names.push(name(rest % size.max(1)));
        rest /= size.max(1);
    }
    names.reverse();
    if names.is_empty() { state.name.clone() } else { format!("{}[{}]", state.name, names.join(", ")) }
}
