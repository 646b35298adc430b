//! Procedures and expressions run on a bare state: loops, draws, sets of many words, faults, examples.

use rulec_runtime::{Event, Fault, FaultKind, Game, RuleIndex, Silent, Trace, Waiting};

use super::race::{Race, race};
use super::sketch::*;
use crate::interpreter::example::{self, Failure};
use crate::interpreter::{Interpreter, Layout, Prepared};
use crate::machine::text::expression_text;
use crate::machine::*;

/// Runs something on the bare state of a machine that keeps the invariants.
fn with_bare(machine: &Machine, play: impl FnOnce(Interpreter<'_>)) {
    assert_eq!(invariants::check(machine), Vec::<String>::new());
    let layout = Layout::of(machine);
    play(Interpreter::bare(&Prepared::new(machine, &layout), &[]));
}

/// A sketch that is sound as it stands: its start does nothing.
fn sketch() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.procedure("nothing", 0, &[], Body::Plain(Vec::new()));
    sketch
}

fn state_of(id: StateId, holds: Type) -> Expression {
    expression(ExpressionKind::State(id, Vec::new()), holds)
}

fn plus(a: Expression, b: Expression, gives: Type) -> Expression {
    binary(ExpressionKind::Add, a, b, gives)
}

fn cells(game: &Interpreter<'_>) -> Vec<i64> {
    let mut cells = Vec::new();
    game.cells(&mut cells);
    cells
}

/// The rule of a procedure.
fn rule_of(machine: &Machine, procedure: ProcedureId) -> RuleIndex {
    RuleIndex(machine.procedure(procedure).rule.0 as u16)
}

#[test]
fn a_loop_over_a_set_visits_those_who_were_in_it() {
    let mut sketch = sketch();
    let piece = sketch.pool("piece", (1..=70).map(|nth| format!("piece_{nth}")).collect());
    let set = Type::Set(piece);
    let held = sketch.state("held", &[], set, Value::Set(vec![0, 3, 63, 64, 69]));
    let sum = sketch.state("sum", &[], range(0, 1000), Value::Integer(0));
    let locals = [local("p", Type::Member(piece))];
    let alone = expression(ExpressionKind::Set(vec![value_of(&locals, 0)]), set);
    let everybody = expression(ExpressionKind::All, set);
    let others = binary(ExpressionKind::Difference, everybody, alone, set);
    let one_more = plus(state_of(sum, range(0, 1000)), number(1), range(1, 1001));
    let odd = not(compare(Comparison::Equal, value_of(&locals, 0), member(piece, 3)));
    let body = vec![Step::For {
        variable: LocalId(0),
        source: Source::Set(state_of(held, set)),
        filter: Some(odd),
        body: vec![
            Step::Assign { state: sum, keys: vec![], value: one_more, bounds: Some((0, 1000)) },
            assign(held, vec![], others),
        ],
    }];
    let walk = sketch.procedure("walk", 0, &locals, Body::Plain(body));
    with_bare(&sketch.machine, |mut game| {
        game.run(walk, &[], &mut Silent).expect("it is sound");
        assert_eq!(cells(&game), [-1, 0b01_1111, 4]);
        assert_eq!(game.waiting(), Waiting::Over);
    });
}

#[test]
fn aggregates_sum_choose_and_gather() {
    let mut sketch = sketch();
    let piece = sketch.pool("piece", (1..=70).map(|nth| format!("piece_{nth}")).collect());
    let values = (0..70).map(|nth| Value::Integer(nth % 10)).collect();
    let worth = sketch.constant("worth", &[Key::Type(piece)], range(0, 9), values);
    let locals = [local("p", Type::Member(piece)), local("q", Type::Member(piece))];
    let worth_of =
        |nth| expression(ExpressionKind::Constant(worth, vec![value_of(&locals, nth)]), range(0, 9));
    let aggregate = |kind, filter: Option<Expression>, body, otherwise, gives| {
        let source = Source::Type(piece);
        let aggregate = Aggregate { kind, variable: LocalId(0), source, filter, body, otherwise };
        expression(ExpressionKind::Aggregate(Box::new(aggregate)), gives)
    };
    let is = |value| compare(Comparison::Equal, worth_of(0), number(value));
    let nines = aggregate(AggregateKind::Those, Some(is(9)), None, None, Type::Set(piece));
    let cases = [
        (aggregate(AggregateKind::Count, Some(is(3)), None, None, range(0, 70)), Value::Integer(7)),
        (aggregate(AggregateKind::Sum, None, Some(worth_of(0)), None, range(0, 630)), Value::Integer(315)),
        (
            aggregate(AggregateKind::Most, None, Some(worth_of(0)), Some(number(-1)), range(-1, 9)),
            Value::Integer(9),
        ),
        (
            aggregate(AggregateKind::Least, Some(is(12)), Some(worth_of(0)), Some(number(-1)), range(-1, 9)),
            Value::Integer(-1),
        ),
        (aggregate(AggregateKind::Any, None, Some(is(9)), None, Type::Boolean), Value::Boolean(true)),
        (
            aggregate(AggregateKind::Every, Some(is(9)), Some(is(8)), None, Type::Boolean),
            Value::Boolean(false),
        ),
        (aggregate(AggregateKind::First, Some(is(9)), None, None, Type::Optional(piece)), Value::Member(9)),
        (aggregate(AggregateKind::First, Some(is(12)), None, None, Type::Optional(piece)), Value::Nothing),
        (nines.clone(), Value::Set(vec![9, 19, 29, 39, 49, 59, 69])),
        (expression(ExpressionKind::Size(Box::new(nines.clone())), range(0, 70)), Value::Integer(7)),
        (contains(nines.clone(), member(piece, 69)), Value::Boolean(true)),
        (compare(Comparison::Equal, nines.clone(), nines), Value::Boolean(true)),
    ];
    with_bare(&sketch.machine, |game| {
        for (case, expected) in cases {
            let text = expression_text(&sketch.machine, &locals, &case);
            assert_eq!(game.value(&case, &locals), expected, "{text}");
        }
    });
}

#[test]
fn division_rounds_as_told_and_modulo_is_never_negative() {
    let sketch = sketch();
    let divided = |a, b, rounded| {
        let kind = ExpressionKind::Divide(Box::new(number(a)), Box::new(number(b)), rounded);
        expression(kind, range(-9, 9))
    };
    let modulo = |a, b| binary(ExpressionKind::Modulo, number(a), number(b), range(0, 9));
    let cases = [
        (divided(7, 2, RoundedDivision::Down), 3),
        (divided(7, 2, RoundedDivision::Up), 4),
        (divided(-7, 2, RoundedDivision::Down), -4),
        (divided(-7, 2, RoundedDivision::Up), -3),
        (divided(7, -2, RoundedDivision::Down), -4),
        (divided(-6, -2, RoundedDivision::Up), 3),
        (modulo(-7, 3), 2),
        (modulo(7, 3), 1),
    ];
    with_bare(&sketch.machine, |game| {
        for (case, expected) in cases {
            assert_eq!(game.value(&case, &[]), Value::Integer(expected), "{case:?}");
        }
    });
}

#[test]
fn a_function_with_an_optional_parameter_falls_back() {
    let mut sketch = sketch();
    let runner = sketch.runner;
    let locals = [local("leader", Type::Optional(runner))];
    let body = binary(ExpressionKind::Else, value_of(&locals, 0), member(runner, 1), Type::Member(runner));
    let leader = sketch.function("leader_or_blue", 1, &locals, body);
    let call = |argument| expression(ExpressionKind::Call(leader, vec![argument]), Type::Member(runner));
    let nothing = || expression(ExpressionKind::Nothing, Type::Optional(runner));
    let red = expression(ExpressionKind::Some(Box::new(member(runner, 0))), Type::Optional(runner));
    with_bare(&sketch.machine, |game| {
        assert_eq!(game.value(&call(nothing()), &[]), Value::Member(1));
        assert_eq!(game.value(&call(red), &[]), Value::Member(0));
        let is_nothing = expression(ExpressionKind::IsNothing(Box::new(nothing())), Type::Boolean);
        assert_eq!(game.value(&is_nothing, &[]), Value::Boolean(true));
    });
}

/// A procedure that draws from a state's set and puts who was drawn into another.
fn drawing(start: Vec<u32>) -> (Machine, ProcedureId) {
    let mut sketch = sketch();
    let piece = sketch.closed("piece", &["king", "queen", "rook"]);
    let bag = sketch.state("bag", &[], Type::Set(piece), Value::Set(start));
    let drawn = sketch.state("drawn", &[], Type::Member(piece), Value::Member(0));
    let locals = [local("p", Type::Member(piece))];
    let points = vec![
        point(
            "entry",
            PointKind::Entry,
            &[],
            vec![],
            End::Draw { from: state_of(bag, Type::Set(piece)), then: PointId(1) },
        ),
        point(
            "after_draw",
            PointKind::AfterRoll(LocalId(0)),
            &[],
            vec![assign(drawn, vec![], value_of(&locals, 0))],
            End::Return(None),
        ),
    ];
    let draw = sketch.procedure("draw", 0, &locals, Body::Waiting(points));
    (sketch.machine, draw)
}

#[test]
fn a_draw_waits_for_one_of_its_candidates() {
    let (machine, draw) = drawing(vec![0, 2]);
    with_bare(&machine, |mut game| {
        game.run(draw, &[], &mut Silent).expect("there are two");
        assert_eq!(game.waiting(), Waiting::Draw { among: 2 });
        assert_eq!(cells(&game), [0b101, 0, i64::from(draw.0), 1, -2, 0b101]);
        assert_eq!((game.drawn(0), game.drawn(1)), (0, 2));
        let mut chances = Vec::new();
        game.chances(&mut chances);
        assert_eq!(
            chances.iter().map(|chance| (chance.value, chance.of)).collect::<Vec<_>>(),
            [(0, 2), (2, 2)]
        );
        assert!(game.roll(1, &mut Silent).is_err());
        game.roll(2, &mut Silent).expect("the rook is in the bag");
        assert_eq!(cells(&game), [0b101, 2]);
    });
}

#[test]
fn a_draw_from_one_does_not_wait_and_from_nobody_is_a_fault() {
    let (machine, draw) = drawing(vec![1]);
    with_bare(&machine, |mut game| {
        game.run(draw, &[], &mut Silent).expect("there is one");
        assert_eq!(cells(&game), [0b10, 1]);
    });
    let (machine, draw) = drawing(vec![]);
    with_bare(&machine, |mut game| {
        let fault = Fault { rule: rule_of(&machine, draw), kind: FaultKind::NobodyToDraw };
        assert_eq!(game.run(draw, &[], &mut Silent), Err(fault));
        assert_eq!(game.waiting(), Waiting::Halted);
        assert_eq!(cells(&game), [0, 0, -3]);
    });
}

#[test]
fn leaving_bounds_is_a_fault_of_the_procedure_and_changes_stay_before_it() {
    let mut sketch = sketch();
    let track = sketch.state("track", &[], range(0, 3), Value::Integer(0));
    let more = || plus(state_of(track, range(0, 3)), number(2), range(2, 5));
    let bounded = || Step::Assign { state: track, keys: vec![], value: more(), bounds: Some((0, 3)) };
    let push = sketch.procedure("push", 0, &[], Body::Plain(vec![bounded(), bounded()]));
    with_bare(&sketch.machine, |mut game| {
        let kind = FaultKind::OutOfBounds { value: 4, least: 0, greatest: 3 };
        let fault = Fault { rule: rule_of(&sketch.machine, push), kind };
        let mut trace = Trace::default();
        assert_eq!(game.run(push, &[], &mut trace), Err(fault));
        assert_eq!(trace.events, [Event::Changed { what: "track".into(), value: "2".into() }]);
        assert_eq!(cells(&game), [2, -3]);
    });
}

#[test]
fn a_loop_at_its_limit_is_a_fault() {
    let mut sketch = sketch();
    let always = expression(ExpressionKind::Boolean(true), Type::Boolean);
    let body = vec![Step::While { condition: always, limit: 20, body: vec![] }];
    let spin = sketch.procedure("spin", 0, &[], Body::Plain(body));
    with_bare(&sketch.machine, |mut game| {
        let kind = FaultKind::Endless { limit: 20 };
        let fault = Fault { rule: rule_of(&sketch.machine, spin), kind };
        assert_eq!(game.run(spin, &[], &mut Silent), Err(fault));
    });
}

#[test]
fn a_call_whose_needs_fail_is_a_fault() {
    let mut sketch = sketch();
    let locals = [local("n", range(0, 9))];
    let inner = sketch.giving(
        "double",
        1,
        &locals,
        range(0, 18),
        Body::Plain(vec![Step::Return(Some(plus(value_of(&locals, 0), value_of(&locals, 0), range(0, 18))))]),
    );
    let rule = sketch.machine.procedure(inner).rule;
    let small = compare(Comparison::Less, value_of(&locals, 0), number(5));
    sketch.machine.procedures[inner.idx()].needs = vec![condition(rule, "n < 5", small)];
    let seen = sketch.state("seen", &[], range(0, 18), Value::Integer(0));
    let caller = [local("n", range(0, 9)), local("twice", range(0, 18))];
    let body = vec![
        Step::Call { procedure: inner, arguments: vec![value_of(&caller, 0)], result: Some(LocalId(1)) },
        assign(seen, vec![], value_of(&caller, 1)),
    ];
    let outer = sketch.procedure("outer", 1, &caller, Body::Plain(body));
    with_bare(&sketch.machine, |mut game| {
        game.run(outer, &[4], &mut Silent).expect("four is below five");
        assert_eq!(cells(&game), [8]);
        let fault = Fault { rule: rule_of(&sketch.machine, inner), kind: FaultKind::Needs("n < 5".into()) };
        assert_eq!(game.run(outer, &[5], &mut Silent), Err(fault));
    });
}

/// A decision with one option that nobody may take, and perhaps one at any time; the procedure that asks it.
fn passing(anytime: bool) -> (Machine, ProcedureId) {
    let mut sketch = sketch();
    let runner = sketch.runner;
    let chosen = Type::Optional(runner);
    let who = [local("who", Type::Member(runner))];
    let result = sketch.state("result", &[], Type::Optional(runner), Value::Member(0));
    let taken = Body::Plain(vec![Step::Return(Some(expression(ExpressionKind::Nothing, chosen)))]);
    let effect = sketch.giving("take", 1, &who, chosen, taken);
    let decision = sketch.decision("ask", Some(chosen), WhenNone::GoOn);
    let mut option = sketch.bare_option("take", effect);
    let never = expression(ExpressionKind::Boolean(false), Type::Boolean);
    option.conditions = vec![condition(option.rule, "false", never)];
    sketch.option(decision, option);
    if anytime {
        let mut option = sketch.bare_option("wave", effect);
        option.asks_again = true;
        sketch.option(decision, option);
    }
    let locals = [local("answer", chosen)];
    let choose = End::Choose { decision, arguments: vec![member(runner, 1)], then: PointId(1) };
    let points = vec![
        point("entry", PointKind::Entry, &[], vec![], choose),
        point(
            "after_ask",
            PointKind::AfterChoice(Some(LocalId(0))),
            &[],
            vec![assign(result, vec![], value_of(&locals, 0))],
            End::Return(None),
        ),
    ];
    let asks = sketch.procedure("asks", 0, &locals, Body::Waiting(points));
    (sketch.machine, asks)
}

#[test]
fn a_decision_without_a_legal_option_goes_on_giving_nothing() {
    for anytime in [false, true] {
        let (machine, asks) = passing(anytime);
        with_bare(&machine, |mut game| {
            game.run(asks, &[], &mut Silent).expect("it is sound");
            assert_eq!(cells(&game), [-1]);
        });
    }
}

#[test]
fn an_explanation_shows_the_lines_that_apply() {
    let mut sketch = sketch();
    let mut total = sketch.function("total", 0, &[], number(3));
    let part = |text: &str, value| FunctionPart { text: text.to_string(), value: number(value) };
    sketch.machine.functions[total.idx()].parts = vec![part("in winter", 0), part("uphill", 3)];
    let explain = Step::Explain { function: total, arguments: vec![] };
    let tell = sketch.procedure("tell", 0, &[], Body::Plain(vec![explain]));
    total = FunctionId(0);
    let rule = RuleIndex(sketch.machine.functions[total.idx()].rule.0 as u16);
    with_bare(&sketch.machine, |mut game| {
        let mut trace = Trace::default();
        game.run(tell, &[], &mut trace).expect("it is sound");
        assert_eq!(trace.events, [Event::Part { rule, text: "uphill".into(), value: 3 }]);
    });
}

/// The race's moves from a position, as an example.
fn example_of(race: &Race, steps: Vec<ExampleStep>) -> Example {
    let play = Some(race.machine.game.start);
    let (rule, name) = (RuleId(0), "moves".to_string());
    Example { rule, name, readings: Vec::new(), given: None, play, steps }
}

fn choose(option: &str, arguments: &[i64]) -> ExampleStep {
    let arguments = arguments.iter().map(|value| Value::Integer(*value)).collect();
    ExampleStep::Choose { option: option.to_string(), arguments }
}

fn failures(race: &Race, steps: Vec<ExampleStep>) -> Vec<String> {
    let layout = Layout::of(&race.machine);
    let prepared = Prepared::new(&race.machine, &layout);
    let failures = example::run(&prepared, &example_of(race, steps));
    failures.iter().map(Failure::to_string).collect()
}

/// `at[red] = …`
fn red_at(race: &Race, place: i64) -> ExampleStep {
    let at = expression(ExpressionKind::State(race.at, vec![member(TypeId(0), 0)]), range(0, 10));
    let holds = compare(Comparison::Equal, at, number(place));
    ExampleStep::Expect(condition(RuleId(0), &format!("red.at = {place}"), holds), Vec::new())
}

#[test]
fn an_example_that_comes_out_as_told_has_no_failures() {
    let race = race();
    let refused = ExampleStep::Refused { option: "walk".to_string(), arguments: vec![Value::Integer(3)] };
    let steps =
        vec![refused, choose("run", &[]), ExampleStep::Roll(7), red_at(&race, 7), choose("pass", &[])];
    assert_eq!(failures(&race, steps), Vec::<String>::new());
}

#[test]
fn a_failed_expectation_shows_the_values_and_play_goes_on() {
    let race = race();
    let steps = vec![choose("walk", &[2]), red_at(&race, 3), red_at(&race, 4)];
    assert_eq!(
        failures(&race, steps),
        [
            "step 2: expected `red.at = 3`, but `at[red]` is 2",
            "step 3: expected `red.at = 4`, but `at[red]` is 2",
        ]
    );
}

#[test]
fn an_answer_that_cannot_be_given_ends_the_example() {
    let race = race();
    let refused = ExampleStep::Refused { option: "pass".to_string(), arguments: Vec::new() };
    assert_eq!(
        failures(&race, vec![refused, ExampleStep::Roll(3), red_at(&race, 9)]),
        [
            "step 1: `pass` should be refused and is offered",
            "step 2: a roll of 3 is not waited for; red may choose `run`, `walk(1)`, `walk(2)`, `pass`, `rest`",
        ]
    );
    assert_eq!(
        failures(&race, vec![choose("walk", &[3])]),
        ["step 1: `walk(3)` is refused by `walk`: `steps <= who.strength` does not hold"]
    );
    assert_eq!(
        failures(&race, vec![choose("run", &[]), ExampleStep::Roll(1)]),
        ["step 2: a roll of 1 is not possible; waited for is a roll of 2d6"]
    );
}

#[test]
fn breaches_of_the_invariants_are_told_with_their_place() {
    let mut race = race();
    let campaign = race.machine.game.start;
    let Body::Waiting(points) = &mut race.machine.procedures[campaign.idx()].body else {
        panic!("the campaign waits")
    };
    points[1].live = vec![LocalId(1)];
    points[2].code.steps.push(assign(race.turn, vec![], number(1)));
    let too_much = plus(value_of(&[local("steps", range(0, 12))], 0), number(1), range(0, 12));
    let stays = assign(race.strength, vec![member(TypeId(0), 0)], too_much);
    points[2].code.steps.push(stays);
    race.machine.states[race.rested.idx()].start = Value::Set(vec![2, 1]);
    race.machine.frames = 1;
    let breaches = invariants::check(&race.machine);
    let expected = [
        "state rested: Set([2, 1]) is no Set(TypeId(0))",
        "procedure campaign point entry: `other` has no value for `each_turn`",
        "procedure campaign point after_move: `turn` is given more than it holds",
        "procedure campaign point after_move: gives 1..13, told Integer { least: 0, greatest: 12 }",
        "procedure campaign point after_move: `strength` is given more than it holds",
        "procedure campaign point after_move: `other` has no value for `each_turn`",
    ];
    assert_eq!(breaches, expected);
}

#[test]
fn text_has_only_the_parentheses_it_needs() {
    let race = race();
    let two = || number(2);
    let sum = || plus(two(), number(-3), range(-1, -1));
    let product = |a, b| binary(ExpressionKind::Multiply, a, b, range(-9, 9));
    let half = |a| {
        expression(ExpressionKind::Divide(Box::new(a), Box::new(two()), RoundedDivision::Up), range(-9, 9))
    };
    let minus = |a, b| binary(ExpressionKind::Subtract, a, b, range(-9, 9));
    let yes = || expression(ExpressionKind::Boolean(true), Type::Boolean);
    let and = |a, b| binary(ExpressionKind::And, a, b, Type::Boolean);
    let or = |a, b| binary(ExpressionKind::Or, a, b, Type::Boolean);
    let cases = [
        (product(sum(), two()), "(2 + -3) * 2"),
        (minus(two(), minus(two(), two())), "2 - (2 - 2)"),
        (minus(minus(two(), two()), product(two(), two())), "2 - 2 - 2 * 2"),
        (product(half(sum()), two()), "((2 + -3) / 2 rounded up) * 2"),
        (
            or(and(yes(), or(yes(), yes())), not(and(yes(), yes()))),
            "true and (true or true) or not (true and true)",
        ),
    ];
    for (case, text) in cases {
        assert_eq!(expression_text(&race.machine, &[], &case), text);
    }
}
