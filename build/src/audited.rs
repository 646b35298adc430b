//! What the numeral audit reads of a rule: its text without what is no meaning.
//!
//! Citations are full of numbers, waivers name the very numbers that are missing, comments explain; none of them may hide that the
//! rule itself has lost a number. A table whose cells are data elsewhere is read with its fills.

use rulec_grammar::span::Span;
use rulec_model::source::Files;
use rulec_model::surface::tree::{Body, Rule};

/// Keys whose values are not what the rule says.
const NOT_MEANT: [&str; 2] = ["cite", "waive numbers"];

/// Whether the numbers of its sentences must stand in such a rule. Registers speak about the document and encode nothing.
pub fn carries_numbers(body: &Body) -> bool {
    match body {
        Body::Unread
        | Body::NotARule { .. }
        | Body::Defect { .. }
        | Body::Hole { .. }
        | Body::Reading { .. }
        | Body::Fill(_) => false,
        Body::Type(_)
        | Body::Pool { .. }
        | Body::Space { .. }
        | Body::State { .. }
        | Body::Constant { .. }
        | Body::Table(_)
        | Body::Function { .. }
        | Body::Modifiers { .. }
        | Body::Select(_)
        | Body::Invariant { .. }
        | Body::View { .. }
        | Body::Procedure(_)
        | Body::Decision(_)
        | Body::Answer(_)
        | Body::Sequence(_)
        | Body::Whenever { .. }
        | Body::Flowchart { .. }
        | Body::Victory { .. }
        | Body::Scenario { .. }
        | Body::Example(_) => true,
    }
}

/// The text of a rule as the audit reads it: as it stands in its file, for the document is what it encodes there, and what errata
/// put into it.
pub fn text_of(rule: &Rule, rules: &[Rule], files: &Files) -> String {
    let mut text = meant(files, rule.span);
    for amended in &rule.amended {
        let is_meant = !NOT_MEANT.iter().any(|key| amended.at.starts_with(key));
        if let (true, Some(now)) = (is_meant, amended.now_span) {
            text.push('\n');
            text.push_str(&meant(files, now));
        }
    }
    for fill in rules {
        if matches!(fill.body, Body::Fill(_)) && fill.name.value == rule.name.value {
            text.push('\n');
            text.push_str(&meant(files, fill.span));
        }
    }
    text
}

/// An entry's lines without comments and without the keys that are not meant, with what is indented below them.
fn meant(files: &Files, span: Span) -> String {
    let mut text = String::new();
    // The column of the key whose lines are being passed over.
    let mut passing: Option<usize> = None;
    for line in files.slice(span).lines() {
        let words = line.trim_start_matches([' ', '-']);
        let column = line.len() - words.len();
        if passing.is_some_and(|key| column > key) {
            continue;
        }
        passing = None;
        if NOT_MEANT.iter().any(|key| words.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'))) {
            passing = Some(column);
            continue;
        }
        let code = line.find(" #").and_then(|comment| line.get(..comment)).unwrap_or(line);
        if !code.trim_start().starts_with('#') {
            text.push_str(code);
            text.push('\n');
        }
    }
    text
}
