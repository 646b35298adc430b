//! Exit codes: 0 nothing to report, 1 findings, 2 not done.

mod command_setup;

use command_setup::{Project, STONES};

#[test]
fn an_empty_folder_has_nothing_to_check() {
    for arguments in [&[][..], &["check"], &["test"], &["generate"], &["info"], &["play", "pebbles"]] {
        let ran = Project::empty().run(arguments).ends(2);
        assert!(ran.err.contains("no rule files"), "{}", ran.err);
        assert_eq!(ran.out, "");
    }
}

#[test]
fn a_folder_of_rules_without_a_game_has_nothing_to_check() {
    let project = Project::empty();
    project.write("rules-src/pebbles/stones.yaml", "rules: []\n");
    let ran = project.run(&["check"]).ends(2);
    assert!(ran.err.contains("game.yaml") && ran.err.contains("rulec new"), "{}", ran.err);
}

#[test]
fn a_new_game_is_clean() {
    let project = Project::pebbles();
    let ran = project.run(&["check"]).ends(0);
    assert_eq!(ran.out, "");
    assert!(ran.err.starts_with("checked 10 rules in 1 game in "), "{}", ran.err);
    assert_eq!(project.run(&["test"]).ends(0).out, "pebbles: 2 examples pass\n");
}

#[test]
fn bare_rulec_says_what_is_stale_and_then_that_all_is_well() {
    let project = Project::pebbles();
    let ran = project.run(&[]).ends(1);
    assert!(ran.out.contains("`rulec generate` writes them"), "{}", ran.out);
    project.run(&["generate"]).ends(0);
    let ran = project.run(&[]).ends(0);
    let summary = "checked 10 rules in 1 game; 2 examples pass; generated/ is up to date";
    assert!(ran.out.starts_with(summary) && ran.out.lines().count() == 1, "{}", ran.out);
}

#[test]
fn an_error_in_the_rules_is_a_finding_of_every_command() {
    let project = Project::pebbles();
    project.edit(STONES, "do: heap -= stones", "do: heap -= stonez");
    for arguments in
        [&[][..], &["check"], &["test"], &["generate"], &["play", "pebbles"], &["simulate", "pebbles"]]
    {
        let ran = project.run(arguments).ends(1);
        assert!(
            format!("{}{}", ran.out, ran.err).contains("stonez"),
            "{arguments:?}\n{}{}",
            ran.out,
            ran.err
        );
    }
    assert!(!project.path("generated").exists());
}

#[test]
fn an_example_that_fails_is_a_finding_with_rule_step_and_values() {
    let project = Project::pebbles();
    project.edit("rules-src/pebbles/examples/first_moves.yaml", "expect: heap = 8", "expect: heap = 7");
    let ran = project.run(&["test"]).ends(1);
    assert!(ran.out.contains("first_moves.yaml:5:"), "{}", ran.out);
    assert!(ran.out.contains("step 4, line 13: expected `heap = 7`, but `heap` is 8"), "{}", ran.out);
    assert!(ran.out.contains("pebbles: 1 of 2 examples fails"), "{}", ran.out);
    project.run(&["test", "no_more"]).ends(0);
    project.run(&["test", "nothing_is_called_so"]).ends(2);
}

#[test]
fn an_example_that_fails_beside_private_values_says_whose_they_are() {
    let project = Project::pebbles();
    let rules = "
- table: weights
  house: A first example.
  key: 1..3
  columns: {weights: 0..9}
  hole: {known: {}}

- fill: weights
  origin: house
  why: A first example.
  rows: {1..3: 3}
";
    project.write(STONES, project.read(STONES) + rules);
    let example = "
- example: what_a_stone_weighs
  house: A first example.
  expect: weights[1] = 3
";
    let moves = "rules-src/pebbles/examples/first_moves.yaml";
    project.write(moves, project.read(moves) + example);
    project.run(&["test"]).ends(0);
    let owned = "rules:\n- fill: weights\n  origin: private\n  source: His own copy.\n  rows: {1..3: 4}\n";
    project.write("rules-src/pebbles/fills/private/weights.yaml", owned);
    let ran = project.run(&["test"]).ends(1);
    assert!(ran.out.contains("private fills give `weights`"), "{}", ran.out);
}

#[test]
fn warnings_count_only_where_they_are_asked_to() {
    let project = Project::pebbles();
    project.edit(
        STONES,
        "  says: The stones on the table.\n",
        "  says: The stones on the table.\n  waive numbers: {7: none}\n",
    );
    project.write(
        "rules-src/pebbles/document.lock",
        "lock: 1\ndocument: \"pebbles.md\"\nstyle: numbered\nsections: []\n",
    );
    let ran = project.run(&["check"]).ends(0);
    assert!(ran.out.contains("warning[R0305]") && ran.err.contains("1 warning"), "{}{}", ran.out, ran.err);
    project.run(&["check", "--warnings-as-errors"]).ends(1);
}

#[test]
fn what_does_not_exist_is_named_with_what_may_be_meant() {
    let project = Project::pebbles();
    let nearest = |arguments: &[&str], meant: &str| {
        let ran = project.run(arguments).ends(2);
        assert!(ran.err.contains(meant), "{}", ran.err);
    };
    nearest(&["check", "pebles"], "did you mean `pebbles`?");
    nearest(&["show", "pebbles", "take_stone"], "did you mean `take_stones`?");
    nearest(&["explain", "heep"], "did you mean `heap`?");
    nearest(&["explain", "R9999"], "there is no code `R9999`");
    nearest(&["play", "pebbles", "--person", "east"], "north, south");
    nearest(&["play", "pebbles", "--scenario", "x"], "there is no scenario `x`");
    nearest(&["check", "--reading", "x"], "NAME=ANSWER");
    nearest(&["check", "--documents", "nowhere"], "nowhere");
    project.run(&["frobnicate"]).ends(2);
    project.run(&["check", "--format", "xml"]).ends(2);
    project.run(&["check", "--format", "csv"]).ends(2);
    project.run(&["simulate", "pebbles", "-n", "0"]).ends(2);
    project.run(&["--help"]).ends(0);
    project.run(&["completions", "bash"]).ends(0);
}

#[test]
fn new_refuses_what_is_there_and_what_is_no_name() {
    let project = Project::pebbles();
    project.run(&["new", "pebbles"]).ends(2);
    for name in ["Pebbles", "a b", "../x", "9x", "x-"] {
        project.run(&["new", name]).ends(2);
    }
    project.run(&["new", "more-pebbles"]).ends(0);
    assert!(project.run(&["check"]).ends(0).err.contains("20 rules in 2 games"));
}

#[test]
fn the_project_is_found_from_a_folder_inside_it_and_by_name() {
    let project = Project::pebbles();
    let inside = project.path("rules-src/pebbles");
    let inside = inside.to_str().expect("the path is text");
    // `--project` names the folder that holds `rules-src/`, nothing else.
    Project::empty().run(&["check", "--project", inside]).ends(2);
    let root = project.path("");
    Project::empty().run(&["check", "--project", root.to_str().expect("the path is text")]).ends(0);
}
