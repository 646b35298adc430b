//! The rules of a game as a table: what citations, explanations and receipts are made of.

use alloc::string::String;
use alloc::vec::Vec;

/// A rule, by its place in the rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleIndex(pub u16);

/// One line of the rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule<'a> {
    /// `siege_results`
    pub name: &'a str,
    /// `table`, `procedure` …
    pub kind: &'a str,
    /// The rule in our own words; empty where it says nothing.
    pub says: &'a str,
    /// `13.1.1 s1-2; 13.2 s1`
    pub cites: &'a str,
    /// Empty for the rulebook's own rules; otherwise `house: …`, `published: …` or `private: …`.
    pub origin: &'a str,
    /// The errata that made or changed it, `designer_2018; mended_edges`; empty where none did.
    pub errata: &'a str,
    /// 64 bits over all that decides the rule's meaning.
    pub fingerprint: u64,
}

/// What a save or recorded game was played by.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Receipt {
    pub game: String,
    pub edition: String,
    /// Rule name and fingerprint (16 hexadecimal digits).
    pub rules: Vec<(String, String)>,
}

impl Receipt {
    pub fn of(game: &str, edition: &str, rules: &[Rule<'_>]) -> Receipt {
        let rules = rules.iter().map(|rule| (rule.name.into(), alloc::format!("{:016x}", rule.fingerprint)));
        Receipt { game: game.into(), edition: edition.into(), rules: rules.collect() }
    }

    /// The rules that differ from another's: changed, added or gone, by name. Empty: the same rules.
    pub fn changed(&self, other: &Receipt) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (mine, theirs) in [(self, other), (other, self)] {
            for rule in &mine.rules {
                if !theirs.rules.contains(rule) && !names.contains(&rule.0) {
                    names.push(rule.0.clone());
                }
            }
        }
        names
    }
}
