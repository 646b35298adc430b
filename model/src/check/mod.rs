//! Bodies: expressions with their types and ranges, scripts as typed statements.
//!
//! Invariants of what comes out: every expression's range contains all its values and fits 32 bits; a
//! statement's values fit where they are put, or the statement says that it must be checked in play; nothing
//! rolls or chooses outside a script.

mod access;
mod actions;
mod aggregate;
mod answers;
mod arithmetic;
mod assign;
mod calls;
pub(crate) mod candidates;
mod conditions;
mod decisions;
mod expression;
mod functions;
mod game;
mod hoist;
mod scope;
mod script;
mod suppose;
mod truth;
mod views;
mod ways;
pub(crate) mod typed;
pub(crate) mod walk;

pub(crate) use functions::FunctionSlot;

use rulec_grammar::problem::Problems;

use crate::resolve::Symbols;
use crate::source::Files;
use crate::surface::tree::Rule;

/// What checking works with: the symbols, the rules as written, and where to report.
pub(crate) struct Checker<'s> {
    pub files: &'s Files,
    pub surface: &'s [Rule],
    pub symbols: Symbols,
    pub functions: Vec<FunctionSlot>,
    /// What functions suppose, in the order in which they were checked.
    pub suppositions: Vec<suppose::Supposition>,
    pub problems: &'s mut Problems,
    /// The rule that reports are about, and its citations.
    about: Option<String>,
    about_cites: Vec<String>,
}

impl<'s> Checker<'s> {
    pub fn new(
        files: &'s Files,
        surface: &'s [Rule],
        symbols: Symbols,
        problems: &'s mut Problems,
    ) -> Checker<'s> {
        let functions = symbols.functions.iter().map(|_| FunctionSlot::Unchecked).collect();
        Checker {
            files,
            surface,
            symbols,
            functions,
            suppositions: Vec::new(),
            problems,
            about: None,
            about_cites: Vec::new(),
        }
    }
}
