//! `rulec info`: what there is.

use std::collections::BTreeMap;
use std::fmt::Write;

use clap::Args;
use rulec_build::checked::Checked;
use rulec_model::machine::Machine;
use rulec_model::surface::tree::Name;
use serde_json::json;

use crate::arguments::Every;
use crate::ending::{Ending, Result, not_done};
use crate::output::{counted, say};
use crate::project::Project;
use crate::report::Format;

#[derive(Debug, Args)]
pub struct Info {}

impl Info {
    pub fn run(&self, every: &Every) -> Result {
        let project = Project::find(every)?;
        let games = project.check_some(&[])?;
        say(&match every.format {
            None | Some(Format::Full) => in_words(&games),
            Some(Format::Json) => in_json(&games),
            Some(Format::Short | Format::Github | Format::Sarif | Format::Csv | Format::Markdown) => {
                return Err(not_done("`info` writes full or json"));
            }
        });
        Ok(Ending::Clean)
    }
}

/// How many rules of each kind.
fn kinds(game: &Checked) -> BTreeMap<&'static str, usize> {
    let mut kinds = BTreeMap::new();
    for rule in &game.rules {
        *kinds.entry(rule.kind).or_default() += 1;
    }
    kinds
}

fn in_words(games: &[Checked]) -> String {
    let mut text = format!("rulec {}\n", env!("CARGO_PKG_VERSION"));
    for game in games {
        let title = game.game.as_ref().map_or("", |file| file.title.as_str());
        let _ = writeln!(text, "\n{}: {title}", game.name);
        let each: Vec<String> = kinds(game).iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let _ = writeln!(text, "  {}: {}", counted(game.rules.len(), "rule"), each.join(", "));
        write_editions(game, &mut text);
        if let Some(lock) = &game.lock {
            let hand = if game.document.is_some() { ", at hand" } else { "" };
            let (sections, sentences) = (counted(lock.sections.len(), "section"), lock.sentences().count());
            let _ = writeln!(
                text,
                "  document {}: {sections}, {}{hand}",
                lock.document,
                counted(sentences, "sentence")
            );
        } else {
            text.push_str("  no document is locked\n");
        }
        match &game.machine {
            Some(machine) => {
                let _ = writeln!(
                    text,
                    "  {}, {}, at most {} deep",
                    counted(machine.procedures.len(), "procedure"),
                    counted(machine.decisions.len(), "decision"),
                    counted(machine.frames as usize, "frame")
                );
                for (what, names) in named(machine) {
                    if !names.is_empty() {
                        let _ = writeln!(text, "  {what}: {}", names.join(", "));
                    }
                }
            }
            None => {
                let _ = writeln!(text, "  {}", counted(game.errors(), "error"));
            }
        }
    }
    text
}

/// What other commands take by name.
fn named(machine: &Machine) -> [(&'static str, Vec<&str>); 4] {
    let charts = machine.rules.iter().filter(|rule| rule.kind == "flowchart");
    [
        ("scenarios", machine.scenarios.iter().map(|scenario| scenario.name.as_str()).collect()),
        ("readings", machine.readings.iter().map(|reading| reading.name.as_str()).collect()),
        ("flowcharts", charts.map(|rule| rule.name.as_str()).collect()),
        ("views", machine.views.iter().map(|view| view.name.as_str()).collect()),
    ]
}

/// The editions, the default first, with their errata; then each erratum.
fn write_editions(game: &Checked, text: &mut String) {
    let names = |names: &[Name]| names.iter().map(|name| name.value.as_str()).collect::<Vec<_>>().join(", ");
    let editions = game.game.iter().flat_map(|file| &file.editions);
    for (nth, edition) in editions.enumerate() {
        let default = if nth == 0 { " (default)" } else { "" };
        let errata = match edition.errata.as_slice() {
            [] => "no errata".to_owned(),
            errata => format!("errata {}", names(errata)),
        };
        let readings =
            edition.readings.iter().map(|(reading, answer)| format!("{} {}", reading.value, answer.value));
        let readings: Vec<String> = readings.collect();
        let readings =
            if readings.is_empty() { String::new() } else { format!("; readings {}", readings.join(", ")) };
        let _ = writeln!(text, "  edition {}{default}: {errata}{readings}", edition.name.value);
    }
    for erratum in &game.errata {
        let count = counted(erratum.amendments.len(), "amendment");
        let _ = writeln!(
            text,
            "  erratum {}: {}, {count}",
            erratum.name.value,
            erratum.title.trim_end_matches('.')
        );
    }
}

fn in_json(games: &[Checked]) -> String {
    let games: Vec<_> = games
        .iter()
        .map(|game| {
            let named: BTreeMap<_, _> = game.machine.iter().flat_map(named).collect();
            json!({
                "game": game.name,
                "title": game.game.as_ref().map(|file| &file.title),
                "edition": game.edition,
                "editions": editions(game),
                "errata": errata(game),
                "rules": game.rules.len(),
                "kinds": kinds(game),
                "names": named,
                "document": game.lock.as_ref().map(|lock| json!({
                    "name": lock.document,
                    "sections": lock.sections.len(),
                    "sentences": lock.sentences().count(),
                    "at_hand": game.document.is_some(),
                })),
                "errors": game.errors(),
                "warnings": game.warnings(),
            })
        })
        .collect();
    format!("{}\n", json!({ "schema": 1, "version": env!("CARGO_PKG_VERSION"), "games": games }))
}

fn editions(game: &Checked) -> Vec<serde_json::Value> {
    let text = |names: &[Name]| names.iter().map(|name| name.value.clone()).collect::<Vec<_>>();
    let editions = game.game.iter().flat_map(|file| &file.editions).map(|edition| {
        let readings: BTreeMap<&String, &String> =
            edition.readings.iter().map(|(reading, answer)| (&reading.value, &answer.value)).collect();
        json!({ "name": edition.name.value, "errata": text(&edition.errata), "readings": readings })
    });
    editions.collect()
}

fn errata(game: &Checked) -> Vec<serde_json::Value> {
    let errata = game.errata.iter().map(|erratum| {
        json!({
            "name": erratum.name.value,
            "title": erratum.title,
            "amendments": erratum.amendments.len(),
        })
    });
    errata.collect()
}
