//! Choices: which options of a decision are legal, and why another is not.

use std::fmt;
use std::hash::{Hash, Hasher};

use rulec_runtime::Refusal;

use crate::machine::{Condition, DecisionId, DecisionOption, OptionId, RuleId};

use super::evaluate::{Evaluation, Stack};
use super::execute::rule_index;
use super::layout::Prepared;
use super::levels::Levels;
use super::shown::{member_name, shown};

/// One option of a decision with the values of its bindings.
#[derive(Clone)]
pub struct Choice<'m> {
    prepared: &'m Prepared<'m>,
    pub decision: DecisionId,
    pub option: OptionId,
    /// One per binding: an integer, or a member's index.
    pub arguments: Vec<i64>,
}

impl<'m> Choice<'m> {
    /// An option of a decision, legal or not. None when the decision has no such option.
    pub fn named(
        prepared: &'m Prepared<'m>,
        decision: DecisionId,
        option: &str,
        arguments: Vec<i64>,
    ) -> Option<Choice<'m>> {
        let options = &prepared.machine.decision(decision).options;
        let nth = options.iter().position(|candidate| candidate.name == option)?;
        Some(Choice { prepared, decision, option: OptionId(nth as u32), arguments })
    }
}

impl PartialEq for Choice<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.decision, self.option, &self.arguments) == (other.decision, other.option, &other.arguments)
    }
}

impl Eq for Choice<'_> {}

impl Hash for Choice<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.decision, self.option, &self.arguments).hash(state);
    }
}

/// `raid(army_1)`, or `trade` where the option has no bindings.
impl fmt::Display for Choice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let machine = self.prepared.machine;
        let Some(option) = machine.decision(self.decision).options.get(self.option.idx()) else {
            return f.write_str("?");
        };
        f.write_str(&option.name)?;
        for (nth, (binding, value)) in option.bindings.iter().zip(&self.arguments).enumerate() {
            let holds = option.locals[binding.local.idx()].holds;
            write!(f, "{}{}", if nth == 0 { "(" } else { ", " }, shown(machine, holds, &[*value]))?;
        }
        f.write_str(if option.bindings.is_empty() { "" } else { ")" })
    }
}

impl fmt::Debug for Choice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Who plays: a member of the players' type.
#[derive(Clone, Copy)]
pub struct Seat<'m> {
    prepared: &'m Prepared<'m>,
    pub index: u32,
}

impl<'m> Seat<'m> {
    pub(super) fn new(prepared: &'m Prepared<'m>, index: i64) -> Seat<'m> {
        Seat { prepared, index: u32::try_from(index).unwrap_or_default() }
    }
}

impl PartialEq for Seat<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl Eq for Seat<'_> {}

impl fmt::Display for Seat<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let machine = self.prepared.machine;
        f.write_str(member_name(machine, machine.game.players, i64::from(self.index)))
    }
}

impl fmt::Debug for Seat<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The legal options of a decision, in order: options as listed, bindings nested, values in order.
pub(super) fn legal<'m>(
    prepared: &'m Prepared<'m>,
    state: &[i64],
    decision: DecisionId,
    arguments: &[i64],
    into: &mut Vec<Choice<'m>>,
) {
    for (nth, option) in prepared.machine.decision(decision).options.iter().enumerate() {
        let nth = OptionId(nth as u32);
        each_legal(prepared, state, (decision, nth), option, arguments, &mut |chosen| {
            into.push(Choice { prepared, decision, option: nth, arguments: chosen.to_vec() });
            false
        });
    }
}

/// Whether some option is legal that settles the decision.
pub(super) fn offers_any<'m>(
    prepared: &'m Prepared<'m>,
    state: &[i64],
    decision: DecisionId,
    arguments: &[i64],
) -> bool {
    let options = prepared.machine.decision(decision).options.iter().enumerate();
    options.filter(|(_, option)| !option.asks_again).any(|(nth, option)| {
        let nth = OptionId(nth as u32);
        each_legal(prepared, state, (decision, nth), option, arguments, &mut |_| true)
    })
}

/// Shows each legal combination of bindings until one is enough; whether one was.
fn each_legal<'m>(
    prepared: &'m Prepared<'m>,
    state: &[i64],
    (decision, nth): (DecisionId, OptionId),
    option: &'m DecisionOption,
    arguments: &[i64],
    enough: &mut dyn FnMut(&[i64]) -> bool,
) -> bool {
    let scope = &prepared.layout.options[decision.idx()][nth.idx()];
    prepared.enter(scope);
    let mut stack = Stack::new(scope, arguments);
    let mut evaluation = Evaluation { prepared, state, stack: &mut stack };
    let levels = &prepared.layout.levels[decision.idx()][nth.idx()];
    bind(&mut evaluation, option, levels, &mut Vec::new(), enough)
}

/// Binds the variables after those that are `chosen`.
fn bind<'m>(
    evaluation: &mut Evaluation<'m, '_>,
    option: &'m DecisionOption,
    levels: &Levels,
    chosen: &mut Vec<i64>,
    enough: &mut dyn FnMut(&[i64]) -> bool,
) -> bool {
    let mut asked = levels.at(chosen.len()).iter().map(|nth| &option.conditions[*nth]);
    if !asked.all(|condition| evaluation.holds(&condition.holds)) {
        return false;
    }
    let Some(binding) = option.bindings.get(chosen.len()) else { return enough(chosen) };
    let mut values = evaluation.begin(&binding.source);
    while let Some(value) = evaluation.next_of(&binding.source, &mut values) {
        evaluation.stack.set(binding.local, value);
        if binding.filter.as_ref().is_some_and(|filter| !evaluation.holds(&filter.holds)) {
            continue;
        }
        chosen.push(value);
        let stop = bind(evaluation, option, levels, chosen, enough);
        chosen.pop();
        if stop {
            return true;
        }
    }
    false
}

/// The first reason why a choice is not a legal option of the decision that is waited for.
pub(super) fn refusal(
    prepared: &Prepared<'_>,
    state: &[i64],
    (decision, arguments): (DecisionId, &[i64]),
    choice: &Choice<'_>,
) -> Option<Refusal> {
    let waited_for = prepared.machine.decision(decision);
    let not_offered = Some(Refusal::Forbidden { rule: rule_index(waited_for.rule), condition: None });
    let Some(option) = waited_for.options.get(choice.option.idx()) else { return not_offered };
    if choice.decision != decision || choice.arguments.len() != option.bindings.len() {
        return not_offered;
    }
    let mut stack = Stack::new(&prepared.layout.options[decision.idx()][choice.option.idx()], arguments);
    let mut evaluation = Evaluation { prepared, state, stack: &mut stack };
    for (binding, value) in option.bindings.iter().zip(&choice.arguments) {
        let within = evaluation.has(&binding.source, *value);
        evaluation.stack.set(binding.local, *value);
        match &binding.filter {
            Some(filter) if !within || !evaluation.holds(&filter.holds) => return forbidden(filter),
            None if !within => return outside(option.rule),
            Some(_) | None => {}
        }
    }
    let failed = option.conditions.iter().find(|condition| !evaluation.holds(&condition.holds));
    failed.and_then(forbidden)
}

fn forbidden(condition: &Condition) -> Option<Refusal> {
    let text = condition.text.clone().into();
    Some(Refusal::Forbidden { rule: rule_index(condition.rule), condition: Some(text) })
}

fn outside(rule: RuleId) -> Option<Refusal> {
    Some(Refusal::Forbidden { rule: rule_index(rule), condition: None })
}
