//! The other side of coverage: which rules nothing exercises, neither an example nor a game.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use rulec_build::checked::Checked;
use rulec_model::interpreter::{Interpreter, Layout, Prepared, example};
use rulec_model::machine::{Machine, RuleId};
use rulec_runtime::{Game, Waiting};
use serde::Serialize;

use crate::chance::Bots;
use crate::ending::Result;
use crate::output::{counted, tell};
use crate::playout::{Playouts, Tally};
use crate::report;
use crate::session;
use crate::start::Start;

/// The kinds that something can exercise: that fire, are asked, called or looked up. The others are nouns and notes.
const KINDS: [&str; 12] = [
    "procedure",
    "decision",
    "answer",
    "sequence",
    "whenever",
    "flowchart",
    "select",
    "function",
    "modifiers",
    "table",
    "constant",
    "victory",
];

/// Games that end themselves never come near it.
const MAX_STEPS: u64 = 100_000;

/// What is looked at beside the examples.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// How many games are played.
    pub games: u64,
    pub seed: u64,
    /// Recorded games, beside those of the game's own folder `games/`.
    pub saves: &'a [PathBuf],
    pub readings: &'a [(String, String)],
}

/// How many rules what exercises, and those that nothing does.
#[derive(Debug, Clone, Serialize)]
pub struct Exercised {
    /// Rules of the kinds that can be.
    pub rules: usize,
    pub examples: usize,
    pub games: u64,
    pub saves: usize,
    /// Rules that an example exercises; and rules that only games do.
    pub by_examples: usize,
    pub by_games: usize,
    pub by_nothing: Vec<Unexercised>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Unexercised {
    pub rule: String,
    pub kind: &'static str,
    /// `rules-src/sekvan/moves.yaml:12:3`
    pub at: Option<String>,
    pub house: bool,
}

/// Runs the examples, plays the games and gives the answers of the recorded ones.
pub fn exercised(game: &Checked, machine: &Machine, asked: Asked<'_>) -> Result<Exercised> {
    let layout = Layout::of(machine);
    let prepared = Prepared::marking(machine, &layout);
    for example in &machine.examples {
        example::run(&prepared, example);
    }
    let by_examples = marked(machine, &prepared);
    let saves = replay(game, &prepared, asked.saves)?;
    play(game, &prepared, asked)?;
    let all = marked(machine, &prepared);
    let never = candidates(machine).filter(|id| !all.contains(id));
    Ok(Exercised {
        rules: candidates(machine).count(),
        examples: machine.examples.len(),
        games: asked.games,
        saves,
        by_examples: by_examples.len(),
        by_games: all.len() - by_examples.len(),
        by_nothing: never.map(|id| unexercised(game, machine, id)).collect(),
    })
}

fn candidates(machine: &Machine) -> impl Iterator<Item = RuleId> + '_ {
    let rules = machine.rules.iter().zip(0..);
    rules.filter(|(rule, _)| KINDS.contains(&rule.kind)).map(|(_, nth)| RuleId(nth))
}

fn marked(machine: &Machine, prepared: &Prepared<'_>) -> Vec<RuleId> {
    candidates(machine).filter(|id| prepared.is_exercised(*id)).collect()
}

fn unexercised(game: &Checked, machine: &Machine, id: RuleId) -> Unexercised {
    let rule = &machine.rules[id.idx()];
    Unexercised {
        rule: rule.name.clone(),
        kind: rule.kind,
        at: report::place_of_rule(game, &rule.name),
        house: matches!(rule.origin, rulec_model::machine::Origin::House(_)),
    }
}

/// Gives the answers of recorded games again; those that are named must be of these rules, those of the game's folder may be of another
/// edition.
fn replay(game: &Checked, prepared: &Prepared<'_>, named: &[PathBuf]) -> Result<usize> {
    let mut count = 0;
    for path in recorded(&game.folder.join("games")) {
        let opening = session::read(&path)?;
        if opening.edition() == prepared.machine().game.edition {
            finish(&opening.open(prepared)?.1);
            count += 1;
        }
    }
    for path in named {
        finish(&session::read(path)?.open(prepared)?.1);
        count += 1;
    }
    Ok(count)
}

/// The saves in a folder, by name; none where there is no such folder.
fn recorded(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    paths.sort();
    paths
}

/// A game that is over is judged, which is a rule too.
fn finish(record: &rulec_runtime::Record<Interpreter<'_>>) {
    let position = record.position();
    if position.waiting() == Waiting::Over {
        position.outcome();
    }
}

/// Plays all scenarios in turn.
fn play(game: &Checked, prepared: &Prepared<'_>, asked: Asked<'_>) -> Result<()> {
    let machine = prepared.machine();
    let bots = Bots::or_default(None, machine);
    let scenarios = machine.scenarios.len().max(1) as u64;
    let mut went_wrong = 0;
    for nth in 0..asked.games {
        let named = machine.scenarios.get((nth % scenarios) as usize).map(|scenario| scenario.name.as_str());
        let mut start = Start::of(machine, named, asked.readings)?;
        if bots == Bots::Rules {
            start.seat_bots_everywhere(machine);
        }
        let playouts = Playouts { prepared, start: &start, bots, seed: asked.seed, max_steps: MAX_STEPS };
        let mut tally: Tally = playouts.nothing();
        playouts.play(nth, &mut tally);
        went_wrong += u64::from(!tally.is_clean());
    }
    if went_wrong > 0 {
        let games = counted(went_wrong as usize, "game");
        tell(&format!("{}: {games} went wrong; `rulec simulate {0}` tells how\n", game.name));
    }
    Ok(())
}

impl Exercised {
    /// `9 examples, 100 games and 2 recorded games`
    pub fn by_what(&self) -> String {
        let mut parts = vec![counted(self.examples, "example")];
        if self.games > 0 {
            parts.push(counted(self.games as usize, "game"));
        }
        if self.saves > 0 {
            parts.push(counted(self.saves, "recorded game"));
        }
        match parts.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::new(),
        }
    }

    /// A line that counts, then one for each rule that nothing exercises.
    pub fn to_text(&self) -> String {
        let done = self.by_examples + self.by_games;
        let mut text = format!("exercised by {}: {done} of {}", self.by_what(), counted(self.rules, "rule"));
        if self.by_games > 0 {
            let _ = write!(text, ", {} of them by games alone", self.by_games);
        }
        text.push('\n');
        let width = self.by_nothing.iter().map(|rule| rule.rule.chars().count()).max().unwrap_or_default();
        for Unexercised { rule, kind, at, house } in &self.by_nothing {
            let house = if *house { "  house" } else { "" };
            let at = at.as_deref().unwrap_or_default();
            let _ = writeln!(text, "  by nothing: {kind:10} {rule:width$}  {at}{house}");
        }
        text
    }
}
