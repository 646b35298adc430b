//! A saved game: plain data that people can read, with the receipt of the rules that it was played by.
//!
//! A game is its answers, so a save is opened by giving them again. Into other rules it is not opened at all, as the same answers
//! could mean something else; damage is told with the line that it stands on.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rulec_build::folder::Unreachable;
use rulec_grammar::document::Fingerprint;
use rulec_model::interpreter::{Interpreter, Prepared};
use rulec_model::machine::{Machine, Rule};
use rulec_runtime::{Game, Receipt, Record};
use serde::{Deserialize, Serialize};
use serde_yaml::Spanned;

use crate::ending::{NotDone, Result, not_done};
use crate::output::replace;
use crate::start::Start;

/// The version of the form.
const VERSION: u32 = 1;

#[derive(Debug, Serialize)]
pub struct SavedGame {
    rulec: u32,
    game: String,
    edition: String,
    scenario: String,
    readings: BTreeMap<String, String>,
    /// Seats that people play.
    people: Vec<String>,
    /// Seats that rules play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bots: Vec<String>,
    /// How many answers there are, so that a file that was cut off is known.
    answered: usize,
    /// Of the position that they lead to, so that an altered answer is known.
    position: String,
    answers: Vec<String>,
    /// Rule and fingerprint.
    rules: BTreeMap<String, String>,
}

/// As read: every value that can be wrong by itself has its place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    rulec: Spanned<u32>,
    game: String,
    edition: String,
    scenario: Spanned<String>,
    #[serde(default)]
    readings: BTreeMap<String, String>,
    /// Not in saves of earlier versions.
    #[serde(default)]
    people: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    bots: Vec<Spanned<String>>,
    answered: Spanned<usize>,
    position: Spanned<String>,
    #[serde(default)]
    answers: Vec<Spanned<String>>,
    #[serde(default)]
    rules: BTreeMap<String, String>,
}

impl SavedGame {
    pub fn of(
        machine: &Machine,
        start: &Start,
        people: &[bool],
        record: &Record<Interpreter<'_>>,
    ) -> SavedGame {
        let receipt = receipt(machine);
        let seats = &machine.types[machine.game.players.idx()].members;
        SavedGame {
            rulec: VERSION,
            game: receipt.game,
            edition: receipt.edition,
            scenario: start.scenario_name(machine).to_owned(),
            readings: start.reading_names(machine).into_iter().collect(),
            people: seats
                .iter()
                .zip(people)
                .filter(|(_, person)| **person)
                .map(|(seat, _)| seat.clone())
                .collect(),
            bots: start
                .bots(machine)
                .into_iter()
                .filter_map(|seat| seats.get(seat as usize).cloned())
                .collect(),
            answered: record.answers().len(),
            position: fingerprint(record.position()),
            answers: record.text(),
            rules: receipt.rules.into_iter().collect(),
        }
    }
}

/// A save that fails leaves the old one whole.
pub fn write(path: &Path, saved: &SavedGame) -> std::result::Result<(), Unreachable> {
    let failed = |error| Unreachable::at(path, error);
    let text =
        serde_yaml::to_string(saved).map_err(|error| failed(std::io::Error::other(error.to_string())))?;
    replace(path, &format!("# A game saved by `rulec play`.\n{text}")).map_err(failed)
}

/// A save that could be read; opening it says whether it can be played.
pub struct Opening {
    path: String,
    written: Written,
}

pub fn read(path: &Path) -> Result<Opening> {
    let shown = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| not_done(format!("`{shown}`: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = error
            .as_bytes()
            .iter()
            .take(error.utf8_error().valid_up_to())
            .filter(|byte| **byte == b'\n')
            .count();
        damaged(&shown, line as u64 + 1, "this is no text in UTF-8")
    })?;
    let written = serde_yaml::from_str_with_options(&text, options(&text)).map_err(|error| {
        let line = error.location().map_or(1, |place| place.line());
        let what = error.without_snippet().to_string();
        damaged(&shown, line, what.lines().next().unwrap_or_default())
    })?;
    Ok(Opening { path: shown, written })
}

/// A save is as long as its game was, so the limits that guard against hostile YAML grow with it.
fn options(text: &str) -> serde_yaml::Options {
    let mut options = serde_yaml::Options::default();
    options.budget = options.budget.map(|mut budget| {
        let most = text.len().max(budget.max_events);
        budget.max_events = most;
        budget.max_nodes = most;
        budget.max_total_scalar_bytes = most.max(budget.max_total_scalar_bytes);
        budget
    });
    options
}

impl Opening {
    /// The edition that it was played by.
    pub fn edition(&self) -> &str {
        &self.written.edition
    }

    /// Whose seats people play. A save that does not say so leaves them those that the rules do not play, or the first.
    pub fn people(&self, machine: &Machine) -> Result<Vec<bool>> {
        let count = machine.types[machine.game.players.idx()].members.len();
        match (&self.written.people, self.written.bots.as_slice()) {
            (Some(people), _) => self.seated(machine, people, count),
            (None, []) => Ok((0..count).map(|nth| nth == 0).collect()),
            (None, bots) => {
                Ok(self.seated(machine, bots, count)?.into_iter().map(|is_bot| !is_bot).collect())
            }
        }
    }

    fn seated(&self, machine: &Machine, named: &[Spanned<String>], count: usize) -> Result<Vec<bool>> {
        let mut seats = vec![false; count];
        for one in named {
            seats[self.seat(machine, one)?] = true;
        }
        Ok(seats)
    }

    fn seat(&self, machine: &Machine, named: &Spanned<String>) -> Result<usize> {
        let seats = &machine.types[machine.game.players.idx()].members;
        let found = seats.iter().position(|seat| *seat == named.value);
        found.ok_or_else(|| {
            self.damaged(named.referenced.line(), &format!("there is no seat `{}`", named.value))
        })
    }

    /// Gives the answers again.
    pub fn open<'m>(&self, prepared: &'m Prepared<'m>) -> Result<(Start, Record<Interpreter<'m>>)> {
        let machine = prepared.machine();
        let written = &self.written;
        if written.rulec.value != VERSION {
            let what = format!("this is version {} of a save, and {VERSION} is known", written.rulec.value);
            return Err(self.damaged(written.rulec.referenced.line(), &what));
        }
        self.same_rules(machine)?;
        let readings: Vec<(String, String)> = written.readings.clone().into_iter().collect();
        let scenario = Some(written.scenario.value.as_str()).filter(|name| !name.is_empty());
        let at_scenario = |why: NotDone| self.damaged(written.scenario.referenced.line(), &why.0);
        let mut start = Start::of(machine, scenario, &readings).map_err(at_scenario)?;
        for bot in &written.bots {
            start.seat_bots(machine, [self.seat(machine, bot)? as u32]);
        }
        if written.answers.len() != written.answered.value {
            let (saved, here) = (written.answered.value, written.answers.len());
            let what = format!("{saved} answers were saved, and {here} are here");
            return Err(self.damaged(written.answered.referenced.line(), &what));
        }
        let game = Interpreter::new(prepared, start.scenario, &start.readings)
            .map_err(|fault| not_done(rulec_model::interpreter::example::fault_text(machine, &fault)))?;
        let answers: Vec<&str> = written.answers.iter().map(|answer| answer.value.as_str()).collect();
        let record = Record::replay_text(game, &answers).map_err(|error| {
            let line = written.answers.get(error.step).map_or(1, |answer| answer.referenced.line());
            self.damaged(line, &error.to_string())
        })?;
        if fingerprint(record.position()) != written.position.value {
            let what = "the answers lead to another position than was saved: one of them was altered";
            return Err(self.damaged(written.position.referenced.line(), what));
        }
        Ok((start, record))
    }

    fn same_rules(&self, machine: &Machine) -> Result<()> {
        let written = &self.written;
        let game = &machine.game;
        if written.game != game.name {
            return Err(not_done(format!(
                "`{}` is a game of `{}`, not of `{}`",
                self.path, written.game, game.name
            )));
        }
        if written.edition != game.edition {
            return Err(not_done(format!(
                "`{}` was played by edition `{}`, and this is `{}`: add `--edition {}`",
                self.path, written.edition, game.edition, written.edition
            )));
        }
        let saved = Receipt {
            game: written.game.clone(),
            edition: written.edition.clone(),
            rules: written.rules.clone().into_iter().collect(),
        };
        let changed = saved.changed(&receipt(machine));
        match changed.as_slice() {
            [] => Ok(()),
            changed => Err(not_done(format!(
                "`{}` was played by other rules; since then these have changed: {}",
                self.path,
                changed.join(", ")
            ))),
        }
    }

    fn damaged(&self, line: u64, what: &str) -> NotDone {
        damaged(&self.path, line, what)
    }
}

fn damaged(path: &str, line: u64, what: &str) -> NotDone {
    not_done(format!("{path}:{line}: the save is damaged: {what}"))
}

/// Of the rules that decide play: an example or a defect more does not change what the answers mean.
fn receipt(machine: &Machine) -> Receipt {
    let decides =
        |rule: &&Rule| !matches!(rule.kind, "example" | "defect" | "not-a-rule" | "hole" | "invariant");
    let rules = machine
        .rules
        .iter()
        .filter(decides)
        .map(|rule| (rule.name.clone(), format!("{:016x}", rule.fingerprint)));
    Receipt { game: machine.game.name.clone(), edition: machine.game.edition.clone(), rules: rules.collect() }
}

/// Of all that a position is.
fn fingerprint<G: Game>(game: &G) -> String {
    let mut cells = Vec::new();
    game.cells(&mut cells);
    let text: Vec<String> = cells.iter().map(ToString::to_string).collect();
    Fingerprint::of(&text.join(" ")).to_string()
}
