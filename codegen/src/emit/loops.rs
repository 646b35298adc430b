//! Loops of points, recognised as the `while` and `for` that the author wrote.

use rulec_model::machine::{
    AggregateKind, Branch, Code, Comparison, End, Expression, ExpressionKind as Kind, LocalId, PointId,
    Source, Step,
};

use super::simplify::not;
use crate::plan::uses;

/// A loop that tests first: its condition, what it repeats, and what comes after it.
pub fn as_while(code: &Code, at: PointId) -> Option<(Expression, &Code, &Code)> {
    let (true, End::Branch(branch)) = (code.steps.is_empty(), &code.end) else { return None };
    let Branch { condition, then, otherwise } = &**branch;
    match (begins_again(then, at), begins_again(otherwise, at)) {
        (true, false) => Some((condition.clone(), then, otherwise)),
        (false, true) => Some((not(condition), otherwise, then)),
        (true, true) | (false, false) => None,
    }
}

fn begins_again(code: &Code, at: PointId) -> bool {
    uses::ends(code).into_iter().any(|end| matches!(end, End::Goto(to) if *to == at))
}

/// Whether a loop counts its rounds, or takes one after the other from a set.
pub fn is_bounded(code: &Code) -> bool {
    uses::code_blocks(code).into_iter().any(|block| {
        uses::any_step(block, &mut |step| match step {
            Step::Set { local, value, bounds } => {
                let own = |part: &Expression| part.kind == Kind::Local(*local);
                match &value.kind {
                    Kind::Add(a, one) => bounds.is_some() && own(a) && matches!(one.kind, Kind::Integer(1..)),
                    Kind::Difference(set, _) => own(set),
                    _ => false,
                }
            }
            Step::Let { .. }
            | Step::Assign { .. }
            | Step::If { .. }
            | Step::For { .. }
            | Step::While { .. }
            | Step::Call { .. }
            | Step::Fired(_)
            | Step::Explain { .. }
            | Step::Tell(_)
            | Step::Fail(_)
            | Step::Return(_) => false,
        })
    })
}

/// `set is not empty`, then its first member: the set, the member, and the steps after that.
pub fn takes_first<'s>(when: &Expression, steps: &'s [Step]) -> Option<(LocalId, LocalId, &'s [Step])> {
    let Kind::Compare(Comparison::NotEqual, set, empty) = &when.kind else { return None };
    let (Kind::Local(set), Kind::Set(none)) = (&set.kind, &empty.kind) else { return None };
    let [Step::Let { local, value, named: false }, rest @ ..] = steps else { return None };
    let Kind::Else(first, _) = &value.kind else { return None };
    let Kind::Aggregate(first) = &first.kind else { return None };
    let Source::Set(from) = &first.source else { return None };
    let is_first = first.kind == AggregateKind::First && first.filter.is_none();
    let fits = none.is_empty() && is_first && from.kind == Kind::Local(*set);
    fits.then_some((*set, *local, rest))
}
