//! The engines written by hand and the interpreter play the same games.
//!
//! Only then does it mean something when a generated engine is measured against one of them.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

#[path = "../benches/peers/mod.rs"]
mod peers;
mod support;

use std::fmt::{Debug, Display};

use rulec_model::interpreter::{Interpreter, Layout, Prepared};
use rulec_model::machine::{Machine, StateId};
use rulec_runtime::{Dice, Game, Silent, Waiting};

use peers::coin_tribes::{self, CoinTribes};
use peers::sekvan::{self, Scenario, Sekvan};
use peers::sword_of_rome::{self, SwordOfRome};
use peers::{NotLegal, Peer, play_out};

/// With the interpreter, games are played one after the other until so many answers have been given.
const STEPS: u64 = 8_000;
/// With the generated engines, which are faster and so reach what is rare.
const STEPS_GENERATED: u64 = 100_000;

fn machine(game: &str) -> Machine {
    support::checked(game).machine.expect("nothing is wrong with the rules")
}

/// The readings whose answer is not the default, each with its second answer.
fn second_answers(machine: &Machine, names: &[&str]) -> Vec<(StateId, u32)> {
    let known = |name: &&str| machine.readings.iter().find(|reading| reading.name == **name);
    names.iter().map(|name| (known(name).expect("there is such a reading").state, 1)).collect()
}

/// The same answers for both, at random, until so many steps are done; each game begins with a new seed.
fn play_side_by_side<G, P>(
    game: impl Fn() -> G,
    peer: impl Fn() -> P,
    scores: impl Fn(&P) -> Vec<(i64, bool)>,
    steps: u64,
) where
    G: Game,
    P: Peer<Seat: Display, Choice: Display + PartialEq> + Clone + PartialEq + Debug,
{
    let mut done = 0;
    for seed in 0.. {
        let (mut game, mut peer) = (game(), peer());
        done += play_one(&mut game, &mut peer, seed);
        let outcome = game.outcome();
        let expected = outcome.scores.iter().map(|(seat, score)| (*score, outcome.winners.contains(seat)));
        assert_eq!(scores(&peer), expected.collect::<Vec<_>>(), "scores of game {seed}");
        if done >= steps {
            return;
        }
    }
}

fn play_one<G, P>(game: &mut G, peer: &mut P, seed: u64) -> u64
where
    G: Game,
    P: Peer<Seat: Display, Choice: Display + PartialEq> + Clone + PartialEq + Debug,
{
    let mut dice = Dice::new(seed);
    let (mut options, mut by_hand) = (Vec::new(), Vec::new());
    let (mut told, mut seen) = (Vec::new(), Vec::new());
    for step in 0.. {
        let at = |told: &[String]| format!("game {seed}, step {step}, after {told:?}");
        match (game.waiting(), peer.waiting()) {
            (Waiting::Choice { seat, .. }, peers::Waiting::Choice(by)) => {
                assert_eq!(seat.to_string(), by.to_string(), "{}", at(&told));
                game.options(&mut options);
                peer.options(&mut by_hand);
                let texts: Vec<String> = options.iter().map(|choice| choice.to_string()).collect();
                let texts_by_hand: Vec<String> = by_hand.iter().map(|choice| choice.to_string()).collect();
                assert_eq!(texts, texts_by_hand, "{}", at(&told));
                refuses_what_is_not_offered(peer, &by_hand, &mut seen, &mut dice);
                let nth = dice.pick(options.len() as u32) as usize;
                told.push(texts[nth].clone());
                game.choose(&options[nth], &mut Silent).expect("it was offered");
                peer.choose(by_hand[nth]).expect("it was offered");
            }
            (
                Waiting::Roll { count, sides },
                peers::Waiting::Roll { count: dice_by_hand, sides: sides_by_hand },
            ) => {
                assert_eq!((count, sides), (dice_by_hand, sides_by_hand), "{}", at(&told));
                let total = dice.roll(count, sides);
                told.push(total.to_string());
                game.roll(total, &mut Silent).expect("dice can fall so");
                peer.roll(total as u8).expect("dice can fall so");
            }
            (Waiting::Draw { among }, peers::Waiting::Draw { among: among_by_hand }) => {
                assert_eq!(among, among_by_hand, "{}", at(&told));
                let nth = dice.pick(among);
                told.push(format!("no. {nth} of {among}"));
                game.roll(game.drawn(nth), &mut Silent).expect("it is a candidate");
                peer.draw(nth).expect("it is a candidate");
            }
            (Waiting::Over, peers::Waiting::Over) => return step,
            (waiting, by_hand) => {
                let waiting = waiting_in_words(waiting.into());
                panic!("one waits for {waiting}, the peer for {}: {}", waiting_in_words(by_hand), at(&told));
            }
        }
    }
    unreachable!("games end")
}

impl<Seat> From<Waiting<Seat>> for peers::Waiting<Seat> {
    fn from(waiting: Waiting<Seat>) -> Self {
        match waiting {
            Waiting::Choice { seat, .. } => peers::Waiting::Choice(seat),
            Waiting::Roll { count, sides } => peers::Waiting::Roll { count, sides },
            Waiting::Draw { among } => peers::Waiting::Draw { among },
            Waiting::Over | Waiting::Halted => peers::Waiting::Over,
        }
    }
}

fn waiting_in_words<Seat: Display>(waiting: peers::Waiting<Seat>) -> String {
    match waiting {
        peers::Waiting::Choice(by) => format!("a choice of {by}"),
        peers::Waiting::Roll { count, sides } => format!("{count}d{sides}"),
        peers::Waiting::Draw { among } => format!("a draw among {among}"),
        peers::Waiting::Over => "nothing".to_owned(),
    }
}

/// An answer that was legal some time ago and is not now is refused and changes nothing.
fn refuses_what_is_not_offered<P>(
    game: &mut P,
    offered: &[P::Choice],
    seen: &mut Vec<P::Choice>,
    dice: &mut Dice,
) where
    P: Peer + Clone + PartialEq + Debug,
    P::Choice: PartialEq,
{
    if let Some(choice) =
        seen.get(dice.pick(seen.len() as u32) as usize).filter(|choice| !offered.contains(choice))
    {
        let before = game.clone();
        assert_eq!(game.choose(*choice), Err(NotLegal));
        assert_eq!(*game, before);
    }
    let new = offered.iter().filter(|choice| !seen.contains(choice)).copied().collect::<Vec<_>>();
    seen.extend(new);
}

fn coin_tribes_scores(peer: &CoinTribes) -> Vec<(i64, bool)> {
    let winners = peer.winners();
    let won = <coin_tribes::Faction as peers::Named>::ALL.iter().map(|us| winners.contains(*us));
    peer.scores().into_iter().map(i64::from).zip(won).collect()
}

fn sekvan_scores(peer: &Sekvan) -> Vec<(i64, bool)> {
    let winners = peer.winners();
    let won = <sekvan::Tribe as peers::Named>::ALL.iter().map(|side| winners.contains(*side));
    peer.scores().into_iter().map(i64::from).zip(won).collect()
}

fn sword_of_rome_scores(peer: &SwordOfRome) -> Vec<(i64, bool)> {
    let winners = peer.winners();
    let won = <sword_of_rome::Player as peers::Named>::ALL.iter().map(|who| winners.contains(*who));
    peer.scores().into_iter().map(i64::from).zip(won).collect()
}

fn coin_tribes_agrees(
    scenario: coin_tribes::Scenario,
    names: &[&str],
    readings: coin_tribes::Readings,
    steps: u64,
) {
    let machine = machine("coin-tribes");
    let layout = Layout::of(&machine);
    let prepared = Prepared::new(&machine, &layout);
    let others = second_answers(&machine, names);
    let game =
        || Interpreter::new(&prepared, scenario as usize, &others).expect("the setup is within bounds");
    play_side_by_side(game, || CoinTribes::new(scenario, readings), coin_tribes_scores, steps);
}

fn sekvan_agrees(scenario: Scenario, names: &[&str], readings: sekvan::Readings, steps: u64) {
    let machine = machine("sekvan");
    let layout = Layout::of(&machine);
    let prepared = Prepared::new(&machine, &layout);
    let others = second_answers(&machine, names);
    let game =
        || Interpreter::new(&prepared, scenario as usize, &others).expect("the setup is within bounds");
    play_side_by_side(game, || Sekvan::new(scenario, readings), sekvan_scores, steps);
}

fn sword_of_rome_agrees(names: &[&str], readings: sword_of_rome::Readings, steps: u64) {
    let machine = machine("sword-of-rome");
    let layout = Layout::of(&machine);
    let prepared = Prepared::new(&machine, &layout);
    let others = second_answers(&machine, names);
    let game = || Interpreter::new(&prepared, 0, &others).expect("the setup is within bounds");
    play_side_by_side(game, || SwordOfRome::new(readings), sword_of_rome_scores, steps);
}

#[test]
fn coin_tribes_by_hand_plays_as_the_rules_say() {
    let scenario = coin_tribes::Scenario::FourPlayers;
    coin_tribes_agrees(scenario, &[], coin_tribes::Readings::default(), STEPS);
}

#[test]
fn coin_tribes_by_hand_agrees_with_factions_in_one_hand() {
    use coin_tribes::Scenario::{ThreePlayersRebelPair, ThreePlayersRomanPair, TwoPlayers};
    for scenario in [ThreePlayersRebelPair, ThreePlayersRomanPair, TwoPlayers] {
        coin_tribes_agrees(scenario, &[], coin_tribes::Readings::default(), STEPS / 4);
    }
}

#[test]
fn coin_tribes_by_hand_agrees_in_other_readings() {
    let readings = coin_tribes::Readings {
        allies_are_safe: true,
        fort_stops_every_hit: true,
        influence_outnumbers: true,
    };
    let names = ["harm_to_allies", "fort_in_battle", "outnumber_counts"];
    coin_tribes_agrees(coin_tribes::Scenario::FourPlayers, &names, readings, STEPS / 2);
}

#[test]
fn sekvan_by_hand_plays_as_the_rules_say() {
    sekvan_agrees(Scenario::FourHomes, &[], sekvan::Readings::default(), STEPS);
}

#[test]
fn sekvan_by_hand_agrees_in_a_crowded_land() {
    sekvan_agrees(Scenario::CrowdedLand, &[], sekvan::Readings::default(), STEPS);
}

#[test]
fn sekvan_by_hand_agrees_in_other_readings() {
    let order_and_losses = sekvan::Readings {
        order_by_roll: true,
        one_unit_marches: true,
        travel: true,
        loser_only_loses: true,
        gain_beyond_loss: true,
        ..Default::default()
    };
    let names = ["order_mode", "march_size", "version", "loss_mode", "gain_mode"];
    sekvan_agrees(Scenario::CrowdedLand, &names, order_and_losses, STEPS / 2);
    let battles = sekvan::Readings {
        peace_covers_oppida: true,
        battle_on_entry: true,
        difference_of_dice: true,
        ..Default::default()
    };
    let names = ["peace_scope", "battle_time", "difference_of"];
    sekvan_agrees(Scenario::CrowdedLand, &names, battles, STEPS / 2);
}

#[test]
fn sword_of_rome_by_hand_plays_as_the_rules_say() {
    sword_of_rome_agrees(&[], sword_of_rome::Readings::default(), STEPS);
}

#[test]
fn sword_of_rome_by_hand_agrees_in_other_readings() {
    let readings = sword_of_rome::Readings { raid_as_siege: true, independent_marker_in_allied_home: true };
    sword_of_rome_agrees(&["raid_modifier", "raid_in_allied_home"], readings, STEPS / 2);
}

#[test]
fn coin_tribes_by_hand_and_generated_are_one_game() {
    use rulec_engine_coin_tribes::{engine, state::State};
    let game = || State::new(engine::Scenario::FourPlayers).expect("the setup is within bounds");
    let peer = || CoinTribes::new(coin_tribes::Scenario::FourPlayers, coin_tribes::Readings::default());
    play_side_by_side(game, peer, coin_tribes_scores, STEPS_GENERATED);
}

#[test]
fn sekvan_by_hand_and_generated_are_one_game() {
    use rulec_engine_sekvan::{engine, state::State};
    let game = || State::new(engine::Scenario::FourHomes).expect("the setup is within bounds");
    let peer = || Sekvan::new(Scenario::FourHomes, sekvan::Readings::default());
    play_side_by_side(game, peer, sekvan_scores, STEPS_GENERATED);
}

#[test]
fn sword_of_rome_by_hand_and_generated_are_one_game() {
    use rulec_engine_sword_of_rome::{engine, state::State};
    let game = || State::new(engine::Scenario::HouseSetup).expect("the setup is within bounds");
    let peer = || SwordOfRome::new(sword_of_rome::Readings::default());
    play_side_by_side(game, peer, sword_of_rome_scores, STEPS_GENERATED);
}

#[test]
fn a_peer_plays_itself_to_the_end() {
    for seed in 0..50 {
        let mut game = SwordOfRome::new(sword_of_rome::Readings::default());
        assert!(play_out(&mut game, &mut Dice::new(seed), &mut Dice::new(seed + 1)) > 100);
        let mut game = Sekvan::new(Scenario::FourHomes, sekvan::Readings::default());
        assert!(play_out(&mut game, &mut Dice::new(seed), &mut Dice::new(seed + 1)) > 20);
        let mut game = CoinTribes::new(coin_tribes::Scenario::FourPlayers, coin_tribes::Readings::default());
        assert!(play_out(&mut game, &mut Dice::new(seed), &mut Dice::new(seed + 1)) > 20);
    }
}
