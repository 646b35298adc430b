//! What expressions and blocks use: the questions that the plan and the printer ask of machine code.

use std::collections::BTreeSet;

use rulec_model::machine::{
    Block, Body, Code, End, Expression, ExpressionKind, LocalId, Machine, PointId, Source, Step, WaysGive,
};

/// The parts of an expression, outermost only.
pub fn parts(expression: &Expression) -> Vec<&Expression> {
    use ExpressionKind as Kind;
    match &expression.kind {
        Kind::Integer(_)
        | Kind::Boolean(_)
        | Kind::Member(_)
        | Kind::Nothing
        | Kind::All
        | Kind::Local(_) => Vec::new(),
        Kind::Constant(_, list) | Kind::State(_, list) | Kind::Call(_, list) | Kind::Set(list) => {
            list.iter().collect()
        }
        Kind::Not(a)
        | Kind::Negative(a)
        | Kind::Some(a)
        | Kind::IsNothing(a)
        | Kind::Size(a)
        | Kind::Clamp(a, _, _) => vec![a],
        Kind::And(a, b)
        | Kind::Or(a, b)
        | Kind::Add(a, b)
        | Kind::Subtract(a, b)
        | Kind::Multiply(a, b)
        | Kind::Divide(a, b, _)
        | Kind::Modulo(a, b)
        | Kind::Least(a, b)
        | Kind::Greatest(a, b)
        | Kind::Compare(_, a, b)
        | Kind::Else(a, b)
        | Kind::Union(a, b)
        | Kind::Difference(a, b)
        | Kind::Contains(a, b) => vec![a, b],
        Kind::If(a, b, c) | Kind::InRange(a, b, c) => vec![a, b, c],
        Kind::Aggregate(aggregate) => {
            let mut list = source_parts(&aggregate.source);
            list.extend(&aggregate.filter);
            list.extend(&aggregate.body);
            list.extend(&aggregate.otherwise);
            list
        }
        Kind::Ways(ways) => {
            let (WaysGive::Cost(until) | WaysGive::Places(until)) = &ways.gives;
            vec![&ways.from, until, &ways.neighbours, &ways.cost]
        }
    }
}

pub fn source_parts(source: &Source) -> Vec<&Expression> {
    match source {
        Source::Type(_) => Vec::new(),
        Source::Set(set) => vec![set],
        Source::Range(from, to) => vec![from, to],
    }
}

/// Whether the expression or a part of it answers to this.
pub fn any_part(expression: &Expression, ask: &mut dyn FnMut(&Expression) -> bool) -> bool {
    ask(expression) || parts(expression).into_iter().any(|part| any_part(part, ask))
}

pub fn reads(expression: &Expression, local: LocalId) -> bool {
    any_part(expression, &mut |part| part.kind == ExpressionKind::Local(local))
}

/// Every expression of the rules, as a whole: of functions, procedures and decisions.
pub fn each_expression<'m>(machine: &'m Machine, visit: &mut dyn FnMut(&'m Expression)) {
    for function in &machine.functions {
        visit(&function.body);
        function.parts.iter().for_each(|part| visit(&part.value));
    }
    for procedure in &machine.procedures {
        match &procedure.body {
            Body::Plain(block) => each_in_block(block, visit),
            Body::Waiting(points) => points.iter().for_each(|point| each_in_code(&point.code, visit)),
        }
    }
    for option in machine.decisions.iter().flat_map(|decision| &decision.options) {
        for binding in &option.bindings {
            source_parts(&binding.source).into_iter().for_each(&mut *visit);
            binding.filter.iter().for_each(|filter| visit(&filter.holds));
        }
        option.conditions.iter().for_each(|condition| visit(&condition.holds));
    }
}

fn each_in_block<'m>(block: &'m Block, visit: &mut dyn FnMut(&'m Expression)) {
    for step in block {
        step_expressions(step).into_iter().for_each(&mut *visit);
        blocks(step).into_iter().for_each(|inner| each_in_block(inner, visit));
    }
}

fn each_in_code<'m>(code: &'m Code, visit: &mut dyn FnMut(&'m Expression)) {
    each_in_block(&code.steps, visit);
    match &code.end {
        End::Branch(branch) => {
            visit(&branch.condition);
            each_in_code(&branch.then, visit);
            each_in_code(&branch.otherwise, visit);
        }
        End::Call { arguments, .. } | End::Choose { arguments, .. } => arguments.iter().for_each(visit),
        End::Draw { from, .. } => visit(from),
        End::Return(value) => value.iter().for_each(visit),
        End::Goto(_) | End::Roll { .. } | End::EndGame => {}
    }
}

/// How many parts an expression has, itself and those within them counted.
pub fn count(expression: &Expression) -> usize {
    1 + parts(expression).into_iter().map(count).sum::<usize>()
}

/// Whether evaluating takes more than a few instructions.
pub fn is_long(expression: &Expression) -> bool {
    any_part(expression, &mut |part| {
        matches!(part.kind, ExpressionKind::Call(..) | ExpressionKind::Aggregate(_) | ExpressionKind::Ways(_))
    })
}

/// The expressions of a step itself, without those of the blocks in it.
pub fn step_expressions(step: &Step) -> Vec<&Expression> {
    match step {
        Step::Let { value, .. } | Step::Set { value, .. } => vec![value],
        Step::Assign { keys, value, .. } => keys.iter().chain([value]).collect(),
        Step::If { condition, .. } | Step::While { condition, .. } => vec![condition],
        Step::For { source, filter, .. } => source_parts(source).into_iter().chain(filter).collect(),
        Step::Call { arguments, .. } | Step::Explain { arguments, .. } => arguments.iter().collect(),
        Step::Tell(told) => told.iter().map(|told| &told.value).collect(),
        Step::Fired(_) | Step::Fail(_) => Vec::new(),
        Step::Return(value) => value.iter().collect(),
    }
}

/// The blocks inside a step.
pub fn blocks(step: &Step) -> Vec<&Block> {
    match step {
        Step::If { then, otherwise, .. } => vec![then, otherwise],
        Step::For { body, .. } | Step::While { body, .. } => vec![body],
        Step::Let { .. }
        | Step::Set { .. }
        | Step::Assign { .. }
        | Step::Call { .. }
        | Step::Fired(_)
        | Step::Explain { .. }
        | Step::Tell(_)
        | Step::Fail(_)
        | Step::Return(_) => Vec::new(),
    }
}

/// Whether a step of the block, however deep, answers to this.
pub fn any_step(block: &Block, ask: &mut dyn FnMut(&Step) -> bool) -> bool {
    block.iter().any(|step| ask(step) || blocks(step).into_iter().any(|inner| any_step(inner, ask)))
}

/// The locals that a block binds, however deep.
pub fn bound_in(block: &Block) -> BTreeSet<LocalId> {
    let mut bound = BTreeSet::new();
    any_step(block, &mut |step| {
        match step {
            Step::Let { local, .. } | Step::Set { local, .. } | Step::Call { result: Some(local), .. } => {
                bound.insert(*local);
            }
            Step::Assign { .. }
            | Step::If { .. }
            | Step::For { .. }
            | Step::While { .. }
            | Step::Call { result: None, .. }
            | Step::Fired(_)
            | Step::Explain { .. }
            | Step::Tell(_)
            | Step::Fail(_)
            | Step::Return(_) => {}
        }
        false
    });
    bound
}

/// Whether the block always leaves its procedure.
pub fn always_returns(block: &Block) -> bool {
    block.iter().any(|step| match step {
        Step::Return(_) | Step::Fail(_) => true,
        Step::If { then, otherwise, .. } => always_returns(then) && always_returns(otherwise),
        Step::Let { .. }
        | Step::Set { .. }
        | Step::Assign { .. }
        | Step::For { .. }
        | Step::While { .. }
        | Step::Call { .. }
        | Step::Fired(_)
        | Step::Explain { .. }
        | Step::Tell(_) => false,
    })
}

/// Locals that code reads, and those that it changes after their first binding.
///
/// A plain binding of a local that nobody reads is not kept, so what only it reads is not read either.
#[derive(Debug, Default)]
pub struct Locals {
    pub read: BTreeSet<LocalId>,
    pub changed: BTreeSet<LocalId>,
    /// What is read only for the sake of a local.
    for_the_sake_of: Vec<(LocalId, BTreeSet<LocalId>)>,
}

impl Locals {
    pub fn of_block(block: &Block) -> Locals {
        let mut locals = Locals::default();
        locals.add_block(block);
        locals.settle()
    }

    /// `live_at` gives the locals that a point takes.
    pub fn of_code(code: &Code, live_at: &dyn Fn(PointId) -> Vec<LocalId>) -> Locals {
        let mut locals = Locals::default();
        locals.add_code(code, live_at);
        locals.settle()
    }

    pub fn of_expression(expression: &Expression) -> Locals {
        let mut locals = Locals::default();
        locals.add_expression(expression);
        locals
    }

    pub fn add_expression(&mut self, expression: &Expression) {
        if let ExpressionKind::Local(local) = expression.kind {
            self.read.insert(local);
        }
        for part in parts(expression) {
            self.add_expression(part);
        }
    }

    fn settle(mut self) -> Locals {
        loop {
            let before = self.read.len();
            for (target, sources) in &self.for_the_sake_of {
                if self.read.contains(target) {
                    self.read.extend(sources);
                }
            }
            if self.read.len() == before {
                return self;
            }
        }
    }

    fn add_block(&mut self, block: &Block) {
        for step in block {
            match step {
                Step::Let { local, value, named: false } | Step::Set { local, value, bounds: None } => {
                    self.for_the_sake_of.push((*local, Locals::of_expression(value).read));
                }
                Step::Let { .. }
                | Step::Set { .. }
                | Step::Assign { .. }
                | Step::If { .. }
                | Step::For { .. }
                | Step::While { .. }
                | Step::Call { .. }
                | Step::Fired(_)
                | Step::Explain { .. }
                | Step::Tell(_)
                | Step::Fail(_)
                | Step::Return(_) => {
                    step_expressions(step).into_iter().for_each(|part| self.add_expression(part));
                }
            }
            if let Step::Let { local, named: true, .. } = step {
                self.read.insert(*local);
            }
            if let Step::Set { local, .. } = step {
                self.changed.insert(*local);
            }
            blocks(step).into_iter().for_each(|inner| self.add_block(inner));
        }
    }

    fn add_code(&mut self, code: &Code, live_at: &dyn Fn(PointId) -> Vec<LocalId>) {
        self.add_block(&code.steps);
        if let End::Branch(branch) = &code.end {
            self.add_code(&branch.then, live_at);
            self.add_code(&branch.otherwise, live_at);
        }
        for expression in end_expressions(&code.end) {
            self.add_expression(expression);
        }
        if let Some(point) = continues_at(&code.end) {
            self.read.extend(live_at(point));
        }
    }
}

pub fn end_expressions(end: &End) -> Vec<&Expression> {
    match end {
        End::Goto(_) | End::Roll { .. } | End::EndGame => Vec::new(),
        End::Branch(branch) => vec![&branch.condition],
        End::Call { arguments, .. } | End::Choose { arguments, .. } => arguments.iter().collect(),
        End::Draw { from, .. } => vec![from],
        End::Return(value) => value.iter().collect(),
    }
}

/// The point of the same procedure where play goes on, at once or later.
pub fn continues_at(end: &End) -> Option<PointId> {
    match end {
        End::Goto(point) => Some(*point),
        End::Call { then, .. }
        | End::Roll { then, .. }
        | End::Draw { then, .. }
        | End::Choose { then, .. } => Some(*then),
        End::Branch(_) | End::Return(_) | End::EndGame => None,
    }
}

/// The ways in which code can end, through all its branches.
pub fn ends(code: &Code) -> Vec<&End> {
    match &code.end {
        End::Branch(branch) => {
            let mut list = ends(&branch.then);
            list.extend(ends(&branch.otherwise));
            list
        }
        end @ (End::Goto(_)
        | End::Call { .. }
        | End::Roll { .. }
        | End::Draw { .. }
        | End::Choose { .. }
        | End::Return(_)
        | End::EndGame) => vec![end],
    }
}

/// The blocks of steps in code, through all its branches.
pub fn code_blocks(code: &Code) -> Vec<&Block> {
    let mut list = vec![&code.steps];
    if let End::Branch(branch) = &code.end {
        list.extend(code_blocks(&branch.then));
        list.extend(code_blocks(&branch.otherwise));
    }
    list
}
