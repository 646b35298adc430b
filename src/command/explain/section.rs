//! A section of a document, sentence by sentence, with the rules, modifiers and examples that carry each.

use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_model::document::SentenceId;
use rulec_model::source::on_one_line;
use rulec_model::surface::tree::{Body, Rule};
use serde::Serialize;

use super::exercise::{Exercise, Modifier, id_of};

/// Who carries each sentence of a section.
#[derive(Debug, Serialize)]
pub struct Section {
    schema: u32,
    game: String,
    section: String,
    sentences: Vec<Carried>,
}

#[derive(Debug, Serialize)]
struct Carried {
    sentence: String,
    /// Its words, where a copy of the document is at hand.
    text: Option<String>,
    rules: Vec<String>,
    /// Lines of `modifiers` that cite it, with the examples in which each counts.
    modifiers: Vec<Modifier>,
    /// Examples that cite it.
    examples: Vec<String>,
}

/// The section of this number in the document of a game; none where there is no such section.
pub fn of(game: &Checked, section: &str) -> Option<Section> {
    let lock = game.lock.as_ref()?;
    let number = lock.section_idx(section)?;
    let own: Vec<SentenceId> = lock.sentences().map(|(id, _)| id).filter(|id| id.section == number).collect();
    let names: Vec<String> = own.iter().map(|id| lock.name(*id)).collect();
    let passage = game.passage(&names);
    let modifiers = modifiers(game, &own);
    let carried = |id: &SentenceId| {
        let shown = passage.iter().find(|(shown, _)| shown == id);
        let citing: Vec<&Rule> = game
            .rules
            .iter()
            .zip(&game.cited)
            .filter(|(_, cites)| cites.contains(id))
            .map(|(rule, _)| rule)
            .collect();
        let named = |are_examples: bool| {
            let those = citing.iter().filter(|rule| matches!(rule.body, Body::Example(_)) == are_examples);
            those.map(|rule| rule.name.value.clone()).collect()
        };
        Carried {
            sentence: lock.name(*id),
            text: shown.map(|(_, span)| on_one_line(game.files.slice(*span))),
            rules: named(false),
            modifiers: modifiers.iter().filter(|modifier| modifier.cited.contains(id)).cloned().collect(),
            examples: named(true),
        }
    };
    let sentences = own.iter().map(carried).collect();
    Some(Section { schema: 1, game: game.name.clone(), section: section.to_owned(), sentences })
}

/// The lines of the `modifiers` rules that cite one of these sentences.
fn modifiers(game: &Checked, sentences: &[SentenceId]) -> Vec<Modifier> {
    let Some(machine) = &game.machine else { return Vec::new() };
    let cites = game.rules.iter().zip(&game.cited);
    let citing = cites.filter(|(_, cites)| sentences.iter().any(|id| cites.contains(id)));
    let sums = citing.filter(|(rule, _)| matches!(rule.body, Body::Modifiers { .. }));
    let sums: Vec<_> = sums.filter_map(|(rule, _)| Some((rule, id_of(machine, &rule.name.value)?))).collect();
    let exercise = Exercise::of(machine, sums.iter().map(|(_, id)| *id).collect());
    sums.iter().flat_map(|(rule, id)| exercise.modifiers_of(game, rule, *id)).collect()
}

impl Section {
    pub fn to_text(&self) -> String {
        let mut text = format!("{}: section {}\n", self.game, self.section);
        for Carried { sentence, text: words, rules, modifiers, examples } in &self.sentences {
            let words = words.iter().map(|words| format!(": {words}")).collect::<String>();
            let _ = writeln!(text, "\n  {sentence}{words}");
            let list = |what: &str, list: &[String], text: &mut String| {
                if !list.is_empty() {
                    let _ = writeln!(text, "    {what}: {}", list.join(", "));
                }
            };
            list("rules", rules, &mut text);
            for modifier in modifiers {
                let _ = writeln!(text, "    modifier in {}: {}", modifier.rule, modifier.heading());
                let exercised = modifier.exercised();
                let under = modifier
                    .at
                    .iter()
                    .map(String::as_str)
                    .chain(modifier.rust.lines())
                    .chain([exercised.as_str()]);
                for line in under {
                    let _ = writeln!(text, "      {line}");
                }
            }
            list("examples", examples, &mut text);
        }
        text.push_str(
            "\n`rulec explain RULE` shows a rule in YAML, machine and Rust, and all examples that exercise it.\n",
        );
        text
    }
}
