//! `modifiers` as Rust: a statement for each line, which adds what it is worth where it applies.

use proc_macro2::TokenStream;
use quote::quote;
use rulec_model::machine::{ExpressionKind, Function, FunctionPart, RuleId};

use super::expression::Writer;
use super::page::{Page, number};

/// The lines of a `modifiers` rule, one after the other, each under its own words.
pub fn sum(writer: &Writer<'_, '_>, function: &Function) -> TokenStream {
    let lines = function.parts.iter().map(|part| {
        let note = writer.page.note(&part.text);
        let added = added(writer, part);
        quote!(#note #added)
    });
    quote! {
        let mut sum = 0;
        #(#lines)*
        sum
    }
}

fn added(writer: &Writer<'_, '_>, part: &FunctionPart) -> TokenStream {
    let (when, value) = match &part.value.kind {
        ExpressionKind::If(when, then, none) if none.kind == ExpressionKind::Integer(0) => {
            (Some(when), &**then)
        }
        _ => (None, &part.value),
    };
    let added = match value.kind {
        ExpressionKind::Integer(less) if less < 0 => {
            let less = number(-less);
            quote!(sum -= #less;)
        }
        _ => {
            let value = writer.tokens(value);
            quote!(sum += #value;)
        }
    };
    match when {
        Some(when) => {
            let when = writer.tokens(when);
            quote!(if #when { #added })
        }
        None => added,
    }
}

/// What each line of a `modifiers` rule adds; nothing for other rules.
pub fn added_by(page: &Page<'_, '_>, id: RuleId) -> Vec<TokenStream> {
    let functions = page.plan.machine.functions.iter().zip(&page.plan.functions);
    let of_rule = functions.filter(|(function, _)| function.rule == id);
    let lines = of_rule.flat_map(|(function, names)| {
        let writer = Writer::new(page, &names.locals, &function.locals);
        function.parts.iter().map(move |part| added(&writer, part))
    });
    lines.collect()
}
