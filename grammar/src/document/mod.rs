//! Documents: a rulebook's text as sections and sentences.
//!
//! A rule cites the sentences that it encodes, so every sentence needs a place that people can find in the
//! book (`13.2 s2`: the second sentence of section 13.2) and a fingerprint that changes when its words do.
//! Reading goes text → lines ([`layout`]) → sections (one module per [`Style`]) → sentences ([`sentences`]),
//! in linear time. The tree lives in memory only: what the repository keeps is the lock that the model
//! makes of it, which holds none of the words.

mod layout;
mod style;
mod start;
mod blocks;
mod told;
mod numbered;
mod outline;
mod twine;
mod passage;
mod plain;
mod heading;
mod sections;
mod sentences;
mod numbers;
mod draft;

use std::fmt;
use std::str::FromStr;

use crate::problem::Problems;
use crate::problem::document::{EmptyDocument, UndecodedCharacters};
use crate::span::{FileId, Span};

pub use numbers::in_text as numbers_in;
pub use sections::slug;
pub use style::Style;

/// A rulebook. Sections stand in the order of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub file: FileId,
    pub style: Style,
    pub sections: Vec<Section>,
}

impl Document {
    pub fn section(&self, id: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }
}

/// One section with its own sentences; what stands below it is a section of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// `13.1.1`, `passage 9`, or a slug such as `armada`; unique in the document.
    pub id: String,
    /// 1 for a chapter, one more for each section around it.
    pub level: u8,
    /// Index of the section around it.
    pub parent: Option<usize>,
    /// The sentence `s0`, where the section has a heading of its own.
    pub heading: Option<Sentence>,
    /// `s1` and on.
    pub sentences: Vec<Sentence>,
    pub span: Span,
}

impl Section {
    /// The sentence `s<number>`; 0 is the heading.
    pub fn sentence(&self, number: usize) -> Option<&Sentence> {
        match number.checked_sub(1) {
            None => self.heading.as_ref(),
            Some(at) => self.sentences.get(at),
        }
    }
}

/// One sentence, item of a list, row of a table or heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    pub span: Span,
    /// NFKC, white space folded, markup and list markers dropped.
    pub text: String,
    pub class: Class,
    /// The numbers that stand in it, in order: `2`, `1/2`, `2.5`. References to sections are not numbers.
    pub numbers: Vec<String>,
    /// Twine links, in order.
    pub links: Vec<Link>,
}

impl Sentence {
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.text)
    }
}

/// What the book itself says a sentence is. People may know better; this is where they start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// A heading, or a line of the table of contents.
    Heading,
    Note,
    Example,
    /// Everything else; exceptions and clarifications are rules and stand here.
    Plain,
}

impl Class {
    pub fn word(self) -> &'static str {
        match self {
            Class::Heading => "heading",
            Class::Note => "note",
            Class::Example => "example",
            Class::Plain => "plain",
        }
    }
}

/// `[[label->target]]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub label: String,
    pub target: String,
    pub span: Span,
}

/// The first 64 bits of BLAKE3 of a sentence's normalised text, written as 16 hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    pub fn of(text: &str) -> Fingerprint {
        let bytes = *blake3::hash(text.as_bytes()).as_bytes();
        let first = bytes.iter().take(8).fold(0, |all, byte| (all << 8) | u64::from(*byte));
        Fingerprint(first)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

/// A text that is not 16 hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAFingerprint;

impl FromStr for Fingerprint {
    type Err = NotAFingerprint;

    fn from_str(text: &str) -> Result<Fingerprint, NotAFingerprint> {
        let hex = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let value = if hex { u64::from_str_radix(text, 16).ok() } else { None };
        value.map(Fingerprint).ok_or(NotAFingerprint)
    }
}

/// Reads a document in the style that its text shows.
pub fn read(file: FileId, text: &str, problems: &mut Problems) -> Document {
    read_as(file, text, None, problems)
}

/// Reads a document in the style that is given, or in the one that its text shows.
pub fn read_as(file: FileId, text: &str, style: Option<Style>, problems: &mut Problems) -> Document {
    let lines = layout::lines(text);
    let style = style.unwrap_or_else(|| style::of(text, &lines));
    report_undecoded(file, text, problems);
    let drafts = match style {
        Style::Numbered => numbered::read(file, text, &lines, problems),
        Style::Twine => twine::read(file, text, &lines, problems),
        Style::Outline => outline::read(text, &lines),
    };
    let document = draft::finish(file, style, drafts);
    if document.sections.is_empty() {
        problems.report(EmptyDocument { span: Span::new(file, 0, 0) });
    }
    document
}

/// U+FFFD is what a decoder leaves where the bytes were of another encoding.
fn report_undecoded(file: FileId, text: &str, problems: &mut Problems) {
    if let Some(first) = text.find('\u{fffd}') {
        let count = text.matches('\u{fffd}').count();
        let span = Span::new(file, first, first + '\u{fffd}'.len_utf8());
        problems.report(UndecodedCharacters { count, span });
    }
}

#[cfg(test)]
mod tests;
