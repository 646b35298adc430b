//! Which rule of the new side is which of the old one: by name, by `renamed from`, and what is left by likeness.

use std::collections::{BTreeMap, HashMap, HashSet};

use rulec_grammar::yaml::Node;

use super::normal::{likeness, meant};
use super::written::WrittenRule;
use crate::document::align::{Step, align};

/// How two rules were found to be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Match {
    Name,
    Renamed,
    /// A guess, with its score in percent.
    Likeness(u8),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub old: usize,
    pub new: usize,
    pub by: Match,
}

#[derive(Debug, Default)]
pub(super) struct Matched {
    pub pairs: Vec<Pair>,
    pub removed: Vec<usize>,
    pub added: Vec<usize>,
    /// Rules of kinds whose order counts that stand elsewhere among these: place before and now, from 1, by the new index.
    pub reordered: BTreeMap<usize, (usize, usize)>,
}

/// From so much on, two rules are taken for one.
const ALIKE: f64 = 0.7;

/// So many comparisons are made for guesses; beyond them only rules that are the same but for their name are found.
const MOST_GUESSES: usize = 20_000;

/// Kinds whose rules are taken in rulebook order in play.
const IN_ORDER: [&str; 2] = ["whenever", "scenario"];

pub(super) fn matched(old: &[WrittenRule], new: &[WrittenRule]) -> Matched {
    let mut by_name: HashMap<(&str, bool), usize> = HashMap::new();
    for (nth, rule) in old.iter().enumerate().rev() {
        by_name.insert((&rule.name, rule.is_fill()), nth);
    }
    let mut matched = Matched::default();
    let mut taken: HashSet<usize> = HashSet::new();
    let mut left = Vec::new();
    for (nth, rule) in new.iter().enumerate() {
        match by_name.get(&(rule.name.as_str(), rule.is_fill())).filter(|was| taken.insert(**was)) {
            Some(was) => matched.pairs.push(Pair { old: *was, new: nth, by: Match::Name }),
            None => left.push(nth),
        }
    }
    left.retain(|nth| {
        let rule = &new[*nth];
        let was = rule.node.get("renamed from").and_then(Node::as_text);
        let was = was.and_then(|was| by_name.get(&(was.trim(), rule.is_fill()))).copied();
        match was.filter(|was| taken.insert(*was)) {
            Some(was) => {
                matched.pairs.push(Pair { old: was, new: *nth, by: Match::Renamed });
                false
            }
            None => true,
        }
    });
    let gone: Vec<usize> = (0..old.len()).filter(|nth| !taken.contains(nth)).collect();
    for pair in guesses(old, new, &gone, &left) {
        taken.insert(pair.old);
        left.retain(|nth| *nth != pair.new);
        matched.pairs.push(pair);
    }
    matched.removed = gone.into_iter().filter(|nth| !taken.contains(nth)).collect();
    matched.added = left;
    matched.pairs.sort_by_key(|pair| pair.new);
    matched.reordered = reordered(old, new, &matched.pairs);
    matched
}

/// The likest first; each rule once.
fn guesses(old: &[WrittenRule], new: &[WrittenRule], gone: &[usize], come: &[usize]) -> Vec<Pair> {
    let of_old: Vec<(usize, String)> = gone.iter().map(|nth| (*nth, body(&old[*nth]))).collect();
    let of_new: Vec<(usize, String)> = come.iter().map(|nth| (*nth, body(&new[*nth]))).collect();
    let mut found: Vec<(f64, usize, usize)> = Vec::new();
    if of_old.len().saturating_mul(of_new.len()) <= MOST_GUESSES {
        for (was, a) in &of_old {
            for (now, b) in of_new.iter().filter(|(now, _)| new[*now].kind == old[*was].kind) {
                let score = likeness(a, b);
                if score >= ALIKE {
                    found.push((score, *was, *now));
                }
            }
        }
    } else {
        let bodies: HashMap<(&str, &str), usize> =
            of_old.iter().rev().map(|(was, body)| ((old[*was].kind.as_str(), body.as_str()), *was)).collect();
        let same = of_new.iter().filter_map(|(now, body)| {
            let was = bodies.get(&(new[*now].kind.as_str(), body.as_str()))?;
            Some((1.0, *was, *now))
        });
        found.extend(same);
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let (mut olds, mut news) = (HashSet::new(), HashSet::new());
    found.retain(|(_, was, now)| {
        let free = !olds.contains(was) && !news.contains(now);
        if free {
            olds.insert(*was);
            news.insert(*now);
        }
        free
    });
    let pair = |(score, old, new): (f64, usize, usize)| Pair {
        old,
        new,
        by: Match::Likeness((100.0 * score).floor() as u8),
    };
    found.into_iter().map(pair).collect()
}

/// What a rule means, without its name.
fn body(rule: &WrittenRule) -> String {
    let rest = rule.pairs().iter().skip(1).filter(|pair| pair.key.value != "cite");
    rest.map(|pair| format!("{} {} ", pair.key.value, meant(&pair.value, None))).collect()
}

fn reordered(old: &[WrittenRule], new: &[WrittenRule], pairs: &[Pair]) -> BTreeMap<usize, (usize, usize)> {
    let mut found = BTreeMap::new();
    for kind in IN_ORDER {
        let of_kind = |pair: &&Pair| old[pair.old].kind == kind && new[pair.new].kind == kind;
        let now: Vec<usize> = pairs.iter().filter(of_kind).map(|pair| pair.old).collect();
        let mut was = now.clone();
        was.sort_unstable();
        let place =
            |list: &[usize], one: usize| list.iter().position(|other| *other == one).map_or(0, |at| at + 1);
        for step in align(&was, &now) {
            let moved = match step {
                Step::Same(..) | Step::Removed(_) => continue,
                Step::Changed(_, at) | Step::Added(at) => now[at],
            };
            let Some(pair) = pairs.iter().find(|pair| pair.old == moved) else { continue };
            found.insert(pair.new, (place(&was, moved), place(&now, moved)));
        }
    }
    found
}
