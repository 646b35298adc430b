//! The files of one compilation, held in memory; their numbers are the spans' [`FileId`]s.

use rulec_grammar::span::{FileId, Span};

/// A file's name and text. Names are relative to the project, with `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    pub path: String,
    pub text: String,
}

/// All files that a compilation reads: rule files, and documents where they are at hand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Files {
    list: Vec<SourceFile>,
}

impl Files {
    pub fn new() -> Files {
        Files::default()
    }

    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> FileId {
        let id = FileId(self.list.len() as u32);
        self.list.push(SourceFile { path: path.into(), text: text.into() });
        id
    }

    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.list.get(id.0 as usize)
    }

    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.list.iter().enumerate().map(|(idx, file)| (FileId(idx as u32), file))
    }

    /// The text of a span; empty where it lies outside.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file).and_then(|file| file.text.get(span.range())).unwrap_or("")
    }
}

/// A text with single spaces and no line breaks.
pub fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
