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
    /// Takes an edition, a named list of errata, instead of the printed rules.
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
        let checked = self.read().inspect_err(|unreachable| say_to_cargo("error", &unreachable.to_string()))?;
        report(&checked);
        let Some(machine) = &checked.machine else {
            return Err(Failed::Rules { game: checked.name.clone(), errors: checked.errors() });
        };
        for file in rulec_codegen::generate_module(machine) {
            write_if_changed(&out.join(&checked.name).join(&file.path), &file.text)?;
        }
        Ok(())
    }

    /// Cargo runs build scripts in the package's folder, so relative paths are from there and are shown as they were given.
    fn read(&self) -> std::result::Result<Checked, Unreachable> {
        let private = self.private.as_deref();
        watch(&self.folder, private);
        let found = folder::read(Path::new(""), &self.folder, private)?;
        found.read.iter().chain(&found.searched).for_each(|path| rerun_if_changed(path));
        check(found, &self.choices, None)
    }
}

/// The folders that reading begins with, also where it goes no further.
fn watch(folder: &Path, private: Option<&Path>) {
    println!("cargo::rerun-if-changed=build.rs");
    rerun_if_changed(folder);
    private.into_iter().for_each(rerun_if_changed);
}

fn rerun_if_changed(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

/// Draws every diagnostic once, then says each to Cargo in one line.
fn report(checked: &Checked) {
    for diagnostic in &checked.diagnostics {
        eprintln!("{}\n", draw(checked, diagnostic, Manner::default()));
    }
    for diagnostic in &checked.diagnostics {
        match diagnostic.severity {
            Severity::Error => say_to_cargo("error", &line(checked, diagnostic)),
            Severity::Warning => say_to_cargo("warning", &line(checked, diagnostic)),
            Severity::Note => {}
        }
    }
}

/// Lines for Cargo hold no newline.
fn say_to_cargo(what: &str, text: &str) {
    println!("cargo::{what}={}", text.replace('\n', " "));
}

/// Leaves a file alone that is as it should be, so that nothing is built again.
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
