//! Expressions: ids, types, and ranges that hold every value.

use super::{Bound, Check, Expression, FunctionId, Key, LocalId, Source, Type, Value};
use crate::machine::{Aggregate, AggregateKind, ExpressionKind, RoundedDivision, Ways, WaysGive};

/// Whether a value of one type is always one of the other.
pub(super) fn fits(value: Type, target: Type) -> bool {
    match (range(value), range(target)) {
        (Some((least, greatest)), Some((low, high))) => low <= least && greatest <= high,
        (None, None) => value == target,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// The ends of an integer type; none for the others.
fn range(of: Type) -> Option<(i64, i64)> {
    match of {
        Type::Integer { least, greatest } => Some((least, greatest)),
        Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => None,
    }
}

/// The range of these values.
fn span(values: &[i64]) -> Option<(i64, i64)> {
    Some((*values.iter().min()?, *values.iter().max()?))
}

impl<'m> Check<'m> {
    pub(super) fn expression(&mut self, bound: &mut Bound<'m>, expression: &'m Expression) {
        self.of_type(expression.gives);
        match &expression.kind {
            ExpressionKind::Aggregate(aggregate) => self.aggregate(bound, aggregate),
            ExpressionKind::Ways(ways) => self.ways(bound, ways, expression.gives),
            ExpressionKind::Local(local) => {
                self.require(
                    bound.has_value(*local),
                    format!("`{}` is read and has no value", bound.name(*local)),
                );
                if let Some(holds) = bound.holds(*local) {
                    self.require(
                        fits(holds, expression.gives),
                        format!("`{}` holds more than its use says", bound.name(*local)),
                    );
                }
            }
            ExpressionKind::Constant(id, keys) => match self.machine.constants.get(id.idx()) {
                Some(constant) => self.keys(bound, &constant.name, &constant.keys, keys),
                None => self.breach("no such constant"),
            },
            ExpressionKind::State(id, keys) => match self.machine.states.get(id.idx()) {
                Some(state) => {
                    self.keys(bound, &state.name, &state.keys, keys);
                    let fits = fits(state.holds, expression.gives);
                    self.require(fits, format!("`{}` holds more than its use says", state.name));
                }
                None => self.breach("no such state variable"),
            },
            ExpressionKind::Call(id, arguments) => self.call(bound, *id, arguments, expression.gives),
            ExpressionKind::Member(index) => {
                self.value(&Value::Member(*index), expression.gives);
            }
            ExpressionKind::Divide(_, divisor, _) => {
                let zero = range(divisor.gives).is_none_or(|(least, greatest)| least <= 0 && greatest >= 0);
                self.require(!zero, "a divisor that may be zero");
            }
            ExpressionKind::Modulo(_, divisor) => {
                let positive = range(divisor.gives).is_some_and(|(least, _)| least > 0);
                self.require(positive, "the divisor of `mod` may be zero or below");
            }
            ExpressionKind::Integer(_)
            | ExpressionKind::Boolean(_)
            | ExpressionKind::Nothing
            | ExpressionKind::Not(_)
            | ExpressionKind::And(..)
            | ExpressionKind::Or(..)
            | ExpressionKind::If(..)
            | ExpressionKind::Negative(_)
            | ExpressionKind::Add(..)
            | ExpressionKind::Subtract(..)
            | ExpressionKind::Multiply(..)
            | ExpressionKind::Least(..)
            | ExpressionKind::Greatest(..)
            | ExpressionKind::Clamp(..)
            | ExpressionKind::Compare(..)
            | ExpressionKind::InRange(..)
            | ExpressionKind::Some(_)
            | ExpressionKind::IsNothing(_)
            | ExpressionKind::Else(..)
            | ExpressionKind::Set(_)
            | ExpressionKind::All
            | ExpressionKind::Union(..)
            | ExpressionKind::Difference(..)
            | ExpressionKind::Contains(..)
            | ExpressionKind::Size(_) => {}
        }
        for part in parts(expression) {
            self.expression(bound, part);
        }
        if let (Some((least, greatest)), Type::Integer { .. }) = (self.computed(expression), expression.gives)
        {
            let told = Type::Integer { least, greatest };
            let fits = fits(told, expression.gives);
            self.require(fits, format!("gives {least}..{greatest}, told {:?}", expression.gives));
        }
    }

    fn keys(&mut self, bound: &mut Bound<'m>, name: &str, keys: &[Key], given: &'m [Expression]) {
        self.require(keys.len() == given.len(), format!("`{name}` with {} keys", given.len()));
        for (key, given) in keys.iter().zip(given) {
            self.expression(bound, given);
            let target = match *key {
                Key::Type(id) => Type::Member(id),
                Key::Range(least, greatest) => Type::Integer { least, greatest },
            };
            self.require(fits(given.gives, target), format!("a key of `{name}` does not fit"));
        }
    }

    fn call(&mut self, bound: &mut Bound<'m>, id: FunctionId, arguments: &'m [Expression], gives: Type) {
        let Some(function) = self.machine.functions.get(id.idx()) else {
            return self.breach("no such function");
        };
        self.require(
            fits(function.gives, gives),
            format!("`{}` gives more than its use says", function.name),
        );
        let parameters = function.locals.iter().take(function.parameters as usize);
        self.arguments(bound, &function.name, parameters.map(|local| local.holds).collect(), arguments);
    }

    pub(super) fn arguments(
        &mut self,
        bound: &mut Bound<'m>,
        name: &str,
        parameters: Vec<Type>,
        arguments: &'m [Expression],
    ) {
        self.require(
            parameters.len() == arguments.len(),
            format!("`{name}` with {} arguments", arguments.len()),
        );
        for (parameter, argument) in parameters.into_iter().zip(arguments) {
            self.expression(bound, argument);
            self.require(fits(argument.gives, parameter), format!("an argument of `{name}` does not fit"));
        }
    }

    /// The variable takes each value of the source.
    pub(super) fn source(&mut self, bound: &mut Bound<'m>, source: &'m Source, variable: LocalId) {
        let gives = match source {
            Source::Type(id) => {
                self.members(*id);
                Some(Type::Member(*id))
            }
            Source::Set(set) => {
                self.expression(bound, set);
                match set.gives {
                    Type::Set(id) => Some(Type::Member(id)),
                    Type::Integer { .. } | Type::Boolean | Type::Member(_) | Type::Optional(_) => None,
                }
            }
            Source::Range(from, to) => {
                self.expression(bound, from);
                self.expression(bound, to);
                let ends = range(from.gives).zip(range(to.gives));
                ends.map(|((least, _), (_, greatest))| Type::Integer { least, greatest: greatest.max(least) })
            }
        };
        match (gives, bound.holds(variable)) {
            (Some(gives), Some(holds)) => {
                self.require(
                    fits(gives, holds),
                    format!("`{}` cannot hold its source", bound.name(variable)),
                );
            }
            (None, _) => self.breach("a source that is neither set nor range"),
            (_, None) => self.breach("no such local"),
        }
    }

    fn aggregate(&mut self, bound: &mut Bound<'m>, aggregate: &'m Aggregate) {
        self.source(bound, &aggregate.source, aggregate.variable);
        let mut inside = bound.clone();
        inside.bind(aggregate.variable);
        for part in aggregate.filter.iter().chain(&aggregate.body) {
            self.expression(&mut inside, part);
        }
        if let Some(otherwise) = &aggregate.otherwise {
            self.expression(bound, otherwise);
        }
        let needs_body = match aggregate.kind {
            AggregateKind::Any
            | AggregateKind::Every
            | AggregateKind::Sum
            | AggregateKind::Most
            | AggregateKind::Least => true,
            AggregateKind::Count | AggregateKind::First | AggregateKind::Those => false,
        };
        self.require(needs_body == aggregate.body.is_some(), "an aggregate with or without its body");
    }

    fn ways(&mut self, bound: &mut Bound<'m>, ways: &'m Ways, gives: Type) {
        let Type::Member(of) = ways.from.gives else {
            return self.breach("ways from what is no place");
        };
        let place = Type::Member(of);
        self.expression(bound, &ways.from);
        let mut inside = bound.clone();
        for local in [ways.here, ways.there] {
            self.require(bound.holds(local) == Some(place), "ways bind what holds no place");
            inside.bind(local);
        }
        self.expression(&mut inside, &ways.neighbours);
        self.require(ways.neighbours.gives == Type::Set(of), "neighbours that are no set of places");
        self.expression(&mut inside, &ways.cost);
        self.require(
            range(ways.cost.gives).is_some_and(|(least, _)| least >= -1),
            "a step that costs less than none",
        );
        match &ways.gives {
            WaysGive::Cost(to) => {
                self.expression(bound, to);
                self.require(
                    to.gives == place && range(gives).is_some_and(|(least, _)| least < 0),
                    "the cost of a way",
                );
            }
            WaysGive::Places(limit) => {
                self.expression(bound, limit);
                self.require(range(limit.gives).is_some() && gives == Type::Set(of), "the places of ways");
            }
        }
    }

    /// The range that an integer expression can take, from those of its parts; none where it is not known here.
    fn computed(&self, expression: &Expression) -> Option<(i64, i64)> {
        let of = |part: &Expression| range(part.gives);
        let corners = |a: &Expression, b: &Expression, with: &dyn Fn(i64, i64) -> i64| {
            let ((a, c), (b, d)) = (of(a)?, of(b)?);
            span(&[with(a, b), with(a, d), with(c, b), with(c, d)])
        };
        match &expression.kind {
            ExpressionKind::Integer(value) => Some((*value, *value)),
            ExpressionKind::Negative(a) => of(a).map(|(least, greatest)| (-greatest, -least)),
            ExpressionKind::Add(a, b) => corners(a, b, &|a, b| a.saturating_add(b)),
            ExpressionKind::Subtract(a, b) => corners(a, b, &|a, b| a.saturating_sub(b)),
            ExpressionKind::Multiply(a, b) => corners(a, b, &|a, b| a.saturating_mul(b)),
            ExpressionKind::Least(a, b) => corners(a, b, &i64::min),
            ExpressionKind::Greatest(a, b) => corners(a, b, &i64::max),
            ExpressionKind::Divide(a, b, rounded) => corners(a, b, &|a, b| quotient(a, b, *rounded)),
            ExpressionKind::Clamp(a, least, greatest) => {
                let clamp = |value: i64| value.max(*least).min(*greatest);
                of(a).map(|(low, high)| (clamp(low), clamp(high)))
            }
            ExpressionKind::If(_, a, b) => {
                let ((a, c), (b, d)) = (of(a)?, of(b)?);
                Some((a.min(b), c.max(d)))
            }
            ExpressionKind::Constant(id, keys) => self.constant_range(id.idx(), keys),
            ExpressionKind::Aggregate(aggregate) => self.aggregate_range(aggregate),
            ExpressionKind::Boolean(_)
            | ExpressionKind::Member(_)
            | ExpressionKind::Nothing
            | ExpressionKind::Local(_)
            | ExpressionKind::State(..)
            | ExpressionKind::Call(..)
            | ExpressionKind::Not(_)
            | ExpressionKind::And(..)
            | ExpressionKind::Or(..)
            | ExpressionKind::Modulo(..)
            | ExpressionKind::Compare(..)
            | ExpressionKind::InRange(..)
            | ExpressionKind::Some(_)
            | ExpressionKind::IsNothing(_)
            | ExpressionKind::Else(..)
            | ExpressionKind::Set(_)
            | ExpressionKind::All
            | ExpressionKind::Union(..)
            | ExpressionKind::Difference(..)
            | ExpressionKind::Contains(..)
            | ExpressionKind::Size(_)
            | ExpressionKind::Ways(_) => None,
        }
    }

    /// Of all values, or of the one value where there are no keys.
    fn constant_range(&self, nth: usize, keys: &[Expression]) -> Option<(i64, i64)> {
        let literal =
            |key: &Expression| matches!(key.kind, ExpressionKind::Integer(_) | ExpressionKind::Member(_));
        if !keys.is_empty() && keys.iter().any(literal) {
            // Some of the values only; the evaluator's own range may be narrower.
            return None;
        }
        let values = &self.machine.constants.get(nth)?.values;
        let integer = |value: &Value| match value {
            Value::Integer(value) => Some(*value),
            Value::Boolean(_) | Value::Member(_) | Value::Nothing | Value::Set(_) => None,
        };
        span(&values.iter().filter_map(integer).collect::<Vec<i64>>())
    }

    fn aggregate_range(&self, aggregate: &Aggregate) -> Option<(i64, i64)> {
        let body = aggregate.body.as_ref().and_then(|body| range(body.gives));
        match aggregate.kind {
            AggregateKind::Most | AggregateKind::Least => {
                let (least, greatest) = body?;
                match aggregate.otherwise.as_ref().and_then(|otherwise| range(otherwise.gives)) {
                    Some((low, high)) => Some((least.min(low), greatest.max(high))),
                    None => Some((least, greatest)),
                }
            }
            // How many there can be at most may be known better than from the type.
            AggregateKind::Count
            | AggregateKind::Sum
            | AggregateKind::Any
            | AggregateKind::Every
            | AggregateKind::First
            | AggregateKind::Those => None,
        }
    }
}

fn quotient(a: i64, b: i64, rounded: RoundedDivision) -> i64 {
    if b == 0 {
        return 0;
    }
    let down = if b > 0 { a.div_euclid(b) } else { (-a).div_euclid(-b) };
    match rounded {
        RoundedDivision::Up if a % b != 0 => down + 1,
        RoundedDivision::Down | RoundedDivision::Up => down,
    }
}

/// The parts that are evaluated in the same locals and checked in no special way.
pub(super) fn parts(expression: &Expression) -> Vec<&Expression> {
    match &expression.kind {
        ExpressionKind::Integer(_)
        | ExpressionKind::Boolean(_)
        | ExpressionKind::Member(_)
        | ExpressionKind::Nothing
        | ExpressionKind::All
        | ExpressionKind::Local(_)
        | ExpressionKind::Constant(..)
        | ExpressionKind::State(..)
        | ExpressionKind::Call(..)
        | ExpressionKind::Aggregate(_)
        | ExpressionKind::Ways(_) => Vec::new(),
        ExpressionKind::Not(a)
        | ExpressionKind::Negative(a)
        | ExpressionKind::Clamp(a, ..)
        | ExpressionKind::Some(a)
        | ExpressionKind::IsNothing(a)
        | ExpressionKind::Size(a) => vec![a],
        ExpressionKind::And(a, b)
        | ExpressionKind::Or(a, b)
        | ExpressionKind::Add(a, b)
        | ExpressionKind::Subtract(a, b)
        | ExpressionKind::Multiply(a, b)
        | ExpressionKind::Divide(a, b, _)
        | ExpressionKind::Modulo(a, b)
        | ExpressionKind::Least(a, b)
        | ExpressionKind::Greatest(a, b)
        | ExpressionKind::Compare(_, a, b)
        | ExpressionKind::Else(a, b)
        | ExpressionKind::Union(a, b)
        | ExpressionKind::Difference(a, b)
        | ExpressionKind::Contains(a, b) => vec![a, b],
        ExpressionKind::If(a, b, c) | ExpressionKind::InRange(a, b, c) => vec![a, b, c],
        ExpressionKind::Set(members) => members.iter().collect(),
    }
}
