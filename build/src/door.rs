//! The door: which game, what a build chooses, and one call that makes the engine.

use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use rulec_grammar::problem::Severity;
use rulec_model::Choices;

use crate::checked::{Checked, check};
use crate::draw::{Manner, draw, line};
use crate::folder::{self, Unreachable};

/// What `main` of a build script gives.
pub type Result = std::result::Result<(), Failed>;

/// Why there is no engine. Everything that people need to know has been said before; this is the last line.
pub enum Failed {
    /// The rules have so many errors.
    Rules { game: String, errors: usize },
    /// A file or folder cannot be read or written.
    Unreachable(Unreachable),
    /// Nobody said where to write: this is no build script.
    NoOutDir,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Rules { game, errors: 1 } => write!(f, "the rules of `{game}` have an error"),
            Failed::Rules { game, errors } => write!(f, "the rules of `{game}` have {errors} errors"),
            Failed::Unreachable(unreachable) => unreachable.fmt(f),
            Failed::NoOutDir => f.write_str("`OUT_DIR` is not set: call this from a build script"),
        }
    }
}

/// Cargo shows what `main` gives in this form, so it is the sentence.
impl fmt::Debug for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Failed {}

impl From<Unreachable> for Failed {
    fn from(unreachable: Unreachable) -> Failed {
        Failed::Unreachable(unreachable)
    }
}

/// A game to be built, with what the build chooses.
#[derive(Debug, Clone)]
pub struct Game {
    folder: PathBuf,
    choices: Choices,
    private: Option<PathBuf>,
}

/// The game in this folder, which is relative to the package's own: `rules-src/sekvan`.
pub fn game(folder: impl Into<PathBuf>) -> Game {
    Game { folder: folder.into(), choices: Choices::default(), private: None }
}

impl Game {
    /// Takes another edition than the game's first: `.edition("printed")`.
    pub fn edition(mut self, name: impl Into<String>) -> Game {
        self.choices.edition = Some(name.into());
        self
    }

    /// Takes another answer to a reading than its default: `.reading("loss_mode", "loser_only")`.
    pub fn reading(mut self, name: impl Into<String>, answer: impl Into<String>) -> Game {
        self.choices.readings.push((name.into(), answer.into()));
        self
    }

    /// Takes the owner's own values from this folder instead of the game's `fills/private/`.
    pub fn private_fills(mut self, folder: impl Into<PathBuf>) -> Game {
        self.private = Some(folder.into());
        self
    }

    /// Checks the rules and writes the engine below `OUT_DIR`, in a folder named for the game's.
    ///
    /// Tells Cargo what the answer depends on before anything can fail, so that a mended mistake is seen.
    pub fn generate(&self) -> Result {
        let out = env::var_os("OUT_DIR").map(PathBuf::from).ok_or(Failed::NoOutDir)?;
        let mut told = Told::default();
        let result = self.generate_in(&out, &mut told);
        told.to_people.iter().for_each(|picture| eprintln!("{picture}\n"));
        told.to_cargo.iter().for_each(|line| println!("cargo::{line}"));
        result
    }

    fn generate_in(&self, out: &Path, told: &mut Told) -> Result {
        told.to_cargo.push("rerun-if-changed=build.rs".to_owned());
        let checked =
            self.read(told).inspect_err(|unreachable| told.cargo("error", &unreachable.to_string()))?;
        told.diagnostics(&checked);
        let Some(machine) = &checked.machine else {
            return Err(Failed::Rules { game: checked.name.clone(), errors: checked.errors() });
        };
        for file in rulec_codegen::generate_module(machine) {
            write_if_changed(&out.join(&checked.name).join(&file.path), &file.text)
                .inspect_err(|unreachable| told.cargo("error", &unreachable.to_string()))?;
        }
        Ok(())
    }

    /// Cargo runs build scripts in the package's folder, so relative paths are from there and are shown as they were given.
    fn read(&self, told: &mut Told) -> std::result::Result<Checked, Unreachable> {
        // Also where reading goes no further.
        let private = self.private.as_deref();
        std::iter::once(self.folder.as_path()).chain(private).for_each(|folder| told.depends_on(folder));
        let found = folder::read(Path::new(""), &self.folder, private)?;
        found.read.iter().chain(&found.searched).for_each(|path| told.depends_on(path));
        Ok(check(found, &self.choices))
    }
}

/// What a build script says.
#[derive(Debug, Default)]
struct Told {
    /// Lines behind `cargo::`.
    to_cargo: Vec<String>,
    /// Each diagnostic, drawn once.
    to_people: Vec<String>,
}

impl Told {
    fn depends_on(&mut self, path: &Path) {
        let line = format!("rerun-if-changed={}", path.display());
        if !self.to_cargo.contains(&line) {
            self.to_cargo.push(line);
        }
    }

    /// Lines for Cargo hold no newline.
    fn cargo(&mut self, what: &str, text: &str) {
        self.to_cargo.push(format!("{what}={}", text.replace('\n', " ")));
    }

    fn diagnostics(&mut self, checked: &Checked) {
        for diagnostic in &checked.diagnostics {
            self.to_people.push(draw(checked, diagnostic, Manner::default()));
            match diagnostic.severity {
                Severity::Error => self.cargo("error", &line(checked, diagnostic)),
                Severity::Warning => self.cargo("warning", &line(checked, diagnostic)),
                Severity::Note => {}
            }
        }
    }
}

/// Leaves a file alone that is as it should be, so that nothing is read again.
fn write_if_changed(path: &Path, text: &str) -> std::result::Result<(), Unreachable> {
    let failed = |error| Unreachable::at(path, error);
    if fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes()) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "game: coin\ntitle: Coin\ndocument: none\nplayers: player\nstart: toss\n";
    const RULES: &str = "rules:
- type: player
  house: Ours.
  members: [one]
- state: heads
  house: Ours.
  type: 0..9
- procedure: toss
  house: Ours.
  do: heads = roll 1d2
";

    fn coin() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let game = folder.path().join("coin");
        fs::create_dir_all(game.join("examples")).expect("a folder can be made");
        fs::write(game.join("game.yaml"), GAME).expect("a file can be written");
        fs::write(game.join("rules.yaml"), RULES).expect("a file can be written");
        folder
    }

    fn build(folder: &tempfile::TempDir) -> (Result, Told) {
        let mut told = Told::default();
        let result = game(folder.path().join("coin")).generate_in(&folder.path().join("out"), &mut told);
        (result, told)
    }

    #[test]
    fn an_engine_is_written_into_the_output_folder_alone() {
        let folder = coin();
        let (result, told) = build(&folder);
        result.expect("the rules are in order");
        assert!(told.to_people.is_empty(), "{told:?}");
        let text = fs::read_to_string(folder.path().join("out/coin/engine.rs")).expect("it is written");
        assert!(text.contains("fn toss"), "{text}");
        assert_eq!(fs::read_dir(folder.path()).expect("it can be read").count(), 2);
    }

    #[test]
    fn every_file_read_and_every_folder_searched_is_told() {
        let folder = coin();
        let (_, told) = build(&folder);
        for path in ["coin", "coin/game.yaml", "coin/rules.yaml", "coin/examples"] {
            let line = format!("rerun-if-changed={}", folder.path().join(path).display());
            assert_eq!(told.to_cargo.iter().filter(|told| **told == line).count(), 1, "{path}: {told:?}");
        }
        assert_eq!(told.to_cargo.len(), 5, "{told:?}");
    }

    #[test]
    fn an_engine_that_did_not_change_is_left_alone() {
        let folder = coin();
        let engine = folder.path().join("out/coin/engine.rs");
        let touched =
            || fs::metadata(&engine).and_then(|about| about.modified()).expect("the file has a time");
        build(&folder).0.expect("the rules are in order");
        let before = touched();
        build(&folder).0.expect("the rules are in order");
        assert_eq!(touched(), before);
    }

    #[test]
    fn every_problem_is_drawn_once_and_told_in_one_line() {
        let folder = coin();
        let rules =
            RULES.replace("heads = roll 1d2", "heds = roll 1d2").replace("type: 0..9", "type: 0..nine");
        fs::write(folder.path().join("coin/rules.yaml"), rules).expect("a file can be written");
        let (result, told) = build(&folder);
        let failed = result.expect_err("the rules have mistakes");
        let errors: Vec<&String> = told.to_cargo.iter().filter(|line| line.starts_with("error=")).collect();
        assert_eq!((errors.len(), told.to_people.len()), (told.to_people.len(), errors.len()));
        assert!(
            errors.iter().any(|line| line.contains("rules.yaml:7:") && line.contains("error[R")),
            "{errors:?}"
        );
        assert!(told.to_people.iter().any(|picture| picture.contains("0..nine")), "{told:?}");
        assert!(format!("{failed:?}").starts_with("the rules of `coin` have "), "{failed:?}");
        assert!(!folder.path().join("out").exists());
    }

    #[test]
    fn a_folder_that_is_not_there_is_one_line() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (result, told) = build(&folder);
        result.expect_err("there are no rules");
        assert_eq!(told.to_cargo.iter().filter(|line| line.starts_with("error=")).count(), 1, "{told:?}");
    }

    #[test]
    fn a_reading_is_chosen_by_name_and_an_unknown_one_is_an_error() {
        let folder = coin();
        let mut told = Told::default();
        let chosen = game(folder.path().join("coin")).reading("no_such", "thing");
        chosen.generate_in(&folder.path().join("out"), &mut told).expect_err("there is no such reading");
    }

    #[test]
    fn an_edition_is_chosen_by_name_and_an_unknown_one_is_an_error() {
        let folder = coin();
        let coin = folder.path().join("coin");
        let editions = "editions: {corrected: {errata: [two_coins]}, printed: {errata: []}}\n";
        fs::write(coin.join("game.yaml"), format!("{GAME}{editions}")).expect("a file can be written");
        fs::create_dir_all(coin.join("errata")).expect("a folder can be made");
        let erratum = "erratum: two_coins
title: Two coins
published: A sheet.
amend:
- {rule: toss, at: do line 1, was: heads = roll 1d2, now: heads = roll 2d2}
";
        fs::write(coin.join("errata/two_coins.yaml"), erratum).expect("a file can be written");
        let built = |game: Game| {
            let mut told = Told::default();
            let result = game.generate_in(&folder.path().join("out"), &mut told);
            (result.map(|()| fs::read_to_string(folder.path().join("out/coin/engine.rs"))), told)
        };
        let (result, told) = built(game(&coin));
        let text = result.expect("the rules are in order").expect("it is written");
        assert!(text.contains("EDITION: &str = \"corrected\"") && text.contains("two_coins"), "{text}");
        let line = format!("rerun-if-changed={}", coin.join("errata/two_coins.yaml").display());
        assert!(told.to_cargo.contains(&line), "{told:?}");
        let (result, _) = built(game(&coin).edition("printed"));
        let text = result.expect("the rules are in order").expect("it is written");
        assert!(text.contains("EDITION: &str = \"printed\"") && !text.contains("two_coins"), "{text}");
        let (result, told) = built(game(&coin).edition("pritned"));
        result.expect_err("there is no such edition");
        let errors: Vec<&String> = told.to_cargo.iter().filter(|line| line.starts_with("error=")).collect();
        assert!(errors.len() == 1 && errors[0].contains("there is no edition `pritned`"), "{errors:?}");
    }
}
