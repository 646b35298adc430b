//! Cargo builds a user's engine again when a rule file changes, comes or goes, and for nothing else.
//!
//! A crate like `build/sample` is made in a temporary folder and really built. It shares the sample's target folder, so that what is
//! built here after the sample is the crate alone; without the sample the whole compiler is built first, so only `.ci/run` asks for it.

#![allow(clippy::disallowed_methods, reason = "a test runs Cargo and edits files")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const GAME: &str = "game: coin\ntitle: Coin\ndocument: none\nplayers: player\nstart: toss\n";
const RULES: &str = "rules:
- type: player
  house: Ours.
  members: [one]
- state: heads
  house: Ours.
  type: 0..9
- procedure: toss
  house: Ours.
  do: heads = roll 1d2
";
const MORE: &str = "rules:
- state: tails
  house: Ours.
  type: 0..9
";

/// The build script as users write it, and a mark for each time that it runs.
const SCRIPT: &str = r#"
fn main() -> rulec_build::Result {
    use std::io::Write;
    let marks = std::fs::OpenOptions::new().create(true).append(true).open("../marks");
    marks.and_then(|mut file| file.write_all(b"|")).expect("a mark can be made");
    rulec_build::game("rules/coin").generate()
}
"#;

/// Says how many rules the engine has, and the greatest number of the die.
const PROGRAM: &str = r#"
mod coin { rulec_build::include_engine!("coin"); }

fn main() {
    let says: usize = coin::rulebook::RULES.iter().map(|rule| rule.says.len()).sum();
    println!("{} rules, {says} letters", coin::rulebook::RULES.len());
}
"#;

struct User {
    folder: tempfile::TempDir,
}

impl User {
    fn new() -> User {
        let user = User { folder: tempfile::tempdir().expect("a temporary folder") };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let sample = fs::read_to_string(root.join("build/sample/Cargo.toml")).expect("the sample is there");
        let path = |folder: &str| format!("path = {:?}", root.join(folder));
        let manifest = sample
            .replace("path = \"../../runtime\"", &path("runtime"))
            .replace("path = \"..\"", &path("build"))
            .replace("rulec-build-sample", "rulec-rebuilt");
        user.write("user/Cargo.toml", &manifest);
        // The versions that the sample has been built with, so that nothing is fetched and nothing built twice.
        if let Ok(lock) = fs::read_to_string(root.join("build/sample/Cargo.lock")) {
            user.write("user/Cargo.lock", &lock.replace("rulec-build-sample", "rulec-rebuilt"));
        }
        user.write("user/build.rs", SCRIPT);
        user.write("user/src/main.rs", PROGRAM);
        user.write("user/rules/coin/game.yaml", GAME);
        user.write("user/rules/coin/rules.yaml", RULES);
        user
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        let folder = path.parent().expect("a file stands in a folder");
        fs::create_dir_all(folder).and_then(|()| fs::write(&path, text)).expect("a file can be written");
    }

    /// What the program says, and how often the build script has run.
    fn build_and_run(&self) -> (String, usize) {
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("build/sample/target"), PathBuf::from);
        let ended = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--offline", "--target-dir"])
            .arg(target)
            .current_dir(self.path("user"))
            .output()
            .expect("Cargo runs");
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        let marks = fs::read_to_string(self.path("marks")).expect("the build script has run");
        (String::from_utf8_lossy(&ended.stdout).trim().to_owned(), marks.len())
    }
}

#[test]
#[ignore = "builds a user's crate with Cargo: `.ci/run` does, once the sample is built"]
fn an_engine_is_built_again_when_rules_change_come_or_go_and_for_nothing_else() {
    let user = User::new();
    let built = |rules: usize, letters: usize, runs: usize| {
        assert_eq!(user.build_and_run(), (format!("{rules} rules, {letters} letters"), runs));
    };
    built(3, 0, 1);
    built(3, 0, 1);

    user.write(
        "user/rules/coin/rules.yaml",
        &RULES.replace("  type: 0..9", "  says: How many.\n  type: 0..9"),
    );
    built(3, 9, 2);

    user.write("user/rules/coin/more.yaml", MORE);
    built(4, 9, 3);

    fs::remove_file(user.path("user/rules/coin/more.yaml")).expect("a file can be removed");
    built(3, 9, 4);

    // The program, and what stands beside the game.
    user.write("user/src/main.rs", &format!("{PROGRAM}\n// Edited."));
    user.write("user/rules/notes.txt", "No rule.");
    user.write("user/README.md", "No rule either.");
    built(3, 9, 4);
}
