//! A whole game: waiting, options, refusals, chances, outcome, cells, explanations, records.

use rulec_runtime::{
    Chance, Dice, Event, Game, Greedy, Random, Record, Refusal, RuleIndex, Silent, Trace, Waiting, play_out,
};

use super::race::race;
use crate::interpreter::{Choice, Interpreter, Layout, Prepared};
use crate::machine::text::{machine_text, rule_text};
use crate::machine::{Machine, RuleId, invariants};

/// Plays the race with a game at its first wait.
fn with_game(play: impl FnOnce(Interpreter<'_>, &Machine)) {
    let race = race();
    let layout = Layout::of(&race.machine);
    let prepared = Prepared::new(&race.machine, &layout);
    play(Interpreter::new(&prepared, 0, &[]).expect("the setup is sound"), &race.machine);
}

fn options(game: &Interpreter<'_>) -> Vec<String> {
    let mut options = Vec::new();
    game.options(&mut options);
    options.iter().map(ToString::to_string).collect()
}

/// Takes the option that is called so.
fn choose(game: &mut Interpreter<'_>, text: &str) {
    let mut options = Vec::new();
    game.options(&mut options);
    let option = options.iter().find(|option| option.to_string() == text).expect("it is offered");
    game.choose(option, &mut Silent).expect("it is legal");
}

fn cells(game: &Interpreter<'_>) -> Vec<i64> {
    let mut cells = Vec::new();
    game.cells(&mut cells);
    cells
}

fn rule_of(machine: &Machine, name: &str) -> RuleIndex {
    let nth = machine.rules.iter().position(|rule| rule.name == name).expect("there is such a rule");
    RuleIndex(nth as u16)
}

#[test]
fn the_sketch_keeps_the_invariants() {
    assert_eq!(invariants::check(&race().machine), Vec::<String>::new());
}

#[test]
fn a_game_begins_with_setup_and_start_and_waits_for_a_choice() {
    with_game(|game, machine| {
        let Waiting::Choice { seat, rule } = game.waiting() else { panic!("a choice is waited for") };
        assert_eq!((seat.to_string(), rule), ("red".to_string(), rule_of(machine, "move")));
        // Places, strengths (blue's by the setup), turn, rested; campaign at `after_move`; decision 0 of red.
        assert_eq!(cells(&game), [0, 0, 2, 3, 0, 0, 4 + 1, 2, -1, 0, 0]);
    });
}

#[test]
fn options_come_in_order_and_only_where_the_conditions_hold() {
    with_game(|mut game, _| {
        assert_eq!(options(&game), ["run", "walk(1)", "walk(2)", "pass", "rest"]);
        choose(&mut game, "walk(2)");
        assert_eq!(options(&game), ["run", "walk(1)", "walk(2)", "walk(3)", "pass", "rest"]);
        choose(&mut game, "pass");
        assert_eq!(options(&game), ["run", "pass", "rest"]);
    });
}

#[test]
fn an_option_that_asks_again_leaves_the_decision_open() {
    with_game(|mut game, _| {
        let before = cells(&game);
        choose(&mut game, "rest");
        assert_eq!(options(&game), ["run", "walk(1)", "walk(2)", "walk(3)", "pass"]);
        let after = cells(&game);
        assert_eq!(after[6..], before[6..]);
        assert_eq!(after[..6], [0, 0, 3, 3, 0, 1]);
    });
}

#[test]
fn a_refusal_names_the_first_condition_that_fails_and_changes_nothing() {
    with_game(|mut game, machine| {
        let before = game.clone();
        let (decision, _) = game.decision().expect("a decision is waited for");
        let named = |name: &str, arguments: &[i64]| {
            Choice::named(game.prepared(), decision, name, arguments.to_vec()).expect("an option")
        };
        let forbidden = |rule: RuleId, text: Option<&str>| {
            let condition = text.map(|text| text.to_string().into());
            Some(Refusal::Forbidden { rule: RuleIndex(rule.0 as u16), condition })
        };
        let options = &machine.decision(decision).options;
        let walk = options[1].rule;
        assert_eq!(game.why_not(&named("walk", &[1])), None);
        assert_eq!(game.why_not(&named("walk", &[3])), forbidden(walk, Some("steps <= who.strength")));
        assert_eq!(game.why_not(&named("walk", &[4])), forbidden(walk, Some("steps <= who.strength")));
        let asked = machine.decision(decision).rule;
        assert_eq!(game.why_not(&named("walk", &[])), forbidden(asked, None));
        let refused = game.clone().choose(&named("walk", &[3]), &mut Silent);
        assert_eq!(refused.err(), game.why_not(&named("walk", &[3])));
        assert_eq!(game.roll(3, &mut Silent), Err(Refusal::NotWaitedFor));
        assert!(game == before);
    });
}

#[test]
fn a_roll_is_waited_for_in_the_middle_of_an_effect() {
    with_game(|mut game, _| {
        choose(&mut game, "run");
        assert_eq!(game.waiting(), Waiting::Roll { count: 2, sides: 6 });
        // Campaign at `after_move`, then run at `after_roll` with `who`; the decision has gone.
        assert_eq!(cells(&game)[6..], [5, 2, 0, 1, 0]);
        let mut chances = Vec::new();
        game.chances(&mut chances);
        assert_eq!(chances[0], Chance { value: 2, weight: 1, of: 36 });
        assert_eq!(game.roll(13, &mut Silent), Err(Refusal::NotARoll { value: 13 }));
        assert!(options(&game).is_empty());
        let mut trace = Trace::default();
        game.roll(7, &mut trace).expect("seven can be rolled");
        let value = |name: &str, value: &str| Event::Value { name: name.into(), value: value.into() };
        let changed = |what: &str, value: &str| Event::Changed { what: what.into(), value: value.into() };
        assert_eq!(trace.events, [value("steps", "7"), changed("at[red]", "7"), changed("turn", "blue")]);
        assert_eq!(cells(&game)[..2], [7, 0]);
    });
}

#[test]
fn the_end_of_the_game_clears_the_frames() {
    with_game(|mut game, machine| {
        for total in [6, 8, 4] {
            assert!(!game.outcome().over);
            choose(&mut game, "run");
            game.roll(total, &mut Silent).expect("it can be rolled");
        }
        assert_eq!(game.waiting(), Waiting::Over);
        assert_eq!(cells(&game).len(), 6);
        let outcome = game.outcome();
        let scores: Vec<(String, i64)> =
            outcome.scores.iter().map(|(seat, score)| (seat.to_string(), *score)).collect();
        assert_eq!(scores, [("red".to_string(), 10), ("blue".to_string(), 8)]);
        assert_eq!(outcome.winners.iter().map(ToString::to_string).collect::<Vec<_>>(), ["red"]);
        assert_eq!(game.breach(), Some(rule_of(machine, "victory")));
        assert_eq!(
            game.why_not(
                &Choice::named(game.prepared(), crate::machine::DecisionId(0), "run", vec![])
                    .expect("an option")
            ),
            Some(Refusal::NotWaitedFor)
        );
    });
}

#[test]
fn players_play_it_and_its_record_replays() {
    with_game(|game, _| {
        let mut by_chance = game.clone();
        let played = play_out(&mut by_chance, &mut Random::new(5), &mut Dice::new(6), 1000);
        assert!(!played.halted && by_chance.waiting() == Waiting::Over, "{played:?}");
        let mut greedy = game.clone();
        let played = play_out(&mut greedy, &mut Greedy::new(5), &mut Dice::new(6), 1000);
        assert!(played.steps <= 8 && greedy.waiting() == Waiting::Over, "{played:?}");
        let lines = ["choose rest", "choose walk(3)", "choose run", "roll 12"];
        let record = Record::replay_text(game.clone(), &lines).expect("all of it is legal");
        assert_eq!(record.position().waiting(), Waiting::Over);
        assert_eq!(record.text(), lines);
        let failed = Record::replay_text(game, &["choose walk(3)"]).err().expect("red has not rested");
        assert!(failed.to_string().contains("red to choose: run, walk(1), walk(2), pass, rest"), "{failed}");
    });
}

#[test]
fn the_rulebook_has_each_rule_with_its_citations() {
    with_game(|game, machine| {
        let rulebook = game.rulebook();
        assert_eq!(rulebook.len(), machine.rules.len());
        assert_eq!(rulebook[0].cites, "1 s1; 2 s3-4");
        assert_eq!(rulebook[0].origin, "house: a sketch");
    });
}

#[test]
fn the_text_of_a_rule_shows_points_and_live_locals() {
    let machine = race().machine;
    let rule = rule_of(&machine, "campaign");
    let text = rule_text(&machine, RuleId(u32::from(rule.0)));
    let expected = "\
rule campaign (procedure)
waiting procedure campaign()
  entry ():
    go to each_turn
  each_turn ():
    choose move(turn), then after_move
  after_move () takes steps:
    at[turn] := clamp(at[turn] + steps, 0, 10)
    if at[turn] = 10:
      end game
    else:
      turn := if turn = red then blue else red
      go to each_turn
";
    assert_eq!(text, expected);
    assert!(
        machine_text(&machine).contains("    when who not in rested  # rest"),
        "{}",
        machine_text(&machine)
    );
}
