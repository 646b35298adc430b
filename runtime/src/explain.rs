//! Explanations: what a transition reports to whoever listens.
//!
//! Engines are generic over the [`Listener`]; with [`Silent`] the reports vanish at compile time.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::{Member, RuleIndex, Set};

/// Hears what a transition does, as it does it.
pub trait Listener {
    /// Whether anybody listens; engines skip work that only an explanation needs.
    const LISTENS: bool;

    /// This rule acts now.
    fn rule(&mut self, rule: RuleIndex);
    /// A value that decides: a `let` of the rule, or the answer of a flowchart's question.
    fn value(&mut self, name: &str, value: Shown<'_>);
    /// A line of a `modifiers` rule that applies.
    fn part(&mut self, rule: RuleIndex, text: &str, value: i64);
    /// A state variable changed: `siege`, the names or numbers of its keys, the new value.
    fn changed(&mut self, name: &str, keys: &[Shown<'_>], value: Shown<'_>);
}

/// A value in the words of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown<'a> {
    Integer(i64),
    Boolean(bool),
    /// A member's name.
    Word(&'a str),
    Nothing,
    /// A set, by its size.
    Set(u32),
}

impl core::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Shown::Integer(value) => write!(f, "{value}"),
            Shown::Boolean(true) => f.write_str("yes"),
            Shown::Boolean(false) => f.write_str("no"),
            Shown::Word(word) => f.write_str(word),
            Shown::Nothing => f.write_str("none"),
            Shown::Set(size) => write!(f, "{size} of them"),
        }
    }
}

impl From<i32> for Shown<'_> {
    #[inline]
    fn from(value: i32) -> Self {
        Shown::Integer(i64::from(value))
    }
}

impl From<bool> for Shown<'_> {
    #[inline]
    fn from(value: bool) -> Self {
        Shown::Boolean(value)
    }
}

impl<T: Member> From<T> for Shown<'_> {
    #[inline]
    fn from(member: T) -> Self {
        Shown::Word(member.name())
    }
}

impl<T: Member> From<Option<T>> for Shown<'_> {
    #[inline]
    fn from(member: Option<T>) -> Self {
        member.map_or(Shown::Nothing, Shown::from)
    }
}

impl<T: Member> From<Set<T>> for Shown<'_> {
    #[inline]
    fn from(set: Set<T>) -> Self {
        Shown::Set(set.len())
    }
}

/// Nobody listens; costs nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Listener for Silent {
    const LISTENS: bool = false;
    #[inline(always)]
    fn rule(&mut self, _: RuleIndex) {}
    #[inline(always)]
    fn value(&mut self, _: &str, _: Shown<'_>) {}
    #[inline(always)]
    fn part(&mut self, _: RuleIndex, _: &str, _: i64) {}
    #[inline(always)]
    fn changed(&mut self, _: &str, _: &[Shown<'_>], _: Shown<'_>) {}
}

/// Keeps what it hears.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    pub events: Vec<Event>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    Rule(RuleIndex),
    Value { name: String, value: String },
    Part { rule: RuleIndex, text: String, value: i64 },
    Changed { what: String, value: String },
}

impl Listener for Trace {
    const LISTENS: bool = true;

    fn rule(&mut self, rule: RuleIndex) {
        self.events.push(Event::Rule(rule));
    }

    fn value(&mut self, name: &str, value: Shown<'_>) {
        self.events.push(Event::Value { name: name.to_string(), value: value.to_string() });
    }

    fn part(&mut self, rule: RuleIndex, text: &str, value: i64) {
        self.events.push(Event::Part { rule, text: text.to_string(), value });
    }

    fn changed(&mut self, name: &str, keys: &[Shown<'_>], value: Shown<'_>) {
        let mut what = name.to_string();
        for (nth, key) in keys.iter().enumerate() {
            what.push_str(if nth == 0 { "[" } else { ", " });
            what.push_str(&key.to_string());
        }
        if !keys.is_empty() {
            what.push(']');
        }
        self.events.push(Event::Changed { what, value: value.to_string() });
    }
}
