//! Where reading can go on after a mistake: a line that begins an item or a key.

/// A line that begins an item (`- `) or a key (`name:`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// First byte of the line.
    pub line: usize,
    /// First byte after the indentation.
    pub begin: usize,
    pub item: bool,
    /// `---`
    pub document: bool,
}

impl Place {
    pub fn column(&self) -> usize {
        self.begin - self.line
    }
}

/// How far a mistake reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// What ends here was read well; the line of the mistake is lost.
    Line { good_until: usize },
    /// The mistake began here and was only met further on; the lines after this one may be good.
    From(usize),
}

/// The first such line that begins at or after `from`.
pub fn after(text: &str, from: usize) -> Option<Place> {
    let begins_line = from == 0 || text.as_bytes().get(from - 1) == Some(&b'\n');
    let mut line = if begins_line { from } else { next_line(text, from)? };
    while line < text.len() {
        if let Some(place) = look(text, line) {
            return Some(place);
        }
        line = next_line(text, line)?;
    }
    None
}

/// The line whose first word stands at `mark`.
pub fn at(text: &str, mark: usize) -> Option<Place> {
    look(text, line_start(text, mark)).filter(|place| place.begin == mark)
}

/// Where to go on after a mistake in the piece from `start`: always further on than its first line.
pub fn after_fault(text: &str, start: usize, mark: usize, reach: Reach) -> Option<Place> {
    match reach {
        Reach::From(from) => after(text, from.max(start + 1)),
        Reach::Line { good_until } => {
            let place = after(text, good_until.max(start + 1))?;
            let ends = next_line(text, place.line).unwrap_or(text.len());
            if (place.line..ends).contains(&mark) { after(text, ends) } else { Some(place) }
        }
    }
}

/// The first byte of the line that holds `offset`.
pub fn line_start(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)
}

/// The end of the line that holds `offset`, without its line break.
pub fn line_end(text: &str, offset: usize) -> usize {
    let rest = &text.as_bytes()[offset.min(text.len())..];
    let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    let end = offset + length;
    if end > offset && text.as_bytes()[end - 1] == b'\r' { end - 1 } else { end }
}

fn next_line(text: &str, offset: usize) -> Option<usize> {
    let rest = text.as_bytes().get(offset..)?;
    rest.iter().position(|&byte| byte == b'\n').map(|newline| offset + newline + 1)
}

fn look(text: &str, line: usize) -> Option<Place> {
    let words = text[line..line_end(text, line)].trim_end();
    let begin = line + words.len() - words.trim_start_matches(' ').len();
    let words = words.trim_start_matches(' ');
    if words == "-" || words.starts_with("- ") {
        return Some(Place { line, begin, item: true, document: false });
    }
    if text[line..].starts_with("---") || text[line..].starts_with("...") {
        return Some(Place { line, begin, item: false, document: true });
    }
    let key = !words.starts_with(|first: char| "#%&*!|>,[]{}@`".contains(first));
    let colon = words.ends_with(':') || words.contains(": ");
    (key && colon).then_some(Place { line, begin, item: false, document: false })
}
