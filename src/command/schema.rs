//! `rulec schema`: the JSON Schema of rule files, made from the table of kinds, for editors.

use std::fs;

use clap::Args;
use rulec_build::folder::Unreachable;
use rulec_model::kinds::{self, COMMON, ERRATUM, GAME, Key, Kind, ValueKind};
use serde_json::{Map, Value, json};

use crate::arguments::Every;
use crate::ending::{Ending, Result};
use crate::output::say;
use crate::project::{self, RULES};

/// Where the schema is kept, below `rules-src/`.
pub const FILE: &str = "rules.schema.json";

#[derive(Debug, Args)]
pub struct Schema {
    /// Writes `rules-src/rules.schema.json`, which the first line of each file that `rulec new` makes names.
    #[arg(long)]
    write: bool,
}

impl Schema {
    pub fn run(&self, every: &Every) -> Result {
        if !self.write {
            say(&text());
            return Ok(Ending::Clean);
        }
        let path = project::root(every)?.join(RULES).join(FILE);
        fs::write(&path, text()).map_err(|error| Unreachable { path: format!("{RULES}/{FILE}"), error })?;
        say(&format!("{RULES}/{FILE} written\n"));
        Ok(Ending::Clean)
    }
}

/// The whole schema: `game.yaml`, a file of rules, or an erratum.
pub fn text() -> String {
    let rules: Vec<Value> = kinds::all().into_iter().map(|kind| object(kind, COMMON)).collect();
    let file = json!({
        "type": "object",
        "properties": {
            "title": { "type": "string", "description": "what the chapter is called" },
            "section": { "type": ["string", "number"], "description": "citations are relative to this section" },
            "rules": { "type": "array", "items": { "anyOf": rules } },
        },
        "required": ["rules"],
        "additionalProperties": false,
    });
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Rule files of rulec",
        "anyOf": [file, object(&GAME, &[]), object(&ERRATUM, &[])],
    });
    format!("{schema:#}\n")
}

/// An entry of a kind: its name first, then its keys.
fn object(kind: &Kind, common: &[Key]) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    if kind.named {
        properties.insert(kind.name.to_owned(), json!({ "type": "string", "description": kind.doc }));
        required.push(kind.name);
    }
    for key in kind.keys.iter().chain(common) {
        let mut value = value(key.value);
        value["description"] = key.doc.into();
        properties.insert(key.name.to_owned(), value);
        if key.required {
            required.push(key.name);
        }
    }
    json!({
        "type": "object",
        "description": kind.doc,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn value(kind: ValueKind) -> Value {
    // An expression may be a number or a flag by itself.
    let expression = || json!({ "type": ["string", "number", "boolean"] });
    let or_list = |one: Value| json!({ "anyOf": [one, { "type": "array", "items": one }] });
    match kind {
        ValueKind::Word | ValueKind::Text => json!({ "type": ["string", "number"] }),
        ValueKind::Number => json!({ "type": "integer" }),
        ValueKind::Flag => json!({ "type": "boolean" }),
        ValueKind::OneOf(words) => json!({ "enum": words }),
        ValueKind::Type | ValueKind::Binding | ValueKind::Script | ValueKind::Invocation => {
            json!({ "type": "string" })
        }
        ValueKind::Expression => expression(),
        ValueKind::Conditions => or_list(expression()),
        ValueKind::Bindings => or_list(json!({ "type": "string" })),
        ValueKind::Citations => or_list(json!({ "type": ["string", "number"] })),
        ValueKind::Parameters => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        ValueKind::List(part) => json!({ "type": "array", "items": object(part, &[]) }),
        ValueKind::Named(part) => json!({ "type": "object", "additionalProperties": object(part, &[]) }),
        ValueKind::Data => json!({}),
    }
}
