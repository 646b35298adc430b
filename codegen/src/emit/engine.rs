//! `engine.rs`: how a game begins, and the driver that plays on from frame to frame.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use rulec_model::machine::{Body, PointId, ProcedureId, Type, WhenNone};

use super::frames::{Cause, FrameKind, accessor, given_type, kinds};
use super::page::{Page, doc, ident, number};
use super::{contract, frames};
use crate::plan::{docs, takes};
use crate::print::blank;

/// So many rounds between two answers are taken for endless.
pub const ROUNDS: i64 = 1_000_000;

pub fn engine(page: &Page<'_, '_>) -> TokenStream {
    let kinds = kinds(page);
    let (start, driver, game) = (start(page), driver(page, &kinds), contract::game(page, &kinds));
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
    let variants =
        plan.machine.scenarios.iter().zip(&plan.scenarios).enumerate().map(|(nth, (scenario, name))| {
            let rule = &plan.machine.rules[scenario.rule.idx()];
            let lines = doc(&docs::of_rule(plan.machine, scenario.rule, &docs::heading(rule)));
            let (name, default) = (ident(name), (nth == 0).then(|| quote!(#[default])));
            quote!(#lines #default #name,)
        });
    let (blank, count) = (blank(), Literal::usize_unsuffixed(plan.scenarios.len()));
    let all = plan.scenarios.iter().map(|name| ident(name));
    Some(quote! {
        #[doc = " Ways to begin."]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum Scenario {
            #(#variants)*
        }
        #blank
        impl Scenario {
            #[doc = " All of them, the default first."]
            pub const ALL: [Scenario; #count] = [#(Scenario::#all),*];
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
    let mut beginning = Beginning {
        parameters: Vec::new(),
        passed: Vec::new(),
        short: Vec::new(),
        short_parameters: Vec::new(),
    };
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
    if let Some(bots) = bots(page) {
        beginning.parameters.push(quote!(bots: #bots));
        let set = page.runtime("Set");
        beginning.short.push(quote!(#set::EMPTY));
    }
    beginning
}

/// The type of the set of seats that rules play.
fn bots(page: &Page<'_, '_>) -> Option<TokenStream> {
    let bots = page.plan.machine.bots?;
    Some(page.value_type(page.plan.machine.states[bots.idx()].holds))
}

fn start(page: &Page<'_, '_>) -> TokenStream {
    let plan = page.plan;
    let Beginning { parameters, passed, short, short_parameters } = beginning(page);
    let (fault, listener, silent) = (page.runtime("Fault"), page.runtime("Listener"), page.runtime("Silent"));
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
    let seated = plan.machine.bots.map(|bots| {
        let field = ident(&plan.states[bots.idx()].name);
        quote!(state.#field = bots;)
    });
    let default = match seated {
        None => " The game at the first thing that it waits for, by the readings that are the default.",
        Some(_) => {
            " The game at the first thing that it waits for, by the readings that are the default; no seat is played by rules."
        }
    };
    quote! {
        #[doc = #default]
        pub fn new(#(#short_parameters),*) -> Result<State, #fault> {
            State::begin(#(#short,)* &mut #silent)
        }
        #blank
        #[doc = " The same, telling a listener what the setup does."]
        pub fn begin<L: #listener>(#(#parameters,)* listener: &mut L) -> Result<State, #fault> {
            let mut state = State::bare(#(#passed),*);
            #seated
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
        let frame =
            plan.start_frame.as_ref().or_else(|| plan.procedures[game.idx()].points.first()?.frame.as_ref());
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
    if procedure.waits() && plan.travels(id) || plan.given.is_empty() || !wanted {
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
    let (ruled, listener, refusal) =
        (page.runtime("Ruled"), page.runtime("Listener"), page.runtime("Refusal"));
    let all_ruled = frames::ruled(page, true);
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
        pub(crate) fn run<L: #listener>(&mut self, #parameter #listens: &mut L) -> #ruled {
            #body
        }
        #blank
        #[doc = " Plays on after a step; a fault halts the game."]
        #[inline]
        pub(crate) fn settle<L: #listener>(
            &mut self,
            played: #all_ruled,
            listener: &mut L,
        ) -> Result<(), #refusal> {
            let played = #played;
            played.map_err(|fault| {
                self.halt();
                #refusal::Fault(*fault)
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
            let call = quote!(self.#method(#(#values,)* #taken listener)?);
            let then = (travels && !plan.travels(id)).then(|| {
                let given = page.import("state", "Given");
                quote!(; #given::Nothing)
            });
            Some(quote!(#pattern => { self.pop(); #call #then }))
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
