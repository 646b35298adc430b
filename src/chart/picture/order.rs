//! The order of each row, in which as few lines cross as can be found.
//!
//! Rows are ordered by where their neighbours stand, down and up in turn, then neighbours change places as long as that helps. That
//! is begun from several orders, for it can get stuck; the numbers that choose them are always the same.

use super::layers::Rows;

/// So many beginnings are tried.
const BEGINNINGS: u32 = 48;
/// So often rows are gone through.
const SWEEPS: usize = 12;

/// The number of crossings, and the rows.
pub fn untangled(mut rows: Rows) -> (usize, Rows) {
    let crossings = untangle(&mut rows);
    (crossings, rows)
}

fn untangle(rows: &mut Rows) -> usize {
    let linked = Linked::of(rows);
    let mut best = (tangle(rows, &linked), rows.rows.clone());
    let begun = rows.rows.clone();
    let mut seed = 1;
    for nth in 0..BEGINNINGS {
        rows.rows.clone_from(&begun);
        if nth > 0 {
            rows.rows.iter_mut().for_each(|row| shuffle(row, &mut seed));
        }
        for sweep in 0..SWEEPS {
            by_neighbours(rows, &linked, sweep % 2 == 0);
            while changed_places(rows, &linked) {}
            let found = tangle(rows, &linked);
            if found < best.0 {
                best = (found, rows.rows.clone());
            }
        }
    }
    rows.rows = best.1;
    best.0.0
}

fn shuffle(row: &mut [usize], seed: &mut u32) {
    for last in (1..row.len()).rev() {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        row.swap(last, *seed as usize / 65_536 % (last + 1));
    }
}

/// Crossings first, then how far lines lead aside.
fn tangle(rows: &Rows, linked: &Linked) -> (usize, usize) {
    let places = places(rows);
    let mut crossings = 0;
    for row in &rows.rows {
        for (nth, left) in row.iter().enumerate() {
            crossings +=
                row[nth + 1..].iter().map(|right| linked.down(*left, *right, &places)).sum::<usize>();
        }
    }
    (crossings, rows.steps.iter().map(|step| aside(rows, &places, step.from, step.to)).sum())
}

/// How far a line leads aside, in halves of a place, where rows have one middle.
fn aside(rows: &Rows, places: &Places, from: usize, to: usize) -> usize {
    let of = |at: usize| 2 * places[at].1 + 1000 - rows.rows[places[at].0].len();
    of(from).abs_diff(of(to))
}

/// What each cell is linked to.
struct Linked {
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
}

impl Linked {
    fn of(rows: &Rows) -> Linked {
        let none = vec![Vec::new(); rows.cells.len()];
        let mut linked = Linked { above: none.clone(), below: none };
        for step in &rows.steps {
            linked.below[step.from].push(step.to);
            linked.above[step.to].push(step.from);
        }
        linked
    }

    /// Crossings below two cells of a row.
    fn down(&self, left: usize, right: usize, places: &Places) -> usize {
        inverted(&self.below[left], &self.below[right], places)
    }

    /// Crossings above and below two cells of a row.
    fn both(&self, left: usize, right: usize, places: &Places) -> usize {
        self.down(left, right, places) + inverted(&self.above[left], &self.above[right], places)
    }

    fn aside(&self, rows: &Rows, cell: usize, places: &Places) -> usize {
        let linked = self.above[cell].iter().chain(&self.below[cell]);
        linked.map(|other| aside(rows, places, cell, *other)).sum()
    }
}

fn inverted(of_left: &[usize], of_right: &[usize], places: &Places) -> usize {
    let right = |left: usize| of_right.iter().filter(|right| places[**right].1 < places[left].1).count();
    of_left.iter().map(|left| right(*left)).sum()
}

type Places = Vec<(usize, usize)>;

/// Row and place in it, by cell.
fn places(rows: &Rows) -> Places {
    let mut places = vec![(0, 0); rows.cells.len()];
    for (nth, row) in rows.rows.iter().enumerate() {
        for (place, cell) in row.iter().enumerate() {
            places[*cell] = (nth, place);
        }
    }
    places
}

/// Sorts each row by the middle of what it is linked to, in the row above or below.
fn by_neighbours(rows: &mut Rows, linked: &Linked, down: bool) {
    let n_rows = rows.rows.len();
    let order: Vec<usize> =
        if down { (1..n_rows).collect() } else { (0..n_rows.saturating_sub(1)).rev().collect() };
    let linked = if down { &linked.above } else { &linked.below };
    for nth in order {
        let places = places(rows);
        let middle = |cell: usize| match linked[cell].len() {
            0 => 1000 * places[cell].1,
            n_linked => 1000 * linked[cell].iter().map(|other| places[*other].1).sum::<usize>() / n_linked,
        };
        rows.rows[nth].sort_by_key(|cell| middle(*cell));
    }
}

/// Lets neighbours change places where that helps; says whether it did anywhere.
fn changed_places(rows: &mut Rows, linked: &Linked) -> bool {
    let mut helped = false;
    let mut places = places(rows);
    for nth in 0..rows.rows.len() {
        for place in 1..rows.rows[nth].len() {
            let (left, right) = (rows.rows[nth][place - 1], rows.rows[nth][place]);
            let aside =
                |places: &Places| linked.aside(rows, left, places) + linked.aside(rows, right, places);
            let before = (linked.both(left, right, &places), aside(&places));
            places.swap(left, right);
            let after = (linked.both(right, left, &places), aside(&places));
            if after < before {
                rows.rows[nth].swap(place - 1, place);
                helped = true;
            } else {
                places.swap(left, right);
            }
        }
    }
    helped
}
