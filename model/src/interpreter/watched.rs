//! Watched rules: whether one of them has had a hand in what was played.
//!
//! Two revisions need not both be played where nothing that differs is used. Watching costs a look at a flag where a scope is
//! entered or a cell is looked into.

use std::sync::atomic::{AtomicBool, Ordering};

use super::layout::{Layout, Prepared, Scope};
use crate::machine::{Machine, RuleId};

/// Whether a watched rule was used. Whoever watches keeps a prepared machine for each thread.
#[derive(Debug, Default)]
pub(super) struct Touched(AtomicBool);

impl Clone for Touched {
    fn clone(&self) -> Touched {
        Touched::default()
    }
}

impl Layout {
    /// Watches some rules: from then on [`Prepared::is_touched`] says whether one of them has had a hand in what was played. So two
    /// revisions need not both be played where nothing that differs is used.
    pub fn watch(&mut self, machine: &Machine, is_watched: impl Fn(&str) -> bool) {
        let watched: Vec<bool> = machine.rules.iter().map(|rule| is_watched(&rule.name)).collect();
        let of = |rule: RuleId| watched[rule.idx()];
        let states = self.states.iter_mut().zip(&machine.states);
        states.for_each(|(grid, state)| grid.watched = of(state.rule));
        let constants = self.constants.iter_mut().zip(&machine.constants);
        constants.for_each(|(grid, constant)| grid.watched = of(constant.rule));
        let functions = self.functions.iter_mut().zip(&machine.functions);
        functions.for_each(|(scope, function)| scope.watched = of(function.rule));
        let procedures = self.procedures.iter_mut().zip(&machine.procedures);
        procedures.for_each(|(scope, procedure)| {
            scope.watched = of(procedure.rule) || of(procedure.told_under());
        });
        for (nth, decision) in machine.decisions.iter().enumerate() {
            self.decisions[nth].watched = of(decision.rule);
            let options = self.options[nth].iter_mut().zip(&decision.options);
            options.for_each(|(scope, option)| scope.watched = of(decision.rule) || of(option.rule));
        }
    }
}

impl Prepared<'_> {
    /// Tells that a scope is entered, where that is watched.
    pub(super) fn enter(&self, scope: &Scope) {
        if scope.watched {
            self.touch();
        }
    }

    pub(super) fn touch(&self) {
        self.touched.0.store(true, Ordering::Relaxed);
    }

    /// Whether a watched rule was used since the last [`untouch`](Prepared::untouch).
    #[cfg(feature = "study")]
    pub(crate) fn is_touched(&self) -> bool {
        self.touched.0.load(Ordering::Relaxed)
    }

    #[cfg(feature = "study")]
    pub(crate) fn untouch(&self) {
        self.touched.0.store(false, Ordering::Relaxed);
    }
}
