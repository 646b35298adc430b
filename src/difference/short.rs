//! One line for each change: `sword-of-rome: siege_results: behaviour: 7 losses: 1 → 2`.

use std::fmt::Write;

use super::{Difference, Presence};

pub fn write(difference: &Difference) -> String {
    let mut text = String::new();
    for game in &difference.games {
        let name = &game.name;
        // Writing to a string cannot fail.
        let _ = match game.on {
            Presence::Both => Ok(()),
            Presence::OnlyOld => writeln!(text, "{name}: the game is gone"),
            Presence::OnlyNew => writeln!(text, "{name}: the game is new"),
        };
        for rule in &game.comparison.rules {
            for change in &rule.changes {
                let accepted = if game.why(rule, change).is_some() { " (accepted)" } else { "" };
                let (class, what) = (change.class, change.in_words());
                let _ = writeln!(text, "{name}: {}: {class}: {what}{accepted}", rule.rule);
            }
        }
    }
    text
}
