//! For a pull request: a heading for each game, a table of its changes.

use std::fmt::Write;

use super::text::summary;
use super::{Difference, GameDifference, Presence};
use crate::impact;

pub fn write(difference: &Difference) -> String {
    let mut text = format!("## Rules: {} → {}\n", difference.old, difference.new);
    for game in &difference.games {
        // Writing to a string cannot fail.
        let _ = write_game(game, difference, &mut text);
    }
    text
}

fn write_game(game: &GameDifference, sides: &Difference, text: &mut String) -> std::fmt::Result {
    let about = match game.on {
        Presence::OnlyOld => "the game is gone".to_owned(),
        Presence::OnlyNew => "the game is new".to_owned(),
        Presence::Both => summary(game),
    };
    writeln!(text, "\n### {}\n\n{about}.", game.name)?;
    if !game.comparison.rules.is_empty() {
        writeln!(text, "\n| rule | class | change |\n|---|---|---|")?;
    }
    for rule in &game.comparison.rules {
        for change in &rule.changes {
            let mut what = cell(&change.in_words());
            if let Some(why) = game.why(rule, change) {
                what.push_str(&format!(" — *accepted: {}*", cell(why)));
            }
            if change.same_meaning {
                what.push_str(" (same meaning)");
            }
            let erratum = match rule.errata.as_slice() {
                [] => String::new(),
                errata => format!(" ({})", cell(&errata.join(", "))),
            };
            writeln!(text, "| `{}`{erratum} | {} | {what} |", rule.rule, change.class)?;
        }
    }
    for (side, errors) in [(&sides.old, &game.old_errors), (&sides.new, &game.new_errors)] {
        if !errors.is_empty() {
            writeln!(text, "\n{side} does not compile with this rulec:\n\n```\n{}\n```", errors.join("\n"))?;
        }
    }
    for file in &game.moved {
        writeln!(text, "- `{}` moved {}", file.path, file.cause.word())?;
    }
    if let Some(impact) = &game.impact {
        write!(text, "\n{}", impact::in_markdown(impact))?;
    }
    Ok(())
}

/// A `|` would end the cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
