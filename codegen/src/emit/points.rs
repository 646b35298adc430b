//! Points as methods: what they do, and the ways in which they end.
//!
//! Going on at another point is a call, or a frame where points would go round; a point whose own code leads back
//! to its beginning is a loop.

use proc_macro2::TokenStream;
use quote::quote;
use rulec_model::machine::{
    Body, Branch, Code, DecisionId, End, Expression, ExpressionKind, Point, PointId, ProcedureId, Type,
};

use super::expression::{Hold, Writer};
use super::page::{ident, number, width};
use super::simplify::{condition, not};
use super::steps::{Coder, Place};
use super::told::block_listens;
use super::{engine, frames, loops};
use crate::plan::uses::{self, Locals};
use crate::plan::{Flow, Plan, takes};

/// How the code of a point ends: statements, then the value of the method. Without one the loop begins again.
struct Ended {
    statements: TokenStream,
    value: Option<TokenStream>,
}

/// What stands after `if` or `while`, and the code behind it.
struct Opening {
    head: TokenStream,
    rest: Code,
}

impl Ended {
    fn with(value: TokenStream) -> Ended {
        Ended { statements: TokenStream::new(), value: Some(value) }
    }
}

/// Code of points.
impl Coder<'_, '_> {
    fn flow(&self) -> &Flow {
        &self.writer.page.plan.procedures[self.id.idx()].flow
    }

    pub fn point(&self, code: &Code) -> TokenStream {
        if !self.flow().is_loop(self.at) {
            return self.code(code);
        }
        let page = self.writer.page;
        let (counter, round) = if loops::is_bounded(code) {
            (None, None)
        } else {
            let (rounds, limit, rule) =
                (page.runtime("Rounds"), number(engine::ROUNDS), page.rule(self.rule()));
            (
                Some(quote!(let mut counted = #rounds::at_most(#limit, #rule);)),
                Some(quote!(counted.begin()?;)),
            )
        };
        if let Some((when, body, after)) = loops::as_while(code, self.at) {
            let opening = self.opening(&when, body);
            let repeated = self.repeated(&opening.rest);
            let after = self.code(after);
            let head = opening.head;
            return quote! {
                #counter
                while #head { #round #repeated }
                #after
            };
        }
        let repeated = self.repeated(code);
        quote! {
            #counter
            loop { #round #repeated }
        }
    }

    /// Code that begins again where it ends.
    fn repeated(&self, code: &Code) -> TokenStream {
        let before = self.bound.borrow().clone();
        self.repeats.set(true);
        let written = self.code(code);
        self.repeats.set(false);
        *self.bound.borrow_mut() = before;
        written
    }

    fn code(&self, code: &Code) -> TokenStream {
        let mut written = self.steps(&code.steps, Place::Inside);
        if let End::Branch(branch) = &code.end {
            written.extend(self.two_ways(branch));
            return written;
        }
        let Ended { statements, value } = self.end(&code.end);
        let value = value.map(|value| if self.repeats.get() { quote!(return #value;) } else { value });
        quote!(#written #statements #value)
    }

    /// A condition with the code behind it; `if let` where the first step takes apart what the condition looked at.
    fn opening(&self, when: &Expression, code: &Code) -> Opening {
        if let Some((set, member, steps)) = loops::takes_first(when, &code.steps) {
            let (set, name) = (self.writer.local(set), self.writer.local(member));
            self.bound.borrow_mut().insert(member);
            let rest = Code { steps: steps.to_vec(), end: code.end.clone() };
            return Opening { head: quote!(let Some(#name) = #set.first()), rest };
        }
        Opening { head: self.writer.tokens(when), rest: code.clone() }
    }

    fn end(&self, end: &End) -> Ended {
        match end {
            End::Goto(point) => self.go_on(*point),
            End::Branch(branch) => Ended::with(self.two_ways(branch)),
            End::Call { procedure, arguments, then } => {
                let called = self.writer.page.plan.machine.procedure(*procedure);
                let arguments = self.writer.arguments(arguments, &called.locals);
                let pushed = self.push(*then);
                let travels = self.writer.page.plan.travels(self.id);
                let (before, value) = call_at_the_end(&self.writer, travels, *procedure, &arguments);
                Ended { statements: quote!(#pushed #before), value: Some(value) }
            }
            End::Roll { dice, then } => {
                let rolls = &self.writer.page.plan.point(self.id, *then).rolls;
                let frame = rolls.iter().find(|roll| roll.dice == *dice).map(|roll| roll.frame.as_str());
                let pushed = self.push_as(*then, frame.unwrap_or_default());
                Ended { statements: pushed, value: Some(self.given(None)) }
            }
            End::Draw { from, then } => self.draw(from, *then),
            End::Choose { decision, arguments, then } => self.choose(*decision, arguments, *then),
            End::Return(value) => Ended::with(self.given(value.as_ref())),
            End::EndGame => Ended { statements: quote!(self.end_game();), value: Some(self.given(None)) },
        }
    }

    fn two_ways(&self, branch: &Branch) -> TokenStream {
        let Branch { condition: when, then, otherwise } = branch;
        if then == otherwise || self.is_always(when) == Some(true) {
            return self.code(then);
        }
        if self.is_always(when) == Some(false) {
            return self.code(otherwise);
        }
        if let (true, End::Branch(inner)) = (otherwise.steps.is_empty(), &otherwise.end)
            && inner.then == *then
        {
            let either = ExpressionKind::Or(Box::new(when.clone()), Box::new(inner.condition.clone()));
            return self.two_ways(&Branch {
                condition: condition(either),
                then: then.clone(),
                otherwise: inner.otherwise.clone(),
            });
        }
        if let (true, End::Branch(inner)) = (then.steps.is_empty(), &then.end)
            && inner.otherwise == *otherwise
        {
            let both = ExpressionKind::And(Box::new(when.clone()), Box::new(inner.condition.clone()));
            return self.two_ways(&Branch {
                condition: condition(both),
                then: inner.then.clone(),
                otherwise: otherwise.clone(),
            });
        }
        let before = self.bound.borrow().clone();
        let opening = self.opening(when, then);
        let tested = opening.head;
        let first = self.apart(&opening.rest);
        self.bound.borrow_mut().clone_from(&before);
        let second = self.apart(otherwise);
        if second.is_empty() {
            return quote!(if #tested { #first });
        }
        if first.is_empty() {
            let denied = self.writer.tokens(&not(when));
            return quote!(if #denied { #second });
        }
        let is_chain = otherwise.steps.is_empty()
            && matches!(otherwise.end, End::Branch(_))
            && second.to_string().starts_with("if ");
        if is_chain {
            quote!(if #tested { #first } else #second)
        } else {
            quote!(if #tested { #first } else { #second })
        }
    }

    /// Code in a block of its own.
    fn apart(&self, code: &Code) -> TokenStream {
        let before = self.bound.borrow().clone();
        let written = self.code(code);
        *self.bound.borrow_mut() = before;
        written
    }

    /// Goes on at a point: at once, or by way of the driver where points go round.
    fn go_on(&self, to: PointId) -> Ended {
        if to == self.at && self.repeats.get() {
            return Ended { statements: TokenStream::new(), value: None };
        }
        if self.flow().goes_round(self.at, to) {
            return Ended { statements: self.push(to), value: Some(self.given(None)) };
        }
        Ended::with(self.resumed(to, None))
    }

    /// Calls a point directly.
    fn resumed(&self, to: PointId, result: Option<TokenStream>) -> TokenStream {
        let plan = self.writer.page.plan.point(self.id, to);
        let method = ident(&plan.method);
        let live = plan.live.iter().map(|local| self.writer.local(*local));
        let result = result.map(|result| quote!(#result,));
        quote!(self.#method(#(#live,)* #result listener))
    }

    fn push(&self, to: PointId) -> TokenStream {
        // Where only the end is left, nothing is stacked.
        if let Body::Waiting(points) = &self.procedure.body
            && points[to.idx()].only_ends()
        {
            return TokenStream::new();
        }
        let plan = self.writer.page.plan.point(self.id, to);
        self.push_as(to, plan.frame.as_deref().unwrap_or_default())
    }

    fn push_as(&self, to: PointId, frame: &str) -> TokenStream {
        let page = self.writer.page;
        let (frames, frame) = (page.import("state", "Frame"), ident(frame));
        let fields = page.plan.point(self.id, to).live.iter().map(|local| {
            let name = self.writer.local(*local);
            frames::stored_field(&name, self.procedure.locals[local.idx()].holds, quote!(#name))
        });
        let fields: Vec<TokenStream> = fields.collect();
        let fields = (!fields.is_empty()).then(|| quote!({ #(#fields),* }));
        quote!(self.push(#frames::#frame #fields);)
    }

    fn draw(&self, from: &Expression, then: PointId) -> Ended {
        let page = self.writer.page;
        let of = self.writer.type_of(from.gives);
        let set = self.writer.expected(from, Type::Set(of)).tokens;
        let frames = page.import("state", "Frame");
        let draws = page.plan.draws.iter().find(|draw| draw.of == of);
        let frame = ident(draws.map_or("", |draw| draw.frame.as_str()));
        let fault = page.runtime("nobody_to_draw");
        let rule = page.rule(self.rule());
        let pushed = self.push(then);
        let takes = takes(&self.points()[then.idx()]);
        let optional =
            takes.is_some_and(|local| matches!(self.procedure.locals[local.idx()].holds, Type::Optional(_)));
        let only = if optional { quote!(Some(only)) } else { quote!(only) };
        let at_once = if self.flow().goes_round(self.at, then) {
            let (kind, variant) =
                (page.import("state", "Given"), frames::given_variant(page, Type::Member(of)));
            quote!(#pushed Ok(#kind::#variant(only)))
        } else {
            self.resumed(then, Some(only))
        };
        let nothing = self.given(None);
        let value = quote! {
            match (drawn_from.len(), drawn_from.first()) {
                (1, Some(only)) => { #at_once }
                (_, None) => Err(#fault(#rule)),
                (_, Some(_)) => {
                    #pushed
                    self.push(#frames::#frame { from: drawn_from });
                    #nothing
                }
            }
        };
        Ended { statements: quote!(let drawn_from = #set;), value: Some(value) }
    }

    fn points(&self) -> &[Point] {
        match &self.procedure.body {
            Body::Waiting(points) => points,
            Body::Plain(_) => &[],
        }
    }

    fn choose(&self, decision: DecisionId, arguments: &[Expression], then: PointId) -> Ended {
        let page = self.writer.page;
        let asked = page.plan.machine.decision(decision);
        let plan = &page.plan.decisions[decision.idx()];
        let (frames, frame) = (page.import("state", "Frame"), ident(&plan.frame));
        let fields = asked.locals.iter().zip(&plan.locals).zip(arguments).map(|((local, name), argument)| {
            let value = self.writer.expected(argument, local.holds);
            let value = match local.holds {
                Type::Integer { least, greatest }
                    if width(least, greatest) != "i32"
                        && !matches!(argument.kind, ExpressionKind::Integer(_)) =>
                {
                    value.within(Hold::Cast)
                }
                _ => value.tokens,
            };
            frames::stored_field(&ident(name), local.holds, value)
        });
        let fields: Vec<TokenStream> = fields.collect();
        let fields = (!fields.is_empty()).then(|| quote!({ #(#fields),* }));
        let pushed = self.push(then);
        let statements = quote!(#pushed self.push(#frames::#frame #fields););
        Ended { statements, value: Some(self.given(None)) }
    }

    /// What a waiting procedure ends with.
    fn given(&self, value: Option<&Expression>) -> TokenStream {
        let page = self.writer.page;
        if !page.plan.travels(self.id) {
            return quote!(Ok(()));
        }
        let value = value
            .zip(self.procedure.gives)
            .map(|(value, gives)| (gives, self.writer.expected(value, gives).tokens));
        frames::given(page, value)
    }
}

/// A call as the last expression of something that ends with what travels, or with nothing: statements, and the value.
pub fn call_at_the_end(
    writer: &Writer<'_, '_>,
    travels: bool,
    called: ProcedureId,
    arguments: &[TokenStream],
) -> (TokenStream, TokenStream) {
    let page = writer.page;
    let procedure = page.plan.machine.procedure(called);
    let plan = &page.plan.procedures[called.idx()];
    let method = ident(&plan.method);
    let call = quote!(self.#method(#(#arguments,)* listener));
    let is_same = if procedure.waits() {
        page.plan.travels(called) == travels
    } else {
        !travels && procedure.gives.is_none() && plan.fallible
    };
    if is_same {
        return (TokenStream::new(), call);
    }
    let asked = (procedure.waits() || plan.fallible).then(|| quote!(?));
    match procedure.gives {
        Some(gives) if travels => {
            (TokenStream::new(), frames::given(page, Some((gives, quote!(#call #asked)))))
        }
        Some(_) | None if travels => (quote!(#call #asked;), frames::given(page, None)),
        Some(_) | None => (quote!(#call #asked;), quote!(Ok(()))),
    }
}

/// The locals that a point's code uses. What a loop keeps for its next round is changed wherever it is bound again.
pub fn point_locals(at: PointId, procedure: ProcedureId, plan: &Plan<'_>) -> Locals {
    let flow = &plan.procedures[procedure.idx()].flow;
    let code = &flow.codes[at.idx()];
    let mut locals = Locals::of_code(code, &|point| plan.point(procedure, point).live.clone());
    if flow.is_loop(at) {
        let kept = &plan.point(procedure, at).live;
        for block in uses::code_blocks(code) {
            locals.changed.extend(uses::bound_in(block).into_iter().filter(|local| kept.contains(local)));
        }
    }
    locals
}

/// Whether code passes its listener on.
pub fn code_listens(coder: &Coder<'_, '_>, code: &Code) -> bool {
    let flow = coder.flow();
    let in_steps = uses::code_blocks(code).into_iter().any(block_listens);
    in_steps
        || uses::ends(code).into_iter().any(|end| match end {
            End::Goto(to) => !flow.goes_round(coder.at, *to),
            End::Draw { then, .. } => !flow.goes_round(coder.at, *then),
            End::Call { .. } => true,
            End::Branch(_) | End::Roll { .. } | End::Choose { .. } | End::Return(_) | End::EndGame => false,
        })
}
