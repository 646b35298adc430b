//! The parser made from `rules.pest`: see `grammar/parser/`.

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::rules_parser::Grammar;
use super::{check, fault};
use crate::problem::Problems;
use crate::span::{Span, Spanned};
use crate::yaml::ScalarMap;

pub use super::rules_parser::Rule;

/// A stretch of a scalar that is read by itself: all of it, or one line of a script.
#[derive(Clone, Copy)]
pub struct Source<'text> {
    pub text: &'text str,
    /// Where `text` begins in the scalar.
    pub base: usize,
    pub map: &'text ScalarMap,
}

impl<'text> Source<'text> {
    pub fn whole(text: &'text str, map: &'text ScalarMap) -> Source<'text> {
        Source { text, base: 0, map }
    }

    /// The place in the file of a byte range of `text`.
    pub fn span(&self, start: usize, end: usize) -> Span {
        self.map.span(self.base + start, self.base + end)
    }

    pub fn place(&self, pair: &Pair<'_, Rule>) -> Span {
        // A rule may take the blanks behind its last word; the place does not.
        let (start, text) = (pair.as_span().start(), pair.as_str());
        self.span(start, start + text.trim_end().len())
    }

    pub fn name(&self, pair: &Pair<'_, Rule>) -> Spanned<String> {
        Spanned::new(pair.as_str().to_owned(), self.place(pair))
    }

    /// From the first word to the last.
    pub fn extent(&self) -> Span {
        let first = self.text.len() - self.text.trim_start().len();
        self.span(first, self.text.trim_end().len().max(first))
    }
}

/// Reads a text by a rule; `None` when it cannot be read, which has been reported.
pub fn parse<'text>(
    rule: Rule,
    source: Source<'text>,
    problems: &mut Problems,
) -> Option<Pairs<'text, Rule>> {
    if !check::passes(source, problems) {
        return None;
    }
    match Grammar::parse(rule, source.text) {
        Ok(pairs) => Some(pairs),
        Err(error) => {
            fault::report(rule, source, &error, problems);
            None
        }
    }
}
