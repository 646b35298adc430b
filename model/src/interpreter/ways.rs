//! Ways by steps: the search of the runtime, with what the rules say of neighbours and costs.

use rulec_runtime::ways::Search;

use super::evaluate::Evaluation;
use crate::machine::{Type, Ways, WaysGive};

impl<'a> Evaluation<'a, '_> {
    /// What the cheapest way costs.
    pub fn cost_of_way(&mut self, ways: &'a Ways) -> i64 {
        let WaysGive::Cost(to) = &ways.gives else {
            unreachable!("the machine is typed: a set is asked for word by word");
        };
        let to = self.scalar(to) as usize;
        let costs = self.costs(ways, i32::MAX, Some(to));
        i64::from(costs[to])
    }

    /// One word of the set of places in reach, where it is asked for alone.
    pub fn places_in_reach(&mut self, ways: &'a Ways, nth: usize) -> u64 {
        let mut words = Vec::new();
        self.push_places(ways, &mut words);
        words.get(nth).map_or(0, |word| *word as u64)
    }

    /// All words of the set of places in reach.
    pub fn push_places(&mut self, ways: &'a Ways, into: &mut Vec<i64>) {
        let WaysGive::Places(limit) = &ways.gives else {
            unreachable!("the machine is typed: a number is no set");
        };
        let limit = self.scalar(limit) as i32;
        let costs = self.costs(ways, limit, None);
        into.extend(costs.chunks(64).map(|places| {
            let bits = places.iter().enumerate();
            bits.fold(0u64, |word, (bit, cost)| word | u64::from(*cost >= 0) << bit) as i64
        }));
    }

    fn costs(&mut self, ways: &'a Ways, limit: i32, to: Option<usize>) -> Vec<i32> {
        let places = match ways.from.gives {
            Type::Member(of) => self.prepared.machine.types[of.idx()].members.len(),
            Type::Integer { .. } | Type::Boolean | Type::Optional(_) | Type::Set(_) => 0,
        };
        let (mut costs, mut queue, mut queued) = (vec![-1; places], vec![0; places], vec![false; places]);
        let mut search = Search::new(&mut costs, &mut queue, &mut queued);
        search.begin(self.scalar(&ways.from) as usize, limit, to);
        while let Some(here) = search.next() {
            self.stack.set(ways.here, here as i64);
            for nth in 0..self.words(&ways.neighbours) {
                let mut left = self.word(&ways.neighbours, nth);
                while left != 0 {
                    let there = 64 * nth + left.trailing_zeros() as usize;
                    left &= left - 1;
                    self.stack.set(ways.there, there as i64);
                    search.step(here, there, self.scalar(&ways.cost) as i32);
                }
            }
        }
        costs
    }
}
