//! A position: the state's numbers and the frames of what is going on. Plain data.

use crate::machine::{DecisionId, Dice, PointId, ProcedureId};

use super::layout::Layout;

/// Equal when the games are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Position {
    /// All cells of all state variables.
    pub state: Vec<i64>,
    /// From the bottom; the topmost says what is waited for. None: the game is over.
    pub frames: Vec<Frame>,
    /// A rule led outside its bounds.
    pub halted: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Frame {
    /// A procedure, to be resumed at this point with the values of its live locals.
    Point { procedure: ProcedureId, point: PointId, live: Vec<i64> },
    /// A decision that is waited for, or that is asked again when what stands above it has returned.
    Decision { decision: DecisionId, arguments: Vec<i64> },
    /// Dice that are waited for; the point below takes the total.
    Roll(Dice),
    /// A draw from these words that is waited for; the point below takes the member.
    Draw(Vec<i64>),
}

impl Position {
    /// The state's start values, and nothing going on.
    pub fn start(layout: &Layout) -> Position {
        Position { state: layout.start.clone(), frames: Vec::new(), halted: false }
    }

    pub fn halt(&mut self) {
        self.frames.clear();
        self.halted = true;
    }
}

/// The members in the words of a set, in order.
pub(super) fn members(words: &[i64]) -> impl Iterator<Item = i64> {
    words.iter().zip(0..).flat_map(|(word, nth)| {
        let word = *word as u64;
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * nth + bit)
    })
}
