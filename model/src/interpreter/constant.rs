//! Invariants that ask of no state: true or false once and for all, so they are worked out when rules are checked.

use crate::machine::{Expression, ExpressionKind, FunctionId, Invariant, Machine, RuleId};

use super::evaluate::{Evaluation, Stack};
use super::layout::{Layout, Prepared};

/// An invariant, by its place, that does not hold, with the first members that it does not hold for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    pub invariant: usize,
    /// By variable: the member's index.
    pub members: Vec<u32>,
}

/// The invariants of a machine that ask of no state and do not hold.
pub fn broken(machine: &Machine) -> Vec<Broken> {
    let constant: Vec<usize> =
        (0..machine.invariants.len()).filter(|nth| is_constant(machine, &machine.invariants[*nth])).collect();
    if constant.is_empty() {
        return Vec::new();
    }
    let layout = Layout::of(machine);
    let prepared = Prepared::new(machine, &layout);
    let found = constant.into_iter().filter_map(|nth| {
        let mut stack = Stack::new(&layout.invariants[nth], &[]);
        let mut inside = Evaluation { prepared: &prepared, state: &layout.start, stack: &mut stack };
        let members = fails_for(&mut inside, &machine.invariants[nth], 0)?;
        Some(Broken { invariant: nth, members })
    });
    found.collect()
}

/// The first members for which it fails, the variables before `nth` being bound.
pub(super) fn fails_for<'a>(
    inside: &mut Evaluation<'a, '_>,
    invariant: &'a Invariant,
    nth: usize,
) -> Option<Vec<u32>> {
    let Some((variable, of)) = invariant.over.get(nth) else {
        let fails = !inside.holds(&invariant.condition.holds);
        return fails.then(|| {
            invariant.over.iter().map(|(variable, _)| inside.stack.value(*variable) as u32).collect()
        });
    };
    let members = inside.prepared.machine.types[of.idx()].members.len() as i64;
    (0..members).find_map(|member| {
        inside.stack.set(*variable, member);
        fails_for(inside, invariant, nth + 1)
    })
}

fn is_constant(machine: &Machine, invariant: &Invariant) -> bool {
    !asks_of_state(machine, &invariant.condition.holds)
}

fn asks_of_state(machine: &Machine, expression: &Expression) -> bool {
    let mut asks = false;
    expression.walk(&mut |part| {
        asks |= matches!(part.kind, ExpressionKind::State(..));
        if let ExpressionKind::Call(function, _) = &part.kind {
            asks |= function_asks(machine, *function);
        }
    });
    asks
}

/// Functions do not call themselves, so this ends.
fn function_asks(machine: &Machine, function: FunctionId) -> bool {
    let function = &machine.functions[function.idx()];
    function.supposes.is_some() || asks_of_state(machine, &function.body)
}

/// The rules whose constants an invariant asks, also through functions.
pub fn tables_of(machine: &Machine, invariant: usize) -> Vec<RuleId> {
    let mut rules = Vec::new();
    constants_in(machine, &machine.invariants[invariant].condition.holds, &mut rules);
    rules
}

fn constants_in(machine: &Machine, expression: &Expression, rules: &mut Vec<RuleId>) {
    expression.walk(&mut |part| {
        if let ExpressionKind::Constant(constant, _) = &part.kind {
            let rule = machine.constants[constant.idx()].rule;
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        } else if let ExpressionKind::Call(function, _) = &part.kind {
            constants_in(machine, &machine.functions[function.idx()].body, rules);
        }
    });
}
