//! The parser's mistakes in our own words, each with its place and how far it reaches.

use granit_parser::{ErrorKind, ScanError};

use super::collect::Collector;
use super::resume::{Reach, line_end, line_start};
use crate::problem::Problems;
use crate::problem::yaml::{
    Anchor, BadEscape, ColonInText, Directive, Misaligned, MissingColon, NeedsQuotes, NestedTooDeep,
    StrayBracket, StrayText, Tag, UnclosedBracket, UnclosedQuote, Unreadable,
};
use crate::span::Span;

/// The parser's own limit on nesting, far beyond ours.
const PARSER_LIMIT: usize = 255;

/// Reports the mistake that the parser met at `mark`, and poisons what it broke.
pub fn report(
    text: &str,
    mark: usize,
    error: &ScanError,
    collector: &mut Collector,
    problems: &mut Problems,
) -> Reach {
    let good_until = collector.good_until();
    if let Some(bracket) = unclosed_bracket(text, mark, error.kind(), collector) {
        problems.report(UnclosedBracket {
            span: collector.span(bracket, bracket + 1),
            bracket: text[bracket..].chars().next().unwrap_or('['),
            met: to_line_end(text, mark, collector),
        });
        collector.poison_near(mark);
        return Reach::From(bracket + 1);
    }
    if let Some((start, end)) = run_on_text(text, mark, error.kind(), collector) {
        let line = line_start(text, start);
        if text[line..start].bytes().all(|byte| matches!(byte, b' ' | b'-')) {
            problems.report(MissingColon { span: to_line_end(text, start, collector) });
        } else {
            let second = first_word(text, line_start(text, end));
            problems.report(Misaligned { span: to_line_end(text, second, collector) });
        }
        collector.poison_near(mark);
        return Reach::From(line_end(text, start));
    }
    say(text, mark, error.kind(), collector, problems);
    collector.poison_near(mark);
    if matches!(error.kind(), ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey) {
        collector.add_poisoned_key(mark);
    }
    Reach::Line { good_until }
}

fn say(text: &str, mark: usize, kind: &ErrorKind, collector: &mut Collector, problems: &mut Problems) {
    use ErrorKind as Kind;
    let here = one_letter(text, mark, collector);
    let line = to_line_end(text, mark, collector);
    match kind {
        Kind::TabNotAllowed
        | Kind::TabInBlockIndentation
        | Kind::TabInIndentation
        | Kind::TabAtBlockScalarStart
        | Kind::TabInPlainScalar => collector.tab(tab_near(text, mark)),
        Kind::UnclosedQuotedScalar | Kind::DocumentIndicatorInQuotedScalar => {
            problems.report(UnclosedQuote { span: here });
        }
        Kind::UnknownQuotedScalarEscape
        | Kind::InvalidQuotedScalarHexEscape
        | Kind::InvalidLowSurrogateHexEscape
        | Kind::InvalidLowSurrogate
        | Kind::MissingLowSurrogate
        | Kind::UnpairedLowSurrogate
        | Kind::InvalidUnicodeEscape => problems.report(BadEscape { span: line }),
        Kind::InvalidTrailingSingleQuotedScalar | Kind::InvalidTrailingDoubleQuotedScalar => {
            problems.report(StrayText { span: line });
        }
        Kind::MappingValueNotAllowed
        | Kind::InvalidColonPlacement
        | Kind::InvalidMappingValueWhitespace
        | Kind::FlowMappingValueAdjacentCollection
        | Kind::MappingKeyNotAllowed => problems.report(ColonInText { span: here }),
        Kind::SimpleKeyExpected | Kind::InvalidSimpleKey => problems.report(MissingColon { span: line }),
        Kind::ExpectedBlockMappingKey
        | Kind::ExpectedBlockSequenceEntry
        | Kind::ExpectedDocumentStart
        | Kind::InvalidIndentation
        | Kind::InvalidBlockScalarIndent
        | Kind::InvalidFlowScalarIndent
        | Kind::InvalidQuotedScalarIndent
        | Kind::BlockSequenceEntryNotAllowed
        | Kind::BlockEntryInFlowCollection => problems.report(Misaligned { span: line }),
        Kind::UnexpectedCharacter { character } => {
            problems.report(NeedsQuotes { span: here, character: *character });
        }
        Kind::MisplacedFlowCollectionEnd => problems.report(StrayBracket { span: here }),
        // Ours has been crossed, and reported, long before.
        Kind::RecursionLimitExceeded if collector.is_too_deep() => {}
        Kind::RecursionLimitExceeded => problems.report(NestedTooDeep { span: here, limit: PARSER_LIMIT }),
        Kind::DirectiveDisallowed => problems.report(Directive { span: line }),
        Kind::MissingAnchorOrAliasName => problems.report(Anchor { span: here }),
        Kind::ExpectedTagBang
        | Kind::InvalidGlobalTagCharacter
        | Kind::InvalidTagTerminator
        | Kind::MissingTagUri
        | Kind::UnclosedVerbatimTag
        | Kind::UndeclaredTagHandle
        | Kind::InvalidTagEscape => problems.report(Tag { span: here }),
        // The parser's list is open, and the rest is rare.
        _ => problems.report(Unreadable { span: line }),
    }
}

/// The bracket to blame, where the parser met something that a bracket left open made wrong.
fn unclosed_bracket(text: &str, mark: usize, kind: &ErrorKind, collector: &Collector) -> Option<usize> {
    let bracket = collector.open_bracket()?;
    let ended = matches!(
        kind,
        ErrorKind::UnexpectedEof
            | ErrorKind::UnexpectedEofFlowMapping
            | ErrorKind::UnexpectedEofFlowSequence
            | ErrorKind::UnexpectedEofImplicitFlowMapping
            | ErrorKind::UnclosedFlowCollection { .. }
            | ErrorKind::MismatchedFlowCollectionEnd { .. }
    );
    let upset = matches!(
        kind,
        ErrorKind::ExpectedFlowMappingSeparator
            | ErrorKind::ExpectedFlowSequenceSeparator
            | ErrorKind::BlockEntryInFlowCollection
            | ErrorKind::InvalidColonPlacement
            | ErrorKind::InvalidFlowScalarIndent
            | ErrorKind::MappingValueNotAllowed
            | ErrorKind::ExpectedNodeContent
    );
    let later_line = line_start(text, mark) > bracket;
    (ended || upset && later_line).then_some(bracket)
}

/// A plain scalar that ran on into a further line, which then turned out to be a key.
fn run_on_text(text: &str, mark: usize, kind: &ErrorKind, collector: &Collector) -> Option<(usize, usize)> {
    let (start, end) = collector.last_scalar()?;
    let ran_on = *kind == ErrorKind::MappingValueNotAllowed && text[start..end].contains('\n');
    (ran_on && text.get(end..mark).is_some_and(|between| between.trim().is_empty())).then_some((start, end))
}

fn first_word(text: &str, line: usize) -> usize {
    line + text[line..].bytes().take_while(|&byte| byte == b' ').count()
}

fn one_letter(text: &str, mark: usize, collector: &Collector) -> Span {
    collector.span(mark, mark + text[mark..].chars().next().map_or(0, char::len_utf8))
}

fn to_line_end(text: &str, mark: usize, collector: &Collector) -> Span {
    let words = text[mark..line_end(text, mark).max(mark)].trim_end();
    match words.len() {
        0 => one_letter(text, mark, collector),
        length => collector.span(mark, mark + length),
    }
}

/// The tab that the parser speaks of: on the line of the mark, or the first after it.
fn tab_near(text: &str, mark: usize) -> usize {
    let line = line_start(text, mark);
    let before = text[line..mark].find('\t').map(|tab| line + tab);
    before.or_else(|| text[mark..].find('\t').map(|tab| mark + tab)).unwrap_or(mark)
}
