//! Seeded dice: the one source of chance for players, playouts and tests.
//!
//! A game never rolls by itself; whoever runs it does, and these dice make that repeatable. The algorithm is part of
//! the replay contract: a seed must give the same rolls in every release. It is Xoshiro256\*\*, its state filled from
//! the seed by SplitMix64; a number below `n` is the high half of `n` times the next output's upper 32 bits, outputs that
//! would favour some numbers are passed over (Lemire); where `n` is 0 or 1 nothing is drawn.

use alloc::vec;
use alloc::vec::Vec;

use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::Chance;

/// Dice from a seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dice {
    stream: Xoshiro256StarStar,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice { stream: Xoshiro256StarStar::seed_from_u64(seed) }
    }

    /// The total of so many dice with so many sides, one after the other.
    pub fn roll(&mut self, count: u32, sides: u32) -> i32 {
        let mut total = 0u32;
        for _ in 0..count {
            total = total.saturating_add(self.pick(sides) + 1);
        }
        i32::try_from(total).unwrap_or(i32::MAX)
    }

    /// A number below `n`, each with the same chance; 0 when there is no choice.
    pub fn pick(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        // So many of the 2^32 outputs are one too many for some of the numbers.
        let surplus = n.wrapping_neg() % n;
        loop {
            let output = (self.stream.next_u64() >> 32) as u32;
            let product = u64::from(output) * u64::from(n);
            if product as u32 >= surplus {
                return (product >> 32) as u32;
            }
        }
    }
}

impl Chance {
    /// The totals of so many dice with their weights, upwards. Clears `into` first.
    ///
    /// Weights are exact while `sides` to the power of `count` fits 32 bits; beyond that they are rounded to that scale.
    pub fn of_roll(count: u32, sides: u32, into: &mut Vec<Chance>) {
        into.clear();
        let mut ways: Vec<u128> = vec![1];
        for _ in 0..count {
            ways = with_another_die(&ways, sides);
        }
        let total: u128 = ways.iter().sum();
        let too_long = (128 - total.leading_zeros()).saturating_sub(32);
        let weights = ways.iter().map(|ways| (ways >> too_long) as u32);
        let of = weights.clone().fold(0u32, u32::saturating_add);
        for (weight, value) in weights.zip(count..) {
            let value = i32::try_from(value).unwrap_or(i32::MAX);
            into.push(Chance { value, weight, of });
        }
    }

    /// The candidates of a draw, each with the same chance. Clears `into` first.
    pub fn of_draw(candidates: impl IntoIterator<Item = i32>, into: &mut Vec<Chance>) {
        into.clear();
        into.extend(candidates.into_iter().map(|value| Chance { value, weight: 1, of: 0 }));
        let of = into.len() as u32;
        for chance in into {
            chance.of = of;
        }
    }
}

/// In how many ways each total comes up when one more die is added.
fn with_another_die(ways: &[u128], sides: u32) -> Vec<u128> {
    let sides = sides.max(1) as usize;
    let mut more = vec![0u128; ways.len() + sides - 1];
    for (total, ways) in ways.iter().enumerate() {
        for sum in &mut more[total..total + sides] {
            *sum = sum.saturating_add(*ways);
        }
    }
    more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_rolls_in_every_release() {
        let mut dice = Dice::new(1);
        let rolls: Vec<i32> = (0..8).map(|_| dice.roll(2, 6)).collect();
        let picks: Vec<u32> = (0..8).map(|_| dice.pick(1000)).collect();
        assert_eq!(rolls, [9, 7, 6, 4, 10, 12, 11, 10]);
        assert_eq!(picks, [80, 491, 45, 63, 463, 496, 610, 349]);
    }

    #[test]
    fn each_side_comes_up_about_as_often() {
        let mut dice = Dice::new(7);
        let mut seen = [0u32; 6];
        for _ in 0..6000 {
            seen[dice.pick(6) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (880..1120).contains(n)), "{seen:?}");
    }

    #[test]
    fn no_choice_takes_nothing_from_the_dice() {
        let mut dice = Dice::new(3);
        let before = dice.clone();
        assert_eq!((dice.pick(0), dice.pick(1)), (0, 0));
        assert_eq!(dice, before);
    }

    #[test]
    fn two_dice_make_seven_in_six_ways_of_thirty_six() {
        let mut chances = Vec::new();
        Chance::of_roll(2, 6, &mut chances);
        assert_eq!(chances.len(), 11);
        assert_eq!(chances[5], Chance { value: 7, weight: 6, of: 36 });
        assert_eq!(chances[10], Chance { value: 12, weight: 1, of: 36 });
    }

    #[test]
    fn many_dice_keep_their_proportions() {
        let mut chances = Vec::new();
        Chance::of_roll(20, 6, &mut chances);
        let total: f64 = chances.iter().map(|chance| chance.probability()).sum();
        assert!((total - 1.0).abs() < 1e-6);
        let middle = chances.iter().max_by_key(|chance| chance.weight).expect("there are totals");
        assert_eq!(middle.value, 70);
    }

    #[test]
    fn a_draw_has_equal_chances() {
        let mut chances = Vec::new();
        Chance::of_draw([4, 9], &mut chances);
        assert_eq!(chances[1], Chance { value: 9, weight: 1, of: 2 });
    }
}
