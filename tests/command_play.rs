//! `rulec play`: orders, refusals, saves and their damage, what is drawn.

mod command_setup;

use command_setup::{Project, STONES};

const BOTH: [&str; 6] = ["play", "pebbles", "--person", "all", "--seed", "7"];

#[test]
fn a_game_is_played_to_its_end() {
    let project = Project::pebbles();
    let ran = project.run_with(&BOTH, "3\n3\ntake(3)\ntake(3)\n").ends(0);
    assert!(ran.out.contains("the game is over, and south has won"), "{}", ran.out);
    assert!(ran.out.contains("by last stone (house): Who takes the last stone wins."), "{}", ran.out);
    // Nobody types, so nobody is prompted.
    assert!(!ran.out.contains("> "), "{}", ran.out);
}

#[test]
fn orders_that_end_early_are_not_done_and_quit_is() {
    let project = Project::pebbles();
    let ran = project.run_with(&BOTH, "3\n").ends(2);
    assert!(ran.err.contains("the orders ended before the game did"), "{}", ran.err);
    project.run_with(&BOTH, "3\nquit\n").ends(0);
}

#[test]
fn what_is_not_legal_is_refused_by_its_rule_and_changes_nothing() {
    let project = Project::pebbles();
    let orders = "3\n3\n3\n2\ntake(2)\nwhy take(3)\nwhy take(1)\ntake\ntakke(1)\n99\nstate\nquit\n";
    let ran = project.run_with(&BOTH, orders).ends(0);
    let refused = "take(2) is refused by `take_stones` (house): `stones <= heap` does not hold";
    assert!(ran.out.contains(refused), "{}", ran.out);
    assert!(
        ran.out.contains("`take(3)` is refused by") && ran.out.contains("`take(1)` is legal"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("write `take(stones)`") && ran.out.contains("did you mean `take`?"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("heap: 1\nactive: north\n"), "{}", ran.out);
}

#[test]
fn undo_goes_back_to_a_persons_choice_and_redo_forward() {
    let project = Project::pebbles();
    let orders = "3\nstate heap\nundo\nstate heap\nredo\nstate heap\nundo\nundo\nquit\n";
    let ran = project.run_with(&["play", "pebbles", "--seed", "7"], orders).ends(0);
    let heaps: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("heap:")).collect();
    assert_eq!((heaps[1], heaps[0]), ("heap: 12", heaps[2]), "{}", ran.out);
    assert!(ran.out.contains("there is nothing to take back"), "{}", ran.out);
}

#[test]
fn every_move_can_be_explained() {
    let project = Project::pebbles();
    let ran = project.run_with(&[&BOTH[..], &["--explain", "--strict"]].concat(), "3\nquit\n").ends(0);
    assert!(
        ran.out.contains("  take_stones (house): The player takes one to three stones.\n    heap := 9"),
        "{}",
        ran.out
    );
    let ran = project.run_with(&BOTH, "3\nexplain\nquit\n").ends(0);
    assert!(ran.out.contains("    heap := 9"), "{}", ran.out);
}

#[test]
fn strict_play_stops_where_an_invariant_does_not_hold() {
    let project = Project::pebbles();
    project.edit(STONES, "always: heap <= 12", "always: heap != 9");
    project.run_with(&BOTH, "3\nquit\n").ends(0);
    let ran = project.run_with(&[&BOTH[..], &["--strict"]].concat(), "3\nquit\n").ends(1);
    assert!(ran.out.contains("invariant `nobody_waits_at_an_empty_table` does not hold"), "{}", ran.out);
}

#[test]
fn people_can_roll_their_own_dice() {
    let project = Project::pebbles();
    let rolled = "      let die = roll 1d6\n      heap = max(heap - die, 0)\n      choose take_stones";
    project.edit(STONES, "      choose take_stones", rolled);
    let ran =
        project.run_with(&[&BOTH[..], &["--dice", "mine"]].concat(), "4\nstate heap\n9\nroll 6\n1\nquit\n");
    let ran = ran.ends(0);
    assert!(ran.out.contains("roll 1d6 and give the total") && ran.out.contains("heap: 8"), "{}", ran.out);
    project.run(&["play", "pebbles", "--person", "none", "--seed", "3"]).ends(0);
}

/// A game of two answers in `game.yaml`.
fn saved() -> Project {
    let project = Project::pebbles();
    project.run_with(&BOTH, "3\n2\nsave kept.yaml\nquit\n").ends(0);
    project
}

fn loaded(project: &Project) -> command_setup::Ran {
    project.run_with(&[&BOTH[..], &["--load", "kept.yaml"]].concat(), "state\nquit\n")
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let project = saved();
    let ran = loaded(&project).ends(0);
    assert!(ran.out.contains("heap: 7\nactive: north\n"), "{}", ran.out);
    let ran = project.run_with(&BOTH, "1\nload kept.yaml\nstate\nundo\nstate\nquit\n").ends(0);
    assert!(ran.out.contains("heap: 7\n") && ran.out.contains("heap: 9\n"), "{}", ran.out);
}

#[test]
fn a_saved_game_keeps_its_people() {
    let project = Project::pebbles();
    let south = ["play", "pebbles", "--seed", "7", "--person", "south"];
    project.run_with(&south, "1\nsave kept.yaml\nquit\n").ends(0);
    let load = ["play", "pebbles", "--load", "kept.yaml"];
    let ran = project.run_with(&load, "quit\n").ends(0);
    assert!(ran.out.contains("people: south; bots: north\n"), "{}", ran.out);
    // Also from within another game, and who is named goes before.
    let ran = project.run_with(&["play", "pebbles"], "load kept.yaml\nquit\n").ends(0);
    assert!(ran.out.contains("loaded `kept.yaml`\npeople: south; bots: north\n"), "{}", ran.out);
    let ran = project.run_with(&[&load[..], &["--person", "all"]].concat(), "quit\n").ends(0);
    assert!(ran.out.contains("people: north, south; bots: nobody\n"), "{}", ran.out);
    // A save of an earlier version does not say: the first.
    project.edit("kept.yaml", "people:\n- south\n", "");
    let ran = project.run_with(&load, "quit\n").ends(0);
    assert!(ran.out.contains("people: north; bots: south\n"), "{}", ran.out);
}

/// Pebbles where a rule takes the stones of bots, one after the other from a bowl beside.
fn with_a_bot() -> Project {
    let project = Project::pebbles();
    let rules = "
- answer: slow_hand
  house: A first example.
  says: A bot takes as little as it can.
  to: take_stones
  take:
  - {option: take, prefer: [{least: stones}]}

- view: table
  title: The table
  for: player
  columns:
    turn: active = player
    stones: heap
";
    project.write(STONES, project.read(STONES) + rules);
    project
}

#[test]
fn what_bots_did_is_told_before_a_person_chooses() {
    let project = with_a_bot();
    let ran = project.run_with(&["play", "pebbles", "--seed", "7"], "3\nexplain\nquit\n").ends(0);
    // The heap as it is when the person is asked, by the rule that left it so.
    let told = "north: take(3)\n  south: slow_hand\n  take_stones: heap 12 → 8\n";
    assert!(ran.out.contains(told), "{}", ran.out);
    // Changed rows are marked; what stays is not.
    assert!(ran.out.contains("\n* north"), "{}", ran.out);
    let explained = ran.out.rsplit("north> ").next().unwrap_or_default();
    assert!(explained.contains("heap := 9") && explained.contains("heap := 8"), "{}", ran.out);
    // Whoever only looks on is told each move.
    let ran =
        project.run(&["play", "pebbles", "--person", "none", "--bots", "random", "--seed", "7"]).ends(0);
    assert!(ran.out.matches("take_stones: heap").count() > 3, "{}", ran.out);
}

#[test]
fn a_seat_that_the_rules_play_is_no_persons_in_a_saved_game() {
    let project = with_a_bot();
    project.run_with(&["play", "pebbles"], "1\nsave kept.yaml\nquit\n").ends(0);
    let load = ["play", "pebbles", "--load", "kept.yaml"];
    project.run_with(&load, "quit\n").ends(0);
    let ran = project.run_with(&[&load[..], &["--person", "all"]].concat(), "quit\n").ends(2);
    assert!(ran.err.contains("in this game the rules play `south`"), "{}", ran.err);
}

#[test]
fn a_save_of_other_rules_is_refused_with_those_that_changed() {
    let project = saved();
    project.edit(STONES, "stones in 1..3", "stones in 1..4");
    let ran = loaded(&project).ends(2);
    assert!(ran.err.contains("since then these have changed: take_stones"), "{}", ran.err);
    // In play the game goes on as it was.
    let ran = project.run_with(&BOTH, "1\nload kept.yaml\nstate heap\nquit\n").ends(0);
    assert!(ran.out.contains("not loaded:") && ran.out.contains("heap: 11"), "{}", ran.out);
}

#[test]
fn new_words_and_examples_do_not_make_a_save_useless() {
    let project = saved();
    project.edit(STONES, "The stones on the table.", "How many stones lie on the table.");
    project.edit(
        "rules-src/pebbles/examples/first_moves.yaml",
        "  - choose: take(2)",
        "  - choose: take(1)\n  - choose: take(1)",
    );
    loaded(&project).ends(0);
}

#[test]
fn a_save_of_another_game_is_refused() {
    let project = saved();
    project.run(&["new", "gravel"]).ends(0);
    let ran = project.run_with(&["play", "gravel", "--load", "kept.yaml"], "quit\n").ends(2);
    assert!(ran.err.contains("is a game of `pebbles`"), "{}", ran.err);
}

#[test]
fn a_damaged_save_is_refused_with_the_place() {
    let damage = |was: &str, now: &str, place: &str, what: &str| {
        let project = saved();
        project.edit("kept.yaml", was, now);
        let ran = loaded(&project).ends(2);
        assert!(ran.err.contains(&format!("kept.yaml:{place}: the save is damaged")), "{}", ran.err);
        assert!(ran.err.contains(what), "{}", ran.err);
    };
    damage("- choose take(2)\n", "", "10", "2 answers were saved, and 1 are here");
    damage("choose take(2)", "choose take(9)", "14", "answer 2");
    damage("choose take(2)", "chews take(2)", "14", "answer 2");
    damage("choose take(2)", "choose take(1)", "11", "one of them was altered");
    damage("rulec: 1", "rulec: 9", "2", "version 9");
    damage("answered: 2", "answered: [", "10", "");
    damage("edition: default", "edishun: default", "4", "edishun");
}

#[test]
fn a_save_that_is_no_text_or_not_there_is_refused() {
    let project = saved();
    project.write("kept.yaml", b"rulec: 1\ngame: \xff\n");
    assert!(loaded(&project).ends(2).err.contains("kept.yaml:2:"));
    std::fs::remove_file(project.path("kept.yaml")).expect("it is there");
    loaded(&project).ends(2);
}

/// Pebbles with a chart that asks, rolls and does.
fn with_a_chart() -> Project {
    let project = Project::pebbles();
    let chart = "
- state: hungry
  house: A first example.
  type: yes or no

- flowchart: supper
  title: Supper
  house: A first example.
  says: How a guest takes stones.
  nodes:
    many:
      says: Are there more than four stones?
      ask: heap > 4
      yes: greedy
      no: again
    greedy:
      says: Is the guest hungry, and is a roll of 1 to 4 made?
      ask: hungry and roll 1d6 in 1..4
      yes: three
      no: lucky
    again:
      ask: heap > 4
      yes: three
      no: one
    lucky:
      ask: roll 2d6 > heap
      yes: three
      no: one
    three:
      says: Take three stones.
      do: heap -= min(heap, 3)
      then: end
    one:
      do: heap -= min(heap, 1)
      then: many
";
    project.write(STONES, project.read(STONES) + chart);
    project
}

const SUPPER: [&str; 4] = ["play", "pebbles", "--assist", "supper"];

#[test]
fn a_chart_is_walked_without_a_board() {
    let project = with_a_chart();
    let mine = [&SUPPER[..], &["--dice", "mine"]].concat();
    let ran = project.run_with(&mine, "yes\ny\n4  # low\ndone\n").ends(0);
    for part in [
        "\nmany\n  Are there more than four stones?\n",
        "  the dice aside: hungry?\n  roll 1d6 and give the total\n  roll 1d6: 4\n  so: yes\n",
        "\nthe way through Supper\n   1  many: Are there more than four stones? – yes\n",
        "   2  greedy: Is the guest hungry, and is a roll of 1 to 4 made? – yes [1d6: 4]\n",
        "   3  three: Take three stones.\n",
    ] {
        assert!(ran.out.contains(part), "{part}\n{}", ran.out);
    }
    // Who is not hungry rolls no die; dice against the board are thrown, and the person answers.
    let ran = project.run_with(&mine, "yes\nno\n11\nyes\n\n").ends(0);
    assert!(!ran.out.contains("1d6:") && ran.out.contains("4  three"), "{}", ran.out);
    assert!(ran.out.contains("   3  lucky – yes [2d6: 11]\n"), "{}", ran.out);
    // The program's dice are those of the seed.
    let rolled =
        || project.run_with(&[&SUPPER[..], &["--seed", "3"]].concat(), "yes\nyes\nquit\n").ends(0).out;
    assert!(rolled().contains("roll 1d6: ") && rolled() == rolled(), "{}", rolled());
}

#[test]
fn a_box_that_calls_another_chart_leads_through_it() {
    let project = with_a_chart();
    let chart = "
- flowchart: evening
  house: A first example.
  nodes:
    eats:
      do: call supper
      then: leaves
    leaves:
      ask: heap = 0
      yes: end
      no: end
";
    project.write(STONES, project.read(STONES) + chart);
    let evening = ["play", "pebbles", "--assist", "evening"];
    let ran = project.run_with(&evening, "done\nno\nyes\ndone\nback\ndone\nyes\n").ends(0);
    for part in
        ["   1  eats\n   2  many", "   3  again – yes\n   4  three: Take three stones.\n   5  leaves – yes\n"]
    {
        assert!(ran.out.contains(part), "{part}\n{}", ran.out);
    }
}

/// What was done once stays done, so that nobody is asked again; where it could be undone, they are.
#[test]
fn a_chart_remembers_what_nothing_can_change() {
    let project = Project::pebbles();
    let chart = "
- type: dish
  house: A first example.
  members: [soup, bread]

- state: eaten
  house: A first example.
  type: optional dish

- procedure: eat_bread
  house: A first example.
  do: eaten = bread

- flowchart: dinner
  house: A first example.
  nodes:
    soup_first: {says: Eat soup., do: eaten = soup, then: was_it}
    was_it: {says: Was there any?, ask: eaten is not none, yes: bread_then, no: bread_then}
    bread_then: {says: Eat bread., do: call eat_bread, then: anything}
    anything: {says: Was there anything?, ask: eaten is not none, yes: clear, no: clear}
    clear: {says: Clear the table., do: eaten = none, then: left}
    left: {says: Is there anything left?, ask: eaten is not none, yes: end, no: end}
";
    project.write(STONES, project.read(STONES) + chart);
    let dinner = ["play", "pebbles", "--assist", "dinner"];
    let ran = project.run_with(&dinner, "\nyes\n\n\nno\n").ends(0);
    assert!(ran.out.contains("  Was there anything?\n  yes, as in `was_it`\n"), "{}", ran.out);
    assert!(ran.out.contains("  done so far: soup_first, bread_then, clear\n"), "{}", ran.out);
    let done = "what was done\n   1  Eat soup.\n   2  Eat bread.\n   3  Clear the table.\n";
    assert!(ran.out.contains(done), "{}", ran.out);
    // After a no the bread decides.
    let ran = project.run_with(&dinner, "\nno\n\nyes\n\nno\n").ends(0);
    assert!(!ran.out.contains("yes, as in"), "{}", ran.out);
}

#[test]
fn a_chart_can_be_gone_back_in_and_asked_why() {
    let project = with_a_chart();
    let ran = project.run_with(&SUPPER, "back\nno\nyes\nback\nno\nwhy\npath\nquit\n").ends(0);
    assert!(ran.out.contains("this is the first that anybody was asked"), "{}", ran.out);
    assert!(ran.out.contains("note: the same was asked in `many`, and the answer was no"), "{}", ran.out);
    assert!(ran.out.contains("  heap -= min(heap, 1)\n  leads to many\n"), "{}", ran.out);
    assert!(ran.out.contains("   2  again – no\n") && !ran.out.contains("3  three"), "{}", ran.out);
    // Also from behind the end.
    let ran = project.run_with(&SUPPER, "no\nyes\n\nback\nback\nno\n\nquit\n").ends(0);
    assert!(
        ran.out.contains("   3  three: Take three stones.\n") && ran.out.contains("\none\n"),
        "{}",
        ran.out
    );
}

#[test]
fn wrong_answers_to_a_chart_are_told_and_too_few_are_not_done() {
    let project = with_a_chart();
    let mine = [&SUPPER[..], &["--dice", "mine"]].concat();
    let ran = project.run_with(&mine, "perhaps\nyes\nyes\n7\nsix\n").ends(2);
    assert!(ran.out.contains("the answer is `yes` or `no`; `help` lists the orders"), "{}", ran.out);
    assert_eq!(ran.out.matches("the total of 1d6 is a number from 1 to 6").count(), 2, "{}", ran.out);
    assert!(ran.err.contains("the answers ended in the box `greedy`"), "{}", ran.err);
    let ran = project.run(&["play", "pebbles", "--assist", "super"]).ends(2);
    assert!(ran.err.contains("no flowchart `super` among supper; did you mean `supper`?"), "{}", ran.err);
    project.run(&["play", "pebbles", "--assist", "supper", "--strict"]).ends(2);
}

const FIELD: &str = "\
rules:
- type: side
  house: A first example.
  members: [romans, gauls]

- space: hex
  house: A first example.
  grid: flat
  first: w0101
  attributes: { wood: yes or no }
  legend: { \".\": {}, \"^\": { wood: true } }
  map: |
    .^.
    ...

- type: counter
  house: A first example.
  members:
    scout: { title: S }

- state: at
  house: A first example.
  type: hex
  start: w0101

- state: facing
  house: A first example.
  type: 0..5
  start: 1

- view: field
  title: The field
  house: A first example.
  for: there in hex where there = at
  draws:
    sign: scout
    vertex: facing
    colour: romans

- decision: scouting
  house: A first example.
  by: romans
  if none: go on
  options:
  - option: go
    for: there in neighbours(at)
    do: |
      at = there
      facing = 4

- sequence: turns
  house: A first example.
  repeat: 2
  phases:
  - phase: scouts
    do: choose scouting
";

#[test]
fn a_map_is_drawn_in_its_shape_with_the_places_on_offer_in_brackets() {
    let project = Project::empty();
    let game = "game: field\ntitle: Field\ndocument: field.md\nplayers: side\nstart: turns\n";
    project.write("rules-src/field/game.yaml", game);
    project.write("rules-src/field/map.yaml", FIELD);
    let played = |color: &str| {
        let arguments = ["play", "field", "--person", "all", "--color", color];
        project.run_with(&arguments, "go(w0201)\nquit\n").ends(0).out
    };
    let plain = played("never");
    let map = "
The field
    01  02  03
01 [ .]    [ .]
        S
02 [ .] ←^ [ .]
       [ .]

S scout · romans
";
    let told: Vec<&str> = plain.lines().map(str::trim_end).collect();
    assert!(told.join("\n").contains(map), "{plain}");
    assert!(played("always").contains("\u{1b}[1;31mS \u{1b}[0m"), "{}", played("always"));
}
