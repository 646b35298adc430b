//! The boxes of a chart with their sizes, and the links between them.

use rulec_build::checked::Checked;
use rulec_model::surface::tree::{FlowKind, FlowNode, Name};

use super::text;
use crate::chart::script;

/// How wide boxes are.
pub const WIDTH: i32 = 264;
/// The size of what a box says.
pub const SIZE: i32 = 13;
/// From one line of text to the next.
pub const LINE: i32 = 17;
/// The heading of a box: its name and passages.
pub const HEADING: i32 = 16;
/// Above and below the text.
pub const PADDING: i32 = 9;
/// How far the corners of a question are drawn in.
pub const SLANT: i32 = 16;
/// How far an exit at a side leads out.
pub const OUT: i32 = 20;
/// Signs of ends are small.
const SIGN: (i32, i32) = (64, 24);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Question,
    Instruction,
    /// The chart ends, or goes on in a box above.
    Sign,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    Yes,
    No,
    Then,
}

#[derive(Debug, Clone)]
pub struct Drawn {
    pub shape: Shape,
    pub heading: String,
    pub lines: Vec<String>,
    /// How the box is written, for who points at it.
    pub written: String,
    pub width: i32,
    pub height: i32,
    /// Whether the chart ends behind it.
    pub is_last: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    pub from: usize,
    pub to: usize,
    pub exit: Exit,
}

#[derive(Debug, Default)]
pub struct Sheet {
    pub boxes: Vec<Drawn>,
    pub links: Vec<Link>,
}

impl Sheet {
    /// Boxes without a word.
    #[cfg(test)]
    pub fn bare(n_boxes: usize, links: Vec<Link>, shape: Shape) -> Sheet {
        let bare = || boxed(shape, "a box".to_owned(), vec!["to test with".to_owned()], String::new());
        let mut sheet = Sheet { boxes: (0..n_boxes).map(|_| bare()).collect(), links };
        sheet.turn_round();
        sheet
    }

    /// Links that lead back up become signs, so that all lines lead down.
    fn turn_round(&mut self) {
        let up = self.links_up();
        for at in up {
            let to = self.links[at].to;
            let name = self.boxes[to].heading.split(' ').next().unwrap_or_default().to_owned();
            self.links[at].to = self.sign(&format!("to {name}"));
        }
    }

    fn sign(&mut self, word: &str) -> usize {
        let width = SIGN.0.max(text::width(word, SIZE) + 2 * PADDING);
        self.boxes.push(Drawn {
            shape: Shape::Sign,
            heading: String::new(),
            lines: vec![word.to_owned()],
            written: String::new(),
            width,
            height: SIGN.1,
            is_last: false,
        });
        self.boxes.len() - 1
    }

    /// The links that close a circle, as a walk from the first box meets them.
    fn links_up(&self) -> Vec<usize> {
        let mut up = Vec::new();
        let mut seen = vec![Seen::Never; self.boxes.len()];
        for start in 0..self.boxes.len() {
            self.walk(start, &mut seen, &mut up);
        }
        up
    }

    fn walk(&self, at: usize, seen: &mut [Seen], up: &mut Vec<usize>) {
        if seen[at] != Seen::Never {
            return;
        }
        seen[at] = Seen::Above;
        for (nth, link) in self.links.iter().enumerate().filter(|(_, link)| link.from == at) {
            match seen[link.to] {
                Seen::Above => up.push(nth),
                Seen::Never => self.walk(link.to, seen, up),
                Seen::Done => {}
            }
        }
        seen[at] = Seen::Done;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    Never,
    Above,
    Done,
}

pub fn of(game: &Checked, nodes: &[FlowNode]) -> Sheet {
    let mut sheet = Sheet { boxes: nodes.iter().map(|node| drawn(game, node)).collect(), links: Vec::new() };
    let at = |name: &Name| nodes.iter().position(|node| node.name.value == name.value);
    for (from, node) in nodes.iter().enumerate() {
        match &node.kind {
            FlowKind::Ask { yes, no, .. } => {
                for (name, exit) in [(yes, Exit::Yes), (no, Exit::No)] {
                    let to = match name.as_ref().and_then(at) {
                        Some(to) => to,
                        None => sheet.sign("end"),
                    };
                    sheet.links.push(Link { from, to, exit });
                }
            }
            FlowKind::Do { then, .. } => match then.as_ref().and_then(at) {
                Some(to) => sheet.links.push(Link { from, to, exit: Exit::Then }),
                None => sheet.boxes[from].is_last = true,
            },
            FlowKind::Poison => {}
        }
    }
    sheet.turn_round();
    sheet
}

fn drawn(game: &Checked, node: &FlowNode) -> Drawn {
    let cites: Vec<&str> = node.cites.iter().map(|cite| cite.value.as_str()).collect();
    let heading = format!("{} · {}", node.name.value, cites.join("; "));
    let (shape, written) = match &node.kind {
        FlowKind::Ask { question, .. } => (Shape::Question, script::expression(game, question)),
        FlowKind::Do { text, .. } => {
            (Shape::Instruction, script::lines(&text.0).collect::<Vec<_>>().join("\n"))
        }
        FlowKind::Poison => (Shape::Instruction, String::new()),
    };
    let says =
        node.says.as_deref().map_or_else(|| written.replace('\n', " · "), |says| says.replace('\n', " "));
    boxed(shape, heading, text::balanced(&says, SIZE, WIDTH - 2 * SLANT - 4), written)
}

fn boxed(shape: Shape, heading: String, lines: Vec<String>, written: String) -> Drawn {
    let n_lines = i32::try_from(lines.len()).unwrap_or(1);
    let height = 2 * PADDING + HEADING + n_lines * LINE;
    Drawn { shape, heading, lines, written, width: WIDTH, height, is_last: false }
}
