//! Words: the first look at a text, for limits, slips and messages.
//!
//! The grammar proper is `rules.pest`. This cuts a text into words without judging their order, so it
//! works on a text that the grammar refuses.

/// Words that are no names anywhere.
const KEYWORDS: &[&str] = &[
    "and", "call", "choose", "draw", "else", "false", "for", "give", "if", "in", "is", "let", "mod", "none",
    "not", "or", "repeat", "roll", "select", "stop", "then", "together", "true", "where", "while",
];

/// Every word that means something: the keywords, those of aggregates, and those of one place only.
const WORDS: &[&str] = &[
    "and", "any", "at", "call", "choose", "count", "down", "draw", "else", "end", "every", "false", "first",
    "for", "from", "game", "give", "if", "in", "is", "least", "let", "mod", "most", "no", "none", "not",
    "of", "optional", "or", "repeat", "roll", "rounded", "select", "set", "stop", "sum", "then", "times",
    "together", "true", "up", "where", "while", "yes",
];

/// All words of the language, sorted: for completion and "did you mean".
pub fn words() -> &'static [&'static str] {
    WORDS
}

/// Whether a word can be no name.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordKind {
    Number,
    /// `2d6`
    Dice,
    /// A name or a word of the language.
    Name,
    Open,
    Close,
    Symbol,
    Tab,
    /// No word of the language: another letter or sign.
    Strange,
}

/// A word and its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'text> {
    pub text: &'text str,
    pub start: usize,
    pub kind: WordKind,
}

impl Word<'_> {
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The words of a text in order; white space and comments are passed over.
pub fn split(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at = skip(text, at);
        let rest = &text[at..];
        let (length, kind) = first(rest)?;
        let word = Word { text: &rest[..length], start: at, kind };
        at += length;
        Some(word)
    })
}

/// Passes white space and comments. A tab is no white space here.
fn skip(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b' ' | b'\n' | b'\r' => at += 1,
            b'#' => at = text[at..].find('\n').map_or(text.len(), |newline| at + newline),
            _ => break,
        }
    }
    at
}

fn first(rest: &str) -> Option<(usize, WordKind)> {
    let letter = rest.chars().next()?;
    if letter.is_alphanumeric() || letter == '_' {
        let length =
            rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        return Some((length, letters(&rest[..length])));
    }
    let two = rest.get(..2).filter(|two| {
        ["..", "!=", "<=", ">=", "+=", "-=", "==", "&&", "||", "<>", "=>", "=<", "**", "//"].contains(two)
    });
    let known = matches!(two, Some(".." | "!=" | "<=" | ">=" | "+=" | "-="));
    Some(match (two, letter) {
        (Some(two), _) => (two.len(), if known { WordKind::Symbol } else { WordKind::Strange }),
        (None, '(' | '[' | '{') => (1, WordKind::Open),
        (None, ')' | ']' | '}') => (1, WordKind::Close),
        (None, '=' | '<' | '>' | '+' | '-' | '*' | '/' | '.' | ',' | ':') => (1, WordKind::Symbol),
        (None, '\t') => (1, WordKind::Tab),
        (None, _) => (letter.len_utf8(), WordKind::Strange),
    })
}

/// What a run of letters and digits is.
fn letters(run: &str) -> WordKind {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let small = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    if digits(run) {
        WordKind::Number
    } else if run.split_once('d').is_some_and(|(dice, sides)| digits(dice) && digits(sides)) {
        WordKind::Dice
    } else if run.as_bytes()[0].is_ascii_lowercase() && run.bytes().all(small) {
        WordKind::Name
    } else {
        WordKind::Strange
    }
}
