//! Documents kept as an outline: short notes under labels (`outline.pest`).
//!
//! What was laid out in columns comes with long runs of spaces in its lines: before an item they separate, inside a
//! sentence they are where a line was broken.

use std::ops::Range;

use pest::Parser;
use pest_derive::Parser;

use super::draft::{DraftSentence, Drafts};
use super::layout::Line;
use super::numbered::PREFACE;
use super::sections::slug;
use super::start;
use super::{Class, plain, sentences};

#[derive(Parser)]
#[grammar = "document/outline.pest"]
struct OutlineParser;

/// A label at the beginning of a line.
#[derive(Debug)]
struct Label {
    word: Range<usize>,
    length: usize,
}

/// Whether a line begins with a label, for telling this style.
pub fn is_labelled(line: &str) -> bool {
    label(line).is_some()
}

pub fn read(text: &str, lines: &[Line]) -> Drafts {
    let mut reader = Reader { text, drafts: Drafts::default(), open: Vec::new(), item: None };
    for line in lines {
        reader.line(line);
    }
    reader.end_item();
    reader.drafts
}

struct Reader<'a> {
    text: &'a str,
    drafts: Drafts,
    /// The labels around, outermost first.
    open: Vec<Open>,
    /// The item being read, which following lines may continue.
    item: Option<Range<usize>>,
}

struct Open {
    section: usize,
    /// None for a label behind another one on its line, whose own column nobody can know.
    indent: Option<usize>,
}

impl Reader<'_> {
    fn line(&mut self, line: &Line) {
        let mut at = line.range.start;
        let mut indent = Some(line.indent);
        while let Some(label) = label(self.rest(at, line)) {
            self.end_item();
            self.label(at + label.word.start..at + label.word.end, indent);
            indent = None;
            at += label.length;
        }
        for (nth, part) in parts(self.rest(at, line)).into_iter().enumerate() {
            let content = self.text.get(at + part.start..at + part.end).unwrap_or_default();
            let marker = marker(content);
            let small = content.starts_with(|c: char| c.is_lowercase());
            // A line without a marker that begins small goes on from the line before.
            let goes_on = nth == 0 && marker == 0 && small && indent.is_some() && self.item.is_some();
            if !goes_on {
                self.end_item();
            }
            let end = at + part.end;
            let start = at + part.start + marker;
            self.item = Some(self.item.take().map_or(start, |item| item.start)..end);
        }
    }

    fn rest(&self, at: usize, line: &Line) -> &str {
        self.text.get(at..line.range.end).unwrap_or_default()
    }

    fn label(&mut self, word: Range<usize>, indent: Option<usize>) {
        if let Some(indent) = indent {
            while self.open.last().is_some_and(|open| open.indent.is_none_or(|own| own >= indent)) {
                self.open.pop();
            }
        }
        let parent = self.open.last().map(|open| open.section);
        self.open.push(Open { section: self.drafts.sections.len(), indent });
        let slug = slug(self.text.get(word.clone()).unwrap_or_default());
        self.drafts.begin(&slug, parent, word.start);
        let plain = plain::read(self.text, word);
        self.drafts.heading(DraftSentence::of(&plain, 0..plain.text.len(), Class::Heading));
    }

    fn end_item(&mut self) {
        let Some(item) = self.item.take() else { return };
        if self.drafts.sections.is_empty() {
            self.drafts.begin(PREFACE, None, item.start);
        }
        let plain = plain::read(self.text, item);
        let class = start::prefix(&plain.text).map_or(Class::Plain, |prefix| prefix.class);
        for range in sentences::split(&plain.text, &[]) {
            self.drafts.push(DraftSentence::of(&plain, range, class));
        }
    }
}

/// The items on one line: a new one begins behind two or more spaces and a marker.
fn parts(line: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut spaces = 0;
    for (at, character) in line.char_indices() {
        if character.is_whitespace() {
            spaces += 1;
            continue;
        }
        if spaces >= 2 && at > start && marker(line.get(at..).unwrap_or_default()) > 0 {
            parts.push(start..at);
            start = at;
        }
        spaces = 0;
    }
    if start < line.len() {
        parts.push(start..line.len());
    }
    parts
}

fn label(line: &str) -> Option<Label> {
    if start::prefix(line).is_some() {
        return None;
    }
    let pair = OutlineParser::parse(Rule::label, start::head(line)).ok()?.next()?;
    let length = pair.as_str().len();
    let word = pair.into_inner().find(|part| part.as_rule() == Rule::word)?.as_span();
    Some(Label { word: word.start()..word.end(), length })
}

/// The length of an item's marker; 0 where there is none.
fn marker(text: &str) -> usize {
    let marker =
        OutlineParser::parse(Rule::marker, start::head(text)).ok().and_then(|mut pairs| pairs.next());
    marker.map_or(0, |pair| pair.as_str().len())
}
