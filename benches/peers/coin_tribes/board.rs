//! What is printed: factions, regions, the grid and the cards.

use crate::peers::{Named, Set, named};

named! {
    Faction {
        Iceni = "iceni",
        Trinovantes = "trinovantes",
        Romans = "romans",
        Catuvellauni = "catuvellauni",
    }
}

named! { Side { Rebels = "rebels", NonRebels = "non_rebels" } }

named! {
    Region {
        Camulodunum = "camulodunum",
        Londinium = "londinium",
        Verulamium = "verulamium",
        IceniLand = "iceni_land",
    }
}

named! {
    /// A row of the grid; the spare one has no squares.
    Row { Upper = "upper", Middle = "middle", Lower = "lower" }
}

named! {
    Square {
        TwoRegionsAndBonus = "two_regions_and_bonus",
        TwoRegions = "two_regions",
        OneRegion = "one_region",
        Event = "event_square",
    }
}

named! {
    Card {
        BoudicasDream = "boudicas_dream",
        TribalConflict = "tribal_conflict",
        GoodHarvest = "good_harvest",
        DruidsOfMona = "druids_of_mona",
        TheProcurator = "the_procurator",
        TheNinthLegion = "the_ninth_legion",
        Veterans = "veterans",
        WarChariots = "war_chariots",
        GiftsAndLoans = "gifts_and_loans",
        HillForts = "hill_forts",
        CallToArms = "call_to_arms",
        SecretCouncil = "secret_council",
    }
}

named! { Shade { Light = "light", Dark = "dark" } }

named! {
    Keeping { AtOnce = "at_once", UntilUsed = "until_used", UntilReckoning = "until_reckoning" }
}

named! {
    Effect {
        RaiseUnits = "raise_units",
        StrikeFoe = "strike_foe",
        SwayWill = "sway_will",
        MarchFreely = "march_freely",
        TakeBonus = "take_bonus",
        RuinCity = "ruin_city",
        RestoreCity = "restore_city",
        TearDownFort = "tear_down_fort",
        BattleTogether = "battle_together",
        StrongerRally = "stronger_rally",
        StrongerBattle = "stronger_battle",
        SwiftMarch = "swift_march",
        FirmStand = "firm_stand",
    }
}

/// Toward what will shifts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shift {
    Defiance,
    Sympathy,
    Neutral,
}

use Effect::{
    BattleTogether, FirmStand, MarchFreely, RaiseUnits, RestoreCity, RuinCity, StrikeFoe, StrongerBattle,
    StrongerRally, SwayWill, SwiftMarch, TakeBonus, TearDownFort,
};
use Faction::{Catuvellauni, Iceni, Romans, Trinovantes};
use Keeping::{AtOnce, UntilReckoning, UntilUsed};
use Shift::{Defiance, Neutral, Sympathy};

pub type Factions = Set<Faction>;
pub type Sides = Set<Side>;
pub type Regions = Set<Region>;
pub type Cards = Set<Card>;

pub const N_FACTIONS: usize = 4;
pub const N_REGIONS: usize = 4;
pub const N_CARDS: usize = 12;

pub const MOST_UNITS: u8 = 6;
pub const MOST_REGIONS: u32 = 3;
pub const MARCH_MOST: u8 = 2;
pub const SQUARES: u8 = 2;
pub const HIGHEST_INITIATIVE: u8 = 6;
pub const LAST_ROUND: u8 = 6;
pub const LAST_PERIOD: u8 = 4;
pub const FIRST_RED_ROUND: u8 = 3;
/// What the white die shows in each round.
pub static WHITE_DIE: [u8; LAST_ROUND as usize] = [6, 6, 6, 5, 4, 3];

/// Camulodunum, Londinium, Verulamium; the land of the Iceni has no city.
pub const CITIES: Regions = Set::from_bits(0b0111);
pub const EVERYWHERE: Regions = Set::from_bits(0b1111);
/// All but Londinium and the land of the Iceni border on each other.
pub static NEIGHBOURS: [Regions; N_REGIONS] =
    [Set::from_bits(0b1110), Set::from_bits(0b0101), Set::from_bits(0b1011), Set::from_bits(0b0101)];
pub static POPULATION: [i32; N_REGIONS] = [3, 1, 4, 2];

pub static GOAL: [i32; N_FACTIONS] = [11, 5, 9, 16];
/// Half hits of a unit.
pub static HALVES: [u8; N_FACTIONS] = [1, 1, 2, 1];
pub static FOES: [[Faction; 2]; N_FACTIONS] =
    [[Romans, Catuvellauni], [Romans, Catuvellauni], [Iceni, Trinovantes], [Iceni, Trinovantes]];
pub const TRIBES_TO_INSPIRE: [Faction; 2] = [Trinovantes, Catuvellauni];

pub static START_UNITS: [[u8; N_REGIONS]; N_FACTIONS] =
    [[1, 0, 0, 3], [3, 0, 1, 0], [2, 3, 0, 0], [0, 1, 3, 0]];
/// From -2, strong defiance, to 2, strong sympathy.
pub const START_WILL: [i8; N_REGIONS] = [1, 2, 1, -2];

/// The left and the right square of each row.
pub static GRID: [[Square; 2]; 3] = [
    [Square::TwoRegionsAndBonus, Square::Event],
    [Square::TwoRegions, Square::OneRegion],
    [Square::Event, Square::TwoRegionsAndBonus],
];

/// Half of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Half {
    pub effect: Effect,
    pub amount: u8,
    pub keeping: Keeping,
    pub change: Option<Shift>,
}

/// The light and the dark half of each card.
pub static HALVES_OF_CARDS: [[Half; 2]; N_CARDS] = [
    [half(RuinCity, 1, AtOnce, Some(Defiance)), half(RestoreCity, 1, AtOnce, Some(Sympathy))],
    [half(BattleTogether, 1, AtOnce, Some(Defiance)), half(StrikeFoe, 2, AtOnce, None)],
    [half(RaiseUnits, 2, AtOnce, Some(Defiance)), half(RaiseUnits, 3, AtOnce, None)],
    [half(SwayWill, 2, AtOnce, Some(Defiance)), half(StrikeFoe, 1, AtOnce, Some(Sympathy))],
    [half(SwayWill, 1, UntilUsed, Some(Defiance)), half(RaiseUnits, 2, AtOnce, Some(Neutral))],
    [half(StrikeFoe, 3, AtOnce, None), half(StrongerBattle, 1, UntilReckoning, None)],
    [half(TearDownFort, 1, AtOnce, Some(Defiance)), half(TakeBonus, 1, AtOnce, None)],
    [half(SwiftMarch, 1, UntilReckoning, None), half(MarchFreely, 2, AtOnce, None)],
    [half(SwayWill, 1, AtOnce, Some(Defiance)), half(SwayWill, 2, AtOnce, Some(Sympathy))],
    [half(FirmStand, 1, UntilReckoning, None), half(TakeBonus, 2, AtOnce, None)],
    [half(StrongerRally, 1, UntilReckoning, None), half(RaiseUnits, 2, UntilUsed, None)],
    [half(TakeBonus, 1, UntilUsed, None), half(TearDownFort, 1, AtOnce, Some(Sympathy))],
];

const fn half(effect: Effect, amount: u8, keeping: Keeping, change: Option<Shift>) -> Half {
    Half { effect, amount, keeping, change }
}

impl Faction {
    #[inline]
    pub fn side(self) -> Side {
        match self {
            Iceni | Trinovantes => Side::Rebels,
            Romans | Catuvellauni => Side::NonRebels,
        }
    }

    #[inline]
    pub fn ally(self) -> Faction {
        match self {
            Iceni => Trinovantes,
            Trinovantes => Iceni,
            Romans => Catuvellauni,
            Catuvellauni => Romans,
        }
    }
}

impl Card {
    #[inline]
    pub fn half(self, shade: Shade) -> Half {
        HALVES_OF_CARDS[self.index()][shade.index()]
    }
}
