//! How a document is laid out, read from the text itself.

use super::layout::Line;
use super::{outline, start};

/// The three layouts that rulebooks come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// Sections by number (`13.1.1`) or Markdown heading.
    Numbered,
    /// A Twine export: passages between empty lines, joined by `[[label->target]]`.
    Twine,
    /// Notes under labels (`armies:`), indented.
    Outline,
}

impl Style {
    pub const ALL: [Style; 3] = [Style::Numbered, Style::Twine, Style::Outline];

    pub fn word(self) -> &'static str {
        match self {
            Style::Numbered => "numbered",
            Style::Twine => "twine",
            Style::Outline => "outline",
        }
    }

    pub fn from_word(word: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.word() == word)
    }
}

/// Links make a Twine export, numbered or `#` lines a numbered one, three labels an outline.
pub fn of(text: &str, lines: &[Line]) -> Style {
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
