//! Byte offsets to lines and columns, at the edge only.

/// Where people find it: both from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

/// The place of a byte offset; beyond the end, the end.
pub fn place(text: &str, offset: usize) -> Place {
    let offset = floor(text, offset);
    let before = text.get(..offset).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
    Place { line: before.matches('\n').count() + 1, column }
}

/// The nearest character boundary at or before an offset.
pub fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The lines around a byte range, `more` on each side: the offset where they begin and their text.
pub fn lines_around(text: &str, range: std::ops::Range<usize>, more: usize) -> (usize, &str) {
    let first = floor(text, range.start);
    let last = floor(text, range.end.saturating_sub(1)).max(first);
    let (mut start, mut end) = (line_start(text, first), line_end(text, last));
    for _ in 0..more {
        start = line_start(text, start.saturating_sub(1));
        end = line_end(text, end);
    }
    (start, text.get(start..end).unwrap_or_default())
}

fn line_start(text: &str, offset: usize) -> usize {
    text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1)
}

/// Behind the line's own newline.
fn line_end(text: &str, offset: usize) -> usize {
    text.get(offset..).and_then(|after| after.find('\n')).map_or(text.len(), |newline| offset + newline + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_not_bytes() {
        assert_eq!(place("a: “½” — x", "a: “½” — ".len()), Place { line: 1, column: 10 });
        assert_eq!(place("a\nb: ř\n", 6), Place { line: 2, column: 4 });
        assert_eq!(place("a\n", 99), Place { line: 2, column: 1 });
    }

    #[test]
    fn lines_around_a_place_are_whole() {
        let text = "one\ntwo\nthree\nfour\nfive\n";
        let three = text.find("three").expect("it stands there");
        assert_eq!(lines_around(text, three + 1..three + 2, 0), (three, "three\n"));
        assert_eq!(lines_around(text, three..three + 5, 1).1, "two\nthree\nfour\n");
        assert_eq!(lines_around(text, 0..1, 9), (0, text));
        assert_eq!(lines_around("", 0..0, 2), (0, ""));
        assert_eq!(lines_around("\nx", 0..0, 0), (0, "\n"));
    }
}
