//! Decisions: whose they are, which options they have, when each is legal, what it does.

use rulec_grammar::expression::tree as syntax;
use rulec_grammar::span::Span;

use super::Checker;
use super::actions::{always_gives, local};
use super::scope::{Change, Scope};
use super::script::Ends;
use super::typed::{Statement, Statements, TypedDecision, TypedOption, TypedProcedure, TypedProcedureId};
use crate::machine::{Binding, Condition, Expression, Local, LocalId, Purpose, Step, Type, TypeId};
use crate::problem::flow::IfNoneUnanswered;
use crate::problem::names::{UnknownName, WrongKind};
use crate::problem::types::{GivesNothing, MayEndWithoutGiving, OutOfBounds, WrongCount};
use crate::resolve::{Named, Signature};
use crate::surface::tree::{Body, DecisionRule, OptionEffect, OptionEntry};

impl Checker<'_> {
    /// A decision by its place; its options' effects are added to `procedures`.
    pub(super) fn decision(
        &mut self,
        slot: usize,
        players: TypeId,
        procedures: &mut Vec<TypedProcedure>,
    ) -> Option<TypedDecision> {
        let signature = self.symbols.decisions.get(slot)?.clone();
        if signature.poisoned {
            return None;
        }
        let surface = self.surface;
        let rule = surface.get(*self.symbols.decision_rules.get(slot)?)?;
        let Body::Decision(decision) = &rule.body else { return None };
        let before = self.enter_rule(rule);
        let mut scope = Scope::default();
        for (name, holds) in &signature.parameters {
            scope.declare(name, *holds, Change::Never);
        }
        let by = self.fitting(&mut scope, &decision.by, Type::Member(players));
        crate::resolve::no_duplicates(
            decision.options.iter().map(|option| &option.name),
            "option",
            self.problems,
        );
        let mut options = Vec::new();
        let mut whole = true;
        for option in &decision.options {
            match self.option(&signature, decision, option, procedures) {
                Some(option) => options.push(option),
                None => whole = false,
            }
        }
        let sure = options.iter().any(|option| option.bindings.is_empty() && option.conditions.is_empty());
        if whole && !sure && !decision.go_on_if_none && !decision.anytime {
            let (decision, span) = (signature.name.clone(), rule.name.span);
            self.problems.report(IfNoneUnanswered { decision, span });
        }
        if whole && !sure {
            self.refuse_no_zero(&signature, rule.name.span);
        }
        self.leave_rule(before);
        if !whole {
            return None;
        }
        let Scope { locals, .. } = scope;
        Some(TypedDecision {
            rule: signature.rule,
            name: signature.name,
            locals,
            by: by?,
            options,
            gives: signature.gives,
            go_on_if_none: !sure,
            anytime: decision.anytime,
            asked_by: None,
        })
    }

    /// Where nothing may be legal the decision gives zero, which its type must hold.
    fn refuse_no_zero(&mut self, signature: &Signature, span: Span) {
        if let Some(Type::Integer { least, greatest }) = signature.gives
            && !(least..=greatest).contains(&0)
        {
            let value = "zero, which it gives where nothing is legal,".to_owned();
            let bounds = format!("{least}..{greatest}");
            self.problems.report(OutOfBounds { value, bounds, span });
        }
    }

    fn option(
        &mut self,
        signature: &Signature,
        decision: &DecisionRule,
        option: &OptionEntry,
        procedures: &mut Vec<TypedProcedure>,
    ) -> Option<TypedOption> {
        let mut scope = Scope::default();
        for (name, holds) in &signature.parameters {
            scope.declare(name, *holds, Change::Never);
        }
        let mut bindings = Vec::new();
        for written in &option.over {
            let bound = self.binding(&mut scope, written)?;
            let text = written.filter.as_ref().map_or(written.source.span, |filter| filter.span);
            let text = self.source(text);
            let filter = bound.filter.map(|holds| Condition { rule: signature.rule, text, holds });
            bindings.push(Binding { local: bound.variable, source: bound.source, filter });
        }
        let mut conditions = Vec::new();
        if decision.anytime {
            conditions.extend(self.all_of(&mut scope, &decision.when, signature.rule)?);
        }
        conditions.extend(self.all_of(&mut scope, &option.when, signature.rule)?);
        if let OptionEffect::Offers(invocation) = &option.effect {
            conditions.extend(self.offered_needs(&mut scope, invocation)?);
        }
        let effect = self.effect(signature, option, &scope, &bindings, procedures)?;
        let parameters = signature.parameters.len();
        let Scope { locals, .. } = scope;
        let (locals, bindings, conditions) = bindings_first(parameters, locals, bindings, conditions);
        let (name, says) = (option.name.value.clone(), option.says.clone());
        let parameters = parameters as u32;
        Some(TypedOption { name, says, locals, parameters, bindings, conditions, effect, asks_again: false })
    }

    /// The `needs` of an offered procedure, with the offer's arguments in place of its parameters.
    fn offered_needs(
        &mut self,
        scope: &mut Scope,
        invocation: &syntax::Invocation,
    ) -> Option<Vec<Condition>> {
        let slot = self.offered(invocation)?;
        let signature = self.symbols.callables.get(slot)?.clone();
        if signature.poisoned {
            return None;
        }
        if signature.parameters.len() != invocation.arguments.len() {
            let (takes, given) = (signature.parameters.len(), invocation.arguments.len());
            let name = invocation.name.value.clone();
            self.problems.report(WrongCount { name, takes, given, span: invocation.name.span });
            return None;
        }
        let mut arguments = Vec::new();
        for ((_, holds), written) in signature.parameters.iter().zip(&invocation.arguments) {
            arguments.push(self.fitting(scope, written, *holds));
        }
        let arguments: Vec<Expression> = arguments.into_iter().collect::<Option<_>>()?;
        let surface = self.surface;
        let rule = surface.get(*self.symbols.callable_rules.get(slot)?)?;
        let Body::Procedure(procedure) = &rule.body else { return Some(Vec::new()) };
        let mut own = Scope::default();
        for (name, holds) in &signature.parameters {
            own.declare(name, *holds, Change::Never);
        }
        // What is wrong with the needs is reported where the procedure itself is checked.
        let reported = self.problems.len();
        let needs = self.all_of(&mut own, &procedure.needs, signature.rule);
        self.problems.truncate(reported);
        let moved: Vec<LocalId> =
            own.locals.iter().map(|local| scope.hidden(&local.name, local.holds)).collect();
        let read = |id: LocalId| arguments.get(id.idx()).map(|argument| argument.kind.clone());
        let bind = |id: LocalId| moved.get(id.idx()).copied().unwrap_or(id);
        let with_arguments = |condition: Condition| {
            let holds = condition.holds.with_locals(&read, &bind);
            Condition { holds, ..condition }
        };
        Some(needs?.into_iter().map(with_arguments).collect())
    }

    fn offered(&mut self, invocation: &syntax::Invocation) -> Option<usize> {
        let name = &invocation.name;
        match self.symbols.find(&name.value) {
            Some(Named::Callable(slot)) => Some(slot),
            Some(found) if found.is_poisoned() => None,
            Some(found) => {
                let declared = self.symbols.declared_at(&name.value);
                let (found, needed) = (found.describe(), "a procedure");
                self.problems.report(WrongKind {
                    name: name.value.clone(),
                    found,
                    needed,
                    declared,
                    span: name.span,
                });
                None
            }
            None => {
                let nearest =
                    crate::kinds::nearest(&name.value, self.symbols.named.keys().map(String::as_str));
                let what = "procedure".to_owned();
                self.problems.report(UnknownName {
                    name: name.value.clone(),
                    what,
                    nearest,
                    span: name.span,
                });
                None
            }
        }
    }

    /// The procedure that an option does; it takes the decision's parameters and the bindings.
    fn effect(
        &mut self,
        signature: &Signature,
        option: &OptionEntry,
        option_scope: &Scope,
        bindings: &[Binding],
        procedures: &mut Vec<TypedProcedure>,
    ) -> Option<TypedProcedureId> {
        let mut scope = Scope::default();
        for (name, holds) in &signature.parameters {
            scope.declare(name, *holds, Change::Never);
        }
        for (binding, written) in bindings.iter().zip(&option.over) {
            scope.declare(&written.variable.value, option_scope.holds(binding.local), Change::Never);
        }
        let parameters = scope.locals.len() as u32;
        let span = option.name.span;
        let ends = Ends { gives: signature.gives, span };
        let mut body: Statements = vec![Statement::Step(Step::Fired(signature.rule))];
        match &option.effect {
            OptionEffect::Nothing => {}
            OptionEffect::Script(script) => body.extend(self.script(&mut scope, script, ends)),
            OptionEffect::Offers(invocation) => {
                self.offer(&mut scope, invocation, signature.gives, &mut body)?
            }
        }
        if signature.gives.is_some() && !always_gives(&body) {
            let name = option.name.value.clone();
            self.problems.report(MayEndWithoutGiving { name, span });
        }
        let Scope { locals, .. } = scope;
        procedures.push(TypedProcedure {
            rule: signature.rule,
            name: format!("{}_{}", signature.name, option.name.value),
            locals,
            parameters,
            gives: signature.gives,
            needs: Vec::new(),
            body,
            span,
            purpose: Purpose::Rule,
        });
        Some(TypedProcedureId(procedures.len() - 1))
    }

    fn offer(
        &mut self,
        scope: &mut Scope,
        invocation: &syntax::Invocation,
        gives: Option<Type>,
        out: &mut Statements,
    ) -> Option<()> {
        let slot = self.offered(invocation)?;
        let signature = self.symbols.callables.get(slot)?.clone();
        // The same arguments were checked as part of legality: reported there.
        let reported = self.problems.len();
        let arguments: Option<Vec<Expression>> = signature
            .parameters
            .iter()
            .zip(&invocation.arguments)
            .map(|((_, holds), written)| self.fitting(scope, written, *holds))
            .collect();
        self.problems.truncate(reported);
        let result = match (gives, signature.gives) {
            (None, _) => None,
            (Some(_), None) => {
                let (name, span) = (invocation.name.value.clone(), invocation.name.span);
                self.problems.report(GivesNothing { name, span });
                return None;
            }
            (Some(_), Some(found)) => Some((scope.hidden("given", found), found)),
        };
        let procedure = TypedProcedureId(slot);
        let taken = result.map(|(id, _)| id);
        out.push(Statement::Call { procedure, arguments: arguments?, result: taken, assured: true });
        if let (Some((id, found)), Some(gives)) = (result, gives) {
            let value = self.fit(local(id, found), gives, invocation.name.span)?;
            out.push(Statement::Return(Some(value)));
        }
        Some(())
    }
}

/// Moves the bindings' locals right behind the parameters, as the machine wants them.
fn bindings_first(
    parameters: usize,
    locals: Vec<Local>,
    bindings: Vec<Binding>,
    conditions: Vec<Condition>,
) -> (Vec<Local>, Vec<Binding>, Vec<Condition>) {
    let mut order: Vec<usize> = (0..parameters).collect();
    order.extend(bindings.iter().map(|binding| binding.local.idx()));
    order.extend(
        (parameters..locals.len()).filter(|idx| !bindings.iter().any(|binding| binding.local.idx() == *idx)),
    );
    let mut places = vec![LocalId(0); locals.len()];
    for (new, old) in order.iter().enumerate() {
        places[*old] = LocalId(new as u32);
    }
    let place = |id: LocalId| places.get(id.idx()).copied().unwrap_or(id);
    let condition =
        |condition: Condition| Condition { holds: condition.holds.renumbered(&place), ..condition };
    let bindings = bindings
        .into_iter()
        .map(|binding| Binding {
            local: place(binding.local),
            source: binding.source.with_locals(&|_| None, &place),
            filter: binding.filter.map(condition),
        })
        .collect();
    let moved = order.iter().filter_map(|old| locals.get(*old).cloned()).collect();
    (moved, bindings, conditions.into_iter().map(condition).collect())
}
