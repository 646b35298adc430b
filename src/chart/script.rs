//! The text of scripts and expressions, as their author wrote it.

use rulec_build::checked::Checked;
use rulec_grammar::expression::tree::Expression;

/// An expression on one line.
pub fn expression(game: &Checked, expression: &Expression) -> String {
    let text = game.files.slice(expression.span);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A script's lines.
pub fn lines(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty())
}
