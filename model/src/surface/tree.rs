//! Types of the surface form.

use rulec_grammar::expression::tree as syntax;
use rulec_grammar::span::{Span, Spanned};
use rulec_grammar::yaml::Node;

pub type Name = Spanned<String>;

/// `game.yaml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFile {
    pub name: Name,
    pub title: String,
    pub document: String,
    pub players: Name,
    pub start: Name,
    pub chapters: Vec<Name>,
    /// The first is the default; without any, the rules as they stand are the one edition.
    pub editions: Vec<Edition>,
    /// Names that links of the document use, to the passages that they mean.
    pub passages: Vec<(Spanned<String>, Spanned<String>)>,
    pub span: Span,
}

/// What a defect records of the links of a document and of the edges that are drawn instead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinkRecord {
    /// Names that links of the cited sentences use.
    pub links: Vec<Spanned<String>>,
    /// `box yes`
    pub edges: Vec<Spanned<String>>,
    /// `orphan`, `dead end` or `named alike`.
    pub passage_is: Option<String>,
}

/// The name of the one edition of a game that lists none.
pub const ONLY_EDITION: &str = "default";

/// A named list of errata, with answers to readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edition {
    pub name: Name,
    pub errata: Vec<Name>,
    pub readings: Vec<(Name, Name)>,
    pub says: Option<String>,
}

/// A text as somebody wrote it, comments and all. What it says is read from it; two always compare equal, as spans do.
#[derive(Debug, Clone)]
pub struct Written(pub String);

impl PartialEq for Written {
    fn eq(&self, _: &Written) -> bool {
        true
    }
}
impl Eq for Written {}

/// One entry of a rule file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub name: Name,
    /// The kind's name: `table`.
    pub kind: &'static str,
    /// The whole entry.
    pub span: Span,
    /// File stem that it stands in.
    pub chapter: String,
    pub cites: Vec<Spanned<String>>,
    pub says: Option<String>,
    pub title: Option<String>,
    pub origin: Option<Origin>,
    /// Number and reason, with the place.
    pub waived: Vec<(Spanned<String>, String)>,
    pub renamed_from: Option<Name>,
    pub body: Body,
    /// 64 bits over all that decides the meaning: the entry without its prose and citations.
    pub fingerprint: u64,
    /// What errata did to it, or the one that added it.
    pub amended: Vec<Amended>,
}

/// One change that an erratum made in a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amended {
    pub erratum: String,
    /// `nodes ae6 no`; empty where the whole rule was added.
    pub at: String,
    /// What stood there and what stands there now, on one line each.
    pub was: Option<String>,
    pub now: Option<String>,
    pub says: Option<String>,
    /// The amendment, and what it put there.
    pub span: Span,
    pub now_span: Option<Span>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    House(String),
    Published(String),
    Private(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// The entry could not be read, which has been reported; its name is known, so that whoever uses it stays silent.
    Unread,
    Type(TypeRule),
    Pool {
        size: Spanned<i64>,
    },
    Space {
        places: TypeRule,
        links: Vec<Link>,
        attributes: Vec<Attribute>,
        grid: Option<Grid>,
    },
    State {
        keys: Vec<Spanned<KeyName>>,
        holds: syntax::TypeName,
        start: Option<syntax::Expression>,
    },
    Constant {
        value: Spanned<i64>,
    },
    Table(TableRule),
    Function {
        parameters: Vec<Parameter>,
        gives: Option<syntax::TypeName>,
        body: syntax::Expression,
        suppose: Option<SupposeRule>,
    },
    Modifiers {
        parameters: Vec<Parameter>,
        lines: Vec<ModifierLine>,
    },
    Select(SelectRule),
    Invariant {
        over: Vec<syntax::Binding>,
        always: Vec<syntax::Expression>,
    },
    View {
        over: Vec<syntax::Binding>,
        /// Heading and what stands under it.
        columns: Vec<(Spanned<String>, syntax::Expression)>,
        /// Whether the columns are what stands on each place of a map.
        is_drawn: bool,
    },
    Procedure(ProcedureRule),
    Decision(DecisionRule),
    Answer(AnswerRule),
    Sequence(SequenceRule),
    Whenever {
        over: Vec<syntax::Binding>,
        when: Vec<syntax::Expression>,
        script: syntax::Block,
    },
    Flowchart {
        parameters: Vec<Parameter>,
        nodes: Vec<FlowNode>,
    },
    Victory {
        when: Option<syntax::Expression>,
        winners: Option<syntax::Expression>,
        score: Option<syntax::Expression>,
    },
    Scenario {
        script: syntax::Block,
    },
    Hole {
        needs: String,
        filled_by: Vec<Name>,
    },
    Fill(FillRule),
    Reading {
        answers: Vec<(Name, String)>,
        default: Name,
        why: String,
        ruled_by: String,
        told_apart_by: Option<Name>,
    },
    Defect {
        reading: String,
        record: LinkRecord,
    },
    Example(ExampleRule),
    NotARule {
        class: String,
        why: Option<String>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeRule {
    pub members: Vec<MemberEntry>,
    pub attributes: Vec<Attribute>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberEntry {
    pub name: Name,
    pub title: Option<String>,
    /// Attribute values as written.
    pub values: Vec<(Name, Node)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    pub name: Name,
    pub holds: syntax::TypeName,
    pub default: Option<Node>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub ends: (Name, Name),
    pub values: Vec<(Name, Node)>,
    pub span: Span,
}

/// Where the places of a map of hexes lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// By place: axial column and row, from the top left of the map.
    pub places: Vec<(i64, i64)>,
    /// The steps to the six neighbours, clockwise: from the north of flat tops, from the north-east of pointed ones.
    pub steps: [(i64, i64); 6],
    /// By place: its character in the drawing.
    pub signs: Vec<char>,
    /// Whether tops are pointed.
    pub pointy: bool,
}

/// What a state or table is keyed by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyName {
    Type(String),
    Range(i64, i64),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: Name,
    pub holds: syntax::TypeName,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRule {
    /// Name (empty for a single key) and what it runs over.
    pub keys: Vec<(Name, Spanned<KeyName>)>,
    pub clamped: bool,
    pub columns: Vec<Parameter>,
    pub rows: Vec<RowEntry>,
    pub hole: Option<HoleEntry>,
}

/// `3..5, gauls | romans: { points: 1 }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowEntry {
    pub pattern: Spanned<String>,
    pub patterns: Vec<Pattern>,
    pub cells: Vec<(Name, Node)>,
    pub span: Span,
}

/// One key's part of a row's pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    Any,
    /// Alternatives.
    Of(Vec<PatternItem>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatternItem {
    Range(i64, i64),
    Member(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoleEntry {
    pub span: Span,
    /// Rows whose cells are constraints.
    pub known: Vec<RowEntry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModifierLine {
    pub value: syntax::Expression,
    pub when: Option<syntax::Expression>,
    pub says: Option<String>,
    pub cites: Vec<Spanned<String>>,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectRule {
    pub parameters: Vec<Parameter>,
    pub from: Option<syntax::Binding>,
    pub criteria: Vec<Criterion>,
    /// Ties by an equal chance; otherwise the first.
    pub roll: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Criterion {
    pub kind: CriterionKind,
    pub value: syntax::Expression,
    pub says: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CriterionKind {
    Where,
    Most,
    Least,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcedureRule {
    pub parameters: Vec<Parameter>,
    pub needs: Vec<syntax::Expression>,
    pub gives: Option<syntax::TypeName>,
    pub script: syntax::Block,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionRule {
    pub parameters: Vec<Parameter>,
    pub by: syntax::Expression,
    pub options: Vec<OptionEntry>,
    pub gives: Option<syntax::TypeName>,
    pub go_on_if_none: bool,
    pub anytime: bool,
    pub when: Vec<syntax::Expression>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionEntry {
    pub name: Name,
    pub over: Vec<syntax::Binding>,
    pub when: Vec<syntax::Expression>,
    pub effect: OptionEffect,
    pub says: Option<String>,
    pub cites: Vec<Spanned<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionEffect {
    Offers(syntax::Invocation),
    Script(syntax::Block),
    /// Neither stands: choosing it does nothing.
    Nothing,
}

/// What a function runs on a copy of the state, and how nobody is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupposeRule {
    pub script: syntax::Block,
    /// Rule that rolls, or `any`, and what its dice show.
    pub rolls: Vec<(Name, Spanned<i64>)>,
    pub answers: Vec<(Name, Vec<TakeEntry>)>,
}

/// Answers a decision in a bot's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerRule {
    pub to: Name,
    pub when: Vec<syntax::Expression>,
    pub take: Vec<TakeEntry>,
}

/// An option that an answer takes if it can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeEntry {
    pub option: Name,
    pub filter: Vec<syntax::Expression>,
    pub criteria: Vec<Criterion>,
    /// Ties by an equal chance; otherwise the first.
    pub roll: bool,
    pub cites: Vec<Spanned<String>>,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SequenceRule {
    pub again: Again,
    pub phases: Vec<Phase>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Again {
    Once,
    While(syntax::Expression),
    Repeat(i64),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase {
    pub name: Name,
    pub over: Vec<syntax::Binding>,
    pub when: Option<syntax::Expression>,
    pub script: syntax::Block,
    /// The script as written, for people.
    pub text: Written,
    pub says: Option<String>,
    pub cites: Vec<Spanned<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowNode {
    pub name: Name,
    pub kind: FlowKind,
    pub says: Option<String>,
    pub cites: Vec<Spanned<String>>,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FlowKind {
    Ask {
        question: syntax::Expression,
        yes: Option<Name>,
        no: Option<Name>,
    },
    /// `text`: the script as written, for people.
    Do {
        script: syntax::Block,
        text: Written,
        then: Option<Name>,
    },
    Poison,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FillRule {
    pub origin: Origin,
    pub rows: Vec<RowEntry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleRule {
    pub readings: Vec<(Name, Name)>,
    pub given: syntax::Block,
    pub script: syntax::Block,
    pub steps: Vec<StepEntry>,
    pub defect: Option<Name>,
    pub tests: Vec<Name>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepEntry {
    Roll(Spanned<i64>),
    Draw(Name),
    Choose(syntax::Invocation),
    Refused(syntax::Invocation),
    Expect(Vec<syntax::Expression>),
}

impl GameFile {
    /// The names of the editions, the default first.
    pub fn edition_names(&self) -> Vec<&str> {
        match self.editions.as_slice() {
            [] => vec![ONLY_EDITION],
            editions => editions.iter().map(|edition| edition.name.value.as_str()).collect(),
        }
    }
}

/// The name of a rule of this kind, as [`Rule::full_name`] has it.
pub fn full_name(kind: &str, name: &str) -> String {
    if kind == "fill" { format!("fill {name}") } else { name.to_owned() }
}

impl Rule {
    /// Its name where one name may stand for two rules: `fill siege_results`, as a fill has the name of its table.
    pub fn full_name(&self) -> String {
        full_name(self.kind, &self.name.value)
    }

    /// The errata that made or changed it, by name.
    pub fn errata(&self) -> Vec<&str> {
        let mut errata: Vec<&str> = Vec::new();
        for amended in &self.amended {
            if !errata.contains(&amended.erratum.as_str()) {
                errata.push(&amended.erratum);
            }
        }
        errata
    }

    /// The citations as text, for messages.
    pub fn cite_texts(&self) -> Vec<String> {
        self.cites.iter().map(|cite| cite.value.clone()).collect()
    }
}
