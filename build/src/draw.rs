//! Drawing a diagnostic: the line of the rule and, where the document is at hand, the passage under it in one picture.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use rulec_grammar::problem::{Diagnostic, Label, Severity};
use rulec_grammar::span::{FileId, Span};
use rulec_model::source::Files;

use crate::checked::Checked;
use crate::place::{floor, lines_around, place};

/// Sentences of the passage that one picture shows.
const SENTENCES_SHOWN: usize = 2;

/// Lines shown on each side of what is marked.
const LINES_AROUND: usize = 1;

/// How pictures are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// With escape codes for colours.
    pub colored: bool,
    /// Columns of the terminal.
    pub width: usize,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner { colored: false, width: 140 }
    }
}

/// One diagnostic as people read it, without a newline at the end.
pub fn draw(checked: &Checked, diagnostic: &Diagnostic, manner: Manner) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code));
    for (file, labels) in by_file(diagnostic) {
        group = add_marks(group, &checked.files, file, &labels);
    }
    let passage = passage(checked, diagnostic);
    for (file, labels) in by_file_of(&passage) {
        group = add_marks(group, &checked.files, file, &labels);
    }
    if let (Some(rule), false) = (&diagnostic.rule, diagnostic.cites.is_empty()) {
        let cites = diagnostic.cites.join("; ");
        group = group.element(Level::NOTE.message(format!("rule `{rule}` cites {cites}")));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if manner.colored { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii).term_width(manner.width).render(&[group])
}

/// The same in one line: `rules-src/sekvan/moves.yaml:12:3: error[R0301]: …`
pub fn line(checked: &Checked, diagnostic: &Diagnostic) -> String {
    line_of(&checked.files, diagnostic)
}

/// As [`line`], of files that are nobody's game yet.
pub fn line_of(files: &Files, diagnostic: &Diagnostic) -> String {
    let at = diagnostic.place().and_then(|span| {
        let file = files.get(span.file)?;
        let at = place(&file.text, span.range().start);
        Some(format!("{}:{}:{}: ", file.path, at.line, at.column))
    });
    let (at, severity) = (at.unwrap_or_default(), word(diagnostic.severity));
    format!("{at}{severity}[{}]: {}", diagnostic.code, diagnostic.message)
}

/// A severity in a word.
pub fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// The first sentences that the rule cites, marked in the document.
fn passage(checked: &Checked, diagnostic: &Diagnostic) -> Vec<Label> {
    let Some(lock) = &checked.lock else { return Vec::new() };
    let sentences = checked.passage(&diagnostic.cites).into_iter().take(SENTENCES_SHOWN);
    sentences.map(|(id, span)| Label::secondary(span, lock.name(id))).collect()
}

fn by_file(diagnostic: &Diagnostic) -> Vec<(FileId, Vec<&Label>)> {
    by_file_of(&diagnostic.labels)
}

/// The labels by file, in the order in which the files are first named, that of the primary label first.
fn by_file_of(labels: &[Label]) -> Vec<(FileId, Vec<&Label>)> {
    let mut files: Vec<(FileId, Vec<&Label>)> = Vec::new();
    let (primary, others): (Vec<&Label>, Vec<&Label>) = labels.iter().partition(|label| label.primary);
    for label in primary.into_iter().chain(others) {
        match files.iter_mut().find(|(file, _)| *file == label.span.file) {
            Some((_, of_file)) => of_file.push(label),
            None => files.push((label.span.file, vec![label])),
        }
    }
    files
}

/// Adds a file's lines with marks. Only the lines around the marks are handed over, as documents can be long.
fn add_marks<'a>(group: Group<'a>, files: &'a Files, file: FileId, labels: &[&'a Label]) -> Group<'a> {
    let Some(source) = files.get(file) else { return group };
    if source.text.is_empty() {
        return group.element(Origin::path(source.path.as_str()));
    }
    let whole = labels.iter().map(|label| label.span).reduce(Span::to).unwrap_or_default();
    let (start, window) = lines_around(&source.text, whole.range(), LINES_AROUND);
    let line = source.text.get(..start).unwrap_or_default().matches('\n').count() + 1;
    let marks = labels.iter().map(|label| {
        let from = floor(window, label.span.range().start.saturating_sub(start));
        let to = floor(window, label.span.range().end.saturating_sub(start)).max(from);
        let kind = if label.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let text = (!label.text.is_empty()).then_some(label.text.as_str());
        kind.span(from..to).label(text)
    });
    let snippet: Snippet<'a, Annotation<'a>> =
        Snippet::source(window).line_start(line).path(source.path.as_str());
    group.element(snippet.annotations(marks))
}
