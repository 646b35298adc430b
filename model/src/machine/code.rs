//! Code: plain blocks, and the points of procedures that wait.

use super::{DecisionId, Expression, FunctionId, LocalId, PointId, ProcedureId, RuleId, Source, StateId};

/// Steps that cannot wait, in order.
pub type Block = Vec<Step>;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step {
    /// Binds a local for the first time in this block. `named` when the author gave the name: explanations show it.
    Let {
        local: LocalId,
        value: Expression,
        named: bool,
    },
    /// Changes a local that is bound already. With `bounds`, leaving them is a fault of `rule`.
    Set {
        local: LocalId,
        value: Expression,
        bounds: Option<(i64, i64)>,
    },
    /// Changes a state variable. With `bounds`, leaving them is a fault of the procedure's rule.
    Assign {
        state: StateId,
        keys: Vec<Expression>,
        value: Expression,
        bounds: Option<(i64, i64)>,
    },
    If {
        condition: Expression,
        then: Block,
        otherwise: Block,
    },
    /// The source is looked at once, before the first round; the filter when each value's turn comes.
    For {
        variable: LocalId,
        source: Source,
        filter: Option<Expression>,
        body: Block,
    },
    /// Reaching the limit is a fault of the procedure's rule.
    While {
        condition: Expression,
        limit: i64,
        body: Block,
    },
    /// Calls a plain procedure; `result` takes what it gives.
    Call {
        procedure: ProcedureId,
        arguments: Vec<Expression>,
        result: Option<LocalId>,
    },
    /// This rule acts now (a procedure is entered, a consequence fires): explanations show it.
    Fired(RuleId),
    /// Only when somebody listens: shows each part of a `modifiers` function that is not zero.
    Explain {
        function: FunctionId,
        arguments: Vec<Expression>,
    },
    /// Only when somebody listens: shows the values that a chart's answer rests on.
    Tell(Vec<Told>),
    /// Always a fault of the procedure's rule. Only in plain bodies.
    Fail(Failure),
    /// Ends the plain procedure. Only in plain bodies.
    Return(Option<Expression>),
}

/// A value under the name that an explanation gives it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Told {
    pub name: String,
    pub value: Expression,
}

/// What goes wrong in a supposition, where nobody can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Failure {
    /// A draw from nobody.
    NobodyToDraw,
    /// No answer to a decision has a legal choice.
    Unanswered,
}

/// What a procedure does.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Body {
    /// Cannot wait; may end with `Step::Return`.
    Plain(Block),
    /// May wait; entered at point 0, whose live locals are the parameters.
    Waiting(Vec<Point>),
}

/// A place where play can be resumed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Point {
    /// Unique in the procedure, in words: `entry`, `after_roll`, `each_marker`.
    pub name: String,
    pub kind: PointKind,
    /// The locals that its code needs, in order of declaration; a frame holds just these.
    pub live: Vec<LocalId>,
    pub code: Code,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PointKind {
    /// The start of the procedure.
    Entry,
    /// The head of a loop, or where branches join; reached by `Goto` only.
    Jump,
    /// After a roll: the local takes the total (or the drawn member).
    AfterRoll(LocalId),
    /// After a call that may have waited: the local takes what it gave. Where it takes nothing, `Goto` may come here
    /// too, past a call that is left out.
    AfterCall(Option<LocalId>),
    /// After a decision and its option's effect: the local takes what it gave.
    AfterChoice(Option<LocalId>),
}

/// Steps, then one way to go on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Code {
    pub steps: Block,
    pub end: End,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum End {
    Goto(PointId),
    Branch(Box<Branch>),
    /// Runs a waiting procedure, then goes on at `then` (which is not stacked where it [only
    /// ends](Point::only_ends) the procedure).
    Call {
        procedure: ProcedureId,
        arguments: Vec<Expression>,
        then: PointId,
    },
    /// Waits for dice, then goes on at `then`.
    Roll {
        dice: Dice,
        then: PointId,
    },
    /// Waits for one member of a set (not empty) by equal chance; a set of one is taken without waiting.
    Draw {
        from: Expression,
        then: PointId,
    },
    /// Waits for a player, runs the chosen option, then goes on at `then`.
    Choose {
        decision: DecisionId,
        arguments: Vec<Expression>,
        then: PointId,
    },
    /// Ends the procedure, with what it gives.
    Return(Option<Expression>),
    /// Ends the game.
    EndGame,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Branch {
    pub condition: Expression,
    pub then: Code,
    pub otherwise: Code,
}

/// `2d6`: the sum of so many dice, rolled as one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dice {
    pub count: u32,
    pub sides: u32,
}
