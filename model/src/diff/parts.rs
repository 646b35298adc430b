//! Parts of an entry: lines, criteria, steps by what they mean; options, phases and boxes by their names.

use std::collections::BTreeSet;

use rulec_grammar::yaml::{Node, Pair};

use super::class::{Class, of_kind, of_order};
use super::entry::{Sides, code, label, replaced};
use super::lists::{self, Fate, fates, places};
use super::normal::{Renames, meant, shown};
use super::report::{Change, ChangeKind};
use crate::kinds::Kind;
use crate::surface::is_beside_play;

/// A part with its name.
type Named = (String, Node);

impl Sides<'_> {
    /// Parts in a list: by their own names where they have them, otherwise by what they mean.
    pub(super) fn list(
        &mut self,
        part: &'static Kind,
        at: &str,
        was: Option<&Node>,
        now: Option<&Node>,
        changes: &mut Vec<Change>,
    ) {
        let of = |node: Option<&Node>| node.and_then(Node::as_list).unwrap_or_default().to_vec();
        let (was, now) = (of(was), of(now));
        if part.named {
            let of = |nodes: Vec<Node>| {
                nodes
                    .into_iter()
                    .map(|node| (node.get(part.name).map(shown).unwrap_or_default(), node))
                    .collect()
            };
            self.by_name(part, at, part.name, (of(was), of(now)), changes);
            return;
        }
        let olds: Vec<String> = was.iter().map(|node| meant(node, Some(&self.renames))).collect();
        let news: Vec<String> = now.iter().map(|node| meant(node, None)).collect();
        let class = part_class(part, Class::Behaviour);
        let fates = fates(&olds, &news);
        for fate in &fates {
            match *fate {
                Fate::Same(old, new) | Fate::Changed(old, new) => {
                    let at = label(at, &format!("{}", new + 1));
                    self.nodes(part, &at, &was[old], &now[new], changes);
                }
                Fate::Moved(old, new) => {
                    let (from, to) = places(&fates, (old, new));
                    let kind = ChangeKind::Moved { what: in_short(&now[new]), from, to };
                    changes.push(Change::new(of_order(part, class), at, kind));
                    self.nodes(part, &label(at, &format!("{}", new + 1)), &was[old], &now[new], changes);
                }
                Fate::Removed(old) => {
                    let kind = ChangeKind::Removed { was: code(&in_short(&was[old])) };
                    changes.push(Change::new(class, at, kind));
                }
                Fate::Added(new) => {
                    let kind = ChangeKind::Added { now: code(&in_short(&now[new])) };
                    changes.push(Change::new(class, at, kind));
                }
            }
        }
    }

    /// Boxes and editions by name.
    pub(super) fn named(
        &mut self,
        part: &'static Kind,
        at: &str,
        was: Option<&Node>,
        now: Option<&Node>,
        changes: &mut Vec<Change>,
    ) {
        let of = |node: Option<&Node>| -> Vec<(String, Node)> {
            let pairs = node.and_then(Node::as_map).unwrap_or_default();
            pairs.iter().map(|pair| (pair.key.value.clone(), pair.value.clone())).collect()
        };
        let (was, now) = (of(was), of(now));
        // Only the first counts by its place: where a chart begins, what a game is when no edition is named.
        let first =
            |boxes: &[(String, Node)]| boxes.first().map(|(name, _)| name.clone()).unwrap_or_default();
        let (start_was, start_now) = (first(&was), first(&now));
        let mut found = Vec::new();
        let renamed = self.by_name(part, "", part.name, (was, now), &mut found);
        found.retain(|change| !matches!(change.kind, ChangeKind::Moved { .. }));
        if renamed.now(&start_was) != start_now {
            let class = part_class(part, Class::Behaviour);
            changes.push(Change::new(class, label(at, "first"), replaced(&start_was, &start_now)));
        }
        changes.append(&mut found);
    }

    /// Parts that have names; gives the names that changed with nothing else.
    fn by_name(
        &mut self,
        part: &'static Kind,
        at: &str,
        word: &str,
        (was, now): (Vec<Named>, Vec<Named>),
        changes: &mut Vec<Change>,
    ) -> Renames {
        let mut renamed = Renames::default();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let has = |list: &[Named], name: &str| list.iter().any(|(other, _)| other == name);
        let body = |part: &Named| {
            let pairs = part.1.as_map().unwrap_or_default().iter().filter(|pair| pair.key.value != word);
            pairs.map(|pair| format!("{} {}", pair.key.value, meant(&pair.value, None))).collect::<String>()
        };
        for old in was.iter().filter(|(name, _)| !has(&now, name)) {
            let free = |new: &&Named| !has(&was, &new.0) && !taken.contains(&new.0);
            if let Some(new) = now.iter().filter(free).find(|new| body(new) == body(old)) {
                taken.insert(new.0.clone());
                renamed.add(&old.0, &new.0);
                let kind = ChangeKind::Renamed { was: old.0.clone(), now: new.0.clone(), guess: None };
                let class = if part.name == "option" { Class::Interface } else { Class::Wording };
                changes.push(Change::new(part_class(part, class), word, kind));
            }
        }
        let before = std::mem::replace(&mut self.parts, renamed.clone());
        let olds: Vec<String> = was.iter().map(|(name, _)| renamed.now(name).to_owned()).collect();
        let news: Vec<String> = now.iter().map(|(name, _)| name.clone()).collect();
        let both = |list: &[String], other: &[String]| {
            list.iter().filter(|name| other.contains(name)).cloned().collect::<Vec<String>>()
        };
        let (shared_was, shared_now) = (both(&olds, &news), both(&news, &olds));
        let order = lists::fates(&shared_was, &shared_now);
        for fate in &order {
            if let Fate::Moved(old, new) = *fate {
                let kind = ChangeKind::Moved { what: shared_now[new].clone(), from: old + 1, to: new + 1 };
                changes.push(Change::new(part_class(part, Class::Behaviour), at, kind));
            }
        }
        for ((_, node), name) in was.iter().zip(&olds) {
            if let Some((_, new)) = now.iter().find(|(other, _)| other == name) {
                self.nodes(part, &label(at_of(word), name), node, new, changes);
            } else {
                let kind = ChangeKind::Removed { was: code(name) };
                changes
                    .push(Change::new(part_class(part, whole(part)), word, kind).with_content(&shown(node)));
            }
        }
        for (name, node) in now.iter().filter(|(name, _)| !olds.contains(name)) {
            let kind = ChangeKind::Added { now: code(name) };
            changes.push(Change::new(part_class(part, whole(part)), word, kind).with_content(&shown(node)));
        }
        self.parts = before;
        renamed
    }

    /// Two parts of a kind.
    fn nodes(&mut self, part: &'static Kind, at: &str, was: &Node, now: &Node, changes: &mut Vec<Change>) {
        match (was.as_map(), now.as_map()) {
            (Some(old), Some(new)) => self.mappings(part, (old, new), at, changes),
            _ => self.data(part_class(part, Class::Behaviour), at, Some(was), Some(now), changes),
        }
    }
}

fn part_class(part: &Kind, class: Class) -> Class {
    of_kind(part.name, class)
}

/// An option is what a player may choose, and others name it; a phase or a box is how play goes.
fn whole(part: &Kind) -> Class {
    if part.name == "option" { Class::Interface } else { Class::Behaviour }
}

/// Boxes are known by their names alone.
fn at_of(word: &str) -> &str {
    if word == "node" { "" } else { word }
}

/// A part on one line, without its prose.
fn in_short(node: &Node) -> String {
    let Some(pairs) = node.as_map() else { return shown(node) };
    let meant: Vec<&Pair> = pairs.iter().filter(|pair| !is_beside_play(&pair.key.value)).collect();
    if let [only] = meant.as_slice() {
        return format!("{}: {}", only.key.value, shown(&only.value));
    }
    let parts = meant.iter().map(|pair| format!("{}: {}", pair.key.value, shown(&pair.value)));
    parts.collect::<Vec<_>>().join(", ")
}
