//! What the documents of this repository say of it is so: names exist, long files have a reason, modules say what they are for.

#![allow(clippy::disallowed_methods, reason = "tests read files")]

use std::fs;
use std::path::{Path, PathBuf};

/// From so many lines on, a file needs a reason in `ARCHITECTURE.md`.
const LONG: usize = 500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn architecture() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there")
}

/// Folders and files below a folder, without what is hidden or built.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder can be read")
        .map(|entry| entry.expect("an entry can be read").path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            !name.starts_with('.') && name != "target"
        })
        .collect();
    entries.sort();
    entries
}

/// Our own Rust, by path from the root: what is generated is not ours to tidy.
fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            if path.is_dir() {
                folders.extend((path != root().join("generated")).then_some(path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("source is text");
                let shown = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                found.push((shown, text));
            }
        }
    }
    found.retain(|(_, text)| !text.lines().next().is_some_and(|line| line.contains("@generated")));
    found.sort();
    assert!(found.len() > 100, "only {} files of Rust were found", found.len());
    found
}

/// What stands between backticks outside of fenced blocks.
fn quoted(text: &str) -> Vec<&str> {
    let prose = text.split("\n```").step_by(2);
    prose.flat_map(|part| part.split('`').skip(1).step_by(2)).collect()
}

/// Whether a path is there: from the root, from a top folder or its `src/`, from the folder of a game, or in the user's crate that
/// stands as a sample.
fn is_there(path: &str) -> bool {
    let mut from = vec![root().to_path_buf()];
    for folder in entries(root()).into_iter().filter(|entry| entry.is_dir()) {
        from.extend([folder.join("src"), folder]);
    }
    from.extend(entries(&root().join("rules-src")));
    from.push(root().join("build/sample"));
    from.iter().any(|folder| folder.join(path).exists())
}

/// Whether `model::machine::text` is a module of the crate in `model/`; what follows its modules are items.
fn is_module(path: &str) -> bool {
    let mut segments = path.split("::");
    let folder = segments.next().unwrap_or_default();
    let folder = folder.strip_prefix("rulec_").unwrap_or(folder);
    let mut at = root().join(folder).join("src");
    if !at.is_dir() {
        return false;
    }
    for segment in segments.take_while(|segment| segment.starts_with(|first: char| first.is_lowercase())) {
        let (file, folder) = (at.join(format!("{segment}.rs")), at.join(segment));
        if !file.is_file() && !folder.join("mod.rs").is_file() {
            return false;
        }
        at = folder;
    }
    true
}

#[test]
fn every_path_that_the_architecture_names_is_there() {
    let text = architecture();
    let paths: Vec<&str> = quoted(&text)
        .into_iter()
        .filter(|name| !name.contains(['<', '*', ' ', '(']))
        .filter(|name| {
            name.contains('/')
                || [".md", ".rs", ".yaml", ".lock", ".toml", ".pest"].iter().any(|end| name.ends_with(end))
        })
        .collect();
    assert!(paths.len() > 10, "{paths:?}");
    let missing: Vec<&&str> = paths.iter().filter(|path| !is_there(path)).collect();
    assert!(missing.is_empty(), "these are not there: {missing:?}");
}

#[test]
fn every_module_that_the_architecture_names_is_there() {
    let text = architecture();
    let word = |character: char| !(character.is_alphanumeric() || character == '_' || character == ':');
    let names = text.split(word).map(|name| name.trim_matches(':')).filter(|name| name.contains("::"));
    // What begins with a capital is an item of a module that the text has named.
    let modules: Vec<&str> =
        names.filter(|name| name.starts_with(|first: char| first.is_lowercase())).collect();
    assert!(modules.len() > 5, "{modules:?}");
    let missing: Vec<&&str> = modules.iter().filter(|name| !is_module(name)).collect();
    assert!(missing.is_empty(), "there are no such modules: {missing:?}");
}

#[test]
fn every_top_folder_is_in_the_architecture() {
    let text = architecture();
    let folders = entries(root()).into_iter().filter(|entry| entry.is_dir());
    let names: Vec<String> =
        folders.filter_map(|folder| Some(format!("{}/", folder.file_name()?.to_string_lossy()))).collect();
    let silent: Vec<&String> = names.iter().filter(|name| !text.contains(&format!("`{name}"))).collect();
    assert!(silent.is_empty(), "`ARCHITECTURE.md` does not say what these are for: {silent:?}");
}

#[test]
fn every_crate_in_the_table_stands_in_its_folder() {
    let text = architecture();
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split('`').skip(1).step_by(2).take(2).collect())
        .collect();
    assert!(rows.len() > 5, "{rows:?}");
    for row in rows {
        let [folder, name] = row.as_slice() else { panic!("a row names no crate: {row:?}") };
        let (folder, name) = match name.strip_suffix('*') {
            // One for each game.
            Some(prefix) => {
                let first = entries(&root().join(folder)).into_iter().next().expect("there is an engine");
                let game = first.file_name().unwrap_or_default().to_string_lossy().into_owned();
                (first, format!("{prefix}{game}"))
            }
            None if *folder == "src/" => (root().to_path_buf(), (*name).to_owned()),
            None => (root().join(folder), (*name).to_owned()),
        };
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a crate has a manifest");
        assert!(manifest.contains(&format!("name = \"{name}\"\n")), "{name} is not in {}", folder.display());
    }
}

#[test]
fn long_files_are_listed_with_a_reason() {
    let text = architecture();
    let (_, listed) = text.split_once("## Long files\n").expect("there is a list of long files");
    let listed: Vec<(&str, &str)> =
        listed.lines().filter_map(|line| line.strip_prefix("- `")?.split_once("`: ")).collect();
    for (path, reason) in &listed {
        assert!(reason.split_whitespace().count() > 3, "`{path}` has no reason");
    }
    let long: Vec<String> =
        sources().into_iter().filter(|(_, text)| text.lines().count() > LONG).map(|(path, _)| path).collect();
    let named: Vec<&str> = listed.iter().map(|(path, _)| *path).collect();
    let unlisted: Vec<&String> = long.iter().filter(|path| !named.contains(&path.as_str())).collect();
    assert!(
        unlisted.is_empty(),
        "split these, or list them in `ARCHITECTURE.md` with a reason: {unlisted:?}"
    );
    let idle: Vec<&&str> = named.iter().filter(|path| !long.iter().any(|long| long == *path)).collect();
    assert!(idle.is_empty(), "these are listed and not long: {idle:?}");
}

#[test]
fn every_file_begins_by_saying_what_it_is_for() {
    let silent: Vec<String> =
        sources().into_iter().filter(|(_, text)| !text.starts_with("//! ")).map(|(path, _)| path).collect();
    assert!(silent.is_empty(), "these do not begin with `//!`: {silent:?}");
}
