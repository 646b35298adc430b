//! YAML trees, written like flow YAML.

use rulec_grammar::yaml::{Node, Style, Value};

pub fn node(node: &Node) -> String {
    match &node.value {
        Value::Poison => "(poison)".to_owned(),
        Value::List(items) => format!("[{}]", items.iter().map(self::node).collect::<Vec<_>>().join(", ")),
        Value::Map(pairs) => {
            let pair =
                |pair: &rulec_grammar::yaml::Pair| format!("{}: {}", pair.key.value, self::node(&pair.value));
            format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        Value::Scalar(scalar) => match scalar.style {
            Style::Plain => scalar.text.clone(),
            Style::Quoted => format!("quoted {:?}", scalar.text),
            Style::Literal => format!("literal {:?}", scalar.text),
            Style::Folded => format!("folded {:?}", scalar.text),
        },
    }
}
