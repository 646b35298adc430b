//! How play flows through the points of a waiting procedure: what reads on, what is called, what goes through a frame.
//!
//! The Rust should read from top to bottom. A point that one other leads to is written in its place; others are
//! methods, called at once. Only a step that leads back, where points go round in a circle, goes through the stack of frames
//! and the driver, so that the stack of Rust does not grow.

use std::collections::{BTreeMap, BTreeSet};

use rulec_model::machine::{Branch, Code, End, Expression, ExpressionKind, Point, PointId, PointKind};

use super::uses;

/// What becomes of the points of a procedure.
#[derive(Debug, Default)]
pub struct Flow {
    /// Steps from a point to one that led to it: without these, nothing goes round.
    backward: BTreeSet<(PointId, PointId)>,
    /// Points that are written where they are led to.
    pub inlined: BTreeSet<PointId>,
    /// The code of each point with the inlined ones in it.
    pub codes: Vec<Code>,
}

impl Flow {
    pub fn of(points: &[Point]) -> Flow {
        let codes: Vec<&Code> = points.iter().map(|point| &point.code).collect();
        let heads = backward(&codes, &BTreeSet::new()).into_iter().map(|(_, head)| head).collect();
        let inlined = inlined(points, &heads);
        let codes: Vec<Code> = codes.iter().map(|code| written_out(code, points, &inlined)).collect();
        let backward = backward(&codes.iter().collect::<Vec<_>>(), &inlined);
        Flow { backward, inlined, codes }
    }

    /// Whether going on from a point's code, with what is written in it, leads back to another, and so goes through the stack
    /// of frames.
    pub fn goes_round(&self, at: PointId, to: PointId) -> bool {
        self.backward.contains(&(at, to))
    }

    /// The points that are methods, with all that is written in them.
    pub fn methods(&self) -> impl Iterator<Item = (PointId, &Code)> {
        (0..).map(PointId).zip(&self.codes).filter(|(point, _)| !self.inlined.contains(point))
    }

    /// Whether a point's own code leads back to its beginning: it is a loop of Rust.
    pub fn is_loop(&self, point: PointId) -> bool {
        let ends = uses::ends(&self.codes[point.idx()]);
        ends.into_iter().any(|end| matches!(end, End::Goto(to) if *to == point))
    }
}

/// The steps that lead back: without them nothing goes round. What is left out is no place of its own.
fn backward(codes: &[&Code], left_out: &BTreeSet<PointId>) -> BTreeSet<(PointId, PointId)> {
    let mut search =
        Search { codes, begun: BTreeSet::new(), done: BTreeSet::new(), backward: BTreeSet::new() };
    for point in (0..).map(PointId).take(codes.len()).filter(|point| !left_out.contains(point)) {
        search.visit(point);
    }
    search.backward
}

struct Search<'m> {
    codes: &'m [&'m Code],
    begun: BTreeSet<PointId>,
    done: BTreeSet<PointId>,
    backward: BTreeSet<(PointId, PointId)>,
}

impl Search<'_> {
    fn visit(&mut self, point: PointId) {
        if self.done.contains(&point) {
            return;
        }
        self.begun.insert(point);
        for next in at_once(self.codes[point.idx()]) {
            if self.begun.contains(&next) && !self.done.contains(&next) {
                self.backward.insert((point, next));
            } else {
                self.visit(next);
            }
        }
        self.done.insert(point);
    }
}

/// Where code may go on without anything being waited for.
fn at_once(code: &Code) -> Vec<PointId> {
    let ends = uses::ends(code).into_iter();
    ends.filter_map(|end| match end {
        End::Goto(to) | End::Draw { then: to, .. } => Some(*to),
        End::Branch(_)
        | End::Call { .. }
        | End::Roll { .. }
        | End::Choose { .. }
        | End::Return(_)
        | End::EndGame => None,
    })
    .collect()
}

fn inlined(points: &[Point], heads: &BTreeSet<PointId>) -> BTreeSet<PointId> {
    let mut led_to: BTreeMap<PointId, usize> = BTreeMap::new();
    for end in points.iter().flat_map(|point| uses::ends(&point.code)) {
        if let End::Goto(to) = end {
            *led_to.entry(*to).or_default() += 1;
        }
    }
    let is_inlined = |id: &PointId| {
        let point = &points[id.idx()];
        let once = led_to.get(id) == Some(&1);
        let read_on = point.kind == PointKind::Jump && !heads.contains(id) && (once || is_short(&point.code));
        // What only ends is never come to: whoever would stack it does not.
        read_on || point.only_ends()
    };
    (0..).map(PointId).take(points.len()).filter(is_inlined).collect()
}

/// An end without steps before it may be written more than once.
fn is_short(code: &Code) -> bool {
    let is_plain = |value: &Expression| {
        matches!(
            value.kind,
            ExpressionKind::Local(_)
                | ExpressionKind::Integer(_)
                | ExpressionKind::Boolean(_)
                | ExpressionKind::Member(_)
                | ExpressionKind::Nothing
        )
    };
    let ends_so = match &code.end {
        End::Return(value) => value.as_ref().is_none_or(is_plain),
        End::Goto(_) | End::EndGame => true,
        End::Branch(_) | End::Call { .. } | End::Roll { .. } | End::Draw { .. } | End::Choose { .. } => false,
    };
    code.steps.is_empty() && ends_so
}

fn written_out(code: &Code, points: &[Point], inlined: &BTreeSet<PointId>) -> Code {
    match &code.end {
        End::Goto(to) if inlined.contains(to) => {
            let mut rest = written_out(&points[to.idx()].code, points, inlined);
            let steps = [code.steps.clone(), std::mem::take(&mut rest.steps)].concat();
            Code { steps, end: rest.end }
        }
        End::Branch(branch) => {
            let Branch { condition, then, otherwise } = &**branch;
            let branch = Branch {
                condition: condition.clone(),
                then: written_out(then, points, inlined),
                otherwise: written_out(otherwise, points, inlined),
            };
            Code { steps: code.steps.clone(), end: End::Branch(Box::new(branch)) }
        }
        End::Goto(_)
        | End::Call { .. }
        | End::Roll { .. }
        | End::Draw { .. }
        | End::Choose { .. }
        | End::Return(_)
        | End::EndGame => code.clone(),
    }
}
