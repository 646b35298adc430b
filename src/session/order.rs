//! What a line of the player means.

/// Shown by `help`.
pub const HELP: &str = "\
a number, or an option by its name      takes that option: `3`, `raid(army_1)`
why OPTION                              the rule and condition that forbid an option: `why raid(army_1)`
explain                                 what happened since you answered, rule by rule
options                                 what is waited for, once more
view [NAME]                             the tables that the game has for its players, or one of them
state [NAME]                            the state variables, or one of them with every value
undo [N]                                takes back to the last choice of a person, N times
redo                                    gives what was taken back again
save FILE      load FILE                keeps the game in a file, goes on with one
help           quit
";

#[derive(Debug, PartialEq, Eq)]
pub enum Order<'t> {
    Nothing,
    Quit,
    Help,
    Options,
    View(Option<&'t str>),
    State(Option<&'t str>),
    Explain,
    Why(&'t str),
    Undo(usize),
    Redo,
    Save(&'t str),
    Load(&'t str),
    /// Anything else is meant as an answer.
    Answer(&'t str),
}

pub fn read(line: &str) -> Order<'_> {
    // A comment lets a file of orders say what it does.
    let line = line.split('#').next().unwrap_or_default().trim();
    let (word, rest) =
        line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
    match (word, rest) {
        ("", _) => Order::Nothing,
        ("quit" | "exit" | "q", "") => Order::Quit,
        ("help" | "?", "") => Order::Help,
        ("options", "") => Order::Options,
        ("view", "") => Order::View(None),
        ("view", name) => Order::View(Some(name)),
        ("state", "") => Order::State(None),
        ("state", name) => Order::State(Some(name)),
        ("explain" | "why", "") => Order::Explain,
        ("why", option) => Order::Why(option),
        ("undo" | "u", "") => Order::Undo(1),
        ("undo" | "u", times) => times.parse().map_or(Order::Answer(line), Order::Undo),
        ("redo", "") => Order::Redo,
        ("save", file) if !file.is_empty() => Order::Save(file),
        ("load", file) if !file.is_empty() => Order::Load(file),
        _ => Order::Answer(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anything_that_is_no_order_is_an_answer() {
        assert_eq!(read(" raid(army_1)  # go on"), Order::Answer("raid(army_1)"));
        assert_eq!(read("3"), Order::Answer("3"));
        assert_eq!(read("save"), Order::Answer("save"));
        assert_eq!(read("undo all"), Order::Answer("undo all"));
    }

    #[test]
    fn orders_have_their_objects() {
        assert_eq!(read("why raid(army_1)"), Order::Why("raid(army_1)"));
        assert_eq!(read("undo 3"), Order::Undo(3));
        assert_eq!(read("save my game.yaml"), Order::Save("my game.yaml"));
        assert_eq!(read("# only a remark"), Order::Nothing);
    }
}
