//! Sections and sentences while a document is being read.
//!
//! Numbers wait for the end, because what is a reference to a section is known only when all sections are.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use super::plain::Plain;
use super::{Class, Document, Fingerprint, Link, Section, Sentence, Style, numbers};
use crate::span::{FileId, Span};

/// A section as it was found.
#[derive(Debug)]
pub struct DraftSection {
    pub id: String,
    pub level: u8,
    pub parent: Option<usize>,
    pub heading: Option<DraftSentence>,
    pub sentences: Vec<DraftSentence>,
    pub range: Range<usize>,
}

/// A sentence as it was found: without markup, not yet normalised.
#[derive(Debug)]
pub struct DraftSentence {
    pub range: Range<usize>,
    pub plain: String,
    pub class: Class,
    pub links: Vec<Link>,
}

impl DraftSentence {
    /// The part of a paragraph at `range` of its plain text.
    pub fn of(plain: &Plain, range: Range<usize>, class: Class) -> DraftSentence {
        let text = plain.text.get(range.clone()).unwrap_or_default();
        let start = range.start + text.len() - text.trim_start().len();
        let text = text.trim();
        let range = plain.source(start..start + text.len());
        DraftSentence { range, plain: text.to_owned(), class, links: Vec::new() }
    }
}

/// The sections of a document under construction; the last one is open.
#[derive(Debug, Default)]
pub struct Drafts {
    pub sections: Vec<DraftSection>,
    ids: HashMap<String, u32>,
}

impl Drafts {
    /// Begins a section. An id that is taken gets a count: `13.2 (2)`.
    pub fn begin(&mut self, id: &str, parent: Option<usize>, start: usize) {
        let count = self.ids.entry(id.to_owned()).or_insert(0);
        *count += 1;
        let id = if *count == 1 { id.to_owned() } else { format!("{id} ({count})") };
        let above = parent.and_then(|parent| self.sections.get(parent)).map_or(0, |parent| parent.level);
        let level = above.saturating_add(1);
        let sentences = Vec::new();
        self.sections.push(DraftSection { id, level, parent, heading: None, sentences, range: start..start });
    }

    pub fn heading(&mut self, heading: DraftSentence) {
        if let Some(section) = self.sections.last_mut() {
            section.range.end = heading.range.end.max(section.range.end);
            section.heading = Some(heading);
        }
    }

    pub fn push(&mut self, sentence: DraftSentence) {
        if let Some(section) = self.sections.last_mut()
            && sentence.plain.contains(char::is_alphanumeric)
        {
            section.range.end = sentence.range.end.max(section.range.end);
            section.sentences.push(sentence);
        }
    }
}

/// Normalises every sentence and finds its numbers.
pub fn finish(file: FileId, style: Style, drafts: Drafts) -> Document {
    let ids: HashSet<String> = drafts.sections.iter().map(|section| section.id.clone()).collect();
    let ids: HashSet<&str> = ids.iter().map(String::as_str).collect();
    let sentence = |draft: DraftSentence| {
        let text = normal(&draft.plain);
        Sentence {
            span: Span::new(file, draft.range.start, draft.range.end),
            fingerprint: Fingerprint::of(&text),
            text,
            class: draft.class,
            numbers: numbers::in_text(&without_targets(&draft), &ids),
            links: draft.links,
        }
    };
    let sections = drafts.sections.into_iter().map(|draft| Section {
        id: draft.id,
        level: draft.level,
        parent: draft.parent,
        heading: draft.heading.map(sentence),
        sentences: draft.sentences.into_iter().map(sentence).collect(),
        span: Span::new(file, draft.range.start, draft.range.end),
    });
    Document { file, style, sections: sections.collect() }
}

/// The names of passages are no words of the sentence, though some are numbers.
fn without_targets(draft: &DraftSentence) -> String {
    let mut text = String::with_capacity(draft.plain.len());
    let mut rest = draft.plain.as_str();
    for link in draft.links.iter().filter(|link| link.label != link.target) {
        let arrow = format!("->{}", link.target);
        if let Some((before, after)) = rest.split_once(&arrow) {
            text.push_str(before);
            text.push(' ');
            rest = after;
        }
    }
    text.push_str(rest);
    text
}

/// NFKC with white space folded.
fn normal(text: &str) -> String {
    let mut normal = String::with_capacity(text.len());
    for character in text.nfkc() {
        if !character.is_whitespace() {
            normal.push(character);
        } else if !normal.is_empty() && !normal.ends_with(' ') {
            normal.push(' ');
        }
    }
    normal.truncate(normal.trim_end().len());
    normal
}
