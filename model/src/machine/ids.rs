//! Small numbers that point into the machine's lists.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// Where it points in its list.
            pub fn idx(self) -> usize {
                self.0 as usize
            }
        }
    )+ };
}

ids! {
    /// A rule of the rule set: [`Machine::rules`](super::Machine::rules).
    RuleId,
    /// A closed set: [`Machine::types`](super::Machine::types).
    TypeId,
    /// [`Machine::constants`](super::Machine::constants).
    ConstantId,
    /// [`Machine::states`](super::Machine::states).
    StateId,
    /// [`Machine::functions`](super::Machine::functions).
    FunctionId,
    /// [`Machine::procedures`](super::Machine::procedures).
    ProcedureId,
    /// [`Machine::decisions`](super::Machine::decisions).
    DecisionId,
    /// An option of a decision, by its place in it.
    OptionId,
    /// A place where a waiting procedure can be resumed, by its place in the procedure.
    PointId,
    /// A local of a function, procedure, decision or example, by its place in its `locals`.
    LocalId,
}

/// A member of a closed set, by its place in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Member {
    pub of: TypeId,
    pub index: u32,
}
