//! Walking and rewriting expressions.

use super::{Aggregate, Expression, ExpressionKind, LocalId, Source, Ways, WaysGive};

impl Expression {
    /// Calls `visit` on every direct part, in order of evaluation.
    pub fn each_part<'e>(&'e self, visit: &mut dyn FnMut(&'e Expression)) {
        use ExpressionKind as Kind;
        match &self.kind {
            Kind::Integer(_)
            | Kind::Boolean(_)
            | Kind::Member(_)
            | Kind::Nothing
            | Kind::Local(_)
            | Kind::All => {}
            Kind::Constant(_, items) | Kind::State(_, items) | Kind::Call(_, items) | Kind::Set(items) => {
                items.iter().for_each(visit);
            }
            Kind::Not(a)
            | Kind::Negative(a)
            | Kind::Clamp(a, ..)
            | Kind::Some(a)
            | Kind::IsNothing(a)
            | Kind::Size(a) => {
                visit(a);
            }
            Kind::And(a, b)
            | Kind::Or(a, b)
            | Kind::Add(a, b)
            | Kind::Subtract(a, b)
            | Kind::Multiply(a, b)
            | Kind::Divide(a, b, _)
            | Kind::Modulo(a, b)
            | Kind::Least(a, b)
            | Kind::Greatest(a, b)
            | Kind::Compare(_, a, b)
            | Kind::Else(a, b)
            | Kind::Union(a, b)
            | Kind::Difference(a, b)
            | Kind::Contains(a, b) => {
                visit(a);
                visit(b);
            }
            Kind::If(a, b, c) | Kind::InRange(a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
            Kind::Aggregate(aggregate) => aggregate.each_part(visit),
            Kind::Ways(ways) => ways.each_part(visit),
        }
    }

    /// Calls `visit` on this and every part within.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Expression)) {
        visit(self);
        self.each_part(&mut |part| part.walk(visit));
    }

    /// The same expression with locals replaced: by another expression where they are read, by another local
    /// where an aggregate or a search for ways binds them.
    pub fn with_locals(
        &self,
        read: &dyn Fn(LocalId) -> Option<ExpressionKind>,
        bind: &dyn Fn(LocalId) -> LocalId,
    ) -> Expression {
        use ExpressionKind as Kind;
        let one = |part: &Expression| Box::new(part.with_locals(read, bind));
        let all = |parts: &[Expression]| parts.iter().map(|part| part.with_locals(read, bind)).collect();
        let kind = match &self.kind {
            Kind::Local(local) => read(*local).unwrap_or(Kind::Local(bind(*local))),
            Kind::Integer(_) | Kind::Boolean(_) | Kind::Member(_) | Kind::Nothing | Kind::All => {
                self.kind.clone()
            }
            Kind::Constant(id, keys) => Kind::Constant(*id, all(keys)),
            Kind::State(id, keys) => Kind::State(*id, all(keys)),
            Kind::Call(id, arguments) => Kind::Call(*id, all(arguments)),
            Kind::Set(items) => Kind::Set(all(items)),
            Kind::Not(a) => Kind::Not(one(a)),
            Kind::Negative(a) => Kind::Negative(one(a)),
            Kind::Clamp(a, least, greatest) => Kind::Clamp(one(a), *least, *greatest),
            Kind::Some(a) => Kind::Some(one(a)),
            Kind::IsNothing(a) => Kind::IsNothing(one(a)),
            Kind::Size(a) => Kind::Size(one(a)),
            Kind::And(a, b) => Kind::And(one(a), one(b)),
            Kind::Or(a, b) => Kind::Or(one(a), one(b)),
            Kind::Add(a, b) => Kind::Add(one(a), one(b)),
            Kind::Subtract(a, b) => Kind::Subtract(one(a), one(b)),
            Kind::Multiply(a, b) => Kind::Multiply(one(a), one(b)),
            Kind::Divide(a, b, rounded) => Kind::Divide(one(a), one(b), *rounded),
            Kind::Modulo(a, b) => Kind::Modulo(one(a), one(b)),
            Kind::Least(a, b) => Kind::Least(one(a), one(b)),
            Kind::Greatest(a, b) => Kind::Greatest(one(a), one(b)),
            Kind::Compare(comparison, a, b) => Kind::Compare(*comparison, one(a), one(b)),
            Kind::Else(a, b) => Kind::Else(one(a), one(b)),
            Kind::Union(a, b) => Kind::Union(one(a), one(b)),
            Kind::Difference(a, b) => Kind::Difference(one(a), one(b)),
            Kind::Contains(a, b) => Kind::Contains(one(a), one(b)),
            Kind::If(a, b, c) => Kind::If(one(a), one(b), one(c)),
            Kind::InRange(a, b, c) => Kind::InRange(one(a), one(b), one(c)),
            Kind::Aggregate(aggregate) => Kind::Aggregate(Box::new(Aggregate {
                kind: aggregate.kind,
                variable: bind(aggregate.variable),
                source: aggregate.source.with_locals(read, bind),
                filter: aggregate.filter.as_ref().map(|part| part.with_locals(read, bind)),
                body: aggregate.body.as_ref().map(|part| part.with_locals(read, bind)),
                otherwise: aggregate.otherwise.as_ref().map(|part| part.with_locals(read, bind)),
            })),
            Kind::Ways(ways) => Kind::Ways(Box::new(Ways {
                from: ways.from.with_locals(read, bind),
                here: bind(ways.here),
                there: bind(ways.there),
                neighbours: ways.neighbours.with_locals(read, bind),
                cost: ways.cost.with_locals(read, bind),
                gives: match &ways.gives {
                    WaysGive::Cost(to) => WaysGive::Cost(to.with_locals(read, bind)),
                    WaysGive::Places(limit) => WaysGive::Places(limit.with_locals(read, bind)),
                },
            })),
        };
        Expression { kind, gives: self.gives }
    }

    /// The same expression with every local moved to another place.
    pub fn renumbered(&self, place: &dyn Fn(LocalId) -> LocalId) -> Expression {
        self.with_locals(&|_| None, place)
    }
}

impl Aggregate {
    fn each_part<'e>(&'e self, visit: &mut dyn FnMut(&'e Expression)) {
        self.source.each_part(visit);
        let parts = [&self.filter, &self.body, &self.otherwise];
        parts.into_iter().flatten().for_each(visit);
    }
}

impl Ways {
    fn each_part<'e>(&'e self, visit: &mut dyn FnMut(&'e Expression)) {
        let (WaysGive::Cost(until) | WaysGive::Places(until)) = &self.gives;
        [&self.from, until, &self.neighbours, &self.cost].into_iter().for_each(visit);
    }
}

impl Source {
    /// Calls `visit` on the expressions of the source.
    pub fn each_part<'e>(&'e self, visit: &mut dyn FnMut(&'e Expression)) {
        match self {
            Source::Type(_) => {}
            Source::Set(set) => visit(set),
            Source::Range(least, greatest) => {
                visit(least);
                visit(greatest);
            }
        }
    }

    /// As [`Expression::with_locals`].
    pub fn with_locals(
        &self,
        read: &dyn Fn(LocalId) -> Option<ExpressionKind>,
        bind: &dyn Fn(LocalId) -> LocalId,
    ) -> Source {
        match self {
            Source::Type(of) => Source::Type(*of),
            Source::Set(set) => Source::Set(set.with_locals(read, bind)),
            Source::Range(least, greatest) => {
                Source::Range(least.with_locals(read, bind), greatest.with_locals(read, bind))
            }
        }
    }
}
