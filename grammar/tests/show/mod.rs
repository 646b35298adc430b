//! Trees and problems as short text, for the corpus.

pub mod expression;
pub mod yaml;

use rulec_grammar::problem::Problems;

/// One line per problem: code, the underlined text, the message.
pub fn problems(problems: Problems, source: &str) -> String {
    problems
        .into_sorted()
        .iter()
        .map(|diagnostic| {
            let place = diagnostic.place().expect("every problem has a place");
            let underlined = source.get(place.range()).expect("a place lies between characters");
            format!("{} {underlined:?} {}\n", diagnostic.code, diagnostic.message)
        })
        .collect()
}
