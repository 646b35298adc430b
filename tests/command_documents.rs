//! Documents at hand: locking, coverage, review, and the passage under the rule. The document here is our own.

mod command_setup;

use command_setup::{Project, STONES};

const BOOK: &str = "# 1 Stones

1.1 Heap. There are 12 stones on the table – “½ of a bag”. Nobody adds stones.

1.2 Taking. A player takes 1 to 3 stones.
";

/// A project whose heap cites its sentence, with the document in `books/`.
fn cited() -> Project {
    let project = Project::pebbles();
    project.write("books/pebbles.md", BOOK);
    project.run(&["lock", "--documents", "books"]).ends(0);
    project.edit(
        STONES,
        "- state: heap\n  house: A first example.\n",
        "- state: heap\n  cite: 1.1 s1\n  waive numbers: {1/2: a bag}\n",
    );
    project.edit(STONES, "  waive numbers: {1/2: a bag}\n", "");
    project
}

#[test]
fn a_lock_is_proven_against_its_document() {
    let project = cited();
    assert!(!project.read("rules-src/pebbles/document.lock").contains("table"));
    project.run(&["lock", "--check", "--documents", "books"]).ends(0);
    project.run(&["lock", "--check"]).ends(2);
    project.edit("books/pebbles.md", "12 stones", "13 stones");
    let ran = project.run(&["lock", "--check", "--documents", "books"]).ends(1);
    assert!(ran.out.contains("has changed") && ran.out.contains("13"), "{}", ran.out);
    std::fs::remove_file(project.path("books/pebbles.md")).expect("it is there");
    project.run(&["lock", "--check", "--documents", "books"]).ends(2);
}

#[test]
fn the_passage_is_drawn_under_the_rule_where_the_document_is_at_hand() {
    let project = cited();
    project.edit(STONES, "start: 12", "start: twelve");
    let ran = project.run(&["check", "--documents", "books"]).ends(1);
    assert!(ran.out.contains("start: twelve") && ran.out.contains("12 stones on the table"), "{}", ran.out);
    assert!(ran.out.contains("pebbles.md:3:"), "{}", ran.out);
    let ran = project.run(&["check"]).ends(1);
    assert!(
        ran.out.contains("rule `heap` cites 1.1 s1") && !ran.out.contains("on the table –"),
        "{}",
        ran.out
    );
    let ran = project.run(&["explain", "heap", "--documents", "books"]).ends(0);
    assert!(ran.out.contains("12 stones on the table"), "{}", ran.out);
}

#[test]
fn a_citation_that_is_not_locked_is_an_error_with_the_nearest() {
    let project = cited();
    project.edit(STONES, "cite: 1.1 s1", "cite: 1.1 s9");
    let ran = project.run(&["check", "--format", "short"]).ends(1);
    assert!(ran.out.contains("error[R0301]"), "{}", ran.out);
    std::fs::remove_file(project.path("rules-src/pebbles/document.lock")).expect("it is there");
    let ran = project.run(&["check", "--format", "short"]).ends(1);
    assert!(ran.out.contains("there is no `document.lock`") && ran.out.lines().count() == 1, "{}", ran.out);
}

#[test]
fn a_number_that_the_rule_has_lost_is_a_warning() {
    let project = cited();
    project.edit(STONES, "  type: 0..12\n  start: 12", "  type: 0..11\n  start: 11");
    project.edit(STONES, "always: heap <= 12", "always: heap <= 11");
    let ran = project.run(&["check", "--format", "short"]).ends(0);
    assert!(ran.out.contains("warning[R0304]: number 12 of 1.1 s1"), "{}", ran.out);
}

#[test]
fn sentences_that_nobody_accounts_for_are_a_finding() {
    let project = cited();
    let ran = project.run(&["coverage"]).ends(1);
    assert!(ran.out.contains("1.2 s1"), "{}", ran.out);
    let json = project.run(&["coverage", "--format", "json"]).ends(1).out;
    let value: serde_json::Value = serde_json::from_str(&json).expect("one object");
    assert_eq!(value["total"]["rules"], 1);
}

#[test]
fn a_changed_sentence_makes_its_rules_unreviewed_until_somebody_looks() {
    let project = cited();
    project.run(&["accept", "heap"]).ends(0);
    let quiet = |ran: command_setup::Ran| assert!(!ran.ends(0).out.contains("R0306"));
    quiet(project.run(&["check"]));
    project.edit("books/pebbles.md", "There are 12 stones", "There are now 12 stones");
    project.run(&["lock", "--documents", "books"]).ends(0);
    let ran = project.run(&["check", "--format", "short"]).ends(0);
    assert!(ran.out.contains("warning[R0306]: rule `heap` is unreviewed"), "{}", ran.out);
    project.run(&["accept", "heap"]).ends(0);
    quiet(project.run(&["check"]));
    project.run(&["accept", "heep"]).ends(2);
    project.run(&["accept"]).ends(2);
    project.run(&["accept", "--all"]).ends(0);
}
