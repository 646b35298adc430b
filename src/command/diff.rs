//! `rulec diff`: what differs between two revisions of the rules, in words about the rules.

use std::thread;

use clap::{Args, ValueEnum};
use rulec_build::folder::Unreachable;
use rulec_model::diff::Class;

use crate::arguments::Every;
use crate::difference::{self, Difference, GameDifference, Presence};
use crate::ending::{Ending, Result, not_done};
use crate::impact::Studied;
use crate::output::{counted, replace, say, tell};
use crate::sides::{self, Side, Which};

/// A side is a git revision (`main~3`), a folder (of a game or of a project), `edition:NAME`, or the work tree. `git:` and `folder:` before
/// it say which is meant.
///
/// Each change has a class, from the heaviest: behaviour (a guard, an effect, a cell, an edge, an order), interface (state or choices: saves
/// and callers break), citation, wording.
#[derive(Debug, Args)]
pub struct Diff {
    /// The side before.
    #[arg(value_name = "OLD")]
    old: String,

    /// The side now; the work tree when not said.
    #[arg(value_name = "NEW")]
    new: Option<String>,

    /// Compares only this game. May be repeated.
    #[arg(long, value_name = "GAME")]
    game: Vec<String>,

    /// Ends with 1 when a change of this class or a heavier one is not accepted.
    #[arg(long, value_name = "CLASS")]
    fail_on: Option<FailOn>,

    /// Records the changes of this rule as accepted, in the game's `accepted.yaml`. May be repeated.
    #[arg(long, value_name = "RULE", requires = "why")]
    accept: Vec<String>,

    /// Why the changes are as they should be.
    #[arg(long, value_name = "REASON", requires = "accept")]
    why: Option<String>,

    #[command(flatten)]
    studied: Studied,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Behaviour,
    Interface,
    Citation,
    Wording,
}

impl FailOn {
    fn class(self) -> Class {
        match self {
            FailOn::Behaviour => Class::Behaviour,
            FailOn::Interface => Class::Interface,
            FailOn::Citation => Class::Citation,
            FailOn::Wording => Class::Wording,
        }
    }
}

impl Diff {
    pub fn run(&self, every: &Every) -> Result {
        let which = (
            sides::find(&self.old, every)?,
            self.new.as_ref().map_or(Ok(Which::WorkTree), |new| sides::find(new, every))?,
        );
        let (old, new) = self.read(which, every)?;
        let mut difference = difference::between(&old, &new)?;
        if difference.games.is_empty() {
            return Err(not_done(format!("neither side has a game {}", self.game.join(", "))));
        }
        if !self.accept.is_empty() {
            return self.accept(&new, &mut difference);
        }
        if self.studied.games().is_some() {
            self.study(&old, &new, &mut difference)?;
        }
        say(&difference::written(&difference, every.format)?);
        Ok(self.ending(&difference))
    }

    /// Both sides at once: each is read and compiled on its own.
    fn read(&self, which: (Which, Which), every: &Every) -> Result<(Side, Side)> {
        let (old, new) = which;
        thread::scope(|scope| {
            let old = scope.spawn(|| sides::read(old, every, &self.game));
            let new = sides::read(new, every, &self.game);
            let old = old.join().unwrap_or_else(|_| Err(not_done("reading the old side broke off")));
            Ok((old?, new?))
        })
    }

    fn study(&self, old: &Side, new: &Side, difference: &mut Difference) -> Result<()> {
        let mut studied = false;
        for game in difference.games.iter_mut().filter(|game| game.on == Presence::Both) {
            // The same rules play the same games.
            let moved = !game.comparison.is_empty();
            if let (true, Some(old), Some(new)) =
                (moved, old.games.get(&game.name), new.games.get(&game.name))
            {
                game.impact = Some(self.studied.study(old, new, &game.comparison)?);
                studied = true;
            }
        }
        if !studied {
            tell("no rule differs, so no game is played\n");
        }
        Ok(())
    }

    fn ending(&self, difference: &Difference) -> Ending {
        let Some(fail_on) = self.fail_on else { return Ending::Clean };
        let heavy = |game: &GameDifference| game.heaviest().is_some_and(|class| class >= fail_on.class());
        if difference.games.iter().any(heavy) { Ending::Findings } else { Ending::Clean }
    }

    /// Records changes as accepted.
    fn accept(&self, new: &Side, difference: &mut Difference) -> Result {
        let why = self.why.as_deref().unwrap_or_default();
        for rule in &self.accept {
            let differs =
                |game: &GameDifference| game.comparison.rules.iter().any(|change| change.rule == *rule);
            match difference.games.iter().filter(|game| differs(game)).count() {
                0 => return Err(not_done(format!("the rule `{rule}` does not differ"))),
                1 => {}
                _ => {
                    return Err(not_done(format!(
                        "more than one game has a rule `{rule}`: give `--game GAME`"
                    )));
                }
            }
        }
        for game in &mut difference.games {
            let mut count = 0;
            let accepted = game.comparison.rules.iter().filter(|rule| self.accept.contains(&rule.rule));
            for rule in accepted {
                for change in &rule.changes {
                    game.accepted.accept(change.id(&rule.rule), &rule.rule, &change.in_words(), why);
                    count += 1;
                }
            }
            if count == 0 {
                continue;
            }
            let Some(folder) = new.games.get(&game.name).and_then(|side| side.folder.as_ref()) else {
                return Err(not_done(
                    "changes are accepted in a work tree or a folder, not in a git revision",
                ));
            };
            let path = folder.join("accepted.yaml");
            let text = game.accepted.to_text().map_err(not_done)?;
            replace(&path, &text).map_err(|error| Unreachable::at(&path, error))?;
            say(&format!("{}/accepted.yaml: {} accepted\n", game.name, counted(count, "change")));
        }
        Ok(Ending::Clean)
    }
}
