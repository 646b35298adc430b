//! `rulebook.rs`: every rule with its citation, as one enumeration and one table.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use rulec_model::machine::{Origin, Rule};

use super::page::Page;
use crate::print::blank;

/// From so many rows on, the table goes as text.
const LONG: usize = 8;

pub fn rulebook(page: &Page<'_, '_>) -> TokenStream {
    let machine = page.plan.machine;
    let count = Literal::usize_unsuffixed(machine.rules.len());
    let (game, edition) = (&machine.game.name, &machine.game.edition);
    let variants: String = page.plan.rules.iter().flat_map(|rule| [rule, ",\n"]).collect();
    let variants = (!variants.is_empty()).then(|| page.variants(variants));
    let rows = rows(page, &machine.rules);
    let (rule, index) = (page.runtime("Rule"), page.runtime("RuleIndex"));
    let repr = (!machine.rules.is_empty()).then(|| quote!(#[repr(u16)]));
    let blank = blank();
    let place = if machine.rules.is_empty() { quote!(match self {}) } else { quote!(#index(self as u16)) };
    quote! {
        #[doc = " The game's name, as saves and recorded games have it."]
        pub const GAME: &str = #game;
        #blank
        #[doc = " The edition that these rules are."]
        pub const EDITION: &str = #edition;
        #blank
        #[doc = " The rules in the order of the rulebook."]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #repr
        pub enum RuleId {
            #variants
        }
        #blank
        impl RuleId {
            #[doc = " Its place in [`RULES`]."]
            pub const fn index(self) -> #index {
                #place
            }
        }
        #blank
        impl From<RuleId> for #index {
            fn from(rule: RuleId) -> #index {
                rule.index()
            }
        }
        #blank
        #[doc = " What each rule says and where it comes from."]
        pub static RULES: [#rule<'static>; #count] = [#rows];
    }
}

/// A long table goes as text, a row a marker; a short one might stand on one line, where no marker is found.
fn rows(page: &Page<'_, '_>, rules: &[Rule]) -> TokenStream {
    if rules.len() < LONG {
        let rows = rules.iter().map(|rule| row(rule).parse::<TokenStream>().unwrap_or_default());
        return rows.collect();
    }
    let mut notes = page.notes.borrow_mut();
    let rows = rules.iter().map(|rule| notes.plain_element(row(rule)));
    quote!(#(#rows),*)
}

/// An element with its comma.
fn row(rule: &Rule) -> String {
    let Rule { name, kind, says, cites, origin, errata, fingerprint, .. } = rule;
    let says = says.as_deref().unwrap_or_default();
    let cites = cites.join("; ");
    let errata = errata.join("; ");
    let origin = match origin {
        Origin::Rulebook => String::new(),
        Origin::House(why) => format!("house: {why}"),
        Origin::Published(source) => format!("published: {source}"),
        Origin::Private(what) => format!("private: {what}"),
    };
    // Four groups of four digits, as clippy likes long numbers.
    let digits = format!("{fingerprint:016x}");
    let grouped = format!("0x{}_{}_{}_{}", &digits[..4], &digits[4..8], &digits[8..12], &digits[12..]);
    let [name, kind, says, cites, origin, errata] =
        [name.as_str(), kind, says, &cites, &origin, &errata].map(Literal::string);
    format!(
        "Rule {{\n    name: {name},\n    kind: {kind},\n    says: {says},\n    cites: {cites},\n    origin: {origin},\n    \
         errata: {errata},\n    fingerprint: {grouped},\n}},"
    )
}
