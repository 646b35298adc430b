//! Arithmetic with ranges: what could leave 32 bits is an error, so engines never wrap.

use rulec_grammar::expression::tree as syntax;
use rulec_grammar::span::Span;

use super::Checker;
use super::expression::make;
use super::scope::Scope;
use crate::machine::{Expression, ExpressionKind, RoundedDivision, Type};
use crate::problem::types::{MayDivideByZero, MayOverflow};

/// The bounds of an integer expression.
pub(super) fn bounds(value: &Expression) -> (i64, i64) {
    match value.gives {
        Type::Integer { least, greatest } => (least, greatest),
        Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => (0, 0),
    }
}

fn fits(least: i64, greatest: i64) -> Option<Type> {
    let within = i32::try_from(least).is_ok() && i32::try_from(greatest).is_ok();
    within.then_some(Type::Integer { least, greatest })
}

fn extremes(values: [i64; 4]) -> (i64, i64) {
    let least = values.iter().copied().fold(i64::MAX, i64::min);
    let greatest = values.iter().copied().fold(i64::MIN, i64::max);
    (least, greatest)
}

impl Checker<'_> {
    /// `a + b`, `a - b` of numbers or of sets.
    pub(super) fn sum(
        &mut self,
        scope: &mut Scope,
        adds: bool,
        a: &syntax::Expression,
        b: &syntax::Expression,
        wanted: Option<Type>,
        span: Span,
    ) -> Option<Expression> {
        let wanted_set = wanted.filter(|wanted| matches!(wanted, Type::Set(_)));
        let left = self.expression(scope, a, wanted_set)?;
        match left.gives {
            Type::Integer { .. } => {
                let right = self.integer(scope, b)?;
                self.add(left, right, adds, span)
            }
            Type::Set(of) => {
                let right = self.set_or_member(scope, b, of)?;
                let (left, right) = (Box::new(left), Box::new(right));
                let kind = if adds {
                    ExpressionKind::Union(left, right)
                } else {
                    ExpressionKind::Difference(left, right)
                };
                Some(make(kind, Type::Set(of)))
            }
            other @ (Type::Boolean | Type::Member(_) | Type::Optional(_)) => {
                let other = self.symbols.describe(other);
                self.wrong_type("a number or a set", &other, a.span);
                None
            }
        }
    }

    /// A set, or a member that stands for the set of it.
    pub(super) fn set_or_member(
        &mut self,
        scope: &mut Scope,
        written: &syntax::Expression,
        of: crate::machine::TypeId,
    ) -> Option<Expression> {
        let bare = self.is_bare(scope, written) && matches!(written.kind, syntax::ExpressionKind::Name(_));
        let wanted = if bare { Type::Member(of) } else { Type::Set(of) };
        let found = self.expression(scope, written, Some(wanted))?;
        match found.gives {
            Type::Member(found_of) if found_of == of => {
                Some(make(ExpressionKind::Set(vec![found]), Type::Set(of)))
            }
            Type::Integer { .. } | Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => {
                self.must_be(found, Type::Set(of), written.span)
            }
        }
    }

    pub(super) fn add(&mut self, a: Expression, b: Expression, adds: bool, span: Span) -> Option<Expression> {
        let ((low, high), (least, greatest)) = (bounds(&a), bounds(&b));
        let (a, b) = (Box::new(a), Box::new(b));
        let (kind, gives) = if adds {
            (ExpressionKind::Add(a, b), fits(low + least, high + greatest))
        } else {
            (ExpressionKind::Subtract(a, b), fits(low - greatest, high - least))
        };
        self.bounded(kind, gives, span)
    }

    fn bounded(&mut self, kind: ExpressionKind, gives: Option<Type>, span: Span) -> Option<Expression> {
        if gives.is_none() {
            self.problems.report(MayOverflow { span });
        }
        Some(make(kind, gives?))
    }

    pub(super) fn negative(&mut self, value: Expression) -> Option<Expression> {
        let (low, high) = bounds(&value);
        if let ExpressionKind::Integer(number) = value.kind {
            return Some(super::expression::number(-number));
        }
        let gives = Type::Integer { least: -high, greatest: -low };
        Some(make(ExpressionKind::Negative(Box::new(value)), gives))
    }

    pub(super) fn multiply(&mut self, a: Expression, b: Expression, span: Span) -> Option<Expression> {
        let ((low, high), (least, greatest)) = (bounds(&a), bounds(&b));
        let (from, to) = extremes([low * least, low * greatest, high * least, high * greatest]);
        self.bounded(ExpressionKind::Multiply(Box::new(a), Box::new(b)), fits(from, to), span)
    }

    pub(super) fn divide(&mut self, a: Expression, b: Expression, up: bool, at: Span) -> Option<Expression> {
        let ((low, high), (least, greatest)) = (bounds(&a), bounds(&b));
        if least <= 0 && greatest >= 0 {
            self.problems.report(MayDivideByZero { span: at });
            return None;
        }
        let rounded = |a: i64, b: i64| {
            let down = a.div_euclid(b) - i64::from(b < 0 && a.rem_euclid(b) != 0);
            if up && a % b != 0 { down + 1 } else { down }
        };
        let corners =
            [rounded(low, least), rounded(low, greatest), rounded(high, least), rounded(high, greatest)];
        let (from, to) = extremes(corners);
        let direction = if up { RoundedDivision::Up } else { RoundedDivision::Down };
        self.bounded(ExpressionKind::Divide(Box::new(a), Box::new(b), direction), fits(from, to), at)
    }

    pub(super) fn modulo(&mut self, a: Expression, b: Expression, at: Span) -> Option<Expression> {
        let ((low, high), (least, greatest)) = (bounds(&a), bounds(&b));
        if least <= 0 {
            self.problems.report(MayDivideByZero { span: at });
            return None;
        }
        let greatest = if low >= 0 { (greatest - 1).min(high) } else { greatest - 1 };
        let gives = Type::Integer { least: 0, greatest };
        Some(make(ExpressionKind::Modulo(Box::new(a), Box::new(b)), gives))
    }

    /// `min`, `max`, `abs`, `clamp`.
    pub(super) fn arithmetic_call(
        &mut self,
        name: &str,
        mut values: Vec<Expression>,
        span: Span,
    ) -> Option<Expression> {
        match (name, values.len()) {
            ("abs", 1) => {
                let value = values.pop()?;
                let minus = self.negative(value.clone())?;
                let larger = self.extreme("max", value, minus)?;
                // So that its range says that it is never negative.
                self.extreme("max", larger, super::expression::number(0))
            }
            ("clamp", 3) => {
                let (high, low, value) = (values.pop()?, values.pop()?, values.pop()?);
                let (ExpressionKind::Integer(least), ExpressionKind::Integer(greatest)) =
                    (&low.kind, &high.kind)
                else {
                    // Bounds that are worked out in play.
                    let raised = self.extreme("max", value, low)?;
                    return self.extreme("min", raised, high);
                };
                let (least, greatest) = (*least, *greatest);
                if least > greatest {
                    self.problems.report(crate::problem::types::BadRange { span });
                    return None;
                }
                Some(clamp(value, least, greatest))
            }
            ("min" | "max", 2..) => {
                let mut values = values.into_iter();
                let mut found = values.next()?;
                for next in values {
                    found = self.extreme(name, found, next)?;
                }
                Some(found)
            }
            _ => None,
        }
    }

    fn extreme(&mut self, name: &str, a: Expression, b: Expression) -> Option<Expression> {
        let ((low, high), (least, greatest)) = (bounds(&a), bounds(&b));
        let (a, b) = (Box::new(a), Box::new(b));
        Some(if name == "min" {
            let gives = Type::Integer { least: low.min(least), greatest: high.min(greatest) };
            make(ExpressionKind::Least(a, b), gives)
        } else {
            let gives = Type::Integer { least: low.max(least), greatest: high.max(greatest) };
            make(ExpressionKind::Greatest(a, b), gives)
        })
    }
}

/// The nearest value within a range; nothing to do where it lies there for certain.
pub(crate) fn clamp(value: Expression, least: i64, greatest: i64) -> Expression {
    let (low, high) = bounds(&value);
    if low >= least && high <= greatest {
        return value;
    }
    let gives = Type::Integer { least: low.clamp(least, greatest), greatest: high.clamp(least, greatest) };
    make(ExpressionKind::Clamp(Box::new(value), least, greatest), gives)
}
