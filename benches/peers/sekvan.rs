//! Sekvan by hand.

use std::fmt;

use super::{Named, NotLegal, Peer, Set, Waiting, named};

named! { Tribe { Sequani = "sequani", Aedui = "aedui", Arverni = "arverni", Helvetii = "helvetii" } }

named! {
    Province {
        Genava = "genava",
        Urba = "urba",
        Ariolica = "ariolica",
        Aventicum = "aventicum",
        Gergovia = "gergovia",
        Bibracte = "bibracte",
        Cabillonum = "cabillonum",
        Dibio = "dibio",
        Vesontio = "vesontio",
        Segobodium = "segobodium",
        Epomanduodurum = "epomanduodurum",
        Lugdunum = "lugdunum",
    }
}

named! {
    Card {
        PavedRoad = "paved_road",
        RiverBoats = "river_boats",
        FreshHorses = "fresh_horses",
        MountainGuides = "mountain_guides",
        ForcedMarch = "forced_march",
        NightMarch = "night_march",
    }
}

use Province::{
    Ariolica, Aventicum, Bibracte, Cabillonum, Dibio, Epomanduodurum, Genava, Gergovia, Lugdunum, Segobodium,
    Urba, Vesontio,
};

type Tribes = Set<Tribe>;
type Provinces = Set<Province>;
type Cards = Set<Card>;

const N_TRIBES: usize = 4;
const N_PROVINCES: usize = 12;
const N_CARDS: usize = 6;

const NUMBER: [u16; N_PROVINCES] = [17, 38, 59, 101, 112, 123, 190, 199, 256, 300, 417, 999];
static DEFENCE: [u8; N_PROVINCES] = [1, 1, 1, 2, 2, 2, 0, 1, 2, 0, 1, 1];
const LINKS: [(Province, Province); 18] = [
    (Genava, Urba),
    (Genava, Lugdunum),
    (Urba, Ariolica),
    (Urba, Aventicum),
    (Ariolica, Aventicum),
    (Ariolica, Vesontio),
    (Aventicum, Epomanduodurum),
    (Gergovia, Bibracte),
    (Gergovia, Lugdunum),
    (Bibracte, Cabillonum),
    (Bibracte, Dibio),
    (Cabillonum, Dibio),
    (Cabillonum, Vesontio),
    (Cabillonum, Lugdunum),
    (Dibio, Segobodium),
    (Vesontio, Segobodium),
    (Vesontio, Epomanduodurum),
    (Segobodium, Epomanduodurum),
];
static NEIGHBOURS: [Provinces; N_PROVINCES] = neighbours();
static OPPIDUM_LIMIT: [u8; N_PROVINCES] = oppidum_limits();

const RED: Cards = Set::from_bits(0b00_0011);
const GREEN: Cards = Set::from_bits(0b00_1100);
const BLUE: Cards = Set::from_bits(0b11_0000);
const RED_MOVES: u8 = 1;
const GREEN_MOVES: u8 = 2;
const BLUE_MOVES: u8 = 3;
const GREEN_ROUNDS: u8 = 2;

const PROVINCE_PRICE: u16 = 24;
const SCOUTED_PRICE: u16 = 18;
const CARD_PRICE: u16 = 12;
const UNIT_PRICE: u16 = 8;
const OPPIDUM_PRICE: u16 = 10;
const LOWEST_PRICE: u16 = 8;
const FULLEST_PURSE: u16 = 999;
const STIPEND: u16 = 9;
const POINTS_FOR_A_UNIT: u16 = 5;

const ROUNDS: u8 = 10;
const JOURNEY_ROUNDS: u8 = 2;
const TREATY_ROUNDS: u8 = 2;
const LARGEST_ARMY: u8 = 20;
const PROVINCES_TO_WIN: u32 = 7;

const fn neighbours() -> [Provinces; N_PROVINCES] {
    let mut bits = [0; N_PROVINCES];
    let mut nth = 0;
    while nth < LINKS.len() {
        let (a, b) = LINKS[nth];
        bits[a as usize] |= 1 << b as usize;
        bits[b as usize] |= 1 << a as usize;
        nth += 1;
    }
    let mut neighbours = [Set::from_bits(0); N_PROVINCES];
    let mut nth = 0;
    while nth < N_PROVINCES {
        neighbours[nth] = Set::from_bits(bits[nth]);
        nth += 1;
    }
    neighbours
}

const fn oppidum_limits() -> [u8; N_PROVINCES] {
    let mut limits = [0; N_PROVINCES];
    let mut nth = 0;
    while nth < N_PROVINCES {
        // The repeated digit sum of a positive number.
        limits[nth] = ((NUMBER[nth] - 1) % 9 + 1) as u8;
        nth += 1;
    }
    limits
}

/// How the text is read where it can be read in two ways.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Readings {
    pub order_by_roll: bool,
    pub one_unit_marches: bool,
    pub travel: bool,
    pub peace_covers_oppida: bool,
    pub battle_on_entry: bool,
    pub difference_of_dice: bool,
    pub loser_only_loses: bool,
    pub gain_beyond_loss: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    FourHomes,
    CrowdedLand,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WayOfGain {
    GreatEvent,
    OtherGame,
    Battle,
    Purchase,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardSource {
    Bought,
    Rewarded,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    Claim(Province),
    ProposePeace(Tribe),
    KeepCounsel,
    AcceptPeace,
    RefusePeace,
    BuyProvince(Province),
    BuyCard(Card),
    BuyArmy(Province),
    Build(Province),
    LeaveMarket,
    March(Province, Province),
    Scout(Province),
    UseCard(Card),
    Rest,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Claim(ground) => write!(f, "claim({ground})"),
            Choice::ProposePeace(other) => write!(f, "propose_peace({other})"),
            Choice::KeepCounsel => f.write_str("keep_counsel"),
            Choice::AcceptPeace => f.write_str("accept_peace"),
            Choice::RefusePeace => f.write_str("refuse_peace"),
            Choice::BuyProvince(ground) => write!(f, "buy_province({ground})"),
            Choice::BuyCard(card) => write!(f, "buy_card({card})"),
            Choice::BuyArmy(ground) => write!(f, "buy_army({ground})"),
            Choice::Build(ground) => write!(f, "build({ground})"),
            Choice::LeaveMarket => f.write_str("leave_market"),
            Choice::March(origin, target) => write!(f, "march({origin}, {target})"),
            Choice::Scout(ground) => write!(f, "scout({ground})"),
            Choice::UseCard(card) => write!(f, "use_card({card})"),
            Choice::Rest => f.write_str("rest"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Occasion {
    Event,
    Contest,
    Reward,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Battle {
    ground: Province,
    attacker: Tribe,
    defender: Tribe,
}

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    OrderRoll(Tribe),
    OrderLot(Tribes),
    OccasionRoll,
    OccasionLot(Occasion),
    NameProvince(Tribe),
    PrizeLot(Tribe),
    RewardLot(Tribe),
    Council,
    Answer(Tribe),
    Market,
    MovesRoll,
    Moves,
    AttackRoll(Battle),
    DefenceRoll(Battle, u8),
    Over,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sekvan {
    phase: Phase,
    readings: Readings,
    round: u8,
    /// The next place in the order of tribes: to be filled, to have its turn, to have its battle counted.
    seat: u8,
    active: Tribe,
    moves_left: u8,
    order: [Tribe; N_TRIBES],
    order_roll: [u8; N_TRIBES],
    without_seat: Tribes,
    money: [u16; N_TRIBES],
    profi_points: [u8; N_TRIBES],
    saved_moves: [u8; N_TRIBES],
    treaty: [[u8; N_TRIBES]; N_TRIBES],
    owner: [Option<Tribe>; N_PROVINCES],
    /// The same as `owner`, by tribe.
    lands: [Provinces; N_TRIBES],
    gained_by: [Option<WayOfGain>; N_PROVINCES],
    oppida: [u8; N_PROVINCES],
    units: [[u8; N_PROVINCES]; N_TRIBES],
    scouted: [Provinces; N_TRIBES],
    challenge: [[Option<Tribe>; N_TRIBES]; N_PROVINCES],
    card_holder: [Option<Tribe>; N_CARDS],
    card_from: [Option<CardSource>; N_CARDS],
    rounds_left: [u8; N_CARDS],
}

impl Sekvan {
    pub fn new(scenario: Scenario, readings: Readings) -> Sekvan {
        let mut game = Sekvan {
            phase: Phase::Over,
            readings,
            round: 0,
            seat: 0,
            active: Tribe::Sequani,
            moves_left: 0,
            order: [Tribe::Sequani; N_TRIBES],
            order_roll: [0; N_TRIBES],
            without_seat: Set::EMPTY,
            money: [0; N_TRIBES],
            profi_points: [0; N_TRIBES],
            saved_moves: [0; N_TRIBES],
            treaty: [[0; N_TRIBES]; N_TRIBES],
            owner: [None; N_PROVINCES],
            lands: [Set::EMPTY; N_TRIBES],
            gained_by: [None; N_PROVINCES],
            oppida: [0; N_PROVINCES],
            units: [[0; N_PROVINCES]; N_TRIBES],
            scouted: [Set::EMPTY; N_TRIBES],
            challenge: [[None; N_TRIBES]; N_PROVINCES],
            card_holder: [None; N_CARDS],
            card_from: [None; N_CARDS],
            rounds_left: [0; N_CARDS],
        };
        let homes = [
            (Tribe::Sequani, Vesontio, [Segobodium, Epomanduodurum]),
            (Tribe::Aedui, Bibracte, [Cabillonum, Dibio]),
            (Tribe::Arverni, Gergovia, [Lugdunum, Genava]),
            (Tribe::Helvetii, Aventicum, [Urba, Ariolica]),
        ];
        for (side, home, outposts) in homes {
            game.money[side as usize] = 20;
            game.settle(side, home, 3);
            game.oppida[home as usize] = 1;
            if scenario == Scenario::CrowdedLand {
                outposts.into_iter().for_each(|ground| game.settle(side, ground, 2));
            }
        }
        game.begin_round();
        game
    }

    fn settle(&mut self, side: Tribe, ground: Province, units: u8) {
        self.owner[ground as usize] = Some(side);
        self.lands[side as usize].insert(ground);
        self.units[side as usize][ground as usize] = units;
    }

    /// A province counts as a hundred oppida.
    pub fn scores(&self) -> [u16; N_TRIBES] {
        self.lands.map(|lands| {
            let oppida: u16 = lands.iter().map(|ground| u16::from(self.oppida[ground as usize])).sum();
            100 * lands.len() as u16 + oppida
        })
    }

    pub fn winners(&self) -> Set<Tribe> {
        let scores = self.scores();
        let best = scores.into_iter().max();
        Set::all().iter().filter(|side: &Tribe| Some(scores[*side as usize]) == best).collect()
    }

    // The round

    fn begin_round(&mut self) {
        if self.round == ROUNDS {
            self.phase = Phase::Over;
            return;
        }
        self.round += 1;
        for money in &mut self.money {
            *money = (*money + STIPEND).min(FULLEST_PURSE);
        }
        self.seat = 0;
        self.without_seat = Set::all();
        if self.readings.order_by_roll {
            self.phase = Phase::OrderRoll(Tribe::Sequani);
        } else {
            self.settle_order();
        }
    }

    fn settle_order(&mut self) {
        let claims = if self.readings.order_by_roll { self.order_roll } else { self.profi_points };
        while (self.seat as usize) < N_TRIBES {
            let most = self.without_seat.iter().map(|side| claims[side as usize]).max().unwrap_or(0);
            let first =
                self.without_seat.iter().filter(|side| claims[*side as usize] == most).collect::<Tribes>();
            if first.len() > 1 {
                self.phase = Phase::OrderLot(first);
                return;
            }
            match first.first() {
                Some(side) => self.take_seat(side),
                None => return,
            }
        }
        self.phase = Phase::OccasionRoll;
    }

    fn take_seat(&mut self, side: Tribe) {
        self.order[self.seat as usize] = side;
        self.without_seat.remove(side);
        self.seat += 1;
    }

    fn meet_occasion(&mut self, occasion: Occasion, lucky: Tribe) {
        match occasion {
            Occasion::Event if !self.free().is_empty() => self.phase = Phase::NameProvince(lucky),
            Occasion::Contest => {
                let free = self.free();
                match (free.len(), free.first()) {
                    (1, Some(prize)) => self.win_prize(lucky, prize),
                    (0, _) => self.begin_turns(),
                    _ => self.phase = Phase::PrizeLot(lucky),
                }
            }
            Occasion::Reward => {
                let offered = self.cards_on_offer();
                match (offered.len(), offered.first()) {
                    (1, Some(card)) => self.win_card(lucky, card),
                    (0, _) => self.begin_turns(),
                    _ => self.phase = Phase::RewardLot(lucky),
                }
            }
            Occasion::Event => self.begin_turns(),
        }
    }

    fn win_prize(&mut self, lucky: Tribe, prize: Province) {
        if !self.gain_province(prize, lucky, WayOfGain::OtherGame) {
            self.begin_turns();
        }
    }

    fn win_card(&mut self, lucky: Tribe, card: Card) {
        self.gain_card(card, lucky, CardSource::Rewarded);
        self.begin_turns();
    }

    fn begin_turns(&mut self) {
        self.seat = 0;
        self.next_turn();
    }

    fn next_turn(&mut self) {
        let Some(active) = self.order.get(self.seat as usize) else {
            self.count_battles(0, 0);
            return;
        };
        self.active = *active;
        self.seat += 1;
        if self.partners().is_empty() {
            self.go_to_market();
        } else {
            self.phase = Phase::Council;
        }
    }

    fn go_to_market(&mut self) {
        let can_buy = self.money[self.active as usize] >= LOWEST_PRICE;
        self.phase = if can_buy { Phase::Market } else { Phase::MovesRoll };
    }

    fn begin_moves(&mut self, die: u8) {
        let active = self.active as usize;
        let held = |cards: Cards| {
            cards.iter().filter(|card| self.card_holder[*card as usize] == Some(self.active)).count()
        };
        let moves = die + RED_MOVES * held(RED) as u8 + GREEN_MOVES * held(GREEN) as u8;
        if self.readings.travel && self.round <= JOURNEY_ROUNDS {
            self.saved_moves[active] = (self.saved_moves[active] + moves).min(50);
            self.next_turn();
            return;
        }
        self.moves_left = moves + std::mem::take(&mut self.saved_moves[active]);
        self.go_on_moving();
    }

    fn go_on_moving(&mut self) {
        if self.moves_left > 0 && !self.free_armies().is_empty() {
            self.phase = Phase::Moves;
        } else {
            self.moves_left = 0;
            self.next_turn();
        }
    }

    /// Goes on to the next battle that is due, from this province and place in the order on.
    fn count_battles(&mut self, ground: usize, seat: u8) {
        let mut first = seat as usize;
        for ground in &Province::ALL[ground..] {
            for seat in first..N_TRIBES {
                let attacker = self.order[seat];
                if self.settle_challenge(*ground, attacker) {
                    self.seat = seat as u8 + 1;
                    return;
                }
            }
            first = 0;
        }
        self.close_round();
    }

    fn close_round(&mut self) {
        for card in GREEN {
            let left = &mut self.rounds_left[card as usize];
            *left = left.saturating_sub(1);
            if *left == 0 {
                self.return_card(card);
            }
        }
        for left in self.treaty.as_flattened_mut() {
            *left = left.saturating_sub(1);
        }
        self.begin_round();
    }

    // Provinces

    fn free(&self) -> Provinces {
        let [a, b, c, d] = self.lands;
        Set::all().without(a.or(b)).without(c.or(d))
    }

    /// Whether that ended the game.
    fn gain_province(&mut self, ground: Province, winner: Tribe, way: WayOfGain) -> bool {
        if let Some(loser) = self.owner[ground as usize] {
            self.lands[loser as usize].remove(ground);
        }
        self.owner[ground as usize] = Some(winner);
        self.lands[winner as usize].insert(ground);
        if self.lands[winner as usize].len() >= PROVINCES_TO_WIN {
            self.phase = Phase::Over;
            return true;
        }
        self.gained_by[ground as usize] = Some(way);
        false
    }

    fn price(&self, ground: Province) -> u16 {
        if self.scouted[self.active as usize].contains(ground) { SCOUTED_PRICE } else { PROVINCE_PRICE }
    }

    // Cards

    fn cards_on_offer(&self) -> Cards {
        Set::all().iter().filter(|card: &Card| self.card_holder[*card as usize].is_none()).collect()
    }

    fn gain_card(&mut self, card: Card, winner: Tribe, source: CardSource) {
        self.card_holder[card as usize] = Some(winner);
        self.card_from[card as usize] = Some(source);
        self.rounds_left[card as usize] = if GREEN.contains(card) { GREEN_ROUNDS } else { 0 };
    }

    fn return_card(&mut self, card: Card) {
        self.card_holder[card as usize] = None;
        self.card_from[card as usize] = None;
        self.rounds_left[card as usize] = 0;
    }

    // Peace

    /// With whom the active tribe may make peace.
    fn partners(&self) -> Tribes {
        if self.has_treaty(self.active) {
            return Set::EMPTY;
        }
        Set::all().iter().filter(|other: &Tribe| self.may_make_peace(*other)).collect()
    }

    fn may_make_peace(&self, other: Tribe) -> bool {
        other != self.active
            && !self.has_treaty(self.active)
            && !self.has_treaty(other)
            && !self.battle_due_between(self.active, other)
    }

    fn has_treaty(&self, side: Tribe) -> bool {
        self.treaty[side as usize] != [0; N_TRIBES]
    }

    fn at_peace(&self, one: Tribe, other: Tribe) -> bool {
        self.treaty[one as usize][other as usize] > 0
    }

    fn set_treaty(&mut self, one: Tribe, other: Tribe, rounds: u8) {
        self.treaty[one as usize][other as usize] = rounds;
        self.treaty[other as usize][one as usize] = rounds;
    }

    fn battle_due_between(&self, one: Tribe, other: Tribe) -> bool {
        self.challenge.iter().any(|by| by[one as usize] == Some(other) || by[other as usize] == Some(one))
    }

    // Moves

    fn can_leave(&self, ground: Province, side: Tribe) -> bool {
        self.units[side as usize][ground as usize] > 0 && !self.bound_by_battle(ground, side)
    }

    fn bound_by_battle(&self, ground: Province, side: Tribe) -> bool {
        let due = &self.challenge[ground as usize];
        due[side as usize].is_some() || due.contains(&Some(side))
    }

    /// Where armies of the active tribe can leave.
    fn free_armies(&self) -> Provinces {
        Set::all().iter().filter(|ground: &Province| self.can_leave(*ground, self.active)).collect()
    }

    fn march(&mut self, origin: Province, target: Province) {
        let units = &mut self.units[self.active as usize];
        let marching = if self.readings.one_unit_marches { 1 } else { units[origin as usize] };
        self.moves_left -= 1;
        units[origin as usize] -= marching;
        units[target as usize] += marching;
        if !self.enter(target, self.active) {
            self.go_on_moving();
        }
    }

    /// Whether there is a battle to be rolled for at once.
    fn enter(&mut self, ground: Province, comer: Tribe) -> bool {
        let due = &self.challenge[ground as usize];
        if due[comer as usize].is_some() {
            return false;
        }
        let Some(foe) = self.opponent(ground, comer) else { return false };
        if due[foe as usize] == Some(comer) {
            return false;
        }
        self.challenge[ground as usize][comer as usize] = Some(foe);
        self.set_treaty(comer, foe, 0);
        self.readings.battle_on_entry && self.settle_challenge(ground, comer)
    }

    /// The owner if there is a reason to fight him, else the strongest.
    fn opponent(&self, ground: Province, comer: Tribe) -> Option<Tribe> {
        let mut strongest = None;
        let mut most = 0;
        for foe in Set::all() {
            if !self.must_fight(ground, comer, foe) {
                continue;
            }
            if self.owner[ground as usize] == Some(foe) {
                return Some(foe);
            }
            let units = self.units[foe as usize][ground as usize];
            if units > most {
                (strongest, most) = (Some(foe), units);
            }
        }
        strongest
    }

    fn must_fight(&self, ground: Province, comer: Tribe, foe: Tribe) -> bool {
        if foe == comer {
            return false;
        }
        let peace = self.at_peace(comer, foe);
        self.units[foe as usize][ground as usize] > 0 && !peace
            || self.owner[ground as usize] == Some(foe)
                && self.oppida[ground as usize] > 0
                && !(peace && self.readings.peace_covers_oppida)
    }

    // Battle

    /// Whether there is a battle to be rolled for.
    fn settle_challenge(&mut self, ground: Province, attacker: Tribe) -> bool {
        let Some(defender) = self.challenge[ground as usize][attacker as usize].take() else { return false };
        let defended = self.units[defender as usize][ground as usize] > 0
            || self.owner[ground as usize] == Some(defender) && self.oppida[ground as usize] > 0;
        let due = defended && self.units[attacker as usize][ground as usize] > 0;
        if due {
            self.phase = Phase::AttackRoll(Battle { ground, attacker, defender });
        }
        due
    }

    fn fight(&mut self, battle: Battle, attack_die: u8, defence_die: u8) {
        let Battle { ground, attacker, defender } = battle;
        let attack = attack_die + self.joined_force(ground, attacker);
        let defence = defence_die + self.joined_force(ground, defender) + DEFENCE[ground as usize];
        let (one, other) =
            if self.readings.difference_of_dice { (attack_die, defence_die) } else { (attack, defence) };
        let margin = one.abs_diff(other);
        if attack > defence {
            self.settle_result(ground, attacker, defender, margin);
            let owner = self.owner[ground as usize];
            if (owner.is_none() || owner == Some(defender))
                && self.gain_province(ground, attacker, WayOfGain::Battle)
            {
                return;
            }
        } else if defence > attack {
            self.settle_result(ground, defender, attacker, margin);
        }
        if self.readings.battle_on_entry {
            self.go_on_moving();
        } else {
            self.count_battles(ground as usize, self.seat);
        }
    }

    fn joined_force(&self, ground: Province, side: Tribe) -> u8 {
        let units = &self.units[side as usize];
        units[ground as usize]
            + NEIGHBOURS[ground as usize].iter().map(|near| units[near as usize]).sum::<u8>()
    }

    fn settle_result(&mut self, ground: Province, winner: Tribe, loser: Tribe, margin: u8) {
        let paid = match self.readings.gain_beyond_loss {
            true => margin.saturating_sub(self.joined_force(ground, loser)),
            false => margin,
        };
        self.lose_units(ground, loser, margin);
        if !self.readings.loser_only_loses {
            self.lose_units(ground, winner, margin);
        }
        let winner = winner as usize;
        self.money[winner] = (self.money[winner] + POINTS_FOR_A_UNIT * u16::from(paid)).min(FULLEST_PURSE);
        self.profi_points[winner] = (self.profi_points[winner] + 1).min(99);
    }

    fn lose_units(&mut self, ground: Province, side: Tribe, loss: u8) {
        let units = &mut self.units[side as usize];
        let mut left = loss;
        let mut take = |from: Province| {
            let lost = units[from as usize].min(left);
            units[from as usize] -= lost;
            left -= lost;
        };
        take(ground);
        NEIGHBOURS[ground as usize].iter().for_each(take);
    }

    // The market

    fn can_grow(&self) -> bool {
        self.money[self.active as usize] >= UNIT_PRICE
            && self.units[self.active as usize].iter().sum::<u8>() < LARGEST_ARMY
    }

    fn can_build(&self, ground: Province) -> bool {
        self.oppida[ground as usize] < OPPIDUM_LIMIT[ground as usize]
    }

    fn pay(&mut self, price: u16) {
        self.money[self.active as usize] -= price;
    }

    // Options

    fn market_options(&self, into: &mut Vec<Choice>) {
        let money = self.money[self.active as usize];
        if money >= SCOUTED_PRICE {
            let affordable = self.free().iter().filter(|ground| money >= self.price(*ground));
            into.extend(affordable.map(Choice::BuyProvince));
        }
        if money >= CARD_PRICE {
            into.extend(self.cards_on_offer().iter().map(Choice::BuyCard));
        }
        let lands = self.lands[self.active as usize];
        if self.can_grow() {
            into.extend(lands.iter().map(Choice::BuyArmy));
        }
        if money >= OPPIDUM_PRICE {
            into.extend(lands.iter().filter(|ground| self.can_build(*ground)).map(Choice::Build));
        }
        into.push(Choice::LeaveMarket);
    }

    fn move_options(&self, into: &mut Vec<Choice>) {
        let armies = self.free_armies();
        for origin in armies {
            into.extend(NEIGHBOURS[origin as usize].iter().map(|target| Choice::March(origin, target)));
        }
        let unknown = self.free().without(self.scouted[self.active as usize]);
        let near = unknown.iter().filter(|ground| !NEIGHBOURS[*ground as usize].and(armies).is_empty());
        into.extend(near.map(Choice::Scout));
        let held = BLUE.iter().filter(|card| self.card_holder[*card as usize] == Some(self.active));
        into.extend(held.map(Choice::UseCard));
        into.push(Choice::Rest);
    }

    fn is_legal(&self, choice: Choice) -> bool {
        let money = self.money[self.active as usize];
        let own = |ground| self.owner[ground as usize] == Some(self.active);
        let free = |ground| self.owner[ground as usize].is_none();
        match (self.phase, choice) {
            (Phase::NameProvince(_), Choice::Claim(ground)) => free(ground),
            (Phase::Council, Choice::ProposePeace(other)) => self.may_make_peace(other),
            (Phase::Answer(other), Choice::AcceptPeace) => self.may_make_peace(other),
            (Phase::Council, Choice::KeepCounsel)
            | (Phase::Answer(_), Choice::RefusePeace)
            | (Phase::Market, Choice::LeaveMarket)
            | (Phase::Moves, Choice::Rest) => true,
            (Phase::Market, Choice::BuyProvince(ground)) => free(ground) && money >= self.price(ground),
            (Phase::Market, Choice::BuyCard(card)) => {
                money >= CARD_PRICE && self.card_holder[card as usize].is_none()
            }
            (Phase::Market, Choice::BuyArmy(ground)) => own(ground) && self.can_grow(),
            (Phase::Market, Choice::Build(ground)) => {
                money >= OPPIDUM_PRICE && own(ground) && self.can_build(ground)
            }
            (Phase::Moves, Choice::March(origin, target)) => {
                NEIGHBOURS[origin as usize].contains(target) && self.can_leave(origin, self.active)
            }
            (Phase::Moves, Choice::Scout(ground)) => {
                free(ground)
                    && !self.scouted[self.active as usize].contains(ground)
                    && NEIGHBOURS[ground as usize].iter().any(|near| self.can_leave(near, self.active))
            }
            (Phase::Moves, Choice::UseCard(card)) => {
                BLUE.contains(card) && self.card_holder[card as usize] == Some(self.active)
            }
            _ => false,
        }
    }
}

impl Peer for Sekvan {
    type Seat = Tribe;
    type Choice = Choice;

    fn waiting(&self) -> Waiting<Tribe> {
        match self.phase {
            Phase::NameProvince(side) | Phase::Answer(side) => Waiting::Choice(side),
            Phase::Council | Phase::Market | Phase::Moves => Waiting::Choice(self.active),
            Phase::OrderRoll(_)
            | Phase::OccasionRoll
            | Phase::MovesRoll
            | Phase::AttackRoll(_)
            | Phase::DefenceRoll(..) => Waiting::Roll { count: 1, sides: 6 },
            Phase::OrderLot(tied) => Waiting::Draw { among: tied.len() },
            Phase::OccasionLot(_) => Waiting::Draw { among: N_TRIBES as u32 },
            Phase::PrizeLot(_) => Waiting::Draw { among: self.free().len() },
            Phase::RewardLot(_) => Waiting::Draw { among: self.cards_on_offer().len() },
            Phase::Over => Waiting::Over,
        }
    }

    fn options(&self, into: &mut Vec<Choice>) {
        into.clear();
        match self.phase {
            Phase::NameProvince(_) => into.extend(self.free().iter().map(Choice::Claim)),
            Phase::Council => {
                into.extend(self.partners().iter().map(Choice::ProposePeace));
                into.push(Choice::KeepCounsel);
            }
            Phase::Answer(other) => {
                if self.may_make_peace(other) {
                    into.push(Choice::AcceptPeace);
                }
                into.push(Choice::RefusePeace);
            }
            Phase::Market => self.market_options(into),
            Phase::Moves => self.move_options(into),
            Phase::OrderRoll(_)
            | Phase::OrderLot(_)
            | Phase::OccasionRoll
            | Phase::OccasionLot(_)
            | Phase::PrizeLot(_)
            | Phase::RewardLot(_)
            | Phase::MovesRoll
            | Phase::AttackRoll(_)
            | Phase::DefenceRoll(..)
            | Phase::Over => {}
        }
    }

    fn choose(&mut self, choice: Choice) -> Result<(), NotLegal> {
        if !self.is_legal(choice) {
            return Err(NotLegal);
        }
        match choice {
            Choice::Claim(ground) => {
                if let Phase::NameProvince(side) = self.phase
                    && !self.gain_province(ground, side, WayOfGain::GreatEvent)
                {
                    self.begin_turns();
                }
            }
            Choice::ProposePeace(other) => self.phase = Phase::Answer(other),
            Choice::AcceptPeace => {
                if let Phase::Answer(other) = self.phase {
                    self.set_treaty(self.active, other, TREATY_ROUNDS);
                }
                self.go_to_market();
            }
            Choice::KeepCounsel | Choice::RefusePeace => self.go_to_market(),
            Choice::BuyProvince(ground) => {
                self.pay(self.price(ground));
                if !self.gain_province(ground, self.active, WayOfGain::Purchase) {
                    self.go_to_market();
                }
            }
            Choice::BuyCard(card) => {
                self.pay(CARD_PRICE);
                self.gain_card(card, self.active, CardSource::Bought);
                self.go_to_market();
            }
            Choice::BuyArmy(ground) => {
                self.pay(UNIT_PRICE);
                self.units[self.active as usize][ground as usize] += 1;
                self.go_to_market();
            }
            Choice::Build(ground) => {
                self.pay(OPPIDUM_PRICE);
                self.oppida[ground as usize] += 1;
                self.go_to_market();
            }
            Choice::LeaveMarket => self.phase = Phase::MovesRoll,
            Choice::March(origin, target) => self.march(origin, target),
            Choice::Scout(ground) => {
                self.moves_left -= 1;
                self.scouted[self.active as usize].insert(ground);
                self.go_on_moving();
            }
            Choice::UseCard(card) => {
                self.moves_left = (self.moves_left + BLUE_MOVES).min(99);
                self.return_card(card);
                self.go_on_moving();
            }
            Choice::Rest => {
                self.moves_left = 0;
                self.next_turn();
            }
        }
        Ok(())
    }

    fn roll(&mut self, total: u8) -> Result<(), NotLegal> {
        if !(1..=6).contains(&total) {
            return Err(NotLegal);
        }
        match self.phase {
            Phase::OrderRoll(side) => {
                self.order_roll[side as usize] = total;
                match Tribe::ALL.get(side as usize + 1) {
                    Some(next) => self.phase = Phase::OrderRoll(*next),
                    None => self.settle_order(),
                }
            }
            Phase::OccasionRoll => match total {
                1 => self.phase = Phase::OccasionLot(Occasion::Event),
                2 => self.phase = Phase::OccasionLot(Occasion::Contest),
                3 | 4 => self.phase = Phase::OccasionLot(Occasion::Reward),
                _ => self.begin_turns(),
            },
            Phase::MovesRoll => self.begin_moves(total),
            Phase::AttackRoll(battle) => self.phase = Phase::DefenceRoll(battle, total),
            Phase::DefenceRoll(battle, attack_die) => self.fight(battle, attack_die, total),
            _ => return Err(NotLegal),
        }
        Ok(())
    }

    fn draw(&mut self, nth: u32) -> Result<(), NotLegal> {
        let nth = nth as usize;
        match self.phase {
            Phase::OrderLot(tied) => {
                self.take_seat(tied.iter().nth(nth).ok_or(NotLegal)?);
                self.settle_order();
            }
            Phase::OccasionLot(occasion) => {
                self.meet_occasion(occasion, *Tribe::ALL.get(nth).ok_or(NotLegal)?);
            }
            Phase::PrizeLot(lucky) => self.win_prize(lucky, self.free().iter().nth(nth).ok_or(NotLegal)?),
            Phase::RewardLot(lucky) => {
                self.win_card(lucky, self.cards_on_offer().iter().nth(nth).ok_or(NotLegal)?)
            }
            _ => return Err(NotLegal),
        }
        Ok(())
    }
}
