//! Documents as they come, in invented words: what is a section, what a sentence, what is left out.

use std::collections::HashSet;

use super::*;
use crate::problem::{Diagnostic, Problems};

fn read_text(text: &str) -> (Document, Vec<Diagnostic>) {
    let mut problems = Problems::new();
    let document = read(FileId(0), text, &mut problems);
    (document, problems.into_sorted())
}

/// One line a sentence: `1.2 s1 note: text | numbers -> targets`.
fn listing(text: &str) -> Vec<String> {
    let (document, _) = read_text(text);
    let mut lines = Vec::new();
    for section in &document.sections {
        let heading = section.heading.iter().map(|heading| (0, heading));
        let numbered = section.sentences.iter().enumerate().map(|(idx, sentence)| (idx + 1, sentence));
        for (number, sentence) in heading.chain(numbered) {
            let class = if sentence.class == Class::Plain { "" } else { sentence.class.word() };
            let mut line = format!("{} s{number} {class}: {}", section.id, sentence.text);
            if !sentence.numbers.is_empty() {
                line.push_str(&format!(" | {}", sentence.numbers.join(" ")));
            }
            if !sentence.links.is_empty() {
                let targets: Vec<&str> = sentence.links.iter().map(|link| link.target.as_str()).collect();
                line.push_str(&format!(" -> {}", targets.join(", ")));
            }
            lines.push(line);
        }
    }
    lines
}

fn messages(text: &str) -> Vec<(String, String)> {
    let (_, problems) = read_text(text);
    let underlined = |problem: &Diagnostic| {
        let range = problem.place().map(Span::range).unwrap_or_default();
        text.get(range).unwrap_or("outside").to_owned()
    };
    problems.iter().map(|problem| (problem.code.to_owned(), underlined(problem))).collect()
}

#[test]
fn sections_have_their_number_heading_and_parent() {
    let text =
        "6.0 Boats\n\n6.4 Oars\n\nRow.\n\n6.41 Rudders. Steer well.\n\n6.42 A boat may turn.\n\n6.5 Sails\n";
    assert_eq!(
        listing(text),
        [
            "6.0 s0 heading: Boats",
            "6.4 s0 heading: Oars",
            "6.4 s1 : Row.",
            "6.41 s0 heading: Rudders.",
            "6.41 s1 : Steer well.",
            "6.42 s1 : A boat may turn.",
            "6.5 s0 heading: Sails",
        ]
    );
    let (document, problems) = read_text(text);
    let levels: Vec<(u8, Option<usize>)> =
        document.sections.iter().map(|one| (one.level, one.parent)).collect();
    assert_eq!(levels, [(1, None), (2, Some(0)), (3, Some(1)), (3, Some(1)), (2, Some(0))]);
    assert_eq!(problems, []);
}

#[test]
fn ten_comes_after_nine_and_not_below_one() {
    let text = "5.1 Hay\n\n5.9 Oats\n\n5.10 Straw\n\n5.10.1 Bales\n";
    let (document, problems) = read_text(text);
    let parents: Vec<Option<usize>> = document.sections.iter().map(|section| section.parent).collect();
    assert_eq!(parents, [None, None, None, Some(2)]);
    assert_eq!(problems, []);
}

#[test]
fn a_letter_stands_below_its_number() {
    let text = "2.1 Fields\n\n2.1.1 Ploughs\n\n2.1.1a Oxen\n\n2.1.1b Horses\n\n2.1.2 Carts\n";
    let (document, problems) = read_text(text);
    let parents: Vec<Option<usize>> = document.sections.iter().map(|section| section.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(1), Some(0)]);
    assert_eq!(problems, []);
}

#[test]
fn a_chapter_without_dots_is_told_from_a_list() {
    let text = "13.5 Мельницы\nМука мелется.\n1. Зерно\n2. Жернов\n14. Хлеб\n14.1 Печь\nПечь топят.";
    assert_eq!(
        listing(text),
        [
            "13.5 s0 heading: Мельницы",
            "13.5 s1 : Мука мелется.",
            "13.5 s2 : Зерно",
            "13.5 s3 : Жернов",
            "14 s0 heading: Хлеб",
            "14.1 s0 heading: Печь",
            "14.1 s1 : Печь топят.",
        ]
    );
}

#[test]
fn a_list_that_reaches_the_next_chapter_is_still_a_list() {
    let text = "3.1 Baking\n\nSteps:\n\n1. Flour\n2. Water\n3. Salt\n4. Oven\n\n4.0 Selling\n\nSell.";
    assert!(listing(text).contains(&"3.1 s5 : Oven".to_owned()), "{:?}", listing(text));
    assert_eq!(messages(text), []);
}

#[test]
fn contents_are_headings_and_begin_no_section() {
    let bulleted =
        "Mills\n\n• 1.1 Wind\n  • 1.1.1 Sails\n\n1.1 Wind\n\nIt blows.\n\n1.1.1 Sails\n\nThey turn.";
    assert_eq!(
        listing(bulleted),
        [
            "preface s1 heading: Mills",
            "preface s2 heading: 1.1 Wind",
            "preface s3 heading: 1.1.1 Sails",
            "1.1 s0 heading: Wind",
            "1.1 s1 : It blows.",
            "1.1.1 s0 heading: Sails",
            "1.1.1 s1 : They turn.",
        ]
    );
    let bare =
        "1.1 Wind\n1.2 Water\n1.3 Steam\n\n1.1 Wind\n\nBlows.\n\n1.2 Water\n\nRuns.\n\n1.3 Steam\n\nHisses.";
    let (document, problems) = read_text(bare);
    assert_eq!(document.sections.len(), 4);
    assert_eq!(problems, []);
}

#[test]
fn each_item_of_a_list_is_an_entry() {
    let text = "7.1 Goats\n\nA goat may, if hungry:\n\n• eat grass\n• climb 2 rocks. It then rests.\n  • a. alone\n\nIt never swims.";
    assert_eq!(
        listing(text),
        [
            "7.1 s0 heading: Goats",
            "7.1 s1 : A goat may, if hungry:",
            "7.1 s2 : eat grass",
            "7.1 s3 : climb 2 rocks. | 2",
            "7.1 s4 : It then rests.",
            "7.1 s5 : alone",
            "7.1 s6 : It never swims.",
        ]
    );
}

#[test]
fn notes_and_examples_end_where_the_rule_goes_on() {
    let text = "7.1 Goats eat.\n\nDESIGN NOTE: We like goats. So do you.\n\nThey sleep.\n\nEXAMPLE OF GRAZING CONTINUED: Two eat.\n\n7.2 Sheep eat.\n\nClarification: Grass only.\n\nNote that wool grows.";
    assert_eq!(
        listing(text),
        [
            "7.1 s1 : Goats eat.",
            "7.1 s2 note: DESIGN NOTE: We like goats.",
            "7.1 s3 note: So do you.",
            "7.1 s4 : They sleep.",
            "7.1 s5 example: EXAMPLE OF GRAZING CONTINUED: Two eat.",
            "7.2 s1 : Sheep eat.",
            "7.2 s2 : Clarification: Grass only.",
            "7.2 s3 : Note that wool grows.",
        ]
    );
}

#[test]
fn an_example_keeps_its_class_over_its_list_and_open_parenthesis() {
    let list = "7.1 Goats eat.\n\nExamples (diagram):\n\n• Hill: two eat.\n• Dale: one does.\n\nAll sleep.";
    let classes: Vec<Class> = read_text(list).0.sections[0].sentences.iter().map(|one| one.class).collect();
    assert_eq!(classes, [Class::Plain, Class::Example, Class::Example, Class::Example, Class::Plain]);
    let open = "7.1 Goats eat.\n\n(e.g. One eats.\n\nIt is full.)\n\nAll sleep.";
    let classes: Vec<Class> = read_text(open).0.sections[0].sentences.iter().map(|one| one.class).collect();
    assert_eq!(classes, [Class::Plain, Class::Example, Class::Example, Class::Plain]);
    let alone = "7.1 Goats eat.\n\nPLAY NOTE\n\nThey like it.\n\nAll sleep.";
    let classes: Vec<Class> = read_text(alone).0.sections[0].sentences.iter().map(|one| one.class).collect();
    assert_eq!(classes, [Class::Plain, Class::Note, Class::Note, Class::Plain]);
}

#[test]
fn notes_are_known_in_russian_and_czech() {
    let text = "1.1 Козы едят.\nПРИМЕЧАНИЕ РАЗРАБОТЧИКА: Мы их любим.\nПРИМЕР: Одна ест. Т.к. голодна.\nИСКЛЮЧЕНИЕ: Зимой нет.\nPoznámka: Hezké.\nPříklad: Dvě.";
    let classes: Vec<Class> = read_text(text).0.sections[0].sentences.iter().map(|one| one.class).collect();
    let expected = [
        Class::Plain,
        Class::Note,
        Class::Example,
        Class::Example,
        Class::Plain,
        Class::Note,
        Class::Example,
    ];
    assert_eq!(classes, expected);
}

#[test]
fn a_row_of_a_table_is_one_entry() {
    let text = "1.6 Moods\n\nBad mood.\tNo mood\tGood mood.\nTimes ×2\t0\t×1\n\nDone.";
    assert_eq!(
        listing(text),
        [
            "1.6 s0 heading: Moods",
            "1.6 s1 : Bad mood. No mood Good mood.",
            "1.6 s2 : Times ×2 0 ×1 | 2 0 1",
            "1.6 s3 : Done.",
        ]
    );
}

#[test]
fn markdown_headings_are_sections_and_lines_are_joined() {
    let text = "# Farm Rules\n\nA hen lays eggs on\nmost days. Not on all.\n\n## The Coop\n\nIt is *locked* at `night`.";
    assert_eq!(
        listing(text),
        [
            "farm-rules s0 heading: Farm Rules",
            "farm-rules s1 : A hen lays eggs on most days.",
            "farm-rules s2 : Not on all.",
            "the-coop s0 heading: The Coop",
            "the-coop s1 : It is locked at night.",
        ]
    );
    assert_eq!(read_text(text).0.sections[1].level, 2);
}

#[test]
fn abbreviations_initials_and_numbers_do_not_end_a_sentence() {
    for one in [
        "Hens vs. Geese is a game.",
        "Birds, e.g. Hens and i.e. Geese, fly c. 20 feet.",
        "See 6.31 of the book, Fig. 4 and No. 7 there.",
        "Losss of 13.1.1 Eggs counts.",
        "C. Julius ate it, and so did Gaius J. Caesar.",
        "Игрок ходит, т.к. Петух кричит, т.е. Утро.",
        "Kraj č. 12 má např. Husy a urč. Kachny.",
        "He said \"why?\" and left.",
        "Each takes (see 4.1.) A and B.",
    ] {
        let sentences = sentences::split(one, &[]);
        let whole = one.starts_with("Each") || sentences.len() == 1;
        assert!(whole, "{one}: {sentences:?}");
    }
    for two in [
        "Feed hens, geese, etc. Then sleep.",
        "It stands in hex A. Then it moves.",
        "Why?! (Nobody knows.)",
        "He died in 52 B.C. Others lived.",
    ] {
        assert_eq!(sentences::split(two, &[]).len(), 2, "{two}");
    }
}

#[test]
fn numbers_are_facts_and_references_are_not() {
    let known = HashSet::from(["6.47", "2.5a"]);
    for (text, numbers) in [
        ("Roll 2d6 or k6, and d10", "2 6 6 10"),
        ("80,000 men, 30+ boats, 1st and -4", "80000 30 1 4"),
        ("2½ hits or ½, ⅝ or 5/8 and 2.5", "5/2 1/2 5/8 5/8 2.5"),
        ("see 6.47, 13.1.1, (7.2), 2.5a", ""),
        ("hex W3911 to AE2", ""),
        ("split 1-2/3-4 in 1/2/3", "1 2 3 4 1 2 3"),
        ("Úroveň 007", "7"),
    ] {
        assert_eq!(numbers::in_text(text, &known).join(" "), numbers, "{text}");
    }
}

#[test]
fn outlines_have_labels_and_items() {
    let text = "Farma:\n\n        Pojmy:     - husa: -husa se              pase   1.) venku\n\n                       2.) doma. Spí.\n\n      - kůň: - je rychlý, urč. Kůň č. 3\n\n           - lze jej\n  prodat\n\n           - boj: hod k6\n\n      - tahy: 1 tah";
    assert_eq!(
        listing(text),
        [
            "farma s0 heading: Farma",
            "pojmy s0 heading: Pojmy",
            "husa s0 heading: husa",
            "husa s1 : husa se pase",
            "husa s2 : venku",
            "husa s3 : doma.",
            "husa s4 : Spí.",
            "kun s0 heading: kůň",
            "kun s1 : je rychlý, urč. Kůň č. 3 | 3",
            "kun s2 : lze jej prodat",
            "boj s0 heading: boj",
            "boj s1 : hod k6 | 6",
            "tahy s0 heading: tahy",
            "tahy s1 : 1 tah | 1",
        ]
    );
}

const FARM: &str = "Farm\n\n[[BACK->FARM]] **Hen has 0-3 eggs *and* hungry?** [[YES->H2]] [[NO->h3]]\n\n**Feed** *if any hay:* **1** Hens first (text-style: \"mark\")[**a** the (colour: red)[old] **b** the lame] unless fed **2** Geese, if [[hungry->H2]] BUT not wet **Sell** *what is left:* **1** Eggs *If none,* [[REST]]";

#[test]
fn passages_have_items_links_and_hooks() {
    assert_eq!(
        listing(FARM),
        [
            "passage 0 s1 heading: Farm",
            "passage 1 s1 : BACK->FARM -> FARM",
            "passage 1 s2 : Hen has 0-3 eggs and hungry? YES->H2 NO->h3 | 0 3 -> H2, h3",
            "passage 2 s1 : Feed if any hay:",
            "passage 2 s2 : Hens first",
            "passage 2 s3 : the old",
            "passage 2 s4 : the lame unless fed",
            "passage 2 s5 : Geese, if hungry->H2 BUT not wet -> H2",
            "passage 2 s6 : Sell what is left:",
            "passage 2 s7 : Eggs If none, REST -> REST",
        ]
    );
    assert_eq!(messages(FARM), []);
}

#[test]
fn a_passage_that_ends_in_a_link_ends_behind_its_brackets() {
    let text = "Hay? [[YES->Barn]] [[NO->BE1]]\n\nGo (colour: red)[to [[Oats->OT2]]]\n\n[[Straw]]\n";
    let shown: Vec<&str> = read_text(text)
        .0
        .sections
        .iter()
        .flat_map(|section| &section.sentences)
        .filter_map(|sentence| text.get(sentence.span.range()))
        .collect();
    assert_eq!(shown, ["Hay? [[YES->Barn]] [[NO->BE1]]", "Go (colour: red)[to [[Oats->OT2]]", "[[Straw]]"]);
}

#[test]
fn broken_links_and_hooks_are_reported_where_they_open() {
    let text = "[[A->B]] [[C->D]]\n\nSee [[E->F] and (text-style:\"mark\")[more [[G->]]";
    assert_eq!(
        messages(text),
        [
            ("R0205".to_owned(), "[[".to_owned()),
            ("R0206".to_owned(), "(text-style:\"mark\")[".to_owned()),
            ("R0207".to_owned(), "[[G->]]".to_owned()),
        ]
    );
}

#[test]
fn images_and_data_urls_leave_nothing_behind() {
    let data = "iVBORw0KGgo".repeat(3000);
    let text = format!(
        "1.1 Eggs hatch <img src=\"data:image/png;base64,{data}\"> in spring ![egg](data:image/png;base64,{data})."
    );
    let bare = format!("1.1 Eggs hatch data:image/png;base64,{data} in spring.");
    assert_eq!(listing(&text), ["1.1 s1 : Eggs hatch in spring ."]);
    assert_eq!(listing(&bare), ["1.1 s1 : Eggs hatch in spring."]);
}

#[test]
fn byte_order_marks_and_line_ends_change_nothing() {
    let text = "1.1 Hens\n\nThey lay.\nThey sit.\n\n1.2 Geese\n\nThey bite.";
    let windows = format!("\u{feff}{}\r\n", text.replace('\n', "\r\n"));
    let old = text.replace('\n', "\r");
    assert_eq!(listing(&windows), listing(text));
    assert_eq!(listing(&old), listing(text));
}

#[test]
fn repeated_and_backward_numbers_are_reported_and_keep_their_text() {
    let text = "1.1 Hens lay.\n\n1.3 Geese bite.\n\n1.2 Ducks swim.\n\n1.1 Hens sit.";
    assert_eq!(
        messages(text),
        [("R0204".to_owned(), "1.2".to_owned()), ("R0203".to_owned(), "1.1".to_owned())]
    );
    assert!(listing(text).contains(&"1.1 (2) s1 : Hens sit.".to_owned()));
}

#[test]
fn an_empty_document_is_said_to_be_empty() {
    for text in ["", "\u{feff}", " \r\n\t\n", "---\n"] {
        let (document, problems) = read_text(text);
        assert_eq!(document.sections, []);
        assert_eq!(problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), ["R0201"], "{text:?}");
    }
}

#[test]
fn damaged_letters_are_counted_once() {
    let (_, problems) = read_text("1.1 H\u{fffd}ns l\u{fffd}y.");
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].message, "2 characters of this document could not be decoded");
}

#[test]
fn spans_point_at_the_sentence_in_its_markup() {
    let text = "1.1 *Hens* brood &amp; sit. **Geese** bite.";
    let (document, _) = read_text(text);
    let spans: Vec<&str> = document.sections[0]
        .sentences
        .iter()
        .map(|one| text.get(one.span.range()).expect("inside"))
        .collect();
    assert_eq!(spans, ["Hens* brood &amp; sit.", "Geese** bite."]);
    for section in &read_text(FARM).0.sections {
        for sentence in &section.sentences {
            assert!(FARM.get(sentence.span.range()).is_some_and(|text| !text.is_empty()), "{sentence:?}");
        }
    }
}

#[test]
fn fingerprints_do_not_see_white_space_and_markup() {
    let one = Fingerprint::of(&read_text("1.1 Hens  *lay* \u{fb01}ve.").0.sections[0].sentences[0].text);
    let other = Fingerprint::of(&read_text("1.1 Hens lay five.").0.sections[0].sentences[0].text);
    assert_eq!(one, other);
    assert_eq!(one.to_string().parse(), Ok(one));
    assert_eq!("12".parse::<Fingerprint>(), Err(NotAFingerprint));
    assert_ne!(one, Fingerprint::of("Hens lay six."));
}

#[test]
fn a_style_can_be_forced() {
    let mut problems = Problems::new();
    let document = read_as(FileId(0), FARM, Some(Style::Numbered), &mut problems);
    assert_eq!(document.style, Style::Numbered);
    assert_eq!(document.sections.len(), 1);
}

#[test]
fn hostile_text_is_read_in_linear_time() {
    for piece in [
        "[[",
        "(a:",
        "**1** ",
        "! ",
        "1.1 ",
        "a. ",
        "(text-style:\"mark\")[",
        "*",
        "- x: ",
        "[[a->b]] ",
        "`",
        "<",
    ] {
        for style in Style::ALL {
            let text = piece.repeat(40_000 / piece.len());
            let mut problems = Problems::new();
            read_as(FileId(0), &text, Some(style), &mut problems);
            let lines = format!("{piece}\n").repeat(10_000 / piece.len());
            read_as(FileId(0), &lines, Some(style), &mut problems);
        }
    }
}
