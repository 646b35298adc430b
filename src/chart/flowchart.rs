//! A flowchart as boxes with their exits.

use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_model::surface::tree::{FlowKind, FlowNode, Name};

use super::script;

/// The widest that a box's text gets.
const WIDEST: usize = 76;

pub fn draw(game: &Checked, nodes: &[FlowNode]) -> String {
    let mut text = String::new();
    for node in nodes {
        draw_box(&lines(game, node), &mut text);
        match &node.kind {
            FlowKind::Ask { yes, no, .. } => {
                let _ = writeln!(text, "    ├─ yes ──▶ {}", target(yes.as_ref()));
                let _ = writeln!(text, "    └─ no ───▶ {}", target(no.as_ref()));
            }
            FlowKind::Do { then, .. } => {
                let _ = writeln!(text, "    └────────▶ {}", target(then.as_ref()));
            }
            FlowKind::Poison => {}
        }
        text.push('\n');
    }
    text
}

fn target(name: Option<&Name>) -> &str {
    name.map_or("end", |name| name.value.as_str())
}

fn lines(game: &Checked, node: &FlowNode) -> Vec<String> {
    let cites: Vec<&str> = node.cites.iter().map(|cite| cite.value.as_str()).collect();
    let cites = if cites.is_empty() { String::new() } else { format!(" ({})", cites.join("; ")) };
    let mut lines = vec![format!("{}{cites}", node.name.value)];
    if let Some(says) = &node.says {
        lines.extend(folded(&says.trim().replace('\n', " ")));
    }
    match &node.kind {
        FlowKind::Ask { question, .. } => {
            lines.extend(folded(&format!("{}?", script::expression(game, question))));
        }
        FlowKind::Do { text, .. } => lines.extend(script::lines(&text.0)),
        FlowKind::Poison => {}
    }
    lines
}

/// Lines of whole words.
fn folded(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDEST => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}

fn draw_box(lines: &[String], text: &mut String) {
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    let _ = writeln!(text, "  ┌{}┐", "─".repeat(width + 2));
    for line in lines {
        let _ = writeln!(text, "  │ {line:width$} │");
    }
    let _ = writeln!(text, "  └─┬{}┘", "─".repeat(width));
}
