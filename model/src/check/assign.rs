//! Assignments: what may change, and whether the new value must be checked in play.

use rulec_grammar::expression::tree::{self as syntax, Action, AssignOperator};
use rulec_grammar::span::Span;

use super::Checker;
use super::arithmetic::bounds;
use super::expression::make;
use super::scope::{Change, Scope};
use super::script::action_span;
use super::typed::{Statement, Statements};
use crate::machine::{Expression, ExpressionKind, LocalId, StateId, Step, Type};
use crate::problem::types::{CannotAssign, OutOfBounds};
use crate::resolve::Named;

impl Checker<'_> {
    pub(super) fn assign(
        &mut self,
        scope: &mut Scope,
        target: &syntax::Expression,
        operator: AssignOperator,
        value: &Action,
        out: &mut Statements,
    ) {
        if let syntax::ExpressionKind::Name(name) = &target.kind
            && let Some((local, change)) = scope.find(name)
        {
            self.assign_local(scope, local, change, name, target.span, operator, value, out);
            return;
        }
        let Some(found) = self.expression(scope, target, None) else {
            self.action(scope, value, Some(None), out);
            return;
        };
        let ExpressionKind::State(state, keys) = found.kind else {
            let what = self.show_source(target.span);
            self.problems.report(CannotAssign { what, help: String::new(), span: target.span });
            return;
        };
        if self.is_reading(state) {
            let what = self.show_source(target.span);
            let help = "a reading is chosen before the game".to_owned();
            self.problems.report(CannotAssign { what, help, span: target.span });
            return;
        }
        let holds = found.gives;
        let now = make(ExpressionKind::State(state, keys.clone()), holds);
        let Some(value) = self.new_value(scope, now, holds, operator, value, out) else { return };
        let span = target.span;
        let Some(bounds) = self.bounds_needed(&value, holds, span) else { return };
        self.explain(&value, out);
        out.push(Statement::Step(Step::Assign { state, keys, value, bounds }));
    }

    fn is_reading(&self, state: StateId) -> bool {
        let name = self.symbols.states.get(state.idx()).map(|state| state.name.as_str()).unwrap_or("");
        matches!(self.symbols.find(name), Some(Named::Reading(_)))
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one assignment")]
    fn assign_local(
        &mut self,
        scope: &mut Scope,
        local: LocalId,
        change: Change,
        name: &str,
        span: Span,
        operator: AssignOperator,
        value: &Action,
        out: &mut Statements,
    ) {
        let holds = scope.holds(local);
        if change == Change::Never {
            let help = match holds {
                Type::Integer { .. } => format!("say what it may hold: `let {name}: 0..10 = …`"),
                _ => String::new(),
            };
            self.problems.report(CannotAssign { what: format!("`{name}`"), help, span });
            return;
        }
        let now = make(ExpressionKind::Local(local), holds);
        let Some(value) = self.new_value(scope, now, holds, operator, value, out) else { return };
        let Some(bounds) = self.bounds_needed(&value, holds, span) else { return };
        self.explain(&value, out);
        out.push(Statement::Step(Step::Set { local, value, bounds }));
    }

    /// The value after `=`, `+=`, `-=`.
    fn new_value(
        &mut self,
        scope: &mut Scope,
        now: Expression,
        holds: Type,
        operator: AssignOperator,
        value: &Action,
        out: &mut Statements,
    ) -> Option<Expression> {
        let span = action_span(value, Span::default());
        match (operator, holds, value) {
            (AssignOperator::Set, ..) => {
                let found = self.action(scope, value, Some(Some(holds)), out)?;
                self.must_be(found, holds, span)
            }
            (AssignOperator::Add | AssignOperator::Subtract, Type::Set(of), Action::Value(written)) => {
                let other = self.set_or_member(scope, written, of)?;
                let (now, other) = (Box::new(now), Box::new(other));
                let kind = if operator == AssignOperator::Add {
                    ExpressionKind::Union(now, other)
                } else {
                    ExpressionKind::Difference(now, other)
                };
                Some(make(kind, holds))
            }
            (AssignOperator::Add | AssignOperator::Subtract, Type::Integer { .. }, _) => {
                let found = self.action(scope, value, Some(None), out)?;
                let Type::Integer { .. } = found.gives else {
                    let gives = self.symbols.describe(found.gives);
                    self.wrong_type("a number", &gives, span);
                    return None;
                };
                self.add(now, found, operator == AssignOperator::Add, span)
            }
            (AssignOperator::Add | AssignOperator::Subtract, ..) => {
                let holds = self.symbols.describe(holds);
                self.wrong_type("a number or a set", &holds, span);
                None
            }
        }
    }

    /// Whether a value must be checked in play; the outer `None` when it can never fit (reported).
    fn bounds_needed(&mut self, value: &Expression, holds: Type, span: Span) -> Option<Option<(i64, i64)>> {
        let Type::Integer { least, greatest } = holds else { return Some(None) };
        let (low, high) = bounds(value);
        if low >= least && high <= greatest {
            return Some(None);
        }
        if high < least || low > greatest {
            let bounds = format!("{least}..{greatest}");
            self.problems.report(OutOfBounds { value: "this".into(), bounds, span });
            return None;
        }
        Some(Some((least, greatest)))
    }
}
