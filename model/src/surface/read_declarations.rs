//! Kinds that declare what there is: types, state, tables, functions.

use rulec_grammar::expression::{self, tree as syntax};
use rulec_grammar::problem::Problems;
use rulec_grammar::span::Spanned;
use rulec_grammar::yaml::{Node, Pair, Value};

use super::entry::{Entry, checked_name, is_name, name, nested, number, read_expression, scalar};
use super::grid;
use super::read::relative;
use super::read_actions::read_take;
use super::tree::{
    Attribute, Body, Criterion, CriterionKind, HoleEntry, KeyName, Link, MemberEntry, ModifierLine, Name,
    Pattern, PatternItem, RowEntry, SelectRule, SupposeRule, TableRule, TypeRule,
};
use crate::kinds;
use crate::problem::surface::{BadPattern, OneOfThese, WrongShape};

pub(super) fn read(entry: &Entry<'_>, section: Option<&str>, problems: &mut Problems) -> Option<Body> {
    Some(match entry.kind.name {
        "type" => Body::Type(read_type(entry, problems)),
        "pool" => Body::Pool { size: entry.number("size", problems)? },
        "space" if entry.node("grid").is_some() => grid::read(entry, problems)?,
        "space" => read_space(entry, problems),
        "state" => Body::State {
            keys: entry.node("for").map(|node| read_keys(node, problems)).unwrap_or_default(),
            holds: entry.type_name("type", problems)?,
            start: entry.expression("start", problems),
        },
        "constant" => Body::Constant { value: entry.number("value", problems)? },
        "table" => Body::Table(read_table(entry, problems)?),
        "function" => Body::Function {
            parameters: entry.parameters("params", problems),
            gives: entry.type_name("gives", problems),
            suppose: read_suppose(entry, section, problems),
            body: entry.expression("is", problems)?,
        },
        "modifiers" => Body::Modifiers {
            parameters: entry.parameters("params", problems),
            lines: read_lines(entry, section, problems),
        },
        "select" => Body::Select(read_select(entry, problems)),
        "view" => {
            let over = entry.bindings("for", problems);
            let is_drawn = entry.node("draws").is_some();
            if is_drawn == entry.node("columns").is_some() {
                problems.report(OneOfThese { keys: "`columns` and `draws`", span: entry.span });
            }
            let columns = read_view(entry, if is_drawn { "draws" } else { "columns" }, problems);
            Body::View { over, columns, is_drawn }
        }
        _ => Body::Invariant {
            over: entry.bindings("for", problems),
            always: entry.conditions("always", problems),
        },
    })
}

fn read_space(entry: &Entry<'_>, problems: &mut Problems) -> Body {
    for key in ["members", "links"] {
        if entry.node(key).is_none() {
            let (what, expected) = (format!("`{key}`"), "there, where there is no `grid`".to_owned());
            problems.report(WrongShape { what, expected, span: entry.span });
        }
    }
    for key in ["first", "map", "legend", "sides"] {
        if let Some(node) = entry.node(key) {
            let (what, expected) = (format!("`{key}`"), "beside a `grid`".to_owned());
            problems.report(WrongShape { what, expected, span: node.span });
        }
    }
    Body::Space {
        places: read_type(entry, problems),
        links: read_links(entry, problems),
        attributes: read_attributes(entry, "link attributes", problems),
        grid: None,
    }
}

fn read_type(entry: &Entry<'_>, problems: &mut Problems) -> TypeRule {
    let members = entry.node("members").map(|node| read_members(node, problems)).unwrap_or_default();
    TypeRule { members, attributes: read_attributes(entry, "attributes", problems) }
}

pub(super) fn read_members(node: &Node, problems: &mut Problems) -> Vec<MemberEntry> {
    match &node.value {
        Value::List(items) => {
            let names = items.iter().filter_map(|item| name(item, "a member", problems));
            names.map(|name| MemberEntry { name, title: None, values: Vec::new() }).collect()
        }
        Value::Map(pairs) => pairs.iter().filter_map(|pair| read_member(pair, problems)).collect(),
        Value::Scalar(_) => {
            let expected = "a list of names, or a mapping from name to attributes".to_owned();
            problems.report(WrongShape { what: "`members`".into(), expected, span: node.span });
            Vec::new()
        }
        Value::Poison => Vec::new(),
    }
}

fn read_member(pair: &Pair, problems: &mut Problems) -> Option<MemberEntry> {
    let name = checked_name(&pair.key, problems)?;
    let empty = pair.value.as_scalar().is_some_and(|scalar| scalar.text.is_empty());
    let pairs: &[Pair] = match pair.value.as_map() {
        Some(pairs) => pairs,
        None if empty || pair.value.is_poison() => &[],
        None => {
            let (what, expected) = (format!("the attributes of `{}`", name.value), "a mapping".into());
            problems.report(WrongShape { what, expected, span: pair.value.span });
            &[]
        }
    };
    let mut member = MemberEntry { name, title: None, values: Vec::new() };
    for attribute in pairs {
        if attribute.key.value == "title" {
            member.title = attribute.value.as_text().map(str::to_owned);
        } else if let Some(name) = checked_name(&attribute.key, problems) {
            member.values.push((name, attribute.value.clone()));
        }
    }
    Some(member)
}

pub(super) fn read_attributes(entry: &Entry<'_>, key: &str, problems: &mut Problems) -> Vec<Attribute> {
    let Some(node) = entry.node(key) else { return Vec::new() };
    let Some(pairs) = node.as_map() else {
        let expected = "a mapping from name to type".to_owned();
        problems.report(WrongShape { what: format!("`{key}`"), expected, span: node.span });
        return Vec::new();
    };
    pairs
        .iter()
        .filter_map(|pair| {
            let name = checked_name(&pair.key, problems)?;
            let (kind, default) = match pair.value.as_map() {
                Some(_) => (pair.value.get("type")?, pair.value.get("default").cloned()),
                None => (&pair.value, None),
            };
            let scalar = scalar(kind, &format!("`{}`", name.value), "a type", problems)?;
            Some(Attribute {
                name,
                holds: expression::type_name(&scalar.text, &scalar.map, problems),
                default,
            })
        })
        .collect()
}

fn read_links(entry: &Entry<'_>, problems: &mut Problems) -> Vec<Link> {
    let Some(node) = entry.node("links") else { return Vec::new() };
    let Some(items) = node.as_list() else {
        problems.report(WrongShape { what: "`links`".into(), expected: "a list".into(), span: node.span });
        return Vec::new();
    };
    items.iter().filter_map(|item| read_link(item, problems)).collect()
}

pub(super) fn read_link(node: &Node, problems: &mut Problems) -> Option<Link> {
    if node.is_poison() {
        return None;
    }
    let (pair, values) = match node.as_map() {
        Some(pairs) => {
            let values = pairs.iter().filter(|pair| pair.key.value != "between");
            (node.get("between"), values.map(|pair| (pair.key.clone(), pair.value.clone())).collect())
        }
        None => (Some(node), Vec::new()),
    };
    match pair.and_then(Node::as_list) {
        Some([a, b]) => {
            let ends = (name(a, "a place", problems)?, name(b, "a place", problems)?);
            Some(Link { ends, values, span: node.span })
        }
        Some(_) | None => {
            let expected = "`[a, b]` or `{between: [a, b], …}`".to_owned();
            problems.report(WrongShape { what: "a link".into(), expected, span: node.span });
            None
        }
    }
}

fn read_keys(node: &Node, problems: &mut Problems) -> Vec<Spanned<KeyName>> {
    let items = node.as_list().map_or(std::slice::from_ref(node), |items| items);
    items.iter().filter_map(|item| read_key(item, problems)).collect()
}

fn read_key(node: &Node, problems: &mut Problems) -> Option<Spanned<KeyName>> {
    let scalar = scalar(node, "a key", "a type or a range", problems)?;
    let kind = expression::type_name(&scalar.text, &scalar.map, problems);
    let key = match kind.kind {
        syntax::TypeNameKind::Range(least, greatest) => KeyName::Range(least, greatest),
        syntax::TypeNameKind::Named(name) => KeyName::Type(name),
        syntax::TypeNameKind::Boolean | syntax::TypeNameKind::Optional(_) | syntax::TypeNameKind::Set(_) => {
            problems.report(WrongShape {
                what: "a key".into(),
                expected: "a type or a range".into(),
                span: node.span,
            });
            return None;
        }
        syntax::TypeNameKind::Poison => return None,
    };
    Some(Spanned::new(key, node.span))
}

fn read_table(entry: &Entry<'_>, problems: &mut Problems) -> Option<TableRule> {
    let key = entry.node("key")?;
    let keys: Vec<(Name, Spanned<KeyName>)> = match key.as_map() {
        Some(pairs) => pairs
            .iter()
            .filter_map(|pair| Some((checked_name(&pair.key, problems)?, read_key(&pair.value, problems)?)))
            .collect(),
        None => vec![(Spanned::new(String::new(), key.span), read_key(key, problems)?)],
    };
    let hole = entry.node("hole").map(|hole| HoleEntry {
        span: hole.span,
        known: hole.get("known").map(|known| read_rows(known, keys.len(), problems)).unwrap_or_default(),
    });
    let rows = entry.node("rows").map(|node| read_rows(node, keys.len(), problems)).unwrap_or_default();
    if entry.node("rows").is_some() == hole.is_some() {
        problems.report(OneOfThese { keys: "`rows` and `hole`", span: entry.span });
    }
    let columns = entry.parameters("columns", problems);
    Some(TableRule { keys, clamped: entry.flag("clamped", problems), columns, rows, hole })
}

/// Rows of a table, a hole's `known` or a fill; `keys` is how many patterns each must have, if it is known.
pub(super) fn read_rows(node: &Node, keys: usize, problems: &mut Problems) -> Vec<RowEntry> {
    let Some(pairs) = node.as_map() else {
        if !node.is_poison() {
            let expected = "a mapping from key pattern to cells".to_owned();
            problems.report(WrongShape { what: "rows".into(), expected, span: node.span });
        }
        return Vec::new();
    };
    pairs
        .iter()
        .filter_map(|pair| {
            let patterns: Option<Vec<Pattern>> = pair.key.value.split(',').map(read_pattern).collect();
            // One `any` stands for all keys.
            let patterns = patterns.map(|patterns| match patterns.as_slice() {
                [Pattern::Any] => vec![Pattern::Any; keys.max(1)],
                _ => patterns,
            });
            let patterns = patterns.filter(|patterns| keys == 0 || patterns.len() == keys);
            if patterns.is_none() {
                problems.report(BadPattern { pattern: pair.key.value.clone(), span: pair.key.span });
            }
            // A row without patterns is poisoned, and so is its table.
            let patterns = patterns.unwrap_or_default();
            let cells = match &pair.value.value {
                Value::Map(cells) => {
                    cells.iter().map(|cell| (cell.key.clone(), cell.value.clone())).collect()
                }
                // A single cell stands for the only column.
                Value::Scalar(_) => vec![(Spanned::new(String::new(), pair.value.span), pair.value.clone())],
                Value::List(_) => {
                    let expected = "a cell, or a mapping from column to cell".to_owned();
                    problems.report(WrongShape { what: "a row".into(), expected, span: pair.value.span });
                    return None;
                }
                Value::Poison => return None,
            };
            let span = pair.key.span.to(pair.value.span);
            Some(RowEntry { pattern: pair.key.clone(), patterns, cells, span })
        })
        .collect()
}

fn read_pattern(text: &str) -> Option<Pattern> {
    if text.trim() == "any" {
        return Some(Pattern::Any);
    }
    let items: Option<Vec<PatternItem>> = text.split('|').map(|item| read_item(item.trim())).collect();
    items.map(Pattern::Of)
}

fn read_item(text: &str) -> Option<PatternItem> {
    if let Some((least, greatest)) = text.split_once("..") {
        return Some(PatternItem::Range(least.trim().parse().ok()?, greatest.trim().parse().ok()?));
    }
    if let Ok(number) = text.parse() {
        return Some(PatternItem::Range(number, number));
    }
    is_name(text).then(|| PatternItem::Member(text.to_owned()))
}

fn read_lines(entry: &Entry<'_>, section: Option<&str>, problems: &mut Problems) -> Vec<ModifierLine> {
    entry
        .entries("add", &[], problems)
        .iter()
        .filter_map(|line| {
            Some(ModifierLine {
                value: line.expression("value", problems)?,
                when: line.expression("when", problems),
                says: line.text("says", problems),
                cites: relative(line.citations("cite", problems), section),
                span: line.span,
            })
        })
        .collect()
}

/// `suppose` with what keeps it from asking anybody.
fn read_suppose(entry: &Entry<'_>, section: Option<&str>, problems: &mut Problems) -> Option<SupposeRule> {
    if entry.node("suppose").is_none() {
        if entry.has_unread("suppose") {
            return None;
        }
        for key in ["rolls", "answers"] {
            if let Some(node) = entry.node(key) {
                let (what, expected) = (format!("`{key}`"), "beside `suppose`".to_owned());
                problems.report(WrongShape { what, expected, span: node.span });
            }
        }
        return None;
    }
    let pairs = |key| entry.node(key).and_then(Node::as_map).unwrap_or(&[]);
    let mut rolls = Vec::new();
    for pair in pairs("rolls") {
        let (name, shows) = (checked_name(&pair.key, problems), number(&pair.value, "a roll", problems));
        rolls.extend(name.zip(shows));
    }
    let mut answers = Vec::new();
    for pair in pairs("answers") {
        let Some(name) = checked_name(&pair.key, problems) else { continue };
        let lines = pair.value.as_list().unwrap_or(&[]);
        if lines.is_empty() {
            let (what, expected) =
                (format!("the answers to `{}`", name.value), "a list of options".to_owned());
            problems.report(WrongShape { what, expected, span: pair.value.span });
        }
        let take = lines
            .iter()
            .filter_map(|line| read_take(&nested(&kinds::TAKE, line, &[], problems)?, section, problems));
        answers.push((name, take.collect()));
    }
    Some(SupposeRule { script: entry.script("suppose", problems), rolls, answers })
}

fn read_view(
    entry: &Entry<'_>,
    key: &str,
    problems: &mut Problems,
) -> Vec<(Spanned<String>, syntax::Expression)> {
    let pairs = entry.node(key).and_then(Node::as_map).unwrap_or(&[]);
    let columns = pairs
        .iter()
        .filter_map(|pair| Some((pair.key.clone(), read_expression(&pair.value, "a column", problems)?)));
    columns.collect()
}

fn read_select(entry: &Entry<'_>, problems: &mut Problems) -> SelectRule {
    SelectRule {
        parameters: entry.parameters("params", problems),
        from: entry.binding("from", problems),
        criteria: read_criteria(entry, problems),
        roll: entry.one_of("ties", problems).as_deref() != Some("first"),
    }
}

/// The lines under `prefer`.
pub(super) fn read_criteria(entry: &Entry<'_>, problems: &mut Problems) -> Vec<Criterion> {
    let mut criteria = Vec::new();
    let lines = entry.node("prefer").and_then(Node::as_list).unwrap_or(&[]);
    for line in lines {
        // A plain condition stands for `where`.
        if line.as_scalar().is_some() {
            let value = read_expression(line, "a criterion", problems);
            criteria.extend(value.map(|value| Criterion { kind: CriterionKind::Where, value, says: None }));
            continue;
        }
        let Some(line) = entry.nested("prefer", line, problems) else { continue };
        let mut found = Vec::new();
        for (key, kind) in
            [("where", CriterionKind::Where), ("most", CriterionKind::Most), ("least", CriterionKind::Least)]
        {
            found.extend(line.expression(key, problems).map(|value| (kind, value)));
        }
        let says = line.text("says", problems);
        match found.pop() {
            Some((kind, value)) if found.is_empty() => criteria.push(Criterion { kind, value, says }),
            Some(_) | None => {
                problems.report(OneOfThese { keys: "`where`, `most`, `least`", span: line.span })
            }
        }
    }
    criteria
}
