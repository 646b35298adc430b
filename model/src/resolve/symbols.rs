//! What the names of a rule set stand for.

use std::collections::{BTreeMap, HashMap, HashSet};

use rulec_grammar::span::Span;

use crate::kinds;
use crate::machine::{
    Constant, ConstantId, Key, Rule, RuleId, StateId, StateVariable, Type, TypeDefinition, TypeId, Value,
};

/// Everything that is declared, before bodies are checked.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    /// The members of some type are not known, as its entry could not be read.
    pub lacks_members: bool,
    /// The options of some decision are not known.
    pub lacks_options: bool,
    pub rules: Vec<Rule>,
    /// The rule of each surface rule, by its place; fills have none.
    pub rule_ids: Vec<Option<RuleId>>,
    pub types: Vec<TypeDefinition>,
    pub members: Vec<HashMap<String, u32>>,
    pub constants: Vec<Constant>,
    pub states: Vec<StateVariable>,
    pub tables: Vec<Table>,
    /// Attributes of members and columns of rows, by type and name.
    pub attributes: HashMap<(TypeId, String), ConstantId>,
    /// Attributes of links, by space and name.
    pub link_attributes: HashMap<(TypeId, String), ConstantId>,
    /// Neighbours of each place, by space.
    pub spaces: HashMap<TypeId, Vec<Vec<u32>>>,
    /// Constants made of a space on demand: `adjacent`, `neighbours`, `distance`, `within`.
    pub space_constants: HashMap<(TypeId, &'static str), ConstantId>,
    /// Spaces that are maps of hexes.
    pub grids: HashSet<TypeId>,
    pub named: BTreeMap<String, (Named, Span)>,
    pub functions: Vec<Signature>,
    /// Procedures, sequences, flowcharts, selects.
    pub callables: Vec<Signature>,
    pub decisions: Vec<Signature>,
    /// Surface rules of functions, callables and decisions, in the same order.
    pub function_rules: Vec<usize>,
    pub callable_rules: Vec<usize>,
    pub decision_rules: Vec<usize>,
}

/// The state variable with the seats that rules answer for.
pub(crate) const BOTS: &str = "bots";

/// What a rule's name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    Type(TypeId),
    State(StateId),
    /// A named number.
    Constant(ConstantId),
    Table(usize),
    Function(usize),
    Callable(usize),
    Select(usize),
    Decision(usize),
    Reading(StateId),
    /// A rule that expressions and scripts cannot use.
    Other(&'static str),
}

impl Named {
    /// A rule that could be used, had its declaration been sound: that has been reported, and whoever names it is silent.
    pub fn is_poisoned(self) -> bool {
        const NAMED: [&str; 14] = [
            "type",
            "pool",
            "space",
            "state",
            "constant",
            "table",
            "function",
            "modifiers",
            "select",
            "procedure",
            "decision",
            "sequence",
            "flowchart",
            "reading",
        ];
        matches!(self, Named::Other(kind) if NAMED.contains(&kind))
    }

    /// For messages: "a procedure".
    pub fn describe(self) -> String {
        match self {
            Named::Type(_) => "a type".into(),
            Named::State(_) => "a state variable".into(),
            Named::Constant(_) => "a constant".into(),
            Named::Table(_) => "a table".into(),
            Named::Function(_) => "a function".into(),
            Named::Callable(_) => "a procedure".into(),
            Named::Select(_) => "a selection".into(),
            Named::Decision(_) => "a decision".into(),
            Named::Reading(_) => "a reading".into(),
            Named::Other(kind) => format!("a rule of kind `{kind}`"),
        }
    }
}

/// What something takes and gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Signature {
    pub name: String,
    pub rule: RuleId,
    pub parameters: Vec<(String, Type)>,
    /// A parameter's type could not be read, which has been reported: calls and bodies stay silent.
    pub poisoned: bool,
    /// Declared; for functions without one it is inferred when the body is checked.
    pub gives: Option<Type>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub name: String,
    pub keys: Vec<Key>,
    pub clamped: bool,
    pub gives: TableGives,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum TableGives {
    /// One column of the table's own name: the cell itself.
    Value(ConstantId),
    /// A row, whose columns are attributes.
    Row(ConstantId, TypeId),
}

impl Symbols {
    /// The set of seats that rules answer for; `rule` is the first of those rules.
    pub fn declare_bots(&mut self, players: TypeId, rule: RuleId, span: Span) {
        let state = StateId(self.states.len() as u32);
        let (name, holds, start) = (BOTS.to_owned(), Type::Set(players), Value::Set(Vec::new()));
        self.states.push(StateVariable { rule, name, keys: Vec::new(), holds, start });
        self.named.insert(BOTS.to_owned(), (Named::State(state), span));
    }

    /// The state variable that [`declare_bots`](Symbols::declare_bots) has made.
    pub fn bots(&self) -> Option<StateId> {
        match self.find(BOTS) {
            Some(Named::State(state)) => Some(state),
            _ => None,
        }
    }

    pub fn find(&self, name: &str) -> Option<Named> {
        self.named.get(name).map(|(named, _)| *named)
    }

    pub fn declared_at(&self, name: &str) -> Option<Span> {
        self.named.get(name).map(|(_, span)| *span)
    }

    pub fn type_named(&self, name: &str) -> Option<TypeId> {
        match self.find(name) {
            Some(Named::Type(id)) => Some(id),
            Some(Named::Reading(state)) => match self.states.get(state.idx()).map(|state| state.holds) {
                Some(Type::Member(id)) => Some(id),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn member(&self, of: TypeId, name: &str) -> Option<u32> {
        self.members.get(of.idx())?.get(name).copied()
    }

    pub fn type_name(&self, id: TypeId) -> &str {
        self.types.get(id.idx()).map_or("?", |definition| &definition.name)
    }

    pub fn member_count(&self, id: TypeId) -> usize {
        self.types.get(id.idx()).map_or(0, |definition| definition.members.len())
    }

    /// All types that have a member of this name.
    pub fn types_with_member(&self, name: &str) -> Vec<TypeId> {
        let ids = (0..self.types.len() as u32).map(TypeId);
        ids.filter(|id| self.member(*id, name).is_some()).collect()
    }

    pub fn add_type(&mut self, definition: TypeDefinition) -> TypeId {
        let id = TypeId(self.types.len() as u32);
        let members = definition.members.iter().enumerate().map(|(idx, name)| (name.clone(), idx as u32));
        self.members.push(members.collect());
        self.types.push(definition);
        id
    }

    pub fn add_constant(&mut self, constant: Constant) -> ConstantId {
        let id = ConstantId(self.constants.len() as u32);
        self.constants.push(constant);
        id
    }

    pub fn key_size(&self, key: Key) -> usize {
        match key {
            Key::Type(id) => self.member_count(id),
            Key::Range(least, greatest) => (greatest - least + 1).max(0) as usize,
        }
    }

    /// "a place", "a number from 0 to 3": for messages.
    pub fn describe(&self, kind: Type) -> String {
        let article = |name: &str| {
            if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
                format!("an {name}")
            } else {
                format!("a {name}")
            }
        };
        match kind {
            Type::Integer { least, greatest } if least == greatest => format!("the number {least}"),
            Type::Integer { least, greatest } => format!("a number from {least} to {greatest}"),
            Type::Boolean => "yes or no".into(),
            Type::Member(id) => article(self.type_name(id)),
            Type::Optional(id) => format!("{} or none", article(self.type_name(id))),
            Type::Set(id) => format!("a set of {}", self.type_name(id)),
        }
    }

    /// A value in the words of the rules.
    pub fn show(&self, value: &Value, kind: Type) -> String {
        let name = |of: TypeId, index: u32| {
            let definition = self.types.get(of.idx());
            definition
                .and_then(|definition| definition.members.get(index as usize))
                .cloned()
                .unwrap_or_default()
        };
        match (value, kind) {
            (Value::Integer(number), _) => number.to_string(),
            (Value::Boolean(yes), _) => yes.to_string(),
            (Value::Member(index), Type::Member(of) | Type::Optional(of)) => name(of, *index),
            (Value::Member(index), _) => index.to_string(),
            (Value::Nothing, _) => "none".into(),
            (Value::Set(list), Type::Set(of)) => {
                format!("{{{}}}", list.iter().map(|index| name(of, *index)).collect::<Vec<_>>().join(", "))
            }
            (Value::Set(list), _) => format!("{list:?}"),
        }
    }

    /// Names that something like `name` could have meant.
    pub fn nearest(&self, name: &str, more: impl IntoIterator<Item = String>) -> Option<String> {
        let mut names: Vec<String> = self.named.keys().cloned().collect();
        names.extend(self.types.iter().flat_map(|definition| definition.members.iter().cloned()));
        names.extend(more);
        kinds::nearest(name, names.iter().map(String::as_str))
    }
}

impl Symbols {
    /// Whether a bare name is a value (or a type's members) whatever is wanted.
    pub fn is_value(&self, name: &str) -> bool {
        match self.find(name) {
            Some(
                Named::State(_)
                | Named::Constant(_)
                | Named::Function(_)
                | Named::Reading(_)
                | Named::Type(_),
            ) => true,
            Some(
                Named::Table(_)
                | Named::Callable(_)
                | Named::Select(_)
                | Named::Decision(_)
                | Named::Other(_),
            )
            | None => false,
        }
    }

    /// As [`Symbols::describe`], without the bounds of numbers.
    pub fn describe_loosely(&self, kind: Type) -> String {
        match kind {
            Type::Integer { .. } => "a number".into(),
            Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => self.describe(kind),
        }
    }
}
