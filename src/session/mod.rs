//! A game at the terminal: people answer for their seats, bots for the others, and every move can be explained, taken back and
//! saved.
//!
//! Orders come line by line from anywhere; where nobody types them there is no prompt, and their end is the end of play.

mod order;
mod saved;
mod shown;
mod told;

use std::io::{self, IsTerminal};
use std::path::Path;

use rulec_model::interpreter::example::fault_text;
use rulec_model::interpreter::{Choice, Interpreter, Prepared, Seat};
use rulec_model::machine::Machine;
use rulec_runtime::{Answer, Dice, Fault, Game, Player, Record, Refusal, Trace, Waiting};

use crate::board;
use crate::chance::Bot;
use crate::ending::{Ending, Result, not_done};
use crate::output::say;
use crate::start::{Start, unknown};
use crate::views;

use order::Order;
pub use saved::{SavedGame, read};
pub use shown::{Questions, explanation, questions};
use told::Since;

/// Who answers for whom, and what is shown.
pub struct Table {
    /// By seat: whether a person answers.
    pub people: Vec<bool>,
    pub bot: Bot,
    /// None: people roll their own.
    pub dice: Option<Dice>,
    pub explains: bool,
    /// What the boxes of flowcharts ask, for explanations.
    pub questions: Questions,
    pub strict: bool,
}

pub struct Session<'m> {
    prepared: &'m Prepared<'m>,
    machine: &'m Machine,
    start: Start,
    record: Record<Interpreter<'m>>,
    table: Table,
    /// What happened since a person answered last.
    since: Since<'m>,
    options: Vec<Choice<'m>>,
    lines: io::Lines<io::StdinLock<'static>>,
    is_typed: bool,
}

/// What an order leads to.
enum Next {
    /// The same is waited for: ask again.
    Ask,
    /// Something else is waited for.
    Play,
    End(Ending),
}

impl<'m> Session<'m> {
    pub fn new(
        prepared: &'m Prepared<'m>,
        start: Start,
        record: Record<Interpreter<'m>>,
        table: Table,
    ) -> Session<'m> {
        let machine = prepared.machine();
        let since = Since::from(machine, record.position()).unmarked();
        Session {
            prepared,
            machine,
            start,
            record,
            table,
            since,
            options: Vec::new(),
            lines: io::stdin().lines(),
            is_typed: io::stdin().is_terminal(),
        }
    }

    /// Plays until the game is over, somebody leaves, or nobody answers any more.
    pub fn play(&mut self) -> Result {
        let mut was_over = false;
        loop {
            let next = match self.game().waiting() {
                Waiting::Choice { seat, rule: _ } if !self.is_person(seat) => self.bot_chooses(seat),
                Waiting::Choice { .. } => self.ask()?,
                Waiting::Roll { count, sides } => match &mut self.table.dice {
                    Some(dice) => {
                        let value = dice.roll(count, sides);
                        self.answer(Answer::Roll(value), &format!("roll {count}d{sides}: {value}"))
                    }
                    None => self.ask()?,
                },
                Waiting::Draw { among } => match &mut self.table.dice {
                    Some(dice) => {
                        let nth = dice.pick(among);
                        let value = self.game().drawn(nth);
                        let line = format!(
                            "draw {} of {among}: {}",
                            nth + 1,
                            shown::drawn(self.machine, self.game(), value)
                        );
                        self.answer(Answer::Roll(value), &line)
                    }
                    None => self.ask()?,
                },
                Waiting::Over => {
                    if !was_over {
                        self.tell();
                        say(&shown::outcome(self.machine, self.game()));
                    }
                    was_over = true;
                    self.order("over")?
                }
                Waiting::Halted => return Ok(Ending::Findings),
            };
            match next {
                Next::Ask => {}
                Next::Play => was_over = false,
                Next::End(ending) => return Ok(ending),
            }
        }
    }

    fn game(&self) -> &Interpreter<'m> {
        self.record.position()
    }

    fn is_person(&self, seat: Seat<'_>) -> bool {
        self.table.people.get(seat.index as usize).copied().unwrap_or(false)
    }

    /// What happened since a person answered, in short; where every move is explained all of it stands there already.
    fn tell(&mut self) {
        let told = self.since.told(self.machine, self.record.position());
        if !self.table.explains {
            say(&told);
        }
    }

    fn bot_chooses(&mut self, seat: Seat<'m>) -> Next {
        let game = self.record.position();
        game.options(&mut self.options);
        let Some(last) = self.options.len().checked_sub(1) else {
            say(&format!("{seat} has no option\n"));
            return Next::End(Ending::Findings);
        };
        let chosen = if last == 0 { 0 } else { self.table.bot.choose(game, &self.options).min(last) };
        let choice = self.options.swap_remove(chosen);
        let line = format!("{seat}: {choice}");
        match self.answer(Answer::Choose(choice), &line) {
            // A bot would answer the same again.
            Next::Ask => Next::End(Ending::Findings),
            next => next,
        }
    }

    /// Shows what is waited for and takes orders until something else is.
    fn ask(&mut self) -> Result<Next> {
        self.tell();
        let game = self.record.position();
        game.options(&mut self.options);
        if let Waiting::Choice { .. } = game.waiting() {
            say(&self.drawn(None));
        }
        say(&shown::question(self.machine, game, &self.options));
        loop {
            let prompt = match self.game().waiting() {
                Waiting::Choice { seat, rule: _ } => seat.to_string(),
                Waiting::Roll { count, sides } => format!("roll {count}d{sides}"),
                Waiting::Draw { among } => format!("draw 1 of {among}"),
                Waiting::Over | Waiting::Halted => String::new(),
            };
            match self.order(&prompt)? {
                Next::Ask => {}
                next => return Ok(next),
            }
        }
    }

    /// Takes one line. Its end is the end of play, in good order only where the game is over.
    fn order(&mut self, prompt: &str) -> Result<Next> {
        if self.is_typed {
            say(&format!("{prompt}> "));
        }
        let Some(line) = self.lines.next() else {
            if self.game().waiting() == Waiting::Over {
                return Ok(Next::End(Ending::Clean));
            }
            return Err(not_done("the orders ended before the game did"));
        };
        let line = line.map_err(|error| not_done(format!("standard input: {error}")))?;
        Ok(match order::read(&line) {
            Order::Nothing => Next::Ask,
            Order::Quit => Next::End(Ending::Clean),
            Order::Help => show(order::HELP),
            Order::Options => show(&shown::question(self.machine, self.game(), &self.options)),
            Order::View(only) => show(&self.view(only)),
            Order::State(only) => show(&self.state(only)),
            Order::Explain => show(&self.since.explained(self.machine, &self.table.questions)),
            Order::Why(text) => show(&self.why(text)),
            Order::Undo(times) => self.undo(times),
            Order::Redo => self.redo(),
            Order::Save(path) => {
                let saved = SavedGame::of(self.machine, &self.start, &self.table.people, &self.record);
                show(&match saved::write(Path::new(path), &saved) {
                    Ok(()) => format!("saved in `{path}`\n"),
                    Err(unreachable) => format!("not saved: {unreachable}\n"),
                })
            }
            Order::Load(path) => self.load(Path::new(path)),
            Order::Answer(text) => self.answer_text(text),
        })
    }

    /// The views, with a mark at what has changed since a person answered.
    fn drawn(&self, only: Option<&str>) -> String {
        views::in_words(&views::all(self.machine, self.game()), self.since.views(), only)
    }

    fn view(&self, only: Option<&str>) -> String {
        match (self.drawn(only), only) {
            (text, _) if !text.is_empty() => text,
            (_, Some(name)) => {
                let known: Vec<&str> = self.machine.views.iter().map(|view| view.name.as_str()).collect();
                format!("{}\n", unknown("view", name, &known))
            }
            (_, None) => "this game has no views; `state` shows its variables\n".to_owned(),
        }
    }

    fn state(&self, only: Option<&str>) -> String {
        let text = board::in_words(self.machine, &board::values(self.machine, self.game()), only);
        match only {
            Some(name) if text.is_empty() => {
                let known: Vec<&str> = self.machine.states.iter().map(|state| state.name.as_str()).collect();
                format!("{}\n", unknown("state variable", name, &known))
            }
            _ => text,
        }
    }

    fn why(&self, text: &str) -> String {
        match shown::named(self.prepared, self.game(), &self.options, text) {
            Ok(choice) => match self.game().why_not(&choice) {
                Some(refusal) => format!("`{choice}` {}\n", shown::refusal(self.machine, &refusal)),
                None => format!("`{choice}` is legal\n{}", shown::option_rules(self.machine, &choice)),
            },
            Err(why) => why,
        }
    }

    /// An option by its number or name, or what was rolled.
    fn answer_text(&mut self, text: &str) -> Next {
        match self.game().waiting() {
            Waiting::Choice { seat, rule: _ } => {
                match shown::named(self.prepared, self.game(), &self.options, text) {
                    Ok(choice) => {
                        let line = format!("{seat}: {choice}");
                        self.answer(Answer::Choose(choice), &line)
                    }
                    Err(why) => show(&why),
                }
            }
            Waiting::Roll { .. } => match text.trim_start_matches("roll ").trim().parse() {
                Ok(value) => self.answer(Answer::Roll(value), &format!("roll: {value}")),
                Err(_) => show("the total of the dice is a number; `help` lists the orders\n"),
            },
            Waiting::Draw { among } => match text.trim_start_matches("draw ").trim().parse::<u32>() {
                Ok(nth) if (1..=among).contains(&nth) => {
                    let value = self.game().drawn(nth - 1);
                    let line =
                        format!("draw {nth} of {among}: {}", shown::drawn(self.machine, self.game(), value));
                    self.answer(Answer::Roll(value), &line)
                }
                Ok(_) | Err(_) => show(&format!("a number from 1 to {among}; `help` lists the orders\n")),
            },
            Waiting::Over | Waiting::Halted => show("the game is over; `undo` goes back, `quit` leaves\n"),
        }
    }

    /// Gives an answer; refused, it changes nothing.
    fn answer(&mut self, answer: Answer<Choice<'m>>, line: &str) -> Next {
        let by_person = self.asks_a_person();
        // Where nobody follows between two answers of their own, each is told by itself.
        let before = (by_person || !self.follows()).then(|| Since::from(self.machine, self.game()));
        let mut trace = Trace::default();
        match self.record.take(answer, &mut trace) {
            Ok(()) => {}
            Err(Refusal::Fault(fault)) => {
                self.tell();
                return self.faulted(line, &fault);
            }
            Err(refusal) => {
                return show(&format!("{line} {}\n", shown::refusal(self.machine, &refusal)));
            }
        }
        if by_person || self.table.explains {
            say(&format!("{line}\n"));
        }
        if self.table.explains {
            say(&shown::explanation(self.machine, &self.table.questions, &trace));
        }
        self.since = before.unwrap_or_else(|| std::mem::take(&mut self.since));
        self.since.given(line, by_person, trace);
        if !self.follows() {
            self.tell();
        }
        match self.game().breach().filter(|_| self.table.strict) {
            Some(rule) => {
                self.tell();
                let rule = self.machine.rules.get(usize::from(rule.0)).map_or("?", |rule| rule.name.as_str());
                say(&format!("invariant `{rule}` does not hold\n"));
                Next::End(Ending::Findings)
            }
            None => Next::Play,
        }
    }

    /// The rules are at fault, not the answer. The position is the one before; dice would not come out otherwise by asking again.
    fn faulted(&mut self, line: &str, fault: &Fault) -> Next {
        let what = fault_text(self.machine, fault);
        say(&format!("{line}\n  {what}: the rules are at fault, and the answer is taken back\n"));
        match self.game().waiting() {
            Waiting::Choice { seat, rule: _ } if self.is_person(seat) => Next::Ask,
            Waiting::Roll { .. } | Waiting::Draw { .. } if self.table.dice.is_none() => Next::Ask,
            Waiting::Choice { .. }
            | Waiting::Roll { .. }
            | Waiting::Draw { .. }
            | Waiting::Over
            | Waiting::Halted => Next::End(Ending::Findings),
        }
    }

    /// Back to the choice or roll that a person made last, so many times.
    fn undo(&mut self, times: usize) -> Next {
        let mut undone = 0;
        for _ in 0..times {
            let before = undone;
            while self.record.undo() {
                undone += 1;
                if self.asks_a_person() {
                    break;
                }
            }
            if undone == before {
                break;
            }
        }
        self.since = Since::from(self.machine, self.record.position());
        say(&match undone {
            0 => "there is nothing to take back\n".to_owned(),
            1 => "1 answer taken back\n".to_owned(),
            undone => format!("{undone} answers taken back\n"),
        });
        if undone == 0 { Next::Ask } else { Next::Play }
    }

    fn redo(&mut self) -> Next {
        let mut again = 0;
        while self.record.redo() {
            again += 1;
            if self.asks_a_person() {
                break;
            }
        }
        self.since = Since::from(self.machine, self.record.position());
        say(&match again {
            0 => "nothing was taken back\n".to_owned(),
            1 => "1 answer given again\n".to_owned(),
            again => format!("{again} answers given again\n"),
        });
        if again == 0 { Next::Ask } else { Next::Play }
    }

    fn asks_a_person(&self) -> bool {
        match self.game().waiting() {
            Waiting::Choice { seat, rule: _ } => self.is_person(seat),
            Waiting::Roll { .. } | Waiting::Draw { .. } => self.table.dice.is_none(),
            Waiting::Over | Waiting::Halted => true,
        }
    }

    /// Whether a person is asked anything, sooner or later.
    fn follows(&self) -> bool {
        self.table.dice.is_none() || self.table.people.contains(&true)
    }

    fn load(&mut self, path: &Path) -> Next {
        let opened = saved::read(path).and_then(|saved| {
            let people = saved.people(self.machine)?;
            Ok((people, saved.open(self.prepared)?))
        });
        match opened {
            Ok((people, (start, record))) => {
                (self.table.people, self.start, self.record) = (people, start, record);
                self.since = Since::from(self.machine, self.record.position());
                let seats = seated(self.machine, &self.table.people);
                say(&format!("loaded `{}`\n{seats}\n", path.display()));
                Next::Play
            }
            Err(not_done) => show(&format!("not loaded: {not_done}\n")),
        }
    }
}

/// `people: iceni; bots: romans, trinovantes`
pub fn seated(machine: &Machine, people: &[bool]) -> String {
    let seats = &machine.types[machine.game.players.idx()].members;
    let named = |wanted: bool| -> String {
        let some = seats.iter().zip(people).filter(|(_, person)| **person == wanted);
        let some: Vec<&str> = some.map(|(seat, _)| seat.as_str()).collect();
        if some.is_empty() { "nobody".to_owned() } else { some.join(", ") }
    };
    format!("people: {}; bots: {}", named(true), named(false))
}

fn show(text: &str) -> Next {
    say(text);
    Next::Ask
}
