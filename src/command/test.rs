//! `rulec test`: the examples of the rules, run on the interpreter.

use std::fmt::Write;

use clap::Args;
use rulec_build::checked::Checked;
use rulec_build::place::place;
use rulec_model::interpreter::example::{self, Failure};
use rulec_model::interpreter::{Layout, Prepared};
use rulec_model::machine::{Example, Machine, Origin};
use rulec_model::surface::tree::Body;
use serde_json::json;

use crate::arguments::Every;
use crate::ending::{Ending, Result, not_done};
use crate::exercise;
use crate::output::{counted, say, tell};
use crate::project::Project;
use crate::report::{self, Format};

#[derive(Debug, Default, Args)]
pub struct Test {
    /// Only examples whose name contains this.
    #[arg(value_name = "FILTER")]
    filter: Option<String>,

    /// The games whose examples are run; all of them when none is named. May be repeated.
    #[arg(long, value_name = "GAME")]
    game: Vec<String>,
}

/// How the examples of one game came out.
pub struct Tested<'m> {
    pub game: &'m str,
    pub passed: usize,
    pub failed: Vec<(&'m Example, Vec<Failure>)>,
}

impl Test {
    pub fn run(&self, every: &Every) -> Result {
        let project = Project::find(every)?;
        let games = project.check_some(&self.game)?;
        let mut ending = report::errors_of(&games, every.format);
        let mut ran = 0;
        for game in &games {
            let Some(machine) = &game.machine else {
                tell(&format!("{}: not tested, as its rules have errors\n", game.name));
                continue;
            };
            let tested = test(&game.name, machine, self.filter.as_deref());
            ran += tested.passed + tested.failed.len();
            say(&match every.format {
                Some(Format::Json) => in_json(game, machine, &tested),
                Some(
                    Format::Full
                    | Format::Short
                    | Format::Github
                    | Format::Sarif
                    | Format::Csv
                    | Format::Markdown,
                )
                | None => in_words(game, machine, &tested),
            });
            if !tested.failed.is_empty() {
                ending = Ending::Findings;
            }
        }
        match (&self.filter, ran, ending) {
            (Some(filter), 0, Ending::Clean) => {
                Err(not_done(format!("no example has `{filter}` in its name")))
            }
            (_, _, ending) => Ok(ending),
        }
    }
}

/// Runs the examples whose names contain the filter.
pub fn test<'m>(game: &'m str, machine: &'m Machine, filter: Option<&str>) -> Tested<'m> {
    let layout = Layout::of(machine);
    let prepared = Prepared::new(machine, &layout);
    let mut tested = Tested { game, passed: 0, failed: Vec::new() };
    let named = |example: &&Example| filter.is_none_or(|filter| example.name.contains(filter));
    for example in machine.examples.iter().filter(named) {
        let failures = example::run(&prepared, example);
        if failures.is_empty() {
            tested.passed += 1;
        } else {
            tested.failed.push((example, failures));
        }
    }
    tested
}

/// The failures, then one line for the game.
pub fn in_words(game: &Checked, machine: &Machine, tested: &Tested<'_>) -> String {
    let mut text = String::new();
    for (example, failures) in &tested.failed {
        let rule = machine.rules.get(example.rule.idx());
        let cites = rule.map(|rule| rule.cites.join("; ")).filter(|cites| !cites.is_empty());
        let cites = cites.map(|cites| format!(" (cites {cites})")).unwrap_or_default();
        let at = report::place_of_rule(game, &example.name).map(|at| format!("{at}: ")).unwrap_or_default();
        let _ = writeln!(text, "{at}example `{}` fails{cites}", example.name);
        for failure in failures {
            let step = step(game, example, failure);
            let step = step.map(|(number, line)| format!("step {number}, line {line}: ")).unwrap_or_default();
            let _ = writeln!(text, "  {step}{}", failure.what);
        }
    }
    let owned = private_tables(machine);
    if !tested.failed.is_empty() && !owned.is_empty() {
        let owned = owned.join("`, `");
        let _ = writeln!(
            text,
            "  private fills give `{owned}`; an example that stands on the values of the house may fail with them"
        );
    }
    let count = tested.passed + tested.failed.len();
    let _ = match tested.failed.len() {
        0 => writeln!(text, "{}: {}", tested.game, passing(count)),
        1 => writeln!(text, "{}: 1 of {} fails", tested.game, counted(count, "example")),
        failed => writeln!(text, "{}: {failed} of {} fail", tested.game, counted(count, "example")),
    };
    text
}

/// The tables that an owner's own values fill.
fn private_tables(machine: &Machine) -> Vec<&str> {
    let rules = machine.rules.iter();
    rules.filter(|rule| matches!(rule.origin, Origin::Private(_))).map(|rule| rule.name.as_str()).collect()
}

/// `1 example passes`, `2 examples pass`
pub fn passing(count: usize) -> String {
    format!("{} pass{}", counted(count, "example"), if count == 1 { "es" } else { "" })
}

/// The written step that came out otherwise, and its line.
fn step(game: &Checked, example: &Example, failure: &Failure) -> Option<(usize, usize)> {
    let rule = game.rules.iter().find(|rule| rule.kind == "example" && rule.name.value == example.name)?;
    let Body::Example(written) = &rule.body else { return None };
    let (number, span) = *exercise::written_steps(written).get(failure.step?)?;
    let text = &game.files.get(span.file)?.text;
    Some((number, place(text, span.range().start).line))
}

/// A line for each example that fails, and one for the game.
fn in_json(game: &Checked, machine: &Machine, tested: &Tested<'_>) -> String {
    let mut text = String::new();
    for (example, failures) in &tested.failed {
        let cites = machine.rules.get(example.rule.idx()).map(|rule| rule.cites.clone()).unwrap_or_default();
        let failure = |failure: &Failure| {
            let step = step(game, example, failure);
            json!({ "step": step.map(|step| step.0), "line": step.map(|step| step.1), "message": failure.what })
        };
        let failures: Vec<_> = failures.iter().map(failure).collect();
        let at = report::place_of_rule(game, &example.name);
        let line = json!({
            "schema": 1, "game": tested.game, "example": example.name, "cites": cites, "at": at, "failures": failures,
        });
        let _ = writeln!(text, "{line}");
    }
    let line =
        json!({ "schema": 1, "game": tested.game, "passed": tested.passed, "failed": tested.failed.len() });
    let _ = writeln!(text, "{line}");
    text
}
