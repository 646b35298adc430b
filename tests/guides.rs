//! The guides that walk through commands: every file that a page shows is written, every command run, and what comes out is what stands
//! there.
//!
//! A block ```` ```yaml file=PATH ```` is a file of the project; in a block ```` ```console ```` each line `$ COMMAND` is run in
//! a temporary folder, and the lines below it are its output. `# ends with 1` behind a command is its exit code where it is not 0.
//! A line `…` stands for any lines. `RULEC_UPDATE_GUIDES=1 cargo test --test guides` writes what came out into the page; look at the
//! difference, it must be what you meant.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "pages are files, and the command is a process")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A line for any lines.
const ANY: &str = "…";

#[test]
fn the_life_of_an_erratum_is_as_its_page_tells() {
    walk("docs/errata.md");
}

/// Walks through a page and holds it to what comes out.
#[track_caller]
fn walk(page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = fs::read_to_string(&path).expect("the page is there");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut actual, mut lines, mut n_commands) = (String::new(), text.lines(), 0);
    while let Some(line) = lines.next() {
        actual += &format!("{line}\n");
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if info == "console" {
            for (command, expected) in commands(&block) {
                actual += &ran(&folder, command, &expected);
                n_commands += 1;
            }
        } else {
            if let Some((_, file)) = info.split_once(" file=") {
                write(&folder.path().join(file), &block);
            }
            block.iter().for_each(|line| actual += &format!("{line}\n"));
        }
        actual += "```\n";
    }
    assert!(n_commands > 0, "{page} runs nothing");
    if std::env::var_os("RULEC_UPDATE_GUIDES").is_some() {
        fs::write(&path, &actual).expect("the page can be written");
    } else if actual != text {
        let (at, (is, was)) = (1..)
            .zip(actual.lines().zip(text.lines()))
            .find(|(_, (is, was))| is != was)
            .expect("they differ within both");
        panic!(
            "{page}:{at} tells\n  {was}\nand it is\n  {is}\n`RULEC_UPDATE_GUIDES=1 cargo test --test guides` writes the page anew"
        );
    }
}

fn write(path: &Path, lines: &[&str]) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
    fs::write(path, lines.join("\n") + "\n").expect("a file can be written");
}

/// Each command with the lines below it.
fn commands<'p>(block: &[&'p str]) -> Vec<(&'p str, Vec<&'p str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, Vec::new())),
            (None, Some((_, output))) => output.push(line),
            (None, None) => panic!("`{line}` stands before any command"),
        }
    }
    commands
}

/// Runs a command and gives the part of the page that tells it; as it stands there where `…` make up for the difference.
#[track_caller]
fn ran(folder: &TempDir, line: &str, expected: &[&str]) -> String {
    let (command, code) = match line.split_once(" # ends with ") {
        Some((command, code)) => (command, code.parse().expect("an exit code")),
        None => (line, 0),
    };
    let rulec = Path::new(env!("CARGO_BIN_EXE_rulec")).parent().expect("it is in a folder");
    let path = format!("{}:{}", rulec.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder.path())
        .env("PATH", path)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .envs(["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"].map(|name| (name, "A maintainer")))
        .envs(["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"].map(|name| (name, "maintainer@example.invalid")))
        .env("COLUMNS", "110")
        .env_remove("RULEC_DOCUMENTS")
        .env_remove("GITHUB_ACTIONS")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(code), "{command}\n{text}");
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    let told = if matches(expected, &lines) { expected } else { &lines };
    std::iter::once(format!("$ {line}\n")).chain(told.iter().map(|line| format!("{line}\n"))).collect()
}

fn matches(expected: &[&str], actual: &[&str]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((&ANY, rest)) => (0..=actual.len()).any(|skipped| matches(rest, &actual[skipped..])),
        Some((first, rest)) => {
            let is_told = |line: &str| timeless(line) == timeless(first);
            actual.split_first().is_some_and(|(line, others)| is_told(line) && matches(rest, others))
        }
    }
}

/// Without how long something took: `checked 9 rules in 1 game in 0.04 s`.
fn timeless(line: &str) -> String {
    let time = |word: &str| word.trim_start_matches('(').parse::<f64>().is_ok() && word.contains('.');
    let words: Vec<&str> = line.split(' ').collect();
    let seconds =
        |nth: usize| words.get(nth + 1).is_some_and(|next| next.starts_with('s') && next.len() <= 2);
    let kept = words.iter().enumerate().filter(|(nth, word)| !(time(word) && seconds(*nth)));
    kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}
