//! `cells.rs`: a position as a list of numbers, and back.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use rulec_model::machine::{Key, StateVariable, Type};

use super::frames::{Cause, FrameKind, kinds};
use super::kept;
use super::page::{Page, ident, number, width};
use super::rules::key_parameters;
use crate::plan::StateNames;
use crate::plan::kept::set_key;
use crate::print::blank;

pub fn cells(page: &Page<'_, '_>) -> TokenStream {
    let plan = page.plan;
    let state = page.import("state", "State");
    let frame = page.import("state", "Frame");
    let variables: Vec<(&StateVariable, _)> =
        plan.machine.states.iter().zip(plan.states.iter().map(|names| ident(&names.name))).collect();
    let names = &plan.states;
    let written = variables.iter().map(|(variable, name)| written_variable(page, variable, name));
    let read = variables
        .iter()
        .zip(names)
        .map(|((variable, name), names)| read_variable(page, variable, name, names));
    let kinds = kinds(page);
    let arms = kinds.iter().map(|kind| {
        let (pattern, pushed) = (kind.pattern(page), written_frame(kind));
        let condition = kind.condition();
        quote!(#condition #pattern => #pushed,)
    });
    let numbers = page.runtime("Numbers");
    let (blank, read_frame) = (blank(), read_frame(page, &kinds));
    quote! {
        impl #state {
            #[doc = " Appends the numbers of the position: first the state, then what is going on."]
            pub(crate) fn write_cells(&self, into: &mut Vec<i64>) {
                #(#written)*
                for frame in &self.frames[..self.depth] {
                    frame.write_cells(into);
                }
                self.top.write_cells(into);
            }
            #blank
            #[doc = " The position with these cells; none when there is no such position."]
            pub fn from_cells(cells: &[i64]) -> Option<#state> {
                let mut state = #state::START;
                let mut numbers = #numbers::of(cells);
                #(#read)*
                while !numbers.is_empty() {
                    let frame = state.read_frame(&mut numbers)?;
                    if state.depth == state.frames.len() {
                        return None;
                    }
                    state.push(frame);
                }
                Some(state)
            }
            #blank
            #read_frame
        }
        #blank
        impl #frame {
            fn write_cells(self, into: &mut Vec<i64>) {
                match self {
                    #frame::Nowhere => {}
                    #frame::Halted => into.push(-3),
                    #(#arms)*
                }
            }
        }
    }
}

/// A value as a number.
fn numbered(holds: Type, value: &TokenStream) -> TokenStream {
    match holds {
        Type::Integer { .. } | Type::Boolean => quote!(i64::from(#value)),
        Type::Member(_) => quote!(#value as i64),
        Type::Optional(_) => quote!(#value.map_or(-1, |member| member as i64)),
        Type::Set(_) => quote!(#value),
    }
}

/// Does something for each cell of a state variable, in order.
fn for_each_cell(page: &Page<'_, '_>, variable: &StateVariable, body: TokenStream) -> TokenStream {
    let parameters = key_parameters(page, &variable.keys);
    parameters.iter().zip(&variable.keys).rev().fold(body, |inner, ((name, _), key)| match key {
        Key::Type(id) => {
            let of = page.type_name(*id);
            quote!(for #name in #of::ALL { #inner })
        }
        Key::Range(least, greatest) => {
            let (least, greatest) = (number(*least), number(*greatest));
            quote!(for #name in #least..=#greatest { #inner })
        }
    })
}

fn written_variable(page: &Page<'_, '_>, variable: &StateVariable, name: &proc_macro2::Ident) -> TokenStream {
    if set_key(page.plan.machine, &variable.keys, variable.holds).is_some() {
        let keys = key_parameters(page, &variable.keys).into_iter().map(|(name, _)| name);
        return for_each_cell(page, variable, quote!(into.push(i64::from(self.#name(#(#keys),*)));));
    }
    let flat = flattened(variable, quote!(as_flattened));
    match (variable.keys.is_empty(), variable.holds) {
        (true, Type::Set(_)) => quote!(into.extend(self.#name.words().map(|word| word as i64));),
        (false, Type::Set(_)) => {
            quote!(for set in self.#name #flat.iter() { into.extend(set.words().map(|word| word as i64)); })
        }
        (true, holds) => {
            let value = numbered(holds, &quote!(self.#name));
            quote!(into.push(#value);)
        }
        (false, Type::Integer { .. } | Type::Boolean) => {
            quote!(into.extend(self.#name #flat.iter().copied().map(i64::from));)
        }
        (false, holds) => {
            let value = numbered(holds, &quote!(cell));
            quote!(into.extend(self.#name #flat.iter().map(|&cell| #value));)
        }
    }
}

/// `.as_flattened()` for each dimension but one.
fn flattened(variable: &StateVariable, method: TokenStream) -> TokenStream {
    let calls = variable.keys.iter().skip(1).map(|_| quote!(.#method()));
    quote!(#(#calls)*)
}

fn read_variable(
    page: &Page<'_, '_>,
    variable: &StateVariable,
    name: &proc_macro2::Ident,
    names: &StateNames,
) -> TokenStream {
    let value = read_value(variable.holds);
    if kept::is_kept_twice(page, names)
        || set_key(page.plan.machine, &variable.keys, variable.holds).is_some()
    {
        let (setter, silent) = (ident(&names.setter), page.runtime("Silent"));
        let value = match variable.holds {
            Type::Integer { least, greatest } => {
                let (from, to) = (number(least), number(greatest));
                quote!(numbers.within(#from, #to)?)
            }
            Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => value,
        };
        let keys = key_parameters(page, &variable.keys).into_iter().map(|(name, _)| name);
        let set = quote!(state.#setter(#(#keys,)* #value, &mut #silent););
        return for_each_cell(page, variable, set);
    }
    if variable.keys.is_empty() {
        return quote!(state.#name = #value;);
    }
    let flat = flattened(variable, quote!(as_flattened_mut));
    let cells = if flat.is_empty() { quote!(&mut state.#name) } else { quote!(state.#name #flat) };
    quote!(for cell in #cells { *cell = #value; })
}

fn read_value(holds: Type) -> TokenStream {
    match holds {
        Type::Integer { least, greatest } => {
            let (from, to, width) = (number(least), number(greatest), ident(width(least, greatest)));
            quote!(numbers.within(#from, #to)? as #width)
        }
        Type::Boolean => quote!(numbers.within(0, 1)? == 1),
        Type::Member(_) => quote!(numbers.member()?),
        Type::Optional(_) => quote!(numbers.optional()?),
        Type::Set(_) => quote!(numbers.set()?),
    }
}

/// The numbers that say which frame it is.
fn head(kind: &FrameKind<'_>) -> Vec<i64> {
    match kind.cause {
        Cause::Point { procedure, point, .. } => vec![i64::from(procedure.0), point as i64],
        Cause::Decision(nth) => vec![-1, nth as i64],
        Cause::Draw(_) => vec![-2],
    }
}

fn written_frame(kind: &FrameKind<'_>) -> TokenStream {
    let head = head(kind).into_iter().map(number);
    let sets = kind.fields.iter().any(|(_, holds)| matches!(holds, Type::Set(_)));
    if !sets {
        let fields = kind.fields.iter().map(|(field, holds)| {
            let field = ident(field);
            numbered(*holds, &quote!(#field))
        });
        return quote!(into.extend([#(#head,)* #(#fields),*]));
    }
    let fields = kind.fields.iter().map(|(field, holds)| {
        let field = ident(field);
        let value = numbered(*holds, &quote!(#field));
        match holds {
            Type::Set(_) => quote!(into.extend(#field.words().map(|word| word as i64));),
            Type::Integer { .. } | Type::Boolean | Type::Member(_) | Type::Optional(_) => {
                quote!(into.push(#value);)
            }
        }
    });
    quote!({ into.extend([#(#head),*]); #(#fields)* })
}

fn read_frame(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> TokenStream {
    let (frame, numbers) = (page.import("state", "Frame"), page.runtime("Numbers"));
    let decisions = kinds.iter().filter_map(|kind| match kind.cause {
        Cause::Decision(nth) => {
            let (nth, built) = (Literal::usize_unsuffixed(nth), built(page, kind));
            Some(quote!((-1, #nth) => Some(#built),))
        }
        Cause::Point { .. } | Cause::Draw(_) => None,
    });
    let mut known = Vec::new();
    let points = kinds.iter().filter_map(|kind| match kind.cause {
        Cause::Point { procedure, point, .. } if !known.contains(&(procedure, point)) => {
            known.push((procedure, point));
            let (procedure, point) = (number(i64::from(procedure.0)), Literal::usize_unsuffixed(point));
            let (built, condition) = (built(page, kind), kind.condition());
            Some(quote!(#condition (#procedure, #point) => Some(#built),))
        }
        Cause::Point { .. } | Cause::Decision(_) | Cause::Draw(_) => None,
    });
    let points: Vec<TokenStream> = points.collect();
    let draws = read_draws(page, kinds);
    quote! {
        fn read_frame(&self, numbers: &mut #numbers<'_>) -> Option<#frame> {
            match numbers.next()? {
                -3 => Some(#frame::Halted),
                #draws
                kind => match (kind, numbers.next()?) {
                    #(#decisions)*
                    #(#points)*
                    _ => None,
                },
            }
        }
    }
}

/// What is drawn is known by the point that waits for it.
fn read_draws(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> Option<TokenStream> {
    let draws: Vec<&FrameKind<'_>> =
        kinds.iter().filter(|kind| matches!(kind.cause, Cause::Draw(_))).collect();
    if let [only] = draws.as_slice() {
        let built = built(page, only);
        return Some(quote!(-2 => Some(#built),));
    }
    if draws.is_empty() {
        return None;
    }
    let machine = page.plan.machine;
    let arms = kinds.iter().filter_map(|kind| {
        let Cause::Point { procedure, point, dice: None } = kind.cause else { return None };
        let procedure = machine.procedure(procedure);
        let rulec_model::machine::Body::Waiting(points) = &procedure.body else { return None };
        let rulec_model::machine::PointKind::AfterRoll(local) = points[point].kind else { return None };
        let (Type::Member(of) | Type::Optional(of)) = procedure.locals[local.idx()].holds else {
            return None;
        };
        let draw = draws.iter().find(|draw| draw.cause == Cause::Draw(of))?;
        let (below, built) = (kind.any(page), built(page, draw));
        let condition = kind.condition();
        Some(quote!(#condition #below => Some(#built),))
    });
    Some(quote!(-2 => match self.top() { #(#arms)* _ => None },))
}

fn built(page: &Page<'_, '_>, kind: &FrameKind<'_>) -> TokenStream {
    let (frame, name) = (page.import("state", "Frame"), ident(kind.name));
    let fields = kind.fields.iter().map(|(field, holds)| {
        let (field, value) = (ident(field), read_value(*holds));
        quote!(#field: #value)
    });
    let fields: Vec<TokenStream> = fields.collect();
    if fields.is_empty() { quote!(#frame::#name) } else { quote!(#frame::#name { #(#fields),* }) }
}
