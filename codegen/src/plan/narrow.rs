//! What a condition says about a variable that can be told from a set, without looking at each member.

use rulec_model::machine::{
    Aggregate, AggregateKind, Comparison, ConstantId, Expression, ExpressionKind as Kind, Key, LocalId,
    Machine, StateId, Type,
};

use super::kept::{kept_by_value, set_key};
use super::uses;

/// Functions are looked into so deep.
const DEPTH: u32 = 4;

/// A set that the variable is in, or not in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Narrowing {
    pub by: By,
    pub within: bool,
}

/// What the set is. Expressions do not read the variable, but for its own key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    /// Those for which a state variable says yes.
    State(StateId, Vec<Expression>),
    /// Those for which a constant does.
    Constant(ConstantId, Vec<Expression>),
    /// Those for which a state variable has this value.
    StateValue(StateId, Expression),
    /// Those for which a state variable counts some, or holds somebody; the variable is this one of the keys.
    StateSome(StateId, Vec<Expression>, usize),
    ConstantValue(ConstantId, Expression),
    Set(Expression),
    /// Those of the one or of the other.
    Either(Vec<Narrowing>, Vec<Narrowing>),
}

/// What a condition tells.
#[derive(Debug, Default)]
pub struct Found {
    pub by: Vec<Narrowing>,
    /// Whether that is all it tells.
    pub is_all: bool,
}

/// The conditions that an aggregate has for its variable, apart from what it finds out about those that meet them.
pub fn conditions(aggregate: &Aggregate) -> Vec<&Expression> {
    let mut conditions: Vec<&Expression> = aggregate.filter.iter().collect();
    if aggregate.kind == AggregateKind::Any {
        conditions.extend(&aggregate.body);
    }
    conditions
}

/// A condition that changes nothing: who has none adds nothing to a sum.
pub fn hint(aggregate: &Aggregate) -> Option<Expression> {
    let body = aggregate.body.as_ref().filter(|body| matches!(body.kind, Kind::State(..)))?;
    let zero = Expression { kind: Kind::Integer(0), gives: Type::Integer { least: 0, greatest: 0 } };
    (aggregate.kind == AggregateKind::Sum).then(|| Expression {
        kind: Kind::Compare(Comparison::Greater, Box::new(body.clone()), Box::new(zero)),
        gives: Type::Boolean,
    })
}

/// The sets that tell whether a condition on a variable can hold.
pub fn narrowings(machine: &Machine, variable: LocalId, condition: &Expression) -> Found {
    Search { machine, variable }.condition(condition, true, DEPTH)
}

struct Search<'m> {
    machine: &'m Machine,
    variable: LocalId,
}

impl Search<'_> {
    fn condition(&self, condition: &Expression, holds: bool, depth: u32) -> Found {
        match (&condition.kind, holds) {
            (Kind::Not(inner), _) => self.condition(inner, !holds, depth),
            (Kind::And(a, b), true) | (Kind::Or(a, b), false) => {
                let (mut a, b) = (self.condition(a, holds, depth), self.condition(b, holds, depth));
                a.by.extend(b.by);
                Found { by: a.by, is_all: a.is_all && b.is_all }
            }
            (Kind::Call(function, arguments), _) if depth > 0 => {
                let function = &self.machine.functions[function.idx()];
                let body = function.body.with_locals(
                    &|local| arguments.get(local.idx()).map(|argument| argument.kind.clone()),
                    // What the function binds is no variable of ours: see `is_at_hand`.
                    &|_| LocalId(u32::MAX),
                );
                if function.supposes.is_none() && fits(arguments, function) {
                    self.condition(&body, holds, depth - 1)
                } else {
                    Found::default()
                }
            }
            (Kind::Or(a, b), true) | (Kind::And(a, b), false) => {
                let (a, b) = (self.condition(a, holds, depth), self.condition(b, holds, depth));
                // A side that only leaves some out would be nearly all.
                let is_few = |side: &Found| side.by.iter().any(|narrowing| narrowing.within);
                if !is_few(&a) || !is_few(&b) {
                    return Found::default();
                }
                let by = By::Either(a.by, b.by);
                Found { by: vec![Narrowing { by, within: true }], is_all: a.is_all && b.is_all }
            }
            (_, _) => match self.atom(&condition.kind, holds) {
                Some(narrowing) => Found { by: vec![narrowing], is_all: true },
                None => self
                    .implied(&condition.kind, holds)
                    .map_or(Found::default(), |narrowing| Found { by: vec![narrowing], is_all: false }),
            },
        }
    }

    fn atom(&self, kind: &Kind, holds: bool) -> Option<Narrowing> {
        let (by, within) = match kind {
            Kind::State(id, keys) => {
                let state = &self.machine.states[id.idx()];
                let (nth, _) = set_key(self.machine, &state.keys, state.holds)?;
                (By::State(*id, self.only_key(keys, nth)?), true)
            }
            Kind::Constant(id, keys) => {
                let constant = &self.machine.constants[id.idx()];
                let (nth, _) = set_key(self.machine, &constant.keys, constant.gives)?;
                (By::Constant(*id, self.only_key(keys, nth)?), true)
            }
            Kind::Contains(set, member) => {
                let is_variable = self.is_variable(member) && matches!(member.gives, Type::Member(_));
                (is_variable && self.is_at_hand(set)).then(|| (By::Set((**set).clone()), true))?
            }
            Kind::IsNothing(value) => {
                let nothing = Expression { kind: Kind::Nothing, gives: value.gives };
                match self.value(value, &nothing) {
                    Some(by) => (by, true),
                    None => (self.somebody(value)?, false),
                }
            }
            Kind::Compare(comparison, a, b) => match self.some(*comparison, a, b) {
                Some(found) => found,
                None if *comparison == Comparison::Equal => (self.either_value(a, b)?, true),
                None if *comparison == Comparison::NotEqual => (self.either_value(a, b)?, false),
                None => return None,
            },
            _ => return None,
        };
        Some(Narrowing { by, within: within == holds })
    }

    /// `units[army] > 0`: those that have some, or have none.
    fn some(&self, comparison: Comparison, a: &Expression, b: &Expression) -> Option<(By, bool)> {
        let (Kind::State(id, keys), Kind::Integer(number)) = (&a.kind, &b.kind) else { return None };
        let has_some = match (comparison, number) {
            (Comparison::Greater | Comparison::NotEqual, 0) | (Comparison::GreaterOrEqual, 1) => true,
            (Comparison::Equal | Comparison::LessOrEqual, 0) | (Comparison::Less, 1) => false,
            (_, _) => return None,
        };
        matches!(self.machine.states[id.idx()].holds, Type::Integer { least: 0, .. }).then_some(())?;
        Some((By::StateSome(*id, keys.clone(), self.own_key(*id, keys)?), has_some))
    }

    /// Where a certain member is held, somebody is.
    fn implied(&self, kind: &Kind, holds: bool) -> Option<Narrowing> {
        let (Kind::Compare(Comparison::Equal, a, b), true) = (kind, holds) else { return None };
        let is_member = |value: &Expression| {
            matches!((&value.kind, value.gives), (Kind::Some(_), _) | (_, Type::Member(_)))
        };
        let kept = if is_member(b) { a } else { is_member(a).then_some(b)? };
        Some(Narrowing { by: self.somebody(kept)?, within: true })
    }

    /// Those for which a state variable with several keys holds somebody.
    fn somebody(&self, kept: &Expression) -> Option<By> {
        let Kind::State(id, keys) = &kept.kind else { return None };
        let is_optional = matches!(self.machine.states[id.idx()].holds, Type::Optional(_));
        (is_optional && keys.len() > 1).then_some(())?;
        Some(By::StateSome(*id, keys.clone(), self.own_key(*id, keys)?))
    }

    /// Which key is the variable, where no other reads it.
    fn own_key(&self, id: StateId, keys: &[Expression]) -> Option<usize> {
        let own = keys.iter().position(|key| self.is_variable(key))?;
        let is_member = matches!(self.machine.states[id.idx()].keys[own], Key::Type(_));
        (is_member && self.only_key(keys, own).is_some()).then_some(own)
    }

    fn either_value(&self, a: &Expression, b: &Expression) -> Option<By> {
        self.value(a, b).or_else(|| self.value(b, a))
    }

    /// `owner[ground] = us`: those with this value.
    fn value(&self, kept: &Expression, value: &Expression) -> Option<By> {
        if !self.is_at_hand(value) {
            return None;
        }
        let fits = |holds: Type| match (holds, value.gives) {
            (Type::Optional(_), Type::Optional(_) | Type::Member(_)) => true,
            (Type::Member(_), Type::Member(_)) => true,
            (_, _) => false,
        };
        match &kept.kind {
            Kind::State(id, keys) => {
                let state = &self.machine.states[id.idx()];
                kept_by_value(&state.keys, state.holds)?;
                self.only_key(keys, 0)?;
                fits(state.holds).then(|| By::StateValue(*id, value.clone()))
            }
            Kind::Constant(id, keys) => {
                let constant = &self.machine.constants[id.idx()];
                kept_by_value(&constant.keys, constant.gives)?;
                self.only_key(keys, 0)?;
                fits(constant.gives).then(|| By::ConstantValue(*id, value.clone()))
            }
            Kind::Some(inner) => self.value(inner, value),
            _ => None,
        }
    }

    /// The keys, where this one is the variable and no other reads it.
    fn only_key(&self, keys: &[Expression], own: usize) -> Option<Vec<Expression>> {
        let fits = keys
            .iter()
            .enumerate()
            .all(|(nth, key)| if nth == own { self.is_variable(key) } else { self.is_at_hand(key) });
        fits.then(|| keys.to_vec())
    }

    fn is_variable(&self, expression: &Expression) -> bool {
        expression.kind == Kind::Local(self.variable)
    }

    /// Whether a value is known before the variable is, and costs little.
    fn is_at_hand(&self, value: &Expression) -> bool {
        !uses::any_part(value, &mut |part| match &part.kind {
            Kind::Local(local) => *local == self.variable || *local == LocalId(u32::MAX),
            Kind::Aggregate(_) => true,
            _ => false,
        })
    }
}

/// Arguments stand for the parameters as they are: a member is not an optional value.
fn fits(arguments: &[Expression], function: &rulec_model::machine::Function) -> bool {
    let alike = |given: Type, wanted: Type| match (given, wanted) {
        (Type::Integer { .. }, Type::Integer { .. }) => true,
        _ => given == wanted,
    };
    arguments.iter().zip(&function.locals).all(|(argument, parameter)| alike(argument.gives, parameter.holds))
}
