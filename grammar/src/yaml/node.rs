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

/// Maps byte offsets of the decoded text to byte offsets of the file.
///
/// `anchors` is sorted; each says that from this decoded offset on, text and file run in step until the
/// next anchor. A plain scalar has one anchor, a literal block one for each line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScalarMap {
    pub file: FileId,
    pub anchors: Vec<(u32, u32)>,
}

impl ScalarMap {
    /// One run: decoded text and file differ by a constant.
    pub fn shifted(file: FileId, start: usize) -> ScalarMap {
        ScalarMap { file, anchors: vec![(0, start as u32)] }
    }

    /// The place in the file of a byte offset of the decoded text.
    pub fn offset(&self, decoded: usize) -> u32 {
        let decoded = decoded as u32;
        let after = self.anchors.partition_point(|anchor| anchor.0 <= decoded);
        match self.anchors.get(after.wrapping_sub(1)) {
            Some(&(from, to)) => to + (decoded - from),
            None => decoded,
        }
    }

    /// The span in the file of a byte range of the decoded text.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let first = self.offset(start);
        let last = if end > start { self.offset(end - 1) + 1 } else { first };
        Span { file: self.file, start: first, end: last.max(first) }
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
