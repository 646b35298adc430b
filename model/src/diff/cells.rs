//! Tables, members and links: what is looked up, compared cell by cell however its rows are written.

use std::collections::{BTreeMap, BTreeSet};

use rulec_grammar::yaml::{Node, Pair};

use super::class::Class;
use super::entry::{label, replaced};
use super::normal::shown;
use super::report::{Change, ChangeKind};

/// One value of a key: a number, a member, or what the other rows leave.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Point {
    Number(i64),
    Member(String),
    Any,
}

/// Tables with more cells than this are compared row by row, as they are written.
const MOST_POINTS: usize = 20_000;

/// The rows of a table: which cells hold something else now.
pub(super) fn rows(
    at: &str,
    class: Class,
    was: Option<&Node>,
    now: Option<&Node>,
    changes: &mut Vec<Change>,
) {
    let (was, now) = (Rows::of(was), Rows::of(now));
    let Some(points) = points(&was, &now) else { return by_row(at, class, &was, &now, changes) };
    // What a cell held and holds, and the keys for which it is so.
    let mut differing: BTreeMap<(String, String, String), Vec<Vec<Point>>> = BTreeMap::new();
    for point in points {
        let (old, new) = (was.find(&point), now.find(&point));
        let columns: BTreeSet<&str> = old.iter().chain(&new).flat_map(|row| row.columns()).collect();
        for column in columns {
            let cell = |row: Option<&Row>| row.and_then(|row| row.cell(column));
            let (old, new) = (cell(old), cell(new));
            if old != new {
                let told = |cell: Option<String>| cell.unwrap_or_else(|| "nothing".to_owned());
                differing.entry((column.to_owned(), told(old), told(new))).or_default().push(point.clone());
            }
        }
    }
    let mut found: Vec<(Vec<Point>, Change)> = differing
        .into_iter()
        .map(|((column, old, new), points)| {
            let part = format!("{at}{}", label(&keys(&points), &column)).trim_end().to_owned();
            (points.first().cloned().unwrap_or_default(), Change::new(class, part, replaced(&old, &new)))
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    changes.extend(found.into_iter().map(|(_, change)| change));
}

#[derive(Debug, Default)]
struct Rows {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    /// As written.
    pattern: String,
    /// For each key the values that it names; none for any.
    keys: Vec<Option<Vec<Point>>>,
    cells: Node,
}

impl Row {
    fn columns(&self) -> Vec<&str> {
        self.cells
            .as_map()
            .map_or(vec![""], |pairs| pairs.iter().map(|pair| pair.key.value.as_str()).collect())
    }

    fn cell(&self, column: &str) -> Option<String> {
        if column.is_empty() { Some(shown(&self.cells)) } else { self.cells.get(column).map(shown) }
    }

    fn holds(&self, point: &[Point]) -> bool {
        self.keys.len() == point.len()
            && self
                .keys
                .iter()
                .zip(point)
                .all(|(key, value)| key.as_ref().is_none_or(|key| key.contains(value)))
    }

    /// How many of its keys are named.
    fn named(&self) -> usize {
        self.keys.iter().flatten().count()
    }
}

impl Rows {
    fn of(node: Option<&Node>) -> Rows {
        let pairs = node.and_then(Node::as_map).unwrap_or_default();
        let row = |pair: &Pair| Row {
            pattern: pair.key.value.trim().to_owned(),
            keys: pair.key.value.split(',').map(key).collect(),
            cells: pair.value.clone(),
        };
        Rows { rows: pairs.iter().map(row).collect() }
    }

    /// The row that a key takes: one that names it goes before one for any.
    fn find(&self, point: &[Point]) -> Option<&Row> {
        self.rows.iter().filter(|row| row.holds(point)).max_by_key(|row| row.named())
    }
}

/// `2..6 | 9`, `gauls`; none for `any`.
fn key(text: &str) -> Option<Vec<Point>> {
    let mut points = Vec::new();
    for part in text.split('|').map(str::trim) {
        if part == "any" {
            return None;
        }
        let ends =
            part.split_once("..").map(|(least, greatest)| (least.trim().parse(), greatest.trim().parse()));
        match (part.parse(), ends) {
            (Ok(number), _) => points.push(Point::Number(number)),
            (Err(_), Some((Ok(least), Ok(greatest)))) => {
                let numbers: std::ops::RangeInclusive<i64> = least..=greatest;
                points.extend(numbers.take(MOST_POINTS).map(Point::Number));
            }
            (Err(_), _) => points.push(Point::Member(part.to_owned())),
        }
    }
    Some(points)
}

/// Every combination of values that some row names, and of any other; none where there are too many.
fn points(was: &Rows, now: &Rows) -> Option<Vec<Vec<Point>>> {
    let all = || was.rows.iter().chain(&now.rows);
    let width = all().map(|row| row.keys.len()).max()?;
    let mut points: Vec<Vec<Point>> = vec![Vec::new()];
    for nth in 0..width {
        let mut own: BTreeSet<Point> = all().filter_map(|row| row.keys.get(nth)?.clone()).flatten().collect();
        if all().any(|row| row.keys.get(nth).is_some_and(Option::is_none)) {
            own.insert(Point::Any);
        }
        if points.len().saturating_mul(own.len()) > MOST_POINTS {
            return None;
        }
        points = points
            .iter()
            .flat_map(|before| own.iter().map(|one| [before.as_slice(), std::slice::from_ref(one)].concat()))
            .collect();
    }
    Some(points)
}

fn by_row(at: &str, class: Class, was: &Rows, now: &Rows, changes: &mut Vec<Change>) {
    for old in &was.rows {
        let part = format!("{at}{}", old.pattern);
        let new = now.rows.iter().find(|new| new.pattern == old.pattern);
        match new {
            Some(new) if shown(&new.cells) == shown(&old.cells) => {}
            Some(new) => {
                changes.push(Change::new(class, part, replaced(&shown(&old.cells), &shown(&new.cells))));
            }
            None => changes.push(Change::new(class, part, ChangeKind::Removed { was: shown(&old.cells) })),
        }
    }
    for new in now.rows.iter().filter(|new| was.rows.iter().all(|old| old.pattern != new.pattern)) {
        let part = format!("{at}{}", new.pattern);
        changes.push(Change::new(class, part, ChangeKind::Added { now: shown(&new.cells) }));
    }
}

/// `2..6`, `gauls, 3`, as few words as the keys allow.
fn keys(points: &[Vec<Point>]) -> String {
    if points.iter().any(|point| point.len() != 1) {
        let one = |point: &Vec<Point>| {
            point.iter().map(|value| values(std::slice::from_ref(value))).collect::<Vec<_>>().join(", ")
        };
        return points.iter().map(one).collect::<Vec<_>>().join(" | ");
    }
    let flat: Vec<Point> = points.iter().flatten().cloned().collect();
    values(&flat)
}

fn values(points: &[Point]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut run: Option<(i64, i64)> = None;
    let told = |(least, greatest): (i64, i64)| {
        if least == greatest { least.to_string() } else { format!("{least}..{greatest}") }
    };
    for point in points {
        match (point, run) {
            (Point::Number(number), Some((least, greatest))) if *number == greatest + 1 => {
                run = Some((least, *number));
            }
            (Point::Number(number), before) => {
                parts.extend(before.map(told));
                run = Some((*number, *number));
            }
            (Point::Member(name), before) => {
                parts.extend(before.map(told));
                run = None;
                parts.push(name.clone());
            }
            (Point::Any, before) => {
                parts.extend(before.map(told));
                run = None;
                parts.push("any".to_owned());
            }
        }
    }
    parts.extend(run.map(told));
    parts.join(" | ")
}

/// Members of a type: those that came and went, their order, and what is said of each.
pub(super) fn members(was: Option<&Node>, now: Option<&Node>, changes: &mut Vec<Change>) {
    let (was, now) = (named(was), named(now));
    let find =
        |list: &'_ [(String, Option<Node>)], name: &str| list.iter().position(|(other, _)| other == name);
    for (name, _) in was.iter().filter(|(name, _)| find(&now, name).is_none()) {
        changes.push(Change::new(
            Class::Interface,
            "members",
            ChangeKind::Removed { was: format!("`{name}`") },
        ));
    }
    for (name, node) in &now {
        let Some(old) = find(&was, name) else {
            let kind = ChangeKind::Added { now: format!("`{name}`") };
            let content = node.as_ref().map(shown).unwrap_or_default();
            changes.push(Change::new(Class::Interface, "members", kind).with_content(&content));
            continue;
        };
        attributes(name, was[old].1.as_ref(), node.as_ref(), changes);
    }
    let shared = |list: &[(String, Option<Node>)], other: &[(String, Option<Node>)]| -> Vec<String> {
        list.iter().map(|(name, _)| name.clone()).filter(|name| find(other, name).is_some()).collect()
    };
    let (was, now) = (shared(&was, &now), shared(&now, &was));
    for fate in super::lists::fates(&was, &now) {
        if let super::lists::Fate::Moved(from, to) = fate {
            let kind = ChangeKind::Moved { what: now[to].clone(), from: from + 1, to: to + 1 };
            changes.push(Change::new(Class::Interface, "members", kind));
        }
    }
}

fn named(node: Option<&Node>) -> Vec<(String, Option<Node>)> {
    let Some(node) = node else { return Vec::new() };
    if let Some(pairs) = node.as_map() {
        return pairs.iter().map(|pair| (pair.key.value.clone(), Some(pair.value.clone()))).collect();
    }
    node.as_list().unwrap_or_default().iter().map(|item| (shown(item), None)).collect()
}

/// Attributes of a member or a link; a title is prose.
fn attributes(at: &str, was: Option<&Node>, now: Option<&Node>, changes: &mut Vec<Change>) {
    let pairs = |node: Option<&Node>| -> BTreeMap<String, String> {
        let pairs = node.and_then(Node::as_map).unwrap_or_default();
        pairs.iter().map(|pair| (pair.key.value.clone(), shown(&pair.value))).collect()
    };
    let (was, now) = (pairs(was), pairs(now));
    let names: BTreeSet<&String> = was.keys().chain(now.keys()).collect();
    for name in names {
        let class = if name == "title" { Class::Wording } else { Class::Behaviour };
        let told = |value: Option<&String>| value.map_or("the default", String::as_str).to_owned();
        if was.get(name) != now.get(name) {
            let kind = replaced(&told(was.get(name)), &told(now.get(name)));
            changes.push(Change::new(class, label(at, name), kind));
        }
    }
}

/// Links between places, or sides of hexes: `word` says which. Which end is named first means nothing, and neither does their order.
pub(super) fn links(word: &str, was: Option<&Node>, now: Option<&Node>, changes: &mut Vec<Change>) {
    let (was, now) = (linked(was), linked(now));
    for (ends, old) in &was {
        match now.get(ends) {
            Some(new) => attributes(&format!("{word} {ends}"), old.as_ref(), new.as_ref(), changes),
            None => changes.push(Change::new(
                Class::Behaviour,
                format!("{word}s"),
                ChangeKind::Removed { was: ends.clone() },
            )),
        }
    }
    for ends in now.keys().filter(|ends| !was.contains_key(*ends)) {
        changes.push(Change::new(
            Class::Behaviour,
            format!("{word}s"),
            ChangeKind::Added { now: ends.clone() },
        ));
    }
}

fn linked(node: Option<&Node>) -> BTreeMap<String, Option<Node>> {
    let mut links = BTreeMap::new();
    for link in node.and_then(Node::as_list).unwrap_or_default() {
        let ends = link.get("between").unwrap_or(link).as_list().unwrap_or_default();
        let mut names: Vec<String> = ends.iter().map(shown).collect();
        names.sort();
        let mut rest = link.clone();
        if let rulec_grammar::yaml::Value::Map(pairs) = &mut rest.value {
            pairs.retain(|pair| pair.key.value != "between");
        }
        links.insert(format!("[{}]", names.join(", ")), Some(rest));
    }
    links
}
