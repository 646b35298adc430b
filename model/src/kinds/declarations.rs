//! Kinds that declare what there is: types, state, tables, functions.

use super::ValueKind::{
    Bindings, Conditions, Data, Expression, Flag, List, Number, OneOf, Parameters, Text, Type, Word,
};
use super::shape::About::{Play, Prose, Things};
use super::shape::{Kind, may, must};

pub(super) const KINDS: &[&Kind] =
    &[&TYPE, &POOL, &SPACE, &STATE, &CONSTANT, &TABLE, &FUNCTION, &MODIFIERS, &SELECT, &INVARIANT, &VIEW];

const TYPE: Kind = Kind {
    name: "type",
    doc: "A closed set of members, perhaps with attributes that never change.",
    named: true,
    keys: &[
        must("members", Data, "a list of names, or names to attributes").about(Things),
        may("attributes", Data, "name to type, or to `{type: 0..3, default: 0}`").about(Things),
    ],
};

const POOL: Kind = Kind {
    name: "pool",
    doc: "A bounded set of pieces or units that have no names of their own.",
    named: true,
    keys: &[must("size", Number, "how many there can be, 1 to 1000").about(Things)],
};

const SPACE: Kind = Kind {
    name: "space",
    doc: "A type whose members are places, with links between them.",
    named: true,
    keys: &[
        may(
            "members",
            Data,
            "a list of names, or names to attributes; on a map, what single places have of their own",
        )
        .about(Things),
        may("attributes", Data, "name to type, or to `{type: 0..3, default: 0}`").about(Things),
        may(
            "grid",
            OneOf(&["flat", "pointy"]),
            "a map of hexes: with flat tops (every second column half a hex lower) or pointed ones (every second row half a hex to the right)",
        ),
        may(
            "first",
            Word,
            "with `grid`: the name of the place at the top left, which ends in its column and row: `w5001`",
        )
        .about(Things),
        may("map", Text, "with `grid`: a line for each row, a character for each place").about(Play),
        may("legend", Data, "with `grid`: character to attributes, or to `none` where there is no place"),
        may("sides", Data, "with `grid`: `{between: [a, b], wall: true}`, what sides of hexes have"),
        may("links", Data, "a list of `[a, b]` or `{between: [a, b], kind: rough}`; links go both ways"),
        may("link attributes", Data, "name to type, or to `{type: 0..3, default: 0}`").about(Things),
    ],
};

const STATE: Kind = Kind {
    name: "state",
    doc: "What changes in play: one value, or one for each member of a type or each number of a range.",
    named: true,
    keys: &[
        may("for", Data, "a type or range, or a list of them").about(Things),
        must("type", Type, "what it holds"),
        may(
            "start",
            Expression,
            "the value before the scenario; zero or the least, false, none, the first member, nobody",
        ),
    ],
};

const CONSTANT: Kind = Kind {
    name: "constant",
    doc: "A number with a name.",
    named: true,
    keys: &[must("value", Number, "the number")],
};

const TABLE: Kind = Kind {
    name: "table",
    doc: "A chart of the rulebook: keys to cells, with no gap and no overlap.",
    named: true,
    keys: &[
        must("key", Data, "a type or range, or names to several").about(Things),
        may("clamped", Flag, "whether a number outside takes the nearest key"),
        must("columns", Parameters, "name to type"),
        may("rows", Data, "key pattern to cells; `any` takes what the others leave"),
        may(
            "hole",
            Data,
            "the document lacks the cells: `known:` pattern to cell, `at least 1` or `at most 1`",
        ),
    ],
};

const FUNCTION: Kind = Kind {
    name: "function",
    doc: "A value worked out from its parameters and the state.",
    named: true,
    keys: &[
        may("params", Parameters, "name to type"),
        may("gives", Type, "its type, where it must be wider than what is inferred"),
        may(
            "suppose",
            super::ValueKind::Script,
            "run on a copy of the state before the value is worked out there",
        ),
        may(
            "rolls",
            Data,
            "with `suppose`: what each roll shows, by the rule that rolls; `any` for the others",
        ),
        may("answers", Data, "with `suppose`: decision to how it is answered, as the `take` of an `answer`")
            .about(Things),
        must("is", Expression, "the value"),
    ],
};

const MODIFIER: Kind = Kind {
    name: "modifier",
    doc: "One line of a list of modifiers.",
    named: false,
    keys: &[
        must("value", Expression, "what is added"),
        may("when", Expression, "where it applies; always, without it"),
        may("says", Text, "the line in our own words, for explanations"),
        may("cite", super::ValueKind::Citations, "the sentences it encodes"),
    ],
};

const MODIFIERS: Kind = Kind {
    name: "modifiers",
    doc: "A sum of lines, each of which may apply; an explanation shows those that do.",
    named: true,
    keys: &[may("params", Parameters, "name to type"), must("add", List(&MODIFIER), "the lines")],
};

pub(super) const CRITERION: Kind = Kind {
    name: "criterion",
    doc: "One step of an order of preference.",
    named: false,
    keys: &[
        may("where", Expression, "those that meet it, if any do"),
        may("most", Expression, "those with the greatest value"),
        may("least", Expression, "those with the least value"),
        may("says", Text, "the criterion in our own words"),
    ],
};

const SELECT: Kind = Kind {
    name: "select",
    doc: "One candidate by criteria in order: each narrows what the one before it left.",
    named: true,
    keys: &[
        may("params", Parameters, "name to type"),
        must("from", super::ValueKind::Binding, "the candidates: `variable in source where condition`"),
        may("prefer", List(&CRITERION), "the criteria, in order"),
        may("ties", OneOf(&["roll", "first"]), "an equal chance, or the first in order; `roll` if not said"),
    ],
};

const VIEW: Kind = Kind {
    name: "view",
    doc: "A table or a map of the position for whoever plays at a terminal; no rule of the game.",
    named: true,
    keys: &[
        may("for", Bindings, "one row for each; one row without it"),
        may("columns", Data, "heading to expression"),
        may(
            "draws",
            Data,
            "instead, for a drawn space: what stands on a place, `sign`, perhaps `side` or `vertex`, and `colour`",
        ),
    ],
};

const INVARIANT: Kind = Kind {
    name: "invariant",
    doc: "What must hold after every transition; checked in tests, in simulations and in `play --strict`.",
    named: true,
    keys: &[
        may("for", Bindings, "variables that it must hold for"),
        must("always", Conditions, "the condition"),
        may("because", Word, "the rule that it guards").about(Prose),
    ],
};
