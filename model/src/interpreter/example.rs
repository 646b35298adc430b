//! Running the examples of a machine: worked examples of the document, or of ours, that must come out as told.

use std::fmt;

use rulec_runtime::{Fault, FaultKind, Game, Refusal, RuleIndex, Silent, Waiting};

use crate::machine::text::{expression_text, value_text};
use crate::machine::{Condition, Example, ExampleStep, Expression, ExpressionKind, Local, Machine, Value};

use super::evaluate::Evaluation;
use super::layout::{Prepared, Scope};
use super::shown::value;
use super::{Choice, Interpreter};

/// What came out otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The step of the example; none when it failed before the first.
    pub step: Option<usize>,
    /// Expected and actual, in words.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => write!(f, "step {}: {}", step + 1, self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// Plays an example. An answer that cannot be given ends it; expectations that fail do not.
pub fn run(prepared: &Prepared<'_>, example: &Example) -> Vec<Failure> {
    let mut game = Interpreter::bare(prepared, &example.readings);
    for procedure in example.given.iter().chain(&example.play) {
        if let Err(fault) = game.run(*procedure, &[], &mut Silent) {
            return vec![Failure { step: None, what: fault_text(prepared.machine, &fault) }];
        }
    }
    let mut failures = Vec::new();
    for (nth, step) in example.steps.iter().enumerate() {
        match take(&mut game, step) {
            Step::AsTold => {}
            Step::Otherwise(what) => failures.push(Failure { step: Some(nth), what }),
            Step::Stuck(what) => {
                failures.push(Failure { step: Some(nth), what });
                break;
            }
        }
    }
    failures
}

/// How a step came out.
enum Step {
    AsTold,
    Otherwise(String),
    /// The steps after it have nothing to stand on.
    Stuck(String),
}

fn take(game: &mut Interpreter<'_>, step: &ExampleStep) -> Step {
    match step {
        ExampleStep::Roll(total) => roll(game, *total),
        ExampleStep::Draw(member) => draw(game, *member),
        ExampleStep::Choose { option, arguments } => choose(game, option, arguments),
        ExampleStep::Refused { option, arguments } => match named(game, option, arguments) {
            Some(choice) if game.why_not(&choice).is_none() => {
                Step::Otherwise(format!("`{choice}` should be refused and is offered"))
            }
            Some(_) | None => Step::AsTold,
        },
        ExampleStep::Expect(condition, locals) => expect(game, condition, locals),
    }
}

fn roll(game: &mut Interpreter<'_>, total: i64) -> Step {
    if !matches!(game.waiting(), Waiting::Roll { .. }) {
        return Step::Stuck(format!("a roll of {total} is not waited for; {}", waiting(game)));
    }
    let total = i32::try_from(total).unwrap_or(i32::MAX);
    let rolled = game.roll(total, &mut Silent);
    taken(game, rolled, || format!("a roll of {total}"))
}

fn draw(game: &mut Interpreter<'_>, member: u32) -> Step {
    if !matches!(game.waiting(), Waiting::Draw { .. }) {
        return Step::Stuck(format!("a draw is not waited for; {}", waiting(game)));
    }
    let drawn = game.roll(i32::try_from(member).unwrap_or(i32::MAX), &mut Silent);
    taken(game, drawn, || "this draw".to_string())
}

fn choose(game: &mut Interpreter<'_>, option: &str, arguments: &[Value]) -> Step {
    match named(game, option, arguments) {
        Some(choice) => {
            let chosen = game.choose(&choice, &mut Silent);
            taken(game, chosen, || format!("`{choice}`"))
        }
        None => Step::Stuck(format!("`{option}` is not offered; {}", waiting(game))),
    }
}

fn taken(game: &Interpreter<'_>, answer: Result<(), Refusal>, what: impl Fn() -> String) -> Step {
    let machine = game.prepared().machine();
    match answer {
        Ok(()) => Step::AsTold,
        Err(Refusal::Fault(fault)) => Step::Stuck(fault_text(machine, &fault)),
        Err(Refusal::Forbidden { rule, condition }) => {
            let by = match condition {
                Some(condition) => format!("`{condition}` does not hold"),
                None => waiting(game),
            };
            Step::Stuck(format!("{} is refused by `{}`: {by}", what(), rule_name(machine, rule)))
        }
        Err(Refusal::NotARoll { .. } | Refusal::NotWaitedFor) => {
            Step::Stuck(format!("{} is not possible; {}", what(), waiting(game)))
        }
    }
}

/// The option of the decision that is waited for, legal or not.
fn named<'m>(game: &Interpreter<'m>, option: &str, arguments: &[Value]) -> Option<Choice<'m>> {
    let (decision, _) = game.decision()?;
    let number = |value: &Value| match value {
        Value::Integer(value) => *value,
        Value::Boolean(value) => i64::from(*value),
        Value::Member(index) => i64::from(*index),
        // No variable of an option holds these; -1 is in no source of members.
        Value::Nothing | Value::Set(_) => -1,
    };
    let arguments = arguments.iter().map(number).collect();
    Choice::named(game.prepared(), decision, option, arguments)
}

fn waiting(game: &Interpreter<'_>) -> String {
    match game.waiting() {
        Waiting::Choice { seat, rule: _ } => {
            let mut options = Vec::new();
            game.options(&mut options);
            let options: Vec<String> = options.iter().map(|option| format!("`{option}`")).collect();
            format!("{seat} may choose {}", options.join(", "))
        }
        Waiting::Roll { count, sides } => format!("waited for is a roll of {count}d{sides}"),
        Waiting::Draw { among } => format!("waited for is a draw among {among}"),
        Waiting::Over => "nothing is waited for".to_string(),
        Waiting::Halted => "the game has halted".to_string(),
    }
}

fn expect(game: &Interpreter<'_>, condition: &Condition, locals: &[Local]) -> Step {
    let scope = Scope::of(&game.prepared().layout.words, locals);
    game.evaluate(&scope, &[], |inside| {
        if inside.holds(&condition.holds) {
            return Step::AsTold;
        }
        let mut reasons = Vec::new();
        reasons_against(inside, locals, &condition.holds, &mut reasons);
        reasons.dedup();
        let text = &condition.text;
        Step::Otherwise(if reasons.is_empty() {
            format!("expected `{text}`, which does not hold")
        } else {
            format!("expected `{text}`, but {}", reasons.join(" and "))
        })
    })
}

/// The values that decide why a condition does not hold: `` `siege[rome]` is 2 ``.
fn reasons_against<'a>(
    inside: &mut Evaluation<'a, '_>,
    locals: &[Local],
    condition: &'a Expression,
    reasons: &mut Vec<String>,
) {
    if let ExpressionKind::And(a, b) = &condition.kind {
        let failing = if inside.holds(a) { b } else { a };
        return reasons_against(inside, locals, failing, reasons);
    }
    if let ExpressionKind::Or(a, b) = &condition.kind {
        reasons_against(inside, locals, a, reasons);
        return reasons_against(inside, locals, b, reasons);
    }
    let inner = if let ExpressionKind::Not(a) = &condition.kind { a } else { condition };
    let parts: Vec<&Expression> = if let ExpressionKind::Compare(_, a, b) = &inner.kind {
        vec![a, b]
    } else if let ExpressionKind::Contains(set, member) = &inner.kind {
        vec![member, set]
    } else if let ExpressionKind::InRange(value, least, greatest) = &inner.kind {
        vec![value, least, greatest]
    } else if let ExpressionKind::IsNothing(value) = &inner.kind {
        vec![value]
    } else {
        vec![inner]
    };
    for part in parts {
        if !is_literal(part) {
            let text = expression_text(inside.prepared.machine, locals, part);
            reasons.push(format!("`{text}` is {}", actual(inside, part)));
        }
    }
}

fn is_literal(expression: &Expression) -> bool {
    if let ExpressionKind::Some(a) | ExpressionKind::Negative(a) = &expression.kind {
        return is_literal(a);
    }
    if let ExpressionKind::Set(members) = &expression.kind {
        return members.iter().all(is_literal);
    }
    matches!(
        expression.kind,
        ExpressionKind::Integer(_)
            | ExpressionKind::Boolean(_)
            | ExpressionKind::Member(_)
            | ExpressionKind::Nothing
            | ExpressionKind::All
    )
}

fn actual<'a>(inside: &mut Evaluation<'a, '_>, expression: &'a Expression) -> String {
    let mut numbers = Vec::new();
    inside.push_numbers(expression, &mut numbers);
    value_text(inside.prepared.machine, expression.gives, &value(expression.gives, &numbers))
}

/// A fault in words: the rule and what happened.
pub fn fault_text(machine: &Machine, fault: &Fault) -> String {
    let rule = rule_name(machine, fault.rule);
    match &fault.kind {
        FaultKind::OutOfBounds { value, least, greatest } => {
            format!("`{rule}` makes a value {value} that must lie in {least}..{greatest}")
        }
        FaultKind::Endless { limit } => format!("a loop of `{rule}` does not end within {limit} rounds"),
        FaultKind::Needs(text) => format!("`{rule}` is called although `{text}` does not hold"),
        FaultKind::Unanswered => {
            format!("`{rule}` is a supposition in which no answer to a decision is legal")
        }
        FaultKind::NobodyToDraw => format!("`{rule}` draws from nobody"),
    }
}

fn rule_name(machine: &Machine, rule: RuleIndex) -> &str {
    machine.rules.get(usize::from(rule.0)).map_or("?", |rule| &rule.name)
}
