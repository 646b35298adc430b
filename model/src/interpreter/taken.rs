//! How often `answer` rules have taken each option: what nobody chooses no player can count.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::machine::{DecisionId, Machine, OptionId, ProcedureId, RuleId};

/// Counts over all games that are played by one prepared machine, on any thread.
#[derive(Debug)]
pub(super) struct Taken {
    /// By rule: whether it answers decisions.
    answers: Vec<bool>,
    /// By procedure: the option whose effect it is.
    effects: Vec<Option<usize>>,
    /// Decision and option of each count.
    options: Vec<(DecisionId, OptionId)>,
    counts: Vec<AtomicU64>,
}

impl Taken {
    pub fn of(machine: &Machine) -> Taken {
        let answers: Vec<bool> = machine.rules.iter().map(|rule| rule.kind == "answer").collect();
        let mut effects = vec![None; machine.procedures.len()];
        let mut options = Vec::new();
        if answers.contains(&true) {
            for (decision, nth) in machine.decisions.iter().zip(0..) {
                for (option, place) in decision.options.iter().zip(0..) {
                    effects[option.effect.idx()] = Some(options.len());
                    options.push((DecisionId(nth), OptionId(place)));
                }
            }
        }
        let counts = options.iter().map(|_| AtomicU64::new(0)).collect();
        Taken { answers, effects, options, counts }
    }

    /// A procedure of this rule calls another.
    pub fn called(&self, caller: RuleId, called: ProcedureId) {
        if self.answers[caller.idx()]
            && let Some(nth) = self.effects[called.idx()]
        {
            self.counts[nth].fetch_add(1, Ordering::Relaxed);
        }
    }

    pub fn counts(&self) -> impl Iterator<Item = (DecisionId, OptionId, u64)> + '_ {
        let counts = self.options.iter().zip(&self.counts);
        counts.map(|((decision, option), count)| (*decision, *option, count.load(Ordering::Relaxed)))
    }
}
