//! `constants.rs`: what never changes: attributes, tables, adjacency, named numbers.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use rulec_model::machine::{Constant, Key, RuleId, Type, TypeId, Value};

use super::page::{Page, ident, number, width};
use crate::plan::docs;
use crate::plan::kept::{kept_by_value, set_key, shelves};
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
    let by_value = plan.by_value.constants.iter().filter_map(|(id, name)| {
        by_value(page, &plan.machine.constants[id.idx()], &ident(name), &plan.constants[id.idx()])
    });
    let tables = plan.tables.iter().map(|table| {
        let (written, blank) = (self::written(page, &table.constant, &ident(&table.name)), blank());
        quote!(#written #blank)
    });
    written.chain(by_value).chain(tables).collect()
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
    if let Some((own, of)) = set_key(page.plan.machine, &constant.keys, constant.gives) {
        return sets(page, constant, (own, of), &lines, name);
    }
    let holds = page.array_type(&constant.keys, cell);
    let value = nested(page, constant, &constant.keys, &constant.values);
    let keyword = if constant.keys.is_empty() { quote!(const) } else { quote!(static) };
    quote!(#lines pub #keyword #name: #holds = #value;)
}

/// What says yes or no: the sets of those for which it says yes, by the other keys.
fn sets(
    page: &Page<'_, '_>,
    constant: &Constant,
    (own, of): (usize, TypeId),
    lines: &TokenStream,
    name: &Ident,
) -> TokenStream {
    let sizes: Vec<usize> = constant.keys.iter().map(|key| page.key_size(*key)).collect();
    let within: usize = sizes[own + 1..].iter().product();
    let around = within * sizes[own];
    let mut held = Vec::new();
    for outer in 0..constant.values.len().checked_div(around).unwrap_or_default() {
        for inner in 0..within {
            let says_yes = |nth: &usize| {
                constant.values.get(outer * around + nth * within + inner) == Some(&Value::Boolean(true))
            };
            let members: Vec<u32> = (0..sizes[own]).filter(says_yes).map(|nth| nth as u32).collect();
            held.push(Value::Set(members));
        }
    }
    let mut keys = constant.keys.clone();
    keys.remove(own);
    let kept = Constant { keys, gives: Type::Set(of), values: held, ..constant.clone() };
    let holds = page.array_type(&kept.keys, page.value_type(kept.gives));
    let value = nested(page, &kept, &kept.keys, &kept.values);
    let keyword = if kept.keys.is_empty() { quote!(const) } else { quote!(static) };
    quote!(#lines pub #keyword #name: #holds = #value;)
}

/// The members by what a constant gives for them.
fn by_value(page: &Page<'_, '_>, constant: &Constant, name: &Ident, of: &str) -> Option<TokenStream> {
    let (key, value) = kept_by_value(&constant.keys, constant.gives)?;
    let shelves = shelves(page.plan.machine, constant.gives);
    let sets = (0..shelves).map(|nth| {
        let has = |held: &Value| match held {
            Value::Member(index) => *index as usize == nth,
            Value::Nothing => nth + 1 == shelves,
            Value::Integer(_) | Value::Boolean(_) | Value::Set(_) => false,
        };
        let members = (0..).zip(&constant.values).filter(|(_, held)| has(held)).map(|(member, _)| member);
        set(page, key, &members.collect::<Vec<u32>>())
    });
    let (set, count, blank) = (page.set_name(key), Literal::usize_unsuffixed(shelves), blank());
    let nothing = if matches!(constant.gives, Type::Optional(_)) { "; those without come last" } else { "" };
    let about = format!(
        " Members of `{}` by `{of}`, a member of `{}`{nothing}.",
        page.plan.machine.types[key.idx()].name,
        page.plan.machine.types[value.idx()].name,
    );
    Some(quote! {
        #[doc = #about]
        pub static #name: [#set; #count] = [#(#sets),*];
        #blank
    })
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
