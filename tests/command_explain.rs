//! `rulec explain` and `rulec show`: pages, kinds, rules, pictures.

mod command_setup;

use std::path::Path;

use command_setup::{Project, STONES, run_in};

#[test]
fn a_code_has_its_page_without_any_project() {
    let ran = Project::empty().run(&["explain", "r0301"]).ends(0);
    assert!(ran.out.starts_with("R0301 CitationNotLocked, an error\n\nA rule cites"), "{}", ran.out);
    let ran = Project::empty().run(&["explain", "decision"]).ends(0);
    assert!(ran.out.contains("options:") && ran.out.contains("waive numbers:"), "{}", ran.out);
}

#[test]
fn a_rule_is_shown_in_all_its_forms() {
    let project = Project::pebbles();
    for arguments in [&["explain", "take_stones"][..], &["explain", "pebbles", "take_stones"]] {
        let out = project.run(arguments).ends(0).out;
        for part in [
            "- option: take",
            "in the machine",
            "in Rust",
            "pub fn",
            "exercised by first_moves, no_more_than_there_are",
        ] {
            assert!(out.contains(part), "{part}\n{out}");
        }
    }
}

/// Three stones: one line counts in the example, one in none.
const SUM: &str = "
- modifiers: worth_taking
  house: A first example.
  params: {wanted: 1..3}
  add:
  - {value: 2, when: heap > 4, says: many are left}
  - {value: \"wanted - 1\"}
  - {value: -1, when: heap = 0, says: nothing is left}

- example: many_are_worth_more
  given: heap = 9
  expect: worth_taking(1) = 2
";

#[test]
fn modifiers_are_shown_line_by_line_with_the_examples_in_which_each_counts() {
    let project = Project::pebbles();
    project.write(STONES, project.read(STONES) + SUM);
    let out = project.run(&["explain", "worth_taking"]).ends(0).out;
    let lines = "line by line

  many are left: 2 when heap > 4
    counts in many_are_worth_more
  wanted - 1
    no example exercises it
  nothing is left: -1 when heap = 0
    no example exercises it
";
    assert!(out.contains(lines), "{out}");
    let out = project.run(&["explain", "worth_taking", "--format", "json"]).ends(0).out;
    let value: serde_json::Value = serde_json::from_str(&out).expect("one object");
    assert_eq!(value["examples"], serde_json::json!(["many_are_worth_more"]));
    assert_eq!(value["modifiers"][0]["examples"], serde_json::json!(["many_are_worth_more"]));
    assert_eq!(value["modifiers"][0]["rust"], "if self.heap() > 4 {\n    sum += 2;\n}");
    assert_eq!(value["modifiers"][2]["when"], "heap = 0");
    assert_eq!(value["modifiers"][2]["examples"], serde_json::json!([]));
}

#[test]
fn a_citation_of_a_modifier_must_name_something() {
    let project = Project::pebbles();
    project.write(STONES, project.read(STONES) + &SUM.replace("says: many are left", "cite: 99 s1"));
    let out = project.run(&["check"]).ends(1).out;
    assert!(out.contains("R0301") && out.contains("99 s1") || out.contains("document.lock"), "{out}");
}

#[test]
fn codes_kinds_and_sections_are_also_written_as_json() {
    let json = |arguments: &[&str]| -> serde_json::Value {
        let out = Project::empty().run(&[arguments, &["--format", "json"]].concat()).ends(0).out;
        serde_json::from_str(&out).expect("one object")
    };
    assert_eq!(json(&["explain", "R0301"])["name"], "CitationNotLocked");
    let kind = json(&["explain", "modifiers"]);
    assert!(kind["keys"].as_array().expect("a list").iter().any(|key| key["key"] == "add"), "{kind}");
    let section = json(&["explain", "alesia", "9.25", "--project", env!("CARGO_MANIFEST_DIR")]);
    let disorder = &section["sentences"][3];
    assert_eq!(disorder["sentence"], "9.25 s4");
    assert_eq!(disorder["modifiers"][0]["value"], "-1");
    assert_ne!(disorder["modifiers"][0]["examples"], serde_json::json!([]));
    Project::empty().run(&["explain", "R0301", "--format", "csv"]).ends(2);
}

#[test]
fn an_example_exercises_each_modifier_of_the_siege() {
    for rule in ["shock_modifiers", "shot_modifiers"] {
        let root = ["--format", "json", "--project", env!("CARGO_MANIFEST_DIR")];
        let out = Project::empty().run(&[&["explain", "alesia", rule][..], &root].concat()).ends(0).out;
        let value: serde_json::Value = serde_json::from_str(&out).expect("one object");
        for line in value["modifiers"].as_array().expect("a list") {
            assert_ne!(line["examples"], serde_json::json!([]), "{line}");
        }
    }
}

#[test]
fn tables_sequences_and_flowcharts_are_drawn() {
    let project = Project::pebbles();
    let more = "
- table: worth
  house: A first example.
  says: What stones are worth.
  key: 1..3
  columns: { worth: 0..9 }
  rows:
    1: { worth: 5 }
    2..3: { worth: 0 }

- flowchart: advice
  house: A first example.
  says: How to play.
  nodes:
    many:
      says: Are there many?
      ask: heap > 4
      yes: wait
      no: wait
    wait:
      do: stop
      then: end
";
    let text = project.read(STONES) + more;
    project.write(STONES, text);
    let show = |rule: &str| project.run(&["show", "pebbles", rule]).ends(0).out;
    assert!(show("worth").contains("   1      5\n") || show("worth").contains("1"), "{}", show("worth"));
    assert!(show("worth").contains("2..3"), "{}", show("worth"));
    let chart = show("advice");
    assert!(
        chart.contains("│ heap > 4?")
            && chart.contains("├─ yes ──▶ wait")
            && chart.contains("└────────▶ end"),
        "{chart}"
    );
    let picture = |arguments: &[&str]| project.run(&[&["show", "pebbles"], arguments].concat());
    picture(&["advice", "--svg", "advice.svg"]).ends(0);
    let svg = project.read("advice.svg");
    assert!(svg.contains(">Are there many?</text>") && svg.contains("0 crossings"), "{svg}");
    let refused = picture(&["worth", "--svg", "worth.svg"]).ends(2).err;
    assert!(refused.contains("only flowcharts are drawn; there are advice"), "{refused}");
    let sequence = show("game_of_stones");
    assert!(sequence.contains("in rounds, while heap > 0") && sequence.contains("└─ turn"), "{sequence}");
    assert!(sequence.contains("  active = opponent(active)"), "{sequence}");
    assert!(project.run(&["show", "pebbles"]).ends(0).out.contains("house: The stones on the table."));
}

/// Two of the charts are no planar graphs, so that one crossing is the least.
#[test]
fn the_charts_of_falling_sky_cross_no_more_than_they_must() {
    let files = Project::empty();
    for (chart, crossings) in [
        ("aedui", "1 crossing"),
        ("Arverni", "0 crossings"),
        ("belgae", "1 crossing"),
        ("romans", "0 crossings"),
    ] {
        let file = files.path(&format!("{chart}.svg"));
        let file = file.to_str().expect("a plain path");
        run_in(Path::new(env!("CARGO_MANIFEST_DIR")), &["show", "falling-sky", chart, "--svg", file], "")
            .ends(0);
        let svg = files.read(&format!("{chart}.svg"));
        assert!(
            svg.contains(&format!("boxes, {crossings}</desc>")),
            "{chart}: {}",
            svg.get(..400).unwrap_or(&svg)
        );
    }
}

#[test]
fn info_counts_what_there_is() {
    let project = Project::pebbles();
    let out = project.run(&["info", "--format", "json"]).ends(0).out;
    let value: serde_json::Value = serde_json::from_str(&out).expect("one object");
    assert_eq!(value["games"][0]["kinds"]["state"], 2);
    assert!(project.run(&["info"]).ends(0).out.contains("10 rules"));
}

#[test]
fn a_chart_tells_the_values_behind_each_answer() {
    let project = Project::pebbles();
    let more = "
- function: plenty
  house: A first example.
  params: {least: 0..12}
  is: \"heap >= least and any(p in player where p != north: heap > 1)\"

- flowchart: mood
  house: A first example.
  nodes:
    rich:
      ask: heap > 10 or plenty(4)
      yes: end
      no: poor
    poor:
      do: heap = heap
      then: end
";
    project.write(STONES, project.read(STONES) + more);
    project.edit(STONES, "do: heap -= stones", "do: |\n      heap -= stones\n      call mood");
    let ran = project
        .run_with(&["play", "pebbles", "--person", "all", "--seed", "7", "--explain"], "1\nquit\n")
        .ends(0);
    let told: Vec<&str> =
        ran.out.lines().map(str::trim).skip_while(|line| !line.starts_with("mood")).take(5).collect();
    let expected =
        ["heap is 11", "plenty(4) is yes", "{p in player where p != north and heap > 1} is {south}"];
    assert_eq!(told.get(1..4), Some(&expected[..]), "{}", ran.out);
    assert!(told.get(4).is_some_and(|line| line.starts_with("rich is yes")), "{}", ran.out);
}
