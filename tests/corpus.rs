//! The corpus of rule files: each bad one gives exactly the problems that its head lists, each good one none.
//!
//! A bad file begins with comments `#! R0502 "gian"`: the code and the underlined text.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::compile_text;

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(folder);
    let entries = fs::read_dir(folder).expect("the corpus is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    files
}

#[test]
fn bad_files_give_exactly_their_problems() {
    let mut failures = Vec::new();
    for path in files("bad") {
        let text = fs::read_to_string(&path).expect("readable");
        let expected: Vec<String> =
            text.lines().filter_map(|line| line.strip_prefix("#! ")).map(str::to_owned).collect();
        let found = compile_text(&text).shown();
        if found != expected {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            failures.push(format!("{name}:\n  expected {expected:?}\n  found    {found:?}"));
        }
        assert!(!expected.is_empty(), "{} expects nothing", path.display());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn good_files_give_no_problem() {
    for path in files("good") {
        let text = fs::read_to_string(&path).expect("readable");
        let compiled = compile_text(&text);
        assert_eq!(compiled.shown(), Vec::<String>::new(), "{}", path.display());
        let machine = compiled.machine.expect("a machine");
        assert_eq!(
            rulec_model::machine::invariants::check(&machine),
            Vec::<String>::new(),
            "{}",
            path.display()
        );
    }
}
