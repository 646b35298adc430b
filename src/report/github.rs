//! Annotations of GitHub Actions: workflow commands on standard output.

use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_build::place::place;
use rulec_grammar::problem::Severity;

/// `::error file=rules-src/sekvan/moves.yaml,line=12,col=3,title=R0301::…`
pub fn write(games: &[Checked]) -> String {
    let mut text = String::new();
    for game in games {
        for diagnostic in &game.diagnostics {
            let word = match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "notice",
            };
            let at = diagnostic.place().and_then(|span| {
                let file = game.files.get(span.file)?;
                let (first, last) =
                    (place(&file.text, span.range().start), place(&file.text, span.range().end));
                let (line, column) = (first.line, first.column);
                Some(format!("file={},line={line},endLine={},col={column},", property(&file.path), last.line))
            });
            let message = [std::slice::from_ref(&diagnostic.message), &diagnostic.help].concat().join("\n");
            let (at, code, message) = (at.unwrap_or_default(), diagnostic.code, escaped(&message));
            let _ = writeln!(text, "::{word} {at}title={code}::{message}");
        }
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
