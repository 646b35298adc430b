//! What a line of the person means who walks through a chart.

/// Shown by `help`.
pub const HELP: &str = "\
yes, no               answers the question
Enter, done           what the box says is done
back [N]              goes back to what you said last, N times
why                   the box once more: what it cites, how it is written, the passage where it is at hand
path                  the way so far
help           quit
";

#[derive(Debug, PartialEq, Eq)]
pub enum Order<'t> {
    /// A comment lets a file of answers say what it does.
    Remark,
    Help,
    Why,
    Path,
    Back(usize),
    Quit,
    /// Anything else, also nothing, is meant as an answer.
    Answer(&'t str),
}

pub fn read(line: &str) -> Order<'_> {
    let (text, remark) = line.split_once('#').map_or((line, None), |(text, remark)| (text, Some(remark)));
    let text = text.trim();
    if text.is_empty() && remark.is_some() {
        return Order::Remark;
    }
    let (word, rest) =
        text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()));
    match (word, rest) {
        ("help" | "?", "") => Order::Help,
        ("why" | "explain", "") => Order::Why,
        ("path", "") => Order::Path,
        ("back" | "undo" | "b" | "u", "") => Order::Back(1),
        ("back" | "undo" | "b" | "u", times) => times.parse().map_or(Order::Answer(text), Order::Back),
        ("quit" | "exit" | "q", "") => Order::Quit,
        _ => Order::Answer(text),
    }
}

pub fn yes_or_no(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "yes" | "y" => Some(true),
        "no" | "n" => Some(false),
        _ => None,
    }
}

pub fn done(text: &str) -> Option<()> {
    matches!(text.to_lowercase().as_str(), "" | "done" | "ok").then_some(())
}

pub fn total(text: &str, least: i64, most: i64) -> Option<i64> {
    let total = text.trim_start_matches("roll ").trim().parse().ok()?;
    (least..=most).contains(&total).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_order_a_remark_or_an_answer() {
        assert_eq!(read(" yes  # the first box"), Order::Answer("yes"));
        assert_eq!(read("# only a remark"), Order::Remark);
        assert_eq!(read(""), Order::Answer(""));
        assert_eq!(read("back 2"), Order::Back(2));
        assert_eq!(read("back again"), Order::Answer("back again"));
    }

    #[test]
    fn a_total_is_what_the_dice_can_show() {
        assert_eq!(total("roll 7", 2, 12), Some(7));
        assert_eq!(total("1", 2, 12), None);
        assert_eq!(total("six", 2, 12), None);
    }
}
