//! `rulec lock`: what the project keeps of each document, written or proven.

use std::io::ErrorKind;
use std::path::Path;

use clap::Args;
use rulec_build::checked::Checked;
use rulec_build::document::text_of;
use rulec_build::folder::Unreachable;
use rulec_grammar::document::{self, Document, Style};
use rulec_grammar::problem::{Problems, Severity};
use rulec_model::document::{Difference, Lock, SentenceId};

use crate::arguments::Every;
use crate::ending::{Ending, Result, not_done};
use crate::output::{counted, replace, say, tell};
use crate::project::Project;

/// Needs your own copies of the documents: `--documents DIR` or `RULEC_DOCUMENTS`.
#[derive(Debug, Args)]
pub struct LockOf {
    /// The games; all of them when none is named.
    #[arg(value_name = "GAME")]
    games: Vec<String>,

    /// Writes nothing, and ends with 1 where a lock and its document do not agree.
    #[arg(long)]
    check: bool,

    /// Reads the document in this layout instead of the one that its text shows: numbered, twine or outline.
    #[arg(long, value_name = "STYLE", conflicts_with = "check")]
    style: Option<String>,
}

impl LockOf {
    pub fn run(&self, every: &Every) -> Result {
        let project = Project::find(every)?;
        let Some(documents) = project.documents.clone() else {
            return Err(not_done("where are the documents? give `--documents DIR` or set `RULEC_DOCUMENTS`"));
        };
        let style =
            match &self.style {
                None => None,
                Some(word) => {
                    let style = Style::from_word(word);
                    Some(style.ok_or_else(|| {
                        not_done(format!("`{word}` is no layout: numbered, twine or outline"))
                    })?)
                }
            };
        let mut ending = Ending::Clean;
        for game in project.check_some(&self.games)? {
            let Some(file) = &game.game else {
                tell(&format!("{}: its `game.yaml` names no document, see `rulec check`\n", game.name));
                ending = Ending::Findings;
                continue;
            };
            let Some(document) =
                open(&documents, &file.document, style.or(game.lock.as_ref().map(|lock| lock.style)))?
            else {
                // Where all games are meant, one whose document is not at hand has nothing to prove.
                let why = format!("{}: the document `{}` is not at hand\n", game.name, file.document);
                if self.check || self.games.contains(&game.name) {
                    return Err(not_done(why.trim_end()));
                }
                tell(&why);
                continue;
            };
            let one = if self.check { prove(&game, &document) } else { write(&project, &game, &document)? };
            ending = ending.max(one);
        }
        Ok(ending)
    }
}

/// Reads a document and tells what is odd in it.
fn open(folder: &Path, name: &str, style: Option<Style>) -> Result<Option<Document>> {
    let path = folder.join(name);
    let text = match text_of(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(not_done(format!("`{name}`: {error}"))),
    };
    let mut problems = Problems::new();
    let document = document::read_as(Default::default(), &text, style, &mut problems);
    for problem in problems.into_sorted() {
        let line =
            problem.place().map_or(1, |span| rulec_build::place::place(&text, span.range().start).line);
        let word = rulec_build::draw::word(problem.severity);
        tell(&format!("{name}:{line}: {word}[{}]: {}\n", problem.code, problem.message));
        if problem.severity == Severity::Error {
            return Err(not_done(format!("`{name}` cannot be locked")));
        }
    }
    Ok(Some(document))
}

fn prove(game: &Checked, document: &Document) -> Ending {
    let Some(lock) = &game.lock else {
        say(&format!("{}: there is no document.lock; `rulec lock {0}` writes it\n", game.name));
        return Ending::Findings;
    };
    let differences = lock.check(document);
    if differences.is_empty() {
        say(&format!(
            "{}: lock and document agree in {}\n",
            game.name,
            counted(lock.sentences().count(), "sentence")
        ));
        return Ending::Clean;
    }
    differences.iter().for_each(|difference| tell_difference(game, lock, difference));
    say(&format!(
        "{}: {} between lock and document; `rulec lock {0}` takes the document as it is\n",
        game.name,
        counted(differences.len(), "difference")
    ));
    Ending::Findings
}

/// One difference, with the rules that now have to be looked at.
fn tell_difference(game: &Checked, lock: &Lock, difference: &Difference) {
    let sentence = match difference {
        Difference::SentenceChanged { section, number, .. }
        | Difference::SentenceRemoved { section, number, .. } => Some(format!("{section} s{number}")),
        Difference::OtherDocument { .. }
        | Difference::SectionRemoved { .. }
        | Difference::SectionAdded { .. }
        | Difference::SentenceAdded { .. } => None,
    };
    let cites = |cited: &[SentenceId]| cited.iter().any(|id| Some(lock.name(*id)) == sentence);
    let citing = game.rules.iter().zip(&game.cited).filter(|(_, cited)| cites(cited));
    let rules: Vec<&str> = citing.map(|(rule, _)| rule.name.value.as_str()).collect();
    let rules = if rules.is_empty() { String::new() } else { format!("; cited by {}", rules.join(", ")) };
    say(&format!("{}: {difference}{rules}\n", game.name));
}

/// Writes the lock and says what it changes.
fn write(project: &Project, game: &Checked, document: &Document) -> Result {
    let name = game.game.as_ref().map_or("", |file| file.document.as_str());
    let lock = Lock::from_document(name, document);
    let path = game.folder.join("document.lock");
    let shown = project.shown(&path);
    if let Some(old) = &game.lock {
        let differences = old.compare(&lock);
        if differences.is_empty() && old.to_text() == lock.to_text() {
            say(&format!("{shown}: up to date\n"));
            return Ok(Ending::Clean);
        }
        differences.iter().for_each(|difference| tell_difference(game, old, difference));
    }
    replace(&path, &lock.to_text()).map_err(|error| Unreachable { path: shown.clone(), error })?;
    say(&format!(
        "{shown}: {} in {}\n",
        counted(lock.sentences().count(), "sentence"),
        counted(lock.sections.len(), "section")
    ));
    Ok(Ending::Clean)
}
