//! The position in words: each state variable and its values, read from a game's cells.

use std::fmt::Write;

use rulec_model::machine::text::value_text;
use rulec_model::machine::{Key, Machine, StateVariable, Type, Value};
use rulec_runtime::{Game, words_for};

/// A state variable with the values of its cells.
pub struct Values<'m> {
    pub state: &'m StateVariable,
    /// In order, the last key fastest.
    pub cells: Vec<Value>,
}

/// All state variables of a game, in order of declaration.
pub fn values<'m, G: Game>(machine: &'m Machine, game: &G) -> Vec<Values<'m>> {
    let mut cells = Vec::new();
    game.cells(&mut cells);
    let mut rest = cells.as_slice();
    let mut all = Vec::new();
    for state in &machine.states {
        let count: usize = state.keys.iter().map(|key| key_names(machine, *key).len()).product();
        let width = match state.holds {
            Type::Set(of) => words_for(machine.types[of.idx()].members.len()),
            Type::Integer { .. } | Type::Boolean | Type::Member(_) | Type::Optional(_) => 1,
        };
        let (mine, after) = rest.split_at((count * width).min(rest.len()));
        rest = after;
        let cells = mine.chunks(width.max(1)).map(|numbers| value(state.holds, numbers)).collect();
        all.push(Values { state, cells });
    }
    all
}

/// One line for each variable; of the keyed ones only what has left its start value. `only` asks for one, with every cell.
pub fn in_words(machine: &Machine, all: &[Values<'_>], only: Option<&str>) -> String {
    let mut text = String::new();
    for values in all {
        let state = values.state;
        if only.is_some_and(|name| name != state.name) {
            continue;
        }
        let shown = |value: &Value| value_text(machine, state.holds, value);
        if state.keys.is_empty() {
            let value = values.cells.first().map(shown).unwrap_or_default();
            let _ = writeln!(text, "{}: {value}", state.name);
            continue;
        }
        let names = cell_names(machine, &state.keys);
        let moved: Vec<String> = names
            .iter()
            .zip(&values.cells)
            .filter(|(_, value)| only.is_some() || **value != state.start)
            .map(|(name, value)| format!("{name} {}", shown(value)))
            .collect();
        let others = match (moved.len(), names.len()) {
            (0, _) => format!("all {}", shown(&state.start)),
            (moved, names) if moved < names => format!("; the others {}", shown(&state.start)),
            _ => String::new(),
        };
        let _ = writeln!(text, "{}: {}{others}", state.name, moved.join(", "));
    }
    text
}

/// `rome`, `rome, gauls`, in the order of the cells.
pub fn cell_names(machine: &Machine, keys: &[Key]) -> Vec<String> {
    let mut names = vec![String::new()];
    for key in keys {
        let own = key_names(machine, *key);
        names = names
            .iter()
            .flat_map(|before| {
                own.iter().map(
                    move |name| if before.is_empty() { name.clone() } else { format!("{before}, {name}") },
                )
            })
            .collect();
    }
    names
}

fn key_names(machine: &Machine, key: Key) -> Vec<String> {
    match key {
        Key::Type(of) => machine.types[of.idx()].members.clone(),
        Key::Range(least, greatest) => (least..=greatest).map(|number| number.to_string()).collect(),
    }
}

fn value(holds: Type, numbers: &[i64]) -> Value {
    let first = numbers.first().copied().unwrap_or_default();
    let member = |number: i64| u32::try_from(number).unwrap_or_default();
    match holds {
        Type::Integer { .. } => Value::Integer(first),
        Type::Boolean => Value::Boolean(first != 0),
        Type::Optional(_) if first < 0 => Value::Nothing,
        Type::Member(_) | Type::Optional(_) => Value::Member(member(first)),
        Type::Set(_) => {
            let bits = numbers.iter().zip(0u32..).flat_map(|(word, nth)| {
                (0..64u32).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * nth + bit)
            });
            Value::Set(bits.collect())
        }
    }
}
