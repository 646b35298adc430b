//! Options that stand beside every other decision of a player.

use crate::check::typed::{
    Statement, TypedDecision, TypedGame, TypedOption, TypedProcedure, TypedProcedureId,
};
use crate::machine::{
    Binding, Comparison, Condition, Expression, ExpressionKind, Local, LocalId, Purpose, Type,
};

/// Adds to each decision the options that stand beside its own.
pub(super) fn stand_beside(game: &mut TypedGame) {
    let anytime: Vec<TypedDecision> =
        game.decisions.iter().filter(|decision| decision.anytime).cloned().collect();
    for idx in 0..game.decisions.len() {
        let decision = game.decisions[idx].clone();
        if decision.anytime {
            continue;
        }
        for other in &anytime {
            for option in &other.options {
                let beside = option_beside(&decision, other, option, game);
                game.decisions[idx].options.push(beside);
            }
        }
    }
}

fn option_beside(
    decision: &TypedDecision,
    other: &TypedDecision,
    option: &TypedOption,
    game: &mut TypedGame,
) -> TypedOption {
    let n_parameters = decision.locals.len() as u32;
    let place = |id: LocalId| LocalId(id.0 + n_parameters);
    let moved =
        |condition: &Condition| Condition { holds: condition.holds.renumbered(&place), ..condition.clone() };
    let mut locals = decision.locals.clone();
    locals.extend(
        option
            .locals
            .iter()
            .map(|local| Local { name: unused(&local.name, &decision.locals), ..local.clone() }),
    );
    let mut conditions = Vec::new();
    if other.by != decision.by {
        let own = Box::new(decision.by.clone());
        let theirs = Box::new(other.by.renumbered(&place));
        let kind = ExpressionKind::Compare(Comparison::Equal, own, theirs);
        let holds = Expression { kind, gives: Type::Boolean };
        conditions.push(Condition { rule: other.rule, text: "whose decision it is".into(), holds });
    }
    conditions.extend(option.conditions.iter().map(moved));
    let bindings = option.bindings.iter().map(|binding| Binding {
        local: place(binding.local),
        source: binding.source.with_locals(&|_| None, &place),
        filter: binding.filter.as_ref().map(moved),
    });
    let bindings: Vec<Binding> = bindings.collect();
    let effect = if n_parameters == 0 { option.effect } else { wrapped(decision, option, game) };
    let (name, says) = (option.name.clone(), option.says.clone());
    let parameters = n_parameters;
    TypedOption { name, says, locals, parameters, bindings, conditions, effect, asks_again: true }
}

/// An effect that takes the decision's parameters too, and leaves them aside.
fn wrapped(decision: &TypedDecision, option: &TypedOption, game: &mut TypedGame) -> TypedProcedureId {
    let effect = game.procedures[option.effect.0].clone();
    let mut locals = decision.locals.clone();
    let first = locals.len();
    let own = effect.locals.iter().take(effect.parameters as usize);
    locals.extend(own.map(|local| Local { name: unused(&local.name, &decision.locals), ..local.clone() }));
    let arguments = (first..locals.len())
        .map(|idx| Expression { kind: ExpressionKind::Local(LocalId(idx as u32)), gives: locals[idx].holds })
        .collect();
    let parameters = locals.len() as u32;
    let body = vec![Statement::Call { procedure: option.effect, arguments, result: None, assured: true }];
    let name = format!("{}_during_{}", effect.name, decision.name);
    let procedure = TypedProcedure {
        rule: effect.rule,
        name,
        locals,
        parameters,
        gives: None,
        needs: Vec::new(),
        body,
        span: effect.span,
        purpose: Purpose::Rule,
    };
    game.procedures.push(procedure);
    TypedProcedureId(game.procedures.len() - 1)
}

fn unused(name: &str, taken: &[Local]) -> String {
    let mut unique = name.to_owned();
    while taken.iter().any(|local| local.name == unique) {
        unique.push('_');
    }
    unique
}
