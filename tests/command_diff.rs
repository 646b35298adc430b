//! `rulec diff`: two revisions told apart by their rules, from git, folders and the work tree.

#![allow(clippy::disallowed_methods, reason = "the command is a process, and works on files")]

mod command_setup;

use std::process::Command;

use command_setup::{Project, Ran, STONES};
use serde_json::Value;

const CHARTS: &str = "rules-src/pebbles/charts.yaml";

/// Rules of the kinds that `rulec new` leaves out.
const MORE: &str = "\
rules:
- table: worth
  house: For the test.
  key: 0..12
  columns: {points: 0..9, bonus: 0..9}
  rows:
    0..6: {points: 1, bonus: 0}
    7..12: {points: 2, bonus: 1}

- function: value_of_heap
  house: For the test.
  is: worth[heap].points + worth[heap].bonus

- select: favourite
  house: For the test.
  from: who in player
  prefer:
  - most: value_of_heap
  - where: who = active
  - least: heap

- flowchart: advice
  house: For the test.
  nodes:
    many:
      ask: heap > 4
      yes: wait
      no: hurry
    wait: {do: heap = 4, then: end}
    hurry: {do: heap = 0, then: end}
";

/// A project in a git repository of its own, its first revision tagged `printed`.
fn repository() -> Project {
    let project = Project::pebbles();
    project.write(CHARTS, MORE);
    git(&project, &["init", "--quiet"]);
    commit(&project, "first");
    git(&project, &["tag", "printed"]);
    project
}

fn git(project: &Project, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(project.path(""))
        .args(["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .output()
        .expect("git is there");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn commit(project: &Project, message: &str) {
    git(project, &["add", "--all"]);
    git(project, &["commit", "--quiet", "--message", message]);
}

fn short(project: &Project, arguments: &[&str]) -> Vec<String> {
    let ran = project.run(&[&["diff"], arguments, &["--format", "short"]].concat()).ends(0);
    ran.out.lines().map(str::to_owned).collect()
}

#[test]
fn a_revision_does_not_differ_from_itself() {
    let project = repository();
    assert_eq!(short(&project, &["printed"]), Vec::<String>::new());
    let ran = project.run(&["diff", "printed", "--fail-on", "wording"]).ends(0);
    assert!(ran.out.contains("pebbles: no rule differs"), "{}", ran.out);
}

#[test]
fn a_changed_cell_shows_as_that_cell() {
    let project = repository();
    project.edit(CHARTS, "7..12: {points: 2, bonus: 1}", "7..12: {points: 2, bonus: 3}");
    assert_eq!(short(&project, &["printed"]), ["pebbles: worth: behaviour: 7..12 bonus: 1 → 3"]);
}

#[test]
fn a_redirected_edge_shows_as_that_edge() {
    let project = repository();
    project.edit(CHARTS, "yes: wait", "yes: hurry");
    project.edit(CHARTS, "no: hurry", "no: wait");
    assert_eq!(
        short(&project, &["printed"]),
        [
            "pebbles: advice: behaviour: many yes: wait → hurry",
            "pebbles: advice: behaviour: many no: hurry → wait"
        ]
    );
}

#[test]
fn a_reordered_priority_list_shows_as_a_move() {
    let project = repository();
    project.edit(
        CHARTS,
        "  - most: value_of_heap\n  - where: who = active\n  - least: heap\n",
        "  - where: who = active\n  - least: heap\n  - most: value_of_heap\n",
    );
    assert_eq!(
        short(&project, &["printed"]),
        ["pebbles: favourite: behaviour: prefer: `most: value_of_heap` moved from place 1 to 3"]
    );
}

#[test]
fn a_renamed_rule_shows_as_renamed_and_its_users_as_nothing() {
    let project = repository();
    project.edit(CHARTS, "- table: worth\n", "- table: values\n  renamed from: worth\n");
    project.edit(
        CHARTS,
        "worth[heap].points + worth[heap].bonus",
        "values[heap].points + values[heap].bonus",
    );
    assert_eq!(
        short(&project, &["printed"]),
        ["pebbles: values: interface: name: renamed from `worth` to `values`"]
    );
    let ran = project.run(&["diff", "printed"]).ends(0);
    assert!(ran.out.contains("follow a renaming: value_of_heap"), "{}", ran.out);
}

#[test]
fn the_work_tree_and_the_repository_are_left_as_they_are() {
    let project = repository();
    project.edit(CHARTS, "bonus: 1}", "bonus: 2}");
    commit(&project, "second");
    project.edit(STONES, "The stones on the table.", "All stones.");
    project.write("rules-src/pebbles/untracked.txt", "mine");
    let state =
        || (git(&project, &["status", "--porcelain=v2", "--branch"]), git(&project, &["stash", "list"]));
    let (before, stones) = (state(), project.read(STONES));
    let told = short(&project, &["HEAD~1", "HEAD"]);
    assert_eq!(told, ["pebbles: worth: behaviour: 7..12 bonus: 1 → 2"]);
    assert_eq!(
        short(&project, &["HEAD"]),
        ["pebbles: heap: wording: says: The stones on the table. → All stones."]
    );
    assert_eq!((state(), project.read(STONES)), (before, stones));
}

#[test]
fn a_side_that_nobody_knows_is_not_done() {
    let project = repository();
    let err = |arguments: &[&str]| -> String {
        let Ran { err, out, .. } = project.run(&[&["diff"], arguments].concat()).ends(2);
        assert_eq!(out, "");
        err
    };
    assert!(
        err(&["nowhere~3"]).contains("`nowhere~3` is no side to compare: git knows no such revision here")
    );
    assert!(err(&["printed", "folder:nowhere"]).contains("the folder `nowhere` is not there"));
    assert!(err(&["printed", "generated"]).contains("generated"));
    assert!(err(&["printed", "--game", "chess"]).contains("chess"));
    project.write("empty/readme.txt", "");
    assert!(err(&["./empty"]).contains("no rule files"));
    git(&project, &["checkout", "--quiet", "--orphan", "bare"]);
    git(&project, &["rm", "-r", "--quiet", "--cached", "rules-src"]);
    git(&project, &["commit", "--quiet", "--allow-empty", "--message", "no rules"]);
    assert!(err(&["bare"]).contains("no rule files"), "a revision without rules");
    let outside = Project::pebbles().run(&["diff", "main"]).ends(2);
    assert!(outside.err.contains("no git repository is here"), "{}", outside.err);
}

#[test]
fn old_rules_that_no_longer_compile_are_named_and_the_rest_is_compared() {
    let project = repository();
    project.edit(CHARTS, "is: worth[heap].points", "is: worth[heap].pionts");
    commit(&project, "broken");
    project.edit(CHARTS, "is: worth[heap].pionts", "is: worth[heap].points");
    project.edit(CHARTS, "7..12: {points: 2, bonus: 1}", "7..12: {points: 2, bonus: 3}");
    let ran = project.run(&["diff", "HEAD"]).ends(0);
    assert!(ran.out.contains("does not compile with this rulec"), "{}", ran.out);
    assert!(ran.out.contains("charts.yaml:") && ran.out.contains("value_of_heap"), "{}", ran.out);
    assert!(ran.out.contains("7..12 bonus: 1 → 3"), "{}", ran.out);
    assert!(ran.out.contains("compared as written"), "{}", ran.out);
    let ran = project.run(&["diff", "HEAD", "--impact", "10"]).ends(2);
    assert!(ran.err.contains("the old side does not compile"), "{}", ran.err);
}

#[test]
fn folders_are_compared_as_projects_and_as_games() {
    let (old, new) = (repository(), repository());
    new.edit(CHARTS, "bonus: 1}", "bonus: 2}");
    let text = |project: &Project, path: &str| project.path(path).display().to_string();
    let projects = [text(&old, ""), text(&new, "")];
    let games = [text(&old, "rules-src/pebbles"), text(&new, "rules-src/pebbles")];
    for [was, now] in [projects, games] {
        let told = short(&Project::empty(), &[&was, &now]);
        assert_eq!(told, ["pebbles: worth: behaviour: 7..12 bonus: 1 → 2"]);
    }
}

#[test]
fn fail_on_counts_what_is_not_accepted() {
    let project = repository();
    project.edit(CHARTS, "bonus: 1}", "bonus: 2}");
    project.edit(STONES, "The stones on the table.", "All stones.");
    project.run(&["diff", "printed", "--fail-on", "behaviour"]).ends(1);
    project.run(&["diff", "printed", "--accept", "worth"]).ends(2);
    project.run(&["diff", "printed", "--accept", "heep", "--why", "x"]).ends(2);
    let ran = project.run(&["diff", "printed", "--accept", "worth", "--why", "the sheet of May"]).ends(0);
    assert_eq!(ran.out, "pebbles/accepted.yaml: 1 change accepted\n");
    let accepted = project.read("rules-src/pebbles/accepted.yaml");
    assert!(accepted.contains("rule: worth") && accepted.contains("the sheet of May"), "{accepted}");
    let ran = project.run(&["diff", "printed", "--fail-on", "behaviour"]).ends(0);
    assert!(ran.out.contains("accepted: the sheet of May"), "{}", ran.out);
    project.run(&["diff", "printed", "--fail-on", "wording"]).ends(1);
    // Another edit of the same cell is news.
    project.edit(CHARTS, "bonus: 2}", "bonus: 3}");
    project.run(&["diff", "printed", "--fail-on", "behaviour"]).ends(1);
    project.run(&["check"]).ends(0);
}

#[test]
fn every_form_tells_the_same_changes() {
    let project = repository();
    project.edit(CHARTS, "bonus: 1}", "bonus: 2}");
    let run = |format: &str| project.run(&["diff", "printed", "--format", format]).ends(0).out;
    let json: Value = serde_json::from_str(&run("json")).expect("one document");
    let change = &json["games"][0]["rules"][0]["changes"][0];
    assert_eq!((&change["class"], &change["part"]), (&Value::from("behaviour"), &Value::from("7..12 bonus")));
    assert_eq!((&change["was"], &change["now"]), (&Value::from("1"), &Value::from("2")));
    assert_eq!(json["schema"], 1);
    assert!(run("markdown").contains("| `worth` | behaviour | 7..12 bonus: 1 → 2 |"), "{}", run("markdown"));
    assert!(run("full").contains("7..12 bonus: 1 → 2"));
    project.run(&["diff", "printed", "--format", "sarif"]).ends(2);
    assert!(!run("full").contains('\u{1b}'), "no colours where nobody looks");
}

#[test]
fn generated_files_are_attributed_to_the_rules_or_to_the_generator() {
    let project = repository();
    project.run(&["generate"]).ends(0);
    commit(&project, "generated");
    project.edit(CHARTS, "bonus: 1}", "bonus: 2}");
    project.run(&["generate"]).ends(0);
    let ran = project.run(&["diff", "HEAD"]).ends(0);
    assert!(
        ran.out.contains("moved by the rules") && !ran.out.contains("without a rule edit"),
        "{}",
        ran.out
    );
    project.edit("generated/pebbles/src/rules/stones.rs", "use crate", "\nuse crate");
    let ran = project.run(&["diff", "HEAD"]).ends(0);
    assert!(ran.out.contains("moved without a rule edit: generated/src/rules/stones.rs"), "{}", ran.out);
}

#[test]
fn impact_tells_how_many_games_differ_and_where_they_part() {
    let project = repository();
    project.edit(STONES, "where stones <= heap", "where stones <= min(heap, 2)");
    let ran = project.run(&["diff", "printed", "--impact", "200", "--threads", "2"]).ends(0);
    assert!(ran.out.contains("200 games differ, 100.00 %"), "{}", ran.out);
    assert!(ran.out.contains("no longer offered: take(3)"), "{}", ran.out);
    assert!(ran.out.contains("after 0 answers; 0 are enough"), "{}", ran.out);
    let json: Value = {
        let ran = project.run(&["diff", "printed", "--impact", "200", "--format", "json"]).ends(0);
        serde_json::from_str(&ran.out).expect("one document")
    };
    let shifts = json["games"][0]["impact"]["shifts"].as_array().expect("a list");
    let answers = shifts.iter().find(|shift| shift["measure"] == "answers").expect("the length is measured");
    let number = |key: &str| answers[key].as_f64().expect("a number");
    assert!(number("shift") > 0.0 && number("low") > 0.0 && number("low") < number("high"), "{answers}");
    // The same seeds give the same figures, whoever plays them.
    let one = project.run(&["diff", "printed", "--impact", "50", "--threads", "1"]).ends(0).out;
    let four = project.run(&["diff", "printed", "--impact", "50", "--threads", "4"]).ends(0).out;
    assert_eq!(one, four);
}

#[test]
fn impact_of_a_change_that_play_never_meets_is_none() {
    let project = repository();
    project.edit(CHARTS, "bonus: 1}", "bonus: 2}");
    let ran = project.run(&["diff", "printed", "--impact", "100"]).ends(0);
    assert!(ran.out.contains("0 games differ, 0.00 %"), "{}", ran.out);
    assert!(!ran.out.contains("where they part"), "{}", ran.out);
}

#[test]
fn impact_measures_an_expression_from_an_example() {
    let project = repository();
    let study = "\
rules:
- state: takes
  house: Counts.
  type: 0..99
- example: a_short_game
  given: heap = 6
  do: |
    while heap > 0:
      choose take_stones
      takes += 1
";
    project.write("study.yaml", study);
    project.edit(STONES, "where stones <= heap", "where stones <= min(heap, 2)");
    let study = project.path("study.yaml").display().to_string();
    let arguments = ["diff", "printed", "--impact", "300", "--with", &study, "--from", "a_short_game"];
    let ran =
        project.run(&[&arguments[..], &["--measure", "takes", "--measure", "takes > 3"]].concat()).ends(0);
    let line = |label: &str| {
        let found = ran.out.lines().find(|line| line.trim_start().starts_with(&format!("{label}  ")));
        found.unwrap_or_else(|| panic!("no {label} in {}", ran.out)).to_owned()
    };
    assert!(line("takes").contains(" → ") && line("takes").contains('+'), "{}", ran.out);
    assert!(line("takes > 3").contains('%'), "{}", ran.out);
    let ran = project.run(&[&arguments[..6], &["--from", "nobody_knows"]].concat()).ends(2);
    assert!(ran.err.contains("no example `nobody_knows`"), "{}", ran.err);
    let ran = project.run(&["diff", "printed", "--impact", "3", "--measure", "heep"]).ends(2);
    assert!(ran.err.contains("heep"), "{}", ran.err);
    project.run(&["diff", "printed", "--measure", "heap"]).ends(2);
}

#[test]
fn an_edition_is_a_side_and_its_errata_are_named() {
    let project = repository();
    let editions = "editions:\n  corrected: {errata: [may]}\n  printed: {errata: []}\n";
    let game = project.read("rules-src/pebbles/game.yaml");
    project.write("rules-src/pebbles/game.yaml", format!("{game}{editions}"));
    let erratum = "\
erratum: may
title: The sheet of May
house: For the test.
amend:
- {rule: worth, at: rows 7..12 bonus, was: 1, now: 2}
- rule: favourite
  at: prefer 3
  was: {least: heap}
";
    project.write("rules-src/pebbles/errata/may.yaml", erratum);
    assert_eq!(
        short(&project, &["edition:printed"]),
        [
            "pebbles: worth: behaviour: 7..12 bonus: 1 → 2",
            "pebbles: favourite: behaviour: prefer: removed `least: heap`"
        ]
    );
    let ran = project.run(&["diff", "edition:printed", "edition:corrected"]).ends(0);
    assert!(
        ran.out.contains("edition printed → edition corrected") && ran.out.contains("erratum    may"),
        "{}",
        ran.out
    );
    // The first revision has no editions; its rules are those of the printed one.
    let told = short(&project, &["printed", "edition:printed"]);
    assert!(told.iter().all(|line| line.starts_with("pebbles: pebbles: interface: edition")), "{told:?}");
    // A revision has its own errata, wherever it is asked for.
    commit(&project, "corrected");
    let root = project.path("").display().to_string();
    let ran =
        Project::empty().run(&["--project", &root, "diff", "printed", "HEAD", "--format", "short"]).ends(0);
    assert!(ran.out.contains("worth: behaviour: 7..12 bonus: 1 → 2"), "{}", ran.out);
    let ran = project.run(&["diff", "edition:prented"]).ends(2);
    assert!(ran.err.contains("no game of edition prented has an edition `prented`"), "{}", ran.err);
}

#[test]
fn two_games_of_one_name_cannot_be_told_apart() {
    let project = repository();
    for file in ["game.yaml", "charts.yaml"] {
        let text = project.read(&format!("rules-src/pebbles/{file}"));
        project.write(&format!("rules-src/copy/{file}"), text);
    }
    let ran = project.run(&["diff", "printed"]).ends(2);
    assert!(ran.err.contains("two games of one side are called `pebbles`"), "{}", ran.err);
    let ran = project.run(&["diff", "printed", "--game", "pebbles"]).ends(0);
    assert!(ran.out.contains("no rule differs"), "{}", ran.out);
}

/// What is told of a change of the heap that the game begins with.
fn tells_of_another_heap(project: &Project) {
    project.edit(STONES, "  start: 12", "  start: 10");
    let ran = project.run(&["diff", "printed", "--impact", "30"]).ends(0);
    assert!(ran.out.contains("30 games differ"), "{}", ran.out);
    assert!(ran.out.contains("they part as they are set up, before anybody answers"), "{}", ran.out);
    assert!(ran.out.contains("heap: 12 → 10"), "{}", ran.out);
}

#[test]
fn impact_tells_of_another_setup() {
    tells_of_another_heap(&repository());
}

#[test]
fn a_box_that_is_called_otherwise_renames_no_state() {
    let project = repository();
    project.write(CHARTS, MORE.replace("hurry", "heap"));
    commit(&project, "a box called as the state");
    git(&project, &["tag", "--force", "printed"]);
    project.write(CHARTS, MORE.replace("hurry", "haste"));
    assert_eq!(
        short(&project, &["printed"]),
        ["pebbles: advice: wording: node: renamed from `heap` to `haste`"]
    );
    tells_of_another_heap(&project);
}

#[test]
fn an_option_that_is_called_otherwise_is_still_that_option() {
    let project = repository();
    project.edit(STONES, "- option: take", "- option: grab");
    project.edit("rules-src/pebbles/examples/first_moves.yaml", ": take(", ": grab(");
    let ran = project.run(&["diff", "printed", "--impact", "30"]).ends(0);
    assert!(ran.out.contains("0 games differ"), "{}", ran.out);
}

#[test]
fn editions_that_answer_a_reading_otherwise_differ_and_are_played() {
    let project = repository();
    let reading = "
- reading: last_stone_is
  house: For the test.
  answers: {good: Who takes it wins., bad: Who takes it loses.}
  default: good
  why: For the test.
";
    let rules = project.read(STONES);
    project.write(STONES, format!("{rules}{reading}"));
    project.edit(
        STONES,
        "    {active}\n",
        "    if last_stone_is = good then {active} else {opponent(active)}\n",
    );
    let editions = "editions:\n  kind: {errata: []}\n  harsh: {errata: [], readings: {last_stone_is: bad}}\n";
    let game = project.read("rules-src/pebbles/game.yaml");
    project.write("rules-src/pebbles/game.yaml", format!("{game}{editions}"));
    assert_eq!(
        short(&project, &["edition:kind", "edition:harsh"]),
        ["pebbles: last_stone_is: behaviour: answer of the edition: good → bad"]
    );
    let ran = project.run(&["diff", "edition:kind", "edition:harsh", "--impact", "30"]).ends(0);
    assert!(ran.out.contains("30 games differ"), "{}", ran.out);
    assert!(ran.out.contains("last_stone_is: good → bad"), "{}", ran.out);
}
