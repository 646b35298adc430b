//! An entry held against its kind: unknown, missing and misshapen keys are reported here, once.

use rulec_grammar::expression::{self, tree as syntax};
use rulec_grammar::problem::Problems;
use rulec_grammar::span::{Span, Spanned};
use rulec_grammar::yaml::{Node, Pair, Scalar, Style};

use super::tree::{Name, Parameter, Written};
use crate::kinds::{self, Key, Kind, ValueKind};
use crate::problem::surface::{BadName, MissingKey, NotOneOf, UnknownKey, WrongShape};
use crate::source::on_one_line;

/// A mapping whose keys are known to its kind.
pub(super) struct Entry<'n> {
    pub kind: &'static Kind,
    pub span: Span,
    pairs: &'n [Pair],
}

impl<'n> Entry<'n> {
    /// Reports unknown and missing keys. `common` adds the keys of every rule.
    pub fn new(
        kind: &'static Kind,
        pairs: &'n [Pair],
        span: Span,
        common: &'static [Key],
        problems: &mut Problems,
    ) -> Entry<'n> {
        // What could not be read has been reported; it may be what seems to be missing.
        let whole = !pairs.iter().any(|pair| pair.value.is_poison());
        let mut meant = Vec::new();
        for pair in pairs {
            let key = pair.key.value.as_str();
            let own = kind.named && key == kind.name;
            let known = own || kind.key(key).is_some() || common.iter().any(|known| known.name == key);
            if !known && !pair.value.is_poison() {
                let names = kind.keys.iter().chain(common).map(|known| known.name);
                let nearest = kinds::nearest(key, names);
                meant.extend(nearest.clone());
                let (key, kind) = (key.to_owned(), kind.name.to_owned());
                problems.report(UnknownKey { key, kind, nearest, span: pair.key.span });
            }
        }
        let head = pairs.first().map_or(span, |pair| pair.key.span.to(pair.value.span));
        for key in kind.keys.iter().filter(|key| key.required && whole) {
            let stands = pairs.iter().any(|pair| pair.key.value == key.name);
            if !stands && !meant.iter().any(|meant| meant == key.name) {
                problems.report(MissingKey {
                    key: key.name,
                    kind: kind.name.to_owned(),
                    doc: key.doc,
                    span: head,
                });
            }
        }
        Entry { kind, span, pairs }
    }

    /// Whether everything in it could be read.
    pub fn is_whole(&self) -> bool {
        !self.pairs.iter().any(|pair| pair.value.is_poison())
    }

    /// Whether this key is there and its value could not be read.
    pub fn has_unread(&self, key: &str) -> bool {
        self.pairs.iter().any(|pair| pair.key.value == key && pair.value.is_poison())
    }

    /// The value of a key, unless it is missing or poisoned.
    pub fn node(&self, key: &str) -> Option<&'n Node> {
        self.pairs
            .iter()
            .find(|pair| pair.key.value == key)
            .map(|pair| &pair.value)
            .filter(|node| !node.is_poison())
    }

    fn scalar(&self, key: &str, expected: &str, problems: &mut Problems) -> Option<&'n Scalar> {
        scalar(self.node(key)?, &format!("`{key}`"), expected, problems)
    }

    pub fn text(&self, key: &str, problems: &mut Problems) -> Option<String> {
        self.scalar(key, "a text", problems).map(|scalar| scalar.text.trim().to_owned())
    }

    pub fn number(&self, key: &str, problems: &mut Problems) -> Option<Spanned<i64>> {
        let node = self.node(key)?;
        number(node, &format!("`{key}`"), problems)
    }

    pub fn flag(&self, key: &str, problems: &mut Problems) -> bool {
        let Some(scalar) = self.scalar(key, "`true` or `false`", problems) else { return false };
        match scalar.text.as_str() {
            "true" => true,
            "false" => false,
            _ => {
                let span = self.node(key).map_or(self.span, |node| node.span);
                problems.report(WrongShape {
                    what: format!("`{key}`"),
                    expected: "`true` or `false`".into(),
                    span,
                });
                false
            }
        }
    }

    pub fn word(&self, key: &str, problems: &mut Problems) -> Option<Name> {
        name(self.node(key)?, &format!("`{key}`"), problems)
    }

    /// One of the words that the kind's table allows.
    pub fn one_of(&self, key: &str, problems: &mut Problems) -> Option<String> {
        let scalar = self.scalar(key, "a word", problems)?;
        let Some(ValueKind::OneOf(allowed)) = self.kind.key(key).map(|key| key.value) else { return None };
        if allowed.contains(&scalar.text.as_str()) {
            return Some(scalar.text.clone());
        }
        let span = self.node(key).map_or(self.span, |node| node.span);
        let allowed = allowed.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        problems.report(NotOneOf { word: scalar.text.clone(), allowed, span });
        None
    }

    pub fn expression(&self, key: &str, problems: &mut Problems) -> Option<syntax::Expression> {
        read_expression(self.node(key)?, &format!("`{key}`"), problems)
    }

    pub fn conditions(&self, key: &str, problems: &mut Problems) -> Vec<syntax::Expression> {
        let what = format!("`{key}`");
        match self.node(key) {
            None => Vec::new(),
            Some(node) => match node.as_list() {
                Some(items) => {
                    items.iter().filter_map(|item| read_expression(item, &what, problems)).collect()
                }
                None => read_expression(node, &what, problems).into_iter().collect(),
            },
        }
    }

    pub fn script(&self, key: &str, problems: &mut Problems) -> syntax::Block {
        let Some(scalar) = self.scalar(key, "a script", problems) else { return Vec::new() };
        expression::script(&scalar.text, &scalar.map, problems)
    }

    /// A script as it is written.
    pub fn script_text(&self, key: &str) -> Written {
        Written(self.node(key).and_then(Node::as_text).unwrap_or_default().to_owned())
    }

    pub fn type_name(&self, key: &str, problems: &mut Problems) -> Option<syntax::TypeName> {
        let scalar = self.scalar(key, "a type", problems)?;
        Some(expression::type_name(&scalar.text, &scalar.map, problems))
    }

    pub fn binding(&self, key: &str, problems: &mut Problems) -> Option<syntax::Binding> {
        let scalar = self.scalar(key, "`variable in source`", problems)?;
        Some(expression::binding(&scalar.text, &scalar.map, problems))
    }

    pub fn invocation(&self, key: &str, problems: &mut Problems) -> Option<syntax::Invocation> {
        let scalar = self.scalar(key, "`name(argument, …)`", problems)?;
        Some(expression::invocation(&scalar.text, &scalar.map, problems))
    }

    /// A type (`for: place` binds `place`), one binding, or a list of bindings.
    pub fn bindings(&self, key: &str, problems: &mut Problems) -> Vec<syntax::Binding> {
        let Some(node) = self.node(key) else { return Vec::new() };
        let items = node.as_list().map_or(std::slice::from_ref(node), |items| items);
        let mut bindings = Vec::new();
        for item in items {
            let Some(scalar) = scalar(item, &format!("`{key}`"), "`variable in source`", problems) else {
                continue;
            };
            if is_name(scalar.text.trim()) {
                let variable = Spanned::new(scalar.text.trim().to_owned(), item.span);
                let kind = syntax::ExpressionKind::Name(variable.value.clone());
                let source = syntax::Expression { span: item.span, kind };
                bindings.push(syntax::Binding { variable, source, filter: None });
            } else {
                bindings.push(expression::binding(&scalar.text, &scalar.map, problems));
            }
        }
        bindings
    }

    pub fn citations(&self, key: &str, problems: &mut Problems) -> Vec<Spanned<String>> {
        self.texts(key, "a citation", "a text such as `13.2 s1`", problems)
    }

    /// One text or a list of them.
    pub fn texts(
        &self,
        key: &str,
        what: &str,
        expected: &str,
        problems: &mut Problems,
    ) -> Vec<Spanned<String>> {
        let Some(node) = self.node(key) else { return Vec::new() };
        let items = node.as_list().map_or(std::slice::from_ref(node), |items| items);
        items
            .iter()
            .filter_map(|item| {
                let scalar = scalar(item, what, expected, problems)?;
                Some(Spanned::new(scalar.text.trim().to_owned(), item.span))
            })
            .collect()
    }

    pub fn parameters(&self, key: &str, problems: &mut Problems) -> Vec<Parameter> {
        let Some(node) = self.node(key) else { return Vec::new() };
        let Some(pairs) = node.as_map() else {
            let (what, expected) = (format!("`{key}`"), "a mapping from name to type".into());
            problems.report(WrongShape { what, expected, span: node.span });
            return Vec::new();
        };
        pairs
            .iter()
            .filter_map(|pair| {
                let name = checked_name(&pair.key, problems)?;
                let scalar = scalar(&pair.value, &format!("`{}`", name.value), "a type", problems)?;
                Some(Parameter { name, holds: expression::type_name(&scalar.text, &scalar.map, problems) })
            })
            .collect()
    }

    /// A list of mappings of a kind; each is checked against it.
    pub fn entries(&self, key: &str, common: &'static [Key], problems: &mut Problems) -> Vec<Entry<'n>> {
        let Some(node) = self.node(key) else { return Vec::new() };
        let Some(ValueKind::List(kind)) = self.kind.key(key).map(|key| key.value) else { return Vec::new() };
        let Some(items) = node.as_list() else {
            problems.report(WrongShape {
                what: format!("`{key}`"),
                expected: "a list".into(),
                span: node.span,
            });
            return Vec::new();
        };
        items.iter().filter_map(|item| nested(kind, item, common, problems)).collect()
    }

    /// One item of a list of this key's kind.
    pub fn nested(&self, key: &str, item: &'n Node, problems: &mut Problems) -> Option<Entry<'n>> {
        let ValueKind::List(kind) = self.kind.key(key)?.value else { return None };
        nested(kind, item, &[], problems)
    }

    /// Whether a key stands, even where its value could not be read.
    pub fn has(&self, key: &str) -> bool {
        self.pairs.iter().any(|pair| pair.key.value == key)
    }

    /// One or more words on one line, with single spaces.
    pub fn phrase(&self, key: &str, problems: &mut Problems) -> Option<Name> {
        let node = self.node(key)?;
        let scalar = scalar(node, &format!("`{key}`"), "a name", problems)?;
        Some(Spanned::new(on_one_line(&scalar.text), node.span))
    }

    /// Names to mappings of this key's kind.
    pub fn named(&self, key: &str, problems: &mut Problems) -> Vec<(Name, Entry<'n>)> {
        let (Some(node), Some(key)) = (self.node(key), self.kind.key(key)) else { return Vec::new() };
        let ValueKind::Named(kind) = key.value else { return Vec::new() };
        let Some(pairs) = node.as_map() else {
            let expected = "a mapping from name to contents".to_owned();
            problems.report(WrongShape { what: format!("`{}`", key.name), expected, span: node.span });
            return Vec::new();
        };
        let mut parts = Vec::new();
        for pair in pairs {
            let name = checked_name(&pair.key, problems);
            parts.extend(name.zip(nested(kind, &pair.value, &[], problems)));
        }
        parts
    }

    /// Names to names: readings to their answers.
    pub fn choices(&self, key: &str, problems: &mut Problems) -> Vec<(Name, Name)> {
        let Some(node) = self.node(key) else { return Vec::new() };
        let Some(pairs) = node.as_map() else {
            let (what, expected) = (format!("`{key}`"), "a mapping from name to answer".to_owned());
            problems.report(WrongShape { what, expected, span: node.span });
            return Vec::new();
        };
        let choice = |pair: &Pair| {
            Some((checked_name(&pair.key, problems)?, name(&pair.value, "an answer", problems)?))
        };
        pairs.iter().filter_map(choice).collect()
    }

    /// Names, in a list.
    pub fn words(&self, key: &str, problems: &mut Problems) -> Vec<Name> {
        let Some(node) = self.node(key) else { return Vec::new() };
        let items = node.as_list().map_or(std::slice::from_ref(node), |items| items);
        items.iter().filter_map(|item| name(item, &format!("`{key}`"), problems)).collect()
    }
}

pub(super) fn nested<'n>(
    kind: &'static Kind,
    node: &'n Node,
    common: &'static [Key],
    problems: &mut Problems,
) -> Option<Entry<'n>> {
    if node.is_poison() {
        return None;
    }
    let Some(pairs) = node.as_map() else {
        let (what, expected) = (format!("a {}", kind.name), "a mapping".into());
        problems.report(WrongShape { what, expected, span: node.span });
        return None;
    };
    Some(Entry::new(kind, pairs, node.span, common, problems))
}

pub(super) fn scalar<'n>(
    node: &'n Node,
    what: &str,
    expected: &str,
    problems: &mut Problems,
) -> Option<&'n Scalar> {
    if node.is_poison() {
        return None;
    }
    let scalar = node.as_scalar();
    if scalar.is_none() {
        problems.report(WrongShape { what: what.to_owned(), expected: expected.to_owned(), span: node.span });
    }
    scalar
}

pub(super) fn read_expression(
    node: &Node,
    what: &str,
    problems: &mut Problems,
) -> Option<syntax::Expression> {
    let scalar = scalar(node, what, "an expression", problems)?;
    if scalar.style == Style::Folded {
        let expected = "an expression on one line, or a literal block (`|`)".to_owned();
        problems.report(WrongShape { what: what.to_owned(), expected, span: node.span });
        return None;
    }
    Some(expression::expression(&scalar.text, &scalar.map, problems))
}

pub(super) fn number(node: &Node, what: &str, problems: &mut Problems) -> Option<Spanned<i64>> {
    let scalar = scalar(node, what, "a number", problems)?;
    match scalar.text.trim().parse::<i32>() {
        Ok(number) => Some(Spanned::new(i64::from(number), node.span)),
        Err(_) => {
            problems.report(WrongShape {
                what: what.to_owned(),
                expected: "a whole number".into(),
                span: node.span,
            });
            None
        }
    }
}

pub(super) fn name(node: &Node, what: &str, problems: &mut Problems) -> Option<Name> {
    let scalar = scalar(node, what, "a name", problems)?;
    checked_name(&Spanned::new(scalar.text.trim().to_owned(), node.span), problems)
}

pub(super) fn checked_name(name: &Name, problems: &mut Problems) -> Option<Name> {
    if !is_name(&name.value) || expression::is_keyword(&name.value) {
        problems.report(BadName { name: name.value.clone(), span: name.span });
    }
    // It keeps its bad name, so that its uses are not reported too.
    Some(name.clone())
}

pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}
