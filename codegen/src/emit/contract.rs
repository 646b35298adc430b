//! The contract with whoever plays: `impl Game for State`.

use proc_macro2::TokenStream;
use quote::quote;
use rulec_model::machine::{Dice, PointId, Type};

use super::frames::{Cause, FrameKind, as_given, given};
use super::page::{Page, ident, number};
use crate::print::blank;

pub fn game(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> TokenStream {
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
            #[inline]
            fn waiting(&self) -> #waiting<#seat> { #waited }
            #blank
            #[inline]
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

/// The frames that wait for dice, by the dice.
fn rolls(page: &Page<'_, '_>, kinds: &[FrameKind<'_>]) -> Vec<(Dice, Vec<TokenStream>)> {
    let mut rolls: Vec<(Dice, Vec<TokenStream>)> = Vec::new();
    // Where the arm of these dice stands.
    let mut arms: Vec<(Dice, usize)> = Vec::new();
    for kind in kinds {
        let Cause::Point { dice: Some(dice), .. } = kind.cause else { continue };
        let any = kind.any(page);
        if let Some(condition) = kind.condition() {
            // An arm of its own, which tests alone have.
            rolls.push((dice, vec![quote!(#condition #any)]));
            continue;
        }
        match arms.iter().find(|(known, _)| *known == dice) {
            Some((_, nth)) => rolls[*nth].1.push(any),
            None => {
                arms.push((dice, rolls.len()));
                rolls.push((dice, vec![any]));
            }
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
            let (not_offered, rule, any) =
                (page.runtime("not_offered"), page.rule(decision.rule), kind.any(page));
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
            let (condition, as_given) = (kind.condition(), as_given(page, procedure));
            Some(quote! {
                #condition
                #pattern => {
                    #rolled(answer, #count, #sides)?;
                    self.pop();
                    self.#method(#(#values,)* answer, listener) #as_given
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
        return quote!(
            fn drawn(&self, _nth: u32) -> i32 {
                -1
            }
        );
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
