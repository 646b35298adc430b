//! Edits of a small game, and what is told of each.

use rulec_grammar::problem::Problems;

use super::{Class, Comparison, Meant, Side, Written, compare};
use crate::source::Files;
use crate::{Choices, RuleFiles, compile_trees, read_trees};

const GAME: &str = "game: sample\ntitle: Sample\ndocument: sample.md\nplayers: power\nstart: main\n";

const RULES: &str = "\
section: \"13.2\"
rules:
- type: power
  house: invented
  members: {romans: {weak: false}, gauls: {weak: true}}
  attributes: {weak: yes or no}
- state: level
  cite: s1
  for: power
  type: 0..9
- table: results
  cite: s2
  key: 2..12
  clamped: true
  columns: {points: 0..3, losses: 0..2}
  rows:
    2..6: {points: 0, losses: 1}
    7: {points: 1, losses: 1}
    any: {points: 2, losses: 0}
- modifiers: bonus
  cite: s3
  params: {who: power}
  add:
  - value: 1
    when: who.level > 4
  - value: -1
    when: who is weak
- select: strongest
  cite: s3
  from: p in power where level[p] < 9
  prefer:
  - most: level[p]
  - where: p is weak
  - least: bonus(p)
- procedure: raid
  cite: [s4, s5]
  says: A raid.
  params: {who: power}
  needs: level[who] >= 3 and level[who] < 9
  do: |
    let total = roll 2d6 + bonus(who)
    let result = results[total]
    level[who] = min(9, level[who] + result.points)
- flowchart: advice
  cite: s6
  params: {who: power}
  nodes:
    a1:
      ask: who.level > 3
      yes: a2
      no: a3
    a2: {do: who.level = 0, then: end}
    a3: {do: who.level = 1, then: end}
- whenever: first_limit
  cite: s7
  for: power
  when: power.level = 9
  do: power.level = 0
- whenever: second_limit
  cite: s7
  for: power
  when: power.level = 8
  do: power.level = 7
- decision: turn
  cite: s8
  by: romans
  options:
  - {option: attack, offers: raid(romans)}
  - {option: wait, do: stop}
- sequence: main
  cite: s9
  repeat: 3
  phases:
  - phase: acts
    do: choose turn
  - phase: advises
    do: call advice(gauls)
";

struct Compiled {
    written: Written,
    meant: Option<Meant>,
}

fn compiled(rules: &str) -> Compiled {
    compiled_with(GAME, rules)
}

fn compiled_with(game: &str, rules: &str) -> Compiled {
    let mut files = Files::new();
    let of = RuleFiles {
        game: files.add("game.yaml", game),
        chapters: vec![("rules".to_owned(), files.add("rules.yaml", rules))],
        errata: Vec::new(),
    };
    let mut problems = Problems::new();
    let trees = read_trees(&files, &of, None, &mut problems);
    let machine = compile_trees(&files, &trees, &Choices::default(), &mut problems).machine;
    let meant = machine.as_ref().map(Meant::of);
    Compiled { written: Written::of(&files, &of, trees).expect("there is one edition"), meant }
}

/// What is told of an edit: each text that is replaced, and by what. Both sides must compile.
fn edited(edits: &[(&str, &str)]) -> Comparison {
    let mut now = RULES.to_owned();
    for (from, to) in edits {
        assert!(now.contains(from), "`{from}` is not there");
        now = now.replacen(from, to, 1);
    }
    let (old, new) = (compiled(RULES), compiled(&now));
    assert!(old.meant.is_some() && new.meant.is_some(), "both sides compile");
    between(&old, &new)
}

fn between(old: &Compiled, new: &Compiled) -> Comparison {
    compare(
        Side { written: &old.written, meant: old.meant.as_ref() },
        Side { written: &new.written, meant: new.meant.as_ref() },
    )
}

/// `results: behaviour: 7 losses: 1 → 2`, one a change.
fn told(comparison: &Comparison) -> Vec<String> {
    let rules = comparison.rules.iter();
    let changes = rules.flat_map(|rule| rule.changes.iter().map(move |change| (rule, change)));
    changes.map(|(rule, change)| format!("{}: {}: {}", rule.rule, change.class, change.in_words())).collect()
}

#[track_caller]
fn tells(edits: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(told(&edited(edits)), expected);
}

#[test]
fn nothing_differs_from_itself() {
    let comparison = edited(&[]);
    assert!(comparison.is_empty() && comparison.confirmed && comparison.moved_by_others.is_empty());
}

#[test]
fn a_changed_cell_is_that_cell() {
    tells(
        &[("7: {points: 1, losses: 1}", "7: {points: 1, losses: 2}")],
        &["results: behaviour: 7 losses: 1 → 2"],
    );
}

#[test]
fn a_row_taken_apart_tells_only_the_cells_that_differ() {
    let rows = "2..4: {points: 0, losses: 1}\n    5..6: {points: 0, losses: 2}";
    tells(&[("2..6: {points: 0, losses: 1}", rows)], &["results: behaviour: 5..6 losses: 1 → 2"]);
    let rows = "2..4: {points: 0, losses: 1}\n    5..6: {points: 0, losses: 1}";
    tells(&[("2..6: {points: 0, losses: 1}", rows)], &["results: wording: layout or comments"]);
}

#[test]
fn a_redirected_edge_is_that_edge() {
    tells(
        &[("no: a3", "no: a2"), ("yes: a2", "yes: a3")],
        &["advice: behaviour: a1 yes: a2 → a3", "advice: behaviour: a1 no: a3 → a2"],
    );
}

#[test]
fn a_renamed_box_takes_its_edges_along() {
    let edits = [("yes: a2", "yes: feast"), ("    a2: {do", "    feast: {do")];
    tells(&edits, &["advice: wording: node: renamed from `a2` to `feast`"]);
}

#[test]
fn a_reordered_priority_is_a_move() {
    let (was, now) = (
        "  - most: level[p]\n  - where: p is weak\n  - least: bonus(p)\n",
        "  - where: p is weak\n  - least: bonus(p)\n  - most: level[p]\n",
    );
    tells(&[(was, now)], &["strongest: behaviour: prefer: `most: level[p]` moved from place 1 to 3"]);
}

#[test]
fn a_modifier_line_is_that_line() {
    tells(
        &[("when: who.level > 4", "when: who.level > 5")],
        &["bonus: behaviour: add 1 when: who.level > 4 → who.level > 5"],
    );
    let comparison = edited(&[("  - value: -1\n    when: who is weak\n", "")]);
    assert_eq!(told(&comparison), ["bonus: behaviour: add: removed `value: -1, when: who is weak`"]);
    assert_eq!(comparison.rules[0].users, ["strongest", "raid"]);
}

#[test]
fn a_guard_is_told_by_its_condition_and_a_script_by_its_line() {
    tells(
        &[("needs: level[who] >= 3 and", "needs: level[who] >= 4 and")],
        &["raid: behaviour: needs: level[who] >= 3 → level[who] >= 4"],
    );
    tells(
        &[("min(9, level[who]", "min(8, level[who]")],
        &[
            "raid: behaviour: do: level[who] = min(9, level[who] + result.points) → level[who] = min(8, level[who] + result.points)",
        ],
    );
}

#[test]
fn the_order_of_consequences_and_of_phases_counts() {
    let first =
        "- whenever: first_limit\n  cite: s7\n  for: power\n  when: power.level = 9\n  do: power.level = 0\n";
    let second = "- whenever: second_limit\n  cite: s7\n  for: power\n  when: power.level = 8\n  do: power.level = 7\n";
    let was = format!("{first}{second}");
    let comparison = edited(&[(was.as_str(), format!("{second}{first}").as_str())]);
    assert_eq!(told(&comparison).len(), 1, "{:?}", told(&comparison));
    assert!(told(&comparison)[0].contains("behaviour: order among its kind: `"), "{:?}", told(&comparison));
    let (acts, advises) =
        ("  - phase: acts\n    do: choose turn\n", "  - phase: advises\n    do: call advice(gauls)\n");
    let was = format!("{acts}{advises}");
    let comparison = edited(&[(was.as_str(), format!("{advises}{acts}").as_str())]);
    assert_eq!(told(&comparison), ["main: behaviour: phases: `acts` moved from place 1 to 2"]);
}

#[test]
fn comments_layout_and_names_of_locals_mean_nothing() {
    tells(
        &[(
            "    let total = roll 2d6 + bonus(who)\n",
            "    # the dice\n    let total = roll 2d6 +  bonus( who )\n",
        )],
        &["raid: wording: layout or comments"],
    );
    let edits = [("let total", "let sum"), ("results[total]", "results[sum]")];
    let comparison = edited(&edits);
    assert_eq!(comparison.rules[0].class(), Class::Wording, "{:?}", told(&comparison));
    assert!(comparison.rules[0].changes.iter().all(|change| change.same_meaning));
}

#[test]
fn state_and_choices_are_interface() {
    tells(&[("type: 0..9\n", "type: 0..10\n")], &["level: interface: type: 0..9 → 0..10"]);
    tells(
        &[(
            "  - {option: wait, do: stop}\n",
            "  - {option: wait, do: stop}\n  - {option: sleep, do: stop}\n",
        )],
        &["turn: interface: option: added `sleep`"],
    );
}

#[test]
fn citations_and_prose_have_classes_of_their_own() {
    tells(
        &[("cite: [s4, s5]\n  says: A raid.", "cite: [s4, s6]\n  says: The raid.")],
        &[
            "raid: citation: cite: removed 13.2 s5",
            "raid: citation: cite: added 13.2 s6",
            "raid: wording: says: A raid. → The raid.",
        ],
    );
}

#[test]
fn a_renamed_rule_is_that_and_nothing_else() {
    let edits = [
        ("- procedure: raid\n", "- procedure: plunder\n  renamed from: raid\n"),
        ("offers: raid(romans)", "offers: plunder(romans)"),
    ];
    let comparison = edited(&edits);
    assert_eq!(told(&comparison), ["plunder: interface: name: renamed from `raid` to `plunder`"]);
    assert_eq!(comparison.followed, ["turn"]);
    assert_eq!(comparison.moved_by_others, Vec::<String>::new());
}

#[test]
fn a_rule_renamed_without_a_word_is_a_guess_with_its_score() {
    let edits = [
        ("- procedure: raid\n", "- procedure: plunder\n"),
        ("offers: raid(romans)", "offers: plunder(romans)"),
    ];
    let told = told(&edited(&edits));
    assert_eq!(told[0], "plunder: interface: name: a guess: `raid` is now `plunder`, 100 % alike");
    assert!(
        told.iter()
            .any(|line| line == "turn: behaviour: option attack offers: raid(romans) → plunder(romans)"),
        "{told:?}"
    );
}

#[test]
fn rules_come_and_go() {
    let start = RULES.find("- whenever: second_limit").expect("it is there");
    let end = RULES.find("- decision: turn").expect("it is there");
    let comparison = edited(&[(&RULES[start..end], "")]);
    assert_eq!(told(&comparison), ["second_limit: behaviour: removed"]);
    let (old, new) = (compiled(&RULES.replace(&RULES[start..end], "")), compiled(RULES));
    assert_eq!(told(&between(&old, &new)), ["second_limit: behaviour: added"]);
}

#[test]
fn members_links_and_attributes_are_told_one_by_one() {
    tells(
        &[("gauls: {weak: true}", "gauls: {weak: false}")],
        &["power: behaviour: gauls weak: true → false"],
    );
    tells(
        &[("gauls: {weak: true}}", "gauls: {weak: true}, greeks: {weak: false}}")],
        &["power: interface: members: added `greeks`"],
    );
}

#[test]
fn a_key_whose_meaning_lies_elsewhere_is_not_taken_for_wording() {
    let edits = [("  clamped: true\n", ""), ("results[total]", "results[clamp(total, 3, 12)]")];
    let told = told(&edited(&edits));
    assert!(told.iter().any(|line| line.starts_with("results: behaviour: clamped")), "{told:?}");
}

#[test]
fn what_no_longer_compiles_is_compared_as_written() {
    let (old, new) = (
        compiled(&RULES.replace("do: stop", "frob: 3")),
        compiled(&RULES.replace("any: {points: 2", "any: {points: 3")),
    );
    assert!(old.meant.is_none());
    let comparison = between(&old, &new);
    assert!(!comparison.confirmed);
    assert_eq!(
        told(&comparison),
        [
            "results: behaviour: any points: 2 → 3",
            "turn: behaviour: option wait do: added `stop`",
            "turn: behaviour: option wait frob: removed `3`",
        ]
    );
}

#[test]
fn an_example_or_an_invariant_never_weighs_more_than_wording() {
    let more = "- invariant: small\n  for: power\n  always: level[power] <= 9\n";
    let (old, new) = (compiled(RULES), compiled(&format!("{RULES}{more}")));
    assert_eq!(between(&old, &new).rules[0].class(), Class::Wording);
}

#[test]
fn the_same_edit_has_the_same_id_and_another_has_not() {
    let id = |to: &str| {
        let comparison = edited(&[("7: {points: 1, losses: 1}", to)]);
        let rule = &comparison.rules[0];
        rule.changes[0].id(&rule.rule)
    };
    let (two, again, none) =
        ("7: {points: 1, losses: 2}", "7: { losses: 2, points: 1 }", "7: {points: 1, losses: 0}");
    assert_eq!(id(two), id(again));
    assert_ne!(id(two), id(none));
}

#[test]
fn a_drawn_map_is_told_line_by_line_with_its_spaces() {
    let space = |map: &str| {
        let head = "- space: field\n  house: invented\n  grid: pointy\n  first: f0101\n  legend: {o: {}}\n  map: |\n";
        compiled(&format!("{RULES}{head}{map}"))
    };
    let told = told(&between(&space("    o o o\n     o o\n"), &space("    o o o\n     o  \n    o o\n")));
    assert_eq!(told, ["field: behaviour: map line 2: o o → o", "field: behaviour: map line 3: added `o o`"]);
}

#[test]
fn the_name_of_a_part_renames_no_word_of_a_script() {
    // The phase is called as the flowchart that it calls.
    let named = RULES.replace("- phase: advises", "- phase: advice");
    let (old, new) = (compiled(&named), compiled(&named.replace("- phase: advice", "- phase: counsel")));
    assert_eq!(told(&between(&old, &new)), ["main: wording: phase: renamed from `advice` to `counsel`"]);
    // Another phase calls something else now, which only looks like following the phase's name.
    let other = named.replace("do: choose turn", "do: call advice(romans)");
    let now =
        other.replace("- phase: advice", "- phase: counsel").replace("advice(romans)", "counsel(romans)");
    assert_eq!(
        told(&between(&compiled(&other), &compiled(&now))),
        [
            "main: wording: phase: renamed from `advice` to `counsel`",
            "main: behaviour: phase acts do: call advice(romans) → call counsel(romans)",
        ]
    );
}

#[test]
fn two_boxes_cannot_both_become_one() {
    let twins = RULES.replace(
        "    a2: {do: who.level = 0, then: end}\n    a3: {do: who.level = 1, then: end}\n",
        "    a2: {do: who.level = 0, then: end}\n    a3: {do: who.level = 0, then: end}\n",
    );
    let one = twins
        .replace("    a2: {do: who.level = 0, then: end}\n", "")
        .replace("    a3: {do", "    feast: {do")
        .replace("yes: a2", "yes: feast")
        .replace("no: a3", "no: feast");
    let told = told(&between(&compiled(&twins), &compiled(&one)));
    let renamed = told.iter().filter(|line| line.contains("renamed from")).count();
    assert_eq!(renamed, 1, "{told:?}");
    assert!(told.iter().any(|line| line.contains("removed `a3`")), "{told:?}");
}

#[test]
fn a_key_that_no_kind_knows_is_told_once() {
    let with =
        |mood: &str| compiled(&RULES.replace("  says: A raid.", &format!("  mood: {mood}\n  tone: {mood}")));
    assert_eq!(
        told(&between(&with("grim"), &with("gay"))),
        ["raid: behaviour: mood: grim → gay", "raid: behaviour: tone: grim → gay"]
    );
}

#[test]
fn sides_of_a_map_are_told_as_sides() {
    let space = |wall: &str| {
        let head = "- space: field\n  house: invented\n  grid: flat\n  first: w0101\n  legend: {\".\": {}}\n";
        let attributes = "  link attributes: {wall: yes or no}\n  map: |\n    ...\n";
        let sides = format!("  sides:\n  - {{between: [w0101, w0201], wall: {wall}}}\n");
        compiled(&format!("{RULES}{head}{attributes}{sides}"))
    };
    let (old, new) = (space("true"), space("false"));
    assert!(old.meant.is_some());
    assert_eq!(told(&between(&old, &new)), ["field: behaviour: side [w0101, w0201] wall: true → false"]);
}

const VIEW: &str = "\
- view: standing
  house: for the test
  for: who in power where level[who] > 0
  columns: {power: who, level: 'level[who]'}
";

#[test]
fn a_view_never_weighs_more_than_wording_and_its_locals_mean_nothing() {
    let with = |view: &str| compiled(&format!("{RULES}{view}"));
    let old = with(VIEW);
    assert!(old.meant.is_some());
    let narrower = with(&VIEW.replace("level[who] > 0", "level[who] > 1"));
    assert_eq!(
        told(&between(&old, &narrower)),
        ["standing: wording: for: who in power where level[who] > 0 → who in power where level[who] > 1"]
    );
    assert_ne!(old.meant, narrower.meant, "other rows are shown");
    let renamed = with(&VIEW.replace("who", "whose"));
    assert_eq!(between(&old, &renamed).rules[0].class(), Class::Wording);
    assert_eq!(old.meant, renamed.meant);
    assert_eq!(between(&compiled(RULES), &old).rules[0].class(), Class::Wording);
}

#[test]
fn editions_that_differ_in_an_answer_alone_differ() {
    let reading = "\
- reading: who_pays
  house: for the test
  answers: {both: Both pay., loser: The loser pays.}
  default: both
  why: for the test
";
    let rules = format!("{RULES}{reading}");
    let game = |readings: &str| format!("{GAME}editions:\n  first: {{errata: []{readings}}}\n");
    let (plain, chosen) = (game(""), game(", readings: {who_pays: loser}"));
    let (old, new) = (compiled_with(&plain, &rules), compiled_with(&chosen, &rules));
    assert!(old.meant.is_some() && new.meant.is_some());
    let comparison = between(&old, &new);
    assert!(
        told(&comparison).contains(&"who_pays: behaviour: answer of the edition: both → loser".to_owned()),
        "{:?}",
        told(&comparison)
    );
    // The default says so already.
    let agreed = compiled_with(&plain, &rules.replace("default: both", "default: loser"));
    let told = told(&between(&agreed, &new));
    assert!(!told.iter().any(|line| line.contains("answer of the edition")), "{told:?}");
}
