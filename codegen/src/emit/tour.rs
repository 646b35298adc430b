//! `lib.rs` and the crate's front page: what game this is, by which rules, and how it is played.

use rulec_model::machine::Origin;

use crate::names::snake;
use crate::plan::Plan;
use crate::plan::docs::{self, Doc};

/// The front page.
pub fn front_page(plan: &Plan<'_>, example: bool) -> Doc {
    let game = &plan.machine.game;
    let mut lines = docs::plain(&format!("{}, as its rulebook has it.", docs::escaped(&game.title)));
    lines.push(String::new());
    lines.extend(edition(plan));
    lines.push(String::new());
    lines.extend(docs::plain(
        "A position is a [`State`](state::State): plain data that waits for exactly one thing, a player's choice or a roll. \
         It is a [`Game`](rulec_runtime::Game): look at what it waits for, answer, and look again. The rules are in [`rules`], a \
         file per chapter and in the order of the rulebook; [`rulebook`] has each rule with what it says and where it stands.",
    ));
    if !plan.scenarios.is_empty() || !plan.readings.is_empty() {
        lines.push(String::new());
        lines.push("How a game begins is in [`engine`].".into());
    }
    let others = other_values(plan);
    if !others.is_empty() {
        lines.push(String::new());
        lines.push("Values that do not come from the document:".into());
        lines.push(String::new());
        lines.extend(others);
    }
    if example {
        lines.extend(play_out(plan));
    }
    lines
}

fn edition(plan: &Plan<'_>) -> Doc {
    let machine = plan.machine;
    let errata = &machine.game.errata;
    let with = if errata.is_empty() { "." } else { ", with these errata:" };
    let mut lines = docs::plain(&docs::escaped(&format!("Edition: {}{with}", machine.game.edition)));
    if !errata.is_empty() {
        lines.push(String::new());
    }
    for erratum in errata {
        let source = match &erratum.origin {
            Origin::Rulebook => erratum.cites.join("; "),
            Origin::House(why) => format!("ours: {why}"),
            Origin::Published(source) => format!("published: {source}"),
            Origin::Private(what) => format!("private: {what}"),
        };
        let title = erratum.title.trim_end_matches('.');
        let about = docs::escaped(&format!("{title} ({}).", source.trim_end_matches('.')));
        let mut wrapped = docs::plain(&format!("`{}`: {about}", erratum.name)).into_iter();
        lines.push(format!("- {}", wrapped.next().unwrap_or_default()));
        lines.extend(wrapped.map(|line| format!("  {line}")));
    }
    lines
}

/// House, published and private values, one line each.
fn other_values(plan: &Plan<'_>) -> Doc {
    let mut lines = Doc::new();
    for rule in &plan.machine.rules {
        let kind = match &rule.origin {
            Origin::Rulebook => continue,
            Origin::House(why) => format!("house value: {why}"),
            Origin::Published(source) => format!("published: {source}"),
            Origin::Private(what) => format!("private: {what}"),
        };
        let mut wrapped = docs::plain(&docs::escaped(&kind)).into_iter();
        lines.push(format!("- `{}`, {}", rule.name, wrapped.next().unwrap_or_default()));
        lines.extend(wrapped.map(|line| format!("  {line}")));
    }
    lines
}

/// A game played to its end by chance, as a test of the documentation.
fn play_out(plan: &Plan<'_>) -> Doc {
    let library = snake(&crate::package(&plan.machine.game));
    let mut imports: Vec<String> = Vec::new();
    let scenario = plan.scenarios.first();
    if scenario.is_some() {
        imports.push(format!("use {library}::engine::Scenario;"));
    }
    imports.push(format!("use {library}::state::State;"));
    imports.push("use rulec_runtime::{Dice, Game, Random, play_out};".into());
    let begin = scenario.map_or(String::new(), |scenario| format!("Scenario::{scenario}"));
    let mut lines: Doc = vec![String::new(), "```".into()];
    lines.extend(imports);
    lines.extend([
        String::new(),
        format!("let mut game = State::new({begin}).expect(\"the setup keeps to the rules\");"),
        "let played = play_out(&mut game, &mut Random::new(7), &mut Dice::new(7), 1_000);".into(),
        "println!(\"{} answers, won by {:?}\", played.steps, game.outcome().winners);".into(),
        "```".into(),
    ]);
    lines
}
