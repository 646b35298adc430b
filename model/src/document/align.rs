//! Two lists side by side: what stayed, what went, what came.

/// One step through two lists, with the indices in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Same(usize, usize),
    /// Something else stands in its place.
    Changed(usize, usize),
    Removed(usize),
    Added(usize),
}

/// The most cells of the table of common runs; longer lists are compared by position.
const MOST_CELLS: usize = 1_000_000;

/// The shortest way from one list to the other. Neighbouring removals and additions are changes.
pub fn align<T: PartialEq>(old: &[T], new: &[T]) -> Vec<Step> {
    let before = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - before;
    let after = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let mut steps: Vec<Step> = (0..before).map(|at| Step::Same(at, at)).collect();
    let (old_end, new_end) = (old.len() - after, new.len() - after);
    let middle =
        between(old.get(before..old_end).unwrap_or_default(), new.get(before..new_end).unwrap_or_default());
    let moved = middle
        .into_iter()
        .map(|(removed, added)| (removed.map(|at| at + before), added.map(|at| at + before)));
    steps.extend(joined(moved.collect()));
    steps.extend((0..after).map(|at| Step::Same(old_end + at, new_end + at)));
    steps
}

type Pair = (Option<usize>, Option<usize>);

/// Pairs of what is the same, and the others alone, by the longest common subsequence.
fn between<T: PartialEq>(old: &[T], new: &[T]) -> Vec<Pair> {
    let width = new.len() + 1;
    if old.is_empty() || new.is_empty() || (old.len() + 1).saturating_mul(width) > MOST_CELLS {
        let removed = (0..old.len()).map(|at| (Some(at), None));
        return removed.chain((0..new.len()).map(|at| (None, Some(at)))).collect();
    }
    let mut longest = vec![0u32; (old.len() + 1) * width];
    let cell =
        |longest: &[u32], row: usize, column: usize| longest.get(row * width + column).copied().unwrap_or(0);
    for (row, was) in old.iter().enumerate().rev() {
        for (column, now) in new.iter().enumerate().rev() {
            let value = if was == now {
                cell(&longest, row + 1, column + 1) + 1
            } else {
                cell(&longest, row + 1, column).max(cell(&longest, row, column + 1))
            };
            if let Some(place) = longest.get_mut(row * width + column) {
                *place = value;
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut pairs = Vec::new();
    while row < old.len() || column < new.len() {
        let same = old.get(row).is_some_and(|was| Some(was) == new.get(column));
        let down = row < old.len()
            && (column >= new.len() || cell(&longest, row + 1, column) >= cell(&longest, row, column + 1));
        match (same, down) {
            (true, _) => {
                pairs.push((Some(row), Some(column)));
                row += 1;
                column += 1;
            }
            (false, true) => {
                pairs.push((Some(row), None));
                row += 1;
            }
            (false, false) => {
                pairs.push((None, Some(column)));
                column += 1;
            }
        }
    }
    pairs
}

/// Joins each run of removals with the additions beside it.
fn joined(pairs: Vec<Pair>) -> Vec<Step> {
    let mut steps = Vec::new();
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for pair in pairs {
        match pair {
            (Some(old), Some(new)) => {
                flush(&mut steps, &mut removed, &mut added);
                steps.push(Step::Same(old, new));
            }
            (Some(old), None) => removed.push(old),
            (None, Some(new)) => added.push(new),
            (None, None) => {}
        }
    }
    flush(&mut steps, &mut removed, &mut added);
    steps
}

fn flush(steps: &mut Vec<Step>, removed: &mut Vec<usize>, added: &mut Vec<usize>) {
    let both = removed.len().min(added.len());
    steps.extend(removed.iter().zip(added.iter()).map(|(old, new)| Step::Changed(*old, *new)));
    steps.extend(removed.iter().skip(both).map(|old| Step::Removed(*old)));
    steps.extend(added.iter().skip(both).map(|new| Step::Added(*new)));
    removed.clear();
    added.clear();
}
