//! Walking typed statements.

use super::typed::{ChartExit, Statement};
use crate::machine::{Expression, Step};

/// Every statement, also inside blocks.
pub(crate) fn each_statement(statements: &[Statement], visit: &mut dyn FnMut(&Statement)) {
    for statement in statements {
        visit(statement);
        match statement {
            Statement::If { then, otherwise, .. } => {
                each_statement(then, visit);
                each_statement(otherwise, visit);
            }
            Statement::For { body, .. } | Statement::Together(body) => each_statement(body, visit),
            Statement::Loop { head, body, .. } => {
                each_statement(head, visit);
                each_statement(body, visit);
            }
            Statement::Chart(boxes) => boxes.iter().for_each(|one| each_statement(&one.body, visit)),
            Statement::Step(_)
            | Statement::Roll { .. }
            | Statement::Draw { .. }
            | Statement::Call { .. }
            | Statement::Choose { .. }
            | Statement::Return(_)
            | Statement::EndGame => {}
        }
    }
}

/// Every expression and every part of one, also inside blocks.
pub(crate) fn each_expression(statements: &[Statement], visit: &mut dyn FnMut(&Expression)) {
    each_statement(statements, &mut |statement| {
        of_statement(statement, &mut |expression| expression.walk(&mut |part| visit(part)));
    });
}

/// The expressions of a statement itself, without those of blocks in it.
fn of_statement(statement: &Statement, visit: &mut dyn FnMut(&Expression)) {
    match statement {
        Statement::Step(step) => of_step(step, visit),
        Statement::If { condition, .. } | Statement::Loop { condition, .. } => visit(condition),
        Statement::For { source, filter, .. } => {
            source.each_part(&mut |part| visit(part));
            filter.iter().for_each(visit);
        }
        Statement::Draw { from, .. } => visit(from),
        Statement::Call { arguments, .. } | Statement::Choose { arguments, .. } => {
            arguments.iter().for_each(visit);
        }
        Statement::Return(value) => value.iter().for_each(visit),
        Statement::Chart(boxes) => {
            for one in boxes {
                if let ChartExit::Ask { question, .. } = &one.exit {
                    visit(question);
                }
            }
        }
        Statement::Roll { .. } | Statement::Together(_) | Statement::EndGame => {}
    }
}

/// The expressions of a step that stands as a statement.
fn of_step(step: &Step, visit: &mut dyn FnMut(&Expression)) {
    match step {
        Step::Let { value, .. } | Step::Set { value, .. } => visit(value),
        Step::Assign { keys, value, .. } => keys.iter().chain([value]).for_each(visit),
        Step::Explain { arguments, .. } => arguments.iter().for_each(visit),
        Step::Tell(told) => told.iter().for_each(|told| visit(&told.value)),
        Step::If { .. }
        | Step::For { .. }
        | Step::While { .. }
        | Step::Call { .. }
        | Step::Fired(_)
        | Step::Fail(_)
        | Step::Return(_) => {}
    }
}
