//! The race: a small whole game, with dice, a decision with bindings, an option at any time, a set and a loop.
//!
//! Red and blue move in turn. Who moves may run (two dice), walk as far as there is strength left, or pass; once in the game one
//! may rest at any time, which gives strength. Whoever comes to 10 ends the game.

use super::sketch::*;
use crate::machine::*;

pub struct Race {
    pub machine: Machine,
    pub at: StateId,
    pub strength: StateId,
    pub turn: StateId,
    pub rested: StateId,
}

/// Where the runner in this local stands.
fn of(state: StateId, keys: Vec<Expression>, gives: Type) -> Expression {
    expression(ExpressionKind::State(state, keys), gives)
}

pub fn race() -> Race {
    let mut sketch = Sketch::new();
    let runner = sketch.runner;
    let who = [local("who", Type::Member(runner))];
    let by_runner = [Key::Type(runner)];
    let at = sketch.state("at", &by_runner, range(0, 10), Value::Integer(0));
    let strength = sketch.state("strength", &by_runner, range(0, 3), Value::Integer(2));
    let turn = sketch.state("turn", &[], Type::Member(runner), Value::Member(0));
    let rested = sketch.state("rested", &[], Type::Set(runner), Value::Set(Vec::new()));

    let run = run_effect(&mut sketch);
    let walk = walk_effect(&mut sketch, strength);
    let pass = sketch.giving("pass", 1, &who, range(0, 12), Body::Plain(vec![Step::Return(Some(number(0)))]));
    let rest = rest_effect(&mut sketch, strength, rested);

    let decision = sketch.decision("move", Some(range(0, 12)), WhenNone::Never);
    let option = sketch.bare_option("run", run);
    sketch.option(decision, option);
    let option = walk_option(&mut sketch, walk, strength);
    sketch.option(decision, option);
    let option = sketch.bare_option("pass", pass);
    sketch.option(decision, option);
    let mut option = sketch.bare_option("rest", rest);
    let fresh = not(contains(of(rested, vec![], Type::Set(runner)), value_of(&who, 0)));
    option.conditions = vec![condition(option.rule, "who not in rested", fresh)];
    option.asks_again = true;
    sketch.option(decision, option);

    let setup = assign(strength, vec![member(runner, 1)], number(3));
    let setup = sketch.procedure("start_line", 0, &[], Body::Plain(vec![setup]));
    let rule = sketch.machine.procedure(setup).rule;
    sketch.machine.scenarios.push(Scenario { rule, name: "start_line".to_string(), setup });
    let start = campaign(&mut sketch, decision, at, turn);
    sketch.machine.game.start = start;
    judge(&mut sketch, at);
    Race { machine: sketch.machine, at, strength, turn, rested }
}

/// Waits for two dice and gives their total.
fn run_effect(sketch: &mut Sketch) -> ProcedureId {
    let locals = [local("who", Type::Member(sketch.runner)), local("total", range(2, 12))];
    let total = LocalId(1);
    let points = vec![
        point(
            "entry",
            PointKind::Entry,
            &[0],
            vec![],
            End::Roll { dice: Dice { count: 2, sides: 6 }, then: PointId(1) },
        ),
        point(
            "after_roll",
            PointKind::AfterRoll(total),
            &[0],
            vec![Step::Let { local: LocalId(2), value: value_of(&locals, 1), named: true }],
            End::Return(Some(value_of(&locals, 1))),
        ),
    ];
    let mut locals = locals.to_vec();
    locals.push(local("steps", range(2, 12)));
    sketch.giving("run", 1, &locals, range(0, 12), Body::Waiting(points))
}

/// Takes strength, gives the steps.
fn walk_effect(sketch: &mut Sketch, strength: StateId) -> ProcedureId {
    let locals = [local("who", Type::Member(sketch.runner)), local("steps", range(1, 3))];
    let left = of(strength, vec![value_of(&locals, 0)], range(0, 3));
    let left = binary(ExpressionKind::Subtract, left, value_of(&locals, 1), range(-3, 2));
    let body = vec![
        Step::Fired(RuleId(0)),
        Step::Assign { state: strength, keys: vec![value_of(&locals, 0)], value: left, bounds: Some((0, 3)) },
        Step::Return(Some(value_of(&locals, 1))),
    ];
    sketch.giving("walk", 2, &locals, range(0, 12), Body::Plain(body))
}

fn walk_option(sketch: &mut Sketch, walk: ProcedureId, strength: StateId) -> DecisionOption {
    let mut option = sketch.bare_option("walk", walk);
    option.locals.push(local("steps", range(1, 3)));
    let left = of(strength, vec![value_of(&option.locals, 0)], range(0, 3));
    let enough = compare(Comparison::LessOrEqual, value_of(&option.locals, 1), left);
    option.bindings = vec![Binding {
        local: LocalId(1),
        source: Source::Range(number(1), number(3)),
        filter: Some(condition(option.rule, "steps <= who.strength", enough)),
    }];
    option
}

fn rest_effect(sketch: &mut Sketch, strength: StateId, rested: StateId) -> ProcedureId {
    let runner = sketch.runner;
    let locals = [local("who", Type::Member(runner))];
    let alone = expression(ExpressionKind::Set(vec![value_of(&locals, 0)]), Type::Set(runner));
    let more = of(rested, vec![], Type::Set(runner));
    let more = binary(ExpressionKind::Union, more, alone, Type::Set(runner));
    let body = vec![assign(rested, vec![], more), assign(strength, vec![value_of(&locals, 0)], number(3))];
    sketch.procedure("rest", 1, &locals, Body::Plain(body))
}

/// Asks in turn until somebody is there.
fn campaign(sketch: &mut Sketch, decision: DecisionId, at: StateId, turn: StateId) -> ProcedureId {
    let runner = sketch.runner;
    let locals = [local("steps", range(0, 12)), local("other", Type::Member(runner))];
    let whose = || of(turn, vec![], Type::Member(runner));
    let here = of(at, vec![whose()], range(0, 10));
    let sum = binary(ExpressionKind::Add, here, value_of(&locals, 0), range(0, 22));
    let clamped = expression(ExpressionKind::Clamp(Box::new(sum), 0, 10), range(0, 10));
    let there = compare(Comparison::Equal, of(at, vec![whose()], range(0, 10)), number(10));
    let is_red = compare(Comparison::Equal, whose(), member(runner, 0));
    let other = expression(
        ExpressionKind::If(Box::new(is_red), Box::new(member(runner, 1)), Box::new(member(runner, 0))),
        Type::Member(runner),
    );
    let turn_passes = Code { steps: vec![assign(turn, vec![], other)], end: End::Goto(PointId(1)) };
    let ends = Code { steps: vec![], end: End::EndGame };
    let branch = Branch { condition: there, then: ends, otherwise: turn_passes };
    let points = vec![
        point("entry", PointKind::Entry, &[], vec![], End::Goto(PointId(1))),
        point(
            "each_turn",
            PointKind::Jump,
            &[],
            vec![],
            End::Choose { decision, arguments: vec![whose()], then: PointId(2) },
        ),
        point(
            "after_move",
            PointKind::AfterChoice(Some(LocalId(0))),
            &[],
            vec![assign(at, vec![whose()], clamped)],
            End::Branch(Box::new(branch)),
        ),
    ];
    sketch.procedure("campaign", 0, &locals, Body::Waiting(points))
}

/// Whoever is at 10 has won; the score is the place. Nobody is further than that.
fn judge(sketch: &mut Sketch, at: StateId) {
    let runner = sketch.runner;
    let locals = [local("player", Type::Member(runner)), local("r", Type::Member(runner))];
    let place = |nth| of(at, vec![value_of(&locals, nth)], range(0, 10));
    let there = compare(Comparison::Equal, place(1), number(10));
    let rule = sketch.rule("victory");
    sketch.machine.outcome = Outcome {
        rule: Some(rule),
        locals: locals.to_vec(),
        winners: Some(those(1, Source::Type(runner), there, runner)),
        score: Some(place(0)),
    };
    let not_back = compare(Comparison::Less, place(0), number(9));
    sketch.machine.invariants.push(Invariant {
        rule,
        locals: locals.to_vec(),
        over: vec![(LocalId(0), runner)],
        condition: condition(rule, "player.at < 9", not_back),
    });
}
