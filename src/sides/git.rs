//! A git revision, read through git itself: the work tree, the index and the refs are not touched.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use rulec_build::folder::Shelf;

use crate::ending::{Result, not_done};

/// Files of a revision, by their paths below the project's folder, with `/`.
#[derive(Debug, Default)]
pub struct Tree {
    files: BTreeMap<String, Vec<u8>>,
}

/// The commit that a revision is, if git knows it here.
pub fn commit(root: &Path, revision: &str) -> Result<Option<String>> {
    let wanted = format!("{revision}^{{commit}}");
    let (found, out) = run(root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted])?;
    let id = out.split_whitespace().last().unwrap_or_default().to_owned();
    Ok((found && !id.is_empty()).then_some(id))
}

/// Whether the folder lies in a git repository.
pub fn is_repository(root: &Path) -> bool {
    run(root, &["rev-parse", "--git-dir"]).is_ok_and(|(found, _)| found)
}

/// Reads the parts of a commit that lie in these folders of the project.
pub fn tree(root: &Path, commit: &str, folders: &[&str]) -> Result<Tree> {
    let (_, prefix) = run(root, &["rev-parse", "--show-prefix"])?;
    let prefix = prefix.trim_end_matches('\n');
    let mut arguments = vec!["ls-tree".to_owned(), "-r".into(), "-z".into(), "--full-tree".into()];
    arguments.extend([commit.to_owned(), "--".into()]);
    arguments.extend(folders.iter().map(|folder| format!("{prefix}{folder}")));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (listed, list) = run(root, &arguments)?;
    if !listed {
        return Err(not_done(format!("git cannot list what is in `{commit}`")));
    }
    // `100644 blob 8a1f…<tab>rules-src/pebbles/game.yaml`; links and modules are no files of rules.
    let blobs: Vec<(String, String)> = list
        .split('\0')
        .filter_map(|entry| {
            let (head, path) = entry.split_once('\t')?;
            let mut words = head.split(' ');
            let (mode, id) = (words.next()?, words.nth(1)?);
            let path = path.strip_prefix(prefix)?;
            mode.starts_with("100").then(|| (path.to_owned(), id.to_owned()))
        })
        .collect();
    let contents = contents(root, blobs.iter().map(|(_, id)| id.clone()).collect())?;
    Ok(Tree { files: blobs.into_iter().map(|(path, _)| path).zip(contents).collect() })
}

/// The contents of blobs, in one run of git.
fn contents(root: &Path, ids: Vec<String>) -> Result<Vec<Vec<u8>>> {
    let mut child = git(root)
        .args(["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(no_git)?;
    let count = ids.len();
    let stdin = child.stdin.take();
    // Git answers while it is still being asked, so somebody else must ask.
    let asking = thread::spawn(move || {
        let Some(mut stdin) = stdin else { return };
        for id in ids {
            if writeln!(stdin, "{id}").is_err() {
                return;
            }
        }
    });
    let output = child.wait_with_output().map_err(no_git)?;
    let _ = asking.join();
    let mut rest = output.stdout.as_slice();
    let mut contents = Vec::with_capacity(count);
    for _ in 0..count {
        let (content, after) = blob(rest).ok_or_else(|| not_done("git gave a blob that cannot be read"))?;
        contents.push(content.to_vec());
        rest = after;
    }
    Ok(contents)
}

/// `<id> blob <size>`, a line break, the bytes, a line break.
fn blob(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let head = std::str::from_utf8(rest.get(..end)?).ok()?;
    let size: usize = head.rsplit(' ').next()?.parse().ok()?;
    let content = rest.get(end + 1..end + 1 + size)?;
    Some((content, rest.get(end + 2 + size..)?))
}

/// Whether git ended well, and what it said.
fn run(root: &Path, arguments: &[&str]) -> Result<(bool, String)> {
    let output = git(root).args(arguments).stderr(Stdio::null()).output().map_err(no_git)?;
    Ok((output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned()))
}

fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    // Nothing is written, a refreshed index neither.
    git.arg("-C").arg(root).env("GIT_OPTIONAL_LOCKS", "0");
    git
}

fn no_git(error: io::Error) -> crate::ending::NotDone {
    not_done(format!("git cannot be run: {error}"))
}

impl Tree {
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The files below a folder, by their paths below it.
    pub fn below(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let prefix = format!("{folder}/");
        let own = self.files.range(prefix.clone()..).take_while(|(path, _)| path.starts_with(&prefix));
        own.map(|(path, bytes)| (path[prefix.len()..].to_owned(), bytes.clone())).collect()
    }
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

impl Shelf for Tree {
    fn is_folder(&self, path: &Path) -> bool {
        let prefix = format!("{}/", slashed(path));
        self.files.range(prefix.clone()..).next().is_some_and(|(path, _)| path.starts_with(&prefix))
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<String>> {
        let prefix = format!("{}/", slashed(folder));
        let below = self.files.range(prefix.clone()..).take_while(|(path, _)| path.starts_with(&prefix));
        let mut names: Vec<String> =
            below.filter_map(|(path, _)| path[prefix.len()..].split('/').next().map(str::to_owned)).collect();
        names.dedup();
        Ok(names)
    }

    fn size(&self, file: &Path) -> io::Result<u64> {
        Ok(self.file(file)?.len() as u64)
    }

    fn bytes(&self, file: &Path) -> io::Result<Vec<u8>> {
        self.file(file).cloned()
    }
}

impl Tree {
    fn file(&self, path: &Path) -> io::Result<&Vec<u8>> {
        self.files.get(&slashed(path)).ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }
}

/// Where the files of a revision are said to lie.
pub fn root() -> PathBuf {
    PathBuf::new()
}
