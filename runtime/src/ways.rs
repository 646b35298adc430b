//! The cheapest ways from one place to others, step by step, in memory that the caller lends.
//!
//! Places whose cost has sunk wait in a ring until their steps are looked at again; a place stands in it once, so the ring never
//! runs over. With costs that differ little, as terrain does, each place is looked at about once.

/// A search in progress. Begin it, then make the steps of each place that [`next`](Search::next) gives.
#[derive(Debug)]
pub struct Search<'m> {
    /// By place; -1 where no way has led yet.
    costs: &'m mut [i32],
    ring: &'m mut [u16],
    waits: &'m mut [bool],
    first: usize,
    waiting: usize,
    limit: i32,
    to: Option<usize>,
}

impl<'m> Search<'m> {
    /// All three have one element for each place.
    pub fn new(costs: &'m mut [i32], ring: &'m mut [u16], waits: &'m mut [bool]) -> Search<'m> {
        costs.fill(-1);
        waits.fill(false);
        Search { costs, ring, waits, first: 0, waiting: 0, limit: 0, to: None }
    }

    /// Ways from here that cost at most `limit`; where only one place is asked for, none that cost more than a way there.
    pub fn begin(&mut self, from: usize, limit: i32, to: Option<usize>) {
        (self.limit, self.to) = (limit, to);
        if limit >= 0 {
            self.reach(from, 0);
        }
    }

    /// A place whose steps are to be looked at.
    #[expect(clippy::should_implement_trait, reason = "between two, the caller makes steps")]
    pub fn next(&mut self) -> Option<usize> {
        if self.waiting == 0 {
            return None;
        }
        let place = usize::from(self.ring[self.first]);
        self.first = (self.first + 1) % self.ring.len();
        self.waiting -= 1;
        self.waits[place] = false;
        Some(place)
    }

    /// A step between two places at this cost; below zero there is none.
    pub fn step(&mut self, here: usize, there: usize, cost: i32) {
        if cost < 0 {
            return;
        }
        let cost = self.costs[here].saturating_add(cost);
        let at_most = match self.to.map(|to| self.costs[to]) {
            Some(known) if known >= 0 => known.min(self.limit),
            Some(_) | None => self.limit,
        };
        let known = self.costs[there];
        if cost <= at_most && (known < 0 || cost < known) {
            self.reach(there, cost);
        }
    }

    fn reach(&mut self, place: usize, cost: i32) {
        self.costs[place] = cost;
        if !self.waits[place] {
            self.waits[place] = true;
            let last = (self.first + self.waiting) % self.ring.len();
            self.ring[last] = place as u16;
            self.waiting += 1;
        }
    }
}

/// What the cheapest ways to all places cost, -1 where none leads or costs more than `limit`. `steps` makes the steps of a
/// place.
pub fn costs_of_ways<const PLACES: usize>(
    from: usize,
    limit: i32,
    to: Option<usize>,
    mut steps: impl FnMut(usize, &mut Search<'_>),
) -> [i32; PLACES] {
    let (mut costs, mut ring, mut waits) = ([-1; PLACES], [0; PLACES], [false; PLACES]);
    let mut search = Search::new(&mut costs, &mut ring, &mut waits);
    search.begin(from, limit, to);
    while let Some(here) = search.next() {
        steps(here, &mut search);
    }
    costs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six places in a ring and one apart; a step upwards costs its number, a step down one, 5 to 0 is closed both ways.
    fn costs(from: usize, limit: i32, to: Option<usize>) -> [i32; 7] {
        costs_of_ways(from, limit, to, |here, search| {
            if here < 6 {
                search.step(here, (here + 1) % 6, if here == 5 { -1 } else { here as i32 });
                search.step(here, (here + 5) % 6, if here == 0 { -1 } else { 1 });
            }
        })
    }

    #[test]
    fn the_cheapest_way_counts_and_closed_steps_do_not() {
        assert_eq!(costs(0, i32::MAX, None), [0, 0, 1, 3, 6, 10, -1]);
        assert_eq!(costs(5, i32::MAX, None), [5, 4, 3, 2, 1, 0, -1]);
    }

    #[test]
    fn a_limit_ends_the_search() {
        assert_eq!(costs(0, 3, None), [0, 0, 1, 3, -1, -1, -1]);
        assert_eq!(costs(0, -1, None), [-1; 7]);
        assert_eq!(costs(5, 100, Some(3))[3], 2);
    }

    #[test]
    fn a_cheaper_way_found_later_is_followed_on() {
        // 0 to 1 costs nine at once and two by way of 2 and 3.
        let found: [i32; 5] = costs_of_ways(0, i32::MAX, None, |here, search| match here {
            0 => [(1, 9), (2, 1)].into_iter().for_each(|(there, cost)| search.step(0, there, cost)),
            1 => search.step(1, 4, 1),
            2 => search.step(2, 3, 0),
            3 => search.step(3, 1, 1),
            _ => {}
        });
        assert_eq!(found, [0, 2, 1, 1, 3]);
    }
}
