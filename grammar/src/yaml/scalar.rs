//! A scalar's way back to the file: where each stretch of its decoded text stands.

use std::ops::Range;

use granit_parser::ScalarStyle;

use super::node::{Anchor, Scalar, ScalarMap, Style};
use crate::span::FileId;

/// What YAML takes for white space; other such characters are text.
const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// Makes the scalar that was decoded to `text` from a byte range of the file. For a block scalar the range
/// begins after the line of its `|` or `>`.
pub fn scalar(file: FileId, source: &str, range: Range<usize>, text: String, style: ScalarStyle) -> Scalar {
    let start = range.start;
    let raw = &source[range];
    let inner = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
    let one_line = !raw.contains(['\n', '\r']);
    let (style, anchors) = match style {
        ScalarStyle::Literal => (Style::Literal, literal(raw, start, &text)),
        ScalarStyle::Plain if one_line => (Style::Plain, vec![(0, start as u32)]),
        ScalarStyle::Plain | ScalarStyle::Folded => (Style::Folded, folded(raw, start, &text)),
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
            let anchors = quoted(inner, start + 1, &text, style == ScalarStyle::DoubleQuoted);
            (if one_line { Style::Quoted } else { Style::Folded }, anchors)
        }
    };
    let anchors = anchors.into_iter().map(|(decoded, place)| Anchor { decoded, file, place }).collect();
    Scalar { text, style, map: ScalarMap { anchors } }
}

/// Lines of a literal block stand one for one; only the indentation is gone.
fn literal(raw: &str, start: usize, text: &str) -> Vec<(u32, u32)> {
    let mut anchors = vec![(0, start as u32)];
    let mut decoded = 0;
    let mut raw_lines = lines(raw);
    for line in text.split_inclusive('\n') {
        let Some((place, raw_line)) = raw_lines.next() else { break };
        let indentation = raw_line.len().saturating_sub(line.trim_end_matches('\n').len());
        anchor(&mut anchors, decoded, start + place + indentation);
        decoded += line.len();
    }
    anchors
}

/// Folding changes white space only, so each line's words are found again in order.
fn folded(raw: &str, start: usize, text: &str) -> Vec<(u32, u32)> {
    let mut anchors = vec![(0, start as u32)];
    let mut decoded = 0;
    for (place, line) in lines(raw) {
        let words = line.trim_matches(SPACE);
        let rest = &text[decoded..];
        let skipped = rest.len() - rest.trim_start_matches(SPACE).len();
        if !words.is_empty() && rest[skipped..].starts_with(words) {
            decoded += skipped;
            anchor(&mut anchors, decoded, start + place + line.len() - line.trim_start_matches(SPACE).len());
            decoded += words.len();
        }
    }
    anchors
}

/// After each escape and each fold text and file run in step again.
fn quoted(inner: &str, start: usize, text: &str, double: bool) -> Vec<(u32, u32)> {
    let mut anchors = vec![(0, start as u32)];
    let mut decoded = text.chars();
    let mut at = 0;
    while let Some(letter) = inner[at..].chars().next() {
        let rest = &inner[at..];
        let space = rest.len() - rest.trim_start_matches(SPACE).len();
        let breaks = lines(&rest[..space]).count().saturating_sub(1);
        let (length, made) = match letter {
            '\\' if double => escape(rest),
            '\'' if !double => (2, 1),
            // One line break is a space, each further one a line break.
            _ if breaks > 0 => (space, breaks.saturating_sub(1).max(1)),
            _ => {
                at += letter.len_utf8();
                decoded.next();
                continue;
            }
        };
        at = (at + length).min(inner.len());
        decoded.by_ref().take(made).for_each(drop);
        anchor(&mut anchors, text.len() - decoded.as_str().len(), start + at);
    }
    anchors
}

/// How long an escape is, and how many characters it makes.
fn escape(rest: &str) -> (usize, usize) {
    let digits = match rest[1..].chars().next() {
        Some('x') => 2,
        // A character outside the basic plane may be written as two escapes.
        Some('u') if rest[2..].starts_with(['d', 'D']) && rest.get(6..8) == Some("\\u") => 10,
        Some('u') => 4,
        Some('U') => 8,
        Some('\n' | '\r') => {
            let after = rest[1..].trim_start_matches(SPACE);
            return (rest.len() - after.len(), 0);
        }
        Some(other) => return (1 + other.len_utf8(), 1),
        None => return (1, 0),
    };
    (2 + digits, 1)
}

/// From `decoded` on, text and file run in step from `place`.
fn anchor(anchors: &mut Vec<(u32, u32)>, decoded: usize, place: usize) {
    let new = (decoded as u32, place as u32);
    match anchors.last_mut() {
        Some(last) if last.0 == new.0 => *last = new,
        Some(_) | None => anchors.push(new),
    }
}

/// Lines without their line breaks, and where each begins: `\n`, `\r\n` and, as in YAML, a lone `\r`.
pub fn lines(raw: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let rest = &raw[start..];
        let Some(length) = rest.find(['\n', '\r']) else {
            next = None;
            return Some((start, rest));
        };
        let after = if rest[length..].starts_with("\r\n") { 2 } else { 1 };
        next = Some(start + length + after);
        Some((start, &rest[..length]))
    })
}
