//! Evaluating expressions: walking the tree, with sets asked for word by word.
//!
//! Expressions are pure, so a set need not be built to be looked into: its `n`th word is computed from the `n`th words of
//! its parts. That keeps evaluation free of allocation, but for searches, which find a whole set at once. Locals lie on one stack; a function call puts its scope on top.

use std::sync::atomic::{AtomicBool, Ordering};

use rulec_runtime::Silent;

use crate::machine::{
    Aggregate, AggregateKind, Comparison, Expression, ExpressionKind, FunctionId, LocalId, ProcedureId,
    RoundedDivision, Source, Type,
};

use super::execute::Execution;
use super::layout::{Grid, Prepared, Scope, width};
use super::position::Position;

/// The locals of what is being evaluated or executed, and of what called it.
pub(super) struct Stack<'a> {
    values: Vec<i64>,
    base: usize,
    scope: &'a Scope,
}

/// The scope to come back to.
pub(super) struct Outer<'a> {
    base: usize,
    scope: &'a Scope,
}

impl<'a> Stack<'a> {
    /// A stack with this one scope, its first locals filled, the others zero.
    pub fn new(scope: &'a Scope, first: &[i64]) -> Stack<'a> {
        let mut stack = Stack { values: Vec::with_capacity(64), base: 0, scope };
        stack.restart(scope, first);
        stack
    }

    /// Forgets everything and begins again.
    pub fn restart(&mut self, scope: &'a Scope, first: &[i64]) {
        self.values.clear();
        self.values.extend_from_slice(first);
        self.values.resize(scope.len, 0);
        self.base = 0;
        self.scope = scope;
    }

    /// Where the next scope begins once its arguments are pushed.
    pub fn top(&self) -> usize {
        self.values.len()
    }

    /// Takes what was pushed from `base` on.
    pub fn take_from(&mut self, base: usize) -> Vec<i64> {
        self.values.split_off(base)
    }

    pub fn push(&mut self, value: i64) {
        self.values.push(value);
    }

    /// Enters a scope whose arguments were pushed from `base` on.
    pub fn enter(&mut self, scope: &'a Scope, base: usize) -> Outer<'a> {
        self.values.resize(base + scope.len, 0);
        let outer = Outer { base: self.base, scope: self.scope };
        self.base = base;
        self.scope = scope;
        outer
    }

    pub fn leave(&mut self, outer: Outer<'a>) {
        self.values.truncate(self.base);
        self.base = outer.base;
        self.scope = outer.scope;
    }

    pub fn value(&self, local: LocalId) -> i64 {
        self.values[self.base + self.scope.place(local).0]
    }

    pub fn set(&mut self, local: LocalId, value: i64) {
        let at = self.base + self.scope.place(local).0;
        self.values[at] = value;
    }

    /// All numbers of a local: one, or the words of a set.
    pub fn numbers(&self, local: LocalId) -> &[i64] {
        let (offset, width) = self.scope.place(local);
        &self.values[self.base + offset..][..width]
    }

    pub fn numbers_mut(&mut self, local: LocalId) -> &mut [i64] {
        let (offset, width) = self.scope.place(local);
        &mut self.values[self.base + offset..][..width]
    }
}

/// Evaluates against one state.
pub(super) struct Evaluation<'a, 's> {
    pub prepared: &'a Prepared<'a>,
    pub state: &'s [i64],
    pub stack: &'s mut Stack<'a>,
}

impl<'a> Evaluation<'a, '_> {
    /// The value of anything but a set. Most of a tree is leaves, and a leaf is read where it is asked for.
    #[inline(always)]
    pub fn scalar(&mut self, expression: &'a Expression) -> i64 {
        if let ExpressionKind::Local(local) = &expression.kind {
            return self.stack.value(*local);
        }
        if let ExpressionKind::Integer(value) = &expression.kind {
            return *value;
        }
        if let ExpressionKind::Member(index) = &expression.kind {
            return i64::from(*index);
        }
        self.worked_out(expression)
    }

    fn worked_out(&mut self, expression: &'a Expression) -> i64 {
        match &expression.kind {
            ExpressionKind::Integer(value) => *value,
            ExpressionKind::Boolean(value) => i64::from(*value),
            ExpressionKind::Member(index) => i64::from(*index),
            ExpressionKind::Nothing => -1,
            ExpressionKind::Local(local) => self.stack.value(*local),
            ExpressionKind::Constant(id, keys) => {
                self.prepared.exercised.mark(self.prepared.machine.constants[id.idx()].rule);
                let layout = self.prepared.layout;
                layout.constant_values[self.cell(&layout.constants[id.idx()], keys)]
            }
            ExpressionKind::State(id, keys) => {
                let at = self.cell(&self.prepared.layout.states[id.idx()], keys);
                self.state[at]
            }
            ExpressionKind::Call(function, arguments) => {
                match self.prepared.machine.functions[function.idx()].supposes {
                    None => self.call(*function, arguments, |inside, body| inside.scalar(body)),
                    Some(supposed) => self.supposed(*function, supposed, arguments),
                }
            }
            ExpressionKind::Not(a) => i64::from(!self.holds(a)),
            ExpressionKind::And(a, b) => i64::from(self.holds(a) && self.holds(b)),
            ExpressionKind::Or(a, b) => i64::from(self.holds(a) || self.holds(b)),
            ExpressionKind::If(condition, then, otherwise) => {
                if self.holds(condition) {
                    self.scalar(then)
                } else {
                    self.scalar(otherwise)
                }
            }
            ExpressionKind::Negative(a) => -self.scalar(a),
            ExpressionKind::Add(a, b) => self.scalar(a) + self.scalar(b),
            ExpressionKind::Subtract(a, b) => self.scalar(a) - self.scalar(b),
            ExpressionKind::Multiply(a, b) => self.scalar(a) * self.scalar(b),
            ExpressionKind::Divide(a, b, rounded) => divide(self.scalar(a), self.scalar(b), *rounded),
            ExpressionKind::Modulo(a, b) => self.scalar(a).rem_euclid(self.scalar(b)),
            ExpressionKind::Least(a, b) => self.scalar(a).min(self.scalar(b)),
            ExpressionKind::Greatest(a, b) => self.scalar(a).max(self.scalar(b)),
            ExpressionKind::Clamp(a, least, greatest) => self.scalar(a).max(*least).min(*greatest),
            ExpressionKind::Compare(comparison, a, b) => i64::from(self.compare(*comparison, a, b)),
            ExpressionKind::InRange(a, least, greatest) => {
                let value = self.scalar(a);
                i64::from(self.scalar(least) <= value && value <= self.scalar(greatest))
            }
            ExpressionKind::Some(a) => self.scalar(a),
            ExpressionKind::IsNothing(a) => i64::from(self.scalar(a) < 0),
            ExpressionKind::Else(a, otherwise) => match self.scalar(a) {
                ..0 => self.scalar(otherwise),
                member => member,
            },
            ExpressionKind::Contains(set, member) => {
                let member = self.scalar(member);
                i64::from(self.contains(set, member))
            }
            ExpressionKind::Size(set) if self.is_searched(set) => {
                let mut words = Vec::new();
                self.push_numbers(set, &mut words);
                words.iter().map(|word| i64::from(word.count_ones())).sum()
            }
            ExpressionKind::Size(set) => {
                (0..self.words(set)).map(|nth| i64::from(self.word(set, nth).count_ones())).sum()
            }
            ExpressionKind::Aggregate(aggregate) => self.aggregate(aggregate),
            ExpressionKind::Ways(ways) => self.cost_of_way(ways),
            ExpressionKind::Set(_)
            | ExpressionKind::All
            | ExpressionKind::Union(..)
            | ExpressionKind::Difference(..) => {
                unreachable!("the machine is typed: a set is asked for word by word")
            }
        }
    }

    pub fn holds(&mut self, condition: &'a Expression) -> bool {
        self.scalar(condition) != 0
    }

    /// How many words the value of a set expression has.
    pub fn words(&self, set: &Expression) -> usize {
        width(&self.prepared.layout.words, set.gives)
    }

    /// One word of a set.
    pub fn word(&mut self, set: &'a Expression, nth: usize) -> u64 {
        match &set.kind {
            ExpressionKind::Local(local) => self.stack.numbers(*local)[nth] as u64,
            ExpressionKind::Constant(id, keys) => {
                self.prepared.exercised.mark(self.prepared.machine.constants[id.idx()].rule);
                let layout = self.prepared.layout;
                layout.constant_values[self.cell(&layout.constants[id.idx()], keys) + nth] as u64
            }
            ExpressionKind::State(id, keys) => {
                let at = self.cell(&self.prepared.layout.states[id.idx()], keys);
                self.state[at + nth] as u64
            }
            ExpressionKind::Call(function, arguments) => {
                self.call(*function, arguments, |inside, body| inside.word(body, nth))
            }
            ExpressionKind::If(condition, then, otherwise) => {
                if self.holds(condition) {
                    self.word(then, nth)
                } else {
                    self.word(otherwise, nth)
                }
            }
            ExpressionKind::Set(members) => members.iter().fold(0, |word, member| {
                let member = self.scalar(member);
                if member >= 0 && member / 64 == nth as i64 { word | 1 << (member % 64) } else { word }
            }),
            ExpressionKind::All => self.all_of(set.gives, nth),
            ExpressionKind::Union(a, b) => self.word(a, nth) | self.word(b, nth),
            ExpressionKind::Difference(a, b) => self.word(a, nth) & !self.word(b, nth),
            ExpressionKind::Aggregate(aggregate) => self.those(aggregate, nth),
            ExpressionKind::Ways(ways) => self.places_in_reach(ways, nth),
            ExpressionKind::Integer(_)
            | ExpressionKind::Boolean(_)
            | ExpressionKind::Member(_)
            | ExpressionKind::Nothing
            | ExpressionKind::Not(_)
            | ExpressionKind::And(..)
            | ExpressionKind::Or(..)
            | ExpressionKind::Negative(_)
            | ExpressionKind::Add(..)
            | ExpressionKind::Subtract(..)
            | ExpressionKind::Multiply(..)
            | ExpressionKind::Divide(..)
            | ExpressionKind::Modulo(..)
            | ExpressionKind::Least(..)
            | ExpressionKind::Greatest(..)
            | ExpressionKind::Clamp(..)
            | ExpressionKind::Compare(..)
            | ExpressionKind::InRange(..)
            | ExpressionKind::Some(_)
            | ExpressionKind::IsNothing(_)
            | ExpressionKind::Else(..)
            | ExpressionKind::Contains(..)
            | ExpressionKind::Size(_) => unreachable!("the machine is typed: these give no set"),
        }
    }

    /// Appends a value of any type in its numbers.
    pub fn push_numbers(&mut self, expression: &'a Expression, into: &mut Vec<i64>) {
        if let ExpressionKind::Call(function, arguments) = &expression.kind
            && self.is_searched(expression)
        {
            return self.call(*function, arguments, |inside, body| inside.push_numbers(body, into));
        }
        if let ExpressionKind::Ways(ways) = &expression.kind
            && let Type::Set(_) = expression.gives
        {
            return self.push_places(ways, into);
        }
        if let Type::Set(_) = expression.gives {
            for nth in 0..self.words(expression) {
                into.push(self.word(expression, nth) as i64);
            }
        } else {
            into.push(self.scalar(expression));
        }
    }

    /// Pushes arguments for the next scope; gives where it begins.
    pub fn push_arguments(&mut self, arguments: &'a [Expression]) -> usize {
        let base = self.stack.top();
        for argument in arguments {
            if self.is_searched(argument) {
                let mut numbers = Vec::new();
                self.push_numbers(argument, &mut numbers);
                numbers.into_iter().for_each(|number| self.stack.push(number));
            } else if let Type::Set(_) = argument.gives {
                for nth in 0..self.words(argument) {
                    let word = self.word(argument, nth);
                    self.stack.push(word as i64);
                }
            } else {
                let value = self.scalar(argument);
                self.stack.push(value);
            }
        }
        base
    }

    /// Whether a set has this member. Only what decides it is asked: not of every place whether it is within reach, to learn of one.
    pub fn contains(&mut self, set: &'a Expression, member: i64) -> bool {
        if member < 0 {
            return false;
        }
        if let ExpressionKind::Union(a, b) = &set.kind {
            return self.contains(a, member) || self.contains(b, member);
        }
        if let ExpressionKind::Difference(a, b) = &set.kind {
            return self.contains(a, member) && !self.contains(b, member);
        }
        if let ExpressionKind::If(condition, then, otherwise) = &set.kind {
            let set = if self.holds(condition) { then } else { otherwise };
            return self.contains(set, member);
        }
        if let ExpressionKind::Call(function, arguments) = &set.kind {
            return self.call(*function, arguments, |inside, body| inside.contains(body, member));
        }
        if let ExpressionKind::Aggregate(those) = &set.kind {
            let within = self.has(&those.source, member);
            self.stack.set(those.variable, member);
            return within && those.filter.as_ref().is_none_or(|filter| self.holds(filter));
        }
        (member as usize / 64) < self.words(set)
            && self.word(set, member as usize / 64) >> (member % 64) & 1 == 1
    }

    /// Where a cell lies.
    pub fn cell(&mut self, grid: &Grid, keys: &'a [Expression]) -> usize {
        if grid.watched {
            self.prepared.touch();
        }
        let mut at = grid.offset;
        for ((least, step), key) in grid.keys.iter().zip(keys) {
            at += (self.scalar(key) - least) as usize * step;
        }
        at
    }

    fn call<T>(
        &mut self,
        function: FunctionId,
        arguments: &'a [Expression],
        give: impl FnOnce(&mut Self, &'a Expression) -> T,
    ) -> T {
        let prepared = self.prepared;
        prepared.exercised.asked(prepared.machine.functions[function.idx()].rule);
        let base = self.push_arguments(arguments);
        let scope = &prepared.layout.functions[function.idx()];
        prepared.enter(scope);
        let outer = self.stack.enter(scope, base);
        if let Some(lines) = prepared.exercised.lines(function) {
            self.note_lines(function, lines);
        }
        let value = give(self, &prepared.machine.functions[function.idx()].body);
        self.stack.leave(outer);
        value
    }

    /// Marks the lines that count in this sum, in whose scope we are.
    #[cold]
    fn note_lines(&mut self, function: FunctionId, lines: &[AtomicBool]) {
        let parts = &self.prepared.machine.functions[function.idx()].parts;
        for (part, line) in parts.iter().zip(lines) {
            if self.scalar(&part.value) != 0 {
                line.store(true, Ordering::Relaxed);
            }
        }
    }

    /// What a plain procedure gives on a copy of the state; where it breaks a rule, the function's body. Never a set.
    fn supposed(&mut self, function: FunctionId, supposed: ProcedureId, arguments: &'a [Expression]) -> i64 {
        self.prepared.exercised.asked(self.prepared.machine.functions[function.idx()].rule);
        self.prepared.enter(&self.prepared.layout.functions[function.idx()]);
        let base = self.push_arguments(arguments);
        let arguments = self.stack.take_from(base);
        let mut position = Position { state: self.state.to_vec(), frames: Vec::new(), halted: false };
        let mut silent = Silent;
        let mut execution = Execution::supposing(self.prepared, &mut position, &mut silent);
        let base = execution.stack.top();
        arguments.iter().for_each(|argument| execution.stack.push(*argument));
        match execution.run_plain(supposed, base) {
            Ok(()) => execution.result.first().copied().unwrap_or_default(),
            Err(fault) => {
                self.prepared.broken_supposition.get_or_init(|| fault);
                self.scalar(&self.prepared.machine.functions[function.idx()].body)
            }
        }
    }

    fn compare(&mut self, comparison: Comparison, a: &'a Expression, b: &'a Expression) -> bool {
        if let Type::Set(_) = a.gives {
            let equal = (0..self.words(a)).all(|nth| self.word(a, nth) == self.word(b, nth));
            return match comparison {
                Comparison::Equal => equal,
                Comparison::NotEqual => !equal,
                Comparison::Less
                | Comparison::LessOrEqual
                | Comparison::Greater
                | Comparison::GreaterOrEqual => {
                    unreachable!("the machine is typed: sets have no order")
                }
            };
        }
        let (a, b) = (self.scalar(a), self.scalar(b));
        match comparison {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            Comparison::Less => a < b,
            Comparison::LessOrEqual => a <= b,
            Comparison::Greater => a > b,
            Comparison::GreaterOrEqual => a >= b,
        }
    }

    fn all_of(&self, set: Type, nth: usize) -> u64 {
        let (Type::Set(id) | Type::Member(id) | Type::Optional(id)) = set else { return 0 };
        let left = self.prepared.machine.types[id.idx()].members.len().saturating_sub(64 * nth);
        if left >= 64 { u64::MAX } else { (1 << left) - 1 }
    }

    /// One word of `{variable in source where filter}`.
    fn those(&mut self, aggregate: &'a Aggregate, nth: usize) -> u64 {
        let mut candidates = match &aggregate.source {
            Source::Type(id) => self.all_of(Type::Set(*id), nth),
            Source::Set(set) => self.word(set, nth),
            Source::Range(..) => unreachable!("the machine is typed: there are no sets of numbers"),
        };
        let mut word = 0;
        while candidates != 0 {
            let bit = candidates.trailing_zeros();
            candidates &= candidates - 1;
            self.stack.set(aggregate.variable, 64 * nth as i64 + i64::from(bit));
            if aggregate.filter.as_ref().is_none_or(|filter| self.holds(filter)) {
                word |= 1 << bit;
            }
        }
        word
    }

    fn aggregate(&mut self, aggregate: &'a Aggregate) -> i64 {
        let mut values = self.begin(&aggregate.source);
        let mut total = 0;
        let mut found = None;
        while let Some(value) = self.next_of(&aggregate.source, &mut values) {
            self.stack.set(aggregate.variable, value);
            if aggregate.filter.as_ref().is_some_and(|filter| !self.holds(filter)) {
                continue;
            }
            let body = |inside: &mut Self| aggregate.body.as_ref().map_or(0, |body| inside.scalar(body));
            match aggregate.kind {
                AggregateKind::Count => total += 1,
                AggregateKind::Sum => total += body(self),
                AggregateKind::Most => found = found.max(Some(body(self))),
                AggregateKind::Least => {
                    let value = body(self);
                    found = Some(found.map_or(value, |least: i64| least.min(value)));
                }
                AggregateKind::Any if body(self) != 0 => return 1,
                AggregateKind::Every if body(self) == 0 => return 0,
                AggregateKind::Any | AggregateKind::Every => {}
                AggregateKind::First => return value,
                AggregateKind::Those => unreachable!("the machine is typed: a set is asked for by word"),
            }
        }
        match aggregate.kind {
            AggregateKind::Count | AggregateKind::Sum => total,
            AggregateKind::Most | AggregateKind::Least => match (found, &aggregate.otherwise) {
                (Some(value), _) => value,
                (None, Some(otherwise)) => self.scalar(otherwise),
                (None, None) => 0,
            },
            AggregateKind::Any => 0,
            AggregateKind::Every => 1,
            AggregateKind::First => -1,
            AggregateKind::Those => unreachable!("the machine is typed: a set is asked for by word"),
        }
    }
}

fn divide(a: i64, b: i64, rounded: RoundedDivision) -> i64 {
    let towards_zero = a / b;
    let exact = a % b == 0;
    let below_zero = (a < 0) != (b < 0);
    match rounded {
        RoundedDivision::Down if !exact && below_zero => towards_zero - 1,
        RoundedDivision::Up if !exact && !below_zero => towards_zero + 1,
        RoundedDivision::Down | RoundedDivision::Up => towards_zero,
    }
}
