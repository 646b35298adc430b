//! What can be known of a condition without a state.

use crate::machine::{Comparison, Expression, ExpressionKind, Type};

/// Whether a condition is true, or false, whatever the state; none when it depends.
pub(crate) fn static_truth(condition: &Expression) -> Option<bool> {
    match &condition.kind {
        ExpressionKind::Boolean(value) => Some(*value),
        ExpressionKind::Not(inner) => static_truth(inner).map(|value| !value),
        ExpressionKind::And(a, b) => match (static_truth(a), static_truth(b)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        ExpressionKind::Or(a, b) => match (static_truth(a), static_truth(b)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        ExpressionKind::Compare(comparison, a, b) => compare(*comparison, a, b),
        ExpressionKind::InRange(value, least, greatest) => {
            let ((low, high), (from, _), (_, to)) = (range(value)?, range(least)?, range(greatest)?);
            (high < from || low > to).then_some(false)
        }
        _ => None,
    }
}

fn range(value: &Expression) -> Option<(i64, i64)> {
    match value.gives {
        Type::Integer { least, greatest } => Some((least, greatest)),
        Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => None,
    }
}

fn compare(comparison: Comparison, a: &Expression, b: &Expression) -> Option<bool> {
    if let (ExpressionKind::Member(a), ExpressionKind::Member(b)) = (&a.kind, &b.kind) {
        return match comparison {
            Comparison::Equal => Some(a == b),
            Comparison::NotEqual => Some(a != b),
            _ => None,
        };
    }
    let ((low, high), (least, greatest)) = (range(a)?, range(b)?);
    match comparison {
        Comparison::Less if high < least => Some(true),
        Comparison::Less if low >= greatest => Some(false),
        Comparison::LessOrEqual if high <= least => Some(true),
        Comparison::LessOrEqual if low > greatest => Some(false),
        Comparison::Greater if low > greatest => Some(true),
        Comparison::Greater if high <= least => Some(false),
        Comparison::GreaterOrEqual if low >= greatest => Some(true),
        Comparison::GreaterOrEqual if high < least => Some(false),
        Comparison::Equal if high < least || low > greatest => Some(false),
        Comparison::NotEqual if high < least || low > greatest => Some(true),
        _ => None,
    }
}
