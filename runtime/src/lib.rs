//! What generated engines call: waiting, options, dice, records, explanations.
//!
//! A game is plain data that at any moment waits for exactly one thing: a player's choice among listed
//! options, a roll, or nothing. [`Game`] is that contract; generated engines and the interpreter both keep it,
//! so players, recordings and searches are written once. No IO, no threads, no clock.

#![no_std]
extern crate alloc;

mod game;
mod explain;
mod rulebook;
mod bits;
mod set;
mod check;
mod words;
mod dice;
mod record;
mod player;
pub mod ways;
#[cfg(test)]
mod sticks;

pub use bits::Bits;
pub use check::{
    Rounds, bounded, divided_down, divided_up, drawn, nobody_to_draw, not_offered, offered, permitted,
    required, rolled, unanswered,
};
pub use dice::Dice;
pub use explain::{Event, Listener, Shown, ShownSet, Silent, Trace};
pub use game::{Chance, Fault, FaultKind, Game, Outcome, Refusal, Ruled, Waiting};
pub use player::{Greedy, Played, Player, Random, play_out};
pub use record::{Answer, Record, ReplayError, ReplayErrorKind, Save};
pub use rulebook::{Receipt, Rule, RuleIndex};
pub use set::{Member, Members, Set, all_on_shelf, reshelve, shelf, words_for};
pub use words::{Numbers, member_named, words_of_choice};
