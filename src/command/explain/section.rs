//! A section of a document, sentence by sentence, with the rules and examples that carry each.

use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_model::document::SentenceId;
use rulec_model::source::on_one_line;
use rulec_model::surface::tree::Body;

/// The section of this number in the document of a game; none where there is no such section.
pub fn explain_section(game: &Checked, section: &str) -> Option<String> {
    let lock = game.lock.as_ref()?;
    let of = lock.section_idx(section)?;
    let own: Vec<SentenceId> = lock.sentences().map(|(id, _)| id).filter(|id| id.section == of).collect();
    let names: Vec<String> = own.iter().map(|id| lock.name(*id)).collect();
    let passage = game.passage(&names);
    let mut text = format!("{}: section {section}\n", game.name);
    for id in &own {
        let _ = write!(text, "\n  {}", lock.name(*id));
        if let Some((_, span)) = passage.iter().find(|(shown, _)| shown == id) {
            let _ = write!(text, ": {}", on_one_line(game.files.slice(*span)));
        }
        text.push('\n');
        let (mut rules, mut examples) = (Vec::new(), Vec::new());
        for (rule, cites) in game.rules.iter().zip(&game.cited) {
            if cites.contains(id) {
                let list = if matches!(rule.body, Body::Example(_)) { &mut examples } else { &mut rules };
                list.push(rule.name.value.as_str());
            }
        }
        for (what, list) in [("rules", rules), ("examples", examples)] {
            if !list.is_empty() {
                let _ = writeln!(text, "    {what}: {}", list.join(", "));
            }
        }
    }
    text.push_str(
        "\n`rulec explain RULE` shows a rule in YAML, machine and Rust, and all examples that exercise it.\n",
    );
    Some(text)
}
