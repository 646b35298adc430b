//! Errata as written: amendments, and the editions of a game that list them.
//!
//! Only the form is read here. What an amendment touches is the work of [`crate::errata`], before the rules themselves are read.

use rulec_grammar::problem::Problems;
use rulec_grammar::span::{Span, Spanned};
use rulec_grammar::yaml::{Node, Scalar};

use super::entry::{Entry, name, scalar};
use super::read::read_origin;
use super::tree::{Edition, Name, Origin};
use crate::kinds::ERRATUM;
use crate::problem::errata::NotAnErratum;
use crate::problem::surface::{NoCitation, OneOfThese, WrongShape};

/// A file of `errata/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erratum {
    pub name: Name,
    pub title: String,
    pub says: Option<String>,
    pub cites: Vec<Spanned<String>>,
    pub origin: Option<Origin>,
    pub amendments: Vec<Amendment>,
}

/// One change, and where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amendment {
    pub change: Change,
    pub says: Option<String>,
    pub cites: Vec<Spanned<String>>,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// `was` without `now` is taken out, `now` without `was` is put where nothing stands.
    Amend {
        rule: Name,
        at: Vec<Name>,
        was: Option<Node>,
        now: Option<Node>,
    },
    Drop {
        rule: Name,
    },
    Add {
        rule: Node,
        after: Option<Name>,
    },
}

/// The editions of `game.yaml`.
pub(super) fn read_editions(game: &Entry<'_>, problems: &mut Problems) -> Vec<Edition> {
    let parts = game.named("editions", problems);
    let edition = |(name, entry): (Name, Entry<'_>)| Edition {
        name,
        errata: entry.words("errata", problems),
        readings: entry.choices("readings", problems),
        says: entry.text("says", problems),
    };
    parts.into_iter().map(edition).collect()
}

/// Reads a file of `errata/`.
pub fn read_erratum(file: &Node, problems: &mut Problems) -> Option<Erratum> {
    if file.is_poison() {
        return None;
    }
    let Some(pairs) = file.as_map().filter(|_| file.get(ERRATUM.name).is_some()) else {
        problems.report(NotAnErratum { span: file.span });
        return None;
    };
    let entry = Entry::new(&ERRATUM, pairs, file.span, &[], problems);
    let own = name(entry.node(ERRATUM.name)?, "the name of an erratum", problems)?;
    let cites = entry.citations("cite", problems);
    let origin = read_origin(&entry, problems);
    if cites.is_empty() && origin.is_none() && entry.is_whole() {
        problems.report(NoCitation { rule: own.value.clone(), span: own.span });
    }
    let parts = entry.entries("amend", &[], problems);
    let amendments = parts.iter().filter_map(|part| read_amendment(part, problems)).collect();
    let (title, says) = (entry.text("title", problems), entry.text("says", problems));
    Some(Erratum { name: own, title: title?, says, cites, origin, amendments })
}

fn read_amendment(part: &Entry<'_>, problems: &mut Problems) -> Option<Amendment> {
    let stands = |key: &str| part.has(key);
    let kinds = ["rule", "drop", "add"].into_iter().filter(|key| stands(key)).count();
    let fits = match (stands("rule"), stands("add")) {
        (true, _) => stands("at") && (stands("was") || stands("now")) && !stands("after"),
        (false, adds) => !["at", "was", "now"].into_iter().any(stands) && (adds || !stands("after")),
    };
    if kinds != 1 || !fits {
        let keys = "`rule` with `at` and `was` or `now` or both, `drop`, `add` perhaps with `after`";
        problems.report(OneOfThese { keys, span: part.span });
        return None;
    }
    let change = if stands("rule") {
        let (was, now) = (part.node("was").cloned(), part.node("now").cloned());
        // What could not be read has been reported, and is not what stands there.
        if stands("was") != was.is_some() || stands("now") != now.is_some() {
            return None;
        }
        Change::Amend { rule: part.phrase("rule", problems)?, at: read_place(part, problems)?, was, now }
    } else if stands("drop") {
        Change::Drop { rule: part.phrase("drop", problems)? }
    } else {
        let rule = part.node("add")?;
        if rule.as_map().is_none_or(<[_]>::is_empty) {
            let (what, expected) = ("`add`".to_owned(), "a whole rule, its kind first".to_owned());
            problems.report(WrongShape { what, expected, span: rule.span });
            return None;
        }
        Change::Add { rule: rule.clone(), after: part.phrase("after", problems) }
    };
    let (says, cites) = (part.text("says", problems), part.citations("cite", problems));
    Some(Amendment { change, says, cites, span: part.span })
}

const PLACE: &str = "a place such as `rows 7 losses`";

/// `nodes ae6 no`, word by word.
fn read_place(part: &Entry<'_>, problems: &mut Problems) -> Option<Vec<Name>> {
    let node = part.node("at")?;
    let words = words(scalar(node, "`at`", PLACE, problems)?);
    if words.is_empty() {
        problems.report(WrongShape { what: "`at`".into(), expected: PLACE.into(), span: node.span });
        return None;
    }
    Some(words)
}

/// The words of a text, each at its place.
fn words(scalar: &Scalar) -> Vec<Name> {
    let mut words = Vec::new();
    let mut at = 0;
    for word in scalar.text.split_whitespace() {
        let start = at + scalar.text.get(at..).and_then(|rest| rest.find(word)).unwrap_or_default();
        at = start + word.len();
        words.push(Spanned::new(word.to_owned(), scalar.map.span(start, at)));
    }
    words
}
