//! Every edition of every game is sound, passes its examples and plays; and editions that differ, differ in play.

mod support;

use rulec_build::checked::Checked;
use rulec_build::draw::{Manner, draw};
use rulec_model::interpreter::{Interpreter, Layout, Prepared, example};
use rulec_model::machine::{Machine, invariants};
use rulec_runtime::{Dice, Random, Receipt, play_out};
use support::{GAMES, checked, edition};

/// Random games of each edition, and the answers that each may take.
const SEEDS: u64 = 4;
const STEPS: u64 = 1_500;

fn editions() -> Vec<(String, Checked)> {
    let mut all = Vec::new();
    for game in GAMES {
        let default = checked(game);
        let names = default.game.as_ref().expect("it can be read").edition_names();
        for name in names {
            all.push((format!("{game}, {name}"), edition(game, name)));
        }
    }
    all
}

fn machine(checked: &Checked) -> &Machine {
    checked.machine.as_ref().expect("the rules are sound")
}

fn receipt(machine: &Machine) -> Receipt {
    let layout = Layout::of(machine);
    let prepared = Prepared::new(machine, &layout);
    let game = Interpreter::new(&prepared, 0, &[]).expect("it begins");
    Receipt::of(&machine.game.name, &machine.game.edition, rulec_runtime::Game::rulebook(&game))
}

#[test]
fn every_edition_is_checked_without_a_problem() {
    for (name, checked) in editions() {
        let drawn: Vec<String> =
            checked.diagnostics.iter().map(|problem| draw(&checked, problem, Manner::default())).collect();
        assert!(drawn.is_empty(), "{name}:\n{}", drawn.join("\n\n"));
        assert_eq!(invariants::check(machine(&checked)), Vec::<String>::new(), "{name}");
        assert!(rulec_codegen::generate(machine(&checked)).len() > 5, "{name}");
    }
}

#[test]
fn the_examples_of_every_edition_come_out_as_written() {
    let mut n_examples = 0;
    for (name, checked) in editions() {
        let layout = Layout::of(machine(&checked));
        let prepared = Prepared::new(machine(&checked), &layout);
        for of in &machine(&checked).examples {
            let failures: Vec<String> =
                example::run(&prepared, of).iter().map(|failure| failure.to_string()).collect();
            assert!(failures.is_empty(), "{name}: {}: {}", of.name, failures.join("\n"));
            n_examples += 1;
        }
    }
    assert!(n_examples > 100, "{n_examples} examples are too few");
}

#[test]
fn every_edition_plays_without_a_fault() {
    for (name, checked) in editions() {
        let layout = Layout::of(machine(&checked));
        let prepared = Prepared::new(machine(&checked), &layout);
        for seed in 0..SEEDS {
            let mut game = Interpreter::new(&prepared, 0, &[]).expect("it begins");
            let played = play_out(&mut game, &mut Random::new(seed), &mut Dice::new(seed), STEPS);
            assert!(played.fault.is_none() && played.steps > 0, "{name}, seed {seed}: {played:?}");
        }
    }
}

#[test]
fn the_mistranslation_of_14_2_is_what_the_editions_of_sword_of_rome_differ_by() {
    let (corrected, printed) = (edition("sword-of-rome", "corrected"), edition("sword-of-rome", "printed"));
    let (corrected, printed) = (machine(&corrected), machine(&printed));
    assert_eq!(corrected, machine(&checked("sword-of-rome")), "the first is the default");
    let mut changed = receipt(corrected).changed(&receipt(printed));
    changed.sort();
    assert_eq!(changed, ["raid", "raid_on", "raids_end_with_the_points", "raids_go_on_without_points"]);
    let remember = corrected.rules.iter().filter(|rule| !rule.errata.is_empty());
    let remember: Vec<&str> = remember.map(|rule| rule.name.as_str()).collect();
    assert_eq!(remember, ["raid", "raids_end_with_the_points"]);
    assert!(printed.rules.iter().all(|rule| rule.errata.is_empty()) && printed.game.errata.is_empty());
}
