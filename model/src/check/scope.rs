//! Locals of one body: those that exist, and those that a name can see.

use crate::machine::{Local, LocalId, Type};

/// The locals of a function, procedure, option or invariant while it is checked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope {
    pub locals: Vec<Local>,
    visible: Vec<(String, LocalId, Change)>,
    poisoned: Vec<String>,
}

/// How a local may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// Parameters, loop variables, numbers without a declared range.
    Never,
    /// Within its type.
    Within,
}

impl Scope {
    /// Declares a local and makes its name visible. Locals' names are unique in the body: a second of
    /// the same name (in another branch) gets a number.
    pub fn declare(&mut self, name: &str, holds: Type, change: Change) -> LocalId {
        let local = self.hidden(name, holds);
        self.visible.push((name.to_owned(), local, change));
        local
    }

    /// Declares a local that no name of the author's sees.
    pub fn hidden(&mut self, name: &str, holds: Type) -> LocalId {
        let taken = |candidate: &str| self.locals.iter().any(|local| local.name == candidate);
        let mut unique = name.to_owned();
        let mut nth = 2;
        while taken(&unique) {
            unique = format!("{name}_{nth}");
            nth += 1;
        }
        self.locals.push(Local { name: unique, holds });
        LocalId(self.locals.len() as u32 - 1)
    }

    /// A name whose value could not be checked: visible, so that it is not reported as unknown.
    pub fn declare_poisoned(&mut self, name: &str) {
        self.poisoned.push(name.to_owned());
    }

    /// Whether a name stands for something that has been reported.
    pub fn is_poisoned(&self, name: &str) -> bool {
        self.poisoned.iter().any(|known| known == name)
    }

    /// Makes a hidden local visible under a name.
    pub fn show(&mut self, name: &str, local: LocalId) {
        self.visible.push((name.to_owned(), local, Change::Never));
    }

    pub fn find(&self, name: &str) -> Option<(LocalId, Change)> {
        self.visible
            .iter()
            .rev()
            .find(|(known, ..)| known == name)
            .map(|(_, local, change)| (*local, *change))
    }

    pub fn holds(&self, local: LocalId) -> Type {
        self.locals.get(local.idx()).map_or(Type::Boolean, |local| local.holds)
    }

    /// Where visibility stands now, to come back to with [`Scope::leave`].
    pub fn enter(&self) -> usize {
        self.visible.len()
    }

    pub fn leave(&mut self, mark: usize) {
        self.visible.truncate(mark);
    }

    pub fn names(&self) -> Vec<String> {
        self.visible.iter().map(|(name, ..)| name.clone()).collect()
    }
}
