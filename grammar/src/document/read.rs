//! Reading a document: text to sections in the style that it is laid out in.

use super::layout::{self, Line};
use super::{Document, Style, draft, numbered, outline, start, twine};
use crate::problem::Problems;
use crate::problem::document::{EmptyDocument, UndecodedCharacters};
use crate::span::{FileId, Span};

/// Reads a document in the style that its text shows.
pub fn read(file: FileId, text: &str, problems: &mut Problems) -> Document {
    read_as(file, text, None, problems)
}

/// Reads a document in the style that is given, or in the one that its text shows.
pub fn read_as(file: FileId, text: &str, style: Option<Style>, problems: &mut Problems) -> Document {
    let lines = layout::lines(text);
    let style = style.unwrap_or_else(|| style_of(text, &lines));
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

/// Links make a Twine export, numbered or `#` lines a numbered one, three labels an outline.
fn style_of(text: &str, lines: &[Line]) -> Style {
    let headed = lines.iter().any(|line| {
        let line = line.text(text);
        start::hashes(line).is_some() || start::number(line).is_some_and(|number| number.dotted)
    });
    let links = text.matches("[[").take(3).count();
    if !headed && links == 3 && text.contains("->") {
        return Style::Twine;
    }
    let labels = lines.iter().filter(|line| outline::is_labelled(line.text(text))).take(3).count();
    if !headed && labels == 3 { Style::Outline } else { Style::Numbered }
}
