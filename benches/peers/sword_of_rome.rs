//! Sword of Rome by hand.

use std::fmt;

use super::{Named, NotLegal, Peer, Set, Waiting, named};

named! {
    Player {
        Gallic = "gallic_player",
        EtruscanSamnite = "etruscan_samnite_player",
        Greek = "greek_player",
        Roman = "roman_player",
    }
}

named! {
    Power {
        Romans = "romans",
        Gauls = "gauls",
        Etruscans = "etruscans",
        Samnites = "samnites",
        Greeks = "greeks",
        Transalpine = "transalpine",
    }
}

named! { Leader { Nobody = "no_leader", Minor = "minor_leader", Named = "named_leader" } }

named! {
    Place {
        Alps = "alps",
        Mediolanum = "mediolanum",
        Patavium = "patavium",
        Bononia = "bononia",
        SenaGallica = "sena_gallica",
        Sentinum = "sentinum",
        Spoletium = "spoletium",
        Pisae = "pisae",
        Tarquinii = "tarquinii",
        Sutrium = "sutrium",
        Narnia = "narnia",
        Roma = "roma",
        Praeneste = "praeneste",
        Capua = "capua",
        Bovianum = "bovianum",
        Neapolis = "neapolis",
        Tarentum = "tarentum",
        Lucanians = "lucanians",
        Bruttians = "bruttians",
    }
}

named! {
    Army {
        Army1 = "army_1",
        Army2 = "army_2",
        Army3 = "army_3",
        Army4 = "army_4",
        Army5 = "army_5",
        Army6 = "army_6",
        Army7 = "army_7",
        Army8 = "army_8",
        Army9 = "army_9",
        Army10 = "army_10",
    }
}

use Place::{
    Alps, Bononia, Bovianum, Bruttians, Capua, Lucanians, Mediolanum, Narnia, Neapolis, Patavium, Pisae,
    Praeneste, Roma, SenaGallica, Sentinum, Spoletium, Sutrium, Tarentum, Tarquinii,
};
use Power::{Etruscans, Gauls, Greeks, Romans, Samnites, Transalpine};

type Powers = Set<Power>;
type Places = Set<Place>;

const N_PLAYERS: usize = 4;
const N_POWERS: usize = 6;
const N_LEADERS: usize = 3;
const N_PLACES: usize = 19;
const N_ARMIES: usize = 10;

const CITIES: Places = places(&[Pisae, Tarquinii, Sutrium, Narnia, Roma, Capua, Neapolis, Tarentum]);
const TRIBES: Places = places(&[Bovianum, Lucanians, Bruttians]);
const VICTORY_SPACES: Places =
    places(&[Mediolanum, SenaGallica, Tarquinii, Roma, Praeneste, Bovianum, Neapolis, Tarentum]);

static HOMES: [Places; N_POWERS] = [
    places(&[Sutrium, Narnia, Roma, Praeneste, Capua]),
    places(&[Mediolanum, Patavium, Bononia, SenaGallica]),
    places(&[Pisae, Tarquinii]),
    places(&[Bovianum]),
    places(&[Neapolis, Tarentum]),
    places(&[Alps]),
];
static HOME: [Option<Power>; N_PLACES] = homes();
static FIRST_LOYALTY: [u8; N_PLACES] = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 2, 1, 1];
static FACTOR: [u8; N_PLACES] = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 2, 1];
static LEVY: [u8; N_PLACES] = [1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 2, 0, 0, 1, 1, 1, 0, 0];

/// Two places, and what it costs to move from one to the other.
const LINKS: [(Place, Place, u8); 25] = [
    (Alps, Mediolanum, 2),
    (Mediolanum, Patavium, 1),
    (Mediolanum, Bononia, 1),
    (Patavium, Bononia, 1),
    (Bononia, SenaGallica, 1),
    (Bononia, Pisae, 2),
    (SenaGallica, Sentinum, 1),
    (Sentinum, Spoletium, 1),
    (Sentinum, Tarquinii, 2),
    (Pisae, Tarquinii, 1),
    (Tarquinii, Sutrium, 1),
    (Sutrium, Narnia, 1),
    (Sutrium, Roma, 1),
    (Spoletium, Narnia, 1),
    (Narnia, Roma, 1),
    (Roma, Praeneste, 1),
    (Praeneste, Capua, 1),
    (Spoletium, Bovianum, 2),
    (Capua, Bovianum, 2),
    (Capua, Neapolis, 1),
    (Neapolis, Lucanians, 1),
    (Bovianum, Lucanians, 2),
    (Lucanians, Tarentum, 1),
    (Lucanians, Bruttians, 1),
    (Tarentum, Bruttians, 2),
];
static NEIGHBOURS: [Places; N_PLACES] = linked(2);
static NEAR_FOR_ONE: [Places; N_PLACES] = linked(1);

static PLAYED_BY: [Option<Player>; N_POWERS] = [
    Some(Player::Roman),
    Some(Player::Gallic),
    Some(Player::EtruscanSamnite),
    Some(Player::EtruscanSamnite),
    Some(Player::Greek),
    None,
];
static POWERS_OF: [Powers; N_PLAYERS] =
    [powers(&[Gauls]), powers(&[Etruscans, Samnites]), powers(&[Greeks]), powers(&[Romans])];
/// Those of other players.
static STRANGERS: [Powers; N_POWERS] = [
    powers(&[Gauls, Etruscans, Samnites, Greeks, Transalpine]),
    powers(&[Romans, Etruscans, Samnites, Greeks, Transalpine]),
    powers(&[Romans, Gauls, Greeks, Transalpine]),
    powers(&[Romans, Gauls, Greeks, Transalpine]),
    powers(&[Romans, Gauls, Etruscans, Samnites, Transalpine]),
    powers(&[Romans, Gauls, Etruscans, Samnites, Greeks]),
];
const RAIDERS: Powers = powers(&[Gauls, Transalpine]);

/// Points and losses by the roll, from 2 on.
static SIEGE_RESULTS: [(u8, u8); 11] =
    [(0, 1), (0, 1), (0, 1), (0, 0), (0, 0), (1, 1), (1, 0), (1, 0), (1, 0), (2, 0), (2, 0)];

const TURNS: u8 = 5;
const ROUNDS: u8 = 5;
const PLUNDER_TRACK: u8 = 6;
const POINTS_TO_WIN: u8 = 12;

const fn places(members: &[Place]) -> Places {
    let mut bits = 0;
    let mut nth = 0;
    while nth < members.len() {
        bits |= 1 << members[nth] as u32;
        nth += 1;
    }
    Set::from_bits(bits)
}

const fn powers(members: &[Power]) -> Powers {
    let mut bits = 0;
    let mut nth = 0;
    while nth < members.len() {
        bits |= 1 << members[nth] as u32;
        nth += 1;
    }
    Set::from_bits(bits)
}

const fn homes() -> [Option<Power>; N_PLACES] {
    [
        Some(Transalpine),
        Some(Gauls),
        Some(Gauls),
        Some(Gauls),
        Some(Gauls),
        None,
        None,
        Some(Etruscans),
        Some(Etruscans),
        Some(Romans),
        Some(Romans),
        Some(Romans),
        Some(Romans),
        Some(Romans),
        Some(Samnites),
        Some(Greeks),
        Some(Greeks),
        None,
        None,
    ]
}

/// For each place those that are linked with it at this cost at most.
const fn linked(cost: u8) -> [Places; N_PLACES] {
    let mut near = [Set::from_bits(0); N_PLACES];
    let mut nth = 0;
    while nth < LINKS.len() {
        let (a, b, price) = LINKS[nth];
        if price <= cost {
            near[a as usize] = near[a as usize].or(places(&[b]));
            near[b as usize] = near[b as usize].or(places(&[a]));
        }
        nth += 1;
    }
    near
}

/// How the text is read where it can be read in two ways.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Readings {
    pub raid_as_siege: bool,
    pub independent_marker_in_allied_home: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    ActivateArmy(Army),
    RaiseLoyalty(Power, Place),
    WinOver(Power, Place),
    OfferTo(Power, Power),
    EndTurn,
    AcceptAlliance,
    RefuseAlliance,
    PressTheSiege(Place),
    Sally(Place),
    March,
    StandBy,
    MoveTo(Place),
    RaidHere(Place),
    EndMarch,
    MeetTheSortie,
    AvoidBattle(Place),
    Stand,
    Withdraw,
    JoinTheAttack,
    StayWithin,
    AttackerWins(u8),
    DefenderWins(u8),
    RetreatInside,
    RetreatTo(Place),
    PlunderInstead,
    LowerLoyalty(Place),
    AddLoyalty(Place),
    PlaceOwnMarker(Place),
    PlaceIndependentMarker(Place),
    ForgoSupport,
    SackTheCity,
    KeepTheCity,
    RollForSurrender,
    Refrain,
    Strengthen(Army),
    Gather(Leader, Place),
    Appoint(Leader, Army),
    EndMuster,
    Bribe(Place),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::ActivateArmy(army) => write!(f, "activate_army({army})"),
            Choice::RaiseLoyalty(us, place) => write!(f, "raise_loyalty({us}, {place})"),
            Choice::WinOver(us, place) => write!(f, "win_over({us}, {place})"),
            Choice::OfferTo(us, them) => write!(f, "offer_to({us}, {them})"),
            Choice::EndTurn => f.write_str("end_turn"),
            Choice::AcceptAlliance => f.write_str("accept_alliance"),
            Choice::RefuseAlliance => f.write_str("refuse_alliance"),
            Choice::PressTheSiege(place) => write!(f, "press_the_siege({place})"),
            Choice::Sally(place) => write!(f, "sally({place})"),
            Choice::March => f.write_str("march"),
            Choice::StandBy => f.write_str("stand_by"),
            Choice::MoveTo(there) => write!(f, "move_to({there})"),
            Choice::RaidHere(place) => write!(f, "raid_here({place})"),
            Choice::EndMarch => f.write_str("end_march"),
            Choice::MeetTheSortie => f.write_str("meet_the_sortie"),
            Choice::AvoidBattle(there) => write!(f, "avoid_battle({there})"),
            Choice::Stand => f.write_str("stand"),
            Choice::Withdraw => f.write_str("withdraw"),
            Choice::JoinTheAttack => f.write_str("join_the_attack"),
            Choice::StayWithin => f.write_str("stay_within"),
            Choice::AttackerWins(losses) => write!(f, "attacker_wins({losses})"),
            Choice::DefenderWins(losses) => write!(f, "defender_wins({losses})"),
            Choice::RetreatInside => f.write_str("retreat_inside"),
            Choice::RetreatTo(there) => write!(f, "retreat_to({there})"),
            Choice::PlunderInstead => f.write_str("plunder_instead"),
            Choice::LowerLoyalty(spot) => write!(f, "lower_loyalty({spot})"),
            Choice::AddLoyalty(spot) => write!(f, "add_loyalty({spot})"),
            Choice::PlaceOwnMarker(spot) => write!(f, "place_own_marker({spot})"),
            Choice::PlaceIndependentMarker(spot) => write!(f, "place_independent_marker({spot})"),
            Choice::ForgoSupport => f.write_str("forgo_support"),
            Choice::SackTheCity => f.write_str("sack_the_city"),
            Choice::KeepTheCity => f.write_str("keep_the_city"),
            Choice::RollForSurrender => f.write_str("roll_for_surrender"),
            Choice::Refrain => f.write_str("refrain"),
            Choice::Strengthen(army) => write!(f, "strengthen({army})"),
            Choice::Gather(leader, place) => write!(f, "gather({leader}, {place})"),
            Choice::Appoint(leader, army) => write!(f, "appoint({leader}, {army})"),
            Choice::EndMuster => f.write_str("end_muster"),
            Choice::Bribe(place) => write!(f, "bribe({place})"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Force {
    side: Power,
    at: Option<Place>,
    inside: bool,
    units: u8,
    leader: Leader,
}

impl Force {
    fn stands_outside(&self, place: Place) -> bool {
        self.at == Some(place) && !self.inside && self.units > 0
    }

    fn holds_the_walls_of(&self, place: Place) -> bool {
        self.at == Some(place) && self.inside && self.units > 0
    }
}

/// Where play goes on after a siege roll or a city's fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    EndOfAction,
    NextSurrender(Army),
    SpendSupport(Army, Place),
}

/// What is waited for. The attacker of a battle is the army that acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    CardRoll,
    Turn(Player),
    Alliance(Power, Power),
    FirstStep(Army),
    March(Army),
    SiegeRoll { army: Army, place: Place, then: Then },
    RaidRoll { army: Army, place: Place },
    Sortie { besieger: Army, place: Place },
    AvoidRoll { besieger: Army, place: Place, there: Place },
    Encounter { defender: Army, place: Place },
    Relief { within: Army, defender: Army, place: Place },
    Battle { defender: Army, place: Place },
    Retreat { winner: Army, loser: Army, losses: u8, place: Place, besieger_beaten: bool },
    Support { winner: Army, place: Place },
    Fall { victor: Army, place: Place, then: Then },
    Surrender { army: Army, place: Place },
    Muster(Power),
    Over,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwordOfRome {
    phase: Phase,
    readings: Readings,
    turn: u8,
    round: u8,
    active: Option<Player>,
    card: u8,
    card_played: bool,
    offer_made: bool,
    acting: Army,
    movement_points: u8,
    commander: Option<Army>,
    from_within: Option<Army>,
    support_points: u8,
    levy_left: u8,
    gallic_plunder: u8,
    transalpine_plunder: u8,
    victory_points: [u8; N_PLAYERS],
    allied: [Powers; N_POWERS],
    leaders_in_box: [[u8; N_LEADERS]; N_POWERS],
    controller: [Option<Power>; N_PLACES],
    /// The same as `controller`, by power.
    held: [Places; N_POWERS],
    loyalty: [u8; N_PLACES],
    siege_level: [u8; N_PLACES],
    besieged: Places,
    rolled: Places,
    subjugated: Places,
    armies: [Force; N_ARMIES],
}

impl SwordOfRome {
    pub fn new(readings: Readings) -> SwordOfRome {
        let force = |side, units, leader, at, inside| Force { side, units, leader, at: Some(at), inside };
        let mut game = SwordOfRome {
            phase: Phase::Over,
            readings,
            turn: 0,
            round: 0,
            active: None,
            card: 1,
            card_played: false,
            offer_made: false,
            acting: Army::Army1,
            movement_points: 0,
            commander: None,
            from_within: None,
            support_points: 0,
            levy_left: 0,
            gallic_plunder: 0,
            transalpine_plunder: 0,
            victory_points: [5; N_PLAYERS],
            allied: [Set::EMPTY; N_POWERS],
            leaders_in_box: [[0; N_LEADERS]; N_POWERS],
            controller: HOME,
            held: HOMES,
            loyalty: FIRST_LOYALTY,
            siege_level: [0; N_PLACES],
            besieged: Set::EMPTY,
            rolled: Set::EMPTY,
            subjugated: Set::EMPTY,
            armies: [
                force(Romans, 5, Leader::Named, Roma, false),
                force(Romans, 2, Leader::Minor, Narnia, true),
                force(Gauls, 5, Leader::Named, Mediolanum, false),
                force(Gauls, 4, Leader::Minor, SenaGallica, false),
                force(Etruscans, 4, Leader::Minor, Tarquinii, false),
                force(Etruscans, 1, Leader::Nobody, Pisae, true),
                force(Samnites, 5, Leader::Named, Bovianum, false),
                force(Greeks, 4, Leader::Named, Tarentum, false),
                force(Greeks, 2, Leader::Nobody, Neapolis, true),
                force(Transalpine, 5, Leader::Minor, Alps, false),
            ],
        };
        game.set_controller(Sentinum, Some(Etruscans));
        game.set_controller(Spoletium, Some(Romans));
        game.begin_round();
        game
    }

    pub fn scores(&self) -> [u8; N_PLAYERS] {
        self.victory_points
    }

    pub fn winners(&self) -> Set<Player> {
        let best = self.victory_points.into_iter().max();
        Set::all().iter().filter(|who: &Player| Some(self.victory_points[*who as usize]) == best).collect()
    }

    // The turn

    fn begin_round(&mut self) {
        self.round += 1;
        self.rolled = Set::EMPTY;
        self.begin_player_turn(Player::Gallic);
    }

    fn begin_player_turn(&mut self, who: Player) {
        self.active = Some(who);
        self.phase = Phase::CardRoll;
    }

    fn end_player_turn(&mut self, who: Player) {
        self.active = None;
        if let Some(next) = Player::ALL.get(who as usize + 1) {
            self.begin_player_turn(*next);
        } else if self.round < ROUNDS {
            self.begin_round();
        } else {
            self.ask_for_surrenders(0);
        }
    }

    fn go_on_with_turn(&mut self) {
        if let Some(who) = self.active {
            self.phase = Phase::Turn(who);
        }
    }

    fn activate(&mut self, army: Army) {
        self.card_played = true;
        self.acting = army;
        self.movement_points = match self.armies[army as usize].side {
            Gauls => 2 + self.card,
            Transalpine => 5,
            Romans | Etruscans | Samnites | Greeks => 4,
        };
        self.phase = Phase::FirstStep(army);
    }

    fn end_action(&mut self) {
        self.movement_points = 0;
        let army = self.acting;
        let force = self.armies[army as usize];
        if let Some(place) = force.at
            && force.leader != Leader::Nobody
            && !self.besieged.contains(place)
            && self.lays_siege(army, place)
        {
            self.lay_siege(place);
        }
        self.go_on_with_turn();
    }

    fn ask_for_surrenders(&mut self, from: usize) {
        for army in &Army::ALL[from..] {
            let force = &self.armies[*army as usize];
            let Some(place) = force.at else { continue };
            if self.may_roll(*army, place) {
                self.phase = match PLAYED_BY[force.side as usize] {
                    Some(_) => Phase::Surrender { army: *army, place },
                    None => Phase::SiegeRoll { army: *army, place, then: Then::NextSurrender(*army) },
                };
                return;
            }
        }
        self.end_turn();
    }

    fn end_turn(&mut self) {
        for who in Player::ALL {
            self.count_victory_spaces(*who);
            if self.victory_points[*who as usize] == POINTS_TO_WIN {
                self.phase = Phase::Over;
                return;
            }
        }
        self.allied = [Set::EMPTY; N_POWERS];
        self.muster_the_transalpine();
        self.muster_from(0);
    }

    fn count_victory_spaces(&mut self, who: Player) {
        let union = |of: &[Places; N_POWERS]| {
            POWERS_OF[who as usize].iter().fold(Set::EMPTY, |all: Places, us| all.or(of[us as usize]))
        };
        let home = union(&HOMES).and(VICTORY_SPACES);
        let held = union(&self.held).and(VICTORY_SPACES);
        let lost = home.without(held).len() as u8;
        let won = if who == Player::Gallic { 0 } else { held.without(home).len() as u8 };
        let points = &mut self.victory_points[who as usize];
        *points = (*points + won).saturating_sub(lost).min(POINTS_TO_WIN);
    }

    fn muster_the_transalpine(&mut self) {
        let Some(host) = self.armies.iter_mut().find(|force| force.side == Transalpine && force.at.is_some())
        else {
            self.return_of_the_transalpine();
            return;
        };
        host.units = (host.units + 1).min(10);
        self.return_of_the_transalpine();
    }

    fn return_of_the_transalpine(&mut self) {
        let in_box = self.leaders_in_box[Transalpine as usize][Leader::Minor as usize];
        if in_box > 0 && self.army_outside(Alps).is_none() {
            self.raise_army(Transalpine, Leader::Minor, Alps);
        }
    }

    fn muster_from(&mut self, first: usize) {
        for us in &Power::ALL[first..] {
            if PLAYED_BY[*us as usize].is_none() {
                continue;
            }
            let levy: u8 = self.sources(*us).iter().map(|place| LEVY[place as usize]).sum();
            self.levy_left = levy.min(6);
            if self.levy_left > 0 {
                self.phase = Phase::Muster(*us);
                return;
            }
        }
        self.turn += 1;
        if self.turn == TURNS {
            self.phase = Phase::Over;
        } else {
            self.round = 0;
            self.begin_round();
        }
    }

    fn go_on_mustering(&mut self, us: Power) {
        if self.levy_left == 0 {
            self.muster_from(us as usize + 1);
        }
    }

    /// The places that give reinforcements.
    fn sources(&self, us: Power) -> Places {
        HOMES[us as usize].and(self.held[us as usize]).without(self.besieged)
    }

    fn raise_army(&mut self, us: Power, leader: Leader, place: Place) {
        let Some(recruits) = self.armies.iter_mut().find(|force| force.at.is_none()) else { return };
        *recruits = Force { side: us, units: 1, leader, inside: false, at: Some(place) };
        self.leaders_in_box[us as usize][leader as usize] -= 1;
        self.lift_sieges();
    }

    // Places

    fn set_controller(&mut self, place: Place, controller: Option<Power>) {
        if let Some(before) = self.controller[place as usize] {
            self.held[before as usize].remove(place);
        }
        if let Some(now) = controller {
            self.held[now as usize].insert(place);
        }
        self.controller[place as usize] = controller;
    }

    /// Cities, and tribes that nobody has subjugated.
    fn strongholds(&self) -> Places {
        CITIES.or(TRIBES.without(self.subjugated))
    }

    fn independent(&self) -> Places {
        let [a, b, c, d, e, f] = self.held;
        Set::all().without(a.or(b).or(c)).without(d.or(e).or(f))
    }

    fn enemies_of(&self, us: Power) -> Powers {
        STRANGERS[us as usize].without(self.allied[us as usize])
    }

    fn enemy_place(&self, us: Power, place: Place) -> bool {
        self.controller[place as usize].is_none_or(|them| self.enemies_of(us).contains(them))
    }

    fn enemy_army_at(&self, us: Power, place: Place) -> bool {
        let enemies = self.enemies_of(us);
        self.armies
            .iter()
            .any(|force| force.at == Some(place) && force.units > 0 && enemies.contains(force.side))
    }

    fn army_outside(&self, place: Place) -> Option<Army> {
        self.first(|force| force.stands_outside(place))
    }

    fn garrison(&self, place: Place) -> Option<Army> {
        self.first(|force| force.holds_the_walls_of(place))
    }

    fn first(&self, is: impl Fn(&Force) -> bool) -> Option<Army> {
        let nth = self.armies.iter().position(is)?;
        Army::ALL.get(nth).copied()
    }

    fn borders_on(&self, us: Power, place: Place) -> bool {
        !NEIGHBOURS[place as usize].and(self.held[us as usize]).is_empty()
    }

    /// Independent ground that the power may put its marker into.
    fn may_win_over(&self, us: Power, place: Place) -> bool {
        self.borders_on(us, place) && !self.enemy_army_at(us, place)
    }

    /// Cities of the power's that nobody besieges.
    fn quiet_cities(&self, us: Power) -> Places {
        CITIES.and(self.held[us as usize]).without(self.besieged)
    }

    fn loyalty_may_rise(&self, us: Power, place: Place) -> bool {
        let limit = if RAIDERS.contains(us) { 1 } else { 3 };
        self.loyalty[place as usize] < limit && self.quiet_cities(us).contains(place)
    }

    fn loyalty_may_fall(&self, us: Power, place: Place) -> bool {
        let within = self.armies.iter().filter(|force| force.at == Some(place) && force.inside);
        CITIES.contains(place)
            && self.enemy_place(us, place)
            && (self.besieged.contains(place) || self.controller[place as usize].is_some())
            && self.loyalty[place as usize] > within.map(|force| force.units).sum()
    }

    fn marker_may_be_replaced(&self, us: Power, place: Place) -> bool {
        !self.strongholds().contains(place) && self.enemy_place(us, place) && !self.enemy_army_at(us, place)
    }

    fn open_to_bribes(&self, place: Place) -> bool {
        self.enemy_place(Gauls, place) && !self.enemy_army_at(Gauls, place)
    }

    fn allied_home(&self, us: Power, place: Place) -> Option<Power> {
        HOME[place as usize].filter(|them| self.allied[us as usize].contains(*them))
    }

    // Armies

    fn player_of(&self, us: Power) -> Player {
        PLAYED_BY[us as usize].or(self.active).unwrap_or(Player::Gallic)
    }

    fn side(&self, army: Army) -> Power {
        self.armies[army as usize].side
    }

    fn may_activate(&self, who: Player, army: Army) -> bool {
        let force = &self.armies[army as usize];
        force.at.is_some()
            && force.leader != Leader::Nobody
            && match PLAYED_BY[force.side as usize] {
                Some(player) => player == who,
                None => self.card == 3 && who != Player::Gallic,
            }
    }

    fn shut_in(&self, army: Army) -> bool {
        let force = &self.armies[army as usize];
        let enemies = self.enemies_of(force.side);
        force.inside
            && self.armies.iter().any(|other| {
                other.at == force.at && !other.inside && other.units > 0 && enemies.contains(other.side)
            })
    }

    fn may_enter(&self, us: Power, there: Place) -> bool {
        let enemies = self.enemies_of(us);
        self.armies.iter().all(|force| !force.stands_outside(there) || enemies.contains(force.side))
    }

    /// Where the points that are left suffice to go.
    fn in_range(&self, from: Place) -> Places {
        let near = if self.movement_points == 1 { &NEAR_FOR_ONE } else { &NEIGHBOURS };
        near[from as usize]
    }

    fn may_raid(&self, army: Army) -> bool {
        let force = &self.armies[army as usize];
        RAIDERS.contains(force.side)
            && !force.inside
            && force.at.is_some_and(|place| {
                !self.strongholds().contains(place)
                    && self.controller[place as usize].is_some()
                    && self.enemy_place(force.side, place)
            })
    }

    fn may_withdraw(&self, army: Army, place: Place) -> bool {
        let force = &self.armies[army as usize];
        CITIES.contains(place)
            && force.units <= 3
            && self.controller[place as usize] == Some(force.side)
            && self.garrison(place).is_none()
    }

    fn open_for_retreat(&self, us: Power, place: Place) -> bool {
        self.army_outside(place).is_none()
            && !(self.strongholds().contains(place) && self.enemy_place(us, place))
    }

    fn may_strengthen(&self, us: Power, army: Army) -> bool {
        let force = &self.armies[army as usize];
        force.side == us
            && force.units > 0
            && force.units < (if force.inside { 3 } else { 10 })
            && !self.shut_in(army)
    }

    fn may_gather(&self, us: Power, leader: Leader) -> bool {
        leader != Leader::Nobody
            && self.leaders_in_box[us as usize][leader as usize] > 0
            && self.armies.iter().any(|force| force.at.is_none())
    }

    fn may_appoint(&self, us: Power, leader: Leader, army: Army) -> bool {
        let force = &self.armies[army as usize];
        force.side == us
            && force.units > 0
            && force.leader == Leader::Nobody
            && (leader == Leader::Minor || !force.at.is_some_and(|place| self.besieged.contains(place)))
    }

    fn lose_units(&mut self, army: Army, losses: u8) {
        let force = &mut self.armies[army as usize];
        force.units = force.units.saturating_sub(losses);
        if force.units == 0 {
            self.disband(army);
        }
    }

    fn disband(&mut self, army: Army) {
        let force = &mut self.armies[army as usize];
        if force.leader != Leader::Nobody {
            self.leaders_in_box[force.side as usize][force.leader as usize] += 1;
        }
        *force = Force { units: 0, leader: Leader::Nobody, inside: false, at: None, ..*force };
        self.lift_sieges();
    }

    fn put(&mut self, army: Army, place: Place) {
        self.armies[army as usize].at = Some(place);
        self.lift_sieges();
    }

    fn set_inside(&mut self, army: Army, inside: bool) {
        self.armies[army as usize].inside = inside;
        self.lift_sieges();
    }

    // Sieges

    fn lays_siege(&self, army: Army, place: Place) -> bool {
        let force = &self.armies[army as usize];
        force.stands_outside(place)
            && self.strongholds().contains(place)
            && self.enemy_place(force.side, place)
    }

    fn besieging_army(&self, place: Place) -> Option<Army> {
        if !self.strongholds().contains(place) {
            return None;
        }
        self.first(|force| force.stands_outside(place) && self.enemy_place(force.side, place))
    }

    fn may_roll(&self, army: Army, place: Place) -> bool {
        let force = &self.armies[army as usize];
        force.leader != Leader::Nobody && force.units >= 3 && self.lays_siege(army, place)
    }

    fn lay_siege(&mut self, place: Place) {
        self.besieged.insert(place);
        self.siege_level[place as usize] = 0;
        self.lift_sieges();
    }

    fn lift_siege(&mut self, place: Place) {
        self.besieged.remove(place);
        self.siege_level[place as usize] = 0;
    }

    /// Sieges end when no besieger is left, and when one outside is the holder's ally.
    fn lift_sieges(&mut self) {
        for place in self.besieged {
            let controller = self.controller[place as usize];
            let mut besieged = false;
            for force in self.armies.iter().filter(|force| force.stands_outside(place)) {
                let allied =
                    controller.is_some_and(|holder| self.allied[force.side as usize].contains(holder));
                besieged |= Some(force.side) != controller && !allied;
            }
            if !besieged {
                self.lift_siege(place);
            }
        }
    }

    fn siege_result(total: u8) -> (u8, u8) {
        SIEGE_RESULTS[usize::from(total.clamp(2, 12)) - 2]
    }

    fn siege_rolled(&mut self, army: Army, place: Place, total: u8, then: Then) {
        let modifier = u8::from(RAIDERS.contains(self.side(army)) && CITIES.contains(place));
        let (points, losses) = SwordOfRome::siege_result(total - modifier);
        self.lose_units(army, losses);
        self.besieged.insert(place);
        let level = &mut self.siege_level[place as usize];
        *level = (*level + points).min(3);
        self.lift_sieges();
        self.settle_siege(place, then);
    }

    /// Converts the place when its siege has succeeded, then goes on.
    fn settle_siege(&mut self, place: Place, then: Then) {
        let resistance = if CITIES.contains(place) { &self.loyalty } else { &FACTOR }[place as usize];
        if self.besieged.contains(place)
            && self.siege_level[place as usize] >= resistance
            && let Some(victor) = self.besieging_army(place)
        {
            let us = self.side(victor);
            let allied_home = self.allied_home(us, place);
            if !CITIES.contains(place) {
                self.lift_siege(place);
                self.subjugated.insert(place);
                self.set_controller(place, Some(us));
            } else if RAIDERS.contains(us)
                && self.controller[place as usize].is_some()
                && allied_home.is_none()
            {
                self.phase = Phase::Fall { victor, place, then };
                return;
            } else {
                self.take_city(Some(allied_home.unwrap_or(us)), place);
            }
        }
        self.go_on(then);
    }

    fn go_on(&mut self, then: Then) {
        match then {
            Then::EndOfAction => self.end_action(),
            Then::NextSurrender(army) => self.ask_for_surrenders(army as usize + 1),
            Then::SpendSupport(winner, place) => self.spend_support(winner, place),
        }
    }

    fn take_city(&mut self, owner: Option<Power>, place: Place) {
        if let Some(lost) = self.garrison(place) {
            self.disband(lost);
        }
        self.lift_siege(place);
        self.set_controller(place, owner);
        self.loyalty[place as usize] = 1;
    }

    fn besieges_places_of(&self, us: Power, them: Power) -> bool {
        let (our_player, their_player) = (PLAYED_BY[us as usize], PLAYED_BY[them as usize]);
        self.besieged.iter().any(|place| {
            self.controller[place as usize].is_some_and(|holder| PLAYED_BY[holder as usize] == their_player)
                && Army::ALL.iter().any(|army| {
                    PLAYED_BY[self.side(*army) as usize] == our_player && self.lays_siege(*army, place)
                })
        })
    }

    fn may_offer(&self, us: Power, them: Power) -> bool {
        us != them
            && them != Transalpine
            && self.enemies_of(us).contains(them)
            && !self.besieges_places_of(us, them)
    }

    // Sortie, march and raid

    fn sally(&mut self, army: Army, place: Place) {
        match self.besieging_army(place) {
            Some(besieger) => self.phase = Phase::Sortie { besieger, place },
            None => {
                debug_assert_eq!(army, self.acting);
                self.end_action();
            }
        }
    }

    fn sally_out(&mut self, besieger: Army, place: Place) {
        let army = self.acting;
        self.set_inside(army, false);
        if self.armies[besieger as usize].at == Some(place) {
            self.from_within = Some(army);
            self.commander = Some(army);
            self.begin_battle(besieger, place);
        } else {
            self.end_action();
        }
    }

    fn go_on_marching(&mut self, army: Army) {
        if self.movement_points > 0 && self.armies[army as usize].units > 0 {
            self.phase = Phase::March(army);
        } else {
            self.end_action();
        }
    }

    fn move_to(&mut self, army: Army, there: Place) {
        let met = self.army_outside(there);
        let force = &mut self.armies[army as usize];
        if let Some(here) = force.at {
            self.movement_points -= if NEAR_FOR_ONE[here as usize].contains(there) { 1 } else { 2 };
        }
        force.inside = false;
        self.put(army, there);
        match met {
            Some(defender) if self.may_withdraw(defender, there) => {
                self.phase = Phase::Encounter { defender, place: there };
            }
            Some(defender) => self.meet(defender, there),
            None => self.go_on_marching(army),
        }
    }

    fn raided(&mut self, army: Army, place: Place, total: u8) {
        let us = self.side(army);
        let (points, losses) = SwordOfRome::siege_result(total - u8::from(self.readings.raid_as_siege));
        self.lose_units(army, losses);
        if points > 0 {
            let freed =
                !self.readings.independent_marker_in_allied_home && self.allied_home(us, place).is_some();
            self.set_controller(place, HOME[place as usize].filter(|_| freed));
            if self.place_plunder(us) {
                return;
            }
        }
        self.go_on_marching(army);
    }

    // Battle

    fn meet(&mut self, defender: Army, place: Place) {
        self.commander = Some(self.acting);
        match self.garrison(place) {
            Some(within) if self.side(within) == self.side(self.acting) => {
                self.phase = Phase::Relief { within, defender, place };
            }
            _ => self.begin_battle(defender, place),
        }
    }

    fn begin_battle(&mut self, defender: Army, place: Place) {
        self.movement_points = 0;
        self.phase = Phase::Battle { defender, place };
    }

    /// How many units a side can lose.
    fn strength(&self, army: Army) -> u8 {
        let reserve =
            self.from_within.filter(|within| *within != army && self.side(*within) == self.side(army));
        self.armies[army as usize].units + reserve.map_or(0, |within| self.armies[within as usize].units)
    }

    fn settle_battle(&mut self, winner: Army, loser: Army, losses: u8, place: Place) {
        let besieger_beaten = self.besieged.contains(place) && self.lays_siege(loser, place);
        let borne = losses.min(self.armies[loser as usize].units);
        self.lose_units(loser, borne);
        if let Some(within) = self.from_within {
            if losses > borne && self.side(within) == self.side(loser) {
                self.lose_units(within, losses - borne);
            }
            if within != winner && self.armies[within as usize].at == Some(place) {
                self.set_inside(within, true);
            }
        }
        if self.has_to_leave(loser, place) && self.can_retreat(loser, place) {
            self.phase = Phase::Retreat { winner, loser, losses, place, besieger_beaten };
        } else {
            self.after_retreat(winner, loser, losses, place, besieger_beaten);
        }
    }

    fn has_to_leave(&self, army: Army, place: Place) -> bool {
        let force = &self.armies[army as usize];
        force.at == Some(place) && !force.inside
    }

    fn can_retreat(&self, army: Army, place: Place) -> bool {
        let us = self.side(army);
        self.may_withdraw(army, place)
            || NEIGHBOURS[place as usize].iter().any(|there| self.open_for_retreat(us, there))
    }

    fn after_retreat(&mut self, winner: Army, loser: Army, losses: u8, place: Place, besieger_beaten: bool) {
        if self.has_to_leave(loser, place) {
            self.disband(loser);
        }
        if besieger_beaten {
            self.lift_siege(place);
        }
        if CITIES.contains(place) && !self.besieged.contains(place) && self.lays_siege(winner, place) {
            self.lay_siege(place);
        }
        self.support_points = losses.div_ceil(2);
        self.spend_support(winner, place);
    }

    fn spend_support(&mut self, winner: Army, place: Place) {
        if self.support_points > 0 {
            self.phase = Phase::Support { winner, place };
        } else {
            self.from_within = None;
            self.commander = None;
            self.end_action();
        }
    }

    /// Whether that ended the game.
    fn place_plunder(&mut self, us: Power) -> bool {
        let points = &mut self.victory_points[Player::Gallic as usize];
        if us == Gauls {
            if self.transalpine_plunder > 0 {
                self.transalpine_plunder -= 1;
                return false;
            }
            self.gallic_plunder += 1;
            if self.gallic_plunder == PLUNDER_TRACK {
                self.gallic_plunder = 0;
                *points = (*points + 1).min(POINTS_TO_WIN);
            }
        } else if self.gallic_plunder > 0 {
            self.gallic_plunder -= 1;
        } else {
            self.transalpine_plunder += 1;
            if self.transalpine_plunder == PLUNDER_TRACK {
                self.transalpine_plunder = 0;
                *points = points.saturating_sub(1);
            }
        }
        let over = *points == POINTS_TO_WIN;
        if over {
            self.phase = Phase::Over;
        }
        over
    }

    // Options

    fn turn_options(&self, who: Player, into: &mut Vec<Choice>) {
        let ours = POWERS_OF[who as usize];
        if !self.card_played {
            let armies = Army::ALL.iter().copied();
            into.extend(armies.filter(|army| self.may_activate(who, *army)).map(Choice::ActivateArmy));
            for us in ours {
                let rising = self.quiet_cities(us).iter().filter(|place| self.loyalty_may_rise(us, *place));
                into.extend(rising.map(|place| Choice::RaiseLoyalty(us, place)));
            }
            let open = self.independent().without(self.strongholds());
            for us in ours {
                let won = open.iter().filter(|place| self.may_win_over(us, *place));
                into.extend(won.map(|place| Choice::WinOver(us, place)));
            }
        }
        if !self.offer_made {
            for us in ours {
                let others = STRANGERS[us as usize].iter().filter(|them| self.may_offer(us, *them));
                into.extend(others.map(|them| Choice::OfferTo(us, them)));
            }
        }
        into.push(Choice::EndTurn);
    }

    fn first_step_options(&self, army: Army, into: &mut Vec<Choice>) {
        let shut_in = self.shut_in(army);
        if let Some(place) = self.armies[army as usize].at {
            if self.may_press(army, place) {
                into.push(Choice::PressTheSiege(place));
            }
            if shut_in {
                into.push(Choice::Sally(place));
            }
        }
        if !shut_in {
            into.push(Choice::March);
        }
        into.push(Choice::StandBy);
    }

    fn may_press(&self, army: Army, place: Place) -> bool {
        self.besieged.contains(place) && !self.rolled.contains(place) && self.may_roll(army, place)
    }

    fn march_options(&self, army: Army, into: &mut Vec<Choice>) {
        let force = &self.armies[army as usize];
        if let Some(here) = force.at {
            if !self.shut_in(army) {
                let there = self.in_range(here).iter().filter(|there| self.may_enter(force.side, *there));
                into.extend(there.map(Choice::MoveTo));
            }
            if self.may_raid(army) {
                into.push(Choice::RaidHere(here));
            }
        }
        into.push(Choice::EndMarch);
    }

    fn support_options(&self, winner: Army, place: Place, into: &mut Vec<Choice>) {
        let us = self.side(winner);
        let reach = within_reach(place);
        if RAIDERS.contains(us) {
            into.push(Choice::PlunderInstead);
        }
        let falling = reach.iter().filter(|spot| self.loyalty_may_fall(us, *spot));
        into.extend(falling.map(Choice::LowerLoyalty));
        let rising = reach.iter().filter(|spot| self.loyalty_may_rise(us, *spot));
        into.extend(rising.map(Choice::AddLoyalty));
        let replaced: Places = reach.iter().filter(|spot| self.marker_may_be_replaced(us, *spot)).collect();
        let bordering = replaced.iter().filter(|spot| self.borders_on(us, *spot));
        into.extend(bordering.map(Choice::PlaceOwnMarker));
        into.extend(replaced.without(self.independent()).iter().map(Choice::PlaceIndependentMarker));
        into.push(Choice::ForgoSupport);
    }

    fn muster_options(&self, us: Power, into: &mut Vec<Choice>) {
        let armies = || Army::ALL.iter().copied();
        into.extend(armies().filter(|army| self.may_strengthen(us, *army)).map(Choice::Strengthen));
        for leader in [Leader::Minor, Leader::Named] {
            if self.may_gather(us, leader) {
                let places = self.sources(us).iter().filter(|place| self.army_outside(*place).is_none());
                into.extend(places.map(|place| Choice::Gather(leader, place)));
            }
        }
        for leader in [Leader::Minor, Leader::Named] {
            if self.leaders_in_box[us as usize][leader as usize] > 0 {
                let led = armies().filter(|army| self.may_appoint(us, leader, *army));
                into.extend(led.map(|army| Choice::Appoint(leader, army)));
            }
        }
        into.push(Choice::EndMuster);
    }

    fn may_bribe(&self) -> bool {
        self.active == Some(Player::Gallic)
            && self.gallic_plunder > 0
            && self.waiting() == Waiting::Choice(Player::Gallic)
    }

    fn is_legal(&self, choice: Choice) -> bool {
        if let Choice::Bribe(place) = choice {
            return self.may_bribe() && HOMES[Gauls as usize].contains(place) && self.open_to_bribes(place);
        }
        match self.phase {
            Phase::Turn(who) => match choice {
                Choice::ActivateArmy(army) => !self.card_played && self.may_activate(who, army),
                Choice::RaiseLoyalty(us, place) => {
                    !self.card_played
                        && POWERS_OF[who as usize].contains(us)
                        && self.loyalty_may_rise(us, place)
                }
                Choice::WinOver(us, place) => {
                    !self.card_played
                        && POWERS_OF[who as usize].contains(us)
                        && self.controller[place as usize].is_none()
                        && !self.strongholds().contains(place)
                        && self.may_win_over(us, place)
                }
                Choice::OfferTo(us, them) => {
                    !self.offer_made && POWERS_OF[who as usize].contains(us) && self.may_offer(us, them)
                }
                _ => choice == Choice::EndTurn,
            },
            Phase::Alliance(..) => matches!(choice, Choice::AcceptAlliance | Choice::RefuseAlliance),
            Phase::FirstStep(army) => match choice {
                Choice::PressTheSiege(place) => self.may_press(army, place),
                Choice::Sally(place) => self.armies[army as usize].at == Some(place) && self.shut_in(army),
                Choice::March => !self.shut_in(army),
                _ => choice == Choice::StandBy,
            },
            Phase::March(army) => match choice {
                Choice::MoveTo(there) => {
                    let force = &self.armies[army as usize];
                    force.at.is_some_and(|here| self.in_range(here).contains(there))
                        && self.may_enter(force.side, there)
                        && !self.shut_in(army)
                }
                Choice::RaidHere(place) => {
                    self.armies[army as usize].at == Some(place) && self.may_raid(army)
                }
                _ => choice == Choice::EndMarch,
            },
            Phase::Sortie { besieger, place } => match choice {
                Choice::AvoidBattle(there) => {
                    NEIGHBOURS[place as usize].contains(there)
                        && self.open_for_retreat(self.side(besieger), there)
                }
                _ => choice == Choice::MeetTheSortie,
            },
            Phase::Encounter { .. } => matches!(choice, Choice::Stand | Choice::Withdraw),
            Phase::Relief { .. } => matches!(choice, Choice::JoinTheAttack | Choice::StayWithin),
            Phase::Battle { defender, .. } => match choice {
                Choice::AttackerWins(losses) => {
                    (1..=3).contains(&losses) && losses <= self.strength(defender)
                }
                Choice::DefenderWins(losses) => {
                    (1..=3).contains(&losses) && losses <= self.strength(self.acting)
                }
                _ => false,
            },
            Phase::Retreat { loser, place, .. } => match choice {
                Choice::RetreatInside => self.may_withdraw(loser, place),
                Choice::RetreatTo(there) => {
                    NEIGHBOURS[place as usize].contains(there)
                        && self.open_for_retreat(self.side(loser), there)
                }
                _ => false,
            },
            Phase::Support { winner, place } => {
                let us = self.side(winner);
                let near = |spot| within_reach(place).contains(spot);
                match choice {
                    Choice::PlunderInstead => RAIDERS.contains(us),
                    Choice::LowerLoyalty(spot) => near(spot) && self.loyalty_may_fall(us, spot),
                    Choice::AddLoyalty(spot) => near(spot) && self.loyalty_may_rise(us, spot),
                    Choice::PlaceOwnMarker(spot) => {
                        near(spot) && self.marker_may_be_replaced(us, spot) && self.borders_on(us, spot)
                    }
                    Choice::PlaceIndependentMarker(spot) => {
                        near(spot)
                            && self.marker_may_be_replaced(us, spot)
                            && self.controller[spot as usize].is_some()
                    }
                    _ => choice == Choice::ForgoSupport,
                }
            }
            Phase::Fall { .. } => matches!(choice, Choice::SackTheCity | Choice::KeepTheCity),
            Phase::Surrender { .. } => matches!(choice, Choice::RollForSurrender | Choice::Refrain),
            Phase::Muster(us) => match choice {
                Choice::Strengthen(army) => self.may_strengthen(us, army),
                Choice::Gather(leader, place) => {
                    self.may_gather(us, leader)
                        && self.sources(us).contains(place)
                        && self.army_outside(place).is_none()
                }
                Choice::Appoint(leader, army) => {
                    self.leaders_in_box[us as usize][leader as usize] > 0
                        && self.may_appoint(us, leader, army)
                }
                _ => choice == Choice::EndMuster,
            },
            Phase::CardRoll
            | Phase::SiegeRoll { .. }
            | Phase::RaidRoll { .. }
            | Phase::AvoidRoll { .. }
            | Phase::Over => false,
        }
    }

    // Answers

    fn bribe(&mut self, place: Place) {
        self.gallic_plunder -= 1;
        self.set_controller(place, Some(Gauls));
    }

    fn take_turn_choice(&mut self, who: Player, choice: Choice) {
        match choice {
            Choice::ActivateArmy(army) => self.activate(army),
            Choice::RaiseLoyalty(_, place) => {
                self.card_played = true;
                self.loyalty[place as usize] += 1;
            }
            Choice::WinOver(us, place) => {
                self.card_played = true;
                self.set_controller(place, Some(us));
            }
            Choice::OfferTo(us, them) => {
                self.offer_made = true;
                self.phase = Phase::Alliance(us, them);
            }
            _ => self.end_player_turn(who),
        }
    }

    fn answer_offer(&mut self, us: Power, them: Power, choice: Choice) {
        if choice == Choice::AcceptAlliance {
            self.allied[us as usize].insert(them);
            self.allied[them as usize].insert(us);
            self.lift_sieges();
        }
        self.go_on_with_turn();
    }

    fn take_first_step(&mut self, army: Army, choice: Choice) {
        match choice {
            Choice::PressTheSiege(place) => {
                self.rolled.insert(place);
                self.phase = Phase::SiegeRoll { army, place, then: Then::EndOfAction };
            }
            Choice::Sally(place) => self.sally(army, place),
            Choice::March => self.go_on_marching(army),
            _ => self.end_action(),
        }
    }

    fn take_march_step(&mut self, army: Army, choice: Choice) {
        match choice {
            Choice::MoveTo(there) => self.move_to(army, there),
            Choice::RaidHere(place) => {
                self.movement_points -= 1;
                self.phase = Phase::RaidRoll { army, place };
            }
            _ => self.end_action(),
        }
    }

    fn answer_encounter(&mut self, defender: Army, place: Place, choice: Choice) {
        if choice == Choice::Withdraw {
            self.set_inside(defender, true);
            self.go_on_marching(self.acting);
        } else {
            self.meet(defender, place);
        }
    }

    fn answer_relief(&mut self, within: Army, defender: Army, place: Place, choice: Choice) {
        if choice == Choice::JoinTheAttack {
            self.set_inside(within, false);
            self.from_within = Some(within);
            let superior = self.armies[self.acting as usize].leader;
            if self.armies[within as usize].leader == Leader::Named && superior == Leader::Minor {
                self.commander = Some(within);
            }
        }
        self.begin_battle(defender, place);
    }

    fn take_support(&mut self, winner: Army, place: Place, choice: Choice) {
        let us = self.side(winner);
        self.support_points -= 1;
        match choice {
            Choice::PlunderInstead => {
                if self.place_plunder(us) {
                    return;
                }
            }
            Choice::LowerLoyalty(spot) => {
                self.lower_loyalty(spot, Then::SpendSupport(winner, place));
                return;
            }
            Choice::AddLoyalty(spot) => self.loyalty[spot as usize] += 1,
            Choice::PlaceOwnMarker(spot) => self.set_controller(spot, Some(us)),
            Choice::PlaceIndependentMarker(spot) => self.set_controller(spot, None),
            _ => self.support_points = 0,
        }
        self.spend_support(winner, place);
    }

    fn lower_loyalty(&mut self, spot: Place, then: Then) {
        self.loyalty[spot as usize] -= 1;
        if self.loyalty[spot as usize] == 0 && !self.besieged.contains(spot) {
            self.set_controller(spot, None);
            self.loyalty[spot as usize] = 1;
        }
        self.settle_siege(spot, then);
    }

    fn answer_fall(&mut self, victor: Army, place: Place, then: Then, choice: Choice) {
        let us = self.side(victor);
        if choice == Choice::KeepTheCity {
            self.take_city(Some(us), place);
        } else {
            self.take_city(None, place);
            for _ in 0..5 {
                if self.place_plunder(us) {
                    return;
                }
            }
        }
        self.go_on(then);
    }

    fn take_muster_choice(&mut self, us: Power, choice: Choice) {
        match choice {
            Choice::Strengthen(army) => {
                self.levy_left -= 1;
                self.armies[army as usize].units += 1;
            }
            Choice::Gather(leader, place) => {
                self.levy_left -= 1;
                self.raise_army(us, leader, place);
            }
            Choice::Appoint(leader, army) => {
                self.leaders_in_box[us as usize][leader as usize] -= 1;
                self.armies[army as usize].leader = leader;
            }
            _ => self.levy_left = 0,
        }
        self.go_on_mustering(us);
    }
}

/// A battle is felt where it was fought and beside it.
fn within_reach(place: Place) -> Places {
    NEIGHBOURS[place as usize].with(place)
}

impl Peer for SwordOfRome {
    type Seat = Player;
    type Choice = Choice;

    fn waiting(&self) -> Waiting<Player> {
        let decides = |army| Waiting::Choice(self.player_of(self.side(army)));
        match self.phase {
            Phase::CardRoll => Waiting::Roll { count: 1, sides: 3 },
            Phase::SiegeRoll { .. } | Phase::RaidRoll { .. } => Waiting::Roll { count: 2, sides: 6 },
            Phase::AvoidRoll { .. } => Waiting::Roll { count: 1, sides: 6 },
            Phase::Turn(who) => Waiting::Choice(who),
            Phase::Alliance(_, power) | Phase::Muster(power) => Waiting::Choice(self.player_of(power)),
            Phase::FirstStep(army)
            | Phase::March(army)
            | Phase::Sortie { besieger: army, .. }
            | Phase::Encounter { defender: army, .. }
            | Phase::Relief { within: army, .. }
            | Phase::Retreat { loser: army, .. }
            | Phase::Support { winner: army, .. }
            | Phase::Fall { victor: army, .. }
            | Phase::Surrender { army, .. } => decides(army),
            Phase::Battle { .. } => decides(self.acting),
            Phase::Over => Waiting::Over,
        }
    }

    fn options(&self, into: &mut Vec<Choice>) {
        into.clear();
        match self.phase {
            Phase::Turn(who) => self.turn_options(who, into),
            Phase::Alliance(..) => into.extend([Choice::AcceptAlliance, Choice::RefuseAlliance]),
            Phase::FirstStep(army) => self.first_step_options(army, into),
            Phase::March(army) => self.march_options(army, into),
            Phase::Sortie { besieger, place } => {
                let us = self.side(besieger);
                into.push(Choice::MeetTheSortie);
                let open =
                    NEIGHBOURS[place as usize].iter().filter(|there| self.open_for_retreat(us, *there));
                into.extend(open.map(Choice::AvoidBattle));
            }
            Phase::Encounter { .. } => into.extend([Choice::Stand, Choice::Withdraw]),
            Phase::Relief { .. } => into.extend([Choice::JoinTheAttack, Choice::StayWithin]),
            Phase::Battle { defender, .. } => {
                into.extend((1..=self.strength(defender).min(3)).map(Choice::AttackerWins));
                into.extend((1..=self.strength(self.acting).min(3)).map(Choice::DefenderWins));
            }
            Phase::Retreat { loser, place, .. } => {
                let us = self.side(loser);
                if self.may_withdraw(loser, place) {
                    into.push(Choice::RetreatInside);
                }
                let open =
                    NEIGHBOURS[place as usize].iter().filter(|there| self.open_for_retreat(us, *there));
                into.extend(open.map(Choice::RetreatTo));
            }
            Phase::Support { winner, place } => self.support_options(winner, place, into),
            Phase::Fall { .. } => into.extend([Choice::SackTheCity, Choice::KeepTheCity]),
            Phase::Surrender { .. } => into.extend([Choice::RollForSurrender, Choice::Refrain]),
            Phase::Muster(us) => self.muster_options(us, into),
            Phase::CardRoll
            | Phase::SiegeRoll { .. }
            | Phase::RaidRoll { .. }
            | Phase::AvoidRoll { .. }
            | Phase::Over => return,
        }
        if self.may_bribe() {
            let open = HOMES[Gauls as usize].iter().filter(|place| self.open_to_bribes(*place));
            into.extend(open.map(Choice::Bribe));
        }
    }

    fn choose(&mut self, choice: Choice) -> Result<(), NotLegal> {
        if !self.is_legal(choice) {
            return Err(NotLegal);
        }
        if let Choice::Bribe(place) = choice {
            self.bribe(place);
            return Ok(());
        }
        match self.phase {
            Phase::Turn(who) => self.take_turn_choice(who, choice),
            Phase::Alliance(us, them) => self.answer_offer(us, them, choice),
            Phase::FirstStep(army) => self.take_first_step(army, choice),
            Phase::March(army) => self.take_march_step(army, choice),
            Phase::Sortie { besieger, place } => match choice {
                Choice::AvoidBattle(there) => self.phase = Phase::AvoidRoll { besieger, place, there },
                _ => self.sally_out(besieger, place),
            },
            Phase::Encounter { defender, place } => self.answer_encounter(defender, place, choice),
            Phase::Relief { within, defender, place } => self.answer_relief(within, defender, place, choice),
            Phase::Battle { defender, place } => match choice {
                Choice::AttackerWins(losses) => self.settle_battle(self.acting, defender, losses, place),
                Choice::DefenderWins(losses) => self.settle_battle(defender, self.acting, losses, place),
                _ => return Err(NotLegal),
            },
            Phase::Retreat { winner, loser, losses, place, besieger_beaten } => {
                match choice {
                    Choice::RetreatTo(there) => self.put(loser, there),
                    _ => self.set_inside(loser, true),
                }
                self.after_retreat(winner, loser, losses, place, besieger_beaten);
            }
            Phase::Support { winner, place } => self.take_support(winner, place, choice),
            Phase::Fall { victor, place, then } => self.answer_fall(victor, place, then, choice),
            Phase::Surrender { army, place } => match choice {
                Choice::RollForSurrender => {
                    self.phase = Phase::SiegeRoll { army, place, then: Then::NextSurrender(army) };
                }
                _ => self.ask_for_surrenders(army as usize + 1),
            },
            Phase::Muster(us) => self.take_muster_choice(us, choice),
            Phase::CardRoll
            | Phase::SiegeRoll { .. }
            | Phase::RaidRoll { .. }
            | Phase::AvoidRoll { .. }
            | Phase::Over => return Err(NotLegal),
        }
        Ok(())
    }

    fn roll(&mut self, total: u8) -> Result<(), NotLegal> {
        match self.phase {
            Phase::CardRoll if (1..=3).contains(&total) => {
                self.card = total;
                self.card_played = false;
                self.offer_made = false;
                self.go_on_with_turn();
            }
            Phase::SiegeRoll { army, place, then } if (2..=12).contains(&total) => {
                self.siege_rolled(army, place, total, then);
            }
            Phase::RaidRoll { army, place } if (2..=12).contains(&total) => self.raided(army, place, total),
            Phase::AvoidRoll { besieger, place, there } if (1..=6).contains(&total) => {
                if total >= 4 {
                    self.put(besieger, there);
                }
                self.sally_out(besieger, place);
            }
            _ => return Err(NotLegal),
        }
        Ok(())
    }

    fn draw(&mut self, _: u32) -> Result<(), NotLegal> {
        Err(NotLegal)
    }
}
