//! Procedures that wait, cut where play can be resumed.
//!
//! Statements are laid out from the first to the last; what waits ends a point's code, and the rest becomes
//! the point that follows. Where branches meet again, and where loops begin, stands a point that is jumped to.

use std::collections::HashMap;

use super::plain::block;
use super::settle::each;
use super::waits::statements_wait;
use crate::check::typed::{ChartBox, ChartExit, Statement, TypedProcedure};
use crate::machine::{
    Aggregate, AggregateKind, Block, Branch, Code, Comparison, DecisionId, End, Expression, ExpressionKind,
    Local, LocalId, Point, PointId, PointKind, ProcedureId, Source, Step, Type,
};

/// What follows the last statement of a list.
#[derive(Debug, Clone, Copy)]
enum After {
    Goto(PointId),
    Return,
}

struct Cutter<'p> {
    waits: &'p [bool],
    locals: Vec<Local>,
    points: Vec<Point>,
    names: HashMap<String, u32>,
}

/// The points of a procedure and its locals, some of which are added.
pub(super) fn cut(procedure: &TypedProcedure, waits: &[bool]) -> (Vec<Point>, Vec<Local>) {
    let mut cutter =
        Cutter { waits, locals: procedure.locals.clone(), points: Vec::new(), names: HashMap::new() };
    let entry = cutter.reserve("entry", PointKind::Entry);
    let code = cutter.code(&procedure.body, After::Return);
    cutter.points[entry.idx()].code = code;
    (cutter.points, cutter.locals)
}

impl Cutter<'_> {
    /// A point whose code follows.
    fn reserve(&mut self, name: &str, kind: PointKind) -> PointId {
        let nth = self.names.entry(name.to_owned()).or_insert(0);
        *nth += 1;
        let name = if *nth == 1 { name.to_owned() } else { format!("{name}_{nth}") };
        let code = Code { steps: Vec::new(), end: End::Return(None) };
        self.points.push(Point { name, kind, live: Vec::new(), code });
        PointId(self.points.len() as u32 - 1)
    }

    fn point(&mut self, name: &str, kind: PointKind, statements: &[Statement], after: After) -> PointId {
        let point = self.reserve(name, kind);
        let code = self.code(statements, after);
        self.points[point.idx()].code = code;
        point
    }

    fn end(after: After) -> End {
        match after {
            After::Goto(point) => End::Goto(point),
            After::Return => End::Return(None),
        }
    }

    /// Whether a statement must end a point's code: it waits, or leaves the procedure from within.
    fn ends_code(&self, statement: &Statement) -> bool {
        let mut returns = false;
        each(std::slice::from_ref(statement), &mut |inner| returns |= matches!(inner, Statement::Return(_)));
        returns || statements_wait(std::slice::from_ref(statement), self.waits)
    }

    fn code(&mut self, statements: &[Statement], after: After) -> Code {
        let mut steps: Block = Vec::new();
        for (nth, statement) in statements.iter().enumerate() {
            if !self.ends_code(statement) {
                steps.extend(block(std::slice::from_ref(statement)));
                continue;
            }
            let rest = &statements[nth + 1..];
            let end = self.waiting(statement, rest, after, &mut steps);
            return Code { steps, end };
        }
        Code { steps, end: Self::end(after) }
    }

    fn waiting(&mut self, statement: &Statement, rest: &[Statement], after: After, steps: &mut Block) -> End {
        match statement {
            Statement::Return(value) => End::Return(value.clone()),
            Statement::EndGame => End::EndGame,
            Statement::Roll { dice, into } => {
                let then = self.point("rolled", PointKind::AfterRoll(*into), rest, after);
                End::Roll { dice: *dice, then }
            }
            Statement::Draw { from, into } => {
                let then = self.point("drawn", PointKind::AfterRoll(*into), rest, after);
                End::Draw { from: from.clone(), then }
            }
            Statement::Call { procedure, arguments, result, .. } => {
                let then = self.point("called", PointKind::AfterCall(*result), rest, after);
                End::Call { procedure: ProcedureId(procedure.0 as u32), arguments: arguments.clone(), then }
            }
            Statement::Choose { decision, arguments, result } => {
                let then = self.point("chosen", PointKind::AfterChoice(*result), rest, after);
                End::Choose { decision: DecisionId(decision.0 as u32), arguments: arguments.clone(), then }
            }
            Statement::If { condition, then, otherwise } => {
                if let ([Statement::Call { procedure, arguments, result: None, .. }], []) =
                    (then.as_slice(), otherwise.as_slice())
                {
                    let procedure = ProcedureId(procedure.0 as u32);
                    return self.called_if(condition, procedure, arguments, rest, after);
                }
                let after = self.joined(rest, after);
                let (then, otherwise) = (self.code(then, after), self.code(otherwise, after));
                End::Branch(Box::new(Branch { condition: condition.clone(), then, otherwise }))
            }
            Statement::Together(body) => {
                let mut flat = body.clone();
                flat.extend(rest.iter().cloned());
                let code = self.code(&flat, after);
                steps.extend(code.steps);
                code.end
            }
            Statement::Loop { head, condition, limit, counted, body, .. } => {
                let after = self.joined(rest, after);
                let limit = limit.filter(|_| *counted);
                self.looped(head, condition, limit, body, after, steps)
            }
            Statement::For { variable, source, filter, body } => {
                let after = self.joined(rest, after);
                self.each_of(*variable, source, filter.as_ref(), body, after, steps)
            }
            Statement::Chart(boxes) => {
                let after = self.joined(rest, after);
                self.chart(boxes, after)
            }
            Statement::Step(_) => Self::end(after),
        }
    }

    /// A call that may be left out: play goes on at the same point with it and without.
    fn called_if(
        &mut self,
        condition: &Expression,
        procedure: ProcedureId,
        arguments: &[Expression],
        rest: &[Statement],
        after: After,
    ) -> End {
        let then = self.point("called", PointKind::AfterCall(None), rest, after);
        let call = End::Call { procedure, arguments: arguments.to_vec(), then };
        let go_on = if rest.is_empty() { Self::end(after) } else { End::Goto(then) };
        let end = |end| Code { steps: Vec::new(), end };
        End::Branch(Box::new(Branch { condition: condition.clone(), then: end(call), otherwise: end(go_on) }))
    }

    /// What follows, as a place to jump to where there is anything.
    fn joined(&mut self, rest: &[Statement], after: After) -> After {
        if rest.is_empty() {
            return after;
        }
        After::Goto(self.point("then", PointKind::Jump, rest, after))
    }

    fn looped(
        &mut self,
        head: &[Statement],
        condition: &Expression,
        limit: Option<i64>,
        body: &[Statement],
        after: After,
        steps: &mut Block,
    ) -> End {
        let start = self.reserve("each_round", PointKind::Jump);
        let mut round: Vec<Statement> = Vec::new();
        if let Some(limit) = limit {
            let holds = Type::Integer { least: 0, greatest: limit };
            let rounds = self.local("rounds", holds);
            let now = Expression { kind: ExpressionKind::Local(rounds), gives: holds };
            steps.push(Step::Let { local: rounds, value: integer(0), named: false });
            let more = Expression {
                kind: ExpressionKind::Add(Box::new(now), Box::new(integer(1))),
                gives: Type::Integer { least: 1, greatest: limit + 1 },
            };
            round.push(Statement::Step(Step::Set { local: rounds, value: more, bounds: Some((0, limit)) }));
        }
        round.extend(body.iter().cloned());
        let mut asked = head.to_vec();
        // The branch is laid out by hand: yes goes round, no goes on.
        let on_yes = self.point("round", PointKind::Jump, &round, After::Goto(start));
        let on_no = match after {
            After::Goto(point) => point,
            After::Return => self.point("done", PointKind::Jump, &[], After::Return),
        };
        asked.push(Statement::If { condition: condition.clone(), then: Vec::new(), otherwise: Vec::new() });
        let code = self.branching_code(&asked, condition, on_yes, on_no);
        self.points[start.idx()].code = code;
        End::Goto(start)
    }

    /// Statements (the last is a placeholder for the branch), then one of two places.
    fn branching_code(
        &mut self,
        statements: &[Statement],
        condition: &Expression,
        yes: PointId,
        no: PointId,
    ) -> Code {
        let head = &statements[..statements.len() - 1];
        let goto = |point| Code { steps: Vec::new(), end: End::Goto(point) };
        let branch = End::Branch(Box::new(Branch {
            condition: condition.clone(),
            then: goto(yes),
            otherwise: goto(no),
        }));
        if head.iter().all(|statement| !self.ends_code(statement)) {
            return Code { steps: block(head), end: branch };
        }
        let asked = self.reserve("asked", PointKind::Jump);
        self.points[asked.idx()].code = Code { steps: Vec::new(), end: branch };
        self.code(head, After::Goto(asked))
    }

    /// A loop over members or numbers whose body waits: what is left is a local.
    fn each_of(
        &mut self,
        variable: LocalId,
        source: &Source,
        filter: Option<&Expression>,
        body: &[Statement],
        after: After,
        steps: &mut Block,
    ) -> End {
        let holds = self.locals[variable.idx()].holds;
        let body = match filter {
            None => body.to_vec(),
            Some(filter) => {
                vec![Statement::If { condition: filter.clone(), then: body.to_vec(), otherwise: Vec::new() }]
            }
        };
        let (condition, mut round) = match source {
            Source::Type(_) | Source::Set(_) => self.next_member(variable, source, holds, steps),
            Source::Range(least, greatest) => self.next_number(variable, least, greatest, holds, steps),
        };
        round.extend(body);
        self.looped(&[], &condition, None, &round, after, steps)
    }

    fn next_member(
        &mut self,
        variable: LocalId,
        source: &Source,
        holds: Type,
        steps: &mut Block,
    ) -> (Expression, Vec<Statement>) {
        let of = match holds {
            Type::Member(of) => of,
            Type::Integer { .. } | Type::Boolean | Type::Optional(_) | Type::Set(_) => {
                crate::machine::TypeId(0)
            }
        };
        let set = Type::Set(of);
        let all = match source {
            Source::Set(from) => from.clone(),
            Source::Type(_) | Source::Range(..) => Expression { kind: ExpressionKind::All, gives: set },
        };
        let name = format!("{}_left", self.locals[variable.idx()].name);
        let left = self.local(&name, set);
        steps.push(Step::Let { local: left, value: all, named: false });
        let now = Expression { kind: ExpressionKind::Local(left), gives: set };
        let any = Aggregate {
            kind: AggregateKind::First,
            variable,
            source: Source::Set(now.clone()),
            filter: None,
            body: None,
            otherwise: None,
        };
        let first = Expression { kind: ExpressionKind::Aggregate(Box::new(any)), gives: Type::Optional(of) };
        let never = Expression { kind: ExpressionKind::Member(0), gives: holds };
        let next = Expression { kind: ExpressionKind::Else(Box::new(first), Box::new(never)), gives: holds };
        let taken = Expression { kind: ExpressionKind::Local(variable), gives: holds };
        let one = Expression { kind: ExpressionKind::Set(vec![taken]), gives: set };
        let fewer =
            Expression { kind: ExpressionKind::Difference(Box::new(now.clone()), Box::new(one)), gives: set };
        let nobody = Expression { kind: ExpressionKind::Set(Vec::new()), gives: set };
        let condition = Expression {
            kind: ExpressionKind::Compare(Comparison::NotEqual, Box::new(now), Box::new(nobody)),
            gives: Type::Boolean,
        };
        let round = vec![
            Statement::Step(Step::Let { local: variable, value: next, named: false }),
            Statement::Step(Step::Set { local: left, value: fewer, bounds: None }),
        ];
        (condition, round)
    }

    fn next_number(
        &mut self,
        variable: LocalId,
        least: &Expression,
        greatest: &Expression,
        holds: Type,
        steps: &mut Block,
    ) -> (Expression, Vec<Statement>) {
        let (low, high) = match holds {
            Type::Integer { least, greatest } => (least, greatest),
            Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => (0, 0),
        };
        let name = self.locals[variable.idx()].name.clone();
        let counts = Type::Integer { least: low, greatest: high + 1 };
        let next = self.local(&format!("next_{name}"), counts);
        let last = self.local(&format!("last_{name}"), greatest.gives);
        steps.push(Step::Let { local: next, value: least.clone(), named: false });
        steps.push(Step::Let { local: last, value: greatest.clone(), named: false });
        let now = Expression { kind: ExpressionKind::Local(next), gives: counts };
        let end = Expression { kind: ExpressionKind::Local(last), gives: greatest.gives };
        let condition = Expression {
            kind: ExpressionKind::Compare(Comparison::LessOrEqual, Box::new(now.clone()), Box::new(end)),
            gives: Type::Boolean,
        };
        // Within the loop it is at most the last, so one more still fits.
        let within = Expression { kind: ExpressionKind::Clamp(Box::new(now), low, high), gives: holds };
        let taken = Expression { kind: ExpressionKind::Local(variable), gives: holds };
        let more = Expression {
            kind: ExpressionKind::Add(Box::new(taken), Box::new(integer(1))),
            gives: Type::Integer { least: low + 1, greatest: high + 1 },
        };
        let round = vec![
            Statement::Step(Step::Let { local: variable, value: within, named: false }),
            Statement::Step(Step::Set { local: next, value: more, bounds: None }),
        ];
        (condition, round)
    }

    fn chart(&mut self, boxes: &[ChartBox], after: After) -> End {
        let points: Vec<PointId> = boxes.iter().map(|one| self.reserve(&one.name, PointKind::Jump)).collect();
        let leave = match after {
            After::Goto(point) => point,
            After::Return => self.point("end", PointKind::Jump, &[], After::Return),
        };
        let target = |exit: Option<usize>| exit.and_then(|idx| points.get(idx)).copied().unwrap_or(leave);
        for (one, point) in boxes.iter().zip(&points) {
            let code = match &one.exit {
                ChartExit::To(next) => self.code(&one.body, After::Goto(target(*next))),
                ChartExit::Ask { question, yes, no } => {
                    let mut asked = one.body.clone();
                    asked.push(Statement::If {
                        condition: question.clone(),
                        then: Vec::new(),
                        otherwise: Vec::new(),
                    });
                    self.branching_code(&asked, question, target(*yes), target(*no))
                }
            };
            self.points[point.idx()].code = code;
        }
        End::Goto(points.first().copied().unwrap_or(leave))
    }

    fn local(&mut self, name: &str, holds: Type) -> LocalId {
        let mut unique = name.to_owned();
        while self.locals.iter().any(|local| local.name == unique) {
            unique.push('_');
        }
        self.locals.push(Local { name: unique, holds });
        LocalId(self.locals.len() as u32 - 1)
    }
}

fn integer(value: i64) -> Expression {
    Expression {
        kind: ExpressionKind::Integer(value),
        gives: Type::Integer { least: value, greatest: value },
    }
}
