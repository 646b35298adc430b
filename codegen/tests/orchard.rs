//! The orchard, a game made up for its nasty names and for having a bit of everything, retold as Rust.
//!
//! What the engines of real games do is tested where they are committed; here is how single rules are told.

use rulec_codegen::{GeneratedFile, generate, generate_module, rule_rust};
use rulec_grammar::problem::Problems;
use rulec_model::machine::{Machine, RuleId, invariants};
use rulec_model::source::Files;
use rulec_model::{Choices, RuleFiles, compile};

fn orchard() -> Machine {
    let mut files = Files::new();
    let game = files.add("game.yaml", include_str!("orchard/game.yaml"));
    let chapters = vec![
        ("terms".to_string(), files.add("terms.yaml", include_str!("orchard/terms.yaml"))),
        ("loop".to_string(), files.add("loop.yaml", include_str!("orchard/loop.yaml"))),
        ("play".to_string(), files.add("play.yaml", include_str!("orchard/play.yaml"))),
    ];
    let mut problems = Problems::new();
    let compiled = compile(
        &files,
        &RuleFiles { game, chapters, errata: Vec::new() },
        &Choices::default(),
        &mut problems,
    );
    let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
    let machine = compiled.machine.unwrap_or_else(|| panic!("the orchard is sound: {messages:?}"));
    assert_eq!(invariants::check(&machine), Vec::<String>::new());
    machine
}

fn told(machine: &Machine, name: &str) -> String {
    let nth = machine.rules.iter().position(|rule| rule.name == name).expect("the orchard has this rule");
    rule_rust(machine, RuleId(nth as u32))
}

fn text<'f>(files: &'f [GeneratedFile], path: &str) -> &'f str {
    &files.iter().find(|file| file.path == path).expect("the engine has this file").text
}

#[test]
fn rules_read_as_the_rulebook_retold() {
    let machine = orchard();
    let rules = [
        "army",
        "fruit",
        "pickers",
        "is_home",
        "picking",
        "next_place",
        "fell",
        "pick",
        "wander_all",
        "how_the_referee_acts",
        "after_a_turn",
        "winner",
    ];
    for name in rules {
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("orchard_{name}"), told(&machine, name));
        });
    }
}

#[test]
fn a_decision_lists_permits_and_takes_its_options() {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("orchard_act", told(&orchard(), "act"));
    });
}

#[test]
fn an_engine_is_the_same_byte_for_byte() {
    assert_eq!(generate(&orchard()), generate(&orchard()));
    assert_eq!(generate_module(&orchard()), generate_module(&orchard()));
}

#[test]
fn every_file_is_rust_without_markers_and_ends_its_last_line() {
    let machine = orchard();
    for file in generate(&machine).into_iter().chain(generate_module(&machine)) {
        assert!(file.text.ends_with('\n') && !file.text.ends_with("\n\n"), "{}", file.path);
        assert!(file.text.lines().all(|line| line.trim_end() == line), "{}", file.path);
        if file.path.ends_with(".rs") {
            assert!(syn::parse_file(&file.text).is_ok(), "{}", file.path);
            assert!(!file.text.contains("__") && !file.text.contains("compile_error"), "{}", file.path);
        }
    }
}

#[test]
fn names_that_rust_keeps_step_aside() {
    let files = generate(&orchard());
    let types = text(&files, "src/types.rs");
    assert!(types.contains("pub enum SelfType {\n    Crate,\n    Super,\n    Ref,\n}"), "{types}");
    assert!(types.contains("pub enum OptionType {"), "{types}");
    assert!(text(&files, "src/rules/mod.rs").contains("pub mod loop_;"));
    assert!(text(&files, "src/choice.rs").contains("Choice::Loop => f.write_str(\"loop\")"));
}

#[test]
fn what_only_examples_need_is_compiled_for_tests_only() {
    let files = generate(&orchard());
    assert!(text(&files, "src/examples.rs").contains("fn one_pick()"));
    for file in files.iter().filter(|file| file.path.starts_with("src/rules/")) {
        assert!(!file.text.contains("one_pick"), "{}", file.path);
    }
    let state = text(&files, "src/state.rs");
    let frames: Vec<usize> = state.match_indices("\n    OnePick").map(|(at, _)| at).collect();
    assert!(
        !frames.is_empty() && frames.into_iter().all(|at| state[..at].ends_with("#[cfg(test)]")),
        "{state}"
    );
    assert!(!generate_module(&orchard())[0].text.contains("OnePickPlay"));
}

#[test]
fn code_holds_no_version_and_fingerprints_stand_in_the_rulebook() {
    let machine = orchard();
    let files = generate(&machine);
    let fingerprint = format!("{:016x}", machine.rules[0].fingerprint);
    assert!(text(&files, "provenance.json").contains(&fingerprint));
    assert!(text(&files, "provenance.json").contains(env!("CARGO_PKG_VERSION")));
    for file in files.iter().filter(|file| file.path.starts_with("src/") && file.path != "src/rulebook.rs") {
        assert!(!file.text.contains(&fingerprint) && !file.text.contains("0x"), "{}", file.path);
    }
}

#[test]
fn values_of_our_own_are_named_where_they_stand() {
    let files = generate(&orchard());
    assert!(
        text(&files, "src/constants.rs")
            .contains("/// House value: invented for the tests\npub const GOAL: i32 = 20;")
    );
    assert!(text(&files, "src/lib.rs").contains("//! - `goal`, house value: invented for the tests"));
}
