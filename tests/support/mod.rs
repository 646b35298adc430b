//! What the integration tests share: compiling a rule file that is given as text.

#![allow(dead_code, reason = "each test uses its part")]

use rulec_grammar::problem::{Diagnostic, Problems};
use rulec_model::machine::Machine;
use rulec_model::source::Files;
use rulec_model::{Choices, RuleFiles, compile};

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

/// Files that are told in one text: a line `# in errata/designer.yaml` begins the next, `# in game.yaml` what is added to the
/// game's own, and `# rulec check --edition printed` chooses an edition. What stands before is the rule file.
///
/// Every part has the other lines empty, so that problems show the lines of the whole.
pub struct Parts {
    pub rules: String,
    pub game: String,
    pub errata: Vec<(String, String)>,
    pub choices: Choices,
}

pub fn parts(text: &str) -> Parts {
    let mut parts =
        Parts { rules: String::new(), game: String::new(), errata: Vec::new(), choices: Choices::default() };
    let mut path = "rules.yaml";
    for (nth, line) in text.lines().enumerate() {
        if let Some(edition) = line.strip_prefix("# rulec check --edition ") {
            parts.choices.edition = Some(edition.to_owned());
        } else if let Some(begins) = line.strip_prefix("# in ").filter(|path| path.ends_with(".yaml")) {
            path = begins;
            if path.starts_with("errata/") {
                parts.errata.push((path.to_owned(), "\n".repeat(nth + 1)));
            }
            continue;
        }
        let part = match (path, parts.errata.last_mut()) {
            ("rules.yaml", _) => &mut parts.rules,
            ("game.yaml", _) => &mut parts.game,
            (_, Some((_, erratum))) => erratum,
            (path, None) => panic!("`{path}` is neither the rules, nor the game, nor an erratum"),
        };
        let behind = part.matches('\n').count();
        part.push_str(&"\n".repeat(nth - behind.min(nth)));
        part.push_str(line);
        part.push('\n');
    }
    parts
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
pub const GAMES: [&str; 3] = ["coin-tribes", "sekvan", "sword-of-rome"];

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
