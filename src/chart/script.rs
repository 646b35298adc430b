//! The text of scripts and expressions, as their author wrote it.

use rulec_build::checked::Checked;
use rulec_grammar::expression::tree::{Block, Expression, Statement, StatementKind};
use rulec_grammar::span::Span;

/// An expression on one line.
pub fn expression(game: &Checked, expression: &Expression) -> String {
    let text = game.files.slice(expression.span);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A script's lines, without the indentation that they share.
pub fn lines(game: &Checked, block: &Block) -> Vec<String> {
    let Some(span) = span(block) else { return Vec::new() };
    let Some(file) = game.files.get(span.file) else { return Vec::new() };
    let start = span.range().start;
    let line_start =
        file.text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
    let column = start - line_start;
    let text = game.files.slice(span);
    let own = text.lines().enumerate().map(|(nth, line)| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let cut = if nth == 0 { 0 } else { indent.min(column) };
        line.get(cut..).unwrap_or_default().trim_end().to_owned()
    });
    own.filter(|line| !line.is_empty()).collect()
}

/// From the first statement to the end of the last one, however deep it stands.
fn span(block: &Block) -> Option<Span> {
    let first = block.first()?.span;
    Some(first.to(last(block.last()?)))
}

fn last(statement: &Statement) -> Span {
    let inner = |block: &Block| block.last().map_or(statement.span, last);
    match &statement.kind {
        StatementKind::If { arms, otherwise } => match (otherwise.is_empty(), arms.last()) {
            (false, _) | (true, None) => inner(otherwise),
            (true, Some((_, block))) => inner(block),
        },
        StatementKind::For { body, .. }
        | StatementKind::While { body, .. }
        | StatementKind::Repeat { body, .. }
        | StatementKind::Together { body } => inner(body),
        StatementKind::Let { .. }
        | StatementKind::Assign { .. }
        | StatementKind::Do(_)
        | StatementKind::Give(_)
        | StatementKind::Stop
        | StatementKind::EndGame
        | StatementKind::Poison => statement.span,
    }
}
