//! Cards that happen, and cards that are kept.

use super::board::{Card, Effect, FOES, Faction, HALVES, Half, Keeping, Region, Regions, Shade};
use super::choice::Choice;
use super::{CoinTribes, Named, NotLegal, Phase, Set};

impl CoinTribes {
    /// How much the kept card of a faction adds to this.
    #[inline]
    pub(super) fn lasting(&self, us: Faction, effect: Effect) -> u8 {
        match self.kept[us.index()] {
            Some((card, shade)) => {
                let half = card.half(shade);
                if half.effect == effect { half.amount } else { 0 }
            }
            None => 0,
        }
    }

    #[inline]
    pub(super) fn may_use_kept_card(&self) -> bool {
        self.kept[self.active.index()]
            .is_some_and(|(card, shade)| card.half(shade).keeping == Keeping::UntilUsed)
    }

    pub(super) fn use_kept_card(&mut self, card: Card, effect: Effect) -> Result<(), NotLegal> {
        match self.kept[self.active.index()] {
            Some((kept, shade)) if kept == card && card.half(shade).effect == effect => {
                self.kept[self.active.index()] = None;
                self.discarded.insert(card);
                self.was_kept = true;
                self.bring_about(card.half(shade));
                Ok(())
            }
            _ => Err(NotLegal),
        }
    }

    pub(super) fn play_card(&mut self, card: Card, shade: Shade) {
        self.current = None;
        let half = card.half(shade);
        if half.keeping == Keeping::AtOnce {
            self.discarded.insert(card);
            self.was_kept = false;
            self.bring_about(half);
        } else {
            if let Some((old, _)) = self.kept[self.active.index()].replace((card, shade)) {
                self.discarded.insert(old);
            }
            self.next_turn();
        }
    }

    fn bring_about(&mut self, half: Half) {
        self.happening = Some(half);
        self.times_left = half.amount;
        self.touched = Set::EMPTY;
        self.phase = Phase::CardPart;
    }

    /// The effect has been done once more, in this region.
    pub(super) fn end_card_part(&mut self, place: Region) {
        self.touched.insert(place);
        self.times_left -= 1;
        if self.times_left > 0 {
            self.phase = Phase::CardPart;
        } else {
            self.change_will_by_card();
        }
    }

    fn change_will_by_card(&mut self) {
        if let Some(Half { effect, change: Some(toward), .. }) = self.happening
            && effect != Effect::SwayWill
        {
            match (self.touched.len(), self.touched.first()) {
                (1, Some(place)) => self.shift_will(place, toward),
                (_, None) => {}
                _ => {
                    self.phase = Phase::WillOfCard;
                    return;
                }
            }
        }
        self.end_card();
    }

    pub(super) fn end_card(&mut self) {
        self.happening = None;
        if self.was_kept {
            self.go_to_grid();
        } else {
            self.next_turn();
        }
    }

    // What a card lets a faction do

    #[inline]
    fn happening_effect(&self) -> Option<Effect> {
        self.happening.map(|half| half.effect)
    }

    pub(super) fn card_options(&self, into: &mut Vec<Choice>) {
        let presence = self.presence[self.active.index()];
        match self.happening_effect() {
            Some(Effect::RaiseUnits) => {
                into.extend(self.rallies().iter().map(Choice::RaiseIn));
                into.push(Choice::RaiseNoMore);
            }
            Some(Effect::StrikeFoe) => {
                self.foe_options(Choice::Strike, into);
                into.push(Choice::StrikeNobody);
            }
            Some(Effect::SwayWill) => {
                into.extend(presence.without(self.touched).iter().map(Choice::Sway));
                into.push(Choice::SwayNoMore);
            }
            Some(Effect::MarchFreely) => {
                for origin in presence {
                    let targets = self.far_targets(origin);
                    into.extend(targets.iter().map(|target| Choice::MarchFar(origin, target)));
                }
                into.push(Choice::MarchNoMore);
            }
            Some(Effect::TakeBonus) => {
                self.bonus_options(presence, Choice::CardBonus, into);
                into.push(Choice::NoMoreBonus);
            }
            Some(Effect::RuinCity) => {
                let doomed = self.intact_cities().iter().filter(|place| self.rebel_control(*place));
                into.extend(doomed.map(Choice::Ruin));
                into.push(Choice::LeaveCities);
            }
            Some(Effect::RestoreCity) => {
                let safe = self.destroyed.iter().filter(|place| !self.rebel_control(*place));
                into.extend(safe.map(Choice::Restore));
                into.push(Choice::LeaveCities);
            }
            Some(Effect::TearDownFort) => {
                let hostile = presence.iter().filter(|place| self.has_hostile_fort(*place));
                into.extend(hostile.map(Choice::TearDown));
                into.push(Choice::LeaveForts);
            }
            Some(Effect::BattleTogether) => {
                self.foe_options(Choice::BattleTogetherIn, into);
                into.push(Choice::BattleNoMore);
            }
            Some(Effect::StrongerRally | Effect::StrongerBattle | Effect::SwiftMarch | Effect::FirmStand)
            | None => {}
        }
    }

    fn foe_options(&self, option: fn(Region, Faction) -> Choice, into: &mut Vec<Choice>) {
        for place in self.presence[self.active.index()] {
            let there = FOES[self.active.index()].into_iter().filter(|foe| self.stands_in(*foe, place));
            into.extend(there.map(|foe| option(place, foe)));
        }
    }

    fn far_targets(&self, origin: Region) -> Regions {
        self.room_for_march(origin).without(Regions::EMPTY.with(origin))
    }

    fn has_hostile_fort(&self, place: Region) -> bool {
        self.fort[place.index()].is_some_and(|owner| owner.side() != self.active.side())
    }

    fn meets(&self, place: Region, foe: Faction) -> bool {
        let us = self.active;
        foe.side() != us.side() && self.stands_in(us, place) && self.stands_in(foe, place)
    }

    pub(super) fn choose_card_part(&mut self, part: Choice) -> Result<(), NotLegal> {
        let us = self.active;
        let Some(effect) = self.happening_effect() else { return Err(NotLegal) };
        match (effect, part) {
            (Effect::RaiseUnits, Choice::RaiseIn(place)) if self.rallies().contains(place) => {
                self.add_units(us, place, 1);
                self.end_card_part(place);
            }
            (Effect::StrikeFoe, Choice::Strike(place, foe)) if self.meets(place, foe) => {
                self.remove_units(foe, place, self.times_left);
                self.times_left = 1;
                self.end_card_part(place);
            }
            (Effect::SwayWill, Choice::Sway(place))
                if self.presence[us.index()].without(self.touched).contains(place) =>
            {
                if let Some(Half { change: Some(toward), .. }) = self.happening {
                    self.shift_will(place, toward);
                }
                self.end_card_part(place);
            }
            (Effect::MarchFreely, Choice::MarchFar(origin, target))
                if self.stands_in(us, origin) && self.far_targets(origin).contains(target) =>
            {
                self.march(origin, target);
            }
            (Effect::TakeBonus, Choice::CardBonus(bonus))
                if self.stands_in(us, bonus.place()) && self.is_possible(bonus) =>
            {
                self.take_bonus(bonus);
            }
            (Effect::RuinCity, Choice::Ruin(place))
                if self.intact_cities().contains(place) && self.rebel_control(place) =>
            {
                self.destroyed.insert(place);
                self.end_card_part(place);
            }
            (Effect::RestoreCity, Choice::Restore(place))
                if self.destroyed.contains(place) && !self.rebel_control(place) =>
            {
                self.destroyed.remove(place);
                self.end_card_part(place);
            }
            (Effect::TearDownFort, Choice::TearDown(place))
                if self.stands_in(us, place) && self.has_hostile_fort(place) =>
            {
                self.fort[place.index()] = None;
                self.end_card_part(place);
            }
            (Effect::BattleTogether, Choice::BattleTogetherIn(place, foe)) if self.meets(place, foe) => {
                let hits = self.hits(self.joint_halves(place), foe, place);
                self.remove_units(foe, place, hits);
                self.end_card_part(place);
            }
            (Effect::RaiseUnits, Choice::RaiseNoMore)
            | (Effect::StrikeFoe, Choice::StrikeNobody)
            | (Effect::SwayWill, Choice::SwayNoMore)
            | (Effect::MarchFreely, Choice::MarchNoMore)
            | (Effect::TakeBonus, Choice::NoMoreBonus)
            | (Effect::RuinCity | Effect::RestoreCity, Choice::LeaveCities)
            | (Effect::TearDownFort, Choice::LeaveForts)
            | (Effect::BattleTogether, Choice::BattleNoMore) => self.change_will_by_card(),
            _ => return Err(NotLegal),
        }
        Ok(())
    }

    fn joint_halves(&self, place: Region) -> u8 {
        let halves = |us: Faction| self.units(us, place) * HALVES[us.index()];
        halves(self.active) + halves(self.active.ally())
    }
}
