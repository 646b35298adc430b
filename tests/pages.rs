//! Every manual page of a problem is true: its wrong examples give its code, its right ones give no error.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

mod support;

use rulec_grammar::problem::{Page, Severity};
use support::compile_text;

/// The fenced blocks of a page whose info string is `kind`.
fn blocks(page: &Page, kind: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut current: Option<String> = None;
    for line in page.text.lines() {
        let line = line.strip_prefix(' ').unwrap_or(line);
        match (&mut current, line.trim_end()) {
            (Some(block), "```") => {
                found.push(std::mem::take(block));
                current = None;
            }
            (Some(block), line) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, line) if line == format!("```{kind}") => current = Some(String::new()),
            (None, _) => {}
        }
    }
    found
}

#[test]
fn wrong_examples_give_their_code_and_right_ones_no_error() {
    let mut failures = Vec::new();
    for page in rulec_model::problem::pages() {
        // YAML and documents have their own readers and tests.
        if page.code < "R0400" {
            continue;
        }
        for wrong in blocks(&page, "yaml wrong") {
            let compiled = compile_text(&wrong);
            if !compiled.problems.iter().any(|problem| problem.code == page.code) {
                failures.push(format!("{}: the wrong example gives {:?}", page.code, compiled.shown()));
            }
            let errors =
                compiled.problems.iter().filter(|problem| problem.severity == Severity::Error).count();
            if errors > 1 {
                failures.push(format!("{}: one mistake gives {:?}", page.code, compiled.shown()));
            }
        }
        for right in blocks(&page, "yaml right") {
            let compiled = compile_text(&right);
            if compiled.problems.iter().any(|problem| problem.severity == Severity::Error) {
                failures.push(format!("{}: the right example gives {:?}", page.code, compiled.shown()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn codes_are_unique_and_every_page_says_something() {
    let pages = rulec_model::problem::pages();
    for pair in pages.windows(2) {
        assert_ne!(pair[0].code, pair[1].code, "{} and {}", pair[0].name, pair[1].name);
    }
    for page in &pages {
        assert!(page.text.trim().len() > 20, "{} has no page", page.code);
    }
}
