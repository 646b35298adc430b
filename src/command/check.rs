//! `rulec check`: everything that is wrong with the rules, and nothing written.

use std::time::Instant;

use clap::Args;
use rulec_build::checked::Checked;

use crate::arguments::Every;
use crate::ending::{Ending, Result};
use crate::output::{counted, say, tell};
use crate::project::Project;
use crate::report;

#[derive(Debug, Default, Args)]
pub struct Check {
    /// The games to check; all of them when none is named.
    #[arg(value_name = "GAME")]
    games: Vec<String>,

    /// Ends with 1 on warnings too.
    #[arg(long)]
    warnings_as_errors: bool,
}

impl Check {
    pub fn run(&self, every: &Every) -> Result {
        let began = Instant::now();
        let project = Project::find(every)?;
        let games = project.check_some(&self.games)?;
        say(&report::written(&games, every.format)?);
        let (errors, warnings) = totals(&games);
        tell(&other_copies(&games));
        tell(&format!("{} in {:.2} s\n", summary(&games), began.elapsed().as_secs_f64()));
        let found = errors > 0 || self.warnings_as_errors && warnings > 0;
        Ok(if found { Ending::Findings } else { Ending::Clean })
    }
}

/// The games whose document at hand is not as it was locked: rules are held against the lock, so this is told and no finding.
fn other_copies(games: &[Checked]) -> String {
    let differing = games.iter().filter_map(|game| {
        let (lock, document) = (game.lock.as_ref()?, game.document.as_ref()?);
        let name = &game.game.as_ref()?.document;
        (!lock.check(document).is_empty()).then(|| {
            format!(
                "{}: your `{name}` is not as it was locked; `rulec lock --check` tells where\n",
                game.name
            )
        })
    });
    differing.collect()
}

/// Errors and warnings of all games.
pub fn totals(games: &[Checked]) -> (usize, usize) {
    (games.iter().map(Checked::errors).sum(), games.iter().map(Checked::warnings).sum())
}

/// `checked 214 rules in 2 games: 3 errors, 1 warning`
pub fn summary(games: &[Checked]) -> String {
    let rules: usize = games.iter().map(|game| game.rules.len()).sum();
    let (errors, warnings) = totals(games);
    let found = match (errors, warnings) {
        (0, 0) => String::new(),
        (0, warnings) => format!(": {}", counted(warnings, "warning")),
        (errors, 0) => format!(": {}", counted(errors, "error")),
        (errors, warnings) => format!(": {}, {}", counted(errors, "error"), counted(warnings, "warning")),
    };
    format!("checked {} in {}{found}", counted(rules, "rule"), counted(games.len(), "game"))
}
