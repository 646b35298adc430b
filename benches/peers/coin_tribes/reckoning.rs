//! The Reckoning: how far everybody is, and whom the Romans favour.

use super::board::{
    EVERYWHERE, FIRST_RED_ROUND, Faction, GOAL, Keeping, LAST_PERIOD, LAST_ROUND, N_FACTIONS, POPULATION,
    Region, Regions, Shift, WHITE_DIE,
};
use super::{CoinTribes, Named, Phase, Set};

impl CoinTribes {
    pub(super) fn check_for_reckoning(&mut self) {
        if self.reckoned || self.round < FIRST_RED_ROUND {
            self.settle_initiative();
        } else if self.round == LAST_ROUND {
            self.reckon();
        } else {
            self.phase = Phase::ReckoningRoll;
        }
    }

    pub(super) fn roll_for_reckoning(&mut self, total: u8) {
        if total >= WHITE_DIE[self.round as usize - 1] {
            self.reckon();
        } else {
            self.settle_initiative();
        }
    }

    fn reckon(&mut self) {
        self.reckoned = true;
        self.discard_lasting_cards();
        let claims = self.scores();
        let best = claims.into_iter().max().unwrap_or(0);
        if best >= 0 || self.period == LAST_PERIOD {
            self.victors = Set::all().iter().filter(|us: &Faction| claims[us.index()] == best).collect();
            self.phase = Phase::Over;
        } else if self.presence[Faction::Romans.index()].is_empty() {
            self.settle_initiative();
        } else {
            self.phase = Phase::FirstFavour;
        }
    }

    fn discard_lasting_cards(&mut self) {
        for kept in &mut self.kept {
            if let Some((card, shade)) = *kept
                && card.half(shade).keeping == Keeping::UntilReckoning
            {
                self.discarded.insert(card);
                *kept = None;
            }
        }
    }

    /// How far each is beyond its goal; a pair in one hand counts what its worse one has.
    pub fn scores(&self) -> [i32; N_FACTIONS] {
        let margins = self.margins();
        let mut claims = margins;
        for us in Faction::ALL {
            if self.pairs.contains(us.side()) {
                claims[us.index()] = margins[us.index()].min(margins[us.ally().index()]);
            }
        }
        claims
    }

    fn margins(&self) -> [i32; N_FACTIONS] {
        let (mut defiance, mut sympathy) = (0, 0);
        let mut forts = [0; N_FACTIONS];
        let mut rebel_regions = 0;
        for place in EVERYWHERE {
            let feeling = POPULATION[place.index()] * i32::from(self.will[place.index()]);
            sympathy += feeling.max(0);
            defiance -= feeling.min(0);
            if let Some(us) = self.fort[place.index()] {
                forts[us.index()] += 1;
            }
            rebel_regions += i32::from(self.rebel_control(place));
        }
        let ruins: i32 = self.destroyed.iter().map(|place| POPULATION[place.index()]).sum();
        let [iceni, trinovantes, romans, catuvellauni] = forts;
        let forts_ahead = (trinovantes - iceni.max(romans).max(catuvellauni)).max(0);
        let army: u8 = self.units[Faction::Catuvellauni.index()].iter().sum();
        [
            ruins + defiance - GOAL[0],
            forts_ahead + rebel_regions - GOAL[1],
            sympathy - defiance - GOAL[2],
            self.intact_cities().len() as i32 + i32::from(army) - GOAL[3],
        ]
    }

    pub(super) fn favour_first(&mut self, place: Region) {
        self.shift_will(place, Shift::Sympathy);
        if self.second_favours(place).is_empty() {
            self.settle_initiative();
        } else {
            self.phase = Phase::SecondFavour(place);
        }
    }

    pub(super) fn second_favours(&self, first: Region) -> Regions {
        let romans = self.presence[Faction::Romans.index()];
        romans.and(self.intact_cities()).without(Regions::EMPTY.with(first))
    }
}
