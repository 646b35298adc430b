//! Collects events into nodes, refuses what the small YAML leaves out, and knows what is still open.

use std::collections::HashMap;

use granit_parser::{Event, ScalarStyle, StructureStyle};

use super::gap::block_header;
use super::node::{Node, Pair, Style, Value};
use super::resume::line_start;
use super::scalar;
use crate::problem::Problems;
use crate::problem::yaml::{
    Alias, Anchor, ComplexKey, DuplicateKey, MergeKey, NestedTooDeep, SecondDocument, Tag,
};
use crate::span::{FileId, Span, Spanned};

/// Collections nest this deep at most.
const DEEPEST: usize = 32;

/// What to do after an event.
pub enum Step {
    On,
    /// The collection that this piece of text continued has ended.
    AdoptedEnd,
    /// The rest of the file is not ours.
    Done,
}

pub struct Collector<'text> {
    pub file: FileId,
    pub(super) text: &'text str,
    /// Open collections, the outermost first.
    pub(super) open: Vec<Open>,
    pub(super) root: Option<Node>,
    /// Documents begun in this piece.
    pub(super) documents: usize,
    /// End of the last token, and of the gaps that have been searched.
    pub(super) cursor: usize,
    /// The last scalar, as the parser saw it.
    pub(super) last_scalar: Option<(usize, usize)>,
    /// How many collections are open inside one that is too deep, and where that one begins.
    pub(super) too_deep: usize,
    too_deep_start: usize,
    /// The next collection of the parser is the innermost open one, which goes on.
    pub(super) adopt: bool,
    /// How many collections were open when the piece took up one of them.
    pub(super) adopted: Option<usize>,
    /// The first tab and how many there are.
    pub(super) tabs: Option<(usize, usize)>,
}

/// A collection whose end has not been met.
pub(super) struct Open {
    pub items: Items,
    pub flow: bool,
    pub column: usize,
    pub start: usize,
    pub end: usize,
}

pub(super) enum Items {
    /// `dash_met`: the `-` of the next item has been passed.
    List {
        items: Vec<Node>,
        dash_met: bool,
    },
    Map {
        pairs: Vec<Pair>,
        keys: HashMap<String, Span>,
        pending: Option<Pending>,
    },
}

/// A key that waits for its value.
pub(super) enum Pending {
    Key(Spanned<String>),
    /// The key was refused; its value is dropped.
    Refused,
}

impl<'text> Collector<'text> {
    pub fn new(file: FileId, text: &'text str) -> Collector<'text> {
        Collector {
            file,
            text,
            open: Vec::new(),
            root: None,
            documents: 0,
            cursor: 0,
            last_scalar: None,
            too_deep: 0,
            too_deep_start: 0,
            adopt: false,
            adopted: None,
            tabs: None,
        }
    }

    /// Takes one event of the piece that begins at `base`.
    pub fn take(
        &mut self,
        event: Event<'_>,
        span: granit_parser::Span,
        base: usize,
        problems: &mut Problems,
    ) -> Step {
        let range = span.byte_range().unwrap_or_default();
        let (start, end) = (base + range.start, base + range.end);
        if let Some(tag) = span.tag_span().and_then(|tag| tag.byte_range()) {
            problems.report(Tag { span: self.span(base + tag.start, base + tag.end) });
        }
        match event {
            Event::DocumentStart(..) => return self.begin_document(start, problems),
            Event::Anchor(..) => problems.report(Anchor { span: self.span(start, end) }),
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                problems.report(Alias { span: self.span(start, end) });
                self.arrive(start, end);
                self.put(Node { span: self.span(start, end), value: Value::Poison }, problems);
            }
            Event::Scalar(text, style, ..) => self.scalar(start..end, text.into_owned(), style, problems),
            Event::SequenceStart(style, ..) => {
                let items = Items::List { items: Vec::new(), dash_met: false };
                self.begin(items, style, start..end, problems);
            }
            Event::MappingStart(style, ..) => {
                let items = Items::Map { pairs: Vec::new(), keys: HashMap::new(), pending: None };
                self.begin(items, style, start..end, problems);
            }
            Event::SequenceEnd | Event::MappingEnd => return self.end(start..end, problems),
            Event::StreamEnd => self.arrive(self.text.len(), 0),
            // Stream start and document end say nothing, comments are switched off.
            _ => {}
        }
        Step::On
    }

    fn begin_document(&mut self, start: usize, problems: &mut Problems) -> Step {
        self.documents += 1;
        if self.documents == 1 {
            return Step::On;
        }
        // The parser places it at its mark, or at the text after that of the document before.
        let before = self.text[..start].trim_end();
        let marked = ["---", "..."].iter().any(|mark| before.ends_with(mark));
        let end = start + self.text[start..].split_whitespace().next().map_or(0, str::len);
        let span = if marked { self.span(before.len() - 3, before.len()) } else { self.span(start, end) };
        problems.report(SecondDocument { span });
        Step::Done
    }

    fn scalar(
        &mut self,
        range: std::ops::Range<usize>,
        text: String,
        style: ScalarStyle,
        problems: &mut Problems,
    ) {
        let (start, end) = (range.start, range.end);
        if self.too_deep > 0 {
            return;
        }
        if style == ScalarStyle::Plain && start == end {
            return self.nothing(start, problems);
        }
        self.last_scalar = Some((start, end));
        let gap = self.cursor;
        self.arrive(start, end);
        let (span, from) = match style {
            ScalarStyle::Literal | ScalarStyle::Folded => {
                let (indicator, content) = block_header(self.text, gap, start);
                let last = self.text[..end].trim_end_matches([' ', '\t', '\r', '\n']).len();
                (self.span(indicator, last.max(indicator + 1)), content.min(end))
            }
            ScalarStyle::Plain => {
                self.search_folds(start, end);
                (self.span(start, end), start)
            }
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => (self.span(start, end), start),
        };
        let scalar = scalar::scalar(self.file, self.text, from..end, text, style);
        self.put(Node { span, value: Value::Scalar(scalar) }, problems);
    }

    /// A value that is not there: `key:` and nothing, or `-` and nothing.
    fn nothing(&mut self, start: usize, problems: &mut Problems) {
        if self.awaits_value() {
            let rest = &self.text[self.cursor..];
            let colon = rest.len() - rest.trim_start().len();
            if rest[colon..].starts_with(':') {
                self.arrive(self.cursor + colon, self.cursor + colon + 1);
            }
        } else {
            self.arrive(start, start);
        }
        let (at, mut end) = (self.cursor, self.cursor);
        if let Some(Open { items: Items::Map { pending: None, .. }, .. }) = self.open.last() {
            // A key that is not there is shown at what follows instead.
            end += self.text[at..].chars().next().map_or(0, char::len_utf8);
        }
        let scalar = scalar::scalar(self.file, self.text, at..at, String::new(), ScalarStyle::Plain);
        self.put(Node { span: self.span(at, end), value: Value::Scalar(scalar) }, problems);
    }

    fn begin(
        &mut self,
        mut items: Items,
        style: StructureStyle,
        range: std::ops::Range<usize>,
        problems: &mut Problems,
    ) {
        if self.too_deep > 0 {
            self.too_deep += 1;
            return;
        }
        if std::mem::take(&mut self.adopt) {
            return;
        }
        let flow = style == StructureStyle::Flow;
        let mut start = range.start;
        match &mut items {
            Items::List { dash_met, .. } if !flow => {
                start = self.arrive_at_dash(start);
                *dash_met = true;
            }
            Items::List { .. } | Items::Map { .. } => self.arrive(start, range.end),
        }
        if self.open.len() >= DEEPEST {
            let end = range.end.max(start + 1);
            problems.report(NestedTooDeep { span: self.span(start, end), limit: DEEPEST });
            self.too_deep = 1;
            self.too_deep_start = start;
            return;
        }
        // Only lines begin items and keys, so a bracket's column does not matter (and its line may be long).
        let column = if flow { 0 } else { start - line_start(self.text, start) };
        self.open.push(Open { items, flow, column, start, end: self.cursor.max(start) });
    }

    fn end(&mut self, range: std::ops::Range<usize>, problems: &mut Problems) -> Step {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            if self.too_deep == 0 {
                let end = if range.is_empty() { self.cursor } else { range.end };
                // What is inside was not searched: it has had its message.
                self.cursor = self.cursor.max(end);
                let span = self.span(self.too_deep_start, end.max(self.too_deep_start + 1));
                self.put(Node { span, value: Value::Poison }, problems);
            }
            return Step::On;
        }
        if self.adopted == Some(self.open.len()) {
            self.adopted = None;
            return Step::AdoptedEnd;
        }
        if !range.is_empty() {
            self.search_gap(range.start);
        }
        let Some(mut open) = self.open.pop() else { return Step::On };
        if !range.is_empty() {
            self.cursor = self.cursor.max(range.end);
            open.end = range.end;
        }
        let node = self.close(open);
        self.put(node, problems);
        Step::On
    }

    pub(super) fn close(&self, open: Open) -> Node {
        let value = match open.items {
            Items::List { items, .. } => Value::List(items),
            Items::Map { pairs, .. } => Value::Map(pairs),
        };
        Node { span: self.span(open.start, open.end), value }
    }

    /// Puts a finished node where it belongs: as an item, a key, a value, or the root.
    pub(super) fn put(&mut self, node: Node, problems: &mut Problems) {
        let end = node.span.end as usize;
        self.cursor = self.cursor.max(end);
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        open.end = open.end.max(end);
        match &mut open.items {
            Items::List { items, dash_met } => {
                items.push(node);
                *dash_met = false;
            }
            Items::Map { pairs, keys, pending } => match pending.take() {
                None => *pending = Some(key(node, keys, problems)),
                Some(Pending::Key(key)) => pairs.push(Pair { key, value: node }),
                Some(Pending::Refused) => {}
            },
        }
    }

    pub(super) fn awaits_value(&self) -> bool {
        matches!(self.open.last(), Some(Open { items: Items::Map { pending: Some(_), .. }, .. }))
    }

    pub fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }
}

/// A node in the place of a key.
fn key(node: Node, keys: &mut HashMap<String, Span>, problems: &mut Problems) -> Pending {
    let span = node.span;
    let scalar = match node.value {
        Value::Poison => return Pending::Refused,
        Value::Scalar(scalar) if scalar.style != Style::Plain || !scalar.text.is_empty() => scalar,
        Value::Scalar(_) | Value::List(_) | Value::Map(_) => {
            problems.report(ComplexKey { span });
            return Pending::Refused;
        }
    };
    if scalar.text == "<<" && scalar.style == Style::Plain {
        problems.report(MergeKey { span });
        return Pending::Refused;
    }
    if let Some(&first) = keys.get(&scalar.text) {
        problems.report(DuplicateKey { key: scalar.text, first, second: span });
        return Pending::Refused;
    }
    keys.insert(scalar.text.clone(), span);
    Pending::Key(Spanned::new(scalar.text, span))
}
