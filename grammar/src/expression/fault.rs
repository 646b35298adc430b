//! What the grammar could not read, in our own words.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::rules::{Rule, Source};
use super::word::{self, Word, WordKind, is_keyword};
use crate::problem::Problems;
use crate::problem::expression::{CallMissing, KeywordAsName, ParenthesesNeeded, UnexpectedWord};

/// Reports the first word that did not fit.
pub fn report(rule: Rule, source: Source, error: &Error<Rule>, problems: &mut Problems) {
    let place = match error.location {
        InputLocation::Pos(place) | InputLocation::Span((place, _)) => place,
    };
    let expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        ErrorVariant::CustomError { .. } => &[],
    };
    let met = meet(source.text, place);
    let span = match met.found.or(met.last) {
        Some(word) => source.span(word.start, word.end()),
        None => source.extent(),
    };
    if let Some(word) = met.assigned_keyword() {
        let span = source.span(word.start, word.end());
        return problems.report(KeywordAsName { span, word: word.text.to_owned() });
    }
    let value = expected.iter().any(|rule| VALUES.contains(rule));
    match met.found {
        Some(word) if is_keyword(word.text) && expected.contains(&Rule::name) && !value => {
            problems.report(KeywordAsName { span, word: word.text.to_owned() });
        }
        Some(word) if word.text == "if" && value && place > 0 => {
            problems.report(ParenthesesNeeded { span, word: "if" });
        }
        None if expected.contains(&Rule::assign) && !expected.contains(&Rule::game) => {
            problems.report(CallMissing { span: source.extent() });
        }
        Some(_) | None => problems.report(UnexpectedWord {
            span,
            found: met.found.map(|word| word.text.to_owned()),
            expected: phrase(rule, expected, place),
            help: met.help(),
        }),
    }
}

/// The words around a place.
struct Met<'text> {
    first: Option<Word<'text>>,
    last: Option<Word<'text>>,
    /// None at the end of the text.
    found: Option<Word<'text>>,
    /// The word found is the first, and `=` follows.
    assigned: bool,
}

fn meet(text: &str, place: usize) -> Met<'_> {
    let mut met = Met { first: None, last: None, found: None, assigned: false };
    let mut words = word::split(text);
    for word in words.by_ref() {
        if word.end() > place {
            met.found = Some(word);
            break;
        }
        met.first = met.first.or(Some(word));
        met.last = Some(word);
    }
    met.assigned = met.first.is_none() && words.next().is_some_and(|word| word.text == "=");
    met
}

impl<'text> Met<'text> {
    /// A keyword that begins the text and has `=` after it.
    fn assigned_keyword(&self) -> Option<Word<'text>> {
        let word = match (self.first, self.found) {
            (None, Some(found)) if self.assigned => found,
            (Some(first), Some(found)) if self.last == self.first && found.text == "=" => first,
            (None | Some(_), None | Some(_)) => return None,
        };
        // `let = 5` lacks a name rather than being one.
        (is_keyword(word.text) && word.text != "let").then_some(word)
    }

    fn help(&self) -> Option<&'static str> {
        let before = self.last.map_or("", |word| word.text);
        let head = self.first.map_or("", |word| word.text);
        match self.found {
            Some(word) if word.kind == WordKind::Dice => Some("dice are thrown with `roll`"),
            Some(_) if before == ":" && HEADS.contains(&head) => {
                Some("a block stands on the following lines, two spaces deeper")
            }
            Some(word) if word.text == "where" => Some("`where` follows `variable in source`"),
            Some(word) if matches!(word.text, "choose" | "call" | "select") => {
                Some("this stands by itself or after `=`; give its answer a name with `let` first")
            }
            Some(word) if matches!(word.text, "+=" | "-=") => {
                Some("only a line of a script changes something")
            }
            Some(_) | None => None,
        }
    }
}

/// Words that begin a block.
const HEADS: &[&str] = &["if", "else", "for", "while", "repeat", "together"];

const THE_END: &str = "the end";

/// Rules that pest names where any value could stand.
const VALUES: &[Rule] = &[Rule::prefix, Rule::chain, Rule::expression, Rule::operation, Rule::action];

/// What could have stood there, in words.
fn phrase(rule: Rule, expected: &[Rule], place: usize) -> String {
    if place == 0 && rule == Rule::whole_statement {
        return "a statement".to_owned();
    }
    if rule == Rule::whole_type && place == 0 {
        return "a type".to_owned();
    }
    let mut phrases: Vec<&str> = Vec::new();
    for phrase in expected.iter().filter_map(|&rule| one(rule)) {
        if !phrases.contains(&phrase) {
            phrases.push(phrase);
        }
    }
    // What always fits is said last.
    phrases.sort_by_key(|&phrase| (phrase == THE_END, phrase == "an operator"));
    if let Some(last) = phrases.last_mut().filter(|last| **last == THE_END && rule == Rule::whole_statement) {
        *last = "the end of the line";
    }
    match phrases.as_slice() {
        [] => "something else".to_owned(),
        [only] => (*only).to_owned(),
        [several @ .., last] => format!("{} or {last}", several.join(", ")),
    }
}

fn one(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        _ if VALUES.contains(&rule) => "a value",
        Rule::name | Rule::reference => "a name",
        Rule::binding => "a variable",
        Rule::infix | Rule::test => "an operator",
        Rule::EOI => THE_END,
        Rule::close_group => "`)`",
        Rule::close_index => "`]`",
        Rule::close_set => "`}`",
        Rule::colon => "`:`",
        Rule::becomes => "`=`",
        Rule::assign => "`=`, `+=` or `-=`",
        Rule::then => "`then`",
        Rule::otherwise => "`else`",
        Rule::where_ => "`where`",
        Rule::in_ => "`in`",
        Rule::from => "`from`",
        Rule::of => "`of`",
        Rule::no => "`no`",
        Rule::or => "`or`",
        Rule::game => "`game`",
        Rule::times => "`times`",
        Rule::at => "`at most`",
        Rule::utmost => "`most`",
        Rule::range => "`..`",
        Rule::up => "`up`",
        Rule::down => "`down`",
        Rule::nothing => "`none`",
        Rule::dice => "dice such as `2d6`",
        Rule::number | Rule::signed => "a number",
        Rule::type_name => "a type",
        // These go with an operator, or are never alone.
        _ => return None,
    })
}
