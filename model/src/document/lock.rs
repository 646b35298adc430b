//! The lock of a document: its sections, and for each sentence a fingerprint and the numbers in it.
//!
//! The text form has one line for each sentence, so that a change of one sentence is a change of one line, and
//! is written by hand so that the same document always gives the same bytes.

use std::fmt::Write;

use rulec_grammar::document::{Class, Document, Fingerprint, Section, Sentence, Style};
use rulec_grammar::problem::Problems;
use rulec_grammar::span::FileId;

use super::written;

/// What is kept of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// The file name that people know the document by.
    pub document: String,
    pub style: Style,
    pub sections: Vec<LockedSection>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockedSection {
    /// A number or a short name, which are facts.
    pub id: String,
    pub level: u8,
    /// The sentence `s0`.
    pub heading: Option<LockedSentence>,
    /// `s1` and on.
    pub sentences: Vec<LockedSentence>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LockedSentence {
    pub fingerprint: Fingerprint,
    pub class: Class,
    pub numbers: Vec<String>,
    pub links: Vec<LockedLink>,
}

/// A Twine link. A label of more than [`LONGEST_LABEL`] words is the publisher's and stays empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LockedLink {
    pub target: String,
    pub label: String,
}

/// The most words of a link's label that are kept.
pub const LONGEST_LABEL: usize = 4;

/// A sentence of a locked document: indices, in the order of the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SentenceId {
    /// Index of the section.
    pub section: usize,
    /// 1 for `s1`; 0 for the heading.
    pub number: usize,
}

impl Lock {
    pub fn from_document(name: &str, document: &Document) -> Lock {
        let sections = document.sections.iter().map(LockedSection::from_section).collect();
        Lock { document: name.to_owned(), style: document.style, sections }
    }

    /// Reads the text form. What is damaged is reported with its place, and nothing comes back.
    pub fn from_text(file: FileId, text: &str, problems: &mut Problems) -> Option<Lock> {
        written::read(file, text, problems)
    }

    /// The text form: the same lock gives the same bytes.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        writeln!(
            out,
            "# What `rulec lock` keeps of the document: fingerprints and numbers, none of its words."
        )?;
        writeln!(out, "lock: 1")?;
        writeln!(out, "document: {}", quoted(&self.document))?;
        writeln!(out, "style: {}", self.style.word())?;
        writeln!(out, "sections:{}", if self.sections.is_empty() { " []" } else { "" })?;
        for section in &self.sections {
            writeln!(out, "- section: {}", quoted(&section.id))?;
            writeln!(out, "  level: {}", section.level)?;
            if let Some(heading) = &section.heading {
                writeln!(out, "  heading: {}", heading.to_line())?;
            }
            if !section.sentences.is_empty() {
                writeln!(out, "  sentences:")?;
            }
            for sentence in &section.sentences {
                writeln!(out, "  - {}", sentence.to_line())?;
            }
        }
        Ok(())
    }

    pub fn section_idx(&self, id: &str) -> Option<usize> {
        self.sections.iter().position(|section| section.id == id)
    }

    pub fn sentence(&self, id: SentenceId) -> Option<&LockedSentence> {
        self.sections.get(id.section)?.sentence(id.number)
    }

    /// `13.2 s2`.
    pub fn name(&self, id: SentenceId) -> String {
        let section = self.sections.get(id.section).map_or("?", |section| section.id.as_str());
        format!("{section} s{}", id.number)
    }

    /// Every sentence but the headings of sections, in order.
    pub fn sentences(&self) -> impl Iterator<Item = (SentenceId, &LockedSentence)> {
        self.sections.iter().enumerate().flat_map(|(section, locked)| {
            let numbered = locked.sentences.iter().enumerate();
            numbered.map(move |(idx, sentence)| (SentenceId { section, number: idx + 1 }, sentence))
        })
    }
}

impl LockedSection {
    fn from_section(section: &Section) -> LockedSection {
        LockedSection {
            id: section.id.clone(),
            level: section.level,
            heading: section.heading.as_ref().map(LockedSentence::from_sentence),
            sentences: section.sentences.iter().map(LockedSentence::from_sentence).collect(),
        }
    }

    pub fn sentence(&self, number: usize) -> Option<&LockedSentence> {
        match number.checked_sub(1) {
            None => self.heading.as_ref(),
            Some(at) => self.sentences.get(at),
        }
    }
}

impl LockedSentence {
    pub fn from_sentence(sentence: &Sentence) -> LockedSentence {
        let links = sentence.links.iter().map(|link| {
            let short = link.label != link.target && link.label.split_whitespace().count() <= LONGEST_LABEL;
            LockedLink {
                target: link.target.clone(),
                label: if short { link.label.clone() } else { String::new() },
            }
        });
        LockedSentence {
            fingerprint: sentence.fingerprint,
            class: sentence.class,
            numbers: sentence.numbers.clone(),
            links: links.collect(),
        }
    }

    /// `{print: "90ab…", class: note, numbers: "2 6", links: ["AE2 <- NO"]}`
    fn to_line(&self) -> String {
        let mut line = format!("{{print: \"{}\"", self.fingerprint);
        if self.class != Class::Plain {
            line.push_str(&format!(", class: {}", self.class.word()));
        }
        if !self.numbers.is_empty() {
            line.push_str(&format!(", numbers: \"{}\"", self.numbers.join(" ")));
        }
        if !self.links.is_empty() {
            let links: Vec<String> = self.links.iter().map(|link| quoted(&link.to_word())).collect();
            line.push_str(&format!(", links: [{}]", links.join(", ")));
        }
        line.push('}');
        line
    }
}

impl LockedLink {
    /// `AE2 <- NO`. The target stands first, so that no run of the document's words is copied.
    fn to_word(&self) -> String {
        if self.label.is_empty() { self.target.clone() } else { format!("{} <- {}", self.target, self.label) }
    }

    pub(super) fn from_word(word: &str) -> LockedLink {
        let (target, label) = word.split_once(" <- ").unwrap_or((word, ""));
        LockedLink { target: target.to_owned(), label: label.to_owned() }
    }
}

/// A double-quoted YAML scalar.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(control))),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
