//! Checked rules: what lowering starts from.
//!
//! Statements are typed and may still wait anywhere; consequences are not inserted yet. Procedures are named by
//! their place in [`TypedGame::procedures`], decisions by theirs.

use rulec_grammar::span::Span;

use crate::machine::{
    Binding, Condition, Dice, Expression, Function, Local, LocalId, Outcome, Purpose, RuleId, Source,
    StateId, Step, Type, TypeId, Value, View,
};

/// A procedure by its place in the typed game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TypedProcedureId(pub usize);

/// A decision by its place in the typed game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TypedDecisionId(pub usize);

pub(crate) type Statements = Vec<Statement>;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Statement {
    /// `Let`, `Set`, `Assign`, `Fired` or `Explain`.
    Step(Step),
    If {
        condition: Expression,
        then: Statements,
        otherwise: Statements,
    },
    For {
        variable: LocalId,
        source: Source,
        filter: Option<Expression>,
        body: Statements,
    },
    /// Asks `head` and the condition before each round.
    /// `limit`: after so many rounds it is a fault. Where it waits, only `counted` loops keep the limit: the others
    /// end by themselves, or ask somebody in every round.
    Loop {
        head: Statements,
        condition: Expression,
        limit: Option<i64>,
        counted: bool,
        body: Statements,
        span: Span,
    },
    Roll {
        dice: Dice,
        into: LocalId,
    },
    Draw {
        from: Expression,
        into: LocalId,
    },
    /// `assured`: the procedure's `needs` are known to hold, because an option that offers it was legal.
    Call {
        procedure: TypedProcedureId,
        arguments: Vec<Expression>,
        result: Option<LocalId>,
        assured: bool,
    },
    Choose {
        decision: TypedDecisionId,
        arguments: Vec<Expression>,
        result: Option<LocalId>,
    },
    /// Consequences settle after the block.
    Together(Statements),
    /// A flowchart: starts at the first box.
    Chart(Vec<ChartBox>),
    Return(Option<Expression>),
    EndGame,
}

/// A box of a flowchart.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ChartBox {
    pub name: String,
    pub body: Statements,
    pub exit: ChartExit,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ChartExit {
    /// The next box; none ends the chart.
    To(Option<usize>),
    Ask {
        question: Expression,
        yes: Option<usize>,
        no: Option<usize>,
    },
}

/// The first locals are the parameters.
#[derive(Debug, Clone)]
pub(crate) struct TypedProcedure {
    pub rule: RuleId,
    pub name: String,
    pub locals: Vec<Local>,
    pub parameters: u32,
    pub gives: Option<Type>,
    pub needs: Vec<Condition>,
    pub body: Statements,
    pub span: Span,
    pub purpose: Purpose,
}

#[derive(Debug, Clone)]
pub(crate) struct TypedDecision {
    pub rule: RuleId,
    pub name: String,
    pub locals: Vec<Local>,
    pub by: Expression,
    pub options: Vec<TypedOption>,
    pub gives: Option<Type>,
    pub go_on_if_none: bool,
    /// Its options stand beside every other decision of the same player.
    pub anytime: bool,
    /// Where rules answer it for bots: who asks in its place.
    pub asked_by: Option<AskedBy>,
}

/// The procedure that asks a decision which has answers, and those answers, which ask it after all.
#[derive(Debug, Clone)]
pub(crate) struct AskedBy {
    pub asking: TypedProcedureId,
    pub answers: Vec<TypedProcedureId>,
}

#[derive(Debug, Clone)]
pub(crate) struct TypedOption {
    pub name: String,
    pub says: Option<String>,
    /// The decision's parameters first, then the variables.
    pub locals: Vec<Local>,
    /// How many of the locals are the decision's parameters.
    pub parameters: u32,
    pub bindings: Vec<Binding>,
    pub conditions: Vec<Condition>,
    pub effect: TypedProcedureId,
    /// Stands beside the decision, which is asked again afterwards.
    pub asks_again: bool,
}

/// A consequence, with at most one variable.
#[derive(Debug, Clone)]
pub(crate) struct TypedWhenever {
    pub rule: RuleId,
    pub name: String,
    pub locals: Vec<Local>,
    /// Runs over the members of a type or a range.
    pub over: Option<(LocalId, Source, Option<Expression>)>,
    pub condition: Expression,
    pub body: Statements,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub(crate) struct TypedInvariant {
    pub rule: RuleId,
    pub locals: Vec<Local>,
    pub over: Vec<(LocalId, TypeId)>,
    pub condition: Condition,
}

#[derive(Debug, Clone)]
pub(crate) struct TypedExample {
    pub rule: RuleId,
    pub name: String,
    pub readings: Vec<(StateId, u32)>,
    pub given: Option<TypedProcedureId>,
    pub play: Option<TypedProcedureId>,
    pub steps: Vec<TypedStep>,
}

#[derive(Debug, Clone)]
pub(crate) enum TypedStep {
    Roll(i64),
    Draw(u32),
    Choose { option: String, arguments: Vec<Value> },
    Refused { option: String, arguments: Vec<Value> },
    Expect(Condition, Vec<Local>),
}

/// What a function works out on a copy of the state.
#[derive(Debug, Clone)]
pub(crate) struct TypedSupposition {
    /// By its place among functions.
    pub function: usize,
    pub name: String,
    /// Runs and gives the value; its parameters are the function's.
    pub procedure: TypedProcedureId,
    /// What dice show, by the rule that rolls; none for all others.
    pub rolls: Vec<(Option<RuleId>, i64)>,
    /// By the decision's rule: a procedure with the decision's parameters, then the function's.
    pub answers: Vec<(RuleId, TypedProcedureId)>,
    /// How many parameters the function has, where an answer looks at one; otherwise none is passed on.
    pub passed: u32,
    pub span: Span,
}

/// All bodies of a game, checked.
#[derive(Debug)]
pub(crate) struct TypedGame {
    pub functions: Vec<Function>,
    pub procedures: Vec<TypedProcedure>,
    pub decisions: Vec<TypedDecision>,
    pub whenevers: Vec<TypedWhenever>,
    pub suppositions: Vec<TypedSupposition>,
    pub invariants: Vec<TypedInvariant>,
    pub views: Vec<View>,
    /// Rule, name, setup.
    pub scenarios: Vec<(RuleId, String, TypedProcedureId)>,
    /// Rule, name, state, default.
    pub readings: Vec<(RuleId, String, StateId, u32)>,
    pub examples: Vec<TypedExample>,
    pub outcome: Outcome,
    pub start: TypedProcedureId,
    pub players: TypeId,
}
