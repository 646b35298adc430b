//! `state.rs`: a position as plain data, with a way to read and to change each state variable.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use rulec_model::machine::{Key, RuleId, StateVariable, Type, Value};

use super::page::{Page, doc, ident, width};
use super::rules::key_parameters;
use super::{constants, frames, kept};
use crate::plan::StateNames;
use crate::plan::docs;
use crate::plan::kept::set_key;
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
    let (sets, sets_at_start) = (kept::fields(page), kept::starts(page));
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
            #sets
            #[doc = " What is going on at the top."]
            pub(crate) top: Frame,
            #[doc = " What waits for it to end, from the bottom; before the first there is no frame."]
            pub(crate) frames: [Frame; #depth],
            pub(crate) depth: usize,
        }
        #blank
        impl State {
            #[doc = " Before any scenario, with nothing going on."]
            pub const START: State = State {
                #(#starts)*
                #sets_at_start
                top: Frame::Nowhere,
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
        Some((own, of)) => page.array_type(&kept::other_keys(variable, own), page.stored_type(Type::Set(of))),
        None => page.array_type(&variable.keys, page.stored_type(variable.holds)),
    };
    // What sets are kept in step with is changed by its own method alone.
    let visible = if kept::is_kept_twice(page, names) { quote!(pub(crate)) } else { quote!(pub) };
    quote!(#lines #visible #name: #holds,)
}

fn start(page: &Page<'_, '_>, variable: &StateVariable, names: &StateNames) -> TokenStream {
    let name = ident(&names.name);
    let kept_as_sets = set_key(page.plan.machine, &variable.keys, variable.holds);
    let (keys, cell) = match kept_as_sets {
        Some((own, of)) => {
            let set = page.set_name(of);
            let starts = if variable.start == Value::Boolean(true) { quote!(ALL) } else { quote!(EMPTY) };
            (kept::other_keys(variable, own), quote!(#set::#starts))
        }
        None => (variable.keys.clone(), constants::value(page, variable.holds, &variable.start)),
    };
    let value = keys.iter().rev().fold(cell, |inner, key| {
        let size = Literal::usize_unsuffixed(page.key_size(*key));
        quote!([#inner; #size])
    });
    quote!(#name: #value,)
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
            let (set, member) = kept::set_and_member(page, variable, &ident(&names.name), own);
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
            let (set, member) = kept::set_and_member(page, variable, &ident(&names.name), own);
            quote!(#set.put(#member, value);)
        }
        None => {
            let cell = cell(page, variable, names);
            let value = match variable.holds {
                Type::Integer { least, greatest } => frames::stored_number(least, greatest, quote!(value)),
                Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => quote!(value),
            };
            let in_step = kept::in_step(page, names, &cell);
            quote!(#in_step #cell = #value;)
        }
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

/// The stack of frames.
fn stack() -> TokenStream {
    let blank = blank();
    quote! {
        impl State {
            #[doc = " What is going on at the top; nowhere when the game is over."]
            #[inline]
            pub fn top(&self) -> Frame {
                self.top
            }
            #blank
            #[inline]
            pub(crate) fn push(&mut self, frame: Frame) {
                self.frames[self.depth] = self.top;
                self.top = frame;
                self.depth += 1;
            }
            #blank
            #[doc = " Leaves nothing behind, so that equal positions are equal."]
            #[inline]
            pub(crate) fn pop(&mut self) {
                self.depth -= 1;
                self.top = self.frames[self.depth];
                self.frames[self.depth] = Frame::Nowhere;
            }
            #blank
            pub(crate) fn end_game(&mut self) {
                self.top = Frame::Nowhere;
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
