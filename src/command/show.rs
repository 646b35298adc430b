//! `rulec show`: a game's rules, or one of them, to look at.

use std::path::{Path, PathBuf};

use clap::Args;
use rulec_build::checked::Checked;
use rulec_model::surface::erratum::{Amendment, Change};
use rulec_model::surface::tree::Rule;

use crate::arguments::Every;
use crate::chart;
use crate::ending::{Ending, Result, not_done};
use crate::output::{replace, say};
use crate::project::Project;

#[derive(Debug, Args)]
pub struct Show {
    /// The game.
    game: String,

    /// The rule to show: a table in columns, a sequence by its phases, a flowchart in boxes. A flowchart may be called by its title.
    /// Without it, all rules by chapter.
    rule: Option<String>,

    /// Draws the flowchart into this SVG file.
    #[arg(long, value_name = "FILE", requires = "rule")]
    svg: Option<PathBuf>,
}

impl Show {
    pub fn run(&self, every: &Every) -> Result {
        let game = Project::find(every)?.check(&self.game)?;
        match &self.rule {
            None => say(&chart::overview(&game)),
            Some(name) => {
                let found = chart::called(&game, name);
                if found.is_empty() {
                    return Err(not_done(no_rule(&game, name)));
                }
                if let Some(file) = &self.svg {
                    return draw(&game, &found, file);
                }
                let texts: Vec<String> = found.iter().map(|rule| chart::rule(&game, rule)).collect();
                say(&texts.join("\n"));
            }
        }
        Ok(Ending::Clean)
    }
}

/// Draws the one flowchart among the rules of a name.
fn draw(game: &Checked, found: &[&Rule], file: &Path) -> Result {
    let Some(picture) = found.iter().find_map(|rule| chart::picture(game, rule)) else {
        let names: Vec<&str> = game
            .rules
            .iter()
            .filter(|rule| rule.kind == "flowchart")
            .map(|rule| rule.name.value.as_str())
            .collect();
        let known = if names.is_empty() {
            "there are none".to_owned()
        } else {
            format!("there are {}", names.join(", "))
        };
        return Err(not_done(format!("only flowcharts are drawn; {known}")));
    };
    replace(file, &picture).map_err(|error| not_done(format!("{}: {error}", file.display())))?;
    Ok(Ending::Clean)
}

/// With the erratum that withdrew it, or the nearest that there is.
pub fn no_rule(game: &Checked, name: &str) -> String {
    if let Some(withdrawn) = withdrawn(game, name) {
        return withdrawn;
    }
    let names = game.rules.iter().map(|rule| rule.name.value.as_str());
    let nearest = rulec_model::kinds::nearest(name, names);
    let meant = nearest.map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default();
    format!("`{}` has no rule `{name}`{meant}", game.name)
}

/// Where an erratum of the edition took the rule out.
pub fn withdrawn(game: &Checked, name: &str) -> Option<String> {
    let drops = |amendment: &Amendment| match &amendment.change {
        Change::Drop { rule } => rule.value == name,
        Change::Amend { .. } | Change::Add { .. } => false,
    };
    let erratum = game.in_force().into_iter().find(|erratum| erratum.amendments.iter().any(drops))?;
    let edition = game.edition.as_deref()?;
    Some(format!(
        "`{}` has no rule `{name}` in the edition `{edition}`: the erratum `{}` withdraws it",
        game.name, erratum.name.value
    ))
}
