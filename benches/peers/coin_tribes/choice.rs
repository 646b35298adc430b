//! What a player can choose, in the words of the rules.

use std::fmt;

use super::board::{Card, Effect, Faction, Half, Region, Row, Shade, Square};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bonus {
    Fortify(Region),
    Raze(Region),
    Rout(Region, Faction),
    Suppress(Region, Faction),
    Inspire(Region, Faction),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    TakeSquare(Row, Square),
    Pass,
    UseCard(Card, Effect),
    KeepCard,
    RallyIn(Region),
    March(Region, Region),
    MarchGivingUp(Region, Region),
    BattleIn(Region, Faction),
    BonusIn(Bonus),
    Finish,
    GiveUp(Region),
    MarchWithOne,
    MarchWithTwo,
    DriveTo(Region),
    WillChangesIn(Region),
    ChooseHalf(Card, Shade),
    RaiseIn(Region),
    RaiseNoMore,
    Strike(Region, Faction),
    StrikeNobody,
    Sway(Region),
    SwayNoMore,
    MarchFar(Region, Region),
    MarchNoMore,
    CardBonus(Bonus),
    NoMoreBonus,
    Ruin(Region),
    Restore(Region),
    LeaveCities,
    TearDown(Region),
    LeaveForts,
    BattleTogetherIn(Region, Faction),
    BattleNoMore,
    Favour(Region),
    FavourNobody,
    FavourAlso(Region),
    FavourNoMore,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Choice::TakeSquare(row, square) => write!(f, "take_square({row}, {square})"),
            Choice::Pass => f.write_str("pass"),
            Choice::UseCard(card, effect) => write!(f, "use_card({card}, {effect})"),
            Choice::KeepCard => f.write_str("keep_card"),
            Choice::RallyIn(place) => write!(f, "rally_in({place})"),
            Choice::March(origin, target) => write!(f, "march({origin}, {target})"),
            Choice::MarchGivingUp(origin, target) => write!(f, "march_giving_up({origin}, {target})"),
            Choice::BattleIn(place, foe) => write!(f, "battle_in({place}, {foe})"),
            Choice::BonusIn(Bonus::Fortify(place)) => write!(f, "fortify_in({place})"),
            Choice::BonusIn(Bonus::Raze(place)) => write!(f, "raze_in({place})"),
            Choice::BonusIn(Bonus::Rout(place, foe)) => write!(f, "rout_in({place}, {foe})"),
            Choice::BonusIn(Bonus::Suppress(place, foe)) => write!(f, "suppress_in({place}, {foe})"),
            Choice::BonusIn(Bonus::Inspire(place, tribe)) => write!(f, "inspire_in({place}, {tribe})"),
            Choice::Finish => f.write_str("finish"),
            Choice::GiveUp(lost) => write!(f, "give_up({lost})"),
            Choice::MarchWithOne => f.write_str("march_with_one"),
            Choice::MarchWithTwo => f.write_str("march_with_two"),
            Choice::DriveTo(there) => write!(f, "drive_to({there})"),
            Choice::WillChangesIn(place) => write!(f, "will_changes_in({place})"),
            Choice::ChooseHalf(card, shade) => {
                let Half { effect, keeping, .. } = card.half(shade);
                write!(f, "choose_half({card}, {shade}, {effect}, {keeping})")
            }
            Choice::RaiseIn(place) => write!(f, "raise_in({place})"),
            Choice::RaiseNoMore => f.write_str("raise_no_more"),
            Choice::Strike(place, foe) => write!(f, "strike({place}, {foe})"),
            Choice::StrikeNobody => f.write_str("strike_nobody"),
            Choice::Sway(place) => write!(f, "sway({place})"),
            Choice::SwayNoMore => f.write_str("sway_no_more"),
            Choice::MarchFar(origin, target) => write!(f, "march_far({origin}, {target})"),
            Choice::MarchNoMore => f.write_str("march_no_more"),
            Choice::CardBonus(Bonus::Fortify(place)) => write!(f, "card_fortify({place})"),
            Choice::CardBonus(Bonus::Raze(place)) => write!(f, "card_raze({place})"),
            Choice::CardBonus(Bonus::Rout(place, foe)) => write!(f, "card_rout({place}, {foe})"),
            Choice::CardBonus(Bonus::Suppress(place, foe)) => write!(f, "card_suppress({place}, {foe})"),
            Choice::CardBonus(Bonus::Inspire(place, tribe)) => write!(f, "card_inspire({place}, {tribe})"),
            Choice::NoMoreBonus => f.write_str("no_more_bonus"),
            Choice::Ruin(place) => write!(f, "ruin({place})"),
            Choice::Restore(place) => write!(f, "restore({place})"),
            Choice::LeaveCities => f.write_str("leave_cities"),
            Choice::TearDown(place) => write!(f, "tear_down({place})"),
            Choice::LeaveForts => f.write_str("leave_forts"),
            Choice::BattleTogetherIn(place, foe) => write!(f, "battle_together_in({place}, {foe})"),
            Choice::BattleNoMore => f.write_str("battle_no_more"),
            Choice::Favour(place) => write!(f, "favour({place})"),
            Choice::FavourNobody => f.write_str("favour_nobody"),
            Choice::FavourAlso(place) => write!(f, "favour_also({place})"),
            Choice::FavourNoMore => f.write_str("favour_no_more"),
        }
    }
}
