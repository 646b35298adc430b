//! Where a walk stands: the box to pass next, in its chart or in one that a box has called.
//!
//! It is worked out from the way alone, so a step taken back is only the last part of the way taken away. Charts that are called stand
//! on a pile: the end of one leads behind the box that called it. A call under a condition (`if …:`) is no lead: the person reads in
//! the box what is to be done.

use std::collections::BTreeMap;

use rulec_grammar::expression::tree::{Action, Statement, StatementKind};
use rulec_model::surface::tree::{Body, FlowKind, FlowNode, Name, Rule};

use super::Passed;

/// The boxes of each chart, by its name.
pub type Charts<'a> = BTreeMap<&'a str, &'a [FlowNode]>;

pub fn charts(rules: &[Rule]) -> Charts<'_> {
    rules
        .iter()
        .filter_map(|rule| {
            let Body::Flowchart { nodes, .. } = &rule.body else { return None };
            Some((rule.name.value.as_str(), nodes.as_slice()))
        })
        .collect()
}

/// The box that comes after this way through the chart; none at its end.
pub fn position<'a>(chart: &'a [FlowNode], way: &[Passed<'a>], charts: &Charts<'a>) -> Option<&'a FlowNode> {
    // The chart that was begun lies lowest; each with the box that it goes on with.
    let mut pile: Vec<(&'a [FlowNode], Option<&'a FlowNode>)> = vec![(chart, chart.first())];
    for passed in way {
        if let Some((boxes, next)) = pile.last_mut() {
            *next = named(boxes, target(passed));
        }
        let called = called(passed.node).into_iter().filter_map(|name| charts.get(name.value.as_str()));
        pile.extend(called.rev().map(|boxes| (*boxes, boxes.first())));
        while pile.len() > 1 && pile.last().is_some_and(|(_, next)| next.is_none()) {
            pile.pop();
        }
    }
    pile.last().and_then(|(_, next)| *next)
}

fn named<'a>(boxes: &'a [FlowNode], target: Option<&Name>) -> Option<&'a FlowNode> {
    boxes.iter().find(|node| target.is_some_and(|name| name.value == node.name.value))
}

/// Where a box leads within its own chart; none to the end.
fn target<'a>(passed: &Passed<'a>) -> Option<&'a Name> {
    match (&passed.node.kind, passed.answer) {
        (FlowKind::Ask { yes, .. }, Some(true)) => yes.as_ref(),
        (FlowKind::Ask { no, .. }, Some(false)) => no.as_ref(),
        (FlowKind::Do { then, .. }, _) => then.as_ref(),
        (FlowKind::Ask { .. }, None) | (FlowKind::Poison, _) => None,
    }
}

/// What a box calls whatever happens, in order.
fn called(node: &FlowNode) -> Vec<&Name> {
    match &node.kind {
        FlowKind::Do { script, .. } => calls(script),
        FlowKind::Ask { .. } | FlowKind::Poison => Vec::new(),
    }
}

fn calls(script: &[Statement]) -> Vec<&Name> {
    let mut all = Vec::new();
    for statement in script {
        match &statement.kind {
            StatementKind::Do(action)
            | StatementKind::Let { value: action, .. }
            | StatementKind::Assign { value: action, .. } => {
                if let Action::Call { name, arguments: _ } = action {
                    all.push(name);
                }
            }
            StatementKind::Together { body } => all.extend(calls(body)),
            StatementKind::If { .. }
            | StatementKind::For { .. }
            | StatementKind::While { .. }
            | StatementKind::Repeat { .. }
            | StatementKind::Give(_)
            | StatementKind::Stop
            | StatementKind::EndGame
            | StatementKind::Poison => {}
        }
    }
    all
}
