//! A game's folder, read into memory.
//!
//! Rule files are the `*.yaml` of the folder, of `fills/`, `fills/private/` and `examples/`; what `rulec` itself keeps there
//! (`document.lock`, `reviewed.yaml`, `accepted.yaml`) is no rule file. Those of `errata/` amend the rules where the edition asks
//! for it, and all are read. A file that is no text or too large is reported as a problem at its place; one that cannot be opened
//! ends the reading.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rulec_grammar::problem::Problems;
use rulec_grammar::problem::yaml::{FileTooLarge, NotUtf8};
use rulec_grammar::span::{FileId, Span};
use rulec_grammar::yaml::LARGEST_FILE;
use rulec_model::RuleFiles;
use rulec_model::source::Files;

/// Folders of rule files below a game's own.
const PARTS: [&str; 3] = ["fills", "fills/private", "examples"];

/// Where the owner's own values lie.
const PRIVATE: &str = "fills/private";

/// Where errata lie.
const ERRATA: &str = "errata";

/// Plain data that `rulec` keeps beside the rules.
const KEPT: [&str; 2] = ["reviewed.yaml", "accepted.yaml"];

/// What was found.
#[derive(Debug)]
pub struct GameFolder {
    /// On disk.
    pub folder: PathBuf,
    /// As people see it: from the project's root, with `/`.
    pub shown: String,
    pub files: Files,
    /// None where a file is not as a rule file must be; then checking the others would only raise false alarms.
    pub rules: Option<RuleFiles>,
    pub lock: Option<FileId>,
    pub review: Option<FileId>,
    /// Problems of reading.
    pub problems: Problems,
    /// Every file that was read and every folder that was searched: an edit there may change the answer.
    pub read: Vec<PathBuf>,
    pub searched: Vec<PathBuf>,
}

/// A file or folder that could not be read or written at all.
#[derive(Debug)]
pub struct Unreachable {
    pub path: String,
    pub error: io::Error,
}

impl Unreachable {
    pub fn at(path: &Path, error: io::Error) -> Unreachable {
        Unreachable { path: with_slashes(path), error }
    }
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.path, self.error)
    }
}

impl std::error::Error for Unreachable {}

/// Where folders and files are looked for: the disk, or a revision that nobody has checked out.
pub trait Shelf {
    fn is_folder(&self, path: &Path) -> bool;

    /// The names of what lies in a folder, in any order.
    fn names(&self, folder: &Path) -> io::Result<Vec<String>>;

    fn size(&self, file: &Path) -> io::Result<u64>;

    fn bytes(&self, file: &Path) -> io::Result<Vec<u8>>;
}

/// Files as they lie on disk.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl Shelf for Disk {
    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<String>> {
        fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }

    fn size(&self, file: &Path) -> io::Result<u64> {
        Ok(fs::metadata(file)?.len())
    }

    fn bytes(&self, file: &Path) -> io::Result<Vec<u8>> {
        fs::read(file)
    }
}

/// Reads the folder of a game. `root` is what paths are shown from; `private` replaces the folder's own `fills/private/`.
pub fn read(root: &Path, folder: &Path, private: Option<&Path>) -> Result<GameFolder, Unreachable> {
    read_from(&Disk, root, folder, private)
}

/// As [`read`], from any shelf.
pub fn read_from(
    shelf: &dyn Shelf,
    root: &Path,
    folder: &Path,
    private: Option<&Path>,
) -> Result<GameFolder, Unreachable> {
    let mut reader = Reader::new(shelf, root, folder);
    let mut chapters = Vec::new();
    let mut game = None;
    for name in reader.yaml_files(folder)? {
        if KEPT.contains(&name.as_str()) {
            continue;
        }
        let file = reader.rule_file(&folder.join(&name))?;
        match name.strip_suffix(".yaml") {
            Some("game") => game = file,
            Some(stem) => chapters.extend(file.map(|file| (stem.to_owned(), file))),
            None => {}
        }
    }
    for part in PARTS {
        let place = match private {
            Some(private) if part == PRIVATE => private.to_path_buf(),
            Some(_) | None => folder.join(part),
        };
        // A folder that is not there has nothing in it; when it comes, the folder around it changes.
        if !shelf.is_folder(&place) {
            continue;
        }
        for name in reader.yaml_files(&place)? {
            let stem = name.strip_suffix(".yaml").unwrap_or(&name);
            let file = reader.rule_file(&place.join(&name))?;
            chapters.extend(file.map(|file| (format!("{part}/{stem}"), file)));
        }
    }
    let mut errata = Vec::new();
    let place = folder.join(ERRATA);
    if shelf.is_folder(&place) {
        for name in reader.yaml_files(&place)? {
            errata.extend(reader.rule_file(&place.join(&name))?);
        }
    }
    let lock = reader.kept(&folder.join("document.lock"))?;
    let review = reader.kept(&folder.join("reviewed.yaml"))?;
    let mut found = reader.found;
    found.rules = match game {
        Some(game) if !found.problems.has_errors() => Some(RuleFiles { game, chapters, errata }),
        Some(_) | None => None,
    };
    (found.lock, found.review) = (lock, review);
    Ok(found)
}

struct Reader<'a> {
    shelf: &'a dyn Shelf,
    root: &'a Path,
    found: GameFolder,
}

impl<'a> Reader<'a> {
    fn new(shelf: &'a dyn Shelf, root: &'a Path, folder: &Path) -> Reader<'a> {
        let found = GameFolder {
            folder: folder.to_path_buf(),
            shown: shown(root, folder),
            files: Files::new(),
            rules: None,
            lock: None,
            review: None,
            problems: Problems::new(),
            read: Vec::new(),
            searched: Vec::new(),
        };
        Reader { shelf, root, found }
    }

    /// The names of the rule files in a folder, sorted, so that no file system's own order shows.
    fn yaml_files(&mut self, folder: &Path) -> Result<Vec<String>, Unreachable> {
        let failed = |error| Unreachable { path: shown(self.root, folder), error };
        let mut names = self.shelf.names(folder).map_err(failed)?;
        // A dot begins what editors keep for themselves.
        names.retain(|name| name.ends_with(".yaml") && !name.starts_with('.'));
        names.sort();
        self.found.searched.push(folder.to_path_buf());
        Ok(names)
    }

    /// Reads one rule file; none where it is reported as no rule file.
    fn rule_file(&mut self, path: &Path) -> Result<Option<FileId>, Unreachable> {
        let failed = |error| Unreachable { path: shown(self.root, path), error };
        self.found.read.push(path.to_path_buf());
        let size = self.shelf.size(path).map_err(failed)?;
        if size > LARGEST_FILE as u64 {
            let file = self.found.files.add(shown(self.root, path), "");
            let size = usize::try_from(size).unwrap_or(usize::MAX);
            let span = Span::new(file, 0, 0);
            self.found.problems.report(FileTooLarge { span, size, limit: LARGEST_FILE });
            return Ok(None);
        }
        Ok(self.add(path, self.shelf.bytes(path).map_err(failed)?))
    }

    /// Reads a file that `rulec` keeps; none where there is none.
    fn kept(&mut self, path: &Path) -> Result<Option<FileId>, Unreachable> {
        match self.shelf.bytes(path) {
            Ok(bytes) => {
                self.found.read.push(path.to_path_buf());
                Ok(self.add(path, bytes))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Unreachable { path: shown(self.root, path), error }),
        }
    }

    fn add(&mut self, path: &Path, bytes: Vec<u8>) -> Option<FileId> {
        let path = shown(self.root, path);
        match String::from_utf8(bytes) {
            Ok(text) => Some(self.found.files.add(path, text)),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let file = self.found.files.add(path, text);
                let span = Span::new(file, at, at + '\u{fffd}'.len_utf8());
                self.found.problems.report(NotUtf8 { span });
                None
            }
        }
    }
}

/// A path as people see it: from the root where it lies below, with `/` always.
pub fn shown(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    with_slashes(below.strip_prefix(".").unwrap_or(below))
}

fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}
