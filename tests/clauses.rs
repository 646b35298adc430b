//! The pages of `docs/clauses`: every block that is said to be built parses, checks, runs its examples and plays.
//!
//! The pages are where the language shows what it can carry, so they are held to it. A block is a rule file of a game of its
//! own; its first line may say who plays and what starts: `# players: side, start: turn`. It may go on in other files, as
//! `# in errata/designer.yaml`; then each of its editions is held to all of this.

#![expect(clippy::disallowed_methods, reason = "the pages are files")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rulec_build::checked::Checked;
use rulec_build::draw::{Manner, draw};
use rulec_grammar::problem::Problems;
use rulec_grammar::yaml;
use rulec_model::interpreter::{Interpreter, Layout, Prepared, example};
use rulec_model::machine::invariants;
use rulec_model::source::Files;
use rulec_model::{Choices, RuleFiles, compile};
use rulec_runtime::{Dice, Random, play_out};

/// How many clauses there are.
const CLAUSES: u32 = 30;

/// Random games that each built block is played for, and the answers that each may take.
const GAMES: u64 = 40;
const STEPS: u64 = 400;

/// What stands behind the fence.
const BUILT: &str = "yaml check";
const ON_PAPER: &str = "yaml paper";

/// A fenced block of a page.
struct Block {
    /// Page and number in it, for messages.
    name: String,
    page: String,
    info: String,
    /// The block's text, as many empty lines before it as the page has lines there: problems show the page's own lines.
    text: String,
    /// The block's own first line.
    first: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/clauses")
}

fn pages() -> Vec<(String, String)> {
    let entries = fs::read_dir(folder()).expect("the pages are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).expect("readable"))).collect()
}

/// The fenced blocks of all pages, of whatever kind.
fn blocks() -> Vec<Block> {
    let mut found = Vec::new();
    for (page, text) in pages() {
        let mut open: Option<Block> = None;
        for (nth, line) in text.lines().enumerate() {
            match (&mut open, line.strip_prefix("```")) {
                (None, Some(info)) => {
                    let name = format!("{page}:{}", nth + 1);
                    let (info, text) = (info.trim().to_owned(), "\n".repeat(nth + 1));
                    open = Some(Block { name, page: page.clone(), info, text, first: String::new() });
                }
                (Some(_), Some(_)) => found.extend(open.take()),
                (Some(block), None) => {
                    if block.first.is_empty() {
                        block.first = line.to_owned();
                    }
                    block.text.push_str(line);
                    block.text.push('\n');
                }
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "{page}: the last block has no end");
    }
    found
}

fn built() -> impl Iterator<Item = Block> {
    blocks().into_iter().filter(|block| block.info == BUILT)
}

/// `game.yaml` of a block: what its first line says, or the usual.
fn game_of(block: &Block) -> String {
    let said = |key: &str, usual: &str| {
        let head = block.first.strip_prefix('#').unwrap_or_default();
        let value = head.split(',').find_map(|part| part.trim().strip_prefix(key)?.strip_prefix(':'));
        value.unwrap_or(usual).trim().to_owned()
    };
    let (players, start) = (said("players", "power"), said("start", "main"));
    format!("game: clause\ntitle: Clause\ndocument: clause.md\nplayers: {players}\nstart: {start}\n")
}

/// A block as the one rule file of a game: in each of its editions, the default first.
fn compiled(block: &Block) -> Vec<Checked> {
    let default = compiled_as(block, None);
    let names =
        default.game.as_ref().map(|game| game.edition_names().into_iter().map(str::to_owned).collect());
    let names: Vec<String> = names.unwrap_or_default();
    let others: Vec<Checked> = names.iter().skip(1).map(|name| compiled_as(block, Some(name))).collect();
    std::iter::once(default).chain(others).collect()
}

fn compiled_as(block: &Block, edition: Option<&str>) -> Checked {
    let parts = support::parts(&block.text);
    let mut files = Files::new();
    let page = format!("docs/clauses/{}", block.page);
    // The pages' own lines are shown for every part, so the game's head stands on the lines before the block.
    let head = game_of(block);
    let lines = head.lines().count();
    let more = parts.game.get(parts.game.len().min(lines)..).unwrap_or_default();
    let game = files.add(if parts.game.is_empty() { "game.yaml" } else { &page }, format!("{head}{more}"));
    let chapter = files.add(page.clone(), parts.rules);
    let errata = parts.errata.into_iter().map(|(_, text)| files.add(page.clone(), text)).collect();
    let mut problems = Problems::new();
    let of = RuleFiles { game, chapters: vec![("clause".to_owned(), chapter)], errata };
    let choices = Choices { edition: edition.map(str::to_owned), readings: Vec::new() };
    let compiled = compile(&files, &of, &choices, &mut problems);
    Checked {
        name: edition.map_or(block.name.clone(), |edition| format!("{}, {edition}", block.name)),
        folder: folder(),
        files,
        game: compiled.game,
        rules: compiled.rules,
        errata: compiled.errata,
        edition: compiled.edition,
        machine: compiled.machine,
        lock: None,
        review: None,
        document: None,
        cited: Vec::new(),
        diagnostics: problems.into_sorted(),
    }
}

#[test]
fn every_block_says_whether_it_is_built() {
    for block in blocks() {
        // Other languages may show what a rule becomes.
        let known = [BUILT, ON_PAPER].contains(&block.info.as_str()) || !block.info.starts_with("yaml");
        assert!(known, "{}: `{}` is neither `{BUILT}` nor `{ON_PAPER}`", block.name, block.info);
    }
}

#[test]
fn what_is_built_checks_without_a_problem() {
    let mut drawn = Vec::new();
    for checked in built().flat_map(|block| compiled(&block)) {
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
    for checked in built().flat_map(|block| compiled(&block)) {
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
    for checked in built().flat_map(|block| compiled(&block)) {
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
    for block in blocks().into_iter().filter(|block| block.info == ON_PAPER) {
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
    let index = fs::read_to_string(folder().join("README.md")).expect("the index is there");
    let numbers: BTreeSet<u32> = index
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split('|').next()?.trim().parse().ok())
        .collect();
    assert_eq!(numbers, (1..=CLAUSES).collect());
    for (page, _) in pages().iter().filter(|(page, _)| page != "README.md") {
        assert!(index.contains(&format!("({page})")), "the index does not lead to {page}");
    }
}
