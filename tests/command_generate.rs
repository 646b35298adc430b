//! `rulec generate`: only what is stale is touched, and `--check` touches nothing.

mod command_setup;

use std::fs;

use command_setup::{Project, STONES};

#[test]
fn check_lists_what_is_stale_and_names_the_command() {
    let project = Project::pebbles();
    let ran = project.run(&["generate", "--check"]).ends(1);
    assert!(ran.out.contains("generated/pebbles/src/lib.rs: missing"), "{}", ran.out);
    assert!(ran.err.contains("`rulec generate` writes them"), "{}", ran.err);
    assert!(!project.path("generated").exists());
    project.run(&["generate"]).ends(0);
    let ran = project.run(&["generate", "--check"]).ends(0);
    assert_eq!(ran.out, "");
}

#[test]
fn a_change_touches_its_own_files_and_shows_its_lines() {
    let project = Project::pebbles();
    project.run(&["generate"]).ends(0);
    let touched = |path: &str| {
        fs::metadata(project.path(path)).and_then(|about| about.modified()).expect("the file has a time")
    };
    let (types, stones) = ("generated/pebbles/src/types.rs", "generated/pebbles/src/rules/stones.rs");
    let before = (touched(types), touched(stones));
    project.edit(STONES, "stones in 1..3", "stones in 1..4");
    let ran = project.run(&["generate", "--check", "--diff"]).ends(1);
    assert!(
        ran.out.contains("src/rules/stones.rs: stale") && ran.out.contains("+") && ran.out.contains("1..=4"),
        "{}",
        ran.out
    );
    project.run(&["generate"]).ends(0);
    assert_eq!(touched(types), before.0);
    assert_ne!(touched(stones), before.1);
}

#[test]
fn what_is_no_longer_generated_goes_and_cargos_own_stays() {
    let project = Project::pebbles();
    project.run(&["generate"]).ends(0);
    project.write("generated/pebbles/src/rules/gone.rs", "// of a chapter that was removed\n");
    project.write("generated/pebbles/Cargo.lock", "");
    project.write("generated/pebbles/target/x", "");
    let ran = project.run(&["generate"]).ends(0);
    assert_eq!(ran.out, "generated/pebbles/src/rules/gone.rs: removed\n");
    assert!(!project.path("generated/pebbles/src/rules/gone.rs").exists());
    assert!(project.path("generated/pebbles/Cargo.lock").exists());
    assert!(project.path("generated/pebbles/target/x").exists());
}

#[test]
fn two_runs_give_the_same_bytes() {
    let (one, other) = (Project::pebbles(), Project::pebbles());
    one.run(&["generate"]).ends(0);
    other.run(&["generate"]).ends(0);
    for path in ["src/lib.rs", "src/rules/stones.rs", "src/state.rs", "provenance.json", "Cargo.toml"] {
        let path = format!("generated/pebbles/{path}");
        assert_eq!(one.read(&path), other.read(&path), "{path}");
    }
}
