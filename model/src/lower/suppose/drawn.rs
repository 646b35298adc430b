//! A draw where nobody rolls, and the locals that copies add.

use super::Copied;
use crate::check::candidates::default_of;
use crate::check::typed::{Statement, Statements};
use crate::machine::{
    Aggregate, AggregateKind, Comparison, Expression, ExpressionKind, Failure, Local, LocalId, Source, Step,
    Type,
};

/// A draw takes the first, and fails where there is nobody.
pub(super) fn first_drawn(copied: &mut Copied, from: &Expression, into: LocalId, out: &mut Statements) {
    let holds = copied.locals[into.idx()].holds;
    let Type::Member(of) = holds else { return };
    let from = if matches!(from.kind, ExpressionKind::Local(_)) {
        from.clone()
    } else {
        let set = hidden(&mut copied.locals, "drawn_from", from.gives);
        out.push(Statement::Step(Step::Let { local: set, value: from.clone(), named: false }));
        read(set, &copied.locals)
    };
    let size = Type::Integer { least: 0, greatest: i64::from(i32::MAX) };
    let count = Expression { kind: ExpressionKind::Size(Box::new(from.clone())), gives: size };
    let none =
        Expression { kind: ExpressionKind::Integer(0), gives: Type::Integer { least: 0, greatest: 0 } };
    let nobody = ExpressionKind::Compare(Comparison::Equal, Box::new(count), Box::new(none));
    let condition = Expression { kind: nobody, gives: Type::Boolean };
    let then = vec![Statement::Step(Step::Fail(Failure::NobodyToDraw))];
    out.push(Statement::If { condition, then, otherwise: Vec::new() });
    let first = Aggregate {
        kind: AggregateKind::First,
        variable: hidden(&mut copied.locals, "each", holds),
        source: Source::Set(from),
        filter: None,
        body: None,
        otherwise: None,
    };
    let first = Expression { kind: ExpressionKind::Aggregate(Box::new(first)), gives: Type::Optional(of) };
    let kind = ExpressionKind::Else(Box::new(first), Box::new(default_of(holds)));
    let value = Expression { kind, gives: holds };
    out.push(Statement::Step(Step::Let { local: into, value, named: false }));
}

pub(super) fn read(id: LocalId, locals: &[Local]) -> Expression {
    let gives = locals.get(id.idx()).map_or(Type::Boolean, |local| local.holds);
    Expression { kind: ExpressionKind::Local(id), gives }
}

/// A new local: `given`, or `given_2` where there is one already.
pub(super) fn hidden(locals: &mut Vec<Local>, name: &str, holds: Type) -> LocalId {
    let mut unique = name.to_owned();
    for nth in 2.. {
        if locals.iter().all(|local| local.name != unique) {
            break;
        }
        unique = format!("{name}_{nth}");
    }
    locals.push(Local { name: unique, holds });
    LocalId(locals.len() as u32 - 1)
}
