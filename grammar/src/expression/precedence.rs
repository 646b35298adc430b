//! Rows of items and operators, read by the table of precedence in `rules.pest`.

use std::iter::Peekable;
use std::vec::IntoIter;

use pest::iterators::Pair;

use super::operation::{chain_of, poison};
use super::rules::{Rule, Source};
use super::tree::{BinaryOperator, Expression, ExpressionKind};
use crate::problem::Problems;
use crate::problem::expression::{
    ChainedComparison, MissingRounding, ParenthesesNeeded, StrayRounding, UnexpectedWord,
};
use crate::span::{Span, Spanned};

/// One piece of a row.
enum Piece {
    Value(Expression),
    /// `not`, `-`, `draw from`
    Prefix(Rule, Span),
    Operator(Rule, Span),
    /// `is name`, `is not name`
    Is(Spanned<String>, bool, Span),
    /// `rounded up`
    Rounded(bool, Span),
}

/// A row of items and operators, read from tightest to loosest. One method per line of the table.
pub struct Row {
    pieces: Peekable<IntoIter<Piece>>,
}

impl Row {
    pub fn new(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> Row {
        let pieces: Vec<Piece> = pair.into_inner().map(|part| piece(part, source, problems)).collect();
        Row { pieces: pieces.into_iter().peekable() }
    }

    /// The loosest level: the tree of the whole row.
    pub fn disjunction(&mut self, problems: &mut Problems) -> Expression {
        let mut left = self.conjunction(problems);
        while self.operator(&[Rule::or]).is_some() {
            let right = self.conjunction(problems);
            left = binary(BinaryOperator::Or, left, right);
        }
        left
    }

    fn conjunction(&mut self, problems: &mut Problems) -> Expression {
        let mut left = self.negation(problems);
        while self.operator(&[Rule::and]).is_some() {
            let right = self.negation(problems);
            left = binary(BinaryOperator::And, left, right);
        }
        left
    }

    fn negation(&mut self, problems: &mut Problems) -> Expression {
        let mut nots = Vec::new();
        while let Some(span) = self.prefix(Rule::not) {
            nots.push(span);
        }
        let inner = self.comparison(problems);
        nots.into_iter().rev().fold(inner, |inner, not| Expression {
            span: not.to(inner.span),
            kind: ExpressionKind::Not(Box::new(inner)),
        })
    }

    fn comparison(&mut self, problems: &mut Problems) -> Expression {
        let left = self.range(problems);
        let (mut whole, mut first) = self.compared(left, problems);
        // What else is compared belongs to no tree; it is read, and reported once.
        let mut chained = false;
        while first.is_some() {
            let (next, second) = self.compared(whole, problems);
            whole = if chained || second.is_some() { poison(next.span) } else { next };
            if let (Some(first), Some(second), false) = (first, second, chained) {
                problems.report(ChainedComparison { first, second });
                chained = true;
            }
            first = second;
        }
        whole
    }

    /// The expression compared with what follows, and where its operator stands; or as it is.
    fn compared(&mut self, left: Expression, problems: &mut Problems) -> (Expression, Option<Span>) {
        if let Some(Piece::Is(name, negated, span)) =
            self.pieces.next_if(|piece| matches!(piece, Piece::Is(..)))
        {
            let whole = left.span.to(name.span);
            let kind = ExpressionKind::Is { item: Box::new(left), name, negated };
            return (Expression { span: whole, kind }, Some(span));
        }
        let Some((rule, span)) = self.operator(COMPARISONS) else { return (left, None) };
        let right = self.range(problems);
        let whole = left.span.to(right.span);
        let (item, container) = (Box::new(left), Box::new(right));
        let kind = match comparison_operator(rule) {
            Some(operator) => ExpressionKind::Binary(operator, item, container),
            None => ExpressionKind::In { item, container, negated: rule == Rule::not_in },
        };
        (Expression { span: whole, kind }, Some(span))
    }

    fn range(&mut self, problems: &mut Problems) -> Expression {
        let low = self.fallback(problems);
        if self.operator(&[Rule::range]).is_none() {
            return low;
        }
        let high = self.fallback(problems);
        let mut whole = Expression {
            span: low.span.to(high.span),
            kind: ExpressionKind::Range(Box::new(low), Box::new(high)),
        };
        let mut chained = false;
        while let Some((_, second)) = self.operator(&[Rule::range]) {
            let rest = self.fallback(problems);
            if !std::mem::replace(&mut chained, true) {
                problems.report(UnexpectedWord {
                    span: second,
                    found: Some("..".to_owned()),
                    expected: "an operator or the end".to_owned(),
                    help: Some("a range has two ends"),
                });
            }
            whole = poison(whole.span.to(rest.span));
        }
        whole
    }

    /// `a else b else c` is `a else (b else c)`: each is what to take when there is none before it.
    fn fallback(&mut self, problems: &mut Problems) -> Expression {
        let mut values = vec![self.sum(problems)];
        while self.operator(&[Rule::else_]).is_some() {
            values.push(self.sum(problems));
        }
        let folded = values.into_iter().rev().reduce(|otherwise, value| Expression {
            span: value.span.to(otherwise.span),
            kind: ExpressionKind::Else(Box::new(value), Box::new(otherwise)),
        });
        folded.unwrap_or_else(|| poison(Span::default()))
    }

    fn sum(&mut self, problems: &mut Problems) -> Expression {
        let mut left = self.product(problems);
        while let Some((rule, _)) = self.operator(&[Rule::plus, Rule::minus]) {
            let right = self.product(problems);
            let operator = if rule == Rule::plus { BinaryOperator::Add } else { BinaryOperator::Subtract };
            left = binary(operator, left, right);
        }
        left
    }

    fn product(&mut self, problems: &mut Problems) -> Expression {
        let mut left = self.item(problems);
        loop {
            let next = self.operator(&[Rule::multiply, Rule::modulo, Rule::divide]);
            let Some((rule, span)) = next else {
                if let Some((_, span)) = self.rounded() {
                    problems.report(StrayRounding { span });
                    continue;
                }
                return left;
            };
            let right = self.item(problems);
            left = match rule {
                Rule::multiply => binary(BinaryOperator::Multiply, left, right),
                Rule::modulo => binary(BinaryOperator::Modulo, left, right),
                _ => self.divide(left, right, span, problems),
            };
        }
    }

    fn divide(
        &mut self,
        dividend: Expression,
        divisor: Expression,
        sign: Span,
        problems: &mut Problems,
    ) -> Expression {
        let span = dividend.span.to(divisor.span);
        match self.rounded() {
            Some((up, rounding)) => Expression {
                span: span.to(rounding),
                kind: ExpressionKind::Divide { dividend: Box::new(dividend), divisor: Box::new(divisor), up },
            },
            None => {
                problems.report(MissingRounding { span: sign });
                poison(span)
            }
        }
    }

    fn item(&mut self, problems: &mut Problems) -> Expression {
        if let Some(minus) = self.prefix(Rule::minus) {
            let inner = self.item(problems);
            let span = minus.to(inner.span);
            return Expression { span, kind: ExpressionKind::Negative(Box::new(inner)) };
        }
        if let Some(draw) = self.prefix(Rule::drawing) {
            let from = self.sum(problems);
            return Expression { span: draw.to(from.span), kind: ExpressionKind::Draw(Box::new(from)) };
        }
        if let Some(not) = self.prefix(Rule::not) {
            problems.report(ParenthesesNeeded { span: not, word: "not" });
            return poison(not.to(self.item(problems).span));
        }
        match self.pieces.next_if(|piece| matches!(piece, Piece::Value(_))) {
            Some(Piece::Value(value)) => value,
            _ => poison(Span::default()),
        }
    }

    fn operator(&mut self, rules: &[Rule]) -> Option<(Rule, Span)> {
        match self
            .pieces
            .next_if(|piece| matches!(piece, Piece::Operator(rule, _) if rules.contains(rule)))?
        {
            Piece::Operator(rule, span) => Some((rule, span)),
            Piece::Value(_) | Piece::Prefix(..) | Piece::Is(..) | Piece::Rounded(..) => None,
        }
    }

    fn prefix(&mut self, rule: Rule) -> Option<Span> {
        match self.pieces.next_if(|piece| matches!(piece, Piece::Prefix(found, _) if *found == rule))? {
            Piece::Prefix(_, span) => Some(span),
            Piece::Value(_) | Piece::Operator(..) | Piece::Is(..) | Piece::Rounded(..) => None,
        }
    }

    fn rounded(&mut self) -> Option<(bool, Span)> {
        match self.pieces.next_if(|piece| matches!(piece, Piece::Rounded(..)))? {
            Piece::Rounded(up, span) => Some((up, span)),
            Piece::Value(_) | Piece::Operator(..) | Piece::Is(..) | Piece::Prefix(..) => None,
        }
    }
}

fn piece(pair: Pair<'_, Rule>, source: Source, problems: &mut Problems) -> Piece {
    let span = source.place(&pair);
    match pair.as_rule() {
        Rule::prefix => Piece::Prefix(first_rule(pair), span),
        Rule::infix => Piece::Operator(first_rule(pair), span),
        Rule::else_ => Piece::Operator(Rule::else_, span),
        Rule::test => {
            let negated = pair.clone().into_inner().any(|part| part.as_rule() == Rule::not);
            let name = pair.into_inner().last().map(|name| source.name(&name));
            Piece::Is(name.unwrap_or_else(|| Spanned::new(String::new(), span)), negated, span)
        }
        Rule::rounding => Piece::Rounded(pair.into_inner().any(|part| part.as_rule() == Rule::up), span),
        _ => Piece::Value(chain_of(pair, source, problems)),
    }
}

fn first_rule(pair: Pair<'_, Rule>) -> Rule {
    let outer = pair.as_rule();
    pair.into_inner().next().map_or(outer, |inner| inner.as_rule())
}

const COMPARISONS: &[Rule] = &[
    Rule::equal,
    Rule::not_equal,
    Rule::less,
    Rule::less_or_equal,
    Rule::greater,
    Rule::greater_or_equal,
    Rule::in_,
    Rule::not_in,
];

fn comparison_operator(rule: Rule) -> Option<BinaryOperator> {
    Some(match rule {
        Rule::equal => BinaryOperator::Equal,
        Rule::not_equal => BinaryOperator::NotEqual,
        Rule::less => BinaryOperator::Less,
        Rule::less_or_equal => BinaryOperator::LessOrEqual,
        Rule::greater => BinaryOperator::Greater,
        Rule::greater_or_equal => BinaryOperator::GreaterOrEqual,
        _ => return None,
    })
}

fn binary(operator: BinaryOperator, left: Expression, right: Expression) -> Expression {
    let span = left.span.to(right.span);
    Expression { span, kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)) }
}
