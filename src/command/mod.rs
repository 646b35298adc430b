//! The commands, one file each.

pub mod all;

pub mod check;

pub mod test;

pub mod generate;

pub mod play;

pub mod simulate;

pub mod show;

pub mod explain;

pub mod coverage;

pub mod lock;

pub mod accept;

pub mod diff;

pub mod new;

pub mod info;

pub mod schema;

pub mod completions;

use crate::arguments::{Arguments, Command};
use crate::ending::Result;

/// Does what the command line says.
pub fn run(arguments: &Arguments) -> Result {
    let every = &arguments.every;
    match &arguments.command {
        None => all::run(every),
        Some(Command::Check(check)) => check.run(every),
        Some(Command::Test(test)) => test.run(every),
        Some(Command::Generate(generate)) => generate.run(every),
        Some(Command::Play(play)) => play.run(every),
        Some(Command::Simulate(simulate)) => simulate.run(every),
        Some(Command::Show(show)) => show.run(every),
        Some(Command::Explain(explain)) => explain.run(every),
        Some(Command::Coverage(coverage)) => coverage.run(every),
        Some(Command::Lock(lock)) => lock.run(every),
        Some(Command::Accept(accept)) => accept.run(every),
        Some(Command::Diff(diff)) => diff.run(every),
        Some(Command::New(new)) => new.run(every),
        Some(Command::Info(info)) => info.run(every),
        Some(Command::Schema(schema)) => schema.run(every),
        Some(Command::Completions(completions)) => completions.run(every),
    }
}
