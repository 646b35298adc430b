//! The pages of `docs/clauses`: every block that is said to be built parses, checks, runs its examples and plays.
//!
//! The pages are where the language shows what it can carry, so each block is held to it, in each of its editions. That the engines made
//! of them play the same games is tested in `clause-engines`.

#![expect(clippy::disallowed_methods, reason = "the pages are files")]

#[path = "support/clauses.rs"]
mod pages;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rulec_build::checked::Checked;
use rulec_build::draw::{Manner, draw};
use rulec_grammar::problem::Problems;
use rulec_grammar::yaml;
use rulec_model::interpreter::{Interpreter, Layout, Prepared, example};
use rulec_model::machine::invariants;
use rulec_model::source::Files;
use rulec_runtime::{Dice, Random, play_out};

use pages::{BUILT, ON_PAPER, blocks, built, folder};

/// How many clauses there are.
const CLAUSES: u32 = 30;

/// Random games that each built block is played for, and the answers that each may take.
const GAMES: u64 = 40;
const STEPS: u64 = 400;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every built block in each of its editions.
fn compiled() -> impl Iterator<Item = Checked> {
    built(root()).into_iter().flat_map(|clause| clause.compiled(root()))
}

#[test]
fn every_block_says_whether_it_is_built() {
    for block in blocks(root()) {
        // Other languages may show what a rule becomes.
        let known = [BUILT, ON_PAPER].contains(&block.info.as_str()) || !block.info.starts_with("yaml");
        assert!(known, "{}: `{}` is neither `{BUILT}` nor `{ON_PAPER}`", block.name, block.info);
    }
}

#[test]
fn what_is_built_checks_without_a_problem() {
    let mut drawn = Vec::new();
    for checked in compiled() {
        drawn.extend(checked.diagnostics.iter().map(|problem| draw(&checked, problem, Manner::default())));
        if let Some(machine) = &checked.machine {
            let broken = invariants::check(machine);
            drawn.extend(
                broken.iter().map(|breach| format!("{}: the machine is not sound: {breach}", checked.name)),
            );
        } else if checked.errors() == 0 {
            drawn.push(format!("{}: no machine, and nobody says why", checked.name));
        }
    }
    assert!(drawn.is_empty(), "{}", drawn.join("\n\n"));
}

#[test]
fn worked_examples_come_out_as_written() {
    let (mut failures, mut n_examples) = (Vec::new(), 0);
    for checked in compiled() {
        let Some(machine) = checked.machine else { continue };
        let layout = Layout::of(&machine);
        let prepared = Prepared::new(&machine, &layout);
        for of in &machine.examples {
            n_examples += 1;
            let found = example::run(&prepared, of);
            failures.extend(found.iter().map(|failure| format!("{}: {}: {failure}", checked.name, of.name)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(n_examples >= 20, "{n_examples} examples are too few");
}

#[test]
fn what_is_built_plays_without_a_fault() {
    let mut failures = Vec::new();
    for checked in compiled() {
        let Some(machine) = checked.machine else { continue };
        let layout = Layout::of(&machine);
        let prepared = Prepared::new(&machine, &layout);
        for seed in 0..GAMES {
            let mut game = match Interpreter::new(&prepared, 0, &[]) {
                Ok(game) => game,
                Err(fault) => {
                    failures.push(format!("{}: before the first wait: {fault:?}", checked.name));
                    break;
                }
            };
            let played = play_out(&mut game, &mut Random::new(seed), &mut Dice::new(seed), STEPS);
            let rule =
                played.fault.as_ref().map(|fault| machine.rules[usize::from(fault.rule.0)].name.clone());
            if played.halted {
                failures.push(format!(
                    "{}: seed {seed}: {played:?} {}",
                    checked.name,
                    rule.unwrap_or_default()
                ));
                break;
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_is_on_paper_is_small_yaml() {
    let mut failures = Vec::new();
    for block in blocks(root()).into_iter().filter(|block| block.info == ON_PAPER) {
        let mut files = Files::new();
        let file = files.add(block.page.clone(), block.text.clone());
        let mut problems = Problems::new();
        let node = yaml::read(file, &block.text, &mut problems);
        let sorted = problems.into_sorted();
        failures.extend(sorted.iter().map(|problem| format!("{}: {}", block.name, problem.message)));
        if node.get("rules").is_none() && node.get("erratum").is_none() && node.get("game").is_none() {
            failures.push(format!("{}: neither rules, nor an erratum, nor a game", block.name));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_index_names_every_clause_and_every_page() {
    let index = fs::read_to_string(folder(root()).join("README.md")).expect("the index is there");
    let numbers: BTreeSet<u32> = index
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split('|').next()?.trim().parse().ok())
        .collect();
    assert_eq!(numbers, (1..=CLAUSES).collect());
    for (page, _) in pages::pages(root()).iter().filter(|(page, _)| page != "README.md") {
        assert!(index.contains(&format!("({page})")), "the index does not lead to {page}");
    }
}
