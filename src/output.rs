//! Where output goes: results to standard output, everything else to standard error, colours as the reader wants them.

use std::io::{IsTerminal, Write};

use anstream::ColorChoice;

/// When to color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Color {
    /// Where output goes to a terminal; `NO_COLOR` and `CLICOLOR_FORCE` are respected.
    #[default]
    Auto,
    Always,
    Never,
}

/// Decides once, for both streams.
pub fn choose_colors(color: Color) {
    match color {
        // The streams look at the environment and the terminal themselves.
        Color::Auto => {}
        Color::Always => ColorChoice::Always.write_global(),
        Color::Never => ColorChoice::Never.write_global(),
    }
}

/// Writes a result. A reader that has gone away (`rulec check | head`) is no fault of ours.
pub fn say(text: &str) {
    let mut out = anstream::stdout();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes progress, or what is wrong.
pub fn tell(text: &str) {
    let mut out = anstream::stderr();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Whether somebody watches standard error.
pub fn is_watched() -> bool {
    std::io::stderr().is_terminal()
}

/// `1 rule`, `2 rules`
pub fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}
