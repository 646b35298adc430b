//! A table in aligned columns; cells of a fill say whose they are.

use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_model::surface::tree::{Body, FillRule, Origin, Parameter, RowEntry, Rule, TableRule};

use super::origin_text;

pub fn draw(game: &Checked, rule: &Rule, table: &TableRule) -> String {
    let keys: Vec<&str> = table
        .keys
        .iter()
        .map(|(name, _)| if name.value.is_empty() { "key" } else { name.value.as_str() })
        .collect();
    let keys = keys.join(", ");
    if table.hole.is_none() {
        return aligned(game, &keys, &columns(&table.columns, &table.rows), &table.rows);
    }
    let mut text = String::from("  the document lacks the cells\n");
    match fill_of(game, rule) {
        Some(fill) => {
            let _ = writeln!(text, "  {}\n", origin_text(&fill.origin));
            text.push_str(&aligned(game, &keys, &columns(&table.columns, &fill.rows), &fill.rows));
        }
        None => text.push_str("  and nothing fills them\n"),
    }
    text
}

pub fn draw_fill(game: &Checked, rule: &Rule, fill: &FillRule) -> String {
    let named = game.rules.iter().filter(|other| other.name.value == rule.name.value);
    let table = named
        .filter_map(|other| if let Body::Table(table) = &other.body { Some(table) } else { None })
        .next();
    let columns = columns(table.map_or(&[], |table| &table.columns), &fill.rows);
    format!("  {}\n\n{}", origin_text(&fill.origin), aligned(game, "key", &columns, &fill.rows))
}

/// The fill that counts: the owner's own, then published, then house.
fn fill_of<'g>(game: &'g Checked, rule: &Rule) -> Option<&'g FillRule> {
    let fills = game.rules.iter().filter(|other| other.name.value == rule.name.value);
    let fills = fills.filter_map(|other| if let Body::Fill(fill) = &other.body { Some(fill) } else { None });
    fills.min_by_key(|fill| match fill.origin {
        Origin::Private(_) => 0,
        Origin::Published(_) => 1,
        Origin::House(_) => 2,
    })
}

/// The names of the columns: those declared, or those that the rows have.
fn columns(declared: &[Parameter], rows: &[RowEntry]) -> Vec<String> {
    if !declared.is_empty() {
        return declared.iter().map(|column| column.name.value.clone()).collect();
    }
    let mut names: Vec<String> = Vec::new();
    for (name, _) in rows.iter().flat_map(|row| &row.cells) {
        if !names.contains(&name.value) {
            names.push(name.value.clone());
        }
    }
    names
}

fn aligned(game: &Checked, keys: &str, columns: &[String], rows: &[RowEntry]) -> String {
    let mut lines =
        vec![std::iter::once(keys.to_owned()).chain(columns.iter().cloned()).collect::<Vec<String>>()];
    for row in rows {
        let cell = |(nth, column): (usize, &String)| {
            let named = row.cells.iter().find(|(name, _)| name.value == *column);
            let cell = named.or_else(|| row.cells.get(nth).filter(|_| columns.len() == 1));
            cell.map(|(_, node)| game.files.slice(node.span).trim().to_owned()).unwrap_or_default()
        };
        let cells = columns.iter().enumerate().map(cell);
        lines.push(std::iter::once(row.pattern.value.clone()).chain(cells).collect());
    }
    let width =
        |nth: usize| lines.iter().filter_map(|line| line.get(nth)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..=columns.len()).map(|nth| width(nth).unwrap_or_default()).collect();
    let mut text = String::new();
    for (nth, line) in lines.iter().enumerate() {
        let cells: Vec<String> =
            line.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        let _ = writeln!(text, "  {}", cells.join("  "));
        if nth == 0 {
            let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
            let _ = writeln!(text, "  {}", rule.join("──"));
        }
    }
    text
}
