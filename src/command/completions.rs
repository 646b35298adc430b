//! `rulec completions`: what a shell needs to complete our command line, the editions of this project with it.

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::arguments::{Arguments, Every};
use crate::ending::{Ending, Result};
use crate::output::say;
use crate::project::Project;

#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    pub fn run(&self, every: &Every) -> Result {
        let mut command = Arguments::command();
        let editions = editions(every);
        if !editions.is_empty() {
            command = command
                .mut_arg("edition", |edition| edition.value_parser(PossibleValuesParser::new(editions)));
        }
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command, "rulec", &mut text);
        say(&String::from_utf8_lossy(&text));
        Ok(Ending::Clean)
    }
}

/// The editions of all games, each once; none where there is no project to complete for.
fn editions(every: &Every) -> Vec<String> {
    let games = Project::find(every).and_then(|project| project.check_some(&[])).unwrap_or_default();
    let mut editions: Vec<String> = Vec::new();
    for edition in games.iter().flat_map(|game| &game.game).flat_map(|file| &file.editions) {
        if !editions.contains(&edition.name.value) {
            editions.push(edition.name.value.clone());
        }
    }
    editions
}
