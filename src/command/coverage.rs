//! `rulec coverage`: who accounts for each sentence of the documents, and which rules nothing exercises.

mod exercised;
mod page;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use rulec_build::checked::Checked;
use rulec_build::folder::Unreachable;
use rulec_model::document::{Claim, Coverage, Lock};
use rulec_model::surface::tree::Body;
use serde_json::json;

use crate::arguments::Every;
use crate::ending::{Ending, Result, not_done};
use crate::output::{counted, say, tell};
use crate::project::Project;
use crate::report::{self, Format};

use exercised::{Asked, Exercised, exercised};

/// A rule is exercised where it fires, is asked, called or looked up: in the examples of the game, in the recorded games of its folder
/// `games/`, and in what `--games` and `--save` add to them.
#[derive(Debug, Args)]
pub struct CoverageOf {
    /// The games; all of them when none is named.
    #[arg(value_name = "GAME")]
    games: Vec<String>,

    /// Plays so many games as well, all scenarios in turn, by the rules of the game where it has any for bots and at random where not.
    #[arg(long = "games", value_name = "N", default_value_t = 0)]
    played: u64,

    /// The seed of the first game; each after it has the next number.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// A game saved by `rulec play`, whose answers are given again. May be repeated.
    #[arg(long = "save", value_name = "FILE")]
    saves: Vec<PathBuf>,

    /// Writes a page to look at: each sentence a cell, coloured by who accounts for it. With documents at hand it holds their
    /// sentences and must not be published.
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
}

/// A game with a lock, looked at from both sides.
struct Covered<'a> {
    game: &'a Checked,
    lock: &'a Lock,
    claims: Vec<Claim<'a>>,
    coverage: Coverage,
    /// None where the rules have errors.
    exercised: Option<Exercised>,
}

impl CoverageOf {
    pub fn run(&self, every: &Every) -> Result {
        let project = Project::find(every)?;
        let games = project.check_some(&self.games)?;
        if !self.saves.is_empty() && games.len() > 1 {
            return Err(not_done("a save is of one game: name it"));
        }
        let mut ending = report::errors_of(&games, every.format);
        let mut all = Vec::new();
        for game in &games {
            match self.covered(game, &project)? {
                Some(covered) => all.push(covered),
                None if self.games.contains(&game.name) => {
                    return Err(not_done(format!(
                        "`{}` has no document.lock: run `rulec lock {0}`",
                        game.name
                    )));
                }
                None => tell(&format!("{}: no document is locked\n", game.name)),
            }
        }
        for covered in &all {
            say(&self.written(covered, every.format)?);
            let unaccounted = covered.coverage.total.unaccounted;
            if unaccounted > 0 {
                let sentences = counted(unaccounted, "sentence");
                tell(&format!("{}: nobody has accounted for {sentences}\n", covered.game.name));
                ending = Ending::Findings;
            }
        }
        if let Some(path) = &self.page {
            write_page(path, &all)?;
        }
        Ok(ending)
    }

    /// None without a lock.
    fn covered<'a>(&self, game: &'a Checked, project: &Project) -> Result<Option<Covered<'a>>> {
        let Some(lock) = &game.lock else { return Ok(None) };
        let claims = claims(game);
        let coverage = Coverage::of(lock, &claims);
        let asked =
            Asked { games: self.played, seed: self.seed, saves: &self.saves, readings: project.readings() };
        let exercised = game.machine.as_ref().map(|machine| exercised(game, machine, asked)).transpose()?;
        Ok(Some(Covered { game, lock, claims, coverage, exercised }))
    }

    /// Beside a page a line is enough.
    fn written(&self, covered: &Covered<'_>, format: Option<Format>) -> Result<String> {
        Ok(match format {
            None if self.page.is_some() => in_short(covered),
            None | Some(Format::Full) => in_full(covered),
            Some(Format::Short) => in_short(covered),
            Some(Format::Json) => in_json(covered)?,
            Some(Format::Github | Format::Sarif | Format::Csv | Format::Markdown) => {
                return Err(not_done("`coverage` writes full, short or json"));
            }
        })
    }
}

fn claims(game: &Checked) -> Vec<Claim<'_>> {
    let rules = game.rules.iter().zip(&game.cited);
    rules
        .map(|(rule, cites)| Claim {
            rule: &rule.name.value,
            kind: rule.kind,
            class: if let Body::NotARule { class, .. } = &rule.body { Some(class) } else { None },
            cites: cites.clone(),
        })
        .collect()
}

fn in_full(covered: &Covered<'_>) -> String {
    let Covered { game, coverage, exercised, .. } = covered;
    let rules = exercised.as_ref().map(Exercised::to_text).unwrap_or_default();
    let links = game.links.map(|count| format!("\n{}\n", count.to_text())).unwrap_or_default();
    format!("{} ({})\n\n{}{links}\n{rules}\n", game.name, coverage.document, coverage.to_text())
}

fn in_short(covered: &Covered<'_>) -> String {
    let Covered { game, coverage, exercised, .. } = covered;
    let (accounted, sentences) = (coverage.total.accounted(), counted(coverage.total.sentences, "sentence"));
    let rules = exercised.as_ref().map(|exercised| {
        let done = exercised.by_examples + exercised.by_games;
        format!(", {done} of {} exercised", counted(exercised.rules, "rule"))
    });
    format!("{}: {accounted} of {sentences} accounted for{}\n", game.name, rules.unwrap_or_default())
}

/// With the rules that nothing exercises under `exercised`.
fn in_json(covered: &Covered<'_>) -> Result<String> {
    let written = |error: serde_json::Error| not_done(error.to_string());
    let mut value = serde_json::to_value(&covered.coverage).map_err(written)?;
    value["exercised"] = serde_json::to_value(&covered.exercised).map_err(written)?;
    value["links"] = covered.game.links.map_or(serde_json::Value::Null, |count| {
        json!({
            "links": count.links,
            "edges": count.edges,
            "back_references": count.back_references,
            "classed": count.classed,
            "recorded": count.recorded,
            "open": count.open,
            "repaired_edges": count.repairs,
        })
    });
    value["schema"] = 1.into();
    value["game"] = covered.game.name.clone().into();
    Ok(format!("{value}\n"))
}

fn write_page(path: &Path, all: &[Covered<'_>]) -> Result<()> {
    fs::write(path, page::page(all)).map_err(|error| Unreachable::at(path, error))?;
    let warning = if page::holds_sentences(all) {
        ", with sentences of the documents: it must not be published"
    } else {
        ""
    };
    tell(&format!("`{}` is written{warning}\n", path.display()));
    Ok(())
}
