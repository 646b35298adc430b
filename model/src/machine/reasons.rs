//! What a chart's answer rests on: the values that its question asks about, written out so that an explanation can show them.
//!
//! `resources[aedui] in 0..3 or any(r in region: threatened(r))` rests on `resources[aedui]` and on `{r in region where
//! threatened(r)}`. Functions are looked into, with their arguments in place of their parameters; suppositions are not.

use std::mem::take;

use super::words::expression_text;
use super::{
    Aggregate, AggregateKind, Block, Body, Code, End, Expression, ExpressionKind as Kind, Function, Local,
    LocalId, Machine, Source, Step, Told, Type,
};

/// Functions are looked into so deep.
const DEPTH: u32 = 2;
/// So many values are shown of one question at most.
const MOST: usize = 12;

/// Puts the values that questions rest on in the place of the questions.
pub(crate) fn write_out(machine: &mut Machine) {
    let mut procedures = take(&mut machine.procedures);
    for procedure in &mut procedures {
        let locals = &mut procedure.locals;
        match &mut procedure.body {
            Body::Plain(block) => in_block(machine, locals, block),
            Body::Waiting(points) => {
                points.iter_mut().for_each(|point| in_code(machine, locals, &mut point.code));
            }
        }
    }
    machine.procedures = procedures;
}

fn in_code(machine: &Machine, locals: &mut Vec<Local>, code: &mut Code) {
    in_block(machine, locals, &mut code.steps);
    if let End::Branch(branch) = &mut code.end {
        in_code(machine, locals, &mut branch.then);
        in_code(machine, locals, &mut branch.otherwise);
    }
}

fn in_block(machine: &Machine, locals: &mut Vec<Local>, block: &mut Block) {
    for step in block {
        match step {
            Step::Tell(told) => {
                let mut reasons = Reasons { machine, locals, told: Vec::new() };
                take(told).iter().for_each(|question| reasons.of(&question.value, DEPTH));
                *told = reasons.told;
            }
            Step::If { then, otherwise, .. } => {
                in_block(machine, locals, then);
                in_block(machine, locals, otherwise);
            }
            Step::For { body, .. } | Step::While { body, .. } => in_block(machine, locals, body),
            Step::Let { .. }
            | Step::Set { .. }
            | Step::Assign { .. }
            | Step::Call { .. }
            | Step::Fired(_)
            | Step::Explain { .. }
            | Step::Fail(_)
            | Step::Return(_) => {}
        }
    }
}

struct Reasons<'m> {
    machine: &'m Machine,
    /// Those of the procedure; what functions bind is added.
    locals: &'m mut Vec<Local>,
    told: Vec<Told>,
}

impl Reasons<'_> {
    /// What a condition rests on.
    fn of(&mut self, condition: &Expression, depth: u32) {
        match &condition.kind {
            Kind::Not(inner) => self.of(inner, depth),
            Kind::And(a, b) | Kind::Or(a, b) => {
                self.of(a, depth);
                self.of(b, depth);
            }
            Kind::If(asked, a, b) => [asked, a, b].into_iter().for_each(|part| self.of(part, depth)),
            Kind::Compare(_, a, b) | Kind::Contains(a, b) => {
                self.operand(a, depth);
                self.operand(b, depth);
            }
            Kind::InRange(value, ..) | Kind::IsNothing(value) => self.operand(value, depth),
            Kind::Call(..) => self.operand(condition, depth),
            Kind::Aggregate(aggregate) => match self.who(aggregate) {
                Some(those) => self.tell(those),
                None => self.operand(condition, depth),
            },
            Kind::State(..) | Kind::Constant(..) => self.tell(condition.clone()),
            // A local that a box has bound is told where it is bound; a fixed value says nothing, and the rest is no condition.
            Kind::Local(_)
            | Kind::Integer(_)
            | Kind::Boolean(_)
            | Kind::Member(_)
            | Kind::Nothing
            | Kind::Negative(_)
            | Kind::Add(..)
            | Kind::Subtract(..)
            | Kind::Multiply(..)
            | Kind::Divide(..)
            | Kind::Modulo(..)
            | Kind::Least(..)
            | Kind::Greatest(..)
            | Kind::Clamp(..)
            | Kind::Some(_)
            | Kind::Else(..)
            | Kind::Set(_)
            | Kind::All
            | Kind::Union(..)
            | Kind::Difference(..)
            | Kind::Size(_)
            | Kind::Ways(_) => {}
        }
    }

    /// A value that a condition looks at.
    fn operand(&mut self, value: &Expression, depth: u32) {
        let mut varies = false;
        value.walk(&mut |part| {
            varies |=
                matches!(part.kind, Kind::State(..) | Kind::Call(..) | Kind::Aggregate(_) | Kind::Ways(_));
        });
        if !varies {
            return;
        }
        self.tell(value.clone());
        if let (Kind::Call(function, arguments), Type::Boolean, 1..) = (&value.kind, value.gives, depth) {
            let function = &self.machine.functions[function.idx()];
            if function.supposes.is_none() && function.parts.is_empty() {
                let body = self.in_place(function, arguments);
                self.of(&body, depth - 1);
            }
        }
    }

    /// The body of a function with these arguments; what it binds has locals of its own here.
    fn in_place(&mut self, function: &Function, arguments: &[Expression]) -> Expression {
        let first = self.locals.len() as u32;
        for local in function.locals.iter().skip(arguments.len()) {
            let mut name = local.name.clone();
            while self.locals.iter().any(|known| known.name == name) {
                name.push('_');
            }
            self.locals.push(Local { name, holds: local.holds });
        }
        function.body.with_locals(
            &|local| arguments.get(local.idx()).map(|argument| argument.kind.clone()),
            &|local| LocalId(first + local.0.saturating_sub(arguments.len() as u32)),
        )
    }

    /// Those of whom one is asked for, or who stand against all.
    fn who(&self, aggregate: &Aggregate) -> Option<Expression> {
        let of = match &aggregate.source {
            Source::Type(of) => *of,
            Source::Set(set) => match set.gives {
                Type::Set(of) => of,
                Type::Integer { .. } | Type::Boolean | Type::Member(_) | Type::Optional(_) => return None,
            },
            Source::Range(..) => return None,
        };
        let asked = aggregate.body.clone()?;
        let truth = |kind| Expression { kind, gives: Type::Boolean };
        let meets = match aggregate.kind {
            AggregateKind::Any => asked,
            AggregateKind::Every => truth(Kind::Not(Box::new(asked))),
            AggregateKind::Count
            | AggregateKind::Sum
            | AggregateKind::Most
            | AggregateKind::Least
            | AggregateKind::First
            | AggregateKind::Those => return None,
        };
        let filter = match aggregate.filter.clone() {
            Some(filter) => truth(Kind::And(Box::new(filter), Box::new(meets))),
            None => meets,
        };
        let those =
            Aggregate { kind: AggregateKind::Those, filter: Some(filter), body: None, ..aggregate.clone() };
        Some(Expression { kind: Kind::Aggregate(Box::new(those)), gives: Type::Set(of) })
    }

    fn tell(&mut self, value: Expression) {
        let name = expression_text(self.machine, self.locals, &value);
        if self.told.len() < MOST && self.told.iter().all(|known| known.name != name) {
            self.told.push(Told { name, value });
        }
    }
}
