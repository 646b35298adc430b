//! Values in the words of the rules, for explanations, choices and failures of examples.

use rulec_runtime::{Shown, ShownSet};

use crate::machine::{Key, Machine, Type, TypeId, Value};

use super::position::members;

/// A value given by its numbers.
pub(super) fn shown<'m>(machine: &'m Machine, holds: Type, numbers: &[i64]) -> Shown<'m> {
    let first = numbers.first().copied().unwrap_or_default();
    match holds {
        Type::Integer { .. } => Shown::Integer(first),
        Type::Boolean => Shown::Boolean(first != 0),
        Type::Optional(_) if first < 0 => Shown::Nothing,
        Type::Member(id) | Type::Optional(id) => Shown::Word(member_name(machine, id, first)),
        Type::Set(id) => {
            let words = numbers.iter().map(|word| word.cast_unsigned());
            Shown::Set(ShownSet::listed(words, &machine.types[id.idx()].members))
        }
    }
}

/// A key of a state variable.
pub(super) fn shown_key<'m>(machine: &'m Machine, key: Key, value: i64) -> Shown<'m> {
    match key {
        Key::Type(id) => Shown::Word(member_name(machine, id, value)),
        Key::Range(..) => Shown::Integer(value),
    }
}

/// A member's name; `?` for one that the type does not have.
pub(crate) fn member_name(machine: &Machine, id: TypeId, index: i64) -> &str {
    let members = &machine.types[id.idx()].members;
    usize::try_from(index).ok().and_then(|index| members.get(index)).map_or("?", String::as_str)
}

/// A value as plain data, from its numbers.
pub(crate) fn value(holds: Type, numbers: &[i64]) -> Value {
    let first = numbers.first().copied().unwrap_or_default();
    match holds {
        Type::Integer { .. } => Value::Integer(first),
        Type::Boolean => Value::Boolean(first != 0),
        Type::Optional(_) if first < 0 => Value::Nothing,
        Type::Member(_) | Type::Optional(_) => Value::Member(first as u32),
        Type::Set(_) => Value::Set(members(numbers).map(|member| member as u32).collect()),
    }
}
