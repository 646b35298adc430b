//! One line of a script.

use pest::iterators::Pair;

use super::operation::{binding_of, chain_of, expression_of, invocation_of};
use super::read::{number_of, type_of};
use super::rules::{Rule, Source, parse};
use super::tree::{Action, AssignOperator, Binding, Expression, ExpressionKind, Name, StatementKind};
use crate::problem::Problems;
use crate::problem::expression::{BlockWithoutColon, ElseIfMisspelt};
use crate::span::Spanned;

/// What a line begins or is.
pub enum Line {
    /// A statement of its own.
    Whole(StatementKind),
    If(Expression),
    /// `else:`, or `else if c:`
    Else(Option<Expression>),
    For(Binding),
    While(Expression, Option<i64>),
    Repeat(Expression),
    Together,
    /// Reported; whatever is indented below it is read and dropped.
    Poison,
}

/// Reads one line; a comment at its end has been cut off.
pub fn line(source: Source, problems: &mut Problems) -> Line {
    let first = super::word::split(source.text).next();
    if let Some(word) = first.filter(|word| matches!(word.text, "elif" | "elsif" | "elseif" | "elsewhen")) {
        problems.report(ElseIfMisspelt {
            span: source.span(word.start, word.end()),
            found: word.text.to_owned(),
        });
        return Line::Poison;
    }
    let pair = parse(Rule::whole_statement, source, problems).and_then(|mut pairs| pairs.next());
    let Some(pair) = pair else { return Line::Poison };
    report_missing_colon(&pair, source, problems);
    line_of(pair, source, problems)
}

fn report_missing_colon(pair: &Pair<'_, Rule>, source: Source, problems: &mut Problems) {
    let head = matches!(
        pair.as_rule(),
        Rule::if_line
            | Rule::else_line
            | Rule::for_line
            | Rule::while_line
            | Rule::repeat_line
            | Rule::together_line
    );
    let ends = pair.clone().into_inner().last().is_some_and(|part| part.as_rule() == Rule::colon);
    if head && !ends {
        let word = source.text.split_whitespace().next().unwrap_or_default().to_owned();
        problems.report(BlockWithoutColon { span: source.extent(), word });
    }
}

fn line_of(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> Line {
    let rule = pair.as_rule();
    match rule {
        Rule::let_line => Line::Whole(let_line(pair, source, problems)),
        Rule::assign_line => Line::Whole(assign_line(pair, source, problems)),
        Rule::stop_line => Line::Whole(StatementKind::Stop),
        Rule::end_line => Line::Whole(StatementKind::EndGame),
        Rule::together_line => Line::Together,
        Rule::do_line => match pair.into_inner().next() {
            Some(run) => Line::Whole(StatementKind::Do(action_of(run, source, problems))),
            None => Line::Poison,
        },
        Rule::for_line => match pair.into_inner().find(|part| part.as_rule() == Rule::binding) {
            Some(binding) => Line::For(binding_of(binding, source, problems)),
            None => Line::Poison,
        },
        _ => {
            let (mut value, mut limit) = (None, None);
            for part in pair.into_inner() {
                match part.as_rule() {
                    Rule::expression => value = Some(expression_of(part, source, problems)),
                    Rule::limit => {
                        let number = part.into_inner().find(|part| part.as_rule() == Rule::number);
                        // One that is too large has been reported; it is a limit all the same.
                        limit = number.map(|number| number_of(&number, source, problems).unwrap_or(1));
                    }
                    _ => {}
                }
            }
            match (rule, value) {
                (Rule::else_line, value) => Line::Else(value),
                (Rule::if_line, Some(value)) => Line::If(value),
                (Rule::while_line, Some(value)) => Line::While(value, limit),
                (Rule::repeat_line, Some(value)) => Line::Repeat(value),
                (Rule::give_line, Some(value)) => Line::Whole(StatementKind::Give(value)),
                _ => Line::Poison,
            }
        }
    }
}

fn let_line(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> StatementKind {
    let (mut name, mut kind, mut value, mut or_stop) = (None, None, None, false);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::name => name = Some(source.name(&part)),
            Rule::local_type => {
                kind = part.into_inner().last().map(|part| type_of(part, source, problems));
            }
            Rule::action => value = Some(action_of(part, source, problems)),
            Rule::or_stop => or_stop = true,
            _ => {}
        }
    }
    match (name, value) {
        (Some(name), Some(value)) => StatementKind::Let { name, kind, value, or_stop },
        _ => StatementKind::Poison,
    }
}

fn assign_line(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> StatementKind {
    let (mut target, mut operator, mut value) = (None, AssignOperator::Set, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::chain => target = Some(chain_of(part, source, problems)),
            Rule::assign => {
                operator = match part.into_inner().next().map(|sign| sign.as_rule()) {
                    Some(Rule::gains) => AssignOperator::Add,
                    Some(Rule::loses) => AssignOperator::Subtract,
                    _ => AssignOperator::Set,
                };
            }
            Rule::action => value = Some(action_of(part, source, problems)),
            _ => {}
        }
    }
    match (target, value) {
        (Some(target), Some(value)) => StatementKind::Assign { target, operator, value },
        _ => StatementKind::Poison,
    }
}

/// The tree of `action` or `run`.
fn action_of(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> Action {
    let span = source.place(&pair);
    if pair.as_rule() == Rule::action {
        return match pair.into_inner().next() {
            Some(inner) => action_of(inner, source, problems),
            None => Action::Value(Expression { span, kind: ExpressionKind::Poison }),
        };
    }
    if pair.as_rule() != Rule::run {
        return Action::Value(expression_of(pair, source, problems));
    }
    let mut word = Rule::call;
    let (mut name, mut arguments): (Name, _) = (Spanned::new(String::new(), span), Vec::new());
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::reference => {
                let invocation = invocation_of(part, source, problems);
                (name, arguments) = (invocation.name, invocation.arguments);
            }
            rule => word = rule,
        }
    }
    match word {
        Rule::choose => Action::Choose { name, arguments },
        Rule::select => Action::Select { name, arguments },
        _ => Action::Call { name, arguments },
    }
}
