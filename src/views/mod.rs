//! The `view` rules of a game, drawn as tables and maps: what a player looks at before a choice.

mod map;

use rulec_model::interpreter::Interpreter;
use rulec_model::machine::text::value_text;
use rulec_model::machine::{Machine, Type, Value, View};

/// A view as it stands in one position: its lines of cells, the headings first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    name: String,
    shape: Shape,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Shape {
    Table(Vec<Vec<String>>),
    Map(Vec<String>),
}

/// All views of a game in this position.
pub fn all(machine: &Machine, game: &Interpreter<'_>) -> Vec<Drawn> {
    machine.views.iter().enumerate().map(|(nth, view)| drawn(machine, view, game, nth)).collect()
}

/// All of them, or the one of this name, one below the other; a `*` stands before rows that were otherwise in `before`.
pub fn in_words(now: &[Drawn], before: &[Drawn], only: Option<&str>) -> String {
    let wanted = now.iter().filter(|view| only.is_none_or(|name| name == view.name));
    wanted
        .map(|view| match &view.shape {
            Shape::Table(lines) => {
                let was = before.iter().find_map(|was| match &was.shape {
                    Shape::Table(lines) if was.name == view.name => Some(lines),
                    Shape::Table(_) | Shape::Map(_) => None,
                });
                let is_new = |line: &Vec<String>| was.is_some_and(|was| !was.contains(line));
                let marks: Vec<bool> = lines.iter().map(is_new).collect();
                table(lines, &marks)
            }
            Shape::Map(lines) => format!("\n{}\n", lines.join("\n")),
        })
        .collect()
}

fn drawn(machine: &Machine, view: &View, game: &Interpreter<'_>, nth: usize) -> Drawn {
    if let Some(drawn) = &view.map {
        let lines = map::lines(machine, view, drawn, game, &game.view(nth));
        return Drawn { name: view.name.clone(), shape: Shape::Map(lines) };
    }
    let rule = &machine.rules[view.rule.idx()];
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut head = vec![rule.title.clone().unwrap_or_else(|| view.name.replace('_', " "))];
    head.extend(view.columns.iter().map(|(heading, _)| heading.clone()));
    lines.push(head);
    for row in game.view(nth) {
        let of = row.of.as_ref().map(|(holds, value)| shown(machine, *holds, value));
        let mut line = vec![of.unwrap_or_default()];
        let cells = view.columns.iter().zip(&row.cells);
        line.extend(cells.map(|((_, column), cell)| shown(machine, column.gives, cell)));
        lines.push(line);
    }
    Drawn { name: view.name.clone(), shape: Shape::Table(lines) }
}

/// A value as people see it: members by their titles, nothing for none and no, a dot for zero.
fn shown(machine: &Machine, holds: Type, value: &Value) -> String {
    let title = |index: u32| match holds {
        Type::Member(of) | Type::Optional(of) | Type::Set(of) => {
            machine.types[of.idx()].titles.get(index as usize).cloned().unwrap_or_default()
        }
        Type::Integer { .. } | Type::Boolean => index.to_string(),
    };
    match value {
        Value::Integer(0) => "·".to_owned(),
        Value::Boolean(false) | Value::Nothing => String::new(),
        Value::Member(index) => title(*index),
        Value::Set(members) => members.iter().map(|index| title(*index)).collect::<Vec<_>>().join(", "),
        Value::Integer(_) | Value::Boolean(true) => value_text(machine, holds, value),
    }
}

/// Columns as wide as what stands in them; the first to the left, numbers to the right. Where a line is marked, all make room for
/// the mark.
fn table(lines: &[Vec<String>], marks: &[bool]) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |text: &str| text.chars().count();
    let widths: Vec<usize> = (0..columns)
        .map(|nth| lines.iter().filter_map(|line| line.get(nth)).map(|cell| width(cell)).max().unwrap_or(0))
        .collect();
    let is_number = |nth: usize| {
        let number = |cell: &String| cell == "·" || cell.parse::<i64>().is_ok();
        nth > 0 && lines.iter().skip(1).filter_map(|line| line.get(nth)).all(number)
    };
    let numbers: Vec<bool> = (0..columns).map(is_number).collect();
    let room = if marks.contains(&true) { "  " } else { "" };
    let mut text = String::from("\n");
    for (nth, line) in lines.iter().enumerate() {
        let cells = line.iter().zip(widths.iter().zip(&numbers)).map(|(cell, (wide, number))| {
            let gap = " ".repeat(wide - width(cell));
            if *number { format!("{gap}{cell}") } else { format!("{cell}{gap}") }
        });
        let line: Vec<String> = cells.collect();
        text.push_str(if marks.get(nth) == Some(&true) { "* " } else { room });
        text.push_str(line.join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_to_the_right_and_words_to_the_left() {
        let lines = [["tribe", "units", "control"], ["Iceni", "12", "Romans"], ["Picts", "·", ""]];
        let lines: Vec<Vec<String>> =
            lines.iter().map(|line| line.iter().map(|cell| (*cell).to_owned()).collect()).collect();
        assert_eq!(table(&lines, &[]), "\ntribe  units  control\nIceni     12  Romans\nPicts      ·\n");
    }

    #[test]
    fn a_row_that_has_changed_is_marked_and_the_others_stay_in_line() {
        let drawn = |units: &str| {
            let lines = [["tribe", "units"], ["Iceni", units], ["Picts", "3"]];
            let lines =
                lines.iter().map(|line| line.iter().map(|cell| (*cell).to_owned()).collect()).collect();
            [Drawn { name: "tribes".to_owned(), shape: Shape::Table(lines) }]
        };
        assert_eq!(
            in_words(&drawn("12"), &drawn("11"), None),
            "\n  tribe  units\n* Iceni     12\n  Picts      3\n"
        );
        assert_eq!(
            in_words(&drawn("12"), &[], Some("tribes")),
            "\ntribe  units\nIceni     12\nPicts      3\n"
        );
        assert_eq!(in_words(&drawn("12"), &[], Some("stars")), "");
    }
}
