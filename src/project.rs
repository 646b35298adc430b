//! The project: the folder with `rules-src/`, its games and the reader's copies of their documents.

use std::path::{Path, PathBuf};

use rulec_build::checked::{self, Checked};
use rulec_build::folder::{self, Disk, Shelf};
use rulec_grammar::problem::Diagnostic;
use rulec_model::Choices;

use crate::arguments::Every;
use crate::ending::{NotDone, Result, not_done};
use crate::output::tell;

/// The folder in a project that holds the games.
pub const RULES: &str = "rules-src";

#[derive(Debug)]
pub struct Project {
    pub root: PathBuf,
    /// The folders of the games, by name.
    games: Vec<PathBuf>,
    pub documents: Option<PathBuf>,
    choices: Choices,
}

impl Project {
    /// The project that is named, or the one that the current folder lies in. Without a game in it there is nothing to do.
    pub fn find(every: &Every) -> Result<Project> {
        let root = root(every)?;
        let games = games(&root)?;
        if games.is_empty() {
            return Err(not_done(format!(
                "no rule files: no folder in `{RULES}/` has a `game.yaml`; begin one with `rulec new GAME`"
            )));
        }
        let documents = every.documents.clone();
        if let Some(folder) = documents.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(not_done(format!("the documents' folder `{}` is not there", folder.display())));
        }
        let choices = Choices { edition: every.edition.clone(), readings: readings(&every.reading)? };
        Ok(Project { root, games, documents, choices })
    }

    /// The names of all games.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.games.iter().map(|folder| name_of(folder))
    }

    /// Reads and checks one game.
    pub fn check(&self, name: &str) -> Result<Checked> {
        let Some(folder) = self.games.iter().find(|folder| name_of(folder) == name) else {
            let known: Vec<&str> = self.names().collect();
            let nearest = rulec_model::kinds::nearest(name, known.iter().copied());
            let meant = nearest.map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default();
            return Err(not_done(format!("there is no game `{name}` among {}{meant}", known.join(", "))));
        };
        let checked = self.load(folder)?;
        match checked.unknown_edition() {
            Some(unknown) => Err(no_edition(&checked, unknown)),
            None => Ok(checked),
        }
    }

    fn load(&self, folder: &Path) -> Result<Checked> {
        let mut checked = checked::load(&self.root, folder, &self.choices)?;
        if let Some(documents) = &self.documents {
            checked.open_document(documents)?;
        }
        Ok(checked)
    }

    /// Reads and checks the games that are named, or all of them; of all, those that have the edition that was asked for.
    pub fn check_some(&self, names: &[String]) -> Result<Vec<Checked>> {
        if !names.is_empty() {
            return names.iter().map(|name| self.check(name)).collect();
        }
        let (mut having, mut lacking) = (Vec::new(), Vec::new());
        for folder in &self.games {
            let checked = self.load(folder)?;
            if checked.unknown_edition().is_some() { lacking.push(checked) } else { having.push(checked) }
        }
        if having.is_empty() {
            let why = lacking.iter().filter_map(|game| Some(no_edition(game, game.unknown_edition()?).0));
            return Err(not_done(why.collect::<Vec<_>>().join("\n")));
        }
        for game in &lacking {
            let edition = self.choices.edition.as_deref().unwrap_or_default();
            tell(&format!("{}: left out, as it has no edition `{edition}`\n", game.name));
        }
        Ok(having)
    }

    /// The readings that were chosen: name and answer.
    pub fn readings(&self) -> &[(String, String)] {
        &self.choices.readings
    }

    /// Where the engine of a game is kept.
    pub fn engine(&self, name: &str) -> PathBuf {
        self.root.join("generated").join(name)
    }

    pub fn shown(&self, path: &Path) -> String {
        folder::shown(&self.root, path)
    }
}

/// `sekvan`: there is no edition `pritned`; did you mean `printed`?
fn no_edition(game: &Checked, unknown: &Diagnostic) -> NotDone {
    not_done(format!("`{}`: {}; {}", game.name, unknown.message, unknown.help.join("; ")))
}

/// The folder of the project, without looking for games in it.
pub fn root(every: &Every) -> Result<PathBuf> {
    if let Some(root) = &every.project {
        if root.join(RULES).is_dir() {
            return Ok(root.clone());
        }
        return Err(not_done(format!("no rule files: `{}` has no folder `{RULES}/`", root.display())));
    }
    let here = std::env::current_dir().map_err(|error| not_done(format!("the current folder: {error}")))?;
    let found = here.ancestors().find(|folder| folder.join(RULES).is_dir());
    found.map(Path::to_path_buf).ok_or_else(|| {
        not_done(format!(
            "no rule files: neither the current folder nor one around it has a folder `{RULES}/`; begin one with `rulec new GAME`"
        ))
    })
}

fn games(root: &Path) -> Result<Vec<PathBuf>> {
    games_on(&Disk, root)
}

/// The folders of the games of a project that lies on some shelf.
pub fn games_on(shelf: &dyn Shelf, root: &Path) -> Result<Vec<PathBuf>> {
    let folder = root.join(RULES);
    let names = shelf.names(&folder).map_err(|error| not_done(format!("`{RULES}/`: {error}")))?;
    let mut games: Vec<PathBuf> = names.into_iter().map(|name| folder.join(name)).collect();
    games.retain(|game| shelf.size(&game.join("game.yaml")).is_ok());
    games.sort();
    Ok(games)
}

pub fn name_of(folder: &Path) -> &str {
    folder.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// `loss_mode=loser_only`
pub fn readings(given: &[String]) -> Result<Vec<(String, String)>> {
    let split = |text: &String| match text.split_once('=') {
        Some((reading, answer)) => Ok((reading.trim().to_owned(), answer.trim().to_owned())),
        None => Err(not_done(format!("`--reading {text}`: write `NAME=ANSWER`"))),
    };
    given.iter().map(split).collect()
}
