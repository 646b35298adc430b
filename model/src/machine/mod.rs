//! The machine: what a rule set means, closed and checked, ready to be interpreted or retold as Rust.
//!
//! Everything is finite. Types are closed sets of members; state, constants and functions are keyed by members
//! and small ranges; every integer expression has a static range that fits an `i32`. A procedure that may wait
//! (for a roll or a player) is cut into *points*: places where play can be resumed, each with the locals
//! that are still needed. What cannot wait is a plain block.
//!
//! Invariants (checked by [`invariants::check`] in every test):
//! - every id points into its list;
//! - an expression's `range` contains every value that it can take, and lies within `i32`;
//! - an assignment without `bounds` cannot leave the range of its target;
//! - a plain block holds no call of a procedure that may wait;
//! - a point's code reads no local but its `live` ones, those it binds itself, and its `result`;
//! - a call among procedures goes round only through a consequence, whose flag keeps it from running twice at a
//!   time: `frames` is the depth that leaves.

mod code;
mod expression;
mod ids;
#[cfg(feature = "study")]
pub mod invariants;
mod program;
pub(crate) mod reasons;
#[cfg(feature = "study")]
pub mod text;
mod visit;
mod words;

pub use code::{Block, Body, Branch, Code, Dice, End, Failure, Point, PointKind, Step, Told};
pub use expression::{
    Aggregate, AggregateKind, Comparison, Expression, ExpressionKind, RoundedDivision, Source, Type, Ways,
    WaysGive,
};
pub use ids::{
    ConstantId, DecisionId, FunctionId, LocalId, Member, OptionId, PointId, ProcedureId, RuleId, StateId,
    TypeId,
};
pub use program::{
    Binding, Condition, Constant, Decision, DecisionOption, DrawnSpace, Erratum, Example, ExampleStep,
    Function, FunctionPart, Game, Invariant, Key, Local, Machine, Origin, Outcome, Procedure, Purpose,
    Reading, Rule, Scenario, StateVariable, TypeDefinition, TypeKind, Value, View, WhenNone,
};
