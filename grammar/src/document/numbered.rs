//! Documents with numbered sections: `13.1.1 …`, `## 6.3 …`, or Markdown headings without numbers.
//!
//! [`blocks`] has found what each paragraph begins; here sections are opened in the order of their numbers, and
//! paragraphs are cut into sentences with their classes.

use super::blocks::{self, Block, Start};
use super::draft::{DraftSentence, Drafts};
use super::layout::Line;
use super::plain::{self, Plain};
use super::sections::{Key, Numbering, slug};
use super::start::{self, Number};
use super::told::Told;
use super::{Class, heading, sentences};
use crate::problem::Problems;
use crate::problem::document::{SectionBackwards, SectionRepeated};
use crate::span::{FileId, Span};

/// Where sentences stand that come before the first section.
pub const PREFACE: &str = "preface";

pub fn read(file: FileId, text: &str, lines: &[Line], problems: &mut Problems) -> Drafts {
    let blocks = blocks::of(text, lines);
    let mut reader =
        Reader { file, text, problems, drafts: Drafts::default(), numbering: Numbering::default() };
    reader.read(&blocks);
    reader.drafts
}

struct Reader<'a> {
    file: FileId,
    text: &'a str,
    problems: &'a mut Problems,
    drafts: Drafts,
    numbering: Numbering,
}

impl Reader<'_> {
    fn read(&mut self, blocks: &[Block]) {
        let mut told = Told::default();
        let mut last: Option<(String, Key, Span)> = None;
        for block in blocks {
            match &block.start {
                Start::Section(number) => {
                    told = Told::default();
                    self.section(block, number, &mut last);
                }
                Start::Markdown(level) => {
                    told = Told::default();
                    self.markdown_section(block, *level);
                }
                Start::Contents => {
                    self.need_section(block);
                    self.push_whole(block, Class::Heading);
                }
                Start::Item(_) | Start::Paragraph => {
                    self.need_section(block);
                    self.paragraph(block, &mut told);
                }
            }
        }
    }

    /// Begins the preface where a sentence stands before every section.
    fn need_section(&mut self, block: &Block) {
        if self.drafts.sections.is_empty() {
            self.drafts.begin(PREFACE, None, block.range.start);
        }
    }

    fn section(&mut self, block: &Block, number: &Number, last: &mut Option<(String, Key, Span)>) {
        let start = self.text.get(..block.range.start).unwrap_or_default().rfind(number.id.as_str());
        let start = start.unwrap_or(block.range.start);
        let span = Span::new(self.file, start, start + number.id.len());
        let repeated = self.numbering.contains(&number.id);
        let place = self.numbering.place(&number.id, self.drafts.sections.len());
        if repeated {
            self.problems.report(SectionRepeated { number: number.id.clone(), again: span });
        } else if let Some((before, _, first)) = last.as_ref().filter(|(_, key, _)| *key > place.key) {
            let (number, before, first) = (number.id.clone(), before.clone(), *first);
            self.problems.report(SectionBackwards { number, before, span, first });
        }
        *last = Some((number.id.clone(), place.key, span));
        self.drafts.begin(&number.id, place.parent, start);
        self.section_text(block);
    }

    /// What stands behind a section number: a heading, a heading and sentences, or sentences.
    fn section_text(&mut self, block: &Block) {
        let plain = plain::read(self.text, block.range.clone());
        if heading::is_title(&plain.text) {
            self.drafts.heading(DraftSentence::of(&plain, 0..plain.text.len(), Class::Heading));
            return;
        }
        let prefix = start::prefix(&plain.text);
        let run_in = if prefix.is_some() { None } else { heading::run_in(&plain.text) };
        let length = run_in.unwrap_or(0);
        if length > 0 {
            self.drafts.heading(DraftSentence::of(&plain, 0..length, Class::Heading));
        }
        self.push_sentences(&plain, length, prefix.map_or(Class::Plain, |prefix| prefix.class));
    }

    fn markdown_section(&mut self, block: &Block, level: u8) {
        let plain = plain::read(self.text, block.range.clone());
        let parent = self.drafts.sections.iter().rposition(|section| section.level < level);
        let slug = slug(&plain.text);
        self.drafts.begin(if slug.is_empty() { "section" } else { &slug }, parent, block.range.start);
        self.drafts.heading(DraftSentence::of(&plain, 0..plain.text.len(), Class::Heading));
    }

    fn push_whole(&mut self, block: &Block, class: Class) {
        let plain = plain::read(self.text, block.range.clone());
        self.drafts.push(DraftSentence::of(&plain, 0..plain.text.len(), class));
    }

    fn paragraph(&mut self, block: &Block, told: &mut Told) {
        let plain = plain::read(self.text, block.range.clone());
        let item = matches!(block.start, Start::Item(_));
        let class = told.class_of(&plain.text, item);
        let alone = !item && block.after_blank && block.before_blank && class == Class::Plain;
        if plain.text.contains('\t') {
            // A row of a table is one entry, whatever stops stand in its cells.
            self.drafts.push(DraftSentence::of(&plain, 0..plain.text.len(), class));
        } else if alone && heading::is_capitalised_title(&plain.text) {
            self.drafts.push(DraftSentence::of(&plain, 0..plain.text.len(), Class::Heading));
        } else {
            self.push_sentences(&plain, 0, class);
        }
    }

    fn push_sentences(&mut self, plain: &Plain, from: usize, class: Class) {
        let text = plain.text.get(from..).unwrap_or_default();
        for range in sentences::split(text, &[]) {
            let range = from + range.start..from + range.end;
            self.drafts.push(DraftSentence::of(plain, range, class));
        }
    }
}
