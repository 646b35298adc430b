//! A generated engine and the interpreter, side by side: given the same answers they agree before and after every step.
//!
//! On what is waited for, by whom and by which rule; on the options and what may come of dice; on why options of before are refused;
//! on every state cell, broken invariant and explanation; on who has won.

use rulec_model::interpreter::{Choice, Interpreter};
use rulec_runtime::{Dice, Game, Refusal, Silent, Trace, Waiting};

/// Every so many steps both are listened to, and asked why what was legal a step ago is not now.
const LISTENED: usize = 10;

/// One game of both, to its end or for so many steps; gives the number of steps. `from_cells` makes the engine's position
/// from its cells.
pub fn play<E: Game>(
    engine: E,
    from_cells: fn(&[i64]) -> Option<E>,
    interpreter: Interpreter<'_>,
    seed: u64,
    most: usize,
) -> usize {
    let (dice, offered) = (Dice::new(seed), (Vec::new(), Vec::new()));
    let mut pair = Pair { engine, from_cells, interpreter, dice, offered };
    for step in 0..most {
        let at = format!("seed {seed}, step {step}");
        pair.is_in_one_state(&at);
        let listens = step % LISTENED == 0;
        if listens {
            pair.refuses_alike(&at);
        }
        if !pair.goes_on(listens, &at) {
            return step;
        }
    }
    most
}

struct Pair<'m, E: Game> {
    engine: E,
    from_cells: fn(&[i64]) -> Option<E>,
    interpreter: Interpreter<'m>,
    dice: Dice,
    /// The options of the last decision, to both.
    offered: (Vec<E::Choice>, Vec<Choice<'m>>),
}

impl<E: Game> Pair<'_, E> {
    fn is_in_one_state(&self, at: &str) {
        let (mut cells, mut expected) = (Vec::new(), Vec::new());
        self.engine.cells(&mut cells);
        self.interpreter.cells(&mut expected);
        assert_eq!(cells, expected, "{at}: state");
        // What the engine keeps beside its cells follows from them.
        assert!(
            (self.from_cells)(&cells).as_ref() == Some(&self.engine),
            "{at}: the position of these cells"
        );
        assert_eq!(self.engine.breach(), self.interpreter.breach(), "{at}: invariants");
        let (mut chances, mut expected) = (Vec::new(), Vec::new());
        self.engine.chances(&mut chances);
        self.interpreter.chances(&mut expected);
        assert_eq!(chances, expected, "{at}: chances");
    }

    fn refuses_alike(&self, at: &str) {
        for (choice, other) in self.offered.0.iter().zip(&self.offered.1) {
            let (refusal, expected) =
                (self.engine.why_not(choice), self.interpreter.why_not(&self.again(other)));
            assert_eq!(refusal, expected, "{at}: why not {choice}");
        }
    }

    /// An option in the same words of the decision that is waited for: one that may be taken at any time stands beside many.
    fn again<'c>(&'c self, choice: &Choice<'c>) -> Choice<'c> {
        let prepared = self.interpreter.prepared();
        let name = &prepared.machine().decision(choice.decision).options[choice.option.idx()].name;
        let now = self
            .interpreter
            .decision()
            .and_then(|(decision, _)| Choice::named(prepared, decision, name, choice.arguments.clone()));
        now.unwrap_or_else(|| choice.clone())
    }

    /// Gives both one answer; false when there is nothing to answer.
    fn goes_on(&mut self, listens: bool, at: &str) -> bool {
        match (self.engine.waiting(), self.interpreter.waiting()) {
            (Waiting::Choice { seat, rule }, Waiting::Choice { seat: other, rule: decision }) => {
                assert_eq!((seat.to_string(), rule), (other.to_string(), decision), "{at}");
                self.chooses(listens, at);
            }
            (Waiting::Roll { count, sides }, Waiting::Roll { count: expected, sides: sides_expected }) => {
                assert_eq!((count, sides), (expected, sides_expected), "{at}");
                let total = self.dice.roll(count, sides);
                self.takes(total, listens, &format!("{at}: roll {total}"));
            }
            (Waiting::Draw { among }, Waiting::Draw { among: expected }) => {
                assert_eq!(among, expected, "{at}");
                let nth = self.dice.pick(among);
                let drawn = self.engine.drawn(nth);
                assert_eq!(drawn, self.interpreter.drawn(nth), "{at}");
                self.takes(drawn, listens, &format!("{at}: draw {drawn}"));
            }
            (Waiting::Over, Waiting::Over) => {
                self.ends_alike(at);
                return false;
            }
            (Waiting::Halted, Waiting::Halted) => return false,
            (engine, interpreter) => panic!(
                "{at}: the engine waits for {}, the interpreter for {}",
                name(&engine),
                name(&interpreter)
            ),
        }
        true
    }

    fn chooses(&mut self, listens: bool, at: &str) {
        let Pair { engine, from_cells: _, interpreter, dice, offered: (options, expected) } = self;
        engine.options(options);
        interpreter.options(expected);
        let shown: Vec<String> = options.iter().map(ToString::to_string).collect();
        let wanted: Vec<String> = expected.iter().map(ToString::to_string).collect();
        assert_eq!(shown, wanted, "{at}: options");
        let nth = dice.pick(options.len() as u32) as usize;
        let at = format!("{at}: {}", shown[nth]);
        if listens {
            let mut traces = (Trace::default(), Trace::default());
            let answers = (
                engine.choose(&options[nth], &mut traces.0),
                interpreter.choose(&expected[nth], &mut traces.1),
            );
            agree(answers, &at);
            assert_eq!(traces.0, traces.1, "{at}: explanation");
        } else {
            let answers =
                (engine.choose(&options[nth], &mut Silent), interpreter.choose(&expected[nth], &mut Silent));
            agree(answers, &at);
        }
    }

    fn takes(&mut self, value: i32, listens: bool, at: &str) {
        let Pair { engine, interpreter, .. } = self;
        if listens {
            let mut traces = (Trace::default(), Trace::default());
            agree((engine.roll(value, &mut traces.0), interpreter.roll(value, &mut traces.1)), at);
            assert_eq!(traces.0, traces.1, "{at}: explanation");
        } else {
            agree((engine.roll(value, &mut Silent), interpreter.roll(value, &mut Silent)), at);
        }
    }

    fn ends_alike(&self, at: &str) {
        let (outcome, expected) = (self.engine.outcome(), self.interpreter.outcome());
        assert_eq!(outcome.over, expected.over, "{at}");
        let winners: Vec<String> = outcome.winners.iter().map(ToString::to_string).collect();
        let wanted: Vec<String> = expected.winners.iter().map(ToString::to_string).collect();
        assert_eq!(winners, wanted, "{at}: winners");
        let scores: Vec<(String, i64)> =
            outcome.scores.iter().map(|(seat, score)| (seat.to_string(), *score)).collect();
        let wanted: Vec<(String, i64)> =
            expected.scores.iter().map(|(seat, score)| (seat.to_string(), *score)).collect();
        assert_eq!(scores, wanted, "{at}: scores");
    }
}

fn agree(answers: (Result<(), Refusal>, Result<(), Refusal>), at: &str) {
    assert_eq!(answers.0, answers.1, "{at}");
}

fn name<Seat>(waiting: &Waiting<Seat>) -> &'static str {
    match waiting {
        Waiting::Choice { .. } => "a choice",
        Waiting::Roll { .. } => "a roll",
        Waiting::Draw { .. } => "a draw",
        Waiting::Over => "nothing",
        Waiting::Halted => "nothing after a fault",
    }
}
