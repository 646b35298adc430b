//! Positions and choices read back: from numbers, and from the words of the rules.

use alloc::vec::Vec;

use crate::{Member, Set};

/// The numbers of a position, read one after the other.
#[derive(Debug, Clone)]
pub struct Numbers<'a> {
    left: &'a [i64],
}

impl Iterator for Numbers<'_> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        let (first, rest) = self.left.split_first()?;
        self.left = rest;
        Some(*first)
    }
}

impl<'a> Numbers<'a> {
    pub fn of(numbers: &'a [i64]) -> Numbers<'a> {
        Numbers { left: numbers }
    }

    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// A number that lies within these bounds.
    pub fn within(&mut self, least: i32, greatest: i32) -> Option<i32> {
        let value = i32::try_from(self.next()?).ok()?;
        (least..=greatest).contains(&value).then_some(value)
    }

    pub fn member<T: Member>(&mut self) -> Option<T> {
        T::from_index(usize::try_from(self.next()?).ok()?)
    }

    /// A member, or nothing (−1).
    pub fn optional<T: Member>(&mut self) -> Option<Option<T>> {
        match self.next()? {
            -1 => Some(None),
            index => T::from_index(usize::try_from(index).ok()?).map(Some),
        }
    }

    /// The words of a set.
    pub fn set<T: Member>(&mut self) -> Option<Set<T>> {
        Set::from_words(|| self.next().map(|word| word as u64))
    }
}

/// `raid(army_1, 3)` as the option and its arguments.
pub fn words_of_choice(text: &str) -> Option<(&str, Vec<&str>)> {
    match text.trim().split_once('(') {
        None => Some((text.trim(), Vec::new())),
        Some((option, arguments)) => {
            let arguments = arguments.strip_suffix(')')?;
            Some((option.trim(), arguments.split(',').map(str::trim).collect()))
        }
    }
}

/// The member that the rules call so.
pub fn member_named<T: Member>(name: &str) -> Option<T> {
    (0..T::COUNT).filter_map(T::from_index).find(|member| member.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_its_option_and_arguments() {
        assert_eq!(words_of_choice("pass"), Some(("pass", Vec::new())));
        assert_eq!(words_of_choice("raid(army_1, 3)"), Some(("raid", Vec::from(["army_1", "3"]))));
        assert_eq!(words_of_choice("raid(army_1"), None);
    }

    #[test]
    fn numbers_outside_their_bounds_are_not_read() {
        let mut numbers = Numbers::of(&[3, 9]);
        assert_eq!(numbers.within(0, 3), Some(3));
        assert_eq!(numbers.within(0, 3), None);
        assert!(numbers.is_empty());
    }
}
