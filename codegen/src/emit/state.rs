//! `state.rs`: a position as plain data, with a way to read and to change each state variable.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use rulec_model::machine::{Key, RuleId, StateId, StateVariable, Type, TypeId, Value};

use super::page::{Page, doc, ident, width};
use super::rules::key_parameters;
use super::{constants, frames};
use crate::plan::StateNames;
use crate::plan::docs;
use crate::plan::kept::{kept_by_value, set_key, shelves, some_key};
use crate::print::blank;

pub fn state(page: &Page<'_, '_>) -> TokenStream {
    let plan = page.plan;
    let variables: Vec<(&StateVariable, &StateNames)> =
        plan.machine.states.iter().zip(&plan.states).collect();
    let fields = variables.iter().map(|(variable, names)| field(page, variable, names));
    let starts = variables.iter().map(|(variable, names)| start(page, variable, names));
    let methods = variables.iter().map(|(variable, names)| {
        let (get, set, blank) = (getter(page, variable, names), setter(page, variable, names), blank());
        quote!(#blank #get #blank #set)
    });
    let some_starts = some(page).map(|kept| some_start(page, kept));
    let some_fields = some(page).map(|kept| some_field(page, kept));
    let by_value_starts = by_value(page).map(|kept| by_value_start(page, kept));
    let by_value = by_value(page).map(|kept| by_value_field(page, kept));
    let depth = Literal::usize_unsuffixed(plan.depth);
    let about = doc(&vec![format!(
        "A position of {}: all that play depends on.",
        docs::escaped(&plan.machine.game.title)
    )]);
    let (frame, given) = (frames::frame_enum(page), frames::given_enum(page));
    let (blank, stack) = (blank(), stack());
    let given = given.map(|given| quote!(#blank #given));
    quote! {
        #about
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct State {
            #(#fields)*
            #(#by_value)*
            #(#some_fields)*
            #[doc = " What is going on, from the bottom."]
            pub(crate) frames: [Frame; #depth],
            pub(crate) depth: usize,
        }
        #blank
        impl State {
            #[doc = " Before any scenario, with nothing going on."]
            pub const START: State = State {
                #(#starts)*
                #(#by_value_starts)*
                #(#some_starts)*
                frames: [Frame::Nowhere; #depth],
                depth: 0,
            };
            #(#methods)*
        }
        #blank
        #frame
        #blank
        #stack
        #given
    }
}

/// The state variables that a rule defines.
pub fn of_rule(page: &Page<'_, '_>, rule: RuleId) -> TokenStream {
    let plan = page.plan;
    let own = plan.machine.states.iter().zip(&plan.states).filter(|(variable, _)| variable.rule == rule);
    let fields: Vec<TokenStream> = own.map(|(variable, names)| field(page, variable, names)).collect();
    if fields.is_empty() { TokenStream::new() } else { quote!(pub struct State { #(#fields)* }) }
}

fn field(page: &Page<'_, '_>, variable: &StateVariable, names: &StateNames) -> TokenStream {
    let rule = &page.plan.machine.rules[variable.rule.idx()];
    let heading = if rule.name == variable.name {
        docs::heading(rule)
    } else {
        format!("`{}`, of `{}`.", variable.name, rule.name)
    };
    let lines = doc(&docs::of_rule(page.plan.machine, variable.rule, &heading));
    let name = ident(&names.name);
    let holds = match set_key(page.plan.machine, &variable.keys, variable.holds) {
        Some((own, of)) => page.array_type(&other_keys(variable, own), page.stored_type(Type::Set(of))),
        None => page.array_type(&variable.keys, page.stored_type(variable.holds)),
    };
    quote!(#lines pub #name: #holds,)
}

/// The keys of an array of sets.
fn other_keys(variable: &StateVariable, own: usize) -> Vec<Key> {
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

fn start(page: &Page<'_, '_>, variable: &StateVariable, names: &StateNames) -> TokenStream {
    let name = ident(&names.name);
    let kept_as_sets = set_key(page.plan.machine, &variable.keys, variable.holds);
    let (keys, cell) = match kept_as_sets {
        Some((own, of)) => {
            let set = page.set_name(of);
            let starts = if variable.start == Value::Boolean(true) { quote!(ALL) } else { quote!(EMPTY) };
            (other_keys(variable, own), quote!(#set::#starts))
        }
        None => (variable.keys.clone(), constants::value(page, variable.holds, &variable.start)),
    };
    let value = keys.iter().rev().fold(cell, |inner, key| {
        let size = Literal::usize_unsuffixed(page.key_size(*key));
        quote!([#inner; #size])
    });
    quote!(#name: #value,)
}

/// Numbers that are kept with the sets of those that have some.
struct WithSome<'p> {
    id: StateId,
    variable: &'p StateVariable,
    name: Ident,
    own: usize,
    of: TypeId,
}

fn some<'p>(page: &'p Page<'_, '_>) -> impl Iterator<Item = WithSome<'p>> {
    let plan = page.plan;
    plan.by_value.some.iter().filter_map(|(id, name)| {
        let variable = &plan.machine.states[id.idx()];
        let (own, of) = some_key(plan.machine, &variable.keys, variable.holds)?;
        Some(WithSome { id: *id, variable, name: ident(name), own, of })
    })
}

fn some_field(page: &Page<'_, '_>, WithSome { variable, name, own, of, .. }: WithSome<'_>) -> TokenStream {
    let about = format!(
        " Members of `{}` whose `{}` is not zero, kept in step with it.",
        page.plan.machine.types[of.idx()].name,
        variable.name
    );
    let holds = page.array_type(&other_keys(variable, own), page.stored_type(Type::Set(of)));
    quote!(#[doc = #about] pub(crate) #name: #holds,)
}

fn some_start(page: &Page<'_, '_>, WithSome { variable, name, own, of, .. }: WithSome<'_>) -> TokenStream {
    let set = page.set_name(of);
    let none = variable.start == Value::Integer(0);
    let start = if none { quote!(#set::EMPTY) } else { quote!(#set::ALL) };
    let value = other_keys(variable, own).iter().rev().fold(start, |inner, key| {
        let size = Literal::usize_unsuffixed(page.key_size(*key));
        quote!([#inner; #size])
    });
    quote!(#name: #value,)
}

/// The set that tells about a member, and the member.
fn set_and_member(
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

/// The cell of these keys.
fn cell(page: &Page<'_, '_>, variable: &StateVariable, names: &StateNames) -> TokenStream {
    let name = ident(&names.name);
    let parameters = key_parameters(page, &variable.keys);
    let keyed = parameters.iter().zip(&variable.keys);
    keyed.fold(quote!(self.#name), |array, ((parameter, _), key)| {
        let place = page.place(*key, &quote!(#parameter), true);
        quote!(#array[#place])
    })
}

fn keys(page: &Page<'_, '_>, keys: &[Key]) -> Vec<TokenStream> {
    let parameters = key_parameters(page, keys).into_iter();
    parameters.map(|(name, holds)| quote!(#name: #holds)).collect()
}

fn getter(page: &Page<'_, '_>, variable: &StateVariable, names: &StateNames) -> TokenStream {
    let name = ident(&names.name);
    let parameters = keys(page, &variable.keys);
    let gives = page.value_type(variable.holds);
    let cell = match set_key(page.plan.machine, &variable.keys, variable.holds) {
        Some((own, _)) => {
            let (set, member) = set_and_member(page, variable, &ident(&names.name), own);
            quote!(#set.contains(#member))
        }
        None => cell(page, variable, names),
    };
    let value = match variable.holds {
        Type::Integer { least, greatest } if width(least, greatest) != "i32" => quote!(i32::from(#cell)),
        Type::Integer { .. } | Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => cell,
    };
    let about = format!(" Reads `{}`.", variable.name);
    quote! {
        #[doc = #about]
        #[inline]
        pub fn #name(&self, #(#parameters),*) -> #gives { #value }
    }
}

fn setter(page: &Page<'_, '_>, variable: &StateVariable, names: &StateNames) -> TokenStream {
    let (setter, called) = (ident(&names.setter), &variable.name);
    let parameters = keys(page, &variable.keys);
    let holds = page.value_type(variable.holds);
    let changed = match set_key(page.plan.machine, &variable.keys, variable.holds) {
        Some((own, _)) => {
            let (set, member) = set_and_member(page, variable, &ident(&names.name), own);
            quote!(#set.put(#member, value);)
        }
        None => changed_cell(page, variable, names),
    };
    let shown = key_parameters(page, &variable.keys).into_iter().map(|(name, _)| quote!(#name.into()));
    let listener = page.runtime("Listener");
    let about = format!(" Changes `{}`, and says so.", variable.name);
    quote! {
        #[doc = #about]
        #[inline]
        pub fn #setter<L: #listener>(&mut self, #(#parameters,)* value: #holds, listener: &mut L) {
            listener.changed(#called, &[#(#shown),*], value.into());
            #changed
        }
    }
}

/// Puts a value into its cell, and the member to those with the same value.
fn changed_cell(page: &Page<'_, '_>, variable: &StateVariable, names: &StateNames) -> TokenStream {
    let cell = cell(page, variable, names);
    let moved = by_value(page).find(|(id, ..)| page.plan.states[id.idx()].name == names.name).map(
        |(_, variable, sets, _)| {
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
        },
    );
    let value = match variable.holds {
        Type::Integer { least, greatest } => frames::stored_number(least, greatest, quote!(value)),
        Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => quote!(value),
    };
    let put = some(page).find(|kept| page.plan.states[kept.id.idx()].name == names.name).map(|kept| {
        let (set, member) = set_and_member(page, variable, &kept.name, kept.own);
        quote!(#set.put(#member, value != 0);)
    });
    quote!(#moved #put #cell = #value;)
}

/// The stack of frames.
fn stack() -> TokenStream {
    let blank = blank();
    quote! {
        impl State {
            #[doc = " What is going on at the top; nowhere when the game is over."]
            #[inline]
            pub fn top(&self) -> Frame {
                match self.depth.checked_sub(1) {
                    Some(top) => self.frames[top],
                    None => Frame::Nowhere,
                }
            }
            #blank
            #[inline]
            pub(crate) fn push(&mut self, frame: Frame) {
                self.frames[self.depth] = frame;
                self.depth += 1;
            }
            #blank
            #[doc = " Leaves nothing behind, so that equal positions are equal."]
            #[inline]
            pub(crate) fn pop(&mut self) {
                self.depth -= 1;
                self.frames[self.depth] = Frame::Nowhere;
            }
            #blank
            pub(crate) fn end_game(&mut self) {
                self.frames = State::START.frames;
                self.depth = 0;
            }
            #blank
            pub(crate) fn halt(&mut self) {
                self.end_game();
                self.push(Frame::Halted);
            }
        }
    }
}
