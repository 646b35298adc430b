//! Expressions in words: as text, in the language's own syntax, with no more parentheses than it needs.

use crate::machine::{
    Aggregate, AggregateKind, Comparison, Expression, ExpressionKind, Local, LocalId, Machine,
    RoundedDivision, Source, Type, Ways, WaysGive,
};

/// An expression in a function, procedure, option or example with these locals.
pub fn expression_text(machine: &Machine, locals: &[Local], expression: &Expression) -> String {
    Writer { machine, locals, words: Words::Authors }.at(Tightness::Loose, expression)
}

/// How tightly an expression binds, from the loosest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Loose,
    Or,
    And,
    Not,
    Comparison,
    Else,
    Sum,
    Product,
    Negative,
    Atom,
}

/// Whose words an expression is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Words {
    Authors,
    /// Nobody's: locals are numbered, and what is said for people alone is left out.
    #[cfg(feature = "study")]
    Numbered,
}

impl Words {
    pub(crate) fn local(self, locals: &[Local], local: LocalId) -> String {
        match self {
            Words::Authors => locals.get(local.idx()).map_or("?", |local| &local.name).to_owned(),
            #[cfg(feature = "study")]
            Words::Numbered => format!("local_{}", local.0),
        }
    }
}

/// Writes expressions with these locals.
pub(crate) struct Writer<'a> {
    pub machine: &'a Machine,
    pub locals: &'a [Local],
    pub words: Words,
}

impl Writer<'_> {
    #[cfg(feature = "study")]
    pub(crate) fn expression(&self, expression: &Expression) -> String {
        self.at(Tightness::Loose, expression)
    }

    /// In parentheses where it binds less tightly than its place asks.
    fn at(&self, place: Tightness, expression: &Expression) -> String {
        let (tightness, text) = self.text(expression);
        if tightness < place { format!("({text})") } else { text }
    }

    fn text(&self, expression: &Expression) -> (Tightness, String) {
        use Tightness::{And, Atom, Else, Loose, Negative, Or, Product, Sum};
        match &expression.kind {
            ExpressionKind::Integer(value) if *value < 0 => (Negative, value.to_string()),
            ExpressionKind::Integer(value) => (Atom, value.to_string()),
            ExpressionKind::Boolean(value) => (Atom, value.to_string()),
            ExpressionKind::Member(index) => (Atom, self.member(expression.gives, *index)),
            ExpressionKind::Nothing => (Atom, "none".to_string()),
            ExpressionKind::Local(local) => (Atom, self.local(*local)),
            ExpressionKind::Constant(id, keys) => {
                (Atom, self.cell(&self.machine.constants[id.idx()].name, keys))
            }
            ExpressionKind::State(id, keys) => (Atom, self.cell(&self.machine.states[id.idx()].name, keys)),
            ExpressionKind::Call(id, arguments) => {
                let name = &self.machine.functions[id.idx()].name;
                (Atom, format!("{name}({})", self.list(arguments)))
            }
            ExpressionKind::Not(a) => self.not(a),
            ExpressionKind::And(a, b) => self.infix(And, "and", a, b),
            ExpressionKind::Or(a, b) => self.infix(Or, "or", a, b),
            ExpressionKind::If(condition, then, otherwise) => {
                let (condition, then) = (self.at(Or, condition), self.at(Or, then));
                (Loose, format!("if {condition} then {then} else {}", self.at(Loose, otherwise)))
            }
            ExpressionKind::Negative(a) => (Negative, format!("-{}", self.at(Atom, a))),
            ExpressionKind::Add(a, b) | ExpressionKind::Union(a, b) => self.infix(Sum, "+", a, b),
            ExpressionKind::Subtract(a, b) | ExpressionKind::Difference(a, b) => self.infix(Sum, "-", a, b),
            ExpressionKind::Multiply(a, b) => self.infix(Product, "*", a, b),
            ExpressionKind::Divide(a, b, rounded) => {
                // Its tail would swallow what follows, so it counts as loose as a sum.
                let rounded = match rounded {
                    RoundedDivision::Down => "rounded down",
                    RoundedDivision::Up => "rounded up",
                };
                (Sum, format!("{} / {} {rounded}", self.at(Product, a), self.at(Negative, b)))
            }
            ExpressionKind::Modulo(a, b) => self.infix(Product, "mod", a, b),
            ExpressionKind::Least(a, b) => (Atom, self.called("min", a, b)),
            ExpressionKind::Greatest(a, b) => (Atom, self.called("max", a, b)),
            ExpressionKind::Clamp(a, least, greatest) => {
                (Atom, format!("clamp({}, {least}, {greatest})", self.at(Loose, a)))
            }
            ExpressionKind::Compare(comparison, a, b) => self.compared(sign(*comparison), a, b),
            ExpressionKind::InRange(a, least, greatest) => {
                let (least, greatest) = (self.at(Else, least), self.at(Else, greatest));
                (Tightness::Comparison, format!("{} in {least}..{greatest}", self.at(Else, a)))
            }
            ExpressionKind::Some(a) => self.text(a),
            ExpressionKind::IsNothing(a) => (Tightness::Comparison, format!("{} is none", self.at(Else, a))),
            ExpressionKind::Else(a, b) => self.infix(Else, "else", a, b),
            ExpressionKind::Set(members) => (Atom, format!("{{{}}}", self.list(members))),
            ExpressionKind::All => (Atom, self.all(expression.gives)),
            ExpressionKind::Contains(set, member) => self.compared("in", member, set),
            ExpressionKind::Size(set) => (Atom, format!("size({})", self.at(Loose, set))),
            ExpressionKind::Aggregate(aggregate) => self.aggregate(aggregate),
            ExpressionKind::Ways(ways) => (Atom, self.ways(ways)),
        }
    }

    /// `x not in held`, `leader is not none`, otherwise `not a`.
    fn not(&self, a: &Expression) -> (Tightness, String) {
        if let ExpressionKind::Contains(set, member) = &a.kind {
            return self.compared("not in", member, set);
        }
        if let ExpressionKind::IsNothing(a) = &a.kind {
            return (Tightness::Comparison, format!("{} is not none", self.at(Tightness::Else, a)));
        }
        (Tightness::Not, format!("not {}", self.at(Tightness::Not, a)))
    }

    fn infix(&self, tightness: Tightness, sign: &str, a: &Expression, b: &Expression) -> (Tightness, String) {
        let tighter = match tightness {
            Tightness::Loose => Tightness::Or,
            Tightness::Or => Tightness::And,
            Tightness::And => Tightness::Not,
            Tightness::Not => Tightness::Comparison,
            Tightness::Comparison => Tightness::Else,
            Tightness::Else => Tightness::Sum,
            Tightness::Sum => Tightness::Product,
            Tightness::Product => Tightness::Negative,
            Tightness::Negative | Tightness::Atom => Tightness::Atom,
        };
        (tightness, format!("{} {sign} {}", self.at(tightness, a), self.at(tighter, b)))
    }

    /// Comparisons do not chain.
    fn compared(&self, sign: &str, a: &Expression, b: &Expression) -> (Tightness, String) {
        let (a, b) = (self.at(Tightness::Else, a), self.at(Tightness::Else, b));
        (Tightness::Comparison, format!("{a} {sign} {b}"))
    }

    fn called(&self, name: &str, a: &Expression, b: &Expression) -> String {
        format!("{name}({}, {})", self.at(Tightness::Loose, a), self.at(Tightness::Loose, b))
    }

    fn list(&self, expressions: &[Expression]) -> String {
        let texts: Vec<String> = expressions.iter().map(|e| self.at(Tightness::Loose, e)).collect();
        texts.join(", ")
    }

    /// `distance(from, to by here -> there in neighbours: cost)`
    fn ways(&self, ways: &Ways) -> String {
        let (what, until) = match &ways.gives {
            WaysGive::Cost(to) => ("distance", to),
            WaysGive::Places(limit) => ("within", limit),
        };
        let [from, until, neighbours, cost] =
            [&ways.from, until, &ways.neighbours, &ways.cost].map(|part| self.at(Tightness::Loose, part));
        let (here, there) = (self.local(ways.here), self.local(ways.there));
        format!("{what}({from}, {until} by {here} -> {there} in {neighbours}: {cost})")
    }

    fn cell(&self, name: &str, keys: &[Expression]) -> String {
        if keys.is_empty() { name.to_string() } else { format!("{name}[{}]", self.list(keys)) }
    }

    fn local(&self, local: LocalId) -> String {
        self.words.local(self.locals, local)
    }

    fn member(&self, of: Type, index: u32) -> String {
        match of {
            Type::Member(id) | Type::Optional(id) | Type::Set(id) => {
                let members = &self.machine.types[id.idx()].members;
                members.get(index as usize).cloned().unwrap_or_else(|| "?".to_string())
            }
            Type::Integer { .. } | Type::Boolean => index.to_string(),
        }
    }

    fn all(&self, of: Type) -> String {
        match of {
            Type::Set(id) | Type::Member(id) | Type::Optional(id) => {
                self.machine.types[id.idx()].name.clone()
            }
            Type::Integer { .. } | Type::Boolean => "?".to_string(),
        }
    }

    pub(crate) fn source(&self, source: &Source) -> String {
        match source {
            Source::Type(id) => self.machine.types[id.idx()].name.clone(),
            Source::Set(set) => self.at(Tightness::Else, set),
            Source::Range(least, greatest) => {
                format!("{}..{}", self.at(Tightness::Else, least), self.at(Tightness::Else, greatest))
            }
        }
    }

    fn aggregate(&self, aggregate: &Aggregate) -> (Tightness, String) {
        let mut inside = format!("{} in {}", self.local(aggregate.variable), self.source(&aggregate.source));
        if let Some(filter) = &aggregate.filter {
            inside.push_str(&format!(" where {}", self.at(Tightness::Or, filter)));
        }
        if let Some(body) = &aggregate.body {
            inside.push_str(&format!(": {}", self.at(Tightness::Loose, body)));
        }
        let text = match aggregate.kind {
            AggregateKind::Count => format!("count({inside})"),
            AggregateKind::Sum => format!("sum({inside})"),
            AggregateKind::Most => format!("most({inside})"),
            AggregateKind::Least => format!("least({inside})"),
            AggregateKind::Any => format!("any({inside})"),
            AggregateKind::Every => format!("every({inside})"),
            AggregateKind::First => format!("first({inside})"),
            AggregateKind::Those => format!("{{{inside}}}"),
        };
        match &aggregate.otherwise {
            Some(otherwise) => {
                (Tightness::Else, format!("{text} else {}", self.at(Tightness::Sum, otherwise)))
            }
            None => (Tightness::Atom, text),
        }
    }
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}
