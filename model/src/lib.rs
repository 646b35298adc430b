//! What rules mean: reading, resolving, checking, the machine and its interpreter.
//!
//! Pure: no files, environment, clock or threads. The folders are the passes, in order: [`surface`] (the rules as
//! written, by the table of [`kinds`]), `errata` (amended, by edition), `resolve` (names to things), `check` (types and ranges), `lower` (to the
//! [`machine`]), then [`interpreter`]. [`compile`] runs them; [`problem`] holds everything they can report.
//! Whoever only generates leaves the features out: it plays no examples, shows nothing and compares no locks.

pub mod source;
pub mod kinds;
pub mod problem;
pub mod surface;
mod errata;
mod resolve;
mod check;
mod lower;
mod compile;
pub mod machine;
pub mod interpreter;
pub mod document;
#[cfg(feature = "study")]
pub mod diff;

pub use compile::{Choices, Compilation, RuleFiles, Trees, compile, compile_trees, read_trees};
