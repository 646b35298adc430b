//! Frames: where play is resumed, and what travels between procedures that wait.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use rulec_model::machine::{Body, Dice, Local, LocalId, ProcedureId, Type, TypeId};

use super::page::{Page, doc, ident, width};
use crate::names::pascal;
use crate::plan::docs;

/// One variant of `Frame`.
pub struct FrameKind<'p> {
    pub name: &'p str,
    pub doc: String,
    pub fields: Vec<(&'p str, Type)>,
    pub cause: Cause,
    /// Stacked by an example only.
    pub is_test: bool,
}

/// What a frame stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    Point { procedure: ProcedureId, point: usize, dice: Option<Dice> },
    Decision(usize),
    Draw(TypeId),
}

/// All frames that play can stack, in the order of the machine.
pub fn kinds<'p>(page: &Page<'p, '_>) -> Vec<FrameKind<'p>> {
    let plan = page.plan;
    let machine = plan.machine;
    let mut kinds = Vec::new();
    for (nth, (procedure, names)) in machine.procedures.iter().zip(&plan.procedures).enumerate() {
        let id = ProcedureId(nth as u32);
        let Body::Waiting(points) = &procedure.body else { continue };
        let is_test = plan.is_of_example(id);
        if is_test && !plan.with_examples {
            continue;
        }
        for (nth, (point, names_of_point)) in points.iter().zip(&names.points).enumerate() {
            let field =
                |local: &LocalId| (names.locals[local.idx()].as_str(), procedure.locals[local.idx()].holds);
            let fields: Vec<(&str, Type)> = names_of_point.live.iter().map(field).collect();
            let frames = names_of_point.frame.iter().map(|frame| (frame, None));
            let rolls = names_of_point.rolls.iter().map(|roll| (&roll.frame, Some(roll.dice)));
            for (frame, dice) in frames.chain(rolls) {
                kinds.push(FrameKind {
                    name: frame,
                    doc: format!("`{}`, to go on at `{}`.", procedure.name, point.name),
                    fields: fields.clone(),
                    cause: Cause::Point { procedure: id, point: nth, dice },
                    is_test,
                });
            }
        }
    }
    if let Some(name) = &plan.start_frame {
        let cause = Cause::Point { procedure: machine.game.start, point: 0, dice: None };
        kinds.push(FrameKind {
            name,
            doc: "The game itself, after its setup.".into(),
            fields: Vec::new(),
            cause,
            is_test: false,
        });
    }
    for (nth, (decision, names)) in machine.decisions.iter().zip(&plan.decisions).enumerate() {
        kinds.push(FrameKind {
            name: &names.frame,
            doc: format!("The decision `{}`.", decision.name),
            fields: parameters(&decision.locals, &names.locals),
            cause: Cause::Decision(nth),
            is_test: false,
        });
    }
    for draw in &plan.draws {
        kinds.push(FrameKind {
            name: &draw.frame,
            doc: format!("One of several, by equal chance: a {}.", machine.types[draw.of.idx()].name),
            fields: vec![("from", Type::Set(draw.of))],
            cause: Cause::Draw(draw.of),
            is_test: false,
        });
    }
    kinds
}

fn parameters<'p>(locals: &[Local], names: &'p [String]) -> Vec<(&'p str, Type)> {
    names.iter().map(String::as_str).zip(locals.iter().map(|local| local.holds)).collect()
}

impl FrameKind<'_> {
    /// What stands above the variant and above each arm for it.
    pub fn condition(&self) -> Option<TokenStream> {
        self.is_test.then(|| quote!(#[cfg(test)]))
    }

    /// `Frame::SiegeAfterRoll { army, place }`
    pub fn pattern(&self, page: &Page<'_, '_>) -> TokenStream {
        let (frame, name) = (page.import("state", "Frame"), ident(self.name));
        let fields: Vec<Ident> = self.fields.iter().map(|(field, _)| ident(field)).collect();
        if fields.is_empty() { quote!(#frame::#name) } else { quote!(#frame::#name { #(#fields),* }) }
    }

    /// The same where the fields do not matter.
    pub fn any(&self, page: &Page<'_, '_>) -> TokenStream {
        let (frame, name) = (page.import("state", "Frame"), ident(self.name));
        if self.fields.is_empty() { quote!(#frame::#name) } else { quote!(#frame::#name { .. }) }
    }

    /// The fields as values of expressions.
    pub fn values(&self) -> Vec<TokenStream> {
        self.fields.iter().map(|(field, holds)| read_field(&ident(field), *holds)).collect()
    }
}

/// A field as it is kept: `points: points as u8`.
pub fn stored_field(name: &Ident, holds: Type, value: TokenStream) -> TokenStream {
    let stored = match holds {
        Type::Integer { least, greatest } => stored_number(least, greatest, value),
        Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => value,
    };
    if *name == stored.to_string() { quote!(#name) } else { quote!(#name: #stored) }
}

/// A number in its smallest integer; the value's range is proven.
pub fn stored_number(least: i64, greatest: i64, value: TokenStream) -> TokenStream {
    let is_literal = value
        .to_string()
        .trim_start_matches(['-', ' '])
        .chars()
        .all(|digit| digit.is_ascii_digit() || digit == '_');
    match width(least, greatest) {
        "i32" => value,
        _ if is_literal => value,
        narrow => {
            let narrow = ident(narrow);
            quote!(#value as #narrow)
        }
    }
}

/// A field as expressions have it.
pub fn read_field(name: &Ident, holds: Type) -> TokenStream {
    match holds {
        Type::Integer { least, greatest } if width(least, greatest) != "i32" => quote!(i32::from(#name)),
        Type::Integer { .. } | Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => {
            quote!(#name)
        }
    }
}

/// `enum Frame`.
pub fn frame_enum(page: &Page<'_, '_>) -> TokenStream {
    let kinds = kinds(page);
    let variants = kinds.iter().map(|kind| {
        let (lines, name) = (doc(&docs::plain(&kind.doc)), ident(kind.name));
        let fields = kind.fields.iter().map(|(field, holds)| {
            let (field, holds) = (ident(field), page.stored_type(*holds));
            quote!(#field: #holds)
        });
        let fields: Vec<TokenStream> = fields.collect();
        let fields = (!fields.is_empty()).then(|| quote!({ #(#fields),* }));
        let condition = kind.condition();
        quote!(#lines #condition #name #fields,)
    });
    let about = doc(&vec![
        "Where play is resumed: a rule that waits for an answer, with the values that it still needs.".into(),
    ]);
    quote! {
        #about
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Frame {
            #[doc = " No frame."]
            Nowhere,
            #[doc = " A rule led outside its bounds; nothing goes on."]
            Halted,
            #(#variants)*
        }
    }
}

/// `Ok(Given::Place(home))`, or `Ok(())` in a game where nothing is ever given.
pub fn given(page: &Page<'_, '_>, value: Option<(Type, TokenStream)>) -> TokenStream {
    if page.plan.given.is_empty() {
        return quote!(Ok(()));
    }
    let kind = page.import("state", "Given");
    match value {
        None => quote!(Ok(#kind::Nothing)),
        Some((gives, value)) => {
            let variant = given_variant(page, gives);
            quote!(Ok(#kind::#variant(#value)))
        }
    }
}

/// `.map(|()| Given::Nothing)`, where what ends with nothing stands for what travels.
pub fn as_given(page: &Page<'_, '_>, procedure: ProcedureId) -> Option<TokenStream> {
    (!page.plan.given.is_empty() && !page.plan.travels(procedure)).then(|| {
        let kind = page.import("state", "Given");
        quote!(.map(|()| #kind::Nothing))
    })
}

/// The type of what travels.
pub fn given_type(page: &Page<'_, '_>) -> TokenStream {
    if page.plan.given.is_empty() {
        return quote!(());
    }
    let kind = page.import("state", "Given");
    quote!(#kind)
}

/// What ends with what travels, or with a fault.
pub fn ruled(page: &Page<'_, '_>, travels: bool) -> TokenStream {
    let ruled = page.runtime("Ruled");
    if !travels || page.plan.given.is_empty() {
        return quote!(#ruled);
    }
    let kind = page.import("state", "Given");
    quote!(#ruled<#kind>)
}

pub fn given_variant(page: &Page<'_, '_>, gives: Type) -> Ident {
    ident(&pascal(&accessor(page, gives)))
}

/// The method that takes the value out.
pub fn accessor(page: &Page<'_, '_>, holds: Type) -> String {
    let word = |id: TypeId| page.plan.types[id.idx()].word.trim_end_matches('_').to_string();
    match holds {
        Type::Integer { .. } => "number".into(),
        Type::Boolean => "truth".into(),
        Type::Member(id) => format!("the_{}", word(id)),
        Type::Optional(id) => format!("maybe_{}", word(id)),
        Type::Set(id) => format!("set_of_{}", word(id)),
    }
}

/// `enum Given`, where waiting procedures give anything.
pub fn given_enum(page: &Page<'_, '_>) -> Option<TokenStream> {
    let given = &page.plan.given;
    if given.is_empty() {
        return None;
    }
    let mut kinds: Vec<Type> = Vec::new();
    kinds.extend(
        given.number.then_some(Type::Integer { least: i64::from(i32::MIN), greatest: i64::from(i32::MAX) }),
    );
    kinds.extend(given.truth.then_some(Type::Boolean));
    kinds.extend(given.members.iter().map(|id| Type::Member(*id)));
    kinds.extend(given.optionals.iter().map(|id| Type::Optional(*id)));
    kinds.extend(given.sets.iter().map(|id| Type::Set(*id)));
    let variants = kinds.iter().map(|kind| {
        let (variant, holds) = (given_variant(page, *kind), page.value_type(*kind));
        quote!(#variant(#holds),)
    });
    let accessors = kinds.iter().map(|kind| given_accessor(page, &kinds, *kind));
    let blanks = std::iter::once(TokenStream::new()).chain(std::iter::repeat_with(crate::print::blank));
    let accessors = accessors.zip(blanks).map(|(accessor, blank)| quote!(#blank #accessor));
    let blank = crate::print::blank();
    Some(quote! {
        #[doc = " What a rule that has ended gives to the rule that called it."]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Given {
            #[doc = " Nothing, or zero."]
            Nothing,
            #(#variants)*
        }
        #blank
        impl Given {
            #(#accessors)*
        }
    })
}

fn given_accessor(page: &Page<'_, '_>, kinds: &[Type], kind: Type) -> TokenStream {
    let (name, holds) = (ident(&accessor(page, kind)), page.value_type(kind));
    let variant = given_variant(page, kind);
    let nothing = match kind {
        Type::Integer { .. } => quote!(0),
        Type::Boolean => quote!(false),
        Type::Optional(_) => quote!(None),
        Type::Member(id) => page.member(id, 0),
        Type::Set(id) => {
            let set = page.set_name(id);
            quote!(#set::EMPTY)
        }
    };
    let member = match kind {
        Type::Optional(id) if kinds.contains(&Type::Member(id)) => {
            let member = given_variant(page, Type::Member(id));
            Some(quote!(Given::#member(value) => Some(value),))
        }
        _ => None,
    };
    let others = kinds.len() > 1 + usize::from(member.is_some());
    let rest = if others { quote!(_ => #nothing,) } else { quote!(Given::Nothing => #nothing,) };
    quote! {
        pub fn #name(self) -> #holds {
            match self {
                Given::#variant(value) => value,
                #member
                #rest
            }
        }
    }
}
