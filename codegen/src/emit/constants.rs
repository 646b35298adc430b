//! `constants.rs`: what never changes: attributes, tables, adjacency, named numbers.

use proc_macro2::TokenStream;
use quote::quote;
use rulec_model::machine::{Constant, Key, RuleId, Type, TypeId, Value};

use super::page::{Page, number, width};
use crate::plan::docs::{self, Doc};
use crate::plan::kept::{kept_by_value, set_key, shelves};
use crate::print::blank;
use crate::print::table::{self, Row};

/// From so many cells on, an array keeps its numbers in the smallest integer.
const LARGE: usize = 512;
/// From so many values on, each row stands on a line of its own with the name of its key.
const LISTED: usize = 8;

pub fn constants(page: &Page<'_, '_>) -> TokenStream {
    let plan = page.plan;
    let written = plan.machine.constants.iter().zip(&plan.constants).map(|(constant, name)| {
        let (mut written, blank) = (written(page, constant, name), blank());
        written.extend(blank);
        written
    });
    let by_value = plan.by_value.constants.iter().filter_map(|(id, name)| {
        by_value(page, &plan.machine.constants[id.idx()], name, &plan.constants[id.idx()])
    });
    let tables = plan.tables.iter().map(|table| {
        let (written, blank) = (self::written(page, &table.constant, &table.name), blank());
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
        let (written, blank) = (written(page, constant, name), blank());
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

fn written(page: &Page<'_, '_>, constant: &Constant, name: &str) -> TokenStream {
    let rule = &page.plan.machine.rules[constant.rule.idx()];
    let heading = if rule.name == constant.name {
        docs::heading(rule)
    } else {
        format!("`{}`, of `{}`.", constant.name, rule.name)
    };
    let lines = docs::of_rule(page.plan.machine, constant.rule, &heading);
    match set_key(page.plan.machine, &constant.keys, constant.gives) {
        Some((own, of)) => item(page, &sets(page, constant, (own, of)), name, lines),
        None => item(page, constant, name, lines),
    }
}

/// The item as text, under its documentation.
fn item(page: &Page<'_, '_>, constant: &Constant, name: &str, lines: Doc) -> TokenStream {
    let cell = if is_narrow(page, constant) {
        page.stored_type(constant.gives)
    } else {
        page.value_type(constant.gives)
    };
    let holds =
        constant.keys.iter().rev().fold(cell.to_string().replace(' ', ""), |inner, key| {
            format!("[{inner}; {}]", page.key_size(*key))
        });
    let keyword = if constant.keys.is_empty() { "const" } else { "static" };
    let rows = Rows::of(page, constant);
    let value = rows.nested(&constant.keys, &constant.values);
    page.data(&lines, &value.statement(&format!("pub {keyword} {name}: {holds} =")))
}

/// What says yes or no: the sets of those for which it says yes, by the other keys.
fn sets(page: &Page<'_, '_>, constant: &Constant, (own, of): (usize, TypeId)) -> Constant {
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
    Constant { keys, gives: Type::Set(of), values: held, ..constant.clone() }
}

/// The members by what a constant gives for them.
fn by_value(page: &Page<'_, '_>, constant: &Constant, name: &str, of: &str) -> Option<TokenStream> {
    let (key, value) = kept_by_value(&constant.keys, constant.gives)?;
    let machine = page.plan.machine;
    let shelves = shelves(machine, constant.gives);
    let mut members = vec![Vec::new(); shelves];
    for (member, held) in (0..).zip(&constant.values) {
        let shelf = match held {
            Value::Member(index) => members.get_mut(*index as usize),
            Value::Nothing => members.last_mut(),
            Value::Integer(_) | Value::Boolean(_) | Value::Set(_) => None,
        };
        if let Some(shelf) = shelf {
            shelf.push(member);
        }
    }
    let rows = Rows::of(page, &Constant { gives: Type::Set(key), ..constant.clone() });
    let names = &machine.types[value.idx()].members;
    let sets = members.iter().enumerate().map(|(nth, members)| Row {
        value: rows.set(members),
        of: (shelves >= LISTED).then(|| names.get(nth).map_or("none", String::as_str).to_string()),
    });
    let sets = table::Value::array(sets.collect());
    let nothing = if matches!(constant.gives, Type::Optional(_)) { "; those without come last" } else { "" };
    let about = format!(
        "Members of `{}` by `{of}`, a member of `{}`{nothing}.",
        machine.types[key.idx()].name,
        machine.types[value.idx()].name,
    );
    let head = format!("pub static {name}: [{}; {shelves}] =", page.set_name(key));
    let (written, blank) = (page.data(&[about], &sets.statement(&head)), blank());
    Some(quote!(#written #blank))
}

/// Values of one type as rows of a table.
struct Rows<'p, 'm> {
    page: &'p Page<'p, 'm>,
    gives: Type,
    dimensions: usize,
    /// The names of the type, of its sets and of its members, where there is one.
    named: Option<(String, String, &'p [String])>,
}

impl<'p, 'm> Rows<'p, 'm> {
    fn of(page: &'p Page<'p, 'm>, constant: &Constant) -> Rows<'p, 'm> {
        let named = match constant.gives {
            Type::Integer { .. } | Type::Boolean => None,
            Type::Member(id) | Type::Optional(id) | Type::Set(id) => Some(id),
        };
        let named = named.filter(|_| !constant.values.is_empty()).map(|id| {
            let names = &page.plan.types[id.idx()];
            (names.name.clone(), names.set.clone(), names.members.as_slice())
        });
        let rows = Rows { page, gives: constant.gives, dimensions: constant.keys.len(), named };
        rows.import(constant);
        rows
    }

    /// Only what is used may be imported.
    fn import(&self, constant: &Constant) {
        let Some((name, set, _)) = &self.named else { return };
        let names_a_member = |value: &Value| match value {
            Value::Member(_) => true,
            Value::Set(members) => !members.is_empty(),
            Value::Nothing | Value::Integer(_) | Value::Boolean(_) => false,
        };
        let is_set = matches!(self.gives, Type::Set(_));
        if !is_set || constant.values.iter().any(names_a_member) {
            self.page.import("types", name);
        }
        if is_set {
            self.page.import("types", set);
        }
    }

    fn nested(&self, keys: &[Key], values: &[Value]) -> table::Value {
        let Some((key, inner)) = keys.split_first() else {
            return values.first().map_or_else(|| table::Value::One("0".into()), |value| self.value(value));
        };
        let size = self.page.key_size(*key);
        let each = values.len().checked_div(size).unwrap_or(1).max(1);
        // In a table of several dimensions a row is a line, and not each of its values.
        let is_listed = values.len() >= LISTED && (!inner.is_empty() || keys.len() == self.dimensions);
        let rows = values.chunks(each).zip(0..).map(|(values, nth)| Row {
            value: self.nested(inner, values),
            of: is_listed.then(|| match key {
                Key::Type(id) => self.page.plan.machine.types[id.idx()].members[nth].clone(),
                Key::Range(least, _) => (least + nth as i64).to_string(),
            }),
        });
        table::Value::array(rows.collect())
    }

    fn value(&self, value: &Value) -> table::Value {
        match (value, self.gives) {
            (Value::Integer(value), _) => table::Value::One(value.to_string()),
            (Value::Boolean(value), _) => table::Value::One(value.to_string()),
            (Value::Member(index), Type::Optional(_)) => table::Value::some(&self.member(*index)),
            (Value::Member(index), _) => table::Value::One(self.member(*index)),
            (Value::Set(members), Type::Set(_)) => self.set(members),
            (Value::Nothing | Value::Set(_), _) => table::Value::One("None".into()),
        }
    }

    fn member(&self, index: u32) -> String {
        let Some((name, _, members)) = &self.named else { return index.to_string() };
        format!("{name}::{}", members[index as usize])
    }

    fn set(&self, members: &[u32]) -> table::Value {
        let Some((name, set, _)) = &self.named else { return table::Value::One("None".into()) };
        if members.is_empty() {
            return table::Value::One(format!("{set}::EMPTY"));
        }
        let rows =
            members.iter().map(|member| Row { value: table::Value::One(self.member(*member)), of: None });
        table::Value::List { open: format!("{name}::set(&["), rows: rows.collect(), close: "])" }
    }
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
