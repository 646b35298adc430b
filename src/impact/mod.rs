//! What a change does to play: both sides play the same games on all cores, and the figures are put beside each other.

mod words;

use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;
use rulec_model::diff::Comparison;
use rulec_model::diff::impact::{
    Begin, Beside, Called, Measure, Names, Paired, Parted, Position, Share, Shift, Witness, measures, witness,
};
use rulec_model::interpreter::{Layout, Prepared};
use rulec_model::machine::Machine;

use crate::chance::{Bots, from_seed};
use crate::crew::Crew;
use crate::ending::{Result, not_done};
use crate::output::is_watched;
use crate::session::{Questions, explanation};
use crate::sides::SideGame;
use crate::start::Start;

pub use words::{in_json, in_markdown, in_words};

/// What is played, and what is measured of it.
#[derive(Debug, Clone, Args)]
pub struct Studied {
    /// Plays so many games on both sides with the same dice and tells what the change does to them.
    #[arg(long, value_name = "N")]
    impact: Option<u64>,

    /// The seed of the first game; each after it has the next number.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "impact")]
    seed: u64,

    /// A game that has taken so many answers is stopped and counted as not finished.
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "impact")]
    max_steps: u64,

    /// How the players choose. When not said, by the rules of the game where it has any for bots, and at random where not.
    #[arg(long, value_name = "BOTS", requires = "impact")]
    bots: Option<Bots>,

    /// The scenario; the first of the game when not said.
    #[arg(long, value_name = "NAME", requires = "impact", conflicts_with = "from")]
    scenario: Option<String>,

    /// Plays from the position of an example instead, until what the example does is done.
    #[arg(long, value_name = "EXAMPLE", requires = "impact")]
    from: Option<String>,

    /// Gives both sides the rules of one more file: an example to play from, a state that counts, a function to measure.
    #[arg(long, value_name = "FILE", requires = "impact")]
    with: Option<PathBuf>,

    /// Measures an expression at the end of each game: a number, or yes or no. May be repeated.
    #[arg(long, value_name = "EXPRESSION", requires = "impact")]
    measure: Vec<String>,

    /// How many threads play; as many as the machine has cores when not said.
    #[arg(long, value_name = "N", requires = "impact")]
    threads: Option<usize>,

    /// Tells how far it is, also where standard error is no terminal.
    #[arg(long, requires = "impact")]
    progress: bool,
}

/// What came of it.
#[derive(Debug)]
pub struct Impact {
    pub games: u64,
    pub seed: u64,
    pub bots: &'static str,
    /// The scenario or example.
    pub from: String,
    pub differ: u64,
    pub share: Share,
    pub shifts: Vec<(Measure, Shift)>,
    /// Where the sides part soonest.
    pub parted: Option<PartedGame>,
}

/// The shortest of the games that differ.
#[derive(Debug)]
pub struct PartedGame {
    pub seed: u64,
    pub answers: usize,
    pub witness: Witness,
    /// What each side did, in words.
    pub old: String,
    pub new: String,
}

/// Sums over games; they add up to the same in any order.
#[derive(Debug, Clone, Default)]
struct Tally {
    differ: u64,
    shifts: Vec<Paired>,
    /// The fewest answers to where the sides part, and the game.
    shortest: Option<(usize, u64)>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.differ += other.differ;
        self.shifts.iter_mut().zip(other.shifts).for_each(|(mine, theirs)| mine.add(theirs));
        self.shortest = [self.shortest, other.shortest].into_iter().flatten().min();
    }
}

impl Studied {
    /// Whether games are to be played.
    pub fn games(&self) -> Option<u64> {
        self.impact
    }

    /// Plays the games of both sides of one game.
    pub fn study(&self, old: &SideGame, new: &SideGame, comparison: &Comparison) -> Result<Impact> {
        let games = self.impact.unwrap_or_default();
        if games == 0 {
            return Err(not_done("`--impact 0` plays nothing"));
        }
        let more = self.more_rules()?;
        let machines =
            [(old, "the old side"), (new, "the new side")].map(|(side, which)| match &side.machine {
                Some(machine) if more.is_empty() => Ok(machine.clone()),
                Some(_) => side.with_rules(&more).map_err(|why| {
                    not_done(format!("{which} does not take what is to be measured:\n{}", why.join("\n")))
                }),
                None => Err(not_done(format!("{which} does not compile, so it cannot be played"))),
            });
        let [old_machine, new_machine] = machines;
        let (was, now) = (old_machine?, new_machine?);
        let (mut was_layout, now_layout) = (Layout::of(&was), Layout::of(&now));
        let differ: HashSet<&str> = comparison.differing().collect();
        was_layout.watch(&was, |rule| differ.contains(rule));
        let bots = Bots::or_default(self.bots, &now);
        let names = Names::of(&was, &now, &Called::of(comparison));
        let measures =
            measures(&was, &now, &names, self.from.is_none(), &self.functions()).map_err(not_done)?;
        let start = (self.begin(&was, old, bots)?, self.begin(&now, new, bots)?);
        // Each worker notes for itself what its games use.
        let crew =
            Crew { threads: self.threads, tells: self.progress || is_watched(), what: "games on both sides" };
        let prepared: Vec<_> = (0..crew.size())
            .map(|_| (Prepared::new(&was, &was_layout), Prepared::new(&now, &now_layout)))
            .collect();
        let mut tables = Vec::new();
        for (old, new) in &prepared {
            let (names, measures, start) = (names.clone(), measures.clone(), start.clone());
            let beside = Beside { old, new, names, start, measures, max_steps: self.max_steps };
            let begun =
                beside.begin().map_err(|fault| not_done(format!("the games cannot begin: {fault}")))?;
            tables.push((beside, begun));
        }
        let tally = self.play(crew, &tables, games, bots);
        let Some((beside, begun)) = tables.first() else { return Err(not_done("nobody plays")) };
        let parted = tally.shortest.and_then(|(_, nth)| self.parted(beside, begun, nth, bots));
        let shifts = beside.measures.iter().zip(&tally.shifts).map(|(measure, paired)| {
            let shift = if measure.is_share { paired.of_share() } else { paired.of_number() };
            (measure.clone(), shift)
        });
        Ok(Impact {
            games,
            seed: self.seed,
            bots: bots.word(),
            from: self.begins(&now),
            differ: tally.differ,
            share: Share::of(tally.differ, games),
            shifts: shifts.collect(),
            parted,
        })
    }

    fn play(&self, crew: Crew, tables: &[(Beside<'_>, Position<'_>)], games: u64, bots: Bots) -> Tally {
        let measures = tables.first().map_or(0, |(beside, _)| beside.measures.len());
        let nothing = || Tally { shifts: vec![Paired::default(); measures], ..Tally::default() };
        let work = |worker: usize, nth: u64, tally: &mut Tally| {
            let Some((beside, start)) = tables.get(worker) else { return };
            let (dice, bot) = from_seed(self.seed.wrapping_add(nth), bots);
            let played = beside.play(start, dice, bot);
            let pairs = played.ended.old.iter().zip(&played.ended.new);
            tally.shifts.iter_mut().zip(pairs).for_each(|(shift, (old, new))| shift.add_game(*old, *new));
            if let Some(given) = played.parted {
                tally.differ += 1;
                let this = Some((given.len(), nth));
                tally.shortest = [tally.shortest, this].into_iter().flatten().min();
            }
        };
        crew.work(games, nothing, work, Tally::add)
    }

    /// Plays the shortest game again and cuts it down.
    fn parted<'m>(
        &self,
        beside: &Beside<'m>,
        start: &Position<'m>,
        nth: u64,
        bots: Bots,
    ) -> Option<PartedGame> {
        let seed = self.seed.wrapping_add(nth);
        let (dice, bot) = from_seed(seed, bots);
        let given = beside.play(start, dice, bot).parted?;
        let witness = witness(beside, start, &given)?;
        let (old, new) = match &witness.parted {
            Parted::Options { .. } | Parted::Waiting { .. } => (String::new(), String::new()),
            Parted::State(_) | Parted::Answer { .. } => (
                explanation(beside.old.machine(), &Questions::new(), &witness.old),
                explanation(beside.new.machine(), &Questions::new(), &witness.new),
            ),
        };
        Some(PartedGame { seed, answers: given.len(), witness, old, new })
    }

    fn begin(&self, machine: &Machine, side: &SideGame, bots: Bots) -> Result<Begin> {
        if let Some(name) = &self.from {
            let nth = machine.examples.iter().position(|example| example.name == *name);
            return nth.map(Begin::Example).ok_or_else(|| {
                not_done(format!(
                    "there is no example `{name}` on both sides; `--with FILE` can give it to both"
                ))
            });
        }
        let mut start = Start::of(machine, self.scenario.as_deref(), &side.choices.readings)?;
        if bots == Bots::Rules {
            start.seat_bots_everywhere(machine);
        }
        Ok(Begin::Scenario { scenario: start.scenario, readings: start.readings })
    }

    fn begins(&self, machine: &Machine) -> String {
        match (&self.from, &self.scenario) {
            (Some(example), _) => format!("example `{example}`"),
            (None, Some(scenario)) => format!("scenario `{scenario}`"),
            (None, None) => match machine.scenarios.first() {
                Some(scenario) => format!("scenario `{}`", scenario.name),
                None => "the start".to_owned(),
            },
        }
    }

    /// The rules that both sides are given for what is to be measured: chapter, path and text.
    fn more_rules(&self) -> Result<Vec<(String, String, String)>> {
        let mut more = Vec::new();
        if let Some(path) = &self.with {
            let text = std::fs::read_to_string(path)
                .map_err(|error| not_done(format!("`{}`: {error}", path.display())))?;
            more.push(("with".to_owned(), path.display().to_string(), text));
        }
        if !self.measure.is_empty() {
            let mut text = String::from("rules:\n");
            for (expression, (_, name)) in self.measure.iter().zip(self.functions()) {
                let indented: Vec<String> = expression.lines().map(|line| format!("    {line}")).collect();
                text.push_str(&format!(
                    "- function: {name}\n  house: What was asked to be measured.\n  is: |\n{}\n",
                    indented.join("\n")
                ));
            }
            more.push(("measured".to_owned(), "--measure".to_owned(), text));
        }
        Ok(more)
    }

    /// What is measured and the function made for it.
    fn functions(&self) -> Vec<(String, String)> {
        let named = self.measure.iter().zip(1..);
        named.map(|(expression, nth)| (expression.clone(), format!("measured_{nth}"))).collect()
    }
}
