//! Examples as people wrote them: which of their steps the machine speaks of.

use rulec_grammar::expression::tree::{BinaryOperator, Expression, ExpressionKind};
use rulec_grammar::span::Span;
use rulec_model::surface::tree::{ExampleRule, StepEntry};

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
