//! A rule in all its forms together: passage, YAML, machine, Rust and the examples that exercise it, line by line where it is a sum.

use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_model::document::SentenceId;
use rulec_model::machine::text;
use rulec_model::source::on_one_line;
use rulec_model::surface::tree::Rule;
use serde::Serialize;

use super::exercise::{Exercise, Modifier, at, id_of};
use crate::chart;
use crate::command::show::no_rule;
use crate::ending::{Result, not_done};

/// A rule of a game; a table and its fills are several entries.
#[derive(Debug, Serialize)]
pub struct Forms {
    schema: u32,
    game: String,
    rule: String,
    written: Vec<Written>,
    /// None where the rules have errors.
    machine: Option<String>,
    rust: Option<String>,
    /// The lines of a `modifiers` rule.
    modifiers: Vec<Modifier>,
    /// The examples that exercise it.
    examples: Vec<String>,
    #[serde(skip)]
    has_machine: bool,
}

/// An entry of a file.
#[derive(Debug, Serialize)]
struct Written {
    kind: &'static str,
    says: Option<String>,
    cites: Vec<String>,
    passage: Vec<Sentence>,
    at: Option<String>,
    yaml: String,
    #[serde(skip)]
    heading: String,
    #[serde(skip)]
    file: String,
    #[serde(skip)]
    amendments: String,
}

#[derive(Debug, Serialize)]
struct Sentence {
    sentence: String,
    text: String,
}

/// The rule of this name in a game.
pub fn of(game: &Checked, name: &str) -> Result<Forms> {
    let cited = game.cited.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
    let found: Vec<(&Rule, &[SentenceId])> =
        game.rules.iter().zip(cited).filter(|(rule, _)| rule.name.value == name).collect();
    if found.is_empty() {
        return Err(not_done(no_rule(game, name)));
    }
    let mut forms = Forms {
        schema: 1,
        game: game.name.clone(),
        rule: name.to_owned(),
        written: found.iter().map(|(rule, cites)| written(game, rule, cites)).collect(),
        machine: None,
        rust: None,
        modifiers: Vec::new(),
        examples: Vec::new(),
        has_machine: game.machine.is_some(),
    };
    if let Some(machine) = &game.machine
        && let Some(id) = id_of(machine, name)
    {
        let exercise = Exercise::of(machine, vec![id]);
        forms.machine = Some(text::rule_text(machine, id));
        forms.rust = Some(rulec_codegen::rule_rust(machine, id));
        forms.modifiers = found.iter().flat_map(|(rule, _)| exercise.modifiers_of(game, rule, id)).collect();
        forms.examples = exercise.examples_of(id);
    }
    Ok(forms)
}

fn written(game: &Checked, rule: &Rule, cites: &[SentenceId]) -> Written {
    Written {
        kind: rule.kind,
        says: rule.says.as_ref().map(|says| on_one_line(says)),
        cites: rule.cite_texts(),
        passage: passage(game, cites),
        at: at(game, rule.name.span),
        yaml: chart::source(game, rule),
        heading: chart::heading(rule),
        file: game.files.get(rule.span.file).map(|file| file.path.clone()).unwrap_or_default(),
        amendments: chart::amendments(game, rule),
    }
}

/// What the rule and its parts cite: options, phases, boxes and modifiers have citations of their own.
fn passage(game: &Checked, cites: &[SentenceId]) -> Vec<Sentence> {
    let Some(lock) = &game.lock else { return Vec::new() };
    let names: Vec<String> = cites.iter().map(|id| lock.name(*id)).collect();
    let sentence =
        |(id, span)| Sentence { sentence: lock.name(id), text: on_one_line(game.files.slice(span)) };
    game.passage(&names).into_iter().map(sentence).collect()
}

impl Forms {
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for entry in &self.written {
            let _ = write!(text, "{}: {}", self.game, entry.heading);
            for Sentence { sentence, text: words } in &entry.passage {
                let _ = writeln!(text, "  {sentence}: {words}");
            }
            if !entry.passage.is_empty() {
                text.push('\n');
            }
            let _ = writeln!(text, "written in {}\n\n{}", entry.file, entry.yaml);
            text.push_str(&entry.amendments);
        }
        if !self.has_machine {
            text.push_str(
                "the rules have errors, so there is neither a machine nor Rust: see `rulec check`\n",
            );
            return text;
        }
        let Some(machine) = &self.machine else { return text };
        write_part("in the machine", machine, &mut text);
        write_part("in Rust", self.rust.as_deref().unwrap_or_default(), &mut text);
        if !self.modifiers.is_empty() {
            text.push_str("line by line\n\n");
        }
        for modifier in &self.modifiers {
            let cites = if modifier.cites.is_empty() {
                String::new()
            } else {
                format!(" ({})", modifier.cites.join("; "))
            };
            let _ = writeln!(text, "  {}{cites}\n    {}", modifier.heading(), modifier.exercised());
        }
        if !self.modifiers.is_empty() {
            text.push('\n');
        }
        match self.examples.as_slice() {
            [] => text.push_str("no example exercises it\n"),
            some => {
                let _ = writeln!(text, "exercised by {}", some.join(", "));
            }
        }
        text
    }
}

fn write_part(what: &str, part: &str, text: &mut String) {
    if part.trim().is_empty() {
        return;
    }
    let _ = writeln!(text, "{what}\n");
    for line in part.trim_end().lines() {
        let _ = writeln!(text, "{}", format!("  {line}").trim_end());
    }
    text.push('\n');
}
