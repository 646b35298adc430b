//! Ways by steps as a search of the runtime, on arrays of the place's size.

use quote::quote;
use rulec_model::machine::{Source, Ways, WaysGive};

use super::expression::{Hold, Rust, Writer};
use super::page::number;
use crate::plan::uses;

impl Writer<'_, '_> {
    pub(super) fn ways(&self, ways: &Ways) -> Rust {
        let of = self.type_of(ways.from.gives);
        let (place, set) = (self.page.type_name(of), self.page.set_name(of));
        let places = number(self.page.plan.machine.types[of.idx()].members.len() as i64);
        let from = self.expression(&ways.from).within(Hold::Cast);
        let (here, there) = (self.local(ways.here), self.local(ways.there));
        let neighbours = self.each(&Source::Set(ways.neighbours.clone()));
        let cost = self.tokens(&ways.cost);
        let (limit, to) = match &ways.gives {
            WaysGive::Cost(to) => {
                let to = self.expression(to).within(Hold::Cast);
                (quote!(i32::MAX), quote!(Some(#to as usize)))
            }
            WaysGive::Places(limit) => (self.tokens(limit), quote!(None)),
        };
        let is_read = [&ways.neighbours, &ways.cost].iter().any(|part| uses::reads(part, ways.here));
        let bound = is_read.then(|| quote!(let #here = #place::ALL[reached_place];));
        let search = self.page.imported("rulec_runtime::ways", "costs_of_ways");
        let costs = quote! {
            #search::<#places>(#from as usize, #limit, #to, |reached_place, way_search| {
                #bound
                for #there in #neighbours {
                    way_search.step(reached_place, #there as usize, #cost);
                }
            })
        };
        Rust::atom(match &ways.gives {
            WaysGive::Cost(to) => {
                let to = self.expression(to).within(Hold::Cast);
                quote!(#costs[#to as usize])
            }
            WaysGive::Places(_) => quote! {
                #place::ALL
                    .into_iter()
                    .zip(#costs)
                    .filter(|(_, cost)| *cost >= 0)
                    .map(|(place, _)| place)
                    .collect::<#set>()
            },
        })
    }
}
