//! What a comparison found, as data; writing it is the command's work.

use rulec_grammar::document::Fingerprint;

use super::class::Class;
use super::written::WrittenRule;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    pub rules: Vec<RuleChange>,
    /// Rules whose only change is a name that another rule has now.
    pub followed: Vec<String>,
    /// Rules that are written as they were and mean something else, because others have changed.
    pub moved_by_others: Vec<String>,
    /// Whether both sides have machines, so that classes are those of the meaning and not of the writing alone.
    pub confirmed: bool,
    /// Entries that could not be read as rules at all: where they stand.
    pub unread: Vec<String>,
}

/// A rule that is not as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleChange {
    /// Its name now, or the last it had.
    pub rule: String,
    pub kind: String,
    pub found: Found,
    pub cites: Vec<String>,
    /// The errata of the new side that made or changed it.
    pub errata: Vec<String>,
    pub changes: Vec<Change>,
    /// Rules that use it.
    pub users: Vec<String>,
}

/// How the rule's other side was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// By its name.
    Edited,
    Added,
    Withdrawn,
    /// By `renamed from`, or by a guess: how alike the two are, in percent.
    Renamed {
        from: String,
        guess: Option<u8>,
    },
}

/// One thing that changed in a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub class: Class,
    /// Where in the rule: `7 losses`, `AE6 yes`, `needs`; empty for the whole.
    pub part: String,
    pub kind: ChangeKind,
    /// Written otherwise and, as the machines show, meant as before.
    pub same_meaning: bool,
    /// What the change is told apart by, beside what is shown.
    content: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeKind {
    Replaced {
        was: String,
        now: String,
    },
    Added {
        now: String,
    },
    Removed {
        was: String,
    },
    /// Places from 1.
    Moved {
        what: String,
        from: usize,
        to: usize,
    },
    Renamed {
        was: String,
        now: String,
        guess: Option<u8>,
    },
    /// Comments, line breaks, quotes.
    Layout,
}

impl Change {
    pub fn new(class: Class, part: impl Into<String>, kind: ChangeKind) -> Change {
        Change { class, part: part.into(), kind, same_meaning: false, content: String::new() }
    }

    /// Tells the change apart from another that looks the same.
    pub fn with_content(mut self, content: &str) -> Change {
        content.clone_into(&mut self.content);
        self
    }

    /// One line: `7 losses: 1 → 2`.
    pub fn in_words(&self) -> String {
        let what = match &self.kind {
            ChangeKind::Replaced { was, now } => format!("{} → {}", one_line(was), one_line(now)),
            ChangeKind::Added { now } => format!("added {}", one_line(now)),
            ChangeKind::Removed { was } => format!("removed {}", one_line(was)),
            ChangeKind::Moved { what, from, to } => {
                format!("`{}` moved from place {from} to {to}", one_line(what))
            }
            ChangeKind::Renamed { was, now, guess: None } => format!("renamed from `{was}` to `{now}`"),
            ChangeKind::Renamed { was, now, guess: Some(score) } => {
                format!("a guess: `{was}` is now `{now}`, {score} % alike")
            }
            ChangeKind::Layout => "layout or comments".to_owned(),
        };
        let what = what.trim();
        if self.part.is_empty() { what.to_owned() } else { format!("{}: {what}", self.part) }
    }

    /// Names the change for good: the same edit of the same rule has the same.
    pub fn id(&self, rule: &str) -> Fingerprint {
        Fingerprint::of(&format!("{rule}\n{}\n{}\n{}", self.class, self.in_words(), self.content))
    }
}

fn one_line(text: &str) -> String {
    text.trim().lines().map(str::trim).collect::<Vec<_>>().join(" ⏎ ")
}

impl RuleChange {
    pub(super) fn of(rule: &WrittenRule, found: Found) -> RuleChange {
        RuleChange {
            rule: rule.name.clone(),
            kind: rule.kind.clone(),
            found,
            cites: rule.cites(),
            errata: rule.errata.clone(),
            changes: Vec::new(),
            users: Vec::new(),
        }
    }

    /// The heaviest class among its changes.
    pub fn class(&self) -> Class {
        self.changes.iter().map(|change| change.class).max().unwrap_or(Class::Wording)
    }
}

impl Comparison {
    /// How many rules have a change of this class as their heaviest.
    pub fn count(&self, class: Class) -> usize {
        self.rules.iter().filter(|rule| rule.class() == class).count()
    }

    /// The rules, as the old side calls them, whose machines may differ.
    pub fn differing(&self) -> impl Iterator<Item = &str> {
        let own = self.rules.iter().map(|change| match &change.found {
            Found::Renamed { from, .. } => from.as_str(),
            Found::Edited | Found::Added | Found::Withdrawn => change.rule.as_str(),
        });
        own.chain(self.moved_by_others.iter().map(String::as_str))
    }

    /// Whether nothing is told, and nothing means anything else.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.moved_by_others.is_empty()
    }
}
