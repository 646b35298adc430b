//! Names of rules as identifiers of Rust.
//!
//! The only door through which an author's words become identifiers: it knows the keywords, what the engine itself
//! defines, and what was named before. A word that is taken gets a trailing `_`.

use std::borrow::Cow;
use std::collections::BTreeSet;

/// Words that Rust keeps for itself, in any edition; in order, so that a word is found at once.
const KEYWORDS: [&str; 55] = [
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "macro_rules",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "raw",
    "ref",
    "return",
    "safe",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "union",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

/// Identifiers of one name space, each given once.
#[derive(Debug, Clone, Default)]
pub struct Names {
    taken: BTreeSet<Cow<'static, str>>,
}

impl Names {
    /// A name space in which these are taken already.
    pub fn without(taken: &[&'static str]) -> Names {
        Names { taken: taken.iter().map(|name| Cow::Borrowed(*name)).collect() }
    }

    /// The wanted identifier, or the nearest that is free.
    pub fn claim(&mut self, wanted: String) -> String {
        let mut name = wanted;
        while is_keyword(&name) || self.taken.contains(name.as_str()) {
            name.push('_');
        }
        self.taken.insert(Cow::Owned(name.clone()));
        name
    }

    pub fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }
}

fn is_keyword(name: &str) -> bool {
    name == "Self" || KEYWORDS.binary_search(&name).is_ok()
}

/// `siege_results`, for functions, fields, locals and modules.
pub fn snake(text: &str) -> String {
    if is_snake(text) {
        return text.to_string();
    }
    identifier(words(text).join("_").to_lowercase(), 'n')
}

/// Whether a text is written so already, as names of rules are.
fn is_snake(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|letter| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'_'))
        && !text.ends_with('_')
        && !text.contains("__")
}

/// `SiegeResults`, for types and variants.
pub fn pascal(text: &str) -> String {
    let words = words(text);
    let mut joined = String::new();
    for word in &words {
        // Digits on both sides of a border stay apart: `hex_1_12` is not `hex_11_2`.
        if joined.ends_with(|last: char| last.is_numeric()) && word.starts_with(char::is_numeric) {
            joined.push('_');
        }
        let mut letters = word.chars();
        joined.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        joined.push_str(&letters.as_str().to_lowercase());
    }
    identifier(joined, 'N')
}

/// `SIEGE_RESULTS`, for constants.
pub fn screaming(text: &str) -> String {
    identifier(words(text).join("_").to_uppercase(), 'N')
}

fn words(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// An identifier begins with a letter.
fn identifier(name: String, prefix: char) -> String {
    if name.starts_with(char::is_alphabetic) { name } else { format!("{prefix}{name}") }
}

/// `army 1 left`, for prose.
pub fn spaced(text: &str) -> String {
    words(text).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_take_the_shape_of_what_they_name() {
        assert_eq!(snake("roll-Siege"), "roll_siege");
        assert_eq!(pascal("siege_results"), "SiegeResults");
        assert_eq!(pascal("hex_1_12"), "Hex1_12");
        assert_eq!(screaming("siege_results"), "SIEGE_RESULTS");
        assert_eq!(
            (snake("__a__b"), snake("a__b"), snake("a_2b_")),
            ("a_b".into(), "a_b".into(), "a_2b".into())
        );
        assert_eq!((snake("7th"), pascal("7th")), ("n7th".into(), "N7th".into()));
    }

    #[test]
    fn keywords_and_taken_names_step_aside() {
        let mut names = Names::without(&["listener"]);
        let claimed: Vec<String> =
            ["self", "loop", "listener", "army", "army"].map(|name| names.claim(name.into())).into();
        assert_eq!(claimed, ["self_", "loop_", "listener_", "army", "army_"]);
        assert_eq!(names.claim("Self".into()), "Self_");
    }

    #[test]
    fn the_keywords_are_those_that_rust_refuses() {
        for word in KEYWORDS {
            assert!(word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_'), "{word}");
        }
        assert!(KEYWORDS.is_sorted());
    }
}
