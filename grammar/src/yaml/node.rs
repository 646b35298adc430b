//! The spanned tree that the reader makes.

use crate::span::{FileId, Span, Spanned};

/// A value with its place: for a mapping or list, from its first to its last byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    pub span: Span,
    pub value: Value,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Scalar(Scalar),
    List(Vec<Node>),
    Map(Vec<Pair>),
    /// Could not be read and has been reported; whoever meets it stays silent.
    Poison,
}

/// One `key: value` of a mapping, in source order; keys are unique.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    pub key: Spanned<String>,
    pub value: Node,
}

/// A scalar's decoded text, its style, and the way back to the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar {
    pub text: String,
    pub style: Style,
    pub map: ScalarMap,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Plain,
    Quoted,
    /// `|`
    Literal,
    /// `>` or a plain scalar over several lines: text only, never an expression.
    Folded,
}

/// Maps byte offsets of the decoded text to byte offsets of the file, or of the files where lines of one were put into another.
///
/// `anchors` is sorted. A plain scalar has one anchor, a literal block one for each line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScalarMap {
    pub anchors: Vec<Anchor>,
}

/// From this decoded offset on, text and file run in step until the next anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Anchor {
    pub decoded: u32,
    pub file: FileId,
    pub place: u32,
}

impl ScalarMap {
    /// One run: decoded text and file differ by a constant.
    pub fn shifted(file: FileId, start: usize) -> ScalarMap {
        ScalarMap { anchors: vec![Anchor { decoded: 0, file, place: start as u32 }] }
    }

    /// Where a byte offset of the decoded text stands, as an anchor of its own.
    pub fn at(&self, decoded: usize) -> Anchor {
        let decoded = decoded as u32;
        let after = self.anchors.partition_point(|anchor| anchor.decoded <= decoded);
        let Some(anchor) = self.anchors.get(after.wrapping_sub(1)) else {
            return Anchor { decoded, file: FileId::default(), place: decoded };
        };
        Anchor { decoded, file: anchor.file, place: anchor.place + (decoded - anchor.decoded) }
    }

    /// The span in the file of a byte range of the decoded text; where the range goes on in another file, its part in the first.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let first = self.at(start);
        let elsewhere = |anchor: &&Anchor| anchor.decoded > first.decoded && anchor.file != first.file;
        let end = self.anchors.iter().find(elsewhere).map_or(end, |next| end.min(next.decoded as usize));
        let last = if end > start { self.at(end - 1).place + 1 } else { first.place };
        Span { file: first.file, start: first.place, end: last.max(first.place) }
    }
}

impl Node {
    pub fn as_scalar(&self) -> Option<&Scalar> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar),
            Value::List(_) | Value::Map(_) | Value::Poison => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        self.as_scalar().map(|scalar| scalar.text.as_str())
    }

    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(items) => Some(items),
            Value::Scalar(_) | Value::Map(_) | Value::Poison => None,
        }
    }

    pub fn as_map(&self) -> Option<&[Pair]> {
        match &self.value {
            Value::Map(pairs) => Some(pairs),
            Value::Scalar(_) | Value::List(_) | Value::Poison => None,
        }
    }

    pub fn is_poison(&self) -> bool {
        matches!(self.value, Value::Poison)
    }

    /// The value under a key of a mapping.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.as_map()?.iter().find(|pair| pair.key.value == key).map(|pair| &pair.value)
    }
}
