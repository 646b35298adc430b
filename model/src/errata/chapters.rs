//! The chapters with amended rules in their places, and new ones behind those that they come after.

use std::collections::BTreeMap;

use rulec_grammar::yaml::{Node, Value};

/// A rule file's tree, and whether all of it could be read.
#[derive(Debug, Clone)]
pub struct Chapter {
    pub name: String,
    pub node: Node,
    pub whole: bool,
}

/// A rule's chapter, and its place among the entries of that.
pub type At = (usize, usize);

/// What a new rule comes after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behind {
    Rule(At),
    /// The one of this number among the new ones, which comes before it there.
    Added(usize),
    /// The last rule of the last chapter.
    All,
}

/// Puts the amended rules and the new ones into the chapters.
pub fn write(chapters: &mut [Chapter], mut replaced: BTreeMap<At, Option<Node>>, new: Vec<(Behind, Node)>) {
    let mut behind = in_order(new);
    // Fills and examples are files beside the chapters.
    let last = chapters.iter().rposition(|chapter| !chapter.name.contains('/'));
    let last = last.or(chapters.len().checked_sub(1));
    for (chapter, of) in chapters.iter_mut().enumerate() {
        let Some(entries) = entries_of(&mut of.node) else { continue };
        let mut all = Vec::with_capacity(entries.len());
        for (entry, node) in std::mem::take(entries).into_iter().enumerate() {
            all.extend(replaced.remove(&(chapter, entry)).unwrap_or(Some(node)));
            all.extend(behind.remove(&Some((chapter, entry))).unwrap_or_default());
        }
        if last == Some(chapter) {
            all.extend(behind.remove(&None).unwrap_or_default());
        }
        *entries = all;
    }
}

fn entries_of(chapter: &mut Node) -> Option<&mut Vec<Node>> {
    let Value::Map(pairs) = &mut chapter.value else { return None };
    match &mut pairs.iter_mut().find(|pair| pair.key.value == "rules")?.value.value {
        Value::List(entries) => Some(entries),
        Value::Scalar(_) | Value::Map(_) | Value::Poison => None,
    }
}

/// The new rules that come behind each entry, and behind none: those at the end. What comes behind one rule comes in the order in which
/// it is written, each with what comes behind it in turn.
fn in_order(new: Vec<(Behind, Node)>) -> BTreeMap<Option<At>, Vec<Node>> {
    let mut order: BTreeMap<Option<At>, Vec<usize>> = BTreeMap::new();
    let mut followers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (nth, (behind, _)) in new.iter().enumerate() {
        match behind {
            Behind::All => order.entry(None).or_default().push(nth),
            Behind::Rule(at) => order.entry(Some(*at)).or_default().push(nth),
            Behind::Added(of) => followers.entry(*of).or_default().push(nth),
        }
    }
    let mut nodes: Vec<Option<Node>> = new.into_iter().map(|(_, node)| Some(node)).collect();
    let mut ordered = BTreeMap::new();
    for (at, mut next) in order {
        next.reverse();
        let mut list = Vec::new();
        while let Some(nth) = next.pop() {
            list.extend(nodes.get_mut(nth).and_then(Option::take));
            next.extend(followers.remove(&nth).unwrap_or_default().into_iter().rev());
        }
        ordered.insert(at, list);
    }
    ordered
}
