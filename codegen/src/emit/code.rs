//! Steps as statements, and the ways in which code ends.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;
use rulec_model::machine::{
    Block, Branch, Code, Decision, DecisionId, End, Expression, ExpressionKind, LocalId, PointId, Procedure,
    ProcedureId, RuleId, Source, Step, Type,
};

use super::expression::Writer;
use super::loops;
use super::page::{ident, number};
use super::simplify::{Simple, condition, not, simple};
use crate::plan::uses::{self, Locals, always_returns};
use crate::plan::{Flow, Plan};

/// Writes the code of one procedure, or of one point of it.
pub struct Coder<'p, 'm> {
    pub writer: Writer<'p, 'm>,
    pub procedure: &'m Procedure,
    pub id: ProcedureId,
    pub locals: Locals,
    /// Locals that have a value already.
    pub bound: RefCell<BTreeSet<LocalId>>,
    /// The point whose method this is; a plain procedure is all entry.
    pub at: PointId,
    /// Whether what is written stands in the point's own loop, and is repeated where it ends.
    pub repeats: Cell<bool>,
}

/// Where steps stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The procedure ends after them.
    Last,
    /// Something follows, or they are repeated.
    Inside,
}

impl Coder<'_, '_> {
    fn rule(&self) -> RuleId {
        self.procedure.rule
    }

    /// The body of a plain procedure.
    pub fn plain(&self, block: &Block) -> TokenStream {
        self.steps(block, Place::Last)
    }

    fn steps(&self, steps: &[Step], place: Place) -> TokenStream {
        let mut written = TokenStream::new();
        let mut rest = steps;
        while let [step, after @ ..] = rest {
            rest = after;
            match step {
                Step::Return(value) => {
                    let value = self.finished(value.as_ref());
                    written.extend(match place {
                        Place::Last => value,
                        Place::Inside => quote!(return #value;),
                    });
                    return written;
                }
                Step::Let { local, value, named: false }
                    if matches!(after, [Step::Return(Some(returned)), ..]
                        if returned.kind == ExpressionKind::Local(*local)) =>
                {
                    return self.returned_at_once(written, value, place);
                }
                Step::If { condition, then, otherwise } => {
                    let (then_ends, otherwise_ends) = (always_returns(then), always_returns(otherwise));
                    let ends = then_ends && otherwise_ends;
                    if place == Place::Last && (ends || after.is_empty() && self.gives_nothing()) {
                        written.extend(self.branch(condition, then, otherwise, Place::Last));
                        return written;
                    }
                    if then_ends && !otherwise.is_empty() {
                        // What leaves early goes first, the rest follows without an `else`.
                        written.extend(self.branch(condition, then, &[], Place::Inside));
                        let following: Vec<Step> = otherwise.iter().chain(after).cloned().collect();
                        written.extend(self.steps(&following, place));
                        return written;
                    }
                    written.extend(self.branch(condition, then, otherwise, Place::Inside));
                    if ends {
                        return written;
                    }
                }
                Step::Call { procedure, arguments, .. }
                    if place == Place::Last && after.is_empty() && self.ends_alike(*procedure) =>
                {
                    let called = self.writer.page.plan.machine.procedure(*procedure);
                    let arguments = self.writer.arguments(arguments, &called.locals);
                    let method = ident(&self.writer.page.plan.procedures[procedure.idx()].method);
                    return quote!(#written self.#method(#(#arguments,)* listener));
                }
                Step::Let { .. }
                | Step::Set { .. }
                | Step::Assign { .. }
                | Step::For { .. }
                | Step::While { .. }
                | Step::Call { .. }
                | Step::Fired(_)
                | Step::Explain { .. } => written.extend(self.step(step)),
            }
        }
        if place == Place::Last {
            written.extend(self.finished(None));
        }
        written
    }

    fn returned_at_once(&self, mut written: TokenStream, value: &Expression, place: Place) -> TokenStream {
        let value = self.finished(Some(value));
        written.extend(match place {
            Place::Last => value,
            Place::Inside => quote!(return #value;),
        });
        written
    }

    /// Whether another procedure ends as this one does: without a value, perhaps with a fault.
    fn ends_alike(&self, called: ProcedureId) -> bool {
        let plan = self.writer.page.plan;
        let gives_nothing = self.procedure.gives.is_none() && plan.machine.procedure(called).gives.is_none();
        gives_nothing && self.is_fallible() && plan.procedures[called.idx()].fallible
    }

    /// Whether the procedure ends without a value of any kind.
    fn gives_nothing(&self) -> bool {
        self.procedure.gives.is_none() && !self.is_fallible()
    }

    fn is_fallible(&self) -> bool {
        self.writer.page.plan.procedures[self.id.idx()].fallible
    }

    /// What a plain procedure ends with.
    fn finished(&self, value: Option<&Expression>) -> TokenStream {
        let value = self.procedure.gives.map(|gives| match value {
            Some(value) => self.writer.expected(value, gives).tokens,
            None => self.nothing(gives),
        });
        match (value, self.is_fallible()) {
            (Some(value), true) => quote!(Ok(#value)),
            (Some(value), false) => value,
            (None, true) => quote!(Ok(())),
            (None, false) => TokenStream::new(),
        }
    }

    /// Zero, or nobody.
    fn nothing(&self, holds: Type) -> TokenStream {
        let page = self.writer.page;
        match holds {
            Type::Integer { .. } => quote!(0),
            Type::Boolean => quote!(false),
            Type::Optional(_) => quote!(None),
            Type::Member(id) => page.member(id, 0),
            Type::Set(id) => {
                let set = page.set_name(id);
                quote!(#set::EMPTY)
            }
        }
    }

    fn step(&self, step: &Step) -> TokenStream {
        match step {
            Step::Let { local, value, named } => self.binding(*local, value, *named),
            Step::Set { local, value, bounds } => self.change(*local, value, *bounds),
            Step::Assign { state, keys, value, bounds } => {
                let plan = self.writer.page.plan;
                let setter = ident(&plan.states[state.idx()].setter);
                let keys = keys.iter().map(|key| self.writer.tokens(key));
                let value = self.within(value, plan.machine.states[state.idx()].holds, *bounds);
                quote!(self.#setter(#(#keys,)* #value, listener);)
            }
            Step::If { condition, then, otherwise } => self.branch(condition, then, otherwise, Place::Inside),
            Step::For { variable, source, filter, body } => {
                self.repetition(*variable, source, filter.as_ref(), body)
            }
            Step::While { condition, limit, body } => self.repeated_while(condition, *limit, body),
            Step::Call { procedure, arguments, result } => self.plain_call(*procedure, arguments, *result),
            Step::Fired(rule) => {
                let rule = self.writer.page.rule(*rule);
                quote!(listener.rule(#rule.index());)
            }
            Step::Explain { function, arguments } => {
                let plan = self.writer.page.plan;
                let explain = ident(&plan.functions[function.idx()].explain);
                let parameters = &plan.machine.functions[function.idx()].locals;
                let arguments = self.writer.arguments(arguments, parameters);
                quote!(self.#explain(#(#arguments,)* listener);)
            }
            Step::Return(_) => TokenStream::new(),
        }
    }

    fn binding(&self, local: LocalId, value: &Expression, named: bool) -> TokenStream {
        if !self.locals.read.contains(&local) {
            return TokenStream::new();
        }
        let holds = self.procedure.locals[local.idx()].holds;
        let value = self.writer.expected(value, holds).tokens;
        let bind = self.bind(local, value);
        if !named {
            return bind;
        }
        let (name, called) = (self.writer.local(local), &self.procedure.locals[local.idx()].name);
        quote!(#bind listener.value(#called, #name.into());)
    }

    /// Gives a local its value, for the first time or again.
    fn bind(&self, local: LocalId, value: TokenStream) -> TokenStream {
        let name = self.writer.local(local);
        let is_new = self.bound.borrow_mut().insert(local) || !self.locals.changed.contains(&local);
        match (is_new, self.locals.changed.contains(&local), self.is_bare(&value)) {
            (false, _, _) => quote!(#name = #value;),
            (true, true, _) => {
                let holds = self.writer.page.value_type(self.procedure.locals[local.idx()].holds);
                quote!(let mut #name: #holds = #value;)
            }
            (true, false, true) => {
                let holds = self.writer.page.value_type(self.procedure.locals[local.idx()].holds);
                quote!(let #name: #holds = #value;)
            }
            (true, false, false) => quote!(let #name = #value;),
        }
    }

    /// A value that does not tell its type.
    fn is_bare(&self, value: &TokenStream) -> bool {
        let text = value.to_string();
        text == "None" || text.starts_with(|first: char| first.is_ascii_digit() || first == '-')
    }

    fn change(&self, local: LocalId, value: &Expression, bounds: Option<(i64, i64)>) -> TokenStream {
        let name = self.writer.local(local);
        let holds = self.procedure.locals[local.idx()].holds;
        let is_read = self.locals.read.contains(&local);
        match (bounds, is_read) {
            (None, false) => TokenStream::new(),
            (Some(_), false) => {
                let value = self.within(value, holds, bounds);
                quote!(#value;)
            }
            (Some(_), true) => {
                let value = self.within(value, holds, bounds);
                quote!(#name = #value;)
            }
            (None, true) => {
                let own = |part: &Expression| part.kind == ExpressionKind::Local(local);
                match &value.kind {
                    ExpressionKind::Add(a, b) if own(a) => self.add_to(&name, b),
                    ExpressionKind::Subtract(a, b) if own(a) => {
                        let b = self.writer.tokens(b);
                        quote!(#name -= #b;)
                    }
                    ExpressionKind::Multiply(a, b) if own(a) => {
                        let b = self.writer.tokens(b);
                        quote!(#name *= #b;)
                    }
                    ExpressionKind::Add(a, b) if own(b) => self.add_to(&name, a),
                    _ => {
                        let value = self.writer.expected(value, holds).tokens;
                        quote!(#name = #value;)
                    }
                }
            }
        }
    }

    fn add_to(&self, name: &proc_macro2::Ident, value: &Expression) -> TokenStream {
        match value.kind {
            ExpressionKind::Integer(value) if value < 0 => {
                let value = number(-value);
                quote!(#name -= #value;)
            }
            _ => {
                let value = self.writer.tokens(value);
                quote!(#name += #value;)
            }
        }
    }

    /// A value on its way to where it is put, checked when it may not fit.
    fn within(&self, value: &Expression, holds: Type, bounds: Option<(i64, i64)>) -> TokenStream {
        let page = self.writer.page;
        let value = self.writer.expected(value, holds).tokens;
        match bounds {
            None => value,
            Some((least, greatest)) => {
                let bounded = page.runtime("bounded");
                let (least, greatest, rule) = (number(least), number(greatest), page.rule(self.rule()));
                quote!(#bounded(#value, #least, #greatest, #rule)?)
            }
        }
    }

    fn branch(&self, when: &Expression, then: &[Step], otherwise: &[Step], place: Place) -> TokenStream {
        let is_idle = |block: &[Step]| block.is_empty();
        let gives_nothing = place == Place::Inside || self.gives_nothing();
        if then == otherwise || self.is_always(when) == Some(true) {
            return self.steps(then, place);
        }
        if self.is_always(when) == Some(false) {
            return self.steps(otherwise, place);
        }
        if is_idle(then) && gives_nothing {
            return self.branch(&not(when), otherwise, &[], place);
        }
        // An `if` that is all there is in another is one with both conditions.
        if let [Step::If { condition: inner, then: deeper, otherwise: none }] = then
            && is_idle(otherwise)
            && is_idle(none)
            && gives_nothing
        {
            let both = condition(ExpressionKind::And(Box::new(when.clone()), Box::new(inner.clone())));
            return self.branch(&both, deeper, &[], place);
        }
        let tested = self.writer.tokens(when);
        let first = self.scoped(then, place);
        if is_idle(otherwise) && gives_nothing {
            return quote!(if #tested { #first });
        }
        if let [Step::If { condition: inner, then: second, otherwise: last }] = otherwise {
            if second.as_slice() == then {
                let either = condition(ExpressionKind::Or(Box::new(when.clone()), Box::new(inner.clone())));
                return self.branch(&either, then, last, place);
            }
            let chain = self.branch(inner, second, last, place);
            if chain.to_string().starts_with("if ") {
                return quote!(if #tested { #first } else #chain);
            }
        }
        let second = self.scoped(otherwise, place);
        quote!(if #tested { #first } else { #second })
    }

    fn is_always(&self, when: &Expression) -> Option<bool> {
        let truth = |kind: &ExpressionKind| match kind {
            ExpressionKind::Boolean(value) => Some(*value),
            _ => None,
        };
        match simple(when) {
            Simple::As(simpler) => truth(&simpler.kind),
            Simple::Already => truth(&when.kind),
        }
    }

    /// Steps in a block of their own: what they bind is not bound after it.
    fn scoped(&self, steps: &[Step], place: Place) -> TokenStream {
        let before = self.bound.borrow().clone();
        let written = self.steps(steps, place);
        *self.bound.borrow_mut() = before;
        written
    }

    fn repetition(
        &self,
        variable: LocalId,
        source: &Source,
        filter: Option<&Expression>,
        body: &Block,
    ) -> TokenStream {
        let before = self.bound.borrow().clone();
        self.bound.borrow_mut().insert(variable);
        let name = self.writer.variable(variable, self.locals.read.contains(&variable));
        let written = match filter {
            Some(filter) => self.branch(filter, body, &[], Place::Inside),
            None => self.steps(body, Place::Inside),
        };
        *self.bound.borrow_mut() = before;
        if filter.is_none() && always_returns(body) {
            // Nothing is repeated: the first one leaves the procedure.
            let iterator = self.writer.iterator(source);
            return quote!(if let Some(#name) = #iterator.next() { #written });
        }
        let each = self.writer.each(source);
        quote!(for #name in #each { #written })
    }

    fn repeated_while(&self, when: &Expression, limit: i64, body: &Block) -> TokenStream {
        let page = self.writer.page;
        let tested = self.writer.tokens(when);
        let written = self.scoped(body, Place::Inside);
        if always_returns(body) {
            return quote!(if #tested { #written });
        }
        let (rounds, limit, rule) = (page.runtime("Rounds"), number(limit), page.rule(self.rule()));
        quote! {
            let mut counted = #rounds::at_most(#limit, #rule);
            while #tested {
                counted.begin()?;
                #written
            }
        }
    }

    fn plain_call(
        &self,
        called: ProcedureId,
        arguments: &[Expression],
        result: Option<LocalId>,
    ) -> TokenStream {
        let plan = self.writer.page.plan;
        let procedure = plan.machine.procedure(called);
        let method = ident(&plan.procedures[called.idx()].method);
        let arguments = self.writer.arguments(arguments, &procedure.locals);
        let asked = plan.procedures[called.idx()].fallible.then(|| quote!(?));
        let call = quote!(self.#method(#(#arguments,)* listener) #asked);
        match (result, procedure.gives) {
            (Some(local), Some(gives)) if self.locals.read.contains(&local) => {
                let holds = self.procedure.locals[local.idx()].holds;
                let wrapped = matches!((holds, gives), (Type::Optional(_), Type::Member(_)));
                self.bind(local, if wrapped { quote!(Some(#call)) } else { call })
            }
            _ => quote!(#call;),
        }
    }
}

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
                (page.runtime("Rounds"), number(super::engine::ROUNDS), page.rule(self.rule()));
            (Some(quote!(let mut counted = #rounds::at_most(#limit, #rule);)), Some(quote!(counted.begin()?;)))
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
                let (before, value) = call_at_the_end(&self.writer, *procedure, &arguments);
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
        if is_chain { quote!(if #tested { #first } else #second) } else { quote!(if #tested { #first } else { #second }) }
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
        let plan = self.writer.page.plan.point(self.id, to);
        self.push_as(to, plan.frame.as_deref().unwrap_or_default())
    }

    fn push_as(&self, to: PointId, frame: &str) -> TokenStream {
        let page = self.writer.page;
        let (frames, frame) = (page.import("state", "Frame"), ident(frame));
        let fields = page.plan.point(self.id, to).live.iter().map(|local| {
            let name = self.writer.local(*local);
            super::frames::stored_field(&name, self.procedure.locals[local.idx()].holds, quote!(#name))
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
        let takes = crate::plan::takes(&self.points()[then.idx()]);
        let optional = takes
            .is_some_and(|local| matches!(self.procedure.locals[local.idx()].holds, Type::Optional(_)));
        let only = if optional { quote!(Some(only)) } else { quote!(only) };
        let at_once = if self.flow().goes_round(self.at, then) {
            let (kind, variant) = (page.import("state", "Given"), super::frames::given_variant(page, Type::Member(of)));
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

    fn points(&self) -> &[rulec_model::machine::Point] {
        match &self.procedure.body {
            rulec_model::machine::Body::Waiting(points) => points,
            rulec_model::machine::Body::Plain(_) => &[],
        }
    }

    fn choose(&self, decision: DecisionId, arguments: &[Expression], then: PointId) -> Ended {
        let page = self.writer.page;
        let asked: &Decision = page.plan.machine.decision(decision);
        let plan = &page.plan.decisions[decision.idx()];
        let (frames, frame) = (page.import("state", "Frame"), ident(&plan.frame));
        let fields = asked.locals.iter().zip(&plan.locals).zip(arguments).map(|((local, name), argument)| {
            let value = self.writer.expected(argument, local.holds);
            let value = match local.holds {
                Type::Integer { least, greatest }
                    if super::page::width(least, greatest) != "i32" && !matches!(argument.kind, ExpressionKind::Integer(_)) =>
                {
                    value.within(super::expression::Hold::Cast)
                }
                _ => value.tokens,
            };
            super::frames::stored_field(&ident(name), local.holds, value)
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
        let value = value.zip(self.procedure.gives).map(|(value, gives)| {
            (gives, self.writer.expected(value, gives).tokens)
        });
        super::frames::given(page, value)
    }
}

/// A call as the last expression of something that gives `Result<Given, Fault>`: statements, and the value.
pub fn call_at_the_end(
    writer: &Writer<'_, '_>,
    called: ProcedureId,
    arguments: &[TokenStream],
) -> (TokenStream, TokenStream) {
    let page = writer.page;
    let procedure = page.plan.machine.procedure(called);
    let plan = &page.plan.procedures[called.idx()];
    let method = ident(&plan.method);
    let call = quote!(self.#method(#(#arguments,)* listener));
    let is_same = page.plan.given.is_empty() && procedure.gives.is_none() && plan.fallible;
    if procedure.waits() || is_same {
        return (TokenStream::new(), call);
    }
    let asked = plan.fallible.then(|| quote!(?));
    match procedure.gives {
        Some(gives) if !page.plan.given.is_empty() => {
            (TokenStream::new(), super::frames::given(page, Some((gives, quote!(#call #asked)))))
        }
        Some(_) | None => (quote!(#call #asked;), super::frames::given(page, None)),
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
    let in_steps = uses::code_blocks(code).into_iter().any(|block| block_listens(block));
    in_steps
        || uses::ends(code).into_iter().any(|end| match end {
            End::Goto(to) => !flow.goes_round(coder.at, *to),
            End::Draw { then, .. } => !flow.goes_round(coder.at, *then),
            End::Call { .. } => true,
            End::Branch(_) | End::Roll { .. } | End::Choose { .. } | End::Return(_) | End::EndGame => false,
        })
}

pub fn block_listens(block: &Block) -> bool {
    uses::any_step(block, &mut |step| match step {
        Step::Assign { .. }
        | Step::Let { named: true, .. }
        | Step::Fired(_)
        | Step::Explain { .. }
        | Step::Call { .. } => true,
        Step::Let { .. }
        | Step::Set { .. }
        | Step::If { .. }
        | Step::For { .. }
        | Step::While { .. }
        | Step::Return(_) => false,
    })
}
