//! Which rules an example exercises: the example is played again, and what acts is listened to.

use rulec_model::interpreter::{Choice, Interpreter, Prepared};
use rulec_model::machine::{Example, ExampleStep, Value};
use rulec_runtime::{Game, Trace};

/// What the rules report while an example is played, up to the first answer that is not taken.
pub fn traced(prepared: &Prepared<'_>, example: &Example) -> Trace {
    let mut trace = Trace::default();
    let mut game = Interpreter::bare(prepared, &example.readings);
    for procedure in example.given.iter().chain(&example.play) {
        if game.run(*procedure, &[], &mut trace).is_err() {
            return trace;
        }
    }
    for step in &example.steps {
        if take(&mut game, step, &mut trace).is_none() {
            break;
        }
    }
    trace
}

/// Gives a step's answer; none where it is not taken.
fn take(game: &mut Interpreter<'_>, step: &ExampleStep, trace: &mut Trace) -> Option<()> {
    match step {
        ExampleStep::Roll(total) => game.roll(i32::try_from(*total).ok()?, trace).ok(),
        ExampleStep::Draw(member) => game.roll(i32::try_from(*member).ok()?, trace).ok(),
        ExampleStep::Choose { option, arguments } => {
            let (decision, _) = game.decision()?;
            let arguments = arguments.iter().map(number).collect();
            let choice = Choice::named(game.prepared(), decision, option, arguments)?;
            game.choose(&choice, trace).ok()
        }
        ExampleStep::Refused { .. } | ExampleStep::Expect(..) => Some(()),
    }
}

/// As choices have their arguments.
fn number(value: &Value) -> i64 {
    match value {
        Value::Integer(value) => *value,
        Value::Boolean(value) => i64::from(*value),
        Value::Member(index) => i64::from(*index),
        Value::Nothing | Value::Set(_) => -1,
    }
}
