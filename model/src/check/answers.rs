//! Answers: rules that take an option of a decision in a player's place.
//!
//! An answer is a procedure with the decision's parameters. Line by line it looks for a legal choice of an option, narrows
//! several by the criteria, does the option's effect and gives what that gives. Where no line has a legal choice, the
//! decision is asked as if nobody answered.
//!
//! Each decision that has answers gets one procedure more, which is what `choose` calls: for a seat among `bots` the
//! first answer whose `when` holds, for others the decision itself.

use super::Checker;
use super::actions::{compare_size, local};
use super::candidates::{Candidates, both, pick};
use super::expression::make;
use super::scope::{Change, Scope};
use super::typed::{
    AskedBy, Statement, Statements, TypedDecision, TypedDecisionId, TypedGame, TypedOption, TypedProcedure,
    TypedProcedureId,
};
use crate::kinds;
use crate::machine::{Comparison, Expression, ExpressionKind, LocalId, Purpose, RuleId, Step, Type, TypeId};
use crate::problem::names::{DuplicateRule, UnknownName, WrongKind};
use crate::resolve::{BOTS, Named};
use crate::surface::tree::{AnswerRule, Body, Criterion, CriterionKind, Name, Rule, TakeEntry};

/// An answer, checked.
struct Answer<'r> {
    rule: &'r Rule,
    id: RuleId,
    answers: &'r AnswerRule,
    procedure: TypedProcedureId,
}

impl Checker<'_> {
    /// The set of seats that rules answer for, where there are answers.
    pub(super) fn declare_bots(&mut self, players: TypeId) {
        let answer = self.surface.iter().position(|rule| matches!(rule.body, Body::Answer(_)));
        let Some((rule, Some(id))) = answer.map(|idx| (&self.surface[idx], self.symbols.rule_ids[idx]))
        else {
            return;
        };
        if let Some(taken) = self.symbols.declared_at(BOTS) {
            let (name, second) = (BOTS.to_owned(), taken);
            self.problems.report(DuplicateRule { name, first: rule.name.span, second });
            return;
        }
        self.symbols.declare_bots(players, id, rule.name.span);
    }

    /// Every answer of the game as a procedure, and for each decision that has any, the procedure that asks.
    pub(super) fn answers(&mut self, game: &mut TypedGame) {
        let surface = self.surface;
        let ids = self.symbols.rule_ids.clone();
        let mut found: Vec<Vec<Answer<'_>>> = game.decisions.iter().map(|_| Vec::new()).collect();
        for (rule, id) in surface.iter().zip(ids) {
            let (Body::Answer(answers), Some(id)) = (&rule.body, id) else { continue };
            let before = self.enter_rule(rule);
            if let Some((slot, procedure)) = self.answer(rule, id, answers, game) {
                game.procedures.push(procedure);
                let procedure = TypedProcedureId(game.procedures.len() - 1);
                found[slot].push(Answer { rule, id, answers, procedure });
            }
            self.leave_rule(before);
        }
        for (slot, answers) in found.into_iter().enumerate() {
            if let Some(asking) = self.asking(slot, &answers, game) {
                game.procedures.push(asking);
                let asking = TypedProcedureId(game.procedures.len() - 1);
                let answers = answers.iter().map(|answer| answer.procedure).collect();
                game.decisions[slot].asked_by = Some(AskedBy { asking, answers });
            }
        }
    }

    /// The decision that a name stands for, by its place.
    pub(super) fn decision_named(&mut self, name: &Name, game: &TypedGame) -> Option<usize> {
        let needed = "a decision that is asked";
        let wrong = match self.symbols.find(&name.value) {
            Some(Named::Decision(slot)) => match game.decisions.get(slot) {
                Some(decision) if decision.anytime => "a decision that is open at any time".to_owned(),
                found => return found.map(|_| slot),
            },
            Some(found) if found.is_poisoned() => return None,
            Some(found) => found.describe(),
            None => {
                let names = self.symbols.decisions.iter().map(|signature| signature.name.as_str());
                let nearest = kinds::nearest(&name.value, names);
                let what = "decision".to_owned();
                self.problems.report(UnknownName {
                    name: name.value.clone(),
                    what,
                    nearest,
                    span: name.span,
                });
                return None;
            }
        };
        let declared = self.symbols.declared_at(&name.value);
        let (found, span) = (wrong, name.span);
        self.problems.report(WrongKind { name: name.value.clone(), found, needed, declared, span });
        None
    }

    fn answer(
        &mut self,
        rule: &Rule,
        id: RuleId,
        answers: &AnswerRule,
        game: &TypedGame,
    ) -> Option<(usize, TypedProcedure)> {
        let slot = self.decision_named(&answers.to, game)?;
        let decision = game.decisions.get(slot)?;
        let mut scope = self.decision_scope(slot);
        let parameters = scope.locals.len() as u32;
        let mut body = vec![Statement::Step(Step::Fired(id))];
        if !self.lines_of(&mut scope, decision, &answers.take, &mut body) {
            ask(&mut scope, slot, decision.gives, parameters as usize, &mut body);
        }
        let Scope { locals, .. } = scope;
        let (name, span) = (rule.name.value.clone(), rule.name.span);
        let gives = decision.gives;
        Some((
            slot,
            TypedProcedure {
                rule: id,
                name,
                locals,
                parameters,
                gives,
                needs: Vec::new(),
                body,
                span,
                purpose: Purpose::Rule,
            },
        ))
    }

    /// A scope that begins with the decision's parameters.
    fn decision_scope(&self, slot: usize) -> Scope {
        let mut scope = Scope::default();
        for (name, holds) in self.symbols.decisions.get(slot).map_or(&[][..], |found| &found.parameters) {
            scope.declare(name, *holds, Change::Never);
        }
        scope
    }

    /// For a bot the first answer that applies, for others the decision.
    fn asking(&mut self, slot: usize, answers: &[Answer<'_>], game: &TypedGame) -> Option<TypedProcedure> {
        let (first, bots) = (answers.first()?, self.symbols.bots()?);
        let decision = game.decisions.get(slot)?;
        let surface = self.surface;
        let rule = surface.get(*self.symbols.decision_rules.get(slot)?)?;
        let Body::Decision(written) = &rule.body else { return None };
        let mut scope = self.decision_scope(slot);
        let parameters = scope.locals.len();
        let by = self.fitting(&mut scope, &written.by, decision.by.gives)?;
        let holds = self.symbols.states.get(bots.idx())?.holds;
        let bots = make(ExpressionKind::State(bots, Vec::new()), holds);
        let among = make(ExpressionKind::Contains(Box::new(bots), Box::new(by.clone())), Type::Boolean);
        let player = scope.hidden("player", decision.by.gives);
        let mut body = Vec::new();
        for answer in answers {
            let before = self.enter_rule(answer.rule);
            let conditions = self.all_of(&mut scope, &answer.answers.when, answer.id);
            self.leave_rule(before);
            let condition = conditions?.into_iter().fold(among.clone(), |all, one| both(all, one.holds));
            // Nobody is asked, so an explanation says for whom the rule answers, directly before it.
            let whose = Step::Let { local: player, value: by.clone(), named: true };
            let mut then = vec![Statement::Step(whose)];
            let arguments = parameters_of(&scope, parameters);
            call(&mut scope, answer.procedure, arguments, decision.gives, &mut then);
            body.push(Statement::If { condition, then, otherwise: Vec::new() });
        }
        ask(&mut scope, slot, decision.gives, parameters, &mut body);
        let Scope { locals, .. } = scope;
        Some(TypedProcedure {
            rule: decision.rule,
            name: format!("ask_{}", decision.name),
            locals,
            parameters: parameters as u32,
            gives: decision.gives,
            needs: Vec::new(),
            body,
            span: first.rule.name.span,
            purpose: Purpose::Asking,
        })
    }

    /// The lines of `take`, each of which leaves the procedure when it has a legal choice. True when one always has; then
    /// nothing comes behind it.
    pub(super) fn lines_of(
        &mut self,
        scope: &mut Scope,
        decision: &TypedDecision,
        take: &[TakeEntry],
        out: &mut Statements,
    ) -> bool {
        let mut end = None;
        for line in take {
            let mark = scope.enter();
            let always = self.line(scope, decision, line, out).unwrap_or(false);
            scope.leave(mark);
            if always && end.is_none() {
                end = Some(out.len());
            }
        }
        out.truncate(end.unwrap_or(out.len()));
        end.is_some()
    }

    /// One line; gives whether it always has a legal choice.
    fn line(
        &mut self,
        scope: &mut Scope,
        decision: &TypedDecision,
        line: &TakeEntry,
        out: &mut Statements,
    ) -> Option<bool> {
        let Some(option) = decision.options.iter().find(|option| option.name == line.option.value) else {
            let names = decision.options.iter().map(|option| option.name.as_str());
            let nearest = kinds::nearest(&line.option.value, names);
            let (name, what) = (line.option.value.clone(), format!("option of `{}`", decision.name));
            self.problems.report(UnknownName { name, what, nearest, span: line.option.span });
            return None;
        };
        let mut candidates = Candidates::of(option, scope);
        for condition in self.all_of(scope, &line.filter, decision.rule)? {
            candidates = candidates.meeting(condition.holds);
        }
        self.take(scope, decision, option, candidates, line, out)
    }

    /// The option's effect, for the choice that is best by the line's criteria.
    fn take(
        &mut self,
        scope: &mut Scope,
        decision: &TypedDecision,
        option: &TypedOption,
        mut candidates: Candidates,
        line: &TakeEntry,
        out: &mut Statements,
    ) -> Option<bool> {
        let mut arguments = parameters_of(scope, option.parameters as usize);
        let mut then = Vec::new();
        let some = match candidates.single_member(scope) {
            Some((variable, of)) => {
                let found = scope.hidden("candidates", Type::Set(of));
                out.push(Statement::Step(Step::Let {
                    local: found,
                    value: candidates.those(of),
                    named: true,
                }));
                for criterion in &line.criteria {
                    out.extend(self.narrow(scope, of, variable, found, criterion).into_iter().flatten());
                }
                let left = local(found, Type::Set(of));
                arguments.push(pick(scope, of, variable, left.clone(), line.roll, &mut then));
                compare_size(&left, Comparison::Greater, 0, self.symbols.member_count(of))
            }
            None => {
                for criterion in &line.criteria {
                    self.narrow_several(scope, &mut candidates, criterion, out)?;
                }
                let some = candidates.any_from(0);
                candidates.fix_all(scope, line.roll, &mut arguments, &mut then);
                some
            }
        };
        call(scope, option.effect, arguments, decision.gives, &mut then);
        let always = some.kind == ExpressionKind::Boolean(true);
        if always {
            out.append(&mut then);
        } else {
            out.push(Statement::If { condition: some, then, otherwise: Vec::new() });
        }
        Some(always)
    }

    /// A criterion among choices of several variables: what it keeps joins the condition.
    fn narrow_several(
        &mut self,
        scope: &mut Scope,
        candidates: &mut Candidates,
        criterion: &Criterion,
        out: &mut Statements,
    ) -> Option<()> {
        let most = match criterion.kind {
            CriterionKind::Where => {
                let holds = self.condition(scope, &criterion.value)?;
                let met = scope.hidden("meeting_it", Type::Boolean);
                let value = candidates.meeting(holds.clone()).any_from(0);
                out.push(Statement::Step(Step::Let { local: met, value, named: true }));
                let unmet = make(ExpressionKind::Not(Box::new(local(met, Type::Boolean))), Type::Boolean);
                let either = ExpressionKind::Or(Box::new(unmet), Box::new(holds));
                *candidates = candidates.meeting(make(either, Type::Boolean));
                return Some(());
            }
            CriterionKind::Most => true,
            CriterionKind::Least => false,
        };
        let value = self.integer(scope, &criterion.value)?;
        let best = scope.hidden(if most { "most" } else { "least" }, value.gives);
        let found = candidates.best(&value, most)?;
        out.push(Statement::Step(Step::Let { local: best, value: found, named: true }));
        let best = Box::new(local(best, value.gives));
        let equal = ExpressionKind::Compare(Comparison::Equal, Box::new(value), best);
        *candidates = candidates.meeting(make(equal, Type::Boolean));
        Some(())
    }
}

/// Asks the decision after all, and gives what it gives.
fn ask(scope: &mut Scope, slot: usize, gives: Option<Type>, parameters: usize, out: &mut Statements) {
    let arguments = parameters_of(scope, parameters);
    let given = gives.map(|gives| (scope.hidden("given", gives), gives));
    let decision = TypedDecisionId(slot);
    out.push(Statement::Choose { decision, arguments, result: given.map(|(local, _)| local) });
    out.push(Statement::Return(given.map(|(id, gives)| local(id, gives))));
}

/// Calls a procedure and gives what it gives.
fn call(
    scope: &mut Scope,
    procedure: TypedProcedureId,
    arguments: Vec<Expression>,
    gives: Option<Type>,
    out: &mut Statements,
) {
    let given = gives.map(|gives| (scope.hidden("given", gives), gives));
    let result = given.map(|(local, _)| local);
    out.push(Statement::Call { procedure, arguments, result, assured: true });
    out.push(Statement::Return(given.map(|(id, gives)| local(id, gives))));
}

/// The first locals of a scope, as arguments.
fn parameters_of(scope: &Scope, count: usize) -> Vec<Expression> {
    let ids = (0..count as u32).map(LocalId);
    ids.map(|id| local(id, scope.holds(id))).collect()
}
