//! Kinds that say what happens: procedures, decisions, sequences, consequences, flowcharts.

use rulec_grammar::problem::Problems;
use rulec_grammar::yaml::Node;

use super::entry::{Entry, checked_name, nested};
use super::read::{own_name, relative};
use super::read_declarations::read_criteria;
use super::tree::{
    Again, AnswerRule, Body, DecisionRule, FlowKind, FlowNode, OptionEffect, OptionEntry, Phase,
    ProcedureRule, SequenceRule, TakeEntry,
};
use crate::kinds::{Kind, ValueKind};
use crate::problem::surface::{OneOfThese, WrongShape};

pub(super) fn read(entry: &Entry<'_>, section: Option<&str>, problems: &mut Problems) -> Option<Body> {
    Some(match entry.kind.name {
        "procedure" => Body::Procedure(ProcedureRule {
            parameters: entry.parameters("params", problems),
            needs: entry.conditions("needs", problems),
            gives: entry.type_name("gives", problems),
            script: entry.script("do", problems),
        }),
        "decision" => Body::Decision(DecisionRule {
            parameters: entry.parameters("params", problems),
            by: entry.expression("by", problems)?,
            options: read_options(entry, section, problems),
            gives: entry.type_name("gives", problems),
            go_on_if_none: entry.one_of("if none", problems).is_some(),
            anytime: entry.flag("anytime", problems),
            when: entry.conditions("when", problems),
        }),
        "answer" => Body::Answer(read_answer(entry, section, problems)?),
        "sequence" => Body::Sequence(read_sequence(entry, section, problems)),
        "whenever" => Body::Whenever {
            over: entry.bindings("for", problems),
            when: entry.conditions("when", problems),
            script: entry.script("do", problems),
        },
        "flowchart" => Body::Flowchart {
            parameters: entry.parameters("params", problems),
            nodes: read_nodes(entry, section, problems),
        },
        "victory" => Body::Victory {
            when: entry.expression("when", problems),
            winners: entry.expression("winners", problems),
            score: entry.expression("score", problems),
        },
        _ => Body::Scenario { script: entry.script("do", problems) },
    })
}

fn read_options(entry: &Entry<'_>, section: Option<&str>, problems: &mut Problems) -> Vec<OptionEntry> {
    entry
        .entries("options", &[], problems)
        .iter()
        .filter_map(|option| {
            let effect = match (option.node("offers"), option.node("do")) {
                (Some(_), Some(_)) => {
                    problems.report(OneOfThese { keys: "`offers` and `do`", span: option.span });
                    return None;
                }
                (Some(_), None) => OptionEffect::Offers(option.invocation("offers", problems)?),
                (None, Some(_)) => OptionEffect::Script(option.script("do", problems)),
                (None, None) => OptionEffect::Nothing,
            };
            Some(OptionEntry {
                name: own_name(option, problems)?,
                over: option.bindings("for", problems),
                when: option.conditions("when", problems),
                effect,
                says: option.text("says", problems),
                cites: relative(option.citations("cite", problems), section),
            })
        })
        .collect()
}

fn read_answer(entry: &Entry<'_>, section: Option<&str>, problems: &mut Problems) -> Option<AnswerRule> {
    let when = entry.conditions("when", problems);
    let take = entry.entries("take", &[], problems);
    let take = take.iter().filter_map(|line| read_take(line, section, problems)).collect();
    Some(AnswerRule { to: entry.word("to", problems)?, when, take })
}

/// A line of `take`.
pub(super) fn read_take(
    line: &Entry<'_>,
    section: Option<&str>,
    problems: &mut Problems,
) -> Option<TakeEntry> {
    Some(TakeEntry {
        option: own_name(line, problems)?,
        filter: line.conditions("where", problems),
        criteria: read_criteria(line, problems),
        roll: line.one_of("ties", problems).as_deref() != Some("first"),
        cites: relative(line.citations("cite", problems), section),
        span: line.span,
    })
}

fn read_sequence(entry: &Entry<'_>, section: Option<&str>, problems: &mut Problems) -> SequenceRule {
    let again = match (entry.node("while"), entry.node("repeat")) {
        (Some(_), Some(_)) => {
            problems.report(OneOfThese { keys: "`while` and `repeat`", span: entry.span });
            Again::Once
        }
        (Some(_), None) => entry.expression("while", problems).map_or(Again::Once, Again::While),
        (None, Some(_)) => {
            entry.number("repeat", problems).map_or(Again::Once, |times| Again::Repeat(times.value))
        }
        (None, None) => Again::Once,
    };
    let phases = entry.entries("phases", &[], problems);
    let phases = phases.iter().filter_map(|phase| {
        Some(Phase {
            name: own_name(phase, problems)?,
            over: phase.bindings("for", problems),
            when: phase.expression("when", problems),
            script: phase.script("do", problems),
            text: phase.script_text("do"),
            says: phase.text("says", problems),
            cites: relative(phase.citations("cite", problems), section),
        })
    });
    SequenceRule { again, phases: phases.collect() }
}

fn read_nodes(entry: &Entry<'_>, section: Option<&str>, problems: &mut Problems) -> Vec<FlowNode> {
    let (Some(node), Some(kind)) = (entry.node("nodes"), node_kind(entry)) else { return Vec::new() };
    let Some(pairs) = node.as_map() else {
        let expected = "a mapping from box to its contents".to_owned();
        problems.report(WrongShape { what: "`nodes`".into(), expected, span: node.span });
        return Vec::new();
    };
    pairs
        .iter()
        .filter_map(|pair| {
            let name = checked_name(&pair.key, problems)?;
            let node = nested(kind, &pair.value, &[], problems)?;
            Some(FlowNode {
                kind: read_flow(&node, problems),
                says: node.text("says", problems),
                cites: relative(node.citations("cite", problems), section),
                span: pair.key.span,
                name,
            })
        })
        .collect()
}

fn node_kind(entry: &Entry<'_>) -> Option<&'static Kind> {
    match entry.kind.key("nodes")?.value {
        ValueKind::Named(kind) => Some(kind),
        _ => None,
    }
}

fn read_flow(node: &Entry<'_>, problems: &mut Problems) -> FlowKind {
    let has = |key: &str| node.node(key).is_some_and(|node: &Node| !node.is_poison());
    if has("ask") == has("do") {
        problems.report(OneOfThese { keys: "`ask` and `do`", span: node.span });
        return FlowKind::Poison;
    }
    if has("do") {
        let (script, text) = (node.script("do", problems), node.script_text("do"));
        return FlowKind::Do { script, text, then: node.word("then", problems) };
    }
    match node.expression("ask", problems) {
        Some(question) => {
            FlowKind::Ask { question, yes: node.word("yes", problems), no: node.word("no", problems) }
        }
        None => FlowKind::Poison,
    }
}
