//! Tables: rows to dense data, with gaps, overlaps and unreachable rows found; holes and their fills.

use rulec_grammar::problem::Problems;
use rulec_grammar::span::Span;
use rulec_grammar::yaml::Node;

use super::data::read_value;
use super::declare::{key_of, no_duplicates, origin, type_of};
use super::symbols::{Named, Symbols, Table, TableGives};
use crate::kinds;
use crate::machine::{Constant, Key, RuleId, Type, TypeDefinition, TypeKind, Value};
use crate::problem::names::UnknownName;
use crate::problem::surface::{BadPattern, WrongShape};
use crate::problem::tables::{
    FillBreaksConstraint, FilledTwice, MissingCell, TableGap, TableOverlap, UnfilledHole, UnreachableRow,
};
use crate::surface::tree::{
    self as surface, Body, FillRule, Name, Pattern, PatternItem, RowEntry, TableRule,
};

struct Column {
    name: String,
    gives: Type,
}

pub(super) fn declare_table(
    rule: &surface::Rule,
    table: &TableRule,
    id: RuleId,
    rules: &[surface::Rule],
    symbols: &mut Symbols,
    problems: &mut Problems,
) {
    no_duplicates(table.columns.iter().map(|column| &column.name), "column", problems);
    let keys: Vec<Key> = table.keys.iter().filter_map(|(_, key)| key_of(key, symbols, problems)).collect();
    let columns: Vec<Column> = table
        .columns
        .iter()
        .filter_map(|column| {
            let gives = type_of(&column.holds, symbols, problems)?;
            Some(Column { name: column.name.value.clone(), gives })
        })
        .collect();
    if keys.len() != table.keys.len() || columns.len() != table.columns.len() {
        return;
    }
    let rows: &[RowEntry] = match &table.hole {
        None => &table.rows,
        Some(hole) => match fill_of(rule, rules, problems) {
            Some((fill, whole)) => {
                check_constraints(&hole.known, fill, &keys, &columns, symbols, problems);
                if let Some(line) = symbols.rules.get_mut(id.idx()) {
                    line.origin = origin(Some(&fill.origin));
                    // The values are part of what the table means.
                    line.fingerprint = line.fingerprint.rotate_left(1) ^ whole.fingerprint;
                }
                &fill.rows
            }
            // A fill that could not be read has been reported.
            None if rules.iter().any(|other| other.kind == "fill" && other.name.value == rule.name.value) => {
                return;
            }
            None => {
                problems.report(UnfilledHole { table: rule.name.value.clone(), span: hole.span });
                return;
            }
        },
    };
    let owners = row_of_each_key(rule, rows, &keys, symbols, problems);
    let cells: Vec<Vec<Option<Value>>> =
        rows.iter().map(|row| row_cells(row, &columns, symbols, problems)).collect();
    let Some(owners) = owners else { return };
    add_table(rule, table, id, keys, &columns, rows, &owners, &cells, symbols);
}

/// The fill of highest rank: the owner's own, then published, then house.
pub(crate) fn fill_of<'r>(
    rule: &surface::Rule,
    rules: &'r [surface::Rule],
    problems: &mut Problems,
) -> Option<(&'r FillRule, &'r surface::Rule)> {
    let mut best: Option<(u8, &FillRule, &surface::Rule)> = None;
    for other in rules.iter().filter(|other| other.name.value == rule.name.value) {
        let Body::Fill(fill) = &other.body else { continue };
        let rank = match fill.origin {
            surface::Origin::Private(_) => 2,
            surface::Origin::Published(_) => 1,
            surface::Origin::House(_) => 0,
        };
        match best {
            Some((known, _, first)) if known == rank => {
                let name = rule.name.value.clone();
                problems.report(FilledTwice { name, first: first.name.span, second: other.name.span });
            }
            Some((known, _, _)) if known > rank => {}
            Some(_) | None => best = Some((rank, fill, other)),
        }
    }
    best.map(|(_, fill, rule)| (fill, rule))
}

/// Indexes of the dense keys that a row takes; `None` for a row of only `any`.
fn keys_of_row(
    row: &RowEntry,
    keys: &[Key],
    symbols: &Symbols,
    problems: &mut Problems,
) -> Option<Vec<usize>> {
    if row.patterns.is_empty() {
        return None;
    }
    if let [Pattern::Any] = row.patterns.as_slice() {
        return Some((0..keys.iter().map(|key| symbols.key_size(*key)).product()).collect());
    }
    if row.patterns.len() != keys.len() {
        problems.report(BadPattern { pattern: row.pattern.value.clone(), span: row.pattern.span });
        return None;
    }
    let mut indexes = vec![0];
    for (pattern, key) in row.patterns.iter().zip(keys) {
        let size = symbols.key_size(*key);
        let own = indexes_of_pattern(pattern, *key, row.pattern.span, symbols, problems)?;
        indexes =
            indexes.iter().flat_map(|before| own.iter().map(move |index| before * size + index)).collect();
    }
    Some(indexes)
}

fn indexes_of_pattern(
    pattern: &Pattern,
    key: Key,
    span: Span,
    symbols: &Symbols,
    problems: &mut Problems,
) -> Option<Vec<usize>> {
    let items = match pattern {
        Pattern::Any => return Some((0..symbols.key_size(key)).collect()),
        Pattern::Of(items) => items,
    };
    let mut indexes = Vec::new();
    for item in items {
        match (item, key) {
            (PatternItem::Range(from, to), Key::Range(least, greatest)) => {
                indexes
                    .extend((*from.max(&least)..=*to.min(&greatest)).map(|number| (number - least) as usize));
            }
            (PatternItem::Member(name), Key::Type(of)) => match symbols.member(of, name) {
                Some(index) => indexes.push(index as usize),
                None => {
                    let members =
                        symbols.types.get(of.idx()).map(|kind| kind.members.as_slice()).unwrap_or(&[]);
                    let nearest = kinds::nearest(name, members.iter().map(String::as_str));
                    let what = symbols.type_name(of).to_owned();
                    problems.report(UnknownName { name: name.clone(), what, nearest, span });
                    return None;
                }
            },
            (PatternItem::Range(..), Key::Type(_)) | (PatternItem::Member(_), Key::Range(..)) => {
                problems.report(BadPattern { pattern: describe_item(item), span });
                return None;
            }
        }
    }
    Some(indexes)
}

fn describe_item(item: &PatternItem) -> String {
    match item {
        PatternItem::Range(from, to) if from == to => from.to_string(),
        PatternItem::Range(from, to) => format!("{from}..{to}"),
        PatternItem::Member(name) => name.clone(),
    }
}

fn has_wildcard(row: &RowEntry) -> bool {
    row.patterns.iter().any(|pattern| matches!(pattern, Pattern::Any))
}

/// Which row each dense key belongs to. Rows with `any` take what rows with fewer `any` leave.
fn row_of_each_key(
    rule: &surface::Rule,
    rows: &[RowEntry],
    keys: &[Key],
    symbols: &Symbols,
    problems: &mut Problems,
) -> Option<Vec<usize>> {
    let size: usize = keys.iter().map(|key| symbols.key_size(*key)).product();
    let mut owners: Vec<Option<usize>> = vec![None; size];
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let wildcards =
        |row: &RowEntry| row.patterns.iter().filter(|pattern| matches!(pattern, Pattern::Any)).count();
    order.sort_by_key(|idx| wildcards(&rows[*idx]));
    let mut sound = true;
    for idx in order {
        let row = &rows[idx];
        let Some(indexes) = keys_of_row(row, keys, symbols, problems) else {
            sound = false;
            continue;
        };
        let mut reached = false;
        let mut overlaps = None;
        for index in indexes {
            match owners.get(index).copied().flatten() {
                None => {
                    owners[index] = Some(idx);
                    reached = true;
                }
                Some(other) if wildcards(&rows[other]) == wildcards(row) => overlaps = Some((index, other)),
                Some(_) => {}
            }
        }
        if let Some((index, other)) = overlaps {
            let (first, second) = (rows[other].pattern.span, row.pattern.span);
            let key = describe_key(index, keys, symbols);
            problems.report(TableOverlap { table: rule.name.value.clone(), key, first, second });
            sound = false;
        } else if !reached {
            problems.report(UnreachableRow { pattern: row.pattern.value.clone(), span: row.pattern.span });
        }
    }
    if !sound {
        return None;
    }
    if let Some(gap) = owners.iter().position(Option::is_none) {
        let span = rows.last().map_or(rule.name.span, |row| row.pattern.span);
        let key = describe_key(gap, keys, symbols);
        problems.report(TableGap { table: rule.name.value.clone(), key, span });
        return None;
    }
    Some(owners.into_iter().flatten().collect())
}

fn describe_key(mut index: usize, keys: &[Key], symbols: &Symbols) -> String {
    let mut words = Vec::new();
    for key in keys.iter().rev() {
        let size = symbols.key_size(*key).max(1);
        let own = index % size;
        index /= size;
        words.push(match key {
            Key::Range(least, _) => (least + own as i64).to_string(),
            Key::Type(of) => {
                let kind = symbols.types.get(of.idx());
                kind.and_then(|kind| kind.members.get(own)).cloned().unwrap_or_default()
            }
        });
    }
    words.reverse();
    format!("`{}`", words.join(", "))
}

fn cell_of<'r>(row: &'r RowEntry, column: &Column, columns: &[Column]) -> Option<&'r Node> {
    let found = row
        .cells
        .iter()
        .find(|(name, _)| name.value == column.name || (name.value.is_empty() && columns.len() == 1));
    found.map(|(_, node)| node)
}

fn row_cells(
    row: &RowEntry,
    columns: &[Column],
    symbols: &Symbols,
    problems: &mut Problems,
) -> Vec<Option<Value>> {
    unknown_columns(row, columns, problems);
    columns
        .iter()
        .map(|column| match cell_of(row, column, columns) {
            Some(node) => read_value(node, column.gives, symbols, problems),
            None => {
                problems.report(MissingCell { column: column.name.clone(), span: row.pattern.span });
                None
            }
        })
        .collect()
}

fn unknown_columns(row: &RowEntry, columns: &[Column], problems: &mut Problems) {
    for (name, _) in &row.cells {
        let single = name.value.is_empty() && columns.len() == 1;
        if !single && !columns.iter().any(|column| column.name == name.value) {
            let nearest = kinds::nearest(&name.value, columns.iter().map(|column| column.name.as_str()));
            let (name, span) = (name.value.clone(), name.span);
            problems.report(UnknownName { name, what: "column".into(), nearest, span });
        }
    }
}

/// What the document says of the cells, held against the fill.
fn check_constraints(
    known: &[RowEntry],
    fill: &FillRule,
    keys: &[Key],
    columns: &[Column],
    symbols: &Symbols,
    problems: &mut Problems,
) {
    for row in known {
        unknown_columns(row, columns, problems);
        let Some(indexes) = keys_of_row(row, keys, symbols, problems) else { continue };
        for column in columns {
            let Some(constraint) = cell_of(row, column, columns) else { continue };
            for index in &indexes {
                check_cell(*index, constraint, fill, keys, column, columns, symbols, problems);
            }
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "one cell stands at the crossing of all of these")]
fn check_cell(
    index: usize,
    constraint: &Node,
    fill: &FillRule,
    keys: &[Key],
    column: &Column,
    columns: &[Column],
    symbols: &Symbols,
    problems: &mut Problems,
) {
    let text = constraint.as_text().unwrap_or("").trim();
    let mut quiet = Problems::new();
    let holds_index = |row: &RowEntry, quiet: &mut Problems| {
        keys_of_row(row, keys, symbols, quiet).is_some_and(|indexes| indexes.contains(&index))
    };
    let mut rows: Vec<&RowEntry> = fill.rows.iter().filter(|row| holds_index(row, &mut quiet)).collect();
    rows.sort_by_key(|row| has_wildcard(row));
    let Some(cell) = rows.first().and_then(|row| cell_of(row, column, columns)) else { return };
    let Some(value) = read_value(cell, column.gives, symbols, &mut quiet) else { return };
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let holds = match (text.strip_prefix("at least "), text.strip_prefix("at most "), &value) {
        (Some(bound), _, Value::Integer(value)) => number(bound).map(|bound| *value >= bound),
        (_, Some(bound), Value::Integer(value)) => number(bound).map(|bound| *value <= bound),
        (Some(_), _, _) | (_, Some(_), _) => None,
        (None, None, _) => {
            read_value(constraint, column.gives, symbols, problems).map(|known| known == value)
        }
    };
    match holds {
        Some(true) => {}
        Some(false) => problems.report(FillBreaksConstraint {
            column: column.name.clone(),
            key: describe_key(index, keys, symbols),
            value: format!("`{}`", symbols.show(&value, column.gives)),
            constraint: format!("`{text}`"),
            cell: cell.span,
            known: constraint.span,
        }),
        None if text.starts_with("at ") => {
            let expected = "a value, `at least 1` or `at most 1`".to_owned();
            problems.report(WrongShape { what: "what is known".into(), expected, span: constraint.span });
        }
        None => {}
    }
}

#[allow(clippy::too_many_arguments, reason = "the table's parts, worked out one by one before")]
fn add_table(
    rule: &surface::Rule,
    table: &TableRule,
    id: RuleId,
    keys: Vec<Key>,
    columns: &[Column],
    rows: &[RowEntry],
    owners: &[usize],
    cells: &[Vec<Option<Value>>],
    symbols: &mut Symbols,
) {
    let name = rule.name.value.clone();
    let cell = |row: usize, column: usize| cells.get(row).and_then(|row| row.get(column)).cloned().flatten();
    let gives = match columns {
        [only] if only.name == name => {
            let values: Option<Vec<Value>> = owners.iter().map(|row| cell(*row, 0)).collect();
            let Some(values) = values else { return };
            let constant =
                Constant { rule: id, name: name.clone(), keys: keys.clone(), gives: only.gives, values };
            TableGives::Value(symbols.add_constant(constant))
        }
        _ => {
            let members: Vec<String> = rows.iter().map(|row| row_name(&row.pattern)).collect();
            let titles = rows.iter().map(|row| row.pattern.value.clone()).collect();
            let kind = TypeKind::Rows;
            let of = symbols.add_type(TypeDefinition {
                rule: Some(id),
                name: format!("{name}_row"),
                kind,
                members,
                titles,
            });
            for (idx, column) in columns.iter().enumerate() {
                let values: Option<Vec<Value>> = (0..rows.len()).map(|row| cell(row, idx)).collect();
                let Some(values) = values else { return };
                let constant = symbols.add_constant(Constant {
                    rule: id,
                    name: format!("{name}_{}", column.name),
                    keys: vec![Key::Type(of)],
                    gives: column.gives,
                    values,
                });
                symbols.attributes.insert((of, column.name.clone()), constant);
            }
            let values = owners.iter().map(|row| Value::Member(*row as u32)).collect();
            let gives = Type::Member(of);
            let constant = Constant { rule: id, name: name.clone(), keys: keys.clone(), gives, values };
            TableGives::Row(symbols.add_constant(constant), of)
        }
    };
    symbols.tables.push(Table { name: name.clone(), keys, clamped: table.clamped, gives });
    let named = Named::Table(symbols.tables.len() - 1);
    symbols.named.insert(name, (named, rule.name.span));
}

/// A pattern as a name: `row_3_to_5`, `row_gauls_or_romans_any`.
fn row_name(pattern: &Name) -> String {
    let mut name = "row_".to_owned();
    let spoken = pattern.value.replace("..", "_to_").replace('|', "_or_").replace('-', "minus_");
    for letter in spoken.chars() {
        if letter.is_ascii_alphanumeric() {
            name.push(letter);
        } else if !name.ends_with('_') {
            name.push('_');
        }
    }
    name.trim_end_matches('_').to_owned()
}
