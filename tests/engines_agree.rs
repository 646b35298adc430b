//! The interpreter and the generated engines are one meaning, twice: played with the same answers, they agree after
//! every step on what is waited for, on the options, on every state cell and on every explanation.

#[path = "support/side_by_side.rs"]
mod side_by_side;
mod support;

use rulec_model::interpreter::{Interpreter, Layout, Prepared};
use rulec_model::machine::Machine;

use side_by_side::play;

/// Steps of each game, over as many seeded games as they take.
const STEPS: usize = 100_000;
/// Fewer for the game whose bots think: each of their turns supposes many battles.
const STEPS_FALLING_SKY: usize = 3_000;
/// And where options are looked for on a map of hexes.
const STEPS_ALESIA: usize = 3_000;

fn machine(game: &str) -> Machine {
    support::checked(game).machine.expect("the rules are sound")
}

#[test]
fn alesia_is_the_same_game_twice() {
    use rulec_engine_alesia::engine::{Readings, Scenario};
    use rulec_engine_alesia::state::State;
    use rulec_engine_alesia::types::{Side, SideSet};
    let machine = machine("alesia");
    let bots_state = machine.bots.expect("rules answer in this game");
    let layout = Layout::of(&machine);
    let prepared = Prepared::new(&machine, &layout);
    let mut steps = 0;
    for seed in 0.. {
        let nth = seed as usize % Scenario::ALL.len();
        // Two bots, one on either side, none.
        let seats: Vec<u32> = (0..2).filter(|seat| seed >> seat & 1 == 0).collect();
        let bots: Vec<_> = seats.iter().map(|seat| (bots_state, *seat)).collect();
        let by_rules: SideSet = seats.iter().map(|seat| Side::ALL[*seat as usize]).collect();
        let silent = &mut rulec_runtime::Silent;
        let engine = State::begin(Scenario::ALL[nth], Readings::default(), by_rules, silent)
            .expect("the setup is sound");
        let interpreter = Interpreter::new(&prepared, nth, &bots).expect("the setup is sound");
        steps += play(engine, State::from_cells, interpreter, seed, 10_000);
        if steps >= STEPS_ALESIA {
            break;
        }
    }
}

#[test]
fn coin_tribes_is_the_same_game_twice() {
    use rulec_engine_coin_tribes::engine::{Readings, Scenario};
    use rulec_engine_coin_tribes::state::State;
    use rulec_engine_coin_tribes::types::{Faction, FactionSet};
    let scenarios = Scenario::ALL;
    let machine = machine("coin-tribes");
    let bots_state = machine.bots.expect("charts answer for bots");
    let layout = Layout::of(&machine);
    let prepared = Prepared::new(&machine, &layout);
    let mut steps = 0;
    for seed in 0.. {
        let nth = (seed + seed / 3) as usize % scenarios.len();
        // Every mix of people and bots comes up with every scenario.
        let seats = (seed as usize / scenarios.len()) as u32 % 16;
        let seated = (0..4).filter(|seat| seats >> seat & 1 == 1);
        let bots: Vec<_> = seated.map(|seat| (bots_state, seat)).collect();
        let factions = Faction::ALL.into_iter().zip(0u32..).filter(|(_, seat)| seats >> seat & 1 == 1);
        let rules: FactionSet = factions.map(|(faction, _)| faction).collect();
        let silent = &mut rulec_runtime::Silent;
        let engine =
            State::begin(scenarios[nth], Readings::default(), rules, silent).expect("the setup is sound");
        let interpreter = Interpreter::new(&prepared, nth, &bots).expect("the setup is sound");
        steps += play(engine, State::from_cells, interpreter, seed, 10_000);
        if steps >= STEPS {
            break;
        }
    }
}

#[test]
fn sekvan_is_the_same_game_twice() {
    use rulec_engine_sekvan::{engine::Scenario, state::State};
    let machine = machine("sekvan");
    let layout = Layout::of(&machine);
    let prepared = Prepared::new(&machine, &layout);
    let mut steps = 0;
    for seed in 0.. {
        let (nth, scenario) = [(0, Scenario::FourHomes), (1, Scenario::CrowdedLand)][seed as usize % 2];
        let engine = State::new(scenario).expect("the setup is sound");
        let interpreter = Interpreter::new(&prepared, nth, &[]).expect("the setup is sound");
        steps += play(engine, State::from_cells, interpreter, seed, 10_000);
        if steps >= STEPS {
            break;
        }
    }
}

#[test]
fn sword_of_rome_is_the_same_game_twice() {
    use rulec_engine_sword_of_rome::{engine::Scenario, state::State};
    let machine = machine("sword-of-rome");
    let layout = Layout::of(&machine);
    let prepared = Prepared::new(&machine, &layout);
    let mut steps = 0;
    for seed in 0.. {
        let engine = State::new(Scenario::default()).expect("the setup is sound");
        let interpreter = Interpreter::new(&prepared, 0, &[]).expect("the setup is sound");
        steps += play(engine, State::from_cells, interpreter, seed, 10_000);
        if steps >= STEPS {
            break;
        }
    }
}

#[test]
fn falling_sky_is_the_same_game_twice() {
    use rulec_engine_falling_sky::engine::{Readings, Scenario};
    use rulec_engine_falling_sky::{state::State, types::Faction};
    use rulec_runtime::Silent;
    let machine = machine("falling-sky");
    let layout = Layout::of(&machine);
    let prepared = Prepared::new(&machine, &layout);
    let bots = machine.bots.expect("rules answer in this game");
    let scenarios = [Scenario::TheGreatRevolt, Scenario::ReconquestOfGaul, Scenario::PaxGallica];
    let mut steps = 0;
    for seed in 0.. {
        let nth = (seed + seed / 3) as usize % scenarios.len();
        // All seats by the charts, then a person in one of the four, then persons everywhere.
        let seats: Vec<u32> = match seed % 3 {
            0 => (0..5).collect(),
            1 => (0..5).filter(|seat| u64::from(*seat) != seed % 4).collect(),
            _ => Vec::new(),
        };
        let chosen: Vec<(_, u32)> = seats.iter().map(|seat| (bots, *seat)).collect();
        let by_rules = seats.iter().map(|seat| Faction::ALL[*seat as usize]).collect();
        let engine = State::begin(scenarios[nth], Readings::default(), by_rules, &mut Silent)
            .expect("the setup is sound");
        let interpreter = Interpreter::new(&prepared, nth, &chosen).expect("the setup is sound");
        steps += play(engine, State::from_cells, interpreter, seed, 10_000);
        if steps >= STEPS_FALLING_SKY {
            break;
        }
    }
}
