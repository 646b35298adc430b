//! Views: tables of the position, and maps.

use rulec_grammar::expression::tree as syntax;
use rulec_grammar::span::Spanned;

use super::Checker;
use super::scope::Scope;
use crate::machine::{Binding, Condition, DrawnSpace, Expression, RuleId, Type, View};
use crate::problem::flow::TooManyVariables;
use crate::problem::surface::WrongShape;
use crate::surface::tree::{Body, Rule};

/// What a map draws on a place.
const DRAWN: [&str; 4] = ["sign", "side", "vertex", "colour"];

impl Checker<'_> {
    pub(super) fn view(
        &mut self,
        rule: &Rule,
        id: RuleId,
        over: &[syntax::Binding],
        columns: &[(Spanned<String>, syntax::Expression)],
        is_drawn: bool,
    ) -> Option<View> {
        let mut scope = Scope::default();
        if let Some(second) = over.get(1) {
            self.problems.report(TooManyVariables { span: second.variable.span });
            return None;
        }
        let over = match over.first() {
            None => None,
            Some(written) => {
                let bound = self.binding(&mut scope, written)?;
                let text = self.source(written.source.span);
                let filter = bound.filter.map(|holds| Condition { rule: id, text, holds });
                Some(Binding { local: bound.variable, source: bound.source, filter })
            }
        };
        let map = if is_drawn { Some(self.map_of(rule, &scope, over.as_ref())?) } else { None };
        let written = columns;
        let columns: Vec<Option<(String, Expression)>> = written
            .iter()
            .map(|(heading, value)| Some((heading.value.clone(), self.expression(&mut scope, value, None)?)))
            .collect();
        let columns = columns.into_iter().collect::<Option<Vec<_>>>()?;
        if is_drawn {
            self.can_be_drawn(written, &columns, rule)?;
        }
        let Scope { locals, .. } = scope;
        Some(View { rule: id, name: rule.name.value.clone(), locals, over, columns, map })
    }

    /// The drawing of the space that a map shows.
    fn map_of(&mut self, rule: &Rule, scope: &Scope, over: Option<&Binding>) -> Option<DrawnSpace> {
        let of = over.and_then(|over| match scope.holds(over.local) {
            Type::Member(of) => Some(of),
            Type::Integer { .. } | Type::Boolean | Type::Optional(_) | Type::Set(_) => None,
        });
        let name = of.map(|of| self.symbols.type_name(of).to_owned());
        let grid = self.surface.iter().find_map(|rule| match &rule.body {
            Body::Space { grid: Some(grid), .. } if Some(&rule.name.value) == name.as_ref() => Some(grid),
            _ => None,
        });
        let (Some(of), Some(grid)) = (of, grid) else {
            let (what, expected) =
                ("`for` of a map".to_owned(), "`there in` and a space with `grid`".to_owned());
            self.problems.report(WrongShape { what, expected, span: rule.name.span });
            return None;
        };
        let places =
            grid.places.iter().zip(&grid.signs).map(|((across, down), sign)| (*across, *down, *sign));
        Some(DrawnSpace { of, pointy: grid.pointy, places: places.collect() })
    }

    /// What is drawn is known, and of a kind that can be.
    fn can_be_drawn(
        &mut self,
        written: &[(Spanned<String>, syntax::Expression)],
        columns: &[(String, Expression)],
        rule: &Rule,
    ) -> Option<()> {
        for ((name, value), (_, found)) in written.iter().zip(columns) {
            let (fits, expected) = match name.value.as_str() {
                "sign" | "colour" => (
                    matches!(found.gives, Type::Member(_) | Type::Optional(_)),
                    "a member, or an optional one",
                ),
                "side" | "vertex" => {
                    (matches!(found.gives, Type::Integer { least: -1.., greatest: ..=5 }), "-1..5")
                }
                _ => {
                    let expected = format!("one of {}", DRAWN.join(", "));
                    self.problems.report(WrongShape {
                        what: format!("`{}`", name.value),
                        expected,
                        span: name.span,
                    });
                    return None;
                }
            };
            if !fits {
                let gives = self.symbols.describe(found.gives);
                self.wrong_type(expected, &gives, value.span);
                return None;
            }
        }
        if columns.iter().all(|(name, _)| name != "sign") {
            let (what, expected) = ("a map".to_owned(), "drawn with a `sign`".to_owned());
            self.problems.report(WrongShape { what, expected, span: rule.name.span });
            return None;
        }
        Some(())
    }
}
