//! What a rule set costs to check and generate, against reading its YAML events alone; and that ten times the rules cost
//! about ten times as much.
//!
//! `cargo bench --bench compile` times each; `cargo bench --bench compile -- ratios` takes them in turn and prints how they
//! compare.

#![allow(clippy::disallowed_methods, reason = "a bench looks at the clock and at files")]

#[path = "../tests/support/mod.rs"]
mod support;
mod synthetic;

use std::time::{Duration, Instant};

use divan::Bencher;
use rulec_grammar::problem::Problems;
use rulec_grammar::span::FileId;
use rulec_grammar::yaml;
use rulec_model::source::Files;
use rulec_model::{Choices, RuleFiles, compile};

/// A game in memory: names and texts of its files.
struct Sources(Vec<(String, String)>);

impl Sources {
    fn of(game: &str) -> Sources {
        let checked = support::checked(game);
        let files = checked.files.iter().filter(|(_, file)| file.path.ends_with(".yaml"));
        let prefix = format!("rules-src/{game}/");
        Sources(
            files
                .map(|(_, file)| (file.path.replace(&prefix, "").replace(".yaml", ""), file.text.clone()))
                .collect(),
        )
    }

    /// An invented rule set of so many groups of six rules.
    fn synthetic(groups: usize) -> Sources {
        let rules = synthetic::frame() + &synthetic::groups(0..groups);
        Sources(vec![("game".into(), support::GAME.into()), ("rules".into(), rules)])
    }

    fn events(&self) -> usize {
        let mut problems = Problems::new();
        let parts =
            self.0.iter().map(|(_, text)| yaml::read(FileId(0), text, &mut problems).span.end as usize);
        parts.sum()
    }

    fn generate(&self) -> usize {
        let mut files = Files::new();
        let (mut game, mut chapters, mut errata) = (None, Vec::new(), Vec::new());
        for (name, text) in &self.0 {
            let id = files.add(name.clone(), text.clone());
            match name.as_str() {
                "game" => game = Some(id),
                name if name.starts_with("errata/") => errata.push(id),
                name => chapters.push((name.to_owned(), id)),
            }
        }
        let rules = RuleFiles { game: game.expect("game.yaml"), chapters, errata };
        let compiled = compile(&files, &rules, &Choices::default(), &mut Problems::new());
        let machine = compiled.machine.expect("the rules are sound");
        rulec_codegen::generate(&machine).iter().map(|file| file.text.len()).sum()
    }
}

fn main() {
    if std::env::args().any(|argument| argument == "ratios") {
        for game in support::GAMES {
            let sources = Sources::of(game);
            let (whole, events) = in_turn(9, || sources.generate(), || sources.events());
            println!(
                "{game}: check and generate {whole:?}, YAML events {events:?}, ratio {:.1}",
                ratio(whole, events)
            );
        }
        let (small, large) = (Sources::synthetic(100), Sources::synthetic(1_000));
        let (large, small) = in_turn(5, || large.generate(), || small.generate());
        println!(
            "invented rules: 6000 rules {large:?}, 600 rules {small:?}, ratio {:.1}",
            ratio(large, small)
        );
    } else {
        divan::main();
    }
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

/// The median times of two things, taken in turn.
fn in_turn(times: usize, a: impl Fn() -> usize, b: impl Fn() -> usize) -> (Duration, Duration) {
    let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
    for _ in 0..times {
        for (what, list) in [(&a as &dyn Fn() -> usize, &mut of_a), (&b, &mut of_b)] {
            let start = Instant::now();
            divan::black_box(what());
            list.push(start.elapsed());
        }
    }
    of_a.sort_unstable();
    of_b.sort_unstable();
    (of_a[times / 2], of_b[times / 2])
}

#[divan::bench(args = support::GAMES)]
fn yaml_events(bencher: Bencher, game: &str) {
    let sources = Sources::of(game);
    bencher.bench(|| sources.events());
}

#[divan::bench(args = support::GAMES)]
fn check_and_generate(bencher: Bencher, game: &str) {
    let sources = Sources::of(game);
    bencher.bench(|| sources.generate());
}
