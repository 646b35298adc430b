//! From what the grammar read to trees; rows of operators are `precedence.rs`'s.

use pest::iterators::Pair;

use super::precedence::Row;
use super::read::number_of;
use super::rules::{Rule, Source};
use super::tree::{Aggregate, AggregateKind, Binding, Expression, ExpressionKind, Invocation};
use crate::problem::Problems;
use crate::problem::expression::{AggregateValue, DiceOutOfRange, UnexpectedWord};
use crate::span::{Span, Spanned};

/// The tree of `expression`, `operation` and the like.
pub fn expression_of(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> Expression {
    match pair.as_rule() {
        Rule::conditional | Rule::inner_conditional => conditional(pair, source, problems),
        Rule::operation | Rule::inner_operation => Row::new(pair, source, problems).disjunction(problems),
        // `expression` and `branch` hold one of these.
        _ => match pair.into_inner().next() {
            Some(inner) => expression_of(inner, source, problems),
            None => poison(source.extent()),
        },
    }
}

fn conditional(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> Expression {
    let start = source.place(&pair);
    let mut parts = pair
        .into_inner()
        .filter(|part| matches!(part.as_rule(), Rule::expression | Rule::branch))
        .map(|part| expression_of(part, source, problems));
    match (parts.next(), parts.next(), parts.next()) {
        (Some(condition), Some(then), Some(otherwise)) => {
            let span = Span { end: otherwise.span.end, ..start };
            Expression {
                span,
                kind: ExpressionKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)),
            }
        }
        _ => poison(start),
    }
}

/// The tree of `binding`.
pub fn binding_of(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> Binding {
    let span = source.place(&pair);
    let mut variable = Spanned::new(String::new(), span);
    let mut from = poison(span);
    let mut filter = None;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::name => variable = source.name(&part),
            Rule::operation => from = expression_of(part, source, problems),
            Rule::filter => {
                filter = part.into_inner().last().map(|part| expression_of(part, source, problems))
            }
            _ => {}
        }
    }
    Binding { variable, source: from, filter }
}

/// The tree of `reference`: a name with or without arguments.
pub fn invocation_of(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> Invocation {
    let (name, arguments, step) = reference(pair, source, problems);
    if let Some(Expression { span, .. }) = step {
        let help = Some("`distance` and `within` count by steps; what is called does not");
        let (found, expected) = (Some("by".to_owned()), "`)`".to_owned());
        problems.report(UnexpectedWord { span, found, expected, help });
    }
    Invocation { name, arguments: arguments.unwrap_or_default() }
}

fn reference(
    pair: Pair<'_, Rule>,
    source: Source,
    problems: &mut Problems,
) -> (Spanned<String>, Option<Vec<Expression>>, Option<Expression>) {
    let mut name = Spanned::new(String::new(), source.place(&pair));
    let (mut arguments, mut step) = (None, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::name => name = source.name(&part),
            Rule::arguments => {
                let mut inner = part.clone().into_inner();
                let by = inner.find(|part| part.as_rule() == Rule::by_step);
                step = by.and_then(|by| by.into_inner().last()).map(|step| primary(step, source, problems));
                arguments = Some(expressions(part, source, problems));
            }
            _ => {}
        }
    }
    (name, arguments, step)
}

/// The expressions that stand in brackets.
fn expressions(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> Vec<Expression> {
    pair.into_inner()
        .filter(|part| part.as_rule() == Rule::expression)
        .map(|part| expression_of(part, source, problems))
        .collect()
}

/// The tree of `chain`: something with members and look-ups after it.
pub fn chain_of(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> Expression {
    let mut parts = pair.into_inner();
    let Some(first) = parts.next() else { return poison(source.extent()) };
    let mut expression = primary(first, source, problems);
    for part in parts {
        let span = expression.span.to(source.place(&part));
        let inner = Box::new(expression);
        let kind = match part.as_rule() {
            Rule::field => match part.into_inner().last() {
                Some(name) => ExpressionKind::Field(inner, source.name(&name)),
                None => ExpressionKind::Poison,
            },
            _ => ExpressionKind::Index(inner, expressions(part, source, problems)),
        };
        expression = Expression { span, kind };
    }
    expression
}

fn primary(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> Expression {
    let span = source.place(&pair);
    let kind = match pair.as_rule() {
        Rule::number => {
            number_of(&pair, source, problems).map_or(ExpressionKind::Poison, ExpressionKind::Number)
        }
        Rule::boolean => ExpressionKind::Boolean(pair.as_str() == "true"),
        Rule::nothing => ExpressionKind::Nothing,
        Rule::roll => roll(pair, source, problems),
        Rule::group => match pair.into_inner().next() {
            Some(inner) => expression_of(inner, source, problems).kind,
            None => ExpressionKind::Poison,
        },
        Rule::set => ExpressionKind::Set(expressions(pair, source, problems)),
        Rule::those => match pair.into_inner().find(|part| part.as_rule() == Rule::binding) {
            Some(binding) => ExpressionKind::Aggregate(Box::new(Aggregate {
                kind: AggregateKind::Those,
                binding: binding_of(binding, source, problems),
                body: None,
            })),
            None => ExpressionKind::Poison,
        },
        Rule::aggregate => aggregate(pair, source, problems),
        _ => match reference(pair, source, problems) {
            (name, Some(arguments), None) => ExpressionKind::Call(name, arguments),
            (name, Some(arguments), Some(step)) => {
                ExpressionKind::BySteps { name, arguments, step: Box::new(step) }
            }
            (name, None, _) => ExpressionKind::Name(name.value),
        },
    };
    Expression { span, kind }
}

fn roll(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> ExpressionKind {
    let Some(word) = pair.into_inner().find(|part| part.as_rule() == Rule::dice) else {
        return ExpressionKind::Poison;
    };
    let numbers = word.as_str().split_once('d').and_then(|(dice, sides)| {
        let (dice, sides) = (dice.parse::<u32>().ok()?, sides.parse::<u32>().ok()?);
        ((1..=20).contains(&dice) && (1..=100).contains(&sides)).then_some((dice, sides))
    });
    match numbers {
        Some((dice, sides)) => ExpressionKind::Roll { dice, sides },
        None => {
            problems.report(DiceOutOfRange { span: source.place(&word) });
            ExpressionKind::Poison
        }
    }
}

fn aggregate(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> ExpressionKind {
    let (mut word, mut binding, mut body) = (None, None, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::aggregate_word => word = Some(source.name(&part)),
            Rule::binding => binding = Some(binding_of(part, source, problems)),
            Rule::body => body = part.into_inner().last().map(|part| expression_of(part, source, problems)),
            _ => {}
        }
    }
    let (Some(word), Some(binding)) = (word, binding) else { return ExpressionKind::Poison };
    let (kind, wants_value) = match word.value.as_str() {
        "count" => (AggregateKind::Count, false),
        "first" => (AggregateKind::First, false),
        "sum" => (AggregateKind::Sum, true),
        "most" => (AggregateKind::Most, true),
        "least" => (AggregateKind::Least, true),
        "any" => (AggregateKind::Any, true),
        _ => (AggregateKind::Every, true),
    };
    if wants_value != body.is_some() {
        let span = body.as_ref().map_or(word.span, |body| body.span);
        problems.report(AggregateValue { span, word: word.value, wanted: wants_value });
        return ExpressionKind::Poison;
    }
    ExpressionKind::Aggregate(Box::new(Aggregate { kind, binding, body }))
}

pub(super) fn poison(span: Span) -> Expression {
    Expression { span, kind: ExpressionKind::Poison }
}
