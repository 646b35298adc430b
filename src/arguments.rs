//! The command line: every command and flag, with the sentence that `--help` shows.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::command;
use crate::output::Color;
use crate::report::Format;

/// A rules compiler for board and war games: cited rules in YAML, checked, tested, played, and written as one Rust engine per game.
///
/// Without a command: checks the rules of every game, runs their examples and says what in `generated/` is stale.
#[derive(Debug, Parser)]
#[command(name = "rulec", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 nothing to report, 1 findings, 2 the job could not be done.")]
pub struct Arguments {
    #[command(flatten)]
    pub every: Every,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Flags of every command.
#[derive(Debug, Args)]
pub struct Every {
    /// The folder of the project, which holds `rules-src/`; otherwise the current folder or the nearest one around it.
    #[arg(long, global = true, value_name = "DIR")]
    pub project: Option<PathBuf>,

    /// The folder with your own copies of the documents, so that messages can show the passages themselves.
    #[arg(long, global = true, value_name = "DIR", env = "RULEC_DOCUMENTS")]
    pub documents: Option<PathBuf>,

    /// The form of the output; each command says which it has.
    #[arg(long, global = true, value_name = "FORMAT")]
    pub format: Option<Format>,

    /// Whether output is coloured.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    /// The edition of the rules: a name from `editions:` in game.yaml; the first there when not said.
    #[arg(long, global = true, value_name = "NAME")]
    pub edition: Option<String>,

    /// Takes another answer to a reading than its default: `--reading loss_mode=loser_only`. May be repeated.
    #[arg(long, global = true, value_name = "NAME=ANSWER")]
    pub reading: Vec<String>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Reads and checks the rules, and writes nothing.
    #[command(visible_alias = "c")]
    Check(command::check::Check),
    /// Runs the examples on the interpreter.
    Test(command::test::Test),
    /// Writes the engines in `generated/`.
    Generate(command::generate::Generate),
    /// Plays a game at the terminal: people in some seats, bots in the others.
    Play(command::play::Play),
    /// Plays many games on all cores and tells outcomes, lengths and choices.
    Simulate(command::simulate::Simulate),
    /// Shows a game's rules, or one: tables, sequences and flowcharts as text.
    Show(command::show::Show),
    /// Explains a diagnostic's code, a kind of rule, or a rule: passage, YAML, machine, Rust and examples together.
    Explain(command::explain::Explain),
    /// Tells which sentences of the documents nobody has accounted for.
    Coverage(command::coverage::CoverageOf),
    /// Keeps fingerprints and numbers of the documents, or proves that they agree.
    Lock(command::lock::LockOf),
    /// Records that rules were held against the passages that they cite.
    Accept(command::accept::Accept),
    /// Tells what differs between two revisions of the rules, and what that does to play.
    Diff(command::diff::Diff),
    /// Begins a game with a small rule set that can be played at once.
    New(command::new::New),
    /// Tells the version, the games, their rules and documents.
    Info(command::info::Info),
    /// Writes the JSON Schema of rule files, for editors.
    Schema(command::schema::Schema),
    /// Writes what a shell needs to complete this command line.
    Completions(command::completions::Completions),
}
