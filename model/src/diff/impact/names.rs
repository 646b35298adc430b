//! Which cell, seat and option of one machine is which of another: by name, as numbers differ between revisions.

use rulec_runtime::words_for;

use super::called::Called;
use crate::interpreter::{Choice, Prepared};
use crate::machine::{
    Body, DecisionId, Key, Local, Machine, OptionId, Procedure, StateVariable, Type, TypeId,
};

/// From the old machine to the new one.
#[derive(Debug, Clone)]
pub struct Names {
    /// By old type, then member.
    members: Vec<Vec<Option<i64>>>,
    states: Vec<SharedState>,
    /// The cells of both machines are the same numbers in the same places.
    same_cells: bool,
    /// Their frames too: a position of the one is a position of the other.
    same_frames: bool,
    decisions: Vec<Option<SharedDecision>>,
}

/// A state variable that both have.
#[derive(Debug, Clone)]
struct SharedState {
    old_state: usize,
    new_state: usize,
    /// Places of its first number.
    old: usize,
    new: usize,
    old_width: usize,
    new_width: usize,
    /// For each old cell the new one.
    cells: Vec<Option<usize>>,
    holds: Type,
}

#[derive(Debug, Clone)]
struct SharedDecision {
    id: DecisionId,
    options: Vec<Option<OptionId>>,
}

impl Names {
    pub fn of(old: &Machine, new: &Machine, called: &Called) -> Names {
        let type_named = |name: &str| new.types.iter().position(|one| one.name == name);
        let types = old.types.iter().map(|one| called.place(&one.name, type_named));
        let types: Vec<Option<TypeId>> = types.map(|nth| nth.map(|nth| TypeId(nth as u32))).collect();
        let members = old.types.iter().zip(&types).map(|(one, id)| {
            let find = |name: &String| {
                let members = &new.types[id.as_ref()?.idx()].members;
                let place = |name: &str| members.iter().position(|other| other == name);
                // The members of a pool are called after it.
                called.place(name, place).map(|at| at as i64)
            };
            one.members.iter().map(find).collect()
        });
        let mut names = Names {
            members: members.collect(),
            states: Vec::new(),
            same_cells: false,
            same_frames: false,
            decisions: Vec::new(),
        };
        names.states = names.shared_states(old, new, &types, called);
        names.same_cells = same_cells(old, new, &names.states);
        names.same_frames = names.same_cells && same_frames(old, new);
        names.decisions = shared_decisions(old, new, called);
        names
    }

    fn shared_states(
        &self,
        old: &Machine,
        new: &Machine,
        types: &[Option<TypeId>],
        called: &Called,
    ) -> Vec<SharedState> {
        let places = |machine: &Machine| -> Vec<usize> {
            let mut at = 0;
            machine
                .states
                .iter()
                .map(|state| {
                    let here = at;
                    at += size(machine, state);
                    here
                })
                .collect()
        };
        let (old_places, new_places) = (places(old), places(new));
        let mut shared = Vec::new();
        for (nth, state) in old.states.iter().enumerate() {
            let named = |name: &str| new.states.iter().position(|one| one.name == name);
            let Some(other) = called.place(&state.name, named) else { continue };
            let now = &new.states[other];
            if !alike(state.holds, now.holds, types) || state.keys.len() != now.keys.len() {
                continue;
            }
            shared.push(SharedState {
                old_state: nth,
                new_state: other,
                old: old_places[nth],
                new: new_places[other],
                old_width: width(old, state.holds),
                new_width: width(new, now.holds),
                cells: self.shared_cells(old, new, &state.keys, &now.keys),
                holds: state.holds,
            });
        }
        shared
    }

    fn shared_cells(&self, old: &Machine, new: &Machine, was: &[Key], now: &[Key]) -> Vec<Option<usize>> {
        let mut cells = vec![Some(0)];
        for (was, now) in was.iter().zip(now) {
            let size = key_size(new, *now);
            let one = |nth: usize| match (*was, *now) {
                (Key::Type(of), Key::Type(_)) => {
                    self.members[of.idx()].get(nth).copied().flatten().map(|at| at as usize)
                }
                (Key::Range(least, _), Key::Range(from, to)) => {
                    let value = least + nth as i64;
                    (from..=to).contains(&value).then(|| (value - from) as usize)
                }
                (Key::Type(_), Key::Range(..)) | (Key::Range(..), Key::Type(_)) => None,
            };
            let own: Vec<Option<usize>> = (0..key_size(old, *was)).map(one).collect();
            cells = cells
                .iter()
                .flat_map(|before| own.iter().map(move |one| Some((*before)? * size + (*one)?)))
                .collect();
        }
        cells
    }

    /// The numbers of a value, as the new machine has them. None where it has no such member.
    fn value(&self, holds: Type, old: &[i64], into: &mut [i64]) -> Option<()> {
        match holds {
            Type::Integer { .. } | Type::Boolean => *into.first_mut()? = *old.first()?,
            Type::Member(id) | Type::Optional(id) => *into.first_mut()? = self.member(id, *old.first()?)?,
            Type::Set(id) => {
                into.fill(0);
                for (nth, word) in old.iter().enumerate() {
                    for bit in (0..64).filter(|bit| *word as u64 >> bit & 1 == 1) {
                        let member = self.member(id, 64 * nth as i64 + bit)? as usize;
                        *into.get_mut(member / 64)? |= 1 << (member % 64);
                    }
                }
            }
        }
        Some(())
    }

    fn member(&self, of: TypeId, index: i64) -> Option<i64> {
        if index < 0 {
            return Some(index);
        }
        self.members[of.idx()].get(index as usize).copied().flatten()
    }

    /// Whether the old position's state is the new one's, as far as both have it.
    pub fn same_state(&self, old: &[i64], new: &[i64]) -> bool {
        if self.same_cells {
            return old == new;
        }
        self.first_cells(old, new, 1).is_empty()
    }

    /// Whether a position of the old machine is one of the new.
    pub(super) fn same_frames(&self) -> bool {
        self.same_frames
    }

    /// The first cells that differ, each as the old state variable and cell. A value that the new side does not know differs.
    pub fn first_cells(&self, old: &[i64], new: &[i64], most: usize) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let mut mapped = Vec::new();
        for state in &self.states {
            for (nth, cell) in state.cells.iter().enumerate() {
                let Some(cell) = cell else { continue };
                let was = &old[state.old + nth * state.old_width..][..state.old_width];
                let now = &new[state.new + cell * state.new_width..][..state.new_width];
                mapped.clear();
                mapped.resize(state.new_width, 0);
                if self.value(state.holds, was, &mut mapped).is_none() || mapped != now {
                    found.push((state.old_state, nth));
                    if found.len() == most {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// Every cell that both have: state variable, cell, and where its numbers lie in the old and the new state.
    pub fn cells(&self) -> impl Iterator<Item = SharedCell> + '_ {
        self.states.iter().flat_map(|state| {
            state.cells.iter().enumerate().filter_map(|(nth, cell)| {
                let old = state.old + nth * state.old_width;
                let new = state.new + (*cell)? * state.new_width;
                Some(SharedCell {
                    state: state.old_state,
                    new_state: state.new_state,
                    nth,
                    old: old..old + state.old_width,
                    new: new..new + state.new_width,
                })
            })
        })
    }

    /// A choice as the new machine has it.
    pub fn choice<'n>(
        &self,
        old: &Choice<'_>,
        machine: &Machine,
        new: &'n Prepared<'n>,
    ) -> Option<Choice<'n>> {
        let shared = self.decisions.get(old.decision.idx())?.as_ref()?;
        let option = (*shared.options.get(old.option.idx())?)?;
        let was = machine.decision(old.decision).options.get(old.option.idx())?;
        let mut arguments = Vec::with_capacity(old.arguments.len());
        for (binding, value) in was.bindings.iter().zip(&old.arguments) {
            arguments.push(match was.locals[binding.local.idx()].holds {
                Type::Member(id) | Type::Optional(id) => self.member(id, *value)?,
                Type::Integer { .. } | Type::Boolean | Type::Set(_) => *value,
            });
        }
        let now = new.machine().decision(shared.id).options.get(option.idx())?;
        (now.bindings.len() == arguments.len())
            .then(|| Choice::named(new, shared.id, &now.name, arguments))
            .flatten()
    }

    /// Which seat of the new machine an old one is.
    pub fn seat(&self, old: &Machine, index: u32) -> Option<i64> {
        self.member(old.game.players, i64::from(index))
    }
}

/// A cell of a state variable that both machines have.
#[derive(Debug, Clone)]
pub struct SharedCell {
    /// The state variable of the old machine, and which it is of the new one.
    pub state: usize,
    pub new_state: usize,
    pub nth: usize,
    pub old: std::ops::Range<usize>,
    pub new: std::ops::Range<usize>,
}

fn alike(was: Type, now: Type, types: &[Option<TypeId>]) -> bool {
    let same = |was: TypeId, now: TypeId| types[was.idx()] == Some(now);
    match (was, now) {
        (Type::Integer { .. }, Type::Integer { .. }) | (Type::Boolean, Type::Boolean) => true,
        (Type::Member(was), Type::Member(now))
        | (Type::Optional(was), Type::Optional(now))
        | (Type::Member(was), Type::Optional(now))
        | (Type::Optional(was), Type::Member(now))
        | (Type::Set(was), Type::Set(now)) => same(was, now),
        (Type::Integer { .. } | Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_), _) => {
            false
        }
    }
}

fn width(machine: &Machine, holds: Type) -> usize {
    match holds {
        Type::Set(of) => words_for(machine.types[of.idx()].members.len()),
        Type::Integer { .. } | Type::Boolean | Type::Member(_) | Type::Optional(_) => 1,
    }
}

pub(super) fn key_size(machine: &Machine, key: Key) -> usize {
    match key {
        Key::Type(of) => machine.types[of.idx()].members.len(),
        Key::Range(least, greatest) => (greatest - least + 1).max(0) as usize,
    }
}

fn size(machine: &Machine, state: &StateVariable) -> usize {
    let cells: usize = state.keys.iter().map(|key| key_size(machine, *key)).product();
    cells * width(machine, state.holds)
}

fn same_cells(old: &Machine, new: &Machine, shared: &[SharedState]) -> bool {
    let same_types = old.types.len() == new.types.len()
        && old.types.iter().zip(&new.types).all(|(a, b)| a.name == b.name && a.members == b.members);
    let in_place = |state: &SharedState| {
        state.old == state.new && state.cells.iter().enumerate().all(|(nth, cell)| *cell == Some(nth))
    };
    same_types
        && old.states.len() == new.states.len()
        && shared.len() == old.states.len()
        && shared.iter().all(in_place)
}

/// Procedures with the same points and the same locals to keep, decisions with the same parameters and options.
fn same_frames(old: &Machine, new: &Machine) -> bool {
    let points = |was: &Procedure, now: &Procedure| match (&was.body, &now.body) {
        (Body::Plain(_), Body::Plain(_)) => true,
        (Body::Waiting(was), Body::Waiting(now)) => {
            was.len() == now.len()
                && was.iter().zip(now).all(|(was, now)| was.kind == now.kind && was.live == now.live)
        }
        (Body::Plain(_) | Body::Waiting(_), _) => false,
    };
    let holds = |locals: &[Local]| locals.iter().map(|local| local.holds).collect::<Vec<_>>();
    let procedures = old.procedures.iter().zip(&new.procedures);
    let decisions = old.decisions.iter().zip(&new.decisions);
    old.procedures.len() == new.procedures.len()
        && old.decisions.len() == new.decisions.len()
        && procedures.into_iter().all(|(was, now)| {
            was.name == now.name && holds(&was.locals) == holds(&now.locals) && points(was, now)
        })
        && decisions.into_iter().all(|(was, now)| {
            let options = was.options.iter().zip(&now.options);
            was.name == now.name
                && holds(&was.locals) == holds(&now.locals)
                && was.options.len() == now.options.len()
                && options.into_iter().all(|(was, now)| {
                    was.name == now.name
                        && was.effect == now.effect
                        && was.bindings.len() == now.bindings.len()
                })
        })
}

fn shared_decisions(old: &Machine, new: &Machine, called: &Called) -> Vec<Option<SharedDecision>> {
    let named = |name: &str| new.decisions.iter().position(|one| one.name == name);
    let decisions = old.decisions.iter().map(|decision| {
        let id = DecisionId(called.place(&decision.name, named)? as u32);
        let now = new.decision(id);
        let option = |name: &str| {
            let name = called.option(&now.name, name);
            now.options.iter().position(|one| one.name == name)
        };
        let options = decision.options.iter().map(|one| Some(OptionId(option(&one.name)? as u32)));
        Some(SharedDecision { id, options: options.collect() })
    });
    decisions.collect()
}
