//! Games played out by bots, counted: outcomes, lengths, choices, and what went wrong.

use std::collections::BTreeMap;
use std::fmt::Write;

use rulec_model::diff::impact::Share;
use rulec_model::interpreter::example::fault_text;
use rulec_model::interpreter::{Choice, Interpreter, Prepared};
use rulec_model::machine::{DecisionId, Machine, OptionId, RuleId};
use rulec_runtime::{Game, Player, Refusal, Silent, Waiting};
use serde_json::{Value, json};

use crate::chance::{Bots, from_seed};
use crate::output::counted;
use crate::start::Start;

/// What is played.
pub struct Playouts<'m> {
    pub prepared: &'m Prepared<'m>,
    pub start: &'m Start,
    pub bots: Bots,
    pub seed: u64,
    pub max_steps: u64,
}

/// What was counted. Sums and least games only, so that the order of adding does not matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    games: u64,
    /// By seat; a win that is shared counts for each.
    wins: Vec<u64>,
    shared: u64,
    /// Over, and nobody has won.
    nobody: u64,
    unfinished: u64,
    faulted: u64,
    steps: u64,
    least: u64,
    most: u64,
    /// By decision, then option.
    taken: Vec<Vec<u64>>,
    /// Procedures that options call, and how often each was carried out, by a choice or by another rule.
    pub carried_out: Vec<(RuleId, u64)>,
    /// What went wrong: how often, and the first game in which it did.
    wrong: BTreeMap<String, (u64, u64)>,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.wins.iter_mut().zip(other.wins).for_each(|(mine, theirs)| *mine += theirs);
        self.shared += other.shared;
        self.nobody += other.nobody;
        self.unfinished += other.unfinished;
        self.faulted += other.faulted;
        self.steps += other.steps;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
        for (mine, theirs) in self.taken.iter_mut().zip(other.taken) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
        for (what, (times, first)) in other.wrong {
            let mine = self.wrong.entry(what).or_insert((0, first));
            *mine = (mine.0 + times, mine.1.min(first));
        }
    }

    /// Neither a fault nor a broken invariant.
    pub fn is_clean(&self) -> bool {
        self.wrong.is_empty()
    }

    /// Adds what `answer` rules took in the players' place.
    pub fn take_by_rules(&mut self, taken: impl Iterator<Item = (DecisionId, OptionId, u64)>) {
        for (decision, option, times) in taken {
            self.taken[decision.idx()][option.idx()] += times;
        }
    }

    /// A supposition broke a rule in some game, and counted as no, none or zero.
    pub fn broken_supposition(&mut self, what: &str) {
        self.went_wrong(format!("in a supposition, {what}"), 0);
    }

    fn went_wrong(&mut self, what: String, game: u64) {
        let times = self.wrong.entry(what).or_insert((0, game));
        *times = (times.0 + 1, times.1.min(game));
    }

    fn mean(&self) -> f64 {
        self.steps as f64 / self.games.max(1) as f64
    }
}

/// How one game ended.
enum End {
    Over,
    Unfinished,
    Fault(String),
}

impl<'m> Playouts<'m> {
    fn machine(&self) -> &'m Machine {
        self.prepared.machine()
    }

    /// A tally of no games.
    pub fn nothing(&self) -> Tally {
        let machine = self.machine();
        Tally {
            games: 0,
            wins: vec![0; self.seats().len()],
            shared: 0,
            nobody: 0,
            unfinished: 0,
            faulted: 0,
            steps: 0,
            least: u64::MAX,
            most: 0,
            taken: machine.decisions.iter().map(|decision| vec![0; decision.options.len()]).collect(),
            carried_out: Vec::new(),
            wrong: BTreeMap::new(),
        }
    }

    fn seats(&self) -> &'m [String] {
        let machine = self.machine();
        &machine.types[machine.game.players.idx()].members
    }

    /// Plays the `nth` game and counts it.
    pub fn play(&self, nth: u64, tally: &mut Tally) {
        let seed = self.seed.wrapping_add(nth);
        let (mut steps, mut breach) = (0, None);
        let (end, game) = match Interpreter::new(self.prepared, self.start.scenario, &self.start.readings) {
            Ok(mut game) => {
                (self.play_out(&mut game, seed, &mut steps, &mut breach, &mut tally.taken), Some(game))
            }
            Err(fault) => (End::Fault(fault_text(self.machine(), &fault)), None),
        };
        tally.games += 1;
        tally.steps += steps;
        tally.least = tally.least.min(steps);
        tally.most = tally.most.max(steps);
        if let Some(rule) = breach {
            tally.went_wrong(format!("invariant `{rule}` does not hold"), nth);
        }
        match (end, game) {
            (End::Over, Some(game)) => self.count_winners(&game, tally),
            (End::Over, None) => {}
            (End::Unfinished, _) => tally.unfinished += 1,
            (End::Fault(what), _) => {
                tally.faulted += 1;
                tally.went_wrong(what, nth);
            }
        }
    }

    fn count_winners(&self, game: &Interpreter<'_>, tally: &mut Tally) {
        let outcome = game.outcome();
        match outcome.winners.len() {
            0 => tally.nobody += 1,
            1 => {}
            _ => tally.shared += 1,
        }
        for seat in outcome.winners {
            if let Some(wins) = tally.wins.get_mut(seat.index as usize) {
                *wins += 1;
            }
        }
    }

    /// Plays to the end; `breach` takes the first invariant that does not hold.
    fn play_out(
        &self,
        game: &mut Interpreter<'m>,
        seed: u64,
        steps: &mut u64,
        breach: &mut Option<String>,
        taken: &mut [Vec<u64>],
    ) -> End {
        let (mut dice, mut bot) = from_seed(seed, self.bots);
        let mut options: Vec<Choice<'m>> = Vec::new();
        while *steps < self.max_steps {
            let answered = match game.waiting() {
                Waiting::Choice { seat, rule: _ } => {
                    game.options(&mut options);
                    let Some(last) = options.len().checked_sub(1) else {
                        return End::Fault(format!("{seat} has no option"));
                    };
                    let chosen = if last == 0 { 0 } else { bot.choose(game, &options).min(last) };
                    let choice = options.swap_remove(chosen);
                    taken[choice.decision.idx()][choice.option.idx()] += 1;
                    game.choose(&choice, &mut Silent)
                }
                Waiting::Roll { count, sides } => game.roll(dice.roll(count, sides), &mut Silent),
                Waiting::Draw { among } => game.roll(game.drawn(dice.pick(among)), &mut Silent),
                Waiting::Over => return End::Over,
                Waiting::Halted => return End::Fault("the game has halted".to_owned()),
            };
            *steps += 1;
            match answered {
                Ok(()) => {}
                Err(Refusal::Fault(fault)) => return End::Fault(fault_text(self.machine(), &fault)),
                Err(Refusal::NotWaitedFor | Refusal::Forbidden { .. } | Refusal::NotARoll { .. }) => {
                    return End::Fault("an option that is offered is refused".to_owned());
                }
            }
            if breach.is_none()
                && let Some(rule) = game.breach()
            {
                *breach = self.machine().rules.get(usize::from(rule.0)).map(|rule| rule.name.clone());
            }
        }
        if matches!(game.waiting(), Waiting::Over) { End::Over } else { End::Unfinished }
    }

    /// Outcome, how many games, and whether it is shown when there are none.
    fn outcomes<'t>(&self, tally: &'t Tally) -> Vec<(&'t str, u64, bool)>
    where
        'm: 't,
    {
        let mut outcomes: Vec<(&str, u64, bool)> =
            self.seats().iter().zip(&tally.wins).map(|(seat, wins)| (seat.as_str(), *wins, true)).collect();
        outcomes.push(("nobody", tally.nobody, false));
        outcomes.push(("shared", tally.shared, false));
        outcomes.push(("unfinished", tally.unfinished, false));
        outcomes.push(("faulted", tally.faulted, false));
        outcomes
    }

    /// Decision, option, how often it was taken.
    fn choices<'t>(&self, tally: &'t Tally) -> impl Iterator<Item = (&'m str, &'m str, u64)> + 't
    where
        'm: 't,
    {
        self.machine().decisions.iter().zip(&tally.taken).flat_map(|(decision, taken)| {
            let options = decision.options.iter().zip(taken);
            options.map(|(option, times)| (decision.name.as_str(), option.name.as_str(), *times))
        })
    }

    /// What options do, how often it was carried out.
    fn deeds<'t>(&self, tally: &'t Tally) -> impl Iterator<Item = (&'m str, u64)> + 't
    where
        'm: 't,
    {
        let rules = &self.machine().rules;
        tally.carried_out.iter().map(|(rule, times)| (rules[rule.idx()].name.as_str(), *times))
    }

    pub fn in_words(&self, tally: &Tally) -> String {
        let machine = self.machine();
        let bots = self.bots.word();
        let mut text = format!(
            "{}, edition {}: {} from seed {}, {bots} players\n",
            machine.game.name,
            machine.game.edition,
            counted(tally.games, "game"),
            self.seed
        );
        // Writing to a string cannot fail.
        let _ = self.write_words(tally, &mut text);
        text
    }

    fn write_words(&self, tally: &Tally, text: &mut String) -> std::fmt::Result {
        let outcomes = self.outcomes(tally);
        let shown = || outcomes.iter().filter(|(_, count, always)| *always || *count > 0);
        let width = shown().map(|(name, ..)| name.chars().count()).max().unwrap_or_default();
        writeln!(text, "\nwon, with the interval that holds the true share in 95 of 100 cases")?;
        for (name, count, _) in shown() {
            writeln!(text, "  {name:width$}  {count:8}  {}", Share::of(*count, tally.games).percent())?;
        }
        let (least, mean, most) = (tally.least, tally.mean(), tally.most);
        writeln!(text, "\nanswers per game: least {least}, mean {mean:.1}, most {most}")?;
        writeln!(text, "\nchoices")?;
        let width =
            self.choices(tally).map(|(_, option, _)| option.chars().count()).max().unwrap_or_default();
        let mut before = "";
        for (decision, option, times) in self.choices(tally) {
            if decision != before {
                writeln!(text, "  {decision}")?;
            }
            before = decision;
            let per_game = times as f64 / tally.games.max(1) as f64;
            writeln!(text, "    {option:width$}  {times:9}  {per_game:8.2} a game")?;
        }
        let width = self.deeds(tally).map(|(name, _)| name.chars().count()).max();
        if let Some(width) = width {
            writeln!(text, "\ncarried out, by a choice or by a chart")?;
            for (name, times) in self.deeds(tally) {
                let per_game = times as f64 / tally.games.max(1) as f64;
                writeln!(text, "    {name:width$}  {times:9}  {per_game:8.2} a game")?;
            }
        }
        if !tally.is_clean() {
            writeln!(text, "\nwent wrong")?;
        }
        for (what, (times, first)) in &tally.wrong {
            let seed = self.seed.wrapping_add(*first);
            writeln!(text, "  {what}: {times} times; seen by `--seed {seed} -n 1`")?;
        }
        Ok(())
    }

    pub fn in_json(&self, tally: &Tally) -> String {
        let outcomes: Vec<Value> = self
            .outcomes(tally)
            .into_iter()
            .map(|(name, count, _)| {
                let share = Share::of(count, tally.games);
                json!({ "outcome": name, "games": count, "share": share.share, "low": share.low, "high": share.high })
            })
            .collect();
        let choices = self.choices(tally);
        let choices: Vec<Value> = choices
            .map(
                |(decision, option, times)| json!({ "decision": decision, "option": option, "times": times }),
            )
            .collect();
        let deeds: Vec<Value> =
            self.deeds(tally).map(|(name, times)| json!({ "procedure": name, "times": times })).collect();
        let wrong: Vec<Value> = tally
            .wrong
            .iter()
            .map(|(what, (times, first))| json!({ "what": what, "times": times, "seed": self.seed.wrapping_add(*first) }))
            .collect();
        let machine = self.machine();
        let all = json!({
            "schema": 1, "game": machine.game.name, "edition": machine.game.edition,
            "games": tally.games, "seed": self.seed,
            "outcomes": outcomes,
            "answers": { "least": tally.least, "mean": tally.mean(), "most": tally.most },
            "choices": choices, "carried_out": deeds, "wrong": wrong,
        });
        format!("{all}\n")
    }

    pub fn in_csv(&self, tally: &Tally) -> String {
        let mut text = String::from("what,name,count,share,low,high\n");
        for (name, count, _) in self.outcomes(tally) {
            let share = Share::of(count, tally.games);
            let _ = writeln!(
                text,
                "outcome,{name},{count},{:.6},{:.6},{:.6}",
                share.share, share.low, share.high
            );
        }
        let _ = writeln!(text, "answers,least,{},,,", tally.least);
        let _ = writeln!(text, "answers,mean,{:.3},,,", tally.mean());
        let _ = writeln!(text, "answers,most,{},,,", tally.most);
        for (decision, option, times) in self.choices(tally) {
            let _ = writeln!(text, "choice,{decision}.{option},{times},,,");
        }
        for (name, times) in self.deeds(tally) {
            let _ = writeln!(text, "carried out,{name},{times},,,");
        }
        for (what, (times, _)) in &tally.wrong {
            let _ = writeln!(text, "wrong,\"{}\",{times},,,", what.replace('"', "\"\""));
        }
        text
    }
}
