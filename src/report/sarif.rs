//! SARIF 2.1.0: one document for tools that gather findings.

use std::collections::BTreeSet;

use rulec_build::checked::Checked;
use rulec_build::place::place;
use rulec_grammar::problem::{Diagnostic, Label, Severity};
use serde_json::{Value, json};

pub fn write(games: &[Checked]) -> String {
    let all =
        || games.iter().flat_map(|game| game.diagnostics.iter().map(move |diagnostic| (game, diagnostic)));
    let codes: BTreeSet<&str> = all().map(|(_, diagnostic)| diagnostic.code).collect();
    let rules: Vec<Value> = codes.iter().map(|code| json!({ "id": code })).collect();
    let results: Vec<Value> = all().map(|(game, diagnostic)| result(game, diagnostic)).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "rulec", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{document:#}\n")
}

fn result(game: &Checked, diagnostic: &Diagnostic) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let primary = diagnostic.labels.iter().filter(|label| label.primary);
    let others = diagnostic.labels.iter().filter(|label| !label.primary);
    let message = [std::slice::from_ref(&diagnostic.message), &diagnostic.help].concat().join("\n");
    json!({
        "ruleId": diagnostic.code,
        "level": level,
        "message": { "text": message },
        "locations": primary.map(|label| location(game, label)).collect::<Vec<_>>(),
        "relatedLocations": others.map(|label| location(game, label)).collect::<Vec<_>>(),
    })
}

fn location(game: &Checked, label: &Label) -> Value {
    let Some(file) = game.files.get(label.span.file) else { return json!({}) };
    let range = label.span.range();
    let (first, last) = (place(&file.text, range.start), place(&file.text, range.end));
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": file.path },
            "region": {
                "startLine": first.line, "startColumn": first.column,
                "endLine": last.line, "endColumn": last.column,
            },
        },
    });
    if !label.text.is_empty() {
        location["message"] = json!({ "text": label.text });
    }
    location
}
