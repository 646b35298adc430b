//! `engine.rs`: the driver, and the contract with whoever plays.

use proc_macro2::TokenStream;
use quote::quote;
use rulec_model::machine::{Body, Dice, PointId, ProcedureId, Type, WhenNone};

use super::frames::{Cause, FrameKind, accessor, given, given_type, kinds};
use super::page::{Page, doc, ident, number};
use crate::plan::{docs, takes};
use crate::print::blank;

/// So many rounds between two answers are taken for endless.
pub const ROUNDS: i64 = 1_000_000;

pub fn engine(page: &Page<'_, '_>) -> TokenStream {
    let kinds = kinds(page);
    let (start, driver, game) = (start(page), driver(page, &kinds), game(page, &kinds));
    let (scenario, readings, blank) = (scenario_enum(page), readings_struct(page), blank());
    let state = page.import("state", "State");
    quote! {
        #scenario
        #readings
        impl #state {
            #start
            #blank
            #driver
        }
        #blank
        #game
    }
}

fn scenario_enum(page: &Page<'_, '_>) -> Option<TokenStream> {
    let plan = page.plan;
    if plan.scenarios.is_empty() {
        return None;
    }
    let variants = plan.machine.scenarios.iter().zip(&plan.scenarios).enumerate().map(|(nth, (scenario, name))| {
        let rule = &plan.machine.rules[scenario.rule.idx()];
        let lines = doc(&docs::of_rule(plan.machine, scenario.rule, &docs::heading(rule)));
        let (name, default) = (ident(name), (nth == 0).then(|| quote!(#[default])));
        quote!(#lines #default #name,)
    });
    let blank = blank();
    Some(quote! {
        #[doc = " Ways to begin."]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum Scenario {
            #(#variants)*
        }
        #blank
    })
}

fn readings_struct(page: &Page<'_, '_>) -> Option<TokenStream> {
    let plan = page.plan;
    if plan.readings.is_empty() {
        return None;
    }
    let mut fields = Vec::new();
    let mut defaults = Vec::new();
    for (reading, name) in plan.machine.readings.iter().zip(&plan.readings) {
        let (rule, name) = (&plan.machine.rules[reading.rule.idx()], ident(name));
        let lines = doc(&docs::of_rule(plan.machine, reading.rule, &docs::heading(rule)));
        let Type::Member(of) = plan.machine.states[reading.state.idx()].holds else { continue };
        let (holds, default) = (page.type_name(of), page.member(of, reading.default));
        fields.push(quote!(#lines pub #name: #holds,));
        defaults.push(quote!(#name: #default,));
    }
    let blank = blank();
    Some(quote! {
        #[doc = " How passages are read that can honestly be read in two ways."]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Readings {
            #(#fields)*
        }
        #blank
        impl Default for Readings {
            fn default() -> Readings {
                Readings { #(#defaults)* }
            }
        }
        #blank
    })
}

/// Parameters of a beginning, and how the short form fills them.
struct Beginning {
    parameters: Vec<TokenStream>,
    passed: Vec<TokenStream>,
    short: Vec<TokenStream>,
    short_parameters: Vec<TokenStream>,
}

fn beginning(page: &Page<'_, '_>) -> Beginning {
    let mut beginning =
        Beginning { parameters: Vec::new(), passed: Vec::new(), short: Vec::new(), short_parameters: Vec::new() };
    if !page.plan.scenarios.is_empty() {
        beginning.parameters.push(quote!(scenario: Scenario));
        beginning.short_parameters.push(quote!(scenario: Scenario));
        beginning.short.push(quote!(scenario));
    }
    if !page.plan.readings.is_empty() {
        beginning.parameters.push(quote!(readings: Readings));
        beginning.passed.push(quote!(readings));
        beginning.short.push(quote!(Readings::default()));
    }
    beginning
}

fn start(page: &Page<'_, '_>) -> TokenStream {
    let plan = page.plan;
    let Beginning { parameters, passed, short, short_parameters } = beginning(page);
    let (fault, listener, silent) =
        (page.runtime("Fault"), page.runtime("Listener"), page.runtime("Silent"));
    let read = plan.machine.readings.iter().zip(&plan.readings).map(|(reading, name)| {
        let (field, name) = (ident(&plan.states[reading.state.idx()].name), ident(name));
        quote!(state.#field = readings.#name;)
    });
    let read: Vec<TokenStream> = read.collect();
    let read_parameter = (!plan.readings.is_empty()).then(|| quote!(readings: Readings));
    let bare = if read.is_empty() {
        quote!(State::START)
    } else {
        quote!(let mut state = State::START; #(#read)* state)
    };
    let (began, blank) = (began(page), blank());
    quote! {
        #[doc = " The game at the first thing that it waits for, by the readings that are the default."]
        pub fn new(#(#short_parameters),*) -> Result<State, #fault> {
            State::begin(#(#short,)* &mut #silent)
        }
        #blank
        #[doc = " The same, telling a listener what the setup does."]
        pub fn begin<L: #listener>(#(#parameters,)* listener: &mut L) -> Result<State, #fault> {
            let mut state = State::bare(#(#passed),*);
            #began
            Ok(state)
        }
        #blank
        #[doc = " The state's start values, and nothing going on."]
        pub fn bare(#read_parameter) -> State {
            #bare
        }
    }
}

/// Setup, then the game.
fn began(page: &Page<'_, '_>) -> TokenStream {
    let plan = page.plan;
    let machine = plan.machine;
    let game = machine.game.start;
    let waits = machine.scenarios.iter().any(|scenario| machine.procedure(scenario.setup).waits());
    let arms = machine.scenarios.iter().zip(&plan.scenarios).map(|(scenario, name)| {
        let (name, call) = (ident(name), called(page, scenario.setup, waits));
        quote!(Scenario::#name => #call,)
    });
    let setup = (!plan.scenarios.is_empty()).then(|| quote!(match scenario { #(#arms)* }));
    if waits {
        let frame = plan.start_frame.as_ref().or_else(|| plan.procedures[game.idx()].points.first()?.frame.as_ref());
        let (frames, frame) = (page.import("state", "Frame"), ident(frame.map_or("Nowhere", String::as_str)));
        return if plan.given.is_empty() {
            quote!(state.push(#frames::#frame); #setup state.run(listener)?;)
        } else {
            quote!(state.push(#frames::#frame); let gave = #setup; state.run(gave, listener)?;)
        };
    }
    let play = called(page, game, true);
    if plan.given.is_empty() {
        quote!(#setup #play; state.run(listener)?;)
    } else {
        quote!(#setup let gave = #play; state.run(gave, listener)?;)
    }
}

/// A call whose value, where one is wanted, is what travels.
fn called(page: &Page<'_, '_>, id: ProcedureId, wanted: bool) -> TokenStream {
    let plan = page.plan;
    let (procedure, names) = (plan.machine.procedure(id), &plan.procedures[id.idx()]);
    let method = ident(&names.method);
    let asked = (procedure.waits() || names.fallible).then(|| quote!(?));
    let call = quote!(state.#method(listener) #asked);
    if procedure.waits() || plan.given.is_empty() || !wanted {
        return if procedure.gives.is_some() && !procedure.waits() { quote!({ #call; }) } else { call };
    }
    let given = page.import("state", "Given");
    quote!({ #call; #given::Nothing })
}

/// Plays on from frame to frame.
fn driver(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> TokenStream {
    let plan = page.plan;
    let arms = kinds.iter().filter_map(|kind| {
        let (condition, arm) = (kind.condition(), resumed(page, kind)?);
        Some(quote!(#condition #arm))
    });
    let arms: Vec<TokenStream> = arms.collect();
    let (fault, listener, refusal) = (page.runtime("Fault"), page.runtime("Listener"), page.runtime("Refusal"));
    let given_type = given_type(page);
    let travels = !plan.given.is_empty();
    let limit = number(ROUNDS);

    let parameter = travels.then(|| quote!(mut gave: #given_type,));
    let assigned = travels.then(|| quote!(gave = ));
    let body = if arms.is_empty() {
        quote!(Ok(()))
    } else {
        let rounds = page.runtime("Rounds");
        let rule = page.rule(plan.machine.procedure(plan.machine.game.start).rule);
        quote! {
            let mut counted = #rounds::at_most(#limit, #rule);
            loop {
                counted.begin()?;
                #assigned match self.top() {
                    #(#arms)*
                    _ => return Ok(()),
                };
            }
        }
    };
    let (parameter, listens) = if arms.is_empty() {
        (travels.then(|| quote!(_gave: #given_type,)), ident("_listener"))
    } else {
        (parameter, ident("listener"))
    };
    let played = if travels {
        quote!(played.and_then(|gave| self.run(gave, listener)))
    } else {
        quote!(played.and_then(|()| self.run(listener)))
    };
    let blank = blank();
    quote! {
        #[doc = " Plays on until something is waited for, or the game is over."]
        pub(crate) fn run<L: #listener>(&mut self, #parameter #listens: &mut L) -> Result<(), #fault> {
            #body
        }
        #blank
        #[doc = " Plays on after a step; a fault halts the game."]
        #[inline]
        pub(crate) fn settle<L: #listener>(
            &mut self,
            played: Result<#given_type, #fault>,
            listener: &mut L,
        ) -> Result<(), #refusal> {
            let played = #played;
            played.map_err(|fault| {
                self.halt();
                #refusal::Fault(fault)
            })
        }
    }
}

/// The arm of a frame that goes on by itself.
fn resumed(page: &Page<'_, '_>, kind: &FrameKind<'_>) -> Option<TokenStream> {
    let plan = page.plan;
    let pattern = kind.pattern(page);
    let values = kind.values();
    let travels = !plan.given.is_empty();
    match kind.cause {
        Cause::Point { dice: Some(_), .. } | Cause::Draw(_) => None,
        Cause::Point { procedure: id, point, dice: None } => {
            let procedure = plan.machine.procedure(id);
            let Body::Waiting(points) = &procedure.body else {
                let method = ident(&plan.procedures[id.idx()].method);
                let asked = plan.procedures[id.idx()].fallible.then(|| quote!(?));
                let nothing = travels.then(|| {
                    let given = page.import("state", "Given");
                    quote!(#given::Nothing)
                });
                return Some(quote!(#pattern => { self.pop(); self.#method(listener) #asked; #nothing }));
            };
            let method = ident(&plan.point(id, PointId(point as u32)).method);
            let taken = takes(&points[point]).map(|local| {
                let accessor = ident(&accessor(page, procedure.locals[local.idx()].holds));
                quote!(gave.#accessor(),)
            });
            Some(quote!(#pattern => { self.pop(); self.#method(#(#values,)* #taken listener)? }))
        }
        Cause::Decision(nth) => {
            let (decision, names) = (&plan.machine.decisions[nth], &plan.decisions[nth]);
            match decision.when_none {
                WhenNone::Never => None,
                WhenNone::GoOn => {
                    let is_open = ident(&names.is_open);
                    let nothing = travels.then(|| {
                        let given = page.import("state", "Given");
                        quote!(#given::Nothing)
                    });
                    Some(quote! {
                        #pattern => {
                            if self.#is_open(#(#values),*) {
                                return Ok(());
                            }
                            self.pop();
                            #nothing
                        }
                    })
                }
            }
        }
    }
}

fn game(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> TokenStream {
    let plan = page.plan;
    let (state, choice) = (page.import("state", "State"), page.import("choice", "Choice"));
    let seat = page.type_name(plan.machine.game.players);
    let game = page.runtime("Game");
    let (chance, outcome, rule_index) =
        (page.runtime("Chance"), page.runtime("Outcome"), page.runtime("RuleIndex"));
    let (rule, waiting, rules) =
        (page.runtime("Rule"), page.runtime("Waiting"), page.import("rulebook", "RULES"));
    let waited = waiting_for(page, kinds);
    let (options, choose, why_not) = (options(page, kinds), choose(page, kinds), why_not(page, kinds));
    let (roll, chances, drawn) = (roll(page, kinds), chances(page, kinds), drawn(page, kinds));
    let (judged, breach, blank) = (judged(page), breach(page), blank());
    quote! {
        impl #game for #state {
            type Seat = #seat;
            type Choice = #choice;
            #blank
            fn waiting(&self) -> #waiting<#seat> { #waited }
            #blank
            fn options(&self, into: &mut Vec<#choice>) { into.clear(); #options }
            #blank
            #choose
            #blank
            #roll
            #blank
            fn chances(&self, into: &mut Vec<#chance>) { #chances }
            #blank
            #drawn
            #blank
            #why_not
            #blank
            fn outcome(&self) -> #outcome<#seat> { #judged }
            #blank
            fn breach(&self) -> Option<#rule_index> { #breach }
            #blank
            fn rulebook(&self) -> &[#rule<'_>] { &#rules }
            #blank
            fn cells(&self, into: &mut Vec<i64>) {
                into.clear();
                self.write_cells(into);
            }
        }
    }
}

fn waiting_for(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> TokenStream {
    let (waiting, frame) = (page.runtime("Waiting"), page.import("state", "Frame"));
    let mut goes_on = false;
    let arms = kinds.iter().filter_map(|kind| match kind.cause {
        Cause::Decision(nth) => {
            let decision = &page.plan.machine.decisions[nth];
            let (by, rule) = (ident(&page.plan.decisions[nth].by), page.rule(decision.rule));
            let (pattern, values) = (kind.pattern(page), kind.values());
            Some(quote!(#pattern => #waiting::Choice { seat: self.#by(#(#values),*), rule: #rule.index() },))
        }
        Cause::Draw(_) => {
            let pattern = kind.pattern(page);
            Some(quote!(#pattern => #waiting::Draw { among: from.len() },))
        }
        Cause::Point { dice: Some(_), .. } => None,
        Cause::Point { dice: None, .. } => {
            goes_on = true;
            None
        }
    });
    let arms: Vec<TokenStream> = arms.collect();
    let rolls = rolls(page, kinds).into_iter().map(|(dice, frames)| {
        let (count, sides) = (number(i64::from(dice.count)), number(i64::from(dice.sides)));
        quote!(#(#frames)|* => #waiting::Roll { count: #count, sides: #sides },)
    });
    let others = goes_on.then(|| quote!(_ => unreachable!("play stops only where something is waited for"),));
    quote! {
        match self.top() {
            #frame::Nowhere => #waiting::Over,
            #frame::Halted => #waiting::Halted,
            #(#rolls)*
            #(#arms)*
            #others
        }
    }
}

fn is_condition(frames: &[TokenStream]) -> bool {
    frames.iter().any(|frame| frame.to_string().starts_with('#'))
}

/// The frames that wait for dice, by the dice.
fn rolls(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> Vec<(Dice, Vec<TokenStream>)> {
    let mut rolls: Vec<(Dice, Vec<TokenStream>)> = Vec::new();
    for kind in kinds {
        let Cause::Point { dice: Some(dice), .. } = kind.cause else { continue };
        let any = kind.any(page);
        if let Some(condition) = kind.condition() {
            // An arm of its own, which tests alone have.
            rolls.push((dice, vec![quote!(#condition #any)]));
            continue;
        }
        let known = rolls.iter_mut().find(|(known, frames)| *known == dice && !is_condition(frames));
        match known {
            Some((_, frames)) => frames.push(any),
            None => rolls.push((dice, vec![any])),
        }
    }
    rolls
}

fn decisions<'k, 'p>(kinds: &'k [FrameKind<'p>]) -> Vec<(&'k FrameKind<'p>, usize)> {
    let numbered = kinds.iter().filter_map(|kind| match kind.cause {
        Cause::Decision(nth) => Some((kind, nth)),
        Cause::Point { .. } | Cause::Draw(_) => None,
    });
    numbered.collect()
}

fn options(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> TokenStream {
    let arms = decisions(kinds).into_iter().map(|(kind, nth)| {
        let list = ident(&page.plan.decisions[nth].list);
        let (pattern, values) = (kind.pattern(page), kind.values());
        (pattern, quote!(self.#list(#(#values,)* into)))
    });
    let arms: Vec<(TokenStream, TokenStream)> = arms.collect();
    match arms.as_slice() {
        [] => TokenStream::new(),
        [(pattern, call)] => quote!(if let #pattern = self.top() { #call; }),
        several => {
            let arms = several.iter().map(|(pattern, call)| quote!(#pattern => #call,));
            quote!(match self.top() { #(#arms)* _ => {} })
        }
    }
}

fn choose(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> TokenStream {
    let (choice, listener, refusal) =
        (page.import("choice", "Choice"), page.runtime("Listener"), page.runtime("Refusal"));
    let arms = decisions(kinds).into_iter().map(|(kind, nth)| {
        let choose = ident(&page.plan.decisions[nth].choose);
        let (pattern, values) = (kind.pattern(page), kind.values());
        quote!(#pattern => self.#choose(#(#values,)* *choice, listener),)
    });
    let arms: Vec<TokenStream> = arms.collect();
    if arms.is_empty() {
        return quote! {
            fn choose<L: #listener>(&mut self, _choice: &#choice, _listener: &mut L) -> Result<(), #refusal> {
                Err(#refusal::NotWaitedFor)
            }
        };
    }
    quote! {
        fn choose<L: #listener>(&mut self, choice: &#choice, listener: &mut L) -> Result<(), #refusal> {
            match self.top() {
                #(#arms)*
                _ => Err(#refusal::NotWaitedFor),
            }
        }
    }
}

fn why_not(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> TokenStream {
    let plan = page.plan;
    let (choice, refusal) = (page.import("choice", "Choice"), page.runtime("Refusal"));
    let mut arms = Vec::new();
    for (kind, nth) in decisions(kinds) {
        let (decision, names) = (&plan.machine.decisions[nth], &plan.decisions[nth]);
        for (option, names) in decision.options.iter().zip(&names.options) {
            let permit = ident(&names.permit);
            let bound = option.bindings.iter().map(|binding| ident(&names.locals[binding.local.idx()]));
            let bound: Vec<_> = bound.collect();
            let chosen = plan.choices[names.choice].pattern(&choice, &bound);
            let (pattern, values) = (kind.pattern(page), kind.values());
            arms.push(quote!((#pattern, #chosen) => self.#permit(#(#values,)* #(#bound),*),));
        }
        if plan.choices.len() > decision.options.len() {
            let (not_offered, rule, any) = (page.runtime("not_offered"), page.rule(decision.rule), kind.any(page));
            arms.push(quote!((#any, _) => Err(#not_offered(#rule)),));
        }
    }
    if arms.is_empty() {
        return quote! {
            fn why_not(&self, _choice: &#choice) -> Option<#refusal> {
                Some(#refusal::NotWaitedFor)
            }
        };
    }
    quote! {
        fn why_not(&self, choice: &#choice) -> Option<#refusal> {
            let permitted = match (self.top(), *choice) {
                #(#arms)*
                _ => Err(#refusal::NotWaitedFor),
            };
            permitted.err()
        }
    }
}

fn roll(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> TokenStream {
    let (listener, refusal) = (page.runtime("Listener"), page.runtime("Refusal"));
    let arms = kinds.iter().filter_map(|kind| match kind.cause {
        Cause::Point { procedure, point, dice: Some(dice) } => {
            let (rolled, pattern, values) = (page.runtime("rolled"), kind.pattern(page), kind.values());
            let (count, sides) = (number(i64::from(dice.count)), number(i64::from(dice.sides)));
            let method = ident(&page.plan.point(procedure, PointId(point as u32)).method);
            let condition = kind.condition();
            Some(quote! {
                #condition
                #pattern => {
                    #rolled(answer, #count, #sides)?;
                    self.pop();
                    self.#method(#(#values,)* answer, listener)
                }
            })
        }
        Cause::Draw(of) => {
            let (drawn, pattern) = (page.runtime("drawn"), kind.pattern(page));
            let given = given(page, Some((Type::Member(of), quote!(member))));
            Some(quote! {
                #pattern => {
                    let member = #drawn(from, answer)?;
                    self.pop();
                    #given
                }
            })
        }
        Cause::Point { dice: None, .. } | Cause::Decision(_) => None,
    });
    let arms: Vec<TokenStream> = arms.collect();
    if arms.is_empty() {
        return quote! {
            fn roll<L: #listener>(&mut self, _answer: i32, _listener: &mut L) -> Result<(), #refusal> {
                Err(#refusal::NotWaitedFor)
            }
        };
    }
    quote! {
        fn roll<L: #listener>(&mut self, answer: i32, listener: &mut L) -> Result<(), #refusal> {
            let played = match self.top() {
                #(#arms)*
                _ => return Err(#refusal::NotWaitedFor),
            };
            self.settle(played, listener)
        }
    }
}

fn chances(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> TokenStream {
    let chance = page.runtime("Chance");
    let rolled = rolls(page, kinds).into_iter().map(|(dice, frames)| {
        let (count, sides) = (number(i64::from(dice.count)), number(i64::from(dice.sides)));
        quote!(#(#frames)|* => #chance::of_roll(#count, #sides, into),)
    });
    let draws = kinds.iter().filter(|kind| matches!(kind.cause, Cause::Draw(_))).map(|kind| {
        let (pattern, _) = (kind.pattern(page), page.runtime("Member"));
        quote!(#pattern => #chance::of_draw(from.iter().map(|member| member.index() as i32), into),)
    });
    let arms: Vec<TokenStream> = rolled.chain(draws).collect();
    if arms.is_empty() {
        return quote!(into.clear(););
    }
    quote!(match self.top() { #(#arms)* _ => into.clear() })
}

fn drawn(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> TokenStream {
    let draws = kinds.iter().filter(|kind| matches!(kind.cause, Cause::Draw(_)));
    let arms = draws.map(|kind| {
        let (pattern, _) = (kind.pattern(page), page.runtime("Member"));
        quote!(#pattern => from.nth(nth).map_or(-1, |member| member.index() as i32),)
    });
    let arms: Vec<TokenStream> = arms.collect();
    if arms.is_empty() {
        return quote!(fn drawn(&self, _nth: u32) -> i32 { -1 });
    }
    quote! {
        fn drawn(&self, nth: u32) -> i32 {
            match self.top() {
                #(#arms)*
                _ => -1,
            }
        }
    }
}

fn judged(page: &Page<'_, '_>) -> TokenStream {
    let outcome = page.runtime("Outcome");
    let judged = &page.plan.machine.outcome;
    let stated = judged.rule.is_some();
    let winners = match (&judged.winners, stated) {
        (Some(_), true) => quote!(self.winners().iter().collect()),
        (Some(_), false) | (None, _) => quote!(Vec::new()),
    };
    let scores = match (&judged.score, stated) {
        (Some(_), true) => {
            let seat = page.type_name(page.plan.machine.game.players);
            quote!(#seat::ALL.into_iter().map(|seat| (seat, i64::from(self.score(seat)))).collect())
        }
        (Some(_), false) | (None, _) => quote!(Vec::new()),
    };
    quote!(#outcome { over: self.depth == 0, winners: #winners, scores: #scores })
}

fn breach(page: &Page<'_, '_>) -> TokenStream {
    let checks = page.plan.machine.invariants.iter().zip(&page.plan.invariants).map(|(invariant, method)| {
        let (rule, method) = (page.rule(invariant.rule), ident(method));
        quote! {
            if !self.#method() {
                return Some(#rule.index());
            }
        }
    });
    quote!(#(#checks)* None)
}
