//! What is generated and differs between the sides: because of the rules, or because the generator is another.
//!
//! Both sides' rules are generated once more with this `rulec`. A file that comes out the same from both was not moved by the
//! rules.

use std::collections::{BTreeMap, BTreeSet};

use rulec_codegen::GeneratedFile;
use rulec_model::diff::Comparison;

use crate::sides::SideGame;

/// A generated file, or a snapshot, that is not the same on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedFile {
    pub path: String,
    pub cause: Cause,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The rules, as this `rulec` generates them, move it too.
    Rules,
    /// This `rulec` generates the same from both sides: it moved without a rule edit.
    Generator,
    /// The rules move it, and the old file is not what this `rulec` generates of the old rules.
    Both,
    /// A side does not compile, so nobody can say.
    Unknown,
}

impl Cause {
    pub fn word(self) -> &'static str {
        match self {
            Cause::Rules => "by the rules",
            Cause::Generator => "without a rule edit",
            Cause::Both => "by the rules and by the generator",
            Cause::Unknown => "cause unknown, as a side does not compile",
        }
    }
}

type Texts = BTreeMap<String, Vec<u8>>;

pub fn find(old: &SideGame, new: &SideGame, comparison: &Comparison) -> Vec<MovedFile> {
    let mut moved = engine(old, new, comparison);
    moved.extend(snapshots(old, new, comparison));
    moved
}

fn engine(old: &SideGame, new: &SideGame, comparison: &Comparison) -> Vec<MovedFile> {
    let differing = differing(&old.engine, &new.engine);
    if differing.is_empty() {
        return Vec::new();
    }
    let generated = old.machine.as_ref().zip(new.machine.as_ref());
    let generated = generated.map(|(was, now)| {
        if comparison.is_empty() {
            // The same rules give the same files.
            let was = texts(rulec_codegen::generate(was));
            return (was.clone(), was);
        }
        (texts(rulec_codegen::generate(was)), texts(rulec_codegen::generate(now)))
    });
    let cause = |path: &str| match &generated {
        None if comparison.is_empty() => Cause::Generator,
        None => Cause::Unknown,
        Some((was, now)) if was.get(path) == now.get(path) => Cause::Generator,
        Some((was, _)) if was.get(path) == old.engine.get(path) => Cause::Rules,
        Some(_) => Cause::Both,
    };
    differing
        .into_iter()
        .map(|path| MovedFile { cause: cause(&path), path: format!("generated/{path}") })
        .collect()
}

/// Snapshots of single rules are named for them.
fn snapshots(old: &SideGame, new: &SideGame, comparison: &Comparison) -> Vec<MovedFile> {
    let mut edited: BTreeSet<&str> = comparison.rules.iter().map(|change| change.rule.as_str()).collect();
    edited.extend(comparison.followed.iter().chain(&comparison.moved_by_others).map(String::as_str));
    let cause = |path: &str| {
        let rule = path.strip_suffix(".snap").unwrap_or(path);
        match (edited.contains(rule), comparison.is_empty() || comparison.confirmed) {
            (true, _) => Cause::Rules,
            (false, true) => Cause::Generator,
            // Without both machines nobody knows what an edit of one rule means for another.
            (false, false) => Cause::Unknown,
        }
    };
    let differing = differing(&old.snapshots, &new.snapshots);
    differing
        .into_iter()
        .map(|path| MovedFile { cause: cause(&path), path: format!("snapshots/{path}") })
        .collect()
}

/// Files that both sides have or one of them, and that are not the same. A side without any has nothing to compare.
fn differing(old: &Texts, new: &Texts) -> Vec<String> {
    if old.is_empty() || new.is_empty() {
        return Vec::new();
    }
    let paths: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    paths.into_iter().filter(|path| old.get(*path) != new.get(*path)).cloned().collect()
}

fn texts(files: Vec<GeneratedFile>) -> Texts {
    files.into_iter().map(|file| (file.path, file.text.into_bytes())).collect()
}
