//! Running through a source: a type, a set or a range, one value after the other.

use crate::machine::{Expression, ExpressionKind, Source};

use super::evaluate::Evaluation;

/// What of a source is still to come.
pub(super) enum Values {
    /// From the first to the second, both included.
    Upwards(i64, i64),
    /// The members left of this word of a set, then the words after it.
    Members { left: u64, nth: usize, words: usize },
    /// As members, of a set that was gathered whole.
    Gathered { left: u64, nth: usize, words: Vec<i64> },
}

impl<'a> Evaluation<'a, '_> {
    pub fn begin(&mut self, source: &'a Source) -> Values {
        match source {
            Source::Type(id) => {
                Values::Upwards(0, self.prepared.machine.types[id.idx()].members.len() as i64 - 1)
            }
            Source::Range(least, greatest) => Values::Upwards(self.scalar(least), self.scalar(greatest)),
            Source::Set(set) if self.is_searched(set) => {
                let mut words = Vec::new();
                self.push_numbers(set, &mut words);
                Values::Gathered { left: words.first().map_or(0, |word| *word as u64), nth: 0, words }
            }
            Source::Set(set) => Values::Members { left: self.word(set, 0), nth: 0, words: self.words(set) },
        }
    }

    /// The next value. Words of a set are looked at when their turn comes, so nothing may change between two values.
    pub fn next_of(&mut self, source: &'a Source, values: &mut Values) -> Option<i64> {
        match values {
            Values::Upwards(next, last) => {
                let value = *next;
                *next += 1;
                (value <= *last).then_some(value)
            }
            Values::Members { left, nth, words } => {
                while *left == 0 {
                    *nth += 1;
                    if nth >= words {
                        return None;
                    }
                    if let Source::Set(set) = source {
                        *left = self.word(set, *nth);
                    }
                }
                Some(lowest(left, *nth))
            }
            Values::Gathered { left, nth, words } => {
                while *left == 0 {
                    *nth += 1;
                    *left = *words.get(*nth)? as u64;
                }
                Some(lowest(left, *nth))
            }
        }
    }

    /// Whether one search finds all of a set: then it is asked for as a whole, and not for each word again.
    pub fn is_searched(&self, set: &Expression) -> bool {
        match &set.kind {
            ExpressionKind::Ways(_) => true,
            ExpressionKind::Call(function, _) => {
                self.is_searched(&self.prepared.machine.functions[function.idx()].body)
            }
            _ => false,
        }
    }

    /// Whether the source has this value.
    pub fn has(&mut self, source: &'a Source, value: i64) -> bool {
        match source {
            Source::Type(id) => {
                (0..self.prepared.machine.types[id.idx()].members.len() as i64).contains(&value)
            }
            Source::Set(set) => self.contains(set, value),
            Source::Range(least, greatest) => self.scalar(least) <= value && value <= self.scalar(greatest),
        }
    }
}

/// Takes the lowest member out of the `nth` word of a set.
fn lowest(left: &mut u64, nth: usize) -> i64 {
    let bit = left.trailing_zeros();
    *left &= *left - 1;
    64 * nth as i64 + i64::from(bit)
}
