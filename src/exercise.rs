//! Examples as people wrote them: which rules they exercise, and which of their steps the machine speaks of.

use rulec_grammar::expression::tree::{BinaryOperator, Expression, ExpressionKind};
use rulec_grammar::span::Span;
use rulec_model::interpreter::{Choice, Interpreter, Prepared};
use rulec_model::machine::{Example, ExampleStep, Value};
use rulec_model::surface::tree::{ExampleRule, StepEntry};
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

/// For each step of the machine the number of the written one, from 1, and its place. The machine checks each condition of an
/// `and` by itself.
pub fn written_steps(example: &ExampleRule) -> Vec<(usize, Span)> {
    let mut steps = Vec::new();
    for (step, number) in example.steps.iter().zip(1..) {
        match step {
            StepEntry::Roll(total) => steps.push((number, total.span)),
            StepEntry::Draw(member) => steps.push((number, member.span)),
            StepEntry::Choose(option) | StepEntry::Refused(option) => steps.push((number, option.name.span)),
            StepEntry::Expect(conditions) => {
                conditions.iter().for_each(|condition| each_condition(condition, number, &mut steps));
            }
        }
    }
    steps
}

fn each_condition(condition: &Expression, number: usize, steps: &mut Vec<(usize, Span)>) {
    if let ExpressionKind::Binary(BinaryOperator::And, a, b) = &condition.kind {
        each_condition(a, number, steps);
        each_condition(b, number, steps);
    } else {
        steps.push((number, condition.span));
    }
}
