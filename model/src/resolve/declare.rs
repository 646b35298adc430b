//! Declares every rule: its line in the rulebook and what its name stands for.

use std::collections::HashMap;

use rulec_grammar::expression::tree as syntax;
use rulec_grammar::problem::Problems;
use rulec_grammar::span::{Span, Spanned};
use rulec_grammar::yaml::Node;

use super::data::{default_value, read_value};
use super::space::{Linked, declare_grid, declare_links};
use super::symbols::{Named, Signature, Symbols};
use super::tables::declare_table;
use crate::kinds;
use crate::machine::{
    Constant, Key, Origin, Rule, RuleId, StateId, StateVariable, Type, TypeDefinition, TypeId, TypeKind,
    Value,
};
use crate::problem::names::{DuplicateName, DuplicateRule, UnknownName};
use crate::problem::tables::NothingToFill;
use crate::problem::types::{BadRange, OutOfBounds};
use crate::surface::tree::{self as surface, Attribute, Body, KeyName, MemberEntry, Name, Parameter};

/// Declares all rules of a game.
pub(crate) fn declare(rules: &[surface::Rule], problems: &mut Problems) -> Symbols {
    let mut symbols = Symbols::default();
    for rule in rules {
        declare_rule(rule, &mut symbols, problems);
    }
    for pass in [declare_types, declare_attributes, declare_values, declare_signatures] {
        for (idx, rule) in rules.iter().enumerate() {
            if let Some(id) = symbols.rule_ids.get(idx).copied().flatten() {
                problems.about(Some(&rule.name.value), &rule.cite_texts());
                pass(rule, idx, id, rules, &mut symbols, problems);
            }
        }
    }
    problems.about(None, &[]);
    fills_without_a_hole(rules, problems);
    symbols
}

fn fills_without_a_hole(rules: &[surface::Rule], problems: &mut Problems) {
    for fill in rules.iter().filter(|rule| matches!(rule.body, Body::Fill(_))) {
        let filled = rules.iter().any(|rule| {
            rule.name.value == fill.name.value
                && matches!(&rule.body, Body::Table(table) if table.hole.is_some())
        });
        if !filled {
            problems.report(NothingToFill { name: fill.name.value.clone(), span: fill.name.span });
        }
    }
}

fn declare_rule(rule: &surface::Rule, symbols: &mut Symbols, problems: &mut Problems) {
    if rule.kind == "fill" {
        symbols.rule_ids.push(None);
        return;
    }
    if let Some((_, first)) = symbols.named.get(&rule.name.value) {
        problems.report(DuplicateRule {
            name: rule.name.value.clone(),
            first: *first,
            second: rule.name.span,
        });
        symbols.rule_ids.push(None);
        return;
    }
    let lists_members = matches!(rule.kind, "type" | "pool" | "space" | "reading");
    let is_unread = matches!(rule.body, Body::Unread);
    symbols.lacks_members |= lists_members && is_unread;
    symbols.lacks_options |= rule.kind == "decision" && is_unread;
    let id = RuleId(symbols.rules.len() as u32);
    symbols.rule_ids.push(Some(id));
    symbols.named.insert(rule.name.value.clone(), (Named::Other(rule.kind), rule.name.span));
    symbols.rules.push(Rule {
        name: rule.name.value.clone(),
        kind: rule.kind,
        title: rule.title.clone(),
        says: rule.says.clone(),
        cites: rule.cite_texts(),
        origin: origin(rule.origin.as_ref()),
        chapter: rule.chapter.clone(),
        fingerprint: rule.fingerprint,
        errata: rule.errata().into_iter().map(str::to_owned).collect(),
    });
}

pub(crate) fn origin(origin: Option<&surface::Origin>) -> Origin {
    match origin {
        None => Origin::Rulebook,
        Some(surface::Origin::House(why)) => Origin::House(why.clone()),
        Some(surface::Origin::Published(source)) => Origin::Published(source.clone()),
        Some(surface::Origin::Private(why)) => Origin::Private(why.clone()),
    }
}

fn set_named(rule: &surface::Rule, named: Named, symbols: &mut Symbols) {
    symbols.named.insert(rule.name.value.clone(), (named, rule.name.span));
}

fn declare_types(
    rule: &surface::Rule,
    _: usize,
    id: RuleId,
    _: &[surface::Rule],
    symbols: &mut Symbols,
    problems: &mut Problems,
) {
    let (kind, members, titles) = match &rule.body {
        Body::Type(kind) => {
            let (members, titles) = member_names(&kind.members, problems);
            (TypeKind::Closed, members, titles)
        }
        Body::Space { places, .. } => {
            let (members, titles) = member_names(&places.members, problems);
            (TypeKind::Space, members, titles)
        }
        Body::Pool { size } => {
            if !(1..=1000).contains(&size.value) {
                let bounds = "1..1000".to_owned();
                problems.report(OutOfBounds { value: format!("`{}`", size.value), bounds, span: size.span });
                return;
            }
            let members: Vec<String> =
                (1..=size.value).map(|nth| format!("{}_{nth}", rule.name.value)).collect();
            (TypeKind::Pool, members.clone(), members)
        }
        Body::Reading { answers, .. } => {
            let members: Vec<String> = answers.iter().map(|(name, _)| name.value.clone()).collect();
            let titles = answers.iter().map(|(_, text)| text.clone()).collect();
            (TypeKind::Reading, members, titles)
        }
        _ => return,
    };
    let definition = TypeDefinition { rule: Some(id), name: rule.name.value.clone(), kind, members, titles };
    let of = symbols.add_type(definition);
    if let Body::Reading { default, .. } = &rule.body {
        let start = symbols.member(of, &default.value);
        if start.is_none() {
            unknown_member(default, of, symbols, problems);
        }
        let state = StateId(symbols.states.len() as u32);
        symbols.states.push(StateVariable {
            rule: id,
            name: rule.name.value.clone(),
            keys: Vec::new(),
            holds: Type::Member(of),
            start: Value::Member(start.unwrap_or(0)),
        });
        set_named(rule, Named::Reading(state), symbols);
    } else {
        set_named(rule, Named::Type(of), symbols);
    }
}

fn unknown_member(name: &Name, of: TypeId, symbols: &Symbols, problems: &mut Problems) {
    let members = symbols.types.get(of.idx()).map(|definition| definition.members.as_slice()).unwrap_or(&[]);
    let nearest = kinds::nearest(&name.value, members.iter().map(String::as_str));
    let what = symbols.type_name(of).to_owned();
    problems.report(UnknownName { name: name.value.clone(), what, nearest, span: name.span });
}

fn member_names(members: &[MemberEntry], problems: &mut Problems) -> (Vec<String>, Vec<String>) {
    no_duplicates(members.iter().map(|member| &member.name), "member", problems);
    let names: Vec<String> = members.iter().map(|member| member.name.value.clone()).collect();
    let titles = members
        .iter()
        .map(|member| member.title.clone().unwrap_or_else(|| member.name.value.clone()))
        .collect();
    (names, titles)
}

/// Reports names that stand twice.
pub(crate) fn no_duplicates<'n>(
    names: impl Iterator<Item = &'n Name>,
    what: &'static str,
    problems: &mut Problems,
) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for name in names {
        match seen.get(name.value.as_str()) {
            Some(first) => {
                let second = name.span;
                problems.report(DuplicateName { name: name.value.clone(), what, first: *first, second });
            }
            None => {
                seen.insert(&name.value, name.span);
            }
        }
    }
}

fn declare_attributes(
    rule: &surface::Rule,
    _: usize,
    id: RuleId,
    _: &[surface::Rule],
    symbols: &mut Symbols,
    problems: &mut Problems,
) {
    let Some(Named::Type(of)) = symbols.find(&rule.name.value) else { return };
    match &rule.body {
        Body::Type(kind) => {
            attribute_constants(rule, id, of, &kind.attributes, &kind.members, symbols, problems)
        }
        Body::Space { places, links, attributes, grid } => {
            attribute_constants(rule, id, of, &places.attributes, &places.members, symbols, problems);
            if let Some(grid) = grid {
                declare_grid(rule, id, of, grid, symbols);
            }
            let space = Linked { rule, id, of, links, grid: grid.as_ref() };
            declare_links(space, attributes, symbols, problems);
        }
        _ => {}
    }
}

/// Reports values of attributes that are not declared.
pub(super) fn known_attributes(
    values: &[(Name, Node)],
    attributes: &[Attribute],
    what: &str,
    problems: &mut Problems,
) {
    for (name, _) in values {
        if !attributes.iter().any(|attribute| attribute.name.value == name.value) {
            let names = attributes.iter().map(|attribute| attribute.name.value.as_str());
            let nearest = kinds::nearest(&name.value, names);
            let (name, what, span) = (name.value.clone(), what.to_owned(), name.span);
            problems.report(UnknownName { name, what, nearest, span });
        }
    }
}

fn attribute_constants(
    rule: &surface::Rule,
    id: RuleId,
    of: TypeId,
    attributes: &[Attribute],
    members: &[MemberEntry],
    symbols: &mut Symbols,
    problems: &mut Problems,
) {
    no_duplicates(attributes.iter().map(|attribute| &attribute.name), "attribute", problems);
    for member in members {
        known_attributes(
            &member.values,
            attributes,
            &format!("attribute of `{}`", rule.name.value),
            problems,
        );
    }
    for attribute in attributes {
        let Some(gives) = type_of(&attribute.holds, symbols, problems) else { continue };
        let default = match &attribute.default {
            Some(node) => read_value(node, gives, symbols, problems).unwrap_or_else(|| default_value(gives)),
            None => default_value(gives),
        };
        let mut values = Vec::new();
        for member in members {
            let written = member.values.iter().find(|(name, _)| name.value == attribute.name.value);
            values.push(match written {
                Some((_, node)) => {
                    read_value(node, gives, symbols, problems).unwrap_or_else(|| default.clone())
                }
                None => default.clone(),
            });
        }
        let name = format!("{}_{}", rule.name.value, attribute.name.value);
        let constant =
            symbols.add_constant(Constant { rule: id, name, keys: vec![Key::Type(of)], gives, values });
        symbols.attributes.insert((of, attribute.name.value.clone()), constant);
    }
}

fn declare_values(
    rule: &surface::Rule,
    _: usize,
    id: RuleId,
    rules: &[surface::Rule],
    symbols: &mut Symbols,
    problems: &mut Problems,
) {
    match &rule.body {
        Body::State { keys, holds, start } => {
            let found: Vec<Option<Key>> = keys.iter().map(|key| key_of(key, symbols, problems)).collect();
            let (keys, holds) = (found.into_iter().collect(), type_of(holds, symbols, problems));
            let (Some(keys), Some(holds)) = (keys, holds) else { return };
            let state = StateId(symbols.states.len() as u32);
            let start = match start {
                Some(start) => start_value(start, holds, symbols, problems),
                None => default_value(holds),
            };
            symbols.states.push(StateVariable {
                rule: id,
                name: rule.name.value.clone(),
                keys,
                holds,
                start,
            });
            set_named(rule, Named::State(state), symbols);
        }
        Body::Constant { value } => {
            let gives = Type::Integer { least: value.value, greatest: value.value };
            let values = vec![Value::Integer(value.value)];
            let name = rule.name.value.clone();
            let constant = symbols.add_constant(Constant { rule: id, name, keys: Vec::new(), gives, values });
            set_named(rule, Named::Constant(constant), symbols);
        }
        Body::Table(table) => declare_table(rule, table, id, rules, symbols, problems),
        _ => {}
    }
}

/// A start value is plain: a number, yes or no, a member, `none`, a set of members.
fn start_value(start: &syntax::Expression, holds: Type, symbols: &Symbols, problems: &mut Problems) -> Value {
    use syntax::ExpressionKind as Kind;
    let member = |name: &str, of: TypeId| symbols.member(of, name);
    let found = match (&start.kind, holds) {
        (Kind::Poison, _) => return default_value(holds),
        (Kind::Number(number), Type::Integer { .. }) => Some(Value::Integer(*number)),
        (Kind::Negative(inner), Type::Integer { .. }) => match inner.kind {
            Kind::Number(number) => Some(Value::Integer(-number)),
            _ => None,
        },
        (Kind::Boolean(yes), Type::Boolean) => Some(Value::Boolean(*yes)),
        (Kind::Nothing, Type::Optional(_)) => Some(Value::Nothing),
        (Kind::Name(name), Type::Member(of) | Type::Optional(of)) => member(name, of).map(Value::Member),
        (Kind::Name(name), Type::Set(of)) if symbols.type_named(name) == Some(of) => {
            Some(Value::Set((0..symbols.member_count(of) as u32).collect()))
        }
        (Kind::Set(items), Type::Set(of)) => {
            let indexes: Option<Vec<u32>> = items
                .iter()
                .map(|item| match &item.kind {
                    Kind::Name(name) => member(name, of),
                    _ => None,
                })
                .collect();
            indexes.map(|mut indexes| {
                indexes.sort_unstable();
                indexes.dedup();
                Value::Set(indexes)
            })
        }
        _ => None,
    };
    match (found, holds) {
        (Some(Value::Integer(number)), Type::Integer { least, greatest })
            if !(least..=greatest).contains(&number) =>
        {
            let bounds = format!("{least}..{greatest}");
            problems.report(OutOfBounds { value: format!("`{number}`"), bounds, span: start.span });
            default_value(holds)
        }
        (Some(value), _) => value,
        (None, _) => {
            let expected = symbols.describe(holds);
            problems.report(crate::problem::surface::WrongShape {
                what: "`start`".into(),
                expected,
                span: start.span,
            });
            default_value(holds)
        }
    }
}

/// A type as written.
pub(crate) fn type_of(
    written: &syntax::TypeName,
    symbols: &Symbols,
    problems: &mut Problems,
) -> Option<Type> {
    let named = |name: &str, problems: &mut Problems| {
        let found = symbols.type_named(name);
        let is_poisoned = symbols.find(name).is_some_and(Named::is_poisoned);
        if found.is_none() && !is_poisoned {
            let types = symbols.types.iter().map(|definition| definition.name.as_str());
            let nearest = kinds::nearest(name, types);
            problems.report(UnknownName {
                name: name.to_owned(),
                what: "type".into(),
                nearest,
                span: written.span,
            });
        }
        found
    };
    match &written.kind {
        syntax::TypeNameKind::Range(least, greatest) => {
            if least > greatest || i32::try_from(*least).is_err() || i32::try_from(*greatest).is_err() {
                problems.report(BadRange { span: written.span });
                return None;
            }
            Some(Type::Integer { least: *least, greatest: *greatest })
        }
        syntax::TypeNameKind::Boolean => Some(Type::Boolean),
        syntax::TypeNameKind::Named(name) => named(name, problems).map(Type::Member),
        syntax::TypeNameKind::Optional(name) => named(name, problems).map(Type::Optional),
        syntax::TypeNameKind::Set(name) => named(name, problems).map(Type::Set),
        syntax::TypeNameKind::Poison => None,
    }
}

pub(super) fn key_of(key: &Spanned<KeyName>, symbols: &Symbols, problems: &mut Problems) -> Option<Key> {
    let kind = match &key.value {
        KeyName::Type(name) => syntax::TypeNameKind::Named(name.clone()),
        KeyName::Range(least, greatest) => syntax::TypeNameKind::Range(*least, *greatest),
    };
    match type_of(&syntax::TypeName { span: key.span, kind }, symbols, problems)? {
        Type::Integer { least, greatest } => Some(Key::Range(least, greatest)),
        Type::Member(of) => Some(Key::Type(of)),
        Type::Boolean | Type::Optional(_) | Type::Set(_) => None,
    }
}

fn declare_signatures(
    rule: &surface::Rule,
    idx: usize,
    id: RuleId,
    _: &[surface::Rule],
    symbols: &mut Symbols,
    problems: &mut Problems,
) {
    let parameters = match &rule.body {
        Body::Function { parameters, .. } | Body::Modifiers { parameters, .. } => parameters.as_slice(),
        Body::Procedure(procedure) => &procedure.parameters,
        Body::Flowchart { parameters, .. } => parameters,
        Body::Select(select) => &select.parameters,
        Body::Decision(decision) => &decision.parameters,
        Body::Sequence(_) => &[],
        _ => return,
    };
    let gives = match &rule.body {
        Body::Function { gives, .. } => gives.as_ref(),
        Body::Procedure(procedure) => procedure.gives.as_ref(),
        Body::Decision(decision) => decision.gives.as_ref(),
        _ => None,
    };
    let gives = gives.and_then(|gives| type_of(gives, symbols, problems));
    let (parameters, poisoned) = parameter_types(parameters, symbols, problems);
    let (name, span) = (rule.name.value.clone(), rule.name.span);
    let signature = Signature { name, rule: id, parameters, poisoned, gives, span };
    let named = match &rule.body {
        Body::Function { .. } | Body::Modifiers { .. } => {
            symbols.functions.push(signature);
            symbols.function_rules.push(idx);
            Named::Function(symbols.functions.len() - 1)
        }
        Body::Decision(_) => {
            symbols.decisions.push(signature);
            symbols.decision_rules.push(idx);
            Named::Decision(symbols.decisions.len() - 1)
        }
        body => {
            symbols.callables.push(signature);
            symbols.callable_rules.push(idx);
            let slot = symbols.callables.len() - 1;
            if matches!(body, Body::Select(_)) { Named::Select(slot) } else { Named::Callable(slot) }
        }
    };
    set_named(rule, named, symbols);
}

/// The parameters, and whether the type of one could not be read.
fn parameter_types(
    parameters: &[Parameter],
    symbols: &Symbols,
    problems: &mut Problems,
) -> (Vec<(String, Type)>, bool) {
    let mut poisoned = false;
    let typed = parameters.iter().map(|parameter| {
        let holds = type_of(&parameter.holds, symbols, problems);
        poisoned |= holds.is_none();
        (parameter.name.value.clone(), holds.unwrap_or(Type::Boolean))
    });
    (typed.collect(), poisoned)
}
