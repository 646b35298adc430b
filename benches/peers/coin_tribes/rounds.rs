//! Rounds: who takes which square, the order, and the cards that come up.

use super::board::{
    Card, Faction, Factions, GRID, HIGHEST_INITIATIVE, LAST_ROUND, N_FACTIONS, Row, SQUARES, Square,
};
use super::choice::Choice;
use super::{CoinTribes, Named, NotLegal, Phase, Set};

impl CoinTribes {
    /// The first order falls by lot; the last place needs none.
    pub(super) fn draw_order(&mut self, undrawn: Factions, us: Faction) {
        let left = undrawn.without(Factions::EMPTY.with(us));
        self.take_place(left, us);
        match (left.len(), left.first()) {
            (1, Some(last)) => {
                self.take_place(Set::EMPTY, last);
                self.begin_round();
            }
            _ => self.phase = Phase::OrderLot(left),
        }
    }

    fn take_place(&mut self, left: Factions, us: Faction) {
        let place = N_FACTIONS - 1 - left.len() as usize;
        self.order[place] = us;
        self.initiative[us.index()] = 5 - place as u8;
    }

    pub(super) fn begin_round(&mut self) {
        if self.round == LAST_ROUND {
            self.round = 0;
            self.period += 1;
            self.reckoned = false;
        }
        self.round += 1;
        self.row = None;
        self.squares_left = SQUARES;
        self.seat = 0;
        self.next_turn();
    }

    pub(super) fn next_turn(&mut self) {
        while let Some(us) = self.order.get(self.seat as usize) {
            self.seat += 1;
            if self.inactive.contains(*us) {
                continue;
            }
            self.active = *us;
            if self.may_use_kept_card() {
                self.phase = Phase::KeptCard;
                return;
            }
            if self.squares_left > 0 {
                self.phase = Phase::Square;
                return;
            }
            self.pass();
        }
        self.check_for_reckoning();
    }

    pub(super) fn go_to_grid(&mut self) {
        if self.squares_left > 0 {
            self.phase = Phase::Square;
        } else {
            self.pass();
            self.next_turn();
        }
    }

    pub(super) fn pass(&mut self) {
        self.passed.insert(self.active);
        let initiative = &mut self.initiative[self.active.index()];
        *initiative = (*initiative + 2).min(HIGHEST_INITIATIVE);
    }

    pub(super) fn square_options(&self, into: &mut Vec<Choice>) {
        match self.row {
            Some(row) => self.offer(row, GRID[row.index()][1], into),
            None => Row::ALL.iter().for_each(|row| self.offer(*row, GRID[row.index()][0], into)),
        }
        into.push(Choice::Pass);
    }

    #[inline]
    fn offer(&self, row: Row, square: Square, into: &mut Vec<Choice>) {
        if square != Square::Event || self.current.is_some() {
            into.push(Choice::TakeSquare(row, square));
        }
    }

    pub(super) fn take_square(&mut self, row: Row, square: Square) -> Result<(), NotLegal> {
        let column = match self.row {
            None => 0,
            Some(taken) if taken == row => 1,
            Some(_) => return Err(NotLegal),
        };
        if GRID[row.index()][column] != square {
            return Err(NotLegal);
        }
        let event = match square {
            Square::Event => Some(self.current.ok_or(NotLegal)?),
            _ => None,
        };
        self.row = Some(row);
        self.squares_left -= 1;
        self.acted.insert(self.active);
        match (event, square) {
            (Some(card), _) => self.phase = Phase::Half(card),
            (None, Square::TwoRegionsAndBonus) => self.begin_action(2, true),
            (None, Square::TwoRegions) => self.begin_action(2, false),
            (None, _) => self.begin_action(1, false),
        }
        Ok(())
    }

    // The order of the next round

    pub(super) fn settle_initiative(&mut self) {
        match self.acted.first() {
            Some(first) => self.phase = Phase::InitiativeRoll(first),
            None => self.set_order(None),
        }
    }

    /// At most two have acted, for there are two squares.
    pub(super) fn roll_initiative(&mut self, us: Faction, total: u8) {
        self.initiative[us.index()] = total;
        let mut acted = self.acted.iter();
        match (acted.next(), acted.next()) {
            (Some(first), Some(second)) if first == us => self.phase = Phase::InitiativeRoll(second),
            (Some(first), Some(second)) => {
                match self.initiative[first.index()].cmp(&self.initiative[second.index()]) {
                    std::cmp::Ordering::Greater => self.set_order(Some(first)),
                    std::cmp::Ordering::Less => self.set_order(Some(second)),
                    std::cmp::Ordering::Equal => self.phase = Phase::InitiativeLot,
                }
            }
            _ => self.set_order(Some(us)),
        }
    }

    /// The others by initiative, those that passed before those that were inactive; then those that acted, this one first.
    pub(super) fn set_order(&mut self, first: Option<Faction>) {
        let mut order = self.order;
        let mut count = 0;
        for us in self.order {
            if self.acted.contains(us) {
                continue;
            }
            let mut place = count;
            while place > 0 && self.precedence(us) > self.precedence(order[place - 1]) {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = us;
            count += 1;
        }
        if let Some(first) = first {
            order[count] = first;
            if let Some(second) = self.acted.without(Factions::EMPTY.with(first)).first() {
                order[count + 1] = second;
            }
        }
        self.order = order;
        self.inactive = self.acted;
        self.acted = Set::EMPTY;
        self.passed = Set::EMPTY;
        self.turn_cards();
    }

    #[inline]
    fn precedence(&self, us: Faction) -> u8 {
        2 * self.initiative[us.index()] + u8::from(self.passed.contains(us))
    }

    // The open cards

    fn turn_cards(&mut self) {
        if let Some(passed_by) = self.current {
            self.discarded.insert(passed_by);
        }
        self.current = self.upcoming.take();
        if self.deck.is_empty() {
            self.deck = std::mem::replace(&mut self.discarded, Set::EMPTY);
        }
        match (self.deck.len(), self.deck.first()) {
            (1, Some(only)) => {
                self.deck = Set::EMPTY;
                self.upcoming = Some(only);
                self.begin_round();
            }
            _ => self.phase = Phase::NextCard,
        }
    }

    pub(super) fn take_card(&mut self, nth: usize) -> Result<Card, NotLegal> {
        let card = self.deck.iter().nth(nth).ok_or(NotLegal)?;
        self.deck.remove(card);
        Ok(card)
    }
}
