//! Accepted changes: which differences between two revisions somebody has looked at and agreed to, one by one.
//!
//! A change is known by its rule and by what it was and became, so that another edit of the same rule is news again.

use std::collections::BTreeMap;

use rulec_grammar::document::Fingerprint;
use serde::{Deserialize, Serialize};

/// `accepted.yaml` of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Accepted {
    changes: BTreeMap<String, AcceptedChange>,
}

/// One change, and why it is as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AcceptedChange {
    pub change: String,
    pub rule: String,
    /// What people see of it.
    pub what: String,
    pub why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    accepted: Vec<AcceptedChange>,
}

#[derive(Serialize)]
struct Writing<'a> {
    accepted: Vec<&'a AcceptedChange>,
}

impl Accepted {
    /// Reads the file; what is wrong with it, in a line.
    pub fn from_text(text: &str) -> Result<Accepted, String> {
        let written: Written = serde_yaml::from_str(text).map_err(|error| {
            let line = error.location().map_or(1, |at| at.line());
            let what = error.without_snippet().to_string();
            format!("line {line}: {}", what.lines().next().unwrap_or_default())
        })?;
        let mut accepted = Accepted::default();
        for change in written.accepted {
            if change.change.parse::<Fingerprint>().is_err() {
                return Err(format!(
                    "`{}` of rule `{}` is no fingerprint of a change",
                    change.change, change.rule
                ));
            }
            accepted.changes.insert(change.change.clone(), change);
        }
        Ok(accepted)
    }

    /// The same changes give the same bytes.
    pub fn to_text(&self) -> Result<String, String> {
        let mut accepted: Vec<&AcceptedChange> = self.changes.values().collect();
        accepted.sort_by(|a, b| (&a.rule, &a.what, &a.change).cmp(&(&b.rule, &b.what, &b.change)));
        let list = serde_yaml::to_string(&Writing { accepted }).map_err(|error| error.to_string())?;
        Ok(format!(
            "# Changes that somebody has agreed to. Written by `rulec diff --accept`.\n{}\n",
            list.trim_end()
        ))
    }

    pub fn accept(&mut self, change: Fingerprint, rule: &str, what: &str, why: &str) {
        let id = change.to_string();
        let (rule, what, why) = (rule.to_owned(), what.to_owned(), why.to_owned());
        self.changes.insert(id.clone(), AcceptedChange { change: id, rule, what, why });
    }

    /// Why the change was accepted, if it was.
    pub fn why(&self, change: Fingerprint) -> Option<&str> {
        self.changes.get(&change.to_string()).map(|change| change.why.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_accepted_is_read_back_from_the_same_bytes() {
        let mut accepted = Accepted::default();
        accepted.accept(Fingerprint::of("a"), "results", "7 losses: 1 → 2", "the sheet of May, \"#3\"");
        accepted.accept(Fingerprint::of("b"), "raid", "needs: added `x > 0`", "ours");
        let text = accepted.to_text().expect("it can be written");
        assert_eq!(Accepted::from_text(&text), Ok(accepted));
        assert!(text.find("rule: raid") < text.find("rule: results"), "{text}");
    }

    #[test]
    fn a_damaged_file_is_said_to_be_so() {
        assert!(Accepted::from_text("accepted:\n- {change: x, rule: a, what: b, why: c}\n").is_err());
        assert!(Accepted::from_text("accepted: 3\n").is_err());
        assert_eq!(Accepted::from_text("accepted: []\n"), Ok(Accepted::default()));
    }
}
