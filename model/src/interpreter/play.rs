//! Playing on: from point to point until the game waits for somebody, is over, or halts.

use rulec_runtime::{Fault, FaultKind, Listener};

use crate::machine::{
    Body, Branch, Code, DecisionId, End, Expression, LocalId, Point, PointId, PointKind, Procedure,
    ProcedureId, Type, WhenNone,
};

use super::choices::offers_any;
use super::execute::{Execution, Flow, fault};
use super::position::{Frame, members};

/// So many jumps between two answers are taken for endless: a loop whose decisions all go on by themselves.
pub const JUMPS_AT_MOST: i64 = 1_000_000;

/// What happens after the code of a point.
enum Next {
    /// The procedure goes on here.
    Point(PointId),
    /// The topmost frame is played.
    Topmost,
    /// Somebody is waited for.
    Wait,
}

impl<'a, L: Listener> Execution<'a, '_, L> {
    /// Puts a procedure on top, to be played from its start.
    pub fn begin(&mut self, procedure: ProcedureId, arguments: Vec<i64>) {
        self.position.frames.push(Frame::Point { procedure, point: PointId(0), live: arguments });
    }

    /// Plays from the topmost frame on, which takes `result`. A fault halts the game.
    pub fn resume(&mut self) -> Result<(), Fault> {
        let played = self.play();
        if played.is_err() {
            self.position.halt();
        }
        played
    }

    fn play(&mut self) -> Result<(), Fault> {
        let mut jumps = 0;
        while let Some(frame) = self.position.frames.pop() {
            let next = match frame {
                Frame::Point { procedure, point, live } => {
                    self.play_procedure(procedure, point, &live, &mut jumps)?
                }
                Frame::Decision { decision, arguments } => self.ask(decision, arguments),
                waiting @ (Frame::Roll(_) | Frame::Draw(_)) => {
                    // A procedure was run on top of the wait and has returned.
                    self.position.frames.push(waiting);
                    Next::Wait
                }
            };
            if let Next::Wait = next {
                return Ok(());
            }
        }
        Ok(())
    }

    fn play_procedure(
        &mut self,
        id: ProcedureId,
        point: PointId,
        live: &[i64],
        jumps: &mut i64,
    ) -> Result<Next, Fault> {
        let prepared = self.prepared;
        let procedure = prepared.machine.procedure(id);
        let scope = &prepared.layout.procedures[id.idx()];
        prepared.enter(scope);
        let points = match &procedure.body {
            Body::Plain(_) => {
                self.stack.restart(&prepared.layout.outcome, &[]);
                let base = self.stack.top();
                live.iter().for_each(|value| self.stack.push(*value));
                return self.run_plain(id, base).map(|()| Next::Topmost);
            }
            Body::Waiting(points) => points,
        };
        self.stack.restart(scope, &[]);
        let mut here = &points[point.idx()];
        self.restore(here, live);
        if here.kind == PointKind::Entry {
            self.check_needs(&procedure.needs, procedure.rule)?;
        }
        loop {
            self.arrive(here, procedure);
            match self.code(&here.code, procedure, id, points)? {
                Next::Point(then) => here = &points[then.idx()],
                next @ (Next::Topmost | Next::Wait) => return Ok(next),
            }
            *jumps += 1;
            if *jumps > JUMPS_AT_MOST {
                return Err(fault(procedure.rule, FaultKind::Endless { limit: JUMPS_AT_MOST }));
            }
        }
    }

    /// Runs the code of a point.
    fn code(
        &mut self,
        code: &'a Code,
        procedure: &'a Procedure,
        id: ProcedureId,
        points: &'a [Point],
    ) -> Result<Next, Fault> {
        if let Flow::Return = self.block(&code.steps, procedure)? {
            return Ok(Next::Topmost);
        }
        match &code.end {
            End::Goto(then) => Ok(Next::Point(*then)),
            End::Branch(branch) => {
                let Branch { condition, then, otherwise } = &**branch;
                let holds = self.evaluation().holds(condition);
                self.code(if holds { then } else { otherwise }, procedure, id, points)
            }
            End::Call { procedure: called, arguments, then } => {
                self.prepared.taken.called(procedure.rule, *called);
                self.suspend(id, *then, points);
                let arguments = self.numbers_of(arguments);
                self.begin(*called, arguments);
                Ok(Next::Topmost)
            }
            End::Roll { dice, then } => {
                self.suspend(id, *then, points);
                self.position.frames.push(Frame::Roll(*dice));
                Ok(Next::Wait)
            }
            End::Draw { from, then } => {
                let words = self.numbers_of(std::slice::from_ref(from));
                let mut candidates = members(&words);
                let Some(first) = candidates.next() else {
                    return Err(fault(procedure.rule, FaultKind::NobodyToDraw));
                };
                if candidates.next().is_none() {
                    self.result.clear();
                    self.result.push(first);
                    return Ok(Next::Point(*then));
                }
                drop(candidates);
                self.suspend(id, *then, points);
                self.position.frames.push(Frame::Draw(words));
                Ok(Next::Wait)
            }
            End::Choose { decision, arguments, then } => {
                self.suspend(id, *then, points);
                let arguments = self.numbers_of(arguments);
                Ok(self.ask(*decision, arguments))
            }
            End::Return(value) => {
                self.give(value.as_ref());
                Ok(Next::Topmost)
            }
            End::EndGame => {
                self.position.frames.clear();
                Ok(Next::Topmost)
            }
        }
    }

    /// Waits for the player, unless nothing settles the decision and play may go on.
    fn ask(&mut self, decision: DecisionId, arguments: Vec<i64>) -> Next {
        self.prepared.enter(&self.prepared.layout.decisions[decision.idx()]);
        let goes_on = match self.prepared.machine.decision(decision).when_none {
            WhenNone::Never => false,
            WhenNone::GoOn => !offers_any(self.prepared, &self.position.state, decision, &arguments),
        };
        if goes_on {
            self.result.clear();
            return Next::Topmost;
        }
        self.prepared.exercised.mark(self.prepared.machine.decision(decision).rule);
        self.position.frames.push(Frame::Decision { decision, arguments });
        Next::Wait
    }

    /// Leaves the procedure's frame behind, to be resumed at this point; nothing where only the end is left.
    fn suspend(&mut self, procedure: ProcedureId, point: PointId, points: &[Point]) {
        if points[point.idx()].only_ends() {
            return;
        }
        let mut live = Vec::new();
        for local in &points[point.idx()].live {
            live.extend_from_slice(self.stack.numbers(*local));
        }
        self.position.frames.push(Frame::Point { procedure, point, live });
    }

    /// Puts the values of a frame back into their locals.
    fn restore(&mut self, point: &Point, live: &[i64]) {
        let mut live = live.iter();
        for local in &point.live {
            for (number, value) in self.stack.numbers_mut(*local).iter_mut().zip(live.by_ref()) {
                *number = *value;
            }
        }
    }

    /// Gives the point what it takes.
    fn arrive(&mut self, point: &Point, procedure: &Procedure) {
        let takes = match point.kind {
            PointKind::Entry | PointKind::Jump => None,
            PointKind::AfterRoll(local) => Some(local),
            PointKind::AfterCall(local) | PointKind::AfterChoice(local) => local,
        };
        if let Some(local) = takes {
            self.take_nothing(local, procedure);
            self.take_result(local);
        }
    }

    /// What a local takes when a decision was passed over: nothing, or zero.
    fn take_nothing(&mut self, local: LocalId, procedure: &Procedure) {
        let nothing = match procedure.locals[local.idx()].holds {
            Type::Optional(_) => -1,
            Type::Integer { .. } | Type::Boolean | Type::Member(_) | Type::Set(_) => 0,
        };
        self.stack.numbers_mut(local).fill(nothing);
    }

    pub(super) fn numbers_of(&mut self, expressions: &'a [Expression]) -> Vec<i64> {
        let mut numbers = Vec::new();
        for expression in expressions {
            self.evaluation().push_numbers(expression, &mut numbers);
        }
        numbers
    }
}
