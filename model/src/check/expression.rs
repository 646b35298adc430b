//! Expressions: names resolved, types and ranges worked out.

use rulec_grammar::expression::tree::{self as syntax, BinaryOperator};
use rulec_grammar::span::Span;

use super::Checker;
use super::scope::Scope;
use crate::machine::{Comparison, Expression, ExpressionKind, Type, TypeId};
use crate::problem::types::{CannotWaitHere, MayBeNone, MayNotFit, OutOfBounds, WrongType};

pub(super) fn make(kind: ExpressionKind, gives: Type) -> Expression {
    Expression { kind, gives }
}

pub(crate) fn number(value: i64) -> Expression {
    make(ExpressionKind::Integer(value), Type::Integer { least: value, greatest: value })
}

pub(crate) fn boolean(value: bool) -> Expression {
    make(ExpressionKind::Boolean(value), Type::Boolean)
}

impl Checker<'_> {
    /// An expression of a wanted type, as far as one is known: `wanted` decides which type a bare member is of.
    pub fn expression(
        &mut self,
        scope: &mut Scope,
        written: &syntax::Expression,
        wanted: Option<Type>,
    ) -> Option<Expression> {
        use syntax::ExpressionKind as Kind;
        let span = written.span;
        match &written.kind {
            Kind::Poison => None,
            Kind::Number(value) => Some(number(*value)),
            Kind::Boolean(value) => Some(boolean(*value)),
            Kind::Nothing => self.nothing(wanted, span),
            Kind::Name(name) => self.name(scope, name, wanted, span),
            Kind::Set(items) => self.set(scope, items, wanted, span),
            Kind::Range(..) => {
                self.wrong_type("a single value", "a range", span);
                None
            }
            Kind::Field(of, name) => self.field(scope, of, name, &[], wanted, span),
            Kind::Index(of, keys) => self.index(scope, of, keys, span),
            Kind::Call(name, arguments) => self.call(scope, name, arguments, wanted, span),
            Kind::BySteps { name, arguments, step } => self.by_steps(scope, name, arguments, step, span),
            Kind::Not(inner) => {
                let inner = self.condition(scope, inner)?;
                Some(make(ExpressionKind::Not(Box::new(inner)), Type::Boolean))
            }
            Kind::Negative(inner) => {
                let value = self.integer(scope, inner)?;
                self.negative(value)
            }
            Kind::Binary(operator, a, b) => self.binary(scope, *operator, a, b, wanted, span),
            Kind::Divide { dividend, divisor, up } => {
                let dividend = self.integer(scope, dividend)?;
                let at = divisor.span;
                let divisor = self.integer(scope, divisor)?;
                self.divide(dividend, divisor, *up, at)
            }
            Kind::In { item, container, negated } => {
                let inside = self.inside(scope, item, container)?;
                Some(negate_if(inside, *negated))
            }
            Kind::Is { item, name, negated } => {
                let is = self.is(scope, item, name)?;
                Some(negate_if(is, *negated))
            }
            Kind::Else(value, otherwise) => self.otherwise(scope, value, otherwise, wanted, span),
            Kind::If(condition, then, otherwise) => {
                let condition = self.condition(scope, condition);
                let (then, otherwise) = self.pair(scope, then, otherwise, wanted)?;
                self.choice(condition?, then, otherwise, span)
            }
            Kind::Aggregate(aggregate) => self.aggregate(scope, aggregate, None, span),
            Kind::Roll { .. } | Kind::Draw(_) => {
                self.problems.report(CannotWaitHere { span });
                None
            }
        }
    }

    /// A yes-or-no expression.
    pub fn condition(&mut self, scope: &mut Scope, written: &syntax::Expression) -> Option<Expression> {
        let found = self.expression(scope, written, Some(Type::Boolean))?;
        self.must_be(found, Type::Boolean, written.span)
    }

    /// An integer expression, of any range.
    pub fn integer(&mut self, scope: &mut Scope, written: &syntax::Expression) -> Option<Expression> {
        let found = self.expression(scope, written, None)?;
        match found.gives {
            Type::Integer { .. } => Some(found),
            Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => {
                let found = self.symbols.describe(found.gives);
                self.wrong_type("a number", &found, written.span);
                None
            }
        }
    }

    /// An expression for a place of this type; integers must lie within it for certain.
    pub fn fitting(
        &mut self,
        scope: &mut Scope,
        written: &syntax::Expression,
        wanted: Type,
    ) -> Option<Expression> {
        let found = self.expression(scope, written, Some(wanted))?;
        self.fit(found, wanted, written.span)
    }

    /// As [`Checker::fitting`] for a value that is at hand.
    pub fn fit(&mut self, found: Expression, wanted: Type, span: Span) -> Option<Expression> {
        let found = self.must_be(found, wanted, span)?;
        if let (Type::Integer { least, greatest }, Type::Integer { least: low, greatest: high }) =
            (wanted, found.gives)
        {
            let value = self.show_source(span);
            let bounds = format!("{least}..{greatest}");
            if high < least || low > greatest {
                self.problems.report(OutOfBounds { value, bounds, span });
                return None;
            }
            if low < least || high > greatest {
                self.problems.report(MayNotFit { value, bounds, span });
                return None;
            }
        }
        Some(found)
    }

    /// Checks the type but not the range of integers; a member becomes optional where that is wanted.
    pub fn must_be(&mut self, found: Expression, wanted: Type, span: Span) -> Option<Expression> {
        match (found.gives, wanted) {
            (Type::Integer { .. }, Type::Integer { .. }) | (Type::Boolean, Type::Boolean) => Some(found),
            (Type::Member(a), Type::Member(b)) | (Type::Set(a), Type::Set(b)) if a == b => Some(found),
            (Type::Optional(a), Type::Optional(b)) if a == b => Some(found),
            (Type::Member(a), Type::Optional(b)) if a == b => Some(as_optional(found)),
            (Type::Optional(a), Type::Member(b)) if a == b => {
                self.problems.report(MayBeNone { span });
                None
            }
            (gives, _) => {
                let (wanted, gives) = (self.symbols.describe_loosely(wanted), self.symbols.describe(gives));
                self.wrong_type(&wanted, &gives, span);
                None
            }
        }
    }

    pub(super) fn wrong_type(&mut self, expected: &str, found: &str, span: Span) {
        self.problems.report(WrongType { expected: expected.to_owned(), found: found.to_owned(), span });
    }

    /// The source text of a span in backticks, one line.
    pub(super) fn show_source(&self, span: Span) -> String {
        format!("`{}`", self.source(span))
    }

    /// The source text of a span on one line.
    pub fn source(&self, span: Span) -> String {
        crate::source::on_one_line(self.files.slice(span))
    }

    fn nothing(&mut self, wanted: Option<Type>, span: Span) -> Option<Expression> {
        match wanted {
            Some(Type::Optional(of) | Type::Member(of)) => {
                Some(make(ExpressionKind::Nothing, Type::Optional(of)))
            }
            Some(Type::Integer { .. } | Type::Boolean | Type::Set(_)) | None => {
                let wanted =
                    wanted.map_or("something that may be missing".into(), |kind| self.symbols.describe(kind));
                self.wrong_type(&wanted, "`none`", span);
                None
            }
        }
    }

    fn set(
        &mut self,
        scope: &mut Scope,
        items: &[syntax::Expression],
        wanted: Option<Type>,
        span: Span,
    ) -> Option<Expression> {
        let mut of = match wanted {
            Some(Type::Set(of)) => Some(of),
            _ => None,
        };
        if of.is_none() {
            // The first item that is not a bare member decides; else the first item must.
            let decisive = items.iter().find(|item| !self.is_bare(scope, item)).or(items.first());
            if let Some(item) = decisive {
                of = match self.expression(scope, item, None)?.gives {
                    Type::Member(of) => Some(of),
                    other => {
                        let other = self.symbols.describe(other);
                        self.wrong_type("a member", &other, item.span);
                        return None;
                    }
                };
            }
        }
        let Some(of) = of else {
            if !self.symbols.lacks_members {
                self.wrong_type("a set whose type is known", "`{}`", span);
            }
            return None;
        };
        let found: Vec<Option<Expression>> =
            items.iter().map(|item| self.fitting(scope, item, Type::Member(of))).collect();
        let members: Option<Vec<Expression>> = found.into_iter().collect();
        Some(make(ExpressionKind::Set(members?), Type::Set(of)))
    }

    /// Whether an expression is a name that only a wanted type can resolve: a member (or `none`).
    pub(super) fn is_bare(&self, scope: &Scope, written: &syntax::Expression) -> bool {
        match &written.kind {
            syntax::ExpressionKind::Name(name) => scope.find(name).is_none() && !self.symbols.is_value(name),
            syntax::ExpressionKind::Nothing => true,
            syntax::ExpressionKind::Set(items) => items.iter().all(|item| self.is_bare(scope, item)),
            _ => false,
        }
    }

    /// Two expressions of one type: the one that decides is checked first.
    pub(super) fn pair(
        &mut self,
        scope: &mut Scope,
        a: &syntax::Expression,
        b: &syntax::Expression,
        wanted: Option<Type>,
    ) -> Option<(Expression, Expression)> {
        if wanted.is_none() && self.is_bare(scope, a) && !self.is_bare(scope, b) {
            let b = self.expression(scope, b, None)?;
            let a = self.expression(scope, a, Some(b.gives))?;
            return Some((a, b));
        }
        let a = self.expression(scope, a, wanted);
        let wanted = wanted.or_else(|| a.as_ref().map(|a| a.gives));
        let b = self.expression(scope, b, wanted);
        Some((a?, b?))
    }

    fn binary(
        &mut self,
        scope: &mut Scope,
        operator: BinaryOperator,
        a: &syntax::Expression,
        b: &syntax::Expression,
        wanted: Option<Type>,
        span: Span,
    ) -> Option<Expression> {
        let comparison = match operator {
            BinaryOperator::And | BinaryOperator::Or => {
                let (a, b) = (self.condition(scope, a), self.condition(scope, b));
                let (a, b) = (Box::new(a?), Box::new(b?));
                let kind = match operator {
                    BinaryOperator::And => ExpressionKind::And(a, b),
                    _ => ExpressionKind::Or(a, b),
                };
                return Some(make(kind, Type::Boolean));
            }
            BinaryOperator::Add | BinaryOperator::Subtract => {
                return self.sum(scope, operator == BinaryOperator::Add, a, b, wanted, span);
            }
            BinaryOperator::Multiply => {
                let (a, b) = (self.integer(scope, a), self.integer(scope, b));
                return self.multiply(a?, b?, span);
            }
            BinaryOperator::Modulo => {
                let at = b.span;
                let (a, b) = (self.integer(scope, a), self.integer(scope, b));
                return self.modulo(a?, b?, at);
            }
            BinaryOperator::Equal => Comparison::Equal,
            BinaryOperator::NotEqual => Comparison::NotEqual,
            BinaryOperator::Less => Comparison::Less,
            BinaryOperator::LessOrEqual => Comparison::LessOrEqual,
            BinaryOperator::Greater => Comparison::Greater,
            BinaryOperator::GreaterOrEqual => Comparison::GreaterOrEqual,
        };
        self.compare(scope, comparison, a, b)
    }

    fn compare(
        &mut self,
        scope: &mut Scope,
        comparison: Comparison,
        a: &syntax::Expression,
        b: &syntax::Expression,
    ) -> Option<Expression> {
        if !matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            let (a, b) = (self.integer(scope, a), self.integer(scope, b));
            return Some(make(
                ExpressionKind::Compare(comparison, Box::new(a?), Box::new(b?)),
                Type::Boolean,
            ));
        }
        let (left, right) = self.pair(scope, a, b, None)?;
        let (left, right) = match (left.gives, right.gives) {
            (Type::Optional(x), Type::Member(y)) if x == y => (left, as_optional(right)),
            (Type::Member(x), Type::Optional(y)) if x == y => (as_optional(left), right),
            (gives, _) => {
                let right = self.must_be(right, gives, b.span)?;
                (left, right)
            }
        };
        Some(make(ExpressionKind::Compare(comparison, Box::new(left), Box::new(right)), Type::Boolean))
    }

    fn inside(
        &mut self,
        scope: &mut Scope,
        item: &syntax::Expression,
        container: &syntax::Expression,
    ) -> Option<Expression> {
        if let syntax::ExpressionKind::Range(least, greatest) = &container.kind {
            let item = self.integer(scope, item);
            let (least, greatest) = (self.integer(scope, least), self.integer(scope, greatest));
            let kind = ExpressionKind::InRange(Box::new(item?), Box::new(least?), Box::new(greatest?));
            return Some(make(kind, Type::Boolean));
        }
        if self.is_bare(scope, item) {
            let set = self.expression(scope, container, None)?;
            let Type::Set(of) = set.gives else { return self.not_a_set(&set, container.span) };
            let item = self.fitting(scope, item, Type::Member(of))?;
            return Some(contains(set, item));
        }
        let found = self.expression(scope, item, None)?;
        match found.gives {
            Type::Integer { .. } => self.one_of_numbers(scope, found, container),
            Type::Member(of) => {
                let set = self.expression(scope, container, Some(Type::Set(of)))?;
                let set = self.must_be(set, Type::Set(of), container.span)?;
                Some(contains(set, found))
            }
            Type::Optional(_) => {
                self.problems.report(MayBeNone { span: item.span });
                None
            }
            other @ (Type::Boolean | Type::Set(_)) => {
                let other = self.symbols.describe(other);
                self.wrong_type("a member or a number", &other, item.span);
                None
            }
        }
    }

    fn not_a_set(&mut self, found: &Expression, span: Span) -> Option<Expression> {
        let found = self.symbols.describe(found.gives);
        self.wrong_type("a set or a range", &found, span);
        None
    }

    /// `n in {1, 3}`: equal to one of them.
    fn one_of_numbers(
        &mut self,
        scope: &mut Scope,
        item: Expression,
        container: &syntax::Expression,
    ) -> Option<Expression> {
        let syntax::ExpressionKind::Set(items) = &container.kind else {
            self.wrong_type("a range or a list of numbers", "something else", container.span);
            return None;
        };
        let mut any: Option<Expression> = None;
        for other in items {
            let other = self.integer(scope, other)?;
            let kind = ExpressionKind::Compare(Comparison::Equal, Box::new(item.clone()), Box::new(other));
            let equal = make(kind, Type::Boolean);
            any = Some(match any {
                None => equal,
                Some(before) => make(ExpressionKind::Or(Box::new(before), Box::new(equal)), Type::Boolean),
            });
        }
        Some(any.unwrap_or_else(|| boolean(false)))
    }

    fn otherwise(
        &mut self,
        scope: &mut Scope,
        value: &syntax::Expression,
        otherwise: &syntax::Expression,
        wanted: Option<Type>,
        span: Span,
    ) -> Option<Expression> {
        if let syntax::ExpressionKind::Aggregate(aggregate) = &value.kind
            && matches!(aggregate.kind, syntax::AggregateKind::Most | syntax::AggregateKind::Least)
        {
            return self.aggregate(scope, aggregate, Some(otherwise), span);
        }
        let wanted = match wanted {
            Some(Type::Member(of)) => Some(Type::Optional(of)),
            other => other,
        };
        let value_span = value.span;
        let value = self.expression(scope, value, wanted)?;
        let Type::Optional(of) = value.gives else {
            let found = self.symbols.describe(value.gives);
            self.wrong_type("something that may be `none`", &found, value_span);
            return None;
        };
        let at = otherwise.span;
        let otherwise = self.expression(scope, otherwise, Some(Type::Member(of)))?;
        let gives = otherwise.gives;
        if !matches!(gives, Type::Member(x) | Type::Optional(x) if x == of) {
            let (wanted, found) = (self.symbols.describe(Type::Member(of)), self.symbols.describe(gives));
            self.wrong_type(&wanted, &found, at);
            return None;
        }
        Some(make(ExpressionKind::Else(Box::new(value), Box::new(otherwise)), gives))
    }

    /// `if a then b else c` of checked parts.
    pub(super) fn choice(
        &mut self,
        condition: Expression,
        then: Expression,
        otherwise: Expression,
        span: Span,
    ) -> Option<Expression> {
        let (then, otherwise) = match (then.gives, otherwise.gives) {
            (Type::Member(a), Type::Optional(b)) if a == b => (as_optional(then), otherwise),
            (gives, _) => {
                let otherwise = self.must_be(otherwise, gives, span)?;
                (then, otherwise)
            }
        };
        let gives = join(then.gives, otherwise.gives);
        let kind = ExpressionKind::If(Box::new(condition), Box::new(then), Box::new(otherwise));
        Some(make(kind, gives))
    }
}

/// The smallest type that holds both (of one kind).
pub(super) fn join(a: Type, b: Type) -> Type {
    match (a, b) {
        (Type::Integer { least, greatest }, Type::Integer { least: low, greatest: high }) => {
            Type::Integer { least: least.min(low), greatest: greatest.max(high) }
        }
        _ => a,
    }
}

pub(super) fn as_optional(member: Expression) -> Expression {
    let gives = match member.gives {
        Type::Member(of) => Type::Optional(of),
        other => other,
    };
    make(ExpressionKind::Some(Box::new(member)), gives)
}

fn contains(set: Expression, item: Expression) -> Expression {
    make(ExpressionKind::Contains(Box::new(set), Box::new(item)), Type::Boolean)
}

pub(super) fn negate_if(condition: Expression, negated: bool) -> Expression {
    if negated { make(ExpressionKind::Not(Box::new(condition)), Type::Boolean) } else { condition }
}

pub(super) fn member(of: TypeId, index: u32) -> Expression {
    make(ExpressionKind::Member(index), Type::Member(of))
}
