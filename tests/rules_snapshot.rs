//! One snapshot per rule: what it cites (places, fingerprints and numbers, never the words), its YAML, its machine, its Rust.
//!
//! A reviewer who knows the game and not Rust can read the first two and guess the rest.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

mod support;

use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_model::machine::{RuleId, text};
use support::checked;

fn citation(game: &Checked, cites: &[String]) -> String {
    let Some(lock) = &game.lock else { return String::new() };
    let mut shown = String::new();
    for cite in cites {
        for id in lock.resolve(cite, None).unwrap_or_default() {
            let Some(sentence) = lock.sentence(id) else { continue };
            let numbers = if sentence.numbers.is_empty() { "-".into() } else { sentence.numbers.join(" ") };
            let _ = writeln!(shown, "{}  {}  {numbers}", lock.name(id), sentence.fingerprint);
        }
    }
    shown
}

fn snapshots(game: &str) {
    let checked = checked(game);
    let machine = checked.machine.as_ref().expect("the rules are sound");
    let rust = rulec_codegen::rules_rust(machine);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("snapshots/{game}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for (idx, line) in machine.rules.iter().enumerate() {
        let rule =
            checked.rules.iter().find(|rule| rule.name.value == line.name).expect("every line is a rule");
        let mut shown = citation(&checked, &line.cites);
        let _ = write!(shown, "\n---- yaml\n{}\n", checked.files.slice(rule.span).trim_end());
        for amended in &rule.amended {
            let what =
                if amended.at.is_empty() { "added" } else { checked.files.slice(amended.span).trim_end() };
            let _ = write!(shown, "\n---- erratum {}\n{what}\n", amended.erratum);
        }
        let _ =
            write!(shown, "\n---- machine\n{}\n", text::rule_text(machine, RuleId(idx as u32)).trim_end());
        let _ = write!(shown, "\n---- rust\n{}\n", rust[idx].trim_end());
        settings.bind(|| insta::assert_snapshot!(line.name.as_str(), shown));
    }
}

#[test]
fn rules_of_alesia() {
    snapshots("alesia");
}

#[test]
fn rules_of_coin_tribes() {
    snapshots("coin-tribes");
}

#[test]
fn rules_of_falling_sky() {
    snapshots("falling-sky");
}

#[test]
fn rules_of_sekvan() {
    snapshots("sekvan");
}

#[test]
fn rules_of_sword_of_rome() {
    snapshots("sword-of-rome");
}
