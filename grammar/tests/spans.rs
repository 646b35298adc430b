//! What a span or a map says is where it says.

use rulec_grammar::expression;
use rulec_grammar::problem::Problems;
use rulec_grammar::span::FileId;
use rulec_grammar::yaml::{self, Node, Style, Value};

const SAMPLE: &str = r#"# Příklad – пример – παράδειγμα 🎲
kmen: Řekové
"říční údolí": '„Žlutá“ řeka'
список: [Рим, "Галлия", {город: “Алезия”}]
места:
- имя: Герговия 🏰
  сила: 3
- имя: ""
τόποι:
  - όνομα: Ρώμη # η πόλη
    γείτονες: [ Βίβρακτος , Αλεσία ]
script: |
  # Poznámka: žluť
  a = 1

  if b:   # пауза
    stop
keep: |+

  první
   второй

strip: |-
  τρίτο
shifted: |2
    🎲 čtvrté
  пятое
text: Dlouhá věta,
  která pokračuje
  на следующей строке
folded: >-
  Ένα
  δύο

  τρία
escapes: "čárka\tтаб “\u00e9” konec"
quotes: 'it''s žluté'
last: 🏁"#;

#[test]
fn every_scalar_stands_where_its_map_says() {
    for (source, name) in [
        (SAMPLE.to_owned(), "as written"),
        (SAMPLE.replace('\n', "\r\n"), "with CRLF"),
        (format!("\u{feff}{SAMPLE}\n"), "with a byte-order mark"),
    ] {
        let mut problems = Problems::new();
        let tree = yaml::read(FileId(0), &source, &mut problems);
        assert!(problems.is_empty(), "{name}: {problems:?}");
        let mut scalars = 0;
        check(&tree, &source, &mut scalars);
        assert_eq!(scalars, 20, "{name}");
    }
}

fn check(node: &Node, source: &str, scalars: &mut usize) {
    let text = &source[node.span.range()];
    match &node.value {
        Value::Poison => panic!("nothing in the sample is wrong"),
        Value::List(items) => {
            assert!(text.starts_with(['[', '-']), "{text}");
            assert!(items.iter().all(|item| inside(item, node)));
            items.iter().for_each(|item| check(item, source, scalars));
        }
        Value::Map(pairs) => {
            for pair in pairs {
                let key = &source[pair.key.span.range()];
                assert_eq!(key.trim_matches('"'), pair.key.value);
                assert!(inside(&pair.value, node));
                check(&pair.value, source, scalars);
            }
        }
        Value::Scalar(scalar) => {
            *scalars += 1;
            let whole = &source[scalar.map.span(0, scalar.text.len()).range()];
            match scalar.style {
                Style::Plain => assert_eq!((text, whole), (scalar.text.as_str(), scalar.text.as_str())),
                Style::Quoted => assert!(text.contains(whole)),
                Style::Literal => assert!(text.starts_with('|') && !text.ends_with(char::is_whitespace)),
                Style::Folded => assert!(text.contains(whole.trim_end()), "{text}: {whole}"),
            }
            check_letters(scalar, source);
        }
    }
}

/// Every letter, except white space that folding or an escape made.
fn check_letters(scalar: &yaml::Scalar, source: &str) {
    for (offset, letter) in scalar.text.char_indices() {
        let place = scalar.map.span(offset, offset + letter.len_utf8());
        let there = &source[place.start as usize..];
        let escaped = there.starts_with('\\') || there.starts_with("''");
        if !letter.is_whitespace() && !escaped {
            assert!(there.starts_with(letter), "{letter} of {:?} at {there}", scalar.text);
            assert_eq!(&source[place.range()], letter.to_string());
        }
    }
}

fn inside(inner: &Node, outer: &Node) -> bool {
    outer.span.start <= inner.span.start && inner.span.end <= outer.span.end
}

#[test]
fn collections_reach_from_their_first_byte_to_their_last() {
    let source = "rules:\n- a: 1\n  b: |\n    x\n\n- - c\n  - d # e\nmore: {f: [g, h]}   # i\nlast:\n";
    let tree = yaml::read(FileId(0), source, &mut Problems::new());
    let text = |node: &Node| &source[node.span.range()];
    assert_eq!(text(&tree), source.trim_end());
    let rules = tree.get("rules").expect("rules");
    assert_eq!(text(rules), "- a: 1\n  b: |\n    x\n\n- - c\n  - d");
    let items = rules.as_list().expect("a list");
    assert_eq!(items.iter().map(text).collect::<Vec<_>>(), ["a: 1\n  b: |\n    x", "- c\n  - d"]);
    assert_eq!(tree.get("more").map(text), Some("{f: [g, h]}"));
    assert_eq!(tree.get("last").map(text), Some(""));
}

#[test]
fn a_mistake_in_a_script_is_underlined_in_the_file() {
    let source = [
        "# Řeka 🎲",
        "- do: |",
        "    # žluť",
        "    let číslo = 1",
        "    a = min(b,",
        "      c d)",
        "",
        "    stop now",
        "",
    ]
    .join("\r\n");
    let mut problems = Problems::new();
    let tree = yaml::read(FileId(0), &source, &mut problems);
    let script =
        tree.as_list().and_then(|items| items[0].get("do")).and_then(Node::as_scalar).expect("a script");
    expression::script(&script.text, &script.map, &mut problems);
    let underlined: Vec<_> = problems
        .into_sorted()
        .iter()
        .map(|diagnostic| &source[diagnostic.place().expect("a place").range()])
        .collect();
    assert_eq!(underlined, ["číslo", "d", "now"]);
}

#[test]
fn a_lone_carriage_return_is_a_line_break() {
    let source = "do: |\r  žluť\r  b 🎲\rsays: ř\r  č\rq: 'á\r  é'\r";
    let mut problems = Problems::new();
    let tree = yaml::read(FileId(0), source, &mut problems);
    assert!(problems.is_empty(), "{problems:?}");
    check(&tree, source, &mut 0);
    assert_eq!(tree.get("do").and_then(Node::as_text), Some("žluť\nb 🎲\n"));
}

#[test]
fn escapes_over_several_lines_keep_their_places() {
    let source = "a: \"ž\\u0041 \\\n  b\\tč\n\n  \\U0001F3B2 ř\"\nb: 'it''s\n  ž'\n";
    let tree = yaml::read(FileId(0), source, &mut Problems::new());
    assert_eq!(tree.get("a").and_then(Node::as_text), Some("žA b\tč\n🎲 ř"));
    check(&tree, source, &mut 0);
}
