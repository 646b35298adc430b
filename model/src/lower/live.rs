//! Which locals each point still needs, so that a frame holds just these.

use std::collections::BTreeSet;

use crate::machine::{
    Block, Branch, Code, End, Expression, LocalId, Point, PointId, PointKind, Source, Step, WaysGive,
};

type Locals = BTreeSet<LocalId>;

/// Fills in `live` of every point.
pub(super) fn find_live(points: &mut [Point], parameters: u32) {
    let mut live: Vec<Locals> = vec![Locals::new(); points.len()];
    loop {
        let mut changed = false;
        for idx in (0..points.len()).rev() {
            let mut needed = before_code(&points[idx].code, &live);
            let result = match points[idx].kind {
                PointKind::AfterRoll(local) => Some(local),
                PointKind::AfterCall(local) | PointKind::AfterChoice(local) => local,
                PointKind::Entry | PointKind::Jump => None,
            };
            result.iter().for_each(|local| {
                needed.remove(local);
            });
            if needed != live[idx] {
                live[idx] = needed;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    for (point, live) in points.iter_mut().zip(live) {
        let mut bound = live.clone();
        match point.kind {
            PointKind::AfterRoll(local) => bound.extend([local]),
            PointKind::AfterCall(local) | PointKind::AfterChoice(local) => bound.extend(local),
            PointKind::Entry => bound.extend((0..parameters).map(LocalId)),
            PointKind::Jump => {}
        }
        bind_what_is_new(&mut point.code, bound);
        point.live = match point.kind {
            // A call hands all parameters over.
            PointKind::Entry => (0..parameters).map(LocalId).collect(),
            PointKind::Jump
            | PointKind::AfterRoll(_)
            | PointKind::AfterCall(_)
            | PointKind::AfterChoice(_) => live.into_iter().collect(),
        };
    }
}

fn before_code(code: &Code, live: &[Locals]) -> Locals {
    let mut needed = before_end(&code.end, live);
    for step in code.steps.iter().rev() {
        if let Step::Set { local, value, bounds: None } = step {
            // Nobody needs what it was: where it is not bound, this binds it.
            needed.remove(local);
            read(value, &mut needed);
        } else {
            before_step(step, &mut needed);
        }
    }
    needed
}

/// A local that is changed where no frame has brought it is bound there instead.
fn bind_what_is_new(code: &mut Code, mut bound: Locals) {
    for step in &mut code.steps {
        match step {
            Step::Let { local, .. } | Step::Call { result: Some(local), .. } => {
                bound.insert(*local);
            }
            Step::Set { local, value, bounds: None } if bound.insert(*local) => {
                *step = Step::Let { local: *local, value: value.clone(), named: false };
            }
            Step::Set { .. }
            | Step::Assign { .. }
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
    }
    if let End::Branch(branch) = &mut code.end {
        bind_what_is_new(&mut branch.then, bound.clone());
        bind_what_is_new(&mut branch.otherwise, bound);
    }
}

/// What a point needs of its caller: its live locals without the result it takes.
fn at(point: PointId, live: &[Locals]) -> Locals {
    live.get(point.idx()).cloned().unwrap_or_default()
}

fn before_end(end: &End, live: &[Locals]) -> Locals {
    let mut needed = match end {
        End::Goto(point) => return at(*point, live),
        End::Branch(branch) => {
            let Branch { condition, then, otherwise } = branch.as_ref();
            let mut needed = before_code(then, live);
            needed.extend(before_code(otherwise, live));
            read(condition, &mut needed);
            return needed;
        }
        End::Call { then, .. }
        | End::Roll { then, .. }
        | End::Draw { then, .. }
        | End::Choose { then, .. } => at(*then, live),
        End::Return(_) | End::EndGame => Locals::new(),
    };
    match end {
        End::Call { arguments, .. } | End::Choose { arguments, .. } => {
            arguments.iter().for_each(|argument| read(argument, &mut needed));
        }
        End::Draw { from, .. } => read(from, &mut needed),
        End::Return(Some(value)) => read(value, &mut needed),
        End::Return(None) | End::EndGame | End::Goto(_) | End::Branch(_) | End::Roll { .. } => {}
    }
    needed
}

fn before_block(block: &Block, mut needed: Locals) -> Locals {
    for step in block.iter().rev() {
        before_step(step, &mut needed);
    }
    needed
}

fn before_step(step: &Step, needed: &mut Locals) {
    match step {
        Step::Let { local, value, .. } => {
            needed.remove(local);
            read(value, needed);
        }
        // What changes must be there, even if nobody reads what it was.
        Step::Set { local, value, .. } => {
            needed.insert(*local);
            read(value, needed);
        }
        Step::Assign { keys, value, .. } => {
            keys.iter().for_each(|key| read(key, needed));
            read(value, needed);
        }
        Step::If { condition, then, otherwise } => {
            let mut both = before_block(then, needed.clone());
            both.extend(before_block(otherwise, needed.clone()));
            *needed = both;
            read(condition, needed);
        }
        Step::For { variable, source, filter, body } => {
            // A round may come before another, so what one needs counts before and after it.
            let mut round = before_block(body, needed.clone());
            round.extend(needed.iter().copied());
            let mut round = before_block(body, round);
            filter.iter().for_each(|filter| read(filter, &mut round));
            round.remove(variable);
            needed.extend(round);
            read_source(source, needed);
        }
        Step::While { condition, body, .. } => {
            read(condition, needed);
            let round = before_block(body, needed.clone());
            needed.extend(round);
            let round = before_block(body, needed.clone());
            needed.extend(round);
        }
        Step::Call { arguments, result, .. } => {
            result.iter().for_each(|local| {
                needed.remove(local);
            });
            arguments.iter().for_each(|argument| read(argument, needed));
        }
        Step::Explain { arguments, .. } => arguments.iter().for_each(|argument| read(argument, needed)),
        Step::Tell(told) => told.iter().for_each(|told| read(&told.value, needed)),
        Step::Fired(_) | Step::Fail(_) => {}
        Step::Return(value) => {
            needed.clear();
            value.iter().for_each(|value| read(value, needed));
        }
    }
}

fn read_source(source: &Source, needed: &mut Locals) {
    source.each_part(&mut |part| read(part, needed));
}

/// Locals that an expression reads and does not bind itself.
fn read(expression: &Expression, needed: &mut Locals) {
    use crate::machine::ExpressionKind as Kind;
    match &expression.kind {
        Kind::Local(local) => {
            needed.insert(*local);
        }
        Kind::Aggregate(aggregate) => {
            let mut inner = Locals::new();
            aggregate.filter.iter().chain(&aggregate.body).for_each(|part| read(part, &mut inner));
            inner.remove(&aggregate.variable);
            needed.extend(inner);
            read_source(&aggregate.source, needed);
            aggregate.otherwise.iter().for_each(|part| read(part, needed));
        }
        Kind::Ways(ways) => {
            let mut inner = Locals::new();
            [&ways.neighbours, &ways.cost].into_iter().for_each(|part| read(part, &mut inner));
            [ways.here, ways.there].iter().for_each(|bound| {
                inner.remove(bound);
            });
            needed.extend(inner);
            let (WaysGive::Cost(until) | WaysGive::Places(until)) = &ways.gives;
            [&ways.from, until].into_iter().for_each(|part| read(part, needed));
        }
        _ => expression.each_part(&mut |part| read(part, needed)),
    }
}
