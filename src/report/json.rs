//! One JSON object a line: for editors and scripts. `schema` changes when a field changes its meaning.

use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_build::draw::word;
use rulec_build::place::place;
use rulec_grammar::problem::Label;
use serde_json::{Value, json};

pub fn write(games: &[Checked]) -> String {
    let mut text = String::new();
    for game in games {
        for diagnostic in &game.diagnostics {
            let spans: Vec<Value> = diagnostic.labels.iter().map(|label| span(game, label)).collect();
            let line = json!({
                "schema": 1,
                "code": diagnostic.code,
                "severity": word(diagnostic.severity),
                "message": diagnostic.message,
                "spans": spans,
                "notes": diagnostic.help,
                "game": game.name,
                "rule": diagnostic.rule,
                "cites": diagnostic.cites,
            });
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

/// `start` and `end` are bytes from 0, lines and columns count from 1 and in characters.
fn span(game: &Checked, label: &Label) -> Value {
    let file = game.files.get(label.span.file);
    let at = file.map(|file| place(&file.text, label.span.range().start));
    json!({
        "file": file.map(|file| &file.path),
        "start": label.span.start,
        "end": label.span.end,
        "line": at.map(|at| at.line),
        "column": at.map(|at| at.column),
        "label": label.text,
        "primary": label.primary,
    })
}
