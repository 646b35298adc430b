//! Sets as Rust: built from members, joined, taken apart, looked into.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use rulec_model::machine::{Expression, Type, TypeId};

use super::expression::{Hold, Rust, Writer};
use super::simplify;

impl Writer<'_, '_> {
    pub(super) fn set_type(&self, gives: Type) -> Ident {
        self.page.set_name(self.type_of(gives))
    }

    /// The closed set that a type is about.
    pub fn type_of(&self, gives: Type) -> TypeId {
        match gives {
            Type::Member(id) | Type::Optional(id) | Type::Set(id) => id,
            Type::Integer { .. } | Type::Boolean => self.page.plan.machine.game.players,
        }
    }

    pub(super) fn set(&self, gives: Type, members: &[Expression]) -> Rust {
        let set = self.set_type(gives);
        if members.is_empty() {
            return Rust::atom(quote!(#set::EMPTY));
        }
        if members.iter().all(|member| matches!(member.gives, Type::Member(_))) {
            let members = members.iter().map(|member| self.tokens(member));
            return Rust::atom(quote!(#set::of([#(#members),*])));
        }
        let mut written = quote!(#set::EMPTY);
        for member in members {
            let tokens = self.tokens(member);
            written = match member.gives {
                Type::Optional(_) => quote!(#written.union((#tokens).into_iter().collect())),
                _ => quote!(#written.with(#tokens)),
            };
        }
        Rust::atom(written)
    }

    pub(super) fn union(&self, a: &Expression, b: &Expression) -> Rust {
        let (receiver, gives) = (self.set_receiver(a), a.gives);
        match simplify::only_member(b) {
            Some(member) => {
                let member = self.tokens(member);
                Rust::atom(quote!(#receiver.with(#member)))
            }
            None => {
                let b = self.expected(b, gives).tokens;
                Rust::atom(quote!(#receiver.union(#b)))
            }
        }
    }

    pub(super) fn difference(&self, a: &Expression, b: &Expression) -> Rust {
        let (receiver, gives) = (self.set_receiver(a), a.gives);
        match simplify::only_member(b) {
            Some(member) => {
                let member = self.tokens(member);
                Rust::atom(quote!(#receiver.without(#member)))
            }
            None => {
                let b = self.expected(b, gives).tokens;
                Rust::atom(quote!(#receiver.difference(#b)))
            }
        }
    }

    pub fn set_receiver(&self, set: &Expression) -> TokenStream {
        let id = self.type_of(set.gives);
        self.expected(set, Type::Set(id)).within(Hold::Atom)
    }

    pub(super) fn contains(&self, set: &Expression, member: &Expression) -> Rust {
        if let (Type::Member(_), Some(members)) = (member.gives, simplify::fixed_members(set)) {
            let subject = self.tokens(member);
            let id = self.type_of(set.gives);
            let members: Vec<TokenStream> =
                members.into_iter().map(|index| self.page.member(id, index)).collect();
            return match members.as_slice() {
                [] => Rust::atom(quote!(false)),
                [one] => {
                    let left = self.expression(member).within(Hold::Add);
                    Rust { tokens: quote!(#left == #one), hold: Hold::Compare }
                }
                several => Rust::atom(quote!(matches!(#subject, #(#several)|*))),
            };
        }
        let receiver = self.set_receiver(set);
        let written = self.tokens(member);
        match member.gives {
            Type::Optional(_) => {
                let maybe = self.receiver(member);
                Rust::atom(quote!(#maybe.is_some_and(|member| #receiver.contains(member))))
            }
            _ => Rust::atom(quote!(#receiver.contains(#written))),
        }
    }
}
