//! A chart where nobody is asked: a loop over its boxes.

use super::drawn::hidden;
use super::{Copied, Copier, SUPPOSED_ROUNDS};
use crate::check::typed::{ChartBox, ChartExit, Statement, Statements};
use crate::machine::{Comparison, Expression, ExpressionKind, Step, Type};

impl Copier<'_> {
    /// A loop over the boxes, of which one is next.
    pub(super) fn chart(&mut self, copied: &mut Copied, boxes: &[ChartBox], out: &mut Statements) {
        let end = boxes.len() as i64;
        let holds = Type::Integer { least: 0, greatest: end };
        let next = hidden(&mut copied.locals, "next_box", holds);
        let number = |value: i64| Expression { kind: ExpressionKind::Integer(value), gives: holds };
        let at = Expression { kind: ExpressionKind::Local(next), gives: holds };
        let is = |comparison: Comparison, value: i64| Expression {
            kind: ExpressionKind::Compare(comparison, Box::new(at.clone()), Box::new(number(value))),
            gives: Type::Boolean,
        };
        let go = |to: Option<usize>| {
            let value = number(to.map_or(end, |to| to as i64));
            Statement::Step(Step::Set { local: next, value, bounds: None })
        };
        let mut body = Vec::new();
        for (nth, one) in boxes.iter().enumerate() {
            let mut then = self.statements(copied, &one.body);
            then.push(match &one.exit {
                ChartExit::To(to) => go(*to),
                ChartExit::Ask { question, yes, no } => Statement::If {
                    condition: question.clone(),
                    then: vec![go(*yes)],
                    otherwise: vec![go(*no)],
                },
            });
            body.push(Statement::If {
                condition: is(Comparison::Equal, nth as i64),
                then,
                otherwise: Vec::new(),
            });
        }
        out.push(Statement::Step(Step::Let { local: next, value: number(0), named: false }));
        out.push(Statement::Loop {
            head: Vec::new(),
            condition: is(Comparison::NotEqual, end),
            limit: Some(SUPPOSED_ROUNDS),
            counted: false,
            body,
            span: copied.span,
        });
    }
}
