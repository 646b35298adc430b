//! Steps as statements: the code of what cannot wait.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;
use rulec_model::machine::{
    Block, Expression, ExpressionKind, Failure, LocalId, PointId, Procedure, ProcedureId, RuleId, Source,
    Step, Type,
};

use super::expression::Writer;
use super::page::{ident, number};
use super::simplify::{Simple, condition, not, simple};
use crate::plan::uses::{Locals, always_returns};

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
pub enum Place {
    /// The procedure ends after them.
    Last,
    /// Something follows, or they are repeated.
    Inside,
}

impl Coder<'_, '_> {
    pub fn rule(&self) -> RuleId {
        self.procedure.rule
    }

    /// The body of a plain procedure.
    pub fn plain(&self, block: &Block) -> TokenStream {
        self.steps(block, Place::Last)
    }

    pub fn steps(&self, steps: &[Step], place: Place) -> TokenStream {
        let mut written = TokenStream::new();
        let mut rest = steps;
        while let [step, after @ ..] = rest {
            rest = after;
            match step {
                Step::Fail(failure) => {
                    let fault = self.failure(*failure);
                    written.extend(match place {
                        Place::Last => quote!(Err(#fault)),
                        Place::Inside => quote!(return Err(#fault);),
                    });
                    return written;
                }
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
                    if let Some(holds) = self.is_always(condition) {
                        // Inlined, so that nothing is written behind what leaves the procedure.
                        let taken = if holds { then } else { otherwise };
                        let following: Vec<Step> = taken.iter().chain(after).cloned().collect();
                        written.extend(self.steps(&following, place));
                        return written;
                    }
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
                    if self.ends_alike(*procedure)
                        && (place == Place::Last && after.is_empty()
                            || matches!(after, [Step::Return(None), ..])) =>
                {
                    let called = self.called(*procedure, arguments);
                    written.extend(match place {
                        Place::Last => called,
                        Place::Inside => quote!(return #called;),
                    });
                    return written;
                }
                Step::Call { procedure, arguments, result: Some(result) }
                    if matches!(after, [Step::Return(Some(returned)), ..]
                        if returned.kind == ExpressionKind::Local(*result))
                        && self.gives_alike(*procedure) =>
                {
                    let called = self.called(*procedure, arguments);
                    let is_fallible = self.writer.page.plan.procedures[procedure.idx()].fallible;
                    let given = if self.is_fallible() && !is_fallible { quote!(Ok(#called)) } else { called };
                    written.extend(match place {
                        Place::Last => given,
                        Place::Inside => quote!(return #given;),
                    });
                    return written;
                }
                Step::Let { .. }
                | Step::Set { .. }
                | Step::Assign { .. }
                | Step::For { .. }
                | Step::While { .. }
                | Step::Call { .. }
                | Step::Fired(_)
                | Step::Explain { .. }
                | Step::Tell(_) => written.extend(self.step(step)),
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

    /// Whether another procedure gives the same kind of value.
    fn gives_alike(&self, called: ProcedureId) -> bool {
        match (self.procedure.gives, self.writer.page.plan.machine.procedure(called).gives) {
            (Some(Type::Integer { .. }), Some(Type::Integer { .. })) => true,
            (own, other) => own.is_some() && own == other,
        }
    }

    fn called(&self, procedure: ProcedureId, arguments: &[Expression]) -> TokenStream {
        let plan = self.writer.page.plan;
        let method = ident(&plan.procedures[procedure.idx()].method);
        let arguments = self.writer.arguments(arguments, &plan.machine.procedure(procedure).locals);
        quote!(self.#method(#(#arguments,)* listener))
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

    fn failure(&self, failure: Failure) -> TokenStream {
        let page = self.writer.page;
        let rule = page.rule(self.procedure.rule);
        let fault = match failure {
            Failure::NobodyToDraw => page.runtime("nobody_to_draw"),
            Failure::Unanswered => page.runtime("unanswered"),
        };
        quote!(#fault(#rule))
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
            Step::Tell(told) => self.tell(told),
            Step::Fail(_) | Step::Return(_) => TokenStream::new(),
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

    pub fn is_always(&self, when: &Expression) -> Option<bool> {
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
        let asked = plan.procedures[called.idx()].fallible.then(|| quote!(?));
        let call = self.called(called, arguments);
        let call = quote!(#call #asked);
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
