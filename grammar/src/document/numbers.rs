//! The numbers that stand in a sentence.
//!
//! Numbers are facts: the lock keeps them, and the numeral audit holds them against the citing rules. What
//! only looks like a number is left out: references to sections (`see 6.47`), names (`W3911`, `AE2`). Dice give
//! both of theirs: 2 and 6 for `2d6`.

use std::collections::HashSet;

/// The numbers of a text, in order: `2`, `80000`, `2.5`, `1/2`, `5/2` for two and a half. `sections` are the
/// ids of the document's sections; a number with a dot that is one of them is a reference.
pub fn in_text(text: &str, sections: &HashSet<&str>) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let scan = Scan { characters: &characters, sections };
    let mut found = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let length = scan.token(at);
        let (number, next) = match length {
            0 => (vulgar(scan.at(at)).map(|(above, below)| format!("{above}/{below}")), at + 1),
            _ if scan.in_name(at) => (None, at + length),
            _ => scan.number(at, at + length),
        };
        found.extend(number);
        at = next;
    }
    found
}

struct Scan<'a> {
    characters: &'a [char],
    sections: &'a HashSet<&'a str>,
}

impl Scan<'_> {
    fn at(&self, at: usize) -> char {
        self.characters.get(at).copied().unwrap_or(' ')
    }

    fn before(&self, at: usize, back: usize) -> char {
        at.checked_sub(back).map_or(' ', |at| self.at(at))
    }

    fn digit(&self, at: usize) -> bool {
        self.at(at).is_ascii_digit()
    }

    /// The length of digits with what may stand between them: `80,000`, `13.1.1`, `2.5`.
    fn token(&self, start: usize) -> usize {
        let thousands =
            |comma: usize| (1..=3).all(|after| self.digit(comma + after)) && !self.digit(comma + 4);
        let mut at = start;
        while self.digit(at)
            || at > start && self.at(at) == '.' && self.digit(at + 1)
            || at > start && self.at(at) == ',' && thousands(at)
        {
            at += 1;
        }
        at - start
    }

    /// Whether the digits belong to a word: `W3911`, `AE2`; but not to a die: `d6`, `2d6`, `k6`.
    fn in_name(&self, start: usize) -> bool {
        let die = "dDkKдДкК".contains(self.before(start, 1)) && !self.before(start, 2).is_alphabetic();
        self.before(start, 1).is_alphabetic() && !die
    }

    /// The number of a token, unless it is a reference, and where to go on.
    fn number(&self, start: usize, end: usize) -> (Option<String>, usize) {
        let token: String = self.characters.iter().skip(start).take(end - start).collect();
        if token.contains('.') {
            let alone = self.before(start, 1) == '(' && self.at(end) == ')';
            let lettered = format!("{token}{}", self.at(end));
            let known = self.sections.contains(token.as_str()) || self.sections.contains(lettered.as_str());
            let reference = alone || known || token.matches('.').count() > 1;
            return ((!reference).then(|| token.replace(',', "")), end);
        }
        let digits: String = token.chars().filter(char::is_ascii_digit).collect();
        let whole = digits.trim_start_matches('0');
        let whole = if whole.is_empty() { "0" } else { whole };
        if let (Some((above, below)), Ok(number)) = (vulgar(self.at(end)), whole.parse::<u32>()) {
            return (Some(format!("{}/{below}", u64::from(number) * below + above)), end + 1);
        }
        match self.below(start, end) {
            0 => (Some(whole.to_owned()), end),
            length => {
                let below: String = self.characters.iter().skip(end + 1).take(length).collect();
                (Some(format!("{whole}/{below}")), end + 1 + length)
            }
        }
    }

    /// The digits under a fraction's stroke: 1 for `5/8`; 0 where it is something else, as `1/2/3` or `1-2/3-4`.
    fn below(&self, start: usize, end: usize) -> usize {
        let length = self.token(end + 1);
        let joined = |c: char| matches!(c, '/' | '-' | '–') || c.is_alphabetic();
        let fraction = self.at(end) == '/'
            && (1..=2).contains(&length)
            && self.at(end + 1) != '0'
            && !joined(self.before(start, 1))
            && !joined(self.at(end + 1 + length));
        if fraction { length } else { 0 }
    }
}

/// The fractions that have a character of their own.
fn vulgar(character: char) -> Option<(u64, u64)> {
    Some(match character {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        _ => return None,
    })
}
