//! The machine put together from its settled, cut parts.

use rulec_grammar::problem::Problems;

use super::anytime::stand_beside;
use super::asked::ask_answers;
use super::frames::depths;
use super::live::find_live;
use super::plain::block;
use super::points::cut;
use super::settle::{Settled, Settler};
use super::suppose::make_plain;
use super::suppose::reach::goes_round;
use super::waits::{loops_end, no_recursion, waiting};
use crate::check::typed::{
    TypedDecision, TypedDecisionId, TypedGame, TypedProcedure, TypedProcedureId, TypedStep, TypedSupposition,
};
use crate::machine::{
    self, Body, Decision, DecisionOption, Example, ExampleStep, Game, Invariant, Key, Machine, Procedure,
    ProcedureId, Reading, RuleId, Scenario, StateId, StateVariable, Type, TypeDefinition, TypeId, TypeKind,
    Value, WhenNone, reasons,
};
use crate::problem::flow::FunctionOfItself;
use crate::resolve::{Symbols, origin};
use crate::surface::erratum::Erratum;
use crate::surface::tree::GameFile;

/// Lowers a checked game. None when play could not end or has no bounded depth (reported).
pub(crate) fn lower(
    file: &GameFile,
    edition: &str,
    errata: &[&Erratum],
    symbols: Symbols,
    mut game: TypedGame,
    problems: &mut Problems,
) -> Option<Machine> {
    stand_beside(&mut game);
    ask_answers(&mut game);
    let mut symbols = symbols;
    let frames = unfolded_frames(&game, &symbols, problems)?;
    let flags = add_flags(&game, &mut symbols);
    let Played { start, scenarios, examples, suppositions, mut settled } = settle(&game, &symbols, flags);
    game.functions.append(&mut settled.functions);
    if !suppose(&mut game, &suppositions, &mut settled, &symbols, problems) {
        return None;
    }
    let waits = waiting(&settled);
    if !loops_end(&settled, &waits, problems) {
        return None;
    }
    let id = |procedure: TypedProcedureId| ProcedureId(procedure.0 as u32);
    let procedures = procedures(&settled, &waits);
    let decisions = decisions(&settled);
    let bots = symbols.bots();
    let mut machine = Machine {
        game: Game {
            name: file.name.value.clone(),
            title: file.title.clone(),
            edition: edition.to_owned(),
            errata: errata.iter().map(|erratum| in_force(erratum)).collect(),
            players: game.players,
            start: id(start),
        },
        rules: symbols.rules,
        types: symbols.types,
        constants: symbols.constants,
        states: symbols.states,
        functions: game.functions,
        procedures,
        decisions,
        invariants: game
            .invariants
            .into_iter()
            .map(|one| Invariant {
                rule: one.rule,
                locals: one.locals,
                over: one.over,
                condition: one.condition,
            })
            .collect(),
        views: game.views,
        scenarios: scenarios
            .into_iter()
            .map(|(rule, name, setup)| Scenario { rule, name, setup: id(setup) })
            .collect(),
        bots,
        readings: game
            .readings
            .into_iter()
            .map(|(rule, name, state, default)| Reading { rule, name, state, default })
            .collect(),
        examples: game
            .examples
            .into_iter()
            .zip(examples)
            .map(|(example, (given, play))| Example {
                rule: example.rule,
                name: example.name,
                readings: example.readings,
                given: given.map(id),
                play: play.map(id),
                steps: example.steps.into_iter().map(step).collect(),
            })
            .collect(),
        outcome: game.outcome,
        frames,
        options: None,
    };
    reasons::write_out(&mut machine);
    Some(machine)
}

/// What play starts, in a settled game.
struct Played {
    start: TypedProcedureId,
    scenarios: Vec<(RuleId, String, TypedProcedureId)>,
    examples: Vec<(Option<TypedProcedureId>, Option<TypedProcedureId>)>,
    suppositions: Vec<TypedSupposition>,
    settled: Settled,
}

fn settle(game: &TypedGame, symbols: &Symbols, flags: Option<(StateId, TypeId)>) -> Played {
    let keys = symbols.states.iter().map(|state| state.keys.clone()).collect();
    let mut settler = Settler::new(game, keys, flags);
    let start = settler.start(game.start);
    let scenarios = game.scenarios.iter();
    let scenarios =
        scenarios.map(|(rule, name, setup)| (*rule, name.clone(), settler.start(*setup))).collect();
    let examples = game.examples.iter().map(|example| {
        let given = example.given.map(|given| settler.unsettled(given));
        (given, example.play.map(|play| settler.start(play)))
    });
    let examples = examples.collect();
    let suppositions = game.suppositions.iter().map(|one| TypedSupposition {
        procedure: settler.start(one.procedure),
        answers: one.answers.iter().map(|(asked, answer)| (*asked, settler.start(*answer))).collect(),
        ..one.clone()
    });
    let suppositions = suppositions.collect();
    settler.reach_everything();
    Played { start, scenarios, examples, suppositions, settled: settler.finish() }
}

/// Makes what is supposed plain, and tells functions where it is. False when something cannot be supposed (reported).
fn suppose(
    game: &mut TypedGame,
    suppositions: &[TypedSupposition],
    settled: &mut Settled,
    symbols: &Symbols,
    problems: &mut Problems,
) -> bool {
    let answered = game.decisions.iter().filter(|decision| decision.asked_by.is_some());
    let answered: Vec<RuleId> = answered.map(|decision| decision.rule).collect();
    let bots = symbols.bots().map(|bots| (bots, symbols.states[bots.idx()].holds));
    let sound = make_plain(settled, suppositions, &answered, bots, &symbols.rules, problems);
    if let Some(one) = goes_round(settled, &game.functions, suppositions) {
        let TypedSupposition { name, span, .. } = &suppositions[one];
        problems.report(FunctionOfItself { name: name.clone(), span: *span });
        return false;
    }
    for one in suppositions {
        game.functions[one.function].supposes = Some(ProcedureId(one.procedure.0 as u32));
    }
    sound
}

/// The greatest depth of play, from the unfolded game. None when a procedure calls itself (reported).
fn unfolded_frames(game: &TypedGame, symbols: &Symbols, problems: &mut Problems) -> Option<u32> {
    let Played { start, scenarios, examples, settled, .. } = settle(game, symbols, None);
    if !no_recursion(&settled, problems) {
        return None;
    }
    let waits = waiting(&settled);
    let depths = depths(&procedures(&settled, &waits), &decisions(&settled));
    let mut roots = vec![start];
    roots.extend(scenarios.iter().map(|(_, _, setup)| *setup));
    roots.extend(examples.iter().flat_map(|(given, play)| [*given, *play]).flatten());
    // The start waits under the scenario's setup.
    Some(roots.into_iter().map(|root| depths[root.0]).max().unwrap_or(1) + 1)
}

/// A state variable that says which consequences are running now.
fn add_flags(game: &TypedGame, symbols: &mut Symbols) -> Option<(StateId, TypeId)> {
    let rule = game.whenevers.first()?.rule;
    let unused = |wanted: &str, symbols: &Symbols| {
        let mut name = wanted.to_owned();
        while symbols.named.contains_key(&name) {
            name.push('_');
        }
        name
    };
    let members: Vec<String> = game.whenevers.iter().map(|whenever| whenever.name.clone()).collect();
    let name = unused("consequence", symbols);
    let titles = members.clone();
    let of =
        symbols.add_type(TypeDefinition { rule: Some(rule), name, kind: TypeKind::Closed, members, titles });
    let state = StateId(symbols.states.len() as u32);
    let name = unused("running", symbols);
    let (holds, start) = (Type::Boolean, Value::Boolean(false));
    symbols.states.push(StateVariable { rule, name, keys: vec![Key::Type(of)], holds, start });
    Some((state, of))
}

fn procedures(settled: &Settled, waits: &[bool]) -> Vec<Procedure> {
    settled.procedures.iter().enumerate().map(|(idx, one)| procedure(one, waits[idx], waits)).collect()
}

fn procedure(typed: &TypedProcedure, may_wait: bool, waits: &[bool]) -> Procedure {
    let (body, locals) = if may_wait {
        let (mut points, locals) = cut(typed, waits);
        find_live(&mut points, typed.parameters);
        (Body::Waiting(points), locals)
    } else {
        (Body::Plain(block(&typed.body)), typed.locals.clone())
    };
    Procedure {
        rule: typed.rule,
        name: typed.name.clone(),
        locals,
        parameters: typed.parameters,
        gives: typed.gives,
        needs: typed.needs.clone(),
        body,
        purpose: typed.purpose,
    }
}

fn decisions(settled: &Settled) -> Vec<Decision> {
    let ids = (0..settled.decisions.len()).map(TypedDecisionId);
    ids.map(|id| decision(&settled.decisions[id.0])).collect()
}

fn decision(typed: &TypedDecision) -> Decision {
    let options = typed.options.iter().map(|option| DecisionOption {
        rule: typed.rule,
        name: option.name.clone(),
        says: option.says.clone(),
        locals: option.locals.clone(),
        bindings: option.bindings.clone(),
        conditions: option.conditions.clone(),
        effect: ProcedureId(option.effect.0 as u32),
        asks_again: option.asks_again,
    });
    Decision {
        rule: typed.rule,
        name: typed.name.clone(),
        locals: typed.locals.clone(),
        by: typed.by.clone(),
        options: options.collect(),
        when_none: if typed.go_on_if_none { WhenNone::GoOn } else { WhenNone::Never },
        gives: typed.gives,
    }
}

fn step(step: TypedStep) -> ExampleStep {
    match step {
        TypedStep::Roll(total) => ExampleStep::Roll(total),
        TypedStep::Draw(index) => ExampleStep::Draw(index),
        TypedStep::Choose { option, arguments } => ExampleStep::Choose { option, arguments },
        TypedStep::Refused { option, arguments } => ExampleStep::Refused { option, arguments },
        TypedStep::Expect(condition, locals) => ExampleStep::Expect(condition, locals),
    }
}

fn in_force(erratum: &Erratum) -> machine::Erratum {
    machine::Erratum {
        name: erratum.name.value.clone(),
        title: erratum.title.clone(),
        says: erratum.says.clone(),
        cites: erratum.cites.iter().map(|cite| cite.value.clone()).collect(),
        origin: origin(erratum.origin.as_ref()),
    }
}
