//! The Coin Tribes' Revolt by hand, for persons: nothing is known of bots or of the advanced set-up.

mod actions;
mod board;
mod bonus;
mod cards;
mod choice;
mod map;
mod reckoning;
mod rounds;

use board::{
    Card, Cards, EVERYWHERE, Factions, Half, N_FACTIONS, N_REGIONS, Region, Regions, Row, START_UNITS,
    START_WILL, Shade, Shift, Side, Sides,
};
use choice::Choice;

pub use board::Faction;

use super::{Named, NotLegal, Peer, Set, Waiting};

/// How the text is read where it can be read in two ways.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Readings {
    pub allies_are_safe: bool,
    pub fort_stops_every_hit: bool,
    pub influence_outnumbers: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    FourPlayers,
    ThreePlayersRebelPair,
    ThreePlayersRomanPair,
    TwoPlayers,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    Rally,
    March,
    Battle,
}

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    FirstCard,
    SecondCard,
    /// The next place in the first order falls to one of these.
    OrderLot(Factions),
    KeptCard,
    Square,
    Part,
    GiveUp(Region, Region),
    MarchSize(Region, Region),
    Drive(Region, Faction),
    WillOfSuppression(Region, Region),
    Half(Card),
    CardPart,
    WillOfCard,
    ReckoningRoll,
    FirstFavour,
    SecondFavour(Region),
    InitiativeRoll(Faction),
    InitiativeLot,
    NextCard,
    Over,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoinTribes {
    phase: Phase,
    readings: Readings,
    /// The sides whose factions are in one hand.
    pairs: Sides,
    period: u8,
    round: u8,
    reckoned: bool,
    victors: Factions,

    order: [Faction; N_FACTIONS],
    initiative: [u8; N_FACTIONS],
    /// The next place in the order to have its turn.
    seat: u8,
    active: Faction,
    acted: Factions,
    passed: Factions,
    inactive: Factions,
    row: Option<Row>,
    squares_left: u8,

    units: [[u8; N_REGIONS]; N_FACTIONS],
    /// Where a faction has units, and where it has as many as a die can show.
    presence: [Regions; N_FACTIONS],
    full: [Regions; N_FACTIONS],
    fort: [Option<Faction>; N_REGIONS],
    destroyed: Regions,
    will: [i8; N_REGIONS],

    chosen: Option<Action>,
    regions_left: u8,
    bonus_left: bool,
    used: Regions,
    active_in: Regions,
    promised: Option<Region>,

    deck: Cards,
    discarded: Cards,
    current: Option<Card>,
    upcoming: Option<Card>,
    kept: [Option<(Card, Shade)>; N_FACTIONS],
    /// The half that happens, if one does, and whether it was kept before.
    happening: Option<Half>,
    was_kept: bool,
    times_left: u8,
    touched: Regions,
}

impl CoinTribes {
    pub fn new(scenario: Scenario, readings: Readings) -> CoinTribes {
        let mut game = CoinTribes {
            phase: Phase::FirstCard,
            readings,
            pairs: match scenario {
                Scenario::FourPlayers => Set::EMPTY,
                Scenario::ThreePlayersRebelPair => Set::EMPTY.with(Side::Rebels),
                Scenario::ThreePlayersRomanPair => Set::EMPTY.with(Side::NonRebels),
                Scenario::TwoPlayers => Set::all(),
            },
            period: 1,
            round: 0,
            reckoned: false,
            victors: Set::EMPTY,
            order: [Faction::Iceni; N_FACTIONS],
            initiative: [1; N_FACTIONS],
            seat: 0,
            active: Faction::Iceni,
            acted: Set::EMPTY,
            passed: Set::EMPTY,
            inactive: Set::EMPTY,
            row: None,
            squares_left: 0,
            units: [[0; N_REGIONS]; N_FACTIONS],
            presence: [Set::EMPTY; N_FACTIONS],
            full: [Set::EMPTY; N_FACTIONS],
            fort: [None; N_REGIONS],
            destroyed: Set::EMPTY,
            will: START_WILL,
            chosen: None,
            regions_left: 0,
            bonus_left: false,
            used: Set::EMPTY,
            active_in: Set::EMPTY,
            promised: None,
            deck: Set::all(),
            discarded: Set::EMPTY,
            current: None,
            upcoming: None,
            kept: [None; N_FACTIONS],
            happening: None,
            was_kept: false,
            times_left: 0,
            touched: Set::EMPTY,
        };
        for us in Faction::ALL {
            for place in EVERYWHERE {
                game.add_units(*us, place, START_UNITS[us.index()][place.index()]);
            }
        }
        game
    }

    pub fn winners(&self) -> Set<Faction> {
        self.victors
    }
}

impl Peer for CoinTribes {
    type Seat = Faction;
    type Choice = Choice;

    fn waiting(&self) -> Waiting<Faction> {
        match self.phase {
            Phase::KeptCard
            | Phase::Square
            | Phase::Part
            | Phase::GiveUp(..)
            | Phase::MarchSize(..)
            | Phase::WillOfSuppression(..)
            | Phase::Half(_)
            | Phase::CardPart
            | Phase::WillOfCard => Waiting::Choice(self.active),
            Phase::Drive(..) | Phase::FirstFavour | Phase::SecondFavour(_) => {
                Waiting::Choice(Faction::Romans)
            }
            Phase::ReckoningRoll | Phase::InitiativeRoll(_) => Waiting::Roll { count: 1, sides: 6 },
            Phase::FirstCard | Phase::SecondCard | Phase::NextCard => {
                Waiting::Draw { among: self.deck.len() }
            }
            Phase::OrderLot(undrawn) => Waiting::Draw { among: undrawn.len() },
            Phase::InitiativeLot => Waiting::Draw { among: self.acted.len() },
            Phase::Over => Waiting::Over,
        }
    }

    fn options(&self, into: &mut Vec<Choice>) {
        into.clear();
        match self.phase {
            Phase::KeptCard => {
                if let Some((card, shade)) = self.kept[self.active.index()] {
                    into.push(Choice::UseCard(card, card.half(shade).effect));
                }
                into.push(Choice::KeepCard);
            }
            Phase::Square => self.square_options(into),
            Phase::Part => self.part_options(into),
            Phase::GiveUp(..) => {
                into.extend(self.presence[self.active.index()].iter().map(Choice::GiveUp));
            }
            Phase::MarchSize(..) => into.extend([Choice::MarchWithOne, Choice::MarchWithTwo]),
            Phase::Drive(place, foe) => into.extend(self.ways_out(place, foe).iter().map(Choice::DriveTo)),
            Phase::WillOfSuppression(place, there) => {
                let touched = Regions::EMPTY.with(place).with(there);
                into.extend(touched.iter().map(Choice::WillChangesIn));
            }
            Phase::Half(card) => {
                into.extend([Choice::ChooseHalf(card, Shade::Light), Choice::ChooseHalf(card, Shade::Dark)]);
            }
            Phase::CardPart => self.card_options(into),
            Phase::WillOfCard => into.extend(self.touched.iter().map(Choice::WillChangesIn)),
            Phase::FirstFavour => {
                into.extend(self.presence[Faction::Romans.index()].iter().map(Choice::Favour));
                into.push(Choice::FavourNobody);
            }
            Phase::SecondFavour(first) => {
                into.extend(self.second_favours(first).iter().map(Choice::FavourAlso));
                into.push(Choice::FavourNoMore);
            }
            Phase::FirstCard
            | Phase::SecondCard
            | Phase::OrderLot(_)
            | Phase::ReckoningRoll
            | Phase::InitiativeRoll(_)
            | Phase::InitiativeLot
            | Phase::NextCard
            | Phase::Over => {}
        }
    }

    fn choose(&mut self, choice: Choice) -> Result<(), NotLegal> {
        match (self.phase, choice) {
            (Phase::KeptCard, Choice::UseCard(card, effect)) => return self.use_kept_card(card, effect),
            (Phase::KeptCard, Choice::KeepCard) => self.go_to_grid(),
            (Phase::Square, Choice::TakeSquare(row, square)) => return self.take_square(row, square),
            (Phase::Square, Choice::Pass) => {
                self.pass();
                self.next_turn();
            }
            (Phase::Part, part) => return self.choose_part(part),
            (Phase::GiveUp(origin, target), Choice::GiveUp(lost)) => {
                return self.give_up(origin, target, lost);
            }
            (Phase::MarchSize(origin, target), Choice::MarchWithOne) => self.march_units(origin, target, 1),
            (Phase::MarchSize(origin, target), Choice::MarchWithTwo) => self.march_units(origin, target, 2),
            (Phase::Drive(place, foe), Choice::DriveTo(there))
                if self.ways_out(place, foe).contains(there) =>
            {
                self.drive(place, foe, there);
            }
            (Phase::WillOfSuppression(place, there), Choice::WillChangesIn(chosen))
                if chosen == place || chosen == there =>
            {
                self.shift_will(chosen, Shift::Sympathy);
                self.end_bonus(place);
            }
            (Phase::Half(card), Choice::ChooseHalf(of, shade)) if of == card => self.play_card(card, shade),
            (Phase::CardPart, part) => return self.choose_card_part(part),
            (Phase::WillOfCard, Choice::WillChangesIn(place)) if self.touched.contains(place) => {
                if let Some(Half { change: Some(toward), .. }) = self.happening {
                    self.shift_will(place, toward);
                }
                self.end_card();
            }
            (Phase::FirstFavour, Choice::Favour(place))
                if self.presence[Faction::Romans.index()].contains(place) =>
            {
                self.favour_first(place);
            }
            (Phase::SecondFavour(first), Choice::FavourAlso(place))
                if self.second_favours(first).contains(place) =>
            {
                self.shift_will(place, Shift::Sympathy);
                self.settle_initiative();
            }
            (Phase::FirstFavour, Choice::FavourNobody) | (Phase::SecondFavour(_), Choice::FavourNoMore) => {
                self.settle_initiative();
            }
            _ => return Err(NotLegal),
        }
        Ok(())
    }

    fn roll(&mut self, total: u8) -> Result<(), NotLegal> {
        if !(1..=6).contains(&total) {
            return Err(NotLegal);
        }
        match self.phase {
            Phase::ReckoningRoll => self.roll_for_reckoning(total),
            Phase::InitiativeRoll(us) => self.roll_initiative(us, total),
            _ => return Err(NotLegal),
        }
        Ok(())
    }

    fn draw(&mut self, nth: u32) -> Result<(), NotLegal> {
        let nth = nth as usize;
        match self.phase {
            Phase::FirstCard => {
                self.current = Some(self.take_card(nth)?);
                self.phase = Phase::SecondCard;
            }
            Phase::SecondCard => {
                self.upcoming = Some(self.take_card(nth)?);
                self.phase = Phase::OrderLot(Set::all());
            }
            Phase::OrderLot(undrawn) => self.draw_order(undrawn, undrawn.iter().nth(nth).ok_or(NotLegal)?),
            Phase::InitiativeLot => {
                let first = self.acted.iter().nth(nth).ok_or(NotLegal)?;
                self.set_order(Some(first));
            }
            Phase::NextCard => {
                self.upcoming = Some(self.take_card(nth)?);
                self.begin_round();
            }
            _ => return Err(NotLegal),
        }
        Ok(())
    }
}
