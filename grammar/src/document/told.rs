//! The class of each paragraph: how far a note or an example goes.
//!
//! A prefix begins one. The next paragraph is the rule again, unless the note ended in a colon and a list
//! follows, its prefix stood alone, or a parenthesis is still open.

use super::{Class, start};

/// The note or example that is being told, and what of the following still belongs to it.
#[derive(Debug)]
pub struct Told {
    class: Class,
    /// The items of a list: the note ended in a colon.
    items: bool,
    /// Whatever comes next: the prefix stood alone, or a parenthesis is still open.
    next: bool,
    depth: usize,
}

impl Default for Told {
    fn default() -> Told {
        Told { class: Class::Plain, items: false, next: false, depth: 0 }
    }
}

impl Told {
    /// The class of the next paragraph or item.
    pub fn class_of(&mut self, text: &str, item: bool) -> Class {
        let prefix = start::prefix(text);
        let small = text.starts_with(|c: char| c.is_lowercase());
        let goes_on = self.next || if item { self.items } else { small };
        if let Some(prefix) = prefix {
            *self = Told { class: prefix.class, ..Told::default() };
        } else if !goes_on {
            *self = Told::default();
        }
        if self.class == Class::Plain {
            return Class::Plain;
        }
        let opened = self.depth + text.matches('(').count();
        self.depth = opened.saturating_sub(text.matches(')').count());
        let alone = prefix.is_some_and(|prefix| prefix.length == text.len());
        self.items = if item && prefix.is_none() { self.items } else { alone || text.ends_with(':') };
        self.next = alone || self.depth > 0;
        self.class
    }
}
