//! `constants.rs`: what never changes: attributes, tables, adjacency, named numbers.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use rulec_model::machine::{Constant, Key, RuleId, Type, TypeId, Value};

use super::page::{Page, ident, number, width};
use crate::plan::docs;
use crate::print::blank;

/// From so many cells on, an array keeps its numbers in the smallest integer.
const LARGE: usize = 512;
/// From so many elements on, each stands on a line of its own with the name of its key.
const LISTED: usize = 8;

pub fn constants(page: &Page<'_, '_>) -> TokenStream {
    let plan = page.plan;
    let written = plan.machine.constants.iter().zip(&plan.constants).map(|(constant, name)| {
        let (mut written, blank) = (written(page, constant, &ident(name)), blank());
        written.extend(blank);
        written
    });
    written.collect()
}

/// The constants that a rule defines.
pub fn of_rule(page: &Page<'_, '_>, rule: RuleId) -> TokenStream {
    let plan = page.plan;
    let own =
        plan.machine.constants.iter().zip(&plan.constants).filter(|(constant, _)| constant.rule == rule);
    own.map(|(constant, name)| {
        let (written, blank) = (written(page, constant, &ident(name)), blank());
        quote!(#written #blank)
    })
    .collect()
}

/// Whether a cell is kept in a smaller integer than expressions have.
pub fn is_narrow(page: &Page<'_, '_>, constant: &Constant) -> bool {
    let cells: usize = constant.keys.iter().map(|key| page.key_size(*key)).product();
    match constant.gives {
        Type::Integer { least, greatest } => cells >= LARGE && width(least, greatest) != "i32",
        Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => false,
    }
}

fn written(page: &Page<'_, '_>, constant: &Constant, name: &Ident) -> TokenStream {
    let rule = &page.plan.machine.rules[constant.rule.idx()];
    let heading = if rule.name == constant.name {
        docs::heading(rule)
    } else {
        format!("`{}`, of `{}`.", constant.name, rule.name)
    };
    let lines = page.docs(&docs::of_rule(page.plan.machine, constant.rule, &heading));
    let cell = if is_narrow(page, constant) {
        page.stored_type(constant.gives)
    } else {
        page.value_type(constant.gives)
    };
    let holds = page.array_type(&constant.keys, cell);
    let value = nested(page, constant, &constant.keys, &constant.values);
    let keyword = if constant.keys.is_empty() { quote!(const) } else { quote!(static) };
    quote!(#lines pub #keyword #name: #holds = #value;)
}

fn nested(page: &Page<'_, '_>, constant: &Constant, keys: &[Key], values: &[Value]) -> TokenStream {
    let Some((key, inner)) = keys.split_first() else {
        return values.first().map_or(quote!(0), |value| self::value(page, constant.gives, value));
    };
    let size = page.key_size(*key);
    let each = values.len().checked_div(size).unwrap_or(1).max(1);
    let elements = values.chunks(each).map(|values| nested(page, constant, inner, values));
    let listed = inner.is_empty() && size >= LISTED && !matches!(constant.gives, Type::Set(_));
    if listed {
        let named = elements.zip(0..).map(|(element, nth)| {
            let comment = match key {
                Key::Type(id) => page.plan.machine.types[id.idx()].members[nth].clone(),
                Key::Range(least, _) => (least + nth as i64).to_string(),
            };
            page.notes.borrow_mut().element(&element, &comment)
        });
        return quote!([#(#named),*]);
    }
    quote!([#(#elements),*])
}

/// A value as a constant expression.
pub fn value(page: &Page<'_, '_>, gives: Type, value: &Value) -> TokenStream {
    match (value, gives) {
        (Value::Integer(value), _) => number(*value),
        (Value::Boolean(value), _) => quote!(#value),
        (Value::Nothing, _) => quote!(None),
        (Value::Member(index), Type::Optional(id)) => {
            let member = page.member(id, *index);
            quote!(Some(#member))
        }
        (Value::Member(index), Type::Member(id) | Type::Set(id)) => page.member(id, *index),
        (Value::Member(index), Type::Integer { .. } | Type::Boolean) => number(i64::from(*index)),
        (Value::Set(members), Type::Set(id)) => set(page, id, members),
        (Value::Set(_), _) => quote!(None),
    }
}

fn set(page: &Page<'_, '_>, id: TypeId, members: &[u32]) -> TokenStream {
    if members.is_empty() {
        let set = page.set_name(id);
        return quote!(#set::EMPTY);
    }
    let name = page.type_name(id);
    let members = members.iter().map(|member| page.member(id, *member));
    quote!(#name::set(&[#(#members),*]))
}
