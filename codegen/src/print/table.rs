//! Tables of data as text: values that a reader compares down a column, laid out here and not by the printer of code.
//!
//! A map or a printed table is thousands of values of one form. As tokens each would be parsed and laid out for itself, and most
//! would stand on a line of their own; here a row of the table is a line of the file. What stands in a table are names that
//! [`Names`](crate::names::Names) made, numbers and literals, so nothing in it can be wrong that parsing would find.

/// Up to here a row stays on one line.
const WIDTH: usize = 100;

/// A value of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// What stands by itself: `3`, `Place::Rome`.
    One(String),
    /// `[1, 2]`, `Place::set(&[Place::Rome])`: what is between `open` and `close`.
    List { open: String, rows: Vec<Row>, close: &'static str },
}

/// An element of a list, perhaps with a word on what it belongs to: the member that is its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub value: Value,
    pub of: Option<String>,
}

impl Value {
    /// An array of rows.
    pub fn array(rows: Vec<Row>) -> Value {
        Value::List { open: "[".into(), rows, close: "]" }
    }

    /// `Some(Place::Rome)`
    pub fn some(inner: &str) -> Value {
        Value::One(format!("Some({inner})"))
    }

    /// `head value;`, on one line where it fits: a list whose rows are named has one line for each, another has as many on a
    /// line as fit.
    pub fn statement(&self, head: &str) -> String {
        let mut text = String::from(head);
        text.push(' ');
        let (width, indent) = (text.chars().count(), 0);
        self.lay(&mut text, indent, width + 1);
        text.push(';');
        text
    }

    /// Appends the value to a line that begins at `indent` and holds `taken` letters around it.
    fn lay(&self, text: &mut String, indent: usize, taken: usize) {
        match self {
            Value::One(one) => text.push_str(one),
            Value::List { .. } if !self.is_named() && taken + self.width() <= WIDTH => self.on_one_line(text),
            Value::List { open, rows, close } => {
                text.push_str(open);
                let inner = indent + 4;
                let mut at = WIDTH;
                for row in rows {
                    let apart = row.of.is_some() || matches!(row.value, Value::List { .. });
                    let width = row.value.width() + 1;
                    if apart || at + width >= WIDTH {
                        new_line(text, inner);
                        at = inner;
                    } else {
                        text.push(' ');
                        at += 1;
                    }
                    row.value.lay(text, inner, inner + 1);
                    text.push(',');
                    at = if apart { WIDTH } else { at + width };
                    if let Some(of) = &row.of {
                        text.extend([" // ", of]);
                    }
                }
                new_line(text, indent);
                text.push_str(close);
            }
        }
    }

    fn on_one_line(&self, text: &mut String) {
        match self {
            Value::One(one) => text.push_str(one),
            Value::List { open, rows, close } => {
                text.push_str(open);
                for (nth, row) in rows.iter().enumerate() {
                    text.push_str(if nth > 0 { ", " } else { "" });
                    row.value.on_one_line(text);
                }
                text.push_str(close);
            }
        }
    }

    /// How long it is on one line.
    fn width(&self) -> usize {
        match self {
            Value::One(one) => one.len(),
            Value::List { open, rows, close } => {
                let inside: usize = rows.iter().map(|row| row.value.width() + 2).sum();
                open.len() + close.len() + inside.saturating_sub(2)
            }
        }
    }

    /// Whether a row says what it belongs to, which needs a line.
    fn is_named(&self) -> bool {
        match self {
            Value::One(_) => false,
            Value::List { rows, .. } => rows.iter().any(|row| row.of.is_some() || row.value.is_named()),
        }
    }
}

fn new_line(text: &mut String, indent: usize) {
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', indent));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(numbers: std::ops::Range<u32>) -> Value {
        Value::array(numbers.map(|number| Row { value: Value::One(number.to_string()), of: None }).collect())
    }

    #[test]
    fn what_fits_stands_on_one_line() {
        assert_eq!(numbers(0..3).statement("const A: [u8; 3] ="), "const A: [u8; 3] = [0, 1, 2];");
        assert_eq!(numbers(0..0).statement("const A: [u8; 0] ="), "const A: [u8; 0] = [];");
    }

    #[test]
    fn named_rows_have_a_line_each() {
        let row = |of: &str, value| Row { value, of: Some(of.into()) };
        let table = Value::array(vec![row("rome", numbers(0..2)), row("veii", numbers(2..4))]);
        let text = table.statement("const A: [[u8; 2]; 2] =");
        assert_eq!(text, "const A: [[u8; 2]; 2] = [\n    [0, 1], // rome\n    [2, 3], // veii\n];");
    }

    #[test]
    fn long_rows_are_filled_and_never_wider_than_a_line() {
        let text = numbers(100..160).statement("const A: [u8; 60] =");
        assert!((5..9).contains(&text.lines().count()), "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        let read: Vec<u32> = text.lines().skip(1).flat_map(numbers_of).collect();
        assert_eq!(read, (100..160).collect::<Vec<u32>>(), "every value stands in it, in order");
    }

    fn numbers_of(line: &str) -> Vec<u32> {
        line.split(',').filter_map(|word| word.trim().parse().ok()).collect()
    }
}
