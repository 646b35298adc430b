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
    /// A set, by its members where they are few.
    Set(ShownSet<'a>),
}

/// The members of a set, with their names.
#[derive(Clone, Copy)]
pub struct ShownSet<'a> {
    /// Those that can be named.
    words: [u64; NAMED_WORDS],
    size: u32,
    names: Names<'a>,
}

/// So many words are kept; members behind them are counted and not named.
const NAMED_WORDS: usize = 16;
/// A larger set is told by its size.
const FEW: u32 = 20;

#[derive(Clone, Copy)]
enum Names<'a> {
    Of(fn(usize) -> &'static str),
    Listed(&'a [String]),
}

impl<'a> ShownSet<'a> {
    /// From the words of a set, whose bits are members by their place in this list.
    pub fn listed(words: impl IntoIterator<Item = u64>, names: &'a [String]) -> ShownSet<'a> {
        ShownSet::of(words, Names::Listed(names))
    }

    #[inline]
    fn of(words: impl IntoIterator<Item = u64>, names: Names<'a>) -> ShownSet<'a> {
        let mut members = ShownSet { words: [0; NAMED_WORDS], size: 0, names };
        for (nth, word) in words.into_iter().enumerate() {
            members.size += word.count_ones();
            if let Some(kept) = members.words.get_mut(nth) {
                *kept = word;
            }
        }
        members
    }

    fn name(&self, member: usize) -> &'a str {
        match self.names {
            Names::Of(name) => name(member),
            Names::Listed(names) => names.get(member).map_or("?", String::as_str),
        }
    }
}

impl PartialEq for ShownSet<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.size, self.words) == (other.size, other.words)
    }
}

impl Eq for ShownSet<'_> {}

impl core::fmt::Debug for ShownSet<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{self}")
    }
}

impl core::fmt::Display for ShownSet<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let named: u32 = self.words.iter().map(|word| word.count_ones()).sum();
        if self.size > FEW || named < self.size {
            return write!(f, "{} of them", self.size);
        }
        f.write_str("{")?;
        let mut is_first = true;
        for (nth, word) in self.words.iter().enumerate() {
            for bit in (0..64).filter(|bit| word >> bit & 1 == 1) {
                if !is_first {
                    f.write_str(", ")?;
                }
                is_first = false;
                f.write_str(self.name(64 * nth + bit))?;
            }
        }
        f.write_str("}")
    }
}

impl core::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Shown::Integer(value) => write!(f, "{value}"),
            Shown::Boolean(true) => f.write_str("yes"),
            Shown::Boolean(false) => f.write_str("no"),
            Shown::Word(word) => f.write_str(word),
            Shown::Nothing => f.write_str("none"),
            Shown::Set(members) => write!(f, "{members}"),
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
        let name = |member| T::from_index(member).map_or("?", T::name);
        Shown::Set(ShownSet::of(set.words(), Names::Of(name)))
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
