//! Names for everything, claimed in the order of the rulebook.

use std::collections::{BTreeMap, BTreeSet};

use rulec_model::machine::{
    Body, DecisionOption, Dice, End, Local, LocalId, Machine, Point, PointId, ProcedureId, Type, TypeId,
};

use super::flow::Flow;
use super::kept::ByValue;
use super::worked_out::Table;
use super::{
    ChoicePlan, DecisionPlan, DrawPlan, Field, FunctionNames, OptionPlan, PointPlan, ProcedurePlan, RollPlan,
    StateNames, TypeNames, takes, uses, worked_out,
};
use crate::names::{Names, pascal, screaming, snake};

/// Methods that an engine has in every game, or that a method of the prelude's traits would be mistaken for.
const METHODS: [&str; 42] = [
    "waiting",
    "options",
    "choose",
    "roll",
    "chances",
    "drawn",
    "why_not",
    "outcome",
    "breach",
    "rulebook",
    "cells",
    "new",
    "begin",
    "bare",
    "from_cells",
    "winners",
    "score",
    "push",
    "pop",
    "top",
    "run",
    "settle",
    "halt",
    "end_game",
    "read_frame",
    "write_cells",
    "hash",
    "eq",
    "ne",
    "cmp",
    "clone",
    "clone_from",
    "fmt",
    "index",
    "borrow",
    "as_ref",
    "deref",
    "default",
    "into",
    "from",
    "frames",
    "depth",
];

/// Names in the scope of every file of an engine.
const TYPES: [&str; 48] = [
    "State",
    "Frame",
    "Given",
    "Choice",
    "Scenario",
    "Readings",
    "RuleId",
    "Rule",
    "RuleIndex",
    "Set",
    "Member",
    "Listener",
    "Shown",
    "Silent",
    "Fault",
    "FaultKind",
    "Refusal",
    "Waiting",
    "Chance",
    "Outcome",
    "Game",
    "Rounds",
    "Ruled",
    "Receipt",
    "Trace",
    "Event",
    "Option",
    "Some",
    "None",
    "Result",
    "Ok",
    "Err",
    "Vec",
    "String",
    "Box",
    "Copy",
    "Clone",
    "Debug",
    "Default",
    "Hash",
    "Eq",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Display",
    "FromStr",
    "From",
    "Into",
];

/// What the printer itself binds or calls wherever an expression stands.
const IN_EXPRESSIONS: [&str; 7] =
    ["member", "shelf", "divided_down", "divided_up", "costs_of_ways", "reached_place", "way_search"];
/// What it binds beside that in functions, in procedures, and in what is made of decisions.
const IN_FUNCTIONS: [&str; 5] = ["listener", "sum", "text", "value", "copy"];
const IN_PROCEDURES: [&str; 13] = [
    "listener",
    "counted",
    "drawn_from",
    "only",
    "answer",
    "gave",
    "into",
    "numbers",
    "bounded",
    "required",
    "rolled",
    "nobody_to_draw",
    "unanswered",
];
const IN_DECISIONS: [&str; 9] = [
    // What a choice is written to.
    "f",
    "listener",
    "into",
    "choice",
    "played",
    "permitted",
    "numbers",
    "offered",
    "not_offered",
];

pub struct Naming<'m> {
    machine: &'m Machine,
    methods: Names,
    frames: Names,
    type_names: Names,
}

impl<'m> Naming<'m> {
    pub fn begin(machine: &'m Machine) -> Naming<'m> {
        Naming {
            machine,
            methods: Names::without(&METHODS),
            frames: Names::without(&["Nowhere", "Halted", "Self"]),
            type_names: Names::without(&TYPES),
        }
    }

    pub fn rules(&self) -> Vec<String> {
        let mut names = Names::default();
        self.machine.rules.iter().map(|rule| names.claim(pascal(&rule.name))).collect()
    }

    pub fn types(&mut self) -> Vec<TypeNames> {
        let machine = self.machine;
        let mut words = Names::without(&["number", "truth"]);
        let named: Vec<String> =
            machine.types.iter().map(|definition| self.claim_type(pascal(&definition.name))).collect();
        let mut types = Vec::new();
        for (definition, name) in machine.types.iter().zip(named) {
            let mut members = Names::default();
            types.push(TypeNames {
                set: self.claim_type(format!("{}Set", name.trim_end_matches('_'))),
                members: definition.members.iter().map(|member| members.claim(pascal(member))).collect(),
                word: words.claim(snake(&definition.name)),
                name,
            });
        }
        types
    }

    /// A type of the rules that is called as one of ours gets a word to tell them apart.
    fn claim_type(&mut self, wanted: String) -> String {
        let wanted =
            if TYPES.contains(&wanted.as_str()) || wanted == "Self" { wanted + "Type" } else { wanted };
        self.type_names.claim(wanted)
    }

    /// Constants, what is kept by its value too, and what is worked out beforehand.
    pub fn constants(&mut self) -> (Vec<String>, ByValue, Vec<Table>) {
        let mut names = Names::default();
        let machine = self.machine;
        let constants =
            machine.constants.iter().map(|constant| names.claim(screaming(&constant.name))).collect();
        let by_value = ByValue::wanted(machine, &mut self.methods, &mut names);
        (constants, by_value, worked_out::tables(machine, &mut names))
    }

    pub fn states(&mut self) -> Vec<StateNames> {
        let machine = self.machine;
        let named: Vec<String> =
            machine.states.iter().map(|state| self.methods.claim(snake(&state.name))).collect();
        let with_setter = named.into_iter().map(|name| {
            let setter = self.methods.claim(format!("set_{}", name.trim_end_matches('_')));
            StateNames { name, setter }
        });
        with_setter.collect()
    }

    pub fn functions(&mut self) -> Vec<FunctionNames> {
        let machine = self.machine;
        let methods: Vec<String> =
            machine.functions.iter().map(|function| self.methods.claim(snake(&function.name))).collect();
        let mut functions = Vec::new();
        for (function, method) in machine.functions.iter().zip(methods) {
            let explain = if function.parts.is_empty() {
                String::new()
            } else {
                self.methods.claim(format!("explain_{}", snake(&function.name)))
            };
            functions.push(FunctionNames { method, explain, locals: named(&function.locals, &IN_FUNCTIONS) });
        }
        functions
    }

    pub fn procedures(&mut self) -> Vec<ProcedurePlan> {
        let machine = self.machine;
        let methods: Vec<String> =
            machine.procedures.iter().map(|procedure| self.methods.claim(snake(&procedure.name))).collect();
        let ids = (0..).map(ProcedureId);
        let mut procedures = Vec::new();
        for ((procedure, method), id) in machine.procedures.iter().zip(methods).zip(ids) {
            let points = match &procedure.body {
                Body::Plain(_) => &[][..],
                Body::Waiting(points) => points,
            };
            let flow = Flow::of(points);
            let stacked = self.stacked(id, &flow);
            let mut plans = Vec::new();
            for (nth, point) in points.iter().enumerate() {
                let name = format!("{}_{}", procedure.name, point.name);
                let live = point.live.iter().copied().filter(|local| takes(point) != Some(*local)).collect();
                let dice = rolls_to(points, nth).into_iter();
                plans.push(PointPlan {
                    method: if nth == 0 {
                        method.clone()
                    } else if flow.inlined.contains(&PointId(nth as u32)) {
                        String::new()
                    } else {
                        self.methods.claim(snake(&name))
                    },
                    frame: stacked.contains(&nth).then(|| self.frames.claim(pascal(&name))),
                    rolls: dice
                        .map(|dice| RollPlan { dice, frame: self.frames.claim(pascal(&name)) })
                        .collect(),
                    live,
                });
            }
            procedures.push(ProcedurePlan {
                locals: named(&procedure.locals, &IN_PROCEDURES),
                method,
                points: plans,
                fallible: false,
                flow,
            });
        }
        procedures
    }

    /// The points that are resumed from the stack.
    fn stacked(&self, id: ProcedureId, flow: &Flow) -> BTreeSet<usize> {
        let mut stacked = BTreeSet::new();
        for (at, code) in flow.methods() {
            for end in uses::ends(code) {
                match end {
                    End::Call { then, .. } | End::Choose { then, .. } if self.only_ends(id, *then) => {}
                    End::Call { then, .. } | End::Draw { then, .. } | End::Choose { then, .. } => {
                        stacked.insert(then.idx());
                    }
                    End::Goto(to) if *to != at && flow.goes_round(at, *to) => {
                        stacked.insert(to.idx());
                    }
                    End::Goto(_) | End::Roll { .. } | End::Branch(_) | End::Return(_) | End::EndGame => {}
                }
            }
        }
        if id == self.machine.game.start && self.a_setup_waits() {
            stacked.insert(0);
        }
        stacked
    }

    fn only_ends(&self, id: ProcedureId, point: PointId) -> bool {
        match &self.machine.procedure(id).body {
            Body::Waiting(points) => points[point.idx()].only_ends(),
            Body::Plain(_) => false,
        }
    }

    fn a_setup_waits(&self) -> bool {
        let mut setups = self.machine.scenarios.iter().map(|scenario| self.machine.procedure(scenario.setup));
        setups.any(|setup| setup.waits())
    }

    /// The frame of a start procedure that cannot wait; one that can has its own.
    pub fn start_frame(&mut self) -> Option<String> {
        let start = self.machine.procedure(self.machine.game.start);
        (self.a_setup_waits() && !start.waits()).then(|| self.frames.claim(pascal(&start.name)))
    }

    pub fn decisions(&mut self) -> Vec<DecisionPlan> {
        let machine = self.machine;
        let mut decisions = Vec::new();
        for decision in &machine.decisions {
            let name = snake(&decision.name);
            decisions.push(DecisionPlan {
                frame: self.frames.claim(pascal(&decision.name)),
                list: self.methods.claim(format!("{name}_options")),
                choose: self.methods.claim(format!("choose_{name}")),
                is_open: self.methods.claim(format!("{name}_is_open")),
                by: self.methods.claim(format!("{name}_by")),
                locals: named(&decision.locals, &IN_DECISIONS),
                options: Vec::new(),
            });
        }
        decisions
    }

    /// Options of the same name and kinds of arguments are one variant, wherever they are offered.
    pub fn choices(&mut self) -> (Vec<ChoicePlan>, Vec<Vec<OptionPlan>>) {
        let mut variants = Names::default();
        let mut choices: Vec<ChoicePlan> = Vec::new();
        let mut known: BTreeMap<(String, Vec<String>), usize> = BTreeMap::new();
        let mut plans = Vec::new();
        let machine = self.machine;
        for decision in &machine.decisions {
            let mut options = Vec::new();
            for option in &decision.options {
                // The decision's parameters are called the same wherever they are passed.
                let own = option.locals.iter().skip(decision.locals.len());
                let locals = named(decision.locals.iter().chain(own), &IN_DECISIONS);
                let fields = fields(option, &locals);
                let shape = fields.iter().map(|field| format!("{:?}", shape(field.holds))).collect();
                let choice = *known.entry((option.name.clone(), shape)).or_insert_with(|| {
                    let taken = choices.iter().any(|choice| choice.word == option.name);
                    let decision = if taken { decision.name.as_str() } else { "" };
                    choices.push(ChoicePlan {
                        variant: variants.claim(pascal(&format!("{decision}_{}", option.name))),
                        word: option.name.clone(),
                        rule: option.rule,
                        fields,
                    });
                    choices.len() - 1
                });
                let permit = format!("permit_{}", snake(&option.name));
                let permit = if self.methods.has(&permit) {
                    self.methods.claim(format!("permit_{}_{}", snake(&decision.name), snake(&option.name)))
                } else {
                    self.methods.claim(permit)
                };
                options.push(OptionPlan { choice, permit, locals });
            }
            plans.push(options);
        }
        (choices, plans)
    }

    pub fn scenarios(&self) -> Vec<String> {
        let mut names = Names::default();
        self.machine.scenarios.iter().map(|scenario| names.claim(pascal(&scenario.name))).collect()
    }

    pub fn readings(&self) -> Vec<String> {
        let mut names = Names::default();
        self.machine.readings.iter().map(|reading| names.claim(snake(&reading.name))).collect()
    }

    pub fn invariants(&mut self) -> Vec<String> {
        let machine = self.machine;
        let rules = machine.invariants.iter().map(|invariant| &machine.rules[invariant.rule.idx()].name);
        rules.map(|name| self.methods.claim(format!("{}_holds", snake(name)))).collect()
    }

    pub fn draws(&mut self) -> Vec<DrawPlan> {
        let mut drawn: BTreeSet<TypeId> = BTreeSet::new();
        for procedure in &self.machine.procedures {
            let Body::Waiting(points) = &procedure.body else { continue };
            for end in points.iter().flat_map(|point| uses::ends(&point.code)) {
                if let End::Draw { from, .. } = end
                    && let Type::Set(of) = from.gives
                {
                    drawn.insert(of);
                }
            }
        }
        let types = &self.machine.types;
        let named = drawn.into_iter().map(|of| DrawPlan {
            frame: self.frames.claim(pascal(&format!("draw_{}", types[of.idx()].name))),
            of,
        });
        named.collect()
    }
}

/// The dice that lead to a point.
fn rolls_to(points: &[Point], to: usize) -> Vec<Dice> {
    let mut rolls: Vec<Dice> = Vec::new();
    for end in points.iter().flat_map(|point| uses::ends(&point.code)) {
        if let End::Roll { dice, then } = end
            && then.idx() == to
            && !rolls.contains(dice)
        {
            rolls.push(*dice);
        }
    }
    rolls
}

/// The arguments of an option's choice.
fn fields(option: &DecisionOption, locals: &[String]) -> Vec<Field> {
    let bound = option.bindings.iter().map(|binding| binding.local);
    let field =
        |local: LocalId| Field { name: locals[local.idx()].clone(), holds: option.locals[local.idx()].holds };
    bound.map(field).collect()
}

/// Integers are alike, whatever their range.
fn shape(holds: Type) -> Type {
    match holds {
        Type::Integer { .. } => Type::Integer { least: 0, greatest: 0 },
        Type::Boolean | Type::Member(_) | Type::Optional(_) | Type::Set(_) => holds,
    }
}

/// Names of locals where the printer itself binds these.
pub fn named<'l>(locals: impl IntoIterator<Item = &'l Local>, taken: &[&'static str]) -> Vec<String> {
    let mut names = Names::without(&[&IN_EXPRESSIONS, taken].concat());
    locals.into_iter().map(|local| names.claim(snake(&local.name))).collect()
}
