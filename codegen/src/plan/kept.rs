//! How values are kept: as sets of members, so that those which meet a condition are at hand.
//!
//! What says yes or no about the members of a type is the set of those for which it says yes. What gives a member or
//! nothing is kept by its keys; where rules ask for those with a certain value, sets by the value stand beside it.

use std::collections::{BTreeMap, BTreeSet};

use rulec_model::machine::{
    ConstantId, DecisionOption, Expression, ExpressionKind, Key, Machine, StateId, Type, TypeId,
};

use super::narrow::{self, By};
use super::uses;
use crate::names::{Names, screaming, snake};

/// The key whose members stand in sets, where a value says yes or no about them: that of the largest type.
pub fn set_key(machine: &Machine, keys: &[Key], holds: Type) -> Option<(usize, TypeId)> {
    if holds != Type::Boolean {
        return None;
    }
    let typed = keys.iter().enumerate().filter_map(|(nth, key)| match key {
        Key::Type(id) => Some((nth, *id)),
        Key::Range(..) => None,
    });
    typed.max_by_key(|(_, id)| machine.types[id.idx()].members.len())
}

/// The key of what could be kept by its value too, and the type of the value.
pub fn kept_by_value(keys: &[Key], holds: Type) -> Option<(TypeId, TypeId)> {
    match (keys, holds) {
        ([Key::Type(key)], Type::Member(value) | Type::Optional(value)) => Some((*key, value)),
        _ => None,
    }
}

/// How many sets there are by the value: one for each member, and one for nothing.
pub fn shelves(machine: &Machine, holds: Type) -> usize {
    match holds {
        Type::Member(id) => machine.types[id.idx()].members.len(),
        Type::Optional(id) => machine.types[id.idx()].members.len() + 1,
        Type::Integer { .. } | Type::Boolean | Type::Set(_) => 0,
    }
}

/// What is kept by value too, with the names of the sets.
#[derive(Default)]
pub struct ByValue {
    pub states: BTreeMap<StateId, String>,
    /// Numbers, and what may hold somebody: the sets of those that have some, for one of the keys.
    pub some: BTreeMap<(StateId, usize), String>,
    pub constants: BTreeMap<ConstantId, String>,
}

impl ByValue {
    /// Where any rule asks for those with a certain value.
    pub fn wanted(machine: &Machine, methods: &mut Names, constants: &mut Names) -> ByValue {
        let mut wanted =
            Wanted { machine, states: BTreeSet::new(), some: BTreeSet::new(), constants: BTreeSet::new() };
        wanted.rules();
        let states = wanted.states.iter().filter_map(|id| {
            let state = &machine.states[id.idx()];
            let (key, _) = kept_by_value(&state.keys, state.holds)?;
            let name = format!("{}_by_{}", snake(&machine.types[key.idx()].name), snake(&state.name));
            Some((*id, methods.claim(name)))
        });
        let states = states.collect();
        let some = wanted.some.iter().filter_map(|(id, own)| {
            let state = &machine.states[id.idx()];
            let Key::Type(of) = state.keys[*own] else { return None };
            let name = format!("{}_with_{}", snake(&machine.types[of.idx()].name), snake(&state.name));
            Some(((*id, *own), methods.claim(name)))
        });
        let some = some.collect();
        let named = wanted
            .constants
            .iter()
            .map(|id| (*id, constants.claim(format!("BY_{}", screaming(&machine.constants[id.idx()].name)))));
        ByValue { states, some, constants: named.collect() }
    }

    /// Whether the sets that a narrowing needs are there.
    pub fn has(&self, by: &By) -> bool {
        match by {
            By::StateValue(id, _) => self.states.contains_key(id),
            By::StateSome(id, _, own) => self.some.contains_key(&(*id, *own)),
            By::Either(one, other) => one.iter().chain(other).all(|narrowing| self.has(&narrowing.by)),
            By::ConstantValue(id, _) => self.constants.contains_key(id),
            By::State(..) | By::Constant(..) | By::Set(_) => true,
        }
    }
}

/// Looks through the rules for what is asked by value.
struct Wanted<'m> {
    machine: &'m Machine,
    states: BTreeSet<StateId>,
    some: BTreeSet<(StateId, usize)>,
    constants: BTreeSet<ConstantId>,
}

impl Wanted<'_> {
    fn rules(&mut self) {
        let machine = self.machine;
        uses::each_expression(machine, &mut |expression| self.expression(expression));
        machine
            .decisions
            .iter()
            .flat_map(|decision| &decision.options)
            .for_each(|option| self.option(option));
    }

    fn option(&mut self, option: &DecisionOption) {
        let filters = option.bindings.iter().filter_map(|binding| binding.filter.as_ref());
        let conditions: Vec<&Expression> =
            filters.chain(&option.conditions).map(|condition| &condition.holds).collect();
        for binding in &option.bindings {
            for condition in &conditions {
                let found = narrow::narrowings(self.machine, binding.local, condition);
                found.by.iter().for_each(|narrowing| self.by(&narrowing.by));
            }
        }
    }

    fn expression(&mut self, expression: &Expression) {
        let machine = self.machine;
        expression.walk(&mut |part| {
            if let ExpressionKind::Aggregate(aggregate) = &part.kind {
                let hint = narrow::hint(aggregate);
                for condition in narrow::conditions(aggregate).into_iter().chain(&hint) {
                    let found = narrow::narrowings(machine, aggregate.variable, condition);
                    found.by.iter().for_each(|narrowing| self.by(&narrowing.by));
                }
            }
        });
    }

    fn by(&mut self, by: &By) {
        match by {
            By::StateValue(id, _) => {
                self.states.insert(*id);
            }
            By::StateSome(id, _, own) => {
                self.some.insert((*id, *own));
            }
            By::Either(one, other) => one.iter().chain(other).for_each(|narrowing| self.by(&narrowing.by)),
            By::ConstantValue(id, _) => {
                self.constants.insert(*id);
            }
            By::State(..) | By::Constant(..) | By::Set(_) => {}
        }
    }
}
