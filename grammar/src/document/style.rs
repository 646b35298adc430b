//! How a document is laid out.

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
