//! A rule's tree with its amendments made: what they do not touch is as it was, and where it was.

use rulec_grammar::yaml::{Node, Pair, Value};

use super::place::{End, Place, Step};

/// What is put at a place; none takes out what stands there.
#[derive(Debug, Clone)]
pub struct Edit {
    pub place: Place,
    pub now: Option<Node>,
}

/// An edit, and the steps that are still to go.
type Going<'e> = (&'e [Step], &'e Edit);

/// The tree with all edits made, which touch different places; none where the whole is taken out.
pub fn with_edits(node: &Node, edits: &[&Edit]) -> Option<Node> {
    let going: Vec<Going<'_>> = edits.iter().map(|edit| (edit.place.steps.as_slice(), *edit)).collect();
    edited(node, &going)
}

fn edited(node: &Node, edits: &[Going<'_>]) -> Option<Node> {
    let here = |edit: &&Going<'_>| edit.0.is_empty();
    if let Some((_, edit)) = edits.iter().filter(here).find(|(_, edit)| edit.place.end == End::Node) {
        return edit.now.clone();
    }
    if edits.is_empty() {
        return Some(node.clone());
    }
    let value = match &node.value {
        Value::Map(pairs) => Value::Map(edited_map(pairs, edits)),
        Value::List(entries) => Value::List(edited_list(entries, edits)),
        Value::Scalar(scalar) => {
            let mut lines: Vec<_> = edits.iter().filter_map(|(_, edit)| lines_of(edit)).collect();
            lines.sort_by_key(|(range, _)| range.start);
            Value::Scalar(scalar.with_lines(&lines))
        }
        Value::Poison => Value::Poison,
    };
    Some(Node { span: node.span, value })
}

type Lines<'e> = (std::ops::Range<usize>, Option<&'e rulec_grammar::yaml::Scalar>);

fn lines_of(edit: &Edit) -> Option<Lines<'_>> {
    match &edit.place.end {
        End::Lines(range) => Some((range.clone(), edit.now.as_ref().and_then(Node::as_scalar))),
        End::Node | End::NewKey(_) | End::Before(_) => None,
    }
}

fn edited_map(pairs: &[Pair], edits: &[Going<'_>]) -> Vec<Pair> {
    let old = pairs.iter().enumerate().filter_map(|(nth, pair)| {
        let value = edited(&pair.value, &through(edits, Step::Key(nth)))?;
        Some(Pair { key: pair.key.clone(), value })
    });
    let mut all: Vec<Pair> = old.collect();
    for (steps, edit) in edits {
        if let (true, End::NewKey(key), Some(now)) = (steps.is_empty(), &edit.place.end, &edit.now) {
            all.push(Pair { key: key.clone(), value: now.clone() });
        }
    }
    all
}

fn edited_list(entries: &[Node], edits: &[Going<'_>]) -> Vec<Node> {
    let new_before = |nth: usize| {
        let fits = move |(steps, edit): &&Going<'_>| steps.is_empty() && edit.place.end == End::Before(nth);
        edits.iter().filter(fits).filter_map(|(_, edit)| edit.now.clone())
    };
    let mut all = Vec::new();
    for (nth, entry) in entries.iter().enumerate() {
        all.extend(new_before(nth));
        all.extend(edited(entry, &through(edits, Step::Entry(nth))));
    }
    all.extend(new_before(entries.len()));
    all
}

/// The edits that go on through a step.
fn through<'e>(edits: &[Going<'e>], step: Step) -> Vec<Going<'e>> {
    let on = |(steps, edit): &Going<'e>| match steps.split_first() {
        Some((first, rest)) if *first == step => Some((rest, *edit)),
        Some(_) | None => None,
    };
    edits.iter().filter_map(on).collect()
}
