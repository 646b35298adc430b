//! What depends on one member alone is worked out when the engine is written, and stands in a table.

use rulec_model::interpreter::{Interpreter, Layout, Prepared};
use rulec_model::machine::{
    Constant, Expression, ExpressionKind as Kind, FunctionId, Key, LocalId, Machine, Type,
};

use super::uses;
use crate::names::{Names, screaming, snake};

/// Shorter functions are as fast as a look into a table.
const LONG: usize = 16;
/// Longer tables are no help to a reader.
const MEMBERS: usize = 64;
/// Stands for the member in a table's arguments.
const MEMBER: LocalId = LocalId(u32::MAX);

/// A function's values for arguments that depend on one member.
pub struct Table {
    function: FunctionId,
    arguments: Vec<Expression>,
    /// The table as the constant that it could have been.
    pub constant: Constant,
    /// What it is called in Rust.
    pub name: String,
}

/// The tables of a game's rules.
pub fn tables(machine: &Machine, names: &mut Names) -> Vec<Table> {
    let layout = Layout::of(machine);
    let prepared = Prepared::new(machine, &layout);
    let position = Interpreter::bare(&prepared, &[]);
    let mut tables: Vec<Table> = Vec::new();
    uses::each_expression(machine, &mut |expression| {
        expression.walk(&mut |part| {
            let Kind::Call(function, arguments) = &part.kind else { return };
            let Some((member, key)) = only_member(arguments) else { return };
            let members = machine.types[key.idx()].members.len();
            let is_known = find(&tables, *function, arguments).is_some();
            if is_known || members > MEMBERS || !is_worth_it(machine, *function, arguments) {
                return;
            }
            let value = |nth: u32| position.value(&for_member(part, member, &Kind::Member(nth)), &[]);
            let constant = Constant {
                rule: machine.functions[function.idx()].rule,
                name: name(machine, *function, arguments, &machine.types[key.idx()].name),
                keys: vec![Key::Type(key)],
                gives: part.gives,
                values: (0..members as u32).map(value).collect(),
            };
            let general = arguments.iter().map(|one| for_member(one, member, &Kind::Local(MEMBER)));
            tables.push(Table {
                function: *function,
                arguments: general.collect(),
                name: names.claim(screaming(&constant.name)),
                constant,
            });
        });
    });
    tables
}

/// The table that a call can be looked up in, and where.
pub fn find<'t>(
    tables: &'t [Table],
    function: FunctionId,
    arguments: &[Expression],
) -> Option<(&'t Table, Expression)> {
    let known = tables.iter().filter(|table| table.function == function);
    let (member, of) = only_member(arguments)?;
    let general: Vec<Expression> =
        arguments.iter().map(|one| for_member(one, member, &Kind::Local(MEMBER))).collect();
    let table = known.into_iter().find(|table| table.arguments == general)?;
    Some((table, Expression { kind: Kind::Local(member), gives: Type::Member(of) }))
}

/// The one local that all arguments depend on, a member.
fn only_member(arguments: &[Expression]) -> Option<(LocalId, rulec_model::machine::TypeId)> {
    let mut found = None;
    let mut fits = true;
    for argument in arguments {
        argument.walk(&mut |part| match (&part.kind, part.gives) {
            (Kind::Local(local), Type::Member(of)) => {
                fits &= found.is_none_or(|known| known == (*local, of));
                found = Some((*local, of));
            }
            (Kind::Local(_) | Kind::State(..) | Kind::Aggregate(_) | Kind::Call(..), _) => fits = false,
            (_, _) => {}
        });
    }
    found.filter(|_| fits)
}

fn for_member(expression: &Expression, member: LocalId, kind: &Kind) -> Expression {
    expression.with_locals(&|local| (local == member).then(|| kind.clone()), &|local| local)
}

/// Whether a function is long, and looks at nothing that changes.
fn is_worth_it(machine: &Machine, function: FunctionId, arguments: &[Expression]) -> bool {
    let known = |arguments: &[Expression]| arguments.iter().map(uses::count).sum::<usize>();
    length(machine, function).is_some_and(|length| length + known(arguments) >= LONG)
        && machine.functions[function.idx()].parts.is_empty()
        && !matches!(machine.functions[function.idx()].gives, Type::Set(_) | Type::Boolean)
}

/// How many parts a function has with those that it calls; none where it looks at what changes.
fn length(machine: &Machine, function: FunctionId) -> Option<usize> {
    let function = &machine.functions[function.idx()];
    let mut length = if function.supposes.is_some() { None } else { Some(0) };
    function.body.walk(&mut |part| {
        let more = match &part.kind {
            // A search is made where it is asked for.
            Kind::State(..) | Kind::Ways(_) => None,
            Kind::Call(called, _) => self::length(machine, *called),
            Kind::Integer(_)
            | Kind::Boolean(_)
            | Kind::Member(_)
            | Kind::Nothing
            | Kind::All
            | Kind::Local(_)
            | Kind::Constant(..)
            | Kind::Not(_)
            | Kind::And(..)
            | Kind::Or(..)
            | Kind::If(..)
            | Kind::Negative(_)
            | Kind::Add(..)
            | Kind::Subtract(..)
            | Kind::Multiply(..)
            | Kind::Divide(..)
            | Kind::Modulo(..)
            | Kind::Least(..)
            | Kind::Greatest(..)
            | Kind::Clamp(..)
            | Kind::Compare(..)
            | Kind::InRange(..)
            | Kind::Some(_)
            | Kind::IsNothing(_)
            | Kind::Else(..)
            | Kind::Set(_)
            | Kind::Union(..)
            | Kind::Difference(..)
            | Kind::Contains(..)
            | Kind::Size(_)
            | Kind::Aggregate(_) => Some(1),
        };
        length = length.zip(more).map(|(length, more)| length + more);
    });
    length
}

/// `oppidum_limit_of_province_number`
fn name(machine: &Machine, function: FunctionId, arguments: &[Expression], key: &str) -> String {
    let of = match arguments {
        [Expression { kind: Kind::Constant(id, _), .. }] => &machine.constants[id.idx()].name,
        _ => key,
    };
    format!("{}_of_{}", machine.functions[function.idx()].name, snake(of))
}
