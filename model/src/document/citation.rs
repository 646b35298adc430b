//! Citations: `13.2`, `13.2 s2`, `13.2 s2-4`, `s2`, `passage 9`, `passage 9 s1-2`, `armada s1`.
//!
//! A section alone means its own sentences, without its heading and without what stands in sections below it.

use std::ops::RangeInclusive;

use super::lock::{Lock, LockedSection, SentenceId};

/// Why a citation names nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// Nothing can be read from it.
    Form,
    /// `s2` where no section is given around it.
    NoSection,
    UnknownSection {
        section: String,
    },
    /// The last sentence that the section has.
    NoSuchSentence {
        section: String,
        last: usize,
    },
    /// `s4-2`
    Backwards,
}

/// A citation that names nothing, and what may have been meant, best first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unresolved {
    pub citation: String,
    pub reason: Reason,
    pub nearest: Vec<String>,
}

/// The most suggestions that are made.
const MOST_NEAREST: usize = 3;

impl Lock {
    /// The sentences that a citation names, in order. `relative_to` is the section that `s2` alone belongs to.
    pub fn resolve(&self, citation: &str, relative_to: Option<&str>) -> Result<Vec<SentenceId>, Unresolved> {
        let citation = citation.trim();
        let fail = |reason, nearest| Err(Unresolved { citation: citation.to_owned(), reason, nearest });
        if let Some(section) = self.section_idx(citation) {
            let last = self.sections.get(section).map_or(0, |section| section.sentences.len());
            return Ok((1..=last).map(|number| SentenceId { section, number }).collect());
        }
        let (id, tail) = match citation.rsplit_once(char::is_whitespace) {
            Some((id, tail)) => (id.trim_end(), tail),
            None => ("", citation),
        };
        let Some(range) = sentences(tail) else {
            let reason = if citation.is_empty() {
                Reason::Form
            } else {
                Reason::UnknownSection { section: citation.to_owned() }
            };
            return fail(reason, self.nearest_sections(citation, ""));
        };
        let id = match (id, relative_to) {
            ("", Some(section)) => section,
            ("", None) => return fail(Reason::NoSection, Vec::new()),
            (id, _) => id,
        };
        let Some((idx, section)) = self.section_idx(id).and_then(|idx| Some((idx, self.sections.get(idx)?)))
        else {
            return fail(Reason::UnknownSection { section: id.to_owned() }, self.nearest_sections(id, tail));
        };
        if range.is_empty() {
            let swapped = format!("{id} s{}-{}", range.end(), range.start());
            return fail(Reason::Backwards, vec![swapped]);
        }
        if !has(section, &range) {
            let last = section.sentences.len();
            let reason = Reason::NoSuchSentence { section: id.to_owned(), last };
            return fail(reason, nearest_sentences(id, &range, last));
        }
        Ok(range.map(|number| SentenceId { section: idx, number }).collect())
    }

    /// The sections whose ids are most like this one, with the same sentences behind them.
    fn nearest_sections(&self, id: &str, tail: &str) -> Vec<String> {
        let small = id.to_lowercase();
        let mut near: Vec<(usize, usize, &str)> = self
            .sections
            .iter()
            .enumerate()
            .map(|(idx, section)| {
                (strsim::osa_distance(&small, &section.id.to_lowercase()), idx, section.id.as_str())
            })
            .filter(|(distance, _, section)| *distance <= 2.max(section.chars().count() / 3))
            .collect();
        near.sort_unstable();
        let name = |id: &str| if tail.is_empty() { id.to_owned() } else { format!("{id} {tail}") };
        near.into_iter().take(MOST_NEAREST).map(|(_, _, id)| name(id)).collect()
    }
}

/// `s2`, `s2-4`, `s2-s4`
fn sentences(tail: &str) -> Option<RangeInclusive<usize>> {
    let numbers = tail.strip_prefix('s')?;
    let (first, last) = match numbers.split_once(['-', '–']) {
        Some((first, last)) => (first, last.strip_prefix('s').unwrap_or(last)),
        None => (numbers, numbers),
    };
    Some(first.parse().ok()?..=last.parse().ok()?)
}

fn has(section: &LockedSection, range: &RangeInclusive<usize>) -> bool {
    let last = *range.end() <= section.sentences.len();
    last && (*range.start() > 0 || section.heading.is_some())
}

fn nearest_sentences(id: &str, range: &RangeInclusive<usize>, last: usize) -> Vec<String> {
    match last {
        0 => Vec::new(),
        1 => vec![format!("{id} s1")],
        _ if *range.start() < last && range.start() != range.end() => {
            vec![format!("{id} s{}-{last}", range.start().max(&1))]
        }
        _ => vec![format!("{id} s{last}")],
    }
}
