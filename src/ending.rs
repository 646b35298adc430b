//! How a command ends.

use std::fmt;
use std::process::ExitCode;

use rulec_build::folder::Unreachable;

/// The exit codes, the same for every command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// 0: done, and nothing to report; warnings do not count.
    Clean,
    /// 1: done, and there is something: errors in rules, an example that fails, stale output.
    Findings,
    /// 2: not done: bad flags, an unreadable file, nothing to work on.
    NotDone,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> ExitCode {
        ExitCode::from(match ending {
            Ending::Clean => 0,
            Ending::Findings => 1,
            Ending::NotDone => 2,
        })
    }
}

/// Why the job could not be done, in one or more lines.
#[derive(Debug)]
pub struct NotDone(pub String);

impl fmt::Display for NotDone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Unreachable> for NotDone {
    fn from(unreachable: Unreachable) -> NotDone {
        NotDone(unreachable.to_string())
    }
}

/// What commands give.
pub type Result<T = Ending> = std::result::Result<T, NotDone>;

/// For `Err(not_done("…"))`.
pub fn not_done(why: impl Into<String>) -> NotDone {
    NotDone(why.into())
}
