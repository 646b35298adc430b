//! A project in a temporary folder, and the command run in it.

#![allow(dead_code, reason = "each test file uses its own part of this")]
#![expect(clippy::disallowed_methods, reason = "the command is a process, and works on files")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// What the command said, and how it ended.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// Asserts the exit code, and shows everything where it is another.
    #[track_caller]
    pub fn ends(self, code: i32) -> Ran {
        assert_eq!(self.code, code, "\nout:\n{}\nerr:\n{}", self.out, self.err);
        self
    }
}

pub struct Project {
    folder: TempDir,
}

impl Project {
    /// An empty folder.
    pub fn empty() -> Project {
        Project { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// The game that `rulec new pebbles` makes.
    pub fn pebbles() -> Project {
        let project = Project::empty();
        project.run(&["new", "pebbles"]).ends(0);
        project
    }

    /// A game of the repository.
    pub fn copy_of(game: &str) -> Project {
        let project = Project::empty();
        project.copy(Path::new(env!("CARGO_MANIFEST_DIR")), &Path::new("rules-src").join(game));
        project
    }

    fn copy(&self, root: &Path, folder: &Path) {
        let entries = fs::read_dir(root.join(folder)).expect("the folder is there");
        for path in entries.map(|entry| folder.join(entry.expect("readable").file_name())) {
            if root.join(&path).is_dir() {
                self.copy(root, &path);
            } else {
                let bytes = fs::read(root.join(&path)).expect("readable");
                self.write(path.to_str().expect("plain names"), bytes);
            }
        }
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect("the file is there")
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("it is in the project")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }

    /// Replaces a text that must be there.
    #[track_caller]
    pub fn edit(&self, path: &str, was: &str, now: &str) {
        let text = self.read(path);
        assert!(text.contains(was), "`{was}` is not in {path}");
        self.write(path, text.replace(was, now));
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with(arguments, "")
    }

    /// With these lines on standard input.
    pub fn run_with(&self, arguments: &[&str], input: &str) -> Ran {
        run_in(self.folder.path(), arguments, input)
    }
}

/// The path of the stones' rules.
pub const STONES: &str = "rules-src/pebbles/stones.yaml";

pub fn run_in(folder: &Path, arguments: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulec"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("RULEC_DOCUMENTS")
        .env_remove("GITHUB_ACTIONS")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A command that does not read its input closes it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
