//! Texts as they are compared: word by word, without comments and layout, and with the names that rules have now.

use std::collections::HashMap;

use rulec_grammar::yaml::{Node, Value};

use super::matching::{Match, Pair};
use super::written::WrittenRule;
use crate::surface::is_beside_play;

/// What rules of the old side are called on the new one.
#[derive(Debug, Clone, Default)]
pub(super) struct Renames {
    names: HashMap<String, String>,
}

impl Renames {
    /// A guess renames nothing: what uses the rule should show.
    pub fn of(pairs: &[Pair], old: &[WrittenRule], new: &[WrittenRule]) -> Renames {
        let renamed = pairs.iter().filter(|pair| pair.by == Match::Renamed);
        let names = renamed.map(|pair| (old[pair.old].name.clone(), new[pair.new].name.clone()));
        Renames { names: names.collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub fn add(&mut self, was: &str, now: &str) {
        self.names.insert(was.to_owned(), now.to_owned());
    }

    pub fn now<'a>(&'a self, word: &'a str) -> &'a str {
        self.names.get(word).map_or(word, String::as_str)
    }

    /// A name that the compiler makes of a rule's, too: `results_points` of the table `results`.
    pub fn made(&self, word: &str) -> Option<String> {
        if let Some(now) = self.names.get(word) {
            return Some(now.clone());
        }
        let ends = word.match_indices('_').map(|(at, _)| at);
        ends.rev().find_map(|at| {
            let now = self.names.get(word.get(..at)?)?;
            Some(format!("{now}{}", word.get(at..)?))
        })
    }
}

/// The words of an expression or a line of a script: names, numbers and signs.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            if !rest.starts_with('#') {
                break;
            }
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
        }
        let first = rest.chars().next()?;
        let length = if is_letter(first) {
            rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len())
        } else {
            sign(rest).unwrap_or(first.len_utf8())
        };
        let (word, after) = rest.split_at(length);
        rest = after;
        Some(word)
    })
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn sign(text: &str) -> Option<usize> {
    ["..", "!=", "<=", ">=", "+=", "-="].iter().find(|sign| text.starts_with(**sign)).map(|sign| sign.len())
}

/// The words of a text with one space between, as both sides would write them.
pub(super) fn normal(text: &str, renames: Option<&Renames>) -> String {
    let mut normal = String::with_capacity(text.len());
    for word in words(text) {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.push_str(renames.map_or(word, |renames| renames.now(word)));
    }
    normal
}

/// A value on one line, as it could be written.
pub(super) fn shown(node: &Node) -> String {
    match &node.value {
        Value::Scalar(scalar) => scalar.text.trim().to_owned(),
        Value::List(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        Value::Map(pairs) => {
            let pairs = pairs.iter().map(|pair| format!("{}: {}", pair.key.value, shown(&pair.value)));
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        }
        Value::Poison => "?".to_owned(),
    }
}

/// Everything that an entry means, in words.
pub(super) fn meant(node: &Node, renames: Option<&Renames>) -> String {
    let mut text = String::new();
    push_meant(node, renames, &mut text);
    text
}

fn push_meant(node: &Node, renames: Option<&Renames>, text: &mut String) {
    match &node.value {
        Value::Scalar(scalar) => {
            text.push_str(&normal(&scalar.text, renames));
            text.push(' ');
        }
        Value::List(items) => items.iter().for_each(|item| {
            text.push_str("- ");
            push_meant(item, renames, text);
        }),
        Value::Map(pairs) => {
            for pair in pairs.iter().filter(|pair| !is_beside_play(&pair.key.value)) {
                text.push_str(
                    renames.map_or(pair.key.value.as_str(), |renames| renames.now(&pair.key.value)),
                );
                text.push_str(": ");
                push_meant(&pair.value, renames, text);
            }
        }
        Value::Poison => text.push_str("? "),
    }
}

/// How alike two texts are, from 0 to 1: the share of words that both have.
pub(super) fn likeness(a: &str, b: &str) -> f64 {
    let mut counted: HashMap<&str, i64> = HashMap::new();
    let (mut all, mut shared) = (0, 0);
    for word in words(a) {
        *counted.entry(word).or_default() += 1;
        all += 1;
    }
    for word in words(b) {
        all += 1;
        if let Some(left) = counted.get_mut(word).filter(|left| **left > 0) {
            *left -= 1;
            shared += 1;
        }
    }
    if all == 0 { 1.0 } else { 2.0 * f64::from(shared) / f64::from(all) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_and_comments_are_no_words() {
        assert_eq!(normal("place.siege+=  1 # more\n# and more\nx", None), "place . siege += 1 x");
        assert_eq!(normal("n in 1..4", None), normal("n in 1 .. 4", None));
    }

    #[test]
    fn a_made_name_follows_its_rule() {
        let mut renames = Renames::default();
        renames.add("results", "siege_results");
        assert_eq!(renames.made("results_points").as_deref(), Some("siege_results_points"));
        assert_eq!(renames.made("results").as_deref(), Some("siege_results"));
        assert_eq!(renames.made("resultsx"), None);
    }

    #[test]
    fn likeness_counts_shared_words() {
        assert_eq!(likeness("a b c", "a b c"), 1.0);
        assert_eq!(likeness("a b", "c d"), 0.0);
        assert!((likeness("a b c d", "a b c e") - 0.75).abs() < 1e-9);
    }
}
