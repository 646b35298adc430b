//! Suppositions: functions that run a script on a copy of the state and work their value out there.
//!
//! The script is checked with the function, which must know what it gives; how rolls and decisions are answered is checked
//! when all decisions are known. What the script reaches is made plain by lowering.

use rulec_grammar::expression::tree as syntax;
use rulec_grammar::span::Span;

use super::Checker;
use super::candidates::default_of;
use super::scope::Scope;
use super::script::Ends;
use super::typed::{Statement, Statements, TypedGame, TypedProcedure, TypedProcedureId, TypedSupposition};
use super::walk::{each_expression, each_statement};
use crate::kinds;
use crate::machine::{Expression, ExpressionKind, Failure, LocalId, Purpose, RuleId, Step, Type};
use crate::problem::flow::StopsInSupposition;
use crate::problem::names::UnknownName;
use crate::resolve::Signature;
use crate::surface::tree::{Body, Name, SupposeRule, TakeEntry};

/// A supposition whose script is checked, and its answers not yet.
pub(crate) struct Supposition {
    function: usize,
    procedure: TypedProcedure,
}

impl Checker<'_> {
    /// Checks what a function supposes; gives what stands for its value where a rule would be broken.
    pub(super) fn supposition(
        &mut self,
        scope: &mut Scope,
        function: usize,
        signature: &Signature,
        suppose: &SupposeRule,
        is: &syntax::Expression,
    ) -> Option<Expression> {
        let parameters = scope.locals.len() as u32;
        let span = signature.span;
        let mut body = self.open_script(scope, &suppose.script, Ends { gives: None, span });
        let mut stops = false;
        each_statement(&body, &mut |statement| stops |= matches!(statement, Statement::Return(_)));
        if stops {
            self.problems.report(StopsInSupposition { name: signature.name.clone(), span });
            return None;
        }
        let value = match signature.gives {
            Some(gives) => self.fitting(scope, is, gives)?,
            None => self.expression(scope, is, None)?,
        };
        let gives = signature.gives.unwrap_or(value.gives);
        if let Type::Set(_) = gives {
            self.wrong_type("a number, yes or no, or a member", "a set", is.span);
            return None;
        }
        body.push(Statement::Return(Some(value)));
        let locals = scope.locals.clone();
        let (rule, name) = (signature.rule, format!("{}_supposed", signature.name));
        let (needs, gave, purpose) = (Vec::new(), Some(gives), Purpose::Supposing);
        let procedure =
            TypedProcedure { rule, name, locals, parameters, gives: gave, needs, body, span, purpose };
        self.suppositions.push(Supposition { function, procedure });
        Some(default_of(gives))
    }

    /// Checks the answers of all suppositions.
    pub(super) fn suppose_all(&mut self, game: &mut TypedGame) {
        let surface = self.surface;
        for Supposition { function, procedure } in std::mem::take(&mut self.suppositions) {
            let rule = self.symbols.function_rules.get(function).and_then(|idx| surface.get(*idx));
            let Some(rule) = rule else { continue };
            let Body::Function { suppose: Some(suppose), .. } = &rule.body else { continue };
            let before = self.enter_rule(rule);
            let signature = self.symbols.functions[function].clone();
            let rolls =
                suppose.rolls.iter().filter_map(|(name, shows)| self.roll(name, shows.value)).collect();
            let mut answers = Vec::new();
            let mut looks = false;
            for (name, take) in &suppose.answers {
                let Some(slot) = self.decision_named(name, game) else { continue };
                let (procedure, asks) = self.supposed_answer(&signature, slot, take, game, name.span);
                answers.push((slot, procedure));
                looks |= asks;
            }
            let passed = if looks { signature.parameters.len() as u32 } else { 0 };
            let mut placed = Vec::new();
            for (slot, mut answer) in answers {
                answer.parameters += passed;
                placed.push((game.decisions[slot].rule, place(game, answer)));
            }
            let span = procedure.span;
            let procedure = place(game, procedure);
            let answers = placed;
            let name = signature.name;
            game.suppositions.push(TypedSupposition {
                function,
                name,
                procedure,
                rolls,
                answers,
                passed,
                span,
            });
            self.leave_rule(before);
        }
    }

    /// The rule that rolls, none for any.
    fn roll(&mut self, name: &Name, shows: i64) -> Option<(Option<RuleId>, i64)> {
        if name.value == "any" {
            return Some((None, shows));
        }
        let found = self.symbols.rules.iter().position(|rule| rule.name == name.value);
        if found.is_none() {
            let nearest =
                kinds::nearest(&name.value, self.symbols.rules.iter().map(|rule| rule.name.as_str()));
            let what = "rule that rolls".to_owned();
            self.problems.report(UnknownName { name: name.value.clone(), what, nearest, span: name.span });
        }
        found.map(|idx| (Some(RuleId(idx as u32)), shows))
    }

    /// How a decision is answered in a supposition, and whether the answer looks at the function's parameters, which come
    /// behind the decision's.
    fn supposed_answer(
        &mut self,
        signature: &Signature,
        slot: usize,
        take: &[TakeEntry],
        game: &TypedGame,
        span: Span,
    ) -> (TypedProcedure, bool) {
        let decision = &game.decisions[slot];
        let mut scope = Scope::default();
        let own = self.symbols.decisions.get(slot).map_or(Vec::new(), |found| found.parameters.clone());
        let parameters = own.len() as u32;
        // The decision's own parameters are nearer.
        let mut shown: Vec<(String, LocalId)> = Vec::new();
        for (name, holds) in own.iter().chain(&signature.parameters) {
            shown.push((name.clone(), scope.hidden(name, *holds)));
        }
        shown
            .iter()
            .skip(own.len())
            .chain(shown.iter().take(own.len()))
            .for_each(|(name, id)| scope.show(name, *id));
        let mut body = Statements::new();
        if !self.lines_of(&mut scope, decision, take, &mut body) {
            body.push(match (decision.go_on_if_none, decision.gives) {
                (true, gives) => Statement::Return(gives.map(default_of)),
                (false, _) => Statement::Step(Step::Fail(Failure::Unanswered)),
            });
        }
        let functions = own.len() as u32..own.len() as u32 + signature.parameters.len() as u32;
        let mut looks = false;
        each_expression(&body, &mut |part| {
            looks |= matches!(part.kind, ExpressionKind::Local(id) if functions.contains(&id.0));
        });
        let Scope { locals, .. } = scope;
        let name = format!("{}_in_{}", decision.name, signature.name);
        let (rule, gives, needs) = (signature.rule, decision.gives, Vec::new());
        let purpose = Purpose::SupposedAnswer(decision.rule);
        (TypedProcedure { rule, name, locals, parameters, gives, needs, body, span, purpose }, looks)
    }
}

fn place(game: &mut TypedGame, procedure: TypedProcedure) -> TypedProcedureId {
    game.procedures.push(procedure);
    TypedProcedureId(game.procedures.len() - 1)
}
