//! Units, forts, influence and will.

use super::board::{
    CITIES, EVERYWHERE, Faction, MOST_REGIONS, MOST_UNITS, NEIGHBOURS, Region, Regions, Shift,
};
use super::{CoinTribes, Named};

impl CoinTribes {
    #[inline]
    pub(super) fn units(&self, us: Faction, place: Region) -> u8 {
        self.units[us.index()][place.index()]
    }

    #[inline]
    pub(super) fn stands_in(&self, us: Faction, place: Region) -> bool {
        self.presence[us.index()].contains(place)
    }

    #[inline]
    pub(super) fn add_units(&mut self, us: Faction, place: Region, number: u8) {
        self.set_units(us, place, (self.units(us, place) + number).min(MOST_UNITS));
    }

    /// With its last unit a faction loses its fort.
    #[inline]
    pub(super) fn remove_units(&mut self, us: Faction, place: Region, number: u8) {
        let left = self.units(us, place).saturating_sub(number);
        self.set_units(us, place, left);
        if left == 0 && self.has_fort(us, place) {
            self.fort[place.index()] = None;
        }
    }

    #[inline]
    fn set_units(&mut self, us: Faction, place: Region, number: u8) {
        let bit = Regions::EMPTY.with(place);
        let us = us.index();
        self.units[us][place.index()] = number;
        let (presence, full) = (self.presence[us], self.full[us]);
        self.presence[us] = if number > 0 { presence.or(bit) } else { presence.without(bit) };
        self.full[us] = if number == MOST_UNITS { full.or(bit) } else { full.without(bit) };
    }

    #[inline]
    pub(super) fn has_fort(&self, us: Faction, place: Region) -> bool {
        self.fort[place.index()] == Some(us)
    }

    /// Where one more unit has room.
    #[inline]
    pub(super) fn room(&self, us: Faction) -> Regions {
        let presence = self.presence[us.index()];
        let open = if presence.len() < MOST_REGIONS { EVERYWHERE } else { presence };
        open.without(self.full[us.index()])
    }

    #[inline]
    pub(super) fn intact_cities(&self) -> Regions {
        CITIES.without(self.destroyed)
    }

    #[inline]
    pub(super) fn influence(&self, us: Faction, place: Region) -> u8 {
        self.units(us, place) + if self.has_fort(us, place) { 2 } else { 0 }
    }

    pub(super) fn controls(&self, us: Faction, place: Region) -> bool {
        let own = self.influence(us, place);
        Faction::ALL.iter().all(|other| *other == us || self.influence(*other, place) < own)
    }

    #[inline]
    pub(super) fn rebel_control(&self, place: Region) -> bool {
        let greater =
            |one: Faction, other: Faction| self.influence(one, place).max(self.influence(other, place));
        greater(Faction::Iceni, Faction::Trinovantes) > greater(Faction::Romans, Faction::Catuvellauni)
    }

    #[inline]
    pub(super) fn shift_will(&mut self, place: Region, toward: Shift) {
        let will = &mut self.will[place.index()];
        *will = match toward {
            Shift::Defiance => (*will - 1).max(-2),
            Shift::Sympathy => (*will + 1).min(2),
            Shift::Neutral => *will - will.signum(),
        };
    }
}

/// A region and those beside it.
pub(super) fn within_reach(places: Regions) -> Regions {
    places.iter().fold(places, |reach, place| reach.or(NEIGHBOURS[place.index()]))
}
