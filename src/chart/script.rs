//! The text of scripts and expressions, as their author wrote it.

use rulec_build::checked::Checked;
use rulec_grammar::expression::tree::Expression;
use rulec_model::source::on_one_line;

/// An expression on one line.
pub fn expression(game: &Checked, expression: &Expression) -> String {
    on_one_line(game.files.slice(expression.span))
}

/// A script's lines.
pub fn lines(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty())
}
