//! `rulec explain`: a diagnostic's page, a kind's keys, a rule in all its forms together, or who carries a section.

mod section;

use std::fmt::Write;

use clap::Args;
use rulec_build::checked::Checked;
use rulec_grammar::problem::{Page, Severity};
use rulec_model::document::SentenceId;
use rulec_model::interpreter::{Layout, Prepared, example};
use rulec_model::kinds::{self, COMMON, ERRATUM, GAME, Key, Kind, ValueKind};
use rulec_model::machine::{Example, Machine, RuleId, text};
use rulec_model::source::on_one_line;
use rulec_model::surface::tree::Rule;

use super::show::{no_rule, withdrawn};
use crate::arguments::Every;
use crate::chart;
use crate::ending::{Ending, Result, not_done};
use crate::output::say;
use crate::project::Project;

#[derive(Debug, Args)]
pub struct Explain {
    /// A code (`R0301`), a kind (`table`), a game with `RULE`, a rule of any game, or a section of a document (`9.25`).
    #[arg(value_name = "CODE|KIND|GAME|RULE|SECTION")]
    what: String,

    /// The rule or section, where a game is named first.
    rule: Option<String>,
}

impl Explain {
    pub fn run(&self, every: &Every) -> Result {
        let text = match &self.rule {
            Some(rule) => {
                let game = Project::find(every)?.check(&self.what)?;
                match section::explain_section(&game, rule) {
                    Some(text) => text,
                    None => explain_rule(&game, rule)?,
                }
            }
            None if is_code(&self.what) => explain_code(&self.what)?,
            None => match kind(&self.what) {
                Some(kind) => explain_kind(kind),
                None => self.explain_rule_of_any_game(every)?,
            },
        };
        say(&text);
        Ok(Ending::Clean)
    }

    fn explain_rule_of_any_game(&self, every: &Every) -> Result<String> {
        let games = Project::find(every)?.check_some(&[])?;
        let mut texts = Vec::new();
        for game in &games {
            if game.rules.iter().any(|rule| rule.name.value == self.what) {
                texts.push(explain_rule(game, &self.what)?);
            }
        }
        if texts.is_empty() {
            texts.extend(games.iter().filter_map(|game| section::explain_section(game, &self.what)));
        }
        if !texts.is_empty() {
            return Ok(texts.join("\n"));
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

fn explain_code(code: &str) -> Result<String> {
    let code = code.to_uppercase();
    let pages = pages();
    let Some(page) = pages.iter().find(|page| page.code == code) else {
        return Err(not_done(format!("there is no code `{code}`")));
    };
    let severity = match page.severity {
        Severity::Error => "an error",
        Severity::Warning => "a warning",
        Severity::Note => "a note",
    };
    let lines = page.text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line));
    Ok(format!("{code} {}, {severity}\n\n{}\n", page.name, lines.collect::<Vec<_>>().join("\n").trim()))
}

fn kind(name: &str) -> Option<&'static Kind> {
    [&GAME, &ERRATUM].into_iter().find(|kind| kind.name == name).or_else(|| kinds::find(name))
}

/// The keys of a kind, with those of its parts.
fn explain_kind(kind: &Kind) -> String {
    let mut text = format!("{}\n  {}\n\n", kind.name, kind.doc);
    write_keys(kind.keys, "  ", &mut text);
    if kinds::find(kind.name).is_some() {
        text.push_str("\n  every rule may also have\n");
        write_keys(COMMON, "  ", &mut text);
    }
    text
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

/// Passage, YAML, machine, Rust and examples of a rule.
fn explain_rule(game: &Checked, name: &str) -> Result<String> {
    let cited = game.cited.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
    let found: Vec<(&Rule, &[SentenceId])> =
        game.rules.iter().zip(cited).filter(|(rule, _)| rule.name.value == name).collect();
    if found.is_empty() {
        return Err(not_done(no_rule(game, name)));
    }
    let mut text = String::new();
    for (rule, cites) in found {
        let _ = write!(text, "{}: {}", game.name, chart::heading(rule));
        write_passage(game, cites, &mut text);
        let file = game.files.get(rule.span.file).map_or("", |file| file.path.as_str());
        let _ = writeln!(text, "written in {file}\n\n{}", chart::source(game, rule));
        text.push_str(&chart::amendments(game, rule));
    }
    let Some(machine) = &game.machine else {
        text.push_str("the rules have errors, so there is neither a machine nor Rust: see `rulec check`\n");
        return Ok(text);
    };
    if let Some(nth) = machine.rules.iter().position(|rule| rule.name == name) {
        let id = RuleId(nth as u32);
        write_part("in the machine", &text::rule_text(machine, id), &mut text);
        write_part("in Rust", &rulec_codegen::rule_rust(machine, id), &mut text);
        let exercised: Vec<&str> =
            examples_of(machine, id).iter().map(|example| example.name.as_str()).collect();
        match exercised.as_slice() {
            [] => text.push_str("no example exercises it\n"),
            some => {
                let _ = writeln!(text, "exercised by {}", some.join(", "));
            }
        }
    }
    Ok(text)
}

/// What the rule and its parts cite: options, phases and boxes have citations of their own.
fn write_passage(game: &Checked, cites: &[SentenceId], text: &mut String) {
    let Some(lock) = &game.lock else { return };
    let names: Vec<String> = cites.iter().map(|id| lock.name(*id)).collect();
    let passage = game.passage(&names);
    for (id, span) in &passage {
        let sentence = on_one_line(game.files.slice(*span));
        let _ = writeln!(text, "  {}: {sentence}", lock.name(*id));
    }
    if !passage.is_empty() {
        text.push('\n');
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

/// The examples in which a rule fires, is asked, called or looked up, and the rule itself where it is one.
fn examples_of(machine: &Machine, id: RuleId) -> Vec<&Example> {
    let layout = Layout::of(machine);
    let prepared = Prepared::marking(machine, &layout);
    let exercises = |example: &&Example| {
        prepared.forget_exercised();
        example::run(&prepared, example);
        example.rule == id || prepared.is_exercised(id)
    };
    machine.examples.iter().filter(exercises).collect()
}
