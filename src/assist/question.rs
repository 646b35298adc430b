//! A question, taken apart: what a person must say, and what dice alone decide.
//!
//! `hungry and roll 1d6 in 1..4` is two parts: the person says whether somebody is hungry, and only where that leaves it open a die is
//! rolled. What mixes dice with the board (`roll 1d6 > strength`) is one part: the dice are rolled, and the person answers.

use rulec_grammar::expression::tree::{BinaryOperator, Expression, ExpressionKind};

/// Neighbouring conditions that a person answers together, or one that dice decide.
#[derive(Debug)]
pub struct Part<'a> {
    /// How it joins what stands before it.
    joined: BinaryOperator,
    pub conditions: Vec<&'a Expression>,
}

/// The parts of a question in order. Only one chain of `and`, or one of `or`, is taken apart, and only where dice alone decide some link.
pub fn parts(question: &Expression) -> Vec<Part<'_>> {
    let ExpressionKind::Binary(joined @ (BinaryOperator::And | BinaryOperator::Or), ..) = question.kind
    else {
        return vec![Part { joined: BinaryOperator::And, conditions: vec![question] }];
    };
    let mut links = Vec::new();
    chain(question, joined, &mut links);
    if !links.iter().any(|link| is_decided(link)) {
        return vec![Part { joined, conditions: vec![question] }];
    }
    let mut parts: Vec<Part<'_>> = Vec::new();
    for link in links {
        let rolls = has_rolls(link);
        match parts.last_mut() {
            Some(last) if !rolls && !last.conditions.iter().any(|one| has_rolls(one)) => {
                last.conditions.push(link);
            }
            Some(_) | None => parts.push(Part { joined, conditions: vec![link] }),
        }
    }
    parts
}

fn chain<'a>(expression: &'a Expression, by: BinaryOperator, links: &mut Vec<&'a Expression>) {
    if let ExpressionKind::Binary(operator, a, b) = &expression.kind
        && *operator == by
    {
        chain(a, by, links);
        chain(b, by, links);
    } else {
        links.push(expression);
    }
}

impl Part<'_> {
    /// Whether what came before leaves nothing to ask.
    pub fn is_settled_by(&self, before: Option<bool>) -> bool {
        before == Some(self.joined == BinaryOperator::Or)
    }

    /// The word between its conditions.
    pub fn word(&self) -> &'static str {
        if self.joined == BinaryOperator::Or { "or" } else { "and" }
    }

    pub fn is_decided_by_dice(&self) -> bool {
        matches!(self.conditions.as_slice(), [one] if is_decided(one))
    }

    /// Number of dice and their sides, in the order of the text.
    pub fn rolls(&self) -> Vec<(u32, u32)> {
        let mut rolls = Vec::new();
        for condition in &self.conditions {
            condition.walk(&mut |part| {
                if let ExpressionKind::Roll { dice, sides } = part.kind {
                    rolls.push((dice, sides));
                }
            });
        }
        rolls
    }

    /// The answer when the dice show these totals.
    pub fn holds_for(&self, totals: &[i64]) -> bool {
        let mut totals = totals.iter().copied();
        self.conditions.iter().all(|condition| value(condition, &mut totals) == Some(Value::Truth(true)))
    }
}

fn has_rolls(expression: &Expression) -> bool {
    let mut rolls = false;
    expression.walk(&mut |part| rolls |= matches!(part.kind, ExpressionKind::Roll { .. }));
    rolls
}

/// Whether dice and numbers alone say yes or no.
fn is_decided(expression: &Expression) -> bool {
    has_rolls(expression) && matches!(value(expression, &mut std::iter::repeat(1)), Some(Value::Truth(_)))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Number(i64),
    Truth(bool),
}

/// The value of what holds only dice and numbers, all of which are thrown; none for anything that the board must tell.
fn value(expression: &Expression, totals: &mut dyn Iterator<Item = i64>) -> Option<Value> {
    match &expression.kind {
        ExpressionKind::Number(number) => Some(Value::Number(*number)),
        ExpressionKind::Boolean(truth) => Some(Value::Truth(*truth)),
        ExpressionKind::Roll { .. } => totals.next().map(Value::Number),
        ExpressionKind::Negative(a) => Some(Value::Number(-number(a, totals)?)),
        ExpressionKind::Not(a) => match value(a, totals)? {
            Value::Truth(a) => Some(Value::Truth(!a)),
            Value::Number(_) => None,
        },
        ExpressionKind::Binary(operator, a, b) => {
            let (a, b) = (value(a, totals)?, value(b, totals)?);
            binary(*operator, a, b)
        }
        ExpressionKind::In { item, container, negated } => {
            let item = number(item, totals)?;
            let within = if let ExpressionKind::Range(least, most) = &container.kind {
                let (least, most) = (number(least, totals)?, number(most, totals)?);
                (least..=most).contains(&item)
            } else if let ExpressionKind::Set(members) = &container.kind {
                let members: Option<Vec<i64>> = members.iter().map(|member| number(member, totals)).collect();
                members?.contains(&item)
            } else {
                return None;
            };
            Some(Value::Truth(within != *negated))
        }
        ExpressionKind::Nothing
        | ExpressionKind::Name(_)
        | ExpressionKind::Set(_)
        | ExpressionKind::Range(..)
        | ExpressionKind::Field(..)
        | ExpressionKind::Index(..)
        | ExpressionKind::Call(..)
        | ExpressionKind::BySteps { .. }
        | ExpressionKind::Divide { .. }
        | ExpressionKind::Is { .. }
        | ExpressionKind::Else(..)
        | ExpressionKind::If(..)
        | ExpressionKind::Aggregate(_)
        | ExpressionKind::Draw(_)
        | ExpressionKind::Poison => None,
    }
}

fn number(expression: &Expression, totals: &mut dyn Iterator<Item = i64>) -> Option<i64> {
    match value(expression, totals)? {
        Value::Number(number) => Some(number),
        Value::Truth(_) => None,
    }
}

fn binary(operator: BinaryOperator, a: Value, b: Value) -> Option<Value> {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Some(match operator {
            BinaryOperator::Equal => Value::Truth(a == b),
            BinaryOperator::NotEqual => Value::Truth(a != b),
            BinaryOperator::Less => Value::Truth(a < b),
            BinaryOperator::LessOrEqual => Value::Truth(a <= b),
            BinaryOperator::Greater => Value::Truth(a > b),
            BinaryOperator::GreaterOrEqual => Value::Truth(a >= b),
            BinaryOperator::Add => Value::Number(a.checked_add(b)?),
            BinaryOperator::Subtract => Value::Number(a.checked_sub(b)?),
            BinaryOperator::Multiply => Value::Number(a.checked_mul(b)?),
            BinaryOperator::Modulo => Value::Number(a.checked_rem_euclid(b)?),
            BinaryOperator::Or | BinaryOperator::And => return None,
        }),
        (Value::Truth(a), Value::Truth(b)) => match operator {
            BinaryOperator::And => Some(Value::Truth(a && b)),
            BinaryOperator::Or => Some(Value::Truth(a || b)),
            BinaryOperator::Equal => Some(Value::Truth(a == b)),
            BinaryOperator::NotEqual => Some(Value::Truth(a != b)),
            BinaryOperator::Less
            | BinaryOperator::LessOrEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterOrEqual
            | BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Modulo => None,
        },
        (Value::Number(_), Value::Truth(_)) | (Value::Truth(_), Value::Number(_)) => None,
    }
}
