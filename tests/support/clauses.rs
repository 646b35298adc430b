//! The fenced blocks of `docs/clauses`, and those that are built, compiled.
//!
//! A built block is a rule file of a game of its own; its first line may say who plays and what starts:
//! `# players: side, start: turn`. It may go on in other files, as `# in errata/designer.yaml`. What holds for every clause is tested on these, by the interpreter and as engines.

#![allow(dead_code, reason = "each user takes its part")]

#[path = "parts.rs"]
mod parts;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rulec_build::checked::Checked;
use rulec_grammar::problem::Problems;
use rulec_model::source::Files;
use rulec_model::{Choices, RuleFiles, compile};

/// What stands behind the fence.
pub const BUILT: &str = "yaml check";
pub const ON_PAPER: &str = "yaml paper";

/// A fenced block of a page.
pub struct Block {
    /// Page and line, for messages.
    pub name: String,
    pub page: String,
    pub info: String,
    /// The block's text, as many empty lines before it as the page has lines there: problems show the page's own lines.
    pub text: String,
    /// The block's own first line.
    first: String,
}

/// A block that is built, under the name of its game: `clause_08_bots`, and `clause_08_bots_2` for the page's second.
pub struct Clause {
    pub game: String,
    pub block: Block,
}

/// Where the pages are, from the root of the repository.
pub fn folder(root: &Path) -> PathBuf {
    root.join("docs/clauses")
}

/// Name and text, by name.
pub fn pages(root: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder(root)).expect("the pages are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).expect("readable"))).collect()
}

/// The fenced blocks of all pages, of whatever kind.
pub fn blocks(root: &Path) -> Vec<Block> {
    blocks_of(pages(root))
}

/// What no clause needs and engines must get right all the same: a page of its own beside the engines.
fn corners(root: &Path) -> (String, String) {
    let text = fs::read_to_string(root.join("tests/clause-engines/corners.md")).expect("the page is there");
    ("corners.md".to_owned(), text)
}

fn blocks_of(pages: Vec<(String, String)>) -> Vec<Block> {
    let mut found = Vec::new();
    for (page, text) in pages {
        let mut open: Option<Block> = None;
        for (nth, line) in text.lines().enumerate() {
            match (&mut open, line.strip_prefix("```")) {
                (None, Some(info)) => {
                    let name = format!("{page}:{}", nth + 1);
                    let (info, text) = (info.trim().to_owned(), "\n".repeat(nth + 1));
                    open = Some(Block { name, page: page.clone(), info, text, first: String::new() });
                }
                (Some(_), Some(_)) => found.extend(open.take()),
                (Some(block), None) => {
                    if block.first.is_empty() {
                        block.first = line.to_owned();
                    }
                    block.text.push_str(line);
                    block.text.push('\n');
                }
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "{page}: the last block has no end");
    }
    found
}

/// The blocks that are built.
pub fn built(root: &Path) -> Vec<Clause> {
    let mut of_page: BTreeMap<String, u32> = BTreeMap::new();
    let named = |block: Block| {
        let nth = of_page.entry(block.page.clone()).or_default();
        *nth += 1;
        let page = block.page.trim_end_matches(".md").replace('-', "_");
        let game = if *nth == 1 { format!("clause_{page}") } else { format!("clause_{page}_{nth}") };
        Clause { game, block }
    };
    let mut pages = pages(root);
    pages.push(corners(root));
    blocks_of(pages).into_iter().filter(|block| block.info == BUILT).map(named).collect()
}

impl Clause {
    /// `game.yaml` of the block: what its first line says, or the usual.
    fn game_file(&self) -> String {
        let said = |key: &str, usual: &str| {
            let head = self.block.first.strip_prefix('#').unwrap_or_default();
            let value = head.split(',').find_map(|part| part.trim().strip_prefix(key)?.strip_prefix(':'));
            value.unwrap_or(usual).trim().to_owned()
        };
        let (players, start) = (said("players", "power"), said("start", "main"));
        let game = &self.game;
        format!("game: {game}\ntitle: Clause\ndocument: clause.md\nplayers: {players}\nstart: {start}\n")
    }

    /// The block in each of its game's editions, the default first.
    pub fn compiled(&self, root: &Path) -> Vec<Checked> {
        let default = self.compiled_as(root, None);
        let names: Vec<String> = match &default.game {
            Some(game) => game.edition_names().into_iter().skip(1).map(str::to_owned).collect(),
            None => Vec::new(),
        };
        let others = names.iter().map(|name| self.compiled_as(root, Some(name)));
        let others: Vec<Checked> = others.collect();
        std::iter::once(default).chain(others).collect()
    }

    /// The block, compiled as the rule file of its game; the default edition where none is named.
    pub fn compiled_as(&self, root: &Path, edition: Option<&str>) -> Checked {
        let parts = parts::parts(&self.block.text);
        let mut files = Files::new();
        let page = format!("docs/clauses/{}", self.block.page);
        // The pages' own lines are shown for every part, so the game's head stands on the lines before the block.
        let head = self.game_file();
        let lines = head.lines().count();
        let more = parts.game.get(parts.game.len().min(lines)..).unwrap_or_default();
        let game =
            files.add(if parts.game.is_empty() { "game.yaml" } else { &page }, format!("{head}{more}"));
        let chapter = files.add(page.clone(), parts.rules);
        let errata = parts.errata.into_iter().map(|(_, text)| files.add(page.clone(), text)).collect();
        let mut problems = Problems::new();
        let of = RuleFiles { game, chapters: vec![("clause".to_owned(), chapter)], errata };
        let choices = Choices { edition: edition.map(str::to_owned), readings: Vec::new() };
        let compiled = compile(&files, &of, &choices, &mut problems);
        let name = &self.block.name;
        Checked {
            name: edition.map_or(name.clone(), |edition| format!("{name}, {edition}")),
            folder: folder(root),
            files,
            game: compiled.game,
            rules: compiled.rules,
            errata: compiled.errata,
            edition: compiled.edition,
            machine: compiled.machine,
            lock: None,
            review: None,
            document: None,
            cited: Vec::new(),
            links: None,
            diagnostics: problems.into_sorted(),
        }
    }
}
