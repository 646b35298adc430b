//! Engines keep their own invariants: random games, looked at after every step, and none of them halts.
//!
//! CI plays some thousands. What an issue or a release asks for is played by
//! `cargo test --release --test soundness -- --ignored`: a million games of *The Coin Tribes' Revolt*, ten thousand of each
//! scenario of *Falling Sky*, a thousand of *The Siege of Alesia* by its bots.

use rulec_runtime::{Dice, Game, Silent, Waiting};

/// Longer games than these never end.
const STEPS_AT_MOST: usize = 20_000;

/// Plays a random game to its end and looks at it after every step; gives the number of steps.
fn play<G: Game>(mut game: G, options: &mut Vec<G::Choice>, seed: u64) -> usize {
    let mut dice = Dice::new(seed);
    for steps in 0..STEPS_AT_MOST {
        if let Some(rule) = game.breach() {
            let rule = game.rulebook()[usize::from(rule.0)].name;
            panic!("game {seed}: `{rule}` does not hold after {steps} steps");
        }
        let answered = match game.waiting() {
            Waiting::Choice { .. } => {
                game.options(options);
                let nth = dice.pick(options.len() as u32) as usize;
                game.choose(&options[nth], &mut Silent)
            }
            Waiting::Roll { count, sides } => game.roll(dice.roll(count, sides), &mut Silent),
            Waiting::Draw { among } => game.roll(game.drawn(dice.pick(among)), &mut Silent),
            Waiting::Over => return steps,
            Waiting::Halted => panic!("game {seed} halts after {steps} steps"),
        };
        answered.unwrap_or_else(|refusal| panic!("game {seed}, step {steps}: {refusal:?}"));
    }
    panic!("game {seed} does not end");
}

/// Plays so many games on all cores; game `nth` begins as `start` says.
fn play_all<G: Game>(games: u64, start: impl Fn(u64) -> G + Sync) {
    let workers = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let start = &start;
            scope.spawn(move || {
                let mut options = Vec::new();
                for nth in (worker..games).step_by(workers as usize) {
                    play(start(nth), &mut options, nth);
                }
            });
        }
    });
}

mod alesia {
    use rulec_engine_alesia::engine::{Readings, Scenario};
    use rulec_engine_alesia::state::State;
    use rulec_engine_alesia::types::{Side, SideSet};

    /// Scenarios in turn, and of those each with two bots, one on either side, and none; or `by_bots` alone.
    pub fn start(nth: u64, by_bots: bool) -> State {
        let scenarios = Scenario::ALL.len() as u64;
        let bots = match nth / scenarios % 4 {
            _ if by_bots => SideSet::ALL,
            0 => SideSet::ALL,
            1 => SideSet::of([Side::Gauls]),
            2 => SideSet::of([Side::Romans]),
            _ => SideSet::EMPTY,
        };
        let scenario = Scenario::ALL[(nth % scenarios) as usize];
        State::begin(scenario, Readings::default(), bots, &mut rulec_runtime::Silent)
            .expect("the setup is sound")
    }
}

mod coin_tribes {
    use rulec_engine_coin_tribes::engine::{Readings, Scenario};
    use rulec_engine_coin_tribes::state::State;
    use rulec_engine_coin_tribes::types::{Faction, FactionSet};

    /// Scenarios in turn. Persons everywhere, or with `bots` every mix of the two.
    pub fn start(nth: u64, bots: bool) -> State {
        let scenarios = Scenario::ALL.len() as u64;
        let seats = if bots { nth / scenarios % 16 } else { 0 };
        let by_rules: FactionSet = Faction::ALL
            .into_iter()
            .enumerate()
            .filter(|(seat, _)| seats >> seat & 1 == 1)
            .map(|(_, us)| us)
            .collect();
        let scenario = Scenario::ALL[(nth % scenarios) as usize];
        State::begin(scenario, Readings::default(), by_rules, &mut rulec_runtime::Silent)
            .expect("the setup is sound")
    }
}

mod falling_sky {
    use rulec_engine_falling_sky::engine::{Readings, Scenario};
    use rulec_engine_falling_sky::state::State;
    use rulec_engine_falling_sky::types::Faction;

    /// Scenarios in turn, and of those each with all seats by the charts, with a person among them, with persons everywhere; or
    /// `by_charts` alone.
    pub fn start(nth: u64, by_charts: bool) -> State {
        let scenarios = Scenario::ALL.len() as u64;
        let mix = if by_charts { 0 } else { nth / scenarios % 6 };
        let by_rules = Faction::ALL.into_iter().enumerate().filter(|(seat, _)| match mix {
            0 => true,
            5 => false,
            person => *seat as u64 != person - 1,
        });
        let by_rules = by_rules.map(|(_, us)| us).collect();
        let scenario = Scenario::ALL[(nth % scenarios) as usize];
        State::begin(scenario, Readings::default(), by_rules, &mut rulec_runtime::Silent)
            .expect("the setup is sound")
    }
}

#[test]
fn random_games_of_sekvan_keep_the_invariants() {
    use rulec_engine_sekvan::{engine::Scenario, state::State};
    let scenarios = Scenario::ALL.len() as u64;
    play_all(1_000, |nth| State::new(Scenario::ALL[(nth % scenarios) as usize]).expect("the setup is sound"));
}

#[test]
fn random_games_of_sword_of_rome_keep_the_invariants() {
    use rulec_engine_sword_of_rome::{engine::Scenario, state::State};
    play_all(1_000, |_| State::new(Scenario::default()).expect("the setup is sound"));
}

#[test]
fn random_games_of_alesia_keep_the_invariants() {
    play_all(16, |nth| alesia::start(nth, false));
}

#[test]
fn random_games_of_coin_tribes_keep_the_invariants() {
    play_all(2_000, |nth| coin_tribes::start(nth, true));
}

#[test]
fn random_games_of_falling_sky_keep_the_invariants() {
    play_all(60, |nth| falling_sky::start(nth, false));
}

#[test]
#[ignore = "a thousand games of bots on a map: minutes in release"]
fn a_thousand_games_of_alesia_by_bots_keep_the_invariants() {
    play_all(1_000, |nth| alesia::start(nth, true));
}

#[test]
#[ignore = "a million games: minutes in release"]
fn a_million_games_of_coin_tribes_keep_the_invariants() {
    play_all(1_000_000, |nth| coin_tribes::start(nth, false));
    play_all(100_000, |nth| coin_tribes::start(nth, true));
}

#[test]
#[ignore = "thirty thousand games of bots that think: minutes in release"]
fn ten_thousand_games_of_each_scenario_of_falling_sky_keep_the_invariants() {
    let scenarios = rulec_engine_falling_sky::engine::Scenario::ALL.len() as u64;
    play_all(10_000 * scenarios, |nth| falling_sky::start(nth, true));
}
