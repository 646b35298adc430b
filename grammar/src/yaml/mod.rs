//! The small YAML of rule files: block and flow mappings and lists, plain, quoted and literal scalars.
//!
//! Everything has a byte span. Anchors, aliases, merge keys, tags, tabs, directives and further documents
//! are refused, each with its own message; several problems of a file are reported together.

mod collect;
mod fault;
mod gap;
mod lines;
mod node;
mod read;
mod recover;
mod resume;
mod scalar;

pub use node::{Anchor, Node, Pair, Scalar, ScalarMap, Style, Value};
pub use read::{LARGEST_FILE, read};
