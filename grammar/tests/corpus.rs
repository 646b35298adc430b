//! Sources with the trees and problems that they must give, in `tests/corpus/`.
//!
//! A case is a line `=== title`, the source, a line `--- expected`, and what is expected: the tree, then one line per
//! problem with its code, the *underlined text* and the message. `RULEC_ACCEPT=1 cargo test` writes what was found
//! instead; whoever does that reads the diff.

#![expect(clippy::disallowed_methods, reason = "the passes read no files; their corpus lies in some")]

mod show;

use std::path::{Path, PathBuf};

use rulec_grammar::expression;
use rulec_grammar::problem::Problems;
use rulec_grammar::span::FileId;
use rulec_grammar::yaml::{self, ScalarMap};

#[test]
fn yaml_is_read_as_the_corpus_says() {
    run("yaml", |_, source, problems| show::yaml::node(&yaml::read(FileId(0), source, problems)));
}

#[test]
fn expressions_are_read_as_the_corpus_says() {
    run("expression", |file, source, problems| {
        let map = ScalarMap::shifted(FileId(0), 0);
        match file {
            "bindings" => show::expression::binding(&expression::binding(source, &map, problems)),
            "types" => show::expression::type_name(&expression::type_name(source, &map, problems)),
            "invocations" => show::expression::invocation(&expression::invocation(source, &map, problems)),
            _ => show::expression::expression(&expression::expression(source, &map, problems)),
        }
    });
}

#[test]
fn scripts_are_read_as_the_corpus_says() {
    run("script", |_, source, problems| {
        let map = ScalarMap::shifted(FileId(0), 0);
        show::expression::script(&expression::script(source, &map, problems), 0)
    });
}

struct Case {
    title: String,
    source: String,
    expected: String,
}

fn run(folder: &str, read: impl Fn(&str, &str, &mut Problems) -> String) {
    let accept = std::env::var_os("RULEC_ACCEPT").is_some();
    let mut wrong = Vec::new();
    for path in files(folder) {
        let file = path.file_stem().and_then(|stem| stem.to_str()).expect("a named file").to_owned();
        let mut cases = cases(&std::fs::read_to_string(&path).expect("a corpus file"));
        for case in &mut cases {
            let mut problems = Problems::new();
            let tree = read(&file, &case.source, &mut problems);
            let problems = show::problems(problems, &case.source);
            let found = format!("{}\n{problems}", tree.trim_end()).trim().to_owned();
            if found != case.expected {
                wrong.push(format!("{folder}/{file}: {}\n{}\n--- found\n{found}", case.title, case.source));
                case.expected = found;
            }
        }
        if accept {
            std::fs::write(&path, cases.iter().map(written).collect::<Vec<_>>().join("\n")).expect("written");
        }
    }
    assert!(accept || wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(folder);
    let entries = std::fs::read_dir(folder).expect("a corpus folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut in_source = false;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("=== ") {
            cases.push(Case { title: title.to_owned(), source: String::new(), expected: String::new() });
            in_source = true;
            continue;
        }
        let case = cases.last_mut().expect("a title before the first source");
        if line == "--- expected" {
            in_source = false;
        } else if in_source {
            case.source.push_str(line);
            case.source.push('\n');
        } else {
            case.expected.push_str(line);
            case.expected.push('\n');
        }
    }
    for case in &mut cases {
        case.expected = case.expected.trim().to_owned();
    }
    cases
}

fn written(case: &Case) -> String {
    format!("=== {}\n{}--- expected\n{}\n", case.title, case.source, case.expected)
}
