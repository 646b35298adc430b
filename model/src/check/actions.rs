//! Rules that act, one by one: procedures, sequences, flowcharts, selections, consequences.

use rulec_grammar::expression::tree as syntax;
use rulec_grammar::span::Span;

use super::Checker;
use super::expression::{as_optional, make, number};
use super::scope::{Change, Scope};
use super::script::{Ends, repeated};
use super::typed::{ChartBox, ChartExit, Statement, Statements, TypedProcedure, TypedWhenever};
use crate::kinds;
use crate::machine::{
    Aggregate, AggregateKind, Comparison, Expression, ExpressionKind, LocalId, Purpose, RuleId, Source, Step,
    Told, Type, TypeId,
};
use crate::problem::flow::{EdgeToNowhere, NeverReached, NoWayOut, TooManyVariables};
use crate::problem::types::MayEndWithoutGiving;
use crate::surface::tree::{
    Again, Body, Criterion, CriterionKind, FlowKind, FlowNode, Name, Phase, Rule, SelectRule, SequenceRule,
};

impl Checker<'_> {
    /// The body of a procedure, sequence, flowchart or selection, by its place among callables.
    pub(super) fn callable(&mut self, slot: usize) -> Option<TypedProcedure> {
        let signature = self.symbols.callables.get(slot)?.clone();
        if signature.poisoned {
            return None;
        }
        let surface = self.surface;
        let rule = surface.get(*self.symbols.callable_rules.get(slot)?)?;
        let before = self.enter_rule(rule);
        let mut scope = Scope::default();
        for (name, holds) in &signature.parameters {
            scope.declare(name, *holds, Change::Never);
        }
        let parameters = scope.locals.len() as u32;
        let ends = Ends { gives: signature.gives, span: rule.name.span };
        let mut body = vec![Statement::Step(Step::Fired(signature.rule))];
        let mut needs = Vec::new();
        let mut gives = signature.gives;
        match &rule.body {
            Body::Procedure(procedure) => {
                needs = self.all_of(&mut scope, &procedure.needs, signature.rule).unwrap_or_default();
                body.extend(self.script(&mut scope, &procedure.script, ends));
                if gives.is_some() && !always_gives(&body) {
                    let (name, span) = (signature.name.clone(), rule.name.span);
                    self.problems.report(MayEndWithoutGiving { name, span });
                }
            }
            Body::Sequence(sequence) => self.sequence(&mut scope, sequence, ends, &mut body),
            Body::Flowchart { nodes, .. } => {
                let boxes = self.flowchart(&mut scope, nodes, ends);
                body.push(Statement::Chart(boxes));
            }
            Body::Select(select) => {
                gives = self.select(&mut scope, select, rule.name.span, &mut body);
            }
            _ => {}
        }
        self.leave_rule(before);
        let Scope { locals, .. } = scope;
        let (rule, name, span) = (signature.rule, signature.name, signature.span);
        Some(TypedProcedure {
            rule,
            name,
            locals,
            parameters,
            gives,
            needs,
            body,
            span,
            purpose: Purpose::Rule,
        })
    }

    fn sequence(&mut self, scope: &mut Scope, sequence: &SequenceRule, ends: Ends, out: &mut Statements) {
        let names = sequence.phases.iter().map(|phase| &phase.name);
        crate::resolve::no_duplicates(names, "phase", self.problems);
        let span = ends.span;
        let mut head = Vec::new();
        let condition = match &sequence.again {
            Again::Once | Again::Repeat(_) => None,
            Again::While(condition) => {
                let found = self.rolling(scope, condition, Some(Type::Boolean), &mut head);
                found.and_then(|found| self.must_be(found, Type::Boolean, condition.span))
            }
        };
        let mut body = Vec::new();
        for phase in &sequence.phases {
            self.phase(scope, phase, ends, &mut body);
        }
        match &sequence.again {
            Again::Once => out.extend(body),
            Again::While(_) => {
                if let Some(condition) = condition {
                    out.push(Statement::Loop { head, condition, limit: None, counted: false, body, span });
                }
            }
            Again::Repeat(times) => {
                let holds = Type::Integer { least: 1, greatest: (*times).max(1) };
                let variable = scope.hidden("round", holds);
                let source = Source::Range(number(1), number(*times));
                out.push(Statement::For { variable, source, filter: None, body });
            }
        }
    }

    /// A phase; with `for` it is done for each, with `when` only then.
    fn phase(&mut self, scope: &mut Scope, phase: &Phase, ends: Ends, out: &mut Statements) {
        let mark = scope.enter();
        let mut loops = Vec::new();
        for binding in &phase.over {
            match self.binding(scope, binding) {
                Some(bound) => loops.push(bound),
                None => {
                    scope.leave(mark);
                    return;
                }
            }
        }
        let mut head = Vec::new();
        let when = phase.when.as_ref().map(|when| {
            let found = self.rolling(scope, when, Some(Type::Boolean), &mut head);
            found.and_then(|found| self.must_be(found, Type::Boolean, when.span))
        });
        let mut body = self.script(scope, &phase.script, ends);
        match when {
            None => {}
            Some(Some(condition)) => {
                head.push(Statement::If { condition, then: body, otherwise: Vec::new() });
                body = head;
            }
            Some(None) => body = Vec::new(),
        }
        for bound in loops.into_iter().rev() {
            body = repeated(bound, body);
        }
        out.extend(body);
        scope.leave(mark);
    }

    fn flowchart(&mut self, scope: &mut Scope, nodes: &[FlowNode], ends: Ends) -> Vec<ChartBox> {
        crate::resolve::no_duplicates(nodes.iter().map(|node| &node.name), "box", self.problems);
        let mut boxes = Vec::new();
        let mut reached = vec![false; nodes.len()];
        let mut unread = false;
        for node in nodes {
            let mark = scope.enter();
            let mut body = Vec::new();
            let exit = match &node.kind {
                FlowKind::Ask { question, yes, no } => {
                    let found = self.rolling(scope, question, Some(Type::Boolean), &mut body);
                    let found = found.and_then(|found| self.must_be(found, Type::Boolean, question.span));
                    let yes = self.edge(nodes, node, yes.as_ref(), "yes", &mut reached);
                    let no = self.edge(nodes, node, no.as_ref(), "no", &mut reached);
                    found.map(|asked| {
                        let answer = scope.hidden(&node.name.value, Type::Boolean);
                        let question = Told { name: node.name.value.clone(), value: asked.clone() };
                        body.push(Statement::Step(Step::Tell(vec![question])));
                        body.push(Statement::Step(Step::Let { local: answer, value: asked, named: true }));
                        let question = make(ExpressionKind::Local(answer), Type::Boolean);
                        ChartExit::Ask { question, yes, no }
                    })
                }
                FlowKind::Do { script, then, .. } => {
                    body = self.script(scope, script, ends);
                    let then = self.edge(nodes, node, then.as_ref(), "then", &mut reached);
                    Some(ChartExit::To(then))
                }
                FlowKind::Poison => None,
            };
            scope.leave(mark);
            unread |= exit.is_none();
            boxes.push(ChartBox {
                name: node.name.value.clone(),
                body,
                exit: exit.unwrap_or(ChartExit::To(None)),
            });
        }
        // An edge to nowhere may be the one that was to lead there.
        let missing = |name: &Option<Name>| {
            name.as_ref().is_some_and(|name| {
                name.value != "end" && !nodes.iter().any(|node| node.name.value == name.value)
            })
        };
        let astray = nodes.iter().any(|node| match &node.kind {
            FlowKind::Ask { yes, no, .. } => missing(yes) || missing(no),
            FlowKind::Do { then, .. } => missing(then),
            FlowKind::Poison => true,
        });
        if !astray && !unread {
            self.report_unreached(nodes, &boxes);
        }
        boxes
    }

    fn edge(
        &mut self,
        nodes: &[FlowNode],
        from: &FlowNode,
        target: Option<&Name>,
        exit: &'static str,
        reached: &mut [bool],
    ) -> Option<usize> {
        let Some(target) = target else {
            self.problems.report(NoWayOut { node: from.name.value.clone(), exit, span: from.span });
            return None;
        };
        if target.value == "end" {
            return None;
        }
        let found = nodes.iter().position(|node| node.name.value == target.value);
        match found {
            Some(idx) => reached[idx] = true,
            None => {
                let names = nodes.iter().map(|node| node.name.value.as_str()).chain(["end"]);
                let nearest = kinds::nearest(&target.value, names);
                self.problems.report(EdgeToNowhere {
                    target: target.value.clone(),
                    nearest,
                    span: target.span,
                });
            }
        }
        found
    }

    fn report_unreached(&mut self, nodes: &[FlowNode], boxes: &[ChartBox]) {
        let mut reached = vec![false; boxes.len()];
        let mut open: Vec<usize> = if boxes.is_empty() { Vec::new() } else { vec![0] };
        while let Some(idx) = open.pop() {
            if std::mem::replace(&mut reached[idx], true) {
                continue;
            }
            match &boxes[idx].exit {
                ChartExit::To(next) => open.extend(next),
                ChartExit::Ask { yes, no, .. } => {
                    open.extend(yes);
                    open.extend(no);
                }
            }
        }
        for (node, _) in nodes.iter().zip(reached).filter(|(_, reached)| !reached) {
            self.problems.report(NeverReached { node: node.name.value.clone(), span: node.span });
        }
    }

    /// What a selection gives: an optional member of its candidates' type.
    pub(super) fn select_gives(&mut self, slot: usize) -> Option<Type> {
        let signature = self.symbols.callables.get(slot)?.clone();
        let surface = self.surface;
        let Body::Select(select) = &surface.get(*self.symbols.callable_rules.get(slot)?)?.body else {
            return None;
        };
        let mut scope = Scope::default();
        for (name, holds) in &signature.parameters {
            scope.declare(name, *holds, Change::Never);
        }
        // Whatever is wrong with it is reported where the rule itself is checked.
        let reported = self.problems.len();
        let bound = select.from.as_ref().and_then(|from| self.binding(&mut scope, from));
        self.problems.truncate(reported);
        match scope.holds(bound?.variable) {
            Type::Member(of) => Some(Type::Optional(of)),
            Type::Integer { .. } | Type::Boolean | Type::Optional(_) | Type::Set(_) => None,
        }
    }

    fn select(
        &mut self,
        scope: &mut Scope,
        select: &SelectRule,
        span: Span,
        out: &mut Statements,
    ) -> Option<Type> {
        let from = select.from.as_ref()?;
        let bound = self.binding(scope, from)?;
        let Type::Member(of) = scope.holds(bound.variable) else {
            self.wrong_type("members to choose from", "numbers", span);
            return None;
        };
        let candidates = scope.hidden("candidates", Type::Set(of));
        let those = those(of, bound.variable, bound.source, bound.filter);
        out.push(Statement::Step(Step::Let { local: candidates, value: those, named: true }));
        for criterion in &select.criteria {
            out.extend(self.narrow(scope, of, bound.variable, candidates, criterion).into_iter().flatten());
        }
        let left = local(candidates, Type::Set(of));
        if select.roll {
            let nobody = compare_size(&left, Comparison::Equal, 0, self.symbols.member_count(of));
            let nothing = make(ExpressionKind::Nothing, Type::Optional(of));
            let then = vec![Statement::Return(Some(nothing))];
            out.push(Statement::If { condition: nobody, then, otherwise: Vec::new() });
            let drawn = scope.hidden("drawn", Type::Member(of));
            out.push(Statement::Draw { from: left, into: drawn });
            out.push(Statement::Return(Some(as_optional(local(drawn, Type::Member(of))))));
        } else {
            let aggregate = Aggregate {
                kind: AggregateKind::First,
                variable: bound.variable,
                source: Source::Set(left),
                filter: None,
                body: None,
                otherwise: None,
            };
            let first = make(ExpressionKind::Aggregate(Box::new(aggregate)), Type::Optional(of));
            out.push(Statement::Return(Some(first)));
        }
        Some(Type::Optional(of))
    }

    /// Those of the candidates that a criterion leaves.
    pub(super) fn narrow(
        &mut self,
        scope: &mut Scope,
        of: TypeId,
        variable: LocalId,
        candidates: LocalId,
        criterion: &Criterion,
    ) -> Option<Statements> {
        match criterion.kind {
            CriterionKind::Where => self.narrow_where(scope, of, variable, candidates, &criterion.value),
            CriterionKind::Most | CriterionKind::Least => {
                let most = criterion.kind == CriterionKind::Most;
                self.narrow_by(scope, of, variable, candidates, &criterion.value, most)
            }
        }
    }

    /// Those that meet a condition, if any do.
    fn narrow_where(
        &mut self,
        scope: &mut Scope,
        of: TypeId,
        variable: LocalId,
        candidates: LocalId,
        condition: &syntax::Expression,
    ) -> Option<Statements> {
        let condition = self.condition(scope, condition)?;
        let kept = scope.hidden("meeting_it", Type::Set(of));
        let value = those(of, variable, Source::Set(local(candidates, Type::Set(of))), Some(condition));
        let some =
            compare_size(&local(kept, Type::Set(of)), Comparison::Greater, 0, self.symbols.member_count(of));
        let narrow = Step::Set { local: candidates, value: local(kept, Type::Set(of)), bounds: None };
        Some(vec![
            Statement::Step(Step::Let { local: kept, value, named: true }),
            Statement::If { condition: some, then: vec![Statement::Step(narrow)], otherwise: Vec::new() },
        ])
    }

    /// Those with the greatest or least value.
    fn narrow_by(
        &mut self,
        scope: &mut Scope,
        of: TypeId,
        variable: LocalId,
        candidates: LocalId,
        value: &syntax::Expression,
        most: bool,
    ) -> Option<Statements> {
        let value = self.integer(scope, value)?;
        let left = local(candidates, Type::Set(of));
        let best = scope.hidden(if most { "most" } else { "least" }, value.gives);
        let floor = match value.gives {
            Type::Integer { least, greatest } => number(if most { least } else { greatest }),
            Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => return None,
        };
        let aggregate = Aggregate {
            kind: if most { AggregateKind::Most } else { AggregateKind::Least },
            variable,
            source: Source::Set(left.clone()),
            filter: None,
            body: Some(value.clone()),
            otherwise: Some(floor),
        };
        let found = make(ExpressionKind::Aggregate(Box::new(aggregate)), value.gives);
        let equal = ExpressionKind::Compare(
            Comparison::Equal,
            Box::new(value.clone()),
            Box::new(local(best, value.gives)),
        );
        let those = those(of, variable, Source::Set(left), Some(make(equal, Type::Boolean)));
        // A local of its own, so that explanations tell whom the criterion left.
        let kept = scope.hidden(if most { "with_most" } else { "with_least" }, Type::Set(of));
        let narrow = Step::Set { local: candidates, value: local(kept, Type::Set(of)), bounds: None };
        Some(vec![
            Statement::Step(Step::Let { local: best, value: found, named: true }),
            Statement::Step(Step::Let { local: kept, value: those, named: true }),
            Statement::Step(narrow),
        ])
    }

    pub(super) fn whenever(&mut self, rule: &Rule, id: RuleId) -> Option<TypedWhenever> {
        let (over, when, script) = match &rule.body {
            Body::Whenever { over, when, script } => (over.as_slice(), when.as_slice(), script.as_slice()),
            Body::Victory { when: Some(when), .. } => (&[][..], std::slice::from_ref(when), &[][..]),
            _ => return None,
        };
        let mut scope = Scope::default();
        if let Some(second) = over.get(1) {
            self.problems.report(TooManyVariables { span: second.variable.span });
            return None;
        }
        let bound = match over.first() {
            None => None,
            Some(binding) => Some(self.binding(&mut scope, binding)?),
        };
        let conditions = self.all_of(&mut scope, when, id)?;
        let condition = conditions
            .into_iter()
            .map(|condition| condition.holds)
            .reduce(|a, b| make(ExpressionKind::And(Box::new(a), Box::new(b)), Type::Boolean))?;
        let ends = Ends { gives: None, span: rule.name.span };
        let mut body = vec![Statement::Step(Step::Fired(id))];
        body.extend(self.script(&mut scope, script, ends));
        if matches!(rule.body, Body::Victory { .. }) {
            body.push(Statement::EndGame);
        }
        let over = bound.map(|bound| (bound.variable, bound.source, bound.filter));
        let Scope { locals, .. } = scope;
        Some(TypedWhenever {
            rule: id,
            name: rule.name.value.clone(),
            locals,
            over,
            condition,
            body,
            span: rule.name.span,
        })
    }
}

pub(super) fn local(id: LocalId, holds: Type) -> Expression {
    make(ExpressionKind::Local(id), holds)
}

pub(super) fn those(of: TypeId, variable: LocalId, source: Source, filter: Option<Expression>) -> Expression {
    let aggregate =
        Aggregate { kind: AggregateKind::Those, variable, source, filter, body: None, otherwise: None };
    make(ExpressionKind::Aggregate(Box::new(aggregate)), Type::Set(of))
}

pub(super) fn compare_size(set: &Expression, comparison: Comparison, with: i64, count: usize) -> Expression {
    let gives = Type::Integer { least: 0, greatest: count as i64 };
    let size = make(ExpressionKind::Size(Box::new(set.clone())), gives);
    make(ExpressionKind::Compare(comparison, Box::new(size), Box::new(number(with))), Type::Boolean)
}

/// Whether every way through ends with a value (or the game).
pub(super) fn always_gives(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Return(value) => value.is_some(),
        Statement::EndGame => true,
        Statement::If { then, otherwise, .. } => always_gives(then) && always_gives(otherwise),
        Statement::Together(body) => always_gives(body),
        Statement::Step(_)
        | Statement::For { .. }
        | Statement::Loop { .. }
        | Statement::Roll { .. }
        | Statement::Draw { .. }
        | Statement::Call { .. }
        | Statement::Choose { .. }
        | Statement::Chart(_) => false,
    })
}
