//! The interpreter as a [`Game`]: what is waited for, and the answers to it.

use rulec_runtime::{Chance, Game, Listener, Outcome, Refusal, Rule, RuleIndex, Waiting};

use crate::machine::{Body, DecisionId, Expression, Local, PointKind, Type, TypeId, Value};

use super::choices::{Choice, Seat, legal, refusal};
use super::constant::fails_for;
use super::evaluate::{Evaluation, Stack};
use super::execute::{Execution, rule_index};
use super::layout::Scope;
use super::position::{Frame, members};
use super::shown::value;
use super::{Interpreter, cells};

impl<'m> Game for Interpreter<'m> {
    type Seat = Seat<'m>;
    type Choice = Choice<'m>;

    fn waiting(&self) -> Waiting<Seat<'m>> {
        if self.position.halted {
            return Waiting::Halted;
        }
        match self.position.frames.last() {
            Some(Frame::Decision { decision, arguments }) => {
                let asked = self.prepared.machine.decision(*decision);
                let scope = &self.prepared.layout.decisions[decision.idx()];
                self.prepared.enter(scope);
                let seat = self.evaluate(scope, arguments, |inside| inside.scalar(&asked.by));
                Waiting::Choice { seat: Seat::new(self.prepared, seat), rule: rule_index(asked.rule) }
            }
            Some(Frame::Roll(dice)) => Waiting::Roll { count: dice.count, sides: dice.sides },
            Some(Frame::Draw(words)) => Waiting::Draw { among: members(words).count() as u32 },
            Some(Frame::Point { .. }) => unreachable!("play stops at nothing but a wait"),
            None => Waiting::Over,
        }
    }

    fn options(&self, into: &mut Vec<Choice<'m>>) {
        into.clear();
        if let Some((decision, arguments)) = self.decision() {
            legal(self.prepared, &self.position.state, decision, arguments, into);
        }
    }

    fn choose<L: Listener>(&mut self, choice: &Choice<'m>, listener: &mut L) -> Result<(), Refusal> {
        if let Some(refusal) = self.why_not(choice) {
            return Err(refusal);
        }
        let Some((decision, arguments)) = self.decision() else { return Err(Refusal::NotWaitedFor) };
        let option = &self.prepared.machine.decision(decision).options[choice.option.idx()];
        let arguments = [arguments, &choice.arguments].concat();
        if !option.asks_again {
            self.position.frames.pop();
        }
        let mut execution = Execution::new(self.prepared, &mut self.position, listener);
        execution.begin(option.effect, arguments);
        Ok(execution.resume()?)
    }

    fn roll<L: Listener>(&mut self, value: i32, listener: &mut L) -> Result<(), Refusal> {
        let possible = match self.position.frames.last() {
            Some(Frame::Roll(dice)) => {
                let value = i64::from(value);
                (i64::from(dice.count)..=i64::from(dice.count) * i64::from(dice.sides)).contains(&value)
            }
            Some(Frame::Draw(words)) => members(words).any(|member| member == i64::from(value)),
            Some(Frame::Decision { .. } | Frame::Point { .. }) | None => {
                return Err(Refusal::NotWaitedFor);
            }
        };
        if !possible {
            return Err(Refusal::NotARoll { value });
        }
        self.position.frames.pop();
        let mut execution = Execution::new(self.prepared, &mut self.position, listener);
        execution.result.push(i64::from(value));
        Ok(execution.resume()?)
    }

    fn chances(&self, into: &mut Vec<Chance>) {
        match self.position.frames.last() {
            Some(Frame::Roll(dice)) => Chance::of_roll(dice.count, dice.sides, into),
            Some(Frame::Draw(words)) => Chance::of_draw(members(words).map(|member| member as i32), into),
            Some(Frame::Decision { .. } | Frame::Point { .. }) | None => into.clear(),
        }
    }

    fn drawn(&self, nth: u32) -> i32 {
        match self.position.frames.last() {
            Some(Frame::Draw(words)) => members(words).nth(nth as usize).map_or(-1, |member| member as i32),
            Some(Frame::Roll(_) | Frame::Decision { .. } | Frame::Point { .. }) | None => -1,
        }
    }

    fn why_not(&self, choice: &Choice<'m>) -> Option<Refusal> {
        match self.decision() {
            Some(decision) => refusal(self.prepared, &self.position.state, decision, choice),
            None => Some(Refusal::NotWaitedFor),
        }
    }

    fn outcome(&self) -> Outcome<Seat<'m>> {
        let machine = self.prepared.machine;
        machine.outcome.rule.into_iter().for_each(|rule| self.prepared.exercised.mark(rule));
        let seats = 0..machine.types[machine.game.players.idx()].members.len() as i64;
        let scope = &self.prepared.layout.outcome;
        let seat = |index| Seat::new(self.prepared, index);
        let winners = machine.outcome.winners.as_ref().map(|winners| {
            let won = |index: &i64| self.evaluate(scope, &[], |inside| inside.contains(winners, *index));
            seats.clone().filter(won).map(seat).collect()
        });
        let scores = machine.outcome.score.as_ref().map(|score| {
            let scored = |index| self.evaluate(scope, &[index], |inside| inside.scalar(score));
            seats.clone().map(|index| (seat(index), scored(index))).collect()
        });
        Outcome {
            over: !self.position.halted && self.position.frames.is_empty(),
            winners: winners.unwrap_or_default(),
            scores: scores.unwrap_or_default(),
        }
    }

    fn breach(&self) -> Option<RuleIndex> {
        let invariants = &self.prepared.machine.invariants;
        let fails =
            |invariant, scope| self.evaluate(scope, &[], |inside| fails_for(inside, invariant, 0).is_some());
        let mut held = invariants.iter().zip(&self.prepared.layout.invariants);
        let broken = held.find(|(invariant, scope)| fails(*invariant, *scope));
        broken.map(|(invariant, _)| rule_index(invariant.rule))
    }

    fn rulebook(&self) -> &[Rule<'_>] {
        &self.prepared.rulebook
    }

    fn cells(&self, into: &mut Vec<i64>) {
        cells::write(&self.position, into);
    }
}

impl<'m> Interpreter<'m> {
    /// The decision that is waited for, with its arguments.
    pub fn decision(&self) -> Option<(DecisionId, &[i64])> {
        match self.position.frames.last() {
            Some(Frame::Decision { decision, arguments }) => Some((*decision, arguments)),
            Some(Frame::Point { .. } | Frame::Roll(_) | Frame::Draw(_)) | None => None,
        }
    }

    /// What is drawn now: the type of the candidates. None when no draw is waited for.
    pub fn draws_from(&self) -> Option<TypeId> {
        let [.., Frame::Point { procedure, point, .. }, Frame::Draw(_)] = self.position.frames.as_slice()
        else {
            return None;
        };
        let procedure = self.prepared.machine.procedure(*procedure);
        let Body::Waiting(points) = &procedure.body else { return None };
        let PointKind::AfterRoll(local) = points.get(point.idx())?.kind else { return None };
        match procedure.locals[local.idx()].holds {
            Type::Member(of) | Type::Optional(of) => Some(of),
            Type::Integer { .. } | Type::Boolean | Type::Set(_) => None,
        }
    }

    /// The value of an expression now, its locals zero.
    pub fn value(&self, expression: &Expression, locals: &[Local]) -> Value {
        let scope = Scope::of(&self.prepared.layout.words, locals);
        let mut numbers = Vec::new();
        self.evaluate(&scope, &[], |inside| inside.push_numbers(expression, &mut numbers));
        value(expression.gives, &numbers)
    }

    /// The value of an expression that is a number or a condition, its locals zero.
    #[cfg(feature = "study")]
    pub(crate) fn figure(&self, expression: &Expression, locals: &[Local]) -> i64 {
        let scope = Scope::of(&self.prepared.layout.words, locals);
        self.evaluate(&scope, &[], |inside| inside.scalar(expression))
    }

    /// Evaluates in a scope whose first locals are given.
    pub(super) fn evaluate<'a, T>(
        &self,
        scope: &'a Scope,
        first: &[i64],
        give: impl FnOnce(&mut Evaluation<'a, '_>) -> T,
    ) -> T
    where
        'm: 'a,
    {
        let mut stack = Stack::new(scope, first);
        let state = &self.position.state;
        give(&mut Evaluation { prepared: self.prepared, state, stack: &mut stack })
    }
}
