//! What becomes of the open collections at a mistake.

use std::collections::hash_map::Entry;

use super::collect::{Collector, Items, Open};
use super::node::{Node, Pair, Value};
use super::resume::Place;
use crate::problem::Problems;
use crate::span::{Span, Spanned};

impl Collector<'_> {
    /// End of what was read well.
    pub fn good_until(&self) -> usize {
        self.cursor
    }

    pub fn last_scalar(&self) -> Option<(usize, usize)> {
        self.last_scalar
    }

    /// Inside a collection that nests too deep.
    pub fn is_too_deep(&self) -> bool {
        self.too_deep > 0
    }

    /// The innermost bracket that is still open.
    pub fn open_bracket(&self) -> Option<usize> {
        // A single pair in a list, `[a, b: c]`, is a mapping without brackets.
        let bracketed = |open: &&Open| open.flow && self.text[open.start..].starts_with(['[', '{']);
        self.open.iter().rev().find(bracketed).map(|open| open.start)
    }

    /// Whether a line that the continued collection cannot take belongs to one further out.
    pub fn ends_adopted(&self, place: &Place) -> bool {
        let Some(adopted) = self.adopted.filter(|&depth| depth == self.open.len()) else { return false };
        let further_out = self.depth_for(place).is_some_and(|(depth, _)| depth < adopted);
        further_out && !self.awaits_value() && !place.document
    }

    /// What stands on the line of the mistake before it is not what was meant: that value becomes poison.
    pub fn poison_near(&mut self, mark: usize) {
        (self.too_deep, self.adopt, self.adopted) = (0, false, None);
        let text = self.text;
        let near = |span: Span| {
            let (start, end) = (span.start as usize, (span.end as usize).min(mark));
            start < span.end as usize && start <= mark && !text.as_bytes()[end..mark].contains(&b'\n')
        };
        let poison = Node { span: self.span(mark, mark), value: Value::Poison };
        let Some(open) = self.open.last_mut() else {
            if self.root.as_ref().is_some_and(|root| root.as_scalar().is_some()) {
                self.root = None;
            }
            return;
        };
        match &mut open.items {
            Items::List { items, .. } => match items.last_mut().filter(|item| near(item.span)) {
                Some(item) => item.value = Value::Poison,
                None => items.push(poison),
            },
            Items::Map { pairs, pending: None, .. } => {
                if let Some(pair) = pairs.last_mut().filter(|pair| near(pair.value.span)) {
                    pair.value.value = Value::Poison;
                }
            }
            Items::Map { .. } => {}
        }
    }

    /// A word that lacks its colon becomes a key with a poisoned value, so that nobody misses it.
    pub fn add_poisoned_key(&mut self, mark: usize) {
        let rest = &self.text[mark..];
        let length =
            rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        let span = self.span(mark, mark + length);
        if let Some(Open { items: Items::Map { pairs, keys, pending: None }, flow: false, .. }) =
            self.open.last_mut()
            && let Entry::Vacant(entry) = keys.entry(rest[..length].to_owned())
        {
            let key = Spanned::new(entry.key().clone(), span);
            entry.insert(span);
            pairs.push(Pair { key, value: Node { span, value: Value::Poison } });
        }
    }

    /// Makes ready to read on from a line: collections that it leaves are closed. False where no open
    /// collection can take it.
    pub fn resume(&mut self, place: &Place) -> bool {
        // A text that ran on too far is read again.
        self.cursor = place.line;
        self.documents = 0;
        if self.open.is_empty() {
            return self.root.is_none();
        }
        if place.document {
            return false;
        }
        let Some((depth, adopt)) = self.depth_for(place) else { return false };
        while self.open.len() > depth {
            self.break_off();
        }
        if adopt {
            self.poison_pending();
        }
        if let Some(Open { items: Items::List { dash_met, .. }, .. }) = self.open.last_mut() {
            *dash_met = false;
        }
        self.adopt = adopt;
        self.adopted = adopt.then_some(depth);
        true
    }

    /// The tree. Collections that a mistake left open hold what was read of them.
    pub fn finish(mut self) -> Option<Node> {
        while !self.open.is_empty() {
            self.break_off();
        }
        self.root
    }

    /// Closes the innermost collection: what was read between brackets is lost, the rest is kept.
    fn break_off(&mut self) {
        self.poison_pending();
        let Some(open) = self.open.pop() else { return };
        let flow = open.flow;
        let mut node = self.close(open);
        if flow {
            node.value = Value::Poison;
        }
        // Whatever there is to say has been said at the mistake.
        self.put(node, &mut Problems::new());
    }

    /// A key whose value the mistake took.
    fn poison_pending(&mut self) {
        if self.awaits_value()
            && let Some(end) = self.open.last().map(|open| open.end)
        {
            self.put(Node { span: self.span(end, end), value: Value::Poison }, &mut Problems::new());
        }
    }

    /// How many collections stay open, and whether the innermost of them goes on (or takes a new value).
    fn depth_for(&self, place: &Place) -> Option<(usize, bool)> {
        let depth = self.open.iter().position(|open| open.flow).unwrap_or(self.open.len());
        self.open[..depth].iter().enumerate().rev().find_map(|(index, open)| {
            if open.column != place.column() {
                return None;
            }
            match (&open.items, place.item) {
                (Items::List { .. }, true) | (Items::Map { .. }, false) => Some((index + 1, true)),
                (Items::Map { pending: Some(_), .. }, true) if index + 1 == self.open.len() => {
                    Some((index + 1, false))
                }
                (Items::List { .. }, false) | (Items::Map { .. }, true) => None,
            }
        })
    }
}
