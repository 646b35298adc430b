//! `rulec explain`: a diagnostic's page, a kind's keys, a rule in all its forms together, or who carries a section.

mod exercise;
mod forms;
mod section;

use std::fmt::Write;

use clap::Args;
use rulec_build::checked::Checked;
use rulec_build::draw::word;
use rulec_grammar::problem::{Page, Severity};
use rulec_model::kinds::{self, COMMON, ERRATUM, GAME, Key, Kind, ValueKind};
use serde::Serialize;
use serde_json::json;

use super::show::withdrawn;
use crate::arguments::Every;
use crate::ending::{Ending, Result, not_done};
use crate::output::say;
use crate::project::Project;
use crate::report::Format;

#[derive(Debug, Args)]
pub struct Explain {
    /// A code (`R0301`), a kind (`table`), a game with `RULE`, a rule of any game, or a section of a document (`9.25`).
    #[arg(value_name = "CODE|KIND|GAME|RULE|SECTION")]
    what: String,

    /// The rule or section, where a game is named first.
    rule: Option<String>,
}

/// What was asked for.
enum Found {
    Code(Page),
    Kind(&'static Kind),
    Sections(Vec<section::Section>),
    Rules(Vec<forms::Forms>),
}

impl Explain {
    pub fn run(&self, every: &Every) -> Result {
        let in_json = match every.format {
            None | Some(Format::Full) => false,
            Some(Format::Json) => true,
            Some(Format::Short | Format::Github | Format::Sarif | Format::Csv | Format::Markdown) => {
                return Err(not_done("`explain` writes full or json"));
            }
        };
        let found = self.found(every)?;
        say(&if in_json { found.to_json()? } else { found.to_text() });
        Ok(Ending::Clean)
    }

    fn found(&self, every: &Every) -> Result<Found> {
        if let Some(rule) = &self.rule {
            let game = Project::find(every)?.check(&self.what)?;
            return Ok(match section::of(&game, rule) {
                Some(section) => Found::Sections(vec![section]),
                None => Found::Rules(vec![forms::of(&game, rule)?]),
            });
        }
        if is_code(&self.what) {
            return Ok(Found::Code(page(&self.what)?));
        }
        match kind(&self.what) {
            Some(kind) => Ok(Found::Kind(kind)),
            None => self.of_any_game(every),
        }
    }

    fn of_any_game(&self, every: &Every) -> Result<Found> {
        let games = Project::find(every)?.check_some(&[])?;
        let has_it = |game: &&Checked| game.rules.iter().any(|rule| rule.name.value == self.what);
        let rules: Vec<forms::Forms> =
            games.iter().filter(has_it).map(|game| forms::of(game, &self.what)).collect::<Result<_>>()?;
        if !rules.is_empty() {
            return Ok(Found::Rules(rules));
        }
        let sections: Vec<section::Section> =
            games.iter().filter_map(|game| section::of(game, &self.what)).collect();
        if !sections.is_empty() {
            return Ok(Found::Sections(sections));
        }
        let withdrawn: Vec<String> = games.iter().filter_map(|game| withdrawn(game, &self.what)).collect();
        if !withdrawn.is_empty() {
            return Err(not_done(withdrawn.join("\n")));
        }
        let names = games.iter().flat_map(|game| game.rules.iter().map(|rule| rule.name.value.as_str()));
        let nearest = kinds::nearest(&self.what, names.chain(kinds::all().iter().map(|kind| kind.name)));
        let meant = nearest.map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default();
        Err(not_done(format!("`{}` is no code, no kind, no rule and no section{meant}", self.what)))
    }
}

impl Found {
    fn to_text(&self) -> String {
        match self {
            Found::Code(page) => explain_code(page),
            Found::Kind(kind) => explain_kind(kind),
            Found::Sections(sections) => joined(sections.iter().map(section::Section::to_text)),
            Found::Rules(rules) => joined(rules.iter().map(forms::Forms::to_text)),
        }
    }

    /// One object a line.
    fn to_json(&self) -> Result<String> {
        match self {
            Found::Code(page) => Ok(format!(
                "{}\n",
                json!({ "schema": 1, "code": page.code, "name": page.name, "severity": word(page.severity), "text": page_text(page) })
            )),
            Found::Kind(kind) => {
                let keys: Vec<_> = kind.keys.iter().chain(common_keys(kind)).map(key_json).collect();
                Ok(format!("{}\n", json!({ "schema": 1, "kind": kind.name, "doc": kind.doc, "keys": keys })))
            }
            Found::Sections(sections) => json_lines(sections),
            Found::Rules(rules) => json_lines(rules),
        }
    }
}

fn joined(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join("\n")
}

fn json_lines(all: &[impl Serialize]) -> Result<String> {
    let line = |one| serde_json::to_string(one).map_err(|error| not_done(error.to_string()));
    all.iter().map(|one| Ok(line(one)? + "\n")).collect()
}

fn key_json(key: &Key) -> serde_json::Value {
    json!({ "key": key.name, "is": value(key.value), "required": key.required, "doc": key.doc })
}

/// `R0301`, also in small letters.
fn is_code(what: &str) -> bool {
    what.len() == 5 && what.starts_with(['R', 'r']) && what.bytes().skip(1).all(|byte| byte.is_ascii_digit())
}

/// Every page, by code.
pub fn pages() -> Vec<Page> {
    let mut pages = rulec_model::problem::pages();
    pages.extend_from_slice(rulec_model::problem::document::PAGES);
    pages.extend_from_slice(rulec_grammar::problem::document::PAGES);
    pages.sort_by_key(|page| page.code);
    pages.dedup_by_key(|page| page.code);
    pages
}

fn page(code: &str) -> Result<Page> {
    let code = code.to_uppercase();
    let found = pages().into_iter().find(|page| page.code == code);
    found.ok_or_else(|| not_done(format!("there is no code `{code}`")))
}

fn page_text(page: &Page) -> String {
    let lines = page.text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn explain_code(page: &Page) -> String {
    let severity = match page.severity {
        Severity::Error => "an error",
        Severity::Warning => "a warning",
        Severity::Note => "a note",
    };
    format!("{} {}, {severity}\n\n{}\n", page.code, page.name, page_text(page))
}

fn kind(name: &str) -> Option<&'static Kind> {
    [&GAME, &ERRATUM].into_iter().find(|kind| kind.name == name).or_else(|| kinds::find(name))
}

/// The keys of a kind, with those of its parts.
fn explain_kind(kind: &Kind) -> String {
    let mut text = format!("{}\n  {}\n\n", kind.name, kind.doc);
    write_keys(kind.keys, "  ", &mut text);
    if !common_keys(kind).is_empty() {
        text.push_str("\n  every rule may also have\n");
        write_keys(COMMON, "  ", &mut text);
    }
    text
}

/// What every rule may have, where the kind is one of a rule.
fn common_keys(kind: &Kind) -> &'static [Key] {
    if kinds::find(kind.name).is_some() { COMMON } else { &[] }
}

fn write_keys(keys: &[Key], indent: &str, text: &mut String) {
    let width = keys.iter().map(|key| key.name.len()).max().unwrap_or_default() + 1;
    for key in keys {
        let name = format!("{}:", key.name);
        let must = if key.required { " (required)" } else { "" };
        let _ = writeln!(text, "{indent}{name:width$}  {} – {}{must}", value(key.value), key.doc);
        if let ValueKind::List(part) | ValueKind::Named(part) = key.value {
            write_keys(part.keys, &format!("{indent}    "), text);
        }
    }
}

/// What a key's value is, in words.
pub fn value(value: ValueKind) -> String {
    match value {
        ValueKind::Word => "a name".to_owned(),
        ValueKind::Text => "text".to_owned(),
        ValueKind::Number => "a number".to_owned(),
        ValueKind::Flag => "true or false".to_owned(),
        ValueKind::OneOf(words) => words.join(" | "),
        ValueKind::Type => "a type".to_owned(),
        ValueKind::Expression => "an expression".to_owned(),
        ValueKind::Conditions => "a condition, or a list of them".to_owned(),
        ValueKind::Binding => "`variable in source where condition`".to_owned(),
        ValueKind::Bindings => "a type, or a list of `variable in source where condition`".to_owned(),
        ValueKind::Script => "a script".to_owned(),
        ValueKind::Citations => "a citation, or a list of them".to_owned(),
        ValueKind::Parameters => "name to type".to_owned(),
        ValueKind::Invocation => "`name(argument, …)`".to_owned(),
        ValueKind::List(part) => format!("a list, each {}", with_article(part.name)),
        ValueKind::Named(part) => format!("names, each to {}", with_article(part.name)),
        ValueKind::Data => "data".to_owned(),
    }
}

/// `a phase`, `an option`
fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}
