//! A Twine passage with its links and Harlowe hooks found (`twine.pest`).
//!
//! pulldown-cmark has taken the emphasis out before; what it means for the items of a passage is
//! [`super::twine`]'s work, so the runs are kept at their places in the text that people read.

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::Link;
use super::plain::{Emphasis, Plain};
use crate::problem::Problems;
use crate::problem::document::{HookNotClosed, LinkNotClosed, LinkWithoutTarget};
use crate::span::{FileId, Span};

#[derive(Parser)]
#[grammar = "document/twine.pest"]
struct TwineParser;

/// A passage with its links and hooks found: the text that people read, links written `label->target`.
pub struct Marked {
    plain: Plain,
    pub text: String,
    parts: Vec<Part>,
    /// Each link with its place in the text.
    pub links: Vec<(Range<usize>, Link)>,
    /// Bold and italic runs outside of links.
    pub emphasis: Vec<Emphasis>,
    /// Where hooks open.
    pub hooks: Vec<usize>,
}

/// Where a part of the text begins, and where it came from in the plain text: more than what is shown, of a link.
struct Part {
    start: usize,
    from: Range<usize>,
}

impl Marked {
    pub fn read(file: FileId, plain: Plain, problems: &mut Problems) -> Marked {
        let mut marked = Marked {
            text: String::with_capacity(plain.text.len()),
            parts: Vec::new(),
            links: Vec::new(),
            emphasis: Vec::new(),
            hooks: Vec::new(),
            plain,
        };
        let source = marked.plain.text.clone();
        let mut open: Vec<Range<usize>> = Vec::new();
        let parsed = TwineParser::parse(Rule::passage, &source).into_iter().flatten();
        for pair in parsed.flat_map(Pair::into_inner) {
            marked.take(file, pair, &mut open, problems);
        }
        for hook in open {
            problems.report(HookNotClosed { span: marked.span(file, hook) });
        }
        marked.emphasis = marked.moved_emphasis();
        marked
    }

    /// Takes in one part of a passage; `open` are the hooks around it.
    fn take(
        &mut self,
        file: FileId,
        part: Pair<'_, Rule>,
        open: &mut Vec<Range<usize>>,
        problems: &mut Problems,
    ) {
        let at = part.as_span().start()..part.as_span().end();
        match part.as_rule() {
            Rule::link => {
                let span = self.span(file, at.clone());
                let mut words = part.into_inner().map(|part| part.as_str().trim().to_owned());
                let label = words.next().unwrap_or_default();
                let target = words.next().unwrap_or_else(|| label.clone());
                if target.is_empty() {
                    problems.report(LinkWithoutTarget { span });
                }
                self.link(Link { label, target, span }, at);
            }
            Rule::stray_open => {
                problems.report(LinkNotClosed { span: self.span(file, at.clone()) });
                self.push(part.as_str(), at);
            }
            Rule::hook_open => {
                self.hooks.push(self.text.len());
                open.push(at);
            }
            // A bracket that closes no hook is text.
            Rule::hook_close if open.pop().is_some() => {}
            Rule::hook_close | Rule::text => self.push(part.as_str(), at),
            _ => {}
        }
    }

    fn span(&self, file: FileId, at: Range<usize>) -> Span {
        let place = self.plain.source(at);
        Span::new(file, place.start, place.end)
    }

    fn push(&mut self, text: &str, from: Range<usize>) {
        self.parts.push(Part { start: self.text.len(), from });
        self.text.push_str(text);
    }

    fn link(&mut self, link: Link, from: Range<usize>) {
        let start = self.text.len();
        let written = if link.label == link.target {
            link.label.clone()
        } else {
            format!("{}->{}", link.label, link.target)
        };
        self.push(&written, from);
        self.links.push((start..self.text.len(), link));
    }

    /// Emphasis of the plain text at its place in this text; runs inside links are left out.
    fn moved_emphasis(&self) -> Vec<Emphasis> {
        let moved = self.plain.emphasis.iter().map(|run| Emphasis {
            range: self.to_text(run.range.start)..self.to_text(run.range.end),
            bold: run.bold,
        });
        let mut links = self.links.iter().map(|(range, _)| range).peekable();
        moved
            .filter(|run| {
                while links.next_if(|link| link.end <= run.range.start).is_some() {}
                links.peek().is_none_or(|link| run.range.start < link.start)
            })
            .collect()
    }

    /// From the plain text to this text.
    fn to_text(&self, at: usize) -> usize {
        let idx = self.parts.partition_point(|part| part.from.start <= at);
        let part = idx.checked_sub(1).and_then(|idx| self.parts.get(idx));
        let end = self.parts.get(idx).map_or(self.text.len(), |part| part.start);
        part.map_or(0, |part| (part.start + at - part.from.start).min(end))
    }

    /// The source range of a range of this text.
    pub fn source(&self, range: &Range<usize>) -> Range<usize> {
        self.plain.source(self.start_in_plain(range.start)..self.end_in_plain(range.end))
    }

    /// Where what begins here begins in the plain text.
    fn start_in_plain(&self, at: usize) -> usize {
        let idx = self.parts.partition_point(|part| part.start <= at);
        let part = idx.checked_sub(1).and_then(|idx| self.parts.get(idx));
        part.map_or(0, |part| (part.from.start + at - part.start).min(part.from.end))
    }

    /// Where what ends here ends in the plain text: behind the brackets of a link that is the last of it.
    fn end_in_plain(&self, at: usize) -> usize {
        let idx = self.parts.partition_point(|part| part.start < at);
        let part = idx.checked_sub(1).and_then(|idx| self.parts.get(idx));
        let end = self.parts.get(idx).map_or(self.text.len(), |part| part.start);
        let within = |part: &Part| (part.from.start + at - part.start).min(part.from.end);
        part.map_or(0, |part| if at < end { within(part) } else { part.from.end })
    }
}
