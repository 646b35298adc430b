//! The two sides of a comparison: a git revision, a folder, an edition, or the work tree.
//!
//! A side is read whole into memory, with its engines and snapshots where it has some, and its rules are compiled. Rules that no
//! longer compile are kept as they are written.

mod git;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use rulec_build::draw::line_of;
use rulec_build::folder::{self, Disk, Shelf};
use rulec_grammar::problem::{Diagnostic, Problems, Severity};
use rulec_model::diff::{Meant, Written};
use rulec_model::machine::Machine;
use rulec_model::problem::errata::UnknownEdition;
use rulec_model::source::Files;
use rulec_model::{Choices, RuleFiles, compile, compile_trees, read_trees};

use crate::arguments::Every;
use crate::ending::{Result, not_done};
use crate::output::tell;
use crate::project::{self, RULES, games_on, name_of};

/// Where a project keeps what is made of its rules.
const ENGINES: &str = "generated";
const SNAPSHOTS: &str = "tests/snapshots";

/// What a side is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    WorkTree,
    Edition(String),
    /// As it was asked for, and its commit.
    Revision(String, String),
    Folder(PathBuf),
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Which::WorkTree => f.write_str("the work tree"),
            Which::Edition(name) => write!(f, "edition {name}"),
            Which::Revision(name, commit) if commit.starts_with(name.as_str()) => f.write_str(name),
            Which::Revision(name, commit) => {
                write!(f, "{name} ({})", commit.get(..10).unwrap_or(commit))
            }
            Which::Folder(path) => write!(f, "{}", path.display()),
        }
    }
}

/// One side, read.
#[derive(Debug)]
pub struct Side {
    pub which: Which,
    /// By the name that `game.yaml` gives, or its folder's.
    pub games: BTreeMap<String, SideGame>,
    /// The side is one game's folder and not a project.
    pub is_one_game: bool,
}

/// A game of one side.
#[derive(Debug)]
pub struct SideGame {
    /// On disk, where it lies there.
    pub folder: Option<PathBuf>,
    pub files: Files,
    /// None where a file cannot be read at all.
    pub rules: Option<RuleFiles>,
    pub written: Written,
    pub machine: Option<Machine>,
    pub meant: Option<Meant>,
    pub choices: Choices,
    /// It has no such edition, so it is left out.
    pub lacks_edition: bool,
    /// What keeps the rules from compiling.
    pub errors: Vec<Diagnostic>,
    /// `accepted.yaml`.
    pub accepted: Option<String>,
    /// What is generated, by path; none where nothing is.
    pub engine: BTreeMap<String, Vec<u8>>,
    pub snapshots: BTreeMap<String, Vec<u8>>,
}

/// Finds out what a side is: `edition:printed`, `git:main`, `folder:old`; without such a word a revision where git knows it, otherwise a
/// folder.
pub fn find(text: &str, every: &Every) -> Result<Which> {
    if let Some(edition) = text.strip_prefix("edition:") {
        return Ok(Which::Edition(edition.to_owned()));
    }
    if let Some(path) = text.strip_prefix("folder:") {
        return folder(Path::new(path));
    }
    let revision = text.strip_prefix("git:").unwrap_or(text);
    let root = around(every)?;
    if !text.starts_with("git:") && (text.starts_with('.') || text.starts_with('/')) {
        return folder(Path::new(text));
    }
    if git::is_repository(&root)
        && let Some(commit) = git::commit(&root, revision)?
    {
        return Ok(Which::Revision(revision.to_owned(), commit));
    }
    if !text.starts_with("git:") && Path::new(text).is_dir() {
        return folder(Path::new(text));
    }
    let why = if git::is_repository(&root) {
        "git knows no such revision here"
    } else {
        "no git repository is here"
    };
    Err(not_done(format!("`{revision}` is no side to compare: {why}, and there is no such folder")))
}

fn folder(path: &Path) -> Result<Which> {
    if path.is_dir() {
        return Ok(Which::Folder(path.to_path_buf()));
    }
    Err(not_done(format!("the folder `{}` is not there", path.display())))
}

/// Where git is asked: the project, or the current folder where there is none now.
fn around(every: &Every) -> Result<PathBuf> {
    project::root(every).or_else(|_| {
        let here = every.project.clone().map_or_else(std::env::current_dir, Ok);
        here.map_err(|error| not_done(format!("the current folder: {error}")))
    })
}

/// Reads a side: all games, or those that are named.
pub fn read(which: Which, every: &Every, named: &[String]) -> Result<Side> {
    let mut choices =
        Choices { edition: every.edition.clone(), readings: project::readings(&every.reading)? };
    let games = match &which {
        Which::WorkTree => on_disk(&project::root(every)?, named, &choices)?,
        Which::Edition(name) => {
            choices.edition = Some(name.clone());
            on_disk(&project::root(every)?, named, &choices)?
        }
        Which::Revision(_, commit) => revision(&around(every)?, &which, commit, named, &choices)?,
        Which::Folder(path) if path.join("game.yaml").is_file() => {
            let root = path.parent().unwrap_or(Path::new(""));
            let game = SideGame::read(&Disk, root, path, &choices)?;
            BTreeMap::from([game])
        }
        Which::Folder(path) if path.join(RULES).is_dir() => on_disk(path, named, &choices)?,
        Which::Folder(path) => {
            return Err(not_done(format!(
                "no rule files: `{}` has neither a `game.yaml` nor a folder `{RULES}/`",
                path.display()
            )));
        }
    };
    let edition = choices.edition.as_deref().unwrap_or_default();
    if !games.is_empty() && games.values().all(|game| game.lacks_edition) {
        let mut told = format!("no game of {which} has an edition `{edition}`");
        for (name, game) in &games {
            let unknown = game.errors.iter().find(|problem| problem.code == UnknownEdition::CODE);
            for help in unknown.iter().flat_map(|problem| &problem.help) {
                told.push_str(&format!("\n  {name}: {help}"));
            }
        }
        return Err(not_done(told));
    }
    for (name, _) in games.iter().filter(|(_, game)| game.lacks_edition) {
        tell(&format!("{name}: left out, as it has no edition `{edition}` on {which}\n"));
    }
    let is_one_game = matches!(&which, Which::Folder(path) if path.join("game.yaml").is_file());
    Ok(Side { which, games, is_one_game })
}

fn on_disk(root: &Path, named: &[String], choices: &Choices) -> Result<BTreeMap<String, SideGame>> {
    let mut games = BTreeMap::new();
    for folder in games_on(&Disk, root)?.iter().filter(|folder| is_named(folder, named)) {
        let (name, mut game) = SideGame::read(&Disk, root, folder, choices)?;
        game.engine = files_below(&root.join(ENGINES).join(name_of(folder)));
        game.snapshots = files_below(&root.join(SNAPSHOTS).join(name_of(folder)));
        add(&mut games, name, folder, game)?;
    }
    if games.is_empty() && named.is_empty() {
        return Err(not_done(format!("no rule files: no folder in `{RULES}/` has a `game.yaml`")));
    }
    Ok(games)
}

fn revision(
    root: &Path,
    which: &Which,
    commit: &str,
    named: &[String],
    choices: &Choices,
) -> Result<BTreeMap<String, SideGame>> {
    let tree = git::tree(root, commit, &[RULES, ENGINES, SNAPSHOTS])?;
    let folders = if tree.is_empty() { Vec::new() } else { games_on(&tree, &git::root())? };
    if folders.is_empty() {
        return Err(not_done(format!("no rule files: nothing in `{RULES}/` at {which} has a `game.yaml`")));
    }
    let mut games = BTreeMap::new();
    for folder in folders.iter().filter(|folder| is_named(folder, named)) {
        let (name, mut game) = SideGame::read(&tree, &git::root(), folder, choices)?;
        game.engine = tree.below(&format!("{ENGINES}/{}", name_of(folder)));
        game.snapshots = tree.below(&format!("{SNAPSHOTS}/{}", name_of(folder)));
        game.folder = None;
        add(&mut games, name, folder, game)?;
    }
    Ok(games)
}

/// Games are told apart by the names that they give themselves.
fn add(games: &mut BTreeMap<String, SideGame>, name: String, folder: &Path, game: SideGame) -> Result<()> {
    match games.entry(name) {
        Entry::Vacant(free) => {
            free.insert(game);
            Ok(())
        }
        Entry::Occupied(taken) => Err(not_done(format!(
            "two games of one side are called `{}`: `{}` in `{RULES}/` is the second",
            taken.key(),
            name_of(folder)
        ))),
    }
}

fn is_named(folder: &Path, named: &[String]) -> bool {
    named.is_empty() || named.iter().any(|name| name == name_of(folder))
}

impl SideGame {
    /// Reads and compiles a game; its name with it.
    fn read(shelf: &dyn Shelf, root: &Path, folder: &Path, choices: &Choices) -> Result<(String, SideGame)> {
        let found = folder::read_from(shelf, root, folder, None)?;
        let accepted = shelf.bytes(&folder.join("accepted.yaml")).ok();
        let mut game = SideGame {
            folder: Some(folder.to_path_buf()),
            files: found.files,
            rules: found.rules,
            written: Written::default(),
            machine: None,
            meant: None,
            choices: choices.clone(),
            lacks_edition: false,
            errors: errors(found.problems),
            accepted: accepted.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
            engine: BTreeMap::new(),
            snapshots: BTreeMap::new(),
        };
        if let Some(rules) = &game.rules {
            let mut problems = Problems::new();
            let trees = read_trees(&game.files, rules, choices.edition.as_deref(), &mut problems);
            game.machine = compile_trees(&game.files, &trees, choices, &mut problems).machine;
            game.meant = game.machine.as_ref().map(Meant::of);
            let written = Written::of(&game.files, rules, trees);
            game.lacks_edition = written.is_none();
            game.written = written.unwrap_or_default();
            game.errors.extend(errors(problems));
        }
        let named = game.written.game.as_ref().map(|game| game.name.clone()).filter(|name| !name.is_empty());
        Ok((named.unwrap_or_else(|| name_of(folder).to_owned()), game))
    }

    /// The machine with more rules than the side has, for what is to be measured: chapter, path and text of each file. What is wrong
    /// with them, one line each.
    pub fn with_rules(&self, more: &[(String, String, String)]) -> std::result::Result<Machine, Vec<String>> {
        let Some(rules) = &self.rules else { return Err(vec!["its files cannot be read".to_owned()]) };
        let (mut files, mut rules) = (self.files.clone(), rules.clone());
        for (chapter, path, text) in more {
            let file = files.add(path.as_str(), text.as_str());
            rules.chapters.push((chapter.clone(), file));
        }
        let mut problems = Problems::new();
        let machine = compile(&files, &rules, &self.choices, &mut problems).machine;
        machine.ok_or_else(|| errors(problems).iter().map(|error| line_of(&files, error)).collect())
    }

    /// What keeps it from compiling, one line each.
    pub fn error_lines(&self) -> Vec<String> {
        self.errors.iter().map(|error| line_of(&self.files, error)).collect()
    }
}

fn errors(problems: Problems) -> Vec<Diagnostic> {
    let mut errors = problems.into_sorted();
    errors.retain(|diagnostic| diagnostic.severity == Severity::Error);
    errors
}

/// The files below a folder, by their paths with `/`; nothing where it cannot be read.
fn files_below(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![(folder.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || prefix.is_empty() && matches!(name.as_str(), "target" | "Cargo.lock")
            {
                continue;
            }
            let path = format!("{prefix}{name}");
            if entry.path().is_dir() {
                folders.push((entry.path(), format!("{path}/")));
            } else if let Ok(bytes) = fs::read(entry.path()) {
                found.insert(path, bytes);
            }
        }
    }
    found
}
