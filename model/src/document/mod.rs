//! Documents as the repository keeps them: locked, cited, covered and reviewed.
//!
//! The rulebooks belong to their publishers, so none of their sentences is kept: [`lock`] holds fingerprints, numbers
//! and section numbers, and everything else here works from it alone. [`citation`] finds what a rule cites,
//! [`coverage`] who carries each sentence, [`numerals`] numbers that a rule lost, [`review`] rules whose sentences have
//! changed since a person looked, and [`links`] the flowchart that a Twine document draws.

pub(crate) mod align;
pub mod citation;
#[cfg(feature = "documents")]
pub mod compare;
#[cfg(feature = "documents")]
pub mod coverage;
mod kept;
pub mod links;
pub mod lock;
pub mod numerals;
pub mod review;
mod written;

pub use citation::{Reason, Unresolved};
#[cfg(feature = "documents")]
pub use compare::Difference;
#[cfg(feature = "documents")]
pub use coverage::{Claim, Coverage};
pub use lock::{Lock, LockedLink, LockedSection, LockedSentence, SentenceId};

#[cfg(test)]
mod tests;
