//! Rule files into rules: each entry by its kind.

use rulec_grammar::problem::Problems;
use rulec_grammar::span::Spanned;
use rulec_grammar::yaml::Node;

use super::entry::{Entry, name, scalar};
use super::erratum::read_editions;
use super::tree::{Body, GameFile, Origin, Rule};
use super::{fingerprint, read_actions, read_declarations, read_register};
use crate::kinds::{self, COMMON, GAME};
use crate::problem::surface::{NoCitation, NotARuleFile, UnknownKey, UnknownKind, WrongShape};

/// Reads `game.yaml`.
pub fn read_game(file: &Node, problems: &mut Problems) -> Option<GameFile> {
    if file.is_poison() {
        return None;
    }
    let Some(pairs) = file.as_map() else {
        problems.report(NotARuleFile { span: file.span });
        return None;
    };
    let entry = Entry::new(&GAME, pairs, file.span, &[], problems);
    let game = entry.node("game").and_then(|node| {
        let scalar = scalar(node, "`game`", "a name", problems)?;
        Some(Spanned::new(scalar.text.trim().to_owned(), node.span))
    });
    let chapters = entry.node("chapters").and_then(Node::as_list).unwrap_or(&[]);
    let chapters = chapters.iter().filter_map(|chapter| {
        let scalar = scalar(chapter, "a chapter", "a file name", problems)?;
        Some(Spanned::new(scalar.text.clone(), chapter.span))
    });
    let chapters = chapters.collect();
    let editions = read_editions(&entry, problems);
    let passages = read_passages(&entry, problems);
    Some(GameFile {
        name: game?,
        title: entry.text("title", problems)?,
        document: entry.text("document", problems)?,
        players: entry.word("players", problems)?,
        start: entry.word("start", problems)?,
        chapters,
        editions,
        passages,
        span: file.span,
    })
}

/// `AE1: passage 3`
fn read_passages(entry: &Entry<'_>, problems: &mut Problems) -> Vec<(Spanned<String>, Spanned<String>)> {
    let Some(node) = entry.node("passages") else { return Vec::new() };
    let Some(pairs) = node.as_map() else {
        let expected = "a mapping from the name of a link to a passage".to_owned();
        problems.report(WrongShape { what: "`passages`".into(), expected, span: node.span });
        return Vec::new();
    };
    let read = pairs.iter().filter_map(|pair| {
        let passage = scalar(&pair.value, "what a name means", "a passage", problems)?;
        Some((pair.key.clone(), Spanned::new(passage.text.trim().to_owned(), pair.value.span)))
    });
    read.collect()
}

/// Reads the entries of one rule file, in order. `whole`: nothing was wrong with its YAML; otherwise a key may
/// have come loose from its entry, and is not reported again.
pub fn read_rules(file: &Node, chapter: &str, whole: bool, problems: &mut Problems) -> Vec<Rule> {
    if file.is_poison() {
        return Vec::new();
    }
    let Some(pairs) = file.as_map() else {
        problems.report(NotARuleFile { span: file.span });
        return Vec::new();
    };
    for pair in pairs {
        let known = ["rules", "section", "title"].contains(&pair.key.value.as_str());
        if !known && whole {
            let nearest = kinds::nearest(&pair.key.value, ["rules", "section", "title"]);
            let kind = "rule file".to_owned();
            problems.report(UnknownKey { key: pair.key.value.clone(), kind, nearest, span: pair.key.span });
        }
    }
    let section = file.get("section").and_then(Node::as_text).map(str::to_owned);
    let Some(rules) = file.get("rules") else {
        problems.report(NotARuleFile { span: file.span });
        return Vec::new();
    };
    let Some(entries) = rules.as_list() else {
        if !rules.is_poison() {
            let expected = "a list of entries".to_owned();
            problems.report(WrongShape { what: "`rules`".into(), expected, span: rules.span });
        }
        return Vec::new();
    };
    let mut list = Vec::new();
    for entry in entries {
        list.extend(read_rule(entry, chapter, section.as_deref(), problems));
    }
    problems.about(None, &[]);
    list
}

/// Keys that say what a rule is for others: without them its body, and all that names it, would be wrong.
const DECLARING: [&str; 9] =
    ["params", "for", "gives", "type", "key", "columns", "attributes", "members", "map"];

fn read_rule(node: &Node, chapter: &str, section: Option<&str>, problems: &mut Problems) -> Option<Rule> {
    if node.is_poison() {
        return None;
    }
    let Some((pairs, first)) = node.as_map().and_then(|pairs| Some((pairs, pairs.first()?))) else {
        let expected = "a mapping whose first key is its kind".to_owned();
        problems.report(WrongShape { what: "an entry of `rules`".into(), expected, span: node.span });
        return None;
    };
    let Some(kind) = kinds::find(&first.key.value) else {
        let known = kinds::all().into_iter().map(|kind| kind.name);
        let nearest = kinds::nearest(&first.key.value, known);
        problems.report(UnknownKind { kind: first.key.value.clone(), nearest, span: first.key.span });
        return None;
    };
    let rule_name = name(&first.value, &format!("the name of a {}", kind.name), problems)?;
    problems.about(Some(&rule_name.value), &[]);
    let entry = Entry::new(kind, pairs, node.span, COMMON, problems);
    let cites = relative(entry.citations("cite", problems), section);
    let texts: Vec<String> = cites.iter().map(|cite| cite.value.clone()).collect();
    problems.about(Some(&rule_name.value), &texts);
    let origin = read_origin(&entry, problems);
    let needs_citation =
        !matches!(kind.name, "fill" | "hole" | "example" | "invariant" | "scenario" | "view");
    if cites.is_empty() && origin.is_none() && needs_citation && entry.is_whole() {
        problems.report(NoCitation { rule: rule_name.value.clone(), span: rule_name.span });
    }
    let is_unknown = DECLARING.iter().any(|key| entry.has_unread(key));
    let body = if is_unknown { None } else { read_body(&entry, section, problems) };
    let body = body.unwrap_or(Body::Unread);
    Some(Rule {
        kind: kind.name,
        span: node.span,
        chapter: chapter.to_owned(),
        cites,
        says: entry.text("says", problems),
        title: entry.text("title", problems),
        origin,
        waived: read_waived(&entry, problems),
        renamed_from: entry.word("renamed from", problems),
        body,
        fingerprint: fingerprint::of(pairs),
        amended: Vec::new(),
        name: rule_name,
    })
}

pub(super) fn read_origin(entry: &Entry<'_>, problems: &mut Problems) -> Option<Origin> {
    if let Some(why) = entry.text("house", problems) {
        return Some(Origin::House(why));
    }
    entry.text("published", problems).map(Origin::Published)
}

fn read_body(entry: &Entry<'_>, section: Option<&str>, problems: &mut Problems) -> Option<Body> {
    match entry.kind.name {
        "type" | "pool" | "space" | "state" | "constant" | "table" | "function" | "modifiers" | "select"
        | "invariant" | "view" => read_declarations::read(entry, section, problems),
        "procedure" | "decision" | "answer" | "sequence" | "whenever" | "flowchart" | "victory"
        | "scenario" => read_actions::read(entry, section, problems),
        _ => read_register::read(entry, problems),
    }
}

fn read_waived(entry: &Entry<'_>, problems: &mut Problems) -> Vec<(Spanned<String>, String)> {
    let Some(pairs) = entry.node("waive numbers").and_then(Node::as_map) else { return Vec::new() };
    let mut waived = Vec::new();
    for pair in pairs {
        let reason = pair.value.as_text().unwrap_or("").to_owned();
        if is_number(&pair.key.value) && !reason.is_empty() {
            waived.push((pair.key.clone(), reason));
        } else {
            let (what, expected) = ("`waive numbers`".to_owned(), "numbers, each with a reason".to_owned());
            problems.report(WrongShape { what, expected, span: pair.key.span });
        }
    }
    waived
}

/// As a lock writes a number: `12`, `0.5`, `5/2`.
fn is_number(text: &str) -> bool {
    let whole = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = text.splitn(2, ['/', '.']).collect();
    parts.iter().all(|part| whole(part))
}

/// Citations that name no section are relative to the file's.
pub(crate) fn relative(cites: Vec<Spanned<String>>, section: Option<&str>) -> Vec<Spanned<String>> {
    let Some(section) = section else { return cites };
    let is_relative = |text: &str| {
        text.strip_prefix('s').is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
            && !text.contains(' ')
    };
    cites
        .into_iter()
        .map(|cite| {
            if is_relative(&cite.value) {
                Spanned::new(format!("{section} {}", cite.value), cite.span)
            } else {
                cite
            }
        })
        .collect()
}

/// A name that the entry's own key gives, as `phase: moves`.
pub(super) fn own_name(entry: &Entry<'_>, problems: &mut Problems) -> Option<super::tree::Name> {
    let node = entry.node(entry.kind.name)?;
    name(node, &format!("the name of a {}", entry.kind.name), problems)
}
