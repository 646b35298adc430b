//! The flowcharts of a game held against the links of its document: every link is an edge, a back-reference or a recorded defect, and
//! every edge a link, or a repair that an erratum or a defect records.
//!
//! The lock keeps the links, so this needs no document. Boxes say what they are of the document by what they cite; an edge that an
//! erratum puts somewhere has its place in the erratum, and so is known for a repair.

use std::collections::{BTreeMap, BTreeSet};

use rulec_grammar::document::Class;
use rulec_grammar::problem::Problems;
use rulec_grammar::span::{Span, Spanned};
use rulec_model::document::links::{CuratedChart, CuratedEdge, Graph, Standing, compare};
use rulec_model::document::{Lock, SentenceId};
use rulec_model::problem::document::{Apart, EdgeWithoutLink, LinkWithoutEdge, PassageApart, RecordIdle};
use rulec_model::surface::erratum::Erratum;
use rulec_model::surface::tree::{Body, FlowKind, FlowNode, GameFile, LinkRecord, Name, Rule};

use crate::citations::Cited;

/// Where a chart ends: no box has this name.
const END: &str = "end";

/// How the links and edges of a game agree, in numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LinkCount {
    pub links: usize,
    pub edges: usize,
    pub back_references: usize,
    /// In sentences that are classed as no rule.
    pub classed: usize,
    pub recorded: usize,
    pub open: usize,
    /// Edges of charts that are no links, as errata and defects record them.
    pub repairs: usize,
}

/// What rules say of the document's links.
struct Charts<'a> {
    lock: &'a Lock,
    graph: Graph,
    rules: &'a [Rule],
    cited: &'a [Cited],
    game: &'a GameFile,
    errata: &'a [Erratum],
}

/// An edge as it is written.
struct Drawn<'a> {
    chart: &'a Rule,
    node: &'a FlowNode,
    exit: &'static str,
    target: Option<&'a Name>,
}

/// Reports what does not agree. None where the document has no links or no flowchart cites it.
pub fn hold(
    rules: &[Rule],
    errata: &[Erratum],
    cited: &[Cited],
    game: &GameFile,
    lock: &Lock,
    problems: &mut Problems,
) -> Option<LinkCount> {
    let has_links = lock.sentences().any(|(_, sentence)| !sentence.links.is_empty());
    let has_charts = rules.iter().any(|rule| matches!(rule.body, Body::Flowchart { .. }));
    if !has_links || !has_charts {
        return None;
    }
    let names: Vec<(&str, &str)> =
        game.passages.iter().map(|(name, passage)| (name.value.as_str(), passage.value.as_str())).collect();
    let charts = Charts { lock, graph: Graph::of(lock, &names), rules, cited, game, errata };
    let (curated, drawn) = charts.curated();
    let (standings, is_link) = compare(&charts.graph, &curated);
    let mut count = charts.links(&standings, problems);
    count.repairs = charts.edges(&drawn, &is_link, problems);
    charts.passages(problems);
    charts.names(problems);
    Some(count)
}

impl LinkCount {
    /// `166 links: 120 edges, …`
    pub fn to_text(&self) -> String {
        format!(
            "{} links: {} edges, {} back-references, {} of notes, {} recorded, {} open; {} repaired edges",
            self.links,
            self.edges,
            self.back_references,
            self.classed,
            self.recorded,
            self.open,
            self.repairs
        )
    }
}

impl<'a> Charts<'a> {
    /// The flowcharts by the passages that they cite; the first edge of each is the way into it, which is no box's.
    fn curated(&self) -> (Vec<CuratedChart>, Vec<Vec<Drawn<'a>>>) {
        let mut curated = Vec::new();
        let mut drawn = Vec::new();
        for rule in self.rules {
            let Body::Flowchart { nodes, .. } = &rule.body else { continue };
            let passages: BTreeMap<&str, BTreeSet<usize>> =
                nodes.iter().map(|node| (node.name.value.as_str(), self.sections(&node.cites))).collect();
            let begins = nodes.first().map(|node| self.sections(&node.cites)).unwrap_or_default();
            let entry = CuratedEdge { from: self.sections(&rule.cites), to: begins.clone() };
            let mut chart = CuratedChart { begins: begins.clone(), edges: vec![entry] };
            let mut of_chart = Vec::new();
            for node in nodes {
                for (exit, target) in exits(&node.kind) {
                    let to = match target {
                        Some(name) if name.value != END => passages.get(name.value.as_str()),
                        Some(_) | None => Some(&begins),
                    };
                    let from = passages.get(node.name.value.as_str()).cloned().unwrap_or_default();
                    chart.edges.push(CuratedEdge { from, to: to.cloned().unwrap_or_default() });
                    of_chart.push(Drawn { chart: rule, node, exit, target });
                }
            }
            curated.push(chart);
            drawn.push(of_chart);
        }
        (curated, drawn)
    }

    fn sections(&self, cites: &[Spanned<String>]) -> BTreeSet<usize> {
        let sentences = cites.iter().filter_map(|cite| self.lock.resolve(&cite.value, None).ok()).flatten();
        sentences.map(|sentence| sentence.section).collect()
    }

    /// The defects that record something of links, with the sentences that they cite.
    fn records(&self) -> impl Iterator<Item = (&'a Rule, &'a LinkRecord, &'a Cited)> {
        self.rules.iter().zip(self.cited).filter_map(|(rule, cited)| {
            let Body::Defect { record, .. } = &rule.body else { return None };
            Some((rule, record, cited))
        })
    }

    fn links(&self, standings: &[Standing], problems: &mut Problems) -> LinkCount {
        let mut count = LinkCount { links: standings.len(), ..LinkCount::default() };
        let classed = self.classed();
        let recorded = |from: SentenceId, name: &str| {
            let names = |record: &LinkRecord| record.links.iter().any(|link| link.value == name);
            self.records().any(|(_, record, cited)| names(record) && cited.contains(&from))
        };
        let mut open: BTreeMap<(&str, Option<usize>), Vec<SentenceId>> = BTreeMap::new();
        for (link, standing) in self.graph.links.iter().zip(standings) {
            match standing {
                Standing::Edge => count.edges += 1,
                Standing::BackReference | Standing::Dangling | Standing::NoEdge
                    if classed.contains(&link.from) =>
                {
                    count.classed += 1;
                }
                Standing::BackReference | Standing::Dangling | Standing::NoEdge
                    if recorded(link.from, &link.target) =>
                {
                    count.recorded += 1;
                }
                Standing::BackReference => count.back_references += 1,
                Standing::Dangling | Standing::NoEdge => {
                    count.open += 1;
                    let meant = self.graph.meant(&link.target);
                    open.entry((link.target.as_str(), meant)).or_default().push(link.from);
                }
            }
        }
        for ((name, meant), from) in open {
            let span = from.first().map_or(self.game.name.span, |first| self.place_of(first.section));
            problems.report(LinkWithoutEdge {
                name: name.to_owned(),
                passage: meant.and_then(|passage| self.graph.passages.get(passage).cloned()),
                sentences: from.into_iter().map(|sentence| self.lock.name(sentence)).collect(),
                span,
            });
        }
        count
    }

    /// The number of repairs.
    fn edges(&self, drawn: &[Vec<Drawn<'_>>], is_link: &[Vec<bool>], problems: &mut Problems) -> usize {
        let mut repairs = 0;
        for (drawn, is_link) in drawn.iter().zip(is_link) {
            // The first is the way in.
            for (edge, is_link) in drawn.iter().zip(is_link.iter().skip(1)) {
                let name = format!("{} {}", edge.node.name.value, edge.exit);
                if *is_link || edge.node.cites.is_empty() {
                    continue;
                }
                let span = edge.target.map_or(edge.node.name.span, |target| target.span);
                let mut recorded = self.records().flat_map(|(_, record, _)| &record.edges);
                if self.is_of_erratum(span) || recorded.any(|edge| edge.value == name) {
                    repairs += 1;
                    continue;
                }
                problems.report(EdgeWithoutLink {
                    chart: edge.chart.name.value.clone(),
                    edge: name,
                    target: edge.target.map_or(END, |target| target.value.as_str()).to_owned(),
                    span,
                });
            }
        }
        repairs
    }

    fn is_of_erratum(&self, span: Span) -> bool {
        self.errata.iter().any(|erratum| erratum.name.span.file == span.file)
    }

    fn passages(&self, problems: &mut Problems) {
        let classed = self.classed();
        let is_rule = |section: usize| {
            let sentences = self.lock.sentences().filter(|(id, _)| id.section == section);
            let mut plain = sentences.filter(|(_, sentence)| sentence.class == Class::Plain);
            plain.any(|(id, _)| !classed.contains(&id))
        };
        let recorded = |section: usize, what: &str| {
            self.records().any(|(_, record, cited)| {
                record.passage_is.as_deref() == Some(what) && cited.iter().any(|id| id.section == section)
            })
        };
        let found = self.graph.findings();
        let apart =
            [("orphan", Apart::Orphan, &found.orphans), ("dead end", Apart::DeadEnd, &found.dead_ends)];
        for (word, what, passages) in apart {
            for passage in passages {
                let Some(section) = self.lock.section_idx(passage) else { continue };
                if is_rule(section) && !recorded(section, word) {
                    let (what, passages) = (what.clone(), vec![passage.clone()]);
                    problems.report(PassageApart { what, passages, span: self.place_of(section) });
                }
            }
        }
        for names in found.case_only {
            let meant: BTreeSet<usize> = names.iter().filter_map(|name| self.graph.meant(name)).collect();
            if !meant.iter().any(|section| recorded(*section, "named alike")) {
                let first = meant.first().map_or(self.game.name.span, |first| self.place_of(*first));
                let passages = meant.iter().filter_map(|passage| self.graph.passages.get(*passage).cloned());
                let what = Apart::NamedAlike(names);
                problems.report(PassageApart { what, passages: passages.collect(), span: first });
            }
        }
    }

    /// What is recorded of nothing.
    fn names(&self, problems: &mut Problems) {
        for (name, passage) in &self.game.passages {
            let what = if self.lock.section_idx(&passage.value).is_none() {
                format!("the document has no `{}`", passage.value)
            } else if !self.graph.links.iter().any(|link| link.target == name.value) {
                format!("no link names `{}`", name.value)
            } else {
                continue;
            };
            problems.report(RecordIdle { what, span: name.span });
        }
        for (rule, record, cited) in self.records() {
            for link in &record.links {
                let mut links = self.graph.links.iter();
                if !links.any(|one| one.target == link.value && cited.contains(&one.from)) {
                    let what =
                        format!("no sentence that `{}` cites has a link `{}`", rule.name.value, link.value);
                    problems.report(RecordIdle { what, span: link.span });
                }
            }
            for edge in &record.edges {
                let named = edge.value.rsplit_once(' ').unwrap_or((edge.value.as_str(), ""));
                if !self.has_edge(named) {
                    let what = format!("no flowchart has an edge `{}`", edge.value);
                    problems.report(RecordIdle { what, span: edge.span });
                }
            }
        }
    }

    fn has_edge(&self, (name, exit): (&str, &str)) -> bool {
        let mut named = self.boxes().filter(|node| node.name.value == name);
        named.any(|node| exits(&node.kind).iter().any(|(known, _)| *known == exit))
    }

    /// The boxes of all flowcharts.
    fn boxes(&self) -> impl Iterator<Item = &'a FlowNode> {
        self.rules.iter().flat_map(|rule| {
            let Body::Flowchart { nodes, .. } = &rule.body else { return Default::default() };
            nodes.as_slice()
        })
    }

    /// The sentences that entries class as no rule.
    fn classed(&self) -> BTreeSet<SentenceId> {
        let classes = self.rules.iter().zip(self.cited);
        let classes = classes.filter(|(rule, _)| matches!(rule.body, Body::NotARule { .. }));
        classes.flat_map(|(_, cited)| cited.iter().copied()).collect()
    }

    /// Where a passage is spoken of in the rules: the first box that cites it, or its name.
    fn place_of(&self, section: usize) -> Span {
        let id = self.graph.passages.get(section).map(String::as_str);
        let named = || self.game.passages.iter().find(|(_, passage)| Some(passage.value.as_str()) == id);
        let mut boxes = self.boxes().filter(|node| self.sections(&node.cites).contains(&section));
        boxes
            .next()
            .map(|node| node.name.span)
            .or_else(|| named().map(|(name, _)| name.span))
            .unwrap_or(self.game.name.span)
    }
}

/// The exits of a box, by name; one that ends the chart leads to nobody.
fn exits(kind: &FlowKind) -> Vec<(&'static str, Option<&Name>)> {
    match kind {
        FlowKind::Ask { yes, no, .. } => vec![("yes", yes.as_ref()), ("no", no.as_ref())],
        FlowKind::Do { then, .. } => vec![("then", then.as_ref())],
        FlowKind::Poison => Vec::new(),
    }
}
