//! Aggregates as chains of iterators.

use proc_macro2::TokenStream;
use quote::quote;
use rulec_model::machine::{Aggregate, AggregateKind, Expression, ExpressionKind, LocalId, Source, Type};

use super::expression::{Hold, Rust, Writer};
use super::simplify::{self, AtMostOne};
use crate::plan::{narrow, uses};

impl Writer<'_, '_> {
    /// An iterator over a source, by value.
    pub fn iterator(&self, source: &Source) -> TokenStream {
        match source {
            Source::Type(id) => {
                let name = self.page.type_name(*id);
                quote!(#name::ALL.iter().copied())
            }
            Source::Set(set) => match set.kind {
                ExpressionKind::All => self.iterator(&Source::Type(self.type_of(set.gives))),
                _ => self.few(set).unwrap_or_else(|| {
                    let set = self.set_receiver(set);
                    quote!(#set.iter())
                }),
            },
            Source::Range(least, greatest) => {
                let range = self.range(least, greatest);
                quote!((#range))
            }
        }
    }

    /// What a `for` runs through.
    pub fn each(&self, source: &Source) -> TokenStream {
        match source {
            Source::Type(id) => {
                let name = self.page.type_name(*id);
                quote!(#name::ALL)
            }
            Source::Set(set) => match set.kind {
                ExpressionKind::All => self.each(&Source::Type(self.type_of(set.gives))),
                _ => self.few(set).unwrap_or_else(|| self.set_receiver(set)),
            },
            Source::Range(least, greatest) => self.range(least, greatest),
        }
    }

    /// The member of a set that has at most one, to run through without making the set.
    fn few(&self, set: &Expression) -> Option<TokenStream> {
        Some(match simplify::at_most_one(set)? {
            AtMostOne::One(member) => {
                let member = self.tokens(member);
                quote!([#member].into_iter())
            }
            AtMostOne::Perhaps(value) => {
                let value = self.receiver(value);
                quote!(#value.into_iter())
            }
        })
    }

    fn range(&self, least: &Expression, greatest: &Expression) -> TokenStream {
        let (least, greatest) =
            (self.expression(least).within(Hold::Or), self.expression(greatest).within(Hold::Or));
        quote!(#least..=#greatest)
    }

    /// Whether a source has this value, which is of the source's type already.
    pub fn holds_value(&self, source: &Source, value: &TokenStream) -> Option<Rust> {
        match source {
            Source::Type(_) => None,
            Source::Set(set) => Some(match simplify::at_most_one(set) {
                Some(AtMostOne::One(member)) => {
                    let member = self.expression(member).within(Hold::Add);
                    Rust { tokens: quote!(#member == #value), hold: Hold::Compare }
                }
                Some(AtMostOne::Perhaps(found)) => {
                    let found = self.receiver(found);
                    Rust { tokens: quote!(#found == Some(#value)), hold: Hold::Compare }
                }
                None => {
                    let set = self.set_receiver(set);
                    Rust::atom(quote!(#set.contains(#value)))
                }
            }),
            Source::Range(least, greatest) => {
                let range = self.range(least, greatest);
                Some(Rust::atom(quote!((#range).contains(&#value))))
            }
        }
    }

    pub fn aggregate(&self, aggregate: &Aggregate, gives: Type) -> Rust {
        let conditions = narrow::conditions(aggregate);
        let hint = narrow::hint(aggregate);
        let narrowed = self.narrowed(aggregate.variable, &aggregate.source, &conditions, hint.as_ref());
        if let (Some(set), []) = (&narrowed.set, narrowed.conditions.as_slice()) {
            match aggregate.kind {
                AggregateKind::Count => return Rust { tokens: quote!(#set.len() as i32), hold: Hold::Cast },
                AggregateKind::Any => return Rust::atom(quote!(#set.is_empty())).not(),
                AggregateKind::First => return Rust::atom(quote!(#set.first())),
                AggregateKind::Those => return Rust::atom(set.clone()),
                AggregateKind::Sum | AggregateKind::Most | AggregateKind::Least | AggregateKind::Every => {}
            }
        }
        let iterator = match &narrowed.set {
            Some(set) => quote!(#set.iter()),
            None => self.iterator(&aggregate.source),
        };
        let remaining = narrowed.conditions.iter().cloned().reduce(simplify::and);
        let filtered = match &remaining {
            Some(filter) => {
                let by_reference = self.by_reference(aggregate.variable, filter);
                let filter = self.tokens(filter);
                quote!(#iterator.filter(|#by_reference| #filter))
            }
            None => iterator.clone(),
        };
        match aggregate.kind {
            AggregateKind::Count => Rust { tokens: quote!(#filtered.count() as i32), hold: Hold::Cast },
            AggregateKind::Sum => {
                let values = self.mapped(filtered, aggregate);
                Rust::atom(quote!(#values.sum::<i32>()))
            }
            AggregateKind::Most | AggregateKind::Least => self.extreme(filtered, aggregate),
            AggregateKind::Any => self.any(iterator, aggregate.variable, remaining.as_ref()),
            AggregateKind::Every => {
                let (variable, body) = self.closure(aggregate.variable, aggregate.body.as_ref());
                Rust::atom(quote!(#filtered.all(|#variable| #body)))
            }
            AggregateKind::First => self.first(iterator, aggregate, remaining.as_ref()),
            AggregateKind::Those => {
                let set = self.page.set_name(self.type_of(gives));
                match (&aggregate.filter, &aggregate.source) {
                    (None, Source::Type(_)) => Rust::atom(quote!(#set::ALL)),
                    _ => Rust::atom(quote!(#filtered.collect::<#set>())),
                }
            }
        }
    }

    /// Filter and condition are one question.
    fn any(&self, iterator: TokenStream, variable: LocalId, question: Option<&Expression>) -> Rust {
        let is_read = question.is_some_and(|question| uses::reads(question, variable));
        let question = question.map_or(quote!(true), |question| self.tokens(question));
        let variable = self.variable(variable, is_read);
        Rust::atom(quote!(#iterator.any(|#variable| #question)))
    }

    fn first(&self, iterator: TokenStream, aggregate: &Aggregate, filter: Option<&Expression>) -> Rust {
        Rust::atom(match (filter, &aggregate.source) {
            (Some(filter), _) => {
                let by_reference = self.by_reference(aggregate.variable, filter);
                let filter = self.tokens(filter);
                quote!(#iterator.find(|#by_reference| #filter))
            }
            (None, Source::Set(set)) => {
                let set = self.set_receiver(set);
                quote!(#set.first())
            }
            (None, Source::Type(_) | Source::Range(..)) => quote!(#iterator.next()),
        })
    }

    fn extreme(&self, filtered: TokenStream, aggregate: &Aggregate) -> Rust {
        let values = self.mapped(filtered, aggregate);
        let found =
            if aggregate.kind == AggregateKind::Most { quote!(#values.max()) } else { quote!(#values.min()) };
        Rust::atom(match &aggregate.otherwise {
            None => quote!(#found.unwrap_or(0)),
            Some(otherwise) => {
                let long = uses::is_long(otherwise);
                let otherwise = self.tokens(otherwise);
                if long {
                    quote!(#found.unwrap_or_else(|| #otherwise))
                } else {
                    quote!(#found.unwrap_or(#otherwise))
                }
            }
        })
    }

    /// The values of the body; the variable itself needs no mapping.
    fn mapped(&self, iterator: TokenStream, aggregate: &Aggregate) -> TokenStream {
        let own = ExpressionKind::Local(aggregate.variable);
        match &aggregate.body {
            Some(body) if body.kind != own => {
                let (variable, body) = self.closure(aggregate.variable, Some(body));
                quote!(#iterator.map(|#variable| #body))
            }
            Some(_) | None => iterator,
        }
    }

    fn closure(&self, variable: LocalId, body: Option<&Expression>) -> (TokenStream, TokenStream) {
        let is_read = body.is_some_and(|body| uses::reads(body, variable));
        let body = body.map_or(quote!(true), |body| self.tokens(body));
        (self.variable(variable, is_read), body)
    }

    fn by_reference(&self, variable: LocalId, body: &Expression) -> TokenStream {
        if uses::reads(body, variable) {
            let name = self.local(variable);
            quote!(&#name)
        } else {
            quote!(_)
        }
    }

    pub fn variable(&self, variable: LocalId, is_read: bool) -> TokenStream {
        if is_read {
            let name = self.local(variable);
            quote!(#name)
        } else {
            quote!(_)
        }
    }
}
