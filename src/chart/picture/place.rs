//! Where each box stands: rows from the top down, and across so that lines are straight where they can be.

use super::layers::{Cell, Rows, Step};
use super::sheet::{Exit, OUT, Shape, Sheet};

/// Between two boxes, so that an exit of each has room.
const BETWEEN_BOXES: i32 = 4 * OUT;
/// Between a rail and its neighbour.
const BESIDE_RAIL: i32 = 2 * OUT;
/// Further than any sheet is wide.
const FAR: i32 = 1_000_000;
/// So often rows are moved.
const ROUNDS: usize = 40;

/// The middle of each cell across.
#[derive(Debug)]
pub struct Places {
    pub x: Vec<i32>,
    /// The link of each question that leaves below; the other leaves at a side.
    pub below: Vec<Option<Exit>>,
}

pub fn width(sheet: &Sheet, cell: Cell) -> i32 {
    match cell {
        Cell::Box(at) => sheet.boxes[at].width,
        Cell::Rail(_) => 0,
    }
}

pub fn of(sheet: &Sheet, rows: &Rows) -> Places {
    let below = exits_below(sheet);
    let mut x = vec![0; rows.cells.len()];
    for row in &rows.rows {
        let offsets = offsets(sheet, rows, row);
        let middle = offsets.last().copied().unwrap_or_default() / 2;
        row.iter().zip(&offsets).for_each(|(cell, offset)| x[*cell] = offset - middle);
    }
    let mut places = Places { x, below };
    for round in 0..ROUNDS {
        let is_rough = round < ROUNDS / 2;
        for nth in 0..rows.rows.len() {
            move_row(sheet, rows, nth, is_rough, &mut places);
        }
        for nth in (0..rows.rows.len()).rev() {
            move_row(sheet, rows, nth, is_rough, &mut places);
        }
        if !is_rough {
            straighten_rails(sheet, rows, &mut places);
            move_straight(sheet, rows, &mut places);
        }
    }
    places
}

/// Puts the rails of each line below each other, where there is room in every row.
fn straighten_rails(sheet: &Sheet, rows: &Rows, places: &mut Places) {
    for number in 0..rows.n_rails {
        let is_of = |cell: &usize| rows.cells[*cell] == Cell::Rail(number);
        let rails: Vec<usize> = (0..rows.cells.len()).filter(is_of).collect();
        let room = room(sheet, rows, &rails, places);
        let (Some(least), Some(most)) = (
            rails.iter().zip(&room).map(|(cell, (left, _))| places.x[*cell] - left).max(),
            rails.iter().zip(&room).map(|(cell, (_, right))| places.x[*cell] + right).min(),
        ) else {
            continue;
        };
        if least > most {
            continue;
        }
        let wishes: Vec<(i32, i32)> =
            rails.iter().flat_map(|cell| wishes_beyond(sheet, rows, *cell, &rails, places)).collect();
        let x = stand(&wishes, false).clamp(least, most);
        rails.iter().for_each(|cell| places.x[*cell] = x);
    }
}

/// Moves all that straight lines join as one.
fn move_straight(sheet: &Sheet, rows: &Rows, places: &mut Places) {
    for cell in 0..rows.cells.len() {
        let group = straight_with(sheet, rows, cell, places);
        let room = room(sheet, rows, &group, places);
        let left = room.iter().map(|(left, _)| *left).min().unwrap_or_default();
        let right = room.iter().map(|(_, right)| *right).min().unwrap_or_default();
        let wishes = group.iter().flat_map(|cell| {
            let x = places.x[*cell];
            wishes_beyond(sheet, rows, *cell, &group, places)
                .into_iter()
                .map(move |(wish, weight)| (wish - x, weight))
        });
        let wishes: Vec<(i32, i32)> = wishes.collect();
        if wishes.is_empty() || left < 0 || right < 0 {
            continue;
        }
        let shift = stand(&wishes, false).clamp(-left, right);
        group.iter().for_each(|cell| places.x[*cell] += shift);
    }
}

/// A cell and all that straight lines join to it.
fn straight_with(sheet: &Sheet, rows: &Rows, cell: usize, places: &Places) -> Vec<usize> {
    let mut group = vec![cell];
    let mut next = 0;
    while let Some(cell) = group.get(next).copied() {
        next += 1;
        for step in rows.steps.iter().filter(|step| step.from == cell || step.to == cell) {
            let other = if step.from == cell { step.to } else { step.from };
            let is_straight =
                places.x[step.from] + places.exit_offset(sheet, rows, step) == places.x[step.to];
            if is_straight && !group.contains(&other) {
                group.push(other);
            }
        }
    }
    group
}

/// How far each of the cells could go left and right before it is too near to one that is not of them.
fn room(sheet: &Sheet, rows: &Rows, cells: &[usize], places: &Places) -> Vec<(i32, i32)> {
    let of = |cell: &usize| {
        let (mut left, mut right) = (FAR, FAR);
        for row in rows.rows.iter().filter(|row| row.contains(cell)) {
            let offsets = offsets(sheet, rows, row);
            let stands = row.iter().zip(&offsets).map(|(cell, offset)| places.x[*cell] - offset);
            let stands: Vec<i32> = stands.collect();
            let at = row.iter().position(|other| other == cell).unwrap_or_default();
            for (nth, _) in row.iter().enumerate().filter(|(_, other)| !cells.contains(other)) {
                if nth < at {
                    left = left.min(stands[at] - stands[nth]);
                } else {
                    right = right.min(stands[nth] - stands[at]);
                }
            }
        }
        (left, right)
    };
    cells.iter().map(of).collect()
}

/// The wishes that cells outside of a group cause.
fn wishes_beyond(
    sheet: &Sheet,
    rows: &Rows,
    cell: usize,
    group: &[usize],
    places: &Places,
) -> Vec<(i32, i32)> {
    let steps = rows.steps.iter().filter(|step| step.from == cell || step.to == cell);
    let beyond = steps.filter(|step| !(group.contains(&step.from) && group.contains(&step.to)));
    beyond.map(|step| wish(sheet, rows, cell, step, places)).collect()
}

/// From the first cell of a row to each, where they stand as near as they may.
fn offsets(sheet: &Sheet, rows: &Rows, row: &[usize]) -> Vec<i32> {
    let mut offsets = Vec::new();
    let mut last: Option<(i32, Cell)> = None;
    for cell in row.iter().map(|cell| rows.cells[*cell]) {
        let offset = last.map_or(0, |(offset, before)| {
            let is_rail = |cell: Cell| matches!(cell, Cell::Rail(_));
            let room = match (is_rail(before), is_rail(cell)) {
                (false, false) => BETWEEN_BOXES,
                (true, true) => BESIDE_RAIL / 2,
                (true, false) | (false, true) => BESIDE_RAIL,
            };
            offset + (width(sheet, before) + width(sheet, cell)) / 2 + room
        });
        offsets.push(offset);
        last = Some((offset, cell));
    }
    offsets
}

/// What leads on furthest goes straight down.
fn exits_below(sheet: &Sheet) -> Vec<Option<Exit>> {
    let mut ahead = vec![0; sheet.boxes.len()];
    for _ in 0..sheet.boxes.len() {
        for link in &sheet.links {
            ahead[link.from] = ahead[link.from].max(ahead[link.to] + 1);
        }
    }
    let below = |at: usize| {
        let links = sheet.links.iter().filter(|link| link.from == at);
        links.max_by_key(|link| (ahead[link.to], link.exit == Exit::No)).map(|link| link.exit)
    };
    (0..sheet.boxes.len()).map(below).collect()
}

impl Places {
    /// How far beside the middle of its cell a line begins.
    pub fn exit_offset(&self, sheet: &Sheet, rows: &Rows, step: &Step) -> i32 {
        let Cell::Box(at) = rows.cells[step.from] else { return 0 };
        let drawn = &sheet.boxes[at];
        if drawn.shape != Shape::Question || self.below[at] == Some(step.exit) {
            return 0;
        }
        let other = rows.steps.iter().find(|other| other.from == step.from && other.exit != step.exit);
        let is_left = match other {
            Some(other) if other.to != step.to => place_in_row(rows, step.to) < place_in_row(rows, other.to),
            Some(_) | None => self.x[step.to] < self.x[step.from],
        };
        let out = drawn.width / 2 + OUT;
        if is_left { -out } else { out }
    }
}

fn place_in_row(rows: &Rows, cell: usize) -> Option<usize> {
    rows.rows.iter().find_map(|row| row.iter().position(|other| *other == cell))
}

/// Moves the cells of a row to where their lines are shortest, in their order and with room between them.
///
/// Cells that would be too near become a block that moves as one; the block stands at the mean of what its cells wish for while it is
/// rough, and then at the middle wish, which makes lines straight.
fn move_row(sheet: &Sheet, rows: &Rows, nth: usize, is_rough: bool, places: &mut Places) {
    let row = &rows.rows[nth];
    let offsets = offsets(sheet, rows, row);
    // Wishes of each block, and how many cells it has.
    let mut blocks: Vec<(Vec<(i32, i32)>, usize)> = Vec::new();
    for (cell, offset) in row.iter().zip(&offsets) {
        let wishes: Vec<(i32, i32)> =
            wishes(sheet, rows, *cell, places).into_iter().map(|(x, weight)| (x - offset, weight)).collect();
        blocks.push((wishes, 1));
        while let [.., (before, _), (last, _)] = blocks.as_slice()
            && stand(before, is_rough) > stand(last, is_rough)
        {
            let (wishes, n_cells) = blocks.pop().unwrap_or_default();
            if let Some(block) = blocks.last_mut() {
                block.0.extend(wishes);
                block.1 += n_cells;
            }
        }
    }
    let stands =
        blocks.iter().flat_map(|(wishes, n_cells)| std::iter::repeat_n(stand(wishes, is_rough), *n_cells));
    for ((cell, offset), stand) in row.iter().zip(&offsets).zip(stands) {
        places.x[*cell] = stand + offset;
    }
}

/// Where lines to a cell would be straight, and how much that matters.
fn wishes(sheet: &Sheet, rows: &Rows, cell: usize, places: &Places) -> Vec<(i32, i32)> {
    let steps = rows.steps.iter().filter(|step| step.from == cell || step.to == cell);
    let mut wishes: Vec<(i32, i32)> = steps.map(|step| wish(sheet, rows, cell, step, places)).collect();
    if wishes.is_empty() {
        wishes.push((places.x[cell], 1));
    }
    wishes
}

fn wish(sheet: &Sheet, rows: &Rows, cell: usize, step: &Step, places: &Places) -> (i32, i32) {
    let offset = places.exit_offset(sheet, rows, step);
    let is_rail = |cell: usize| matches!(rows.cells[cell], Cell::Rail(_));
    let weight = match (is_rail(step.from), is_rail(step.to)) {
        (true, true) => 12,
        (true, false) => 4,
        (false, _) if offset == 0 => 5,
        (false, _) => 1,
    };
    if step.from == cell {
        (places.x[step.to] - offset, weight)
    } else {
        (places.x[step.from] + offset, weight)
    }
}

fn stand(wishes: &[(i32, i32)], is_rough: bool) -> i32 {
    let weights: i32 = wishes.iter().map(|(_, weight)| weight).sum();
    if is_rough {
        return wishes.iter().map(|(x, weight)| x * weight).sum::<i32>() / weights.max(1);
    }
    let mut sorted = wishes.to_vec();
    sorted.sort_unstable();
    let mut passed = 0;
    let middle = sorted.iter().find(|(_, weight)| {
        passed += weight;
        2 * passed >= weights
    });
    middle.map_or(0, |(x, _)| *x)
}
