//! A lock and a document, or two locks, held against each other.

use std::collections::HashMap;
use std::fmt;

use rulec_grammar::document::{Document, Fingerprint};

use super::align::{Step, align};
use super::lock::{Lock, LockedSection, LockedSentence};
use super::review::or_none;

/// One difference, in the order of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// Most of it differs: said once, for all of it.
    OtherDocument {
        /// How many sentences are in both.
        same: usize,
        /// How many the lock has.
        locked: usize,
    },
    SectionRemoved {
        section: String,
        sentences: usize,
    },
    SectionAdded {
        section: String,
        sentences: usize,
    },
    /// The numbers of the sentence in the lock and in the document; 0 is the heading.
    SentenceChanged {
        section: String,
        number: usize,
        now_number: usize,
        was: LockedSentence,
        now: LockedSentence,
    },
    SentenceRemoved {
        section: String,
        number: usize,
        was: LockedSentence,
    },
    /// Its number in the document.
    SentenceAdded {
        section: String,
        number: usize,
        now: LockedSentence,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::OtherDocument { same, locked } => {
                write!(
                    out,
                    "this is not the locked document: {same} of {locked} locked sentences stand in it"
                )
            }
            Difference::SectionRemoved { section, sentences } => {
                write!(out, "section {section} is gone, with {sentences} sentences")
            }
            Difference::SectionAdded { section, sentences } => {
                write!(out, "section {section} is new, with {sentences} sentences")
            }
            Difference::SentenceChanged { section, number, was, now, .. } => {
                write!(out, "{section} s{number} has changed")?;
                let (was_numbers, now_numbers) = (was.numbers.join(" "), now.numbers.join(" "));
                if was_numbers != now_numbers {
                    write!(out, ": numbers {} became {}", or_none(&was_numbers), or_none(&now_numbers))?;
                }
                if was.class != now.class {
                    write!(out, "; it was {} and is {}", was.class.word(), now.class.word())?;
                }
                Ok(())
            }
            Difference::SentenceRemoved { section, number, .. } => write!(out, "{section} s{number} is gone"),
            Difference::SentenceAdded { section, number, .. } => write!(out, "{section} s{number} is new"),
        }
    }
}

impl Lock {
    /// What differs between this lock and the document as it is.
    pub fn check(&self, document: &Document) -> Vec<Difference> {
        self.compare(&Lock::from_document(&self.document, document))
    }

    /// What differs between this lock and a later one.
    pub fn compare(&self, now: &Lock) -> Vec<Difference> {
        let locked = self.sentences().count();
        let same = in_both(self, now);
        if locked > 0 && same * 2 < locked {
            return vec![Difference::OtherDocument { same, locked }];
        }
        let was_ids: Vec<&str> = self.sections.iter().map(|section| section.id.as_str()).collect();
        let now_ids: Vec<&str> = now.sections.iter().map(|section| section.id.as_str()).collect();
        let mut differences = Vec::new();
        for step in align(&was_ids, &now_ids) {
            let (was, new) = match step {
                Step::Same(was, new) | Step::Changed(was, new) => (Some(was), Some(new)),
                Step::Removed(was) => (Some(was), None),
                Step::Added(new) => (None, Some(new)),
            };
            let was = was.and_then(|idx| self.sections.get(idx));
            let new = new.and_then(|idx| now.sections.get(idx));
            match (was, new) {
                (Some(was), Some(new)) if was.id == new.id => sections(was, new, &mut differences),
                _ => {
                    differences.extend(was.map(|section| Difference::SectionRemoved {
                        section: section.id.clone(),
                        sentences: section.sentences.len(),
                    }));
                    differences.extend(new.map(|section| Difference::SectionAdded {
                        section: section.id.clone(),
                        sentences: section.sentences.len(),
                    }));
                }
            }
        }
        differences
    }
}

/// How many sentences of the one are in the other, wherever they stand.
fn in_both(was: &Lock, now: &Lock) -> usize {
    let mut left: HashMap<Fingerprint, usize> = HashMap::new();
    for (_, sentence) in now.sentences() {
        *left.entry(sentence.fingerprint).or_default() += 1;
    }
    let found = was.sentences().filter(|(_, sentence)| match left.get_mut(&sentence.fingerprint) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        Some(_) | None => false,
    });
    found.count()
}

fn sections(was: &LockedSection, now: &LockedSection, differences: &mut Vec<Difference>) {
    let section = || was.id.clone();
    // The heading is its own kind of sentence and never trades places with another.
    let changed =
        |number, now_number, was: &LockedSentence, now: &LockedSentence| Difference::SentenceChanged {
            section: section(),
            number,
            now_number,
            was: was.clone(),
            now: now.clone(),
        };
    match (&was.heading, &now.heading) {
        (Some(was), Some(now)) if was != now => differences.push(changed(0, 0, was, now)),
        (Some(was), None) => {
            differences.push(Difference::SentenceRemoved { section: section(), number: 0, was: was.clone() });
        }
        (None, Some(now)) => {
            differences.push(Difference::SentenceAdded { section: section(), number: 0, now: now.clone() });
        }
        (Some(_), Some(_)) | (None, None) => {}
    }
    for step in align(&was.sentences, &now.sentences) {
        match step {
            Step::Same(..) => {}
            Step::Changed(old, new) => {
                if let (Some(before), Some(after)) = (was.sentences.get(old), now.sentences.get(new)) {
                    differences.push(changed(old + 1, new + 1, before, after));
                }
            }
            Step::Removed(old) => differences.extend(was.sentences.get(old).map(|sentence| {
                Difference::SentenceRemoved { section: section(), number: old + 1, was: sentence.clone() }
            })),
            Step::Added(new) => differences.extend(now.sentences.get(new).map(|sentence| {
                Difference::SentenceAdded { section: section(), number: new + 1, now: sentence.clone() }
            })),
        }
    }
}
