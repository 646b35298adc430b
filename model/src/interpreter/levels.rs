//! When each condition of an option is asked: as soon as its variables are known, as generated engines ask it.
//!
//! What fails for one army need not be bound with every place. Expressions are total, so the order in which they are asked changes no
//! answer.

use crate::machine::{DecisionOption, Expression, ExpressionKind, LocalId};

/// The conditions of an option, by how many of its variables are bound before they are asked.
#[derive(Debug, Clone)]
pub(super) struct Levels(Vec<Vec<usize>>);

impl Levels {
    pub fn of(option: &DecisionOption) -> Levels {
        let mut levels = vec![Vec::new(); option.bindings.len() + 1];
        let filters = option.bindings.iter().filter_map(|binding| binding.filter.as_ref());
        let mut known: Vec<&Expression> = filters.map(|filter| &filter.holds).collect();
        for (nth, condition) in option.conditions.iter().enumerate() {
            // What a variable was filtered by, or another condition has asked, is not asked again.
            if known.contains(&&condition.holds) {
                continue;
            }
            known.push(&condition.holds);
            let last = option.bindings.iter().rposition(|binding| reads(&condition.holds, binding.local));
            levels[last.map_or(0, |last| last + 1)].push(nth);
        }
        Levels(levels)
    }

    /// The conditions to ask when so many variables are bound, by their places.
    pub fn at(&self, bound: usize) -> &[usize] {
        self.0.get(bound).map(Vec::as_slice).unwrap_or_default()
    }
}

fn reads(expression: &Expression, local: LocalId) -> bool {
    let mut found = false;
    expression.walk(&mut |part| found |= part.kind == ExpressionKind::Local(local));
    found
}
