//! Scripts: lines, put together into blocks by their indentation.

use std::collections::HashSet;

use super::check::DEEPEST;
use super::rules::Source;
use super::statement::{self, Line};
use super::tree::{Block, Statement, StatementKind};
use super::word::{self, WordKind};
use crate::problem::Problems;
use crate::problem::expression::{
    ElseWithoutIf, EmptyScript, MissingBlock, OddIndentation, TabInScript, TooDeep, UnevenIndentation,
};
use crate::span::Span;
use crate::yaml::ScalarMap;

/// Reads a script. A line that cannot be read is reported and poisoned; the others are still read.
pub fn script(text: &str, map: &ScalarMap, problems: &mut Problems) -> Block {
    let source = Source::whole(text, map);
    let lines = lines(source);
    report_tabs(source, problems);
    if lines.is_empty() {
        problems.report(EmptyScript { span: source.extent() });
    }
    let mut reader = Reader { source, lines, at: 0 };
    let mut block = Block::new();
    while let Some(line) = reader.next() {
        if !block.is_empty() && !line.tab {
            problems.report(UnevenIndentation { span: line.indentation(source) });
        }
        block.extend(reader.block(line.indent, 1, problems));
    }
    block
}

/// One tab gets a message, however many there are.
fn report_tabs(source: Source, problems: &mut Problems) {
    let tab = word::split(source.text).find(|word| word.kind == WordKind::Tab);
    if let Some(tab) = tab {
        problems.report(TabInScript { span: source.span(tab.start, tab.end()) });
    }
}

/// A statement's line, with those that it goes on in while brackets are open.
#[derive(Debug, Clone, Copy)]
struct ScriptLine {
    /// Of its first word.
    start: usize,
    /// After its last word.
    end: usize,
    indent: usize,
    /// Reported already.
    tab: bool,
}

impl ScriptLine {
    /// The spaces before it, or the line itself where there are none.
    fn indentation(&self, source: Source) -> Span {
        match self.indent {
            0 => source.span(self.start, self.end),
            indent => source.span(self.start - indent, self.start),
        }
    }
}

/// Cuts a script into lines. Blank lines and comments are left out.
fn lines(source: Source) -> Vec<ScriptLine> {
    let unclosed = unclosed_brackets(source.text);
    let mut lines: Vec<ScriptLine> = Vec::new();
    let mut open = 0usize;
    let mut line_start = 0;
    for physical in source.text.split_inclusive('\n') {
        let mut first = true;
        for word in word::split(physical) {
            let start = line_start + word.start;
            if std::mem::take(&mut first) {
                let goes_on = open > 0
                    && !begins_statement(word.text)
                    && lines.last().is_some_and(|line| word.start >= line.indent);
                if !goes_on {
                    open = 0;
                    lines.push(ScriptLine { start, end: start, indent: word.start, tab: false });
                }
            }
            if let Some(line) = lines.last_mut() {
                line.end = start + word.text.len();
                line.tab |= word.kind == WordKind::Tab;
            }
            match word.kind {
                WordKind::Open if !unclosed.contains(&start) => open += 1,
                WordKind::Close => open = open.saturating_sub(1),
                WordKind::Open
                | WordKind::Number
                | WordKind::Dice
                | WordKind::Name
                | WordKind::Symbol
                | WordKind::Tab
                | WordKind::Strange => {}
            }
        }
        line_start += physical.len();
    }
    lines
}

/// Brackets that nothing closes: they cost their own line, not the rest of the script.
fn unclosed_brackets(text: &str) -> HashSet<usize> {
    let mut open = Vec::new();
    for word in word::split(text) {
        match word.kind {
            WordKind::Open => open.push(word.start),
            WordKind::Close => {
                open.pop();
            }
            WordKind::Number
            | WordKind::Dice
            | WordKind::Name
            | WordKind::Symbol
            | WordKind::Tab
            | WordKind::Strange => {}
        }
    }
    open.into_iter().collect()
}

/// Words that no line inside brackets begins with.
fn begins_statement(word: &str) -> bool {
    matches!(
        word,
        "let" | "for" | "while" | "repeat" | "together" | "call" | "choose" | "select" | "give" | "stop"
    )
}

struct Reader<'text> {
    source: Source<'text>,
    lines: Vec<ScriptLine>,
    at: usize,
}

impl Reader<'_> {
    fn next(&self) -> Option<ScriptLine> {
        self.lines.get(self.at).copied()
    }

    /// Statements of one indentation, with the blocks below them.
    fn block(&mut self, indent: usize, depth: usize, problems: &mut Problems) -> Block {
        let mut block = Block::new();
        let mut goes_on = Chain::None;
        while let Some(line) = self.next().filter(|line| line.indent >= indent) {
            if line.indent > indent && !line.tab {
                problems.report(UnevenIndentation { span: line.indentation(self.source) });
                block.extend(self.inner(line.indent, depth, problems));
                goes_on = Chain::Unknown;
                continue;
            }
            self.at += 1;
            self.statement(line, depth, &mut block, &mut goes_on, problems);
        }
        block
    }

    fn statement(
        &mut self,
        line: ScriptLine,
        depth: usize,
        block: &mut Block,
        chain: &mut Chain,
        problems: &mut Problems,
    ) {
        let text = &self.source.text[line.start..line.end];
        let source = Source { text, base: self.source.base + line.start, map: self.source.map };
        let span = source.extent();
        let read = if line.tab { Line::Poison } else { statement::line(source, problems) };
        let before = std::mem::replace(chain, Chain::None);
        let kind = match read {
            Line::Whole(kind) => kind,
            Line::If(condition) => {
                *chain = Chain::If;
                let body = self.body(line, depth, problems);
                StatementKind::If { arms: vec![(condition, body)], otherwise: Block::new() }
            }
            Line::Else(condition) => {
                let body = self.body(line, depth, problems);
                if condition.is_some() && before != Chain::None {
                    *chain = before;
                }
                match block.last_mut().map(|statement| &mut statement.kind) {
                    Some(StatementKind::If { arms, otherwise }) if before == Chain::If => match condition {
                        Some(condition) => arms.push((condition, body)),
                        None => *otherwise = body,
                    },
                    // The `if` may be the line that could not be read.
                    _ if before == Chain::Unknown => {}
                    _ => problems.report(ElseWithoutIf { span }),
                }
                return;
            }
            Line::For(binding) => StatementKind::For { binding, body: self.body(line, depth, problems) },
            Line::While(condition, limit) => {
                StatementKind::While { condition, limit, body: self.body(line, depth, problems) }
            }
            Line::Repeat(times) => StatementKind::Repeat { times, body: self.body(line, depth, problems) },
            Line::Together => StatementKind::Together { body: self.body(line, depth, problems) },
            Line::Poison => {
                *chain = Chain::Unknown;
                if let Some(next) = self.next().filter(|next| next.indent > line.indent) {
                    self.inner(next.indent, depth, problems);
                }
                StatementKind::Poison
            }
        };
        block.push(Statement { span, kind });
    }

    /// The block below a head; there must be one.
    fn body(&mut self, head: ScriptLine, depth: usize, problems: &mut Problems) -> Block {
        let Some(next) = self.next().filter(|next| next.indent > head.indent) else {
            if self.next().is_some_and(|next| next.tab) {
                return Block::new();
            }
            problems.report(MissingBlock { span: self.source.span(head.start, head.end) });
            return Block::new();
        };
        if (next.indent - head.indent) % 2 == 1 && !next.tab {
            problems.report(OddIndentation { span: next.indentation(self.source) });
        }
        self.inner(next.indent, depth, problems)
    }

    fn inner(&mut self, indent: usize, depth: usize, problems: &mut Problems) -> Block {
        if depth < DEEPEST {
            return self.block(indent, depth + 1, problems);
        }
        if let Some(line) = self.next() {
            problems.report(TooDeep { span: self.source.span(line.start, line.end) });
        }
        while self.next().is_some_and(|line| line.indent >= indent) {
            self.at += 1;
        }
        Block::new()
    }
}

/// Whether an `else` can follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chain {
    None,
    If,
    /// After a line that could not be read.
    Unknown,
}
