//! A paragraph without its markup, and the way back from it to the source.
//!
//! pulldown-cmark says what is emphasis, a character entity, HTML or an image; what is left is the text that
//! people see. Images and data URLs leave nothing behind.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The text of one paragraph.
#[derive(Debug, Clone, Default)]
pub struct Plain {
    pub text: String,
    /// Bold and italic runs, by where they begin.
    pub emphasis: Vec<Emphasis>,
    pieces: Vec<Piece>,
}

/// A run of bold or italic text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emphasis {
    /// In the plain text.
    pub range: Range<usize>,
    pub bold: bool,
}

/// A part of the plain text and the part of the source that it came from.
#[derive(Debug, Clone)]
struct Piece {
    plain: usize,
    source: Range<usize>,
    /// Whether both have the same bytes.
    verbatim: bool,
}

impl Plain {
    /// The source range of a range of the plain text.
    pub fn source(&self, range: Range<usize>) -> Range<usize> {
        let start = self.place(range.start, false);
        let end = self.place(range.end.saturating_sub(1).max(range.start), true);
        start..end.max(start)
    }

    fn place(&self, at: usize, after: bool) -> usize {
        let piece = self.pieces.partition_point(|piece| piece.plain <= at).checked_sub(1);
        match piece.and_then(|idx| self.pieces.get(idx)) {
            None => 0,
            Some(piece) if piece.verbatim => {
                (piece.source.start + at - piece.plain + usize::from(after)).min(piece.source.end)
            }
            Some(piece) if after => piece.source.end,
            Some(piece) => piece.source.start,
        }
    }

    fn push(&mut self, text: &str, source: Range<usize>, original: &str) {
        if !text.is_empty() {
            self.pieces.push(Piece { plain: self.text.len(), source, verbatim: text == original });
            self.text.push_str(text);
        }
    }

    fn push_space(&mut self, source: Range<usize>) {
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.push(" ", source, "");
        }
    }

    /// Drops the first bytes, which are not of the document.
    fn without_lead(mut self, length: usize) -> Plain {
        self.text.drain(..length.min(self.text.len()));
        for piece in &mut self.pieces {
            // The lead has no source, so the piece that it is in begins where the paragraph does.
            piece.plain = piece.plain.saturating_sub(length);
        }
        for run in &mut self.emphasis {
            run.range = run.range.start.saturating_sub(length)..run.range.end.saturating_sub(length);
        }
        self
    }
}

/// Text before the paragraph, so that nothing at its start is taken for a list, a heading or code.
const LEAD: &str = "x ";

/// Reads one paragraph, which stands at `range` of the document.
pub fn read(document: &str, range: Range<usize>) -> Plain {
    let paragraph = document.get(range.clone()).unwrap_or_default();
    let led = format!("{LEAD}{paragraph}");
    let mut plain = Plain::default();
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut images = 0usize;
    for (event, at) in Parser::new_ext(&led, Options::empty()).into_offset_iter() {
        let source = place(&at, range.start);
        match event {
            Event::Start(Tag::Image { .. }) => images += 1,
            Event::End(TagEnd::Image) => images = images.saturating_sub(1),
            Event::Start(Tag::Strong) => open.push((plain.text.len(), true)),
            Event::Start(Tag::Emphasis) => open.push((plain.text.len(), false)),
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => {
                if let Some((start, bold)) = open.pop() {
                    plain.emphasis.push(Emphasis { range: start..plain.text.len(), bold });
                }
            }
            Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => {}
            Event::Text(text) | Event::Code(text) if images == 0 => {
                push_without_data(&mut plain, &text, source, led.get(at).unwrap_or_default());
            }
            Event::SoftBreak | Event::HardBreak => plain.push_space(source),
            // A block inside the paragraph: a list on its following lines, for example.
            Event::Start(_) | Event::End(_) => plain.push_space(source),
            _ => {}
        }
    }
    plain.emphasis.sort_by_key(|run| (run.range.start, std::cmp::Reverse(run.range.end)));
    let end = plain.text.trim_end().len();
    plain.text.truncate(end.max(LEAD.len()));
    plain.without_lead(LEAD.len())
}

/// From the text with its lead to the document.
fn place(at: &Range<usize>, paragraph: usize) -> Range<usize> {
    let to = |offset: usize| paragraph + offset.saturating_sub(LEAD.len());
    to(at.start)..to(at.end)
}

/// Pushes text without the data URLs in it.
fn push_without_data(plain: &mut Plain, text: &str, source: Range<usize>, original: &str) {
    let mut rest = text;
    let mut at = source.start;
    let verbatim = text == original;
    while let Some(start) = data_url(rest) {
        let (before, url) = rest.split_at(start);
        let length = url.find(|c: char| c.is_whitespace() || "\"')]>".contains(c)).unwrap_or(url.len());
        let end = if verbatim { at + before.len() } else { source.end };
        plain.push(before, at..end, if verbatim { before } else { "" });
        rest = url.get(length..).unwrap_or_default();
        at = if verbatim { end + length } else { source.start };
    }
    plain.push(rest, at..source.end, if verbatim { rest } else { "" });
}

fn data_url(text: &str) -> Option<usize> {
    let base = text.find(";base64,")?;
    text.get(..base)?.rfind("data:")
}
