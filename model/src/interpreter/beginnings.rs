//! Scenarios that cannot be begun, or begin with a broken invariant: found when rules are checked, not by the first who plays.

use rulec_runtime::{Fault, FaultKind};

use super::Interpreter;
use super::constant::fails_for;
use super::example::fault_text;
use super::layout::{Layout, Prepared};
use crate::machine::Machine;

/// A scenario that goes wrong before anything is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Its place among the scenarios.
    pub scenario: usize,
    pub wrong: String,
    /// `post(tenth_1, w5116, 0)`: the call whose needs do not hold.
    pub call: Option<String>,
}

/// Those of a machine, in order.
pub fn broken(machine: &Machine) -> Vec<Broken> {
    let layout = Layout::of(machine);
    let found = (0..machine.scenarios.len()).filter_map(|nth| {
        let prepared = Prepared::new(machine, &layout);
        let wrong = match Interpreter::new(&prepared, nth, &[]) {
            Ok(game) => broken_invariant(machine, &layout, &game)?,
            Err(fault) => told(&prepared, &fault),
        };
        Some(Broken { scenario: nth, wrong, call: prepared.refused_call.get().cloned() })
    });
    found.collect()
}

/// A fault in words, with the arguments of a call whose needs do not hold: a scenario makes many.
fn told(prepared: &Prepared<'_>, fault: &Fault) -> String {
    match (&fault.kind, prepared.refused_call.get()) {
        (FaultKind::Needs(text), Some(call)) => format!("`{call}` is called although `{text}` does not hold"),
        _ => fault_text(prepared.machine, fault),
    }
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
