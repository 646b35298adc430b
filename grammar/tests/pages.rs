//! The manual pages of problems: each example marked wrong gives that problem and no other, each marked
//! right gives none.

use rulec_grammar::expression;
use rulec_grammar::problem::{self, Page, Problems};
use rulec_grammar::span::FileId;
use rulec_grammar::yaml::{self, ScalarMap};

/// What no short text can show; `limits.rs` does.
const WITHOUT_EXAMPLES: &[&str] = &["FileTooLarge", "NotUtf8", "TooManyFaults", "TooLong"];

#[test]
fn every_page_says_what_is_wrong_and_what_is_right() {
    for page in pages() {
        let examples = examples(page.text);
        if WITHOUT_EXAMPLES.contains(&page.name) {
            assert!(examples.is_empty(), "{} has examples after all", page.name);
            continue;
        }
        for kind in ["wrong", "right"] {
            assert!(
                examples.iter().any(|example| example.kind == kind),
                "{} has no {kind} example",
                page.name
            );
        }
        for example in examples {
            let expected = if example.kind == "wrong" { vec![page.code] } else { Vec::new() };
            assert_eq!(
                codes(&example),
                expected,
                "{} {} example:\n{}",
                page.name,
                example.kind,
                example.text
            );
        }
    }
}

#[test]
fn codes_are_unique_and_in_their_family() {
    let mut codes: Vec<&str> = pages().map(|page| page.code).collect();
    let all = codes.len();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), all);
    assert!(problem::yaml::PAGES.iter().all(|page| page.code.starts_with("R00")));
    assert!(problem::expression::PAGES.iter().all(|page| page.code.starts_with("R01")));
}

fn pages() -> impl Iterator<Item = &'static Page> {
    problem::yaml::PAGES.iter().chain(problem::expression::PAGES)
}

struct Example {
    language: String,
    kind: String,
    text: String,
}

/// The code blocks of a page, ```` ```language kind ````.
fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        let line = line.strip_prefix(' ').unwrap_or(line);
        match line.strip_prefix("```") {
            Some("") => inside = false,
            Some(header) => {
                let (language, kind) = header.split_once(' ').expect("language and kind");
                examples.push(Example {
                    language: language.to_owned(),
                    kind: kind.to_owned(),
                    text: String::new(),
                });
                inside = true;
            }
            None if inside => {
                let example = examples.last_mut().expect("a block has begun");
                example.text.push_str(line);
                example.text.push('\n');
            }
            None => {}
        }
    }
    examples
}

fn codes(example: &Example) -> Vec<&'static str> {
    let mut problems = Problems::new();
    let map = ScalarMap::shifted(FileId(0), 0);
    match example.language.as_str() {
        "yaml" => drop(yaml::read(FileId(0), &example.text, &mut problems)),
        "expression" => drop(expression::expression(&example.text, &map, &mut problems)),
        "script" => drop(expression::script(&example.text, &map, &mut problems)),
        other => panic!("no such language: {other}"),
    }
    problems.iter().map(|diagnostic| diagnostic.code).collect()
}
