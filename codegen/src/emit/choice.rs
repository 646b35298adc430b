//! `choice.rs`: what a player can choose, and its words.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;
use rulec_model::machine::Type;

use super::page::{Page, doc, ident};
use crate::plan::docs;
use crate::plan::{ChoicePlan, Field};
use crate::print::blank;

pub fn choice(page: &Page<'_, '_>) -> TokenStream {
    let choices = &page.plan.choices;
    let fmt = page.imported("core", "fmt");
    let variants = choices.iter().map(|choice| variant(page, choice));
    let (shown, read, blank) = (shown(choices, &fmt), read(page, choices), blank());
    quote! {
        #[doc = " One option with what it is about."]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Choice {
            #(#variants)*
        }
        #blank
        #[doc = " In the words of the rules."]
        #shown
        #blank
        #read
    }
}

fn variant(page: &Page<'_, '_>, choice: &ChoicePlan) -> TokenStream {
    let variant = ident(&choice.variant);
    let rule = &page.plan.machine.rules[choice.rule.idx()];
    let about = if rule.name == choice.word {
        format!("`{}`.", choice.word)
    } else {
        format!("`{}`, of `{}`.", choice.word, rule.name)
    };
    let lines = doc(&docs::plain(&about));
    let fields = choice.fields.iter().map(|field| {
        let (name, holds) = (ident(&field.name), page.value_type(field.holds));
        quote!(#name: #holds)
    });
    let fields: Vec<TokenStream> = fields.collect();
    let fields = (!fields.is_empty()).then(|| quote!({ #(#fields),* }));
    quote!(#lines #variant #fields,)
}

fn pattern(choice: &ChoicePlan) -> TokenStream {
    let variant = ident(&choice.variant);
    let names: Vec<_> = choice.fields.iter().map(|field| ident(&field.name)).collect();
    if names.is_empty() { quote!(Choice::#variant) } else { quote!(Choice::#variant { #(#names),* }) }
}

fn shown(choices: &[ChoicePlan], fmt: &proc_macro2::Ident) -> TokenStream {
    let arms = choices.iter().map(|choice| {
        let pattern = pattern(choice);
        if choice.fields.is_empty() {
            let word = &choice.word;
            return quote!(#pattern => f.write_str(#word),);
        }
        let shown = |field: &Field| matches!(field.holds, Type::Integer { .. } | Type::Member(_));
        if choice.fields.iter().all(shown) {
            let places: Vec<String> =
                choice.fields.iter().map(|field| format!("{{{}}}", field.name)).collect();
            let text = format!("{}({})", choice.word, places.join(", "));
            return quote!(#pattern => write!(f, #text),);
        }
        let places: Vec<&str> = choice.fields.iter().map(|_| "{}").collect();
        let text = format!("{}({})", choice.word, places.join(", "));
        let values = choice.fields.iter().map(|field| ident(&field.name));
        quote!(#pattern => write!(f, #text, #(rulec_runtime::Shown::from(#values)),*),)
    });
    let body = if choices.is_empty() { quote!(match *self {}) } else { quote!(match *self { #(#arms)* }) };
    let parameter = if choices.is_empty() { quote!(_f) } else { quote!(f) };
    quote! {
        impl #fmt::Display for Choice {
            fn fmt(&self, #parameter: &mut #fmt::Formatter<'_>) -> #fmt::Result {
                #body
            }
        }
    }
}

/// Whether options can be read from their words.
pub fn is_readable(choices: &[ChoicePlan]) -> bool {
    let plain = |field: &Field| matches!(field.holds, Type::Integer { .. } | Type::Member(_));
    choices.iter().any(|choice| choice.fields.iter().all(plain))
}

/// Options of one name and so many arguments are tried one after the other.
fn read(page: &Page<'_, '_>, choices: &[ChoicePlan]) -> TokenStream {
    let readable = |choice: &&ChoicePlan| {
        let plain = |field: &Field| matches!(field.holds, Type::Integer { .. } | Type::Member(_));
        choice.fields.iter().all(plain)
    };
    let mut groups: BTreeMap<(&str, usize), Vec<&ChoicePlan>> = BTreeMap::new();
    for choice in choices.iter().filter(readable) {
        groups.entry((choice.word.as_str(), choice.fields.len())).or_default().push(choice);
    }
    let arms = groups.into_iter().map(|((word, _), alike)| {
        let names: Vec<_> =
            alike.iter().flat_map(|choice| &choice.fields).map(|field| ident(&field.name)).collect();
        let names = &names[..alike.first().map_or(0, |choice| choice.fields.len())];
        let mut tries = alike.iter().map(|choice| parsed(page, choice, names));
        let first = tries.next().unwrap_or(quote!(None));
        let all = tries.fold(first, |before, next| quote!(#before.or_else(|| #next)));
        quote!((#word, [#(#names),*]) => #all,)
    });
    let arms: Vec<TokenStream> = arms.collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    let words_of = page.runtime("words_of_choice");
    quote! {
        impl Choice {
            #[doc = " Reads what is shown: `raid(army_1)`. Whether it is legal is another question."]
            pub fn read(text: &str) -> Option<Choice> {
                let (option, arguments) = #words_of(text)?;
                match (option, arguments.as_slice()) {
                    #(#arms)*
                    _ => None,
                }
            }
        }
    }
}

/// `Some(Choice::Raid { army: member_named(army)? })`, in a closure of its own where something else is tried after it.
fn parsed(page: &Page<'_, '_>, choice: &ChoicePlan, names: &[proc_macro2::Ident]) -> TokenStream {
    let variant = ident(&choice.variant);
    let mut values = Vec::new();
    let mut read = Vec::new();
    for (field, name) in choice.fields.iter().zip(names) {
        let own = ident(&field.name);
        let value = match field.holds {
            Type::Integer { .. } => quote!(#name.parse().ok()),
            Type::Member(_) | Type::Boolean | Type::Optional(_) | Type::Set(_) => {
                let named = page.runtime("member_named");
                quote!(#named(#name))
            }
        };
        values.push(quote!(#own));
        read.push(value);
    }
    let built =
        if values.is_empty() { quote!(Choice::#variant) } else { quote!(Choice::#variant { #(#values),* }) };
    match read.as_slice() {
        [] => quote!(Some(#built)),
        [one] => {
            let own = &values[0];
            quote!(#one.map(|#own| #built))
        }
        several => {
            let innermost = quote!(Some(#built));
            values.iter().zip(several).rev().fold(innermost, |inner, (own, value)| {
                if inner.to_string().starts_with("Some") {
                    quote!(#value.map(|#own| #built))
                } else {
                    quote!(#value.and_then(|#own| #inner))
                }
            })
        }
    }
}
