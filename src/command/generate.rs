//! `rulec generate`: the engines of the games, in `generated/`.

use std::fmt::Write;

use clap::Args;
use rulec_build::checked::Checked;
use rulec_codegen::GeneratedFile;
use similar::TextDiff;

use crate::arguments::Every;
use crate::ending::{Ending, Result};
use crate::engine::{self, Stale};
use crate::output::{counted, say, tell};
use crate::project::Project;
use crate::report;

/// What a person types to mend stale engines.
pub const MENDS: &str = "rulec generate";

#[derive(Debug, Default, Args)]
pub struct Generate {
    /// The games whose engines are written; all of them when none is named.
    #[arg(value_name = "GAME")]
    games: Vec<String>,

    /// Writes nothing, lists the files that are stale, and ends with 1 when there are some.
    #[arg(long)]
    check: bool,

    /// Shows what changes in each file.
    #[arg(long)]
    diff: bool,
}

impl Generate {
    pub fn run(&self, every: &Every) -> Result {
        let project = Project::find(every)?;
        let games = project.check_some(&self.games)?;
        let mut ending = report::errors_of(&games, every.format);
        let (mut written, mut found) = (0, 0);
        for game in &games {
            let Some(files) = files_of(game) else {
                tell(&format!("{}: not generated, as its rules have errors\n", game.name));
                continue;
            };
            let folder = project.engine(&game.name);
            let stale = engine::stale(&folder, &files)?;
            if self.check {
                found += stale.len();
            } else if !stale.is_empty() {
                engine::write(&folder, &stale)?;
                written += stale.len();
            }
            self.show(&project.shown(&folder), &stale);
        }
        if found > 0 {
            ending = Ending::Findings;
            tell(&format!(
                "{} not as the rules say; `{MENDS}` writes them\n",
                counted(found, "generated file")
            ));
        } else if ending == Ending::Clean {
            tell(&match written {
                0 => "generated/ is up to date\n".to_owned(),
                written => format!("{} written\n", counted(written, "file")),
            });
        }
        Ok(ending)
    }

    fn show(&self, folder: &str, stale: &[Stale<'_>]) {
        let mut text = String::new();
        for file in stale {
            let word = if self.check { file.word() } else { file.done() };
            let _ = writeln!(text, "{folder}/{}: {word}", file.path);
            if self.diff {
                let now = file.now().unwrap_or_default();
                let path = format!("{folder}/{}", file.path);
                text.push_str(
                    &TextDiff::from_lines(file.was(), now).unified_diff().header(&path, &path).to_string(),
                );
            }
        }
        say(&text);
    }
}

/// The files of a game's engine; none where its rules have errors.
pub fn files_of(game: &Checked) -> Option<Vec<GeneratedFile>> {
    game.machine.as_ref().map(rulec_codegen::generate)
}
