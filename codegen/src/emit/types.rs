//! `types.rs`: the closed sets of the rules.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use rulec_model::machine::{RuleId, TypeDefinition, TypeKind};

use super::bits::Bits;
use super::page::{Page, ident};
use crate::plan::TypeNames;
use crate::plan::docs::{self, Doc};
use crate::print::blank;
use crate::print::table::{Row, Value};

pub fn types(page: &Page<'_, '_>) -> TokenStream {
    let plan = page.plan;
    let mut items = Vec::new();
    for (definition, names) in plan.machine.types.iter().zip(&plan.types) {
        items.push(closed_set(page, definition, names));
        items.push(set_of(page, definition, names));
    }
    items.into_iter().collect()
}

/// The types that a rule defines.
pub fn of_rule(page: &Page<'_, '_>, rule: RuleId) -> TokenStream {
    let plan = page.plan;
    let own =
        plan.machine.types.iter().zip(&plan.types).filter(|(definition, _)| definition.rule == Some(rule));
    own.map(|(definition, names)| closed_set(page, definition, names)).collect()
}

fn closed_set(page: &Page<'_, '_>, definition: &TypeDefinition, names: &TypeNames) -> TokenStream {
    let name = ident(&names.name);
    let lines = page.docs(&about(page, definition));
    let count = Literal::usize_unsuffixed(definition.members.len());
    let titles = titles(definition);
    let repr = match definition.members.len() {
        0 => None,
        1..=256 => Some(quote!(#[repr(u8)])),
        _ => Some(quote!(#[repr(u16)])),
    };
    let (blank, member_trait) = (blank(), page.runtime("Member"));
    let fmt = page.imported("core", "fmt");
    let (index, shown) = if definition.members.is_empty() {
        (quote!(match self {}), quote!(match self {}))
    } else {
        (quote!(self as usize), quote!(#name::NAMES[self as usize]))
    };
    let (titles, title) = match titles {
        Some(titles) => (
            Some(list(page, &[], "const TITLES", "&'static str", titles.iter().map(|title| quoted(title)))),
            Some(quote! {
                #[doc = " What people see."]
                pub const fn title(self) -> &'static str {
                    #name::TITLES[self as usize]
                }
            }),
        ),
        None => (None, None),
    };
    let alias = ident(&names.set);
    let Bits { of, all: all_bits, none, put } = Bits::for_members(definition.members.len());
    let blank_before_title = title.as_ref().map(|_| blank.clone());
    let variants = variants(page, definition, names);
    let all = names.members.iter().map(|member| format!("{}::{member}", names.name));
    let all = list(page, &["All members in order.".into()], "pub const ALL", &names.name, all);
    let words = definition.members.iter().map(|member| quoted(member));
    let words = list(page, &[], "const NAMES", "&'static str", words);
    quote! {
        #lines
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #repr
        #variants
        #blank
        impl #name {
            #all
            #blank
            #words
            #blank_before_title
            #titles
            #blank_before_title
            #title
            #blank
            #[doc = " The set of these."]
            pub const fn set(members: &[#name]) -> #alias {
                let mut bits = #none;
                let mut nth = 0;
                while nth < members.len() {
                    #put
                    nth += 1;
                }
                #alias::from_bits(bits)
            }
        }
        #blank
        impl #member_trait for #name {
            type Bits = #of;
            #blank
            const COUNT: usize = #count;
            const ALL_BITS: #of = #all_bits;
            #blank
            #[inline]
            fn from_index(index: usize) -> Option<#name> {
                #name::ALL.get(index).copied()
            }
            #blank
            #[inline]
            fn index(self) -> usize {
                #index
            }
            #blank
            #[inline]
            fn name(self) -> &'static str {
                #shown
            }
        }
        #blank
        impl #fmt::Display for #name {
            fn fmt(&self, f: &mut #fmt::Formatter<'_>) -> #fmt::Result {
                f.write_str(self.name())
            }
        }
        #blank
    }
}

/// The members with their titles, as text: a map has hundreds.
fn variants(page: &Page<'_, '_>, definition: &TypeDefinition, names: &TypeNames) -> TokenStream {
    let name = ident(&names.name);
    let members = names.members.iter().zip(&definition.members).zip(&definition.titles);
    let mut text = String::new();
    for ((variant, member), title) in members {
        if title != member {
            for line in docs::plain(&docs::escaped(title)) {
                text.push_str(&format!("/// {line}\n"));
            }
        }
        text.push_str(&format!("{variant},\n"));
    }
    if text.is_empty() {
        return quote!(pub enum #name {});
    }
    let members = page.variants(text);
    quote!(pub enum #name { #members })
}

/// `head: [of; 3] = […];` as text.
fn list(
    page: &Page<'_, '_>,
    lines: &[String],
    head: &str,
    of: &str,
    values: impl Iterator<Item = String>,
) -> TokenStream {
    let rows: Vec<Row> = values.map(|value| Row { value: Value::One(value), of: None }).collect();
    let head = format!("{head}: [{of}; {}] =", rows.len());
    page.data(lines, &Value::array(rows).statement(&head))
}

fn quoted(text: &str) -> String {
    Literal::string(text).to_string()
}

fn about(page: &Page<'_, '_>, definition: &TypeDefinition) -> Doc {
    match definition.rule {
        Some(rule) => {
            let stated = &page.plan.machine.rules[rule.idx()];
            let heading = if stated.name == definition.name {
                docs::heading(stated)
            } else {
                format!("`{}`, of `{}`.", definition.name, stated.name)
            };
            docs::of_rule(page.plan.machine, rule, &heading)
        }
        None => vec![format!("`{}`.", definition.name)],
    }
}

/// Titles, where any differs from its member's name.
fn titles(definition: &TypeDefinition) -> Option<&[String]> {
    let differ = definition.titles.iter().zip(&definition.members).any(|(title, member)| title != member);
    let is_list = matches!(
        definition.kind,
        TypeKind::Closed | TypeKind::Pool | TypeKind::Space | TypeKind::Rows | TypeKind::Reading
    );
    (differ && is_list && definition.titles.len() == definition.members.len()).then_some(&definition.titles)
}

fn set_of(page: &Page<'_, '_>, definition: &TypeDefinition, names: &TypeNames) -> TokenStream {
    let (name, alias) = (ident(&names.name), ident(&names.set));
    let set = page.runtime("Set");
    let about = format!(" A set of members of `{}`.", definition.name);
    let blank = blank();
    quote! {
        #[doc = #about]
        pub type #alias = #set<#name>;
        #blank
    }
}
