//! What is wrong, in each form: one list of diagnostics, and one small file per writer.

mod github;
mod json;
mod sarif;
mod short;

use std::io::IsTerminal;

use rulec_build::checked::Checked;
use rulec_build::draw::{Manner, draw, line};
use rulec_build::place::place;
use rulec_grammar::problem::{Diagnostic, Severity};

use crate::ending::{Ending, Result, not_done};
use crate::output::tell;

/// The forms of output. Each command has some of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people: pictures of the rules and passages, tables.
    #[value(alias = "text")]
    Full,
    /// One line each.
    Short,
    /// One JSON object a line.
    Json,
    /// Annotations of GitHub Actions.
    Github,
    /// One SARIF document.
    Sarif,
    /// Comma-separated values.
    Csv,
    /// For a pull request.
    Markdown,
}

impl Format {
    pub fn is_for_programs(self) -> bool {
        match self {
            Format::Json | Format::Github | Format::Sarif | Format::Csv | Format::Markdown => true,
            Format::Full | Format::Short => false,
        }
    }
}

/// The diagnostics of some games, as asked for. Where nothing was asked for and GitHub runs the command, it gets its annotations too.
pub fn written(games: &[Checked], format: Option<Format>) -> Result<String> {
    let on_github = || std::env::var("GITHUB_ACTIONS").is_ok_and(|value| value == "true");
    Ok(match format {
        None if on_github() => full(games) + &github::write(games),
        None | Some(Format::Full) => full(games),
        Some(Format::Short) => short::write(games),
        Some(Format::Json) => json::write(games),
        Some(Format::Github) => github::write(games),
        Some(Format::Sarif) => sarif::write(games),
        Some(Format::Csv | Format::Markdown) => {
            return Err(not_done(
                "what is wrong is written as full, short, json, github or sarif, not as csv or markdown",
            ));
        }
    })
}

/// Tells the errors of games that a command needs without any, and whether there were some.
pub fn errors_of(games: &[Checked], format: Option<Format>) -> Ending {
    if games.iter().all(|game| game.errors() == 0) {
        return Ending::Clean;
    }
    for (game, error) in errors(games) {
        tell(&match format {
            Some(Format::Short) => format!("{}\n", line(game, error)),
            // The others are forms of the command's own result.
            Some(
                Format::Full | Format::Json | Format::Github | Format::Sarif | Format::Csv | Format::Markdown,
            )
            | None => {
                format!("{}\n\n", draw(game, error, manner()))
            }
        });
    }
    Ending::Findings
}

fn errors(games: &[Checked]) -> impl Iterator<Item = (&Checked, &Diagnostic)> {
    let all = games.iter().flat_map(|game| game.diagnostics.iter().map(move |diagnostic| (game, diagnostic)));
    all.filter(|(_, diagnostic)| diagnostic.severity == Severity::Error)
}

fn full(games: &[Checked]) -> String {
    let manner = manner();
    let mut text = String::new();
    for game in games {
        for diagnostic in &game.diagnostics {
            text.push_str(&draw(game, diagnostic, manner));
            text.push_str("\n\n");
        }
    }
    text
}

/// The streams drop the colours where nobody wants them.
fn manner() -> Manner {
    Manner { colored: true, width: width() }
}

/// Pictures fit the terminal where it says how wide it is.
fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let usual = if std::io::stdout().is_terminal() { 110 } else { 140 };
    columns.filter(|columns| *columns >= 40).unwrap_or(usual)
}

/// `rules-src/sekvan/moves.yaml:12:3`, where a rule is named.
pub fn place_of_rule(game: &Checked, name: &str) -> Option<String> {
    let rule = game.rules.iter().find(|rule| rule.name.value == name)?;
    let file = game.files.get(rule.name.span.file)?;
    let at = place(&file.text, rule.name.span.range().start);
    Some(format!("{}:{}:{}", file.path, at.line, at.column))
}
