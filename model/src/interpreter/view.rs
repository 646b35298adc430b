//! Views: tables of the position for whoever plays at a terminal.

use crate::machine::{Binding, Type, Value, View};

use super::Interpreter;
use super::evaluate::Evaluation;
use super::shown::value;

/// A row of a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What it is for: type and value. None in a view of one row.
    pub of: Option<(Type, Value)>,
    /// In the order of the columns.
    pub cells: Vec<Value>,
}

impl<'m> Interpreter<'m> {
    /// The rows of a view, by its place in the machine, as the position stands.
    pub fn view(&self, nth: usize) -> Vec<Row> {
        let prepared = self.prepared();
        let view = &prepared.machine.views[nth];
        self.evaluate(&prepared.layout.views[nth], &[], |inside| match &view.over {
            None => vec![Row { of: None, cells: cells(inside, view) }],
            Some(over) => rows(inside, view, over),
        })
    }
}

fn rows<'a>(inside: &mut Evaluation<'a, '_>, view: &'a View, over: &'a Binding) -> Vec<Row> {
    let holds = view.locals[over.local.idx()].holds;
    let mut rows = Vec::new();
    let mut candidates = inside.begin(&over.source);
    while let Some(candidate) = inside.next_of(&over.source, &mut candidates) {
        inside.stack.set(over.local, candidate);
        if over.filter.as_ref().is_none_or(|filter| inside.holds(&filter.holds)) {
            rows.push(Row { of: Some((holds, value(holds, &[candidate]))), cells: cells(inside, view) });
        }
    }
    rows
}

fn cells<'a>(inside: &mut Evaluation<'a, '_>, view: &'a View) -> Vec<Value> {
    let columns = view.columns.iter().map(|(_, column)| {
        let mut numbers = Vec::new();
        inside.push_numbers(column, &mut numbers);
        value(column.gives, &numbers)
    });
    columns.collect()
}
