//! `rulec simulate`: many games played by bots, and what came of them.

use clap::Args;
use rulec_model::interpreter::example::fault_text;
use rulec_model::interpreter::{Layout, Prepared};

use crate::arguments::Every;
use crate::chance::Bots;
use crate::crew::Crew;
use crate::ending::{Ending, Result, not_done};
use crate::output::{is_watched, say};
use crate::playout::{Playouts, Tally};
use crate::project::Project;
use crate::report::{self, Format};
use crate::start::Start;

/// The numbers depend on the seed and on how many games there are, not on the machine: `--seed S -n 1` plays the first game of `--seed S`
/// again, and its N-th game is the first of seed S + N - 1.
#[derive(Debug, Args)]
pub struct Simulate {
    /// The game to play.
    game: String,

    /// How many games are played.
    #[arg(short = 'n', long = "games", value_name = "N", default_value_t = 1000)]
    games: u64,

    /// The seed of the first game; each after it has the next number.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// A game that has taken so many answers is stopped and counted as unfinished.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    max_steps: u64,

    /// How the players choose. When not said, by the rules of the game where it has any for bots, and at random where not.
    #[arg(long, value_name = "BOTS")]
    bots: Option<Bots>,

    /// The scenario; the first of the game when not said.
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,

    /// How many threads play; as many as the machine has cores when not said.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Tells how far it is, also where standard error is no terminal.
    #[arg(long)]
    progress: bool,
}

impl Simulate {
    pub fn run(&self, every: &Every) -> Result {
        if self.games == 0 {
            return Err(not_done("`-n 0` plays nothing"));
        }
        let project = Project::find(every)?;
        let checked = project.check(&self.game)?;
        let Some(machine) = &checked.machine else {
            return Ok(report::errors_of(std::slice::from_ref(&checked), every.format).max(Ending::Findings));
        };
        let mut start = Start::of(machine, self.scenario.as_deref(), project.readings())?;
        let bots = Bots::or_default(self.bots, machine);
        if bots == Bots::Rules {
            start.seat_bots_everywhere(machine);
        }
        let layout = Layout::of(machine);
        let prepared = Prepared::new(machine, &layout);
        let playouts =
            Playouts { prepared: &prepared, start: &start, bots, seed: self.seed, max_steps: self.max_steps };
        let crew = Crew { threads: self.threads, tells: self.progress || is_watched(), what: "games" };
        let mut tally = crew.work(
            self.games,
            || playouts.nothing(),
            |_, nth, tally| playouts.play(nth, tally),
            Tally::add,
        );
        tally.take_by_rules(prepared.taken_by_rules());
        tally.carried_out = prepared.carried_out().collect();
        if let Some(fault) = prepared.broken_supposition() {
            tally.broken_supposition(&fault_text(machine, fault));
        }
        say(&match every.format {
            None | Some(Format::Full) => playouts.in_words(&tally),
            Some(Format::Json) => playouts.in_json(&tally),
            Some(Format::Csv) => playouts.in_csv(&tally),
            Some(Format::Short | Format::Github | Format::Sarif | Format::Markdown) => {
                return Err(not_done("`simulate` writes full, json or csv"));
            }
        });
        Ok(if tally.is_clean() { Ending::Clean } else { Ending::Findings })
    }
}
