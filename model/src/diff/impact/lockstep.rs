//! Two sides in step: the old one chooses and rolls, the new one is given the same, until they part.

use rulec_runtime::{Dice, Fault, Game, Listener, Player, Refusal, Silent, Waiting};

use super::measure::{End, Measure, Values, Which, values};
use super::names::Names;
use crate::interpreter::example::fault_text;
use crate::interpreter::{Choice, Interpreter, Prepared};
use crate::machine::{Example, Machine, StateId};

/// Two machines and how their games begin.
#[derive(Debug)]
pub struct Beside<'m> {
    pub old: &'m Prepared<'m>,
    pub new: &'m Prepared<'m>,
    pub names: Names,
    pub start: (Begin, Begin),
    pub measures: Vec<Measure>,
    pub max_steps: u64,
}

/// Where a side's games begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begin {
    /// With a scenario and readings that are not the default; until the game is over.
    Scenario { scenario: usize, readings: Vec<(StateId, u32)> },
    /// With what an example is given; until what it does has returned. Its steps are not taken.
    Example(usize),
}

/// Both sides' games, alike so far.
#[derive(Debug, Clone)]
pub struct Position<'m> {
    pub old: Interpreter<'m>,
    pub new: Interpreter<'m>,
}

/// An answer that both are given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given<'m> {
    /// A choice of the old side.
    Choose(Choice<'m>),
    Roll(i32),
    /// The draw's candidate by its place.
    Draw(u32),
}

/// In what two sides are no longer alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parted {
    /// They wait for something else: what, in words.
    Waiting { old: String, new: String },
    /// Options that only one of them offers.
    Options { only_old: Vec<String>, only_new: Vec<String> },
    /// The same answer led to other states: state variables and cells of the old side.
    State(Vec<(usize, usize)>),
    /// The same answer was taken by one of them only: why not by the other.
    Answer { old: Option<String>, new: Option<String> },
}

/// How a game came out on each side.
#[derive(Debug, Clone, PartialEq)]
pub struct Ended {
    pub old: Values,
    pub new: Values,
}

/// A game played on both sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Played<'m> {
    pub ended: Ended,
    /// The answers up to where they parted; none when they never did.
    pub parted: Option<Vec<Given<'m>>>,
}

/// So many differing cells are told.
const CELLS_TOLD: usize = 12;

impl<'m> Beside<'m> {
    /// Both sides at their first wait.
    pub fn begin(&self) -> Result<Position<'m>, String> {
        let told = |prepared: &Prepared<'_>, fault: Fault| fault_text(prepared.machine(), &fault);
        Ok(Position {
            old: begin(self.old, &self.start.0).map_err(|fault| told(self.old, fault))?,
            new: begin(self.new, &self.start.1).map_err(|fault| told(self.new, fault))?,
        })
    }

    /// Plays a game with these dice and this player.
    pub fn play<P: Player<Interpreter<'m>> + Clone>(
        &self,
        start: &Position<'m>,
        mut dice: Dice,
        mut player: P,
    ) -> Played<'m> {
        let mut position = start.clone();
        let mut options = Options::default();
        let mut given = Vec::new();
        let mut parted = self.set_up_otherwise(&position).is_some();
        let mut faulted = false;
        let mut one = self.is_one(&position);
        while !parted && !faulted && (given.len() as u64) < self.max_steps {
            if self.look_at(&mut position, one, &mut options).is_some() {
                parted = true;
                break;
            }
            let Some(answer) = answer(&position.old, &options.old, &mut dice, &mut player) else { break };
            given.push(answer.clone());
            match self.give_to(&mut position, &mut one, &answer) {
                Taken::Alike => {}
                Taken::BothFault => faulted = true,
                Taken::Parted(_) => parted = true,
            }
        }
        if one && !parted {
            position.new = position.old.on(self.new);
        }
        let answers = given.len() as u64;
        let ended = if parted {
            Ended {
                old: self.finish(Which::Old, position.old, answers, dice.clone(), player.clone()),
                new: self.finish(Which::New, position.new, answers, dice, player),
            }
        } else {
            let end = |game| End { game, answers, finished: game.waiting() == Waiting::Over, faulted };
            Ended {
                old: values(&self.measures, Which::Old, end(&position.old)),
                new: values(&self.measures, Which::New, end(&position.new)),
            }
        };
        Played { ended, parted: parted.then_some(given) }
    }

    /// The cells that differ before anybody has answered, if some do.
    pub(super) fn set_up_otherwise(&self, start: &Position<'m>) -> Option<Parted> {
        let (old, new) = (start.old.state(), start.new.state());
        (!self.names.same_state(old, new))
            .then(|| Parted::State(self.names.first_cells(old, new, CELLS_TOLD)))
    }

    /// Whether both sides stand at one position, so that the new one need not be played until a rule is used that differs.
    fn is_one(&self, position: &Position<'m>) -> bool {
        self.names.same_frames() && position.old.is_at(&position.new)
    }

    /// As [`look`](Beside::look); where both are one and nothing that differs is used, the old side speaks for both.
    fn look_at(&self, position: &mut Position<'m>, one: bool, options: &mut Options<'m>) -> Option<Parted> {
        if !one {
            return self.look(position, options);
        }
        self.old.untouch();
        options.old.clear();
        if matches!(position.old.waiting(), Waiting::Choice { .. }) {
            position.old.options(&mut options.old);
        }
        if !self.old.is_touched() {
            return None;
        }
        position.new = position.old.on(self.new);
        self.look(position, options)
    }

    /// As [`give`](Beside::give), with nobody listening.
    fn give_to(&self, position: &mut Position<'m>, one: &mut bool, given: &Given<'m>) -> Taken {
        if !*one {
            let taken = self.give(position, given, &mut Silent, &mut Silent);
            *one = self.is_one(position);
            return taken;
        }
        self.old.untouch();
        let before = position.old.clone();
        let was = give_one(&mut position.old, given, &mut Silent);
        if !self.old.is_touched() {
            return if was.is_ok() { Taken::Alike } else { Taken::BothFault };
        }
        position.new = before.on(self.new);
        let now = self.give_new(&mut position.new, given, &mut Silent);
        *one = self.is_one(position);
        self.taken(position, was, now)
    }

    /// Plays one side on alone.
    fn finish<P: Player<Interpreter<'m>>>(
        &self,
        which: Which,
        mut game: Interpreter<'m>,
        before: u64,
        mut dice: Dice,
        mut player: P,
    ) -> Values {
        let left = self.max_steps.saturating_sub(before);
        let played = rulec_runtime::play_out(&mut game, &mut player, &mut dice, left);
        let faulted = played.halted || game.waiting() == Waiting::Halted;
        let finished = game.waiting() == Waiting::Over;
        values(&self.measures, which, End { game: &game, answers: before + played.steps, finished, faulted })
    }

    /// Whether both wait for the same and offer the same; `options` takes what they offer.
    pub(super) fn look(&self, position: &Position<'m>, options: &mut Options<'m>) -> Option<Parted> {
        let (was, now) = (position.old.waiting(), position.new.waiting());
        options.old.clear();
        let alike = match (was, now) {
            (Waiting::Choice { seat: was, rule: _ }, Waiting::Choice { seat: now, rule: _ }) => {
                self.names.seat(self.old.machine(), was.index) == Some(i64::from(now.index))
            }
            (Waiting::Roll { count, sides }, Waiting::Roll { count: now, sides: of }) => {
                (count, sides) == (now, of)
            }
            (Waiting::Draw { among }, Waiting::Draw { among: now }) => among == now,
            (Waiting::Over, Waiting::Over) | (Waiting::Halted, Waiting::Halted) => true,
            (
                Waiting::Choice { .. }
                | Waiting::Roll { .. }
                | Waiting::Draw { .. }
                | Waiting::Over
                | Waiting::Halted,
                _,
            ) => false,
        };
        if !alike {
            return Some(Parted::Waiting { old: waiting(&position.old), new: waiting(&position.new) });
        }
        if !matches!(was, Waiting::Choice { .. }) {
            return None;
        }
        position.old.options(&mut options.old);
        position.new.options(&mut options.new);
        self.compare_options(options)
    }

    fn compare_options(&self, options: &mut Options<'m>) -> Option<Parted> {
        let machine = self.old.machine();
        let mapped = options.old.iter().map(|choice| self.names.choice(choice, machine, self.new));
        options.mapped.clear();
        options.mapped.extend(mapped);
        let in_order = options.mapped.len() == options.new.len()
            && options.mapped.iter().zip(&options.new).all(|(old, new)| old.as_ref() == Some(new));
        if in_order {
            return None;
        }
        let gone = options.old.iter().zip(&options.mapped);
        let gone = gone.filter(|(_, now)| now.as_ref().is_none_or(|now| !options.new.contains(now)));
        let only_old: Vec<String> = gone.map(|(old, _)| old.to_string()).collect();
        let come = options.new.iter().filter(|new| !options.mapped.iter().flatten().any(|old| old == *new));
        let only_new: Vec<String> = come.map(ToString::to_string).collect();
        (!only_old.is_empty() || !only_new.is_empty()).then_some(Parted::Options { only_old, only_new })
    }

    /// Gives both the same answer.
    pub(super) fn give<A: Listener, B: Listener>(
        &self,
        position: &mut Position<'m>,
        given: &Given<'m>,
        old: &mut A,
        new: &mut B,
    ) -> Taken {
        let was = give_one(&mut position.old, given, old);
        let now = self.give_new(&mut position.new, given, new);
        self.taken(position, was, now)
    }

    fn give_new<L: Listener>(
        &self,
        game: &mut Interpreter<'m>,
        given: &Given<'m>,
        listener: &mut L,
    ) -> Result<(), Refusal> {
        match given {
            Given::Choose(choice) => match self.names.choice(choice, self.old.machine(), self.new) {
                Some(choice) => game.choose(&choice, listener),
                None => Err(Refusal::NotWaitedFor),
            },
            Given::Roll(_) | Given::Draw(_) => give_one(game, given, listener),
        }
    }

    fn taken(&self, position: &Position<'m>, was: Result<(), Refusal>, now: Result<(), Refusal>) -> Taken {
        match (was, now) {
            (Ok(()), Ok(())) if self.names.same_state(position.old.state(), position.new.state()) => {
                Taken::Alike
            }
            (Ok(()), Ok(())) => {
                let cells = self.names.first_cells(position.old.state(), position.new.state(), CELLS_TOLD);
                Taken::Parted(Parted::State(cells))
            }
            (Err(_), Err(_)) => Taken::BothFault,
            (was, now) => Taken::Parted(Parted::Answer {
                old: was.err().map(|refusal| refused(self.old.machine(), &refusal)),
                new: now.err().map(|refusal| refused(self.new.machine(), &refusal)),
            }),
        }
    }
}

/// How an answer was taken by both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Taken {
    Alike,
    /// Refused by both, or a fault of both.
    BothFault,
    Parted(Parted),
}

/// What both offer; lists that are used again in every step.
#[derive(Debug, Default)]
pub(super) struct Options<'m> {
    pub old: Vec<Choice<'m>>,
    new: Vec<Choice<'m>>,
    mapped: Vec<Option<Choice<'m>>>,
}

fn begin<'m>(prepared: &'m Prepared<'m>, begin: &Begin) -> Result<Interpreter<'m>, Fault> {
    match begin {
        Begin::Scenario { scenario, readings } => Interpreter::new(prepared, *scenario, readings),
        Begin::Example(nth) => {
            let Example { readings, given, play, .. } = &prepared.machine().examples[*nth];
            let mut game = Interpreter::bare(prepared, readings);
            for procedure in given.iter().chain(play) {
                game.run(*procedure, &[], &mut Silent)?;
            }
            Ok(game)
        }
    }
}

/// What the old side answers; none when it is over.
fn answer<'m, P: Player<Interpreter<'m>>>(
    game: &Interpreter<'m>,
    options: &[Choice<'m>],
    dice: &mut Dice,
    player: &mut P,
) -> Option<Given<'m>> {
    match game.waiting() {
        Waiting::Choice { .. } => {
            let last = options.len().checked_sub(1)?;
            let chosen = if last == 0 { 0 } else { player.choose(game, options).min(last) };
            Some(Given::Choose(options[chosen].clone()))
        }
        Waiting::Roll { count, sides } => Some(Given::Roll(dice.roll(count, sides))),
        Waiting::Draw { among } => Some(Given::Draw(dice.pick(among))),
        Waiting::Over | Waiting::Halted => None,
    }
}

fn give_one<'m, L: Listener>(
    game: &mut Interpreter<'m>,
    given: &Given<'m>,
    listener: &mut L,
) -> Result<(), Refusal> {
    match given {
        Given::Choose(choice) => game.choose(choice, listener),
        Given::Roll(value) => game.roll(*value, listener),
        Given::Draw(nth) => game.roll(game.drawn(*nth), listener),
    }
}

/// What a game waits for, in words.
pub(super) fn waiting(game: &Interpreter<'_>) -> String {
    match game.waiting() {
        Waiting::Choice { seat, rule } => {
            let machine = game.prepared().machine();
            let rule = machine.rules.get(usize::from(rule.0)).map_or("?", |rule| rule.name.as_str());
            format!("{seat} decides `{rule}`")
        }
        Waiting::Roll { count, sides } => format!("a roll of {count}d{sides}"),
        Waiting::Draw { among } => format!("a draw among {among}"),
        Waiting::Over => "nothing: the end".to_owned(),
        Waiting::Halted => "nothing: halted".to_owned(),
    }
}

fn refused(machine: &Machine, refusal: &Refusal) -> String {
    match refusal {
        Refusal::NotWaitedFor => "is not waited for".to_owned(),
        Refusal::Forbidden { rule, condition } => {
            let rule = machine.rules.get(usize::from(rule.0)).map_or("?", |rule| rule.name.as_str());
            match condition {
                Some(condition) => format!("is refused by `{rule}`: `{condition}` does not hold"),
                None => format!("is refused by `{rule}`, which does not offer it"),
            }
        }
        Refusal::NotARoll { value } => format!("is no roll: {value}"),
        Refusal::Fault(fault) => format!("is a fault: {}", fault_text(machine, fault)),
    }
}
