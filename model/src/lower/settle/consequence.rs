//! How a consequence settles: asked first, then its steps for whoever it holds for, until it holds for nobody.

use super::{Copy, SETTLING_LIMIT, Settler};
use crate::check::typed::{Statement, Statements, TypedProcedure, TypedProcedureId, TypedWhenever};
use crate::lower::due::{both, variable_first};
use crate::lower::watch::Consequences;
use crate::machine::{
    Aggregate, AggregateKind, Expression, ExpressionKind, Key, Local, LocalId, Purpose, StateId, Step, Type,
};

impl Settler<'_> {
    pub(super) fn settle_name(&self, consequence: usize) -> String {
        format!("settle_{}", self.game.whenevers[consequence].name)
    }

    /// Those of the running ones that a consequence's steps could bring about.
    pub(super) fn relevant(&self, consequence: usize, running: &Consequences) -> Consequences {
        running.intersection(self.watch.of_consequence(consequence)).copied().collect()
    }

    /// Settles what a change may have brought about, if it is due.
    pub(super) fn call_settle(
        &mut self,
        consequence: usize,
        state: StateId,
        keys: &[Expression],
        running: &Consequences,
    ) -> Statement {
        let whenever = &self.game.whenevers[consequence];
        if let (Some((variable, _, filter)), [key]) = (&whenever.over, keys)
            && let Type::Member(of) = whenever.locals[variable.idx()].holds
            && self.watch.own_cell(consequence, state)
            && self.state_keys[state.idx()] == [Key::Type(of)]
            && is_stable(key)
        {
            let (locals, place) = variable_first(&whenever.locals, *variable);
            let holds = both(filter.clone(), whenever.condition.clone()).renumbered(&place);
            let idle = self.idle(consequence);
            let is_due = self.due.for_member(consequence, whenever, (locals, holds), idle, key.clone());
            let running = self.relevant(consequence, running);
            let name = format!("{}_one", self.settle_name(consequence));
            let procedure = self.place(Copy::SettleOne { consequence, running }, name);
            return if_due(is_due, procedure, vec![key.clone()]);
        }
        self.settle_where_due(consequence, running)
    }

    /// Settles a consequence if it is due anywhere.
    pub(super) fn settle_where_due(&mut self, consequence: usize, running: &Consequences) -> Statement {
        let idle = self.idle(consequence);
        let is_due = self.due.anywhere(consequence, &self.game.whenevers[consequence], idle);
        let name = self.settle_name(consequence);
        let copy = Copy::Settle { consequence, running: self.relevant(consequence, running) };
        let procedure = self.place(copy, name);
        if_due(is_due, procedure, Vec::new())
    }

    /// For one member, where it is due: the steps; then wherever else they made it due.
    pub(super) fn settle_one(&mut self, consequence: usize, running: &Consequences) -> TypedProcedure {
        let whenever = self.game.whenevers[consequence].clone();
        let Some((variable, ..)) = &whenever.over else {
            return self.settle_all(consequence, running);
        };
        let (locals, _) = variable_first(&whenever.locals, *variable);
        let mut body = self.call_steps(consequence, running, Some(local_at(LocalId(0), &locals)));
        if self.watch.of_consequence(consequence).contains(&consequence) {
            body.push(self.settle_where_due(consequence, running));
        }
        made(&whenever, locals, 1, body)
    }

    /// As long as the condition holds for some member: the steps, for the first of them. Whoever calls it has made sure
    /// that the consequence is not running.
    pub(super) fn settle_all(&mut self, consequence: usize, running: &Consequences) -> TypedProcedure {
        let whenever = self.game.whenevers[consequence].clone();
        let span = whenever.span;
        let Some((variable, source, filter)) = &whenever.over else {
            let body = self.call_steps(consequence, running, None);
            let one = Statement::Loop {
                head: Vec::new(),
                condition: whenever.condition.clone(),
                limit: Some(SETTLING_LIMIT),
                counted: false,
                body,
                span,
            };
            return made(&whenever, whenever.locals.clone(), 0, vec![one]);
        };
        let mut locals = whenever.locals.clone();
        let holds = locals[variable.idx()].holds;
        let condition = both(filter.clone(), whenever.condition.clone());
        let Type::Member(of) = holds else {
            // A range: visited once upwards.
            let then = self.call_steps(consequence, running, Some(local_at(*variable, &locals)));
            let body = vec![Statement::If { condition, then, otherwise: Vec::new() }];
            let one = Statement::For { variable: *variable, source: source.clone(), filter: None, body };
            return made(&whenever, locals, 0, vec![one]);
        };
        let found = LocalId(locals.len() as u32);
        let optional = Type::Optional(of);
        locals.push(Local { name: unused_name("found", &locals), holds: optional });
        let first = Expression {
            kind: ExpressionKind::Aggregate(Box::new(Aggregate {
                kind: AggregateKind::First,
                variable: *variable,
                source: source.clone(),
                filter: Some(condition),
                body: None,
                otherwise: None,
            })),
            gives: optional,
        };
        let found_now = Expression { kind: ExpressionKind::Local(found), gives: optional };
        let nobody =
            Expression { kind: ExpressionKind::IsNothing(Box::new(found_now.clone())), gives: Type::Boolean };
        let somebody = Expression { kind: ExpressionKind::Not(Box::new(nobody)), gives: Type::Boolean };
        let never = Expression { kind: ExpressionKind::Member(0), gives: holds };
        let member =
            Expression { kind: ExpressionKind::Else(Box::new(found_now), Box::new(never)), gives: holds };
        let body = self.call_steps(consequence, running, Some(member));
        let look = Statement::Step(Step::Let { local: found, value: first, named: false });
        let one = Statement::Loop {
            head: vec![look],
            condition: somebody,
            limit: Some(SETTLING_LIMIT),
            counted: false,
            body,
            span,
        };
        made(&whenever, locals, 0, vec![one])
    }

    /// Calls a consequence's steps; folded, its flag is up meanwhile where it could fire inside.
    fn call_steps(
        &mut self,
        consequence: usize,
        running: &Consequences,
        member: Option<Expression>,
    ) -> Statements {
        let name = self.game.whenevers[consequence].name.clone();
        let procedure = self.place(Copy::Steps { consequence, running: running.clone() }, name);
        let arguments = member.into_iter().collect();
        let call = Statement::Call { procedure, arguments, result: None, assured: true };
        match self.flag(consequence) {
            None => vec![call],
            Some((state, key)) => {
                let set = |up: bool| {
                    let value = Expression { kind: ExpressionKind::Boolean(up), gives: Type::Boolean };
                    Statement::Step(Step::Assign { state, keys: vec![key.clone()], value, bounds: None })
                };
                vec![set(true), call, set(false)]
            }
        }
    }

    /// The flag of a consequence that its own steps could bring about again.
    fn flag(&self, consequence: usize) -> Option<(StateId, Expression)> {
        let (state, of) = self.flags?;
        let member = ExpressionKind::Member(consequence as u32);
        let again = self.watch.of_consequence(consequence).contains(&consequence);
        again.then_some((state, Expression { kind: member, gives: Type::Member(of) }))
    }

    /// That a consequence is not running, where it could be.
    fn idle(&self, consequence: usize) -> Option<Expression> {
        let (state, key) = self.flag(consequence)?;
        let up = Expression { kind: ExpressionKind::State(state, vec![key]), gives: Type::Boolean };
        Some(Expression { kind: ExpressionKind::Not(Box::new(up)), gives: Type::Boolean })
    }

    /// A consequence's own steps, in which it does not fire again.
    pub(super) fn steps(&mut self, consequence: usize, running: &Consequences) -> TypedProcedure {
        let whenever = self.game.whenevers[consequence].clone();
        let mut running = running.clone();
        if self.flags.is_none() {
            running.insert(consequence);
        }
        let Some((variable, ..)) = &whenever.over else {
            let body = self.statements(&whenever.body, &running);
            return made(&whenever, whenever.locals.clone(), 0, body);
        };
        let (locals, place) = variable_first(&whenever.locals, *variable);
        let moved = crate::lower::plain::renumbered(&whenever.body, &place);
        let body = self.statements(&moved, &running);
        made(&whenever, locals, 1, body)
    }
}

fn if_due(is_due: Expression, procedure: TypedProcedureId, arguments: Vec<Expression>) -> Statement {
    let settle = Statement::Call { procedure, arguments, result: None, assured: true };
    Statement::If { condition: is_due, then: vec![settle], otherwise: Vec::new() }
}

fn made(whenever: &TypedWhenever, locals: Vec<Local>, parameters: u32, body: Statements) -> TypedProcedure {
    let (rule, name, span) = (whenever.rule, whenever.name.clone(), whenever.span);
    TypedProcedure {
        rule,
        name,
        locals,
        parameters,
        gives: None,
        needs: Vec::new(),
        body,
        span,
        purpose: Purpose::Rule,
    }
}

fn local_at(id: LocalId, locals: &[Local]) -> Expression {
    Expression { kind: ExpressionKind::Local(id), gives: locals[id.idx()].holds }
}

fn unused_name(name: &str, locals: &[Local]) -> String {
    let mut unique = name.to_owned();
    while locals.iter().any(|local| local.name == unique) {
        unique.push('_');
    }
    unique
}

/// Whether an expression means the same after any change of state.
fn is_stable(expression: &Expression) -> bool {
    let mut stable = true;
    expression.walk(&mut |part| {
        stable &= !matches!(
            part.kind,
            ExpressionKind::State(..) | ExpressionKind::Call(..) | ExpressionKind::Aggregate(_)
        );
    });
    stable
}
