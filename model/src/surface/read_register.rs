//! Kinds that keep account of the document: holes, fills, readings, defects, examples.

use rulec_grammar::problem::Problems;

use super::entry::{Entry, checked_name};
use super::read_declarations::read_rows;
use super::tree::{Body, ExampleRule, FillRule, LinkRecord, Name, Origin, StepEntry};
use crate::problem::surface::{OneOfThese, WrongShape};

pub(super) fn read(entry: &Entry<'_>, problems: &mut Problems) -> Option<Body> {
    Some(match entry.kind.name {
        "hole" => Body::Hole {
            needs: entry.text("needs", problems)?,
            filled_by: entry.words("filled by", problems),
        },
        "fill" => Body::Fill(read_fill(entry, problems)?),
        "reading" => Body::Reading {
            answers: read_texts(entry, "answers", problems),
            default: entry.word("default", problems)?,
            why: entry.text("why", problems)?,
            ruled_by: entry.one_of("ruled by", problems).unwrap_or_else(|| "us".into()),
            told_apart_by: entry.word("told apart by", problems),
        },
        "defect" => Body::Defect {
            reading: entry.text("reading", problems)?,
            record: LinkRecord {
                links: entry.texts("links", "a link", "the name that it uses", problems),
                edges: entry.texts("edges", "an edge", "a box and one of `yes`, `no` and `then`", problems),
                passage_is: entry.one_of("passage is", problems),
            },
        },
        "example" => Body::Example(read_example(entry, problems)),
        _ => Body::NotARule { class: entry.one_of("class", problems)?, why: entry.text("why", problems) },
    })
}

fn read_fill(entry: &Entry<'_>, problems: &mut Problems) -> Option<FillRule> {
    let why = entry.text("why", problems).or_else(|| entry.text("source", problems)).unwrap_or_default();
    let origin = match entry.one_of("origin", problems)?.as_str() {
        "published" => Origin::Published(why),
        "private" => Origin::Private(why),
        _ => Origin::House(why),
    };
    Some(FillRule {
        origin,
        rows: entry.node("rows").map(|rows| read_rows(rows, 0, problems)).unwrap_or_default(),
    })
}

/// Names to texts.
fn read_texts(entry: &Entry<'_>, key: &str, problems: &mut Problems) -> Vec<(Name, String)> {
    let Some(node) = entry.node(key) else { return Vec::new() };
    let Some(pairs) = node.as_map() else {
        let expected = "a mapping from name to text".to_owned();
        problems.report(WrongShape { what: format!("`{key}`"), expected, span: node.span });
        return Vec::new();
    };
    pairs
        .iter()
        .filter_map(|pair| {
            Some((checked_name(&pair.key, problems)?, pair.value.as_text().unwrap_or("").to_owned()))
        })
        .collect()
}

fn read_example(entry: &Entry<'_>, problems: &mut Problems) -> ExampleRule {
    let mut steps = Vec::new();
    for step in entry.entries("steps", &[], problems) {
        steps.extend(read_step(&step, problems));
    }
    let expect = entry.conditions("expect", problems);
    if !expect.is_empty() {
        steps.push(StepEntry::Expect(expect));
    }
    ExampleRule {
        readings: entry.choices("readings", problems),
        given: entry.script("given", problems),
        script: entry.script("do", problems),
        steps,
        defect: entry.word("defect", problems),
        tests: entry.words("tests", problems),
    }
}

fn read_step(step: &Entry<'_>, problems: &mut Problems) -> Option<StepEntry> {
    let mut found = Vec::new();
    found.extend(step.number("roll", problems).map(StepEntry::Roll));
    found.extend(step.word("draw", problems).map(StepEntry::Draw));
    found.extend(step.invocation("choose", problems).map(StepEntry::Choose));
    found.extend(step.invocation("refused", problems).map(StepEntry::Refused));
    let expect = step.conditions("expect", problems);
    if !expect.is_empty() {
        found.push(StepEntry::Expect(expect));
    }
    if found.len() > 1 {
        problems
            .report(OneOfThese { keys: "`roll`, `draw`, `choose`, `refused`, `expect`", span: step.span });
    }
    found.into_iter().next()
}
