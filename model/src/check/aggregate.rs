//! Aggregates and what their variables run through.

use rulec_grammar::expression::tree::{self as syntax, AggregateKind as Written, Binding};
use rulec_grammar::span::Span;

use super::Checker;
use super::arithmetic::bounds;
use super::expression::{join, make};
use super::scope::{Change, Scope};
use crate::machine::{
    Aggregate, AggregateKind, Comparison, Expression, ExpressionKind, LocalId, Source, Type,
};
use crate::problem::surface::WrongShape;
use crate::problem::types::{MayBeNobody, MayOverflow};

/// A checked binding: its variable, source and filter.
pub(crate) struct Bound {
    pub variable: LocalId,
    pub source: Source,
    pub filter: Option<Expression>,
    /// How many values the variable can take at most.
    pub count: i64,
    /// Whether the source has a value for certain.
    pub sure: bool,
}

impl Checker<'_> {
    /// Declares a binding's variable; the caller restores visibility.
    pub(crate) fn binding(&mut self, scope: &mut Scope, binding: &Binding) -> Option<Bound> {
        let (source, holds, count, sure) = self.source_of(scope, &binding.source)?;
        let variable = scope.declare(&binding.variable.value, holds, Change::Never);
        let filter = match &binding.filter {
            None => None,
            Some(filter) => Some(self.condition(scope, filter)?),
        };
        let sure = sure && filter.is_none();
        let source = match &filter {
            Some(filter) => narrowed(source, variable, filter),
            None => source,
        };
        Some(Bound { variable, source, filter, count, sure })
    }

    fn source_of(
        &mut self,
        scope: &mut Scope,
        written: &syntax::Expression,
    ) -> Option<(Source, Type, i64, bool)> {
        if let syntax::ExpressionKind::Range(least, greatest) = &written.kind {
            let (least, greatest) = (self.integer(scope, least)?, self.integer(scope, greatest)?);
            let ((low, high), (from, to)) = (bounds(&least), bounds(&greatest));
            let holds = Type::Integer { least: low, greatest: to.max(low) };
            return Some((Source::Range(least, greatest), holds, (to - low + 1).max(0), high <= from));
        }
        // A local that is one member is nothing to run through: `any(a in army: …)` means the type even where
        // a parameter is named like it.
        if let syntax::ExpressionKind::Name(name) = &written.kind
            && scope.find(name).is_none_or(|(local, _)| matches!(scope.holds(local), Type::Member(_)))
            && let Some(of) = self.symbols.type_named(name)
        {
            let count = self.symbols.member_count(of) as i64;
            return Some((Source::Type(of), Type::Member(of), count, count > 0));
        }
        let set = none_or_one(self.expression(scope, written, None)?);
        let Type::Set(of) = set.gives else {
            let gives = self.symbols.describe(set.gives);
            self.wrong_type("a set, a range or a type", &gives, written.span);
            return None;
        };
        let sure = matches!(&set.kind, ExpressionKind::Set(items) if !items.is_empty());
        let count = self.symbols.member_count(of) as i64;
        Some((Source::Set(set), Type::Member(of), count, sure))
    }

    pub(super) fn aggregate(
        &mut self,
        scope: &mut Scope,
        written: &syntax::Aggregate,
        otherwise: Option<&syntax::Expression>,
        span: Span,
    ) -> Option<Expression> {
        let mark = scope.enter();
        let found = self.aggregate_in(scope, written, otherwise, span);
        scope.leave(mark);
        found
    }

    fn aggregate_in(
        &mut self,
        scope: &mut Scope,
        written: &syntax::Aggregate,
        otherwise: Option<&syntax::Expression>,
        span: Span,
    ) -> Option<Expression> {
        let bound = self.binding(scope, &written.binding)?;
        let body = match (written.kind, &written.body) {
            (Written::Count | Written::First | Written::Those, Some(body)) => {
                let expected = "without a part after `:` (use `where`)".to_owned();
                self.problems.report(WrongShape { what: "this".into(), expected, span: body.span });
                return None;
            }
            (Written::Any | Written::Every, Some(body)) => Some(self.condition(scope, body)?),
            (Written::Sum | Written::Most | Written::Least, Some(body)) => Some(self.integer(scope, body)?),
            (Written::Sum | Written::Most | Written::Least | Written::Every, None) => {
                let expected = "followed by `: value`".to_owned();
                self.problems.report(WrongShape { what: "this".into(), expected, span });
                return None;
            }
            (Written::Any | Written::Count | Written::First | Written::Those, None) => None,
        };
        let otherwise = match otherwise {
            None => None,
            Some(otherwise) => Some(self.integer(scope, otherwise)?),
        };
        let (kind, gives) =
            self.aggregate_type(written.kind, &bound, body.as_ref(), otherwise.as_ref(), scope, span)?;
        let Bound { variable, mut source, filter, .. } = bound;
        if let (AggregateKind::Any, Some(body)) = (kind, &body) {
            source = narrowed(source, variable, body);
        }
        let aggregate = Aggregate { kind, variable, source, filter, body, otherwise };
        Some(make(ExpressionKind::Aggregate(Box::new(aggregate)), gives))
    }

    fn aggregate_type(
        &mut self,
        kind: Written,
        bound: &Bound,
        body: Option<&Expression>,
        otherwise: Option<&Expression>,
        scope: &Scope,
        span: Span,
    ) -> Option<(AggregateKind, Type)> {
        Some(match kind {
            Written::Count => (AggregateKind::Count, Type::Integer { least: 0, greatest: bound.count }),
            Written::Any => (AggregateKind::Any, Type::Boolean),
            Written::Every => (AggregateKind::Every, Type::Boolean),
            Written::Sum => {
                let (low, high) = bounds(body?);
                let (least, greatest) = (low.min(0) * bound.count, high.max(0) * bound.count);
                if i32::try_from(least).is_err() || i32::try_from(greatest).is_err() {
                    self.problems.report(MayOverflow { span });
                    return None;
                }
                (AggregateKind::Sum, Type::Integer { least, greatest })
            }
            Written::Most | Written::Least => {
                if otherwise.is_none() && !bound.sure {
                    self.problems.report(MayBeNobody { span });
                    return None;
                }
                let gives = body?.gives;
                let gives = otherwise.map_or(gives, |otherwise| join(gives, otherwise.gives));
                (if kind == Written::Most { AggregateKind::Most } else { AggregateKind::Least }, gives)
            }
            Written::First | Written::Those => {
                let Type::Member(of) = scope.holds(bound.variable) else {
                    self.wrong_type("members", "numbers", span);
                    return None;
                };
                if kind == Written::First {
                    (AggregateKind::First, Type::Optional(of))
                } else {
                    (AggregateKind::Those, Type::Set(of))
                }
            }
        })
    }
}

/// An optional value as a set of none or one; anything else as it is.
fn none_or_one(found: Expression) -> Expression {
    let Type::Optional(of) = found.gives else { return found };
    let set = |items: Vec<Expression>| make(ExpressionKind::Set(items), Type::Set(of));
    let nobody = make(ExpressionKind::IsNothing(Box::new(found.clone())), Type::Boolean);
    let never = make(ExpressionKind::Member(0), Type::Member(of));
    let member = make(ExpressionKind::Else(Box::new(found), Box::new(never)), Type::Member(of));
    let kind = ExpressionKind::If(Box::new(nobody), Box::new(set(Vec::new())), Box::new(set(vec![member])));
    make(kind, Type::Set(of))
}

/// Where a condition says which member the variable must be, only that one is looked at, not the whole type:
/// `p in place where army.at = p` runs through none or one.
fn narrowed(source: Source, variable: LocalId, condition: &Expression) -> Source {
    if !matches!(source, Source::Type(_)) {
        return source;
    }
    match told(variable, condition) {
        Some(member) => match member.gives {
            Type::Member(of) => Source::Set(make(ExpressionKind::Set(vec![member]), Type::Set(of))),
            _ => Source::Set(none_or_one(member)),
        },
        None => source,
    }
}

/// What the variable must equal, where a part of the condition says so.
fn told(variable: LocalId, condition: &Expression) -> Option<Expression> {
    let is_variable = |side: &Expression| match &side.kind {
        ExpressionKind::Local(local) => *local == variable,
        ExpressionKind::Some(inner) => inner.kind == ExpressionKind::Local(variable),
        _ => false,
    };
    let reads_it = |side: &Expression| {
        let mut reads = false;
        side.walk(&mut |part| reads |= part.kind == ExpressionKind::Local(variable));
        reads
    };
    match &condition.kind {
        ExpressionKind::And(a, b) => told(variable, a).or_else(|| told(variable, b)),
        ExpressionKind::Compare(Comparison::Equal, a, b) => {
            let other = match (is_variable(a), is_variable(b)) {
                (true, false) => b,
                (false, true) => a,
                _ => return None,
            };
            let known = matches!(other.gives, Type::Member(_) | Type::Optional(_)) && !reads_it(other);
            // Only what is looked up at once: anything longer would be worked out twice.
            let short = matches!(
                other.kind,
                ExpressionKind::Local(_) | ExpressionKind::State(..) | ExpressionKind::Constant(..)
            );
            (known && short).then(|| other.as_ref().clone())
        }
        _ => None,
    }
}
