//! Sets of members as words of bits: plain data of a known size.
//!
//! A closed type has a fixed number of members, so a set of them is a few machine words: copied, compared and
//! hashed as such. Members come out in the order of their type, which is the order of the rules.

use core::fmt;
use core::hash::Hash;
use core::iter::FusedIterator;
use core::marker::PhantomData;

/// One of a closed list of things that the rules name.
pub trait Member: Copy + Eq + Ord + Hash + 'static {
    /// How many there are.
    const COUNT: usize;

    /// The member at this place in the type; none when there are not so many.
    fn from_index(index: usize) -> Option<Self>;

    /// Its place in the type, from 0.
    fn index(self) -> usize;

    /// Its name in the rules.
    fn name(self) -> &'static str;
}

/// A set of members. `WORDS` is [`words_for`]`(T::COUNT)`; bit `n` of word `w` is the member at `64 * w + n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set<T, const WORDS: usize> {
    words: [u64; WORDS],
    of: PhantomData<T>,
}

/// How many words hold a set of a type with so many members; one at least.
#[inline]
pub const fn words_for(members: usize) -> usize {
    if members <= 64 { 1 } else { members.div_ceil(64) }
}

impl<T: Member, const WORDS: usize> Set<T, WORDS> {
    /// Nobody.
    pub const EMPTY: Self = Self::from_words([0; WORDS]);
    /// All members of the type.
    pub const ALL: Self = Self::all();

    #[inline]
    pub const fn empty() -> Self {
        Self::EMPTY
    }

    #[inline]
    pub const fn all() -> Self {
        const { assert!(T::COUNT <= 64 * WORDS, "the set has a bit for each member") };
        let mut words = [0; WORDS];
        let mut nth = 0;
        while nth < WORDS {
            words[nth] = members_of_word(T::COUNT, nth);
            nth += 1;
        }
        Self::from_words(words)
    }

    /// The set with these bits; bits beyond the last member must not be set.
    #[inline]
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        Set { words, of: PhantomData }
    }

    #[inline]
    pub fn of<const N: usize>(members: [T; N]) -> Self {
        members.into_iter().collect()
    }

    #[inline]
    #[must_use]
    pub fn with(mut self, member: T) -> Self {
        let index = member.index();
        self.words[index / 64] |= 1 << (index % 64);
        self
    }

    #[inline]
    #[must_use]
    pub fn without(mut self, member: T) -> Self {
        let index = member.index();
        self.words[index / 64] &= !(1 << (index % 64));
        self
    }

    /// Has the member from now on, or has it not.
    #[inline]
    pub fn put(&mut self, member: T, is_in: bool) {
        *self = if is_in { self.with(member) } else { self.without(member) };
    }

    /// The members of either.
    #[inline]
    #[must_use]
    pub const fn union(mut self, other: Self) -> Self {
        let mut nth = 0;
        while nth < WORDS {
            self.words[nth] |= other.words[nth];
            nth += 1;
        }
        self
    }

    /// The members of both.
    #[inline]
    #[must_use]
    pub const fn intersection(mut self, other: Self) -> Self {
        let mut nth = 0;
        while nth < WORDS {
            self.words[nth] &= other.words[nth];
            nth += 1;
        }
        self
    }

    /// The members that the other does not have.
    #[inline]
    #[must_use]
    pub const fn difference(mut self, other: Self) -> Self {
        let mut nth = 0;
        while nth < WORDS {
            self.words[nth] &= !other.words[nth];
            nth += 1;
        }
        self
    }

    #[inline]
    pub fn contains(self, member: T) -> bool {
        self.contains_index(member.index())
    }

    /// Whether the member at this place in the type is in the set.
    #[inline]
    pub const fn contains_index(self, index: usize) -> bool {
        index < 64 * WORDS && self.words[index / 64] >> (index % 64) & 1 == 1
    }

    #[inline]
    pub const fn len(self) -> u32 {
        let mut size = 0;
        let mut nth = 0;
        while nth < WORDS {
            size += self.words[nth].count_ones();
            nth += 1;
        }
        size
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        let mut nth = 0;
        while nth < WORDS {
            if self.words[nth] != 0 {
                return false;
            }
            nth += 1;
        }
        true
    }

    /// The members in the order of the type.
    #[inline]
    pub const fn iter(self) -> Members<T, WORDS> {
        Members { left: self, word: 0 }
    }

    /// The first in the order of the type.
    #[inline]
    pub fn first(self) -> Option<T> {
        self.iter().next()
    }

    /// The member with so many before it.
    #[inline]
    pub fn nth(self, nth: u32) -> Option<T> {
        self.iter().nth(nth as usize)
    }

    /// The bits.
    #[inline]
    pub const fn words(self) -> [u64; WORDS] {
        self.words
    }
}

/// The bits of the members that the `nth` word of a set holds, where the type has so many.
const fn members_of_word(count: usize, nth: usize) -> u64 {
    let left = count.saturating_sub(64 * nth);
    if left >= 64 { u64::MAX } else { (1 << left) - 1 }
}

impl<T: Member, const WORDS: usize> Default for Set<T, WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Member, const WORDS: usize> FromIterator<T> for Set<T, WORDS> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        members.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<T: Member, const WORDS: usize> IntoIterator for Set<T, WORDS> {
    type Item = T;
    type IntoIter = Members<T, WORDS>;

    #[inline]
    fn into_iter(self) -> Members<T, WORDS> {
        self.iter()
    }
}

impl<T: Member, const WORDS: usize> fmt::Debug for Set<T, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Named)).finish()
    }
}

/// A member that prints as its bare name.
struct Named<T>(T);

impl<T: Member> fmt::Debug for Named<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

/// The members of a set, in the order of their type.
#[derive(Clone)]
pub struct Members<T, const WORDS: usize> {
    left: Set<T, WORDS>,
    word: usize,
}

impl<T: Member, const WORDS: usize> Iterator for Members<T, WORDS> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        if let [word] = self.left.words.as_mut_slice() {
            // Most sets are one word.
            if *word == 0 {
                return None;
            }
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            return T::from_index(bit);
        }
        while let Some(word) = self.left.words.get_mut(self.word) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return T::from_index(64 * self.word + bit);
            }
            self.word += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let size = self.left.len() as usize;
        (size, Some(size))
    }
}

impl<T: Member, const WORDS: usize> ExactSizeIterator for Members<T, WORDS> {}
impl<T: Member, const WORDS: usize> FusedIterator for Members<T, WORDS> {}

/// Where those with a value stand among sets by value: nothing comes last.
#[inline]
pub fn shelf<T: Member>(value: Option<T>) -> usize {
    value.map_or(T::COUNT, T::index)
}

/// Sets by value before anything has changed: all members have the same.
#[inline]
pub const fn all_on_shelf<T: Member, const WORDS: usize, const SHELVES: usize>(
    shelf: usize,
) -> [Set<T, WORDS>; SHELVES] {
    let mut shelves = [Set::empty(); SHELVES];
    shelves[shelf] = Set::all();
    shelves
}

/// A member's value has changed.
#[inline]
pub fn reshelve<T: Member, const WORDS: usize, const SHELVES: usize>(
    shelves: &mut [Set<T, WORDS>; SHELVES],
    member: T,
    from: usize,
    to: usize,
) {
    shelves[from].put(member, false);
    shelves[to].put(member, true);
}

/// A set is saved as the list of its members' places in the type.
#[cfg(feature = "serde")]
mod saved {
    use super::{Member, Set};
    use alloc::format;
    use alloc::vec::Vec;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    impl<T: Member, const WORDS: usize> Serialize for Set<T, WORDS> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.iter().map(|member| member.index()))
        }
    }

    impl<'de, T: Member, const WORDS: usize> Deserialize<'de> for Set<T, WORDS> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let indexes = Vec::<usize>::deserialize(deserializer)?;
            let member =
                |index| T::from_index(index).ok_or_else(|| D::Error::custom(format!("no member at {index}")));
            indexes.into_iter().map(member).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::vec::Vec;

    /// A piece by its number.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct Piece(usize);

    impl Member for Piece {
        const COUNT: usize = 70;
        fn from_index(index: usize) -> Option<Piece> {
            (index < Piece::COUNT).then_some(Piece(index))
        }
        fn index(self) -> usize {
            self.0
        }
        fn name(self) -> &'static str {
            if self.0 == 0 { "king" } else { "pawn" }
        }
    }

    type Pieces = Set<Piece, { words_for(Piece::COUNT) }>;

    #[test]
    fn all_has_each_member_once_in_order() {
        let indexes: Vec<usize> = Pieces::ALL.iter().map(Member::index).collect();
        assert_eq!(indexes, (0..70).collect::<Vec<_>>());
        assert_eq!(Pieces::ALL.len(), 70);
        assert_eq!(Pieces::ALL.iter().len(), 70);
        assert_eq!(Pieces::ALL.words(), [u64::MAX, 0b11_1111]);
    }

    #[test]
    fn members_come_and_go_across_words() {
        let set = Pieces::of([Piece(69), Piece(3), Piece(63)]);
        assert_eq!(set.iter().map(Member::index).collect::<Vec<_>>(), [3, 63, 69]);
        assert_eq!(set.first(), Some(Piece(3)));
        assert_eq!(set.nth(2), Some(Piece(69)));
        assert_eq!(set.nth(3), None);
        assert!(set.contains(Piece(63)) && !set.contains(Piece(64)) && !set.contains_index(900));
        assert_eq!(set.without(Piece(63)), Pieces::empty().with(Piece(3)).with(Piece(69)));
        assert_eq!(set.union(Pieces::of([Piece(0)])).len(), 4);
        assert_eq!(Pieces::ALL.difference(set).len(), 67);
        assert!(Pieces::EMPTY.is_empty() && !set.is_empty());
    }

    #[test]
    fn members_of_both_are_those_of_each() {
        let (a, b) = (Pieces::of([Piece(1), Piece(64), Piece(69)]), Pieces::of([Piece(0), Piece(64)]));
        assert_eq!(a.intersection(b), Pieces::of([Piece(64)]));
        assert_eq!(a.intersection(Pieces::EMPTY), Pieces::EMPTY);
    }

    #[test]
    fn a_member_stands_on_the_shelf_of_its_value() {
        let mut shelves: [Pieces; 71] = all_on_shelf(shelf::<Piece>(None));
        assert_eq!(shelves[70], Pieces::ALL);
        reshelve(&mut shelves, Piece(3), shelf::<Piece>(None), shelf(Some(Piece(9))));
        assert_eq!(shelves[70], Pieces::ALL.without(Piece(3)));
        assert_eq!(shelves[9], Pieces::of([Piece(3)]));
        reshelve(&mut shelves, Piece(3), 9, 9);
        assert_eq!(shelves[9], Pieces::of([Piece(3)]), "a value may be given again");
    }

    #[test]
    fn a_set_of_one_word_gives_its_members_in_order() {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        struct Few(usize);
        impl Member for Few {
            const COUNT: usize = 5;
            fn from_index(index: usize) -> Option<Few> {
                (index < Few::COUNT).then_some(Few(index))
            }
            fn index(self) -> usize {
                self.0
            }
            fn name(self) -> &'static str {
                "few"
            }
        }
        let mut set = Set::<Few, 1>::ALL;
        set.put(Few(2), false);
        assert_eq!(set.iter().map(Member::index).collect::<Vec<_>>(), [0, 1, 3, 4]);
    }

    #[test]
    fn a_set_shows_the_names() {
        assert_eq!(format!("{:?}", Pieces::of([Piece(1), Piece(0)])), "{king, pawn}");
    }

    #[test]
    fn a_type_without_members_has_an_empty_word() {
        assert_eq!(words_for(0), 1);
        assert_eq!(words_for(64), 1);
        assert_eq!(words_for(65), 2);
    }
}
