//! Expressions and scripts: one pest grammar, our own messages.
//!
//! Each function takes the decoded text of a scalar and its [`ScalarMap`], so that every position inside maps
//! exactly to the file. What cannot be read is reported and becomes a poisoned node.

pub mod tree;
mod word;
mod check;
mod rules;
#[allow(dead_code, reason = "made by a generator that cannot know what is called")]
#[rustfmt::skip]
mod rules_parser;
mod fault;
mod read;
mod operation;
mod precedence;
mod statement;
mod script;

pub use read::{binding, expression, invocation, type_name};
pub use script::script;
pub use word::{is_keyword, words};

#[doc(no_inline)]
pub use crate::yaml::ScalarMap;
