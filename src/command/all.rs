//! Bare `rulec`: checks, runs the examples, and says what in `generated/` is stale. One line when all is well.

use std::time::Instant;

use super::{check, generate, test};
use crate::arguments::Every;
use crate::ending::{Ending, Result};
use crate::engine;
use crate::output::{counted, say, tell};
use crate::project::Project;
use crate::report::{self, Format};

pub fn run(every: &Every) -> Result {
    let began = Instant::now();
    let project = Project::find(every)?;
    let games = project.check_some(&[])?;
    say(&report::written(&games, every.format)?);
    // What a program reads holds nothing for people.
    let tell = if every.format.is_some_and(Format::is_for_programs) { tell } else { say };
    let mut ending = if check::totals(&games).0 > 0 { Ending::Findings } else { Ending::Clean };
    let (mut passed, mut stale) = (0, 0);
    for game in &games {
        let Some(machine) = &game.machine else { continue };
        let tested = test::test(&game.name, machine, None);
        passed += tested.passed;
        if !tested.failed.is_empty() {
            tell(&test::in_words(game, machine, &tested));
            ending = Ending::Findings;
        }
        if let Some(files) = generate::files_of(game) {
            let found = engine::stale(&project.engine(&game.name), &files)?;
            if !found.is_empty() {
                let files = counted(found.len(), "file");
                tell(&format!(
                    "generated/{}: {files} not as the rules say; `{}` writes them\n",
                    game.name,
                    generate::MENDS
                ));
                ending = Ending::Findings;
            }
            stale += found.len();
        }
    }
    let engines = if stale > 0 { "generated/ is stale" } else { "generated/ is up to date" };
    let (summary, examples) = (check::summary(&games), test::passing(passed));
    tell(&match check::totals(&games).0 {
        0 => format!("{summary}; {examples}; {engines} ({:.2} s)\n", began.elapsed().as_secs_f64()),
        _ => format!("{summary}; {examples} ({:.2} s)\n", began.elapsed().as_secs_f64()),
    });
    Ok(ending)
}
