//! Lines of a document: where each stands, how far it is indented, what is around it.
//!
//! Byte order marks, CRLF and trailing white space end here; every later pass sees trimmed lines whose
//! ranges still point into the text as it was given.

use std::ops::Range;

/// A line with something on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The trimmed text.
    pub range: Range<usize>,
    /// White-space columns before it; a tab goes to the next multiple of four.
    pub indent: usize,
    /// Whether an empty line, or the start of the document, stands before it.
    pub after_blank: bool,
    /// Whether an empty line, or the end of the document, stands after it.
    pub before_blank: bool,
}

impl Line {
    pub fn text<'a>(&self, document: &'a str) -> &'a str {
        document.get(self.range.clone()).unwrap_or_default()
    }
}

/// All lines that are not empty. A line of nothing but `-`, `=`, `*` or `_` counts as empty: it is a ruler.
pub fn lines(text: &str) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    let mut start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut after_blank = true;
    for raw in text.get(start..).unwrap_or_default().split_inclusive(['\n', '\r']) {
        let content = raw.trim();
        let before = raw.len() - raw.trim_start().len();
        if content.is_empty() || is_ruler(content) {
            // The `\n` of a CRLF is no line of its own.
            let half_of_crlf = raw == "\n" && text.as_bytes().get(start.wrapping_sub(1)) == Some(&b'\r');
            if !half_of_crlf {
                after_blank = true;
                mark_blank_after(&mut found);
            }
        } else {
            let range = start + before..start + before + content.len();
            let indent = columns(raw.get(..before).unwrap_or_default());
            found.push(Line { range, indent, after_blank, before_blank: false });
            after_blank = false;
        }
        start += raw.len();
    }
    mark_blank_after(&mut found);
    found
}

fn mark_blank_after(found: &mut [Line]) {
    if let Some(last) = found.last_mut() {
        last.before_blank = true;
    }
}

fn is_ruler(content: &str) -> bool {
    let mut bytes = content.bytes();
    let first = bytes.next().unwrap_or(b' ');
    content.len() >= 3 && b"-=*_".contains(&first) && bytes.all(|byte| byte == first || byte == b' ')
}

fn columns(white: &str) -> usize {
    white.chars().fold(0, |at, character| if character == '\t' { (at / 4 + 1) * 4 } else { at + 1 })
}
