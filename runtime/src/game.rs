//! The contract between a game and whoever plays it.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Display;
use core::hash::Hash;

use crate::{Listener, Rule, RuleIndex};

/// A game in progress: plain data, cheap to copy, equal when the positions are.
///
/// Play is a loop: look at [`waiting`](Game::waiting), answer with [`choose`](Game::choose) or
/// [`roll`](Game::roll). Dice come from outside, so a game is its list of answers.
pub trait Game: Clone + Eq + Hash {
    /// Who plays.
    type Seat: Copy + Eq + Display;
    /// One legal option with its arguments. Displays in the words of the rules: `raid(army_1)`.
    type Choice: Clone + Eq + Display;

    /// The one thing that the game waits for.
    fn waiting(&self) -> Waiting<Self::Seat>;

    /// The legal options, exactly; empty unless a choice is waited for. Clears `into` first.
    fn options(&self, into: &mut Vec<Self::Choice>);

    /// Takes an option. Anything but a legal option is refused and changes nothing.
    fn choose<L: Listener>(&mut self, choice: &Self::Choice, listener: &mut L) -> Result<(), Refusal>;

    /// Answers a roll with the dice's total, or a draw with a member's index. Others are refused and change nothing.
    fn roll<L: Listener>(&mut self, value: i32, listener: &mut L) -> Result<(), Refusal>;

    /// What a roll or draw that is waited for can give, with weights; empty otherwise. Clears `into` first.
    fn chances(&self, into: &mut Vec<Chance>);

    /// The member index of the draw's `nth` candidate (from 0).
    fn drawn(&self, nth: u32) -> i32;

    /// Why an option is not legal now: the rule and its first condition that fails. None when it is legal.
    fn why_not(&self, choice: &Self::Choice) -> Option<Refusal>;

    /// Winners and scores as they stand; final when the game is over.
    fn outcome(&self) -> Outcome<Self::Seat>;

    /// The first `invariant` rule that does not hold.
    fn breach(&self) -> Option<RuleIndex>;

    /// The rules, in rulebook order.
    fn rulebook(&self) -> &[Rule<'_>];

    /// Every state cell in the order of declaration (sets as their words, nothing as -1), then the frames: equal
    /// for the interpreter and the engine at every step. Clears `into` first.
    fn cells(&self, into: &mut Vec<i64>);
}

/// What a game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Waiting<Seat> {
    /// A player's choice; the rule is the decision.
    Choice { seat: Seat, rule: RuleIndex },
    /// The total of so many dice.
    Roll { count: u32, sides: u32 },
    /// One of so many candidates, by equal chance.
    Draw { among: u32 },
    /// Nothing: the game is over.
    Over,
    /// Nothing: a rule was broken (see [`Fault`]); undo to go on.
    Halted,
}

/// One result of a roll or draw: `weight` in `of`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chance {
    pub value: i32,
    pub weight: u32,
    pub of: u32,
}

impl Chance {
    pub fn probability(self) -> f64 {
        f64::from(self.weight) / f64::from(self.of)
    }
}

/// Why an answer was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Something else is waited for.
    NotWaitedFor,
    /// Not a legal option: this rule forbids it, by this condition where one can be named.
    Forbidden { rule: RuleIndex, condition: Option<Cow<'static, str>> },
    /// Not a result of the roll or draw that is waited for.
    NotARoll { value: i32 },
    /// The answer was legal, but a rule led outside what the rules allow; the game has halted.
    Fault(Fault),
}

/// A rule led outside its bounds: a mistake in the rules, not in the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub rule: RuleIndex,
    pub kind: FaultKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// A value left the bounds of the state or local it was meant for.
    OutOfBounds { value: i64, least: i64, greatest: i64 },
    /// A loop reached its limit.
    Endless { limit: i64 },
    /// A procedure was called although its `needs` do not hold.
    Needs(Cow<'static, str>),
    /// A draw from nobody.
    NobodyToDraw,
    /// In a supposition, where nobody is asked: no answer to a decision is legal.
    Unanswered,
}

/// What a rule of an engine gives, or the fault that it led to: that lies apart, so that what is usual stays small.
pub type Ruled<T = ()> = Result<T, Box<Fault>>;

impl From<Box<Fault>> for Fault {
    fn from(fault: Box<Fault>) -> Fault {
        *fault
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::Fault(fault)
    }
}

/// Winners and scores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome<Seat> {
    pub over: bool,
    /// Empty while nobody has won, and in a draw.
    pub winners: Vec<Seat>,
    /// One per seat, where the rules keep a score.
    pub scores: Vec<(Seat, i64)>,
}
