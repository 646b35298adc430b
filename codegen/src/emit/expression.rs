//! Expressions as Rust, with parentheses only where Rust needs them.

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::quote;
use rulec_model::machine::{
    Comparison, Constant, ConstantId, Expression, ExpressionKind as Kind, FunctionId, Key, Local, LocalId,
    RoundedDivision, StateId, Type,
};

use super::page::{Page, ident, number, width};
use super::{simplify, simplify::Simple};
use crate::plan::kept::set_key;
use crate::plan::{uses, worked_out};

/// How tightly an expression holds together; a looser one in a tighter place needs parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hold {
    Block,
    Or,
    And,
    Compare,
    Add,
    Multiply,
    Cast,
    Sign,
    Atom,
}

/// An expression of Rust.
#[derive(Debug, Clone)]
pub struct Rust {
    pub tokens: TokenStream,
    pub hold: Hold,
}

impl Rust {
    pub fn atom(tokens: TokenStream) -> Rust {
        Rust { tokens, hold: Hold::Atom }
    }

    /// In a place where at least this hold is needed.
    pub fn within(&self, hold: Hold) -> TokenStream {
        let tokens = &self.tokens;
        if self.hold < hold { quote!((#tokens)) } else { tokens.clone() }
    }

    fn is_true(&self) -> bool {
        self.tokens.to_string() == "true"
    }

    fn is_false(&self) -> bool {
        self.tokens.to_string() == "false"
    }

    /// Both, the first first.
    pub fn and(self, other: Rust) -> Rust {
        if self.is_true() || other.is_false() && self.is_false() {
            return other;
        }
        if other.is_true() || self.is_false() {
            return self;
        }
        let (a, b) = (self.within(Hold::And), other.within(Hold::And));
        Rust { tokens: quote!(#a && #b), hold: Hold::And }
    }

    pub fn or(self, other: Rust) -> Rust {
        if self.is_false() || self.is_true() && other.is_true() {
            return other;
        }
        if other.is_false() || self.is_true() {
            return self;
        }
        let (a, b) = (self.within(Hold::Or), other.within(Hold::Or));
        Rust { tokens: quote!(#a || #b), hold: Hold::Or }
    }

    /// Whether it begins with `!`.
    pub fn says_not(&self) -> bool {
        let first = self.tokens.clone().into_iter().next();
        self.hold == Hold::Sign && matches!(first, Some(TokenTree::Punct(sign)) if sign.as_char() == '!')
    }

    pub fn not(self) -> Rust {
        if self.says_not() {
            return Rust::atom(self.tokens.into_iter().skip(1).collect());
        }
        let tokens = self.within(Hold::Sign);
        Rust { tokens: quote!(!#tokens), hold: Hold::Sign }
    }
}

/// Writes the expressions of one function or procedure.
#[derive(Clone, Copy)]
pub struct Writer<'p, 'm> {
    pub page: &'p Page<'p, 'm>,
    /// Names of the locals.
    pub names: &'p [String],
    pub locals: &'p [Local],
    /// What methods of the state are called on.
    pub subject: Subject,
}

/// The name of the state where an expression stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// In a method of the state.
    Own,
    /// In a test.
    Game,
}

impl<'p, 'm> Writer<'p, 'm> {
    pub fn new(page: &'p Page<'p, 'm>, names: &'p [String], locals: &'p [Local]) -> Writer<'p, 'm> {
        Writer { page, names, locals, subject: Subject::Own }
    }

    pub fn state_name(&self) -> TokenStream {
        match self.subject {
            Subject::Own => quote!(self),
            Subject::Game => quote!(game),
        }
    }
}

impl Writer<'_, '_> {
    pub fn local(&self, local: LocalId) -> Ident {
        ident(&self.names[local.idx()])
    }

    /// An expression where a value of this type is expected.
    pub fn expected(&self, expression: &Expression, expected: Type) -> Rust {
        let written = self.expression(expression);
        let tokens = &written.tokens;
        match (expected, expression.gives) {
            (Type::Optional(_), Type::Member(_)) => Rust::atom(quote!(Some(#tokens))),
            (Type::Set(id), Type::Member(_)) => {
                let set = self.page.set_name(id);
                Rust::atom(quote!(#set::of([#tokens])))
            }
            _ => written,
        }
    }

    pub fn tokens(&self, expression: &Expression) -> TokenStream {
        self.expression(expression).tokens
    }

    pub fn expression(&self, expression: &Expression) -> Rust {
        match simplify::simple(expression) {
            Simple::As(simpler) => self.written(&simpler),
            Simple::Already => self.written(expression),
        }
    }

    fn written(&self, expression: &Expression) -> Rust {
        match &expression.kind {
            Kind::Integer(value) => {
                let hold = if *value < 0 { Hold::Sign } else { Hold::Atom };
                Rust { tokens: number(*value), hold }
            }
            Kind::Boolean(value) => Rust::atom(quote!(#value)),
            Kind::Member(index) => match expression.gives {
                Type::Optional(id) => {
                    let member = self.page.member(id, *index);
                    Rust::atom(quote!(Some(#member)))
                }
                Type::Member(id) | Type::Set(id) => Rust::atom(self.page.member(id, *index)),
                Type::Integer { .. } | Type::Boolean => Rust::atom(number(i64::from(*index))),
            },
            Kind::Nothing => Rust::atom(quote!(None)),
            Kind::Local(local) => {
                let name = self.local(*local);
                Rust::atom(quote!(#name))
            }
            Kind::Constant(id, keys) => self.constant(*id, keys),
            Kind::State(id, keys) => self.state(*id, keys),
            Kind::Call(id, arguments) => self.call(*id, arguments),
            Kind::Not(a) => self.not(a),
            Kind::And(..) => self.all_of(expression),
            Kind::Or(..) => self.any_of(expression),
            Kind::If(condition, then, otherwise) => {
                let (then, otherwise) =
                    (self.expected(then, expression.gives), self.expected(otherwise, expression.gives));
                self.choice_between(condition, then, otherwise)
            }
            Kind::Negative(a) => {
                let a = self.expression(a).within(Hold::Atom);
                Rust { tokens: quote!(-#a), hold: Hold::Sign }
            }
            Kind::Add(a, b) => self.sum(a, b),
            Kind::Subtract(a, b) => {
                let (a, b) =
                    (self.expression(a).within(Hold::Add), self.expression(b).within(Hold::Multiply));
                Rust { tokens: quote!(#a - #b), hold: Hold::Add }
            }
            Kind::Multiply(a, b) => {
                let (a, b) =
                    (self.expression(a).within(Hold::Multiply), self.expression(b).within(Hold::Cast));
                Rust { tokens: quote!(#a * #b), hold: Hold::Multiply }
            }
            Kind::Divide(a, b, rounded) => self.division(a, b, *rounded),
            Kind::Modulo(a, b) => self.remainder(a, b),
            Kind::Least(a, b) => {
                let (a, b) = if is_number(a) { (b, a) } else { (a, b) };
                let (a, b) = (self.receiver(a), self.tokens(b));
                Rust::atom(quote!(#a.min(#b)))
            }
            Kind::Greatest(a, b) if is_zero(b) && magnitude(a).is_some() => self.expression(a),
            Kind::Greatest(a, b) if is_opposite(a, b) => {
                let a = self.receiver(a);
                Rust::atom(quote!(#a.abs()))
            }
            Kind::Greatest(a, b) => {
                let (a, b) = if is_number(a) { (b, a) } else { (a, b) };
                let (a, b) = (self.receiver(a), self.tokens(b));
                Rust::atom(quote!(#a.max(#b)))
            }
            Kind::Clamp(a, least, greatest) => {
                let (a, least, greatest) = (self.receiver(a), number(*least), number(*greatest));
                Rust::atom(quote!(#a.clamp(#least, #greatest)))
            }
            Kind::Compare(comparison, a, b) => self.comparison(*comparison, a, b),
            Kind::InRange(a, least, greatest) => {
                let a = self.expression(a).within(Hold::Sign);
                let (least, greatest) =
                    (self.expression(least).within(Hold::Or), self.expression(greatest).within(Hold::Or));
                Rust::atom(quote!((#least..=#greatest).contains(&#a)))
            }
            Kind::Some(a) => {
                let a = self.tokens(a);
                Rust::atom(quote!(Some(#a)))
            }
            Kind::IsNothing(a) => {
                let a = self.receiver(a);
                Rust::atom(quote!(#a.is_none()))
            }
            Kind::Else(a, otherwise) => self.otherwise(a, otherwise),
            Kind::Set(members) => self.set(expression.gives, members),
            Kind::All => {
                let set = self.set_type(expression.gives);
                Rust::atom(quote!(#set::ALL))
            }
            Kind::Union(a, b) => self.union(a, b),
            Kind::Difference(a, b) => self.difference(a, b),
            Kind::Contains(set, member) => self.contains(set, member),
            Kind::Size(set) => {
                let set = self.set_receiver(set);
                Rust { tokens: quote!(#set.len() as i32), hold: Hold::Cast }
            }
            Kind::Aggregate(aggregate) => self.aggregate(aggregate, expression.gives),
            Kind::Ways(ways) => self.ways(ways),
        }
    }

    /// An expression that a method is called on. A bare number would not know its own type.
    pub fn receiver(&self, expression: &Expression) -> TokenStream {
        let written = self.expression(expression);
        match expression.kind {
            Kind::Integer(value) => {
                let number = Literal::i32_suffixed(i32::try_from(value).unwrap_or_default());
                if value < 0 { quote!((#number)) } else { quote!(#number) }
            }
            Kind::Nothing => {
                let holds = self.page.value_type(expression.gives);
                quote!((None as #holds))
            }
            _ => written.within(Hold::Atom),
        }
    }

    fn constant(&self, id: ConstantId, keys: &[Expression]) -> Rust {
        let plan = self.page.plan;
        self.constant_at(&plan.constants[id.idx()], &plan.machine.constants[id.idx()], keys)
    }

    fn constant_at(&self, name: &str, constant: &Constant, keys: &[Expression]) -> Rust {
        let plan = self.page.plan;
        let name = self.page.import("constants", name);
        if let Some((own, _)) = set_key(plan.machine, &constant.keys, constant.gives) {
            let set = self.set_of_those(quote!(#name), &constant.keys, keys);
            let member = self.tokens(&keys[own]);
            return Rust::atom(quote!(#set.contains(#member)));
        }
        let cell = self.cell(quote!(#name), &constant.keys, keys);
        match constant.gives {
            Type::Integer { least, greatest } if super::constants::is_narrow(self.page, constant) => {
                debug_assert_ne!(width(least, greatest), "i32", "a narrow cell is narrower than the value");
                Rust::atom(quote!(i32::from(#cell)))
            }
            _ => Rust::atom(cell),
        }
    }

    pub fn cell(&self, array: TokenStream, dimensions: &[Key], keys: &[Expression]) -> TokenStream {
        dimensions.iter().zip(keys).fold(array, |array, (dimension, key)| {
            let written = self.expression(key);
            let place = match (dimension, &key.kind) {
                (Key::Range(least, _), Kind::Integer(value)) => number(value - least),
                _ => self.page.place(*dimension, &written.within(Hold::Add), written.hold >= Hold::Cast),
            };
            quote!(#array[#place])
        })
    }

    fn state(&self, id: StateId, keys: &[Expression]) -> Rust {
        let getter = ident(&self.page.plan.states[id.idx()].name);
        let keys = keys.iter().map(|key| self.tokens(key));
        let state = self.state_name();
        Rust::atom(quote!(#state.#getter(#(#keys),*)))
    }

    fn call(&self, id: FunctionId, arguments: &[Expression]) -> Rust {
        let plan = self.page.plan;
        if let Some((table, key)) = worked_out::find(&plan.tables, id, arguments) {
            return self.constant_at(&table.name, &table.constant, &[key]);
        }
        let method = ident(&plan.functions[id.idx()].method);
        let parameters = &plan.machine.functions[id.idx()].locals;
        let arguments = self.arguments(arguments, parameters);
        let state = self.state_name();
        Rust::atom(quote!(#state.#method(#(#arguments),*)))
    }

    /// Arguments for these parameters.
    pub fn arguments(&self, arguments: &[Expression], parameters: &[Local]) -> Vec<TokenStream> {
        let pairs = arguments.iter().zip(parameters);
        pairs.map(|(argument, parameter)| self.expected(argument, parameter.holds).tokens).collect()
    }

    fn not(&self, inner: &Expression) -> Rust {
        let written = self.expression(inner);
        match &inner.kind {
            // `!a.is_none()` reads worse than its opposite.
            Kind::IsNothing(a) => {
                let a = self.receiver(a);
                Rust::atom(quote!(#a.is_some()))
            }
            Kind::And(..) | Kind::Or(..) => self.denied(inner, written),
            _ => written.not(),
        }
    }

    fn choice_between(&self, condition: &Expression, then: Rust, otherwise: Rust) -> Rust {
        let (condition, then) = (self.tokens(condition), then.tokens);
        let tokens = if otherwise.hold == Hold::Block && otherwise.tokens.to_string().starts_with("if ") {
            let chain = otherwise.tokens;
            quote!(if #condition { #then } else #chain)
        } else {
            let otherwise = otherwise.tokens;
            quote!(if #condition { #then } else { #otherwise })
        };
        Rust { tokens, hold: Hold::Block }
    }

    /// `a + -1` is written `a - 1`.
    fn sum(&self, a: &Expression, b: &Expression) -> Rust {
        let left = self.expression(a).within(Hold::Add);
        let tokens = match &b.kind {
            Kind::Integer(value) if *value < 0 => {
                let value = number(-value);
                quote!(#left - #value)
            }
            Kind::Negative(b) => {
                let b = self.expression(b).within(Hold::Multiply);
                quote!(#left - #b)
            }
            _ => {
                let right = self.expression(b).within(Hold::Add);
                quote!(#left + #right)
            }
        };
        Rust { tokens, hold: Hold::Add }
    }

    fn division(&self, a: &Expression, b: &Expression, rounded: RoundedDivision) -> Rust {
        let no_sign = never_negative(a) && never_negative(b);
        match rounded {
            RoundedDivision::Down if no_sign => {
                let (a, b) =
                    (self.expression(a).within(Hold::Multiply), self.expression(b).within(Hold::Cast));
                Rust { tokens: quote!(#a / #b), hold: Hold::Multiply }
            }
            RoundedDivision::Down if never_negative(b) => {
                let (a, b) = (self.receiver(a), self.tokens(b));
                Rust::atom(quote!(#a.div_euclid(#b)))
            }
            RoundedDivision::Down => {
                let (name, a, b) = (self.page.runtime("divided_down"), self.tokens(a), self.tokens(b));
                Rust::atom(quote!(#name(#a, #b)))
            }
            RoundedDivision::Up => {
                let (name, a, b) = (self.page.runtime("divided_up"), self.tokens(a), self.tokens(b));
                Rust::atom(quote!(#name(#a, #b)))
            }
        }
    }

    fn remainder(&self, a: &Expression, b: &Expression) -> Rust {
        if never_negative(a) {
            let (a, b) = (self.expression(a).within(Hold::Multiply), self.expression(b).within(Hold::Cast));
            return Rust { tokens: quote!(#a % #b), hold: Hold::Multiply };
        }
        let (a, b) = (self.receiver(a), self.tokens(b));
        Rust::atom(quote!(#a.rem_euclid(#b)))
    }

    fn comparison(&self, comparison: Comparison, a: &Expression, b: &Expression) -> Rust {
        let optional = |e: &Expression| matches!(e.gives, Type::Optional(_));
        let expected = if optional(a) {
            a.gives
        } else if optional(b) {
            b.gives
        } else {
            a.gives
        };
        let emptied = match (&a.kind, &b.kind) {
            (Kind::Size(set), Kind::Integer(0)) => Some(&**set),
            (_, Kind::Set(none)) if none.is_empty() => Some(a),
            (Kind::Set(none), _) if none.is_empty() => Some(b),
            _ => None,
        };
        if let Some(set) = emptied {
            let set = self.set_receiver(set);
            match comparison {
                Comparison::Equal | Comparison::LessOrEqual => return Rust::atom(quote!(#set.is_empty())),
                Comparison::NotEqual | Comparison::Greater => {
                    return Rust::atom(quote!(#set.is_empty())).not();
                }
                Comparison::Less | Comparison::GreaterOrEqual => {}
            }
        }
        let (left, right) = (self.expected(a, expected), self.expected(b, expected));
        // `… as i32 < y` would read as the beginning of type arguments, also where the cast ends a sum.
        let left = if comparison == Comparison::Less && ends_in_cast(&left.tokens) {
            let tokens = &left.tokens;
            quote!((#tokens))
        } else {
            left.within(Hold::Add)
        };
        let right = right.within(Hold::Add);
        let tokens = match comparison {
            Comparison::Equal => quote!(#left == #right),
            Comparison::NotEqual => quote!(#left != #right),
            Comparison::Less => quote!(#left < #right),
            Comparison::LessOrEqual => quote!(#left <= #right),
            Comparison::Greater => quote!(#left > #right),
            Comparison::GreaterOrEqual => quote!(#left >= #right),
        };
        Rust { tokens, hold: Hold::Compare }
    }

    fn otherwise(&self, a: &Expression, otherwise: &Expression) -> Rust {
        let receiver = self.receiver(a);
        let other = self.tokens(otherwise);
        let long = uses::is_long(otherwise);
        Rust::atom(match (otherwise.gives, long) {
            (Type::Optional(_), false) => quote!(#receiver.or(#other)),
            (Type::Optional(_), true) => quote!(#receiver.or_else(|| #other)),
            (_, false) => quote!(#receiver.unwrap_or(#other)),
            (_, true) => quote!(#receiver.unwrap_or_else(|| #other)),
        })
    }
}

/// Whether a type is the last word.
fn ends_in_cast(tokens: &TokenStream) -> bool {
    let mut last = [None, None];
    for token in tokens.clone() {
        last = [last[1].take(), Some(token)];
    }
    matches!(last, [Some(TokenTree::Ident(word)), Some(TokenTree::Ident(_))] if word == "as")
}

fn is_number(expression: &Expression) -> bool {
    matches!(expression.kind, Kind::Integer(_))
}

fn is_zero(expression: &Expression) -> bool {
    expression.kind == Kind::Integer(0)
}

/// `max(a, -a)`
fn is_opposite(a: &Expression, b: &Expression) -> bool {
    matches!(&b.kind, Kind::Negative(of) if **of == *a)
}

fn magnitude(expression: &Expression) -> Option<&Expression> {
    match &expression.kind {
        Kind::Greatest(a, b) if is_opposite(a, b) => Some(a),
        _ => None,
    }
}

fn never_negative(expression: &Expression) -> bool {
    matches!(expression.gives, Type::Integer { least: 0.., .. })
}
