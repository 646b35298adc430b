//! Scripts: statements with their types, and what waits marked as such.

use rulec_grammar::expression::tree::{self as syntax, Action, Name, StatementKind as Kind};
use rulec_grammar::span::Span;

use super::Checker;
use super::aggregate::Bound;
use super::expression::{make, number};
use super::scope::{Change, Scope};
use super::typed::{Statement, Statements, TypedDecisionId, TypedProcedureId};
use crate::machine::{Comparison, Expression, ExpressionKind, Source, Step, Type};
use crate::problem::flow::NeverHappens;
use crate::problem::names::{LocalShadows, UnknownName, WrongKind};
use crate::problem::types::{GivesNothing, WrongCount};
use crate::resolve::Named;

/// What a script may give.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    pub gives: Option<Type>,
    /// For messages: the rule.
    pub span: Span,
}

impl Checker<'_> {
    pub(super) fn script(
        &mut self,
        scope: &mut Scope,
        script: &[syntax::Statement],
        ends: Ends,
    ) -> Statements {
        let mark = scope.enter();
        let statements = self.open_script(scope, script, ends);
        scope.leave(mark);
        statements
    }

    /// A script whose locals stay visible.
    pub(super) fn open_script(
        &mut self,
        scope: &mut Scope,
        script: &[syntax::Statement],
        ends: Ends,
    ) -> Statements {
        let mut statements = Vec::new();
        for (nth, statement) in script.iter().enumerate() {
            self.statement(scope, statement, ends, &mut statements);
            if ends_for_certain(statement)
                && let Some(next) = script.get(nth + 1)
            {
                self.problems.report(NeverHappens { span: next.span });
                break;
            }
        }
        statements
    }

    fn statement(
        &mut self,
        scope: &mut Scope,
        statement: &syntax::Statement,
        ends: Ends,
        out: &mut Statements,
    ) {
        match &statement.kind {
            Kind::Let { name, kind, value, or_stop } => {
                self.let_statement(scope, name, kind.as_ref(), value, *or_stop, out);
            }
            Kind::Assign { target, operator, value } => self.assign(scope, target, *operator, value, out),
            Kind::If { arms, otherwise } => self.if_statement(scope, arms, otherwise, ends, out),
            Kind::For { binding, body } => {
                let mark = scope.enter();
                if let Some(bound) = self.binding(scope, binding) {
                    let body = self.script(scope, body, ends);
                    out.extend(repeated(bound, body));
                }
                scope.leave(mark);
            }
            Kind::While { condition, limit, body } => {
                let mut head = Vec::new();
                let found = self.rolling(scope, condition, Some(Type::Boolean), &mut head);
                let found = found.and_then(|found| self.must_be(found, Type::Boolean, condition.span));
                let body = self.script(scope, body, ends);
                if let Some(condition) = found {
                    out.push(Statement::Loop {
                        head,
                        condition,
                        limit: *limit,
                        counted: true,
                        body,
                        span: statement.span,
                    });
                }
            }
            Kind::Repeat { times, body } => self.repeat(scope, times, body, ends, statement.span, out),
            Kind::Together { body } => {
                let body = self.script(scope, body, ends);
                out.push(Statement::Together(body));
            }
            Kind::Do(action) => {
                if let Action::Value(value) = action {
                    let span = value.span;
                    self.wrong_type("a statement", "a value", span);
                } else {
                    self.action(scope, action, None, out);
                }
            }
            Kind::Give(value) => {
                let Some(gives) = ends.gives else {
                    let name = self.about.clone().unwrap_or_default();
                    self.problems.report(GivesNothing { name, span: value.span });
                    return;
                };
                let found = self.rolling(scope, value, Some(gives), out);
                let found = found.and_then(|found| self.fit(found, gives, value.span));
                out.extend(found.map(|found| Statement::Return(Some(found))));
            }
            Kind::Stop => out.push(Statement::Return(None)),
            Kind::EndGame => out.push(Statement::EndGame),
            Kind::Poison => {}
        }
    }

    fn let_statement(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        kind: Option<&syntax::TypeName>,
        value: &Action,
        or_stop: bool,
        out: &mut Statements,
    ) {
        if scope.find(&name.value).is_some() {
            self.problems.report(LocalShadows { name: name.value.clone(), span: name.span });
        }
        let declared = kind.and_then(|kind| crate::resolve::type_of(kind, &self.symbols, self.problems));
        let value_span = action_span(value, name.span);
        let wanted = match declared {
            Some(Type::Member(of)) if or_stop => Some(Type::Optional(of)),
            other => other,
        };
        let Some(found) = self.action(scope, value, Some(wanted), out) else {
            // Visible all the same, so that its uses are not reported too; poisoned by an impossible value.
            if let Some(declared) = declared {
                scope.declare(&name.value, declared, Change::Within);
            } else {
                scope.declare_poisoned(&name.value);
            }
            return;
        };
        let found = if or_stop { self.unless_none(scope, found, value_span, out) } else { Some(found) };
        let Some(mut found) = found else { return };
        if let Some(declared) = declared {
            match self.fit(found, declared, value_span) {
                Some(fitting) => found = fitting,
                None => {
                    scope.declare(&name.value, declared, Change::Within);
                    return;
                }
            }
        }
        let change = match (declared, found.gives) {
            (None, Type::Integer { .. }) => Change::Never,
            _ => Change::Within,
        };
        self.explain(&found, out);
        let local = scope.declare(&name.value, declared.unwrap_or(found.gives), change);
        out.push(Statement::Step(Step::Let { local, value: found, named: true }));
    }

    /// `let x = optional else stop`.
    fn unless_none(
        &mut self,
        scope: &mut Scope,
        found: Expression,
        span: Span,
        out: &mut Statements,
    ) -> Option<Expression> {
        let Type::Optional(of) = found.gives else {
            let gives = self.symbols.describe(found.gives);
            self.wrong_type("something that may be `none`", &gives, span);
            return None;
        };
        let kept = scope.hidden("perhaps", found.gives);
        let local = make(ExpressionKind::Local(kept), found.gives);
        out.push(Statement::Step(Step::Let { local: kept, value: found, named: false }));
        let condition = make(ExpressionKind::IsNothing(Box::new(local.clone())), Type::Boolean);
        out.push(Statement::If { condition, then: vec![Statement::Return(None)], otherwise: Vec::new() });
        let never = make(ExpressionKind::Member(0), Type::Member(of));
        Some(make(ExpressionKind::Else(Box::new(local), Box::new(never)), Type::Member(of)))
    }

    /// Shows the lines of every `modifiers` rule that a value is worked out with.
    pub(super) fn explain(&mut self, value: &Expression, out: &mut Statements) {
        let mut calls = Vec::new();
        modifier_calls(value, &mut calls);
        for (function, arguments) in calls {
            let is_modifiers = self
                .symbols
                .function_rules
                .get(function.idx())
                .and_then(|rule| self.surface.get(*rule))
                .is_some_and(|rule| rule.kind == "modifiers");
            if is_modifiers {
                out.push(Statement::Step(Step::Explain { function, arguments }));
            }
        }
    }

    fn if_statement(
        &mut self,
        scope: &mut Scope,
        arms: &[(syntax::Expression, syntax::Block)],
        otherwise: &[syntax::Statement],
        ends: Ends,
        out: &mut Statements,
    ) {
        let Some(((condition, body), rest)) = arms.split_first() else {
            out.extend(self.script(scope, otherwise, ends));
            return;
        };
        let found = self.rolling(scope, condition, Some(Type::Boolean), out);
        let found = found.and_then(|found| self.must_be(found, Type::Boolean, condition.span));
        let then = self.script(scope, body, ends);
        let mut other = Vec::new();
        self.if_statement(scope, rest, otherwise, ends, &mut other);
        if let Some(condition) = found {
            out.push(Statement::If { condition, then, otherwise: other });
        }
    }

    /// `repeat n times:` counts down a local of its own.
    fn repeat(
        &mut self,
        scope: &mut Scope,
        times: &syntax::Expression,
        body: &[syntax::Statement],
        ends: Ends,
        span: Span,
        out: &mut Statements,
    ) {
        let found = self.rolling(scope, times, None, out);
        let body = self.script(scope, body, ends);
        let Some(found) = found else { return };
        let Type::Integer { greatest, .. } = found.gives else {
            let gives = self.symbols.describe(found.gives);
            self.wrong_type("a number", &gives, times.span);
            return;
        };
        let holds = Type::Integer { least: 0, greatest: greatest.max(0) };
        let left = scope.hidden("times_left", holds);
        let local = make(ExpressionKind::Local(left), holds);
        let value = super::arithmetic::clamp(found, 0, greatest.max(0));
        out.push(Statement::Step(Step::Let { local: left, value, named: false }));
        let condition = make(
            ExpressionKind::Compare(Comparison::Greater, Box::new(local.clone()), Box::new(number(0))),
            Type::Boolean,
        );
        let less = make(
            ExpressionKind::Subtract(Box::new(local), Box::new(number(1))),
            Type::Integer { least: -1, greatest: greatest.max(0) - 1 },
        );
        // A round begins only while some are left.
        let less = super::arithmetic::clamp(less, 0, greatest.max(0));
        let mut counted = vec![Statement::Step(Step::Set { local: left, value: less, bounds: None })];
        counted.extend(body);
        let limit = Some(greatest.max(0) + 1);
        out.push(Statement::Loop { head: Vec::new(), condition, limit, counted: false, body: counted, span });
    }

    /// A value, call, choice or selection. `wanted`: none when no value is taken; else the type, if it is known.
    pub(super) fn action(
        &mut self,
        scope: &mut Scope,
        action: &Action,
        wanted: Option<Option<Type>>,
        out: &mut Statements,
    ) -> Option<Expression> {
        let (name, arguments) = match action {
            Action::Value(value) => return self.rolling(scope, value, wanted.flatten(), out),
            Action::Call { name, arguments }
            | Action::Choose { name, arguments }
            | Action::Select { name, arguments } => (name, arguments),
        };
        let found = self.symbols.find(&name.value);
        let (signature, target) = match (action, found) {
            (Action::Call { .. }, Some(Named::Callable(slot))) => {
                (self.symbols.callables.get(slot)?.clone(), Target::Procedure(TypedProcedureId(slot)))
            }
            (Action::Select { .. }, Some(Named::Select(slot))) => {
                (self.symbols.callables.get(slot)?.clone(), Target::Procedure(TypedProcedureId(slot)))
            }
            (Action::Choose { .. }, Some(Named::Decision(slot))) => {
                (self.symbols.decisions.get(slot)?.clone(), Target::Decision(TypedDecisionId(slot)))
            }
            (_, found) => {
                self.cannot_do(action, name, found);
                return None;
            }
        };
        if signature.poisoned {
            return None;
        }
        if signature.parameters.len() != arguments.len() {
            let (takes, given) = (signature.parameters.len(), arguments.len());
            self.problems.report(WrongCount { name: name.value.clone(), takes, given, span: name.span });
            return None;
        }
        let mut found = Vec::new();
        for ((_, holds), written) in signature.parameters.iter().zip(arguments) {
            let value = self.rolling(scope, written, Some(*holds), out);
            found.push(value.and_then(|value| self.fit(value, *holds, written.span)));
        }
        let arguments: Vec<Expression> = found.into_iter().collect::<Option<_>>()?;
        let gives = self.gives(&target, &signature.gives);
        let result = match (wanted, gives) {
            (None, _) => None,
            // Selections always give: this one could not be checked.
            (Some(_), None) if matches!(action, Action::Select { .. }) => return None,
            (Some(_), None) => {
                self.problems.report(GivesNothing { name: name.value.clone(), span: name.span });
                return None;
            }
            (Some(_), Some(gives)) => Some(scope.hidden("given", gives)),
        };
        out.push(match target {
            Target::Procedure(procedure) => Statement::Call { procedure, arguments, result, assured: false },
            Target::Decision(decision) => Statement::Choose { decision, arguments, result },
        });
        result.map(|local| make(ExpressionKind::Local(local), scope.holds(local)))
    }

    /// Selections give an optional member of what they choose from.
    fn gives(&mut self, target: &Target, declared: &Option<Type>) -> Option<Type> {
        match target {
            Target::Procedure(procedure) if declared.is_none() => self.select_gives(procedure.0),
            Target::Procedure(_) | Target::Decision(_) => *declared,
        }
    }

    fn cannot_do(&mut self, action: &Action, name: &Name, found: Option<Named>) {
        let needed = match action {
            Action::Choose { .. } => "a decision",
            Action::Select { .. } => "a selection",
            Action::Call { .. } | Action::Value(_) => "a procedure",
        };
        match found {
            Some(found) if found.is_poisoned() => {}
            Some(found) => {
                let declared = self.symbols.declared_at(&name.value);
                let (name, found, span) = (name.value.clone(), found.describe(), name.span);
                self.problems.report(WrongKind { name, found, needed, declared, span });
            }
            None => {
                let names = self.symbols.named.keys().map(String::as_str);
                let nearest = crate::kinds::nearest(&name.value, names);
                let what = needed.split(' ').next_back().unwrap_or(needed).to_owned();
                self.problems.report(UnknownName {
                    name: name.value.clone(),
                    what,
                    nearest,
                    span: name.span,
                });
            }
        }
    }
}

enum Target {
    Procedure(TypedProcedureId),
    Decision(TypedDecisionId),
}

pub(super) fn action_span(action: &Action, otherwise: Span) -> Span {
    match action {
        Action::Value(value) => value.span,
        Action::Call { name, .. } | Action::Choose { name, .. } | Action::Select { name, .. } => {
            if name.span.end > 0 { name.span } else { otherwise }
        }
    }
}

/// `for`; where its source is one member for certain, that is bound and play goes on.
pub(super) fn repeated(bound: Bound, body: Statements) -> Statements {
    let Bound { variable, source, filter, .. } = bound;
    let one = match &source {
        Source::Set(Expression { kind: ExpressionKind::Set(members), .. }) => match members.as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        },
        Source::Set(_) | Source::Type(_) | Source::Range(..) => None,
    };
    let Some(value) = one else { return vec![Statement::For { variable, source, filter, body }] };
    let begins = Statement::Step(Step::Let { local: variable, value, named: false });
    let body = match filter {
        Some(condition) => vec![Statement::If { condition, then: body, otherwise: Vec::new() }],
        None => body,
    };
    std::iter::once(begins).chain(body).collect()
}

fn ends_for_certain(statement: &syntax::Statement) -> bool {
    matches!(statement.kind, Kind::Stop | Kind::Give(_) | Kind::EndGame)
}

fn modifier_calls(value: &Expression, calls: &mut Vec<(crate::machine::FunctionId, Vec<Expression>)>) {
    use ExpressionKind as Value;
    match &value.kind {
        Value::Call(function, arguments) => {
            arguments.iter().for_each(|argument| modifier_calls(argument, calls));
            calls.push((*function, arguments.clone()));
        }
        Value::Not(a) | Value::Negative(a) | Value::Some(a) | Value::IsNothing(a) | Value::Size(a) | Value::Clamp(a, ..) => {
            modifier_calls(a, calls);
        }
        Value::Add(a, b)
        | Value::Subtract(a, b)
        | Value::Multiply(a, b)
        | Value::Divide(a, b, _)
        | Value::Modulo(a, b)
        | Value::Least(a, b)
        | Value::Greatest(a, b)
        | Value::Compare(_, a, b) => {
            modifier_calls(a, calls);
            modifier_calls(b, calls);
        }
        Value::Constant(_, keys) | Value::State(_, keys) => keys.iter().for_each(|key| modifier_calls(key, calls)),
        Value::Integer(_)
        | Value::Boolean(_)
        | Value::Member(_)
        | Value::Nothing
        | Value::Local(_)
        | Value::All
        // What is reached only perhaps is not explained.
        | Value::And(..)
        | Value::Or(..)
        | Value::If(..)
        | Value::InRange(..)
        | Value::Else(..)
        | Value::Set(_)
        | Value::Union(..)
        | Value::Difference(..)
        | Value::Contains(..)
        | Value::Aggregate(_)
        | Value::Ways(_) => {}
    }
}
