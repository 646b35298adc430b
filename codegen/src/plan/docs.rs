//! What stands above an item: the rule's name, its own words, its citation, and whose values it holds.

use rulec_model::machine::{Machine, Origin, Rule, RuleId};

use crate::names::spaced;
use crate::print::wrap;

/// Width of the prose in a doc comment.
const WIDTH: usize = 96;

/// The lines of a doc comment.
pub type Doc = Vec<String>;

/// One line, or a few when it is long.
pub fn plain(text: &str) -> Doc {
    wrap(text, WIDTH)
}

/// The whole account of a rule, under a first line of its own.
pub fn of_rule(machine: &Machine, id: RuleId, heading: &str) -> Doc {
    let rule = &machine.rules[id.idx()];
    let mut lines = plain(heading);
    let quoted = quotation(machine, rule);
    if !quoted.is_empty() {
        lines.push(String::new());
        lines.extend(quoted);
    }
    if let Some(origin) = origin(&rule.origin) {
        lines.push(String::new());
        lines.extend(plain(&origin));
    }
    lines
}

/// `` `roll_siege` — Siege rolls. ``
pub fn heading(rule: &Rule) -> String {
    match rule.title.as_deref().map(str::trim).filter(|title| !title.is_empty() && *title != rule.name) {
        Some(title) => format!("`{}` — {}.", rule.name, escaped(title.trim_end_matches('.'))),
        None => format!("`{}` ({}).", rule.name, spaced(rule.kind)),
    }
}

/// `house value: …` for what does not come from the document.
pub fn origin(origin: &Origin) -> Option<String> {
    match origin {
        Origin::Rulebook => None,
        Origin::House(why) => Some(format!("House value: {}", escaped(why))),
        Origin::Published(source) => Some(format!("Published value: {}", escaped(source))),
        Origin::Private(source) => Some(format!("Private value: {}", escaped(source))),
    }
}

/// What the rule says and where it comes from, quoted.
fn quotation(machine: &Machine, rule: &Rule) -> Doc {
    let mut lines: Doc = Vec::new();
    if let Some(says) = rule.says.as_deref().filter(|says| !says.trim().is_empty()) {
        lines.extend(wrap(&escaped(says.trim()), WIDTH - 2));
    }
    if let Some(source) = citation(machine, rule) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(wrap(&format!("— {source}"), WIDTH - 2));
    }
    lines.into_iter().map(|line| format!("> {line}").trim_end().to_string()).collect()
}

/// `*Sword of Rome*, 13.1.1 s1-2; 13.2 s1, as amended by designer_2018`
fn citation(machine: &Machine, rule: &Rule) -> Option<String> {
    if rule.cites.is_empty() {
        return None;
    }
    let amended = match rule.errata.as_slice() {
        [] => String::new(),
        errata => format!(", as amended by {}", errata.join(" and ")),
    };
    Some(escaped(&format!("{}, {}{amended}", machine.game.title, rule.cites.join("; "))))
}

/// Prose that rustdoc takes as prose: brackets make no links.
pub fn escaped(text: &str) -> String {
    let mut prose = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '[' | ']' | '<' | '>' | '*' | '\\') {
            prose.push('\\');
        }
        prose.push(letter);
    }
    prose
}
