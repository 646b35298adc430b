//! Executing what cannot wait: steps, blocks and plain procedures.

use rulec_runtime::{Fault, FaultKind, Listener, RuleIndex};

use crate::machine::{
    Block, Body, Condition, Expression, Failure, FunctionId, Local, LocalId, Procedure, ProcedureId, RuleId,
    Source, StateId, Step, Type,
};

use super::evaluate::{Evaluation, Stack};
use super::layout::Prepared;
use super::position::{Position, members};
use super::shown::{shown, shown_key};

/// Changes a position by steps.
pub(super) struct Execution<'a, 'p, L> {
    pub prepared: &'a Prepared<'a>,
    pub position: &'p mut Position,
    pub listener: &'p mut L,
    pub stack: Stack<'a>,
    /// What the procedure gave that returned last, in numbers; empty when it gave nothing.
    pub result: Vec<i64>,
    /// A value on its way to where it is put.
    pub value: Vec<i64>,
    /// Whether this only might happen: then nobody takes an option.
    supposes: bool,
}

/// How a block ends.
pub(super) enum Flow {
    Next,
    Return,
}

impl<'a, 'p, L: Listener> Execution<'a, 'p, L> {
    pub fn new(prepared: &'a Prepared<'a>, position: &'p mut Position, listener: &'p mut L) -> Self {
        let stack = Stack::new(&prepared.layout.outcome, &[]);
        let (result, value) = (Vec::new(), Vec::new());
        Execution { prepared, position, listener, stack, result, value, supposes: false }
    }

    /// As [`new`](Execution::new), for a supposition on a copy of the position.
    pub fn supposing(prepared: &'a Prepared<'a>, position: &'p mut Position, listener: &'p mut L) -> Self {
        Execution { supposes: true, ..Execution::new(prepared, position, listener) }
    }

    pub fn evaluation(&mut self) -> Evaluation<'a, '_> {
        Evaluation { prepared: self.prepared, state: &self.position.state, stack: &mut self.stack }
    }

    /// Runs a plain procedure whose arguments were pushed from `base` on; `result` is what it gives.
    pub fn run_plain(&mut self, id: ProcedureId, base: usize) -> Result<(), Fault> {
        let prepared = self.prepared;
        let procedure = prepared.machine.procedure(id);
        let scope = &prepared.layout.procedures[id.idx()];
        prepared.enter(scope);
        let outer = self.stack.enter(scope, base);
        if let Err(fault) = self.check_needs(&procedure.needs, procedure.rule) {
            if !self.supposes {
                prepared.refused_call.get_or_init(|| self.call_text(procedure));
            }
            return Err(fault);
        }
        let flow = match &procedure.body {
            Body::Plain(block) => self.block(block, procedure)?,
            Body::Waiting(_) => unreachable!("the machine is checked: no plain block calls what waits"),
        };
        if let Flow::Next = flow {
            self.result.clear();
        }
        self.stack.leave(outer);
        Ok(())
    }

    /// `post(tenth_1, w5116, 0)`: the call in whose scope we are.
    fn call_text(&self, procedure: &Procedure) -> String {
        let parameters = procedure.locals.iter().zip((0..procedure.parameters).map(LocalId));
        let argument = |(local, id): (&Local, LocalId)| {
            shown(self.prepared.machine, local.holds, self.stack.numbers(id)).to_string()
        };
        let arguments: Vec<String> = parameters.map(argument).collect();
        // The rule's name: where several call it, its needs are a procedure of their own.
        let name = &self.prepared.machine.rules[procedure.rule.idx()].name;
        format!("{name}({})", arguments.join(", "))
    }

    pub fn check_needs(&mut self, needs: &'a [Condition], rule: RuleId) -> Result<(), Fault> {
        match needs.iter().find(|need| !self.evaluation().holds(&need.holds)) {
            Some(need) => Err(fault(rule, FaultKind::Needs(need.text.clone().into()))),
            None => Ok(()),
        }
    }

    /// Executes a block of this procedure, whose rule is at fault when a bound is crossed.
    pub fn block(&mut self, block: &'a Block, procedure: &'a Procedure) -> Result<Flow, Fault> {
        for step in block {
            if let Flow::Return = self.step(step, procedure)? {
                return Ok(Flow::Return);
            }
        }
        Ok(Flow::Next)
    }

    fn step(&mut self, step: &'a Step, procedure: &'a Procedure) -> Result<Flow, Fault> {
        match step {
            Step::Let { local, value, named } => {
                self.put(*local, value);
                if L::LISTENS && *named {
                    self.show_local(*local, procedure);
                }
            }
            Step::Set { local, value, bounds } => {
                if let Some(bounds) = bounds {
                    within(self.evaluation().scalar(value), *bounds, procedure.rule)?;
                }
                self.put(*local, value);
            }
            Step::Assign { state, keys, value, bounds } => {
                self.assign(*state, keys, value, *bounds, procedure.rule)?;
            }
            Step::If { condition, then, otherwise } => {
                let holds = self.evaluation().holds(condition);
                return self.block(if holds { then } else { otherwise }, procedure);
            }
            Step::For { variable, source, filter, body } => {
                return self.each(*variable, source, filter.as_ref(), body, procedure);
            }
            Step::While { condition, limit, body } => {
                return self.repeat(condition, *limit, body, procedure);
            }
            Step::Call { procedure: called, arguments, result } => {
                let base = self.evaluation().push_arguments(arguments);
                if !self.supposes {
                    self.prepared.taken.called(procedure.rule, *called);
                }
                self.run_plain(*called, base)?;
                if let Some(local) = result {
                    self.take_result(*local);
                }
            }
            Step::Fired(rule) => {
                self.prepared.exercised.mark(*rule);
                if !self.supposes {
                    self.prepared.taken.entered(*rule);
                }
                self.listener.rule(rule_index(*rule));
            }
            Step::Explain { function, arguments } => {
                if L::LISTENS {
                    self.explain(*function, arguments);
                }
            }
            Step::Tell(told) => {
                if L::LISTENS {
                    for told in told {
                        let numbers = self.numbers_of(std::slice::from_ref(&told.value));
                        self.listener
                            .value(&told.name, shown(self.prepared.machine, told.value.gives, &numbers));
                    }
                }
            }
            Step::Fail(failure) => {
                let kind = match failure {
                    Failure::NobodyToDraw => FaultKind::NobodyToDraw,
                    Failure::Unanswered => FaultKind::Unanswered,
                };
                return Err(fault(procedure.rule, kind));
            }
            Step::Return(value) => {
                self.give(value.as_ref());
                return Ok(Flow::Return);
            }
        }
        Ok(Flow::Next)
    }

    /// Makes `result` this value, or nothing.
    pub fn give(&mut self, value: Option<&'a Expression>) {
        let mut result = std::mem::take(&mut self.result);
        result.clear();
        if let Some(value) = value {
            self.evaluation().push_numbers(value, &mut result);
        }
        self.result = result;
    }

    /// Puts `result` into a local of the scope; nothing when there is no result.
    pub fn take_result(&mut self, local: LocalId) {
        let numbers = self.stack.numbers_mut(local);
        if self.result.len() == numbers.len() {
            numbers.copy_from_slice(&self.result);
        }
    }

    fn put(&mut self, local: LocalId, value: &'a Expression) {
        if let Type::Set(_) = value.gives {
            // The value may look at the local, so all of it is computed first.
            let mut numbers = std::mem::take(&mut self.value);
            numbers.clear();
            self.evaluation().push_numbers(value, &mut numbers);
            self.stack.numbers_mut(local).copy_from_slice(&numbers);
            self.value = numbers;
        } else {
            let value = self.evaluation().scalar(value);
            self.stack.set(local, value);
        }
    }

    fn assign(
        &mut self,
        state: StateId,
        keys: &'a [Expression],
        value: &'a Expression,
        bounds: Option<(i64, i64)>,
        rule: RuleId,
    ) -> Result<(), Fault> {
        let grid = &self.prepared.layout.states[state.idx()];
        let mut numbers = std::mem::take(&mut self.value);
        numbers.clear();
        self.evaluation().push_numbers(value, &mut numbers);
        if let Some(bounds) = bounds {
            within(numbers[0], bounds, rule)?;
        }
        let at = self.evaluation().cell(grid, keys);
        if L::LISTENS {
            // The keys may look at the cell, so they are shown before it changes.
            self.show_change(state, keys, &numbers);
        }
        self.position.state[at..at + grid.width].copy_from_slice(&numbers);
        self.value = numbers;
        Ok(())
    }

    fn each(
        &mut self,
        variable: LocalId,
        source: &'a Source,
        filter: Option<&'a Expression>,
        body: &'a Block,
        procedure: &'a Procedure,
    ) -> Result<Flow, Fault> {
        match source {
            Source::Type(id) => {
                let size = self.prepared.machine.types[id.idx()].members.len() as i64;
                self.each_of(0..size, variable, filter, body, procedure)
            }
            Source::Range(least, greatest) => {
                let (least, greatest) = (self.evaluation().scalar(least), self.evaluation().scalar(greatest));
                self.each_of(least..=greatest, variable, filter, body, procedure)
            }
            Source::Set(set) => {
                // The body may change the set; the rounds are for those who were in it.
                let mut words = Vec::new();
                self.evaluation().push_numbers(set, &mut words);
                self.each_of(members(&words), variable, filter, body, procedure)
            }
        }
    }

    fn each_of(
        &mut self,
        values: impl Iterator<Item = i64>,
        variable: LocalId,
        filter: Option<&'a Expression>,
        body: &'a Block,
        procedure: &'a Procedure,
    ) -> Result<Flow, Fault> {
        for value in values {
            self.stack.set(variable, value);
            if filter.is_none_or(|filter| self.evaluation().holds(filter))
                && let Flow::Return = self.block(body, procedure)?
            {
                return Ok(Flow::Return);
            }
        }
        Ok(Flow::Next)
    }

    fn repeat(
        &mut self,
        condition: &'a Expression,
        limit: i64,
        body: &'a Block,
        procedure: &'a Procedure,
    ) -> Result<Flow, Fault> {
        let mut rounds = 0;
        while self.evaluation().holds(condition) {
            if rounds == limit {
                return Err(fault(procedure.rule, FaultKind::Endless { limit }));
            }
            rounds += 1;
            if let Flow::Return = self.block(body, procedure)? {
                return Ok(Flow::Return);
            }
        }
        Ok(Flow::Next)
    }

    fn show_local(&mut self, local: LocalId, procedure: &'a Procedure) {
        let Local { name, holds } = &procedure.locals[local.idx()];
        let value = shown(self.prepared.machine, *holds, self.stack.numbers(local));
        self.listener.value(name, value);
    }

    fn show_change(&mut self, state: StateId, keys: &'a [Expression], numbers: &[i64]) {
        let machine = self.prepared.machine;
        let state = &machine.states[state.idx()];
        let mut shown_keys = Vec::with_capacity(keys.len());
        for (key, value) in state.keys.iter().zip(keys) {
            shown_keys.push(shown_key(machine, *key, self.evaluation().scalar(value)));
        }
        self.listener.changed(&state.name, &shown_keys, shown(machine, state.holds, numbers));
    }

    fn explain(&mut self, function: FunctionId, arguments: &'a [Expression]) {
        let prepared = self.prepared;
        let explained = &prepared.machine.functions[function.idx()];
        let base = self.evaluation().push_arguments(arguments);
        let outer = self.stack.enter(&prepared.layout.functions[function.idx()], base);
        for part in &explained.parts {
            let value = self.evaluation().scalar(&part.value);
            if value != 0 {
                self.listener.part(rule_index(explained.rule), &part.text, value);
            }
        }
        self.stack.leave(outer);
    }
}

/// A rule's place in the rulebook.
pub(super) fn rule_index(rule: RuleId) -> RuleIndex {
    RuleIndex(rule.0 as u16)
}

pub(super) fn fault(rule: RuleId, kind: FaultKind) -> Fault {
    Fault { rule: rule_index(rule), kind }
}

fn within(value: i64, (least, greatest): (i64, i64), rule: RuleId) -> Result<(), Fault> {
    if (least..=greatest).contains(&value) {
        Ok(())
    } else {
        Err(fault(rule, FaultKind::OutOfBounds { value, least, greatest }))
    }
}
