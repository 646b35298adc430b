//! The rule set as written: every entry read into its kind, expressions and scripts parsed, names unresolved.
//!
//! Invariants: every entry's keys are known to its kind and of the right shape; what was not has been
//! reported and is left out or poisoned; the order is that of the files.

mod entry;
pub mod erratum;
mod fingerprint;
mod grid;
mod grid_functions;
mod read;
mod read_actions;
mod read_declarations;
mod read_register;
pub mod tree;

pub use erratum::read_erratum;
#[cfg(feature = "study")]
pub(crate) use fingerprint::is_beside_play;
pub use grid_functions::with_grid_functions;
#[cfg(feature = "study")]
pub(crate) use read::relative;
pub use read::{read_game, read_rules};
