//! Calls: none among functions goes round. (Among procedures some do, through consequences, of which each runs once
//! at a time; lowering finds the depth of play.)

use super::Check;
use super::expressions::parts;
use crate::machine::{Aggregate, Expression, ExpressionKind, Source};

/// What a walk has found of one node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Depth {
    Unknown,
    Entered,
    Known(u32),
}

impl Check<'_> {
    /// The ids are known to point into their lists.
    pub(super) fn calls(&mut self) {
        let machine = self.machine;
        self.place = "calls".to_string();
        let mut called: Vec<Vec<usize>> = Vec::new();
        for function in &machine.functions {
            let mut found = Vec::new();
            functions_in(&function.body, &mut found);
            function.parts.iter().for_each(|part| functions_in(&part.value, &mut found));
            called.push(found);
        }
        let mut depths = vec![Depth::Unknown; called.len()];
        for nth in 0..called.len() {
            if depth(nth, &called, &mut depths).is_none() {
                let name = &machine.functions[nth].name;
                return self.breach(format!("function `{name}` calls itself in the end"));
            }
        }
    }
}

/// The longest chain of calls from a node, itself counted; none where they go round.
fn depth(nth: usize, called: &[Vec<usize>], depths: &mut [Depth]) -> Option<u32> {
    match depths[nth] {
        Depth::Known(depth) => return Some(depth),
        Depth::Entered => return None,
        Depth::Unknown => {}
    }
    depths[nth] = Depth::Entered;
    let mut deepest = 0;
    for callee in &called[nth] {
        deepest = deepest.max(depth(*callee, called, depths)?);
    }
    depths[nth] = Depth::Known(deepest + 1);
    Some(deepest + 1)
}

fn functions_in(expression: &Expression, found: &mut Vec<usize>) {
    if let ExpressionKind::Call(function, _) = &expression.kind {
        found.push(function.idx());
    }
    if let ExpressionKind::Aggregate(aggregate) = &expression.kind {
        functions_in_aggregate(aggregate, found);
    }
    if let ExpressionKind::Ways(_) = &expression.kind {
        expression.each_part(&mut |part| functions_in(part, found));
    }
    if let ExpressionKind::Call(_, within)
    | ExpressionKind::Constant(_, within)
    | ExpressionKind::State(_, within) = &expression.kind
    {
        within.iter().for_each(|within| functions_in(within, found));
    }
    parts(expression).into_iter().for_each(|part| functions_in(part, found));
}

fn functions_in_aggregate(aggregate: &Aggregate, found: &mut Vec<usize>) {
    match &aggregate.source {
        Source::Type(_) => {}
        Source::Set(set) => functions_in(set, found),
        Source::Range(from, to) => {
            functions_in(from, found);
            functions_in(to, found);
        }
    }
    let inside = aggregate.filter.iter().chain(&aggregate.body).chain(&aggregate.otherwise);
    inside.for_each(|part| functions_in(part, found));
}
