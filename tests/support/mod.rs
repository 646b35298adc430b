//! What the integration tests share: compiling a rule file that is given as text.

#![allow(dead_code, reason = "each test uses its part")]

mod parts;

use rulec_grammar::problem::{Diagnostic, Problems};
use rulec_model::machine::Machine;
use rulec_model::source::Files;
use rulec_model::{Choices, RuleFiles, compile};

use parts::{Parts, parts};

/// A game around a rule file under test.
pub const GAME: &str = "\
game: sample
title: Sample
document: sample.md
players: power
start: main
";

/// What `GAME` needs and the rule file under test may leave out.
pub fn frame(rules: &str) -> String {
    let has = |entry: &str| {
        rules.lines().any(|line| line.trim_start_matches("- ") == entry && line.starts_with("- "))
    };
    let mut frame = String::from("rules:\n");
    if !has("type: power") {
        frame.push_str("- type: power\n  house: for the test\n  members: [romans, gauls]\n");
    }
    if !has("procedure: main") && !has("sequence: main") {
        frame.push_str("- procedure: main\n  house: for the test\n  do: stop\n");
    }
    if frame == "rules:\n" {
        frame.push_str("- not-a-rule: nothing_else\n  house: for the test\n  class: note\n")
    }
    frame
}

/// A compiled text: its files, what was reported, the machine if there is one.
pub struct Compiled {
    pub files: Files,
    pub problems: Vec<Diagnostic>,
    pub machine: Option<Machine>,
}

/// Compiles a rule file inside the sample game, with the errata and editions that the text tells.
pub fn compile_text(text: &str) -> Compiled {
    let Parts { rules, game, errata, choices } = parts(text);
    let mut files = Files::new();
    let game = files.add("game.yaml", format!("{GAME}{game}"));
    let framed = files.add("frame.yaml", frame(&rules));
    let mut chapters = vec![("frame".to_owned(), framed)];
    if !rules.trim().is_empty() {
        chapters.insert(0, ("rules".to_owned(), files.add("rules.yaml", rules)));
    }
    let errata = errata.into_iter().map(|(path, text)| files.add(path, text)).collect();
    let mut problems = Problems::new();
    let compilation = compile(&files, &RuleFiles { game, chapters, errata }, &choices, &mut problems);
    Compiled { files, problems: problems.into_sorted(), machine: compilation.machine }
}

impl Compiled {
    /// `R0502 "gian"`, one a line: code and underlined text.
    pub fn shown(&self) -> Vec<String> {
        self.problems
            .iter()
            .map(|problem| {
                let place = problem.place().unwrap_or_default();
                let underlined = self.files.slice(place).lines().next().unwrap_or("");
                format!("{} {:?}", problem.code, underlined)
            })
            .collect()
    }
}

/// The games whose engines are committed.
pub const GAMES: [&str; 5] = ["alesia", "coin-tribes", "falling-sky", "sekvan", "sword-of-rome"];

/// A game of this repository, checked; with the documents where `RULEC_DOCUMENTS` says that they are at hand.
pub fn checked(game: &str) -> rulec_build::checked::Checked {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("rules-src").join(game);
    with_document(rulec_build::checked::load(root, &folder, &Choices::default()).expect("readable"))
}

/// Where the reader's own copies of the documents lie, if they are at hand.
pub fn documents() -> Option<std::path::PathBuf> {
    std::env::var_os("RULEC_DOCUMENTS").map(|folder| {
        let folder = std::path::PathBuf::from(folder);
        if folder.is_absolute() {
            folder
        } else {
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
        }
    })
}

/// A game of this repository as one of its editions.
pub fn edition(game: &str, edition: &str) -> rulec_build::checked::Checked {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("rules-src").join(game);
    let choices = Choices { edition: Some(edition.to_owned()), readings: Vec::new() };
    with_document(rulec_build::checked::load(root, &folder, &choices).expect("readable"))
}

fn with_document(mut checked: rulec_build::checked::Checked) -> rulec_build::checked::Checked {
    if let Some(documents) = documents() {
        checked.open_document(&documents).expect("readable");
    }
    checked
}
