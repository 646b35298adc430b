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

/// A curated flowchart, as its boxes cite the document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CuratedChart {
    /// The passages of its first box: links to them begin it anew, and so end a turn.
    pub begins: BTreeSet<usize>,
    pub edges: Vec<CuratedEdge>,
}

/// An edge between boxes, by the passages that they cite. Where the chart ends `to` is where it begins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CuratedEdge {
    pub from: BTreeSet<usize>,
    pub to: BTreeSet<usize>,
}

/// What a link of the document is in the charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Edge,
    /// It leads to where its own chart begins, and the chart does not end there: its words ask the first question again.
    BackReference,
    /// It names no passage.
    Dangling,
    /// It leads somewhere, and no edge does.
    NoEdge,
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

    /// The passage that a name means, as it is written, or but for the case of its letters where no other is written so.
    pub fn meant(&self, name: &str) -> Option<usize> {
        let exact = self.names.get(name).copied();
        let small = name.to_lowercase();
        let folded =
            || self.names.iter().find(|(known, _)| known.to_lowercase() == small).map(|(_, idx)| *idx);
        exact.or_else(folded)
    }

    pub fn findings(&self) -> Findings {
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
            match self.meant(&link.target) {
                Some(idx) => {
                    reached.insert(idx);
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

/// Holds curated flowcharts against the links of the document: what each link is, and for each edge of each chart whether it is a
/// link.
///
/// A passage may be several boxes, and several passages with the same words one box. So a link is an edge where any box that cites its
/// passage leads to any box that cites the passage that it means, and the other way about; an edge within a passage is none of the
/// document's.
pub fn compare(graph: &Graph, charts: &[CuratedChart]) -> (Vec<Standing>, Vec<Vec<bool>>) {
    let links: Vec<(usize, Option<usize>)> =
        graph.links.iter().map(|link| (link.from.section, graph.meant(&link.target))).collect();
    let standing = |(from, to): &(usize, Option<usize>)| {
        let Some(to) = to else { return Standing::Dangling };
        let leaves = |edge: &&CuratedEdge| edge.from.contains(from);
        if charts.iter().flat_map(|chart| &chart.edges).filter(leaves).any(|edge| edge.to.contains(to)) {
            return Standing::Edge;
        }
        let own = charts.iter().filter(|chart| chart.begins.contains(to));
        match own.flat_map(|chart| &chart.edges).any(|edge| edge.from.contains(from)) {
            true => Standing::BackReference,
            false => Standing::NoEdge,
        }
    };
    let known: BTreeSet<(usize, usize)> =
        links.iter().filter_map(|(from, to)| Some((*from, (*to)?))).collect();
    let is_link = |edge: &CuratedEdge| {
        let mut pairs = edge.from.iter().flat_map(|from| edge.to.iter().map(move |to| (*from, *to)));
        pairs.any(|(from, to)| from == to || known.contains(&(from, to)))
    };
    let edges = charts.iter().map(|chart| chart.edges.iter().map(is_link).collect()).collect();
    (links.iter().map(standing).collect(), edges)
}
