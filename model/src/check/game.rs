//! A whole game: every rule that has a body, in rulebook order.

use rulec_grammar::expression::tree as syntax;
use rulec_grammar::span::Span;

use super::Checker;
use super::functions::FunctionSlot;
use super::scope::Scope;
use super::script::Ends;
use super::typed::{
    Statement, TypedDecision, TypedExample, TypedGame, TypedInvariant, TypedProcedure, TypedProcedureId,
    TypedStep,
};
use crate::machine::{
    Expression, ExpressionKind, Local, Outcome, Purpose, RuleId, Source, StateId, Step, Type, TypeId, Value,
};
use crate::problem::names::{AmbiguousMember, NoGame, UnknownName};
use crate::problem::types::{WrongCount, WrongType};
use crate::resolve::Named;
use crate::surface::tree::{Body, ExampleRule, GameFile, Rule, StepEntry};

impl Checker<'_> {
    /// Checks every body. None when the game has no players or no start, or a body could not be checked.
    pub(crate) fn game(&mut self, file: &GameFile) -> Option<TypedGame> {
        let players = self.symbols.type_named(&file.players.value);
        if players.is_none() {
            let what = format!("there is no type `{}` to sit at the table", file.players.value);
            self.problems.report(NoGame { what, span: file.players.span });
        }
        let start = match self.symbols.find(&file.start.value) {
            Some(Named::Callable(slot)) if self.symbols.callables[slot].parameters.is_empty() => {
                self.refuse_needs_of_start(slot, file);
                Some(slot)
            }
            _ => {
                let what = format!(
                    "there is no sequence or procedure without parameters `{}` to start",
                    file.start.value
                );
                self.problems.report(NoGame { what, span: file.start.span });
                None
            }
        };
        if let Some(players) = players {
            self.declare_bots(players);
        }
        for slot in 0..self.functions.len() {
            let span = self.symbols.functions[slot].span;
            self.check_function(slot, span);
        }
        // Callables keep their places, so that a call's number is its callee's place.
        let found: Vec<Option<TypedProcedure>> =
            (0..self.symbols.callables.len()).map(|slot| self.callable(slot)).collect();
        let mut procedures: Vec<TypedProcedure> = Vec::new();
        let mut sound = true;
        for (slot, procedure) in found.into_iter().enumerate() {
            sound &= procedure.is_some();
            procedures.push(procedure.unwrap_or_else(|| self.empty_procedure(slot)));
        }
        let decisions = players.map(|players| self.decisions(players, &mut procedures)).unwrap_or_default();
        let outcome = self.outcome(players?);
        let mut game = TypedGame {
            functions: Vec::new(),
            procedures,
            decisions,
            whenevers: Vec::new(),
            suppositions: Vec::new(),
            invariants: Vec::new(),
            views: Vec::new(),
            scenarios: Vec::new(),
            readings: Vec::new(),
            examples: Vec::new(),
            outcome,
            start: TypedProcedureId(start?),
            players: players?,
        };
        sound &= game.decisions.len() == self.symbols.decisions.len();
        if sound {
            // Answers go by the places of decisions.
            self.answers(&mut game);
            self.suppose_all(&mut game);
        }
        self.other_rules(&mut game);
        for slot in &self.functions {
            match slot {
                FunctionSlot::Checked(function) => game.functions.push((**function).clone()),
                FunctionSlot::Unchecked | FunctionSlot::Running | FunctionSlot::Poisoned => sound = false,
            }
        }
        (sound && !self.problems.has_errors()).then_some(game)
    }

    /// Nobody has a choice when a game begins, so nothing could be done where what starts it has `needs`.
    fn refuse_needs_of_start(&mut self, slot: usize, file: &GameFile) {
        let rule = self.symbols.callable_rules.get(slot).and_then(|idx| self.surface.get(*idx));
        let Some(Rule { body: Body::Procedure(procedure), .. }) = rule else { return };
        if !procedure.needs.is_empty() {
            let what = format!("`{}` has `needs`, and a game begins without a question", file.start.value);
            self.problems.report(NoGame { what, span: file.start.span });
        }
    }

    /// Stands for a procedure that could not be checked, so that places stay.
    fn empty_procedure(&self, slot: usize) -> TypedProcedure {
        let signature = &self.symbols.callables[slot];
        TypedProcedure {
            rule: signature.rule,
            name: signature.name.clone(),
            locals: Vec::new(),
            parameters: 0,
            gives: signature.gives,
            needs: Vec::new(),
            body: Vec::new(),
            span: signature.span,
            purpose: Purpose::Rule,
        }
    }

    fn decisions(&mut self, players: TypeId, procedures: &mut Vec<TypedProcedure>) -> Vec<TypedDecision> {
        let slots = 0..self.symbols.decisions.len();
        let decisions: Vec<TypedDecision> =
            slots.filter_map(|slot| self.decision(slot, players, procedures)).collect();
        let surface = self.surface;
        let options = surface.iter().filter_map(|rule| match &rule.body {
            Body::Decision(decision) => Some(decision.options.iter().map(|option| &option.name)),
            _ => None,
        });
        let options: Vec<_> = options.flatten().collect();
        let within_one = |a: Span, b: Span| {
            surface.iter().any(|rule| {
                rule.span.file == a.file
                    && rule.span.range().contains(&(a.start as usize))
                    && rule.span.range().contains(&(b.start as usize))
                    && a.file == b.file
            })
        };
        // Within one decision it has been reported already.
        for (nth, option) in options.iter().enumerate() {
            if let Some(first) = options[..nth].iter().find(|first| first.value == option.value)
                && !within_one(first.span, option.span)
            {
                crate::resolve::no_duplicates([*first, *option].into_iter(), "option", self.problems);
            }
        }
        decisions
    }

    fn other_rules(&mut self, game: &mut TypedGame) {
        let surface = self.surface;
        let ids = self.symbols.rule_ids.clone();
        for (rule, id) in surface.iter().zip(ids) {
            let Some(id) = id else { continue };
            let before = self.enter_rule(rule);
            match &rule.body {
                Body::Whenever { .. } | Body::Victory { when: Some(_), .. } => {
                    let found = self.whenever(rule, id);
                    game.whenevers.extend(found);
                }
                Body::Invariant { .. } => {
                    let found = self.invariants(rule, id);
                    game.invariants.extend(found);
                }
                Body::View { over, columns, is_drawn } => {
                    let found = self.view(rule, id, over, columns, *is_drawn);
                    game.views.extend(found);
                }
                Body::Scenario { script } => {
                    let name = rule.name.value.clone();
                    let setup = self.script_procedure(rule, id, &name, script, game, true);
                    game.scenarios.push((id, name, setup));
                }
                Body::Reading { .. } => {
                    if let Some(Named::Reading(state)) = self.symbols.find(&rule.name.value) {
                        let default = match &self.symbols.states[state.idx()].start {
                            Value::Member(index) => *index,
                            _ => 0,
                        };
                        game.readings.push((id, rule.name.value.clone(), state, default));
                    }
                }
                Body::Example(example) => {
                    let found = self.example(rule, id, example, game);
                    game.examples.extend(found);
                }
                _ => {}
            }
            self.leave_rule(before);
        }
    }

    /// A script without parameters as a procedure of its own.
    fn script_procedure(
        &mut self,
        rule: &Rule,
        id: RuleId,
        name: &str,
        script: &[syntax::Statement],
        game: &mut TypedGame,
        together: bool,
    ) -> TypedProcedureId {
        let mut scope = Scope::default();
        let ends = Ends { gives: None, span: rule.name.span };
        let statements = self.script(&mut scope, script, ends);
        let mut body = vec![Statement::Step(Step::Fired(id))];
        if together {
            body.push(Statement::Together(statements))
        } else {
            body.extend(statements)
        }
        let Scope { locals, .. } = scope;
        let procedure = TypedProcedure {
            rule: id,
            name: name.to_owned(),
            locals,
            parameters: 0,
            gives: None,
            needs: Vec::new(),
            body,
            span: rule.name.span,
            purpose: Purpose::Rule,
        };
        game.procedures.push(procedure);
        TypedProcedureId(game.procedures.len() - 1)
    }

    fn invariants(&mut self, rule: &Rule, id: RuleId) -> Vec<TypedInvariant> {
        let Body::Invariant { over, always } = &rule.body else { return Vec::new() };
        let mut found = Vec::new();
        for written in always {
            let mut scope = Scope::default();
            let mut variables = Vec::new();
            let mut sound = true;
            for binding in over {
                let Some(bound) = self.binding(&mut scope, binding) else {
                    sound = false;
                    break;
                };
                match (bound.source, bound.filter) {
                    (Source::Type(of), None) => variables.push((bound.variable, of)),
                    _ => {
                        self.wrong_type("a type to hold for", "something else", binding.source.span);
                        sound = false;
                    }
                }
            }
            if !sound {
                return found;
            }
            let Some(conditions) = self.all_of(&mut scope, std::slice::from_ref(written), id) else {
                continue;
            };
            for condition in conditions {
                let (locals, over) = (scope.locals.clone(), variables.clone());
                found.push(TypedInvariant { rule: id, locals, over, condition });
            }
        }
        found
    }

    fn outcome(&mut self, players: TypeId) -> Outcome {
        let nothing = Outcome { rule: None, locals: Vec::new(), winners: None, score: None };
        let surface = self.surface;
        let Some(idx) = surface.iter().position(|rule| matches!(rule.body, Body::Victory { .. })) else {
            return nothing;
        };
        let (Some(rule), Some(id)) = (surface.get(idx), self.symbols.rule_ids.get(idx).copied().flatten())
        else {
            return nothing;
        };
        let Body::Victory { winners, score, .. } = &rule.body else { return nothing };
        let before = self.enter_rule(rule);
        let mut scope = Scope::default();
        // The score's variable comes first; the winners do not see it.
        let player = scope.hidden("player", Type::Member(players));
        let winners =
            winners.as_ref().and_then(|winners| self.fitting(&mut scope, winners, Type::Set(players)));
        scope.show("player", player);
        let score = score.as_ref().and_then(|score| self.integer(&mut scope, score));
        self.leave_rule(before);
        let Scope { locals, .. } = scope;
        Outcome { rule: Some(id), locals, winners, score }
    }

    fn example(
        &mut self,
        rule: &Rule,
        id: RuleId,
        example: &ExampleRule,
        game: &mut TypedGame,
    ) -> Option<TypedExample> {
        let name = rule.name.value.clone();
        let given = (!example.given.is_empty())
            .then(|| self.script_procedure(rule, id, &format!("{name}_given"), &example.given, game, false));
        let play = (!example.script.is_empty())
            .then(|| self.script_procedure(rule, id, &format!("{name}_play"), &example.script, game, false));
        let mut readings = Vec::new();
        for (reading, answer) in &example.readings {
            readings.extend(self.reading_answer(reading, answer));
        }
        let mut steps = Vec::new();
        for step in &example.steps {
            match step {
                StepEntry::Roll(total) => steps.push(TypedStep::Roll(total.value)),
                StepEntry::Draw(member) => steps.push(TypedStep::Draw(self.drawn(member)?)),
                StepEntry::Choose(invocation) => {
                    let (option, arguments) = self.option_values(invocation, game)?;
                    steps.push(TypedStep::Choose { option, arguments });
                }
                StepEntry::Refused(invocation) => {
                    let (option, arguments) = self.option_values(invocation, game)?;
                    steps.push(TypedStep::Refused { option, arguments });
                }
                StepEntry::Expect(conditions) => {
                    for written in conditions {
                        let mut scope = Scope::default();
                        let found = self.all_of(&mut scope, std::slice::from_ref(written), id)?;
                        let locals: Vec<Local> = scope.locals;
                        steps.extend(
                            found.into_iter().map(|condition| TypedStep::Expect(condition, locals.clone())),
                        );
                    }
                }
            }
        }
        Some(TypedExample { rule: id, name, readings, given, play, steps })
    }

    pub(crate) fn reading_answer(
        &mut self,
        reading: &crate::surface::tree::Name,
        answer: &crate::surface::tree::Name,
    ) -> Option<(StateId, u32)> {
        let Some(Named::Reading(state)) = self.symbols.find(&reading.value) else {
            let nearest =
                crate::kinds::nearest(&reading.value, self.symbols.named.keys().map(String::as_str));
            let (name, span) = (reading.value.clone(), reading.span);
            self.problems.report(UnknownName { name, what: "reading".into(), nearest, span });
            return None;
        };
        let Type::Member(of) = self.symbols.states.get(state.idx())?.holds else { return None };
        let found = self.symbols.member(of, &answer.value);
        if found.is_none() {
            let members = self.symbols.types.get(of.idx()).map(|kind| kind.members.as_slice()).unwrap_or(&[]);
            let nearest = crate::kinds::nearest(&answer.value, members.iter().map(String::as_str));
            let what = format!("answer of `{}`", reading.value);
            self.problems.report(UnknownName {
                name: answer.value.clone(),
                what,
                nearest,
                span: answer.span,
            });
        }
        Some((state, found?))
    }

    /// The index of a drawn member; its type is that of whatever has such a member.
    fn drawn(&mut self, member: &crate::surface::tree::Name) -> Option<u32> {
        let types = self.symbols.types_with_member(&member.value);
        let Some(of) = types.first() else {
            if self.symbols.lacks_members {
                return None;
            }
            let nearest = self.symbols.nearest(&member.value, []);
            let what = "member".to_owned();
            self.problems.report(UnknownName {
                name: member.value.clone(),
                what,
                nearest,
                span: member.span,
            });
            return None;
        };
        let index = self.symbols.member(*of, &member.value);
        if types.iter().any(|other| self.symbols.member(*other, &member.value) != index) {
            let names =
                types.iter().map(|of| format!("`{}`", self.symbols.type_name(*of))).collect::<Vec<_>>();
            let (name, types) = (member.value.clone(), names.join(", "));
            self.problems.report(AmbiguousMember { name, types, span: member.span });
            return None;
        }
        self.symbols.member(*of, &member.value)
    }

    /// An option with plain values for its bindings.
    fn option_values(
        &mut self,
        invocation: &syntax::Invocation,
        game: &TypedGame,
    ) -> Option<(String, Vec<Value>)> {
        if game.decisions.len() < self.symbols.decisions.len() || self.symbols.lacks_options {
            // It may be an option of the decision that could not be checked.
            return None;
        }
        let name = &invocation.name;
        let found = game
            .decisions
            .iter()
            .find_map(|decision| decision.options.iter().find(|option| option.name == name.value));
        let Some(option) = found else {
            let options = game.decisions.iter().flat_map(|decision| &decision.options);
            let nearest = crate::kinds::nearest(&name.value, options.map(|option| option.name.as_str()));
            let what = "option".to_owned();
            self.problems.report(UnknownName { name: name.value.clone(), what, nearest, span: name.span });
            return None;
        };
        let holds: Vec<Type> =
            option.bindings.iter().map(|binding| option.locals[binding.local.idx()].holds).collect();
        if holds.len() != invocation.arguments.len() {
            let (takes, given) = (holds.len(), invocation.arguments.len());
            self.problems.report(WrongCount { name: name.value.clone(), takes, given, span: name.span });
            return None;
        }
        let mut values = Vec::new();
        for (holds, written) in holds.iter().zip(&invocation.arguments) {
            let mut scope = Scope::default();
            let found = self.fitting(&mut scope, written, *holds)?;
            values.push(self.plain_value(&found, written.span)?);
        }
        Some((name.value.clone(), values))
    }

    fn plain_value(&mut self, found: &Expression, span: Span) -> Option<Value> {
        match &found.kind {
            ExpressionKind::Integer(number) => Some(Value::Integer(*number)),
            ExpressionKind::Boolean(value) => Some(Value::Boolean(*value)),
            ExpressionKind::Member(index) => Some(Value::Member(*index)),
            ExpressionKind::Nothing => Some(Value::Nothing),
            ExpressionKind::Some(inner) => self.plain_value(inner, span),
            _ => {
                let (expected, found) = ("a plain value".to_owned(), "something to be worked out".to_owned());
                self.problems.report(WrongType { expected, found, span });
                None
            }
        }
    }
}
