//! The lines between two rows: down, across on a track of their own, and down again.
//!
//! Lines to one cell join and share a track. Tracks are put in the order in which the fewest lines cross.

use super::layers::{Cell, Rows};
use super::place::Places;
use super::sheet::{Exit, Sheet};

/// From one track to the next.
const TRACK: i32 = 14;
/// Above the first track and below the last.
const FREE: i32 = 26;
/// Lines that are nearer than this look like one.
const APART: i32 = 10;
/// Up to so many lines all orders are tried.
const ALL_ORDERS: usize = 7;
/// What lines that lie on each other cost, in crossings.
const OVERLAP: usize = 5;

/// Where a line begins.
#[derive(Debug, Clone, Copy)]
pub struct Begin {
    pub cell: usize,
    pub x: i32,
    pub exit: Exit,
    pub is_at_side: bool,
}

/// All lines to one cell from the row above.
#[derive(Debug)]
pub struct Joined {
    pub to: usize,
    pub x: i32,
    pub begins: Vec<Begin>,
    /// Its height.
    pub y: i32,
}

#[derive(Debug, Default)]
pub struct Lines {
    pub joined: Vec<Joined>,
    /// The top and the height of each row.
    pub rows: Vec<(i32, i32)>,
    pub crossings: usize,
}

impl Joined {
    fn reach(&self) -> (i32, i32) {
        let xs = || self.begins.iter().map(|begin| begin.x).chain([self.x]);
        (xs().min().unwrap_or(self.x), xs().max().unwrap_or(self.x))
    }

    fn is_straight(&self) -> bool {
        let (least, most) = self.reach();
        least == most
    }
}

pub fn of(sheet: &Sheet, rows: &Rows, places: &Places) -> Lines {
    let mut lines = Lines::default();
    let mut top = 0;
    for (nth, row) in rows.rows.iter().enumerate() {
        let height = row.iter().map(|cell| match rows.cells[*cell] {
            Cell::Box(at) => sheet.boxes[at].height,
            Cell::Rail(_) => 0,
        });
        let height = height.max().unwrap_or_default();
        lines.rows.push((top, height));
        let Some(next) = rows.rows.get(nth + 1) else { break };
        let mut between: Vec<Joined> =
            next.iter().filter_map(|to| joined(sheet, rows, places, *to)).collect();
        let tracks = order(&between);
        lines.crossings += cost(&between, &tracks);
        let n_tracks = set_tracks(&mut between, &tracks);
        let first = top + height + FREE;
        between.iter_mut().for_each(|line| line.y = first + line.y * TRACK);
        top = first + (n_tracks - 1).max(0) * TRACK + FREE;
        lines.joined.extend(between);
    }
    lines
}

fn joined(sheet: &Sheet, rows: &Rows, places: &Places, to: usize) -> Option<Joined> {
    let steps = rows.steps.iter().filter(|step| step.to == to);
    let begins: Vec<Begin> = steps
        .map(|step| {
            let offset = places.exit_offset(sheet, rows, step);
            Begin {
                cell: step.from,
                x: places.x[step.from] + offset,
                exit: step.exit,
                is_at_side: offset != 0,
            }
        })
        .collect();
    (!begins.is_empty()).then_some(Joined { to, x: places.x[to], begins, y: 0 })
}

/// The lines that need a track, from the top down.
fn order(lines: &[Joined]) -> Vec<usize> {
    let bent: Vec<usize> = (0..lines.len()).filter(|nth| !lines[*nth].is_straight()).collect();
    let mut best = bent.clone();
    if bent.len() <= ALL_ORDERS {
        let mut least = cost(lines, &best);
        each_order(&mut bent.clone(), 0, &mut |order| {
            let found = cost(lines, order);
            if found < least {
                least = found;
                best = order.to_vec();
            }
        });
        return best;
    }
    best.clear();
    for line in bent {
        let with = |at: usize| {
            let mut order = best.clone();
            order.insert(at, line);
            order
        };
        let at = (0..=best.len()).min_by_key(|at| cost(lines, &with(*at))).unwrap_or_default();
        best.insert(at, line);
    }
    best
}

fn each_order(order: &mut Vec<usize>, fixed: usize, look: &mut impl FnMut(&[usize])) {
    if fixed >= order.len() {
        look(order);
        return;
    }
    for at in fixed..order.len() {
        order.swap(fixed, at);
        each_order(order, fixed + 1, look);
        order.swap(fixed, at);
    }
}

/// Crossings when the tracks lie in this order.
fn cost(lines: &[Joined], order: &[usize]) -> usize {
    let mut cost = 0;
    for (nth, above) in order.iter().map(|nth| &lines[*nth]).enumerate() {
        for below in order[nth + 1..].iter().map(|nth| &lines[*nth]) {
            cost += cost_of(above, below);
        }
        let straight = lines.iter().filter(|line| line.is_straight());
        let (least, most) = above.reach();
        cost += straight.filter(|line| least - APART < line.x && line.x < most + APART).count();
    }
    cost
}

fn cost_of(above: &Joined, below: &Joined) -> usize {
    let within = |x: i32, (least, most): (i32, i32)| least < x && x < most;
    let mut cost = usize::from(within(above.x, below.reach()));
    for begin in &below.begins {
        cost += usize::from(within(begin.x, above.reach()));
        cost += OVERLAP * usize::from(begin.x.abs_diff(above.x) < APART.unsigned_abs());
    }
    cost
}

/// Lines that are clear of each other share a track; gives the number of tracks.
fn set_tracks(lines: &mut [Joined], order: &[usize]) -> i32 {
    let mut n_tracks = 0;
    for (nth, line) in order.iter().enumerate() {
        let (least, most) = lines[*line].reach();
        let near = order[..nth].iter().filter(|before| {
            let (from, to) = lines[**before].reach();
            from - APART < most && least < to + APART
        });
        let track = near.map(|before| lines[*before].y + 1).max().unwrap_or_default();
        lines[*line].y = track;
        n_tracks = n_tracks.max(track + 1);
    }
    n_tracks
}
