//! What reads as a heading: few words, capitals, no stop.

/// The most words that a heading has.
const MOST_WORDS: usize = 12;
/// The most words of a heading that the text runs on from: `6.36 Alesia. The hilltop …`.
const MOST_RUN_IN_WORDS: usize = 7;
/// Words that stand in small letters in a heading.
const SMALL_WORDS: &[&str] = &[
    "a", "an", "the", "and", "or", "of", "in", "on", "at", "to", "by", "for", "from", "with", "per", "vs",
    "off", //
    "и", "или", "а", "в", "на", "с", "к", "по", "из", "от", "до", "за", "для", "при", "о", //
    "i", "nebo", "v", "ve", "s", "z", "k", "o", "u", "do", "od", "za", "pro", "při", "po",
];

/// Whether a line that begins with a section number and goes on with this is a heading.
pub fn is_title(text: &str) -> bool {
    let words = text.split_whitespace().count();
    (1..=MOST_WORDS).contains(&words) && !ends_as_sentence(text)
}

/// Whether a line without a number is a heading: its words are capitalised too.
pub fn is_capitalised_title(text: &str) -> bool {
    is_title(text) && !text.contains('\t') && capitalised(text)
}

/// The length of a heading that the text runs on from, with its stop or colon.
pub fn run_in(text: &str) -> Option<usize> {
    let end = text.char_indices().find_map(|(at, character)| {
        let next = text.get(at + character.len_utf8()..)?.chars().next()?;
        (matches!(character, '.' | ':') && next.is_whitespace()).then_some(at)
    })?;
    let title = text.get(..end)?;
    let words = title.split_whitespace().count();
    ((1..=MOST_RUN_IN_WORDS).contains(&words) && capitalised(title)).then_some(end + 1)
}

fn ends_as_sentence(text: &str) -> bool {
    let end = text.trim_end_matches(['"', '\'', '”', '’', '»', ')', ']', '*', '_']);
    end.ends_with(['.', '!', '?', ':', ';', ',', '…'])
}

/// Whether every word but the small ones begins with a capital, and the first one does.
fn capitalised(text: &str) -> bool {
    let mut letters_seen = false;
    for word in text.split_whitespace() {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let Some(first) = word.chars().next() else { continue };
        let small = letters_seen && SMALL_WORDS.contains(&word);
        if first.is_lowercase() && !small {
            return false;
        }
        letters_seen = letters_seen || first.is_alphabetic();
    }
    letters_seen
}
