//! Kinds that say what happens: procedures, decisions, sequences, consequences, flowcharts.

use super::ValueKind::{
    Bindings, Citations, Conditions, Expression, Flag, Invocation, List, Named, Number, OneOf, Parameters,
    Script, Text, Type, Word,
};
use super::shape::About::Origin;
use super::shape::{Kind, may, must};

pub(super) const KINDS: &[&Kind] =
    &[&PROCEDURE, &DECISION, &ANSWER, &SEQUENCE, &WHENEVER, &FLOWCHART, &VICTORY, &SCENARIO];

const PROCEDURE: Kind = Kind {
    name: "procedure",
    doc: "Steps in order; waits where it rolls or a player decides.",
    named: true,
    keys: &[
        may("params", Parameters, "name to type"),
        may("needs", Conditions, "what must hold for it to be done at all"),
        may("gives", Type, "the value that it gives"),
        must("do", Script, "the steps"),
    ],
};

/// One option of a decision.
const OPTION: Kind = Kind {
    name: "option",
    doc: "One thing that the player may choose.",
    named: true,
    keys: &[
        may("for", Bindings, "what it is done with: each combination is a choice of its own"),
        may("when", Conditions, "what must hold"),
        may("offers", Invocation, "the procedure that it does; its `needs` must hold too"),
        may("do", Script, "the steps"),
        may("says", Text, "the option in our own words"),
        may("cite", Citations, "the sentences it encodes"),
        may("house", Text, "our own invention, and why").about(Origin),
        may("published", Text, "a public fact that the document lacks, and its source").about(Origin),
    ],
};

const DECISION: Kind = Kind {
    name: "decision",
    doc: "What a player may choose; the options listed are exactly the legal ones.",
    named: true,
    keys: &[
        may("params", Parameters, "name to type"),
        must("by", Expression, "whose decision it is"),
        must("options", List(&OPTION), "the options, in the order in which they are listed"),
        may("gives", Type, "the value that an option gives with `give`"),
        may("if none", OneOf(&["go on"]), "what happens where nothing is legal"),
        may("anytime", Flag, "whether the options stand beside every other decision of that player"),
        may("when", Conditions, "with `anytime`: when they do"),
    ],
};

/// One way to answer a decision.
pub(crate) const TAKE: Kind = Kind {
    name: "option",
    doc: "An option that the answer takes, if it has a legal choice that meets `where`.",
    named: true,
    keys: &[
        may("where", Conditions, "what must hold beside the option's own conditions"),
        may("prefer", List(&super::declarations::CRITERION), "the criteria among several choices, in order"),
        may("ties", OneOf(&["roll", "first"]), "an equal chance, or the first in order; `roll` if not said"),
        may("says", Text, "the line in our own words"),
        may("cite", Citations, "the sentences it encodes"),
        may("house", Text, "our own invention, and why").about(Origin),
        may("published", Text, "a public fact that the document lacks, and its source").about(Origin),
    ],
};

const ANSWER: Kind = Kind {
    name: "answer",
    doc: "Answers a decision in the place of a player who is among `bots`.",
    named: true,
    keys: &[
        must("to", Word, "the decision"),
        may("when", Conditions, "where it is answered so; later answers to the same decision take the rest"),
        must("take", List(&TAKE), "options in order: the first that has a legal choice is taken"),
    ],
};

const PHASE: Kind = Kind {
    name: "phase",
    doc: "One phase of a sequence.",
    named: true,
    keys: &[
        must("do", Script, "the steps"),
        may("for", Bindings, "done for each, in order"),
        may("when", Expression, "where it is not always done"),
        may("says", Text, "the phase in our own words"),
        may("cite", Citations, "the sentences it encodes"),
        may("house", Text, "our own invention, and why").about(Origin),
        may("published", Text, "a public fact that the document lacks, and its source").about(Origin),
    ],
};

const SEQUENCE: Kind = Kind {
    name: "sequence",
    doc: "Phases in order, perhaps in rounds.",
    named: true,
    keys: &[
        may("while", Expression, "another round as long as this holds"),
        may("repeat", Number, "so many rounds"),
        must("phases", List(&PHASE), "the phases"),
    ],
};

const WHENEVER: Kind = Kind {
    name: "whenever",
    doc: "A consequence that settles after every change that could bring it about, however it came about.",
    named: true,
    keys: &[
        may(
            "for",
            Bindings,
            "the member that it happens to: a type, or one `variable in source where condition`",
        ),
        must("when", Conditions, "the condition"),
        must("do", Script, "the consequence; it should end the condition"),
    ],
};

const NODE: Kind = Kind {
    name: "node",
    doc: "A box of a flowchart: a question with two exits, or steps with one.",
    named: false,
    keys: &[
        may("ask", Expression, "the question"),
        may("yes", Word, "the box that follows on yes, or `end`"),
        may("no", Word, "the box that follows on no, or `end`"),
        may("do", Script, "the steps"),
        may("then", Word, "the box that follows, or `end`"),
        may("says", Text, "the box in our own words"),
        may("cite", Citations, "the sentences it encodes"),
        may("house", Text, "our own invention, and why").about(Origin),
        may("published", Text, "a public fact that the document lacks, and its source").about(Origin),
    ],
};

const FLOWCHART: Kind = Kind {
    name: "flowchart",
    doc: "Boxes and edges as printed; called like a procedure.",
    named: true,
    keys: &[
        may("params", Parameters, "name to type"),
        must("nodes", Named(&NODE), "the boxes; the first is the start"),
    ],
};

const VICTORY: Kind = Kind {
    name: "victory",
    doc: "When the game ends at once, who has won, and how the players stand.",
    named: true,
    keys: &[
        may("when", Expression, "the condition on which the game ends at once"),
        may("winners", Expression, "the players who have won, a set"),
        may("score", Expression, "how well `player` stands, a number"),
    ],
};

const SCENARIO: Kind = Kind {
    name: "scenario",
    doc: "A way to begin; the first is the default.",
    named: true,
    keys: &[must("do", Script, "sets the board up")],
};
