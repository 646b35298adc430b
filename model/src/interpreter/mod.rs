//! The interpreter: plays a machine as it stands, without generated code.
//!
//! A maintainer sees examples and games run in seconds, and two revisions can be played side by side. Interpreter and generated
//! engines keep the same contract, [`rulec_runtime::Game`], and must agree on every step: options, refusals, explanations
//! and [`cells`]. It walks the tree over prepared places; it makes no code and keeps no caches.
//!
//! What the machine's docs leave open is settled here:
//! - a game begins with the scenario's setup, then the start procedure; when that returns, the game is over;
//! - readings hold their default unless another answer is given, from before the setup on;
//! - the `needs` of a procedure are checked as it is entered, also as the effect of an option;
//! - options that ask again do not keep a decision from going on by itself when nothing else is legal;
//! - a million jumps between two answers are a fault, `Endless`, of the procedure that jumps.

#[cfg(feature = "study")]
pub mod beginnings;
pub mod cells;
mod choices;
pub mod constant;
mod evaluate;
#[cfg(feature = "study")]
pub mod example;
mod execute;
mod exercised;
mod game;
mod layout;
mod levels;
mod play;
mod position;
pub(crate) mod shown;
mod source;
mod taken;
mod watched;
pub mod view;
mod ways;

use std::hash::{Hash, Hasher};

use rulec_runtime::{Fault, Listener, Silent};

use crate::machine::{ProcedureId, StateId};

pub use choices::{Choice, Seat};
pub use layout::{Layout, Prepared};
pub use play::JUMPS_AT_MOST;

use execute::Execution;
use position::Position;

/// A game in progress. Equal to another when the positions are; both must be of one machine.
#[derive(Debug, Clone)]
pub struct Interpreter<'m> {
    prepared: &'m Prepared<'m>,
    position: Position,
}

impl<'m> Interpreter<'m> {
    /// A game at its first wait. The scenario is given by its place, the readings that differ from their default by
    /// state variable and member index, and so are the seats among [`Machine::bots`](crate::machine::Machine::bots), one by
    /// one. A scenario that the machine does not have sets nothing up.
    pub fn new(
        prepared: &'m Prepared<'m>,
        scenario: usize,
        readings: &[(StateId, u32)],
    ) -> Result<Interpreter<'m>, Fault> {
        Interpreter::begin(prepared, scenario, readings, &mut Silent)
    }

    /// As [`new`](Interpreter::new), telling a listener what the setup does.
    pub fn begin<L: Listener>(
        prepared: &'m Prepared<'m>,
        scenario: usize,
        readings: &[(StateId, u32)],
        listener: &mut L,
    ) -> Result<Interpreter<'m>, Fault> {
        let mut game = Interpreter::bare(prepared, readings);
        let mut execution = Execution::new(prepared, &mut game.position, listener);
        execution.begin(prepared.machine.game.start, Vec::new());
        if let Some(scenario) = prepared.machine.scenarios.get(scenario) {
            execution.begin(scenario.setup, Vec::new());
        }
        execution.resume()?;
        Ok(game)
    }

    /// The state's start values with these readings, and nothing going on.
    pub fn bare(prepared: &'m Prepared<'m>, readings: &[(StateId, u32)]) -> Interpreter<'m> {
        let mut position = Position::start(prepared.layout);
        let defaults = prepared.machine.readings.iter().map(|reading| (reading.state, reading.default));
        for (state, member) in defaults.chain(readings.iter().copied()) {
            let cell = prepared.layout.states[state.idx()].offset;
            if prepared.machine.bots == Some(state) {
                position.state[cell + member as usize / 64] |= 1 << (member % 64);
            } else {
                position.state[cell] = i64::from(member);
            }
        }
        Interpreter { prepared, position }
    }

    /// Runs a procedure on top of whatever is going on, until it waits or everything has returned. Arguments are
    /// numbers as in [`cells`].
    pub fn run<L: Listener>(
        &mut self,
        procedure: ProcedureId,
        arguments: &[i64],
        listener: &mut L,
    ) -> Result<(), Fault> {
        let mut execution = Execution::new(self.prepared, &mut self.position, listener);
        execution.begin(procedure, arguments.to_vec());
        execution.resume()
    }

    /// The same position, played by another machine, which must have the same procedures, points and cells.
    #[cfg(feature = "study")]
    pub(crate) fn on<'n>(&self, prepared: &'n Prepared<'n>) -> Interpreter<'n> {
        Interpreter { prepared, position: self.position.clone() }
    }

    /// Whether the numbers of both positions are the same, frames and all.
    #[cfg(feature = "study")]
    pub(crate) fn is_at(&self, other: &Interpreter<'_>) -> bool {
        self.position == other.position
    }

    /// The numbers of the state, as [`cells`] has them, without the frames.
    #[cfg(feature = "study")]
    pub(crate) fn state(&self) -> &[i64] {
        &self.position.state
    }

    /// Puts numbers into the state, whatever the rules say: for positions that are made up.
    #[cfg(feature = "study")]
    pub(crate) fn put(&mut self, at: usize, numbers: &[i64]) {
        if let Some(place) = self.position.state.get_mut(at..at + numbers.len()) {
            place.copy_from_slice(numbers);
        }
    }

    /// What it is played by.
    pub fn prepared(&self) -> &'m Prepared<'m> {
        self.prepared
    }
}

impl PartialEq for Interpreter<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl Eq for Interpreter<'_> {}

impl Hash for Interpreter<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

#[cfg(test)]
mod tests;
