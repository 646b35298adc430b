//! Documents: a rulebook's text as sections and sentences.
//!
//! A rule cites the sentences that it encodes, so every sentence needs a place that people can find in the
//! book (`13.2 s2`: the second sentence of section 13.2) and a fingerprint that changes when its words do.
//! Reading goes text → lines ([`layout`]) → sections (one module per [`Style`]) → sentences ([`sentences`]),
//! in linear time. The tree lives in memory only: what the repository keeps is the lock that the model
//! makes of it, which holds none of the words.
//!
//! Only the command reads documents. Whoever works from a lock alone (the `build.rs` door) leaves the feature `documents` out,
//! and with it the Markdown, the Unicode tables and three grammars; what a lock is made of is always here.

mod style;
mod numbers;
#[cfg(feature = "documents")]
mod layout;
#[cfg(feature = "documents")]
mod start;
#[cfg(feature = "documents")]
mod blocks;
#[cfg(feature = "documents")]
mod told;
#[cfg(feature = "documents")]
mod numbered;
#[cfg(feature = "documents")]
mod outline;
#[cfg(feature = "documents")]
mod twine;
#[cfg(feature = "documents")]
mod passage;
#[cfg(feature = "documents")]
mod plain;
#[cfg(feature = "documents")]
mod heading;
#[cfg(feature = "documents")]
mod sections;
#[cfg(feature = "documents")]
mod sentences;
#[cfg(feature = "documents")]
mod draft;
#[cfg(feature = "documents")]
mod read;

use std::fmt;
use std::str::FromStr;

use crate::span::{FileId, Span};

pub use numbers::in_text as numbers_in;
#[cfg(feature = "documents")]
pub use read::{read, read_as};
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
    pub fingerprint: Fingerprint,
    pub class: Class,
    /// The numbers that stand in it, in order: `2`, `1/2`, `2.5`. References to sections are not numbers.
    pub numbers: Vec<String>,
    /// Twine links, in order.
    pub links: Vec<Link>,
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

#[cfg(feature = "documents")]
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

#[cfg(all(test, feature = "documents"))]
mod tests;
