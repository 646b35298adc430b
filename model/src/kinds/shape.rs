//! What a kind of rule looks like: its keys and what their values are.

/// A kind of rule, or of a part of a rule.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// The key that begins an entry: `table`.
    pub name: &'static str,
    /// One or two sentences for the manual.
    pub doc: &'static str,
    /// Whether the entry's first key names it (`table: siege_results`); parts such as nodes are named by their key.
    pub named: bool,
    pub keys: &'static [Key],
}

#[derive(Debug, PartialEq, Eq)]
pub struct Key {
    pub name: &'static str,
    pub doc: &'static str,
    pub required: bool,
    pub value: ValueKind,
    pub about: About,
}

/// What a key's value is about, and so what a change in it weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// How the game is played.
    Play,
    /// What there is and what it is called.
    Things,
    /// Where a rule comes from.
    Origin,
    /// What only people read, and references that play does not follow.
    Prose,
}

impl About {
    /// What a value of this kind is about, where the table does not say otherwise.
    const fn of(value: ValueKind) -> About {
        match value {
            ValueKind::Text => About::Prose,
            ValueKind::Citations => About::Origin,
            ValueKind::Type | ValueKind::Parameters => About::Things,
            ValueKind::Word
            | ValueKind::Number
            | ValueKind::Flag
            | ValueKind::OneOf(_)
            | ValueKind::Expression
            | ValueKind::Conditions
            | ValueKind::Binding
            | ValueKind::Bindings
            | ValueKind::Script
            | ValueKind::Invocation
            | ValueKind::List(_)
            | ValueKind::Named(_)
            | ValueKind::Data => About::Play,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// A name of the rules.
    Word,
    /// Prose, in our own words.
    Text,
    Number,
    /// `true` or `false`
    Flag,
    /// One of these words.
    OneOf(&'static [&'static str]),
    Type,
    Expression,
    /// One expression or a list of them; all must hold.
    Conditions,
    /// `variable in source where condition`
    Binding,
    /// A type, or a list of bindings.
    Bindings,
    Script,
    /// One citation or a list.
    Citations,
    /// Name to type.
    Parameters,
    /// `name(argument, …)`
    Invocation,
    /// A list of entries of this kind.
    List(&'static Kind),
    /// Names to entries of this kind.
    Named(&'static Kind),
    /// Data that the kind reads itself.
    Data,
}

impl Kind {
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

impl Key {
    /// The key, said to be about this.
    pub(super) const fn about(self, about: About) -> Key {
        Key { about, ..self }
    }
}

/// A key that must stand.
pub(super) const fn must(name: &'static str, value: ValueKind, doc: &'static str) -> Key {
    Key { name, doc, required: true, value, about: About::of(value) }
}

/// A key that may stand.
pub(super) const fn may(name: &'static str, value: ValueKind, doc: &'static str) -> Key {
    Key { name, doc, required: false, value, about: About::of(value) }
}
