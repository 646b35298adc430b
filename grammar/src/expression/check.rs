//! Checked before the grammar runs: limits that keep it from overflowing, and slips that have a better
//! message than "unexpected word".

use super::rules::Source;
use super::word::{self, Word, WordKind};
use crate::problem::Problems;
use crate::problem::expression::{
    BracketNotClosed, DoubleEquals, StrangeWord, StrayCloser, SymbolForWord, TabInScript, TooDeep, TooLong,
};

/// Brackets, `if`s and signs nest this deep at most.
pub const DEEPEST: usize = 64;

/// The most words of one expression or statement; a long sum makes a tree half as deep as this.
const MOST_WORDS: usize = 1_000;

/// Whether the grammar can run on the text. If not, that has been reported.
pub fn passes(source: Source, problems: &mut Problems) -> bool {
    let mut open: Vec<(Word, usize)> = Vec::new();
    // `if`s that are open beside each other, inside the innermost bracket.
    let mut conditions = 0;
    let mut signs = 0;
    let mut tab = false;
    let mut good = true;
    for (count, word) in word::split(source.text).enumerate() {
        let span = source.span(word.start, word.end());
        if count >= MOST_WORDS {
            problems.report(TooLong { span, limit: MOST_WORDS });
            return false;
        }
        signs = if matches!(word.text, "not" | "-") { signs + 1 } else { 0 };
        match (word.kind, word.text) {
            (WordKind::Name, "if") => conditions += 1,
            (WordKind::Symbol, "," | ":") => conditions = 0,
            (WordKind::Open, _) => open.push((word, std::mem::take(&mut conditions))),
            (WordKind::Close, _) => match open.pop() {
                Some((opened, outside)) if closes(opened.text, word.text) => conditions = outside,
                opened => {
                    let opened = opened.map(|(opened, _)| source.span(opened.start, opened.end()));
                    problems.report(StrayCloser { span, found: word.text.to_owned(), opened });
                    return false;
                }
            },
            (WordKind::Tab, _) => {
                if !std::mem::replace(&mut tab, true) {
                    problems.report(TabInScript { span });
                }
                good = false;
            }
            (WordKind::Strange, _) => {
                strange(source, word, problems);
                good = false;
            }
            (WordKind::Name | WordKind::Symbol | WordKind::Number | WordKind::Dice, _) => {}
        }
        let deep = open.iter().map(|(_, conditions)| 1 + conditions).sum::<usize>() + conditions + signs;
        if deep > DEEPEST {
            problems.report(TooDeep { span });
            return false;
        }
    }
    if let Some((opened, _)) = open.pop() {
        let span = source.span(opened.start, opened.end());
        problems.report(BracketNotClosed { span, bracket: opened.text.to_owned() });
        return false;
    }
    good
}

pub fn closes(open: &str, close: &str) -> bool {
    matches!((open, close), ("(", ")") | ("[", "]") | ("{", "}"))
}

/// Signs that other languages have, and letters that no name has.
fn strange(source: Source, word: Word, problems: &mut Problems) {
    let span = source.span(word.start, word.end());
    let found = word.text.to_owned();
    let instead = match word.text {
        "==" => return problems.report(DoubleEquals { span }),
        "&&" | "&" => "and",
        "||" | "|" => "or",
        "!" => "not",
        "%" => "mod",
        "<>" => "!=",
        "=>" => ">=",
        "=<" => "<=",
        _ => return problems.report(StrangeWord { span, found }),
    };
    problems.report(SymbolForWord { span, found, instead });
}
