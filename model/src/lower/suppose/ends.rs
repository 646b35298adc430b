//! What ends: a procedure that ends the game, a loop that would settle the end, a statement that leaves.

use std::collections::HashSet;

use super::Copier;
use crate::check::typed::{Statement, TypedProcedureId};
use crate::lower::settle::each;
use crate::machine::{RuleId, Step};

impl Copier<'_> {
    /// Whether this is the loop in which a consequence settles that ends the game: where the game goes on, so would the loop.
    pub(super) fn settles_the_end(&self, rule: RuleId, body: &[Statement]) -> bool {
        body.iter().any(|statement| {
            let Statement::Call { procedure, .. } = statement else { return false };
            // No loop that an author wrote calls a part of its own rule.
            self.settled.procedures[procedure.0].rule == rule
                && self.ends_the_game(*procedure, &mut HashSet::new())
        })
    }

    /// Whether a procedure ends the game, itself or through another. What settles on the way has a loop of its own.
    pub(super) fn ends_the_game(
        &self,
        procedure: TypedProcedureId,
        seen: &mut HashSet<TypedProcedureId>,
    ) -> bool {
        if !seen.insert(procedure) {
            return false;
        }
        let (mut ends, mut calls) = (false, Vec::new());
        each(&self.settled.procedures[procedure.0].body, &mut |statement| match statement {
            Statement::EndGame => ends = true,
            Statement::Call { procedure, .. } => calls.push(*procedure),
            Statement::Step(_)
            | Statement::If { .. }
            | Statement::For { .. }
            | Statement::Loop { .. }
            | Statement::Roll { .. }
            | Statement::Draw { .. }
            | Statement::Choose { .. }
            | Statement::Together(_)
            | Statement::Chart(_)
            | Statement::Return(_) => {}
        });
        let settles = |called: &TypedProcedureId| {
            let rule = self.settled.procedures[called.0].rule;
            matches!(self.rules.get(rule.idx()).map(|rule| rule.kind), Some("whenever" | "victory"))
        };
        ends || calls
            .into_iter()
            .filter(|called| !settles(called))
            .any(|called| self.ends_the_game(called, seen))
    }
}

/// Whether every way through a statement leaves the procedure.
pub(super) fn leaves(statement: &Statement) -> bool {
    match statement {
        Statement::Return(_) | Statement::EndGame | Statement::Step(Step::Fail(_)) => true,
        Statement::If { then, otherwise, .. } => {
            then.last().is_some_and(leaves) && otherwise.last().is_some_and(leaves)
        }
        Statement::Together(body) => body.last().is_some_and(leaves),
        Statement::Step(_)
        | Statement::For { .. }
        | Statement::Loop { .. }
        | Statement::Roll { .. }
        | Statement::Draw { .. }
        | Statement::Call { .. }
        | Statement::Choose { .. }
        | Statement::Chart(_) => false,
    }
}
