//! Tokens as text: parsed by syn, printed by prettyplease, then the marker pass.
//!
//! Tokens can hold neither blank lines nor comments, so both travel as markers that are legal where items, members,
//! statements and elements of an array stand; each prints on a line of its own and is swapped afterwards. A marker holds an index into a
//! table, not the text: a long text would make the printer break the line.

mod line;
pub mod table;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

/// Comments that stand in tokens by their index.
#[derive(Debug, Default)]
pub struct Notes {
    texts: Vec<String>,
}

impl Notes {
    /// A comment on lines of its own, as an item or a statement.
    pub fn note(&mut self, text: &str) -> TokenStream {
        let nth = self.keep(text.to_string());
        quote!(__note!(#nth);)
    }

    /// Documentation of an item or method. As attributes, each line would be half a dozen tokens to be parsed and printed, and a
    /// third of an engine is documentation.
    pub fn docs(&mut self, lines: &[String]) -> TokenStream {
        let text: Vec<String> =
            lines.iter().map(|line| format!("/// {line}").trim_end().to_string()).collect();
        let nth = self.keep(text.join("\n"));
        quote!(__docs!(#nth);)
    }

    /// An item that is plain data, under its documentation, as text.
    pub fn data(&mut self, docs: &[String], text: &str) -> TokenStream {
        let mut item = String::new();
        for line in docs {
            item.push_str(format!("/// {line}").trim_end());
            item.push('\n');
        }
        let nth = self.keep(item + text);
        quote!(__docs!(#nth);)
    }

    /// An element of a long array that is plain data, as text with its comma: such tables are long, and nothing in them can be wrong
    /// that parsing would find.
    pub fn plain_element(&mut self, text: String) -> TokenStream {
        let nth = self.keep(text);
        quote!(__element!(#nth))
    }

    /// The variants of an enumeration, as text.
    pub fn variants(&mut self, text: String) -> TokenStream {
        let nth = self.keep(text);
        let marker = Ident::new(&format!("__variants_{nth}"), Span::call_site());
        quote!(#marker,)
    }

    /// A function of plain statements, as text where it is no more than that.
    pub fn plain(&mut self, function: TokenStream, indent: usize) -> TokenStream {
        match line::function(function.clone(), indent) {
            Some(text) => {
                let nth = self.keep(text);
                quote!(__text!(#nth);)
            }
            None => function,
        }
    }

    fn keep(&mut self, text: String) -> Literal {
        self.texts.push(text);
        Literal::usize_unsuffixed(self.texts.len() - 1)
    }
}

/// An empty line.
pub fn blank() -> TokenStream {
    quote!(__blank! {})
}

/// Prints a file of items.
///
/// # Errors
/// Tokens that are not Rust: a mistake of the generator.
pub fn print(tokens: TokenStream, notes: &Notes) -> Result<String, syn::Error> {
    let file: syn::File = syn::parse2(tokens)?;
    Ok(swap_markers(&prettyplease::unparse(&file), notes))
}

fn swap_markers(printed: &str, notes: &Notes) -> String {
    let mut text = String::with_capacity(printed.len());
    swap_markers_into(&mut text, printed, "", notes);
    text
}

fn swap_markers_into(text: &mut String, printed: &str, under: &str, notes: &Notes) {
    for line in printed.lines() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        if code == "__blank! {}" {
            text.push('\n');
        } else if let Some(note) = marked(code, "__note!(", ");", notes) {
            for comment in wrap(note, 100_usize.saturating_sub(under.len() + indent.len())) {
                text.push_str(&format!("{under}{indent}// {comment}\n"));
            }
        } else if let Some(function) = marked(code, "__text!(", ");", notes) {
            swap_markers_into(text, function, indent, notes);
        } else if let Some(lines) = marked(code, "__docs!(", ");", notes)
            .or_else(|| marked(code, "__element!(", "),", notes))
            .or_else(|| marked(code, "__variants_", ",", notes))
        {
            for line in lines.lines() {
                text.extend([under, indent, line, "\n"]);
            }
        } else {
            text.extend([under, line, "\n"]);
        }
    }
}

fn marked<'n>(code: &str, open: &str, close: &str, notes: &'n Notes) -> Option<&'n str> {
    let nth = code.strip_prefix(open)?.strip_suffix(close)?;
    notes.texts.get(nth.parse::<usize>().ok()?).map(String::as_str)
}

/// Breaks prose into lines, never before a word that would begin a list, a quotation or a heading.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines().map(str::trim) {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty()
                && line.chars().count() + word.chars().count() + 1 > width
                && !begins_markup(word)
            {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

fn begins_markup(word: &str) -> bool {
    word.starts_with(['-', '+', '*', '#', '>', '=', '|', '~', '`'])
        || word.trim_start_matches(|letter: char| letter.is_ascii_digit()).starts_with(['.', ')'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_become_blank_lines_and_comments() {
        let mut notes = Notes::default();
        let note = notes.note("when: hits >= 2");
        let (blank, one) = (blank(), notes.plain_element("-1, // rome".into()));
        let tokens = quote! {
            const A: i32 = 1;
            #blank
            fn f() -> [i32; 9] {
                #note
                [#one, #one, #one, #one, #one, #one, #one, #one, #one]
            }
        };
        let text = print(tokens, &notes).expect("these tokens are Rust");
        assert!(
            text.starts_with("const A: i32 = 1;\n\nfn f() -> [i32; 9] {\n    // when: hits >= 2\n"),
            "{text}"
        );
        assert_eq!(text.matches("        -1, // rome\n").count(), 9, "{text}");
    }

    #[test]
    fn a_line_never_begins_like_a_list() {
        assert_eq!(wrap("one two 3. four", 8), ["one two 3.", "four"]);
        assert_eq!(wrap("a\nb", 8), ["a", "b"]);
    }
}
