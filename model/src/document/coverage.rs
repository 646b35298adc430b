//! Coverage: who accounts for each sentence of a document.
//!
//! A sentence is carried by a rule, run as an example, or classed as no rule, and what is none of these is
//! unaccounted. Headings and tables of contents account for themselves: they were read as such.

use std::collections::BTreeMap;
use std::fmt::Write;

use rulec_grammar::document::Class;
use serde::Serialize;

use super::lock::{Lock, LockedSection, LockedSentence, SentenceId};

/// What one entry of the rule files cites, and as what.
#[derive(Debug, Clone)]
pub struct Claim<'a> {
    pub rule: &'a str,
    /// The entry's kind, by its key: `table`, `example`, `not-a-rule`.
    pub kind: &'a str,
    /// The class of a `not-a-rule` entry.
    pub class: Option<&'a str>,
    pub cites: Vec<SentenceId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Coverage {
    pub document: String,
    pub sections: Vec<SectionCoverage>,
    pub total: Counts,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SectionCoverage {
    pub section: String,
    pub level: u8,
    #[serde(flatten)]
    pub counts: Counts,
    /// The sentences that nobody accounts for, by name.
    pub unaccounted: Vec<String>,
    /// The sentences that one entry carries and another classes as no rule; one of them is wrong.
    pub contested: Vec<String>,
}

/// How many sentences are accounted for in each way; every sentence counts once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub sentences: usize,
    pub rules: usize,
    pub examples: usize,
    pub classed: BTreeMap<String, usize>,
    pub unaccounted: usize,
}

impl Counts {
    pub fn accounted(&self) -> usize {
        self.sentences - self.unaccounted
    }

    fn add(&mut self, other: &Counts) {
        self.sentences += other.sentences;
        self.rules += other.rules;
        self.examples += other.examples;
        self.unaccounted += other.unaccounted;
        for (class, count) in &other.classed {
            *self.classed.entry(class.clone()).or_default() += count;
        }
    }
}

/// Who accounts for one sentence.
#[derive(Debug, Clone)]
pub struct SentenceAccount<'a> {
    pub id: SentenceId,
    /// `13.2 s3`
    pub name: String,
    pub by: By<'a>,
    /// The entries that cite it, in the order of the rules.
    pub entries: Vec<&'a Claim<'a>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By<'a> {
    Rule,
    Example,
    /// Classed, by an entry or as it was read.
    Class(&'a str),
    Nobody,
    /// Carried by one entry and classed as no rule by another.
    Contested,
}

/// For each section of the lock who accounts for each of its sentences.
pub fn by_sentence<'a>(lock: &Lock, claims: &'a [Claim<'a>]) -> Vec<Vec<SentenceAccount<'a>>> {
    let accounts = accounts(claims);
    let mut entries: BTreeMap<SentenceId, Vec<&Claim<'a>>> = BTreeMap::new();
    for claim in claims {
        claim.cites.iter().for_each(|id| entries.entry(*id).or_default().push(claim));
    }
    let of_section = |(section, locked): (usize, &LockedSection)| {
        let sentences = locked.sentences.iter().zip(1..);
        let account = |(sentence, number): (&LockedSentence, usize)| {
            let id = SentenceId { section, number };
            let by = by(sentence.class, &accounts.get(&id).cloned().unwrap_or_default());
            SentenceAccount { id, name: lock.name(id), by, entries: entries.remove(&id).unwrap_or_default() }
        };
        sentences.map(account).collect()
    };
    lock.sections.iter().enumerate().map(of_section).collect()
}

fn by<'a>(read_as: Class, account: &Account<'a>) -> By<'a> {
    match (account.rule, account.example, account.class) {
        (true, _, Some(_)) | (_, true, Some(_)) => By::Contested,
        (true, _, None) => By::Rule,
        (false, true, None) => By::Example,
        (false, false, Some(class)) => By::Class(class),
        (false, false, None) if read_as == Class::Heading => By::Class(Class::Heading.word()),
        (false, false, None) => By::Nobody,
    }
}

/// What the claims say of one sentence.
#[derive(Default, Clone)]
struct Account<'a> {
    rule: bool,
    example: bool,
    class: Option<&'a str>,
}

impl Coverage {
    pub fn of(lock: &Lock, claims: &[Claim<'_>]) -> Coverage {
        let accounts = accounts(claims);
        let mut total = Counts::default();
        let mut sections = Vec::with_capacity(lock.sections.len());
        for (section, locked) in lock.sections.iter().enumerate() {
            let mut covered = SectionCoverage {
                section: locked.id.clone(),
                level: locked.level,
                counts: Counts::default(),
                unaccounted: Vec::new(),
                contested: Vec::new(),
            };
            for (idx, sentence) in locked.sentences.iter().enumerate() {
                let id = SentenceId { section, number: idx + 1 };
                let account = accounts.get(&id).cloned().unwrap_or_default();
                covered.count(lock.name(id), sentence.class, &account);
            }
            total.add(&covered.counts);
            sections.push(covered);
        }
        Coverage { document: lock.document.clone(), sections, total }
    }

    /// The names of all sentences that nobody accounts for.
    pub fn unaccounted(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().flat_map(|section| section.unaccounted.iter().map(String::as_str))
    }

    /// The table as people read it: one line a section, and below what is missing.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let names =
            self.sections.iter().map(|section| section.section.chars().count() + indent(section.level));
        let width = names.max().unwrap_or(0).max("section".len());
        writeln!(out, "{:width$}  sentences  rules  examples  classed  unaccounted", "section")?;
        for section in self.sections.iter().filter(|section| section.counts.sentences > 0) {
            let name = format!("{:1$}{2}", "", indent(section.level), section.section);
            line(out, &name, width, &section.counts)?;
        }
        line(out, "all", width, &self.total)?;
        let classed: Vec<String> =
            self.total.classed.iter().map(|(class, count)| format!("{count} {class}")).collect();
        if !classed.is_empty() {
            writeln!(out, "classed: {}", classed.join(", "))?;
        }
        for section in &self.sections {
            if !section.unaccounted.is_empty() {
                writeln!(out, "unaccounted: {}", section.unaccounted.join(", "))?;
            }
            if !section.contested.is_empty() {
                writeln!(out, "carried and classed as no rule: {}", section.contested.join(", "))?;
            }
        }
        Ok(())
    }
}

impl SectionCoverage {
    fn count(&mut self, name: String, read_as: Class, account: &Account<'_>) {
        let counts = &mut self.counts;
        counts.sentences += 1;
        if (account.rule || account.example) && account.class.is_some() {
            self.contested.push(name.clone());
        }
        if account.rule {
            counts.rules += 1;
        } else if account.example {
            counts.examples += 1;
        } else if let Some(class) = account.class {
            *counts.classed.entry(class.to_owned()).or_default() += 1;
        } else if read_as == Class::Heading {
            *counts.classed.entry(Class::Heading.word().to_owned()).or_default() += 1;
        } else {
            counts.unaccounted += 1;
            self.unaccounted.push(name);
        }
    }
}

fn accounts<'a>(claims: &[Claim<'a>]) -> BTreeMap<SentenceId, Account<'a>> {
    let mut accounts: BTreeMap<SentenceId, Account<'a>> = BTreeMap::new();
    for claim in claims {
        for id in &claim.cites {
            let account = accounts.entry(*id).or_default();
            match (claim.class, claim.kind) {
                (Some(class), _) => account.class = Some(class),
                (None, "example") => account.example = true,
                (None, _) => account.rule = true,
            }
        }
    }
    accounts
}

fn indent(level: u8) -> usize {
    usize::from(level.saturating_sub(1)) * 2
}

fn line(out: &mut String, name: &str, width: usize, counts: &Counts) -> std::fmt::Result {
    let classed: usize = counts.classed.values().sum();
    let (sentences, rules, examples) = (counts.sentences, counts.rules, counts.examples);
    let unaccounted = counts.unaccounted;
    writeln!(out, "{name:width$}  {sentences:9}  {rules:5}  {examples:8}  {classed:7}  {unaccounted:11}")
}
