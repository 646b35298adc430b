//! `rulec explain` and `rulec show`: pages, kinds, rules, pictures.

mod command_setup;

use command_setup::{Project, STONES};

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
    let sequence = show("game_of_stones");
    assert!(sequence.contains("in rounds, while heap > 0") && sequence.contains("└─ turn"), "{sequence}");
    assert!(sequence.contains("  active = opponent(active)"), "{sequence}");
    assert!(project.run(&["show", "pebbles"]).ends(0).out.contains("house: The stones on the table."));
}

#[test]
fn info_counts_what_there_is() {
    let project = Project::pebbles();
    let out = project.run(&["info", "--format", "json"]).ends(0).out;
    let value: serde_json::Value = serde_json::from_str(&out).expect("one object");
    assert_eq!(value["games"][0]["kinds"]["state"], 2);
    assert!(project.run(&["info"]).ends(0).out.contains("10 rules"));
}
