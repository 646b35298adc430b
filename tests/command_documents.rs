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
    // `check` works by the lock, and says that the copy at hand is another.
    let ran = project.run(&["check", "--documents", "books"]).ends(0);
    assert!(ran.err.contains("pebbles: your `pebbles.md` is not as it was locked"), "{}", ran.err);
    let ran = project.run(&["lock", "--check", "--documents", "books"]).ends(1);
    assert!(
        ran.out.contains("1.1 s1 has changed: numbers 12 1/2 became 13 1/2; cited by heap\n"),
        "{}",
        ran.out
    );
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

/// Pebbles with a function that only the greedy call, a table and a constant that nobody looks up, and a consequence that
/// is looked for after each answer and never comes.
fn with_idle_rules() -> Project {
    let project = cited();
    let more = "
- constant: bag
  house: A first example.
  value: 24

- table: worth
  house: A first example.
  key: 1..3
  columns: { worth: 0..9 }
  rows:
    1: { worth: 5 }
    2..3: { worth: 0 }

- function: doubled
  house: A first example.
  is: heap + heap

- whenever: too_many
  house: A first example.
  when: heap * heap = 50
  do: heap = 3

- example: doubling
  do: heap = 3
  expect: doubled = 6
";
    project.write(STONES, project.read(STONES) + more);
    project
}

#[test]
fn rules_that_nothing_exercises_are_listed() {
    let project = with_idle_rules();
    let idle = |arguments: &[&str]| -> Vec<String> {
        let out = project.run(&[&["coverage", "--format", "json"], arguments].concat()).ends(1).out;
        let value: serde_json::Value = serde_json::from_str(&out).expect("one object");
        let rules = value["exercised"]["by_nothing"].as_array().expect("a list").clone();
        rules.iter().map(|rule| rule["rule"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let by_examples = idle(&[]);
    assert!(
        by_examples.contains(&"worth".to_owned()) && by_examples.contains(&"bag".to_owned()),
        "{by_examples:?}"
    );
    // Asked for by an example, and chosen in one.
    assert!(!by_examples.contains(&"doubled".to_owned()), "{by_examples:?}");
    assert!(!by_examples.contains(&"take_stones".to_owned()), "{by_examples:?}");
    // No example plays to the end of the game; a game does. To be looked for is not to come about.
    assert!(by_examples.contains(&"last_stone".to_owned()), "{by_examples:?}");
    assert_eq!(idle(&["--games", "1"]), ["bag", "worth", "too_many"]);
    let ran = project.run(&["coverage", "--games", "1"]).ends(1);
    assert!(
        ran.out.contains("by nothing: table      worth     rules-src/pebbles/stones.yaml:"),
        "{}",
        ran.out
    );
}

#[test]
fn recorded_games_exercise_rules() {
    let project = with_idle_rules();
    let orders = "take(3)\ntake(3)\ntake(3)\ntake(3)\nsave game.yaml\n";
    project.run_with(&["play", "pebbles", "--person", "all", "--seed", "7"], orders).ends(0);
    let names = |out: String| out.contains("last_stone");
    assert!(names(project.run(&["coverage"]).ends(1).out));
    let ran = project.run(&["coverage", "pebbles", "--save", "game.yaml"]).ends(1);
    assert!(ran.out.contains("1 recorded game:") && !names(ran.out.clone()), "{}", ran.out);
    // What lies in the game's folder is recorded without being named.
    project.write("rules-src/pebbles/games/short.yaml", project.read("game.yaml"));
    assert!(!names(project.run(&["coverage"]).ends(1).out));
    project.edit("rules-src/pebbles/games/short.yaml", "take(3)", "take(2)");
    assert!(project.run(&["coverage"]).ends(2).err.contains("the save is damaged"));
}

#[test]
fn the_page_shows_each_sentence_and_holds_none_without_the_document() {
    let project = with_idle_rules();
    project.run(&["coverage", "--page", "page.html"]).ends(1);
    let page = project.read("page.html");
    assert!(page.contains("<i class=\"rule\" title=\"1.1 s1 – heap (state)\"></i>"), "{page}");
    assert!(page.contains("<i class=\"nobody\" title=\"1.2 s1 – nobody\"></i>"), "{page}");
    assert!(page.contains("<code>worth</code>"), "{page}");
    assert!(!page.contains("stones on the table") && !page.contains("Not to be published"), "{page}");
    assert!(!page.contains("http") && !page.contains("<script"), "{page}");
    // The same rules, the same page.
    project.run(&["coverage", "--page", "again.html"]).ends(1);
    assert_eq!(project.read("again.html"), page);
    let ran = project.run(&["coverage", "--page", "page.html", "--documents", "books"]).ends(1);
    assert!(ran.err.contains("must not be published"), "{}", ran.err);
    let page = project.read("page.html");
    assert!(
        page.contains("Not to be published") && page.contains("There are 12 stones on the table"),
        "{page}"
    );
    assert!(
        page.contains("“½ of a bag”") && !page.contains("title=\"1.1 s1 – heap (state)\"></i>"),
        "{page}"
    );
}

#[test]
fn a_walk_through_a_chart_shows_the_passage_where_it_is_at_hand() {
    let project = cited();
    let chart = "
- flowchart: turn_at_the_table
  house: A first example.
  nodes:
    any:
      cite: 1.2 s1
      says: Are there any stones?
      ask: heap > 0
      yes: end
      no: end
";
    project.write(STONES, project.read(STONES) + chart);
    let walk = ["play", "pebbles", "--assist", "turn_at_the_table"];
    let ran = project.run_with(&[&walk[..], &["--documents", "books"]].concat(), "yes\n").ends(0);
    assert!(
        ran.out.contains("any (1.2 s1)\n  Are there any stones?\n  │ 1.2 s1: A player takes 1 to 3"),
        "{}",
        ran.out
    );
    // Its box alone cites anything.
    let ran = project.run(&["explain", "turn_at_the_table", "--documents", "books"]).ends(0);
    assert!(ran.out.contains("  1.2 s1: A player takes 1 to 3 stones.\n"), "{}", ran.out);
    let ran = project.run_with(&walk, "why\nyes\n").ends(0);
    assert!(
        ran.out.contains("the document is not at hand") && !ran.out.contains("A player takes"),
        "{}",
        ran.out
    );
}

#[test]
fn a_document_in_another_encoding_is_told_with_the_line() {
    let project = cited();
    project.write("books/pebbles.md", b"1.1 Heap.\n\n1.2 T\xe4king.\n");
    for command in [&["lock", "--documents", "books"][..], &["check", "--documents", "books"]] {
        let ran = project.run(command).ends(2);
        let told = "pebbles.md`: from line 3 on this is no text in UTF-8: save the document as UTF-8";
        assert!(ran.err.contains(told), "{}", ran.err);
    }
}

#[test]
fn a_fill_is_accepted_beside_its_table() {
    let project = cited();
    let rules = "
- table: weights
  cite: 1.2 s1
  key: 1..3
  columns: {weights: 0..9}
  hole: {known: {}}

- fill: weights
  origin: house
  why: A first example.
  rows: {1..3: 3}
";
    project.write(STONES, project.read(STONES) + rules);
    project.run(&["accept", "--all"]).ends(0);
    let ran = project.run(&["check", "--format", "short"]).ends(0);
    assert!(!ran.out.contains("R0306"), "{}", ran.out);
    project.edit("books/pebbles.md", "1 to 3 stones", "1 to 4 stones");
    project.run(&["lock", "--documents", "books"]).ends(0);
    let ran = project.run(&["check", "--format", "short"]).ends(0);
    let told = "R0306]: rule `weights` is unreviewed: 1.2 s1 changed, numbers 1 3 became 1 4";
    assert!(ran.out.contains(told) && ran.out.matches("R0306").count() == 1, "{}", ran.out);
}

#[test]
fn a_section_is_explained_by_who_carries_it() {
    let project = cited();
    let out = project.run(&["explain", "1.1"]).ends(0).out;
    assert!(out.contains("pebbles: section 1.1\n\n  1.1 s1\n    rules: heap\n"), "{out}");
    assert!(!out.contains("stones on the table"), "{out}");
    let out = project.run(&["explain", "pebbles", "1.1", "--documents", "books"]).ends(0).out;
    assert!(out.contains("1.1 s1: There are 12 stones on the table"), "{out}");
    let ran = project.run(&["explain", "9.9"]).ends(2);
    assert!(ran.err.contains("no rule and no section"), "{}", ran.err);
}
