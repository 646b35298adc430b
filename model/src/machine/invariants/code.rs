//! Code: what locals have a value where, what fits where it is put, and what points lead to.

use super::expressions::fits;
use super::{Bound, Check, Expression, LocalId, ProcedureId, Type};
use crate::machine::{Block, Branch, Code, End, Key, Point, PointId, PointKind, Procedure, Step};

impl<'m> Check<'m> {
    /// `plain`: the block may return.
    pub(super) fn block(
        &mut self,
        bound: &mut Bound<'m>,
        block: &'m Block,
        procedure: &'m Procedure,
        plain: bool,
    ) {
        for step in block {
            self.step(bound, step, procedure, plain);
        }
    }

    /// A block within: what it binds is gone after it.
    fn inner(&mut self, bound: &Bound<'m>, block: &'m Block, procedure: &'m Procedure, plain: bool) {
        self.block(&mut bound.clone(), block, procedure, plain);
    }

    fn step(&mut self, bound: &mut Bound<'m>, step: &'m Step, procedure: &'m Procedure, plain: bool) {
        match step {
            Step::Let { local, value, named: _ } => {
                self.put(bound, *local, value, None);
                bound.bind(*local);
            }
            Step::Set { local, value, bounds } => {
                let has_value = bound.has_value(*local);
                self.require(has_value, format!("`{}` changes and has no value", bound.name(*local)));
                self.put(bound, *local, value, *bounds);
            }
            Step::Assign { state, keys, value, bounds } => {
                self.expression(bound, value);
                let Some(state) = self.machine.states.get(state.idx()) else {
                    return self.breach("no such state variable");
                };
                self.require(state.keys.len() == keys.len(), format!("`{}` with other keys", state.name));
                for (key, given) in state.keys.iter().zip(keys) {
                    self.expression(bound, given);
                    let target = match *key {
                        Key::Type(id) => Type::Member(id),
                        Key::Range(least, greatest) => Type::Integer { least, greatest },
                    };
                    self.require(
                        fits(given.gives, target),
                        format!("a key of `{}` does not fit", state.name),
                    );
                }
                self.assigned(&state.name, value.gives, *bounds, state.holds);
            }
            Step::If { condition, then, otherwise } => {
                self.expression(bound, condition);
                self.inner(bound, then, procedure, plain);
                self.inner(bound, otherwise, procedure, plain);
            }
            Step::For { variable, source, filter, body } => {
                self.source(bound, source, *variable);
                let mut inside = bound.clone();
                inside.bind(*variable);
                filter.iter().for_each(|filter| self.expression(&mut inside, filter));
                self.block(&mut inside, body, procedure, plain);
            }
            Step::While { condition, limit, body } => {
                self.expression(bound, condition);
                self.require(*limit >= 0, "a loop with a limit below zero");
                self.inner(bound, body, procedure, plain);
            }
            Step::Call { procedure: called, arguments, result } => {
                let Some(called) = self.called(bound, *called, arguments) else { return };
                self.require(!called.waits(), format!("a plain call of `{}`, which waits", called.name));
                if let Some(local) = result {
                    self.given(bound, *local, called.gives);
                    bound.bind(*local);
                }
            }
            Step::Fired(rule) => self.rule(*rule),
            Step::Explain { function, arguments } => match self.machine.functions.get(function.idx()) {
                Some(function) => {
                    let parameters = function.locals.iter().take(function.parameters as usize);
                    let parameters = parameters.map(|local| local.holds).collect();
                    self.arguments(bound, &function.name, parameters, arguments);
                }
                None => self.breach("no such function"),
            },
            Step::Tell(told) => told.iter().for_each(|told| self.expression(bound, &told.value)),
            Step::Fail(_) => self.require(plain, "a failure in a procedure that waits"),
            Step::Return(value) => {
                self.require(plain, "a plain return in a procedure that waits");
                self.returned(bound, value.as_ref(), procedure);
            }
        }
    }

    fn put(
        &mut self,
        bound: &mut Bound<'m>,
        local: LocalId,
        value: &'m Expression,
        bounds: Option<(i64, i64)>,
    ) {
        self.expression(bound, value);
        match bound.holds(local) {
            Some(holds) => self.assigned(&bound.name(local), value.gives, bounds, holds),
            None => self.breach("no such local"),
        }
    }

    /// Without bounds the value fits; with bounds what they leave does.
    fn assigned(&mut self, name: &str, value: Type, bounds: Option<(i64, i64)>, holds: Type) {
        let left = match bounds {
            Some((least, greatest)) => Type::Integer { least, greatest },
            None => value,
        };
        self.require(fits(left, holds), format!("`{name}` is given more than it holds"));
    }

    fn given(&mut self, bound: &Bound<'m>, local: LocalId, gives: Option<Type>) {
        match (gives, bound.holds(local)) {
            (Some(gives), Some(holds)) => {
                self.require(
                    fits(gives, holds),
                    format!("`{}` is given more than it holds", bound.name(local)),
                );
            }
            (None, _) => self.breach(format!("`{}` takes what is not given", bound.name(local))),
            (_, None) => self.breach("no such local"),
        }
    }

    fn called(
        &mut self,
        bound: &mut Bound<'m>,
        called: ProcedureId,
        arguments: &'m [Expression],
    ) -> Option<&'m Procedure> {
        let Some(called) = self.machine.procedures.get(called.idx()) else {
            self.breach("no such procedure");
            return None;
        };
        let parameters = called.locals.iter().take(called.parameters as usize);
        self.arguments(bound, &called.name, parameters.map(|local| local.holds).collect(), arguments);
        Some(called)
    }

    fn returned(&mut self, bound: &mut Bound<'m>, value: Option<&'m Expression>, procedure: &Procedure) {
        if let Some(value) = value {
            self.expression(bound, value);
            let fits = procedure.gives.is_some_and(|gives| fits(value.gives, gives));
            self.require(fits, "gives what the procedure does not");
        }
    }

    pub(super) fn points(&mut self, procedure: &'m Procedure, points: &'m [Point]) {
        let parameters: Vec<LocalId> = (0..procedure.parameters).map(LocalId).collect();
        let entry =
            points.first().is_some_and(|point| point.kind == PointKind::Entry && point.live == parameters);
        self.require(entry, "point 0 is no entry with the parameters live");
        for point in points {
            self.place = format!("procedure {} point {}", procedure.name, point.name);
            let mut bound = Bound::first(&procedure.locals, 0);
            point.live.iter().for_each(|local| bound.bind(*local));
            self.require(point.live.is_sorted_by(|a, b| a < b), "live locals out of order");
            if let Some(local) = taken(point) {
                self.require(!point.live.contains(&local), "what it takes is live before");
                bound.bind(local);
            }
            self.code(bound, &point.code, procedure, points);
        }
    }

    fn code(&mut self, mut bound: Bound<'m>, code: &'m Code, procedure: &'m Procedure, points: &'m [Point]) {
        self.block(&mut bound, &code.steps, procedure, false);
        match &code.end {
            End::Goto(then) => {
                let there = self.leads(&bound, *then, points);
                let takes_nothing =
                    |point: &Point| matches!(point.kind, PointKind::Jump | PointKind::AfterCall(None));
                self.require(there.is_none_or(takes_nothing), "goes to a point that takes a result");
            }
            End::Branch(branch) => {
                let Branch { condition, then, otherwise } = &**branch;
                self.expression(&mut bound, condition);
                self.code(bound.clone(), then, procedure, points);
                self.code(bound, otherwise, procedure, points);
            }
            End::Call { procedure: called, arguments, then } => {
                let gives = self.called(&mut bound, *called, arguments).and_then(|called| called.gives);
                match self.leads(&bound, *then, points).map(|point| &point.kind) {
                    Some(PointKind::AfterCall(Some(local))) => self.given(&bound, *local, gives),
                    Some(PointKind::AfterCall(None)) | None => {}
                    Some(_) => self.breach("a call leads to a point that is not after a call"),
                }
            }
            End::Roll { dice, then } => {
                let (least, greatest) =
                    (i64::from(dice.count), i64::from(dice.count) * i64::from(dice.sides));
                self.require(dice.sides > 0, "dice without sides");
                self.after_roll(&bound, *then, points, Type::Integer { least, greatest });
            }
            End::Draw { from, then } => {
                self.expression(&mut bound, from);
                match from.gives {
                    Type::Set(id) => self.after_roll(&bound, *then, points, Type::Member(id)),
                    Type::Integer { .. } | Type::Boolean | Type::Member(_) | Type::Optional(_) => {
                        self.breach("a draw from what is no set");
                    }
                }
            }
            End::Choose { decision, arguments, then } => {
                let Some(asked) = self.machine.decisions.get(decision.idx()) else {
                    return self.breach("no such decision");
                };
                let parameters = asked.locals.iter().take(arguments.len()).map(|local| local.holds);
                self.arguments(&mut bound, &asked.name, parameters.collect(), arguments);
                match self.leads(&bound, *then, points).map(|point| &point.kind) {
                    Some(PointKind::AfterChoice(Some(local))) => self.given(&bound, *local, asked.gives),
                    Some(PointKind::AfterChoice(None)) | None => {}
                    Some(_) => self.breach("a choice leads to a point that is not after a choice"),
                }
            }
            End::Return(value) => self.returned(&mut bound, value.as_ref(), procedure),
            End::EndGame => {}
        }
    }

    fn after_roll(&mut self, bound: &Bound<'m>, then: PointId, points: &'m [Point], gives: Type) {
        match self.leads(bound, then, points).map(|point| &point.kind) {
            Some(PointKind::AfterRoll(local)) => self.given(bound, *local, Some(gives)),
            Some(_) => self.breach("a roll leads to a point that is not after a roll"),
            None => {}
        }
    }

    /// The point that play goes on at; its live locals have a value here.
    fn leads(&mut self, bound: &Bound<'m>, then: PointId, points: &'m [Point]) -> Option<&'m Point> {
        let Some(point) = points.get(then.idx()) else {
            self.breach("no such point");
            return None;
        };
        for local in &point.live {
            let has_value = bound.has_value(*local);
            self.require(has_value, format!("`{}` has no value for `{}`", bound.name(*local), point.name));
        }
        Some(point)
    }
}

/// The local that takes a point's result.
fn taken(point: &Point) -> Option<LocalId> {
    match point.kind {
        PointKind::Entry | PointKind::Jump => None,
        PointKind::AfterRoll(local) => Some(local),
        PointKind::AfterCall(local) | PointKind::AfterChoice(local) => local,
    }
}
