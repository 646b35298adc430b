//! The picture, written.

use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_model::surface::tree::Rule;

use super::layers::{Cell, Rows};
use super::lines::{Begin, Joined, Lines};
use super::place::Places;
use super::sheet::{Drawn, Exit, HEADING, LINE, PADDING, SIZE, SLANT, Shape, Sheet};
use super::text;
use crate::output::counted;

/// Around the chart.
const MARGIN: i32 = 40;
/// The title and what the chart says.
const TITLE: i32 = 90;
/// The size of the heading of a box.
const SMALL: i32 = 10;
/// How far an arrow's head reaches back.
const HEAD: i32 = 7;

const STYLE: &str = "\
text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;fill:#222}
.title{font-size:26px;font-weight:bold}
.says{font-size:14px;fill:#555}
.name{font-size:10px;fill:#777}
.words{font-size:13px}
.question{fill:#fff8e1;stroke:#a67c00;stroke-width:1.5}
.instruction{fill:#eef3f8;stroke:#35587c;stroke-width:1.5}
.sign{fill:#555;stroke:none}
.sign-words{font-size:12px;fill:#fff}
.halo{fill:none;stroke:#fff;stroke-width:7}
.line{fill:none;stroke:#444;stroke-width:1.6}
.head{fill:#444}
.yes{fill:#2e7d32}
.no{fill:#b23b2e}
.exit{font-size:11px;font-weight:bold;fill:#fff}
";

struct Picture<'a> {
    sheet: &'a Sheet,
    rows: &'a Rows,
    places: &'a Places,
    lines: &'a Lines,
    /// What is added to positions, so that nothing lies left of the margin.
    shift: i32,
    text: String,
}

pub fn write(
    game: &Checked,
    rule: &Rule,
    sheet: &Sheet,
    rows: &Rows,
    places: &Places,
    lines: &Lines,
) -> String {
    let ends =
        || (0..rows.cells.len()).map(|cell| (places.x[cell], super::place::width(sheet, rows.cells[cell])));
    let left = ends().map(|(x, width)| x - width / 2).min().unwrap_or_default();
    let right = ends().map(|(x, width)| x + width / 2).max().unwrap_or_default();
    let bottom = lines.rows.last().map_or(0, |(top, height)| top + height);
    let title = rule.title.as_deref().unwrap_or(&rule.name.value);
    let says = rule.says.as_deref().unwrap_or_default().trim().replace('\n', " ");
    let wide = (right - left).max(text::width(&says, 14)).max(text::width(title, 26)) + 2 * MARGIN;
    let high = bottom + TITLE + 2 * MARGIN;
    let shift = MARGIN - left + (wide - 2 * MARGIN - (right - left)) / 2;
    let mut picture = Picture { sheet, rows, places, lines, shift, text: String::new() };
    let _ = writeln!(
        picture.text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\">"
    );
    let edition = game.edition.as_deref().map(|edition| format!(", edition {edition}")).unwrap_or_default();
    let _ = writeln!(picture.text, "<title>{}{}</title>", escaped(title), escaped(&edition));
    let (boxes, crossings) = (counted(sheet.boxes.len(), "box"), counted(lines.crossings, "crossing"));
    let _ = writeln!(picture.text, "<desc>{}, {crossings}</desc>", boxes.replace("boxs", "boxes"));
    let _ = writeln!(picture.text, "<style>\n{STYLE}</style>");
    let _ = writeln!(picture.text, "<rect width=\"{wide}\" height=\"{high}\" fill=\"#fff\"/>");
    picture.words(MARGIN, MARGIN + 14, "title", title);
    picture.words(MARGIN, MARGIN + 40, "says", &says);
    picture.all();
    picture.text.push_str("</svg>\n");
    picture.text
}

impl Picture<'_> {
    fn all(&mut self) {
        for line in &self.lines.joined {
            self.line(line);
        }
        for (row, (top, _)) in self.rows.rows.iter().zip(&self.lines.rows) {
            for cell in row {
                if let Cell::Box(at) = self.rows.cells[*cell] {
                    self.drawn(
                        &self.sheet.boxes[at],
                        self.places.x[*cell] + self.shift,
                        top + TITLE + MARGIN,
                    );
                }
            }
        }
        // Above everything, so that no line hides them.
        for begin in self.lines.joined.iter().flat_map(|line| &line.begins) {
            self.exit(begin);
        }
    }

    /// The top of a cell, and its height. A rail has none: the line below it begins where the line above it ends.
    fn heights(&self, cell: usize) -> (i32, i32) {
        let row = self.rows.rows.iter().position(|row| row.contains(&cell)).unwrap_or_default();
        let (top, _) = self.lines.rows[row];
        let height = match self.rows.cells[cell] {
            Cell::Box(at) => self.sheet.boxes[at].height,
            Cell::Rail(_) => 0,
        };
        (top + TITLE + MARGIN, height)
    }

    fn line(&mut self, line: &Joined) {
        let x = line.x + self.shift;
        let y = line.y + TITLE + MARGIN;
        let (top, _) = self.heights(line.to);
        let is_arrow = matches!(self.rows.cells[line.to], Cell::Box(_));
        let end = if is_arrow { top - HEAD } else { top };
        let mut path = String::new();
        for begin in &line.begins {
            let (from, height) = self.heights(begin.cell);
            let at = begin.x + self.shift;
            if begin.is_at_side {
                let _ =
                    write!(path, "M{} {}H{at}", self.places.x[begin.cell] + self.shift, from + height / 2);
            } else {
                let _ = write!(path, "M{at} {}", from + height);
            }
            let _ = write!(path, "V{y}H{x}");
        }
        let _ = write!(path, "M{x} {y}V{end}");
        let _ = writeln!(self.text, "<path class=\"halo\" d=\"{path}\"/><path class=\"line\" d=\"{path}\"/>");
        if is_arrow {
            let (left, right) = (x - 5, x + 5);
            let _ = writeln!(self.text, "<path class=\"head\" d=\"M{left} {end}H{right}L{x} {top}Z\"/>");
        }
    }

    fn drawn(&mut self, drawn: &Drawn, x: i32, y: i32) {
        let (width, height) = (drawn.width, drawn.height);
        let (left, right, bottom) = (x - width / 2, x + width / 2, y + height);
        self.text.push_str("<g>");
        if !drawn.written.is_empty() {
            let _ = write!(self.text, "<title>{}</title>", escaped(&drawn.written));
        }
        let _ = match drawn.shape {
            Shape::Question => writeln!(
                self.text,
                "<path class=\"question\" d=\"M{left} {middle}L{from} {y}H{to}L{right} {middle}L{to} {bottom}H{from}Z\"/>",
                middle = y + height / 2,
                from = left + SLANT,
                to = right - SLANT,
            ),
            Shape::Instruction => writeln!(
                self.text,
                "<rect class=\"instruction\" x=\"{left}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>"
            ),
            Shape::Sign => writeln!(
                self.text,
                "<rect class=\"sign\" x=\"{left}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{}\"/>",
                height / 2
            ),
        };
        if drawn.shape == Shape::Sign {
            let words = drawn.lines.join(" ");
            self.middle(x, y + height / 2 + 4, "sign-words", &words);
        } else {
            let widest = width - 2 * SLANT;
            let heading = shortened(&drawn.heading, widest);
            self.middle(x, y + PADDING + SMALL, "name", &heading);
            for (line, nth) in drawn.lines.iter().zip(0..) {
                self.middle(x, y + PADDING + HEADING + nth * LINE + SIZE, "words", line);
            }
        }
        if drawn.is_last {
            let (from, at) = (x - 18, bottom - 8);
            let _ = writeln!(
                self.text,
                "<rect class=\"sign\" x=\"{from}\" y=\"{at}\" width=\"36\" height=\"16\" rx=\"8\"/>"
            );
            self.middle(x, bottom + 4, "exit", "end");
        }
        self.text.push_str("</g>\n");
    }

    /// `yes` or `no`, where the line leaves its question.
    fn exit(&mut self, begin: &Begin) {
        let (class, word) = match begin.exit {
            Exit::Yes => ("yes", "yes"),
            Exit::No => ("no", "no"),
            Exit::Then => return,
        };
        let (top, height) = self.heights(begin.cell);
        let x = begin.x + self.shift;
        let y = if begin.is_at_side { top + height / 2 } else { top + height + 4 };
        let (left, up) = (x - 15, y - 8);
        let _ = writeln!(
            self.text,
            "<rect class=\"{class}\" x=\"{left}\" y=\"{up}\" width=\"30\" height=\"16\" rx=\"8\"/>"
        );
        self.middle(x, y + 4, "exit", word);
    }

    fn words(&mut self, x: i32, y: i32, class: &str, words: &str) {
        let _ = writeln!(self.text, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(words));
    }

    fn middle(&mut self, x: i32, y: i32, class: &str, words: &str) {
        let words = escaped(words);
        let _ = writeln!(
            self.text,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{words}</text>"
        );
    }
}

/// As much as there is room for.
fn shortened(heading: &str, widest: i32) -> String {
    if text::width(heading, SMALL) <= widest {
        return heading.to_owned();
    }
    let mut short = String::new();
    for letter in heading.chars() {
        if text::width(&short, SMALL) + text::width("m…", SMALL) > widest {
            break;
        }
        short.push(letter);
    }
    format!("{short}…")
}

fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
