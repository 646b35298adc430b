//! Generated engines against engines of the same games written by hand, and against the interpreter.
//!
//! `cargo bench --bench engines` times a random game of each; `cargo bench --bench engines -- ratios` plays them in turn, so
//! that a busy machine is as busy for one as for the other, and prints how they compare and how many games a core plays in a
//! second, at random and by the charts of the bots.

#![allow(clippy::disallowed_methods, reason = "a bench looks at the clock")]

mod peers;
#[path = "../tests/support/mod.rs"]
mod support;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use divan::Bencher;
use rulec_engine_coin_tribes as coin_tribes_engine;
use rulec_engine_sekvan as sekvan_engine;
use rulec_engine_sword_of_rome as sword_of_rome_engine;
use rulec_model::interpreter::{Interpreter, Layout, Prepared};
use rulec_runtime::{Dice, Game, Random, Silent};

use peers::Peer;

/// Seeds are used again after so many games.
const SEEDS: u64 = 256;
/// How often the ratios look at two engines in turn, at so many games of each.
const LOOKS: usize = 1001;
const GAMES: u64 = 4;
/// The same with the interpreter.
const LOOKS_AT_INTERPRETER: usize = 65;
const GAMES_INTERPRETED: u64 = 1;
/// For a pace, so many games, each so many times.
const GAMES_AT_PACE: u64 = 128;
const LOOKS_AT_PACE: usize = 9;

fn main() {
    if std::env::args().any(|argument| argument == "ratios") {
        show_ratios("coin-tribes", coin_tribes::play_generated, coin_tribes::play_by_hand);
        show_ratios("sekvan", sekvan::play_generated, sekvan::play_by_hand);
        show_ratios("sword-of-rome", sword_of_rome::play_generated, sword_of_rome::play_by_hand);
        show_paces();
    } else {
        divan::main();
    }
}

#[divan::bench_group]
mod coin_tribes {
    use super::peers::coin_tribes::{CoinTribes, Readings, Scenario};
    use super::*;

    pub fn play_generated(seed: u64) -> u64 {
        play(
            coin_tribes_engine::state::State::new(coin_tribes_engine::engine::Scenario::FourPlayers).ok(),
            seed,
        )
    }

    /// All four factions by their charts.
    pub fn play_bots(seed: u64) -> u64 {
        let bots = coin_tribes_engine::types::FactionSet::ALL;
        let (scenario, readings) = Default::default();
        play(coin_tribes_engine::state::State::begin(scenario, readings, bots, &mut Silent).ok(), seed)
    }

    pub fn play_by_hand(seed: u64) -> u64 {
        play_peer(CoinTribes::new(Scenario::FourPlayers, Readings::default()), seed)
    }

    #[divan::bench]
    fn generated(bencher: Bencher) {
        bench(bencher, play_generated);
    }

    #[divan::bench]
    fn by_hand(bencher: Bencher) {
        bench(bencher, play_by_hand);
    }

    #[divan::bench]
    fn bots(bencher: Bencher) {
        bench(bencher, play_bots);
    }

    #[divan::bench(sample_count = 20)]
    fn interpreted(bencher: Bencher) {
        with_interpreter("coin-tribes", |play_interpreted| bench(bencher, play_interpreted));
    }
}

#[divan::bench_group]
mod sekvan {
    use super::peers::sekvan::{Readings, Scenario, Sekvan};
    use super::*;

    pub fn play_generated(seed: u64) -> u64 {
        play(sekvan_engine::state::State::new(sekvan_engine::engine::Scenario::FourHomes).ok(), seed)
    }

    pub fn play_by_hand(seed: u64) -> u64 {
        play_peer(Sekvan::new(Scenario::FourHomes, Readings::default()), seed)
    }

    #[divan::bench]
    fn generated(bencher: Bencher) {
        bench(bencher, play_generated);
    }

    #[divan::bench]
    fn by_hand(bencher: Bencher) {
        bench(bencher, play_by_hand);
    }

    #[divan::bench(sample_count = 20)]
    fn interpreted(bencher: Bencher) {
        with_interpreter("sekvan", |play_interpreted| bench(bencher, play_interpreted));
    }
}

#[divan::bench_group]
mod sword_of_rome {
    use super::peers::sword_of_rome::{Readings, SwordOfRome};
    use super::*;

    pub fn play_generated(seed: u64) -> u64 {
        play(
            sword_of_rome_engine::state::State::new(sword_of_rome_engine::engine::Scenario::HouseSetup).ok(),
            seed,
        )
    }

    pub fn play_by_hand(seed: u64) -> u64 {
        play_peer(SwordOfRome::new(Readings::default()), seed)
    }

    #[divan::bench]
    fn generated(bencher: Bencher) {
        bench(bencher, play_generated);
    }

    #[divan::bench]
    fn by_hand(bencher: Bencher) {
        bench(bencher, play_by_hand);
    }

    #[divan::bench(sample_count = 20)]
    fn interpreted(bencher: Bencher) {
        with_interpreter("sword-of-rome", |play_interpreted| bench(bencher, play_interpreted));
    }
}

/// There is no engine by hand of this one.
#[divan::bench_group]
mod falling_sky {
    use rulec_engine_falling_sky::engine::{Readings, Scenario};
    use rulec_engine_falling_sky::state::State;
    use rulec_engine_falling_sky::types::FactionSet;

    use super::*;

    fn play_with(bots: FactionSet, seed: u64) -> u64 {
        play(State::begin(Scenario::TheGreatRevolt, Readings::default(), bots, &mut Silent).ok(), seed)
    }

    pub fn play_at_random(seed: u64) -> u64 {
        play_with(FactionSet::EMPTY, seed)
    }

    /// All factions by their charts.
    pub fn play_bots(seed: u64) -> u64 {
        play_with(FactionSet::ALL, seed)
    }

    #[divan::bench(sample_count = 20)]
    fn at_random(bencher: Bencher) {
        bench(bencher, play_at_random);
    }

    #[divan::bench(sample_count = 20)]
    fn bots(bencher: Bencher) {
        bench(bencher, play_bots);
    }
}

fn bench(bencher: Bencher, play: impl Fn(u64) -> u64 + Sync) {
    let games = AtomicU64::new(0);
    bencher.with_inputs(|| games.fetch_add(1, Ordering::Relaxed) % SEEDS).bench_values(play);
}

/// A random game to its end; gives how many answers it took.
fn play<G: Game>(game: Option<G>, seed: u64) -> u64 {
    let Some(mut game) = game else { return 0 };
    let played =
        rulec_runtime::play_out(&mut game, &mut Random::new(seed), &mut Dice::new(seed + SEEDS), u64::MAX);
    played.steps
}

fn play_peer(mut game: impl Peer, seed: u64) -> u64 {
    peers::play_out(&mut game, &mut Dice::new(seed), &mut Dice::new(seed + SEEDS))
}

/// Hands a function on that plays a game on the interpreter.
fn with_interpreter<T>(game: &str, measure: impl FnOnce(&(dyn Fn(u64) -> u64 + Sync)) -> T) -> T {
    let machine = support::checked(game).machine.expect("nothing is wrong with the rules");
    let layout = Layout::of(&machine);
    let prepared = Prepared::new(&machine, &layout);
    measure(&|seed| play(Interpreter::new(&prepared, 0, &[]).ok(), seed))
}

fn show_ratios(game: &str, generated: fn(u64) -> u64, by_hand: fn(u64) -> u64) {
    let steps: u64 = (0..SEEDS).map(generated).sum();
    assert_eq!(steps, (0..SEEDS).map(by_hand).sum::<u64>(), "both play the same games");
    let against_hand = compare(&generated, &by_hand, LOOKS, GAMES);
    let against_interpreter = with_interpreter(game, |interpreted| {
        compare(interpreted, &generated, LOOKS_AT_INTERPRETER, GAMES_INTERPRETED)
    });
    println!("{game}: games of {} steps on average", steps / SEEDS);
    println!("  generated    {:>9.2} µs a game", micros(against_hand.one));
    println!(
        "  by hand      {:>9.2} µs a game; generated takes {:.3} times as long",
        micros(against_hand.other),
        against_hand.ratio
    );
    println!(
        "  interpreter  {:>9.2} µs a game; generated is {:.1} times as fast",
        micros(against_interpreter.one),
        against_interpreter.ratio
    );
}

/// How many games of each kind one core plays in a second.
fn show_paces() {
    println!("games a second on one core, generated:");
    show_pace("coin-tribes, players at random", coin_tribes::play_generated);
    show_pace("coin-tribes, bots", coin_tribes::play_bots);
    show_pace("sekvan, players at random", sekvan::play_generated);
    show_pace("sword-of-rome, players at random", sword_of_rome::play_generated);
    show_pace("falling-sky, players at random", falling_sky::play_at_random);
    show_pace("falling-sky, bots", falling_sky::play_bots);
}

/// Each game counts with the least time of some looks, so that what else the machine does counts little.
fn show_pace(what: &str, play: fn(u64) -> u64) {
    let best = |seed| (0..LOOKS_AT_PACE).map(|_| time(&play, seed, 1)).min().unwrap_or_default();
    let taken: Duration = (0..GAMES_AT_PACE).map(best).sum();
    let answers: u64 = (0..GAMES_AT_PACE).map(play).sum();
    let pace = GAMES_AT_PACE as f64 / taken.as_secs_f64();
    println!("  {what:<34} {pace:>9.0}; {} answers a game", answers / GAMES_AT_PACE);
}

/// Medians over all looks: time for a game with each, and how many times as long the one takes.
struct Comparison {
    one: Duration,
    other: Duration,
    ratio: f64,
}

fn compare(one: &dyn Fn(u64) -> u64, other: &dyn Fn(u64) -> u64, looks: usize, games: u64) -> Comparison {
    let (mut ones, mut others, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for look in 0..looks {
        let first = look as u64 * games % SEEDS;
        // Who goes first changes, so that neither always finds the caches as the other left them.
        let (a, b) = if look % 2 == 0 {
            let a = time(one, first, games);
            (a, time(other, first, games))
        } else {
            let b = time(other, first, games);
            (time(one, first, games), b)
        };
        ratios.push(a.as_secs_f64() / b.as_secs_f64());
        ones.push(a / games as u32);
        others.push(b / games as u32);
    }
    ratios.sort_by(f64::total_cmp);
    ones.sort();
    others.sort();
    let middle = looks / 2;
    Comparison { one: ones[middle], other: others[middle], ratio: ratios[middle] }
}

fn time(play: &dyn Fn(u64) -> u64, first: u64, games: u64) -> Duration {
    let begun = Instant::now();
    for seed in first..first + games {
        divan::black_box(play(divan::black_box(seed)));
    }
    begun.elapsed()
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
