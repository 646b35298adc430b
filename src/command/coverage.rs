//! `rulec coverage`: who accounts for each sentence of the documents.

use clap::Args;
use rulec_build::checked::Checked;
use rulec_model::document::{Claim, Coverage};
use rulec_model::surface::tree::Body;

use crate::arguments::Every;
use crate::ending::{Ending, Result, not_done};
use crate::output::{counted, say, tell};
use crate::project::Project;
use crate::report::{self, Format};

#[derive(Debug, Args)]
pub struct CoverageOf {
    /// The games; all of them when none is named.
    #[arg(value_name = "GAME")]
    games: Vec<String>,
}

impl CoverageOf {
    pub fn run(&self, every: &Every) -> Result {
        let project = Project::find(every)?;
        let games = project.check_some(&self.games)?;
        let mut ending = report::errors_of(&games, every.format);
        for game in &games {
            let Some(coverage) = coverage(game) else {
                if self.games.contains(&game.name) {
                    return Err(not_done(format!(
                        "`{}` has no document.lock: run `rulec lock {0}`",
                        game.name
                    )));
                }
                tell(&format!("{}: no document is locked\n", game.name));
                continue;
            };
            say(&match every.format {
                None | Some(Format::Full) => {
                    format!("{} ({})\n\n{}\n", game.name, coverage.document, coverage.to_text())
                }
                Some(Format::Short) => format!(
                    "{}: {} of {} accounted for\n",
                    game.name,
                    coverage.total.accounted(),
                    counted(coverage.total.sentences, "sentence")
                ),
                Some(Format::Json) => in_json(game, &coverage)?,
                Some(Format::Github | Format::Sarif | Format::Csv | Format::Markdown) => {
                    return Err(not_done("`coverage` writes full, short or json"));
                }
            });
            if coverage.total.unaccounted > 0 {
                tell(&format!(
                    "{}: nobody has accounted for {}\n",
                    game.name,
                    counted(coverage.total.unaccounted, "sentence")
                ));
                ending = Ending::Findings;
            }
        }
        Ok(ending)
    }
}

/// None without a lock.
fn coverage(game: &Checked) -> Option<Coverage> {
    let lock = game.lock.as_ref()?;
    let claims: Vec<Claim<'_>> = game
        .rules
        .iter()
        .zip(&game.cited)
        .map(|(rule, cites)| Claim {
            rule: &rule.name.value,
            kind: rule.kind,
            class: if let Body::NotARule { class, .. } = &rule.body { Some(class) } else { None },
            cites: cites.clone(),
        })
        .collect();
    Some(Coverage::of(lock, &claims))
}

fn in_json(game: &Checked, coverage: &Coverage) -> Result<String> {
    let mut value = serde_json::to_value(coverage).map_err(|error| not_done(error.to_string()))?;
    value["schema"] = 1.into();
    value["game"] = game.name.clone().into();
    Ok(format!("{value}\n"))
}
