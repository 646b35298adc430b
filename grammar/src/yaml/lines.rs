//! Lines of a text, replaced by lines of another: each keeps the way back to its own file.
//!
//! An erratum amends one line of a script so. What it does not touch stands where it stood, and a mistake in the new line
//! is shown in the erratum.

use std::ops::Range;

use super::node::{Anchor, Scalar, ScalarMap, Style};

impl Scalar {
    /// How many lines there are.
    pub fn n_lines(&self) -> usize {
        self.text.lines().count()
    }

    /// The byte range of some lines, counted from 0, without the last line break.
    pub fn line_range(&self, lines: Range<usize>) -> Range<usize> {
        let starts: Vec<usize> = line_ranges(&self.text).map(|line| line.start).collect();
        let start = starts.get(lines.start).copied().unwrap_or(self.text.len());
        let end = starts.get(lines.end).copied().unwrap_or(self.text.len()).max(start);
        let text = self.text.get(start..end).unwrap_or_default();
        start..start + text.trim_end_matches('\n').len()
    }

    /// The same text with some lines replaced, and the new ones indented as the first of them was. Ranges do not overlap and
    /// come in order.
    pub fn with_lines(&self, replaced: &[(Range<usize>, Option<&Scalar>)]) -> Scalar {
        let mut made = Made::default();
        let lines: Vec<Range<usize>> = line_ranges(&self.text).collect();
        let mut next = 0;
        for (range, now) in replaced {
            made.take(self, lines.get(next..range.start).unwrap_or_default(), "");
            let first =
                lines.get(range.start).and_then(|line| self.text.get(line.clone())).unwrap_or_default();
            let indentation = &first[..first.len() - first.trim_start_matches(' ').len()];
            if let Some(now) = now {
                made.take(now, &line_ranges(&now.text).collect::<Vec<_>>(), indentation);
            }
            next = range.end;
        }
        made.take(self, lines.get(next..).unwrap_or_default(), "");
        // A script on the key's own line has no line break at its end.
        if !self.text.ends_with('\n') {
            made.text.truncate(made.text.trim_end_matches('\n').len());
        }
        let style = if made.text.trim_end().contains('\n') { Style::Literal } else { self.style };
        Scalar { text: made.text, style, map: ScalarMap { anchors: made.anchors } }
    }
}

#[derive(Default)]
struct Made {
    text: String,
    anchors: Vec<Anchor>,
}

impl Made {
    /// Takes lines of a text with their anchors.
    fn take(&mut self, from: &Scalar, lines: &[Range<usize>], indentation: &str) {
        for line in lines {
            let text = from.text.get(line.clone()).unwrap_or_default().trim_end_matches('\n');
            let start = from.map.at(line.start);
            self.anchors.push(Anchor { decoded: self.text.len() as u32, ..start });
            if !text.trim().is_empty() {
                self.text.push_str(indentation);
            }
            let shift = self.text.len();
            let inside =
                |anchor: &&Anchor| (line.start..line.start + text.len()).contains(&(anchor.decoded as usize));
            let own = from.map.anchors.iter().filter(inside).copied();
            let moved = std::iter::once(start).chain(own).map(|anchor| Anchor {
                decoded: (shift + anchor.decoded as usize - line.start) as u32,
                ..anchor
            });
            for anchor in moved {
                if self.anchors.last().is_some_and(|last| last.decoded == anchor.decoded) {
                    self.anchors.pop();
                }
                self.anchors.push(anchor);
            }
            self.text.push_str(text);
            self.text.push('\n');
        }
    }
}

/// The lines with their line breaks.
fn line_ranges(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let range = start..start + line.len();
        start = range.end;
        range
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::FileId;

    fn scalar(file: u32, source: &str, text: &str) -> Scalar {
        let start = source.find(text.lines().next().unwrap_or_default()).unwrap_or_default();
        Scalar { text: text.to_owned(), style: Style::Plain, map: ScalarMap::shifted(FileId(file), start) }
    }

    fn shown<'s>(scalar: &Scalar, word: &str, sources: &[&'s str]) -> (u32, &'s str) {
        let start = scalar.text.find(word).expect("the word is there");
        let span = scalar.map.span(start, start + word.len());
        (span.file.0, &sources[span.file.0 as usize][span.range()])
    }

    #[test]
    fn a_replaced_line_is_indented_as_it_was_and_stands_in_its_own_file() {
        let (rules, erratum) = ("do: |\nif a:\n  b = 1\n  c = 2\n", "now: b = 3");
        let was = scalar(0, rules, "if a:\n  b = 1\n  c = 2\n");
        let now = was.with_lines(&[(1..2, Some(&scalar(1, erratum, "b = 3")))]);
        assert_eq!(now.text, "if a:\n  b = 3\n  c = 2\n");
        let sources = [rules, erratum];
        assert_eq!(shown(&now, "if a", &sources), (0, "if a"));
        assert_eq!(shown(&now, "b = 3", &sources), (1, "b = 3"));
        assert_eq!(shown(&now, "c = 2", &sources), (0, "c = 2"));
    }

    #[test]
    fn a_span_that_goes_on_in_another_file_ends_with_its_own() {
        let (rules, erratum) = ("a = 1\nb = 2\nc = 3\n", "b = 9");
        let was = scalar(0, rules, rules);
        let now = was.with_lines(&[(1..2, Some(&scalar(1, erratum, "b = 9")))]);
        let span = now.map.span(0, now.text.len());
        assert_eq!((span.file.0, span.range()), (0, 0..6));
    }

    #[test]
    fn lines_are_taken_out_and_one_line_becomes_several() {
        let was = scalar(0, "a\nb\nc\n", "a\nb\nc\n");
        assert_eq!(was.with_lines(&[(0..1, None), (2..3, None)]).text, "b\n");
        let one = scalar(0, "call x", "call x");
        let now = one.with_lines(&[(0..1, Some(&scalar(1, "call y\ncall z\n", "call y\ncall z\n")))]);
        assert_eq!((now.text.as_str(), now.style), ("call y\ncall z", Style::Literal));
        assert_eq!(was.line_range(1..3), 2..5);
    }
}
