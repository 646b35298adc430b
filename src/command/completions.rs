//! `rulec completions`: what a shell needs to complete our command line.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::ending::{Ending, Result};
use crate::output::say;

#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    pub fn run(&self) -> Result {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "rulec", &mut text);
        say(&String::from_utf8_lossy(&text));
        Ok(Ending::Clean)
    }
}
