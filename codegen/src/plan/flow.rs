//! How play flows through the points of a waiting procedure: what reads on, what is called, what goes through a frame.
//!
//! The Rust should read from top to bottom. A point that one other leads to is written in its place; others are
//! methods, called at once. Only where points go round in a circle does the next one wait on the stack of frames
//! for the driver, so that the stack of Rust does not grow.

use std::collections::{BTreeMap, BTreeSet};

use rulec_model::machine::{Branch, Code, End, Expression, ExpressionKind, Point, PointId, PointKind};

use super::uses;

/// What becomes of the points of a procedure.
#[derive(Debug, Default)]
pub struct Flow {
    /// Points that circles go through: where a loop begins again.
    heads: BTreeSet<PointId>,
    /// From each point, those that it may come to without a wait.
    reached: Vec<BTreeSet<PointId>>,
    /// Points that are written where they are led to.
    pub inlined: BTreeSet<PointId>,
    /// The code of each point with the inlined ones in it.
    pub codes: Vec<Code>,
}

impl Flow {
    pub fn of(points: &[Point]) -> Flow {
        let heads = heads(points);
        let inlined = inlined(points, &heads);
        let codes = points.iter().map(|point| written_out(&point.code, points, &inlined)).collect();
        let reached = (0..).map(PointId).take(points.len()).map(|point| reached(points, point)).collect();
        Flow { heads, reached, inlined, codes }
    }

    /// Whether going on from a point's code to another leads round, and so goes through the stack of frames.
    pub fn goes_round(&self, at: PointId, to: PointId) -> bool {
        self.heads.contains(&to) && self.reached[to.idx()].contains(&at)
    }

    /// Whether a point's own code leads back to its beginning: it is a loop of Rust.
    pub fn is_loop(&self, point: PointId) -> bool {
        let ends = uses::ends(&self.codes[point.idx()]);
        ends.into_iter().any(|end| matches!(end, End::Goto(to) if *to == point))
    }
}

/// All points that come after this one, itself only where it comes again.
fn reached(points: &[Point], from: PointId) -> BTreeSet<PointId> {
    let mut reached = BTreeSet::new();
    let mut next = at_once(&points[from.idx()]);
    while let Some(point) = next.pop() {
        if reached.insert(point) {
            next.extend(at_once(&points[point.idx()]));
        }
    }
    reached
}

/// The targets of edges that lead back: without those edges nothing goes round.
fn heads(points: &[Point]) -> BTreeSet<PointId> {
    let mut search = Search { points, begun: BTreeSet::new(), done: BTreeSet::new(), heads: BTreeSet::new() };
    for point in (0..).map(PointId).take(points.len()) {
        search.visit(point);
    }
    search.heads
}

struct Search<'m> {
    points: &'m [Point],
    begun: BTreeSet<PointId>,
    done: BTreeSet<PointId>,
    heads: BTreeSet<PointId>,
}

impl Search<'_> {
    fn visit(&mut self, point: PointId) {
        if self.done.contains(&point) {
            return;
        }
        self.begun.insert(point);
        for next in at_once(&self.points[point.idx()]) {
            if self.begun.contains(&next) && !self.done.contains(&next) {
                self.heads.insert(next);
            } else {
                self.visit(next);
            }
        }
        self.done.insert(point);
    }
}

/// Where a point may go on without anything being waited for.
fn at_once(point: &Point) -> Vec<PointId> {
    let ends = uses::ends(&point.code).into_iter();
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
