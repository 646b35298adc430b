//! The entry points for texts that are one expression, binding, type or invocation.

use pest::iterators::Pair;

use super::operation::{self, expression_of};
use super::rules::{Rule, Source, parse};
use super::tree::{Binding, Expression, ExpressionKind, Invocation, TypeName, TypeNameKind};
use crate::problem::Problems;
use crate::problem::expression::NumberTooLarge;
use crate::span::Spanned;
use crate::yaml::ScalarMap;

/// Reads one expression.
pub fn expression(text: &str, map: &ScalarMap, problems: &mut Problems) -> Expression {
    let source = Source::whole(text, map);
    match first(Rule::whole_expression, source, problems) {
        Some(pair) => expression_of(pair, source, problems),
        None => poison(source),
    }
}

/// Reads `variable in source where filter`. A binding that could not be read has a poisoned source.
pub fn binding(text: &str, map: &ScalarMap, problems: &mut Problems) -> Binding {
    let source = Source::whole(text, map);
    match first(Rule::whole_binding, source, problems) {
        Some(pair) => operation::binding_of(pair, source, problems),
        None => Binding {
            variable: Spanned::new(String::new(), source.extent()),
            source: poison(source),
            filter: None,
        },
    }
}

/// Reads the name of a type.
pub fn type_name(text: &str, map: &ScalarMap, problems: &mut Problems) -> TypeName {
    let source = Source::whole(text, map);
    match first(Rule::whole_type, source, problems) {
        Some(pair) => type_of(pair, source, problems),
        None => TypeName { span: source.extent(), kind: TypeNameKind::Poison },
    }
}

/// Reads `name` or `name(argument, …)`. One that could not be read has no name.
pub fn invocation(text: &str, map: &ScalarMap, problems: &mut Problems) -> Invocation {
    let source = Source::whole(text, map);
    match first(Rule::whole_invocation, source, problems) {
        Some(pair) => operation::invocation_of(pair, source, problems),
        None => Invocation { name: Spanned::new(String::new(), source.extent()), arguments: Vec::new() },
    }
}

fn first<'text>(rule: Rule, source: Source<'text>, problems: &mut Problems) -> Option<Pair<'text, Rule>> {
    parse(rule, source, problems)?.next()
}

fn poison(source: Source) -> Expression {
    Expression { span: source.extent(), kind: ExpressionKind::Poison }
}

/// The tree of `type_name`.
pub(super) fn type_of(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> TypeName {
    let span = source.place(&pair);
    let kind = pair.into_inner().next().map_or(TypeNameKind::Poison, |kind| match kind.as_rule() {
        Rule::yes_or_no => TypeNameKind::Boolean,
        Rule::optional_type => TypeNameKind::Optional(last_word(kind)),
        Rule::set_type => TypeNameKind::Set(last_word(kind)),
        Rule::range_type => range_type(kind, source, problems),
        _ => TypeNameKind::Named(kind.as_str().to_owned()),
    });
    TypeName { span, kind }
}

fn last_word(pair: Pair<'_, Rule>) -> String {
    pair.into_inner().last().map_or_else(String::new, |name| name.as_str().to_owned())
}

fn range_type(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> TypeNameKind {
    let mut ends = pair.into_inner().filter(|part| part.as_rule() == Rule::signed);
    let mut end = || {
        let signed = ends.next()?;
        let negative = signed.as_str().starts_with('-');
        let value = number_of(&signed.into_inner().last()?, source, problems)?;
        Some(if negative { -value } else { value })
    };
    match (end(), end()) {
        (Some(low), Some(high)) => TypeNameKind::Range(low, high),
        (None, _) | (_, None) => TypeNameKind::Poison,
    }
}

/// A number of at most nine digits, so that 32 bits always hold it.
pub(super) fn number_of(pair: &Pair<'_, Rule>, source: Source, problems: &mut Problems) -> Option<i64> {
    let digits = pair.as_str().trim_start_matches('0');
    let value = if digits.is_empty() { Some(0) } else { digits.parse().ok() };
    match value {
        Some(value) if digits.len() <= 9 => Some(value),
        Some(_) | None => {
            problems.report(NumberTooLarge { span: source.place(pair) });
            None
        }
    }
}
