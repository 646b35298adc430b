//! Editions on the command line: each verb by the one that is named, the first when none is.

mod command_setup;

use command_setup::{Project, STONES};
use serde_json::Value;

const SHEET: &str = "rules-src/pebbles/errata/sheet.yaml";

/// The game of stones with an erratum: four may be taken, and an example of it.
fn stones() -> Project {
    let project = Project::pebbles();
    project.edit(
        "rules-src/pebbles/game.yaml",
        "chapters: [stones]\n",
        "chapters: [stones]\neditions:\n  corrected: {errata: [four_at_a_time]}\n  printed: {errata: []}\n",
    );
    project.write(
        SHEET,
        "erratum: four_at_a_time
title: Four at a time
published: The sheet of the second printing.
amend:
- rule: take_stones
  at: options take for 1
  says: Not three, but four.
  was: stones in 1..3 where stones <= heap
  now: stones in 1..4 where stones <= heap
- drop: no_more_than_there_are
- add:
    example: four_are_taken
    house: Ours.
    do: call game_of_stones
    steps:
    - choose: take(4)
    - expect: heap = 8
  after: first_moves
",
    );
    project
}

#[test]
fn each_edition_is_checked_and_tested_by_its_own_rules() {
    let project = stones();
    project.run(&["check"]).ends(0);
    project.run(&["check", "pebbles", "--edition", "printed"]).ends(0);
    for (edition, has, lacks) in
        [("corrected", "four_are", "no_more_than"), ("printed", "no_more_than", "four_are")]
    {
        project.run(&["test", has, "--edition", edition]).ends(0);
        project.run(&["test", lacks, "--edition", edition]).ends(2);
    }
    project.run(&["test", "four_are"]).ends(0);
}

#[test]
fn an_edition_that_is_not_there_is_not_done_and_the_others_are_named() {
    let project = stones();
    for arguments in [
        &["check", "--edition", "pritned"][..],
        &["test", "--edition", "pritned"],
        &["generate", "--edition", "pritned"],
        &["simulate", "pebbles", "--edition", "pritned"],
        &["explain", "pebbles", "heap", "--edition", "pritned"],
    ] {
        let ran = project.run(arguments).ends(2);
        assert!(ran.err.contains("there is no edition `pritned`; did you mean `printed`?"), "{}", ran.err);
        assert_eq!(ran.out, "");
    }
    let ran = project.run(&["check", "--edition", "2018"]).ends(2);
    assert!(ran.err.contains("the editions are `corrected`, `printed`"), "{}", ran.err);
    // A game without editions has one, and is left out where another is asked for.
    project.run(&["new", "gravel"]).ends(0);
    project.run(&["check", "gravel", "--edition", "default"]).ends(0);
    let ran = project.run(&["check", "--edition", "printed"]).ends(0);
    assert!(ran.err.contains("gravel: left out, as it has no edition `printed`"), "{}", ran.err);
    assert!(ran.err.contains("in 1 game"), "{}", ran.err);
}

#[test]
fn a_mistake_in_an_erratum_is_shown_there_and_what_stands_in_the_rules() {
    let project = stones();
    project.edit(STONES, "stones in 1..3 where", "stones in 1..5 where");
    let ran = project.run(&["check"]).ends(1);
    assert!(
        ran.out.contains(SHEET) && ran.out.contains(STONES) && ran.out.contains("stones in 1..5"),
        "{}",
        ran.out
    );
    // The other edition has no part in it.
    project.run(&["check", "--edition", "printed"]).ends(0);
    project.edit(STONES, "stones in 1..5 where", "stones in 1..3 where");
    project.edit(
        SHEET,
        "now: stones in 1..4 where stones <= heap",
        "now: stones in 1..4 where stones <= heep",
    );
    let ran = project.run(&["check", "--format", "short"]).ends(1);
    assert!(ran.out.starts_with(&format!("{SHEET}:9:")) && ran.out.contains("R0502"), "{}", ran.out);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
}

#[test]
fn the_engine_is_that_of_the_default_edition_unless_another_is_named() {
    let project = stones();
    project.run(&["generate"]).ends(0);
    let provenance = |project: &Project| -> Value {
        serde_json::from_str(&project.read("generated/pebbles/provenance.json")).expect("it is JSON")
    };
    let of = provenance(&project);
    assert_eq!(of["edition"], "corrected");
    assert_eq!(of["errata"][0]["erratum"], "four_at_a_time");
    let amended =
        of["rules"].as_array().expect("a list").iter().filter(|rule| rule["errata"] != Value::Array(vec![]));
    let amended: Vec<&str> = amended.filter_map(|rule| rule["rule"].as_str()).collect();
    assert_eq!(amended, ["take_stones", "four_are_taken"]);
    let rulebook = project.read("generated/pebbles/src/rulebook.rs");
    assert!(
        rulebook.contains("errata: \"four_at_a_time\"") && rulebook.contains("EDITION: &str = \"corrected\"")
    );
    project.run(&["generate", "--check"]).ends(0);
    project.run(&["generate", "--check", "--edition", "printed"]).ends(1);
    project.run(&["generate", "--edition", "printed"]).ends(0);
    let of = provenance(&project);
    assert_eq!((of["edition"].as_str(), of["errata"].as_array().map(Vec::len)), (Some("printed"), Some(0)));
    project.run(&["generate", "--check"]).ends(1);
}

#[test]
fn a_save_belongs_to_its_edition() {
    let project = stones();
    let play = ["play", "pebbles", "--person", "all", "--seed", "7", "--edition", "printed"];
    let ran = project.run_with(&play, "take(4)\n2\nsave kept.yaml\nquit\n").ends(0);
    assert!(ran.out.contains("edition printed"), "{}", ran.out);
    assert!(project.read("kept.yaml").contains("edition: printed"));
    let ran = project.run_with(&["play", "pebbles", "--load", "kept.yaml"], "quit\n").ends(2);
    assert!(ran.err.contains("add `--edition printed`"), "{}", ran.err);
    project.run_with(&["play", "pebbles", "--load", "kept.yaml", "--edition", "printed"], "quit\n").ends(0);
}

#[test]
fn editions_and_errata_are_told() {
    let project = stones();
    let out = project.run(&["info"]).ends(0).out;
    for line in [
        "edition corrected (default): errata four_at_a_time",
        "edition printed: no errata",
        "erratum four_at_a_time: Four at a time, 3 amendments",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    let out: Value =
        serde_json::from_str(&project.run(&["info", "--format", "json"]).ends(0).out).expect("it is JSON");
    assert_eq!(out["games"][0]["edition"], "corrected");
    assert_eq!(out["games"][0]["editions"][1]["name"], "printed");
    assert_eq!(out["games"][0]["errata"][0]["name"], "four_at_a_time");
    let out = project.run(&["completions", "bash"]).ends(0).out;
    assert!(out.contains("corrected printed"), "{out}");
    Project::empty().run(&["completions", "bash"]).ends(0);
}

#[test]
fn a_rule_remembers_its_erratum() {
    let project = stones();
    let out = project.run(&["explain", "take_stones"]).ends(0).out;
    for part in [
        "amended by four_at_a_time: at `options take for 1` stands `stones in 1..4 where stones <= heap`, where",
        "Not three, but four.",
        "as amended in rules-src/pebbles/errata/sheet.yaml",
        "now: stones in 1..4 where stones <= heap",
        "rule take_stones (decision), as amended by four_at_a_time",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let out = project.run(&["show", "pebbles", "four_are_taken"]).ends(0).out;
    assert!(out.contains("added by four_at_a_time"), "{out}");
    let out = project.run(&["explain", "take_stones", "--edition", "printed"]).ends(0).out;
    assert!(!out.contains("four_at_a_time"), "{out}");
    let ran = project.run(&["explain", "no_more_than_there_are"]).ends(2);
    assert!(
        ran.err.contains("in the edition `corrected`: the erratum `four_at_a_time` withdraws it"),
        "{}",
        ran.err
    );
    let out = project.run(&["explain", "erratum"]).ends(0).out;
    assert!(out.contains("amend:") && out.contains("was:") && !out.contains("every rule"), "{out}");
    let orders = "take(4)\nquit\n";
    let ran =
        project.run_with(&["play", "pebbles", "--person", "all", "--seed", "7", "--explain"], orders).ends(0);
    assert!(ran.out.contains("as amended by four_at_a_time"), "{}", ran.out);
}

#[test]
fn accepting_rules_of_one_edition_does_not_forget_those_of_another() {
    let project = stones();
    project.write("books/pebbles.md", "# 1 Stones\n\n1.1 Taking. Take up to 3 stones.\n");
    project.run(&["lock", "--documents", "books"]).ends(0);
    let cited = |file: &str, name: &str| {
        project.edit(file, &format!("{name}\n  house: A first example."), &format!("{name}\n  cite: 1.1 s1"));
    };
    cited(STONES, "decision: take_stones");
    cited("rules-src/pebbles/examples/first_moves.yaml", "example: no_more_than_there_are");
    project.run(&["accept", "no_more_than_there_are", "--edition", "printed"]).ends(0);
    project.run(&["accept", "take_stones"]).ends(0);
    let reviewed = project.read("rules-src/pebbles/reviewed.yaml");
    assert!(reviewed.contains("no_more_than_there_are") && reviewed.contains("take_stones"), "{reviewed}");
    // Errata cite as rules do, in force or not.
    project.edit(SHEET, "says: Not three", "cite: 1.7 s1\n  says: Not three");
    let ran = project.run(&["check", "--edition", "printed", "--format", "short"]).ends(1);
    assert!(ran.out.starts_with(&format!("{SHEET}:7:9: error[R0301]")), "{}", ran.out);
}
