//! From the parser's events to our spanned tree.
//!
//! The parser stops at its first mistake. We do not: the tree so far is kept, what the mistake broke is
//! poisoned, and reading resumes at the next line that begins an item or a key of a collection still open.
//! Each piece of text is read once, and the number of mistakes is bounded, so reading stays linear.

use granit_parser::{Parser, ScanError};

use super::collect::{Collector, Step};
use super::fault;
use super::node::{Node, Value};
use super::resume::{self, Place};
use crate::problem::Problems;
use crate::problem::yaml::{EmptyFile, FileTooLarge, TooManyFaults};
use crate::span::{FileId, Span};

/// The largest file that is read, in bytes.
pub const LARGEST_FILE: usize = 8 * 1024 * 1024;

/// A file with more mistakes of form than this is not read further.
const MOST_FAULTS: usize = 32;

/// Reads one rule file. What could not be read has been reported and is [`Value::Poison`].
pub fn read(file: FileId, text: &str, problems: &mut Problems) -> Node {
    if text.len() > LARGEST_FILE {
        let span = Span::new(file, 0, 0);
        problems.report(FileTooLarge { span, size: text.len(), limit: LARGEST_FILE });
        return Node { span, value: Value::Poison };
    }
    let mut collector = Collector::new(file, text);
    let faults = read_pieces(text, &mut collector, problems);
    collector.report_tabs(problems);
    let whole = Span::new(file, 0, text.len());
    collector.finish().unwrap_or_else(|| {
        if faults == 0 {
            problems.report(EmptyFile { span: Span::new(file, 0, 0) });
        }
        Node { span: whole, value: Value::Poison }
    })
}

/// Reads piece after piece, each from a place where reading could resume; gives the number of mistakes.
fn read_pieces(text: &str, collector: &mut Collector, problems: &mut Problems) -> usize {
    // Without its byte-order mark the first column is where people see it.
    let mut start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut faults = 0;
    loop {
        let next = match read_piece(text, start, collector, problems) {
            Ok(()) => return faults,
            // Always further on, so that no text is read twice.
            Err(Stop::AdoptedEnd) => resume::after(text, collector.good_until().max(start + 1)),
            Err(Stop::Fault(error)) => {
                let mark = start + error.marker().byte_offset().unwrap_or_default();
                match resume::at(text, mark).filter(|place| collector.ends_adopted(place)) {
                    // The piece is over because something further out goes on: no mistake.
                    Some(place) => Some(place),
                    None => {
                        faults += 1;
                        let reach = fault::report(text, mark, &error, collector, problems);
                        resume::after_fault(text, start, mark, reach)
                    }
                }
            }
        };
        if faults >= MOST_FAULTS {
            problems
                .report(TooManyFaults { span: Span::new(collector.file, start, start), limit: MOST_FAULTS });
            return faults;
        }
        match settle(text, next, collector) {
            Some(place) => start = place.line,
            None => return faults,
        }
    }
}

/// Skips places that no open collection can take.
fn settle(text: &str, mut next: Option<Place>, collector: &mut Collector) -> Option<Place> {
    while let Some(place) = next {
        if collector.resume(&place) {
            return Some(place);
        }
        if place.document {
            return None;
        }
        next = resume::after(text, place.begin + 1);
    }
    None
}

/// Why a piece was left before the end of the text.
enum Stop {
    Fault(ScanError),
    /// The collection that this piece continued has ended.
    AdoptedEnd,
}

fn read_piece(
    text: &str,
    start: usize,
    collector: &mut Collector,
    problems: &mut Problems,
) -> Result<(), Stop> {
    let options = granit_parser::options! {
        disallow_directives: true,
        emit_unresolved_aliases: true,
        emit_anchor_events: true,
        emit_comments: false,
        // A line break that the file does not have would stand past its end.
        block_scalar_eof_without_line_feed: true,
    };
    for event in Parser::new_from_str_with_options(&text[start..], options) {
        let (event, span) = event.map_err(Stop::Fault)?;
        match collector.take(event, span, start, problems) {
            Step::On => {}
            Step::AdoptedEnd => return Err(Stop::AdoptedEnd),
            Step::Done => return Ok(()),
        }
    }
    Ok(())
}
