//! The `build.rs` door: a game's rules to an engine in `OUT_DIR`.
//!
//! ```no_run
//! // build.rs
//! fn main() -> rulec_build::Result {
//!     rulec_build::game("rules-src/sekvan").generate()
//! }
//! ```
//!
//! On the user's side `mod sekvan { rulec_build::include_engine!("sekvan"); }` is all. Cargo runs the script again when a rule
//! file changes, comes or goes, and nothing else makes it; an engine that did not change is not written. What is wrong with the rules is drawn at its place in the YAML, then said to Cargo in one line for each problem.
//!
//! Reading ([`folder`]), checking ([`checked`]) and drawing ([`draw`]) are here, below the command, because both need them
//! and this crate must stay light: no command line, no colours. It must never start another process or write outside `OUT_DIR`.

#![cfg_attr(
    feature = "generate",
    expect(
        clippy::disallowed_methods,
        reason = "this is one of the two doors to the world; the passes are not"
    )
)]

#[cfg(feature = "generate")]
mod door;

#[cfg(feature = "generate")]
pub mod folder;

#[cfg(feature = "generate")]
pub mod checked;

#[cfg(feature = "documents")]
pub mod document;

#[cfg(feature = "generate")]
mod citations;

#[cfg(feature = "generate")]
pub mod links;

#[cfg(feature = "generate")]
mod audited;

#[cfg(feature = "generate")]
pub mod place;

#[cfg(feature = "generate")]
pub mod draw;

#[cfg(feature = "generate")]
pub use door::{Failed, Game, Result, game};

/// The engine that `build.rs` made of this game, in place: `mod sekvan { rulec_build::include_engine!("sekvan"); }`.
///
/// An engine holds all that its rules say, and hardly any program calls all of it: what is not called is no warning.
#[macro_export]
macro_rules! include_engine {
    ($game:literal) => {
        #[allow(dead_code, reason = "a program calls what it needs of an engine")]
        mod generated {
            include!(concat!(env!("OUT_DIR"), "/", $game, "/engine.rs"));
        }
        #[allow(unused_imports, reason = "a program names what it needs of an engine")]
        pub use generated::*;
    };
}
