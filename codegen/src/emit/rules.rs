//! A chapter's file: its rules in order, each a method of the state.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};
use quote::quote;
use rulec_model::machine::{
    Body, Condition, FunctionId, Invariant, Key, Local, LocalId, Outcome, Point, PointId, Procedure,
    ProcedureId, Purpose, RuleId, Type,
};

use super::expression::{Hold, Rust, Writer};
use super::page::{Page, ident};
use super::points::{code_listens, point_locals};
use super::steps::Coder;
use super::told::block_listens;
use super::{decisions, frames, modifiers};
use crate::plan::docs::{self, Doc};
use crate::plan::uses::{self, Locals};
use crate::plan::{Item, takes};
use crate::print::blank;

/// More parameters than clippy likes are the rule's own.
const PARAMETERS: usize = 7;

/// A function with so few parts is inlined.
const SHORT: usize = 40;

/// The methods of an item.
pub fn item(page: &Page<'_, '_>, item: Item) -> Vec<TokenStream> {
    match item {
        Item::Function(id) => function(page, id),
        Item::Procedure(id) => procedure(page, id),
        Item::Decision(id) => decisions::decision(page, id),
        Item::Invariant(nth) => vec![invariant(page, nth)],
        Item::Outcome => outcome(page),
    }
}

/// Methods of the state, one below the other.
pub fn of_state(page: &Page<'_, '_>, methods: Vec<TokenStream>) -> TokenStream {
    if methods.is_empty() {
        return TokenStream::new();
    }
    let state = page.import("state", "State");
    // Moved into each other, not copied: this is most of an engine.
    let mut inside = TokenStream::new();
    for (nth, method) in methods.into_iter().enumerate() {
        inside.extend((nth > 0).then(blank));
        inside.extend(method);
    }
    let mut whole = quote!(impl #state);
    whole.extend([TokenTree::from(Group::new(Delimiter::Brace, inside))]);
    whole
}

/// A method with its documentation. `parameters` come after `self` and before the listener.
pub struct Method {
    pub doc: Doc,
    pub name: String,
    pub receiver: TokenStream,
    pub parameters: Vec<TokenStream>,
    /// `listener`, or `_listener` where nothing is reported.
    pub listener: Option<&'static str>,
    pub gives: TokenStream,
    pub body: TokenStream,
}

impl Method {
    pub fn written(self, page: &Page<'_, '_>) -> TokenStream {
        self.written_with(page, &TokenStream::new())
    }

    /// With attributes before the ones that it needs anyway.
    pub fn written_with(self, page: &Page<'_, '_>, attributes: &TokenStream) -> TokenStream {
        let Method { doc: lines, name, receiver, mut parameters, listener, gives, body } = self;
        let (lines, name) = (page.docs(&lines), ident(&name));
        let generic = listener.map(|listener| {
            let (listener, bound) = (ident(listener), page.runtime("Listener"));
            parameters.push(quote!(#listener: &mut L));
            quote!(<L: #bound>)
        });
        let expect = (parameters.len() + 1 > PARAMETERS).then(
            || quote!(#[expect(clippy::too_many_arguments, reason = "these are the rule's own parameters")]),
        );
        let parameters = std::iter::once(receiver).chain(parameters);
        let gives = (!gives.is_empty()).then(|| quote!(-> #gives));
        quote! {
            #lines
            #attributes
            #expect
            pub fn #name #generic (#(#parameters),*) #gives { #body }
        }
    }
}

/// Parameters as `name: Type`; those that nothing reads get a leading underscore.
pub fn parameters(writer: &Writer<'_, '_>, ids: &[LocalId], used: &Locals) -> Vec<TokenStream> {
    let one = |id: &LocalId| {
        let holds = writer.page.value_type(writer.locals[id.idx()].holds);
        let name = writer.local(*id);
        if !used.read.contains(id) {
            let name = ident(&format!("_{name}"));
            return quote!(#name: #holds);
        }
        if used.changed.contains(id) { quote!(mut #name: #holds) } else { quote!(#name: #holds) }
    };
    ids.iter().map(one).collect()
}

fn first(count: u32) -> Vec<LocalId> {
    (0..count).map(LocalId).collect()
}

fn function(page: &Page<'_, '_>, id: FunctionId) -> Vec<TokenStream> {
    let plan = page.plan;
    let (function, names) = (&plan.machine.functions[id.idx()], &plan.functions[id.idx()]);
    let rule = &plan.machine.rules[function.rule.idx()];
    let writer = Writer::new(page, &names.locals, &function.locals);
    let mut used = Locals::of_expression(&function.body);
    let body = if let Some(supposed) = function.supposes {
        used.read.extend(first(function.parameters));
        supposition(&writer, function, supposed)
    } else if function.parts.is_empty() {
        writer.expected(&function.body, function.gives).tokens
    } else {
        used = Locals::default();
        function.parts.iter().for_each(|part| used.add_expression(&part.value));
        modifiers::sum(&writer, function)
    };
    let heading = if rule.name == function.name {
        docs::heading(rule)
    } else {
        format!("`{}`, of `{}`.", function.name, rule.name)
    };
    // Short ones are part of what asks them, also in another crate.
    let inlined = if uses::count(&function.body) <= SHORT { quote!(#[inline]) } else { TokenStream::new() };
    let mut methods = vec![
        Method {
            doc: docs::of_rule(plan.machine, function.rule, &heading),
            name: names.method.clone(),
            receiver: quote!(&self),
            parameters: parameters(&writer, &first(function.parameters), &used),
            listener: None,
            gives: page.value_type(function.gives),
            body,
        }
        .written_with(page, &inlined),
    ];
    if !function.parts.is_empty() {
        methods.push(explanation(&writer, function, &names.explain, &used));
    }
    methods
}

/// What the procedure gives on a copy of the state, and the function's body where it breaks a rule.
fn supposition(
    writer: &Writer<'_, '_>,
    function: &rulec_model::machine::Function,
    supposed: ProcedureId,
) -> TokenStream {
    let (page, plan) = (writer.page, writer.page.plan);
    let (method, silent) = (ident(&plan.procedures[supposed.idx()].method), page.runtime("Silent"));
    let arguments = first(function.parameters).into_iter().map(|id| writer.local(id));
    let broken = plan.procedures[supposed.idx()].fallible.then(|| {
        let otherwise = writer.expected(&function.body, function.gives).tokens;
        quote!(.unwrap_or(#otherwise))
    });
    quote! {
        let mut copy = *self;
        copy.#method(#(#arguments,)* &mut #silent) #broken
    }
}

fn explanation(
    writer: &Writer<'_, '_>,
    function: &rulec_model::machine::Function,
    name: &str,
    used: &Locals,
) -> TokenStream {
    let page = writer.page;
    let rule = page.rule(function.rule);
    let lines = function.parts.iter().map(|part| {
        let (text, value) = (&part.text, writer.tokens(&part.value));
        quote!((#text, #value))
    });
    let count = Literal::usize_unsuffixed(function.parts.len());
    let lines: Vec<TokenStream> = lines.collect();
    let body = quote! {
        if L::LISTENS {
            let lines: [(&str, i32); #count] = [#(#lines),*];
            for (text, value) in lines {
                if value != 0 {
                    listener.part(#rule.index(), text, i64::from(value));
                }
            }
        }
    };
    Method {
        doc: vec![format!("The lines of `{}` that apply, for explanations.", function.name)],
        name: name.to_string(),
        receiver: quote!(&self),
        parameters: parameters(writer, &first(function.parameters), used),
        listener: Some("listener"),
        gives: TokenStream::new(),
        body,
    }
    .written(page)
}

fn procedure(page: &Page<'_, '_>, id: ProcedureId) -> Vec<TokenStream> {
    let procedure = &page.plan.machine.procedures[id.idx()];
    match &procedure.body {
        Body::Plain(block) => vec![plain_procedure(page, id, block)],
        Body::Waiting(points) => {
            let inlined = &page.plan.procedures[id.idx()].flow.inlined;
            let numbered = points.iter().zip((0..).map(PointId)).filter(|(_, nth)| !inlined.contains(nth));
            numbered.map(|(point, nth)| point_method(page, id, nth, point)).collect()
        }
    }
}

fn coder<'p, 'm>(
    page: &'p Page<'p, 'm>,
    (id, at): (ProcedureId, PointId),
    locals: Locals,
    bound: Vec<LocalId>,
) -> Coder<'p, 'm> {
    let plan = page.plan;
    let procedure = &plan.machine.procedures[id.idx()];
    let writer = Writer::new(page, &plan.procedures[id.idx()].locals, &procedure.locals);
    Coder {
        writer,
        procedure,
        id,
        at,
        locals,
        repeats: Cell::new(false),
        bound: RefCell::new(bound.into_iter().collect::<BTreeSet<_>>()),
    }
}

fn plain_procedure(page: &Page<'_, '_>, id: ProcedureId, block: &rulec_model::machine::Block) -> TokenStream {
    let plan = page.plan;
    let procedure = &plan.machine.procedures[id.idx()];
    let mut used = Locals::of_block(block);
    procedure.needs.iter().for_each(|need| used.add_expression(&need.holds));
    let taken = first(procedure.parameters);
    let coder = coder(page, (id, PointId(0)), used, taken.clone());
    let needs = needs(&coder.writer, procedure);
    let body = coder.plain(block);
    let fallible = plan.procedures[id.idx()].fallible;
    let gives = procedure.gives.map(|gives| page.value_type(gives));
    let gives = match (gives, fallible) {
        (gives, true) => {
            let ruled = page.runtime("Ruled");
            gives.map_or(quote!(#ruled), |gives| quote!(#ruled<#gives>))
        }
        (Some(gives), false) => gives,
        (None, false) => TokenStream::new(),
    };
    Method {
        doc: procedure_doc(page, procedure),
        name: plan.procedures[id.idx()].method.clone(),
        receiver: quote!(&mut self),
        parameters: parameters(&coder.writer, &taken, &coder.locals),
        listener: Some(if block_listens(block) { "listener" } else { "_listener" }),
        gives,
        body: quote!(#needs #body),
    }
    .written(page)
}

fn procedure_doc(page: &Page<'_, '_>, procedure: &Procedure) -> Doc {
    let machine = page.plan.machine;
    let called = |rule: RuleId| &machine.rules[rule.idx()].name;
    let (name, rule) = (&procedure.name, called(procedure.rule));
    match procedure.purpose {
        Purpose::Rule if name == rule => {
            docs::of_rule(machine, procedure.rule, &docs::heading(&machine.rules[procedure.rule.idx()]))
        }
        Purpose::Rule => vec![format!("`{name}`, of `{rule}`.")],
        Purpose::Asking => {
            docs::plain(&format!("`{name}`: rules answer `{rule}` for a bot; others are asked."))
        }
        Purpose::Supposing => {
            docs::plain(&format!("`{name}`: what `{rule}` supposes, done on the copy, and its value there."))
        }
        Purpose::SupposedAnswer(to) => {
            docs::plain(&format!("`{name}`: how `{rule}` supposes `{}` to be answered.", called(to)))
        }
        Purpose::Supposed { by, by_others: false } => docs::plain(&format!(
            "`{name}`, of `{rule}` as `{}` supposes it: nobody rolls or is asked.",
            called(by)
        )),
        Purpose::Supposed { by, by_others: true } => docs::plain(&format!(
            "`{name}`, of `{rule}` as `{}` and others suppose it: nobody rolls or is asked.",
            called(by)
        )),
    }
}

/// The conditions under which a procedure may be called at all.
fn needs(writer: &Writer<'_, '_>, procedure: &Procedure) -> TokenStream {
    let page = writer.page;
    let lines = procedure.needs.iter().map(|need| {
        let (required, rule) = (page.runtime("required"), page.rule(procedure.rule));
        let (holds, text) = (writer.tokens(&need.holds), &need.text);
        quote!(#required(#holds, #rule, #text)?;)
    });
    let lines: Vec<TokenStream> = lines.collect();
    let blank = (!lines.is_empty()).then(blank);
    quote!(#(#lines)* #blank)
}

fn point_method(page: &Page<'_, '_>, id: ProcedureId, nth: PointId, point: &Point) -> TokenStream {
    let plan = page.plan;
    let procedure = &plan.machine.procedures[id.idx()];
    let names = plan.point(id, nth);
    let code = &plan.procedures[id.idx()].flow.codes[nth.idx()];
    let mut used = point_locals(nth, id, plan);
    let is_entry = nth.idx() == 0;
    if is_entry {
        procedure.needs.iter().for_each(|need| used.add_expression(&need.holds));
    }
    let mut taken = if is_entry { first(procedure.parameters) } else { names.live.clone() };
    taken.extend(takes(point));
    let coder = coder(page, (id, nth), used, taken.clone());
    let needs = is_entry.then(|| needs(&coder.writer, procedure));
    let body = coder.point(code);
    let listens = code_listens(&coder, code);
    let gives = frames::ruled(page, plan.travels(id));
    Method {
        doc: if is_entry {
            procedure_doc(page, procedure)
        } else {
            vec![format!("`{}`: {}.", procedure.name, crate::names::spaced(&point.name))]
        },
        name: names.method.clone(),
        receiver: quote!(&mut self),
        parameters: parameters(&coder.writer, &taken, &coder.locals),
        listener: Some(if listens { "listener" } else { "_listener" }),
        gives,
        body: quote!(#needs #body),
    }
    .written(page)
}

fn invariant(page: &Page<'_, '_>, nth: usize) -> TokenStream {
    let plan = page.plan;
    let invariant: &Invariant = &plan.machine.invariants[nth];
    let rule = &plan.machine.rules[invariant.rule.idx()];
    let names: Vec<String> = local_names(&invariant.locals);
    let writer = Writer::new(page, &names, &invariant.locals);
    let mut holds = writer.expression(&invariant.condition.holds);
    let mut inner = Locals::of_expression(&invariant.condition.holds).read;
    for (local, over) in invariant.over.iter().rev() {
        let (of, variable) = (page.type_name(*over), writer.variable(*local, inner.remove(local)));
        let tokens = holds.tokens;
        holds = Rust::atom(quote!(#of::ALL.into_iter().all(|#variable| #tokens)));
    }
    Method {
        doc: docs::of_rule(plan.machine, invariant.rule, &docs::heading(rule)),
        name: plan.invariants[nth].clone(),
        receiver: quote!(&self),
        parameters: Vec::new(),
        listener: None,
        gives: quote!(bool),
        body: holds.tokens,
    }
    .written(page)
}

/// Locals without a plan of their own.
pub fn local_names(locals: &[Local]) -> Vec<String> {
    crate::plan::naming::named(locals, &["listener", "into", "state", "game"])
}

/// Winners and scores, under the rule that says how the game is judged.
fn outcome(page: &Page<'_, '_>) -> Vec<TokenStream> {
    let plan = page.plan;
    let outcome: &Outcome = &plan.machine.outcome;
    let Some(rule) = outcome.rule else { return Vec::new() };
    let names = local_names(&outcome.locals);
    let writer = Writer::new(page, &names, &outcome.locals);
    let players = plan.machine.game.players;
    let mut methods = Vec::new();
    if let Some(winners) = &outcome.winners {
        let gives = page.set_name(players);
        let written = writer.expected(winners, Type::Set(players)).tokens;
        let heading = docs::heading(&plan.machine.rules[rule.idx()]);
        methods.push(
            Method {
                doc: docs::of_rule(plan.machine, rule, &heading),
                name: "winners".into(),
                receiver: quote!(&self),
                parameters: Vec::new(),
                listener: None,
                gives: quote!(#gives),
                body: written,
            }
            .written(page),
        );
    }
    if let Some(score) = &outcome.score {
        methods.push(
            Method {
                doc: vec!["What a player has scored.".into()],
                name: "score".into(),
                receiver: quote!(&self),
                parameters: parameters(&writer, &[LocalId(0)], &Locals::of_expression(score)),
                listener: None,
                gives: quote!(i32),
                body: writer.tokens(score),
            }
            .written(page),
        );
    }
    methods
}

/// A condition that must hold, or a refusal.
pub fn permitted(writer: &Writer<'_, '_>, holds: Rust, condition: &Condition) -> TokenStream {
    let page = writer.page;
    let (permitted, rule, text) = (page.runtime("permitted"), page.rule(condition.rule), &condition.text);
    let holds = holds.within(Hold::Block);
    quote!(#permitted(#holds, #rule, #text))
}

/// `[i32]` keys as parameters: `place: Place, points: i32`.
pub fn key_parameters(page: &Page<'_, '_>, keys: &[Key]) -> Vec<(proc_macro2::Ident, TokenStream)> {
    let mut names = crate::names::Names::without(&["value", "listener", "shelf", "reshelve"]);
    let named = keys.iter().map(|key| {
        let wanted = match key {
            Key::Type(id) => crate::names::snake(&page.plan.machine.types[id.idx()].name),
            Key::Range(..) => "nth".into(),
        };
        (ident(&names.claim(wanted)), page.key_type(*key))
    });
    named.collect()
}
