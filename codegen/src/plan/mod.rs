//! The plan: every name, order and module of an engine, decided before anything is printed.
//!
//! Printing then only looks things up. Names are claimed in the order of the rulebook, so that a new rule
//! does not rename an old one; what the author named goes before what the compiler made.

pub mod docs;
mod flow;
mod given;
pub mod kept;
pub mod naming;
pub mod narrow;
pub mod uses;
pub mod worked_out;

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use rulec_model::machine::{
    Body, DecisionId, Dice, FunctionId, LocalId, Machine, Point, PointId, PointKind, Procedure, ProcedureId,
    RuleId, Step, Type,
};

use crate::names::{self, Names};
pub use flow::Flow;
pub use given::Given;

/// Everything that the printer needs to know beside the machine.
pub struct Plan<'m> {
    pub machine: &'m Machine,
    /// What only the worked examples use, which are tests.
    pub examples: Vec<Item>,
    /// Whether the examples are written at all.
    pub with_examples: bool,
    /// Variants of `RuleId`, by rule.
    pub rules: Vec<String>,
    /// In rulebook order; only those that hold code.
    pub chapters: Vec<Chapter>,
    pub types: Vec<TypeNames>,
    pub constants: Vec<String>,
    /// What is kept by its value too.
    pub by_value: kept::ByValue,
    /// Values of functions that are looked up.
    pub tables: Vec<worked_out::Table>,
    pub states: Vec<StateNames>,
    pub functions: Vec<FunctionNames>,
    pub procedures: Vec<ProcedurePlan>,
    pub decisions: Vec<DecisionPlan>,
    /// Variants of `Choice`.
    pub choices: Vec<ChoicePlan>,
    /// Variants of `Scenario`.
    pub scenarios: Vec<String>,
    /// Fields of `Readings`.
    pub readings: Vec<String>,
    /// Methods that tell whether an invariant holds.
    pub invariants: Vec<String>,
    /// Frames for draws, by the type that is drawn.
    pub draws: Vec<DrawPlan>,
    /// The frame of the start procedure, which waits below a setup that waits.
    pub start_frame: Option<String>,
    /// What waiting procedures and decisions give to who called them.
    pub given: Given,
    /// Procedures that end with it, by index.
    travelling: BTreeSet<usize>,
    /// The length of the stack of frames.
    pub depth: usize,
}

/// A file of rules.
pub struct Chapter {
    pub module: String,
    /// The YAML file's stem.
    pub stem: String,
    pub items: Vec<Item>,
}

/// One thing that a chapter's file defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    Function(FunctionId),
    Procedure(ProcedureId),
    Decision(DecisionId),
    /// By its place in the machine.
    Invariant(usize),
    Outcome,
}

pub struct TypeNames {
    pub name: String,
    /// `PlaceSet`
    pub set: String,
    pub members: Vec<String>,
    /// The word for sets and draws in names of variants: `place`.
    pub word: String,
}

pub struct StateNames {
    /// The field, and the method that reads it.
    pub name: String,
    pub setter: String,
}

pub struct FunctionNames {
    pub method: String,
    /// Reports the lines that apply; for `modifiers`.
    pub explain: String,
    pub locals: Vec<String>,
}

pub struct ProcedurePlan {
    pub locals: Vec<String>,
    /// The entry: all there is of a plain procedure.
    pub method: String,
    /// Of a waiting procedure.
    pub points: Vec<PointPlan>,
    /// Whether a plain procedure can lead to a fault. A waiting one always may.
    pub fallible: bool,
    pub flow: Flow,
}

pub struct PointPlan {
    pub method: String,
    /// Its frame, where it is ever resumed from the stack.
    pub frame: Option<String>,
    /// Its frames while dice are waited for: one for each kind of roll that leads there.
    pub rolls: Vec<RollPlan>,
    /// The live locals without the one that takes a result.
    pub live: Vec<LocalId>,
}

pub struct RollPlan {
    pub dice: Dice,
    pub frame: String,
}

pub struct DecisionPlan {
    pub frame: String,
    pub list: String,
    pub choose: String,
    /// Whether any option is legal; for decisions that are passed over when none is.
    pub is_open: String,
    /// Whose decision it is.
    pub by: String,
    pub locals: Vec<String>,
    pub options: Vec<OptionPlan>,
}

pub struct OptionPlan {
    /// Its place in [`Plan::choices`].
    pub choice: usize,
    /// Says whether the option is legal, or why not.
    pub permit: String,
    pub locals: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoicePlan {
    pub variant: String,
    /// The option's name in the rules.
    pub word: String,
    pub rule: RuleId,
    pub fields: Vec<Field>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub holds: Type,
}

impl ChoicePlan {
    /// `Choice::Raid { army, place: target }`, where an option calls its arguments so.
    pub fn pattern(&self, choice: &Ident, called: &[Ident]) -> TokenStream {
        let variant = Ident::new(&self.variant, Span::call_site());
        if called.is_empty() {
            return quote!(#choice::#variant);
        }
        let fields = self.fields.iter().zip(called).map(|(field, called)| {
            let field = Ident::new(&field.name, Span::call_site());
            if field == *called { quote!(#field) } else { quote!(#field: #called) }
        });
        quote!(#choice::#variant { #(#fields),* })
    }
}

pub struct DrawPlan {
    pub frame: String,
    pub of: rulec_model::machine::TypeId,
}

impl<'m> Plan<'m> {
    pub fn of(machine: &'m Machine, with_examples: bool) -> Plan<'m> {
        let mut naming = naming::Naming::begin(machine);
        let types = naming.types();
        let states = naming.states();
        let functions = naming.functions();
        let mut procedures = naming.procedures();
        let decisions_named = naming.decisions();
        let (choices, chosen) = naming.choices();
        let decisions = decisions_named
            .into_iter()
            .zip(chosen)
            .map(|(mut plan, options)| {
                plan.options = options;
                plan
            })
            .collect();
        let draws = naming.draws();
        let (constants, by_value, tables) = naming.constants();
        let fallible = fallible(machine);
        for (nth, plan) in procedures.iter_mut().enumerate() {
            plan.fallible = fallible.contains(&nth);
        }
        let (chapters, examples) = chapters(machine);
        let flows: Vec<&Flow> = procedures.iter().map(|plan| &plan.flow).collect();
        let travelling = given::travelling(machine, &flows);
        Plan {
            examples,
            with_examples,
            chapters,
            rules: naming.rules(),
            constants,
            by_value,
            tables,
            scenarios: naming.scenarios(),
            readings: naming.readings(),
            invariants: naming.invariants(),
            depth: depth(machine, &draws),
            draws,
            start_frame: naming.start_frame(),
            given: Given::of(machine),
            travelling,
            machine,
            types,
            states,
            functions,
            procedures,
            decisions,
            choices,
        }
    }

    /// Whether a waiting procedure ends with what travels; the others with nothing.
    pub fn travels(&self, procedure: ProcedureId) -> bool {
        !self.given.is_empty() && self.travelling.contains(&procedure.idx())
    }

    /// Whether a procedure is there for an example only.
    pub fn is_of_example(&self, procedure: ProcedureId) -> bool {
        self.examples.contains(&Item::Procedure(procedure))
    }

    pub fn point(&self, procedure: ProcedureId, point: PointId) -> &PointPlan {
        &self.procedures[procedure.idx()].points[point.idx()]
    }
}

/// A draw that is waited for stands above the frame that it goes on at.
fn depth(machine: &Machine, draws: &[DrawPlan]) -> usize {
    machine.frames as usize + usize::from(!draws.is_empty()) + usize::from(machine.frames == 0)
}

/// The local that a point takes a result in.
pub fn takes(point: &Point) -> Option<LocalId> {
    match point.kind {
        PointKind::Entry | PointKind::Jump => None,
        PointKind::AfterRoll(local) => Some(local),
        PointKind::AfterCall(local) | PointKind::AfterChoice(local) => local,
    }
}

/// Plain procedures that can lead to a fault, by index.
fn fallible(machine: &Machine) -> BTreeSet<usize> {
    let mut known: BTreeSet<usize> = BTreeSet::new();
    loop {
        let before = known.len();
        for (nth, procedure) in machine.procedures.iter().enumerate() {
            if can_fault(procedure, &known) {
                known.insert(nth);
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

fn can_fault(procedure: &Procedure, known: &BTreeSet<usize>) -> bool {
    let Body::Plain(block) = &procedure.body else { return true };
    !procedure.needs.is_empty()
        || uses::any_step(block, &mut |step| match step {
            Step::Set { bounds, .. } | Step::Assign { bounds, .. } => bounds.is_some(),
            Step::While { .. } | Step::Fail(_) => true,
            Step::Call { procedure, .. } => known.contains(&procedure.idx()),
            Step::Let { .. }
            | Step::If { .. }
            | Step::For { .. }
            | Step::Fired(_)
            | Step::Explain { .. }
            | Step::Tell(_)
            | Step::Return(_) => false,
        })
}

/// The files of rules in rulebook order, with what each defines; and what examples define for themselves.
fn chapters(machine: &Machine) -> (Vec<Chapter>, Vec<Item>) {
    let mut items: Vec<(RuleId, Item)> = Vec::new();
    let functions = machine.functions.iter().zip(0..);
    items.extend(functions.map(|(f, nth)| (f.rule, Item::Function(FunctionId(nth)))));
    let procedures = machine.procedures.iter().zip(0..);
    items.extend(procedures.map(|(p, nth)| (p.told_under(), Item::Procedure(ProcedureId(nth)))));
    let decisions = machine.decisions.iter().zip(0..);
    items.extend(decisions.map(|(d, nth)| (d.rule, Item::Decision(DecisionId(nth)))));
    let invariants = machine.invariants.iter().enumerate();
    items.extend(invariants.map(|(nth, invariant)| (invariant.rule, Item::Invariant(nth))));
    if let Some(rule) = machine.outcome.rule {
        items.push((rule, Item::Outcome));
    }
    items.sort_by_key(|(rule, _)| *rule);

    let mut modules = Names::without(&["rules"]);
    let mut chapters: Vec<Chapter> = Vec::new();
    let mut examples = Vec::new();
    let of_examples: BTreeSet<RuleId> = machine.examples.iter().map(|example| example.rule).collect();
    for (rule, item) in items {
        if of_examples.contains(&rule) {
            examples.push(item);
            continue;
        }
        let stem = &machine.rules[rule.idx()].chapter;
        let known = chapters.iter().position(|chapter| chapter.stem == *stem);
        let at = known.unwrap_or_else(|| {
            let module = modules.claim(names::snake(stem));
            chapters.push(Chapter { module, stem: stem.clone(), items: Vec::new() });
            chapters.len() - 1
        });
        chapters[at].items.push(item);
    }
    (chapters, examples)
}
