//! The beginning of a line: section numbers, list markers and note prefixes (`start.pest`).

use pest::Parser;
use pest_derive::Parser;

use super::Class;

#[derive(Parser)]
#[grammar = "document/start.pest"]
struct StartParser;

/// A number at the beginning of a line that may begin a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// `6.47`; `14` for `14.`.
    pub id: String,
    /// Whether it has a dot inside, so that no list item looks like it.
    pub dotted: bool,
    /// Where the rest of the line begins.
    pub length: usize,
}

/// The section number that a line begins with.
pub fn number(line: &str) -> Option<Number> {
    if let Some((length, id)) = inner(Rule::dotted, line) {
        let gap = line.get(length..).unwrap_or_default();
        let white = gap.len() - gap.trim_start().len();
        return Some(Number { id, dotted: true, length: length + white });
    }
    inner(Rule::chapter, line).map(|(length, id)| Number { id, dotted: false, length })
}

/// The length of the list markers at the beginning of a line: `• 1.) `.
pub fn marker(line: &str) -> Option<usize> {
    let bullet = length(Rule::bullet, line).unwrap_or(0);
    let ordinal = length(Rule::ordinal, line.get(bullet..).unwrap_or_default()).unwrap_or(0);
    (bullet + ordinal > 0).then_some(bullet + ordinal)
}

/// The number of an ordinal marker: 4 for `4. `.
pub fn ordinal(line: &str) -> Option<u32> {
    let length = length(Rule::ordinal, line)?;
    line.get(..length)?.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok()
}

/// The level and length of `## `.
pub fn hashes(line: &str) -> Option<(u8, usize)> {
    let length = length(Rule::hashes, line)?;
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    Some((level as u8, length))
}

/// What a prefix says of the paragraph that it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefix {
    pub class: Class,
    pub length: usize,
}

pub fn prefix(line: &str) -> Option<Prefix> {
    let of = |rule, class| length(rule, line).map(|length| Prefix { class, length });
    of(Rule::note, Class::Note)
        .or_else(|| of(Rule::example, Class::Example))
        .or_else(|| of(Rule::amendment, Class::Plain))
}

/// No line start is longer; a 33 KB line need not be looked at for more.
const LONGEST: usize = 256;

fn length(rule: Rule, line: &str) -> Option<usize> {
    let pair = StartParser::parse(rule, head(line)).ok()?.next()?;
    Some(pair.as_str().len())
}

fn inner(rule: Rule, line: &str) -> Option<(usize, String)> {
    let pair = StartParser::parse(rule, head(line)).ok()?.next()?;
    let length = pair.as_str().len();
    let id = pair.into_inner().next()?.as_str().to_owned();
    Some((length, id))
}

pub fn head(line: &str) -> &str {
    let end = (0..=LONGEST.min(line.len())).rev().find(|end| line.is_char_boundary(*end)).unwrap_or(0);
    line.get(..end).unwrap_or_default()
}
