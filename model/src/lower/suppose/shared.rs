//! Which copies several suppositions share: those in which the same dice show the same and the same decisions are answered alike.
//!
//! A battle is supposed for a dozen questions, mostly under the same policy; with a copy for each, copies would be the greater part
//! of an engine. A copy is shared where everything that it leads to is alike: what the rules that roll there show, and how the
//! decisions met there are answered. Where an answer looks at the function's parameters, the copy is the supposition's own.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::check::typed::{Statement, TypedProcedure, TypedProcedureId, TypedSupposition};
use crate::check::walk::each_expression;
use crate::lower::plain::renumbered;
use crate::lower::settle::{Settled, each};
use crate::machine::{ExpressionKind, LocalId, Purpose, RuleId};

/// Rules that roll and decisions that are asked, wherever a procedure leads.
#[derive(Debug, Clone, Default)]
struct Reach {
    rolls: BTreeSet<RuleId>,
    decisions: BTreeSet<RuleId>,
}

/// All that a copy depends on but its original: what is rolled and how is answered; none where nothing is said.
type Policy = (Vec<(RuleId, Option<i64>)>, Vec<(RuleId, Option<usize>)>);

/// The copies so far.
#[derive(Debug, Default)]
pub(super) struct Shared {
    copies: HashMap<(TypedProcedureId, Policy), TypedProcedureId>,
    reach: HashMap<TypedProcedureId, Reach>,
    /// Different answers, each as it was before it became plain.
    answers: Vec<TypedProcedure>,
}

/// How one supposition answers, as far as others may answer alike.
#[derive(Debug)]
pub(super) struct Alike {
    /// By the decision's rule: the answer's place among different ones, and where it leads.
    answers: HashMap<RuleId, (usize, Reach)>,
}

impl Shared {
    /// Before anything of the supposition is made plain.
    pub(super) fn alike(&mut self, settled: &Settled, of: &TypedSupposition) -> Alike {
        let answers = of.answers.iter().map(|(decision, answer)| {
            let procedure = without_parameters(settled, of, *answer);
            let known = self.answers.iter().position(|known| same(known, &procedure));
            let nth = known.unwrap_or_else(|| {
                self.answers.push(procedure);
                self.answers.len() - 1
            });
            (*decision, (nth, reach(settled, *answer)))
        });
        Alike { answers: answers.collect() }
    }

    /// The policy under which a procedure of the game is copied.
    pub(super) fn policy(
        &mut self,
        settled: &Settled,
        of: &TypedSupposition,
        alike: &Alike,
        procedure: TypedProcedureId,
    ) -> Policy {
        let mut all = self.reach.entry(procedure).or_insert_with(|| reach(settled, procedure)).clone();
        // An answer may lead to further decisions.
        let mut open: Vec<RuleId> = all.decisions.iter().copied().collect();
        while let Some(decision) = open.pop() {
            let Some((_, further)) = alike.answers.get(&decision) else { continue };
            all.rolls.extend(&further.rolls);
            open.extend(further.decisions.iter().filter(|decision| all.decisions.insert(**decision)));
        }
        let shows = |rule: RuleId| {
            let said = |of_rule: Option<RuleId>| of.rolls.iter().find(|(rolls, _)| *rolls == of_rule);
            said(Some(rule)).or_else(|| said(None)).map(|(_, shows)| *shows)
        };
        let answer = |rule: RuleId| alike.answers.get(&rule).map(|(nth, _)| *nth);
        (
            all.rolls.into_iter().map(|rule| (rule, shows(rule))).collect(),
            all.decisions.into_iter().map(|rule| (rule, answer(rule))).collect(),
        )
    }

    pub(super) fn copy(&self, of: TypedProcedureId, policy: &Policy) -> Option<TypedProcedureId> {
        self.copies.get(&(of, policy.clone())).copied()
    }

    pub(super) fn keep(&mut self, of: TypedProcedureId, policy: Policy, copy: TypedProcedureId) {
        self.copies.insert((of, policy), copy);
    }
}

/// An answer without the function's parameters behind its own, where it looks at none: they are there for every answer.
fn without_parameters(settled: &Settled, of: &TypedSupposition, answer: TypedProcedureId) -> TypedProcedure {
    let mut procedure = settled.procedures[answer.0].clone();
    let (own, functions) = (procedure.parameters - of.passed, settled.procedures[of.procedure.0].parameters);
    let those = own..own + functions;
    let mut looks = false;
    each_expression(&procedure.body, &mut |part| {
        looks |= matches!(part.kind, ExpressionKind::Local(id) if those.contains(&id.0));
    });
    if !looks {
        procedure.parameters = own;
        procedure.locals.drain(own as usize..(own + functions) as usize);
        let place = |id: LocalId| if id.0 < own { id } else { LocalId(id.0 - functions) };
        procedure.body = renumbered(&procedure.body, &place);
    }
    procedure
}

/// Whether two answers do the same, whoever supposes them.
fn same(one: &TypedProcedure, other: &TypedProcedure) -> bool {
    one.parameters == other.parameters
        && one.gives == other.gives
        && one.locals == other.locals
        && one.needs == other.needs
        && one.body == other.body
}

/// Where a procedure leads, itself or through others.
fn reach(settled: &Settled, from: TypedProcedureId) -> Reach {
    let (mut open, mut seen, mut reach) = (vec![from], HashSet::new(), Reach::default());
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let procedure = &settled.procedures[id.0];
        if procedure.purpose == Purpose::Asking {
            reach.decisions.insert(procedure.rule);
        }
        each(&procedure.body, &mut |statement| match statement {
            Statement::Roll { .. } => {
                reach.rolls.insert(procedure.rule);
            }
            Statement::Choose { decision, .. } => {
                reach.decisions.insert(settled.decisions[decision.0].rule);
            }
            Statement::Call { procedure, .. } => open.push(*procedure),
            Statement::Step(_)
            | Statement::If { .. }
            | Statement::For { .. }
            | Statement::Loop { .. }
            | Statement::Draw { .. }
            | Statement::Together(_)
            | Statement::Chart(_)
            | Statement::Return(_)
            | Statement::EndGame => {}
        });
    }
    reach
}
