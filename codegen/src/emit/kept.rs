//! Sets that are kept in step with state variables: members by their value, and those that have some.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use rulec_model::machine::{Key, StateId, StateVariable, Type, TypeId, Value};

use super::page::{Page, ident};
use super::rules::key_parameters;
use crate::plan::StateNames;
use crate::plan::kept::{kept_by_value, shelves};

/// The fields of all sets.
pub fn fields(page: &Page<'_, '_>) -> TokenStream {
    let by_value = by_value(page).map(|kept| by_value_field(page, kept));
    let some = some(page).map(|kept| some_field(page, kept));
    by_value.chain(some).collect()
}

/// What is in them before any scenario.
pub fn starts(page: &Page<'_, '_>) -> TokenStream {
    let by_value = by_value(page).map(|kept| by_value_start(page, kept));
    let some = some(page).map(|kept| some_start(page, kept));
    by_value.chain(some).collect()
}

/// Whether any set is kept in step with a state variable.
pub fn is_kept_twice(page: &Page<'_, '_>, names: &StateNames) -> bool {
    let is_it = |id: StateId| page.plan.states[id.idx()].name == names.name;
    by_value(page).any(|(id, ..)| is_it(id)) || some(page).any(|kept| is_it(kept.id))
}

/// Moves the member to where `value` puts it, while the cell still has what it had.
pub fn in_step(page: &Page<'_, '_>, names: &StateNames, cell: &TokenStream) -> TokenStream {
    let is_it = |id: StateId| page.plan.states[id.idx()].name == names.name;
    let moved = by_value(page).filter(|(id, ..)| is_it(*id)).map(|(_, variable, sets, _)| {
        let moved = page.runtime("reshelve");
        let member = key_parameters(page, &variable.keys).into_iter().map(|(name, _)| name).next();
        let (from, to) = match variable.holds {
            Type::Optional(_) => {
                let shelf = page.runtime("shelf");
                (quote!(#shelf(#cell)), quote!(#shelf(value)))
            }
            Type::Member(_) | Type::Integer { .. } | Type::Boolean | Type::Set(_) => {
                (quote!(#cell as usize), quote!(value as usize))
            }
        };
        quote!(#moved(&mut self.#sets, #member, #from, #to);)
    });
    let put = some(page).filter(|kept| is_it(kept.id)).map(|kept| {
        let (set, member) = set_and_member(page, kept.variable, &kept.name, kept.own);
        let has_some = match kept.variable.holds {
            Type::Optional(_) => quote!(value.is_some()),
            Type::Integer { .. } | Type::Boolean | Type::Member(_) | Type::Set(_) => quote!(value != 0),
        };
        quote!(#set.put(#member, #has_some);)
    });
    moved.chain(put).collect()
}

/// The keys of an array of sets.
pub fn other_keys(variable: &StateVariable, own: usize) -> Vec<Key> {
    (0..).zip(&variable.keys).filter(|(nth, _)| *nth != own).map(|(_, key)| *key).collect()
}

/// The sets of members by their values.
fn by_value<'p>(page: &'p Page<'_, '_>) -> impl Iterator<Item = (StateId, &'p StateVariable, Ident, TypeId)> {
    let plan = page.plan;
    plan.by_value.states.iter().filter_map(|(id, name)| {
        let variable = &plan.machine.states[id.idx()];
        let (key, _) = kept_by_value(&variable.keys, variable.holds)?;
        Some((*id, variable, ident(name), key))
    })
}

fn by_value_field(
    page: &Page<'_, '_>,
    (_, variable, name, key): (StateId, &StateVariable, Ident, TypeId),
) -> TokenStream {
    let nothing = if matches!(variable.holds, Type::Optional(_)) { "; those without come last" } else { "" };
    let about = format!(
        " Members of `{}` by `{}`, kept in step with it{nothing}.",
        page.plan.machine.types[key.idx()].name,
        variable.name
    );
    let count = Literal::usize_unsuffixed(shelves(page.plan.machine, variable.holds));
    let set = page.set_name(key);
    quote!(#[doc = #about] pub(crate) #name: [#set; #count],)
}

fn by_value_start(
    page: &Page<'_, '_>,
    (_, variable, name, _): (StateId, &StateVariable, Ident, TypeId),
) -> TokenStream {
    let shelved = page.runtime("all_on_shelf");
    let nth = match variable.start {
        Value::Member(index) => index as usize,
        Value::Nothing | Value::Integer(_) | Value::Boolean(_) | Value::Set(_) => {
            shelves(page.plan.machine, variable.holds).saturating_sub(1)
        }
    };
    let nth = Literal::usize_unsuffixed(nth);
    quote!(#name: #shelved(#nth),)
}

/// What is kept with the sets of those that have some, or somebody.
struct WithSome<'p> {
    id: StateId,
    variable: &'p StateVariable,
    name: Ident,
    own: usize,
    of: TypeId,
}

fn some<'p>(page: &'p Page<'_, '_>) -> impl Iterator<Item = WithSome<'p>> {
    let plan = page.plan;
    plan.by_value.some.iter().filter_map(|((id, own), name)| {
        let variable = &plan.machine.states[id.idx()];
        let Key::Type(of) = variable.keys[*own] else { return None };
        Some(WithSome { id: *id, variable, name: ident(name), own: *own, of })
    })
}

fn some_field(page: &Page<'_, '_>, WithSome { variable, name, own, of, .. }: WithSome<'_>) -> TokenStream {
    let about = format!(
        " Members of `{}` that have some `{}`, kept in step with it.",
        page.plan.machine.types[of.idx()].name,
        variable.name
    );
    let holds = page.array_type(&other_keys(variable, own), page.stored_type(Type::Set(of)));
    quote!(#[doc = #about] pub(crate) #name: #holds,)
}

fn some_start(page: &Page<'_, '_>, WithSome { variable, name, own, of, .. }: WithSome<'_>) -> TokenStream {
    let set = page.set_name(of);
    let none = matches!(variable.start, Value::Integer(0) | Value::Nothing);
    let start = if none { quote!(#set::EMPTY) } else { quote!(#set::ALL) };
    let value = other_keys(variable, own).iter().rev().fold(start, |inner, key| {
        let size = Literal::usize_unsuffixed(page.key_size(*key));
        quote!([#inner; #size])
    });
    quote!(#name: #value,)
}

/// The set that tells about a member, and the member.
pub fn set_and_member(
    page: &Page<'_, '_>,
    variable: &StateVariable,
    name: &Ident,
    own: usize,
) -> (TokenStream, Ident) {
    let parameters = key_parameters(page, &variable.keys);
    let keyed = (0..).zip(parameters.iter().zip(&variable.keys)).filter(|(nth, _)| *nth != own);
    let set = keyed.fold(quote!(self.#name), |array, (_, ((parameter, _), key))| {
        let place = page.place(*key, &quote!(#parameter), true);
        quote!(#array[#place])
    });
    (set, parameters[own].0.clone())
}
