//! Typed expressions: pure, total, and of a known range.

use super::{ConstantId, FunctionId, LocalId, StateId, TypeId};

/// What an expression gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// Both ends included.
    Integer {
        least: i64,
        greatest: i64,
    },
    Boolean,
    Member(TypeId),
    /// A member or nothing.
    Optional(TypeId),
    Set(TypeId),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Expression {
    pub kind: ExpressionKind,
    /// For an integer: every value that it can take lies in this range.
    pub gives: Type,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ExpressionKind {
    Integer(i64),
    Boolean(bool),
    /// A member, by its index in its type (`gives` is `Member`).
    Member(u32),
    /// No member (`gives` is `Optional`).
    Nothing,
    Local(LocalId),
    /// A constant, with one key for each of its dimensions.
    Constant(ConstantId, Vec<Expression>),
    /// A state variable, with one key for each of its dimensions.
    State(StateId, Vec<Expression>),
    Call(FunctionId, Vec<Expression>),
    Not(Box<Expression>),
    /// Stops at the first answer.
    And(Box<Expression>, Box<Expression>),
    /// Stops at the first answer.
    Or(Box<Expression>, Box<Expression>),
    If(Box<Expression>, Box<Expression>, Box<Expression>),
    Negative(Box<Expression>),
    Add(Box<Expression>, Box<Expression>),
    Subtract(Box<Expression>, Box<Expression>),
    Multiply(Box<Expression>, Box<Expression>),
    /// The divisor's range does not hold zero.
    Divide(Box<Expression>, Box<Expression>, RoundedDivision),
    /// Never negative; the divisor's range is positive.
    Modulo(Box<Expression>, Box<Expression>),
    Least(Box<Expression>, Box<Expression>),
    Greatest(Box<Expression>, Box<Expression>),
    /// The nearest value within the range.
    Clamp(Box<Expression>, i64, i64),
    /// Two integers, booleans, members, optionals or sets of one type.
    Compare(Comparison, Box<Expression>, Box<Expression>),
    InRange(Box<Expression>, Box<Expression>, Box<Expression>),
    /// A member as an optional value.
    Some(Box<Expression>),
    IsNothing(Box<Expression>),
    /// The optional value's member, or the other (a member or an optional) when there is none.
    Else(Box<Expression>, Box<Expression>),
    /// The set of these members.
    Set(Vec<Expression>),
    /// All members of the type.
    All,
    Union(Box<Expression>, Box<Expression>),
    Difference(Box<Expression>, Box<Expression>),
    /// Whether the set (first) holds the member (second).
    Contains(Box<Expression>, Box<Expression>),
    /// How many members a set has.
    Size(Box<Expression>),
    Aggregate(Box<Aggregate>),
    Ways(Box<Ways>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RoundedDivision {
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// `kind(variable in source where filter: body)`, visited in the order of the type or upwards.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Aggregate {
    pub kind: AggregateKind,
    pub variable: LocalId,
    pub source: Source,
    pub filter: Option<Expression>,
    /// The condition of `Any` and `Every`, the value of `Sum`, `Most` and `Least`; none for the others.
    pub body: Option<Expression>,
    /// What `Most` and `Least` give when there is nobody.
    pub otherwise: Option<Expression>,
}

/// The cheapest ways from a place, step by step: `distance(from, to by cost)` and `within(from, limit by cost)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ways {
    pub from: Expression,
    /// Bound to each place that a way has reached.
    pub here: LocalId,
    /// Bound to each of its neighbours.
    pub there: LocalId,
    /// The places next to `here`.
    pub neighbours: Expression,
    /// What the step from `here` to `there` costs; below zero where there is none.
    pub cost: Expression,
    pub gives: WaysGive,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum WaysGive {
    /// What the cheapest way to this place costs; -1 when none leads there.
    Cost(Expression),
    /// The set of places that a way of at most so much leads to, the first among them.
    Places(Expression),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AggregateKind {
    Count,
    Sum,
    Most,
    Least,
    Any,
    Every,
    /// Gives an optional member.
    First,
    /// Gives a set.
    Those,
}

/// What a variable runs through.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Source {
    /// All members of a type.
    Type(TypeId),
    /// The members of a set, in the order of their type.
    Set(Expression),
    /// From the first to the second, both included; none when the first is greater.
    Range(Expression, Expression),
}
