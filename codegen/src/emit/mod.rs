//! Emission: one function per construct, one `quote!` each; what anything is called was decided by the plan.

mod aggregate;
mod bits;
mod cells;
mod choice;
mod conditions;
mod constants;
mod contract;
mod decisions;
mod engine;
mod examples;
mod expression;
mod files;
mod frames;
mod kept;
mod loops;
mod manifest;
mod modifiers;
mod narrowed;
mod page;
mod points;
mod rulebook;
mod rules;
mod sets;
mod simplify;
mod state;
mod steps;
mod told;
mod tour;
mod types;
mod ways;

pub use files::{as_crate, as_module, modifier_lines, rule};

/// Whether choices can be read from their words.
fn choice_is_readable(plan: &crate::plan::Plan<'_>) -> bool {
    choice::is_readable(&plan.choices)
}
