//! Makes the committed parser of expressions from its grammar: `cargo run -p rulec-parser`.
//!
//! A derive would make it at every build, and everybody who builds an engine from `build.rs` would pay for pest's generator and
//! all that it needs. This stands apart from `rulec-grammar`, so that it runs while that does not compile. Its test proves the
//! committed parser fresh.

#![allow(clippy::disallowed_methods, reason = "this reads grammars and writes parsers")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use quote::quote;

/// The grammar and its parser, below `grammar/src/`.
const GRAMMAR: &str = "expression/rules.pest";
const PARSER: &str = "expression/rules_parser.rs";

fn main() -> io::Result<()> {
    fs::write(sources().join(PARSER), made(GRAMMAR)?)
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../src")
}

/// The parser of a grammar as a file of Rust. A grammar that pest refuses ends here, with pest's own message.
fn made(grammar: &str) -> io::Result<String> {
    let text = fs::read_to_string(sources().join(grammar))?;
    let input = quote! {
        #[derive(Parser)]
        #[grammar_inline = #text]
        pub struct Grammar;
    };
    let file = syn::parse2(pest_generator::derive_parser(input, false)).map_err(io::Error::other)?;
    Ok(format!(
        "//! @generated from `{grammar}` by `cargo run -p rulec-parser`. Do not edit.\n\npub struct Grammar;\n{}",
        prettyplease::unparse(&file)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_parser_is_what_its_grammar_gives() {
        let committed = fs::read_to_string(sources().join(PARSER)).expect("the parser is committed");
        let due = made(GRAMMAR).expect("the grammar can be read");
        assert!(committed == due, "`{PARSER}` is stale: `cargo run -p rulec-parser` writes it anew");
    }
}
