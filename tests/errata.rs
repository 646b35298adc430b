//! An amended rule set is the rule set that somebody would have written that way: the same machine, whatever an erratum reaches.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

mod support;

use std::fs;
use std::path::Path;

use rulec_model::machine::{Machine, text};
use support::compile_text;

/// The rules of the corpus that every kind of place occurs in.
fn rules() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/good/errata_of_every_reach.yaml");
    let text = fs::read_to_string(path).expect("readable");
    text.split("# in game.yaml").next().unwrap_or_default().to_owned()
}

fn machine(text: &str) -> Machine {
    let compiled = compile_text(text);
    let shown = compiled.shown();
    compiled.machine.unwrap_or_else(|| panic!("{shown:?}\n{text}"))
}

/// The machine of the rules with one amendment; what remembers the erratum is taken off.
fn amended(amendment: &str) -> Machine {
    let mut machine = machine(&format!(
        "{}# in game.yaml\neditions: {{default: {{errata: [sheet]}}}}\n# in errata/sheet.yaml\n\
         erratum: sheet\ntitle: The sheet\npublished: A sheet.\namend:\n{amendment}\n",
        rules()
    ));
    assert_eq!(machine.game.errata.len(), 1);
    machine.game.errata.clear();
    let touched = machine.rules.iter_mut().map(|rule| std::mem::take(&mut rule.errata).len()).sum::<usize>();
    // A fill is no rule of the machine, and what is gone remembers nothing.
    let gone = amendment.contains("drop:") || amendment.contains("rule: fill");
    assert_eq!(touched, usize::from(!gone), "{amendment}");
    machine
}

/// An amendment, and the edit of the rule file that says the same.
const REACHES: &[(&str, &str, &str)] = &[
    // An attribute of a member, a new member, an attribute of a link.
    (
        "- {rule: power, at: members gauls strength, was: 2, now: 4}",
        "gauls: {strength: 2}",
        "gauls: {strength: 4}",
    ),
    ("- {rule: town, at: members 3, now: ostia}", "members: [rome, veii]", "members: [rome, veii, ostia]"),
    (
        "- {rule: town, at: link attributes cost, now: {type: 0..3, default: 0}}",
        "link attributes: {way: 1..9}",
        "link attributes: {way: 1..9, cost: {type: 0..3, default: 0}}",
    ),
    ("- {rule: town, at: links rome veii way, was: 1, now: 2}", "veii], way: 1", "veii], way: 2"),
    ("- {rule: town, at: links 1 way, was: 1, now: 2}", "veii], way: 1", "veii], way: 2"),
    // An edge, a box, the question of a box.
    ("- {rule: chart, at: nodes ae1 no, was: end, now: ae2}", "no: end}", "no: ae2}"),
    (
        "- {rule: chart, at: nodes ae2, was: {then: end, do: stop}, now: {do: level = 1, then: end}}",
        "ae2: {do: stop,",
        "ae2: {do: level = 1,",
    ),
    ("- {rule: chart, at: nodes ae1 ask, was: true, now: level = 1}", "ask: true", "ask: level = 1"),
    (
        "- {rule: chart, at: nodes ae2 do line 1, was: stop, now: level = 1}",
        "do: stop, then",
        "do: level = 1, then",
    ),
    // A cell of a table with two keys, a row, a cell of a fill.
    (
        "- {rule: losses, at: \"rows romans, 2 losses\", was: 1, now: 2}",
        "{losses: 1, cost: 2}",
        "{losses: 2, cost: 2}",
    ),
    (
        "- {rule: losses, at: \"rows gauls, 1 | 2\", was: {losses: 2, cost: 3}, now: {losses: 1, cost: 1}}",
        "{losses: 2, cost: 3}",
        "{losses: 1, cost: 1}",
    ),
    ("- {rule: fill hits, at: rows 1, was: 5, now: 6}", "rows: {1: 5}", "rows: {1: 6}"),
    // A line of modifiers, a criterion, their order.
    ("- {rule: of_a_siege, at: add 2 value, was: 2, now: 3}", "value: 2, when", "value: 3, when"),
    (
        "- {rule: of_a_siege, at: add 2, was: {value: 2, when: us is gauls}}",
        "  - {value: 2, when: us is gauls}\n",
        "",
    ),
    (
        "- {rule: target, at: prefer 1 most, was: p.strength, now: 0 - p.strength}",
        "most: p.strength",
        "most: 0 - p.strength",
    ),
    (
        "- rule: target\n  at: prefer\n  was: [{most: p.strength}, p is romans]\n  now: [p is romans, {most: p.strength}]",
        "  - most: p.strength\n  - p is romans\n",
        "  - p is romans\n  - most: p.strength\n",
    ),
    // An option and its conditions, a phase.
    (
        "- {rule: sally_or_stay, at: options sally when 2, was: level < 5, now: level < 6}",
        "level < 5",
        "level < 6",
    ),
    (
        "- {rule: sally_or_stay, at: options after sally, now: {option: parley, do: level = 2}}",
        "  - option: stay\n",
        "  - option: parley\n    do: level = 2\n  - option: stay\n",
    ),
    (
        "- {rule: sally_or_stay, at: options 3, now: {option: parley, do: level = 2}}",
        "  - option: stay\n",
        "  - option: stay\n  - option: parley\n    do: level = 2\n",
    ),
    (
        "- {rule: season, at: phases winter do, was: choose sally_or_stay, now: level = 4}",
        "do: choose sally_or_stay",
        "do: level = 4",
    ),
    (
        "- {rule: season, at: phases winter when, now: level > 0}",
        "    do: choose sally_or_stay\n",
        "    do: choose sally_or_stay\n    when: level > 0\n",
    ),
    // Lines of a script: one, several, none.
    (
        "- {rule: siege, at: do line 3, was: level = 2, now: level = 4}",
        "      level = 2\n",
        "      level = 4\n",
    ),
    (
        "- rule: siege\n  at: do line 2\n  was: |\n    if level > 0:\n      level = 2\n  now: level = 7",
        "    if level > 0:\n      level = 2\n",
        "    level = 7\n",
    ),
    ("- {rule: siege, at: do line 1, was: level = 1}", "    level = 1\n    if", "    if"),
    // A whole rule, and what is no meaning.
    ("- drop: stray", "- procedure: stray\n  house: for the test\n  do: stop\n", ""),
    (
        "- add: {procedure: relief, house: for the test, do: level = 0}\n  after: siege",
        "- procedure: stray\n",
        "- procedure: relief\n  house: for the test\n  do: level = 0\n- procedure: stray\n",
    ),
    (
        "- {rule: stray, at: title, now: Stray}",
        "- procedure: stray\n",
        "- procedure: stray\n  title: Stray\n",
    ),
    ("- {rule: stray, at: cite, now: [1.2]}", "- procedure: stray\n", "- procedure: stray\n  cite: [1.2]\n"),
];

#[test]
fn what_an_erratum_reaches_is_as_if_it_had_been_written_so() {
    let rules = rules();
    let as_it_stands = text::machine_text(&machine(&rules));
    for (amendment, was, now) in REACHES {
        assert_eq!(rules.matches(was).count(), 1, "`{was}` stands {} times", rules.matches(was).count());
        let (amended, edited) = (amended(amendment), machine(&rules.replace(was, now)));
        assert_eq!(text::machine_text(&amended), text::machine_text(&edited), "{amendment}");
        assert!(amended == edited, "{amendment}");
        let says_more = amendment.contains("at: title") || amendment.contains("at: cite");
        assert!(says_more || text::machine_text(&amended) != as_it_stands, "nothing changed: {amendment}");
    }
}

#[test]
fn errata_of_one_edition_are_made_whatever_their_order() {
    let one = "erratum: one\ntitle: One\npublished: A sheet.\namend:\n\
               - {rule: siege, at: do line 1, was: level = 1}\n\
               - {rule: of_a_siege, at: add 1, was: {value: 1, when: us is romans}}\n";
    let two = "erratum: two\ntitle: Two\npublished: A sheet.\namend:\n\
               - {rule: siege, at: do line 4, was: level = 3, now: level = 9}\n\
               - {rule: of_a_siege, at: add 2 value, was: 2, now: 5}\n";
    let built = |order: &str| {
        let mut machine = machine(&format!(
            "{}# in game.yaml\neditions: {{both: {{errata: [{order}]}}}}\n# in errata/1.yaml\n{one}# in errata/2.yaml\n{two}",
            rules()
        ));
        let names = |machine: &Machine| -> Vec<String> {
            machine.game.errata.iter().map(|erratum| erratum.name.clone()).collect()
        };
        assert_eq!(names(&machine).join(", "), order);
        machine.game.errata.clear();
        machine.rules.iter_mut().for_each(|rule| rule.errata.sort());
        machine
    };
    assert!(built("one, two") == built("two, one"));
}

#[test]
fn rules_added_behind_one_come_in_the_order_in_which_they_are_written() {
    let added = |name: &str, after: &str| {
        format!("- {{add: {{constant: {name}, house: ours, value: 1}}, after: {after}}}\n")
    };
    let placed = |second: &str| {
        let machine = machine(&format!(
            "{}# in game.yaml\neditions: {{all: {{errata: [sheet]}}}}\n# in errata/sheet.yaml\n\
             erratum: sheet\ntitle: The sheet\npublished: A sheet.\namend:\n{}{}{}{}",
            rules(),
            added("one", "siege"),
            added("two", second),
            added("three", second),
            added("two_and_a_half", "two"),
        ));
        let names = machine.rules.iter().map(|rule| rule.name.clone());
        names.skip_while(|name| name != "one").take(4).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(placed("siege"), "one, two, two_and_a_half, three");
    assert_eq!(placed("one"), "one, two, two_and_a_half, three");
}

#[test]
fn an_edition_chooses_readings_and_the_build_goes_before_it() {
    let text = "rules:
- reading: gain
  house: for the test
  answers: {much: A lot., little: Not a lot.}
  default: much
  why: It says so.
# in game.yaml
editions:
  first: {errata: []}
  second: {errata: [], readings: {gain: little}}
";
    let default = |text: &str| machine(text).states[0].start.clone();
    let second = format!("{text}# rulec check --edition second\n");
    assert_ne!(default(text), default(&second));
    assert_eq!(machine(&second).game.edition, "second");
    assert_eq!(machine(text).game.edition, "first");
    let unknown = compile_text(&second.replace("gain: little", "gain: litle"));
    assert_eq!(unknown.shown(), ["R0502 \"litle\""]);
}
