//! Where sentences end.
//!
//! unicode-segmentation knows the boundaries of any script; a rulebook's abbreviations, initials and item
//! numbers would make false ones, which are taken back here. Nothing here depends on the language of the
//! text: no abbreviation of one of the languages is a word of another that could end a sentence.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// Abbreviations after which a sentence always goes on, in small letters, with their stop.
const GOES_ON: &[&str] = &[
    // English and Latin.
    "vs.",
    "e.g.",
    "i.e.",
    "c.",
    "ca.",
    "cf.",
    "viz.",
    "pt.",
    "pts.",
    "fig.",
    "figs.",
    "mr.",
    "mrs.",
    "dr.",
    "st.",
    "approx.",
    "incl.",
    "excl.",
    "gen.",
    "capt.",
    "lt.",
    // Russian.
    "т.к.",
    "т.е.",
    "т.н.",
    "см.",
    "напр.",
    "стр.",
    "рис.",
    "гл.",
    "разд.",
    "ср.",
    // Czech.
    "č.",
    "urč.",
    "čas.",
    "obr.",
    "např.",
    "tj.",
    "tzn.",
    "tzv.",
    "resp.",
    "příp.",
    "popř.",
    "str.",
    "odst.",
    "kap.",
];

/// Abbreviations that go on only before a number: at the end of a sentence they are words.
const GOES_ON_BEFORE_NUMBER: &[&str] = &[
    "no.", "nos.", "p.", "pp.", "ch.", "sec.", "max.", "min.", "art.", "vol.", "п.", "пп.", "г.", "s.",
    "fin.", "arm.",
];

/// Words that a single letter names a member of, so that the letter may end a sentence: `hex A. Then`.
const NAMED_BY_LETTER: &[&str] = &[
    "hex",
    "area",
    "unit",
    "units",
    "step",
    "phase",
    "option",
    "player",
    "group",
    "table",
    "chart",
    "figure",
    "box",
    "case",
    "section",
    "side",
    "map",
    "column",
    "row",
    "type",
    "class",
    "card",
    "space",
    "zone",
    "region",
    "condition",
];

/// The sentences of a paragraph's plain text. `forced` are places where one begins whatever stands there.
pub fn split(text: &str, forced: &[usize]) -> Vec<Range<usize>> {
    let mut bounds: Vec<(usize, bool)> = forced.iter().map(|at| (*at, true)).collect();
    bounds.extend(text.split_sentence_bound_indices().map(|(at, _)| (at, false)));
    bounds.sort_unstable_by_key(|(at, forced)| (*at, !forced));
    bounds.dedup_by_key(|(at, _)| *at);
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, forced) in bounds {
        let piece = text.get(start..at).unwrap_or_default();
        let rest = text.get(at..).unwrap_or_default();
        if forced || ends(piece, rest) {
            push(&mut sentences, text, start..at);
            start = at;
        }
    }
    push(&mut sentences, text, start..text.len());
    sentences
}

/// Adds a sentence; what has neither letters nor digits belongs to the one before.
fn push(sentences: &mut Vec<Range<usize>>, text: &str, range: Range<usize>) {
    let piece = text.get(range.clone()).unwrap_or_default();
    if piece.contains(char::is_alphanumeric) {
        sentences.push(range);
    } else if let Some(last) = sentences.last_mut()
        && !piece.trim().is_empty()
    {
        last.end = range.end;
    }
}

/// Whether the boundary between these two is the end of a sentence.
fn ends(piece: &str, rest: &str) -> bool {
    let piece = piece.trim_end();
    // Not further than a few marks, or a megabyte of `! ! !` would be read again for each of them.
    let next = rest.chars().take(16).find(|character| character.is_alphanumeric());
    let Some(next) = next else { return true };
    let word = last_word(piece);
    let small = word.to_lowercase();
    if GOES_ON.contains(&small.as_str()) {
        return false;
    }
    if GOES_ON_BEFORE_NUMBER.contains(&small.as_str()) && next.is_numeric() {
        return false;
    }
    // A question in quotation marks inside a sentence: the sentence goes on in small letters.
    !(next.is_lowercase() || is_initial(piece, word) || is_item_number(piece))
}

/// The last word with its stop, without what opens before it: `e.g.` of `(e.g.`.
fn last_word(piece: &str) -> &str {
    let at = piece.rfind(|c: char| c.is_whitespace() || "([«„\"—–/".contains(c));
    let start =
        at.map_or(0, |at| at + piece.get(at..).and_then(|c| c.chars().next()).map_or(0, char::len_utf8));
    piece.get(start..).unwrap_or_default()
}

/// `C.` of `C. Julius` or `Gaius J. Caesar`, but not `A.` of `hex A.`
fn is_initial(piece: &str, word: &str) -> bool {
    let mut characters = word.chars();
    let single = characters.next().is_some_and(char::is_uppercase) && characters.as_str() == ".";
    if !single {
        return false;
    }
    let before = piece.strip_suffix(word).unwrap_or_default().trim_end();
    let previous = last_word(before);
    let named = NAMED_BY_LETTER.contains(&previous.to_lowercase().as_str());
    before.is_empty() || (!named && previous.chars().next().is_some_and(char::is_uppercase))
}

/// `1.)` or `2.` with nothing before it: the number of what follows.
fn is_item_number(piece: &str) -> bool {
    let label = piece.trim_start_matches('(').trim_end_matches(['.', ')']);
    !label.is_empty()
        && label.len() < piece.len()
        && label.len() <= 3
        && label.bytes().all(|b| b.is_ascii_digit())
}
