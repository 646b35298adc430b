//! Engines of the same games written by hand: what generated ones are measured against.
//!
//! They go through the same game for the same answers, in as little time as careful hand work allows, and do nothing
//! else: no citations, explanations, saves or reasons for a refusal.

#![allow(dead_code, reason = "the test looks at everything, a bench only at what it times")]

pub mod coin_tribes;
pub mod sekvan;
pub mod sword_of_rome;

use std::marker::PhantomData;

use rulec_runtime::Dice;

/// What a game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting<Seat> {
    Choice(Seat),
    Roll { count: u32, sides: u32 },
    Draw { among: u32 },
    Over,
}

/// The answer is none that the game waits for; nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotLegal;

/// A game as a player meets it.
pub trait Peer {
    type Seat;
    type Choice: Copy;

    fn waiting(&self) -> Waiting<Self::Seat>;
    /// The legal options. Clears `into` first.
    fn options(&self, into: &mut Vec<Self::Choice>);
    fn choose(&mut self, choice: Self::Choice) -> Result<(), NotLegal>;
    fn roll(&mut self, total: u8) -> Result<(), NotLegal>;
    /// Takes the draw's candidate with so many before it.
    fn draw(&mut self, nth: u32) -> Result<(), NotLegal>;
}

/// Plays a game to its end with a random player; gives how many answers it took.
pub fn play_out<P: Peer>(game: &mut P, player: &mut Dice, dice: &mut Dice) -> u64 {
    let mut options = Vec::new();
    let mut steps = 0;
    loop {
        let answered = match game.waiting() {
            Waiting::Choice(_) => {
                game.options(&mut options);
                let nth = player.pick(options.len() as u32) as usize;
                game.choose(options[nth])
            }
            Waiting::Roll { count, sides } => game.roll(dice.roll(count, sides) as u8),
            Waiting::Draw { among } => game.draw(dice.pick(among)),
            Waiting::Over => return steps,
        };
        debug_assert!(answered.is_ok(), "only what is offered is answered");
        steps += 1;
    }
}

/// The members of a small enumeration, in order.
pub trait Named: Copy + 'static {
    const ALL: &'static [Self];

    fn index(self) -> usize;
}

/// A set of members as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Set<T> {
    bits: u32,
    of: PhantomData<T>,
}

impl<T: Named> Set<T> {
    pub const EMPTY: Set<T> = Set::from_bits(0);

    pub const fn from_bits(bits: u32) -> Set<T> {
        Set { bits, of: PhantomData }
    }

    pub fn all() -> Set<T> {
        Set::from_bits((1 << T::ALL.len()) - 1)
    }

    pub fn contains(self, member: T) -> bool {
        self.bits >> member.index() & 1 == 1
    }

    pub fn insert(&mut self, member: T) {
        self.bits |= 1 << member.index();
    }

    pub fn remove(&mut self, member: T) {
        self.bits &= !(1 << member.index());
    }

    pub const fn and(self, other: Set<T>) -> Set<T> {
        Set::from_bits(self.bits & other.bits)
    }

    pub const fn or(self, other: Set<T>) -> Set<T> {
        Set::from_bits(self.bits | other.bits)
    }

    pub const fn without(self, other: Set<T>) -> Set<T> {
        Set::from_bits(self.bits & !other.bits)
    }

    pub const fn len(self) -> u32 {
        self.bits.count_ones()
    }

    pub fn iter(self) -> Members<T> {
        self.into_iter()
    }

    pub fn first(self) -> Option<T> {
        T::ALL.get(self.bits.trailing_zeros() as usize).copied()
    }

    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    pub fn with(mut self, member: T) -> Set<T> {
        self.insert(member);
        self
    }
}

impl<T: Named> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = Members<T>;

    fn into_iter(self) -> Members<T> {
        Members { left: self }
    }
}

/// The members of a set, in order.
#[derive(Debug, Clone)]
pub struct Members<T> {
    left: Set<T>,
}

impl<T: Named> Iterator for Members<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let first = self.left.first()?;
        self.left.bits &= self.left.bits - 1;
        Some(first)
    }
}

impl<T: Named> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Set<T> {
        members.into_iter().fold(Set::EMPTY, Set::with)
    }
}

/// An enumeration whose members display as their names in the rules.
macro_rules! named {
    ($(#[$about:meta])* $type:ident { $($member:ident = $name:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $type { $($member),* }

        impl $crate::peers::Named for $type {
            const ALL: &'static [$type] = &[$($type::$member),*];

            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $($type::$member => $name),* })
            }
        }
    };
}
pub(crate) use named;
