//! A rule set as its YAML trees: enough to compare, even where the rules no longer compile.

use std::collections::{BTreeMap, HashMap};

use rulec_grammar::span::Spanned;
use rulec_grammar::yaml::{Node, Pair, Value};

use super::normal::shown;
use crate::compile::{RuleFiles, Trees};
use crate::errata::{AmendedRule, Chapter};
use crate::source::Files;
use crate::surface::relative;
use crate::surface::tree::Amended;

/// The entries of a rule set, in rulebook order.
#[derive(Debug, Clone, Default)]
pub struct Written {
    /// `game.yaml`, as a rule of the kind `game`.
    pub game: Option<WrittenRule>,
    pub rules: Vec<WrittenRule>,
    /// What is no entry with a name: `rules-src/stones/moves.yaml, entry 3`.
    pub unread: Vec<String>,
    /// The answers of the edition to readings, where it gives another than the default.
    answers: BTreeMap<String, String>,
    places: HashMap<(String, bool), usize>,
}

/// An entry: its first key is its kind and that key's value its name.
#[derive(Debug, Clone)]
pub struct WrittenRule {
    pub name: String,
    pub kind: String,
    pub chapter: String,
    /// What its citations are relative to.
    pub section: Option<String>,
    pub node: Node,
    /// As it stands in its file.
    pub text: String,
    /// The errata that made or changed it.
    pub errata: Vec<String>,
}

impl Written {
    /// The rule set of trees that were read from these files. None where there is no edition such as they were read for.
    pub fn of(files: &Files, of: &RuleFiles, trees: Trees) -> Option<Written> {
        let Trees { game_file, chosen, chapters, amended, .. } = trees;
        let answers = chosen?.readings.into_iter().map(|(reading, answer)| (reading.value, answer.value));
        let mut written = Written { answers: answers.collect(), ..Written::default() };
        let name = game_file.get("game").and_then(Node::as_text).unwrap_or_default().trim().to_owned();
        written.game = Some(WrittenRule {
            name,
            kind: "game".to_owned(),
            chapter: "game".to_owned(),
            section: None,
            text: files.get(of.game).map(|file| file.text.clone()).unwrap_or_default(),
            node: game_file,
            errata: Vec::new(),
        });
        for chapter in chapters {
            written.take(files, chapter, &amended);
        }
        let places = written.rules.iter().enumerate();
        written.places = places.map(|(nth, rule)| ((rule.name.clone(), rule.is_fill()), nth)).collect();
        Some(written)
    }

    fn take(&mut self, files: &Files, chapter: Chapter, amended: &[AmendedRule]) {
        let Chapter { name: chapter, node: tree, .. } = chapter;
        let section = tree.get("section").and_then(Node::as_text).map(str::to_owned);
        let Some(entries) = entries(tree) else {
            self.unread.push(format!("{chapter}.yaml"));
            return;
        };
        for (node, nth) in entries.into_iter().zip(1..) {
            let head = node.as_map().and_then(<[Pair]>::first);
            let named =
                head.and_then(|head| Some((head.key.value.clone(), head.value.as_text()?.trim().to_owned())));
            let Some((kind, name)) = named else {
                self.unread.push(format!("{chapter}.yaml, entry {nth}"));
                continue;
            };
            let errata = amended.iter().find(|rule| rule.kind == kind && rule.name == name);
            let errata = errata.map(|rule| errata_of(&rule.amended)).unwrap_or_default();
            // What an erratum put there stands in another file.
            let text = if errata.is_empty() { files.slice(node.span).to_owned() } else { shown(&node) };
            self.rules.push(WrittenRule {
                name,
                kind,
                chapter: chapter.clone(),
                section: section.clone(),
                text,
                node,
                errata,
            });
        }
    }

    /// What a reading is answered with: by the edition, or by its default.
    pub fn answer<'w>(&'w self, reading: &'w WrittenRule) -> Option<&'w str> {
        let default = || reading.node.get("default").and_then(Node::as_text).map(str::trim);
        self.answers.get(&reading.name).map(String::as_str).or_else(default)
    }

    /// Whether the edition answers a reading itself.
    pub fn chooses(&self, reading: &WrittenRule) -> bool {
        self.answers.contains_key(&reading.name)
    }

    /// Its place in rulebook order; before all rules for the game itself.
    pub fn place(&self, name: &str, kind: &str) -> Option<usize> {
        self.places.get(&(name.to_owned(), kind == "fill")).copied()
    }
}

impl WrittenRule {
    /// A fill has the name of the table that it fills.
    pub fn is_fill(&self) -> bool {
        self.kind == "fill"
    }

    pub fn pairs(&self) -> &[Pair] {
        self.node.as_map().unwrap_or_default()
    }

    /// Its own citations, in full.
    pub fn cites(&self) -> Vec<String> {
        self.node.get("cite").map(|node| citations(node, self.section.as_deref())).unwrap_or_default()
    }
}

/// The list of rules in a rule file.
fn entries(tree: Node) -> Option<Vec<Node>> {
    let Value::Map(pairs) = tree.value else { return None };
    let rules = pairs.into_iter().find(|pair| pair.key.value == "rules")?;
    let Value::List(entries) = rules.value.value else { return None };
    Some(entries)
}

/// One citation or a list, in full.
pub(super) fn citations(node: &Node, section: Option<&str>) -> Vec<String> {
    let items = node.as_list().unwrap_or(std::slice::from_ref(node));
    let cites = items.iter().filter_map(|item| {
        let text = item.as_text()?.trim().to_owned();
        Some(Spanned::new(text, item.span))
    });
    relative(cites.collect(), section).into_iter().map(|cite| cite.value).collect()
}

/// The names of errata, each once.
fn errata_of(amended: &[Amended]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for Amended { erratum, .. } in amended {
        if !names.contains(erratum) {
            names.push(erratum.clone());
        }
    }
    names
}
