//! What the person sees: boxes, the passage where it is at hand, the way through the chart.

use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_grammar::expression::tree::{Expression, ExpressionKind};
use rulec_model::source::on_one_line;
use rulec_model::surface::tree::{FlowKind, FlowNode, Name, Rule};

use super::Passed;
use super::question::Part;
use crate::chart;
use crate::output::counted;

pub fn beginning(chart: &Rule, n_boxes: usize) -> String {
    let boxes = counted(n_boxes, "box").replace("boxs", "boxes");
    let title = chart.title.as_deref().unwrap_or(chart.name.value.as_str());
    let says = chart.says.as_deref().map(|says| format!(": {}", on_one_line(says))).unwrap_or_default();
    format!("{title}{says}\n{boxes}; `help` lists what can be said, `back` takes the last answer back\n")
}

/// Before a question, what has been done in this walk: questions often ask of it.
pub fn done_so_far(path: &[Passed<'_>]) -> String {
    let done: Vec<&str> = path
        .iter()
        .filter(|passed| passed.answer.is_none())
        .map(|passed| passed.node.name.value.as_str())
        .collect();
    if done.is_empty() { String::new() } else { format!("  done so far: {}\n", done.join(", ")) }
}

/// `be1 (passage 37 s1)`, what the box says, and its passage.
pub fn heading(game: &Checked, node: &FlowNode) -> String {
    let mut text = format!("\n{}{}\n", node.name.value, cites(node));
    for line in words(game, node) {
        let _ = writeln!(text, "  {line}");
    }
    text.push_str(&passage(game, node));
    text
}

fn cites(node: &FlowNode) -> String {
    let cites: Vec<&str> = node.cites.iter().map(|cite| cite.value.as_str()).collect();
    if cites.is_empty() { String::new() } else { format!(" ({})", cites.join("; ")) }
}

/// Our own words; where there are none, how the box is written.
fn words(game: &Checked, node: &FlowNode) -> Vec<String> {
    match &node.says {
        Some(says) => says.trim().lines().map(str::to_owned).collect(),
        None => written(game, node),
    }
}

fn written(game: &Checked, node: &FlowNode) -> Vec<String> {
    match &node.kind {
        FlowKind::Ask { question, .. } => vec![format!("{}?", chart::expression(game, question))],
        FlowKind::Do { text, .. } => chart::lines(&text.0).collect(),
        FlowKind::Poison => Vec::new(),
    }
}

fn passage(game: &Checked, node: &FlowNode) -> String {
    let Some(lock) = &game.lock else { return String::new() };
    let cites: Vec<String> = node.cites.iter().map(|cite| cite.value.clone()).collect();
    let mut text = String::new();
    for (id, span) in game.passage(&cites) {
        let sentence = on_one_line(game.files.slice(span));
        let _ = writeln!(text, "  │ {}: {sentence}", lock.name(id));
    }
    text
}

/// Conditions that one answer settles, as they are written.
pub fn conditions(game: &Checked, part: &Part<'_>) -> String {
    let conditions = part.conditions.iter().map(|condition| {
        let written = chart::expression(game, condition);
        match titled(game, condition) {
            Some(title) => format!("{title} ({written})"),
            None => written,
        }
    });
    conditions.collect::<Vec<_>>().join(&format!(" {} ", part.word()))
}

/// What people call the rule that a condition asks.
fn titled<'g>(game: &'g Checked, condition: &Expression) -> Option<&'g str> {
    let (ExpressionKind::Call(Name { value: name, .. }, _) | ExpressionKind::Name(name)) = &condition.kind
    else {
        return None;
    };
    game.rules.iter().find(|rule| rule.name.value == *name)?.title.as_deref()
}

/// The box once more, with how it is written and where it leads.
pub fn why(game: &Checked, node: &FlowNode) -> String {
    let mut text = heading(game, node);
    if node.says.is_some() {
        for line in written(game, node) {
            let _ = writeln!(text, "  written: {line}");
        }
    }
    let target = |name: &Option<rulec_model::surface::tree::Name>| {
        name.as_ref().map_or("end", |name| name.value.as_str()).to_owned()
    };
    match &node.kind {
        FlowKind::Ask { yes, no, .. } => {
            let _ = writeln!(text, "  yes leads to {}, no to {}", target(yes), target(no));
        }
        FlowKind::Do { then, .. } => {
            let _ = writeln!(text, "  leads to {}", target(then));
        }
        FlowKind::Poison => {}
    }
    if node.cites.is_empty() {
        text.push_str("  it cites nothing of its own\n");
    } else if game.document.is_none() {
        text.push_str("  the document is not at hand: `--documents DIR` shows the passage\n");
    }
    text
}

/// Boxes, answers and rolls in order.
pub fn way(chart: &Rule, path: &[Passed<'_>]) -> String {
    let name = chart.title.as_deref().unwrap_or(chart.name.value.as_str());
    let mut text = format!("\nthe way through {name}\n");
    for (passed, nth) in path.iter().zip(1..) {
        let says = passed.node.says.as_deref().unwrap_or_default().trim().replace('\n', " ");
        let says = if says.is_empty() { String::new() } else { format!(": {says}") };
        let answer = match passed.answer {
            Some(true) => " – yes",
            Some(false) => " – no",
            None => "",
        };
        let rolls =
            if passed.rolls.is_empty() { String::new() } else { format!(" [{}]", passed.rolls.join(", ")) };
        let _ =
            writeln!(text, "{nth:4}  {}{}{says}{answer}{rolls}", passed.node.name.value, cites(passed.node));
    }
    text.push_str(&turn(path));
    text
}

/// The turn as a list: what was done, without the questions.
fn turn(path: &[Passed<'_>]) -> String {
    let mut text = String::new();
    for (passed, nth) in path.iter().filter(|passed| passed.answer.is_none()).zip(1..) {
        if nth == 1 {
            text.push_str("\nwhat was done\n");
        }
        let says = passed.node.says.as_deref().map(on_one_line);
        let _ = writeln!(text, "{nth:4}  {}", says.unwrap_or_else(|| passed.node.name.value.clone()));
    }
    text
}
