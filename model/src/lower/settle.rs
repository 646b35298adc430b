//! Consequences in place: copies of procedures in which every change calls what it may bring about.
//!
//! A copy is known by its procedure and by the consequences that cannot fire inside; only the ones that the
//! procedure could bring about count, so most procedures exist once. What cannot fire inside is told in one of two ways:
//! - *unfolded*, a consequence's own steps are copies of their own in which it does not fire: nothing calls itself,
//!   and the depth of play can be read off. This is for checking only;
//! - *folded*, a flag in the state says that a consequence is running: each procedure is written once.
//!
//! In both, nothing fires inside a `together` block, nor while an example's position is set up.

mod consequence;

use std::collections::{HashMap, HashSet, VecDeque};

use super::due::Due;
use super::watch::{Consequences, Watch};
use crate::check::typed::{
    ChartBox, Statement, Statements, TypedDecision, TypedDecisionId, TypedGame, TypedProcedure,
    TypedProcedureId,
};
pub(super) use crate::check::walk::each_statement as each;
use crate::machine::{Expression, Function, Key, LocalId, Purpose, StateId, Step, TypeId};

/// How often a consequence may fire in one settling before that is a fault.
const SETTLING_LIMIT: i64 = 1_000;

/// One copy to be made.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Copy {
    Procedure {
        of: TypedProcedureId,
        running: Consequences,
    },
    /// Checks a procedure's `needs` and does nothing else.
    Needs {
        of: TypedProcedureId,
    },
    /// Settles a consequence wherever it holds.
    Settle {
        consequence: usize,
        running: Consequences,
    },
    /// Settles a consequence for one member.
    SettleOne {
        consequence: usize,
        running: Consequences,
    },
    /// The steps of a consequence, for one member.
    Steps {
        consequence: usize,
        running: Consequences,
    },
}

/// Copies of a game's procedures and decisions; calls are by place in these lists.
pub(super) struct Settled {
    pub procedures: Vec<TypedProcedure>,
    pub decisions: Vec<TypedDecision>,
    /// What asks whether a consequence is due; they come after the functions of the game.
    pub functions: Vec<Function>,
}

/// Makes copies on demand, in the order in which they are first needed.
pub(super) struct Settler<'g> {
    game: &'g TypedGame,
    watch: Watch,
    state_keys: Vec<Vec<Key>>,
    places: HashMap<Copy, TypedProcedureId>,
    decision_places: HashMap<(TypedDecisionId, Consequences), TypedDecisionId>,
    /// What has a copy by now.
    reached: HashSet<TypedProcedureId>,
    asked: HashSet<TypedDecisionId>,
    queue: VecDeque<(Copy, TypedProcedureId)>,
    names: HashMap<String, u32>,
    settled: Settled,
    due: Due,
    /// Folded: the flags of running consequences, keyed by the type of consequences.
    flags: Option<(StateId, TypeId)>,
}

impl<'g> Settler<'g> {
    pub fn new(
        game: &'g TypedGame,
        state_keys: Vec<Vec<Key>>,
        flags: Option<(StateId, TypeId)>,
    ) -> Settler<'g> {
        let watch = Watch::new(game, state_keys.len());
        Settler {
            game,
            watch,
            state_keys,
            places: HashMap::new(),
            decision_places: HashMap::new(),
            reached: HashSet::new(),
            asked: HashSet::new(),
            queue: VecDeque::new(),
            names: HashMap::new(),
            settled: Settled { procedures: Vec::new(), decisions: Vec::new(), functions: Vec::new() },
            due: Due::new(game.functions.len()),
            flags,
        }
    }

    /// The copy of a procedure that play starts, with its consequences.
    pub fn start(&mut self, of: TypedProcedureId) -> TypedProcedureId {
        self.procedure(of, &Consequences::new())
    }

    /// The copy of a procedure in which nothing settles: it sets a position up as it is.
    pub fn unsettled(&mut self, of: TypedProcedureId) -> TypedProcedureId {
        let all = (0..self.game.whenevers.len()).collect();
        self.procedure(of, &all)
    }

    pub fn decision(&mut self, of: TypedDecisionId, running: &Consequences) -> TypedDecisionId {
        let running: Consequences = running.intersection(self.watch.of_decision(of)).copied().collect();
        if let Some(known) = self.decision_places.get(&(of, running.clone())) {
            return *known;
        }
        let place = TypedDecisionId(self.settled.decisions.len());
        self.decision_places.insert((of, running.clone()), place);
        self.asked.insert(of);
        let mut decision = self.game.decisions[of.0].clone();
        decision.name = self.unique(&decision.name, &running);
        self.settled.decisions.push(decision.clone());
        for option in &mut decision.options {
            option.effect = self.procedure(option.effect, &running);
        }
        self.settled.decisions[place.0] = decision;
        place
    }

    /// Works through everything that was asked for.
    pub fn finish(mut self) -> Settled {
        self.run();
        self.settled.functions = self.due.finish();
        self.settled
    }

    /// Copies what is waiting to be copied.
    pub fn run(&mut self) {
        while let Some((copy, place)) = self.queue.pop_front() {
            let procedure = match &copy {
                Copy::Procedure { of, running } => self.copy_procedure(*of, running),
                Copy::Needs { of } => self.needs_of(*of),
                Copy::Settle { consequence, running } => self.settle_all(*consequence, running),
                Copy::SettleOne { consequence, running } => self.settle_one(*consequence, running),
                Copy::Steps { consequence, running } => self.steps(*consequence, running),
            };
            let name = std::mem::take(&mut self.settled.procedures[place.0].name);
            self.settled.procedures[place.0] = TypedProcedure { name, ..procedure };
        }
    }

    /// Rules that nothing reached are still made, so that each has its code.
    pub fn reach_everything(&mut self) {
        self.run();
        for idx in 0..self.game.decisions.len() {
            let decision = TypedDecisionId(idx);
            if !self.asked.contains(&decision) && !self.game.decisions[idx].anytime {
                self.decision(decision, &Consequences::new());
                self.run();
            }
        }
        let options = self.game.decisions.iter().flat_map(|decision| &decision.options);
        let effects: HashSet<TypedProcedureId> = options.map(|option| option.effect).collect();
        for idx in 0..self.game.procedures.len() {
            let procedure = TypedProcedureId(idx);
            if !self.reached.contains(&procedure) && !effects.contains(&procedure) {
                self.procedure(procedure, &Consequences::new());
                self.run();
            }
        }
    }

    fn procedure(&mut self, of: TypedProcedureId, running: &Consequences) -> TypedProcedureId {
        let running = running.intersection(self.watch.of_procedure(of)).copied().collect();
        let name = self.game.procedures[of.0].name.clone();
        self.reached.insert(of);
        self.place(Copy::Procedure { of, running }, name)
    }

    fn place(&mut self, copy: Copy, name: String) -> TypedProcedureId {
        if let Some(known) = self.places.get(&copy) {
            return *known;
        }
        let running = match &copy {
            Copy::Procedure { running, .. }
            | Copy::Settle { running, .. }
            | Copy::SettleOne { running, .. }
            | Copy::Steps { running, .. } => running.clone(),
            Copy::Needs { .. } => Consequences::new(),
        };
        let name = self.unique(&name, &running);
        let place = TypedProcedureId(self.settled.procedures.len());
        self.settled.procedures.push(TypedProcedure {
            rule: crate::machine::RuleId(0),
            name,
            locals: Vec::new(),
            parameters: 0,
            gives: None,
            needs: Vec::new(),
            body: Vec::new(),
            span: Default::default(),
            purpose: Purpose::Rule,
        });
        self.places.insert(copy.clone(), place);
        self.queue.push_back((copy, place));
        place
    }

    /// `convert`, then `convert_during_siege_succeeds`, then `convert_2`.
    fn unique(&mut self, name: &str, running: &Consequences) -> String {
        let mut wanted = name.to_owned();
        if self.names.contains_key(name)
            && let Some(around) = running.iter().next()
        {
            wanted = format!("{name}_during_{}", self.game.whenevers[*around].name);
        }
        let nth = self.names.entry(wanted.clone()).or_insert(0);
        *nth += 1;
        if *nth == 1 { wanted } else { format!("{wanted}_{nth}") }
    }

    /// Whoever calls it has checked its `needs`.
    fn copy_procedure(&mut self, of: TypedProcedureId, running: &Consequences) -> TypedProcedure {
        let mut procedure = self.game.procedures[of.0].clone();
        procedure.needs.clear();
        procedure.body = self.statements(&procedure.body, running);
        procedure
    }

    fn needs_of(&self, of: TypedProcedureId) -> TypedProcedure {
        TypedProcedure { body: Vec::new(), gives: None, ..self.game.procedures[of.0].clone() }
    }

    /// A call; where an option that offers the procedure has not assured them, its `needs` are checked first.
    fn call(
        &mut self,
        procedure: TypedProcedureId,
        arguments: &[Expression],
        result: Option<LocalId>,
        assured: bool,
        running: &Consequences,
        out: &mut Statements,
    ) {
        let called = &self.game.procedures[procedure.0];
        if !assured && !called.needs.is_empty() {
            let name = format!("{}_needs", called.name);
            let needs = self.place(Copy::Needs { of: procedure }, name);
            let arguments = arguments.to_vec();
            out.push(Statement::Call { procedure: needs, arguments, result: None, assured });
        }
        let (procedure, arguments) = (self.procedure(procedure, running), arguments.to_vec());
        out.push(Statement::Call { procedure, arguments, result, assured });
    }

    fn statements(&mut self, statements: &[Statement], running: &Consequences) -> Statements {
        let mut out = Vec::new();
        for statement in statements {
            match statement {
                Statement::Step(step) => {
                    out.push(statement.clone());
                    if let Step::Assign { state, keys, .. } = step {
                        for consequence in self.watch.of_state(*state).to_vec() {
                            if !running.contains(&consequence) {
                                out.push(self.call_settle(consequence, *state, keys, running));
                            }
                        }
                    }
                }
                Statement::Together(body) => self.together(body, running, &mut out),
                Statement::Call { procedure, arguments, result, assured } => {
                    self.call(*procedure, arguments, *result, *assured, running, &mut out);
                }
                other => out.push(self.within(other, running)),
            }
        }
        out
    }

    /// A statement with its parts settled.
    fn within(&mut self, statement: &Statement, running: &Consequences) -> Statement {
        match statement {
            Statement::If { condition, then, otherwise } => Statement::If {
                condition: condition.clone(),
                then: self.statements(then, running),
                otherwise: self.statements(otherwise, running),
            },
            Statement::For { variable, source, filter, body } => Statement::For {
                variable: *variable,
                source: source.clone(),
                filter: filter.clone(),
                body: self.statements(body, running),
            },
            Statement::Loop { head, condition, limit, counted, body, span } => Statement::Loop {
                head: self.statements(head, running),
                condition: condition.clone(),
                limit: *limit,
                counted: *counted,
                body: self.statements(body, running),
                span: *span,
            },
            Statement::Choose { decision, arguments, result } => Statement::Choose {
                decision: self.decision(*decision, running),
                arguments: arguments.clone(),
                result: *result,
            },
            Statement::Chart(boxes) => {
                let boxes = boxes.iter().map(|one| ChartBox {
                    name: one.name.clone(),
                    body: self.statements(&one.body, running),
                    exit: one.exit.clone(),
                });
                Statement::Chart(boxes.collect())
            }
            Statement::Step(_)
            | Statement::Roll { .. }
            | Statement::Draw { .. }
            | Statement::Call { .. }
            | Statement::Together(_)
            | Statement::Return(_)
            | Statement::EndGame => statement.clone(),
        }
    }

    /// Inside the block nothing settles; after it, all that it may have brought about.
    fn together(&mut self, body: &[Statement], running: &Consequences, out: &mut Statements) {
        let mut brought = Consequences::new();
        changed_states(body, &mut |state| brought.extend(self.watch.of_state(state)));
        let mut called = Consequences::new();
        called_procedures(body, &mut |procedure| called.extend(self.watch.of_procedure(procedure)));
        let inside: Consequences = running.union(&brought).copied().chain(called.iter().copied()).collect();
        out.extend(self.statements(body, &inside));
        brought.extend(called);
        for consequence in brought.difference(running).copied().collect::<Vec<_>>() {
            out.push(self.settle_where_due(consequence, running));
        }
    }
}

fn changed_states(statements: &[Statement], found: &mut dyn FnMut(StateId)) {
    each(statements, &mut |statement| {
        if let Statement::Step(Step::Assign { state, .. }) = statement {
            found(*state);
        }
    });
}

fn called_procedures(statements: &[Statement], found: &mut dyn FnMut(TypedProcedureId)) {
    each(statements, &mut |statement| {
        if let Statement::Call { procedure, .. } = statement {
            found(*procedure);
        }
    });
}
