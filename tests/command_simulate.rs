//! `rulec simulate`: the same numbers from the same seed, what is counted, what goes wrong.

mod command_setup;
use command_setup::{Project, STONES};

#[test]
fn the_same_seed_gives_the_same_numbers_on_any_number_of_threads() {
    let project = Project::pebbles();
    let run = |threads: &str, format: &str| {
        let ran = project
            .run(&["simulate", "pebbles", "-n", "300", "--threads", threads, "--format", format])
            .ends(0);
        assert_eq!(ran.err, "");
        ran.out
    };
    assert_eq!(run("1", "json"), run("7", "json"));
    assert_eq!(run("2", "csv"), run("3", "csv"));
    let value: serde_json::Value = serde_json::from_str(&run("2", "json")).expect("one object");
    let games: u64 = value["outcomes"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["games"].as_u64().expect("a count"))
        .sum();
    assert_eq!((value["games"].as_u64(), games), (Some(300), 300));
    assert!(run("2", "full").contains("300 games from seed 1"));
}

#[test]
fn what_is_only_supposed_is_not_counted_as_taken() {
    let project = Project::pebbles();
    let more = "
- decision: greet
  house: A first example.
  by: north
  options:
  - option: wave
  - option: nod
    do: heap -= 1

- answer: nods
  house: A first example.
  to: greet
  take:
  - option: nod

- function: after_a_nod
  house: A first example.
  suppose: choose greet
  is: heap
";
    project.write(STONES, project.read(STONES) + more);
    project.edit(STONES, "where stones <= heap", "where stones <= heap and after_a_nod < heap");
    let ran = project.run(&["simulate", "pebbles", "-n", "20", "--format", "json"]).ends(0);
    let value: serde_json::Value = serde_json::from_str(&ran.out).expect("one object");
    let options = value["choices"].as_array().expect("a list");
    let nods = options.iter().find(|one| one["option"] == "nod").expect("it is listed");
    assert_eq!(nods["times"].as_u64(), Some(0), "{}", ran.out);
}

#[test]
fn what_a_chart_does_itself_is_counted_beside_the_choices() {
    let project = Project::pebbles();
    let more = "
- procedure: shed
  house: A first example.
  do: heap = max(0, heap - 1)

- decision: lighten
  house: A first example.
  by: north
  options:
  - option: drop_one
    do: call shed

- procedure: storm
  house: A first example.
  do: |
    call shed
    call shed

- function: after_a_storm
  house: A first example.
  suppose: call storm
  is: heap
";
    project.write(STONES, project.read(STONES) + more);
    project.edit(STONES, "do: heap -= stones", "do: |\n      heap -= stones\n      call shed");
    project.edit(STONES, "where stones <= heap", "where stones <= heap and after_a_storm <= heap");
    let ran = project.run(&["simulate", "pebbles", "-n", "20", "--format", "json"]).ends(0);
    let value: serde_json::Value = serde_json::from_str(&ran.out).expect("one object");
    let deeds = value["carried_out"].as_array().expect("a list");
    let answers = value["answers"]["mean"].as_f64().expect("a number") * 20.0;
    let sheds = deeds.iter().find(|one| one["procedure"] == "shed").expect("an option calls it");
    assert_eq!(sheds["times"].as_f64(), Some(answers.round()), "suppositions do not count: {}", ran.out);
    assert!(deeds.iter().all(|one| one["procedure"] != "storm"), "no option calls it: {}", ran.out);
}

#[test]
fn what_goes_wrong_in_a_simulation_is_a_finding_that_can_be_seen_again() {
    let project = Project::pebbles();
    project.edit(STONES, "stones in 1..3 where stones <= heap", "stones in 1..3");
    let ran = project.run(&["simulate", "pebbles", "-n", "200", "--seed", "11"]).ends(1);
    let again =
        ran.out.split("seen by `--seed ").nth(1).and_then(|rest| rest.split(' ').next()).expect("it says so");
    let ran = project.run(&["simulate", "pebbles", "-n", "1", "--seed", again]).ends(1);
    assert!(ran.out.contains("`take_stones` makes a value -"), "{}", ran.out);
    let ran = project.run(&["simulate", "pebbles", "-n", "1", "--max-steps", "2"]).ends(0);
    assert!(ran.out.contains("unfinished"), "{}", ran.out);
}

#[test]
fn progress_is_told_only_where_it_is_asked_for() {
    let project = Project::pebbles();
    let ran = project.run(&["simulate", "pebbles", "-n", "50", "--progress"]).ends(0);
    assert!(ran.err.contains("50 of 50 games"), "{}", ran.err);
}
