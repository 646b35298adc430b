//! The legal choices of an option as an expression sees them: its variables and what must hold for all of them.

use super::actions::{local, those};
use super::expression::{boolean, make, number};
use super::scope::Scope;
use super::typed::{Statement, Statements, TypedOption};
use crate::machine::{
    Aggregate, AggregateKind, Expression, ExpressionKind, LocalId, Source, Step, Type, TypeId,
};

/// A variable and what it may be; later ones may ask for earlier ones.
#[derive(Debug, Clone)]
struct Variable {
    local: LocalId,
    holds: Type,
    source: Source,
    filter: Option<Expression>,
}

#[derive(Debug, Clone)]
pub(super) struct Candidates {
    variables: Vec<Variable>,
    condition: Option<Expression>,
}

impl Candidates {
    /// Those of an option. The scope begins with the decision's parameters, as the option's locals do; the variables
    /// become visible in it.
    pub fn of(option: &TypedOption, scope: &mut Scope) -> Candidates {
        let parameters = option.parameters as usize;
        let moved: Vec<LocalId> =
            option.locals[parameters..].iter().map(|one| scope.hidden(&one.name, one.holds)).collect();
        let place = |id: LocalId| match id.idx().checked_sub(parameters) {
            Some(nth) => moved.get(nth).copied().unwrap_or(id),
            None => id,
        };
        let mut variables = Vec::new();
        for binding in &option.bindings {
            let one = &option.locals[binding.local.idx()];
            let at = place(binding.local);
            scope.show(&one.name, at);
            let source = binding.source.with_locals(&|_| None, &place);
            let filter = binding.filter.as_ref().map(|filter| filter.holds.renumbered(&place));
            variables.push(Variable { local: at, holds: one.holds, source, filter });
        }
        let conditions = option.conditions.iter().map(|condition| condition.holds.renumbered(&place));
        Candidates { variables, condition: conditions.reduce(both) }
    }

    /// Those of them for which this holds too.
    pub fn meeting(&self, holds: Expression) -> Candidates {
        let condition = match &self.condition {
            Some(condition) => both(condition.clone(), holds),
            None => holds,
        };
        Candidates { condition: Some(condition), ..self.clone() }
    }

    /// The variable, where there is one and it is a member.
    pub fn single_member(&self, scope: &Scope) -> Option<(LocalId, TypeId)> {
        match self.variables.as_slice() {
            [one] => match scope.holds(one.local) {
                Type::Member(of) => Some((one.local, of)),
                Type::Integer { .. } | Type::Boolean | Type::Optional(_) | Type::Set(_) => None,
            },
            _ => None,
        }
    }

    /// The set of what a single variable can be.
    pub fn those(&self, of: TypeId) -> Expression {
        match self.variables.first() {
            Some(one) => {
                let filter = one.filter.clone().into_iter().chain(self.condition.clone()).reduce(both);
                those(of, one.local, one.source.clone(), filter)
            }
            None => make(ExpressionKind::Set(Vec::new()), Type::Set(of)),
        }
    }

    /// Whether the variables from this one on can be anything, the earlier ones being what they are.
    pub fn any_from(&self, nth: usize) -> Expression {
        let innermost = self.condition.clone().unwrap_or_else(|| boolean(true));
        let inner = self.variables.iter().skip(nth).rev();
        inner.fold(innermost, |body, one| {
            let aggregate = one.aggregate(AggregateKind::Any, body, None);
            make(ExpressionKind::Aggregate(Box::new(aggregate)), Type::Boolean)
        })
    }

    /// The greatest or least value that a choice gives, and the worst that can be where there is none.
    pub fn best(&self, value: &Expression, most: bool) -> Option<Expression> {
        let Type::Integer { least, greatest } = value.gives else { return None };
        let (kind, worst) =
            if most { (AggregateKind::Most, least) } else { (AggregateKind::Least, greatest) };
        let worst = Expression { gives: value.gives, ..number(worst) };
        let innermost = match &self.condition {
            Some(condition) => {
                let (condition, value) = (Box::new(condition.clone()), Box::new(value.clone()));
                make(ExpressionKind::If(condition, value, Box::new(worst.clone())), worst.gives)
            }
            None => value.clone(),
        };
        Some(self.variables.iter().rev().fold(innermost, |body, one| {
            let gives = body.gives;
            let aggregate = one.aggregate(kind, body, Some(worst.clone()));
            make(ExpressionKind::Aggregate(Box::new(aggregate)), gives)
        }))
    }

    /// Takes one choice, variable by variable; there is one. Ties among members by an equal chance or the first in order, among
    /// numbers the least.
    pub fn fix_all(
        mut self,
        scope: &mut Scope,
        roll: bool,
        arguments: &mut Vec<Expression>,
        out: &mut Statements,
    ) {
        for nth in 0..self.variables.len() {
            let variable = self.variables[nth].clone();
            let rest = self.any_from(nth + 1);
            let filter = variable.filter.clone().map_or(rest.clone(), |filter| both(filter, rest));
            let taken = match variable.holds {
                Type::Member(of) => {
                    let left = those(of, variable.local, variable.source.clone(), Some(filter));
                    pick(scope, of, variable.local, left, roll, out)
                }
                holds => least_number(scope, &variable, holds, filter, out),
            };
            self.fix(variable.local, &taken);
            arguments.push(taken);
        }
    }

    /// From now on a variable is this.
    fn fix(&mut self, variable: LocalId, value: &Expression) {
        let read = |id: LocalId| (id == variable).then(|| value.kind.clone());
        let fixed = |expression: &Expression| expression.with_locals(&read, &|id| id);
        self.condition = self.condition.as_ref().map(fixed);
        for one in self.variables.iter_mut().filter(|one| one.local != variable) {
            one.source = one.source.with_locals(&read, &|id| id);
            one.filter = one.filter.as_ref().map(fixed);
        }
    }
}

impl Variable {
    fn aggregate(&self, kind: AggregateKind, body: Expression, otherwise: Option<Expression>) -> Aggregate {
        Aggregate {
            kind,
            variable: self.local,
            source: self.source.clone(),
            filter: self.filter.clone(),
            body: Some(body),
            otherwise,
        }
    }
}

/// One member of a set that is not empty.
pub(super) fn pick(
    scope: &mut Scope,
    of: TypeId,
    variable: LocalId,
    left: Expression,
    roll: bool,
    out: &mut Statements,
) -> Expression {
    let name = scope.locals.get(variable.idx()).map_or_else(String::new, |one| one.name.clone());
    let taken = scope.hidden(&format!("{name}_taken"), Type::Member(of));
    if roll {
        out.push(Statement::Draw { from: left, into: taken });
    } else {
        let kind = AggregateKind::First;
        let source = Source::Set(left);
        let first = Aggregate { kind, variable, source, filter: None, body: None, otherwise: None };
        let first = make(ExpressionKind::Aggregate(Box::new(first)), Type::Optional(of));
        let nobody = make(ExpressionKind::Member(0), Type::Member(of));
        let value = make(ExpressionKind::Else(Box::new(first), Box::new(nobody)), Type::Member(of));
        out.push(Statement::Step(Step::Let { local: taken, value, named: true }));
    }
    local(taken, Type::Member(of))
}

/// The least number of a range that meets the filter; some does.
fn least_number(
    scope: &mut Scope,
    variable: &Variable,
    holds: Type,
    filter: Expression,
    out: &mut Statements,
) -> Expression {
    let (least, greatest) = match holds {
        Type::Integer { least, greatest } => (least, greatest),
        Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => (0, 0),
    };
    let aggregate = Aggregate {
        kind: AggregateKind::Least,
        variable: variable.local,
        source: variable.source.clone(),
        filter: Some(filter),
        body: Some(local(variable.local, holds)),
        otherwise: Some(Expression { gives: holds, ..number(greatest.max(least)) }),
    };
    let name = scope.locals.get(variable.local.idx()).map_or_else(String::new, |one| one.name.clone());
    let taken = scope.hidden(&format!("{name}_taken"), holds);
    let value = make(ExpressionKind::Aggregate(Box::new(aggregate)), holds);
    out.push(Statement::Step(Step::Let { local: taken, value, named: true }));
    local(taken, holds)
}

pub(super) fn both(a: Expression, b: Expression) -> Expression {
    make(ExpressionKind::And(Box::new(a), Box::new(b)), Type::Boolean)
}

/// The least value of a type: zero or the lower bound, no, nobody, the first member.
pub(crate) fn default_of(holds: Type) -> Expression {
    let kind = match holds {
        Type::Integer { least, greatest } => ExpressionKind::Integer(0.clamp(least, greatest)),
        Type::Boolean => ExpressionKind::Boolean(false),
        Type::Member(_) => ExpressionKind::Member(0),
        Type::Optional(_) => ExpressionKind::Nothing,
        Type::Set(_) => ExpressionKind::Set(Vec::new()),
    };
    make(kind, holds)
}
