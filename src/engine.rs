//! A generated engine on disk: what of it is stale, and writing it so that a failure leaves the old one whole.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rulec_build::folder::Unreachable;
use rulec_codegen::GeneratedFile;

/// What Cargo keeps in an engine's folder, and nobody generates.
const OF_CARGO: [&str; 2] = ["target", "Cargo.lock"];

/// A file of an engine that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stale<'f> {
    /// Below the engine's folder, with `/`.
    pub path: String,
    pub kind: StaleKind<'f>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StaleKind<'f> {
    Missing {
        now: &'f str,
    },
    Changed {
        was: String,
        now: &'f str,
    },
    /// Nothing generates it any more.
    Left {
        was: String,
    },
}

impl<'f> Stale<'f> {
    pub fn word(&self) -> &'static str {
        match self.kind {
            StaleKind::Missing { .. } => "missing",
            StaleKind::Changed { .. } => "stale",
            StaleKind::Left { .. } => "no longer generated",
        }
    }

    /// What writing it did.
    pub fn done(&self) -> &'static str {
        match self.kind {
            StaleKind::Missing { .. } => "new",
            StaleKind::Changed { .. } => "changed",
            StaleKind::Left { .. } => "removed",
        }
    }

    pub fn was(&self) -> &str {
        match &self.kind {
            StaleKind::Missing { .. } => "",
            StaleKind::Changed { was, .. } | StaleKind::Left { was } => was,
        }
    }

    pub fn now(&self) -> Option<&'f str> {
        match self.kind {
            StaleKind::Missing { now } | StaleKind::Changed { now, .. } => Some(now),
            StaleKind::Left { .. } => None,
        }
    }
}

/// Holds an engine's folder against what it should be.
pub fn stale<'f>(folder: &Path, files: &'f [GeneratedFile]) -> Result<Vec<Stale<'f>>, Unreachable> {
    let mut found = Vec::new();
    for file in files {
        let path = folder.join(&file.path);
        let now = file.text.as_str();
        let kind = match fs::read(&path) {
            Ok(bytes) if bytes == now.as_bytes() => continue,
            Ok(bytes) => StaleKind::Changed { was: String::from_utf8_lossy(&bytes).into_owned(), now },
            Err(error) if error.kind() == io::ErrorKind::NotFound => StaleKind::Missing { now },
            Err(error) => return Err(Unreachable::at(&path, error)),
        };
        found.push(Stale { path: file.path.clone(), kind });
    }
    let generated: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    for path in files_below(folder, "")? {
        if !generated.contains(path.as_str()) {
            let on_disk = folder.join(&path);
            let bytes = fs::read(&on_disk).map_err(|error| Unreachable::at(&on_disk, error))?;
            let was = String::from_utf8_lossy(&bytes).into_owned();
            found.push(Stale { path, kind: StaleKind::Left { was } });
        }
    }
    Ok(found)
}

/// The files below a folder but Cargo's own and hidden ones, sorted, with `/`.
fn files_below(folder: &Path, prefix: &str) -> Result<Vec<String>, Unreachable> {
    let failed = |error| Unreachable::at(folder, error);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || prefix.is_empty() && OF_CARGO.contains(&name.as_str()) {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.file_type().map_err(failed)?.is_dir() {
            found.extend(files_below(&entry.path(), &format!("{path}/"))?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Writes what is stale. New files are written beside the engine first and then renamed into it, so that a full or closed disk is met
/// before anything old is touched; where a rename fails, those before it are taken back.
pub fn write(folder: &Path, stale: &[Stale<'_>]) -> Result<(), Unreachable> {
    let Some((around, name)) = folder.parent().zip(folder.file_name()) else { return Ok(()) };
    let beside = around.join(format!(".{}.new", name.to_string_lossy()));
    let written = stage(&beside, stale).and_then(|()| {
        let mut moved = Vec::new();
        let result = put_in_place(folder, &beside, stale, &mut moved);
        if result.is_err() {
            // What cannot be taken back either is still there, beside.
            moved.iter().rev().for_each(|(from, to)| drop(fs::rename(to, from)));
        }
        result
    });
    // Nothing in it is needed any more.
    let _ = fs::remove_dir_all(&beside);
    written
}

fn stage(beside: &Path, stale: &[Stale<'_>]) -> Result<(), Unreachable> {
    // Left from a run that was cut off.
    if beside.exists() {
        fs::remove_dir_all(beside).map_err(|error| Unreachable::at(beside, error))?;
    }
    for file in stale {
        let Some(now) = file.now() else { continue };
        let path = beside.join("now").join(&file.path);
        with_folder(&path)?;
        fs::write(&path, now).map_err(|error| Unreachable::at(&path, error))?;
    }
    Ok(())
}

/// Renames old files out of the way and new ones into their place; `moved` says what was done.
fn put_in_place(
    folder: &Path,
    beside: &Path,
    stale: &[Stale<'_>],
    moved: &mut Vec<(PathBuf, PathBuf)>,
) -> Result<(), Unreachable> {
    let mut rename = |from: PathBuf, to: PathBuf| {
        with_folder(&to)?;
        fs::rename(&from, &to).map_err(|error| Unreachable::at(&to, error))?;
        moved.push((from, to));
        Ok(())
    };
    for file in stale {
        let place = folder.join(&file.path);
        match file.kind {
            StaleKind::Missing { .. } => {}
            StaleKind::Changed { .. } | StaleKind::Left { .. } => {
                rename(place.clone(), beside.join("was").join(&file.path))?;
            }
        }
        if file.now().is_some() {
            rename(beside.join("now").join(&file.path), place)?;
        }
    }
    Ok(())
}

fn with_folder(path: &Path) -> Result<(), Unreachable> {
    match path.parent() {
        Some(folder) => fs::create_dir_all(folder).map_err(|error| Unreachable::at(folder, error)),
        None => Ok(()),
    }
}
