//! Where output goes: results to standard output, everything else to standard error, colours as the reader wants them.

use std::fmt::Display;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

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

/// Writes a file beside, then renames it, so that a failure leaves the old one whole.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let beside = path.with_file_name(name);
    let replaced = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
    if replaced.is_err() {
        // Half a file helps nobody; why there is none is told.
        let _ = fs::remove_file(&beside);
    }
    replaced
}

/// Whether somebody watches standard error.
pub fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// `1 rule`, `2 rules`
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str) -> String {
    if count == N::from(1) { format!("1 {one}") } else { format!("{count} {one}s") }
}
