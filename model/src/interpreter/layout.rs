//! The layout: where each value lies in flat lists of numbers, worked out once per machine.
//!
//! State, constants and locals are all lists of `i64`; a scalar takes one place, a set one per word (see
//! [`cells`](super::cells)). Looking a value up is then arithmetic, without maps and without allocation.

use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use rulec_runtime::{Fault, Rule, words_for};

use super::exercised::Exercised;
use super::levels::Levels;
use super::taken::Taken;
use super::watched::Touched;
use crate::machine::{
    DecisionId, DecisionOption, FunctionId, Key, Local, LocalId, Machine, OptionId, Origin, RuleId, Type,
    TypeDefinition, Value,
};

/// Where the values of a machine lie.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Words of a set, by type.
    pub(super) words: Vec<usize>,
    pub(super) states: Vec<Grid>,
    /// The state before readings and scenario.
    pub(super) start: Vec<i64>,
    pub(super) constants: Vec<Grid>,
    pub(super) constant_values: Vec<i64>,
    pub(super) functions: Vec<Scope>,
    pub(super) procedures: Vec<Scope>,
    pub(super) decisions: Vec<Scope>,
    /// By decision, then option.
    pub(super) options: Vec<Vec<Scope>>,
    /// The same: when their conditions are asked.
    pub(super) levels: Vec<Vec<Levels>>,
    pub(super) invariants: Vec<Scope>,
    pub(super) views: Vec<Scope>,
    pub(super) outcome: Scope,
    /// Citations, origin and errata of each rule, as one text each.
    texts: Vec<[String; 3]>,
}

/// Where the cells of a state variable or constant lie.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    /// Of the first cell.
    pub offset: usize,
    /// Numbers per cell.
    pub width: usize,
    pub cells: usize,
    /// For each key its least value, and how many numbers one step of it skips.
    pub keys: Vec<(i64, usize)>,
    /// Looking into it is told, see [`watch`](Layout::watch).
    pub watched: bool,
}

/// Where the locals of a function, procedure, decision or option lie.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Scope {
    /// Offset and width, by local.
    locals: Vec<(usize, usize)>,
    /// Numbers of all together.
    pub len: usize,
    /// Entering it is told, see [`watch`](Layout::watch).
    pub watched: bool,
}

impl Scope {
    pub fn of(words: &[usize], locals: &[Local]) -> Scope {
        let mut scope = Scope::default();
        for local in locals {
            let width = width(words, local.holds);
            scope.locals.push((scope.len, width));
            scope.len += width;
        }
        scope
    }

    /// Offset and width of a local.
    pub fn place(&self, local: LocalId) -> (usize, usize) {
        self.locals[local.idx()]
    }
}

impl Layout {
    pub fn of(machine: &Machine) -> Layout {
        let words: Vec<usize> = machine.types.iter().map(|t| words_for(t.members.len())).collect();
        let scope = |locals: &[Local]| Scope::of(&words, locals);
        let mut start = Vec::new();
        let mut states = Vec::new();
        for state in &machine.states {
            let grid = Grid::of(&machine.types, &words, &state.keys, state.holds, start.len());
            for _ in 0..grid.cells {
                push_value(&state.start, grid.width, &mut start);
            }
            states.push(grid);
        }
        let mut constant_values = Vec::new();
        let mut constants = Vec::new();
        for constant in &machine.constants {
            let offset = constant_values.len();
            let grid = Grid::of(&machine.types, &words, &constant.keys, constant.gives, offset);
            for value in &constant.values {
                push_value(value, grid.width, &mut constant_values);
            }
            constants.push(grid);
        }
        let option = |option: &DecisionOption| scope(&option.locals);
        Layout {
            states,
            start,
            constants,
            constant_values,
            functions: machine.functions.iter().map(|f| scope(&f.locals)).collect(),
            procedures: machine.procedures.iter().map(|p| scope(&p.locals)).collect(),
            decisions: machine.decisions.iter().map(|d| scope(&d.locals)).collect(),
            options: machine.decisions.iter().map(|d| d.options.iter().map(option).collect()).collect(),
            levels: machine.decisions.iter().map(|d| d.options.iter().map(Levels::of).collect()).collect(),
            invariants: machine.invariants.iter().map(|i| scope(&i.locals)).collect(),
            views: machine.views.iter().map(|view| scope(&view.locals)).collect(),
            outcome: scope(&machine.outcome.locals),
            texts: machine
                .rules
                .iter()
                .map(|rule| [rule.cites.join("; "), origin_text(&rule.origin), rule.errata.join("; ")])
                .collect(),
            words,
        }
    }
}

impl Grid {
    fn of(types: &[TypeDefinition], words: &[usize], keys: &[Key], holds: Type, offset: usize) -> Grid {
        let width = width(words, holds);
        let mut step = width;
        let mut steps = Vec::new();
        for key in keys.iter().rev() {
            let (least, size) = match *key {
                Key::Type(id) => (0, types[id.idx()].members.len()),
                Key::Range(least, greatest) => (least, (greatest - least + 1).max(0) as usize),
            };
            steps.push((least, step));
            step *= size;
        }
        steps.reverse();
        Grid { offset, width, cells: step / width, keys: steps, watched: false }
    }
}

/// How many numbers a value of this type takes.
pub(super) fn width(words: &[usize], holds: Type) -> usize {
    match holds {
        Type::Integer { .. } | Type::Boolean | Type::Member(_) | Type::Optional(_) => 1,
        Type::Set(id) => words[id.idx()],
    }
}

/// Appends a value in so many numbers.
pub(super) fn push_value(value: &Value, width: usize, into: &mut Vec<i64>) {
    match value {
        Value::Integer(value) => into.push(*value),
        Value::Boolean(value) => into.push(i64::from(*value)),
        Value::Member(index) => into.push(i64::from(*index)),
        Value::Nothing => into.push(-1),
        Value::Set(members) => {
            let first = into.len();
            into.resize(first + width, 0);
            for member in members {
                into[first + *member as usize / 64] |= 1 << (member % 64);
            }
        }
    }
}

/// As [`Rule::origin`] has it.
fn origin_text(origin: &Origin) -> String {
    match origin {
        Origin::Rulebook => String::new(),
        Origin::House(why) => format!("house: {why}"),
        Origin::Published(source) => format!("published: {source}"),
        Origin::Private(what) => format!("private: {what}"),
    }
}

/// A machine with its layout: what any number of games are played by.
#[derive(Debug)]
pub struct Prepared<'m> {
    pub(super) machine: &'m Machine,
    pub(super) layout: &'m Layout,
    pub(super) rulebook: Vec<Rule<'m>>,
    /// The first supposition that broke a rule.
    pub(super) broken_supposition: OnceLock<Fault>,
    /// The first call whose `needs` did not hold, with its arguments.
    pub(super) refused_call: OnceLock<String>,
    pub(super) taken: Taken,
    pub(super) exercised: Exercised,
    pub(super) touched: Touched,
}

impl<'m> Prepared<'m> {
    /// The layout must be this machine's own.
    pub fn new(machine: &'m Machine, layout: &'m Layout) -> Prepared<'m> {
        let rules = machine.rules.iter().zip(&layout.texts);
        let rulebook = rules.map(|(rule, [cites, origin, errata])| Rule {
            name: &rule.name,
            kind: rule.kind,
            says: rule.says.as_deref().unwrap_or_default(),
            cites,
            origin,
            errata,
            fingerprint: rule.fingerprint,
        });
        Prepared {
            machine,
            layout,
            rulebook: rulebook.collect(),
            broken_supposition: OnceLock::new(),
            refused_call: OnceLock::new(),
            taken: Taken::of(machine),
            exercised: Exercised::default(),
            touched: Touched::default(),
        }
    }

    /// As [`new`](Prepared::new), and from now on every game marks the rules that it exercises.
    pub fn marking(machine: &'m Machine, layout: &'m Layout) -> Prepared<'m> {
        Prepared { exercised: Exercised::of(machine), ..Prepared::new(machine, layout) }
    }

    /// Whether a game has exercised this rule since marks were forgotten: it fired, was asked, called or looked up. Always no
    /// where nothing is [marked](Prepared::marking).
    pub fn is_exercised(&self, rule: RuleId) -> bool {
        self.exercised.is_marked(rule)
    }

    /// By line of a `modifiers` rule: whether it has counted in any game since marks were forgotten, that is was not zero. Empty
    /// for other rules, and where nothing is [marked](Prepared::marking).
    pub fn lines_that_counted(&self, rule: RuleId) -> Vec<bool> {
        let functions = self.machine.functions.iter().zip(0..).filter(|(function, _)| function.rule == rule);
        let lines = functions.filter_map(|(_, nth)| self.exercised.lines(FunctionId(nth))).flatten();
        lines.map(|line| line.load(Ordering::Relaxed)).collect()
    }

    /// Takes all marks back.
    pub fn forget_exercised(&self) {
        self.exercised.forget();
    }

    /// The rule that a supposition broke, if one ever did: it has counted as no, none or zero. A mistake in the rules.
    pub fn broken_supposition(&self) -> Option<&Fault> {
        self.broken_supposition.get()
    }

    /// How often `answer` rules have taken each option, in all games played so far.
    pub fn taken_by_rules(&self) -> impl Iterator<Item = (DecisionId, OptionId, u64)> + '_ {
        self.taken.counts()
    }

    /// How often each procedure that options call was carried out in all games played so far, by a choice or by another rule.
    pub fn carried_out(&self) -> impl Iterator<Item = (RuleId, u64)> + '_ {
        self.taken.carried_out()
    }

    pub fn machine(&self) -> &'m Machine {
        self.machine
    }
}
