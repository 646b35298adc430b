//! What procedures lead to from inside a supposition: answers that look at its parameters, and the supposition itself.

use std::collections::{HashMap, HashSet};

use crate::check::typed::{Statement, TypedProcedure, TypedProcedureId, TypedSupposition};
use crate::check::walk::each_expression;
use crate::lower::settle::{Settled, each};
use crate::machine::{Expression, ExpressionKind, Function};

/// Which procedures lead to an answer that looks at the function's parameters, which stand behind its own.
pub(super) fn passing(settled: &Settled, of: &TypedSupposition) -> Vec<bool> {
    let mut passing = vec![false; settled.procedures.len()];
    for (_, answer) in &of.answers {
        let TypedProcedure { parameters, body, .. } = &settled.procedures[answer.0];
        let passed = parameters - of.passed..*parameters;
        each_expression(body, &mut |part| {
            passing[answer.0] |= matches!(part.kind, ExpressionKind::Local(id) if passed.contains(&id.0));
        });
    }
    loop {
        let mut changed = false;
        for (idx, procedure) in settled.procedures.iter().enumerate() {
            if !passing[idx] && calls_any(&procedure.body, &passing, settled, of) {
                (passing[idx], changed) = (true, true);
            }
        }
        if !changed {
            return passing;
        }
    }
}

/// Whether one of these procedures is called, or answers what is chosen.
fn calls_any(body: &[Statement], those: &[bool], settled: &Settled, of: &TypedSupposition) -> bool {
    let mut found = false;
    each(body, &mut |statement| {
        if let Statement::Call { procedure, .. } = statement {
            found |= those[procedure.0];
        }
        if let Statement::Choose { decision, .. } = statement {
            let rule = settled.decisions[decision.0].rule;
            found |= of.answers.iter().any(|(asked, answer)| *asked == rule && those[answer.0]);
        }
    });
    found
}

/// A supposition whose value is needed to work it out, by its place.
pub(in crate::lower) fn goes_round(
    settled: &Settled,
    functions: &[Function],
    of: &[TypedSupposition],
) -> Option<usize> {
    let supposes: HashMap<usize, TypedProcedureId> =
        of.iter().map(|one| (one.function, one.procedure)).collect();
    of.iter().position(|one| {
        let (mut open, mut seen) = (vec![one.procedure], HashSet::new());
        let mut asked = HashSet::new();
        while let Some(procedure) = open.pop() {
            if !seen.insert(procedure) {
                continue;
            }
            let body = &settled.procedures[procedure.0].body;
            let mut calls = Vec::new();
            each_expression(body, &mut |part| functions_in(part, functions, &mut asked));
            each(body, &mut |statement| {
                if let Statement::Call { procedure, .. } = statement {
                    calls.push(*procedure);
                }
            });
            open.extend(calls);
            open.extend(asked.iter().filter_map(|function| supposes.get(function)));
        }
        asked.contains(&one.function)
    })
}

/// The functions that an expression asks, also through others.
fn functions_in(part: &Expression, functions: &[Function], asked: &mut HashSet<usize>) {
    if let ExpressionKind::Call(function, _) = &part.kind
        && asked.insert(function.idx())
        && let Some(function) = functions.get(function.idx())
    {
        function.body.walk(&mut |inner| functions_in(inner, functions, asked));
    }
}
