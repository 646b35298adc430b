//! What each consequence looks at, and which consequences each procedure may bring about.

use std::collections::BTreeSet;

use crate::check::typed::{ChartExit, Statement, TypedDecisionId, TypedGame, TypedProcedureId};
use crate::machine::{Expression, ExpressionKind, Source, StateId, Step};

/// Set of consequences, by their place in the typed game.
pub(super) type Consequences = BTreeSet<usize>;

/// Who watches what.
pub(super) struct Watch {
    /// For each state variable, the consequences that look at it, in rulebook order.
    by_state: Vec<Vec<usize>>,
    /// For each consequence and state, whether it looks at just the cell of its own variable.
    own_cell: Vec<Vec<bool>>,
    /// What each procedure may bring about, directly or through calls.
    by_procedure: Vec<Consequences>,
    by_decision: Vec<Consequences>,
    /// What the steps of each consequence may bring about.
    by_consequence: Vec<Consequences>,
}

impl Watch {
    pub fn new(game: &TypedGame, n_states: usize) -> Watch {
        let reads = FunctionReads::new(game, n_states);
        let mut by_state = vec![Vec::new(); n_states];
        let mut own_cell = Vec::new();
        for (idx, whenever) in game.whenevers.iter().enumerate() {
            let mut states = BTreeSet::new();
            let mut keyed = vec![true; n_states];
            let variable = whenever.over.as_ref().map(|(variable, ..)| *variable);
            let mut look = |expression: &Expression| {
                reads.of(expression, &mut states);
                expression.walk(&mut |part| {
                    if let ExpressionKind::State(state, keys) = &part.kind {
                        let own = matches!(keys.as_slice(), [only] if variable.is_some_and(|variable| only.kind == ExpressionKind::Local(variable)));
                        keyed[state.idx()] &= own;
                    }
                });
                // What a function looks at is not known to be the own cell.
                let mut through = BTreeSet::new();
                reads.through_calls(expression, &mut through);
                through.iter().for_each(|state: &StateId| keyed[state.idx()] = false);
            };
            look(&whenever.condition);
            if let Some((_, source, filter)) = &whenever.over {
                source.each_part(&mut look);
                filter.iter().for_each(&mut look);
                if !matches!(source, Source::Type(_)) {
                    keyed.iter_mut().for_each(|keyed| *keyed = false);
                }
            }
            states.iter().for_each(|state| by_state[state.idx()].push(idx));
            own_cell.push(keyed);
        }
        let mut watch = Watch {
            by_state,
            own_cell,
            by_procedure: vec![Consequences::new(); game.procedures.len()],
            by_decision: vec![Consequences::new(); game.decisions.len()],
            by_consequence: vec![Consequences::new(); game.whenevers.len()],
        };
        watch.close(game);
        watch
    }

    /// Consequences of a change of this state, in rulebook order.
    pub fn of_state(&self, state: StateId) -> &[usize] {
        self.by_state.get(state.idx()).map_or(&[], Vec::as_slice)
    }

    /// Whether a consequence looks at just the changed cell of this state.
    pub fn own_cell(&self, consequence: usize, state: StateId) -> bool {
        self.own_cell.get(consequence).and_then(|states| states.get(state.idx())).copied().unwrap_or(false)
    }

    pub fn of_procedure(&self, procedure: TypedProcedureId) -> &Consequences {
        &self.by_procedure[procedure.0]
    }

    pub fn of_decision(&self, decision: TypedDecisionId) -> &Consequences {
        &self.by_decision[decision.0]
    }

    /// What a consequence's steps may bring about (itself not counted unless they do).
    pub fn of_consequence(&self, consequence: usize) -> &Consequences {
        &self.by_consequence[consequence]
    }

    /// Follows calls, choices and consequences until nothing is added.
    fn close(&mut self, game: &TypedGame) {
        loop {
            let mut changed = false;
            for idx in 0..game.procedures.len() {
                let found = self.brought_about(&game.procedures[idx].body);
                changed |= grow(&mut self.by_procedure[idx], found);
            }
            for idx in 0..game.decisions.len() {
                let mut found = Consequences::new();
                for option in &game.decisions[idx].options {
                    found.extend(&self.by_procedure[option.effect.0]);
                }
                changed |= grow(&mut self.by_decision[idx], found);
            }
            for idx in 0..game.whenevers.len() {
                let found = self.brought_about(&game.whenevers[idx].body);
                changed |= grow(&mut self.by_consequence[idx], found);
            }
            if !changed {
                return;
            }
        }
    }

    fn brought_about(&self, statements: &[Statement]) -> Consequences {
        let mut found = Consequences::new();
        for statement in statements {
            match statement {
                Statement::Step(Step::Assign { state, .. }) => {
                    for consequence in self.of_state(*state) {
                        found.insert(*consequence);
                        found.extend(self.of_consequence(*consequence));
                    }
                }
                Statement::Step(_)
                | Statement::Roll { .. }
                | Statement::Draw { .. }
                | Statement::Return(_)
                | Statement::EndGame => {}
                Statement::If { then, otherwise, .. } => {
                    found.extend(self.brought_about(then));
                    found.extend(self.brought_about(otherwise));
                }
                Statement::For { body, .. } | Statement::Together(body) => {
                    found.extend(self.brought_about(body))
                }
                Statement::Loop { head, body, .. } => {
                    found.extend(self.brought_about(head));
                    found.extend(self.brought_about(body));
                }
                Statement::Call { procedure, .. } => found.extend(self.of_procedure(*procedure)),
                Statement::Choose { decision, .. } => found.extend(self.of_decision(*decision)),
                Statement::Chart(boxes) => {
                    boxes.iter().for_each(|one| {
                        debug_assert!(matches!(one.exit, ChartExit::To(_) | ChartExit::Ask { .. }));
                        found.extend(self.brought_about(&one.body));
                    });
                }
            }
        }
        found
    }
}

fn grow(known: &mut Consequences, found: Consequences) -> bool {
    let before = known.len();
    known.extend(found);
    known.len() > before
}

/// State variables that functions look at, followed through calls.
struct FunctionReads {
    by_function: Vec<BTreeSet<StateId>>,
}

impl FunctionReads {
    fn new(game: &TypedGame, n_states: usize) -> FunctionReads {
        let mut reads = FunctionReads { by_function: vec![BTreeSet::new(); game.functions.len()] };
        // What is supposed may look at anything.
        for supposition in &game.suppositions {
            reads.by_function[supposition.function].extend((0..n_states as u32).map(StateId));
        }
        loop {
            let mut changed = false;
            for (idx, function) in game.functions.iter().enumerate() {
                let mut found = BTreeSet::new();
                reads.of(&function.body, &mut found);
                let before = reads.by_function[idx].len();
                reads.by_function[idx].extend(found);
                changed |= reads.by_function[idx].len() > before;
            }
            if !changed {
                return reads;
            }
        }
    }

    fn of(&self, expression: &Expression, states: &mut BTreeSet<StateId>) {
        expression.walk(&mut |part| {
            if let ExpressionKind::State(state, _) = &part.kind {
                states.insert(*state);
            }
        });
        self.through_calls(expression, states);
    }

    fn through_calls(&self, expression: &Expression, states: &mut BTreeSet<StateId>) {
        expression.walk(&mut |part| {
            if let ExpressionKind::Call(function, _) = &part.kind {
                states.extend(self.by_function.get(function.idx()).into_iter().flatten());
            }
        });
    }
}
