//! What suppositions reach, made plain: copies of settled procedures in which dice show what the supposition says and
//! decisions are answered as it says, so that nobody is asked.
//!
//! In a copy the game does not end, charts are loops over their boxes, a loop that would wait has a limit, and a draw takes
//! the first. What cannot wait is called as it is. Where an answer looks at the function's parameters, every copy that leads to
//! it takes them behind its own. Suppositions under which a procedure goes alike share its copy.

mod chart;
mod drawn;
mod ends;
pub(super) mod reach;
mod shared;

use std::collections::{HashMap, HashSet};

use rulec_grammar::problem::Problems;
use rulec_grammar::span::Span;

use self::drawn::{first_drawn, hidden, read};
use self::ends::leaves;
use self::reach::passing;
use self::shared::{Alike, Shared};
use super::plain::renumbered;
use super::settle::{Settled, each};
use super::waits::waiting;
use crate::check::candidates::default_of;
use crate::check::typed::{Statement, Statements, TypedProcedure, TypedProcedureId, TypedSupposition};
use crate::machine::{
    Dice, Expression, ExpressionKind, Failure, Local, LocalId, Purpose, Rule, RuleId, StateId, Step, Type,
};
use crate::problem::flow::NotSupposed;

/// How many rounds a loop has at most that states no limit of its own; also how many boxes of a chart are followed.
const SUPPOSED_ROUNDS: i64 = 1_000;

/// Makes everything plain that these suppositions reach; their places are those in the settled game. False when
/// something could not be supposed (reported).
pub(super) fn make_plain(
    settled: &mut Settled,
    suppositions: &[TypedSupposition],
    answered: &[RuleId],
    bots: Option<(StateId, Type)>,
    rules: &[Rule],
    problems: &mut Problems,
) -> bool {
    let mut sound = true;
    // Only procedures of the game are asked about, and they stay as they are.
    let waits = if suppositions.is_empty() { Vec::new() } else { waiting(settled) };
    let (mut shared, mut copies) = (Shared::default(), Vec::new());
    for of in suppositions {
        let passing = passing(settled, of);
        let alike = shared.alike(settled, of);
        let places = HashMap::new();
        let (waits, shared, copies) = (waits.as_slice(), &mut shared, &mut copies);
        let mut copier = Copier {
            settled,
            of,
            answered,
            bots,
            rules,
            waits,
            passing,
            places,
            alike,
            shared,
            copies,
            problems,
            sound: true,
        };
        copier.copy_all();
        sound &= copier.sound;
    }
    name_shared(settled, &copies);
    sound
}

/// A copy of a procedure, and how many suppositions come to it.
struct Copy {
    place: TypedProcedureId,
    of: String,
    suppositions: usize,
}

/// Copies that several suppositions share are called after none of them.
fn name_shared(settled: &mut Settled, copies: &[Copy]) {
    let shared: HashSet<usize> =
        copies.iter().filter(|copy| copy.suppositions > 1).map(|copy| copy.place.0).collect();
    let others = settled.procedures.iter().enumerate().filter(|(nth, _)| !shared.contains(nth));
    let mut taken: HashSet<String> = others.map(|(_, procedure)| procedure.name.clone()).collect();
    for copy in copies.iter().filter(|copy| copy.suppositions > 1) {
        let wanted = format!("{}_supposed", copy.of);
        let mut name = wanted.clone();
        for nth in 2.. {
            if taken.insert(name.clone()) {
                break;
            }
            name = format!("{wanted}_{nth}");
        }
        let procedure = &mut settled.procedures[copy.place.0];
        procedure.name = name;
        if let Purpose::Supposed { by, .. } = procedure.purpose {
            procedure.purpose = Purpose::Supposed { by, by_others: true };
        }
    }
}

struct Copier<'c> {
    settled: &'c mut Settled,
    of: &'c TypedSupposition,
    /// Rules of decisions that `answer` rules answer.
    answered: &'c [RuleId],
    /// The set of seats that rules play: in a supposition, all.
    bots: Option<(StateId, Type)>,
    rules: &'c [Rule],
    /// Whether a procedure would wait, so that it needs a copy.
    waits: &'c [bool],
    /// Whether it needs the function's parameters, for an answer that it leads to.
    passing: Vec<bool>,
    /// Original and copy.
    places: HashMap<TypedProcedureId, TypedProcedureId>,
    alike: Alike,
    shared: &'c mut Shared,
    copies: &'c mut Vec<Copy>,
    problems: &'c mut Problems,
    sound: bool,
}

/// A procedure on its way to being plain.
struct Copied {
    rule: RuleId,
    locals: Vec<Local>,
    gives: Option<Type>,
    /// Where the function's parameters stand, for whoever is called.
    passed: Vec<LocalId>,
    span: Span,
}

impl Copier<'_> {
    fn copy_all(&mut self) {
        // The script and the answers are this supposition's own: they become their copies in place.
        let own: Vec<TypedProcedureId> = std::iter::once(self.of.procedure)
            .chain(self.of.answers.iter().map(|(_, answer)| *answer))
            .collect();
        for procedure in own {
            self.places.insert(procedure, procedure);
        }
        self.copy(self.of.procedure, (0..self.of.passed).map(LocalId).collect());
        if let Some((state, holds)) = self.bots {
            let value = Expression { kind: ExpressionKind::All, gives: holds };
            let all = Step::Assign { state, keys: Vec::new(), value, bounds: None };
            self.settled.procedures[self.of.procedure.0].body.insert(0, Statement::Step(all));
        }
        for (_, answer) in self.of.answers.clone() {
            let parameters = &mut self.settled.procedures[answer.0].parameters;
            let own = *parameters - self.of.passed;
            if !self.passing[answer.0] {
                *parameters = own;
            }
            let passed = (own..*parameters).map(LocalId).collect();
            self.copy(answer, passed);
        }
    }

    /// Makes one of the supposition's own procedures plain.
    fn copy(&mut self, own: TypedProcedureId, passed: Vec<LocalId>) {
        let procedure = self.settled.procedures[own.0].clone();
        let copy = self.plain(procedure, passed);
        self.settled.procedures[own.0] = copy;
    }

    /// The copy of a procedure, made when it is first needed; the procedure itself where it cannot wait.
    fn place(&mut self, of: TypedProcedureId) -> TypedProcedureId {
        if let Some(known) = self.places.get(&of) {
            return *known;
        }
        if !self.waits[of.0] {
            return of;
        }
        // What takes the function's parameters is this supposition's own.
        let policy =
            (!self.passing[of.0]).then(|| self.shared.policy(self.settled, self.of, &self.alike, of));
        if let Some(known) = policy.as_ref().and_then(|policy| self.shared.copy(of, policy)) {
            self.places.insert(of, known);
            self.comes_to(known);
            return known;
        }
        let place = TypedProcedureId(self.settled.procedures.len());
        self.places.insert(of, place);
        let original = self.settled.procedures[of.0].clone();
        self.settled.procedures.push(original.clone());
        self.copies.push(Copy { place, of: original.name.clone(), suppositions: 1 });
        let own = original.parameters;
        let moved = if self.passing[of.0] { self.with_passed(original) } else { original };
        let passed = (own..moved.parameters).map(LocalId).collect();
        let name = self.unused(format!("{}_in_{}", moved.name, self.of.name));
        let copy = self.plain(TypedProcedure { name, ..moved }, passed);
        let by = self.settled.procedures[self.of.procedure.0].rule;
        let copy = TypedProcedure { purpose: Purpose::Supposed { by, by_others: false }, ..copy };
        self.settled.procedures[place.0] = copy;
        // What could not be supposed is reported for each supposition that comes to it.
        if let Some(policy) = policy.filter(|_| self.sound) {
            self.shared.keep(of, policy, place);
        }
        place
    }

    /// Another supposition comes to a copy, and to every copy that it calls.
    fn comes_to(&mut self, copy: TypedProcedureId) {
        let (mut open, mut seen) = (vec![copy], HashSet::new());
        while let Some(place) = open.pop() {
            let Some(copy) = self.copies.iter_mut().find(|copy| copy.place == place) else { continue };
            if !seen.insert(place) {
                continue;
            }
            copy.suppositions += 1;
            each(&self.settled.procedures[place.0].body, &mut |statement| {
                if let Statement::Call { procedure, .. } = statement {
                    open.push(*procedure);
                }
            });
        }
    }

    fn unused(&self, wanted: String) -> String {
        let mut name = wanted;
        while self.settled.procedures.iter().any(|procedure| procedure.name == name) {
            name.push('_');
        }
        name
    }

    /// The function's parameters behind the procedure's own.
    fn with_passed(&self, procedure: TypedProcedure) -> TypedProcedure {
        let (own, passed) = (procedure.parameters, self.of.passed);
        let place = |id: LocalId| if id.0 < own { id } else { LocalId(id.0 + passed) };
        let root = &self.settled.procedures[self.of.procedure.0];
        let mut locals = procedure.locals.clone();
        for (nth, local) in root.locals.iter().take(passed as usize).enumerate() {
            let mut name = format!("supposed_{}", local.name);
            while locals.iter().any(|known| known.name == name) {
                name.push('_');
            }
            locals.insert(own as usize + nth, Local { name, holds: local.holds });
        }
        let body = renumbered(&procedure.body, &place);
        TypedProcedure { locals, parameters: own + passed, body, ..procedure }
    }

    fn plain(&mut self, procedure: TypedProcedure, passed: Vec<LocalId>) -> TypedProcedure {
        let TypedProcedure { rule, locals, gives, span, body, .. } = procedure.clone();
        let mut copied = Copied { rule, locals, gives, passed, span };
        let asked = (procedure.purpose == Purpose::Asking).then_some(rule);
        let body = match asked.and_then(|asked| self.answer(asked)) {
            Some(answer) => self.answered_by(&mut copied, answer, procedure.parameters),
            None => self.statements(&mut copied, &body),
        };
        TypedProcedure { body, locals: copied.locals, ..procedure }
    }

    /// The supposition's own answer to a decision.
    fn answer(&self, decision: RuleId) -> Option<TypedProcedureId> {
        self.of.answers.iter().find(|(asked, _)| *asked == decision).map(|(_, answer)| *answer)
    }

    fn statements(&mut self, copied: &mut Copied, statements: &[Statement]) -> Statements {
        let mut out = Vec::new();
        for statement in statements {
            self.statement(copied, statement, &mut out);
            // Behind an answer that always takes something stands the question, which is never asked then.
            if out.last().is_some_and(leaves) {
                break;
            }
        }
        out
    }

    fn statement(&mut self, copied: &mut Copied, statement: &Statement, out: &mut Statements) {
        match statement {
            Statement::Roll { dice, into } => out.extend(self.roll(copied, *dice, *into)),
            Statement::Draw { from, into } => first_drawn(copied, from, *into, out),
            Statement::Choose { decision, arguments, result } => {
                let decision = self.settled.decisions[decision.0].clone();
                match self.answer(decision.rule) {
                    Some(answer) => {
                        let arguments = self.with(arguments, copied, answer);
                        out.push(Statement::Call {
                            procedure: answer,
                            arguments,
                            result: *result,
                            assured: true,
                        });
                    }
                    None => {
                        if !self.answered.contains(&decision.rule) {
                            self.report(format!("the decision `{}`", decision.name), "answers");
                        }
                        match (decision.go_on_if_none, *result, decision.gives) {
                            (true, Some(local), Some(gives)) => out.push(Statement::Step(Step::Let {
                                local,
                                value: default_of(gives),
                                named: false,
                            })),
                            (true, ..) => {}
                            (false, ..) => out.push(Statement::Step(Step::Fail(Failure::Unanswered))),
                        }
                    }
                }
            }
            Statement::Call { procedure, arguments, result, assured } => {
                let arguments = self.with(arguments, copied, *procedure);
                let (procedure, result, assured) = (self.place(*procedure), *result, *assured);
                out.push(Statement::Call { procedure, arguments, result, assured });
            }
            // The game does not end in a supposition: the procedure does.
            Statement::EndGame => out.push(Statement::Return(copied.gives.map(default_of))),
            Statement::Chart(boxes) => self.chart(copied, boxes, out),
            Statement::If { condition, then, .. } if condition.kind == ExpressionKind::Boolean(true) => {
                out.extend(self.statements(copied, then));
            }
            Statement::If { condition, then, otherwise } => {
                let (then, otherwise) = (self.statements(copied, then), self.statements(copied, otherwise));
                out.push(Statement::If { condition: condition.clone(), then, otherwise });
            }
            Statement::For { variable, source, filter, body } => {
                let (source, filter, body) = (source.clone(), filter.clone(), self.statements(copied, body));
                out.push(Statement::For { variable: *variable, source, filter, body });
            }
            Statement::Loop { head, condition, limit, counted, body, span } => {
                let ends_game = self.settles_the_end(copied.rule, body);
                let (head, body) = (self.statements(copied, head), self.statements(copied, body));
                let limit = Some(limit.unwrap_or(SUPPOSED_ROUNDS));
                let (condition, counted, span) = (condition.clone(), *counted, *span);
                if ends_game {
                    out.extend(head);
                    out.push(Statement::If { condition, then: body, otherwise: Vec::new() });
                    return;
                }
                out.push(Statement::Loop { head, condition, limit, counted, body, span });
            }
            Statement::Together(body) => {
                let body = self.statements(copied, body);
                out.push(Statement::Together(body));
            }
            // Nobody listens to what is supposed.
            Statement::Step(Step::Tell(_)) => {}
            Statement::Step(_) | Statement::Return(_) => out.push(statement.clone()),
        }
    }

    /// Arguments for a procedure of the game, and behind them the function's parameters, where it needs them.
    fn with(&self, arguments: &[Expression], copied: &Copied, of: TypedProcedureId) -> Vec<Expression> {
        let passed = if self.passing[of.0] { copied.passed.as_slice() } else { &[] };
        let passed = passed.iter().map(|id| read(*id, &copied.locals));
        arguments.iter().cloned().chain(passed).collect()
    }

    /// Instead of asking: the supposition's own answer. The parameters are the decision's, and what is passed.
    fn answered_by(&self, copied: &mut Copied, answer: TypedProcedureId, parameters: u32) -> Statements {
        let own = parameters - copied.passed.len() as u32;
        let arguments: Vec<Expression> = (0..own).map(|nth| read(LocalId(nth), &copied.locals)).collect();
        let arguments = self.with(&arguments, copied, answer);
        let result = copied.gives.map(|gives| hidden(&mut copied.locals, "given", gives));
        let given = result.map(|id| read(id, &copied.locals));
        vec![
            Statement::Call { procedure: answer, arguments, result, assured: true },
            Statement::Return(given),
        ]
    }

    /// What the dice show: as said for the rule that rolls, or for any; the nearest that they can.
    fn roll(&mut self, copied: &Copied, dice: Dice, into: LocalId) -> Option<Statement> {
        let own = self.of.rolls.iter().find(|(rule, _)| *rule == Some(copied.rule));
        let Some((_, shows)) = own.or_else(|| self.of.rolls.iter().find(|(rule, _)| rule.is_none())) else {
            let rule = self.rules.get(copied.rule.idx()).map_or("?", |rule| &rule.name);
            self.report(format!("the roll of `{rule}`"), "rolls");
            return None;
        };
        let (least, greatest) = (i64::from(dice.count), i64::from(dice.count * dice.sides));
        let kind = ExpressionKind::Integer((*shows).clamp(least, greatest));
        let value = Expression { kind, gives: Type::Integer { least, greatest } };
        Some(Statement::Step(Step::Let { local: into, value, named: false }))
    }

    fn report(&mut self, what: String, key: &'static str) {
        self.sound = false;
        let function = self.of.name.clone();
        self.problems.report(NotSupposed { function, what, key, span: self.of.span });
    }
}
