//! Text in, spanned trees out: the small YAML, expressions and scripts, documents.
//!
//! Pure: no files, environment, clock or threads. A newcomer reads [`span`], [`problem`], then [`yaml`] and
//! [`expression`]; [`document`] reads the rulebooks themselves.

pub mod span;
pub mod problem;
pub mod yaml;
pub mod expression;
pub mod document;
