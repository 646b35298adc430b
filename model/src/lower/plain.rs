//! Statements that cannot wait, as a plain block; and statements with their locals moved.

use crate::check::typed::{ChartBox, ChartExit, Statement, Statements};
use crate::machine::{Block, Expression, LocalId, ProcedureId, Step, Told};

/// A plain block. Whoever calls has made sure that nothing in it waits.
pub(super) fn block(statements: &[Statement]) -> Block {
    let mut out = Vec::new();
    for statement in statements {
        match statement {
            Statement::Step(step) => out.push(step.clone()),
            Statement::If { condition, then, otherwise } => out.push(Step::If {
                condition: condition.clone(),
                then: block(then),
                otherwise: block(otherwise),
            }),
            Statement::For { variable, source, filter, body } => out.push(Step::For {
                variable: *variable,
                source: source.clone(),
                filter: filter.clone(),
                body: block(body),
            }),
            Statement::Loop { head, condition, limit, body, .. } => {
                out.extend(plain_loop(head, condition, limit.unwrap_or(i64::from(i32::MAX)), body));
            }
            Statement::Call { procedure, arguments, result, .. } => out.push(Step::Call {
                procedure: ProcedureId(procedure.0 as u32),
                arguments: arguments.clone(),
                result: *result,
            }),
            Statement::Together(body) => out.extend(block(body)),
            Statement::Return(value) => out.push(Step::Return(value.clone())),
            Statement::Roll { .. }
            | Statement::Draw { .. }
            | Statement::Choose { .. }
            | Statement::Chart(_)
            | Statement::EndGame => {
                debug_assert!(false, "what waits is no part of a plain block");
            }
        }
    }
    out
}

/// A head is worked out before each asking: once before the loop, and again at the end of each round.
fn plain_loop(head: &[Statement], condition: &Expression, limit: i64, body: &[Statement]) -> Block {
    let mut out = block(head);
    let mut round = block(body);
    // The head's locals are bound already: from now on they change.
    round.extend(block(head).into_iter().map(|step| match step {
        Step::Let { local, value, .. } => Step::Set { local, value, bounds: None },
        other => other,
    }));
    out.push(Step::While { condition: condition.clone(), limit, body: round });
    out
}

/// The same statements with every local moved.
pub(super) fn renumbered(statements: &[Statement], place: &dyn Fn(LocalId) -> LocalId) -> Statements {
    let moved = |expression: &Expression| expression.renumbered(place);
    let all = |expressions: &[Expression]| expressions.iter().map(moved).collect::<Vec<_>>();
    statements
        .iter()
        .map(|statement| match statement {
            Statement::Step(step) => Statement::Step(renumbered_step(step, place)),
            Statement::If { condition, then, otherwise } => Statement::If {
                condition: moved(condition),
                then: renumbered(then, place),
                otherwise: renumbered(otherwise, place),
            },
            Statement::For { variable, source, filter, body } => Statement::For {
                variable: place(*variable),
                source: source.with_locals(&|_| None, place),
                filter: filter.as_ref().map(moved),
                body: renumbered(body, place),
            },
            Statement::Loop { head, condition, limit, counted, body, span } => Statement::Loop {
                head: renumbered(head, place),
                condition: moved(condition),
                limit: *limit,
                counted: *counted,
                body: renumbered(body, place),
                span: *span,
            },
            Statement::Roll { dice, into } => Statement::Roll { dice: *dice, into: place(*into) },
            Statement::Draw { from, into } => Statement::Draw { from: moved(from), into: place(*into) },
            Statement::Call { procedure, arguments, result, assured } => Statement::Call {
                procedure: *procedure,
                arguments: all(arguments),
                result: result.map(place),
                assured: *assured,
            },
            Statement::Choose { decision, arguments, result } => Statement::Choose {
                decision: *decision,
                arguments: all(arguments),
                result: result.map(place),
            },
            Statement::Together(body) => Statement::Together(renumbered(body, place)),
            Statement::Chart(boxes) => {
                Statement::Chart(boxes.iter().map(|one| renumbered_box(one, place)).collect())
            }
            Statement::Return(value) => Statement::Return(value.as_ref().map(moved)),
            Statement::EndGame => Statement::EndGame,
        })
        .collect()
}

fn renumbered_box(one: &ChartBox, place: &dyn Fn(LocalId) -> LocalId) -> ChartBox {
    let exit = match &one.exit {
        ChartExit::To(next) => ChartExit::To(*next),
        ChartExit::Ask { question, yes, no } => {
            ChartExit::Ask { question: question.renumbered(place), yes: *yes, no: *no }
        }
    };
    ChartBox { name: one.name.clone(), body: renumbered(&one.body, place), exit }
}

fn renumbered_step(step: &Step, place: &dyn Fn(LocalId) -> LocalId) -> Step {
    let moved = |expression: &Expression| expression.renumbered(place);
    match step {
        Step::Let { local, value, named } => {
            Step::Let { local: place(*local), value: moved(value), named: *named }
        }
        Step::Set { local, value, bounds } => {
            Step::Set { local: place(*local), value: moved(value), bounds: *bounds }
        }
        Step::Assign { state, keys, value, bounds } => Step::Assign {
            state: *state,
            keys: keys.iter().map(moved).collect(),
            value: moved(value),
            bounds: *bounds,
        },
        Step::Explain { function, arguments } => {
            Step::Explain { function: *function, arguments: arguments.iter().map(moved).collect() }
        }
        Step::Tell(told) => {
            let moved = |told: &Told| Told { name: told.name.clone(), value: moved(&told.value) };
            Step::Tell(told.iter().map(moved).collect())
        }
        Step::Fired(rule) => Step::Fired(*rule),
        Step::If { .. }
        | Step::For { .. }
        | Step::While { .. }
        | Step::Call { .. }
        | Step::Fail(_)
        | Step::Return(_) => step.clone(),
    }
}
