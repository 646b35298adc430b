//! `rulec new`: a first rule set, small, whole and playable, to be replaced rule by rule.

use std::fs;
use std::io;
use std::path::Path;

use clap::Args;
use rulec_build::folder::Unreachable;

use super::schema;
use crate::arguments::Every;
use crate::ending::{Ending, Result, not_done};
use crate::output::say;
use crate::project::{self, RULES};

#[derive(Debug, Args)]
pub struct New {
    /// The game's name: small letters, digits and `-`. It becomes a folder, a crate and what you call the game by.
    #[arg(value_name = "GAME")]
    name: String,
}

/// What a new game is made of: path in its folder, text with `GAME` for the name.
const FILES: [(&str, &str); 3] = [
    ("game.yaml", include_str!("new/game.yaml")),
    ("stones.yaml", include_str!("new/stones.yaml")),
    ("examples/first_moves.yaml", include_str!("new/first_moves.yaml")),
];

impl New {
    pub fn run(&self, every: &Every) -> Result {
        let name = &self.name;
        let begins_well = name.starts_with(|first: char| first.is_ascii_lowercase());
        let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if !begins_well || !name.chars().all(fits) || name.ends_with('-') {
            return Err(not_done(format!(
                "`{name}` is no name of a game: small letters, digits and `-`, a letter first"
            )));
        }
        // Without a project around it, the current folder becomes one.
        let root = match (&every.project, project::root(every)) {
            (_, Ok(root)) => root,
            (Some(root), Err(_)) => root.clone(),
            (None, Err(_)) => Path::new(".").to_path_buf(),
        };
        let folder = root.join(RULES).join(name);
        if folder.exists() {
            return Err(not_done(format!("`{RULES}/{name}` is there already")));
        }
        for (path, text) in FILES {
            write(&folder.join(path), &text.replace("GAME", name))?;
            say(&format!("{RULES}/{name}/{path}\n"));
        }
        let schema = root.join(RULES).join(schema::FILE);
        if !schema.exists() {
            write(&schema, &schema::text())?;
            say(&format!("{RULES}/{}\n", schema::FILE));
        }
        say(&next_steps(name));
        Ok(Ending::Clean)
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    let failed = |error: io::Error| Unreachable::at(path, error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    Ok(fs::write(path, text).map_err(failed)?)
}

fn next_steps(name: &str) -> String {
    format!(
        "
A game of stones stands there, so that everything can be tried:
  rulec                            checks it and runs its examples
  rulec play {name} --person all    plays it
Then make it yours:
  put your copy of the rulebook in a folder, name its file at `document:` in game.yaml,
  rulec lock {name} --documents DIR keeps its fingerprints, so that rules can cite it,
  and replace one rule after the other, each with its `cite:`. `rulec coverage {name}` says what is left.
"
    )
}
