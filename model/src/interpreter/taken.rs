//! How often `answer` rules have taken each option, which no player can count, and how often what options do was carried out,
//! by whomever: charts that do a thing themselves take no option.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::machine::{Block, Body, Code, DecisionId, End, Machine, OptionId, ProcedureId, RuleId, Step};

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
    /// By rule: the count of a procedure that the effect of an option calls.
    carried_out: Vec<Option<AtomicU64>>,
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
        let mut carried_out: Vec<Option<AtomicU64>> = machine.rules.iter().map(|_| None).collect();
        for option in machine.decisions.iter().flat_map(|decision| &decision.options) {
            each_called(&machine.procedures[option.effect.idx()].body, &mut |called| {
                let rule = machine.procedures[called.idx()].rule;
                if machine.rules[rule.idx()].kind == "procedure" {
                    carried_out[rule.idx()] = Some(AtomicU64::new(0));
                }
            });
        }
        Taken { answers, effects, options, counts, carried_out }
    }

    /// A procedure of this rule is entered.
    pub fn entered(&self, rule: RuleId) {
        if let Some(count) = &self.carried_out[rule.idx()] {
            count.fetch_add(1, Ordering::Relaxed);
        }
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

    /// Each procedure that options call, in the order of the rules, and how often it was carried out.
    pub fn carried_out(&self) -> impl Iterator<Item = (RuleId, u64)> + '_ {
        self.carried_out.iter().zip(0..).filter_map(|(count, nth)| {
            count.as_ref().map(|count| (RuleId(nth), count.load(Ordering::Relaxed)))
        })
    }
}

/// The procedures that a body calls itself.
fn each_called(body: &Body, see: &mut dyn FnMut(ProcedureId)) {
    match body {
        Body::Plain(block) => each_called_in(block, see),
        Body::Waiting(points) => points.iter().for_each(|point| each_called_by(&point.code, see)),
    }
}

fn each_called_by(code: &Code, see: &mut dyn FnMut(ProcedureId)) {
    each_called_in(&code.steps, see);
    match &code.end {
        End::Call { procedure, .. } => see(*procedure),
        End::Branch(branch) => {
            each_called_by(&branch.then, see);
            each_called_by(&branch.otherwise, see);
        }
        End::Goto(_)
        | End::Roll { .. }
        | End::Draw { .. }
        | End::Choose { .. }
        | End::Return(_)
        | End::EndGame => {}
    }
}

fn each_called_in(block: &Block, see: &mut dyn FnMut(ProcedureId)) {
    for step in block {
        match step {
            Step::Call { procedure, .. } => see(*procedure),
            Step::If { then, otherwise, .. } => {
                each_called_in(then, see);
                each_called_in(otherwise, see);
            }
            Step::For { body, .. } | Step::While { body, .. } => each_called_in(body, see),
            Step::Let { .. }
            | Step::Set { .. }
            | Step::Assign { .. }
            | Step::Fired(_)
            | Step::Explain { .. }
            | Step::Tell(_)
            | Step::Fail(_)
            | Step::Return(_) => {}
        }
    }
}
