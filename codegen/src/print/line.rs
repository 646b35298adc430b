//! Plain statements as text: calls that set something up, play or expect something, laid out as the printer of code would, without
//! being parsed.
//!
//! Worked examples are a third of an engine and nearly all of it one form: a call, its arguments, perhaps on lines of their own.
//! What is not of that form is left to the printer of code: `None` here, never a guess.

use core::fmt::Write;

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// Where the printer of code breaks lines.
const WIDTH: usize = 89;

/// A function or method with attributes and markers above it.
pub fn function(tokens: TokenStream, indent: usize) -> Option<String> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (last, head) = tokens.split_last()?;
    let TokenTree::Group(body) = last else { return None };
    let starts = head.iter().position(|token| is_ident(token, "pub") || is_ident(token, "fn"))?;
    let (above, signature) = head.split_at(starts);
    let mut text = String::new();
    for line in lines(above) {
        text.push_str(&one_line(line, Reading::Values)?);
        text.push('\n');
    }
    laid_signature(&mut text, signature, indent)?;
    text.push_str(" {\n");
    block(&mut text, body, indent, 4)?;
    text.push('}');
    Some(text)
}

/// Whether `<` opens the parameters of a type or compares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Types,
    Values,
}

/// Attributes and markers, each a line.
fn lines(tokens: &[TokenTree]) -> impl Iterator<Item = &[TokenTree]> {
    tokens.split_inclusive(|token| {
        is_punct(token, ';')
            || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
    })
}

fn laid_signature(text: &mut String, tokens: &[TokenTree], indent: usize) -> Option<()> {
    let line = one_line(tokens, Reading::Types)?;
    if indent + line.len() + 2 <= WIDTH {
        text.push_str(&line);
        return Some(());
    }
    let parameters = tokens.iter().position(|token| group(token, Delimiter::Parenthesis).is_some())?;
    let (head, tail) = (tokens.get(..parameters)?, tokens.get(parameters + 1..)?);
    text.push_str(&one_line(head, Reading::Types)?);
    text.push_str("(\n");
    for parameter in arguments(group(tokens.get(parameters)?, Delimiter::Parenthesis)?) {
        text.push_str("    ");
        text.push_str(&one_line(&parameter, Reading::Types)?);
        text.push_str(",\n");
    }
    text.push(')');
    if !tail.is_empty() {
        text.push(' ');
        text.push_str(&one_line(tail, Reading::Types)?);
    }
    Some(())
}

/// The statements of a block, whose own text begins at `base`, each line at `indent` within it.
fn block(text: &mut String, body: &Group, base: usize, indent: usize) -> Option<()> {
    let tokens: Vec<TokenTree> = body.stream().into_iter().collect();
    let mut layout = Layout { text, base };
    for statement in tokens.split_inclusive(|token| is_punct(token, ';')) {
        layout.indent(indent);
        let (statement, end) = match statement.split_last() {
            Some((last, statement)) if is_punct(last, ';') => (statement, ";"),
            _ => (statement, ""),
        };
        layout.expression(statement, indent, end)?;
        layout.text.push('\n');
    }
    Some(())
}

struct Layout<'t> {
    text: &'t mut String,
    base: usize,
}

impl Layout<'_> {
    fn indent(&mut self, indent: usize) {
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    /// An expression whose line begins at `indent`, with what comes behind it.
    fn expression(&mut self, tokens: &[TokenTree], indent: usize, end: &str) -> Option<()> {
        let line = one_line(tokens, Reading::Values)?;
        if self.fits(&line, indent, end) {
            self.text.extend([&line, end]);
            return Some(());
        }
        let calls = calls(tokens);
        match calls.split_first() {
            Some((first, others)) if !others.is_empty() => {
                self.call(first, indent, indent + 4, "")?;
                for (nth, call) in others.iter().enumerate() {
                    self.text.push('\n');
                    self.indent(indent + 4);
                    self.call(call, indent + 4, indent + 4, if nth + 1 == others.len() { end } else { "" })?;
                }
                Some(())
            }
            _ => self.broken(tokens, indent, end),
        }
    }

    /// A call of a chain that begins at `at`; what is broken within stands under `indent`.
    fn call(&mut self, tokens: &[TokenTree], at: usize, indent: usize, end: &str) -> Option<()> {
        let line = one_line(tokens, Reading::Values)?;
        if self.fits(&line, at, end) {
            self.text.extend([&line, end]);
            return Some(());
        }
        self.broken(tokens, indent, end)
    }

    fn fits(&self, line: &str, indent: usize, end: &str) -> bool {
        self.base + indent + line.len() + end.len() <= WIDTH
    }

    /// `head(`, the arguments on lines of their own, `)`.
    fn broken(&mut self, tokens: &[TokenTree], indent: usize, end: &str) -> Option<()> {
        let (TokenTree::Group(last), head) = tokens.split_last()? else { return None };
        if !head.iter().all(is_of_a_path) {
            return None;
        }
        let head = one_line(head, Reading::Values)?;
        let inner = arguments(last);
        self.text.push_str(&head);
        if let (Delimiter::Parenthesis, [one]) = (last.delimiter(), inner.as_slice())
            && let [only] = one.as_slice()
            && group(only, Delimiter::Bracket).is_some()
        {
            self.text.push('(');
            return self.broken(one, indent, &format!("){end}"));
        }
        let (open, close) = match last.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => (" {", "}"),
            Delimiter::None => return None,
        };
        self.text.push_str(open);
        for argument in inner {
            self.text.push('\n');
            self.indent(indent + 4);
            self.expression(&argument, indent + 4, ",")?;
        }
        self.text.push('\n');
        self.indent(indent);
        self.text.extend([close, end]);
        Some(())
    }
}

/// `game.choose(…)`, `.expect(…)`: the calls of a chain that begins with a short name.
fn calls(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut calls = Vec::new();
    let (mut begins, mut dot) = (0, 0);
    for (nth, token) in tokens.iter().enumerate() {
        if is_punct(token, '.') {
            dot = nth;
        } else if dot > 0 && nth == dot + 2 && group(token, Delimiter::Parenthesis).is_some() {
            calls.push(&tokens[begins..=nth]);
            begins = nth + 1;
        }
    }
    let is_chain = matches!(tokens, [TokenTree::Ident(name), TokenTree::Punct(dot), ..]
        if dot.as_char() == '.' && name.to_string().len() <= 4);
    if is_chain && begins == tokens.len() { calls } else { Vec::new() }
}

/// What may stand before the arguments of a call: a name, a path, a method, `&`, `!` of a macro, a field's name.
fn is_of_a_path(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => matches!(punct.as_char(), '.' | ':' | '&' | '!'),
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    }
}

/// What commas part.
fn arguments(group: &Group) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let parts = tokens.split(|token| is_punct(token, ','));
    parts.filter(|part| !part.is_empty()).map(<[TokenTree]>::to_vec).collect()
}

/// The tokens on one line; none where they have a block, or something else that the printer of code would not leave on one.
fn one_line(tokens: &[TokenTree], reading: Reading) -> Option<String> {
    let mut line =
        Line { text: String::new(), reading, before: Before::Nothing, is_path: false, closes: false };
    line.tokens(tokens)?;
    Some(line.text)
}

/// What stands before a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The beginning, or an opening bracket.
    Nothing,
    /// The end of an operand.
    Operand,
    /// What binds to the next token without a space: `.`, `::`, `&`, a prefix.
    Tight,
    /// An operator or a word: a space comes next.
    Open,
}

struct Line {
    text: String,
    reading: Reading,
    before: Before,
    /// The last token is a name that begins large, as those of types and variants do.
    is_path: bool,
    /// A closure's parameters are open.
    closes: bool,
}

impl Line {
    fn tokens(&mut self, tokens: &[TokenTree]) -> Option<()> {
        let mut rest = tokens.iter().peekable();
        while let Some(token) = rest.next() {
            match token {
                TokenTree::Ident(_) | TokenTree::Literal(_) => self.word(token),
                TokenTree::Group(group) => self.group(group)?,
                TokenTree::Punct(punct) => {
                    let mut operator = String::from(punct.as_char());
                    let mut spacing = punct.spacing();
                    while spacing == Spacing::Joint
                        && let Some(TokenTree::Punct(next)) = rest.peek()
                        && is_operator(&operator, next.as_char())
                    {
                        operator.push(next.as_char());
                        spacing = next.spacing();
                        rest.next();
                    }
                    self.operator(&operator, rest.peek().is_none())?;
                }
            }
        }
        Some(())
    }

    fn word(&mut self, token: &TokenTree) {
        if matches!(self.before, Before::Operand | Before::Open) {
            self.text.push(' ');
        }
        let begins = self.text.len();
        // Writing into a string does not fail.
        let _ = write!(self.text, "{token}");
        let word = &self.text[begins..];
        self.is_path = word.starts_with(|letter: char| letter.is_ascii_uppercase());
        self.before = if is_keyword(word) { Before::Open } else { Before::Operand };
    }

    fn group(&mut self, group: &Group) -> Option<()> {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace if self.is_path => (" { ", " }"),
            Delimiter::Brace | Delimiter::None => return None,
        };
        if self.before == Before::Open {
            self.text.push(' ');
        }
        self.text.push_str(open);
        self.before = Before::Nothing;
        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
        self.tokens(&inner)?;
        self.text.push_str(close);
        (self.before, self.is_path) = (Before::Operand, false);
        Some(())
    }

    fn operator(&mut self, operator: &str, is_last: bool) -> Option<()> {
        let is_prefix = self.before != Before::Operand;
        let was_path = std::mem::replace(&mut self.is_path, false);
        match operator {
            // A comma behind the last of a list is for lists on several lines.
            "," if is_last => self.before = Before::Operand,
            "," | ";" => self.after(operator, Before::Open),
            ":" => self.after(operator, Before::Open),
            "?" => self.after(operator, Before::Operand),
            "." | "::" | ".." | "..=" => self.after(operator, Before::Tight),
            "#" => self.after(operator, Before::Tight),
            // A macro's, or of what is not.
            "!" if !is_prefix => self.after(operator, Before::Tight),
            "!" | "-" | "*" | "&" if is_prefix => self.prefix(operator),
            "<" | ">" if self.reading == Reading::Types => {
                self.after(operator, if operator == "<" { Before::Tight } else { Before::Operand });
            }
            // Perhaps a type's parameters.
            "<" if was_path => return None,
            "|" if is_prefix => {
                self.prefix(operator);
                self.closes = true;
            }
            "|" if self.closes => {
                self.after(operator, Before::Open);
                self.closes = false;
            }
            "||" if is_prefix => {
                self.prefix(operator);
                self.before = Before::Open;
            }
            "=" | "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" | "+" | "-" | "*" | "/" | "%"
            | "->" | "=>" | "+=" | "-=" | "&" | "|" => {
                self.text.push(' ');
                self.after(operator, Before::Open);
            }
            _ => return None,
        }
        Some(())
    }

    fn prefix(&mut self, operator: &str) {
        if self.before == Before::Open {
            self.text.push(' ');
        }
        self.after(operator, Before::Tight);
    }

    fn after(&mut self, operator: &str, before: Before) {
        self.text.push_str(operator);
        self.before = before;
    }
}

/// Whether a further sign makes the operator longer.
fn is_operator(operator: &str, next: char) -> bool {
    matches!(
        (operator, next),
        (":", ':')
            | ("." | "..", '.')
            | (".." | "=" | "!" | "<" | ">" | "+" | "-", '=')
            | ("&", '&')
            | ("|", '|')
            | ("-" | "=", '>')
    )
}

fn is_keyword(word: &str) -> bool {
    matches!(word, "as" | "else" | "for" | "if" | "in" | "let" | "match" | "mut" | "return" | "while")
}

fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

fn is_ident(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

fn group(token: &TokenTree, delimiter: Delimiter) -> Option<&Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == delimiter => Some(group),
        TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    /// As the printer of code lays it out.
    fn printed(tokens: TokenStream) -> String {
        let file: syn::File = syn::parse2(tokens).expect("these tokens are Rust");
        prettyplease::unparse(&file).trim_end().to_string()
    }

    #[test]
    fn plain_statements_look_as_the_printer_of_code_lays_them_out() {
        let functions = [
            quote!(
                #[test]
                fn one() {
                    let mut game = State::bare(Readings::default());
                    game.field = -1;
                }
            ),
            quote!(
                pub fn two<L: Listener>(&mut self, _listener: &mut L) -> Ruled<Given> {
                    self.next(3, &mut Silent)
                }
            ),
            quote!(
                pub fn a_name_so_long_that_its_parameters_stand_below<L: Listener>(
                    &mut self,
                    listener: &mut L,
                ) {
                    self.set_bots(
                        FactionSet::of([Faction::Arverni, Faction::Aedui, Faction::Belgae, Faction::Germans]),
                        listener,
                    );
                    self.set_troops(Faction::Romans, Region::Sequani, Mode::Revealed, 3, listener);
                }
            ),
            quote!(
                fn three() {
                    game.a_long_procedure_of_this_example(&mut Silent)
                        .and_then(|given| game.run(given, &mut Silent))
                        .expect("it may");
                    assert!(
                        !game.is_on(Act::Passed) && game.sum(1, -2) >= 4 - 1,
                        "not is_on(passed) and {{sum}} >= 3"
                    );
                    assert!(
                        game.troops_of(Faction::Aedui, Region::Bituriges) == 1,
                        "troops_of(aedui, bituriges) = 1 or more"
                    );
                }
            ),
        ];
        for tokens in functions {
            let text = function(tokens.clone(), 0);
            assert_eq!(text, Some(printed(tokens)));
        }
    }

    #[test]
    fn what_is_not_plain_is_left_to_the_printer_of_code() {
        let functions = [
            quote!(
                fn one() {
                    match x {
                        _ => {}
                    }
                }
            ),
            quote!(
                fn two() {
                    if x {
                        y();
                    }
                }
            ),
            quote!(
                fn three() {
                    let x: Option<i32> = None;
                }
            ),
            quote!(
                fn four() {
                    let long = first_condition_of_these
                        && second_condition_of_these
                        && third_condition_of_these
                        && x;
                }
            ),
        ];
        for tokens in functions {
            assert_eq!(function(tokens, 0), None);
        }
    }
}
