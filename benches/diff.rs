//! What it costs to compare two revisions of a large rule set: both are read and compiled, then compared.
//!
//! `cargo bench --bench diff`. Every hundredth group of the new side has a changed cell, a changed line and a renamed rule.

#![allow(clippy::disallowed_methods, reason = "a bench looks at files")]

#[path = "../tests/support/mod.rs"]
mod support;
mod synthetic;

use divan::Bencher;
use rulec_grammar::problem::Problems;
use rulec_model::diff::{Meant, Side, Written, compare};
use rulec_model::source::Files;
use rulec_model::{Choices, RuleFiles, compile_trees, read_trees};

/// Groups in a file.
const CHAPTER: usize = 100;

/// As many groups of six as make ten thousand rules.
const LARGE: usize = 10_000usize.div_ceil(6);

/// The files of a rule set: chapter and text.
type Sources = Vec<(String, String)>;

fn sources(groups: usize, edited: bool) -> Sources {
    let mut chapters = vec![("frame".to_owned(), synthetic::frame())];
    for first in (0..groups).step_by(CHAPTER) {
        let mut text = String::from("rules:\n") + &synthetic::groups(first..(first + CHAPTER).min(groups));
        if edited {
            text = text
                .replacen("any: { points: 1 }", "any: { points: 2 }", 1)
                .replacen(&format!("level_{first}[who] += 1"), &format!("level_{first}[who] = 9"), 1)
                .replace(&format!("bonus_{first}"), &format!("modifier_{first}"));
        }
        chapters.push((format!("chapter_{first}"), text));
    }
    chapters
}

/// Reads, compiles and compares; how many rules differ.
fn differing(old: &Sources, new: &Sources) -> usize {
    let read = |sources: &Sources| {
        let mut files = Files::new();
        let game = files.add("game.yaml", support::GAME);
        let chapters =
            sources.iter().map(|(name, text)| (name.clone(), files.add(name.clone(), text.clone())));
        let of = RuleFiles { game, chapters: chapters.collect(), errata: Vec::new() };
        let mut problems = Problems::new();
        let trees = read_trees(&files, &of, None, &mut problems);
        let machine = compile_trees(&files, &trees, &Choices::default(), &mut problems).machine;
        let meant = Meant::of(&machine.expect("the rules are sound"));
        (Written::of(&files, &of, trees).expect("there is one edition"), meant)
    };
    // As the command does it: each side on its own.
    let ((was, old), (now, new)) = std::thread::scope(|scope| {
        let old = scope.spawn(|| read(old));
        let new = read(new);
        (old.join().expect("the old side is read"), new)
    });
    let side = |written, meant| Side { written, meant: Some(meant) };
    compare(side(&was, &old), side(&now, &new)).rules.len()
}

fn main() {
    divan::main();
}

#[divan::bench(args = [LARGE / 10, LARGE], sample_count = 5, sample_size = 1)]
fn revisions(bencher: Bencher, groups: usize) {
    let (old, new) = (sources(groups, false), sources(groups, true));
    assert!(differing(&old, &new) >= groups / CHAPTER);
    bencher.bench(|| differing(&old, &new));
}

#[divan::bench(args = [LARGE], sample_count = 5, sample_size = 1)]
fn nothing_differs(bencher: Bencher, groups: usize) {
    let old = sources(groups, false);
    assert_eq!(differing(&old, &old), 0);
    bencher.bench(|| differing(&old, &old));
}
