//! A page: one file of the engine while it is written, with the comments and imports that it needs.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};
use quote::quote;
use rulec_model::machine::{Key, RuleId, Type, TypeId};

use crate::plan::Plan;
use crate::plan::docs::Doc;
use crate::print::Notes;

type Imports = BTreeMap<String, BTreeSet<String>>;

pub struct Page<'p, 'm> {
    pub plan: &'p Plan<'m>,
    pub notes: RefCell<Notes>,
    /// Names from other crates and from the engine's own modules, by where they come from.
    foreign: RefCell<Imports>,
    own: RefCell<Imports>,
}

impl<'p, 'm> Page<'p, 'm> {
    pub fn new(plan: &'p Plan<'m>) -> Page<'p, 'm> {
        Page { plan, notes: RefCell::default(), foreign: RefCell::default(), own: RefCell::default() }
    }

    /// A name from a module of the engine.
    pub fn import(&self, module: &str, name: &str) -> Ident {
        keep(&mut self.own.borrow_mut(), module, name);
        ident(name)
    }

    /// A name from the runtime.
    pub fn runtime(&self, name: &str) -> Ident {
        self.imported("rulec_runtime", name)
    }

    pub fn imported(&self, path: &str, name: &str) -> Ident {
        keep(&mut self.foreign.borrow_mut(), path, name);
        ident(name)
    }

    /// The `use` lines: other crates first, then the engine's own modules. `here` names the modules that lead to this file;
    /// what the file defines itself is not imported.
    pub fn uses(&self, here: &str, root: &TokenStream) -> TokenStream {
        let used = |(path, names): (&String, &BTreeSet<String>), begins: Option<&TokenStream>| {
            let names: Vec<Ident> = names.iter().map(|name| ident(name)).collect();
            let list = match names.as_slice() {
                [one] => quote!(#one),
                several => quote!({ #(#several),* }),
            };
            let path = module_path(path);
            quote!(use #begins #path::#list;)
        };
        let begins = quote!(#root::);
        let foreign: TokenStream = self.foreign.borrow().iter().map(|names| used(names, None)).collect();
        let own = self.own.borrow();
        let own = own.iter().filter(|(module, _)| module.as_str() != here);
        let own: TokenStream = own.map(|names| used(names, Some(&begins))).collect();
        let blank = crate::print::blank();
        match (foreign.is_empty(), own.is_empty()) {
            (true, true) => TokenStream::new(),
            (false, true) => quote!(#foreign #blank),
            (true, false) => quote!(#own #blank),
            (false, false) => quote!(#foreign #blank #own #blank),
        }
    }

    pub fn note(&self, text: &str) -> TokenStream {
        self.notes.borrow_mut().note(text)
    }

    /// Documentation where an item or a method may stand; variants and fields take [`doc`].
    pub fn docs(&self, lines: &Doc) -> TokenStream {
        self.notes.borrow_mut().docs(lines)
    }

    /// An item that is plain data, as text under its documentation.
    pub fn data(&self, lines: &[String], text: &str) -> TokenStream {
        self.notes.borrow_mut().data(lines, text)
    }

    /// The variants of an enumeration, a line each with its comma.
    pub fn variants(&self, text: String) -> TokenStream {
        self.notes.borrow_mut().variants(text)
    }

    /// A function that begins at this indent, as text where it is plain statements.
    pub fn plain(&self, function: TokenStream, indent: usize) -> TokenStream {
        self.notes.borrow_mut().plain(function, indent)
    }

    /// `RuleId::RollSiege`
    pub fn rule(&self, rule: RuleId) -> TokenStream {
        let enumeration = self.import("rulebook", "RuleId");
        let variant = ident(&self.plan.rules[rule.idx()]);
        quote!(#enumeration::#variant)
    }

    pub fn type_name(&self, id: TypeId) -> Ident {
        self.import("types", &self.plan.types[id.idx()].name)
    }

    pub fn set_name(&self, id: TypeId) -> Ident {
        self.import("types", &self.plan.types[id.idx()].set)
    }

    /// `Place::Rome`
    pub fn member(&self, id: TypeId, index: u32) -> TokenStream {
        let name = self.type_name(id);
        let member = ident(&self.plan.types[id.idx()].members[index as usize]);
        quote!(#name::#member)
    }

    /// The type of a value in expressions.
    pub fn value_type(&self, holds: Type) -> TokenStream {
        match holds {
            Type::Integer { .. } => quote!(i32),
            other => self.stored_type(other),
        }
    }

    /// The type of a value in the state.
    pub fn stored_type(&self, holds: Type) -> TokenStream {
        match holds {
            Type::Integer { least, greatest } => {
                let width = ident(width(least, greatest));
                quote!(#width)
            }
            Type::Boolean => quote!(bool),
            Type::Member(id) => {
                let name = self.type_name(id);
                quote!(#name)
            }
            Type::Optional(id) => {
                let name = self.type_name(id);
                quote!(Option<#name>)
            }
            Type::Set(id) => {
                let name = self.set_name(id);
                quote!(#name)
            }
        }
    }

    pub fn key_type(&self, key: Key) -> TokenStream {
        match key {
            Key::Type(id) => {
                let name = self.type_name(id);
                quote!(#name)
            }
            Key::Range(..) => quote!(i32),
        }
    }

    /// How many values a key has.
    pub fn key_size(&self, key: Key) -> usize {
        match key {
            Key::Type(id) => self.plan.machine.types[id.idx()].members.len(),
            Key::Range(least, greatest) => usize::try_from(greatest - least + 1).unwrap_or_default(),
        }
    }

    /// The type of an array with these keys.
    pub fn array_type(&self, keys: &[Key], cell: TokenStream) -> TokenStream {
        keys.iter().rev().fold(cell, |inner, key| {
            let size = Literal::usize_unsuffixed(self.key_size(*key));
            quote!([#inner; #size])
        })
    }

    /// Where a key's value lies in its array.
    pub fn place(&self, key: Key, value: &TokenStream, is_atom: bool) -> TokenStream {
        let is_atom = is_atom || in_parentheses(value);
        match key {
            Key::Type(_) if is_atom => quote!(#value as usize),
            Key::Type(_) => quote!((#value) as usize),
            Key::Range(0, _) if is_atom => quote!(#value as usize),
            Key::Range(0, _) => quote!((#value) as usize),
            Key::Range(least, _) if least < 0 => {
                let shift = Literal::i64_unsuffixed(-least);
                quote!((#value + #shift) as usize)
            }
            Key::Range(least, _) => {
                let shift = Literal::i64_unsuffixed(least);
                quote!((#value - #shift) as usize)
            }
        }
    }
}

/// Asked for each name of an engine, and new for few.
fn keep(imports: &mut Imports, path: &str, name: &str) {
    match imports.get_mut(path) {
        Some(names) if names.contains(name) => {}
        Some(names) => {
            names.insert(name.to_string());
        }
        None => {
            imports.insert(path.to_string(), BTreeSet::from([name.to_string()]));
        }
    }
}

/// Whether parentheses are around the whole.
fn in_parentheses(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter();
    let first = tokens.next();
    matches!(first, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
        && tokens.next().is_none()
}

/// The smallest integer that holds the range.
pub fn width(least: i64, greatest: i64) -> &'static str {
    match (least, greatest) {
        (0.., ..=0xff) => "u8",
        (-0x80.., ..=0x7f) => "i8",
        (0.., ..=0xffff) => "u16",
        (-0x8000.., ..=0x7fff) => "i16",
        _ => "i32",
    }
}

pub fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// `rules::chapter_13`
fn module_path(path: &str) -> TokenStream {
    let segments = path.split("::").map(ident);
    quote!(#(#segments)::*)
}

/// A number as it is written, its sign a token of its own.
pub fn number(value: i64) -> TokenStream {
    let digits = value.unsigned_abs().to_string();
    let literal = grouped(&digits).parse().unwrap_or(Literal::u64_unsuffixed(value.unsigned_abs()));
    if value < 0 { quote!(-#literal) } else { quote!(#literal) }
}

/// `1_000_000`, from five digits on.
fn grouped(digits: &str) -> String {
    if digits.len() < 5 {
        return digits.to_string();
    }
    let first = digits.len() % 3;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(String::from_utf8_lossy);
    let groups: Vec<_> = (!head.is_empty()).then(|| head.into()).into_iter().chain(groups).collect();
    groups.join("_")
}

/// One attribute per line: several lines in one print as `/** … */`.
pub fn doc(lines: &Doc) -> TokenStream {
    let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote!(#(#[doc = #lines])*)
}

/// The same, inside a module.
pub fn inner_doc(lines: &Doc) -> TokenStream {
    let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote!(#(#![doc = #lines])*)
}
