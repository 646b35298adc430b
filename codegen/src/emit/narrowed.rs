//! Variables that run through few: the sets that conditions name, instead of a look at each member.

use proc_macro2::TokenStream;
use quote::quote;
use rulec_model::machine::{Expression, ExpressionKind as Kind, Key, LocalId, Source, Type, TypeId};

use super::expression::{Hold, Writer};
use super::page::ident;
use super::simplify::{self, Simple};
use crate::plan::kept::set_key;
use crate::plan::narrow::{By, Narrowing, narrowings};

/// What a variable runs through, and what is still to be asked about each.
pub struct Narrowed {
    /// A set that holds all that meet the conditions; none where each member of the source must be looked at.
    pub set: Option<TokenStream>,
    pub conditions: Vec<Expression>,
}

impl Writer<'_, '_> {
    /// What those of a source that meet the conditions stand in. A hint is a condition that need not be met.
    pub fn narrowed(
        &self,
        variable: LocalId,
        source: &Source,
        conditions: &[&Expression],
        hint: Option<&Expression>,
    ) -> Narrowed {
        let mut rest = Vec::new();
        let mut found: Vec<Narrowing> = Vec::new();
        let plan = self.page.plan;
        for condition in conditions {
            let simple = match simplify::simple(condition) {
                Simple::As(simpler) => simpler,
                Simple::Already => (*condition).clone(),
            };
            let mut operands = Vec::new();
            simplify::conjuncts(&simple, &mut operands);
            for operand in operands {
                let told = narrowings(plan.machine, variable, operand);
                let here = told.by.iter().filter(|narrowing| plan.by_value.has(&narrowing.by));
                if !told.is_all || here.clone().count() < told.by.len() {
                    rest.push(operand.clone());
                }
                for narrowing in here {
                    if !found.contains(narrowing) {
                        found.push(narrowing.clone());
                    }
                }
            }
        }
        if let Some(hint) = hint {
            let told = narrowings(plan.machine, variable, hint);
            found.extend(told.by.into_iter().filter(|narrowing| plan.by_value.has(&narrowing.by)));
        }
        match self.common(source, &found) {
            Some(set) => Narrowed { set: Some(set), conditions: rest },
            None => Narrowed {
                set: None,
                conditions: conditions.iter().map(|condition| (*condition).clone()).collect(),
            },
        }
    }

    /// The members of the source that all these sets have.
    fn common(&self, source: &Source, found: &[Narrowing]) -> Option<TokenStream> {
        let common = match source {
            Source::Type(_) => None,
            Source::Set(set) if set.kind == Kind::All => None,
            Source::Set(set) if simplify::at_most_one(set).is_none() => Some(self.set_receiver(set)),
            Source::Set(_) | Source::Range(..) => return None,
        };
        if found.is_empty() {
            return None;
        }
        let of = match source {
            Source::Type(id) => *id,
            Source::Set(set) => self.type_of(set.gives),
            Source::Range(..) => return None,
        };
        Some(self.joined(common, found, of))
    }

    /// Those of a set, or of the whole type, that are within these.
    fn joined(&self, of_these: Option<TokenStream>, found: &[Narrowing], of: TypeId) -> TokenStream {
        let mut common = of_these;
        for narrowing in found.iter().filter(|narrowing| narrowing.within) {
            let set = self.by(&narrowing.by, of);
            common = Some(common.map_or(set.clone(), |before| quote!(#before.intersection(#set))));
        }
        let mut common = common.unwrap_or_else(|| {
            let set = self.page.set_name(of);
            quote!(#set::ALL)
        });
        for narrowing in found.iter().filter(|narrowing| !narrowing.within) {
            let set = self.by(&narrowing.by, of);
            common = quote!(#common.difference(#set));
        }
        common
    }

    fn by(&self, by: &By, of: TypeId) -> TokenStream {
        let plan = self.page.plan;
        let state = self.state_name();
        match by {
            By::State(id, keys) => {
                let (variable, name) = (&plan.machine.states[id.idx()], ident(&plan.states[id.idx()].name));
                self.set_of_those(quote!(#state.#name), &variable.keys, keys)
            }
            By::Constant(id, keys) => {
                let constant = &plan.machine.constants[id.idx()];
                let name = self.page.import("constants", &plan.constants[id.idx()]);
                self.set_of_those(quote!(#name), &constant.keys, keys)
            }
            By::StateSome(id, keys, own) => {
                let variable = &plan.machine.states[id.idx()];
                let name = ident(plan.by_value.some.get(&(*id, *own)).map_or("", String::as_str));
                self.set_at(quote!(#state.#name), &variable.keys, keys, Some(*own))
            }
            By::Either(one, other) => {
                let (one, other) = (self.joined(None, one, of), self.joined(None, other, of));
                quote!(#one.union(#other))
            }
            By::StateValue(id, value) => {
                let name = ident(plan.by_value.states.get(id).map_or("", String::as_str));
                let shelf = self.shelf(value, plan.machine.states[id.idx()].holds);
                quote!(#state.#name[#shelf])
            }
            By::ConstantValue(id, value) => {
                let name = plan.by_value.constants.get(id).map_or("", String::as_str);
                let name = self.page.import("constants", name);
                let shelf = self.shelf(value, plan.machine.constants[id.idx()].gives);
                quote!(#name[#shelf])
            }
            By::Set(set) => self.set_receiver(set),
        }
    }

    /// The set of those for which yes is said.
    pub fn set_of_those(&self, sets: TokenStream, dimensions: &[Key], keys: &[Expression]) -> TokenStream {
        let own = set_key(self.page.plan.machine, dimensions, Type::Boolean).map(|(nth, _)| nth);
        self.set_at(sets, dimensions, keys, own)
    }

    /// The set for the keys that do not stand in it.
    fn set_at(
        &self,
        sets: TokenStream,
        dimensions: &[Key],
        keys: &[Expression],
        own: Option<usize>,
    ) -> TokenStream {
        let others = |nth: usize| Some(nth) != own;
        let other_dimensions: Vec<Key> =
            (0..).zip(dimensions).filter(|(nth, _)| others(*nth)).map(|(_, key)| *key).collect();
        let other_keys: Vec<Expression> =
            (0..).zip(keys).filter(|(nth, _)| others(*nth)).map(|(_, key)| key.clone()).collect();
        self.cell(sets, &other_dimensions, &other_keys)
    }

    /// Where the set of those with a value stands.
    fn shelf(&self, value: &Expression, holds: Type) -> TokenStream {
        let value = match simplify::simple(value) {
            Simple::As(simpler) => simpler,
            Simple::Already => value.clone(),
        };
        match (&value.kind, value.gives) {
            (Kind::Nothing, _) => {
                let (shelf, of) = (self.page.runtime("shelf"), self.page.type_name(self.type_of(holds)));
                quote!(#shelf::<#of>(None))
            }
            (Kind::Some(member), _) => self.shelf(member, holds),
            (_, Type::Member(of)) => {
                let written = self.expression(&value);
                self.page.place(Key::Type(of), &written.within(Hold::Add), written.hold >= Hold::Cast)
            }
            (_, _) => {
                let (shelf, written) = (self.page.runtime("shelf"), self.tokens(&value));
                quote!(#shelf(#written))
            }
        }
    }
}
