//! Whether a consequence is due: the question that stands before each settling, so that most changes only ask.

use std::collections::HashMap;

use crate::check::typed::TypedWhenever;
use crate::machine::{
    Aggregate, AggregateKind, Expression, ExpressionKind, Function, FunctionId, Local, LocalId, Type,
};

/// The functions that ask, made on demand after those of the game.
pub(super) struct Due {
    functions_of_the_game: usize,
    made: Vec<Function>,
    /// By the consequence, and whether it is asked for one member.
    known: HashMap<(usize, bool), FunctionId>,
}

impl Due {
    pub fn new(functions_of_the_game: usize) -> Due {
        Due { functions_of_the_game, made: Vec::new(), known: HashMap::new() }
    }

    /// What was made, in order.
    pub fn finish(self) -> Vec<Function> {
        self.made
    }

    /// Whether the consequence is due anywhere.
    pub fn anywhere(&mut self, nth: usize, whenever: &TypedWhenever, idle: Option<Expression>) -> Expression {
        let condition = match &whenever.over {
            None => whenever.condition.clone(),
            Some((variable, source, filter)) => condition(ExpressionKind::Aggregate(Box::new(Aggregate {
                kind: AggregateKind::Any,
                variable: *variable,
                source: source.clone(),
                filter: None,
                body: Some(both(filter.clone(), whenever.condition.clone())),
                otherwise: None,
            }))),
        };
        let name = format!("{}_is_due", whenever.name);
        let function = self.function((nth, false), || Function {
            rule: whenever.rule,
            name,
            locals: whenever.locals.clone(),
            parameters: 0,
            gives: Type::Boolean,
            body: both(idle, condition),
            supposes: None,
            parts: Vec::new(),
        });
        self::condition(ExpressionKind::Call(function, Vec::new()))
    }

    /// Whether it is due for one member; the locals begin with the variable, and the condition knows them so.
    pub fn for_member(
        &mut self,
        nth: usize,
        whenever: &TypedWhenever,
        (locals, due): (Vec<Local>, Expression),
        idle: Option<Expression>,
        member: Expression,
    ) -> Expression {
        let name = format!("{}_is_due_for", whenever.name);
        let function = self.function((nth, true), || Function {
            rule: whenever.rule,
            name,
            locals,
            parameters: 1,
            gives: Type::Boolean,
            body: both(idle, due),
            supposes: None,
            parts: Vec::new(),
        });
        condition(ExpressionKind::Call(function, vec![member]))
    }

    fn function(&mut self, asked: (usize, bool), make: impl FnOnce() -> Function) -> FunctionId {
        if let Some(known) = self.known.get(&asked) {
            return *known;
        }
        let id = FunctionId((self.functions_of_the_game + self.made.len()) as u32);
        self.made.push(make());
        self.known.insert(asked, id);
        id
    }
}

fn condition(kind: ExpressionKind) -> Expression {
    Expression { kind, gives: Type::Boolean }
}

/// The first where there is one, then the second.
pub(super) fn both(first: Option<Expression>, second: Expression) -> Expression {
    match first {
        None => second,
        Some(first) => condition(ExpressionKind::And(Box::new(first), Box::new(second))),
    }
}

/// Moves a variable to the first place, where parameters stand.
pub(super) fn variable_first(
    locals: &[Local],
    variable: LocalId,
) -> (Vec<Local>, impl Fn(LocalId) -> LocalId + use<>) {
    let mut moved = vec![locals[variable.idx()].clone()];
    moved.extend(
        locals.iter().enumerate().filter(|(idx, _)| *idx != variable.idx()).map(|(_, local)| local.clone()),
    );
    let place = move |id: LocalId| match id.cmp(&variable) {
        std::cmp::Ordering::Less => LocalId(id.0 + 1),
        std::cmp::Ordering::Equal => LocalId(0),
        std::cmp::Ordering::Greater => id,
    };
    (moved, place)
}
