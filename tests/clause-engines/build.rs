//! Writes an engine of every built block of `docs/clauses`, in each of its editions, with the worked examples as tests, and `engines.rs`, which puts each beside
//! a test that plays it.

#![allow(clippy::disallowed_methods, reason = "a build script reads and writes files")]

#[path = "../support/clauses.rs"]
mod clauses;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use rulec_build::draw::{Manner, draw};
use rulec_model::machine::Machine;

use clauses::{built, folder};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new("../..");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../support");
    println!("cargo::rerun-if-changed=corners.md");
    println!("cargo::rerun-if-changed={}", folder(root).display());
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut engines = String::new();
    for clause in built(root) {
        for (nth, checked) in clause.compiled(root).into_iter().enumerate() {
            for problem in &checked.diagnostics {
                eprintln!("{}", draw(&checked, problem, Manner::default()));
            }
            let (Some(machine), Some(edition)) = (&checked.machine, &checked.edition) else {
                return Err(format!("the rules of {} have errors", checked.name).into());
            };
            let game = &clause.game;
            let engine = if nth == 0 { game.clone() } else { format!("{game}_in_{edition}") };
            for file in rulec_codegen::generate_tested_module(machine) {
                fs::create_dir_all(out.join(&engine))?;
                fs::write(out.join(&engine).join(&file.path), file.text)?;
            }
            engines.push_str(&module(&engine, (game, edition), machine));
        }
    }
    fs::write(out.join("engines.rs"), engines)?;
    Ok(())
}

/// The readings with the answers that are given by their places.
fn readings(machine: &Machine) -> String {
    let member = "rulec_runtime::Member::from_index";
    let fields = machine.readings.iter().enumerate().map(|(nth, reading)| {
        format!("{}: {member}(answers[{nth}] as usize).expect(\"an answer\"), ", reading.name)
    });
    format!("engine::Readings {{ {} }}", fields.collect::<String>())
}

/// The module of an engine: what was generated, how a game of it begins, and the test that plays it.
fn module(engine: &str, (game, edition): (&str, &str), machine: &Machine) -> String {
    let readings = readings(machine);
    let mut arguments = Vec::new();
    if !machine.scenarios.is_empty() {
        arguments.push("engine::Scenario::ALL[scenario]");
    }
    if !machine.readings.is_empty() {
        arguments.push(&readings);
    }
    if machine.bots.is_some() {
        arguments.push(
            "bots.iter().filter_map(|seat| rulec_runtime::Member::from_index(*seat as usize)).collect()",
        );
    }
    arguments.push("&mut rulec_runtime::Silent");
    let arguments = arguments.join(", ");
    let scenario = if machine.scenarios.is_empty() { "_" } else { "scenario" };
    let bots = if machine.bots.is_none() { "_" } else { "bots" };
    let answers = if machine.readings.is_empty() { "_" } else { "answers" };
    format!(
        "mod {engine} {{
    include!(\"{engine}/engine.rs\");

    #[test]
    fn is_the_same_game_twice() {{
        let begin = |{scenario}: usize, {answers}: &[u32], {bots}: &[u32]| state::State::begin({arguments});
        crate::played_twice((\"{game}\", \"{edition}\"), begin, state::State::from_cells);
    }}
}}
"
    )
}
