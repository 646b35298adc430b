//! `types.rs`: the closed sets of the rules.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use rulec_model::machine::{RuleId, TypeDefinition, TypeKind};

use super::page::{Page, doc, ident};
use crate::plan::TypeNames;
use crate::plan::docs::{self, Doc};
use crate::print::blank;

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
    let members: Vec<_> = names.members.iter().map(|member| ident(member)).collect();
    let titles = titles(definition);
    let member_docs = definition.members.iter().zip(&definition.titles).map(|(member, title)| {
        let title = if title == member { None } else { Some(doc(&docs::plain(&docs::escaped(title)))) };
        quote!(#title)
    });
    let repr = match definition.members.len() {
        0 => None,
        1..=256 => Some(quote!(#[repr(u8)])),
        _ => Some(quote!(#[repr(u16)])),
    };
    let words = &definition.members;
    let (blank, member_trait) = (blank(), page.runtime("Member"));
    let fmt = page.imported("core", "fmt");
    let (index, shown) = if definition.members.is_empty() {
        (quote!(match self {}), quote!(match self {}))
    } else {
        (quote!(self as usize), quote!(#name::NAMES[self as usize]))
    };
    let (titles, title) = match titles {
        Some(titles) => (
            Some(quote!(const TITLES: [&'static str; #count] = [#(#titles),*]; #blank)),
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
    let Bits { of, all, none, put } = Bits::for_members(definition.members.len());
    let blank_before_title = title.as_ref().map(|_| blank.clone());
    quote! {
        #lines
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #repr
        pub enum #name {
            #(#member_docs #members,)*
        }
        #blank
        impl #name {
            #[doc = " All members in order."]
            pub const ALL: [#name; #count] = [#(#name::#members),*];
            #blank
            const NAMES: [&'static str; #count] = [#(#words),*];
            #blank_before_title
            #titles
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
            const ALL_BITS: #of = #all;
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

/// How the sets of a type are held, as Rust.
struct Bits {
    of: TokenStream,
    all: TokenStream,
    none: TokenStream,
    /// Puts the `nth` of `members` among `bits`.
    put: TokenStream,
}

impl Bits {
    /// The narrowest number that has a bit for each member; the fewest words beyond 64.
    fn for_members(count: usize) -> Bits {
        let put = if count == 0 { quote!() } else { quote!(bits |= 1 << members[nth] as usize;) };
        let number = |of: &str, width| {
            let (of, all) = (ident(of), first_bits(of, width, count));
            Bits { of: quote!(#of), all, none: quote!(0), put }
        };
        match count {
            0..=8 => number("u8", 8),
            9..=16 => number("u16", 16),
            17..=32 => number("u32", 32),
            33..=64 => number("u64", 64),
            // Words of 32 where the last of 64 would be half empty.
            _ if count.div_ceil(32) % 2 == 1 => Bits::in_words("u32", 32, count),
            _ => Bits::in_words("u64", 64, count),
        }
    }

    fn in_words(word: &str, width: usize, count: usize) -> Bits {
        let n_words = count.div_ceil(width);
        let all = (0..n_words).map(|nth| first_bits(word, width, count - width * nth));
        let all = quote!([#(#all),*]);
        let (word, n_words) = (ident(word), Literal::usize_unsuffixed(n_words));
        let width = Literal::usize_unsuffixed(width);
        let put = quote! {
            let index = members[nth] as usize;
            bits[index / #width] |= 1 << (index % #width);
        };
        Bits { of: quote!([#word; #n_words]), all, none: quote!([0; #n_words]), put }
    }
}

/// So many bits of a number, from the lowest; all where there are more.
fn first_bits(of: &str, width: usize, count: usize) -> TokenStream {
    let of = ident(of);
    match width.saturating_sub(count) {
        0 => quote!(#of::MAX),
        none if none == width => quote!(0),
        over => {
            let over = Literal::usize_unsuffixed(over);
            quote!(#of::MAX >> #over)
        }
    }
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
