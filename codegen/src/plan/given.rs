//! What travels from a procedure that waited to the one that called it.

use std::collections::BTreeSet;

use rulec_model::machine::{Body, Code, End, Machine, PointId, PointKind, Type, TypeId};

use super::{Flow, uses};

/// The waiting procedures, by index, that end with what travels: they give something, or end with a call that does.
pub fn travelling(machine: &Machine, flows: &[&Flow]) -> BTreeSet<usize> {
    let mut known = BTreeSet::new();
    loop {
        let before = known.len();
        for (nth, procedure) in machine.procedures.iter().enumerate() {
            let Body::Waiting(_) = &procedure.body else { continue };
            let passes_on = |(at, code): (PointId, &Code)| {
                uses::ends(code).into_iter().any(|end| match end {
                    End::Call { procedure: called, .. } => {
                        let is_plain = !machine.procedure(*called).waits();
                        known.contains(&called.idx())
                            || is_plain && machine.procedure(*called).gives.is_some()
                    }
                    End::Draw { then, .. } => flows[nth].goes_round(at, *then),
                    End::Goto(_)
                    | End::Branch(_)
                    | End::Roll { .. }
                    | End::Choose { .. }
                    | End::Return(_)
                    | End::EndGame => false,
                })
            };
            if procedure.gives.is_some() || flows[nth].methods().any(passes_on) {
                known.insert(nth);
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

/// The kinds of values that waiting procedures and decisions give; none when they give nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given {
    pub number: bool,
    pub truth: bool,
    pub members: BTreeSet<TypeId>,
    pub optionals: BTreeSet<TypeId>,
    pub sets: BTreeSet<TypeId>,
}

impl Given {
    pub fn of(machine: &Machine) -> Given {
        let mut given = Given::default();
        for (procedure, nth) in machine.procedures.iter().zip(0..) {
            let chosen = machine.decisions.iter().flat_map(|decision| &decision.options);
            let is_effect = chosen.into_iter().any(|option| option.effect.0 == nth);
            if matches!(procedure.body, Body::Waiting(_)) || is_effect {
                procedure.gives.into_iter().for_each(|gives| given.add(gives));
            }
            // What is taken must have a kind too, even when only zero or nothing is ever given.
            if let Body::Waiting(points) = &procedure.body {
                for point in points {
                    let rolled = matches!(point.kind, PointKind::AfterRoll(local)
                        if matches!(procedure.locals[local.idx()].holds, Type::Integer { .. }));
                    let taken = super::takes(point).filter(|_| !rolled);
                    taken.into_iter().for_each(|local| given.add(procedure.locals[local.idx()].holds));
                }
            }
        }
        given
    }

    fn add(&mut self, gives: Type) {
        match gives {
            Type::Integer { .. } => self.number = true,
            Type::Boolean => self.truth = true,
            Type::Member(id) => {
                self.members.insert(id);
            }
            Type::Optional(id) => {
                self.optionals.insert(id);
            }
            Type::Set(id) => {
                self.sets.insert(id);
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        *self == Given::default()
    }
}
