//! How wide text is, where no font is at hand: by a wide face without serifs, so that it fits in any other.

/// The width of a text of this size, in pixels.
pub fn width(text: &str, size: i32) -> i32 {
    let thousandths: i32 = text.chars().map(of_letter).sum();
    thousandths * size / 1000
}

fn of_letter(letter: char) -> i32 {
    match letter {
        'i' | 'j' | 'l' | '\'' | '|' => 290,
        ' ' | '.' | ',' | ':' | ';' | '!' | 'I' => 330,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' => 410,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 570,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 960,
        'A'..='Z' => 720,
        _ => 635,
    }
}

/// As few lines as `folded` makes, of about one width.
pub fn balanced(text: &str, size: i32, widest: i32) -> Vec<String> {
    let lines = folded(text, size, widest);
    let narrower = (1..widest).rev().step_by(6).map(|widest| folded(text, size, widest));
    narrower.take_while(|found| found.len() == lines.len()).last().unwrap_or(lines)
}

/// Lines of whole words that are at most so wide; a word that is wider stands alone.
pub fn folded(text: &str, size: i32, widest: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(" ", size) + width(word, size) <= widest => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}
