//! The machine, retold as Rust.
//!
//! One engine per game: plain enums and structs that keep the runtime's contract, in files by chapter and in the order of the
//! rulebook, for readers who know the game. [`Plan`](plan) first, then print: the plan decides every name, order and module; `emit`
//! has one function per construct; `print` turns tokens into text. Pure, and the same byte for byte on every run.

mod emit;
mod names;
mod plan;
mod print;

use rulec_model::machine::{Game, Machine, RuleId};

/// A file of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Below the crate's folder, with `/`.
    pub path: String,
    pub text: String,
}

/// A whole crate: `Cargo.toml`, `provenance.json` and `src/`.
pub fn generate(machine: &Machine) -> Vec<GeneratedFile> {
    emit::as_crate(&plan::Plan::of(machine, true))
}

/// The same engine for a build script: one file of nested modules, `engine.rs`, to be included in a module. Without examples and without serde.
pub fn generate_module(machine: &Machine) -> Vec<GeneratedFile> {
    emit::as_module(&plan::Plan::of(machine, false))
}

/// The same with the worked examples, which are tests.
pub fn generate_tested_module(machine: &Machine) -> Vec<GeneratedFile> {
    emit::as_module(&plan::Plan::of(machine, true))
}

/// The Rust of one rule, for snapshots and for `rulec explain`. Empty where a rule has none.
pub fn rule_rust(machine: &Machine, rule: RuleId) -> String {
    emit::rule(&plan::Plan::of(machine, true), rule)
}

/// The Rust of each line of a `modifiers` rule, in their order; empty for other rules.
pub fn modifiers_rust(machine: &Machine, rule: RuleId) -> Vec<String> {
    emit::modifier_lines(&plan::Plan::of(machine, true), rule)
}

/// The Rust of every rule, in rulebook order; empty where a rule has none.
pub fn rules_rust(machine: &Machine) -> Vec<String> {
    let plan = plan::Plan::of(machine, true);
    (0..machine.rules.len() as u32).map(|rule| emit::rule(&plan, RuleId(rule))).collect()
}

/// `rulec-engine-sekvan`
pub fn package(game: &Game) -> String {
    format!("rulec-engine-{}", game.name.replace('_', "-"))
}
