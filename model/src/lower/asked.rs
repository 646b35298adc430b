//! Decisions that rules answer for bots: whoever chooses asks their procedure instead.

use crate::check::typed::{AskedBy, Statement, Statements, TypedDecisionId, TypedGame, TypedProcedureId};

/// Turns each `choose` of a decision that has answers into a call of what asks it. The answers themselves, and what asks,
/// choose as before: there a person is asked after all.
pub(super) fn ask_answers(game: &mut TypedGame) {
    let asked: Vec<Option<AskedBy>> = game.decisions.iter().map(|one| one.asked_by.clone()).collect();
    let by = |decision: TypedDecisionId| asked.get(decision.0)?.as_ref().map(|by| by.asking);
    let ends = |procedure: usize| {
        let procedure = TypedProcedureId(procedure);
        let mut some = asked.iter().flatten();
        some.any(|by| by.asking == procedure || by.answers.contains(&procedure))
    };
    for (_, procedure) in game.procedures.iter_mut().enumerate().filter(|(idx, _)| !ends(*idx)) {
        rewrite(&mut procedure.body, &by);
    }
    for whenever in &mut game.whenevers {
        rewrite(&mut whenever.body, &by);
    }
}

fn rewrite(statements: &mut Statements, by: &dyn Fn(TypedDecisionId) -> Option<TypedProcedureId>) {
    for statement in statements {
        match statement {
            Statement::Choose { decision, arguments, result } => {
                if let Some(procedure) = by(*decision) {
                    let (arguments, result) = (std::mem::take(arguments), *result);
                    *statement = Statement::Call { procedure, arguments, result, assured: true };
                }
            }
            Statement::If { then, otherwise, .. } => {
                rewrite(then, by);
                rewrite(otherwise, by);
            }
            Statement::Loop { head, body, .. } => {
                rewrite(head, by);
                rewrite(body, by);
            }
            Statement::For { body, .. } | Statement::Together(body) => rewrite(body, by),
            Statement::Chart(boxes) => boxes.iter_mut().for_each(|one| rewrite(&mut one.body, by)),
            Statement::Step(_)
            | Statement::Roll { .. }
            | Statement::Draw { .. }
            | Statement::Call { .. }
            | Statement::Return(_)
            | Statement::EndGame => {}
        }
    }
}
