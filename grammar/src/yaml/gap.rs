//! What stands between two tokens: white space, comments, and the dashes of list items.
//!
//! The parser says nothing of these, but a tab among them is refused, and a list begins at its first dash.

use super::collect::{Collector, Items, Open};
use super::scalar::lines;
use crate::problem::Problems;
use crate::problem::yaml::TabUsed;

impl Collector<'_> {
    /// Moves to a token, through the gap before it and the `-` of a list's item.
    pub(super) fn arrive(&mut self, start: usize, end: usize) {
        let dash = self.search_gap(start);
        if let Some(Open { items: Items::List { dash_met, .. }, flow: false, end: reached, .. }) =
            self.open.last_mut()
        {
            *dash_met = true;
            *reached = (*reached).max(dash.map_or(0, |dash| dash + 1));
        }
        self.cursor = self.cursor.max(end);
    }

    /// Moves to the first `-` of a new list. The parser places a list that stands in the column of its key
    /// after that dash, every other one at it.
    pub(super) fn arrive_at_dash(&mut self, start: usize) -> usize {
        let from = self.cursor;
        let awaited = matches!(
            self.open.last(),
            Some(Open { items: Items::List { dash_met: false, .. }, flow: false, .. })
        );
        self.arrive(start, start);
        let passed = dashes(&self.text[from.min(start)..start]).nth(usize::from(awaited));
        let dash = passed.map_or(start, |dash| from + dash);
        self.cursor = self.cursor.max(dash + 1).min(self.text.len());
        dash
    }

    /// Between two tokens stand white space, comments and marks only; no tab is allowed there. Gives the
    /// first dash.
    pub(super) fn search_gap(&mut self, until: usize) -> Option<usize> {
        let from = self.cursor;
        let gap = self.text.get(from..until)?;
        let tabs: Vec<usize> =
            outside_comments(gap).filter(|&(_, byte)| byte == b'\t').map(|(at, _)| at).collect();
        for tab in tabs {
            self.tab(from + tab);
        }
        self.cursor = self.cursor.max(until);
        dashes(gap).next().map(|dash| from + dash)
    }

    /// The further lines of a plain scalar are indented with spaces too.
    pub(super) fn search_folds(&mut self, start: usize, end: usize) {
        let text = self.text;
        for (offset, _) in text[start..end].match_indices('\n') {
            let line = start + offset + 1;
            let mut indentation = text[line..end].bytes().take_while(|byte| matches!(byte, b' ' | b'\t'));
            if let Some(tab) = indentation.position(|byte| byte == b'\t') {
                self.tab(line + tab);
            }
        }
    }

    /// Notes a tab; a file full of them gets one message.
    pub fn tab(&mut self, place: usize) {
        self.tabs = match self.tabs {
            None => Some((place, 1)),
            Some((first, count)) => Some((first.min(place), count + 1)),
        };
    }

    pub fn report_tabs(&self, problems: &mut Problems) {
        if let Some((first, count)) = self.tabs {
            problems.report(TabUsed { span: self.span(first, first + 1), count });
        }
    }
}

/// The bytes of a gap that do not stand in a comment.
fn outside_comments(gap: &str) -> impl Iterator<Item = (usize, u8)> {
    let mut comment = false;
    let mut before = b' ';
    gap.bytes().enumerate().filter(move |&(_, byte)| {
        if matches!(byte, b'\n' | b'\r') {
            comment = false;
        } else if byte == b'#' && before.is_ascii_whitespace() {
            comment = true;
        }
        before = byte;
        !comment
    })
}

/// Where the dashes of list items stand in a gap.
fn dashes(gap: &str) -> impl Iterator<Item = usize> {
    let bytes = gap.as_bytes();
    outside_comments(gap).filter_map(move |(at, byte)| {
        let alone = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        (byte == b'-' && alone(before) && alone(bytes.get(at + 1))).then_some(at)
    })
}

/// Where a block scalar's `|` or `>` stands, and the byte after its line.
pub(super) fn block_header(text: &str, gap: usize, start: usize) -> (usize, usize) {
    let indicator = outside_comments(&text[gap..start])
        .find(|&(_, byte)| matches!(byte, b'|' | b'>'))
        .map_or(start, |(at, _)| gap + at);
    let second_line = lines(&text[indicator..]).nth(1);
    (indicator, second_line.map_or(text.len(), |(line, _)| indicator + line))
}
