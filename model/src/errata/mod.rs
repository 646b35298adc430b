//! Errata: which are in force, and the rules as they are amended.
//!
//! Everything happens to the YAML trees, before rules are read, so that all that follows knows no errata: an amended rule is a
//! rule. What an erratum puts somewhere keeps its place in the erratum's file, and problems in it are shown there. Places are those
//! of the rules as they stand, whatever else is amended; so the order of amendments does not matter, and two that touch one place
//! are a mistake.

mod amend;
mod chapters;
mod edition;
mod place;
mod stands;
mod tree;

pub(crate) use amend::{AmendedRule, amend};
pub(crate) use chapters::Chapter;
pub(crate) use edition::{Chosen, choose, read};
