//! What kind of change an edit is, from the table of kinds: which key it is in, and what that key holds.

use std::fmt;

use crate::kinds::{About, Key, Kind};

/// From the lightest to the heaviest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Prose, layout, comments, names of locals; examples and invariants, which check play and do not make it; views, which show it.
    Wording,
    /// Where a rule comes from, and the account that is kept of the document.
    Citation,
    /// What there is and what it is called: saves and callers break.
    Interface,
    /// How the game is played: a guard, an effect, a cell, an edge, an order.
    Behaviour,
}

impl Class {
    /// From the heaviest, as reports have them.
    pub const ALL: [Class; 4] = [Class::Behaviour, Class::Interface, Class::Citation, Class::Wording];

    pub fn word(self) -> &'static str {
        match self {
            Class::Wording => "wording",
            Class::Citation => "citation",
            Class::Interface => "interface",
            Class::Behaviour => "behaviour",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The class of a change in a key of a kind or of a part of it.
pub fn of_key(kind: &Kind, key: &Key) -> Class {
    let own = match key.about {
        About::Play => Class::Behaviour,
        About::Things => Class::Interface,
        About::Origin => Class::Citation,
        About::Prose => Class::Wording,
    };
    of_kind(kind.name, own)
}

/// At most what a change in such a rule can be.
pub fn of_kind(kind: &str, class: Class) -> Class {
    class.min(of_most(kind))
}

fn of_most(kind: &str) -> Class {
    match kind {
        // A view shows what is there to whoever plays.
        "example" | "step" | "invariant" | "view" => Class::Wording,
        "not-a-rule" | "defect" | "hole" => Class::Citation,
        // What an edition changes shows on the rules when it is a side.
        "edition" => Class::Interface,
        _ => Class::Behaviour,
    }
}

/// The class of a rule that came or went.
pub fn of_whole(kind: &str) -> Class {
    let own = match kind {
        "type" | "pool" | "space" | "state" | "reading" => Class::Interface,
        // Nobody plays an example; that there is one more is no matter of wording either.
        _ => Class::Behaviour,
    };
    of_kind(kind, own)
}

/// The class of a different order of the parts in a list.
pub fn of_order(part: &Kind, class: Class) -> Class {
    // A sum is the same in any order, and so is a set of facts.
    if part.name == "modifier" { Class::Wording } else { class }
}
