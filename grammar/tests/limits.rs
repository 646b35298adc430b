//! What is too large, too deep or too long is refused with a message, and what is just below is read.

use rulec_grammar::expression::tree::{Expression, ExpressionKind};
use rulec_grammar::expression::{self, ScalarMap};
use rulec_grammar::problem::Problems;
use rulec_grammar::span::FileId;
use rulec_grammar::yaml::{self, LARGEST_FILE};

fn read_expression(text: &str) -> (Expression, Vec<&'static str>) {
    let mut problems = Problems::new();
    let tree = expression::expression(text, &ScalarMap::shifted(FileId(0), 0), &mut problems);
    (tree, problems.iter().map(|diagnostic| diagnostic.code).collect())
}

fn script_codes(text: &str) -> Vec<&'static str> {
    let mut problems = Problems::new();
    expression::script(text, &ScalarMap::shifted(FileId(0), 0), &mut problems);
    problems.iter().map(|diagnostic| diagnostic.code).collect()
}

fn yaml_codes(text: &str) -> Vec<&'static str> {
    let mut problems = Problems::new();
    yaml::read(FileId(0), text, &mut problems);
    problems.iter().map(|diagnostic| diagnostic.code).collect()
}

const NONE: Vec<&str> = Vec::new();

#[test]
fn sixty_levels_are_read_and_two_hundred_refused() {
    for (open, core, close) in [
        ("(", "1", ")"),
        ("f(", "1", ")"),
        ("{", "1", "}"),
        ("a[", "1", "]"),
        ("count(p in ", "q", ")"),
        ("sum(p in q: ", "1", ")"),
        ("{p in ", "q", "}"),
        ("not ", "a", ""),
        ("- ", "a", ""),
        ("if a then b else ", "c", ""),
        ("if a then ", "c", " else d"),
        ("if ", "a", " then b else c"),
    ] {
        let nested = |depth: usize| format!("{}{core}{}", open.repeat(depth), close.repeat(depth));
        assert_eq!(read_expression(&nested(60)).1, NONE, "{open}");
        assert_eq!(read_expression(&nested(200)), poison("R0101"), "{open}");
        assert_eq!(read_expression(&nested(2000)), poison("R0101"), "{open}");
    }
}

fn poison(code: &'static str) -> (Expression, Vec<&'static str>) {
    (Expression { span: Default::default(), kind: ExpressionKind::Poison }, vec![code])
}

/// Would take for ever if a bracket were read once as a set and again as a selection, and so on.
#[test]
fn a_mistake_deep_inside_is_found_without_trying_everything() {
    for (open, close) in [("(", ")"), ("{p in ", "}"), ("count(p in ", ")"), ("{a, ", "}"), ("f(a, ", ")")] {
        let text = format!("{}a b{}", open.repeat(60), close.repeat(60));
        assert_eq!(read_expression(&text), poison("R0102"), "{open}");
    }
}

#[test]
fn a_sum_of_five_hundred_terms_is_read_and_a_longer_one_refused() {
    for (term, between) in [("a", " + "), ("a", " else "), ("a", " and "), ("a.b", " or ")] {
        assert_eq!(read_expression(&vec![term; 250].join(between)).1, NONE);
    }
    let sum = vec!["1"; 500].join(" + ");
    assert_eq!(read_expression(&sum).1, NONE);
    assert_eq!(read_expression(&format!("a{}", ".b".repeat(490))).1, NONE);
    assert_eq!(script_codes(&format!("a = {sum}")), ["R0117"]);
    assert_eq!(read_expression(&vec!["1"; 20_000].join(" + ")).1, ["R0117"]);
}

#[test]
fn blocks_nest_sixty_deep_and_no_deeper_than_the_limit() {
    let nested = |depth: usize| {
        let mut text = String::new();
        for level in 0..depth {
            text.push_str(&format!("{}if a:\n", "  ".repeat(level)));
        }
        text + &"  ".repeat(depth) + "stop\n"
    };
    assert_eq!(script_codes(&nested(60)), NONE);
    assert_eq!(script_codes(&nested(500)), ["R0101"]);
}

#[test]
fn a_script_of_many_lines_with_open_brackets_is_read_line_by_line() {
    let mut lines = vec!["a = f(b"; 2000];
    lines.push("stop");
    let text = lines.join("\nstop\n");
    assert_eq!(script_codes(&text).len(), 2000);
}

#[test]
fn a_file_over_eight_mebibytes_is_not_read() {
    let comment = format!("a: 1 #{}", "x".repeat(LARGEST_FILE));
    assert_eq!(yaml_codes(&comment), ["R0011"]);
    assert_eq!(yaml_codes(&comment[..LARGEST_FILE]), NONE);
}

#[test]
fn thirty_two_levels_of_yaml_are_read() {
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(yaml_codes(&nested(32)), NONE);
    assert_eq!(yaml_codes(&nested(33)), ["R0010"]);
    assert_eq!(yaml_codes(&nested(200)), ["R0010"]);
    assert_eq!(yaml_codes(&nested(100_000)).len(), 1);
    assert_eq!(yaml_codes(&format!("{}a", "- ".repeat(200))), ["R0010"]);
    assert_eq!(yaml_codes(&"- ".repeat(100_000)).len(), 1);
}

#[test]
fn many_mistakes_of_form_end_the_reading() {
    let codes = yaml_codes(&"- a: @\n".repeat(10_000));
    assert_eq!(codes.len(), 33);
    assert_eq!(codes.last(), Some(&"R0024"));
}

#[test]
fn every_word_is_listed_and_only_keywords_are_no_names() {
    let words = expression::words();
    assert!(words.is_sorted());
    for word in words {
        let named = read_expression(&format!("x.{word}")).1.is_empty();
        assert_eq!(named, !expression::is_keyword(word), "{word}");
        assert!(read_expression(&format!("{word}s + {word}_a")).1.is_empty(), "{word}");
    }
}
