//! What an earlier answer still says: a question of the same words needs no second answer where nothing that was done since could
//! change it.
//!
//! That is known of questions whether a state is not none (`ability is not none`) that were answered with yes: whatever the boxes since
//! then do, by whomever they call, puts a member there and never takes it away.

use std::collections::BTreeSet;

use rulec_build::checked::Checked;
use rulec_grammar::expression::tree::{Action, Expression, ExpressionKind, Statement, StatementKind};
use rulec_model::surface::tree::{Body, FlowKind, OptionEffect, Rule};

use super::Passed;
use crate::chart;

/// The box in which it was answered, if the answer is still yes.
pub fn still_yes<'a>(game: &Checked, question: &Expression, path: &[Passed<'a>]) -> Option<&'a str> {
    let state = filled(question)?;
    let words = chart::expression(game, question);
    let is_same = |passed: &Passed<'_>| match &passed.node.kind {
        FlowKind::Ask { question, .. } => chart::expression(game, question) == words,
        FlowKind::Do { .. } | FlowKind::Poison => false,
    };
    let at = path.iter().rposition(is_same)?;
    let (asked, since) = (path.get(at)?, path.get(at + 1..)?);
    let mut reached = Reached { game, state, seen: BTreeSet::new() };
    let keeps = since.iter().all(|passed| match &passed.node.kind {
        FlowKind::Do { script, .. } => reached.keeps(script),
        FlowKind::Ask { .. } => true,
        FlowKind::Poison => false,
    });
    (asked.answer == Some(true) && keeps && reached.consequences_keep())
        .then_some(asked.node.name.value.as_str())
}

/// The state of `ability is not none`.
fn filled(question: &Expression) -> Option<&str> {
    let ExpressionKind::Is { item, name, negated: true } = &question.kind else { return None };
    let ExpressionKind::Name(state) = &item.kind else { return None };
    (name.value == "none").then_some(state.as_str())
}

struct Reached<'g> {
    game: &'g Checked,
    state: &'g str,
    /// Rules that have been looked at.
    seen: BTreeSet<&'g str>,
}

impl<'g> Reached<'g> {
    /// Whether a script leaves the state filled.
    fn keeps(&mut self, script: &'g [Statement]) -> bool {
        script.iter().all(|statement| match &statement.kind {
            StatementKind::Assign { target, value, .. } => {
                let is_it = matches!(&target.kind, ExpressionKind::Name(name) if name == self.state);
                self.action_keeps(value) && (!is_it || self.is_member(value))
            }
            StatementKind::Let { value, .. } | StatementKind::Do(value) => self.action_keeps(value),
            StatementKind::If { arms, otherwise } => {
                arms.iter().all(|(_, body)| self.keeps(body)) && self.keeps(otherwise)
            }
            StatementKind::For { body, .. }
            | StatementKind::While { body, .. }
            | StatementKind::Repeat { body, .. }
            | StatementKind::Together { body } => self.keeps(body),
            StatementKind::Give(_) | StatementKind::Stop | StatementKind::EndGame => true,
            StatementKind::Poison => false,
        })
    }

    fn action_keeps(&mut self, action: &'g Action) -> bool {
        match action {
            Action::Call { name, .. } | Action::Choose { name, .. } => self.rule_keeps(&name.value),
            Action::Value(_) | Action::Select { .. } => true,
        }
    }

    fn rule_keeps(&mut self, name: &'g str) -> bool {
        if !self.seen.insert(name) {
            return true;
        }
        let Some(rule) = self.game.rules.iter().find(|rule| rule.name.value == name) else { return false };
        self.body_keeps(rule)
    }

    fn body_keeps(&mut self, rule: &'g Rule) -> bool {
        match &rule.body {
            Body::Procedure(of) => self.keeps(&of.script),
            Body::Decision(of) => of.options.iter().all(|option| match &option.effect {
                OptionEffect::Script(script) => self.keeps(script),
                OptionEffect::Offers(called) => self.rule_keeps(&called.name.value),
                OptionEffect::Nothing => true,
            }),
            Body::Whenever { script, .. } => self.keeps(script),
            // Nobody has needed to look into others.
            _ => false,
        }
    }

    /// Consequences can settle behind any statement.
    fn consequences_keep(&mut self) -> bool {
        let rules = &self.game.rules;
        rules.iter().filter(|rule| rule.kind == "whenever").all(|rule| self.body_keeps(rule))
    }

    /// Whether a value is the name of a member.
    fn is_member(&self, value: &Action) -> bool {
        let Action::Value(Expression { kind: ExpressionKind::Name(name), .. }) = value else { return false };
        self.game.rules.iter().any(|rule| {
            matches!(&rule.body, Body::Type(of) if of.members.iter().any(|member| member.name.value == *name))
        })
    }
}
