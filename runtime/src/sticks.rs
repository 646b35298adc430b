//! The tests' game: two players in turn throw a die that removes sticks, then take up to three as their score.
//!
//! Written by hand, small enough to see through. One rule of it is wrong on purpose: a six when twelve are left is a fault.

use alloc::vec::Vec;
use core::fmt;

use crate::{Chance, Fault, FaultKind, Game, Listener, Outcome, Refusal, Rule, RuleIndex, Shown, Waiting};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sticks {
    left: i32,
    scores: [i64; 2],
    second: bool,
    choosing: bool,
    halted: bool,
}

/// So many are taken.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Take(pub i32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seat(bool);

const ROLLED: RuleIndex = RuleIndex(0);
const TAKEN: RuleIndex = RuleIndex(1);

impl Sticks {
    pub fn new(left: i32) -> Sticks {
        Sticks { left, scores: [0, 0], second: false, choosing: false, halted: false }
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take({})", self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { "second" } else { "first" })
    }
}

impl Game for Sticks {
    type Seat = Seat;
    type Choice = Take;

    fn waiting(&self) -> Waiting<Seat> {
        match self {
            Sticks { halted: true, .. } => Waiting::Halted,
            Sticks { choosing: true, .. } => Waiting::Choice { seat: Seat(self.second), rule: TAKEN },
            Sticks { left: 0, .. } => Waiting::Over,
            Sticks { .. } => Waiting::Roll { count: 1, sides: 6 },
        }
    }

    fn options(&self, into: &mut Vec<Take>) {
        into.clear();
        if self.choosing {
            into.extend((1..=self.left.min(3)).map(Take));
        }
    }

    fn choose<L: Listener>(&mut self, choice: &Take, listener: &mut L) -> Result<(), Refusal> {
        if let Some(refusal) = self.why_not(choice) {
            return Err(refusal);
        }
        listener.rule(TAKEN);
        self.left -= choice.0;
        self.scores[usize::from(self.second)] += i64::from(choice.0);
        listener.changed("left", &[], Shown::Integer(i64::from(self.left)));
        self.second = !self.second;
        self.choosing = false;
        Ok(())
    }

    fn roll<L: Listener>(&mut self, value: i32, listener: &mut L) -> Result<(), Refusal> {
        if !matches!(self.waiting(), Waiting::Roll { .. }) {
            return Err(Refusal::NotWaitedFor);
        }
        if !(1..=6).contains(&value) {
            return Err(Refusal::NotARoll { value });
        }
        listener.rule(ROLLED);
        if self.left == 12 && value == 6 {
            self.left = 0;
            self.halted = true;
            let kind = FaultKind::OutOfBounds { value: 6, least: 1, greatest: 5 };
            return Err(Fault { rule: ROLLED, kind }.into());
        }
        self.left = (self.left - value).max(0);
        self.choosing = self.left > 0;
        Ok(())
    }

    fn chances(&self, into: &mut Vec<Chance>) {
        into.clear();
        if matches!(self.waiting(), Waiting::Roll { .. }) {
            Chance::of_roll(1, 6, into);
        }
    }

    fn drawn(&self, _: u32) -> i32 {
        0
    }

    fn why_not(&self, choice: &Take) -> Option<Refusal> {
        let legal = (1..=self.left.min(3)).contains(&choice.0);
        match (self.choosing, legal) {
            (false, _) => Some(Refusal::NotWaitedFor),
            (true, false) => Some(Refusal::Forbidden { rule: TAKEN, condition: None }),
            (true, true) => None,
        }
    }

    fn outcome(&self) -> Outcome<Seat> {
        let scores = [(Seat(false), self.scores[0]), (Seat(true), self.scores[1])];
        Outcome { over: self.waiting() == Waiting::Over, winners: Vec::new(), scores: scores.into() }
    }

    fn breach(&self) -> Option<RuleIndex> {
        (self.left < 0).then_some(TAKEN)
    }

    fn rulebook(&self) -> &[Rule<'_>] {
        &[]
    }

    fn cells(&self, into: &mut Vec<i64>) {
        into.clear();
        into.push(i64::from(self.left));
    }
}
