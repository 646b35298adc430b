//! A page: one file of the engine while it is written, with the comments and imports that it needs.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};
use quote::quote;
use rulec_model::machine::{Key, RuleId, Type, TypeId};

use crate::plan::Plan;
use crate::plan::docs::Doc;
use crate::print::Notes;

pub struct Page<'p, 'm> {
    pub plan: &'p Plan<'m>,
    pub notes: RefCell<Notes>,
    /// Names by where they come from.
    imports: RefCell<BTreeMap<String, BTreeSet<String>>>,
}

impl<'p, 'm> Page<'p, 'm> {
    pub fn new(plan: &'p Plan<'m>) -> Page<'p, 'm> {
        Page { plan, notes: RefCell::default(), imports: RefCell::default() }
    }

    /// A name from a module of the engine.
    pub fn import(&self, module: &str, name: &str) -> Ident {
        self.imports.borrow_mut().entry(format!("crate::{module}")).or_default().insert(name.to_string());
        ident(name)
    }

    /// A name from the runtime.
    pub fn runtime(&self, name: &str) -> Ident {
        self.imported("rulec_runtime", name)
    }

    pub fn imported(&self, path: &str, name: &str) -> Ident {
        self.imports.borrow_mut().entry(path.to_string()).or_default().insert(name.to_string());
        ident(name)
    }

    /// The `use` lines: other crates first, then the engine's own modules. `here` names the modules that lead to this file;
    /// what the file defines itself is not imported.
    pub fn uses(&self, here: &str, root: &TokenStream) -> TokenStream {
        let imports = self.imports.borrow();
        let (mut foreign, mut own) = (TokenStream::new(), TokenStream::new());
        for (path, names) in imports.iter() {
            let names: Vec<Ident> = names.iter().map(|name| ident(name)).collect();
            let list = match names.as_slice() {
                [one] => quote!(#one),
                several => quote!({ #(#several),* }),
            };
            let (target, within) = match path.strip_prefix("crate::") {
                Some(module) if module == here => continue,
                Some(module) => (&mut own, Some(module)),
                None => (&mut foreign, None),
            };
            let path = module_path(within.unwrap_or(path));
            let begins = within.map(|_| quote!(#root::));
            target.extend(quote!(use #begins #path::#list;));
        }
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
    pub fn data(&self, lines: &Doc, text: &str) -> TokenStream {
        self.notes.borrow_mut().data(lines, text)
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
