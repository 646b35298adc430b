//! Names to things: the rule table, types and members, constants, tables, state, and the signatures of what
//! can be called. Bodies are checked later ([`crate::check`]).
//!
//! Invariants: every list is in rulebook order; a name that could not be resolved has been reported and stands
//! for nothing.

mod data;
mod declare;
mod space;
mod symbols;
mod tables;

pub(crate) use declare::{declare, no_duplicates, origin, type_of};
pub(crate) use symbols::{BOTS, Named, Signature, Symbols, TableGives};
pub(crate) use tables::fill_of;
