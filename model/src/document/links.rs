//! The graph that a Twine document's links draw, and a curated flowchart held against it.
//!
//! An export may have lost the names of its passages, so that links name what no passage says it is. The
//! flowchart's author then says which passage each name means; everything else is found here.

use std::collections::{BTreeMap, BTreeSet};

use super::lock::{Lock, SentenceId};

/// The links of a document, with what is known of the names that they use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    /// Section ids, in order; the first is where a reader begins.
    pub passages: Vec<String>,
    pub links: Vec<GraphLink>,
    /// Names that links use, to the passages that they mean.
    names: BTreeMap<String, usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphLink {
    /// The sentence that the link stands in.
    pub from: SentenceId,
    /// As it is written.
    pub target: String,
    /// Empty where the lock does not keep it.
    pub label: String,
}

/// What is wrong with a graph by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// Names that links use and no passage has, with the passages of those links.
    pub dangling: Vec<(String, Vec<String>)>,
    /// Passages that no link leads to; the first passage is none of them.
    pub orphans: Vec<String>,
    /// Passages that no link leads out of.
    pub dead_ends: Vec<String>,
    /// Names that differ only in the case of their letters, as they are written.
    pub case_only: Vec<Vec<String>>,
}

/// An edge of a curated flowchart, between passages by their ids; `to` may be a name that has no passage.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CuratedEdge {
    pub from: String,
    pub to: String,
}

/// The links and the edges that have no counterpart, each once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    pub links_without_edge: Vec<CuratedEdge>,
    pub edges_without_link: Vec<CuratedEdge>,
}

impl Graph {
    /// The graph of a locked document. `names` says which passage a name means; a passage is also named by its id.
    pub fn of(lock: &Lock, names: &[(&str, &str)]) -> Graph {
        let passages: Vec<String> = lock.sections.iter().map(|section| section.id.clone()).collect();
        let ids: BTreeMap<&str, usize> =
            passages.iter().enumerate().map(|(idx, id)| (id.as_str(), idx)).collect();
        let known = names.iter().filter_map(|(name, passage)| Some(((*name).to_owned(), *ids.get(passage)?)));
        let mut all: BTreeMap<String, usize> = ids.iter().map(|(id, idx)| ((*id).to_owned(), *idx)).collect();
        all.extend(known);
        let links = lock.sentences().flat_map(|(from, sentence)| {
            sentence.links.iter().map(move |link| GraphLink {
                from,
                target: link.target.clone(),
                label: link.label.clone(),
            })
        });
        let links = links.collect();
        Graph { passages, links, names: all }
    }

    /// The passage that a name means, as it is written or but for the case of its letters.
    pub fn passage(&self, name: &str) -> Option<&str> {
        let exact = self.names.get(name).copied();
        let small = name.to_lowercase();
        let folded =
            || self.names.iter().find(|(known, _)| known.to_lowercase() == small).map(|(_, idx)| *idx);
        exact.or_else(folded).and_then(|idx| self.passages.get(idx)).map(String::as_str)
    }

    pub fn findings(&self) -> Findings {
        let folded: BTreeMap<String, usize> =
            self.names.iter().map(|(name, idx)| (name.to_lowercase(), *idx)).collect();
        let mut reached: BTreeSet<usize> = BTreeSet::from([0]);
        let mut leaving: BTreeSet<usize> = BTreeSet::new();
        let mut dangling: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let mut spellings: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for name in self.names.keys() {
            spellings.entry(name.to_lowercase()).or_default().insert(name);
        }
        for link in &self.links {
            leaving.insert(link.from.section);
            let small = link.target.to_lowercase();
            match folded.get(&small) {
                Some(idx) => {
                    reached.insert(*idx);
                }
                None => dangling
                    .entry(&link.target)
                    .or_default()
                    .extend(self.passages.get(link.from.section).cloned()),
            }
            spellings.entry(small).or_default().insert(&link.target);
        }
        for passages in dangling.values_mut() {
            passages.dedup();
        }
        let without = |set: &BTreeSet<usize>| {
            let left = self.passages.iter().enumerate().filter(|(idx, _)| !set.contains(idx));
            left.map(|(_, id)| id.clone()).collect()
        };
        let several = spellings.into_values().filter(|names| names.len() > 1);
        Findings {
            orphans: without(&reached),
            dead_ends: without(&leaving),
            case_only: several.map(|names| names.into_iter().map(str::to_owned).collect()).collect(),
            dangling: dangling.into_iter().map(|(name, from)| (name.to_owned(), from)).collect(),
        }
    }
}

/// Holds a curated flowchart against the links of the document: every link should be an edge, and every edge a link.
pub fn compare(graph: &Graph, curated: &[CuratedEdge]) -> Comparison {
    let meant = |name: &str| graph.passage(name).unwrap_or(name).to_owned();
    let links: BTreeSet<CuratedEdge> = graph
        .links
        .iter()
        .filter_map(|link| {
            let from = graph.passages.get(link.from.section)?.clone();
            Some(CuratedEdge { from, to: meant(&link.target) })
        })
        .collect();
    let edges: BTreeSet<CuratedEdge> =
        curated.iter().map(|edge| CuratedEdge { from: meant(&edge.from), to: meant(&edge.to) }).collect();
    Comparison {
        links_without_edge: links.difference(&edges).cloned().collect(),
        edges_without_link: edges.difference(&links).cloned().collect(),
    }
}
