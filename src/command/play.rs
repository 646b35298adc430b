//! `rulec play`: a game at the terminal, on the interpreter.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use rulec_build::checked::Checked;
use rulec_model::interpreter::example::fault_text;
use rulec_model::interpreter::{Interpreter, Layout, Prepared};
use rulec_model::machine::Machine;
use rulec_runtime::Record;

use crate::arguments::Every;
use crate::assist::Walk;
use crate::chance::{Bots, from_seed};
use crate::ending::{Ending, Result, not_done};
use crate::output::say;
use crate::project::Project;
use crate::report;
use crate::session::{self, Session, Table};
use crate::start::{Start, unknown};

/// A game is played to its end by numbers, by the names of options, and by a few orders; `help` lists them.
#[derive(Debug, Args)]
pub struct Play {
    /// The game to play.
    game: String,

    /// A seat that a person plays; the others are bots. May be repeated; `all` and `none` are said for all and none. When not said,
    /// the first seat, or those of the game that is loaded.
    #[arg(long, value_name = "SEAT")]
    person: Vec<String>,

    /// How bots choose. When not said, by the rules of the game where it has any for bots, and at random where not.
    #[arg(long, value_name = "BOTS")]
    bots: Option<Bots>,

    /// Who rolls the dice and draws.
    #[arg(long, value_name = "WHO", default_value = "program")]
    dice: Dice,

    /// The seed of dice and bots, so that a game can be played again.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// The scenario; the first of the game when not said.
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,

    /// Goes on with a saved game.
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,

    /// Explains every move, rule by rule.
    #[arg(long)]
    explain: bool,

    /// Checks the invariants after every move and stops where one does not hold.
    #[arg(long)]
    strict: bool,

    /// Leads through this flowchart at your own table: you answer its questions, and it says what to do. No game is played.
    #[arg(long, value_name = "FLOWCHART")]
    #[arg(conflicts_with_all = ["person", "bots", "scenario", "load", "explain", "strict"])]
    assist: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Dice {
    /// The program, from the seed.
    Program,
    /// You, at the table; you are asked for the totals.
    Mine,
}

impl Dice {
    /// The program's dice, where it is the program that rolls.
    fn of_program(self, dice: rulec_runtime::Dice) -> Option<rulec_runtime::Dice> {
        match self {
            Dice::Program => Some(dice),
            Dice::Mine => None,
        }
    }
}

impl Play {
    pub fn run(&self, every: &Every) -> Result {
        let project = Project::find(every)?;
        let checked = project.check(&self.game)?;
        let Some(machine) = &checked.machine else {
            return Ok(report::errors_of(std::slice::from_ref(&checked), every.format).max(Ending::Findings));
        };
        if let Some(chart) = &self.assist {
            return self.assist(&checked, chart);
        }
        let layout = Layout::of(machine);
        let prepared = Prepared::new(machine, &layout);
        let bots = Bots::or_default(self.bots, machine);
        let (people, start, record) = match &self.load {
            Some(path) => {
                let saved = session::read(path)?;
                let (start, record) = saved.open(&prepared)?;
                let people = match self.person.as_slice() {
                    [] => saved.people(machine)?,
                    _ => self.people(machine)?,
                };
                not_of_rules(machine, &start, &people)?;
                (people, start, record)
            }
            None => {
                let people = self.people(machine)?;
                let mut start = Start::of(machine, self.scenario.as_deref(), project.readings())?;
                if bots == Bots::Rules {
                    let seats = people.iter().zip(0..).filter(|(person, _)| !**person);
                    start.seat_bots(machine, seats.map(|(_, seat)| seat));
                }
                let game = Interpreter::new(&prepared, start.scenario, &start.readings).map_err(|fault| {
                    not_done(format!("the game cannot begin: {}", fault_text(machine, &fault)))
                })?;
                (people, start, Record::new(game))
            }
        };
        let seed = self.seed.unwrap_or_else(seed_of_now);
        self.greet(&checked, machine, &start, &people, seed);
        let (dice, bot) = from_seed(seed, bots);
        let dice = self.dice.of_program(dice);
        let table = Table {
            people,
            bot,
            dice,
            explains: self.explain,
            questions: session::questions(&checked),
            strict: self.strict,
        };
        Session::new(&prepared, start, record, table).play()
    }

    fn assist(&self, checked: &Checked, chart: &str) -> Result {
        let (dice, _) = from_seed(self.seed.unwrap_or_else(seed_of_now), Bots::Random);
        Walk::of(checked, chart, self.dice.of_program(dice))?.walk()
    }

    /// Which seats are people's.
    fn people(&self, machine: &Machine) -> Result<Vec<bool>> {
        let seats: Vec<&str> =
            machine.types[machine.game.players.idx()].members.iter().map(String::as_str).collect();
        if self.person.is_empty() {
            return Ok((0..seats.len()).map(|nth| nth == 0).collect());
        }
        let mut people = vec![false; seats.len()];
        for name in &self.person {
            match (name.as_str(), seats.iter().position(|seat| *seat == name)) {
                ("all", _) => people.fill(true),
                ("none", _) => people.fill(false),
                (_, Some(nth)) => people[nth] = true,
                (_, None) => {
                    return Err(not_done(unknown("seat", name, &seats)));
                }
            }
        }
        Ok(people)
    }

    fn greet(&self, checked: &Checked, machine: &Machine, start: &Start, people: &[bool], seed: u64) {
        let house = checked
            .rules
            .iter()
            .filter(|rule| matches!(rule.origin, Some(rulec_model::surface::tree::Origin::House(_))));
        let mut text = format!("{}, edition {}", machine.game.title, machine.game.edition);
        match start.scenario_name(machine) {
            "" => {}
            name => text.push_str(&format!(", scenario {name}")),
        }
        text.push_str(&format!(", seed {seed}\n{}\n", session::seated(machine, people)));
        for (reading, answer) in start.reading_names(machine) {
            text.push_str(&format!("reading {reading}: {answer}\n"));
        }
        match house.count() {
            0 => {}
            1 => text.push_str("one rule is of the house, our own invention, and is marked `house`\n"),
            count => text.push_str(&format!(
                "{count} rules are of the house, our own inventions, and are marked `house`\n"
            )),
        }
        say(&text);
    }
}

/// A seat that the rules play in a saved game is asked nothing, so no person can take it over.
fn not_of_rules(machine: &Machine, start: &Start, people: &[bool]) -> Result<()> {
    let seats = &machine.types[machine.game.players.idx()].members;
    let taken = start.bots(machine).into_iter().find(|seat| people.get(*seat as usize) == Some(&true));
    match taken.and_then(|seat| seats.get(seat as usize)) {
        Some(seat) => Err(not_done(format!(
            "in this game the rules play `{seat}`, as it was begun; leave out `--person` for the people that it was saved with"
        ))),
        None => Ok(()),
    }
}

/// Another one each time.
fn seed_of_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    (since.as_nanos() % 1_000_000_007) as u64
}
