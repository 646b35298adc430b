//! Problems of tables, holes, fills and modifiers. Codes R08xx.

use rulec_grammar::problem::Label;
use rulec_grammar::span::Span;
use rulec_grammar::{problems, says};

problems! {
    /// Some key has no row, so a look-up there would have no answer.
    ///
    /// ```yaml wrong
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   rows: { 1: { points: 0 }, 3: { points: 1 } }
    /// ```
    /// ```yaml right
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   rows: { 1: { points: 0 }, any: { points: 1 } }
    /// ```
    R0801 Error TableGap { table: String, key: String, span: Span }

    /// Two rows of a table apply to the same key.
    ///
    /// ```yaml wrong
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   rows: { 1..2: { points: 0 }, 2..3: { points: 1 } }
    /// ```
    /// ```yaml right
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   rows: { 1..2: { points: 0 }, 3: { points: 1 } }
    /// ```
    R0802 Error TableOverlap { table: String, key: String, first: Span, second: Span }

    /// A row can never be reached: its keys lie outside the table, or other rows take all of them.
    ///
    /// ```yaml wrong
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   rows: { 1..3: { points: 0 }, any: { points: 1 } }
    /// ```
    /// ```yaml right
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   rows: { 1..2: { points: 0 }, any: { points: 1 } }
    /// ```
    R0803 Error UnreachableRow { pattern: String, span: Span }

    /// A row lacks the cell of a column.
    ///
    /// ```yaml wrong
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3, losses: 0..1 }
    ///   rows: { any: { points: 0 } }
    /// ```
    /// ```yaml right
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3, losses: 0..1 }
    ///   rows: { any: { points: 0, losses: 0 } }
    /// ```
    R0804 Error MissingCell { column: String, span: Span }

    /// The document lacks the cells of this table, and no fill gives them, so nothing can be played with it.
    ///
    /// ```yaml wrong
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   hole: {}
    /// ```
    /// ```yaml right
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   hole: {}
    /// - fill: results
    ///   origin: house
    ///   why: so that it can be played
    ///   rows: { any: { points: 1 } }
    /// ```
    R0805 Error UnfilledHole { table: String, span: Span }

    /// A fill gives a value that the document rules out: its text or an example puts a constraint on this cell.
    ///
    /// ```yaml wrong
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   hole: { known: { 2: { points: at least 1 } } }
    /// - fill: results
    ///   origin: house
    ///   why: so that it can be played
    ///   rows: { any: { points: 0 } }
    /// ```
    /// ```yaml right
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   hole: { known: { 2: { points: at least 1 } } }
    /// - fill: results
    ///   origin: house
    ///   why: so that it can be played
    ///   rows: { any: { points: 1 } }
    /// ```
    R0806 Error FillBreaksConstraint { column: String, key: String, value: String, constraint: String, cell: Span, known: Span }

    /// A line of a `modifiers` rule can never apply: its condition is false whatever the state.
    ///
    /// ```yaml wrong
    /// rules:
    /// - modifiers: bonus
    ///   house: our own choice
    ///   params: { n: 0..3 }
    ///   add:
    ///   - { value: 1, when: n > 3 }
    /// ```
    /// ```yaml right
    /// rules:
    /// - modifiers: bonus
    ///   house: our own choice
    ///   params: { n: 0..3 }
    ///   add:
    ///   - { value: 1, when: n > 2 }
    /// ```
    R0807 Error NeverApplies { span: Span }

    /// A fill names a table that is no hole.
    ///
    /// ```yaml wrong
    /// rules:
    /// - fill: results
    ///   origin: house
    ///   why: so that it can be played
    ///   rows: { any: { points: 1 } }
    /// ```
    /// ```yaml right
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   hole: {}
    /// - fill: results
    ///   origin: house
    ///   why: so that it can be played
    ///   rows: { any: { points: 1 } }
    /// ```
    R0808 Error NothingToFill { name: String, span: Span }

    /// Two fills of the same rank give values for one hole.
    ///
    /// ```yaml wrong
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   hole: {}
    /// - fill: results
    ///   origin: house
    ///   why: so that it can be played
    ///   rows: { any: { points: 1 } }
    /// - fill: results
    ///   origin: house
    ///   why: a second thought
    ///   rows: { any: { points: 2 } }
    /// ```
    /// ```yaml right
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   hole: {}
    /// - fill: results
    ///   origin: house
    ///   why: so that it can be played
    ///   rows: { any: { points: 2 } }
    /// ```
    R0809 Error FilledTwice { name: String, first: Span, second: Span }

    /// An invariant that asks only of tables and attributes does not hold: a value there is wrong. It is worked out when the
    /// rules are checked, and the rows that name whoever it fails for are shown.
    ///
    /// ```yaml wrong
    /// rules:
    /// - type: town
    ///   house: our own choice
    ///   members: [rome, veii]
    /// - table: road
    ///   house: our own choice
    ///   key: { a: town, b: town }
    ///   columns: { road: yes or no }
    ///   rows: { "rome, veii": { road: true }, any: { road: false } }
    /// - invariant: roads_go_both_ways
    ///   house: our own choice
    ///   for: [a in town, b in town]
    ///   always: road[a, b] = road[b, a]
    /// ```
    /// ```yaml right
    /// rules:
    /// - type: town
    ///   house: our own choice
    ///   members: [rome, veii]
    /// - table: road
    ///   house: our own choice
    ///   key: { a: town, b: town }
    ///   columns: { road: yes or no }
    ///   rows: { "rome, veii": { road: true }, "veii, rome": { road: true }, any: { road: false } }
    /// - invariant: roads_go_both_ways
    ///   house: our own choice
    ///   for: [a in town, b in town]
    ///   always: road[a, b] = road[b, a]
    /// ```
    R0810 Error NeverHolds { invariant: String, text: String, members: String, span: Span, rows: Vec<Span> }
}

says!(TableGap, this => format!("table `{}` has no row for {}", this.table, this.key);
    vec![Label::primary(this.span, format!("nothing for {}", this.key))];
    vec!["add the row, or `any:` for all that is left".to_owned()]);
says!(TableOverlap, this => format!("two rows of `{}` apply to {}", this.table, this.key);
    vec![Label::primary(this.second, "this one too"), Label::secondary(this.first, "this row applies")]);
says!(UnreachableRow, this => format!("row `{}` can never be reached", this.pattern);
    vec![Label::primary(this.span, "no key comes here")]);
says!(MissingCell, this => format!("this row has no cell for `{}`", this.column);
    vec![Label::primary(this.span, "")]);
says!(UnfilledHole, this => format!("the cells of `{}` are a hole that nothing fills", this.table);
    vec![Label::primary(this.span, "the document lacks these")];
    vec!["add a `fill` with `origin: house`, `published` or `private`".to_owned()]);
says!(FillBreaksConstraint, this => format!("`{}` of {} is {} here, and the document says {}", this.column, this.key, this.value, this.constraint);
    vec![Label::primary(this.cell, "this fill"), Label::secondary(this.known, "what the document says")]);
says!(NeverApplies, this => "this line can never apply".to_owned();
    vec![Label::primary(this.span, "false whatever the state")]);
says!(NeverHolds, this => match this.members.as_str() {
    "" => format!("`{}` does not hold: {}", this.invariant, this.text),
    members => format!("`{}` does not hold for {members}: {}", this.invariant, this.text),
};
match this.rows.split_first() {
    None => vec![Label::primary(this.span, "")],
    Some((first, rest)) => {
        let mut labels = vec![Label::primary(*first, "this row has to do with it")];
        labels.extend(rest.iter().map(|row| Label::secondary(*row, "and this one")));
        labels.push(Label::secondary(this.span, "demanded here"));
        labels
    }
});
says!(NothingToFill, this => format!("there is no hole `{}` to fill", this.name);
    vec![Label::primary(this.span, "")];
    vec!["a fill is named for the table whose cells it gives".to_owned()]);
says!(FilledTwice, this => format!("hole `{}` is filled twice", this.name);
    vec![Label::primary(this.second, "again here"), Label::secondary(this.first, "first here")]);
