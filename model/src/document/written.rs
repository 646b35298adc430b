//! The text form of a lock, read back.
//!
//! A lock is plain data and goes through serde; what serde cannot know (a fingerprint is 16 hex digits, an id
//! stands once) is checked here, with the place.

use std::collections::HashSet;

use rulec_grammar::document::{Class, Fingerprint, Style};
use rulec_grammar::problem::Problems;
use rulec_grammar::span::{FileId, Span};
use serde::Deserialize;
use serde_yaml::Spanned;

use super::lock::{Lock, LockedLink, LockedSection, LockedSentence};
use crate::problem::document::LockDamaged;

/// The version of the text form that this reads.
const VERSION: u32 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLock {
    lock: Spanned<u32>,
    document: String,
    style: Spanned<String>,
    #[serde(default)]
    sections: Vec<WrittenSection>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSection {
    section: Spanned<String>,
    level: u8,
    #[serde(default)]
    heading: Option<WrittenSentence>,
    #[serde(default)]
    sentences: Vec<WrittenSentence>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSentence {
    print: Spanned<String>,
    #[serde(default)]
    class: Option<Spanned<String>>,
    #[serde(default)]
    numbers: String,
    #[serde(default)]
    links: Vec<String>,
}

/// What is wrong, and where: a byte range of the text.
struct Damage {
    what: String,
    at: std::ops::Range<usize>,
}

pub(super) fn read(file: FileId, text: &str, problems: &mut Problems) -> Option<Lock> {
    let read = parse(text).and_then(|written| lock(text, written));
    match read {
        Ok(lock) => Some(lock),
        Err(damage) => {
            let span = Span::new(file, damage.at.start, damage.at.end);
            problems.report(LockDamaged { what: damage.what, span });
            None
        }
    }
}

fn parse(text: &str) -> Result<WrittenLock, Damage> {
    serde_yaml::from_str_with_options(text, options(text)).map_err(|error| {
        let at = error.location().map_or(0, |place| line_start(text, place.line()));
        let whole = error.without_snippet().to_string();
        let what = whole.lines().next().unwrap_or_default().to_owned();
        Damage { what, at: line(text, at) }
    })
}

/// A lock is as long as its document is, so the limits that guard against hostile YAML grow with it.
fn options(text: &str) -> serde_yaml::Options {
    let mut options = serde_yaml::Options::default();
    options.budget = options.budget.map(|mut budget| {
        let most = text.len().max(budget.max_events);
        budget.max_events = most;
        budget.max_nodes = most;
        budget.max_total_scalar_bytes = most.max(budget.max_total_scalar_bytes);
        budget
    });
    options
}

fn lock(text: &str, written: WrittenLock) -> Result<Lock, Damage> {
    if written.lock.value != VERSION {
        let what =
            format!("this is version {} of the lock's form, and {VERSION} is known", written.lock.value);
        return Err(Damage { what, at: place(text, &written.lock) });
    }
    let style = Style::from_word(&written.style.value).ok_or_else(|| Damage {
        what: format!("`{}` is no style of a document", written.style.value),
        at: place(text, &written.style),
    })?;
    let mut ids = HashSet::new();
    let mut sections = Vec::with_capacity(written.sections.len());
    for section in written.sections {
        if !ids.insert(section.section.value.clone()) {
            let what = format!("section `{}` stands twice", section.section.value);
            return Err(Damage { what, at: place(text, &section.section) });
        }
        let sentences: Result<Vec<_>, _> =
            section.sentences.into_iter().map(|one| sentence(text, one)).collect();
        sections.push(LockedSection {
            id: section.section.value,
            level: section.level,
            heading: section.heading.map(|heading| sentence(text, heading)).transpose()?,
            sentences: sentences?,
        });
    }
    Ok(Lock { document: written.document, style, sections })
}

fn sentence(text: &str, written: WrittenSentence) -> Result<LockedSentence, Damage> {
    let fingerprint: Fingerprint = written.print.value.parse().map_err(|_| Damage {
        what: format!("`{}` is no fingerprint: 16 hex digits", written.print.value),
        at: place(text, &written.print),
    })?;
    let class = match &written.class {
        None => Class::Plain,
        Some(word) => class(&word.value).ok_or_else(|| Damage {
            what: format!("`{}` is no class of a sentence", word.value),
            at: place(text, word),
        })?,
    };
    let numbers = written.numbers.split_whitespace().map(str::to_owned).collect();
    let links = written.links.iter().map(|word| LockedLink::from_word(word)).collect();
    Ok(LockedSentence { fingerprint, class, numbers, links })
}

fn class(word: &str) -> Option<Class> {
    let all = [Class::Heading, Class::Note, Class::Example, Class::Plain];
    all.into_iter().find(|class| class.word() == word)
}

/// The line that a value stands on.
fn place<T>(text: &str, value: &Spanned<T>) -> std::ops::Range<usize> {
    line(text, line_start(text, value.referenced.line()))
}

fn line_start(text: &str, number: u64) -> usize {
    let before = usize::try_from(number.saturating_sub(1)).unwrap_or(0);
    text.split_inclusive('\n').take(before).map(str::len).sum()
}

/// From the first character of the line to its end.
fn line(text: &str, start: usize) -> std::ops::Range<usize> {
    let rest = text.get(start..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    let indent = line.len() - line.trim_start().len();
    start + indent..start + line.len()
}
