//! Rows: each box below all that lead to it, and rails where a line passes a row.
//!
//! All lines to one box share a rail, as they do on printed sheets, so that there are few; but one that would have to cross others to
//! reach the rail can have its own.

use super::sheet::{Exit, Link, Sheet};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    Box(usize),
    /// A line on its way down; those of one number are one line.
    Rail(usize),
}

/// A line from one row to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Cells by their number.
    pub from: usize,
    pub to: usize,
    pub exit: Exit,
}

#[derive(Debug)]
pub struct Rows {
    pub cells: Vec<Cell>,
    /// The cells of each row, from left to right.
    pub rows: Vec<Vec<usize>>,
    pub steps: Vec<Step>,
    pub n_rails: usize,
}

/// `alone`: the links that have rails of their own, by their numbers.
pub fn of(sheet: &Sheet, alone: &[usize]) -> Rows {
    let row_of = rows_of(sheet);
    let n_rows = row_of.iter().max().map_or(0, |last| last + 1);
    let cells: Vec<Cell> = (0..sheet.boxes.len()).map(Cell::Box).collect();
    let mut rows = Rows { cells, rows: vec![Vec::new(); n_rows], steps: Vec::new(), n_rails: 0 };
    for (at, row) in row_of.iter().enumerate() {
        rows.rows[*row].push(at);
    }
    for to in 0..sheet.boxes.len() {
        let links = || sheet.links.iter().enumerate().filter(|(_, link)| link.to == to);
        let together = links().filter(|(nth, _)| !alone.contains(nth)).map(|(_, link)| *link);
        rails(&together.collect::<Vec<Link>>(), &row_of, to, &mut rows);
        for (_, link) in links().filter(|(nth, _)| alone.contains(nth)) {
            rails(&[*link], &row_of, to, &mut rows);
        }
    }
    rows
}

/// Lines to one box, with a rail in each row that one of them passes.
fn rails(links: &[Link], row_of: &[usize], to: usize, rows: &mut Rows) {
    let links = || links.iter();
    let Some(first) = links().map(|link| row_of[link.from]).min() else { return };
    let mut rail = vec![to; row_of[to] + 1];
    let number = rows.n_rails;
    rows.n_rails += 1;
    for (row, cell) in rail.iter_mut().enumerate().take(row_of[to]).skip(first + 1) {
        *cell = rows.cells.len();
        rows.cells.push(Cell::Rail(number));
        rows.rows[row].push(*cell);
    }
    for pair in rail[first + 1..].windows(2) {
        rows.steps.push(Step { from: pair[0], to: pair[1], exit: Exit::Then });
    }
    for link in links() {
        rows.steps.push(Step { from: link.from, to: rail[row_of[link.from] + 1], exit: link.exit });
    }
}

/// The longest way from a box that nothing leads to.
fn rows_of(sheet: &Sheet) -> Vec<usize> {
    let mut row_of = vec![0; sheet.boxes.len()];
    // Nothing goes round, so that as many passes as there are boxes settle it.
    for _ in 0..sheet.boxes.len() {
        for link in &sheet.links {
            row_of[link.to] = row_of[link.to].max(row_of[link.from] + 1);
        }
    }
    row_of
}
