//! `examples.rs`: the worked examples of the rules, as tests.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use rulec_model::machine::{DecisionOption, Example, ExampleStep, ProcedureId, Type, Value};

use super::constants;
use super::expression::{Subject, Writer};
use super::frames;
use super::page::{Page, ident, number};
use super::rules::{self, local_names};
use crate::names::{Names, snake};
use crate::plan::docs;
use crate::print::blank;

pub fn examples(page: &Page<'_, '_>) -> TokenStream {
    let mut names = Names::default();
    let tests = page.plan.machine.examples.iter().map(|example| {
        let name = names.claim(snake(&example.name));
        let mut test = page.plain(test(page, example, &name), 0);
        test.extend(blank());
        test
    });
    let mut tests: TokenStream = tests.collect();
    let methods = page.plan.examples.iter().flat_map(|item| rules::item(page, *item));
    let methods: Vec<TokenStream> = methods.map(|method| page.plain(method, 4)).collect();
    let setup = rules::of_state(page, methods);
    tests.extend(setup);
    tests
}

fn test(page: &Page<'_, '_>, example: &Example, name: &str) -> TokenStream {
    let plan = page.plan;
    let rule = &plan.machine.rules[example.rule.idx()];
    let lines = page.docs(&docs::of_rule(plan.machine, example.rule, &docs::heading(rule)));
    let name = ident(name);
    let state = page.import("state", "State");
    let default = (!plan.readings.is_empty()).then(|| {
        let readings = page.import("engine", "Readings");
        quote!(#readings::default())
    });
    let readings = example.readings.iter().map(|(reading, member)| {
        let field = ident(&plan.states[reading.idx()].name);
        let holds = plan.machine.states[reading.idx()].holds;
        let member = constants::value(page, holds, &Value::Member(*member));
        quote!(game.#field = #member;)
    });
    let readings: Vec<TokenStream> = readings.collect();
    let given = example.given.map(|given| run(page, given));
    let play = example.play.map(|play| run(page, play));
    let steps = example.steps.iter().map(|step| self::step(page, step));
    let steps: Vec<TokenStream> = steps.collect();
    let changes =
        given.is_some() || play.is_some() || !readings.is_empty() || example.steps.iter().any(changes);
    let mutable = changes.then(|| quote!(mut));
    let used = changes || steps.iter().any(|step| mentions(step, "game"));
    let binding = if used { quote!(game) } else { quote!(_game) };
    quote! {
        #lines
        #[test]
        fn #name() {
            let #mutable #binding = #state::bare(#default);
            #(#readings)*
            #given
            #play
            #(#steps)*
        }
    }
}

/// Whether a name stands in code, however deep.
fn mentions(code: &TokenStream, name: &str) -> bool {
    code.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn changes(step: &ExampleStep) -> bool {
    matches!(step, ExampleStep::Roll(_) | ExampleStep::Draw(_) | ExampleStep::Choose { .. })
}

/// Runs a procedure to its end or to the first thing that it waits for.
fn run(page: &Page<'_, '_>, id: ProcedureId) -> TokenStream {
    let plan = page.plan;
    let (procedure, names) = (plan.machine.procedure(id), &plan.procedures[id.idx()]);
    let (method, silent) = (ident(&names.method), page.runtime("Silent"));
    let call = quote!(game.#method(&mut #silent));
    match (procedure.waits(), names.fallible, plan.given.is_empty()) {
        (true, _, true) => quote!(#call.and_then(|()| game.run(&mut #silent)).expect("the rules allow it");),
        (true, _, false) => {
            let as_given = frames::as_given(page, id);
            quote!(#call #as_given.and_then(|given| game.run(given, &mut #silent)).expect("the rules allow it");)
        }
        (false, true, _) => quote!(#call.expect("the rules allow it");),
        (false, false, _) => quote!(#call;),
    }
}

fn step(page: &Page<'_, '_>, step: &ExampleStep) -> TokenStream {
    if !matches!(step, ExampleStep::Expect(..)) {
        page.runtime("Game");
    }
    match step {
        ExampleStep::Roll(value) => {
            let (silent, value) = (page.runtime("Silent"), number(*value));
            quote!(game.roll(#value, &mut #silent).expect("this is rolled for");)
        }
        ExampleStep::Draw(member) => {
            let (silent, value) = (page.runtime("Silent"), number(i64::from(*member)));
            quote!(game.roll(#value, &mut #silent).expect("this is drawn");)
        }
        ExampleStep::Choose { option, arguments } => {
            let silent = page.runtime("Silent");
            match chosen(page, option, arguments) {
                Some(choice) => quote!(game.choose(&#choice, &mut #silent).expect("this is legal");),
                None => missing(option),
            }
        }
        ExampleStep::Refused { option, arguments } => match chosen(page, option, arguments) {
            Some(choice) => quote!(assert!(game.why_not(&#choice).is_some(), "this is not legal");),
            None => TokenStream::new(),
        },
        ExampleStep::Expect(condition, locals) => {
            let names = local_names(locals);
            let writer = Writer { subject: Subject::Game, ..Writer::new(page, &names, locals) };
            let text = condition.text.replace('{', "{{").replace('}', "}}");
            let holds = writer.tokens(&condition.holds);
            quote!(assert!(#holds, #text);)
        }
    }
}

fn missing(option: &str) -> TokenStream {
    let text = format!("no decision offers `{option}`");
    quote!(panic!(#text);)
}

/// The choice of this name that takes such arguments.
fn chosen(page: &Page<'_, '_>, option: &str, arguments: &[Value]) -> Option<TokenStream> {
    let plan = page.plan;
    let offered = plan.machine.decisions.iter().zip(&plan.decisions);
    let mut options = offered.flat_map(|(decision, names)| decision.options.iter().zip(&names.options));
    let (offered, names) =
        options.find(|(offered, _)| offered.name == option && offered.bindings.len() == arguments.len())?;
    let (choice, variant) = (page.import("choice", "Choice"), ident(&plan.choices[names.choice].variant));
    let fields =
        plan.choices[names.choice].fields.iter().zip(arguments).enumerate().map(|(nth, (field, value))| {
            let name = ident(&field.name);
            let value = constants::value(page, binding_type(offered, nth).unwrap_or(field.holds), value);
            quote!(#name: #value)
        });
    let fields: Vec<TokenStream> = fields.collect();
    let fields = (!fields.is_empty()).then(|| quote!({ #(#fields),* }));
    Some(quote!(#choice::#variant #fields))
}

fn binding_type(option: &DecisionOption, nth: usize) -> Option<Type> {
    option.bindings.get(nth).map(|binding| option.locals[binding.local.idx()].holds)
}
