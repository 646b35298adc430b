//! What stands somewhere: told on one line, and held against what an amendment expects.

use rulec_grammar::yaml::{Node, Pair, Value};

use crate::source::on_one_line;

/// The most that a message shows of what stands somewhere, in characters.
const MOST_SHOWN: usize = 72;

/// Whether two trees say the same: how a text is quoted or broken into lines, and the order of keys, do not matter.
pub fn same(one: &Node, other: &Node) -> bool {
    match (&one.value, &other.value) {
        (Value::Scalar(one), Value::Scalar(other)) => on_one_line(&one.text) == on_one_line(&other.text),
        (Value::List(one), Value::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Map(one), Value::Map(other)) => {
            let among = |pair: &Pair, others: &[Pair]| {
                let key = on_one_line(&pair.key.value);
                let found = others.iter().find(|other| on_one_line(&other.key.value) == key);
                found.is_some_and(|other| same(&pair.value, &other.value))
            };
            one.len() == other.len() && one.iter().all(|pair| among(pair, other))
        }
        (Value::Scalar(_) | Value::List(_) | Value::Map(_) | Value::Poison, _) => false,
    }
}

/// A tree as it would be written on one line, cut short where it is long.
pub fn shown(node: &Node) -> String {
    cut(&whole(node))
}

/// A text on one line, cut short where it is long.
pub fn cut(text: &str) -> String {
    let text = on_one_line(text);
    if text.chars().count() <= MOST_SHOWN {
        return text;
    }
    let kept: String = text.chars().take(MOST_SHOWN - 1).collect();
    format!("{}…", kept.trim_end())
}

fn whole(node: &Node) -> String {
    match &node.value {
        Value::Scalar(scalar) => scalar.text.clone(),
        Value::List(items) => format!("[{}]", items.iter().map(whole).collect::<Vec<_>>().join(", ")),
        Value::Map(pairs) => {
            let pair = |pair: &Pair| format!("{}: {}", pair.key.value, whole(&pair.value));
            format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        Value::Poison => String::new(),
    }
}
