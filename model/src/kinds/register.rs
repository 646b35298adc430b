//! Kinds that keep account of the document: holes, fills, readings, defects, examples, sentences without a rule.

use super::ValueKind::{Citations, Conditions, Data, Invocation, List, Named, OneOf, Script, Text, Word};
use super::shape::About::{Origin, Prose, Things};
use super::shape::{Key, Kind, may, must};

pub(super) const KINDS: &[&Kind] = &[&HOLE, &FILL, &READING, &DEFECT, &EXAMPLE, &NOT_A_RULE];

/// Keys of every rule.
pub const COMMON: &[Key] = &[
    may(
        "cite",
        Citations,
        "the sentences it encodes: `13.2`, `13.2 s2-4`, `s2` relative to the file's section; or a list",
    ),
    may("says", Text, "the rule in our own words"),
    may("title", Text, "what people see instead of the name"),
    may("house", Text, "our own invention, and why; such a rule needs no `cite`").about(Origin),
    may(
        "published",
        Text,
        "a public fact that the document lacks, and its source; such a rule needs no `cite`",
    )
    .about(Origin),
    may("waive numbers", Data, "numbers of the passage that the rule need not contain, and why")
        .about(Origin),
    may("renamed from", Word, "the name it had, for `diff`"),
];

/// The game's own file.
pub const GAME: Kind = Kind {
    name: "game",
    doc: "What the game is: its document, its players, how it starts.",
    named: true,
    keys: &[
        must("title", Text, "what people call it"),
        must("document", Text, "the file name of the document that `document.lock` was made from")
            .about(Origin),
        must("players", Word, "the type whose members sit at the table").about(Things),
        must("start", Word, "the sequence or procedure that is the game"),
        may("chapters", Data, "the rule files in order, without `.yaml`").about(Prose),
        may(
            "passages",
            Data,
            "of a document that was clicked through: the names that its links use, to the passages that they mean",
        )
        .about(Origin),
        may("editions", Named(&EDITION), "name to errata and readings; the first is the default"),
    ],
};

const EDITION: Kind = Kind {
    name: "edition",
    doc: "The rules with some errata, and perhaps other answers to readings.",
    named: false,
    keys: &[
        must("errata", Data, "the errata in force, a list of names; `[]` for the rules as they stand"),
        may("readings", Data, "reading to answer, where it is not the default"),
        may("says", Text, "the edition in our own words"),
    ],
};

/// A file of `errata/`.
pub const ERRATUM: Kind = Kind {
    name: "erratum",
    doc: "Amendments of the rules, with where they come from.",
    named: true,
    keys: &[
        must("title", Text, "what people call it"),
        may("says", Text, "what it changes, in our own words"),
        may("cite", Citations, "the sentences that it corrects, where it is ours"),
        may("house", Text, "our own correction, and why").about(Origin),
        may("published", Text, "the publisher's or designer's, and where it was published").about(Origin),
        must("amend", List(&AMENDMENT), "the amendments; places are those of the rules as they stand"),
    ],
};

/// One change.
const AMENDMENT: Kind = Kind {
    name: "amendment",
    doc: "One change: `rule` with `at`, `was` and `now`; or `drop`; or `add`.",
    named: false,
    keys: &[
        may("rule", Text, "the rule that is amended; with its kind before it where a fill has the same name"),
        may("at", Text, "the place in the rule: keys, and entries of lists by name or position"),
        may("was", Data, "what stands there; without `now` it is taken out"),
        may("now", Data, "what is put there; without `was` nothing may stand there"),
        may("drop", Text, "the rule that is withdrawn"),
        may("add", Data, "a whole rule that is added"),
        may("after", Text, "the rule behind which it is added; at the end of the last chapter, if not said"),
        may("says", Text, "the change in our own words"),
        may("cite", Citations, "the sentences that it corrects"),
    ],
};

const HOLE: Kind = Kind {
    name: "hole",
    doc: "What the document refers to and does not contain.",
    named: true,
    keys: &[
        must("needs", Text, "what is missing, in words"),
        may("filled by", Data, "the rules that stand in for it, a list"),
    ],
};

const FILL: Kind = Kind {
    name: "fill",
    doc: "Data for a hole; the entry is named for the table that it fills.",
    named: true,
    keys: &[
        must("origin", OneOf(&["house", "published", "private"]), "whose values they are").about(Origin),
        may("source", Text, "where published values come from"),
        may("why", Text, "why we chose ours"),
        must("rows", Data, "key pattern to cells"),
    ],
};

const READING: Kind = Kind {
    name: "reading",
    doc: "Where the text can honestly be read in two ways; a build or a game can choose.",
    named: true,
    keys: &[
        must("answers", Data, "name to what it means").about(Things),
        must("default", Word, "the answer that we take"),
        must("why", Text, "why"),
        may(
            "ruled by",
            OneOf(&["rulebook", "errata sheet", "designer", "us"]),
            "who decided; us, if not said",
        ),
        may("told apart by", Word, "an example that comes out differently").about(Prose),
    ],
};

const DEFECT: Kind = Kind {
    name: "defect",
    doc: "Where the document is wrong.",
    named: true,
    keys: &[
        must("reading", Text, "what we take instead"),
        may("why", Text, "why we take it"),
        may(
            "links",
            Data,
            "links of its sentences that are wrong or no edge of a flowchart, by the names that they use; or a list",
        ),
        may(
            "edges",
            Data,
            "edges of flowcharts that are no links, as `box yes`, `box no` or `box then`; or a list",
        ),
        may(
            "passage is",
            OneOf(&["orphan", "dead end", "named alike"]),
            "what is wrong with its passages among the others",
        ),
    ],
};

const STEP: Kind = Kind {
    name: "step",
    doc: "One step of an example.",
    named: false,
    keys: &[
        may("roll", super::ValueKind::Number, "the total of the roll that is waited for"),
        may("draw", Word, "the member drawn"),
        may("choose", Invocation, "the option taken"),
        may("refused", Invocation, "an option that must not be legal now"),
        may("expect", Conditions, "what must hold now"),
    ],
};

const EXAMPLE: Kind = Kind {
    name: "example",
    doc: "A worked example: run on the interpreter and on the generated engine.",
    named: true,
    keys: &[
        may("readings", Data, "reading to answer, where it is not the default"),
        may("given", Script, "sets the position, from the start values of the state"),
        may("do", Script, "what is done"),
        may("steps", List(&STEP), "answers and checks, in order"),
        may("expect", Conditions, "what must hold at the end"),
        may("defect", Word, "the defect by which the printed example differs from the rule").about(Prose),
        may("tests", Data, "rules that it exercises, where that is not plain").about(Prose),
    ],
};

const NOT_A_RULE: Kind = Kind {
    name: "not-a-rule",
    doc: "Sentences that carry no rule.",
    named: true,
    keys: &[
        must(
            "class",
            OneOf(&["heading", "note", "component", "flavour", "advice", "example", "out of scope"]),
            "what they are",
        ),
        may("why", Text, "why they carry no rule; needed for `out of scope`"),
    ],
};
