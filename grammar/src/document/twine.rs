//! Twine exports: passages between empty lines, with links and Harlowe hooks; see [`super::passage`].
//!
//! A passage is a box of a flowchart written as one run: a header, items that begin with a bold number or
//! letter, and links to other boxes. Each item is an entry of its own; a link stays with the words around it.

use std::ops::Range;

use super::draft::{DraftSentence, Drafts};
use super::layout::Line;
use super::passage::Marked;
use super::plain::{self, Emphasis};
use super::{Class, heading, sentences};
use crate::problem::Problems;
use crate::span::FileId;

pub fn read(file: FileId, text: &str, lines: &[Line], problems: &mut Problems) -> Drafts {
    let mut drafts = Drafts::default();
    let mut passage: Option<Range<usize>> = None;
    for line in lines {
        let range =
            passage.take().map_or(line.range.clone(), |open: Range<usize>| open.start..line.range.end);
        if line.before_blank {
            read_passage(file, text, range, &mut drafts, problems);
        } else {
            passage = Some(range);
        }
    }
    drafts
}

fn read_passage(file: FileId, text: &str, range: Range<usize>, drafts: &mut Drafts, problems: &mut Problems) {
    let number = drafts.sections.len();
    drafts.begin(&format!("passage {number}"), None, range.start);
    let plain = plain::read(text, range);
    let marked = Marked::read(file, plain, problems);
    let whole = marked.text.trim();
    let title = number == 0 && marked.links.is_empty() && heading::is_title(whole);
    for sentence in marked.sentences() {
        let class = if title { Class::Heading } else { Class::Plain };
        drafts.push(DraftSentence { class, ..sentence });
    }
}

impl Marked {
    fn sentences(&self) -> Vec<DraftSentence> {
        let ranges = sentences::split(&self.text, &self.breaks());
        let mut links = self.links.iter().peekable();
        let mut found: Vec<DraftSentence> = Vec::new();
        for range in ranges {
            let mut own = Vec::new();
            let mut linked = 0;
            while let Some((at, link)) = links.next_if(|(at, _)| at.start < range.end) {
                linked += at.len();
                own.push(link.clone());
            }
            let text = self.text.get(range.clone()).unwrap_or_default();
            let bare = text.chars().filter(|c| !c.is_whitespace()).map(char::len_utf8).sum::<usize>();
            let only_links = !own.is_empty() && bare <= linked;
            let place = self.source(&range);
            match found.last_mut() {
                // The answers to a question stand behind it.
                Some(last) if only_links => {
                    last.plain = format!("{} {}", last.plain, text.trim());
                    last.links.append(&mut own);
                    last.range.end = place.end.max(last.range.end);
                }
                _ => {
                    let plain = self.without_marker(range).trim().to_owned();
                    found.push(DraftSentence { range: place, plain, class: Class::Plain, links: own });
                }
            }
        }
        found
    }

    /// The text of a range without the item's number at its start.
    fn without_marker(&self, range: Range<usize>) -> &str {
        let text = self.text.get(range.clone()).unwrap_or_default();
        let start = range.start + text.len() - text.trim_start().len();
        let length = match self.item_at(start) {
            Some(true) => marker(text.trim_start()),
            Some(false) => bracketed(text.trim_start()),
            None => 0,
        };
        self.text.get(start + length..range.end).unwrap_or_default()
    }

    /// Where items and headers begin, whatever the sentence does.
    fn breaks(&self) -> Vec<usize> {
        let opens_item = |at: &&usize| bracketed(self.text.get(**at..).unwrap_or_default()) > 0;
        let mut breaks: Vec<usize> = self.hooks.iter().filter(opens_item).copied().collect();
        // Where the header ends that is being read: what follows it at once, in bold or italics, is more of it.
        let mut header = Some(0);
        let mut in_item = false;
        for (idx, run) in self.emphasis.iter().enumerate() {
            let text = self.text.get(run.range.clone()).unwrap_or_default();
            let between = header.and_then(|end| self.text.get(end..run.range.start));
            let more = header.is_some_and(|end| end >= run.range.start)
                || between.is_some_and(|between| between.trim().is_empty());
            if marker(text) > 0 && !self.is_listed(run) {
                breaks.push(run.range.start);
                header = None;
                in_item = true;
            } else if more {
                header = header.max(Some(run.range.end));
            } else if self.follows_only_links(run) || self.is_header(run, idx, in_item) {
                breaks.push(run.range.start);
                header = Some(run.range.end);
                in_item = false;
            } else {
                header = None;
            }
        }
        breaks.retain(|at| *at > 0);
        breaks.sort_unstable();
        breaks.dedup();
        breaks
    }

    /// Whether an item's marker can stand here: in bold or italics, or bare at the start of a hook.
    fn item_at(&self, start: usize) -> Option<bool> {
        let idx = self.emphasis.partition_point(|run| run.range.start < start);
        match self.emphasis.get(idx) {
            Some(run) if run.range.start == start => (!self.is_listed(run)).then_some(true),
            Some(_) | None => self.hooks.binary_search(&start).is_ok().then_some(false),
        }
    }

    /// `within **2** & **3**`: numbers of items, and no items.
    fn is_listed(&self, run: &Emphasis) -> bool {
        let before = self.text.get(..run.range.start).unwrap_or_default();
        let after = self.text.get(run.range.end..).unwrap_or_default();
        before.trim_end().ends_with('&') || after.trim_start().starts_with('&')
    }

    /// `**March** *if …*`, `**Raid *if …:***`, and after an item `**Ambush** **1** …`: bold, a capital, and then a
    /// colon or another emphasis. One or two words before it belong to it: `If none, **Enlist** *after …:*`.
    fn is_header(&self, run: &Emphasis, idx: usize, in_item: bool) -> bool {
        let text = self.text.get(run.range.clone()).unwrap_or_default();
        let joined = self.emphasis.get(idx + 1).is_some_and(|next| {
            let between = self.text.get(run.range.end..next.range.start).unwrap_or("x");
            let item = self.text.get(next.range.clone()).is_some_and(|next| marker(next) > 0);
            between.trim().is_empty() && (in_item || !item)
        });
        let heads = text.trim_end().ends_with(':') || joined;
        run.bold && heads && text.starts_with(char::is_uppercase) && self.words_before(run.range.start) != 1
    }

    /// How many words stand before a place in its sentence: 0 for none, 1 for one or two, 2 for more.
    fn words_before(&self, at: usize) -> usize {
        // Three words are no longer than this, and a passage without a stop is not read again and again.
        let from = (at.saturating_sub(160)..at).find(|from| self.text.is_char_boundary(*from)).unwrap_or(at);
        let before = self.text.get(from..at).unwrap_or_default();
        let start = before.rfind(['.', '?', '!', ':']).map_or(0, |stop| stop + 1);
        let words = before.get(start..).unwrap_or_default().split_whitespace().take(3).count();
        words.div_ceil(2)
    }

    /// A passage may begin with a link that leads away; its question comes behind it.
    fn follows_only_links(&self, run: &Emphasis) -> bool {
        let first = self.links.first().is_some_and(|(range, _)| range.start == 0);
        let behind = self.links.iter().take(4).any(|(range, _)| {
            let between = self.text.get(range.end..run.range.start);
            range.start == 0 && between.is_some_and(|between| between.trim().is_empty())
        });
        run.bold && first && behind
    }
}

/// The length of a marker that needs no emphasis: `a) `.
fn bracketed(text: &str) -> usize {
    let label = text.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
    if label && text.get(1..).is_some_and(|rest| rest.starts_with(')')) { marker(text) } else { 0 }
}

/// The length of an item's marker: `1 `, `a `, `a) `, `2 ` of `2 To`; 0 where the text begins otherwise.
fn marker(text: &str) -> usize {
    let body = text.trim_start();
    let mut characters = body.chars();
    let label = characters.next().is_some_and(|c| c.is_ascii_digit() || c.is_ascii_lowercase());
    let rest = characters.as_str();
    let after = rest.trim_start_matches([')', '.', ':']);
    let stands_alone = after.is_empty() || after.starts_with(char::is_whitespace);
    if label && stands_alone { text.len() - after.trim_start().len() } else { 0 }
}
