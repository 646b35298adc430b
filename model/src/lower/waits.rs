//! Which procedures may wait, and that none calls itself.

use rulec_grammar::problem::Problems;

use super::settle::{Settled, each};
use crate::check::typed::{Statement, TypedProcedure};
use crate::problem::flow::{LoopWithoutLimit, Recursion};

/// For each procedure, whether it may wait.
pub(super) fn waiting(settled: &Settled) -> Vec<bool> {
    let mut waits = vec![false; settled.procedures.len()];
    loop {
        let mut changed = false;
        for (idx, procedure) in settled.procedures.iter().enumerate() {
            if !waits[idx] && statements_wait(&procedure.body, &waits) {
                waits[idx] = true;
                changed = true;
            }
        }
        if !changed {
            return waits;
        }
    }
}

/// Whether anything in these statements may wait. Ending the game counts: it leaves every procedure.
pub(super) fn statements_wait(statements: &[Statement], waits: &[bool]) -> bool {
    let mut found = false;
    each(statements, &mut |statement| {
        found |= match statement {
            Statement::Roll { .. }
            | Statement::Draw { .. }
            | Statement::Choose { .. }
            | Statement::Chart(_)
            | Statement::EndGame => true,
            Statement::Call { procedure, .. } => waits.get(procedure.0).copied().unwrap_or(false),
            Statement::Step(_)
            | Statement::If { .. }
            | Statement::For { .. }
            | Statement::Loop { .. }
            | Statement::Together(_)
            | Statement::Return(_) => false,
        };
    });
    found
}

/// Calls, also through decisions, of a procedure.
pub(super) fn calls(procedure: &TypedProcedure, settled: &Settled) -> Vec<usize> {
    let mut found = Vec::new();
    each(&procedure.body, &mut |statement| match statement {
        Statement::Call { procedure, .. } => found.push(procedure.0),
        Statement::Choose { decision, .. } => {
            found.extend(settled.decisions[decision.0].options.iter().map(|option| option.effect.0));
        }
        Statement::Step(_)
        | Statement::If { .. }
        | Statement::For { .. }
        | Statement::Loop { .. }
        | Statement::Roll { .. }
        | Statement::Draw { .. }
        | Statement::Together(_)
        | Statement::Chart(_)
        | Statement::Return(_)
        | Statement::EndGame => {}
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// Reports procedures that call themselves; true when there is none.
pub(super) fn no_recursion(settled: &Settled, problems: &mut Problems) -> bool {
    let calls: Vec<Vec<usize>> =
        settled.procedures.iter().map(|procedure| calls(procedure, settled)).collect();
    // 0: not seen, 1: on the path, 2: done.
    let mut marks = vec![0_u8; calls.len()];
    let mut sound = true;
    for start in 0..calls.len() {
        let mut path: Vec<(usize, usize)> = vec![(start, 0)];
        if marks[start] != 0 {
            continue;
        }
        marks[start] = 1;
        while let Some((at, next)) = path.last().copied() {
            match calls[at].get(next).copied() {
                None => {
                    marks[at] = 2;
                    path.pop();
                }
                Some(callee) => {
                    if let Some(top) = path.last_mut() {
                        top.1 += 1;
                    }
                    if marks[callee] == 0 {
                        marks[callee] = 1;
                        path.push((callee, 0));
                    } else if marks[callee] == 1 {
                        report(settled, &path, callee, problems);
                        sound = false;
                    }
                }
            }
        }
    }
    sound
}

fn report(settled: &Settled, path: &[(usize, usize)], callee: usize, problems: &mut Problems) {
    let from = path.iter().position(|(at, _)| *at == callee).unwrap_or(0);
    let mut names: Vec<String> =
        path[from..].iter().map(|(at, _)| format!("`{}`", settled.procedures[*at].name)).collect();
    names.dedup();
    let span = settled.procedures[callee].span;
    problems.report(Recursion { names: names.join(" → "), span });
}

/// Reports loops that never wait and say no limit; true when there is none.
pub(super) fn loops_end(settled: &Settled, waits: &[bool], problems: &mut Problems) -> bool {
    let mut sound = true;
    let mut reported = Vec::new();
    for procedure in &settled.procedures {
        each(&procedure.body, &mut |statement| {
            if let Statement::Loop { head, limit: None, body, span, .. } = statement
                && !statements_wait(body, waits)
                && !statements_wait(head, waits)
                && !reported.contains(&(span.file, span.start))
            {
                reported.push((span.file, span.start));
                problems.report(LoopWithoutLimit { span: *span });
                sound = false;
            }
        });
    }
    sound
}
