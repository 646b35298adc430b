//! Section numbers: which stands inside which, and slugs for sections that have none.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The most words of a slug; a longer heading is the publisher's sentence and no name.
const MOST_SLUG_WORDS: usize = 5;

/// A slug of a label or heading: `armada` for `armáda:`.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    let words: Vec<&str> = text.split_whitespace().take(MOST_SLUG_WORDS).collect();
    for character in words.join(" ").to_lowercase().nfd().filter(|character| !is_combining_mark(*character)) {
        if character.is_alphanumeric() {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// Where a number stands in the order of the book: `6.47` below `6.4` has the key 6, 4, 7.
pub type Key = Vec<u32>;

/// The numbers seen so far.
#[derive(Debug, Default)]
pub struct Numbering {
    /// Section index and key, by number.
    seen: HashMap<String, (usize, Key)>,
    /// The last one-digit number below each prefix: `6` → 4 while in 6.4 and its `6.41`…
    last_single: HashMap<String, u32>,
}

/// Where a number belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The index of the section around it.
    pub parent: Option<usize>,
    pub key: Key,
}

impl Numbering {
    pub fn contains(&self, number: &str) -> bool {
        self.seen.contains_key(number)
    }

    /// Takes in a number; `section` is the index of the section that it begins.
    pub fn place(&mut self, number: &str, section: usize) -> Place {
        let place = self.find(number);
        let parts: Vec<&str> = number.split('.').collect();
        if let [before @ .., last] = parts.as_slice()
            && last.len() == 1
            && let Ok(single) = last.parse()
        {
            self.last_single.insert(before.join("."), single);
        }
        self.seen.insert(number.to_owned(), (section, place.key.clone()));
        place
    }

    fn find(&self, number: &str) -> Place {
        let (digits, letter) = split_letter(number);
        let own = |parent: &str, last: u32| {
            let (section, key) = self.seen.get(parent)?;
            let key = key.iter().copied().chain([last]).collect();
            Some(Place { parent: Some(*section), key })
        };
        if let Some(letter) = letter {
            // `2.1.1a` stands below `2.1.1`.
            let at = u32::from(letter) - u32::from('a') + 1;
            if let Some(place) = own(digits, at) {
                return place;
            }
        }
        let parts: Vec<u32> = digits.split('.').filter_map(|part| part.parse().ok()).collect();
        let Some((last, before)) = parts.split_last() else { return Place { parent: None, key: parts } };
        if before.is_empty() || (before.len() == 1 && *last == 0) {
            // `14.` and `6.0` are chapters.
            return Place { parent: None, key: parts.first().copied().into_iter().collect() };
        }
        let prefix = digits.rsplit_once('.').map_or("", |(prefix, _)| prefix);
        // `6.47` stands below `6.4` while that is the last of its kind, so `5.10` after `5.9` does not.
        let ten = last / 10;
        if (10..100).contains(last)
            && self.last_single.get(prefix) == Some(&ten)
            && let Some(place) = own(&format!("{prefix}.{ten}"), last % 10)
        {
            return place;
        }
        own(prefix, *last)
            .or_else(|| own(&format!("{prefix}.0"), *last))
            .unwrap_or(Place { parent: None, key: parts })
    }
}

fn split_letter(number: &str) -> (&str, Option<char>) {
    match number.strip_suffix(|c: char| c.is_ascii_lowercase()) {
        Some(digits) => (digits, number.chars().last()),
        None => (number, None),
    }
}
