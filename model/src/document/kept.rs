//! Plain data that is kept beside the rules, read by the reader of rule files: a tree, then fields by name.
//!
//! serde would do with fewer lines, but the `build.rs` door reads locks too, and whoever builds with it would wait for serde and a
//! second YAML reader alone.

use rulec_grammar::problem::{Problems, Severity};
use rulec_grammar::span::{FileId, Span};
use rulec_grammar::yaml::{self, Node, Pair};

/// What is wrong, and where.
pub(super) struct Damage {
    pub what: String,
    pub at: Span,
}

impl Damage {
    pub fn new(what: String, at: Span) -> Damage {
        Damage { what, at }
    }

    /// From the first character of the line to its end: the part at fault is rarely all that was damaged.
    pub fn line(&self, text: &str) -> Span {
        let start =
            text.get(..self.at.start as usize).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let indent = line.len() - line.trim_start().len();
        Span::new(self.at.file, start + indent, start + line.len())
    }
}

/// The tree of a text. Its first mistake is the damage: after a merge that left both sides in, the others follow from it.
pub(super) fn tree(file: FileId, text: &str) -> Result<Node, Damage> {
    let mut problems = Problems::new();
    let node = yaml::read(file, text, &mut problems);
    match problems.into_sorted().into_iter().find(|problem| problem.severity == Severity::Error) {
        Some(first) => {
            let at = first.place().unwrap_or(node.span);
            Err(Damage::new(first.message, at))
        }
        None => Ok(node),
    }
}

pub(super) fn text(node: &Node) -> Result<&str, Damage> {
    node.as_text().ok_or_else(|| Damage::new("a text should stand here".to_owned(), node.span))
}

pub(super) fn number<N: std::str::FromStr>(node: &Node) -> Result<N, Damage> {
    let text = text(node)?;
    text.parse().map_err(|_| Damage::new(format!("`{text}` is no number that can stand here"), node.span))
}

pub(super) fn list(node: Option<&Node>) -> Result<&[Node], Damage> {
    let Some(node) = node else { return Ok(&[]) };
    node.as_list().ok_or_else(|| Damage::new("a list should stand here".to_owned(), node.span))
}

pub(super) fn map(node: &Node) -> Result<&[Pair], Damage> {
    node.as_map().ok_or_else(|| Damage::new("a mapping should stand here".to_owned(), node.span))
}

/// The fields of a mapping; one that is not among the known is damage.
pub(super) struct Fields<'n> {
    node: &'n Node,
}

impl<'n> Fields<'n> {
    pub fn of(node: &'n Node, known: &[&str]) -> Result<Fields<'n>, Damage> {
        match map(node)?.iter().find(|pair| !known.contains(&pair.key.value.as_str())) {
            Some(pair) => {
                let what = format!("unknown field `{}`, known are {}", pair.key.value, known.join(", "));
                Err(Damage::new(what, pair.key.span))
            }
            None => Ok(Fields { node }),
        }
    }

    pub fn get(&self, key: &str) -> Option<&'n Node> {
        self.node.get(key)
    }

    pub fn need(&self, key: &str) -> Result<&'n Node, Damage> {
        self.get(key).ok_or_else(|| Damage::new(format!("there is no `{key}`"), self.node.span))
    }

    /// Words between spaces; none where the field is left out.
    pub fn words(&self, key: &str) -> Result<Vec<String>, Damage> {
        let words = self.get(key).map(text).transpose()?.unwrap_or_default();
        Ok(words.split_whitespace().map(str::to_owned).collect())
    }
}
