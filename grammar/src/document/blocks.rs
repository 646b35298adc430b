//! The paragraphs of a numbered document, and what each begins: a section, an item, a line of the contents.
//!
//! A line is a paragraph, unless it clearly goes on from the line before. A number begins a section only where it
//! can: the lines of a table of contents and the items of a numbered list are told apart by what stands around
//! them.

use std::collections::HashMap;
use std::ops::Range;

use super::heading;
use super::layout::Line;
use super::start::{self, Number};

/// The fewest lines of section numbers in a row that make a table of contents.
const SHORTEST_CONTENTS: usize = 3;

/// A paragraph and what it begins with.
#[derive(Debug)]
pub struct Block {
    /// What follows the markers.
    pub range: Range<usize>,
    pub start: Start,
    pub after_blank: bool,
    pub before_blank: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// A section number.
    Section(Number),
    /// `## ` without a number; the level.
    Markdown(u8),
    /// A list marker; the item's number where it has one.
    Item(Option<u32>),
    /// A line of a table of contents.
    Contents,
    Paragraph,
}

/// The paragraphs of a document and what each begins.
pub fn of(text: &str, lines: &[Line]) -> Vec<Block> {
    let mut blocks = paragraphs(text, lines);
    settle_chapters(text, &mut blocks);
    settle_contents(text, &mut blocks);
    blocks
}

fn paragraphs(text: &str, lines: &[Line]) -> Vec<Block> {
    let wrapped = lines.iter().all(|line| line.range.len() <= 120);
    let mut blocks: Vec<Block> = Vec::new();
    for line in lines {
        let content = line.text(text);
        let (length, start) = start_of(content);
        let goes_on = start == Start::Paragraph
            && !line.after_blank
            && blocks.last().is_some_and(|before| goes_on(text, before, content, wrapped));
        match blocks.last_mut() {
            Some(before) if goes_on => {
                before.range.end = line.range.end;
                before.before_blank = line.before_blank;
            }
            _ => blocks.push(Block {
                range: line.range.start + length..line.range.end,
                start,
                after_blank: line.after_blank,
                before_blank: line.before_blank,
            }),
        }
    }
    blocks
}

fn start_of(line: &str) -> (usize, Start) {
    if let Some((level, hashes)) = start::hashes(line) {
        let rest = line.get(hashes..).unwrap_or_default();
        return match start::number(rest) {
            Some(number) => (hashes + number.length, Start::Section(Number { dotted: true, ..number })),
            None => (hashes, Start::Markdown(level)),
        };
    }
    if let Some(number) = start::number(line) {
        let rest = line.get(number.length..).unwrap_or_default();
        // `2.5 of them` is the rest of a sentence.
        if !rest.starts_with(|c: char| c.is_lowercase()) {
            return (number.length, Start::Section(number));
        }
    }
    match start::marker(line) {
        Some(length) => (length, Start::Item(start::ordinal(line))),
        None => (0, Start::Paragraph),
    }
}

/// Whether a line without markers goes on from the line above it.
fn goes_on(text: &str, before: &Block, line: &str, wrapped: bool) -> bool {
    if start::prefix(line).is_some() || matches!(before.start, Start::Markdown(_)) {
        return false;
    }
    let above = text.get(before.range.clone()).unwrap_or_default();
    let last = above.lines().next_back().unwrap_or_default();
    let small = line.starts_with(|c: char| c.is_lowercase());
    // In a document that is wrapped everywhere, a long line goes on however the next one begins.
    let long = wrapped && last.len() >= 50 && !last.ends_with(':');
    (small || long) && !line.contains('\t')
}

/// Makes items of the numbers without dots that begin no chapter: `4. …` in a list.
fn settle_chapters(text: &str, blocks: &mut [Block]) {
    let mut next_dotted = vec![None; blocks.len()];
    let mut coming = None;
    for (block, next) in blocks.iter().zip(next_dotted.iter_mut()).rev() {
        *next = coming;
        if let Start::Section(number) = &block.start
            && number.dotted
        {
            coming = chapter_of(&number.id);
        }
    }
    let any_dotted = coming.is_some();
    let mut chapter = None;
    let mut item_above = None;
    for (block, next) in blocks.iter_mut().zip(next_dotted) {
        let Start::Section(number) = &block.start else {
            item_above = None;
            continue;
        };
        let own = chapter_of(&number.id);
        let title = text.get(block.range.clone()).unwrap_or_default();
        let in_list = item_above.is_some() && item_above == own.and_then(|own| own.checked_sub(1));
        let in_order = own == Some(chapter.unwrap_or(0) + 1) || (any_dotted && chapter.is_none());
        let followed = if any_dotted { next == own } else { !block_is_item_like(block) };
        if number.dotted || (heading::is_title(title) && in_order && followed && !in_list) {
            chapter = own;
            item_above = None;
        } else {
            item_above = own;
            block.start = Start::Item(own);
        }
    }
}

/// In a document without dotted numbers a chapter stands by itself.
fn block_is_item_like(block: &Block) -> bool {
    !block.after_blank
}

fn chapter_of(number: &str) -> Option<u32> {
    number.split('.').next()?.parse().ok()
}

/// Takes out the lines of a table of contents: several in a row, all with numbers that come again.
fn settle_contents(text: &str, blocks: &mut [Block]) {
    let mut last_at: HashMap<String, usize> = HashMap::new();
    for (idx, block) in blocks.iter().enumerate() {
        if let Start::Section(number) = &block.start {
            last_at.insert(number.id.clone(), idx);
        }
    }
    let mut run: Vec<usize> = Vec::new();
    let mut contents: Vec<usize> = Vec::new();
    for (idx, block) in blocks.iter().enumerate() {
        let title = text.get(block.range.clone()).unwrap_or_default();
        let again = match &block.start {
            Start::Section(number) => heading::is_title(title) && last_at.get(&number.id) > Some(&idx),
            Start::Markdown(_) | Start::Item(_) | Start::Contents | Start::Paragraph => false,
        };
        if again {
            run.push(idx);
        } else {
            if run.len() >= SHORTEST_CONTENTS {
                contents.append(&mut run);
            }
            run.clear();
        }
    }
    for idx in contents {
        if let Some(block) = blocks.get_mut(idx) {
            block.start = Start::Contents;
        }
    }
    let item = |block: &Block| {
        let content = text.get(block.range.clone()).unwrap_or_default();
        let number = start::number(content).filter(|number| number.dotted)?;
        let title = content.get(number.length..).unwrap_or_default();
        (last_at.contains_key(&number.id) && heading::is_title(title)).then_some(())
    };
    for block in blocks.iter_mut().filter(|block| matches!(block.start, Start::Item(_))) {
        if item(block).is_some() {
            block.start = Start::Contents;
        }
    }
}
