//! The interpreter and the generated engines are one meaning, twice: played with the same answers, they agree after
//! every step on what is waited for, on the options, on every state cell and on every explanation.

mod support;

use rulec_model::interpreter::{Interpreter, Layout, Prepared};
use rulec_model::machine::Machine;
use rulec_runtime::{Dice, Game, Trace, Waiting};

/// Steps of each game, over as many seeded games as they take.
const STEPS: usize = 100_000;
/// Every so many steps both are listened to.
const LISTENED: usize = 10;

fn machine(game: &str) -> Machine {
    support::checked(game).machine.expect("the rules are sound")
}

/// One game of both, side by side; gives the number of steps.
fn play<E: Game>(mut engine: E, mut interpreter: Interpreter<'_>, seed: u64, most: usize) -> usize {
    let mut dice = Dice::new(seed);
    let (mut options, mut expected) = (Vec::new(), Vec::new());
    let (mut cells, mut expected_cells) = (Vec::new(), Vec::new());
    for step in 0..most {
        engine.cells(&mut cells);
        interpreter.cells(&mut expected_cells);
        assert_eq!(cells, expected_cells, "seed {seed}, step {step}: state");
        assert_eq!(engine.breach(), interpreter.breach(), "seed {seed}, step {step}: invariants");
        let listen = step % LISTENED == 0;
        match (engine.waiting(), interpreter.waiting()) {
            (Waiting::Choice { seat, rule }, Waiting::Choice { seat: other, rule: decision }) => {
                assert_eq!(
                    (seat.to_string(), rule),
                    (other.to_string(), decision),
                    "seed {seed}, step {step}"
                );
                engine.options(&mut options);
                interpreter.options(&mut expected);
                let shown: Vec<String> = options.iter().map(ToString::to_string).collect();
                let wanted: Vec<String> = expected.iter().map(ToString::to_string).collect();
                assert_eq!(shown, wanted, "seed {seed}, step {step}: options");
                let nth = dice.pick(options.len() as u32) as usize;
                let mut traces = (Trace::default(), Trace::default());
                let answers = if listen {
                    (
                        engine.choose(&options[nth], &mut traces.0),
                        interpreter.choose(&expected[nth], &mut traces.1),
                    )
                } else {
                    let silent = &mut rulec_runtime::Silent;
                    (engine.choose(&options[nth], silent), interpreter.choose(&expected[nth], silent))
                };
                assert_eq!(answers.0, answers.1, "seed {seed}, step {step}: {}", shown[nth]);
                assert_eq!(traces.0, traces.1, "seed {seed}, step {step}: explanation of {}", shown[nth]);
            }
            (Waiting::Roll { count, sides }, Waiting::Roll { count: dice_count, sides: dice_sides }) => {
                assert_eq!((count, sides), (dice_count, dice_sides), "seed {seed}, step {step}");
                let total = dice.roll(count, sides);
                let mut traces = (Trace::default(), Trace::default());
                let answers = (engine.roll(total, &mut traces.0), interpreter.roll(total, &mut traces.1));
                assert_eq!(answers.0, answers.1, "seed {seed}, step {step}: roll {total}");
                assert_eq!(traces.0, traces.1, "seed {seed}, step {step}: explanation of roll {total}");
            }
            (Waiting::Draw { among }, Waiting::Draw { among: others }) => {
                assert_eq!(among, others, "seed {seed}, step {step}");
                let nth = dice.pick(among);
                let (drawn, other) = (engine.drawn(nth), interpreter.drawn(nth));
                assert_eq!(drawn, other, "seed {seed}, step {step}");
                let silent = &mut rulec_runtime::Silent;
                assert_eq!(
                    engine.roll(drawn, silent),
                    interpreter.roll(drawn, silent),
                    "seed {seed}, step {step}"
                );
            }
            (Waiting::Over, Waiting::Over) => {
                let (outcome, other) = (engine.outcome(), interpreter.outcome());
                assert_eq!(outcome.over, other.over);
                let winners: Vec<String> = outcome.winners.iter().map(ToString::to_string).collect();
                let others: Vec<String> = other.winners.iter().map(ToString::to_string).collect();
                assert_eq!(winners, others, "seed {seed}: winners");
                return step;
            }
            (Waiting::Halted, Waiting::Halted) => return step,
            (engine, interpreter) => {
                let (engine, interpreter) = (name(&engine), name(&interpreter));
                panic!(
                    "seed {seed}, step {step}: the engine waits for {engine}, the interpreter for {interpreter}"
                );
            }
        }
    }
    most
}

fn name<Seat>(waiting: &Waiting<Seat>) -> &'static str {
    match waiting {
        Waiting::Choice { .. } => "a choice",
        Waiting::Roll { .. } => "a roll",
        Waiting::Draw { .. } => "a draw",
        Waiting::Over => "nothing",
        Waiting::Halted => "nothing after a fault",
    }
}

#[test]
fn coin_tribes_is_the_same_game_twice() {
    use rulec_engine_coin_tribes::engine::{Readings, Scenario};
    use rulec_engine_coin_tribes::state::State;
    use rulec_engine_coin_tribes::types::{Faction, FactionSet};
    let scenarios = [
        Scenario::FourPlayers,
        Scenario::ThreePlayersRebelPair,
        Scenario::ThreePlayersRomanPair,
        Scenario::TwoPlayers,
        Scenario::AdvancedFourPlayers,
        Scenario::AdvancedThreePlayersRebelPair,
        Scenario::AdvancedThreePlayersRomanPair,
        Scenario::AdvancedTwoPlayers,
    ];
    let machine = machine("coin-tribes");
    let bots_state = machine.bots.expect("charts answer for bots");
    let layout = Layout::of(&machine);
    let prepared = Prepared::new(&machine, &layout);
    let mut steps = 0;
    for seed in 0.. {
        let nth = seed as usize % scenarios.len();
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
        steps += play(engine, interpreter, seed, 10_000);
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
        steps += play(engine, interpreter, seed, 10_000);
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
        steps += play(engine, interpreter, seed, 10_000);
        if steps >= STEPS {
            break;
        }
    }
}
