//! Simpler ways to say the same thing: what a careful colleague would not write is not written.
//!
//! Authors and the compiler leave behind `not a = b`, `if c then true else false`, `x + 0` and the like; clippy would complain about each.
//! Expressions are pure, so none of this changes what they give. Only the outermost form is looked at: the parts
//! have their turn when they are written.

use rulec_model::machine::{
    Aggregate, AggregateKind, Comparison, Expression, ExpressionKind as Kind, LocalId, Source, Type,
};

pub enum Simple {
    As(Expression),
    Already,
}

/// The simplest form that is known.
pub fn simple(expression: &Expression) -> Simple {
    match step(expression) {
        None => Simple::Already,
        Some(simpler) => match simple(&simpler) {
            Simple::As(simplest) => Simple::As(simplest),
            Simple::Already => Simple::As(simpler),
        },
    }
}

fn step(expression: &Expression) -> Option<Expression> {
    match &expression.kind {
        Kind::Not(a) => negation(a),
        Kind::And(a, b) => match (truth(a), truth(b)) {
            (Some(false), _) | (_, Some(false)) => Some(boolean(false)),
            (Some(true), _) => Some((**b).clone()),
            (_, Some(true)) => Some((**a).clone()),
            (None, None) => None,
        },
        Kind::Or(a, b) => match (truth(a), truth(b)) {
            (Some(true), _) | (_, Some(true)) => Some(boolean(true)),
            (Some(false), _) => Some((**b).clone()),
            (_, Some(false)) => Some((**a).clone()),
            (None, None) => None,
        },
        Kind::If(condition, then, otherwise) => choice(condition, then, otherwise, expression.gives),
        Kind::Negative(a) => match a.kind {
            Kind::Integer(value) => Some(integer(-value)),
            _ => None,
        },
        Kind::Add(a, b) => match (fixed(a), fixed(b)) {
            (Some(0), _) => Some((**b).clone()),
            (_, Some(0)) => Some((**a).clone()),
            _ => None,
        },
        Kind::Subtract(a, b) => (fixed(b) == Some(0)).then(|| (**a).clone()),
        Kind::Multiply(a, b) => product(a, b, expression.gives),
        Kind::Divide(a, b, _) => (fixed(b) == Some(1)).then(|| (**a).clone()),
        Kind::Modulo(_, b) => (fixed(b) == Some(1)).then(|| integer(0)),
        Kind::Least(a, b) => clamp(a, b, false, expression.gives),
        Kind::Greatest(a, b) => clamp(a, b, true, expression.gives),
        Kind::Compare(comparison, a, b) => compare(*comparison, a, b),
        Kind::IsNothing(a) => is_nothing(a),
        Kind::Else(a, otherwise) => match (&a.kind, a.gives) {
            (Kind::Some(inner), _) => Some((**inner).clone()),
            (Kind::Nothing, _) => Some((**otherwise).clone()),
            (_, Type::Member(_)) => Some((**a).clone()),
            _ => None,
        },
        Kind::Union(a, b) => match (&a.kind, &b.kind) {
            (Kind::Set(list), _) if list.is_empty() => Some((**b).clone()),
            (_, Kind::Set(list)) if list.is_empty() => Some((**a).clone()),
            _ => None,
        },
        Kind::Difference(a, b) => match &b.kind {
            Kind::Set(list) if list.is_empty() => Some((**a).clone()),
            _ => None,
        },
        Kind::Contains(set, member) => match (&set.kind, member.gives) {
            (Kind::All, Type::Member(_)) => Some(boolean(true)),
            _ => None,
        },
        Kind::Aggregate(aggregate) => whole_set(aggregate, expression.gives),
        _ => None,
    }
}

/// What `not a` is better said as.
fn negation(a: &Expression) -> Option<Expression> {
    match &a.kind {
        Kind::Boolean(value) => Some(boolean(!value)),
        Kind::Not(inner) => Some((**inner).clone()),
        Kind::Compare(comparison, left, right) => {
            Some(condition(Kind::Compare(opposite(*comparison), left.clone(), right.clone())))
        }
        Kind::And(left, right) if negations_denied(left) + negations_denied(right) < 1 + negations(a) => {
            Some(condition(Kind::Or(Box::new(not(left)), Box::new(not(right)))))
        }
        Kind::Or(left, right) if negations_denied(left) + negations_denied(right) < 1 + negations(a) => {
            Some(condition(Kind::And(Box::new(not(left)), Box::new(not(right)))))
        }
        _ => match simple(a) {
            Simple::As(simpler) => Some(not(&simpler)),
            Simple::Already => None,
        },
    }
}

/// How many times the condition says `not`.
fn negations(a: &Expression) -> usize {
    match &a.kind {
        Kind::Not(inner) => negations_denied(inner),
        Kind::And(left, right) | Kind::Or(left, right) => negations(left) + negations(right),
        _ => 0,
    }
}

/// How many times its opposite does.
fn negations_denied(a: &Expression) -> usize {
    match &a.kind {
        Kind::Not(inner) => negations(inner),
        Kind::Compare(..) | Kind::IsNothing(_) | Kind::Boolean(_) => 0,
        Kind::And(left, right) | Kind::Or(left, right) => {
            (negations_denied(left) + negations_denied(right)).min(1 + negations(a))
        }
        _ => 1,
    }
}

fn choice(when: &Expression, then: &Expression, otherwise: &Expression, gives: Type) -> Option<Expression> {
    match truth(when) {
        Some(true) => return Some(then.clone()),
        Some(false) => return Some(otherwise.clone()),
        None => {}
    }
    if then == otherwise {
        return Some(then.clone());
    }
    let both = |a: Expression, b: &Expression| condition(Kind::And(Box::new(a), Box::new(b.clone())));
    let either = |a: Expression, b: &Expression| condition(Kind::Or(Box::new(a), Box::new(b.clone())));
    match (truth(then), truth(otherwise)) {
        (Some(true), Some(false)) => return Some(when.clone()),
        (Some(false), Some(true)) => return Some(not(when)),
        (Some(true), _) => return Some(either(when.clone(), otherwise)),
        (Some(false), _) => return Some(both(not(when), otherwise)),
        (_, Some(true)) => return Some(either(not(when), then)),
        (_, Some(false)) => return Some(both(when.clone(), then)),
        (None, None) => {}
    }
    match &otherwise.kind {
        Kind::If(other, same, last) if **same == *then => Some(Expression {
            kind: Kind::If(Box::new(either(when.clone(), other)), same.clone(), last.clone()),
            gives,
        }),
        _ => None,
    }
}

fn product(a: &Expression, b: &Expression, gives: Type) -> Option<Expression> {
    let negative = |e: &Expression| Expression { kind: Kind::Negative(Box::new(e.clone())), gives };
    match (fixed(a), fixed(b)) {
        (Some(0), _) | (_, Some(0)) => Some(integer(0)),
        (Some(1), _) => Some(b.clone()),
        (_, Some(1)) => Some(a.clone()),
        (Some(-1), _) => Some(negative(b)),
        (_, Some(-1)) => Some(negative(a)),
        _ => None,
    }
}

/// `min(max(x, 0), 3)` with fixed numbers is `clamp(x, 0, 3)`.
fn clamp(a: &Expression, b: &Expression, outer_is_greatest: bool, gives: Type) -> Option<Expression> {
    let (inner, outer) = match (fixed(a), fixed(b)) {
        (None, Some(value)) => (a, value),
        (Some(value), None) => (b, value),
        _ => return None,
    };
    let (x, y) = match (&inner.kind, outer_is_greatest) {
        (Kind::Greatest(x, y), false) | (Kind::Least(x, y), true) => (x, y),
        _ => return None,
    };
    let (value, bound) = match (fixed(x), fixed(y)) {
        (None, Some(bound)) => (x, bound),
        (Some(bound), None) => (y, bound),
        _ => return None,
    };
    let (least, greatest) = if outer_is_greatest { (outer, bound) } else { (bound, outer) };
    (least <= greatest).then(|| Expression { kind: Kind::Clamp(value.clone(), least, greatest), gives })
}

fn compare(comparison: Comparison, a: &Expression, b: &Expression) -> Option<Expression> {
    let same = matches!(comparison, Comparison::Equal);
    let equality = same || matches!(comparison, Comparison::NotEqual);
    if let (Some(a), Some(b)) = (fixed(a), fixed(b)) {
        return Some(boolean(holds(comparison, a, b)));
    }
    if a == b {
        return Some(boolean(holds(comparison, 0, 0)));
    }
    if equality && let Some((known, other)) = truth(b).map(|b| (b, a)).or(truth(a).map(|a| (a, b))) {
        return Some(if known == same { other.clone() } else { not(other) });
    }
    if equality {
        let other = match (&a.kind, &b.kind) {
            (_, Kind::Nothing) => Some(a),
            (Kind::Nothing, _) => Some(b),
            _ => None,
        };
        if let Some(other) = other {
            let nothing = condition(Kind::IsNothing(Box::new(other.clone())));
            return Some(if same { nothing } else { not(&nothing) });
        }
    }
    somebody(comparison, a, b).or_else(|| one_more(comparison, a, b))
}

/// A count compared with nobody asks whether there is any.
fn somebody(comparison: Comparison, a: &Expression, b: &Expression) -> Option<Expression> {
    let Kind::Aggregate(count) = &a.kind else { return None };
    let (AggregateKind::Count, Some(filter)) = (count.kind, &count.filter) else { return None };
    let any = condition(Kind::Aggregate(Box::new(Aggregate {
        kind: AggregateKind::Any,
        filter: None,
        body: Some(filter.clone()),
        ..(**count).clone()
    })));
    match (comparison, fixed(b)?) {
        (Comparison::Greater | Comparison::NotEqual, 0) | (Comparison::GreaterOrEqual, 1) => Some(any),
        (Comparison::Equal | Comparison::LessOrEqual, 0) | (Comparison::Less, 1) => Some(not(&any)),
        _ => None,
    }
}

/// `a >= b + 1` is `a > b`.
fn one_more(comparison: Comparison, a: &Expression, b: &Expression) -> Option<Expression> {
    let (strict, more, less) = match comparison {
        Comparison::GreaterOrEqual => (Comparison::Greater, b, a),
        Comparison::LessOrEqual => (Comparison::Less, a, b),
        Comparison::Equal | Comparison::NotEqual | Comparison::Less | Comparison::Greater => return None,
    };
    let with = |more: &Expression, less: &Expression| {
        let (left, right) = if comparison == Comparison::LessOrEqual { (more, less) } else { (less, more) };
        Some(condition(Kind::Compare(strict, Box::new(left.clone()), Box::new(right.clone()))))
    };
    match (&more.kind, &less.kind) {
        (Kind::Add(x, one), _) if fixed(one) == Some(1) => with(x, less),
        (Kind::Add(one, x), _) if fixed(one) == Some(1) => with(x, less),
        (_, Kind::Subtract(x, one)) if fixed(one) == Some(1) => with(more, x),
        _ => None,
    }
}

fn is_nothing(a: &Expression) -> Option<Expression> {
    match (&a.kind, a.gives) {
        (Kind::Nothing, _) => Some(boolean(true)),
        (Kind::Some(_) | Kind::Member(_), _) | (_, Type::Member(_)) => Some(boolean(false)),
        (Kind::Aggregate(first), _) => match (first.kind, &first.filter) {
            (AggregateKind::First, Some(filter)) => {
                Some(not(&condition(Kind::Aggregate(Box::new(Aggregate {
                    kind: AggregateKind::Any,
                    filter: None,
                    body: Some(filter.clone()),
                    ..(**first).clone()
                })))))
            }
            _ => None,
        },
        _ => None,
    }
}

/// `count` and `those` of a whole set are its size and itself.
fn whole_set(aggregate: &Aggregate, gives: Type) -> Option<Expression> {
    let (None, Source::Set(set)) = (&aggregate.filter, &aggregate.source) else { return None };
    match aggregate.kind {
        AggregateKind::Count => Some(Expression { kind: Kind::Size(Box::new(set.clone())), gives }),
        AggregateKind::Those => Some(set.clone()),
        AggregateKind::Sum
        | AggregateKind::Most
        | AggregateKind::Least
        | AggregateKind::Any
        | AggregateKind::Every
        | AggregateKind::First => None,
    }
}

/// The operands of a chain of `and`.
pub fn conjuncts<'e>(expression: &'e Expression, into: &mut Vec<&'e Expression>) {
    match &expression.kind {
        Kind::And(a, b) => {
            conjuncts(a, into);
            conjuncts(b, into);
        }
        _ => into.push(expression),
    }
}

/// The operands of a chain of `or`.
pub fn disjuncts<'e>(expression: &'e Expression, into: &mut Vec<&'e Expression>) {
    match &expression.kind {
        Kind::Or(a, b) => {
            disjuncts(a, into);
            disjuncts(b, into);
        }
        _ => into.push(expression),
    }
}

/// What was asked once need not be asked again: expressions are pure.
pub fn each_once(operands: &mut Vec<&Expression>) {
    let mut known: Vec<&Expression> = Vec::new();
    operands.retain(|operand| {
        let is_new = !known.contains(operand);
        if is_new {
            known.push(operand);
        }
        is_new
    });
}

/// A local that must be at least a fixed number.
pub fn at_least(expression: &Expression) -> Option<(LocalId, i64)> {
    bound(expression, Comparison::GreaterOrEqual, Comparison::LessOrEqual, None)
}

/// A local that must be at most a fixed number.
pub fn at_most(expression: &Expression) -> Option<(LocalId, i64)> {
    bound(expression, Comparison::LessOrEqual, Comparison::GreaterOrEqual, Some(Comparison::Less))
}

fn bound(
    expression: &Expression,
    comparison: Comparison,
    mirrored: Comparison,
    strict: Option<Comparison>,
) -> Option<(LocalId, i64)> {
    let Kind::Compare(written, a, b) = &expression.kind else { return None };
    match (&a.kind, &b.kind) {
        (Kind::Local(local), Kind::Integer(value)) if *written == comparison => Some((*local, *value)),
        (Kind::Integer(value), Kind::Local(local)) if *written == mirrored => Some((*local, *value)),
        (Kind::Local(local), Kind::Integer(value)) if Some(*written) == strict => Some((*local, value - 1)),
        _ => None,
    }
}

/// The one member of a set that is written as such.
pub fn only_member(set: &Expression) -> Option<&Expression> {
    match (&set.kind, set.gives) {
        (Kind::Set(members), _) => match members.as_slice() {
            [one] if matches!(one.gives, Type::Member(_)) => Some(one),
            _ => None,
        },
        (_, Type::Member(_)) => Some(set),
        _ => None,
    }
}

/// The members of a set that is written by their names, each once.
pub fn fixed_members(set: &Expression) -> Option<Vec<u32>> {
    let Kind::Set(members) = &set.kind else { return None };
    let mut fixed = Vec::new();
    for member in members {
        let Kind::Member(index) = member.kind else { return None };
        if !fixed.contains(&index) {
            fixed.push(index);
        }
    }
    Some(fixed)
}

pub fn not(a: &Expression) -> Expression {
    condition(Kind::Not(Box::new(a.clone())))
}

pub fn and(a: Expression, b: Expression) -> Expression {
    condition(Kind::And(Box::new(a), Box::new(b)))
}

pub fn condition(kind: Kind) -> Expression {
    Expression { kind, gives: Type::Boolean }
}

fn boolean(value: bool) -> Expression {
    condition(Kind::Boolean(value))
}

fn integer(value: i64) -> Expression {
    Expression { kind: Kind::Integer(value), gives: Type::Integer { least: value, greatest: value } }
}

fn truth(expression: &Expression) -> Option<bool> {
    match expression.kind {
        Kind::Boolean(value) => Some(value),
        _ => None,
    }
}

fn fixed(expression: &Expression) -> Option<i64> {
    match expression.kind {
        Kind::Integer(value) => Some(value),
        _ => None,
    }
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterOrEqual,
        Comparison::LessOrEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessOrEqual,
        Comparison::GreaterOrEqual => Comparison::Less,
    }
}

fn holds(comparison: Comparison, a: i64, b: i64) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterOrEqual => a >= b,
    }
}

/// A set that has at most one member, by what it is made of.
pub enum AtMostOne<'e> {
    /// `{place}`
    One(&'e Expression),
    /// An optional value as a set: none or one.
    Perhaps(&'e Expression),
}

pub fn at_most_one(set: &Expression) -> Option<AtMostOne<'_>> {
    match &set.kind {
        Kind::Set(members) => match members.as_slice() {
            [one] => Some(AtMostOne::One(one)),
            _ => None,
        },
        Kind::If(condition, nobody, somebody) => {
            let Kind::IsNothing(value) = &condition.kind else { return None };
            let is_empty = matches!(&nobody.kind, Kind::Set(members) if members.is_empty());
            let Kind::Set(members) = &somebody.kind else { return None };
            let is_value = matches!(members.as_slice(), [one] if matches!(&one.kind, Kind::Else(found, _) if found == value));
            (is_empty && is_value).then_some(AtMostOne::Perhaps(value))
        }
        _ => None,
    }
}
