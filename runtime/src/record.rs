//! Records: a game as its start and its answers, with undo, redo and replay.
//!
//! Chance comes from outside, so the answers are the whole game. As text they are one line each, `choose raid(army_1)` or
//! `roll 7`, which people can read and files can keep. Every few answers a copy of the position is kept, so that an undo
//! replays a few answers and not the game.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use core::fmt;

use crate::{Fault, Game, Listener, Receipt, Refusal, Silent, Waiting};

/// A copy of the position is kept after every so many answers.
const KEPT_EVERY: usize = 16;

/// What was answered to the one thing that the game waited for. Displays as the line of a save.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Answer<Choice> {
    /// A player took this option.
    Choose(Choice),
    /// The dice's total, or the index of the member drawn.
    Roll(i32),
}

impl<Choice> Answer<Choice> {
    /// Answers what the game waits for.
    pub fn give<G: Game<Choice = Choice>, L: Listener>(
        &self,
        game: &mut G,
        listener: &mut L,
    ) -> Result<(), Refusal> {
        match self {
            Answer::Choose(choice) => game.choose(choice, listener),
            Answer::Roll(value) => game.roll(*value, listener),
        }
    }
}

impl<Choice: fmt::Display> fmt::Display for Answer<Choice> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Choose(choice) => write!(f, "choose {choice}"),
            Answer::Roll(value) => write!(f, "roll {value}"),
        }
    }
}

/// A game with its past, and with the future that was undone.
#[derive(Clone)]
pub struct Record<G: Game> {
    /// The start, then a copy after every [`KEPT_EVERY`] answers taken.
    kept: Vec<G>,
    /// The answers taken, then those undone.
    answers: Vec<Answer<G::Choice>>,
    taken: usize,
    position: G,
}

impl<G: Game> Record<G> {
    pub fn new(start: G) -> Record<G> {
        Record { kept: vec![start.clone()], answers: Vec::new(), taken: 0, position: start }
    }

    /// The game after these answers, or the first that is not legal.
    pub fn replay(start: G, answers: &[Answer<G::Choice>]) -> Result<Record<G>, ReplayError> {
        let mut record = Record::new(start);
        for answer in answers {
            record.replay_answer(answer.clone(), &|| answer.to_string())?;
        }
        Ok(record)
    }

    /// The game after these answers as text, or the first that is not legal.
    pub fn replay_text<S: AsRef<str>>(start: G, answers: &[S]) -> Result<Record<G>, ReplayError> {
        let mut record = Record::new(start);
        let mut options = Vec::new();
        for text in answers {
            let text = text.as_ref().trim();
            let answer = record.read_answer(text, &mut options)?;
            record.replay_answer(answer, &|| text.to_string())?;
        }
        Ok(record)
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The position before the first answer.
    pub fn start(&self) -> &G {
        self.kept.first().unwrap_or(&self.position)
    }

    /// The answers that led here.
    pub fn answers(&self) -> &[Answer<G::Choice>] {
        &self.answers[..self.taken]
    }

    /// The answers that [`redo`](Record::redo) would give, the next one first.
    pub fn undone(&self) -> &[Answer<G::Choice>] {
        &self.answers[self.taken..]
    }

    /// The answers that led here, a line each.
    pub fn text(&self) -> Vec<String> {
        self.answers().iter().map(Answer::to_string).collect()
    }

    /// The game as plain data; `setup` says how the start was made, in the words of whoever makes it.
    pub fn save(&self, receipt: Receipt, setup: &str) -> Save {
        Save { receipt, setup: setup.to_string(), answers: self.text() }
    }

    /// Takes an option; what was undone is forgotten. After a fault the position is the one before.
    pub fn choose<L: Listener>(&mut self, choice: &G::Choice, listener: &mut L) -> Result<(), Refusal> {
        self.take(Answer::Choose(choice.clone()), listener)
    }

    /// Answers a roll or draw; what was undone is forgotten. After a fault the position is the one before.
    pub fn roll<L: Listener>(&mut self, value: i32, listener: &mut L) -> Result<(), Refusal> {
        self.take(Answer::Roll(value), listener)
    }

    /// Gives an answer; what was undone is forgotten. After a fault the position is the one before.
    pub fn take<L: Listener>(&mut self, answer: Answer<G::Choice>, listener: &mut L) -> Result<(), Refusal> {
        self.step(&answer, listener)?;
        self.answers.truncate(self.taken);
        self.answers.push(answer);
        self.advance();
        Ok(())
    }

    /// Takes the last answer back; false when there is none.
    pub fn undo(&mut self) -> bool {
        self.undo_many(1) == 1
    }

    /// Takes so many answers back, or as many as there are; says how many.
    pub fn undo_many(&mut self, answers: usize) -> usize {
        let answers = answers.min(self.taken);
        if answers > 0 {
            self.taken -= answers;
            self.kept.truncate(self.taken / KEPT_EVERY + 1);
            self.restore();
        }
        answers
    }

    /// Gives the answer that was undone last; false when there is none.
    pub fn redo(&mut self) -> bool {
        let Some(answer) = self.undone().first().cloned() else { return false };
        let again = self.step(&answer, &mut Silent).is_ok();
        if again {
            self.advance();
        }
        again
    }

    /// Gives an answer to the position, which stays what it was when the answer is not taken.
    fn step<L: Listener>(&mut self, answer: &Answer<G::Choice>, listener: &mut L) -> Result<(), Refusal> {
        let given = answer.give(&mut self.position, listener);
        if let Err(Refusal::Fault(_)) = given {
            self.restore();
        }
        given
    }

    fn advance(&mut self) {
        self.taken += 1;
        if self.taken.is_multiple_of(KEPT_EVERY) {
            self.kept.push(self.position.clone());
        }
    }

    /// Makes the position again from the last copy kept.
    fn restore(&mut self) {
        let Some(kept) = self.kept.last() else { return };
        self.position = kept.clone();
        for answer in &self.answers[self.taken - self.taken % KEPT_EVERY..self.taken] {
            let again = answer.give(&mut self.position, &mut Silent);
            debug_assert!(again.is_ok(), "an answer taken once is legal again in the same position");
        }
    }

    fn replay_answer(
        &mut self,
        answer: Answer<G::Choice>,
        text: &dyn Fn() -> String,
    ) -> Result<(), ReplayError> {
        let refusal = match self.take(answer, &mut Silent) {
            Ok(()) => return Ok(()),
            Err(refusal) => refusal,
        };
        let kind = match refusal {
            Refusal::Fault(fault) => ReplayErrorKind::Fault(fault),
            Refusal::NotWaitedFor | Refusal::Forbidden { .. } | Refusal::NotARoll { .. } => {
                ReplayErrorKind::NotLegal { refusal, waiting: self.waiting_in_words() }
            }
        };
        Err(ReplayError { step: self.taken, answer: text(), kind })
    }

    fn read_answer(
        &self,
        text: &str,
        options: &mut Vec<G::Choice>,
    ) -> Result<Answer<G::Choice>, ReplayError> {
        let failed = |kind| ReplayError { step: self.taken, answer: text.to_string(), kind };
        if let Some(value) = text.strip_prefix("roll ") {
            let value = value.trim().parse();
            return value.map(Answer::Roll).map_err(|_| failed(ReplayErrorKind::Unreadable));
        }
        let Some(chosen) = text.strip_prefix("choose ") else {
            return Err(failed(ReplayErrorKind::Unreadable));
        };
        self.position.options(options);
        let option = options.drain(..).find(|option| option.to_string() == chosen.trim());
        let not_offered = || failed(ReplayErrorKind::NotOffered { waiting: self.waiting_in_words() });
        option.map(Answer::Choose).ok_or_else(not_offered)
    }

    fn waiting_in_words(&self) -> String {
        match self.position.waiting() {
            Waiting::Choice { seat, rule: _ } => {
                let mut options = Vec::new();
                self.position.options(&mut options);
                let options: Vec<String> = options.iter().map(ToString::to_string).collect();
                format!("{seat} to choose: {}", options.join(", "))
            }
            Waiting::Roll { count, sides } => format!("a roll of {count}d{sides}"),
            Waiting::Draw { among } => format!("a draw among {among}"),
            Waiting::Over => "nothing, the game is over".to_string(),
            Waiting::Halted => "nothing, the game has halted".to_string(),
        }
    }
}

/// A record as plain data.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Save {
    /// What it was played by.
    pub receipt: Receipt,
    /// How the start was made: scenario and readings.
    pub setup: String,
    /// [`Answer`]s as text.
    pub answers: Vec<String>,
}

/// The first answer of a record that could not be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayError {
    /// Which answer, from 0.
    pub step: usize,
    /// The answer as text.
    pub answer: String,
    pub kind: ReplayErrorKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayErrorKind {
    /// Neither `choose OPTION` nor `roll NUMBER`.
    Unreadable,
    /// No legal option is called so; this was waited for.
    NotOffered { waiting: String },
    /// Refused; this was waited for.
    NotLegal { refusal: Refusal, waiting: String },
    /// Legal, but a rule led outside its bounds.
    Fault(Fault),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "answer {}, `{}`, ", self.step + 1, self.answer)?;
        match &self.kind {
            ReplayErrorKind::Unreadable => f.write_str("is neither `choose OPTION` nor `roll NUMBER`"),
            ReplayErrorKind::NotOffered { waiting } | ReplayErrorKind::NotLegal { refusal: _, waiting } => {
                write!(f, "is not legal; waited for is {waiting}")
            }
            ReplayErrorKind::Fault(fault) => {
                write!(f, "leads outside what the rules allow (rule {})", fault.rule.0)
            }
        }
    }
}

impl core::error::Error for ReplayError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sticks::{Sticks, Take};

    fn text(lines: &[&str]) -> Result<Record<Sticks>, ReplayError> {
        Record::replay_text(Sticks::new(100), lines)
    }

    #[test]
    fn a_record_is_its_answers_and_reads_back() {
        let mut record = Record::new(Sticks::new(100));
        record.roll(6, &mut Silent).expect("a roll is waited for");
        record.choose(&Take(3), &mut Silent).expect("three may be taken");
        assert_eq!(record.text(), ["roll 6", "choose take(3)"]);
        let again = text(&["roll 6", " choose take(3) "]).expect("the same answers are legal");
        assert!(again.position() == record.position());
        let again = Record::replay(Sticks::new(100), record.answers()).expect("the same answers are legal");
        assert!(again.position() == record.position());
    }

    #[test]
    fn undo_and_redo_cross_the_kept_copies() {
        let mut record = Record::new(Sticks::new(500));
        let mut seen = vec![record.position().clone()];
        for step in 0..50 {
            let answer = if step % 2 == 0 { Answer::Roll(step % 6 + 1) } else { Answer::Choose(Take(1)) };
            record.take(answer, &mut Silent).expect("legal");
            seen.push(record.position().clone());
        }
        for steps in [1, 15, 16, 17, 1] {
            assert_eq!(record.undo_many(steps), steps);
            assert!(*record.position() == seen[record.answers().len()]);
        }
        assert_eq!(record.undo_many(9), 0);
        assert!(record.position() == record.start());
        while record.redo() {
            assert!(*record.position() == seen[record.answers().len()]);
        }
        assert_eq!(record.answers().len(), 50);
    }

    #[test]
    fn another_answer_forgets_what_was_undone() {
        let mut record = text(&["roll 6", "choose take(3)"]).expect("legal");
        assert!(record.undo());
        assert_eq!(record.undone(), [Answer::Choose(Take(3))]);
        record.choose(&Take(1), &mut Silent).expect("legal");
        assert!(record.undone().is_empty() && !record.redo());
    }

    #[test]
    fn a_refused_answer_says_what_was_waited_for() {
        let failed = text(&["roll 6", "choose take(9)"]).err().expect("nine may not be taken");
        assert_eq!(failed.step, 1);
        assert_eq!(
            failed.to_string(),
            "answer 2, `choose take(9)`, is not legal; waited for is first to choose: take(1), take(2), take(3)"
        );
        let failed = text(&["roll 9"]).err().expect("there is one die");
        assert_eq!(failed.to_string(), "answer 1, `roll 9`, is not legal; waited for is a roll of 1d6");
        assert_eq!(text(&["go"]).err().map(|failed| failed.kind), Some(ReplayErrorKind::Unreadable));
    }

    #[test]
    fn after_a_fault_the_position_is_the_one_before() {
        // A six breaks a rule of the tests' game when twelve are left.
        let mut record = Record::replay_text(Sticks::new(19), &["roll 6", "choose take(1)"]).expect("legal");
        let before = record.position().clone();
        let refusal = record.roll(6, &mut Silent);
        assert!(matches!(refusal, Err(Refusal::Fault(_))));
        assert!(*record.position() == before);
        assert_eq!(record.answers().len(), 2);
        record.roll(5, &mut Silent).expect("play goes on");
    }
}
