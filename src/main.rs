//! `rulec`: checks, tests, plays and generates the rules of a project.
//!
//! Each command is a file in [`command`]; what they share is the [`project`] that they work on, the [`report`] of what is wrong, and
//! one way to [`end`](ending::Ending): 0 nothing to report, 1 findings, 2 not done. Results go to standard output, progress and
//! what is wrong to standard error, except where what is wrong is the result. No command asks anything when nobody is
//! there, and none starts another process but [`sides`], which asks git for what a revision holds.

#![expect(
    clippy::disallowed_methods,
    reason = "the command is one of the two doors to the world; the passes are not"
)]

mod arguments;
mod ending;
mod output;

mod project;
mod report;

mod engine;

mod start;
mod views;

mod chance;

mod board;

mod session;

mod crew;
mod playout;

mod assist;

mod sides;

mod impact;

mod difference;

mod chart;
mod exercise;

mod command;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Arguments;
use crate::ending::Ending;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    output::choose_colors(arguments.every.color);
    let ending = command::run(&arguments).unwrap_or_else(|not_done| {
        output::tell(&format!("rulec: {not_done}\n"));
        Ending::NotDone
    });
    ending.into()
}
