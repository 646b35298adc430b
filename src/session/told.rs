//! What happened since a person chose: the rules that acted, in a line each, with what they changed for good.
//!
//! What is again as it was is left out: rules keep much for the length of a turn and clear it, and that would drown the rest. Each
//! change stands with the rule that made it last; `explain` has all of them.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use rulec_model::interpreter::Interpreter;
use rulec_model::machine::text::value_text;
use rulec_model::machine::{Machine, StateVariable, Value};
use rulec_runtime::{Event, Trace};

use super::shown::{self, Questions};
use crate::board::{self, Values};
use crate::views::{self, Drawn};

/// An answer that was given: how it is told, and what it did.
struct Given {
    line: String,
    /// A person sees what they type; what others answer is told with the rest.
    by_person: bool,
    trace: Trace,
}

/// What becomes of a cell, by its name: `units[iceni, verulamium]` to `1 → 2`.
type Changes = BTreeMap<String, String>;

/// The answers since a person gave one, that one among them, and the position that it was given in.
#[derive(Default)]
pub struct Since<'m> {
    position: Vec<Values<'m>>,
    views: Vec<Drawn>,
    given: Vec<Given>,
    is_told: bool,
}

impl<'m> Since<'m> {
    pub fn from(machine: &'m Machine, game: &Interpreter<'_>) -> Since<'m> {
        Since {
            position: board::values(machine, game),
            views: views::all(machine, game),
            given: Vec::new(),
            is_told: false,
        }
    }

    pub fn given(&mut self, line: &str, by_person: bool, trace: Trace) {
        self.given.push(Given { line: line.to_owned(), by_person, trace });
        self.is_told = false;
    }

    /// Before anybody has answered everything is new, and no row is marked.
    pub fn unmarked(self) -> Since<'m> {
        Since { views: Vec::new(), ..self }
    }

    /// In short; nothing where it was told already.
    pub fn told(&mut self, machine: &Machine, game: &Interpreter<'_>) -> String {
        if std::mem::replace(&mut self.is_told, true) {
            return String::new();
        }
        told(machine, &self.position, &board::values(machine, game), &self.given)
    }

    /// Rule by rule, with the values that decided.
    pub fn explained(&self, machine: &Machine, questions: &Questions) -> String {
        match self.given.as_slice() {
            [] => shown::explanation(machine, questions, &Trace::default()),
            [only] => shown::explanation(machine, questions, &only.trace),
            all => all
                .iter()
                .map(|given| {
                    format!("{}\n{}", given.line, shown::explanation(machine, questions, &given.trace))
                })
                .collect(),
        }
    }

    /// The tables as they were, to be compared with those to be shown.
    pub fn views(&self) -> &[Drawn] {
        &self.views
    }
}

/// What these answers did between two positions: their lines, and below each the rules that acted.
fn told(machine: &Machine, before: &[Values<'_>], after: &[Values<'_>], given: &[Given]) -> String {
    let changes = changes(machine, before, after);
    let last = last_set(given, &changes);
    let mut text = String::new();
    for (nth, given) in given.iter().enumerate() {
        if !given.by_person {
            let _ = writeln!(text, "{}", given.line);
        }
        let lasting = |what: &str, place: usize| {
            changes.get(what).filter(|_| last.get(what) == Some(&(nth, place))).map(String::as_str)
        };
        for (rule, changes) in lines_of(machine, &given.trace, &lasting) {
            let _ = writeln!(
                text,
                "  {rule}{}{}",
                if changes.is_empty() { "" } else { ": " },
                changes.join("; ")
            );
        }
    }
    text
}

/// A line for each rule that changed something for good, and for each that decides in somebody's place, with whose it is.
fn lines_of<'c>(
    machine: &Machine,
    trace: &Trace,
    lasting: &dyn Fn(&str, usize) -> Option<&'c str>,
) -> Vec<(String, Vec<String>)> {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    let mut acting: Option<&str> = None;
    for (place, event) in trace.events.iter().enumerate() {
        match event {
            Event::Rule(index) => {
                let rule = machine.rules.get(usize::from(index.0));
                acting = rule.map(|rule| rule.name.as_str());
                let Some(rule) = rule else { continue };
                match (rule.kind, place.checked_sub(1).and_then(|before| trace.events.get(before))) {
                    ("answer", Some(Event::Value { name: _, value })) => {
                        lines.push((format!("{value}: {}", rule.name), Vec::new()));
                    }
                    ("answer" | "flowchart", _) => lines.push((rule.name.clone(), Vec::new())),
                    _ => {}
                }
            }
            Event::Changed { what, value: _ } => {
                if let Some(change) = lasting(what, place) {
                    line_of(&mut lines, acting.unwrap_or("then")).push(format!("{what} {change}"));
                }
            }
            Event::Value { .. } | Event::Part { .. } => {}
        }
    }
    lines
}

/// The changes of a rule: in the last line where that is its, in another otherwise.
fn line_of<'l>(lines: &'l mut Vec<(String, Vec<String>)>, rule: &str) -> &'l mut Vec<String> {
    let is_its = |line: &str| line == rule || line.ends_with(&format!(": {rule}"));
    if lines.last().is_none_or(|(last, _)| !is_its(last)) {
        lines.push((rule.to_owned(), Vec::new()));
    }
    let last = lines.len() - 1;
    &mut lines[last].1
}

/// Where each cell was set last: the answer and the event in its trace.
fn last_set<'g>(given: &'g [Given], changes: &Changes) -> HashMap<&'g str, (usize, usize)> {
    let mut last = HashMap::new();
    for (nth, given) in given.iter().enumerate() {
        for (place, event) in given.trace.events.iter().enumerate() {
            if let Event::Changed { what, value: _ } = event
                && changes.contains_key(what)
            {
                last.insert(what.as_str(), (nth, place));
            }
        }
    }
    last
}

fn changes(machine: &Machine, before: &[Values<'_>], after: &[Values<'_>]) -> Changes {
    let mut changes = Changes::new();
    for (before, after) in before.iter().zip(after).filter(|(before, after)| before.cells != after.cells) {
        let names = board::cell_names(machine, &after.state.keys);
        for (name, (was, now)) in names.iter().zip(before.cells.iter().zip(&after.cells)) {
            if was != now {
                let state = after.state;
                let what =
                    if name.is_empty() { state.name.clone() } else { format!("{}[{name}]", state.name) };
                changes.insert(what, change(machine, state, was, now));
            }
        }
    }
    changes
}

/// The most members that are named of what joined or left a set.
const NAMED_AT_MOST: usize = 3;

/// `1 → 2`, of a set `+gifts_and_loans, −war_chariots`.
fn change(machine: &Machine, state: &StateVariable, was: &Value, now: &Value) -> String {
    let shown = |value: &Value| value_text(machine, state.holds, value);
    let (Value::Set(was_in), Value::Set(now_in)) = (was, now) else {
        return format!("{} → {}", shown(was), shown(now));
    };
    let named = |members: &[u32], others: &[u32], sign: char| -> Vec<String> {
        let one = |member: &u32| shown(&Value::Set(vec![*member])).trim_matches(['{', '}']).to_owned();
        let moved = members.iter().filter(|member| !others.contains(member));
        moved.map(|member| format!("{sign}{}", one(member))).collect()
    };
    let mut moved = named(now_in, was_in, '+');
    moved.extend(named(was_in, now_in, '−'));
    match moved.len().saturating_sub(NAMED_AT_MOST) {
        0 | 1 => moved.join(" "),
        more => format!("{} and {more} more", moved[..NAMED_AT_MOST].join(" ")),
    }
}
