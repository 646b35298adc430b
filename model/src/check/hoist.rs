//! Rolls out of expressions: each becomes a statement before, and `and`, `or`, `if` around one become branches,
//! so that a roll happens only when it is reached.

use rulec_grammar::expression::tree::{self as syntax, BinaryOperator, ExpressionKind as Kind};

use super::Checker;
use super::expression::{boolean, join};
use super::scope::Scope;
use super::typed::{Statement, Statements};
use crate::machine::{Dice, Expression, ExpressionKind, LocalId, Step, Type};
use crate::problem::types::CannotWaitHere;

/// Whether an expression rolls or draws anywhere.
pub(super) fn rolls(written: &syntax::Expression) -> bool {
    match &written.kind {
        Kind::Roll { .. } | Kind::Draw(_) => true,
        Kind::Number(_) | Kind::Boolean(_) | Kind::Nothing | Kind::Name(_) | Kind::Poison => false,
        Kind::Set(items) | Kind::Call(_, items) => items.iter().any(rolls),
        Kind::BySteps { arguments, step, .. } => arguments.iter().any(rolls) || rolls(step),
        Kind::Index(of, keys) => rolls(of) || keys.iter().any(rolls),
        Kind::Field(inner, _) | Kind::Not(inner) | Kind::Negative(inner) | Kind::Is { item: inner, .. } => {
            rolls(inner)
        }
        Kind::Range(a, b) | Kind::Binary(_, a, b) | Kind::Else(a, b) => rolls(a) || rolls(b),
        Kind::Divide { dividend, divisor, .. } => rolls(dividend) || rolls(divisor),
        Kind::In { item, container, .. } => rolls(item) || rolls(container),
        Kind::If(a, b, c) => rolls(a) || rolls(b) || rolls(c),
        Kind::Aggregate(aggregate) => {
            rolls(&aggregate.binding.source)
                || aggregate.binding.filter.as_ref().is_some_and(rolls)
                || aggregate.body.as_ref().is_some_and(rolls)
        }
    }
}

impl Checker<'_> {
    /// An expression of a script: its rolls become statements in `before`.
    pub(super) fn rolling(
        &mut self,
        scope: &mut Scope,
        written: &syntax::Expression,
        wanted: Option<Type>,
        before: &mut Statements,
    ) -> Option<Expression> {
        if !rolls(written) {
            return self.expression(scope, written, wanted);
        }
        let mark = scope.enter();
        let without = self.without_rolls(scope, written, before);
        let found = without.and_then(|without| self.expression(scope, &without, wanted));
        scope.leave(mark);
        found
    }

    /// The same expression with each roll replaced by the local that takes its result.
    fn without_rolls(
        &mut self,
        scope: &mut Scope,
        written: &syntax::Expression,
        before: &mut Statements,
    ) -> Option<syntax::Expression> {
        if !rolls(written) {
            return Some(written.clone());
        }
        let span = written.span;
        let kind = match &written.kind {
            Kind::Roll { dice, sides } => {
                let gives = Type::Integer { least: i64::from(*dice), greatest: i64::from(dice * sides) };
                let into = scope.hidden("roll", gives);
                before.push(Statement::Roll { dice: Dice { count: *dice, sides: *sides }, into });
                return Some(self.local_name(scope, into, written));
            }
            Kind::Draw(from) => {
                let from_span = from.span;
                let from = self.rolling(scope, from, None, before)?;
                let Type::Set(of) = from.gives else {
                    let gives = self.symbols.describe(from.gives);
                    self.wrong_type("a set", &gives, from_span);
                    return None;
                };
                let into = scope.hidden("drawn", Type::Member(of));
                before.push(Statement::Draw { from, into });
                return Some(self.local_name(scope, into, written));
            }
            Kind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), a, b) if rolls(b) => {
                return self.short_circuit(scope, *operator, a, b, written, before);
            }
            Kind::If(condition, then, otherwise) if rolls(then) || rolls(otherwise) => {
                return self.branching(scope, condition, then, otherwise, written, before);
            }
            Kind::Binary(operator, a, b) => {
                let (a, b) = self.both(scope, a, b, before)?;
                Kind::Binary(*operator, a, b)
            }
            Kind::Divide { dividend, divisor, up } => {
                let (dividend, divisor) = self.both(scope, dividend, divisor, before)?;
                Kind::Divide { dividend, divisor, up: *up }
            }
            Kind::In { item, container, negated } => {
                let (item, container) = self.both(scope, item, container, before)?;
                Kind::In { item, container, negated: *negated }
            }
            Kind::Range(a, b) => {
                let (a, b) = self.both(scope, a, b, before)?;
                Kind::Range(a, b)
            }
            Kind::Else(a, b) if !rolls(b) => {
                Kind::Else(Box::new(self.without_rolls(scope, a, before)?), b.clone())
            }
            Kind::If(condition, then, otherwise) => {
                let condition = self.without_rolls(scope, condition, before)?;
                Kind::If(Box::new(condition), then.clone(), otherwise.clone())
            }
            Kind::Not(inner) => Kind::Not(Box::new(self.without_rolls(scope, inner, before)?)),
            Kind::Negative(inner) => Kind::Negative(Box::new(self.without_rolls(scope, inner, before)?)),
            Kind::Field(inner, name) => {
                Kind::Field(Box::new(self.without_rolls(scope, inner, before)?), name.clone())
            }
            Kind::Is { item, name, negated } => {
                let item = Box::new(self.without_rolls(scope, item, before)?);
                Kind::Is { item, name: name.clone(), negated: *negated }
            }
            Kind::Set(items) => Kind::Set(self.each(scope, items, before)?),
            Kind::Call(name, arguments) => Kind::Call(name.clone(), self.each(scope, arguments, before)?),
            Kind::Index(of, keys) if !rolls(of) => Kind::Index(of.clone(), self.each(scope, keys, before)?),
            Kind::Aggregate(_) | Kind::BySteps { .. } | Kind::Index(..) | Kind::Else(..) => {
                self.problems.report(CannotWaitHere { span });
                return None;
            }
            Kind::Number(_) | Kind::Boolean(_) | Kind::Nothing | Kind::Name(_) | Kind::Poison => return None,
        };
        Some(syntax::Expression { span, kind })
    }

    /// A name for a hidden local that only the rewritten expression can see.
    fn local_name(
        &self,
        scope: &mut Scope,
        local: LocalId,
        written: &syntax::Expression,
    ) -> syntax::Expression {
        // `%` cannot stand in a name, so nothing of the author's is hidden.
        let name = format!("%{}", local.0);
        scope.show(&name, local);
        syntax::Expression { span: written.span, kind: Kind::Name(name) }
    }

    #[allow(clippy::type_complexity, reason = "two boxed operands")]
    fn both(
        &mut self,
        scope: &mut Scope,
        a: &syntax::Expression,
        b: &syntax::Expression,
        before: &mut Statements,
    ) -> Option<(Box<syntax::Expression>, Box<syntax::Expression>)> {
        let a = self.without_rolls(scope, a, before)?;
        let b = self.without_rolls(scope, b, before)?;
        Some((Box::new(a), Box::new(b)))
    }

    fn each(
        &mut self,
        scope: &mut Scope,
        items: &[syntax::Expression],
        before: &mut Statements,
    ) -> Option<Vec<syntax::Expression>> {
        items.iter().map(|item| self.without_rolls(scope, item, before)).collect()
    }

    /// `a and b` where b rolls: b is reached only when a holds.
    fn short_circuit(
        &mut self,
        scope: &mut Scope,
        operator: BinaryOperator,
        a: &syntax::Expression,
        b: &syntax::Expression,
        written: &syntax::Expression,
        before: &mut Statements,
    ) -> Option<syntax::Expression> {
        let first = self.rolling(scope, a, Some(Type::Boolean), before)?;
        let first = self.must_be(first, Type::Boolean, a.span)?;
        let result = scope.hidden("holds", Type::Boolean);
        let is_and = operator == BinaryOperator::And;
        before.push(Statement::Step(Step::Let { local: result, value: boolean(!is_and), named: false }));
        let mut reached = Vec::new();
        let second = self.rolling(scope, b, Some(Type::Boolean), &mut reached)?;
        let second = self.must_be(second, Type::Boolean, b.span)?;
        reached.push(Statement::Step(Step::Set { local: result, value: second, bounds: None }));
        let (then, otherwise) = if is_and { (reached, Vec::new()) } else { (Vec::new(), reached) };
        before.push(Statement::If { condition: first, then, otherwise });
        Some(self.local_name(scope, result, written))
    }

    /// `if a then b else c` where b or c rolls.
    fn branching(
        &mut self,
        scope: &mut Scope,
        condition: &syntax::Expression,
        then: &syntax::Expression,
        otherwise: &syntax::Expression,
        written: &syntax::Expression,
        before: &mut Statements,
    ) -> Option<syntax::Expression> {
        let found = self.rolling(scope, condition, Some(Type::Boolean), before)?;
        let condition = self.must_be(found, Type::Boolean, condition.span)?;
        let (mut on_yes, mut on_no) = (Vec::new(), Vec::new());
        let yes = self.rolling(scope, then, None, &mut on_yes)?;
        let no = self.rolling(scope, otherwise, Some(yes.gives), &mut on_no)?;
        let no = self.must_be(no, yes.gives, otherwise.span)?;
        let gives = join(yes.gives, no.gives);
        let result = scope.hidden("result", gives);
        // The local is bound before the branches; either sets it.
        let placeholder = match gives {
            Type::Integer { least, .. } => Expression { kind: ExpressionKind::Integer(least), gives },
            Type::Boolean => boolean(false),
            Type::Member(_) => Expression { kind: ExpressionKind::Member(0), gives },
            Type::Optional(_) => Expression { kind: ExpressionKind::Nothing, gives },
            Type::Set(_) => Expression { kind: ExpressionKind::Set(Vec::new()), gives },
        };
        before.push(Statement::Step(Step::Let { local: result, value: placeholder, named: false }));
        on_yes.push(Statement::Step(Step::Set { local: result, value: yes, bounds: None }));
        on_no.push(Statement::Step(Step::Set { local: result, value: no, bounds: None }));
        before.push(Statement::If { condition, then: on_yes, otherwise: on_no });
        Some(self.local_name(scope, result, written))
    }
}
