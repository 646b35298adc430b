//! Scenarios that cannot be begun, or begin with a broken invariant: found when rules are checked, not by the first who plays.

use super::Interpreter;
use super::constant::fails_for;
use super::example::fault_text;
use super::layout::{Layout, Prepared};
use crate::machine::Machine;

/// The scenarios, by their place, that go wrong before anything is waited for, and what does.
pub fn broken(machine: &Machine) -> Vec<(usize, String)> {
    let layout = Layout::of(machine);
    let prepared = Prepared::new(machine, &layout);
    let found = (0..machine.scenarios.len()).filter_map(|nth| {
        let wrong = match Interpreter::new(&prepared, nth, &[]) {
            Ok(game) => broken_invariant(machine, &layout, &game)?,
            Err(fault) => fault_text(machine, &fault),
        };
        Some((nth, wrong))
    });
    found.collect()
}

fn broken_invariant(machine: &Machine, layout: &Layout, game: &Interpreter<'_>) -> Option<String> {
    machine.invariants.iter().zip(&layout.invariants).find_map(|(invariant, scope)| {
        let members = game.evaluate(scope, &[], |inside| fails_for(inside, invariant, 0))?;
        let names: Vec<&str> = invariant
            .over
            .iter()
            .zip(&members)
            .map(|((_, of), member)| machine.types[of.idx()].members[*member as usize].as_str())
            .collect();
        let name = &machine.rules[invariant.rule.idx()].name;
        Some(match names.as_slice() {
            [] => format!("`{name}` does not hold"),
            names => format!("`{name}` does not hold for {}", names.join(", ")),
        })
    })
}
