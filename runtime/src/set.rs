//! Sets of members as bits: plain data of a known size.
//!
//! A closed type has a fixed number of members, so a set of them is a number or a few words of bits: copied, compared and
//! hashed as such. Members come out in the order of their type, which is the order of the rules.

use core::fmt;
use core::hash::Hash;
use core::iter::FusedIterator;

use crate::Bits;

/// One of a closed list of things that the rules name.
pub trait Member: Copy + Eq + Ord + Hash + 'static {
    /// The bits of a set of them, one for each at least.
    type Bits: Bits;

    /// How many there are.
    const COUNT: usize;

    /// The bits of the set of all: the first `COUNT`.
    const ALL_BITS: Self::Bits;

    /// The member at this place in the type; none when there are not so many.
    fn from_index(index: usize) -> Option<Self>;

    /// Its place in the type, from 0.
    fn index(self) -> usize;

    /// Its name in the rules.
    fn name(self) -> &'static str;
}

/// A set of members; bit `n` is the member at place `n` of the type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set<T: Member> {
    bits: T::Bits,
}

/// How many words of 64 bits hold a set of a type with so many members, where positions are numbers; one at least.
#[inline]
pub const fn words_for(members: usize) -> usize {
    if members <= 64 { 1 } else { members.div_ceil(64) }
}

impl<T: Member> Set<T> {
    /// Nobody.
    pub const EMPTY: Self = Self::from_bits(T::Bits::NONE);
    /// All members of the type.
    pub const ALL: Self = {
        assert!(T::COUNT <= T::Bits::COUNT, "the set has a bit for each member");
        Self::from_bits(T::ALL_BITS)
    };

    #[inline]
    pub const fn empty() -> Self {
        Self::EMPTY
    }

    #[inline]
    pub const fn all() -> Self {
        Self::ALL
    }

    /// The set with these bits; bits beyond the last member must not be set.
    #[inline]
    pub const fn from_bits(bits: T::Bits) -> Self {
        Set { bits }
    }

    #[inline]
    pub fn of<const N: usize>(members: [T; N]) -> Self {
        members.into_iter().collect()
    }

    #[inline]
    #[must_use]
    pub fn with(self, member: T) -> Self {
        Set { bits: self.bits.with(member.index()) }
    }

    #[inline]
    #[must_use]
    pub fn without(self, member: T) -> Self {
        Set { bits: self.bits.without(member.index()) }
    }

    /// Has the member from now on, or has it not.
    #[inline]
    pub fn put(&mut self, member: T, is_in: bool) {
        *self = if is_in { self.with(member) } else { self.without(member) };
    }

    /// The members of either.
    #[inline]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Set { bits: self.bits.or(other.bits) }
    }

    /// The members of both.
    #[inline]
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Set { bits: self.bits.and(other.bits) }
    }

    /// The members that the other does not have.
    #[inline]
    #[must_use]
    pub fn difference(self, other: Self) -> Self {
        Set { bits: self.bits.and_not(other.bits) }
    }

    #[inline]
    pub fn contains(self, member: T) -> bool {
        self.contains_index(member.index())
    }

    /// Whether the member at this place in the type is in the set.
    #[inline]
    pub fn contains_index(self, index: usize) -> bool {
        self.bits.has(index)
    }

    #[inline]
    pub fn len(self) -> u32 {
        self.bits.count()
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.bits == T::Bits::NONE
    }

    /// The members in the order of the type.
    #[inline]
    pub const fn iter(self) -> Members<T> {
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

    /// The set as words of 64 bits, as positions have it: [`words_for`]`(T::COUNT)` of them.
    #[inline]
    pub fn words(self) -> impl Iterator<Item = u64> {
        (0..T::Bits::WORDS).map(move |nth| self.bits.word(nth))
    }

    /// The set with these words, each made in turn; none where one is missing or has bits beyond the last member.
    #[inline]
    pub fn from_words(next: impl FnMut() -> Option<u64>) -> Option<Self> {
        let set = Set { bits: T::Bits::from_words(next)? };
        set.difference(Set::ALL).is_empty().then_some(set)
    }
}

impl<T: Member> Default for Set<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Member> FromIterator<T> for Set<T> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        members.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<T: Member> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = Members<T>;

    #[inline]
    fn into_iter(self) -> Members<T> {
        self.iter()
    }
}

impl<T: Member> fmt::Debug for Set<T> {
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
pub struct Members<T: Member> {
    left: Set<T>,
    /// No word before this one has a member left.
    word: usize,
}

impl<T: Member> Iterator for Members<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        T::from_index(self.left.bits.take_lowest(&mut self.word)?)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let size = self.left.len() as usize;
        (size, Some(size))
    }
}

impl<T: Member> ExactSizeIterator for Members<T> {}
impl<T: Member> FusedIterator for Members<T> {}

/// Where those with a value stand among sets by value: nothing comes last.
#[inline]
pub fn shelf<T: Member>(value: Option<T>) -> usize {
    value.map_or(T::COUNT, T::index)
}

/// Sets by value before anything has changed: all members have the same.
#[inline]
pub const fn all_on_shelf<T: Member, const SHELVES: usize>(shelf: usize) -> [Set<T>; SHELVES] {
    let mut shelves = [Set::EMPTY; SHELVES];
    shelves[shelf] = Set::ALL;
    shelves
}

/// A member's value has changed.
#[inline]
pub fn reshelve<T: Member, const SHELVES: usize>(
    shelves: &mut [Set<T>; SHELVES],
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

    impl<T: Member> Serialize for Set<T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.iter().map(|member| member.index()))
        }
    }

    impl<'de, T: Member, const WORDS: usize> Deserialize<'de> for Set<T> {
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
        type Bits = [u64; 2];
        const COUNT: usize = 70;
        const ALL_BITS: [u64; 2] = [u64::MAX, 0b11_1111];
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

    type Pieces = Set<Piece>;

    #[test]
    fn all_has_each_member_once_in_order() {
        let indexes: Vec<usize> = Pieces::ALL.iter().map(Member::index).collect();
        assert_eq!(indexes, (0..70).collect::<Vec<_>>());
        assert_eq!(Pieces::ALL.len(), 70);
        assert_eq!(Pieces::ALL.iter().len(), 70);
        assert_eq!(Pieces::ALL.words().collect::<Vec<_>>(), [u64::MAX, 0b11_1111]);
        assert_eq!(Pieces::ALL.words().count(), words_for(Piece::COUNT));
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
    fn a_set_of_few_gives_its_members_in_order() {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        struct Few(usize);
        impl Member for Few {
            type Bits = u8;
            const COUNT: usize = 5;
            const ALL_BITS: u8 = 0b1_1111;
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
        let mut set = Set::<Few>::ALL;
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
