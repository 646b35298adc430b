//! Rally, march and battle.

use super::board::{
    EVERYWHERE, Effect, FOES, Faction, HALVES, MARCH_MOST, MOST_REGIONS, MOST_UNITS, NEIGHBOURS, Region,
    Regions,
};
use super::choice::Choice;
use super::map::within_reach;
use super::{Action, CoinTribes, Named, NotLegal, Phase, Set};

impl CoinTribes {
    pub(super) fn begin_action(&mut self, regions: u8, bonus: bool) {
        self.chosen = None;
        self.regions_left = regions;
        self.bonus_left = bonus;
        self.used = Set::EMPTY;
        self.active_in = Set::EMPTY;
        self.promised = None;
        self.go_on_acting();
    }

    pub(super) fn go_on_acting(&mut self) {
        let bonus = || self.active_in.iter().any(|place| self.can_take_bonus(place));
        if self.regions_left > 0 || self.bonus_left && bonus() {
            self.phase = Phase::Part;
        } else {
            self.next_turn();
        }
    }

    #[inline]
    fn may_come(&self, action: Action) -> bool {
        self.regions_left > 0 && self.chosen.is_none_or(|chosen| chosen == action)
    }

    /// Where activity must be, if it was promised.
    #[inline]
    fn allowed(&self) -> Regions {
        self.promised.map_or(EVERYWHERE, |place| Regions::EMPTY.with(place))
    }

    pub(super) fn part_options(&self, into: &mut Vec<Choice>) {
        let allowed = self.allowed();
        if self.may_come(Action::Rally) {
            let places = self.rallies().without(self.used).and(allowed);
            into.extend(places.iter().map(Choice::RallyIn));
        }
        if self.may_come(Action::March) {
            for origin in self.origins() {
                let targets = self.targets_allowed(origin, self.targets(origin), allowed);
                into.extend(targets.iter().map(|target| Choice::March(origin, target)));
            }
            self.giving_up_options(allowed, into);
        }
        if self.may_come(Action::Battle) {
            let foes = FOES[self.active.index()];
            for place in self.origins().and(allowed) {
                let there = foes.into_iter().filter(|foe| self.stands_in(*foe, place));
                into.extend(there.map(|foe| Choice::BattleIn(place, foe)));
            }
        }
        if self.bonus_left {
            self.bonus_options(self.bonus_places(), Choice::BonusIn, into);
        }
        if !self.owes_activity() {
            into.push(Choice::Finish);
        }
    }

    /// A fourth region can only be the one where the faction is not.
    fn giving_up_options(&self, allowed: Regions, into: &mut Vec<Choice>) {
        for origin in self.origins() {
            let targets = self.targets_allowed(origin, self.fourth_regions(origin), allowed);
            into.extend(targets.iter().map(|target| Choice::MarchGivingUp(origin, target)));
        }
    }

    pub(super) fn choose_part(&mut self, part: Choice) -> Result<(), NotLegal> {
        let allowed = self.allowed();
        match part {
            Choice::RallyIn(place)
                if self.may_come(Action::Rally)
                    && self.rallies().without(self.used).and(allowed).contains(place) =>
            {
                self.add_units(self.active, place, self.rallied(place));
                self.begin_part(Action::Rally, place);
                self.go_on_acting();
            }
            Choice::March(origin, target)
                if self.may_come(Action::March)
                    && self.origins().contains(origin)
                    && self.targets_allowed(origin, self.targets(origin), allowed).contains(target) =>
            {
                self.march(origin, target);
            }
            Choice::MarchGivingUp(origin, target)
                if self.may_come(Action::March)
                    && self.origins().contains(origin)
                    && self
                        .targets_allowed(origin, self.fourth_regions(origin), allowed)
                        .contains(target) =>
            {
                self.phase = Phase::GiveUp(origin, target);
            }
            Choice::BattleIn(place, foe)
                if self.may_come(Action::Battle)
                    && self.origins().and(allowed).contains(place)
                    && self.stands_in(foe, place)
                    && foe.side() != self.active.side() =>
            {
                self.battle(place, foe);
                self.go_on_acting();
            }
            Choice::BonusIn(bonus)
                if self.bonus_left
                    && self.is_possible(bonus)
                    && self.bonus_places().contains(bonus.place()) =>
            {
                self.take_bonus(bonus);
            }
            Choice::Finish if !self.owes_activity() => self.next_turn(),
            _ => return Err(NotLegal),
        }
        Ok(())
    }

    fn begin_part(&mut self, action: Action, place: Region) {
        self.chosen = Some(action);
        self.regions_left -= 1;
        self.used.insert(place);
        self.active_in.insert(place);
        self.promised = None;
    }

    // Where something can still happen

    /// A bonus is taken where there was activity or can be.
    fn bonus_places(&self) -> Regions {
        if self.regions_left > 0 { self.active_in.or(self.can_be_active()) } else { self.active_in }
    }

    fn owes_activity(&self) -> bool {
        self.promised.is_some_and(|place| self.regions_left > 0 && self.can_be_active().contains(place))
    }

    fn can_be_active(&self) -> Regions {
        let mut places = Regions::EMPTY;
        if self.may_come(Action::Rally) {
            places = places.or(self.rallies().without(self.used));
        }
        if self.may_come(Action::Battle) {
            let [one, other] = FOES[self.active.index()];
            let foes = self.presence[one.index()].or(self.presence[other.index()]);
            places = places.or(self.origins().and(foes));
        }
        if self.may_come(Action::March) {
            for origin in self.origins() {
                let targets = self.targets(origin);
                if !targets.is_empty() {
                    places = places.or(targets).with(origin);
                }
            }
        }
        places
    }

    // Rally

    /// Where the faction is, and beside it; anywhere when it is nowhere.
    pub(super) fn rallies(&self) -> Regions {
        let presence = self.presence[self.active.index()];
        let reach = if presence.is_empty() { EVERYWHERE } else { within_reach(presence) };
        reach.and(self.room(self.active))
    }

    fn rallied(&self, place: Region) -> u8 {
        let second = self.active == Faction::Catuvellauni && self.controls(Faction::Romans, place);
        1 + u8::from(second) + self.lasting(self.active, Effect::StrongerRally)
    }

    // March

    #[inline]
    fn origins(&self) -> Regions {
        self.presence[self.active.index()].without(self.used)
    }

    #[inline]
    fn reach_of_march(&self, origin: Region) -> Regions {
        let far = self.active == Faction::Iceni || self.lasting(self.active, Effect::SwiftMarch) > 0;
        if far { EVERYWHERE.without(Regions::EMPTY.with(origin)) } else { NEIGHBOURS[origin.index()] }
    }

    fn targets(&self, origin: Region) -> Regions {
        self.reach_of_march(origin).and(self.room_for_march(origin))
    }

    /// A fourth region has room for all units of the origin only.
    pub(super) fn room_for_march(&self, origin: Region) -> Regions {
        let room = self.room(self.active);
        if self.units(self.active, origin) <= MARCH_MOST {
            room.or(EVERYWHERE.without(self.presence[self.active.index()]))
        } else {
            room
        }
    }

    fn fourth_regions(&self, origin: Region) -> Regions {
        let presence = self.presence[self.active.index()];
        if presence.len() == MOST_REGIONS && self.units(self.active, origin) > 1 {
            self.reach_of_march(origin).without(presence)
        } else {
            Set::EMPTY
        }
    }

    #[inline]
    fn targets_allowed(&self, origin: Region, targets: Regions, allowed: Regions) -> Regions {
        if allowed.contains(origin) { targets } else { targets.and(allowed) }
    }

    pub(super) fn give_up(&mut self, origin: Region, target: Region, lost: Region) -> Result<(), NotLegal> {
        if !self.stands_in(self.active, lost) {
            return Err(NotLegal);
        }
        let units = self.units(self.active, lost);
        let marching = if lost == origin { units.min(MARCH_MOST) } else { 0 };
        self.remove_units(self.active, lost, units - marching);
        self.march(origin, target);
        Ok(())
    }

    /// With one unit or two; nobody is asked where there is nothing to choose.
    pub(super) fn march(&mut self, origin: Region, target: Region) {
        let standing = self.units(self.active, origin);
        let already = self.units(self.active, target);
        let presence = self.presence[self.active.index()];
        let fourth = already == 0 && presence.len() == MOST_REGIONS;
        let fits =
            |number| number <= standing && already + number <= MOST_UNITS && (!fourth || number == standing);
        if !fits(2) {
            self.march_units(origin, target, 1);
        } else if !fits(1) {
            self.march_units(origin, target, 2);
        } else {
            self.phase = Phase::MarchSize(origin, target);
        }
    }

    pub(super) fn march_units(&mut self, origin: Region, target: Region, number: u8) {
        self.remove_units(self.active, origin, number);
        self.add_units(self.active, target, number);
        if self.happening.is_some() {
            self.touched.insert(origin);
            self.end_card_part(target);
        } else {
            self.begin_part(Action::March, origin);
            self.active_in.insert(target);
            self.go_on_acting();
        }
    }

    // Battle

    fn battle(&mut self, place: Region, foe: Faction) {
        let us = self.active;
        let mut halves = self.units(us, place) * HALVES[us.index()];
        if us == Faction::Iceni && foe == Faction::Romans {
            halves += self.units(Faction::Trinovantes, place);
        }
        halves += 2 * self.lasting(us, Effect::StrongerBattle);
        let hits = self.hits(halves, foe, place);
        self.remove_units(foe, place, hits);
        self.begin_part(Action::Battle, place);
    }

    /// Half hits make whole ones; the fort and a kept card take some off.
    pub(super) fn hits(&self, halves: u8, foe: Faction, place: Region) -> u8 {
        let fort = self.has_fort(foe, place);
        if fort && self.readings.fort_stops_every_hit {
            return 0;
        }
        (halves / 2).saturating_sub(u8::from(fort) + self.lasting(foe, Effect::FirmStand))
    }
}
