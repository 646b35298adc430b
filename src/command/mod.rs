//! The commands, one file each.

pub mod check;
pub mod test;
pub mod generate;

use crate::arguments::{Arguments, Command};
use crate::ending::Result;

/// Does what the command line says.
pub fn run(arguments: &Arguments) -> Result {
    let every = &arguments.every;
    match &arguments.command {
        Some(Command::Check(check)) => check.run(every),
        Some(Command::Test(test)) => test.run(every),
        Some(Command::Generate(generate)) => generate.run(every),
        None => check::Check::default().run(every),
    }
}
