//! Names, fields, look-ups and calls.

use rulec_grammar::expression::tree::{self as syntax, Name};
use rulec_grammar::span::Span;

use super::Checker;
use super::arithmetic::clamp;
use super::expression::{make, member, negate_if};
use super::functions::FunctionSlot;
use super::scope::Scope;
use crate::machine::{
    Comparison, ConstantId, Expression, ExpressionKind, FunctionId, Key, StateId, Type, TypeId,
};
use crate::problem::names::{AmbiguousMember, UnknownName, WrongKind};
use crate::problem::types::WrongCount;
use crate::resolve::{Named, TableGives};

impl Checker<'_> {
    /// A name alone.
    pub(super) fn name(
        &mut self,
        scope: &mut Scope,
        name: &str,
        wanted: Option<Type>,
        span: Span,
    ) -> Option<Expression> {
        if let Some((local, _)) = scope.find(name) {
            return Some(make(ExpressionKind::Local(local), scope.holds(local)));
        }
        if scope.is_poisoned(name) {
            return None;
        }
        // A member of the wanted type, before rules of the same name.
        let wanted_type = match wanted {
            Some(Type::Member(of) | Type::Optional(of)) => Some(of),
            _ => None,
        };
        if let Some(of) = wanted_type
            && let Some(index) = self.symbols.member(of, name)
        {
            return Some(member(of, index));
        }
        match self.symbols.find(name) {
            Some(Named::State(state) | Named::Reading(state)) => self.state(scope, state, &[], None, span),
            Some(Named::Constant(constant)) => self.constant(scope, constant, &[], None, span),
            Some(Named::Function(slot)) => self.function_call(scope, slot, &[], None, span),
            Some(Named::Type(of)) if matches!(wanted, Some(Type::Set(_)) | None) => {
                Some(make(ExpressionKind::All, Type::Set(of)))
            }
            found => self.member_or_report(scope, name, found, wanted_type, span),
        }
    }

    fn member_or_report(
        &mut self,
        scope: &Scope,
        name: &str,
        found: Option<Named>,
        wanted: Option<TypeId>,
        span: Span,
    ) -> Option<Expression> {
        let types = self.symbols.types_with_member(name);
        if wanted.is_none() && types.len() > 1 {
            let types =
                types.iter().map(|of| format!("`{}`", self.symbols.type_name(*of))).collect::<Vec<_>>();
            self.problems.report(AmbiguousMember { name: name.to_owned(), types: types.join(", "), span });
            return None;
        }
        if let Some(of) = types.first() {
            // Of another type than is wanted: the caller says so.
            let index = self.symbols.member(*of, name)?;
            return Some(member(*of, index));
        }
        if let Some(found) = found {
            if found.is_poisoned() {
                return None;
            }
            let declared = self.symbols.declared_at(name);
            let (name, found) = (name.to_owned(), found.describe());
            self.problems.report(WrongKind { name, found, needed: "a value", declared, span });
            return None;
        }
        // It may be a member of a type that could not be read.
        if self.symbols.lacks_members {
            return None;
        }
        let nearest = self.symbols.nearest(name, scope.names());
        let what = wanted.map_or("name".to_owned(), |of| format!("name or {}", self.symbols.type_name(of)));
        self.problems.report(UnknownName { name: name.to_owned(), what, nearest, span });
        None
    }

    /// `of.name`, with more keys where `of.name[…]` stands.
    pub(super) fn field(
        &mut self,
        scope: &mut Scope,
        of: &syntax::Expression,
        name: &Name,
        more: &[syntax::Expression],
        _wanted: Option<Type>,
        span: Span,
    ) -> Option<Expression> {
        if let syntax::ExpressionKind::Name(type_name) = &of.kind
            && scope.find(type_name).is_none()
            && let Some(kind) = self.symbols.type_named(type_name)
            && !matches!(self.symbols.find(type_name), Some(Named::Reading(_)))
        {
            return match self.symbols.member(kind, &name.value) {
                Some(index) => Some(member(kind, index)),
                None => {
                    let definition = self.symbols.types.get(kind.idx());
                    let members = definition.map(|definition| definition.members.as_slice()).unwrap_or(&[]);
                    let nearest = crate::kinds::nearest(&name.value, members.iter().map(String::as_str));
                    let what = type_name.clone();
                    self.problems.report(UnknownName {
                        name: name.value.clone(),
                        what,
                        nearest,
                        span: name.span,
                    });
                    None
                }
            };
        }
        let item = self.expression(scope, of, None)?;
        match item.gives {
            Type::Member(_) | Type::Integer { .. } => {}
            Type::Optional(_) => {
                self.problems.report(crate::problem::types::MayBeNone { span: of.span });
                return None;
            }
            other @ (Type::Boolean | Type::Set(_)) => {
                let found = self.symbols.describe(other);
                self.wrong_type("a member", &found, of.span);
                return None;
            }
        }
        match self.property(scope, &item, &name.value, more, span) {
            Some(found) => found,
            None if self.symbols.find(&name.value).is_some_and(Named::is_poisoned) => None,
            None => {
                let what =
                    format!("attribute, state or function of {}", self.symbols.describe_loosely(item.gives));
                let nearest = self.nearest_property(item.gives, &name.value);
                self.problems.report(UnknownName {
                    name: name.value.clone(),
                    what,
                    nearest,
                    span: name.span,
                });
                None
            }
        }
    }

    /// An attribute, state or function whose first key is this item: the outer `None` when there is none.
    fn property(
        &mut self,
        scope: &mut Scope,
        item: &Expression,
        name: &str,
        more: &[syntax::Expression],
        span: Span,
    ) -> Option<Option<Expression>> {
        if let Type::Member(of) = item.gives
            && let Some(constant) = self.symbols.attributes.get(&(of, name.to_owned())).copied()
        {
            return Some(self.constant(scope, constant, more, Some(item.clone()), span));
        }
        match self.symbols.find(name)? {
            Named::State(state) => {
                let first = self.symbols.states.get(state.idx())?.keys.first().copied()?;
                takes_key(first, item.gives).then(|| self.state(scope, state, more, Some(item.clone()), span))
            }
            Named::Function(slot) => {
                let first = self.symbols.functions.get(slot)?.parameters.first()?.1;
                takes(first, item.gives)
                    .then(|| self.function_call(scope, slot, more, Some(item.clone()), span))
            }
            _ => None,
        }
    }

    fn nearest_property(&self, kind: Type, name: &str) -> Option<String> {
        let mut names: Vec<String> = Vec::new();
        if let Type::Member(of) = kind {
            names.extend(
                self.symbols
                    .attributes
                    .keys()
                    .filter(|(owner, _)| *owner == of)
                    .map(|(_, name)| name.clone()),
            );
        }
        let states = self.symbols.states.iter();
        names.extend(
            states
                .filter(|state| state.keys.first().is_some_and(|key| takes_key(*key, kind)))
                .map(|state| state.name.clone()),
        );
        let functions = self.symbols.functions.iter();
        names.extend(
            functions
                .filter(|function| function.parameters.first().is_some_and(|(_, holds)| takes(*holds, kind)))
                .map(|function| function.name.clone()),
        );
        crate::kinds::nearest(name, names.iter().map(String::as_str))
    }

    /// `of[keys]`.
    pub(super) fn index(
        &mut self,
        scope: &mut Scope,
        of: &syntax::Expression,
        keys: &[syntax::Expression],
        span: Span,
    ) -> Option<Expression> {
        match &of.kind {
            syntax::ExpressionKind::Field(item, name) => self.field(scope, item, name, keys, None, span),
            syntax::ExpressionKind::Name(name) if scope.find(name).is_none() => match self.symbols.find(name)
            {
                Some(Named::State(state) | Named::Reading(state)) => {
                    self.state(scope, state, keys, None, span)
                }
                Some(Named::Constant(constant)) => self.constant(scope, constant, keys, None, span),
                Some(Named::Table(table)) => self.table(scope, table, keys, span),
                Some(Named::Function(slot)) => self.function_call(scope, slot, keys, None, span),
                Some(found) if found.is_poisoned() => None,
                Some(found) => {
                    let (declared, found) = (self.symbols.declared_at(name), found.describe());
                    let needed = "a table or state variable";
                    self.problems.report(WrongKind {
                        name: name.clone(),
                        found,
                        needed,
                        declared,
                        span: of.span,
                    });
                    None
                }
                None => {
                    let nearest = self.symbols.nearest(name, []);
                    let what = "table or state variable".to_owned();
                    self.problems.report(UnknownName { name: name.clone(), what, nearest, span: of.span });
                    None
                }
            },
            syntax::ExpressionKind::Poison => None,
            _ => {
                self.wrong_type("a table or state variable", "something else", of.span);
                None
            }
        }
    }

    /// `item is name`.
    pub(super) fn is(
        &mut self,
        scope: &mut Scope,
        item: &syntax::Expression,
        name: &Name,
    ) -> Option<Expression> {
        let found = self.expression(scope, item, None)?;
        if name.value == "none" {
            if !matches!(found.gives, Type::Optional(_)) {
                let gives = self.symbols.describe(found.gives);
                self.wrong_type("something that may be `none`", &gives, item.span);
                return None;
            }
            return Some(make(ExpressionKind::IsNothing(Box::new(found)), Type::Boolean));
        }
        let span = item.span.to(name.span);
        if matches!(found.gives, Type::Member(_))
            && let Some(property) = self.property(scope, &found, &name.value, &[], span)
        {
            let property = property?;
            return self.must_be(property, Type::Boolean, span);
        }
        let of = match found.gives {
            Type::Member(of) | Type::Optional(of) => of,
            other @ (Type::Integer { .. } | Type::Boolean | Type::Set(_)) => {
                let gives = self.symbols.describe(other);
                self.wrong_type("a member", &gives, item.span);
                return None;
            }
        };
        let Some(index) = self.symbols.member(of, &name.value) else {
            if self.symbols.find(&name.value).is_some_and(Named::is_poisoned) {
                return None;
            }
            let members =
                self.symbols.types.get(of.idx()).map(|kind| kind.members.clone()).unwrap_or_default();
            let nearest = crate::kinds::nearest(&name.value, members.iter().map(String::as_str))
                .or_else(|| self.nearest_property(found.gives, &name.value));
            let what = format!("{} or yes-or-no attribute", self.symbols.type_name(of));
            self.problems.report(UnknownName { name: name.value.clone(), what, nearest, span: name.span });
            return None;
        };
        let mut right = member(of, index);
        if matches!(found.gives, Type::Optional(_)) {
            right = super::expression::as_optional(right);
        }
        let kind = ExpressionKind::Compare(Comparison::Equal, Box::new(found), Box::new(right));
        Some(negate_if(make(kind, Type::Boolean), false))
    }

    pub(super) fn wrong_count(&mut self, name: &str, takes: usize, given: usize, span: Span) {
        self.problems.report(WrongCount { name: name.to_owned(), takes, given, span });
    }

    /// Keys of a state, constant or table; the first may be at hand already.
    #[allow(clippy::too_many_arguments, reason = "the parts of one look-up")]
    fn keys(
        &mut self,
        scope: &mut Scope,
        name: &str,
        keys: &[Key],
        clamped: bool,
        written: &[syntax::Expression],
        first: Option<Expression>,
        span: Span,
    ) -> Option<Vec<Expression>> {
        let given = written.len() + usize::from(first.is_some());
        if given != keys.len() {
            self.wrong_count(name, keys.len(), given, span);
            return None;
        }
        let mut found = Vec::new();
        let mut rest = keys.iter();
        if let Some(first) = first {
            let key = rest.next()?;
            found.push(self.key(first, *key, clamped, span));
        }
        for (key, written) in rest.zip(written) {
            let wanted = match key {
                Key::Type(of) => Some(Type::Member(*of)),
                Key::Range(..) => None,
            };
            let value = self.expression(scope, written, wanted);
            found.push(value.and_then(|value| self.key(value, *key, clamped, written.span)));
        }
        found.into_iter().collect()
    }

    fn key(&mut self, value: Expression, key: Key, clamped: bool, span: Span) -> Option<Expression> {
        match key {
            Key::Type(of) => self.must_be(value, Type::Member(of), span),
            Key::Range(least, greatest) => {
                let wanted = Type::Integer { least, greatest };
                let value = self.must_be(value, wanted, span)?;
                let value = if clamped { clamp(value, least, greatest) } else { value };
                self.fit(value, wanted, span)
            }
        }
    }

    pub(super) fn state(
        &mut self,
        scope: &mut Scope,
        state: StateId,
        written: &[syntax::Expression],
        first: Option<Expression>,
        span: Span,
    ) -> Option<Expression> {
        let variable = self.symbols.states.get(state.idx())?.clone();
        let keys = self.keys(scope, &variable.name, &variable.keys, false, written, first, span)?;
        Some(make(ExpressionKind::State(state, keys), variable.holds))
    }

    pub(super) fn constant(
        &mut self,
        scope: &mut Scope,
        constant: ConstantId,
        written: &[syntax::Expression],
        first: Option<Expression>,
        span: Span,
    ) -> Option<Expression> {
        let (name, keys, gives) = {
            let constant = self.symbols.constants.get(constant.idx())?;
            (constant.name.clone(), constant.keys.clone(), constant.gives)
        };
        // Farther than the farthest place is as far as that.
        let spaces = &self.symbols.space_constants;
        let clamped = spaces.iter().any(|((_, what), made)| *what == "within" && *made == constant);
        let keys = self.keys(scope, &name, &keys, clamped, written, first, span)?;
        Some(make(ExpressionKind::Constant(constant, keys), gives))
    }

    pub(super) fn table(
        &mut self,
        scope: &mut Scope,
        table: usize,
        written: &[syntax::Expression],
        span: Span,
    ) -> Option<Expression> {
        let table = self.symbols.tables.get(table)?.clone();
        let keys = self.keys(scope, &table.name, &table.keys, table.clamped, written, None, span)?;
        let (constant, gives) = match table.gives {
            TableGives::Value(constant) => (constant, self.symbols.constants.get(constant.idx())?.gives),
            TableGives::Row(constant, of) => (constant, Type::Member(of)),
        };
        Some(make(ExpressionKind::Constant(constant, keys), gives))
    }

    pub(super) fn function_call(
        &mut self,
        scope: &mut Scope,
        slot: usize,
        written: &[syntax::Expression],
        first: Option<Expression>,
        span: Span,
    ) -> Option<Expression> {
        let signature = self.symbols.functions.get(slot)?.clone();
        if signature.poisoned {
            return None;
        }
        let given = written.len() + usize::from(first.is_some());
        if given != signature.parameters.len() {
            self.wrong_count(&signature.name, signature.parameters.len(), given, span);
            return None;
        }
        let mut arguments = Vec::new();
        let mut rest = signature.parameters.iter();
        if let Some(first) = first {
            let (_, holds) = rest.next()?;
            arguments.push(self.fit(first, *holds, span));
        }
        for ((_, holds), written) in rest.zip(written) {
            arguments.push(self.fitting(scope, written, *holds));
        }
        let gives = self.function_gives(slot, span);
        let arguments: Option<Vec<Expression>> = arguments.into_iter().collect();
        Some(make(ExpressionKind::Call(FunctionId(slot as u32), arguments?), gives?))
    }

    /// The type that a function gives, checking its body where that is not done yet.
    pub(super) fn function_gives(&mut self, slot: usize, span: Span) -> Option<Type> {
        if let Some(gives) = self.symbols.functions.get(slot).and_then(|signature| signature.gives) {
            return Some(gives);
        }
        self.check_function(slot, span);
        match self.functions.get(slot) {
            Some(FunctionSlot::Checked(function)) => Some(function.gives),
            Some(FunctionSlot::Unchecked | FunctionSlot::Running | FunctionSlot::Poisoned) | None => None,
        }
    }
}

fn takes_key(key: Key, kind: Type) -> bool {
    match (key, kind) {
        (Key::Type(a), Type::Member(b)) => a == b,
        (Key::Range(..), Type::Integer { .. }) => true,
        _ => false,
    }
}

fn takes(parameter: Type, kind: Type) -> bool {
    match (parameter, kind) {
        (Type::Member(a) | Type::Optional(a), Type::Member(b)) => a == b,
        (Type::Integer { .. }, Type::Integer { .. }) => true,
        _ => false,
    }
}
