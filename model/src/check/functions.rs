//! Functions and modifiers, each checked once, when it is first needed.

use rulec_grammar::span::Span;

use super::Checker;
use super::expression::{boolean, number};
use super::scope::{Change, Scope};
use super::truth::static_truth;
use crate::machine::{Expression, ExpressionKind, Function, FunctionPart, Type};
use crate::problem::flow::FunctionOfItself;
use crate::problem::tables::NeverApplies;
use crate::surface::tree::{Body, ModifierLine};

/// How far a function has come.
#[derive(Debug, Clone)]
pub(crate) enum FunctionSlot {
    Unchecked,
    /// Its body is being checked now: who needs it needs itself.
    Running,
    Checked(Box<Function>),
    /// Could not be checked, and that has been reported.
    Poisoned,
}

impl Checker<'_> {
    /// Checks a function's body unless that is done; `span` is where it was asked for.
    pub fn check_function(&mut self, slot: usize, span: Span) {
        match self.functions.get(slot) {
            Some(FunctionSlot::Unchecked) => {}
            Some(FunctionSlot::Running) => {
                let name = self.symbols.functions.get(slot).map(|signature| signature.name.clone());
                self.problems.report(FunctionOfItself { name: name.unwrap_or_default(), span });
                return;
            }
            Some(FunctionSlot::Checked(_) | FunctionSlot::Poisoned) | None => return,
        }
        self.functions[slot] = FunctionSlot::Running;
        let checked = self.function_body(slot);
        self.functions[slot] = match checked {
            Some(function) => FunctionSlot::Checked(Box::new(function)),
            None => FunctionSlot::Poisoned,
        };
    }

    fn function_body(&mut self, slot: usize) -> Option<Function> {
        let signature = self.symbols.functions.get(slot)?.clone();
        let surface = self.surface;
        let rule = surface.get(*self.symbols.function_rules.get(slot)?)?;
        if signature.poisoned {
            return None;
        }
        let before = self.enter_rule(rule);
        let mut scope = Scope::default();
        for (name, holds) in &signature.parameters {
            scope.declare(name, *holds, Change::Never);
        }
        let parameters = scope.locals.len() as u32;
        let found = match &rule.body {
            Body::Function { body, suppose: Some(suppose), .. } => {
                self.supposition(&mut scope, slot, &signature, suppose, body).map(|value| (value, Vec::new()))
            }
            Body::Function { body, .. } => {
                let value = match signature.gives {
                    Some(gives) => self.fitting(&mut scope, body, gives),
                    None => self.expression(&mut scope, body, None),
                };
                value.map(|value| (value, Vec::new()))
            }
            Body::Modifiers { lines, .. } => self.lines(&mut scope, lines),
            _ => None,
        };
        self.leave_rule(before);
        let (body, parts) = found?;
        let gives = signature.gives.unwrap_or(body.gives);
        let Scope { locals, .. } = scope;
        let (rule, name, supposes) = (signature.rule, signature.name, None);
        Some(Function { rule, name, locals, parameters, gives, body, supposes, parts })
    }

    /// The sum of the lines, and each line with zero where it does not apply.
    fn lines(
        &mut self,
        scope: &mut Scope,
        lines: &[ModifierLine],
    ) -> Option<(Expression, Vec<FunctionPart>)> {
        let mut sum: Option<Expression> = None;
        let mut parts = Vec::new();
        for line in lines {
            let value = self.integer(scope, &line.value);
            let when = match &line.when {
                None => Some(boolean(true)),
                Some(when) => self.condition(scope, when),
            };
            let (value, when) = (value?, when?);
            if static_truth(&when) == Some(false) {
                let span = line.when.as_ref().map_or(line.span, |when| when.span);
                self.problems.report(NeverApplies { span });
            }
            let value = match when.kind {
                ExpressionKind::Boolean(true) => value,
                _ => self.choice(when, value, number(0), line.span)?,
            };
            let text = match (&line.says, &line.when) {
                (Some(says), _) => says.clone(),
                (None, Some(when)) => self.source(when.span),
                (None, None) => self.source(line.value.span),
            };
            parts.push(FunctionPart { text, value: value.clone() });
            sum = Some(match sum {
                None => value,
                Some(before) => self.add(before, value, true, line.span)?,
            });
        }
        let nothing =
            Expression { kind: ExpressionKind::Integer(0), gives: Type::Integer { least: 0, greatest: 0 } };
        Some((sum.unwrap_or(nothing), parts))
    }
}
