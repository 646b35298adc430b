//! A game, checked: what the command and the build script do alike before anything else.
//!
//! The passes of the model first, then the rules held against the document's lock. Everything wrong is one sorted list; every
//! writer shows that list and nothing else.

use std::path::{Path, PathBuf};

use rulec_grammar::document::Document;
use rulec_grammar::problem::{Diagnostic, Severity};
use rulec_grammar::span::{FileId, Span};
use rulec_model::document::review::Review;
use rulec_model::document::{Lock, SentenceId};
use rulec_model::machine::Machine;
use rulec_model::problem::errata::UnknownEdition;
use rulec_model::source::Files;
use rulec_model::surface::erratum::Erratum;
use rulec_model::surface::tree::{GameFile, Rule};
use rulec_model::{Choices, Compilation, compile};

use crate::citations::{self, Cited};
use crate::folder::{self, GameFolder, Unreachable};
use crate::links::{self, LinkCount};

/// A game's rules, its machine when nothing is wrong with them, and what is known of its document.
#[derive(Debug)]
pub struct Checked {
    /// The folder's name: what the command calls the game.
    pub name: String,
    pub folder: PathBuf,
    pub files: Files,
    pub game: Option<GameFile>,
    pub rules: Vec<Rule>,
    /// All errata, in force or not.
    pub errata: Vec<Erratum>,
    /// The edition that this is; none where the game has no such edition, and then its rules were not read.
    pub edition: Option<String>,
    pub machine: Option<Machine>,
    pub lock: Option<Lock>,
    pub review: Option<Review>,
    /// The document itself, where the reader has a copy and it was opened.
    pub document: Option<Document>,
    /// What each rule cites, in the order of the rules; empty without a lock.
    pub cited: Vec<Cited>,
    /// How the links of the document and the edges of the flowcharts agree, where there are both.
    pub links: Option<LinkCount>,
    /// By file and place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads and checks the game in a folder, as the edition that the choices name or as its default one.
///
/// `root` is what paths are shown from. Where the game has no such edition that is its one problem, and [`Checked::edition`] is none.
pub fn load(root: &Path, folder: &Path, choices: &Choices) -> Result<Checked, Unreachable> {
    Ok(check(folder::read(root, folder, None)?, choices))
}

/// Checks a game that was read, by its lock: the document itself is not needed.
pub fn check(folder: GameFolder, choices: &Choices) -> Checked {
    let GameFolder { folder, files, rules: of, lock, review, mut problems, .. } = folder;
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let compiled = match &of {
        Some(of) => compile(&files, of, choices, &mut problems),
        None => Compilation::default(),
    };
    let Compilation { game, rules, machine, errata, edition } = compiled;
    problems.about(None, &[]);
    let lock = lock.and_then(|file| Lock::from_text(file, text(&files, file), &mut problems));
    let review = review.and_then(|file| Review::from_text(file, text(&files, file), &mut problems));
    let cited = citations::resolve(&rules, &errata, lock.as_ref(), game.as_ref(), &mut problems);
    let mut counted = None;
    if let Some(lock) = &lock {
        if let Some(game) = &game {
            counted = links::hold(&rules, &errata, &cited, game, lock, &mut problems);
        }
        citations::audit_numbers(&files, &rules, &cited, lock, &mut problems);
        if let Some(review) = &review {
            citations::review(&rules, &cited, lock, review, &mut problems);
        }
    }
    let machine = machine.filter(|_| !problems.has_errors());
    let diagnostics = problems.into_sorted();
    Checked {
        name,
        folder,
        files,
        game,
        rules,
        errata,
        edition,
        machine,
        lock,
        review,
        document: None,
        cited,
        links: counted,
        diagnostics,
    }
}

fn text(files: &Files, file: FileId) -> &str {
    files.get(file).map_or("", |file| file.text.as_str())
}

impl Checked {
    pub fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
    }

    pub fn warnings(&self) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning).count()
    }

    /// Why there is no such edition, where one was asked for that the game does not have.
    pub fn unknown_edition(&self) -> Option<&Diagnostic> {
        self.diagnostics.iter().find(|diagnostic| diagnostic.code == UnknownEdition::CODE)
    }

    /// The errata in force, in the order of the edition.
    pub fn in_force(&self) -> Vec<&Erratum> {
        let editions = self.game.iter().flat_map(|game| &game.editions);
        let edition = editions.into_iter().find(|edition| Some(&edition.name.value) == self.edition.as_ref());
        let listed = edition.iter().flat_map(|edition| &edition.errata);
        listed.filter_map(|name| self.errata.iter().find(|erratum| erratum.name == *name)).collect()
    }

    /// Where the cited sentences stand in the document: none where it is not at hand or not as it was locked.
    pub fn passage(&self, cites: &[String]) -> Vec<(SentenceId, Span)> {
        let (Some(lock), Some(document)) = (&self.lock, &self.document) else { return Vec::new() };
        let ids = cites.iter().filter_map(|cite| lock.resolve(cite, None).ok()).flatten();
        let mut places = Vec::new();
        for id in ids {
            let locked = lock.sentence(id);
            let section = lock.sections.get(id.section).and_then(|section| document.section(&section.id));
            let sentence = section.and_then(|section| section.sentence(id.number));
            if let (Some(locked), Some(sentence)) = (locked, sentence)
                && locked.fingerprint == sentence.fingerprint
                && !places.iter().any(|(known, _)| *known == id)
            {
                places.push((id, sentence.span));
            }
        }
        places
    }
}
