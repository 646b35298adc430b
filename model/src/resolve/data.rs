//! Plain data of rule files: attribute values, cells, start values.

use rulec_grammar::problem::Problems;
use rulec_grammar::yaml::{Node, Scalar};

use super::Symbols;
use crate::kinds;
use crate::machine::{Type, TypeId, Value};
use crate::problem::names::UnknownName;
use crate::problem::surface::WrongShape;
use crate::problem::types::OutOfBounds;

/// Reads a value of a type; what is wrong is reported.
pub(super) fn read_value(
    node: &Node,
    kind: Type,
    symbols: &Symbols,
    problems: &mut Problems,
) -> Option<Value> {
    if node.is_poison() {
        return None;
    }
    let wrong = |problems: &mut Problems| {
        let expected = symbols.describe(kind);
        problems.report(WrongShape { what: "this value".into(), expected, span: node.span });
        None
    };
    if let Type::Set(of) = kind {
        let items = node.as_list().map_or(std::slice::from_ref(node), |items| items);
        let mut members = Vec::new();
        for item in items {
            match item.as_scalar() {
                Some(scalar) => members.push(read_member(scalar, item, of, symbols, problems)?),
                None => return wrong(problems),
            }
        }
        members.sort_unstable();
        members.dedup();
        return Some(Value::Set(members));
    }
    let Some(scalar) = node.as_scalar() else { return wrong(problems) };
    let text = scalar.text.trim();
    match kind {
        Type::Integer { least, greatest } => match text.parse::<i64>() {
            Ok(number) if (least..=greatest).contains(&number) => Some(Value::Integer(number)),
            Ok(number) => {
                let bounds = format!("{least}..{greatest}");
                problems.report(OutOfBounds { value: format!("`{number}`"), bounds, span: node.span });
                None
            }
            Err(_) => wrong(problems),
        },
        Type::Boolean => match text {
            "true" | "yes" => Some(Value::Boolean(true)),
            "false" | "no" => Some(Value::Boolean(false)),
            _ => wrong(problems),
        },
        Type::Optional(_) if text == "none" => Some(Value::Nothing),
        Type::Member(of) | Type::Optional(of) => {
            read_member(scalar, node, of, symbols, problems).map(Value::Member)
        }
        Type::Set(_) => None,
    }
}

fn read_member(
    scalar: &Scalar,
    node: &Node,
    of: TypeId,
    symbols: &Symbols,
    problems: &mut Problems,
) -> Option<u32> {
    let name = scalar.text.trim();
    let found = symbols.member(of, name);
    if found.is_none() {
        let members =
            symbols.types.get(of.idx()).map(|definition| definition.members.as_slice()).unwrap_or(&[]);
        let nearest = kinds::nearest(name, members.iter().map(String::as_str));
        let what = symbols.type_name(of).to_owned();
        problems.report(UnknownName { name: name.to_owned(), what, nearest, span: node.span });
    }
    found
}

/// The value that a state or attribute has when nothing is said.
pub(super) fn default_value(kind: Type) -> Value {
    match kind {
        Type::Integer { least, greatest } => Value::Integer(0.clamp(least, greatest)),
        Type::Boolean => Value::Boolean(false),
        Type::Member(_) => Value::Member(0),
        Type::Optional(_) => Value::Nothing,
        Type::Set(_) => Value::Set(Vec::new()),
    }
}
