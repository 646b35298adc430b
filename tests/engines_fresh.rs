//! The engines under `generated/` are what the rules say now, the same byte for byte however the files were read.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rulec_grammar::problem::Problems;
use rulec_model::source::Files;
use rulec_model::{Choices, RuleFiles, compile};
use support::{GAMES, checked};

fn engine(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("generated").join(game)
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() { files_below(&path, found) } else { found.push(path) }
    }
}

#[test]
fn committed_engines_are_fresh() {
    let mut stale = Vec::new();
    for game in GAMES {
        let checked = checked(game);
        let generated = rulec_codegen::generate(checked.machine.as_ref().expect("the rules are sound"));
        for file in &generated {
            let committed = fs::read_to_string(engine(game).join(&file.path)).unwrap_or_default();
            if committed != file.text {
                stale.push(format!("{game}/{}", file.path));
            }
        }
        let mut found = Vec::new();
        files_below(&engine(game), &mut found);
        for path in found {
            let name = path.strip_prefix(engine(game)).expect("below").to_string_lossy().replace('\\', "/");
            if !generated.iter().any(|file| file.path == name) {
                stale.push(format!("{game}/{name} is no longer generated"));
            }
        }
    }
    assert!(stale.is_empty(), "run `cargo run --release -- generate`; stale: {}", stale.join(", "));
}

#[test]
fn the_order_in_which_files_are_read_does_not_matter() {
    let game = checked("sekvan");
    let mut sources: Vec<(String, String)> = Vec::new();
    for (_, file) in game.files.iter().filter(|(_, file)| file.path.ends_with(".yaml")) {
        sources.push((file.path.clone(), file.text.clone()));
    }
    let generate = |sources: &[(String, String)]| {
        let mut files = Files::new();
        let (mut head, mut chapters) = (None, Vec::new());
        for (path, text) in sources {
            let id = files.add(path.clone(), text.clone());
            let name = path.trim_start_matches("rules-src/sekvan/").trim_end_matches(".yaml").to_owned();
            if name == "game" { head = Some(id) } else { chapters.push((name, id)) }
        }
        let rules = RuleFiles { game: head.expect("game.yaml"), chapters, errata: Vec::new() };
        let compiled = compile(&files, &rules, &Choices::default(), &mut Problems::new());
        rulec_codegen::generate(&compiled.machine.expect("the rules are sound"))
    };
    let forwards = generate(&sources);
    sources.reverse();
    let backwards = generate(&sources);
    let middle = sources.len() / 2;
    sources.rotate_left(middle);
    assert!(forwards == backwards && forwards == generate(&sources));
}

#[test]
fn two_processes_write_the_same_bytes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut runs = Vec::new();
    for _ in 0..2 {
        let project = tempfile::tempdir().expect("a folder");
        let rules = project.path().join("rules-src/sekvan");
        let mut found = Vec::new();
        files_below(&root.join("rules-src/sekvan"), &mut found);
        // In another order each time, so that the folder lists them differently.
        if runs.is_empty() {
            found.reverse()
        }
        for path in found {
            let to = rules.join(path.strip_prefix(root.join("rules-src/sekvan")).expect("below"));
            fs::create_dir_all(to.parent().expect("a folder")).expect("writable");
            fs::copy(&path, to).expect("copied");
        }
        let done = Command::new(env!("CARGO_BIN_EXE_rulec"))
            .args(["generate", "--project"])
            .arg(project.path())
            .output()
            .expect("runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let mut written = Vec::new();
        files_below(&project.path().join("generated"), &mut written);
        written.sort();
        let written: Vec<(PathBuf, Vec<u8>)> = written
            .into_iter()
            .map(|path| {
                let name = path.strip_prefix(project.path()).expect("below").to_path_buf();
                (name, fs::read(&path).expect("readable"))
            })
            .collect();
        runs.push(written);
    }
    assert_eq!(runs[0], runs[1]);
}
