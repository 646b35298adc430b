//! Fortify, raze, rout, suppress and inspire.

use super::board::{FOES, Faction, NEIGHBOURS, Region, Regions, Shift, TRIBES_TO_INSPIRE};
use super::choice::{Bonus, Choice};
use super::{CoinTribes, Named, Phase};

use Faction::{Catuvellauni, Iceni, Romans, Trinovantes};

const RAZE_COST: u8 = 2;

/// How many units a fort costs, and how will changes with it.
fn fortify_terms(us: Faction) -> Option<(u8, Shift)> {
    match us {
        Iceni => None,
        Trinovantes => Some((0, Shift::Neutral)),
        Romans => Some((1, Shift::Sympathy)),
        Catuvellauni => Some((2, Shift::Neutral)),
    }
}

impl Bonus {
    #[inline]
    pub(super) fn place(self) -> Region {
        match self {
            Bonus::Fortify(place)
            | Bonus::Raze(place)
            | Bonus::Rout(place, _)
            | Bonus::Suppress(place, _)
            | Bonus::Inspire(place, _) => place,
        }
    }
}

impl CoinTribes {
    pub(super) fn bonus_options(&self, places: Regions, option: fn(Bonus) -> Choice, into: &mut Vec<Choice>) {
        let us = self.active;
        let mut offer = |bonus| into.push(option(bonus));
        if us == Iceni {
            places.iter().filter(|place| self.can_raze(*place)).map(Bonus::Raze).for_each(&mut offer);
            for place in places.and(self.room(Iceni)) {
                let open = TRIBES_TO_INSPIRE.into_iter().filter(|tribe| self.is_open(*tribe, place));
                open.map(|tribe| Bonus::Inspire(place, tribe)).for_each(&mut offer);
            }
            return;
        }
        places.iter().filter(|place| self.can_fortify(*place)).map(Bonus::Fortify).for_each(&mut offer);
        for place in places {
            for foe in FOES[us.index()] {
                if us == Romans && self.can_suppress(place, foe) {
                    offer(Bonus::Suppress(place, foe));
                } else if us != Romans && self.can_rout(place, foe) {
                    offer(Bonus::Rout(place, foe));
                }
            }
        }
    }

    pub(super) fn can_take_bonus(&self, place: Region) -> bool {
        let mut foes = FOES[self.active.index()].into_iter();
        match self.active {
            Iceni => {
                self.can_raze(place)
                    || self.room(Iceni).contains(place)
                        && TRIBES_TO_INSPIRE.into_iter().any(|tribe| self.is_open(tribe, place))
            }
            Romans => self.can_fortify(place) || foes.any(|foe| self.can_suppress(place, foe)),
            Trinovantes | Catuvellauni => {
                self.can_fortify(place) || foes.any(|foe| self.can_rout(place, foe))
            }
        }
    }

    pub(super) fn is_possible(&self, bonus: Bonus) -> bool {
        let us = self.active;
        match bonus {
            Bonus::Fortify(place) => self.can_fortify(place),
            Bonus::Raze(place) => us == Iceni && self.can_raze(place),
            Bonus::Rout(place, foe) => {
                matches!(us, Trinovantes | Catuvellauni)
                    && foe.side() != us.side()
                    && self.can_rout(place, foe)
            }
            Bonus::Suppress(place, foe) => {
                us == Romans && foe.side() != us.side() && self.can_suppress(place, foe)
            }
            Bonus::Inspire(place, tribe) => {
                us == Iceni && self.room(Iceni).contains(place) && self.is_open(tribe, place)
            }
        }
    }

    /// A unit is left after the cost.
    #[inline]
    fn can_fortify(&self, place: Region) -> bool {
        self.fort[place.index()].is_none()
            && fortify_terms(self.active).is_some_and(|(cost, _)| self.units(self.active, place) > cost)
    }

    #[inline]
    fn can_raze(&self, place: Region) -> bool {
        self.units(Iceni, place) >= RAZE_COST
            && self.intact_cities().contains(place)
            && self.rebel_control(place)
    }

    #[inline]
    fn can_rout(&self, place: Region, foe: Faction) -> bool {
        self.stands_in(foe, place) && self.outnumbers(self.active, foe, place)
    }

    #[inline]
    fn can_suppress(&self, place: Region, foe: Faction) -> bool {
        self.stands_in(Romans, place) && self.stands_in(foe, place)
    }

    /// The last unit of an ally is safe.
    #[inline]
    fn is_open(&self, tribe: Faction, place: Region) -> bool {
        match tribe {
            Catuvellauni => self.stands_in(tribe, place),
            Trinovantes => !self.readings.allies_are_safe && self.units(tribe, place) > 1,
            Iceni | Romans => false,
        }
    }

    #[inline]
    fn outnumbers(&self, us: Faction, foe: Faction, place: Region) -> bool {
        if self.readings.influence_outnumbers {
            self.influence(us, place) > self.influence(foe, place)
        } else {
            self.units(us, place) > self.units(foe, place)
        }
    }

    pub(super) fn take_bonus(&mut self, bonus: Bonus) {
        let us = self.active;
        match bonus {
            Bonus::Fortify(place) => {
                if let Some((cost, toward)) = fortify_terms(us) {
                    self.remove_units(us, place, cost);
                    self.fort[place.index()] = Some(us);
                    self.shift_will(place, toward);
                }
            }
            Bonus::Raze(place) => {
                self.remove_units(us, place, RAZE_COST);
                self.destroyed.insert(place);
                self.shift_will(place, Shift::Defiance);
            }
            Bonus::Rout(place, foe) => {
                self.strike_fort_or_unit(foe, place);
                let toward = if us == Trinovantes { Shift::Defiance } else { Shift::Sympathy };
                self.shift_will(place, toward);
            }
            Bonus::Suppress(place, foe) => {
                self.remove_units(foe, place, 1);
                self.phase = Phase::Drive(place, foe);
                return;
            }
            Bonus::Inspire(place, tribe) => {
                self.remove_units(tribe, place, 1);
                self.add_units(us, place, 1);
                self.shift_will(place, Shift::Defiance);
            }
        }
        self.end_bonus(bonus.place());
    }

    /// Taken before there was activity in its region, a bonus promises it.
    pub(super) fn end_bonus(&mut self, place: Region) {
        if self.happening.is_some() {
            self.end_card_part(place);
            return;
        }
        self.bonus_left = false;
        if !self.active_in.contains(place) {
            self.promised = Some(place);
        }
        self.go_on_acting();
    }

    fn strike_fort_or_unit(&mut self, foe: Faction, place: Region) {
        if self.has_fort(foe, place) {
            self.fort[place.index()] = None;
        } else {
            self.remove_units(foe, place, 1);
        }
    }

    /// Beside the region where the unit is kept, or anywhere beside it when it is lost in all of them.
    pub(super) fn ways_out(&self, place: Region, foe: Faction) -> Regions {
        let beside = NEIGHBOURS[place.index()];
        let safe = beside.and(self.room(foe));
        if safe.is_empty() { beside } else { safe }
    }

    pub(super) fn drive(&mut self, place: Region, foe: Faction, there: Region) {
        let survives = self.room(foe).contains(there);
        if survives {
            self.add_units(foe, there, 1);
        }
        if self.stands_in(foe, place) && self.outnumbers(Romans, foe, place) {
            self.strike_fort_or_unit(foe, place);
        }
        if survives {
            self.phase = Phase::WillOfSuppression(place, there);
        } else {
            self.shift_will(place, Shift::Sympathy);
            self.end_bonus(place);
        }
    }
}
