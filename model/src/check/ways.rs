//! Ways by steps: `distance(a, b by cost)` and `within(a, limit by cost)`, where a function says what a step costs.

use rulec_grammar::expression::tree::{self as syntax, Name};
use rulec_grammar::span::Span;

use super::Checker;
use super::arithmetic::bounds;
use super::expression::make;
use super::scope::Scope;
use crate::machine::{Expression, ExpressionKind, FunctionId, LocalId, Type, TypeId, Ways, WaysGive};
use crate::problem::surface::WrongShape;
use crate::problem::types::MayOverflow;
use crate::resolve::Named;

impl Checker<'_> {
    /// `name(arguments by step)`.
    pub(super) fn by_steps(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        arguments: &[syntax::Expression],
        step: &syntax::Expression,
        span: Span,
    ) -> Option<Expression> {
        let counts_places = match name.value.as_str() {
            "distance" => false,
            "within" => true,
            _ => {
                let expected = "`distance(a, b by step)` or `within(a, n by step)`".to_owned();
                self.problems.report(WrongShape { what: format!("`{}`", name.value), expected, span });
                return None;
            }
        };
        let [from, until] = arguments else {
            self.wrong_count(&name.value, 2, arguments.len(), span);
            return None;
        };
        // A bare member is known by the place that stands beside it.
        let swapped = !counts_places && self.is_bare(scope, from) && !self.is_bare(scope, until);
        let deciding = if swapped { until } else { from };
        let found = self.expression(scope, deciding, None)?;
        let of = match found.gives {
            Type::Member(of) if self.symbols.spaces.contains_key(&of) => of,
            _ => {
                let gives = self.symbols.describe(found.gives);
                self.wrong_type("a place of a space", &gives, deciding.span);
                return None;
            }
        };
        let from = self.fitting(scope, from, Type::Member(of))?;
        let until = if counts_places {
            self.integer(scope, until)?
        } else {
            self.fitting(scope, until, Type::Member(of))?
        };
        let (here, there) = (scope.hidden("here", Type::Member(of)), scope.hidden("there", Type::Member(of)));
        let cost = self.step_cost(scope, step, of, [here, there])?;
        let constant = self.symbols.space_constant(of, "neighbours")?;
        let key = make(ExpressionKind::Local(here), Type::Member(of));
        let neighbours = make(ExpressionKind::Constant(constant, vec![key]), Type::Set(of));
        let farthest = (self.symbols.member_count(of) as i64 - 1).max(0) * bounds(&cost).1.max(0);
        if farthest > i64::from(i32::MAX) {
            self.problems.report(MayOverflow { span: step.span });
            return None;
        }
        let (gives, holds) = if counts_places {
            (WaysGive::Places(until), Type::Set(of))
        } else {
            (WaysGive::Cost(until), Type::Integer { least: -1, greatest: farthest })
        };
        let ways = Ways { from, here, there, neighbours, cost, gives };
        Some(make(ExpressionKind::Ways(Box::new(ways)), holds))
    }

    /// What the function says of a step: its last two parameters are the places.
    fn step_cost(
        &mut self,
        scope: &mut Scope,
        step: &syntax::Expression,
        of: TypeId,
        places: [LocalId; 2],
    ) -> Option<Expression> {
        let (name, given): (&str, &[syntax::Expression]) = match &step.kind {
            syntax::ExpressionKind::Name(name) => (name, &[]),
            syntax::ExpressionKind::Call(name, given) => (&name.value, given),
            _ => return None,
        };
        let space = self.symbols.type_name(of).to_owned();
        let wanted = format!("a function whose last two parameters are `{space}`, and that gives -1 or more");
        let Some(Named::Function(slot)) = self.symbols.find(name) else {
            self.problems.report(WrongShape { what: format!("`{name}`"), expected: wanted, span: step.span });
            return None;
        };
        let signature = self.symbols.functions.get(slot)?.clone();
        if signature.poisoned {
            return None;
        }
        let place = Type::Member(of);
        let ends: Vec<Type> = signature.parameters.iter().rev().take(2).map(|(_, holds)| *holds).collect();
        if ends != [place, place] {
            self.problems.report(WrongShape { what: format!("`{name}`"), expected: wanted, span: step.span });
            return None;
        }
        if given.len() + 2 != signature.parameters.len() {
            self.wrong_count(name, signature.parameters.len() - 2, given.len(), step.span);
            return None;
        }
        let mut arguments = Vec::new();
        for ((_, holds), written) in signature.parameters.iter().zip(given) {
            arguments.push(self.fitting(scope, written, *holds)?);
        }
        arguments.extend(places.map(|local| make(ExpressionKind::Local(local), place)));
        let gives = self.function_gives(slot, step.span)?;
        if !matches!(gives, Type::Integer { least: -1.., .. }) {
            self.problems.report(WrongShape { what: format!("`{name}`"), expected: wanted, span: step.span });
            return None;
        }
        Some(make(ExpressionKind::Call(FunctionId(slot as u32), arguments), gives))
    }
}
