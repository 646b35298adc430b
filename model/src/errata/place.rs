//! Places in a rule: `nodes ae6 no`, `rows gauls, 1 losses`, `options raid_here when`, `do line 3`.
//!
//! A place is followed word by word through the tree of the rule as it stands. The keys of a mapping are words, also several
//! (`waive numbers`); the entries of a list are counted from 1, or called by name where they have one: an option, a phase, a member,
//! the two ends of a link. The table of kinds says which texts are scripts, and which keys may yet come.

use std::ops::Range;

use rulec_grammar::span::{Span, Spanned};
use rulec_grammar::yaml::{Node, Pair, Scalar, Value};

use crate::kinds::{COMMON, Kind, ValueKind, nearest};
use crate::source::on_one_line;
use crate::surface::tree::Name;

/// One step down a tree, by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Key(usize),
    Entry(usize),
}

/// Where the steps have led.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// To what stands there.
    Node,
    /// To some lines of a script.
    Lines(Range<usize>),
    /// Into a mapping that has no such key.
    NewKey(Name),
    /// Into a list, before this entry or at its end.
    Before(usize),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub steps: Vec<Step>,
    pub end: End,
}

/// A place, and the node that is there or that it is in.
#[derive(Debug)]
pub struct Found<'n> {
    pub place: Place,
    pub node: &'n Node,
}

/// What was not found.
#[derive(Debug)]
pub struct Missing {
    /// The words that lead nowhere.
    pub words: String,
    pub span: Span,
    /// What they were looked for in, and what there is.
    pub within: Span,
    pub known: Vec<String>,
    pub nearest: Option<String>,
}

/// What is known of the node that has been reached.
#[derive(Clone, Copy)]
enum Shape {
    Entry(&'static Kind),
    Value(ValueKind),
    Data,
}

impl Place {
    /// Whether two amendments would change the same thing, so that one could not be made after the other.
    pub fn touches(&self, other: &Place) -> bool {
        let covers = |one: &Place, other: &Place| one.end == End::Node && other.steps.starts_with(&one.steps);
        if covers(self, other) || covers(other, self) {
            return true;
        }
        self.steps == other.steps
            && match (&self.end, &other.end) {
                (End::Lines(mine), End::Lines(theirs)) => mine.start < theirs.end && theirs.start < mine.end,
                (mine, theirs) => mine == theirs,
            }
    }
}

/// What an amendment expects at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// Something, of so many lines where it is lines of a script.
    Lines(usize),
    Nothing,
}

/// Follows the words from a rule of this kind. None where the tree could not be read there, which has been reported.
pub fn find<'n>(
    rule: &'n Node,
    kind: &'static Kind,
    words: &[Name],
    expected: Expected,
) -> Option<Result<Found<'n>, Missing>> {
    let mut walk = Walk { node: rule, shape: Shape::Entry(kind), steps: Vec::new(), words, expected };
    loop {
        if walk.node.is_poison() {
            return None;
        }
        if walk.words.is_empty() {
            return Some(Ok(Found { place: Place { steps: walk.steps, end: End::Node }, node: walk.node }));
        }
        match walk.step() {
            Next::On => {}
            Next::There(end) => {
                return Some(Ok(Found { place: Place { steps: walk.steps, end }, node: walk.node }));
            }
            Next::Nowhere => return Some(Err(walk.missing())),
        }
    }
}

struct Walk<'n, 'w> {
    node: &'n Node,
    shape: Shape,
    steps: Vec<Step>,
    words: &'w [Name],
    expected: Expected,
}

enum Next {
    On,
    There(End),
    Nowhere,
}

impl<'n> Walk<'n, '_> {
    fn step(&mut self) -> Next {
        match &self.node.value {
            Value::Map(pairs) => self.through_map(pairs),
            Value::List(entries) => self.through_list(entries),
            Value::Scalar(scalar) => self.through_lines(scalar),
            Value::Poison => Next::Nowhere,
        }
    }

    fn through_map(&mut self, pairs: &'n [Pair]) -> Next {
        // The longest, where one key begins as another.
        let fitting = pairs
            .iter()
            .enumerate()
            .filter_map(|(nth, pair)| Some((self.begins_with(&on_one_line(&pair.key.value))?, nth, pair)));
        if let Some((n_words, nth, pair)) = fitting.max_by_key(|(n_words, ..)| *n_words) {
            let shape = self.below(&pair.key.value);
            self.go(n_words, Step::Key(nth), &pair.value, shape);
            return Next::On;
        }
        let all = self.words.iter().map(|word| word.value.as_str()).collect::<Vec<_>>().join(" ");
        let known = match self.shape {
            Shape::Entry(kind) => keys_of(kind).any(|key| key == all),
            Shape::Value(_) | Shape::Data => true,
        };
        let may_come = known && self.expected == Expected::Nothing;
        if may_come { Next::There(End::NewKey(Spanned::new(all, self.span()))) } else { Next::Nowhere }
    }

    fn through_list(&mut self, entries: &'n [Node]) -> Next {
        let [first, rest @ ..] = self.words else { return Next::Nowhere };
        let may_come = self.expected == Expected::Nothing;
        let beside = match first.value.as_str() {
            "before" => Some(0),
            "after" => Some(1),
            _ => None,
        };
        if let Some(beside) = beside {
            return match entry_called(entries, rest) {
                Some((n_words, nth)) if may_come && n_words == rest.len() => {
                    Next::There(End::Before(nth + beside))
                }
                Some(_) | None => Next::Nowhere,
            };
        }
        if let Some((n_words, nth)) = entry_called(entries, self.words) {
            let shape = match self.shape {
                Shape::Value(ValueKind::List(kind)) => Shape::Entry(kind),
                Shape::Value(ValueKind::Conditions) => Shape::Value(ValueKind::Expression),
                Shape::Value(_) | Shape::Entry(_) | Shape::Data => Shape::Data,
            };
            if let Some(entry) = entries.get(nth) {
                self.go(n_words, Step::Entry(nth), entry, shape);
                return Next::On;
            }
        }
        let is_next = position(&first.value) == Some(entries.len());
        if may_come && is_next && rest.is_empty() {
            Next::There(End::Before(entries.len()))
        } else {
            Next::Nowhere
        }
    }

    /// `line 3`
    fn through_lines(&mut self, scalar: &Scalar) -> Next {
        let (Shape::Value(ValueKind::Script), [line, number]) = (self.shape, self.words) else {
            return Next::Nowhere;
        };
        let n_lines = match self.expected {
            Expected::Lines(n_lines) => n_lines.max(1),
            Expected::Nothing => 1,
        };
        match position(&number.value) {
            Some(first) if line.value == "line" && first < scalar.n_lines() => {
                Next::There(End::Lines(first..(first + n_lines).min(scalar.n_lines())))
            }
            Some(_) | None => Next::Nowhere,
        }
    }

    fn go(&mut self, n_words: usize, step: Step, node: &'n Node, shape: Shape) {
        self.steps.push(step);
        self.words = self.words.get(n_words..).unwrap_or_default();
        (self.node, self.shape) = (node, shape);
    }

    /// How many of the next words are this name, if they are.
    fn begins_with(&self, name: &str) -> Option<usize> {
        begins_with(self.words, name)
    }

    fn below(&self, key: &str) -> Shape {
        match self.shape {
            Shape::Entry(kind) => {
                let common = || COMMON.iter().find(|known| known.name == key);
                kind.key(key).or_else(common).map_or(Shape::Data, |key| Shape::Value(key.value))
            }
            Shape::Value(ValueKind::Named(kind)) => Shape::Entry(kind),
            Shape::Value(_) | Shape::Data => Shape::Data,
        }
    }

    fn span(&self) -> Span {
        let first = self.words.first().map(|word| word.span).unwrap_or_default();
        self.words.last().map_or(first, |last| first.to(last.span))
    }

    fn missing(&self) -> Missing {
        let (mut known, mut possible) = (Vec::new(), Vec::new());
        match &self.node.value {
            Value::Map(pairs) => {
                known.extend(pairs.iter().map(|pair| on_one_line(&pair.key.value)));
                if let Shape::Entry(kind) = self.shape {
                    possible.extend(keys_of(kind).map(str::to_owned));
                }
            }
            Value::List(entries) => {
                let called =
                    |(nth, entry): (usize, &Node)| name_of(entry).unwrap_or_else(|| (nth + 1).to_string());
                known.extend(entries.iter().enumerate().map(called));
            }
            Value::Scalar(scalar) => {
                if let Shape::Value(ValueKind::Script) = self.shape {
                    known.extend((1..=scalar.n_lines()).map(|line| format!("line {line}")));
                }
            }
            Value::Poison => {}
        }
        let words = self.words.iter().map(|word| word.value.as_str()).collect::<Vec<_>>().join(" ");
        let first = self.words.first().map_or("", |word| word.value.as_str());
        let names = || known.iter().chain(&possible).map(String::as_str);
        // One number is as near as the other.
        let is_name = !words.starts_with(|first: char| first.is_ascii_digit());
        let spelt = || names().find(|name| name.eq_ignore_ascii_case(first)).map(str::to_owned);
        let near = || spelt().or_else(|| nearest(&words, names())).or_else(|| nearest(first, names()));
        let nearest = if is_name { near() } else { None };
        Missing { words, span: self.span(), within: self.node.span, known, nearest }
    }
}

/// The keys that an entry of a kind may have.
fn keys_of(kind: &'static Kind) -> impl Iterator<Item = &'static str> {
    kind.keys.iter().chain(COMMON).map(|key| key.name)
}

/// The entry that the next words call, by its position or name, and how many words that takes.
fn entry_called(entries: &[Node], words: &[Name]) -> Option<(usize, usize)> {
    let first = words.first()?;
    if let Some(nth) = position(&first.value) {
        return (nth < entries.len()).then_some((1, nth));
    }
    let called = |(nth, entry): (usize, &Node)| Some((begins_with(words, &name_of(entry)?)?, nth));
    entries.iter().enumerate().filter_map(called).max_by_key(|(n_words, _)| *n_words)
}

fn begins_with(words: &[Name], name: &str) -> Option<usize> {
    let mut n_words = 0;
    for part in name.split(' ') {
        if words.get(n_words)?.value != part {
            return None;
        }
        n_words += 1;
    }
    Some(n_words)
}

/// `3` is the third; positions are counted from 1.
fn position(word: &str) -> Option<usize> {
    word.parse::<usize>().ok()?.checked_sub(1)
}

/// What an entry of a list is called: `option: raid_here` by its name, `[rome, veii]` and `{between: [rome, veii]}` by the two
/// ends, a bare name by itself.
fn name_of(entry: &Node) -> Option<String> {
    let is_name = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_lowercase()) && !text.contains([' ', '(', '.'])
    };
    let named = match entry.as_map() {
        Some(pairs) => {
            let first = pairs.first()?;
            // Other keys hold expressions, of which one may look like a name.
            ["option", "phase", "between"].contains(&first.key.value.as_str()).then_some(&first.value)?
        }
        None => entry,
    };
    match &named.value {
        Value::Scalar(scalar) => Some(scalar.text.trim().to_owned()).filter(|text| is_name(text)),
        Value::List(ends) => {
            let ends: Option<Vec<&str>> = ends.iter().map(Node::as_text).collect();
            ends.filter(|ends| ends.iter().all(|end| is_name(end))).map(|ends| ends.join(" "))
        }
        Value::Map(_) | Value::Poison => None,
    }
}
