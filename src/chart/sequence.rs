//! A sequence as a tree of its phases.

use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_grammar::expression::tree::Binding;
use rulec_model::surface::tree::{Again, SequenceRule};

use super::script;

pub fn draw(game: &Checked, sequence: &SequenceRule) -> String {
    let mut text = match &sequence.again {
        Again::Once => "  once\n".to_owned(),
        Again::While(condition) => format!("  in rounds, while {}\n", script::expression(game, condition)),
        Again::Repeat(times) => format!("  in {times} rounds\n"),
    };
    let count = sequence.phases.len();
    for (nth, phase) in sequence.phases.iter().enumerate() {
        let (joint, bar) = if nth + 1 == count { ("└─", "  ") } else { ("├─", "│ ") };
        let cites: Vec<&str> = phase.cites.iter().map(|cite| cite.value.as_str()).collect();
        let cites = if cites.is_empty() { String::new() } else { format!(" ({})", cites.join("; ")) };
        let _ = writeln!(text, "  {joint} {}{cites}", phase.name.value);
        if let Some(says) = &phase.says {
            let _ = writeln!(text, "  {bar}   {}", says.trim().replace('\n', " "));
        }
        for binding in &phase.over {
            let _ = writeln!(text, "  {bar}   for {}", bound(game, binding));
        }
        if let Some(when) = &phase.when {
            let _ = writeln!(text, "  {bar}   when {}", script::expression(game, when));
        }
        for line in script::lines(&phase.text.0) {
            let _ = writeln!(text, "  {bar}     {line}");
        }
    }
    text
}

fn bound(game: &Checked, binding: &Binding) -> String {
    let source = script::expression(game, &binding.source);
    let filter = binding.filter.as_ref().map(|filter| format!(" where {}", script::expression(game, filter)));
    format!("{} in {source}{}", binding.variable.value, filter.unwrap_or_default())
}
