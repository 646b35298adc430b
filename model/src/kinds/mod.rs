//! The table of kinds and keys: one declaration drives reading, "did you mean", the JSON Schema, completion
//! and the manual.

mod shape;
mod declarations;
mod actions;
mod register;

pub use shape::{About, Key, Kind, ValueKind};

/// Keys that every rule may have, beside those of its kind.
pub use register::COMMON;

/// All kinds, in the order of the manual.
pub fn all() -> Vec<&'static Kind> {
    let mut kinds: Vec<&'static Kind> = Vec::new();
    kinds.extend(declarations::KINDS);
    kinds.extend(actions::KINDS);
    kinds.extend(register::KINDS);
    kinds
}

/// The kind of this name.
pub fn find(name: &str) -> Option<&'static Kind> {
    all().into_iter().find(|kind| kind.name == name)
}

/// A line of an `answer`, which stands in `answers` of a function too.
pub(crate) use actions::TAKE;

/// `game.yaml`, and the files of `errata/`.
pub use register::{ERRATUM, GAME};

/// The nearest of some names, for "did you mean": within a third of the word's length.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let allowed = (word.chars().count() / 3).max(1);
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, name)| name.to_owned())
}
