//! Conditions with their source text, so that a refusal can say which one failed.

use rulec_grammar::expression::tree::{self as syntax, BinaryOperator};

use super::Checker;
use super::scope::Scope;
use crate::machine::{Condition, RuleId};
use crate::surface::tree::Rule;

/// What reports were about, to come back to.
pub(super) struct About {
    rule: Option<String>,
    cites: Vec<String>,
}

impl Checker<'_> {
    /// Reports are about this rule from now on.
    pub(super) fn enter_rule(&mut self, rule: &Rule) -> About {
        let before = About { rule: self.about.clone(), cites: self.about_cites.clone() };
        self.about_rule(Some(rule.name.value.clone()), rule.cite_texts());
        before
    }

    pub(super) fn leave_rule(&mut self, before: About) {
        self.about_rule(before.rule, before.cites);
    }

    pub(crate) fn about_rule(&mut self, rule: Option<String>, cites: Vec<String>) {
        self.problems.about(rule.as_deref(), &cites);
        self.about = rule;
        self.about_cites = cites;
    }

    /// Conditions that must all hold, split at `and` so that each is named by itself.
    pub(crate) fn all_of(
        &mut self,
        scope: &mut Scope,
        written: &[syntax::Expression],
        rule: RuleId,
    ) -> Option<Vec<Condition>> {
        let mut parts = Vec::new();
        written.iter().for_each(|condition| conjuncts(condition, &mut parts));
        let found: Vec<Option<Condition>> = parts
            .into_iter()
            .map(|part| {
                let holds = self.condition(scope, part)?;
                Some(Condition { rule, text: self.source(part.span), holds })
            })
            .collect();
        found.into_iter().collect()
    }
}

fn conjuncts<'e>(condition: &'e syntax::Expression, parts: &mut Vec<&'e syntax::Expression>) {
    match &condition.kind {
        syntax::ExpressionKind::Binary(BinaryOperator::And, a, b) => {
            conjuncts(a, parts);
            conjuncts(b, parts);
        }
        _ => parts.push(condition),
    }
}
