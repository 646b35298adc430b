//! Checked rules to the machine: consequences inserted, procedures that wait cut into points.
//!
//! 0. `anytime` and `asked`: options that stand beside every decision, and decisions that rules answer for bots.
//! 1. `watch`: what each consequence looks at, and what each procedure may bring about.
//! 2. `settle`: every procedure that play can reach is copied with the consequences of its changes
//!    called in place; inside a consequence's own steps that consequence does not fire again, so a
//!    procedure used in both places exists twice where that matters.
//!    A call stands behind the question whether the consequence is due (`due`), so that what is not costs nothing.
//! 3. `suppose`: what suppositions reach is copied with their answers, so that it cannot wait.
//! 4. `waits`: which of those may wait, and that none calls itself.
//! 5. `points`: those that wait are cut where play can be resumed; the others become plain blocks.

mod anytime;
mod asked;
mod due;
mod frames;
mod live;
mod machine;
mod plain;
mod points;
mod settle;
mod suppose;
mod waits;
mod watch;

pub(crate) use machine::lower;
