//! Calls: functions of the rules, functions of the language itself, attributes asked as functions.

use rulec_grammar::expression::tree::{self as syntax, Name};
use rulec_grammar::span::Span;

use super::Checker;
use super::expression::make;
use super::scope::Scope;
use crate::machine::{Expression, ExpressionKind, Type, TypeId};
use crate::problem::names::{UnknownName, WrongKind};
use crate::resolve::Named;

impl Checker<'_> {
    /// `name(arguments)`.
    pub(super) fn call(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        arguments: &[syntax::Expression],
        _wanted: Option<Type>,
        span: Span,
    ) -> Option<Expression> {
        let called = name.value.as_str();
        match self.symbols.find(called) {
            Some(Named::Function(slot)) => return self.function_call(scope, slot, arguments, None, span),
            Some(Named::State(state)) => return self.state(scope, state, arguments, None, span),
            Some(Named::Table(table)) => return self.table(scope, table, arguments, span),
            Some(Named::Type(_) | Named::Constant(_) | Named::Reading(_)) | None => {}
            Some(found) if found.is_poisoned() => return None,
            Some(found @ (Named::Callable(_) | Named::Select(_) | Named::Decision(_) | Named::Other(_))) => {
                let (declared, found) = (self.symbols.declared_at(called), found.describe());
                let needed = "a function";
                self.problems.report(WrongKind {
                    name: called.to_owned(),
                    found,
                    needed,
                    declared,
                    span: name.span,
                });
                return None;
            }
        }
        if let Some(found) = self.built_in(scope, called, arguments, span) {
            return found;
        }
        if let Some(found) = self.attribute_call(scope, called, arguments, span) {
            return found;
        }
        let built_in = [
            "min",
            "max",
            "abs",
            "clamp",
            "size",
            "adjacent",
            "neighbours",
            "distance",
            "within",
            "direction",
            "beside",
            "line",
        ];
        let nearest = self.symbols.nearest(called, built_in.map(str::to_owned));
        let what = "function".to_owned();
        self.problems.report(UnknownName { name: called.to_owned(), what, nearest, span: name.span });
        None
    }

    /// An attribute of a member or of a link, asked as a function.
    fn attribute_call(
        &mut self,
        scope: &mut Scope,
        name: &str,
        arguments: &[syntax::Expression],
        span: Span,
    ) -> Option<Option<Expression>> {
        if let Some(slot) = self.side_function(scope, name, arguments) {
            return Some(self.function_call(scope, slot, arguments, None, span));
        }
        let known = self.symbols.attributes.keys().any(|(_, known)| known == name)
            || self.symbols.link_attributes.keys().any(|(_, known)| known == name);
        if !known {
            return None;
        }
        let first = arguments.first()?;
        let Some(item) = self.expression(scope, first, None) else { return Some(None) };
        let Type::Member(of) = item.gives else { return None };
        let key = (of, name.to_owned());
        let constant =
            self.symbols.attributes.get(&key).or(self.symbols.link_attributes.get(&key)).copied()?;
        Some(self.constant(scope, constant, arguments.get(1..).unwrap_or(&[]), Some(item), span))
    }

    /// The function for an attribute of sides, where the first argument is a place on a map.
    fn side_function(
        &mut self,
        scope: &mut Scope,
        name: &str,
        arguments: &[syntax::Expression],
    ) -> Option<usize> {
        let grids: Vec<TypeId> = self.symbols.grids.iter().copied().collect();
        let has = |of: &TypeId| self.symbols.attributes.contains_key(&(*of, format!("{name}_on_side")));
        if !grids.iter().any(has) {
            return None;
        }
        // Whatever is wrong with it is reported where it is fitted to its parameter.
        let reported = self.problems.len();
        let found = arguments.first().and_then(|first| self.expression(scope, first, None));
        self.problems.truncate(reported);
        match found?.gives {
            Type::Member(of) if self.symbols.grids.contains(&of) => self.grid_function(of, name),
            _ => None,
        }
    }

    /// Functions of the language itself; the outer `None` when the name is none of them.
    fn built_in(
        &mut self,
        scope: &mut Scope,
        name: &str,
        arguments: &[syntax::Expression],
        span: Span,
    ) -> Option<Option<Expression>> {
        let takes = match name {
            "abs" | "size" | "neighbours" => 1..=1,
            "adjacent" | "distance" | "within" | "direction" | "beside" | "line" => 2..=2,
            "clamp" => 3..=3,
            "min" | "max" => 2..=16,
            _ => return None,
        };
        if !takes.contains(&arguments.len()) {
            self.wrong_count(name, *takes.start(), arguments.len(), span);
            return Some(None);
        }
        Some(match name {
            "size" => self.size(scope, arguments.first()?),
            "adjacent" | "neighbours" | "distance" | "within" | "direction" | "beside" | "line" => {
                self.space(scope, name, arguments, span)
            }
            _ => {
                let values: Option<Vec<Expression>> =
                    arguments.iter().map(|argument| self.integer(scope, argument)).collect();
                values.and_then(|values| self.arithmetic_call(name, values, span))
            }
        })
    }

    fn size(&mut self, scope: &mut Scope, set: &syntax::Expression) -> Option<Expression> {
        let found = self.expression(scope, set, None)?;
        let Type::Set(of) = found.gives else {
            let gives = self.symbols.describe(found.gives);
            self.wrong_type("a set", &gives, set.span);
            return None;
        };
        let greatest = self.symbols.member_count(of) as i64;
        Some(make(ExpressionKind::Size(Box::new(found)), Type::Integer { least: 0, greatest }))
    }

    /// The function that a map of hexes has for this.
    fn grid_function(&self, of: TypeId, what: &str) -> Option<usize> {
        match self.symbols.find(&format!("{}_{what}", self.symbols.type_name(of))) {
            Some(Named::Function(slot)) => Some(slot),
            _ => None,
        }
    }

    fn space(
        &mut self,
        scope: &mut Scope,
        name: &str,
        arguments: &[syntax::Expression],
        span: Span,
    ) -> Option<Expression> {
        let what = match name {
            "adjacent" => "adjacent",
            "neighbours" => "neighbours",
            "distance" => "distance",
            "direction" => "direction",
            "beside" => "beside",
            "line" => "line",
            _ => "within",
        };
        let (first, second) = (arguments.first()?, arguments.get(1));
        let swapped = second.is_some_and(|second| {
            !matches!(what, "within" | "beside") && self.is_bare(scope, first) && !self.is_bare(scope, second)
        });
        let deciding = if swapped { second? } else { first };
        let found = self.expression(scope, deciding, None)?;
        if let Type::Member(of) = found.gives
            && self.symbols.grids.contains(&of)
            && let Some(slot) = self.grid_function(of, what)
        {
            return self.function_call(scope, slot, arguments, None, span);
        }
        let constant = match found.gives {
            Type::Member(of) => self.symbols.space_constant(of, what),
            _ => None,
        };
        let Some(constant) = constant else {
            let gives = self.symbols.describe(found.gives);
            self.wrong_type("a place of a space", &gives, deciding.span);
            return None;
        };
        self.constant(scope, constant, arguments, None, span)
    }
}
