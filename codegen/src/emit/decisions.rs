//! Decisions: what may be chosen, why something may not, and what a choice does.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use rulec_model::machine::{
    Binding, Comparison, Condition, Decision, DecisionId, DecisionOption, Expression, ExpressionKind,
    LocalId, Source, Type, WhenNone,
};

use super::expression::{Rust, Writer};
use super::frames;
use super::narrowed::Narrowed;
use super::page::{Page, ident};
use super::points::call_at_the_end;
use super::rules::{Method, parameters, permitted};
use super::simplify::{self, AtMostOne};
use crate::plan::docs;
use crate::plan::uses::{self, Locals};
use crate::plan::{DecisionPlan, OptionPlan};

/// An option with all that is known of it.
struct Offer<'p, 'm> {
    writer: Writer<'p, 'm>,
    decision: &'p Decision,
    option: &'p DecisionOption,
    names: &'p OptionPlan,
}

/// The methods of a decision.
pub fn decision(page: &Page<'_, '_>, id: DecisionId) -> Vec<TokenStream> {
    let plan = page.plan;
    let (decision, names) = (plan.machine.decision(id), &plan.decisions[id.idx()]);
    let offers: Vec<Offer<'_, '_>> = decision
        .options
        .iter()
        .zip(&names.options)
        .map(|(option, names)| {
            let writer = Writer::new(page, &names.locals, &option.locals);
            Offer { writer, decision, option, names }
        })
        .collect();
    let mut methods = vec![list(page, decision, names, &offers), by(page, decision, names)];
    if decision.when_none == WhenNone::GoOn {
        methods.push(is_open(page, decision, names, &offers));
    }
    methods.extend(offers.iter().map(Offer::permit));
    methods.push(choose(page, decision, names, &offers));
    methods
}

fn decision_parameters(decision: &Decision) -> Vec<LocalId> {
    (0..decision.locals.len() as u32).map(LocalId).collect()
}

/// Decision parameters as a method takes them; some options may not read them.
fn own_parameters(
    page: &Page<'_, '_>,
    decision: &Decision,
    names: &DecisionPlan,
    used: &Locals,
) -> Vec<TokenStream> {
    let writer = Writer::new(page, &names.locals, &decision.locals);
    parameters(&writer, &decision_parameters(decision), used)
}

fn list(
    page: &Page<'_, '_>,
    decision: &Decision,
    names: &DecisionPlan,
    offers: &[Offer<'_, '_>],
) -> TokenStream {
    let rule = &page.plan.machine.rules[decision.rule.idx()];
    let mut used = Locals::default();
    offers.iter().for_each(|offer| offer.add_uses(&mut used));
    let choice = page.import("choice", "Choice");
    let loops = offers.iter().map(Offer::listed);
    Method {
        doc: docs::of_rule(page.plan.machine, decision.rule, &docs::heading(rule)),
        name: names.list.clone(),
        receiver: quote!(&self),
        parameters: {
            let mut all = own_parameters(page, decision, names, &used);
            all.push(quote!(into: &mut Vec<#choice>));
            all
        },
        listener: None,
        gives: TokenStream::new(),
        body: quote!(#(#loops)*),
    }
    .written(page)
}

/// Whose decision it is.
fn by(page: &Page<'_, '_>, decision: &Decision, names: &DecisionPlan) -> TokenStream {
    let players = page.plan.machine.game.players;
    let writer = Writer::new(page, &names.locals, &decision.locals);
    let gives = page.type_name(players);
    Method {
        doc: vec![format!("Who decides `{}`.", decision.name)],
        name: names.by.clone(),
        receiver: quote!(&self),
        parameters: own_parameters(page, decision, names, &Locals::of_expression(&decision.by)),
        listener: None,
        gives: quote!(#gives),
        body: writer.expected(&decision.by, Type::Member(players)).tokens,
    }
    .written(page)
}

fn is_open(
    page: &Page<'_, '_>,
    decision: &Decision,
    names: &DecisionPlan,
    offers: &[Offer<'_, '_>],
) -> TokenStream {
    let mut used = Locals::default();
    let settling: Vec<&Offer<'_, '_>> = offers.iter().filter(|offer| !offer.option.asks_again).collect();
    settling.iter().for_each(|offer| offer.add_uses(&mut used));
    let any = settling.iter().map(|offer| offer.is_offered()).reduce(Rust::or);
    Method {
        doc: vec![format!("Whether there is anything to choose in `{}`.", decision.name)],
        name: names.is_open.clone(),
        receiver: quote!(&self),
        parameters: own_parameters(page, decision, names, &used),
        listener: None,
        gives: quote!(bool),
        body: any.map_or(quote!(false), |any| any.tokens),
    }
    .written(page)
}

fn choose(
    page: &Page<'_, '_>,
    decision: &Decision,
    names: &DecisionPlan,
    offers: &[Offer<'_, '_>],
) -> TokenStream {
    let (choice, refusal) = (page.import("choice", "Choice"), page.runtime("Refusal"));
    let arms = offers.iter().map(Offer::chosen);
    let rule = page.rule(decision.rule);
    let other = (page.plan.choices.len() > offers.len()).then(|| {
        let not_offered = page.runtime("not_offered");
        quote!(_ => return Err(#not_offered(#rule)),)
    });
    let mut used = Locals::default();
    used.read.extend(decision_parameters(decision));
    Method {
        doc: vec![format!("Takes an option of `{}`, if it is legal.", decision.name)],
        name: names.choose.clone(),
        receiver: quote!(&mut self),
        parameters: {
            let mut all = own_parameters(page, decision, names, &used);
            all.push(quote!(choice: #choice));
            all
        },
        listener: Some("listener"),
        gives: quote!(Result<(), #refusal>),
        body: if offers.is_empty() {
            let not_offered = page.runtime("not_offered");
            quote!(Err(#not_offered(#rule)))
        } else {
            quote! {
                let played = match choice {
                    #(#arms)*
                    #other
                };
                self.settle(played, listener)
            }
        },
    }
    .written(page)
}

/// What is asked about one binding, or at the end of all.
struct Level<'o> {
    binding: Option<&'o Binding>,
    conditions: Vec<&'o Condition>,
}

impl Offer<'_, '_> {
    fn page(&self) -> &Page<'_, '_> {
        self.writer.page
    }

    fn add_uses(&self, used: &mut Locals) {
        for binding in &self.option.bindings {
            uses::source_parts(&binding.source).into_iter().for_each(|part| used.add_expression(part));
            binding.filter.iter().for_each(|filter| used.add_expression(&filter.holds));
        }
        self.option.conditions.iter().for_each(|condition| used.add_expression(&condition.holds));
        // Only the decision's own parameters are asked about.
        used.read.retain(|local| local.idx() < self.decision.locals.len());
    }

    fn pattern(&self) -> TokenStream {
        let choice = self.page().import("choice", "Choice");
        let bound = self.option.bindings.iter().map(|binding| self.writer.local(binding.local));
        let called: Vec<Ident> = bound.collect();
        self.page().plan.choices[self.names.choice].pattern(&choice, &called)
    }

    /// Each condition as early as its variables are known: first those of the option as a whole.
    fn levels(&self) -> Vec<Level<'_>> {
        let bindings = &self.option.bindings;
        let mut levels = vec![Level { binding: None, conditions: Vec::new() }];
        levels
            .extend(bindings.iter().map(|binding| Level { binding: Some(binding), conditions: Vec::new() }));
        for (binding, level) in bindings.iter().zip(1..) {
            if let Some(filter) = &binding.filter {
                levels[level].conditions.push(filter);
            }
        }
        for condition in self.further_conditions() {
            let needed = bindings.iter().rposition(|binding| uses::reads(&condition.holds, binding.local));
            levels[needed.map_or(0, |nth| nth + 1)].conditions.push(condition);
        }
        levels
    }

    /// The conditions that are not those of a binding already, nor of one before.
    fn further_conditions(&self) -> Vec<&Condition> {
        let mut known: Vec<&Expression> = Vec::new();
        let filters = self.option.bindings.iter().filter_map(|binding| binding.filter.as_ref());
        filters.for_each(|filter| simplify::conjuncts(&filter.holds, &mut known));
        let mut further = Vec::new();
        for condition in &self.option.conditions {
            if !known.contains(&&condition.holds) {
                known.push(&condition.holds);
                further.push(condition);
            }
        }
        further
    }

    /// What the level's variable runs through, and the conditions that are left to ask.
    fn narrowed(&self, level: &Level<'_>) -> Narrowed {
        let conditions: Vec<&Expression> =
            level.conditions.iter().map(|condition| &condition.holds).collect();
        match level.binding {
            Some(binding) => self.writer.narrowed(binding.local, &binding.source, &conditions, None),
            None => Narrowed { set: None, conditions: conditions.into_iter().cloned().collect() },
        }
    }

    fn condition(&self, conditions: &[Expression]) -> Rust {
        let conditions = conditions.iter().map(|condition| self.writer.expression(condition));
        conditions.reduce(Rust::and).unwrap_or(Rust::atom(quote!(true)))
    }

    /// Pushes each legal choice.
    fn listed(&self) -> TokenStream {
        let choice = self.pattern();
        let mut written = quote!(into.push(#choice););
        for level in self.levels().iter().rev() {
            let narrowed = self.narrowed(level);
            let condition = self.condition(&narrowed.conditions).tokens;
            if condition.to_string() != "true" {
                written = quote!(if #condition { #written });
            }
            if let Some(binding) = level.binding {
                let name = self.writer.local(binding.local);
                let only = match &binding.source {
                    Source::Set(set) if narrowed.set.is_none() => simplify::at_most_one(set),
                    Source::Set(_) | Source::Type(_) | Source::Range(..) => None,
                };
                written = if let Some(AtMostOne::One(member)) = only {
                    let member = self.writer.tokens(member);
                    quote!(let #name = #member; #written)
                } else {
                    let each = narrowed.set.unwrap_or_else(|| self.writer.each(&binding.source));
                    quote!(for #name in #each { #written })
                };
            }
        }
        written
    }

    /// Whether there is a legal choice.
    fn is_offered(&self) -> Rust {
        let mut inner = Rust::atom(quote!(true));
        let levels = self.levels();
        for (nth, level) in levels.iter().enumerate().rev() {
            let narrowed = self.narrowed(level);
            let question = self.condition(&narrowed.conditions).and(inner);
            inner = match level.binding {
                None => question,
                Some(binding) => {
                    let reads = |condition| uses::reads(condition, binding.local);
                    let is_read = narrowed.conditions.iter().any(reads)
                        || levels[nth + 1..].iter().any(|level| self.asks_about(level, binding));
                    let variable = self.writer.variable(binding.local, is_read);
                    let tokens = question.tokens;
                    match narrowed.set {
                        Some(set) if tokens.to_string() == "true" => {
                            Rust::atom(quote!(#set.is_empty())).not()
                        }
                        Some(set) => Rust::atom(quote!(#set.iter().any(|#variable| #tokens))),
                        None => {
                            let iterator = self.writer.iterator(&binding.source);
                            Rust::atom(quote!(#iterator.any(|#variable| #tokens)))
                        }
                    }
                }
            };
        }
        inner
    }

    fn asks_about(&self, level: &Level<'_>, binding: &Binding) -> bool {
        let own = level.binding.is_some_and(|own| own.local == binding.local);
        let in_source = !own
            && level.binding.is_some_and(|inner| {
                uses::source_parts(&inner.source).into_iter().any(|part| uses::reads(part, binding.local))
            });
        in_source || level.conditions.iter().any(|condition| uses::reads(&condition.holds, binding.local))
    }

    /// Says whether the option is legal with these arguments, or which condition fails first.
    fn permit(&self) -> TokenStream {
        let page = self.page();
        let mut checks = Vec::new();
        let mut used = Locals::default();
        self.add_uses(&mut used);
        for binding in &self.option.bindings {
            checks.extend(self.permit_binding(binding, &mut used));
        }
        for condition in self.further_conditions() {
            used.add_expression(&condition.holds);
            checks.push(permitted(&self.writer, self.writer.expression(&condition.holds), condition));
        }
        let last = checks.pop().unwrap_or(quote!(Ok(())));
        let mut taken = decision_parameters(self.decision);
        taken.extend(self.option.bindings.iter().map(|binding| binding.local));
        let refusal = page.runtime("Refusal");
        let heading = format!("Whether `{}` is legal, or why not.", self.option.name);
        let doc = if self.option.rule == self.decision.rule {
            let mut lines = vec![heading];
            if let Some(says) = &self.option.says {
                lines.push(String::new());
                lines.extend(docs::plain(&docs::escaped(says)).into_iter().map(|line| format!("> {line}")));
            }
            lines
        } else {
            docs::of_rule(page.plan.machine, self.option.rule, &heading)
        };
        Method {
            doc,
            name: self.names.permit.clone(),
            receiver: quote!(&self),
            parameters: parameters(&self.writer, &taken, &used),
            listener: None,
            gives: quote!(Result<(), #refusal>),
            body: quote!(#(#checks?;)* #last),
        }
        .written(page)
    }

    fn permit_binding(&self, binding: &Binding, used: &mut Locals) -> Option<TokenStream> {
        let page = self.page();
        let name = self.writer.local(binding.local);
        let told = binding.filter.as_ref().is_some_and(|filter| is_told(&filter.holds, binding));
        let within = self.writer.holds_value(&binding.source, &quote!(#name)).filter(|_| !told);
        if within.is_some() {
            used.read.insert(binding.local);
        }
        uses::source_parts(&binding.source).into_iter().for_each(|part| used.add_expression(part));
        match (&binding.filter, within) {
            (Some(filter), within) => {
                used.add_expression(&filter.holds);
                let holds = self.writer.expression(&filter.holds);
                let holds = match within {
                    Some(within) => within.and(holds),
                    None => holds,
                };
                Some(permitted(&self.writer, holds, filter))
            }
            (None, Some(within)) => {
                let (offered, rule, within) =
                    (page.runtime("offered"), page.rule(self.option.rule), within.tokens);
                Some(quote!(#offered(#within, #rule)))
            }
            (None, None) => None,
        }
    }

    /// The arm that takes the choice.
    fn chosen(&self) -> TokenStream {
        let pattern = self.pattern();
        let permit = ident(&self.names.permit);
        let arguments = self.arguments();
        let pop = (!self.option.asks_again).then(|| quote!(self.pop();));
        let effect = self.effect(&arguments);
        quote! {
            #pattern => {
                self.#permit(#(#arguments),*)?;
                #pop
                #effect
            }
        }
    }

    /// The decision's parameters, then what the option binds.
    fn arguments(&self) -> Vec<TokenStream> {
        let mut locals: Vec<LocalId> = decision_parameters(self.decision);
        locals.extend(self.option.bindings.iter().map(|binding| binding.local));
        let written = locals.into_iter().map(|local| {
            let name = self.writer.local(local);
            quote!(#name)
        });
        written.collect()
    }

    /// Runs the effect. A fault must not leave the method before the game is halted, so there is no `?`.
    fn effect(&self, arguments: &[TokenStream]) -> TokenStream {
        let page = self.page();
        let plan = page.plan;
        let procedure = plan.machine.procedure(self.option.effect);
        let names = &plan.procedures[self.option.effect.idx()];
        let nothing_travels = plan.given.is_empty();
        let method = ident(&names.method);
        if procedure.waits() {
            let as_given = frames::as_given(page, self.option.effect);
            return quote!(self.#method(#(#arguments,)* listener) #as_given);
        }
        if !names.fallible || nothing_travels && procedure.gives.is_none() {
            let (before, value) =
                call_at_the_end(&self.writer, !nothing_travels, self.option.effect, arguments);
            return quote!(#before #value);
        }
        let wrapped = match procedure.gives {
            Some(gives) if !nothing_travels => {
                let (given, variant) = (page.import("state", "Given"), frames::given_variant(page, gives));
                quote!(#given::#variant)
            }
            Some(_) => quote!(|_| ()),
            None => {
                let given = page.import("state", "Given");
                quote!(|()| #given::Nothing)
            }
        };
        quote!(self.#method(#(#arguments,)* listener).map(#wrapped))
    }
}

/// Whether a condition says by itself that the variable is the one that its source holds.
fn is_told(condition: &Expression, binding: &Binding) -> bool {
    let Source::Set(set) = &binding.source else { return false };
    let known = match simplify::at_most_one(set) {
        Some(AtMostOne::One(known) | AtMostOne::Perhaps(known)) => known,
        None => return false,
    };
    let is_variable = |side: &Expression| match &side.kind {
        ExpressionKind::Some(inner) => inner.kind == ExpressionKind::Local(binding.local),
        kind => *kind == ExpressionKind::Local(binding.local),
    };
    match &condition.kind {
        ExpressionKind::And(a, b) => is_told(a, binding) || is_told(b, binding),
        ExpressionKind::Compare(Comparison::Equal, a, b) => {
            is_variable(a) && **b == *known || is_variable(b) && **a == *known
        }
        _ => false,
    }
}
