//! Conditions and scripts, taken apart into the items and lines that are compared.

use rulec_grammar::yaml::{Node, Style};

use super::normal::{Renames, normal, shown, words};

/// Items of a list, or one alone; conditions are taken apart at `and`, as the rules are.
pub(super) fn items(node: Option<&Node>, at_and: bool) -> Vec<String> {
    let Some(node) = node else { return Vec::new() };
    let texts = node.as_list().map_or_else(|| vec![shown(node)], |list| list.iter().map(shown).collect());
    if !at_and {
        return texts;
    }
    texts.iter().flat_map(|text| conjuncts(text)).collect()
}

/// The parts between the `and`s that stand in no bracket, where nothing looser stands beside them.
fn conjuncts(text: &str) -> Vec<String> {
    let (mut depth, mut parts, mut start) = (0i32, Vec::new(), 0);
    let mut at = 0;
    for word in words(text) {
        let from = at + text.get(at..).and_then(|rest| rest.find(word)).unwrap_or_default();
        at = from + word.len();
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            "or" | "if" | "else" if depth == 0 => return vec![text.trim().to_owned()],
            "and" if depth == 0 => {
                parts.extend(text.get(start..from).map(|part| part.trim().to_owned()));
                start = at;
            }
            _ => {}
        }
    }
    parts.extend(text.get(start..).map(|part| part.trim().to_owned()));
    parts
}

/// The lines of a script that say something, each with its indentation; one that goes on in brackets is one.
pub(super) fn lines(node: Option<&Node>) -> Vec<String> {
    let Some(scalar) = node.and_then(Node::as_scalar) else { return Vec::new() };
    let mut lines: Vec<String> = Vec::new();
    let mut open = 0i32;
    for line in scalar.text.lines() {
        let said = words(line).count() > 0;
        if !said {
            continue;
        }
        match lines.last_mut() {
            Some(last) if open > 0 => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ if scalar.style == Style::Literal => lines.push(line.trim_end().to_owned()),
            _ => lines.push(line.trim().to_owned()),
        }
        for word in words(line) {
            open += match word {
                "(" | "[" | "{" => 1,
                ")" | "]" | "}" => -1,
                _ => 0,
            };
        }
    }
    lines
}

/// Words with the indentation before them, which says what block a line is in.
pub(super) fn indented(text: &str, renames: Option<&Renames>) -> String {
    let indent = text.len() - text.trim_start_matches(' ').len();
    format!("{:indent$}{}", "", normal(text, renames))
}
