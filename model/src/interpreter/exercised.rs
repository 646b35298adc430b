//! Which rules play has exercised: what fired, was called, was looked up or was asked, in any game of one prepared machine; and which
//! lines of `modifiers` have counted.
//!
//! Explanations tell what acted; a function or a table acts in silence, so this asks at the places where they are read. Nobody
//! pays for it who has not asked: without flags every look-up finds none. What waits for its condition is not exercised by being asked
//! whether it holds: a `whenever` is when it fires, a `victory` when it ends the game.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::machine::{FunctionId, Machine, RuleId};

/// A flag by rule, on any thread; none at all when nobody asks.
#[derive(Debug, Default)]
pub(super) struct Exercised {
    flags: Vec<AtomicBool>,
    /// By rule: whether it waits for a condition to come true.
    waits: Vec<bool>,
    /// By function a flag for each of its lines, as explanations show them.
    counted: Vec<Vec<AtomicBool>>,
}

impl Exercised {
    pub fn of(machine: &Machine) -> Exercised {
        let flags = machine.rules.iter().map(|_| AtomicBool::new(false)).collect();
        let waits = machine.rules.iter().map(|rule| matches!(rule.kind, "whenever" | "victory")).collect();
        let lines = machine.functions.iter().map(|function| &function.parts);
        let counted = lines.map(|lines| lines.iter().map(|_| AtomicBool::new(false)).collect()).collect();
        Exercised { flags, waits, counted }
    }

    /// A function of this rule was asked.
    pub fn asked(&self, rule: RuleId) {
        if self.waits.get(rule.idx()) == Some(&false) {
            self.mark(rule);
        }
    }

    pub fn mark(&self, rule: RuleId) {
        if let Some(flag) = self.flags.get(rule.idx()) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    pub fn is_marked(&self, rule: RuleId) -> bool {
        self.flags.get(rule.idx()).is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// The flags of a function's lines, where somebody asks and it has any.
    #[inline]
    pub fn lines(&self, function: FunctionId) -> Option<&[AtomicBool]> {
        self.counted.get(function.idx()).map(Vec::as_slice).filter(|lines| !lines.is_empty())
    }

    pub fn forget(&self) {
        let all = self.flags.iter().chain(self.counted.iter().flatten());
        all.for_each(|flag| flag.store(false, Ordering::Relaxed));
    }
}
