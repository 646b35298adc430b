//! The bits of a set: an unsigned number as wide as the type has members, or words of 32 or 64 where there are more than 64.
//!
//! A set of four regions is one byte and a set of four hundred hexes seven words, so that a position takes no more memory than
//! what it holds.

use core::fmt::Debug;
use core::hash::Hash;

/// A fixed number of bits; bit `n` is the member at place `n` of its type.
pub trait Bits: Copy + Eq + Ord + Hash + Debug + 'static {
    /// No bit.
    const NONE: Self;
    /// How many there are.
    const COUNT: usize;
    /// How many words of 64 bits they are, where positions are numbers.
    const WORDS: usize;

    /// With this bit; a place beyond the last is a fault of the caller.
    #[must_use]
    fn with(self, index: usize) -> Self;

    #[must_use]
    fn without(self, index: usize) -> Self;

    /// Whether this bit is set; beyond the last, none is.
    fn has(self, index: usize) -> bool;

    #[must_use]
    fn or(self, other: Self) -> Self;

    #[must_use]
    fn and(self, other: Self) -> Self;

    #[must_use]
    fn and_not(self, other: Self) -> Self;

    fn count(self) -> u32;

    /// Takes the lowest bit away and tells its place. No word before `word` has one, and it is kept so.
    fn take_lowest(&mut self, word: &mut usize) -> Option<usize>;

    /// The word at this place; zero beyond the last.
    fn word(self, nth: usize) -> u64;

    /// Bits from their words, each made in turn; none when a word is missing or has bits that are not there.
    fn from_words(next: impl FnMut() -> Option<u64>) -> Option<Self>;
}

macro_rules! bits_of_a_number {
    ($($number:ty),*) => {$(
        impl Bits for $number {
            const NONE: Self = 0;
            const COUNT: usize = <$number>::BITS as usize;
            const WORDS: usize = 1;

            #[inline]
            fn with(self, index: usize) -> Self {
                self | 1 << index
            }

            #[inline]
            fn without(self, index: usize) -> Self {
                self & !(1 << index)
            }

            #[inline]
            fn has(self, index: usize) -> bool {
                index < <Self as Bits>::COUNT && self >> index & 1 == 1
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline]
            fn and_not(self, other: Self) -> Self {
                self & !other
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn take_lowest(&mut self, _: &mut usize) -> Option<usize> {
                if *self == 0 {
                    return None;
                }
                let index = self.trailing_zeros() as usize;
                *self &= *self - 1;
                Some(index)
            }

            #[inline]
            fn word(self, nth: usize) -> u64 {
                if nth == 0 { self.into() } else { 0 }
            }

            #[inline]
            fn from_words(mut next: impl FnMut() -> Option<u64>) -> Option<Self> {
                next()?.try_into().ok()
            }
        }
    )*};
}

bits_of_a_number!(u8, u16, u32, u64);

macro_rules! bits_of_words {
    ($($word:ty),*) => {$(
        impl<const N: usize> Bits for [$word; N] {
            const NONE: Self = [0; N];
            const COUNT: usize = <$word>::BITS as usize * N;
            const WORDS: usize = <Self as Bits>::COUNT.div_ceil(64);

            #[inline]
            fn with(mut self, index: usize) -> Self {
                self[index / <$word>::COUNT] |= 1 << (index % <$word>::COUNT);
                self
            }

            #[inline]
            fn without(mut self, index: usize) -> Self {
                self[index / <$word>::COUNT] &= !(1 << (index % <$word>::COUNT));
                self
            }

            #[inline]
            fn has(self, index: usize) -> bool {
                self.get(index / <$word>::COUNT).is_some_and(|word| word.has(index % <$word>::COUNT))
            }

            #[inline]
            fn or(mut self, other: Self) -> Self {
                self.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
                self
            }

            #[inline]
            fn and(mut self, other: Self) -> Self {
                self.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
                self
            }

            #[inline]
            fn and_not(mut self, other: Self) -> Self {
                self.iter_mut().zip(other).for_each(|(word, other)| *word &= !other);
                self
            }

            #[inline]
            fn count(self) -> u32 {
                self.iter().map(|word| word.count_ones()).sum()
            }

            #[inline]
            fn take_lowest(&mut self, word: &mut usize) -> Option<usize> {
                while let Some(bits) = self.get_mut(*word) {
                    let mut within = 0;
                    if let Some(bit) = bits.take_lowest(&mut within) {
                        return Some(<$word>::COUNT * *word + bit);
                    }
                    *word += 1;
                }
                None
            }

            #[inline]
            fn word(self, nth: usize) -> u64 {
                let parts = 64 / <$word>::COUNT;
                let part = |part: usize| self.get(parts * nth + part).map_or(0, |word| u64::from(*word));
                (0..parts).fold(0, |word, nth| word | part(nth) << (<$word>::COUNT * nth))
            }

            #[inline]
            fn from_words(mut next: impl FnMut() -> Option<u64>) -> Option<Self> {
                let (parts, mut words) = (64 / <$word>::COUNT, [0; N]);
                for parts in words.chunks_mut(parts) {
                    let word = next()?;
                    for (nth, part) in parts.iter_mut().enumerate() {
                        *part = (word >> (<$word>::COUNT * nth)) as $word;
                    }
                    let beyond = parts.len() * <$word>::COUNT;
                    if beyond < 64 && word >> beyond != 0 {
                        return None;
                    }
                }
                Some(words)
            }
        }
    )*};
}

bits_of_words!(u32, u64);

#[cfg(test)]
mod tests {
    use super::*;

    fn come_and_go<B: Bits>() {
        let last = B::COUNT - 1;
        let bits = B::NONE.with(0).with(last).with(3);
        assert_eq!(bits.count(), 3);
        assert!(bits.has(last) && !bits.has(1) && !bits.has(B::COUNT));
        assert_eq!(bits.without(3).or(B::NONE.with(3)), bits);
        assert_eq!(bits.and(B::NONE.with(last)), B::NONE.with(last));
        assert_eq!(bits.and_not(B::NONE.with(last)), B::NONE.with(0).with(3));
        let (mut left, mut word) = (bits, 0);
        let mut taken = [0; 3];
        for place in &mut taken {
            *place = left.take_lowest(&mut word).expect("three are there");
        }
        assert_eq!((taken, left.take_lowest(&mut word)), ([0, 3, last], None));
        let mut nth = 0;
        let words = || {
            nth += 1;
            Some(bits.word(nth - 1))
        };
        assert_eq!(B::from_words(words), Some(bits));
        assert_eq!(B::from_words(|| None), None);
    }

    #[test]
    fn bits_of_every_width_come_and_go() {
        come_and_go::<u8>();
        come_and_go::<u16>();
        come_and_go::<u32>();
        come_and_go::<u64>();
        come_and_go::<[u32; 3]>();
        come_and_go::<[u32; 4]>();
        come_and_go::<[u64; 3]>();
    }

    #[test]
    fn a_word_with_bits_that_are_not_there_is_not_read() {
        assert_eq!(u8::from_words(|| Some(256)), None);
        assert_eq!(u16::from_words(|| Some(0xffff)), Some(u16::MAX));
        let mut words = [7, 1 << 32].into_iter();
        assert_eq!(<[u32; 3]>::from_words(|| words.next()), None);
        let mut words = [7 << 32, 5].into_iter();
        assert_eq!(<[u32; 3]>::from_words(|| words.next()), Some([0, 7, 5]));
    }
}
