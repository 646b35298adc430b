//! The trees of expressions and scripts, as written; names are not resolved yet.

use crate::span::{Span, Spanned};

/// A name as written.
pub type Name = Spanned<String>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    pub span: Span,
    pub kind: ExpressionKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpressionKind {
    /// `7`
    Number(i64),
    /// `true`, `false`
    Boolean(bool),
    /// `none`
    Nothing,
    /// `active_power`
    Name(String),
    /// `{gauls, romans}`; `{}` is the empty set
    Set(Vec<Expression>),
    /// `1..4`, both ends included
    Range(Box<Expression>, Box<Expression>),
    /// `army.units`
    Field(Box<Expression>, Name),
    /// `siege[place]`, `results[total, column]`
    Index(Box<Expression>, Vec<Expression>),
    /// `resistance(place)`
    Call(Name, Vec<Expression>),
    /// `distance(here, there by march_cost(us))`: the step is a name or a call
    BySteps {
        name: Name,
        arguments: Vec<Expression>,
        step: Box<Expression>,
    },
    Not(Box<Expression>),
    Negative(Box<Expression>),
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `a / b rounded down`, `a / b rounded up`
    Divide {
        dividend: Box<Expression>,
        divisor: Box<Expression>,
        up: bool,
    },
    /// `x in {a, b}`, `n in 1..4`; `not in` when `negated`
    In {
        item: Box<Expression>,
        container: Box<Expression>,
        negated: bool,
    },
    /// `place is city`, `place is not city`, `leader is none`
    Is {
        item: Box<Expression>,
        name: Name,
        negated: bool,
    },
    /// `leader else nobody`: the value, or this when there is none
    Else(Box<Expression>, Box<Expression>),
    /// `if a then b else c`
    If(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `count(…)`, `any(…)`, `sum(…)`, `{v in s where c}` …
    Aggregate(Box<Aggregate>),
    /// `roll 2d6`
    Roll {
        dice: u32,
        sides: u32,
    },
    /// `draw from SET`: one member by an equal chance
    Draw(Box<Expression>),
    /// Could not be read and has been reported.
    Poison,
}

impl Expression {
    /// The expression itself, then its parts, each before what stands behind it in the text.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Expression)) {
        visit(self);
        let all = |parts: &'e [Expression], visit: &mut dyn FnMut(&'e Expression)| {
            parts.iter().for_each(|part| part.walk(visit));
        };
        match &self.kind {
            ExpressionKind::Number(_)
            | ExpressionKind::Boolean(_)
            | ExpressionKind::Nothing
            | ExpressionKind::Name(_)
            | ExpressionKind::Roll { .. }
            | ExpressionKind::Poison => {}
            ExpressionKind::Set(parts) | ExpressionKind::Call(_, parts) => all(parts, visit),
            ExpressionKind::Index(of, keys) => {
                of.walk(visit);
                all(keys, visit);
            }
            ExpressionKind::BySteps { arguments, step, .. } => {
                all(arguments, visit);
                step.walk(visit);
            }
            ExpressionKind::Field(a, _)
            | ExpressionKind::Not(a)
            | ExpressionKind::Negative(a)
            | ExpressionKind::Draw(a)
            | ExpressionKind::Is { item: a, .. } => a.walk(visit),
            ExpressionKind::Range(a, b)
            | ExpressionKind::Binary(_, a, b)
            | ExpressionKind::Divide { dividend: a, divisor: b, .. }
            | ExpressionKind::In { item: a, container: b, .. }
            | ExpressionKind::Else(a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            ExpressionKind::If(condition, then, otherwise) => {
                condition.walk(visit);
                then.walk(visit);
                otherwise.walk(visit);
            }
            ExpressionKind::Aggregate(aggregate) => {
                let Aggregate { binding, body, .. } = &**aggregate;
                binding.source.walk(visit);
                binding.filter.iter().chain(body).for_each(|part| part.walk(visit));
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// Also the union of sets.
    Add,
    /// Also the difference of sets.
    Subtract,
    Multiply,
    /// `a mod b`, never negative
    Modulo,
}

/// `KIND(variable in source where filter: body)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aggregate {
    pub kind: AggregateKind,
    pub binding: Binding,
    /// After the colon: the condition of `any` and `every`, the value of `sum`, `most`, `least`.
    pub body: Option<Expression>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AggregateKind {
    /// How many: `count(p in place where c)`
    Count,
    /// `sum(a in army where c: a.units)`
    Sum,
    /// Greatest value: `most(a in army: a.units)`; the source must not be empty, or `else` follows
    Most,
    /// Least value.
    Least,
    /// `any(p in place: c)`
    Any,
    /// `every(p in place where c: d)`
    Every,
    /// The first member, in the order of the type, or none: `first(p in place where c)`
    First,
    /// The set of those: `{p in place where c}`
    Those,
}

/// `variable in source where filter`; the source is a set, a range or the name of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    pub variable: Name,
    pub source: Expression,
    pub filter: Option<Expression>,
}

/// A script: statements in order.
pub type Block = Vec<Statement>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The statement's first line.
    pub span: Span,
    pub kind: StatementKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementKind {
    /// `let total = roll 2d6 + bonus`, `let left: 0..10 = 5`; `let p = army.at else stop` leaves when none
    Let { name: Name, kind: Option<TypeName>, value: Action, or_stop: bool },
    /// `place.siege += 1`
    Assign { target: Expression, operator: AssignOperator, value: Action },
    /// `if c:` … `else if d:` … `else:`
    If { arms: Vec<(Expression, Block)>, otherwise: Block },
    /// `for p in place where c:`
    For { binding: Binding, body: Block },
    /// `while c:`; `while c at most 20 times:`
    While { condition: Expression, limit: Option<i64>, body: Block },
    /// `repeat 5 times:`
    Repeat { times: Expression, body: Block },
    /// `together:`: consequences settle after the block, not inside it
    Together { body: Block },
    /// `call convert(place)`, `choose loot_or_take(army, place)`, `select target(army)` for its effect
    Do(Action),
    /// `give place`: ends this procedure with a value
    Give(Expression),
    /// `stop`: ends this procedure
    Stop,
    /// `end game`
    EndGame,
    /// Could not be read and has been reported.
    Poison,
}

/// What a `let`, an assignment or a statement takes its value from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    Value(Expression),
    /// `call NAME(…)`
    Call {
        name: Name,
        arguments: Vec<Expression>,
    },
    /// `choose NAME(…)`
    Choose {
        name: Name,
        arguments: Vec<Expression>,
    },
    /// `select NAME(…)`
    Select {
        name: Name,
        arguments: Vec<Expression>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssignOperator {
    Set,
    Add,
    Subtract,
}

/// A type as written in a rule file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeName {
    pub span: Span,
    pub kind: TypeNameKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeNameKind {
    /// `0..3`
    Range(i64, i64),
    /// `yes or no`
    Boolean,
    /// `place`
    Named(String),
    /// `optional place`
    Optional(String),
    /// `set of place`
    Set(String),
    Poison,
}

/// `name` or `name(argument, …)`: how examples name an option or a procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invocation {
    pub name: Name,
    pub arguments: Vec<Expression>,
}
