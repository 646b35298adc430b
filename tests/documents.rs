//! Locks and rules held against the documents themselves, where `RULEC_DOCUMENTS` says that they are at hand; without them
//! these tests run from the locks alone and say so.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

mod support;

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use rulec_grammar::document;
use rulec_grammar::problem::Problems;
use rulec_grammar::span::FileId;
use rulec_model::document::Lock;
use support::{GAMES, checked, documents};

/// Locks of all five documents: folder, document.
const LOCKS: [(&str, &str); 5] = [
    ("sekvan", "sekvan.cs.md"),
    ("sword-of-rome", "sword-of-rome.ru.md"),
    ("coin-tribes", "coin-tribes-revolt.md"),
    ("falling-sky", "falling-sky-bots.twine.md"),
    ("alesia", "siege-of-alesia.md"),
];

fn lock(game: &str) -> Lock {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules-src").join(game).join("document.lock");
    let text = fs::read_to_string(path).expect("the lock is there");
    let mut problems = Problems::new();
    let lock = Lock::from_text(FileId(0), &text, &mut problems).expect("the lock can be read");
    assert_eq!(lock.to_text(), text, "{game}: reading and writing gives the same bytes");
    lock
}

#[test]
fn locks_agree_with_the_documents() {
    let Some(folder) = documents() else {
        println!("RULEC_DOCUMENTS is not set: read from the locks alone");
        LOCKS.iter().for_each(|(game, _)| assert!(lock(game).sentences().count() > 0));
        return;
    };
    for (game, name) in LOCKS {
        let text = fs::read_to_string(folder.join(name)).expect("RULEC_DOCUMENTS holds the five documents");
        let document = document::read(FileId(0), &text, &mut Problems::new());
        let differences: Vec<String> = lock(game).check(&document).iter().map(ToString::to_string).collect();
        assert_eq!(differences, Vec::<String>::new(), "{game}");
    }
}

#[test]
fn every_cited_sentence_is_found_where_the_lock_says() {
    for game in GAMES {
        let checked = checked(game);
        let machine = checked.machine.as_ref().expect("the rules are sound");
        let lock = checked.lock.as_ref().expect("a lock");
        let mut cited = 0;
        for rule in &machine.rules {
            for cite in &rule.cites {
                let sentences = lock.resolve(cite, None).unwrap_or_default();
                assert!(!sentences.is_empty(), "{game}: `{}` cites {cite}", rule.name);
                cited += sentences.len();
                if checked.document.is_some() {
                    assert_eq!(
                        checked.passage(std::slice::from_ref(cite)).len(),
                        sentences.len(),
                        "{game}: {cite}"
                    );
                }
            }
        }
        assert!(cited > 20, "{game} cites {cited} sentences");
        if checked.document.is_none() {
            println!("RULEC_DOCUMENTS is not set: {game} was read from its lock alone");
        }
    }
}

/// Words of eight in a row that stand in a document.
fn runs(text: &str) -> HashSet<String> {
    let words: Vec<String> = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| word.chars().any(char::is_alphabetic))
        .map(str::to_lowercase)
        .collect();
    words.windows(8).map(|run| run.join(" ")).collect()
}

#[test]
fn no_sentence_of_a_document_is_in_the_repository() {
    let Some(folder) = documents() else {
        println!("RULEC_DOCUMENTS is not set: nothing to compare with");
        return;
    };
    let mut known = HashSet::new();
    for (_, name) in LOCKS {
        let text = fs::read_to_string(folder.join(name)).expect("RULEC_DOCUMENTS holds the five documents");
        // Data URLs are no words.
        let text: String =
            text.split("base64,").map(|part| part.split_once('"').map_or(part, |(_, rest)| rest)).collect();
        known.extend(runs(&text));
    }
    let mut found = Vec::new();
    look_through(Path::new(env!("CARGO_MANIFEST_DIR")), &known, &mut found);
    assert!(found.is_empty(), "runs of eight words that a document has too:\n{}", found.join("\n"));
}

fn look_through(folder: &Path, known: &HashSet<String>, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", ".git"].contains(&name.as_str()) {
                look_through(&path, known, found);
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            found.extend(runs(&text).intersection(known).map(|run| format!("{name}: {run}")));
        }
    }
}
