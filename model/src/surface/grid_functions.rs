//! What a map of hexes can be asked, as functions written in the language itself: `distance`, `adjacent`, `within`,
//! `direction`, `line`, and each attribute of sides.
//!
//! Positions are axial: `axial_column` grows to the right, `axial_row` downwards; the third axis is their sum. A line runs
//! from middle to middle. It passes through a hex whose corners lie on both sides of it; where it runs along a side, both
//! hexes of that side count, and a corner alone does not.

use rulec_grammar::expression::{expression, tree as syntax};
use rulec_grammar::problem::Problems;
use rulec_grammar::span::Spanned;
use rulec_grammar::yaml::ScalarMap;

use super::tree::{Body, Parameter, Rule};

/// The rules, and behind each map of hexes its functions.
pub fn with_grid_functions(rules: Vec<Rule>) -> Vec<Rule> {
    let mut all = Vec::with_capacity(rules.len());
    for rule in rules {
        let made = functions(&rule);
        all.push(rule);
        all.extend(made);
    }
    all
}

fn functions(rule: &Rule) -> Vec<Rule> {
    let Body::Space { attributes, grid: Some(grid), .. } = &rule.body else { return Vec::new() };
    let space = &rule.name.value;
    let steps: Vec<String> = grid
        .steps
        .iter()
        .enumerate()
        .map(|(nth, (across, down))| {
            format!("if {} = {across} and {} = {down} then {nth} else ", apart("column"), apart("row"))
        })
        .collect();
    let mut made = vec![
        function(rule, "distance", &[("a", space), ("b", space)], DISTANCE),
        function(rule, "adjacent", &[("a", space), ("b", space)], &format!("{space}_distance(a, b) = 1")),
        function(rule, "direction", &[("a", space), ("b", space)], &format!("{}-1", steps.concat())),
        function(rule, "line", &[("a", space), ("b", space)], &line(space)),
    ];
    // A search from the middle looks at the hexes in reach only, not at the whole map.
    made.push(function(rule, "one_step", &[("a", space), ("b", space)], "1"));
    let within = format!("within(a, steps by {space}_one_step)");
    made.push(function(rule, "within", &[("a", space), ("steps", FARTHEST)], &within));
    for attribute in attributes {
        let name = &attribute.name.value;
        let nothing = match &attribute.holds.kind {
            syntax::TypeNameKind::Boolean => "false".to_owned(),
            syntax::TypeNameKind::Range(least, greatest) => 0.clamp(*least, *greatest).to_string(),
            syntax::TypeNameKind::Named(_) | syntax::TypeNameKind::Optional(_) => "none".to_owned(),
            syntax::TypeNameKind::Set(_) | syntax::TypeNameKind::Poison => "{}".to_owned(),
        };
        let side = format!("{space}_direction(a, b)");
        let is = format!("if {side} >= 0 then {name}_on_side(a, max(0, {side})) else {nothing}");
        made.push(function(rule, name, &[("a", space), ("b", space)], &is));
    }
    made
}

/// As far as any map reaches.
const FARTHEST: &str = "0..1000";

const DISTANCE: &str = "max(max(abs(a.axial_column - b.axial_column), abs(a.axial_row - b.axial_row)), \
    abs(a.axial_column + a.axial_row - b.axial_column - b.axial_row))";

fn apart(axis: &str) -> String {
    format!("b.axial_{axis} - a.axial_{axis}")
}

/// The hexes between, ends left out.
fn line(space: &str) -> String {
    let (across, down) = (format!("({})", apart("column")), format!("({})", apart("row")));
    // Three times how far a hex's middle is from the line, and how far its farthest corner reaches, on one scale.
    let middle = format!(
        "3 * abs((p.axial_column - a.axial_column) * {down} - (p.axial_row - a.axial_row) * {across})"
    );
    let reach =
        format!("max(max(abs({down} - {across}), abs(2 * {down} + {across})), abs({down} + 2 * {across}))");
    let along = format!("({down} = {across} or {across} + 2 * {down} = 0 or 2 * {across} + {down} = 0)");
    format!(
        "{{p in {space}_within(a, {space}_distance(a, b)) where p != a and p != b \
         and {space}_distance(a, p) + {space}_distance(p, b) = {space}_distance(a, b) \
         and ({middle} < {reach} or {middle} = {reach} and {along})}}"
    )
}

/// A function of the space, of which the place in the file is the space's own.
fn function(space: &Rule, what: &str, parameters: &[(&str, &str)], is: &str) -> Rule {
    let span = space.name.span;
    let map = ScalarMap::shifted(span.file, span.start as usize);
    // What is written above parses: a test reads every one.
    let mut problems = Problems::new();
    let body = expression(is, &map, &mut problems);
    debug_assert!(!problems.has_errors(), "{is}");
    let parameters = parameters.iter().map(|(name, holds)| Parameter {
        name: Spanned::new((*name).to_owned(), span),
        holds: rulec_grammar::expression::type_name(holds, &map, &mut Problems::new()),
    });
    let body = Body::Function { parameters: parameters.collect(), gives: None, body, suppose: None };
    Rule {
        name: Spanned::new(format!("{}_{what}", space.name.value), span),
        kind: "function",
        says: Some(format!("Made by the map of `{}`.", space.name.value)),
        title: None,
        waived: Vec::new(),
        renamed_from: None,
        body,
        ..space.clone()
    }
}
