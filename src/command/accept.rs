//! `rulec accept`: records that a person has held a rule against the passage that it cites.

use clap::Args;
use rulec_build::checked::Checked;
use rulec_build::folder::Unreachable;
use rulec_model::document::Lock;
use rulec_model::document::review::Review;
use rulec_model::surface::erratum::Change;
use rulec_model::surface::tree::{Rule, full_name};

use super::show::no_rule;
use crate::arguments::Every;
use crate::ending::{Ending, Result, not_done};
use crate::output::{counted, replace, say};
use crate::project::Project;

/// From then on `rulec check` names a rule as unreviewed when a sentence that it cites changes.
#[derive(Debug, Args)]
pub struct Accept {
    /// The rules that were looked at.
    #[arg(value_name = "RULE", required_unless_present = "all")]
    rules: Vec<String>,

    /// Takes every rule of the game as looked at.
    #[arg(long, conflicts_with = "rules")]
    all: bool,

    /// The game of the rules, where more than one has a rule of that name.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

impl Accept {
    pub fn run(&self, every: &Every) -> Result {
        let project = Project::find(every)?;
        let named: Vec<String> = self.game.iter().cloned().collect();
        let games = project.check_some(&named)?;
        if self.all {
            if games.len() > 1 {
                return Err(not_done("which game? give `--game GAME`"));
            }
            for game in &games {
                let rules = game.rules.iter().map(|rule| rule.name.value.as_str()).collect::<Vec<_>>();
                accept(&project, game, &rules)?;
            }
            return Ok(Ending::Clean);
        }
        for rule in &self.rules {
            let having: Vec<&Checked> =
                games.iter().filter(|game| game.rules.iter().any(|one| one.name.value == *rule)).collect();
            if let [_, _, ..] = having.as_slice() {
                return Err(not_done(format!("more than one game has a rule `{rule}`: give `--game GAME`")));
            }
            if having.is_empty() {
                let why: Vec<String> = games.iter().map(|game| no_rule(game, rule)).collect();
                return Err(not_done(why.join("\n")));
            }
        }
        for game in &games {
            let has = |name: &&str| game.rules.iter().any(|rule| rule.name.value == *name);
            let rules: Vec<&str> = self.rules.iter().map(String::as_str).filter(has).collect();
            if !rules.is_empty() {
                accept(&project, game, &rules)?;
            }
        }
        Ok(Ending::Clean)
    }
}

fn accept(project: &Project, game: &Checked, accepted: &[&str]) -> Result<()> {
    let Some(lock) = &game.lock else {
        return Err(not_done(format!("`{}` has no document.lock to accept rules against", game.name)));
    };
    let mut review = game.review.clone().unwrap_or_default();
    record(game, lock, accepted, &mut review);
    let path = game.folder.join("reviewed.yaml");
    let shown = project.shown(&path);
    replace(&path, &review.to_text()).map_err(|error| Unreachable { path: shown.clone(), error })?;
    say(&format!("{shown}: {} accepted\n", counted(accepted.len(), "rule")));
    Ok(())
}

fn record(game: &Checked, lock: &Lock, accepted: &[&str], review: &mut Review) {
    for (rule, cites) in game.rules.iter().zip(&game.cited) {
        if accepted.contains(&rule.name.value.as_str()) && !cites.is_empty() {
            review.accept(lock, &rule.full_name(), cites);
        }
    }
    // Rules that have gone are forgotten, so that the file does not grow for ever.
    let mut names: Vec<String> = game.rules.iter().map(Rule::full_name).collect();
    // Those of the other editions have not gone.
    for amendment in game.errata.iter().flat_map(|erratum| &erratum.amendments) {
        match &amendment.change {
            Change::Drop { rule } => names.push(rule.value.clone()),
            Change::Add { rule, .. } => {
                let first = rule.as_map().and_then(<[_]>::first);
                let named = first.and_then(|pair| Some((pair.key.value.as_str(), pair.value.as_text()?)));
                names.extend(named.map(|(kind, name)| full_name(kind, name)));
            }
            Change::Amend { .. } => {}
        }
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    review.keep_only(&names);
}
