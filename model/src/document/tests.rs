//! Locks, citations, coverage, audits, reviews and graphs, on invented rulebooks.

use rulec_grammar::document::read;
use rulec_grammar::problem::{Diagnostic, Problems};
use rulec_grammar::span::{FileId, Span};

use super::links::{CuratedChart, CuratedEdge, Graph, Standing, compare};
use std::collections::BTreeSet;

use super::numerals::{Audited, audit};
use super::review::Review;
use super::*;

const GEESE: &str = "1.0 Geese\n\n1.1 Grazing\n\nA goose eats 3 blades, then 2d6 more.\n\n• It walks 1 field.\n• It sleeps.\n\nPLAY NOTE: Geese bite.\n\n1.2 Nests. Four eggs lie in a nest. One hatches on 5.\n\nEXAMPLE: The 4 eggs hatch.\n";
const FARM: &str = "Farm\n\n**Hungry?** [[YES->Hay]] [[NO->barn]]\n\n**Eat.** [[THEN->Barn]] [[MORE->Oats]]\n\n**Sleep.**\n\n**Swim.** [[Hay]]\n";

fn locked(text: &str) -> Lock {
    Lock::from_document("geese.md", &read(FileId(0), text, &mut Problems::new()))
}

fn differences(was: &str, now: &str) -> Vec<String> {
    let document = read(FileId(0), now, &mut Problems::new());
    locked(was).check(&document).iter().map(ToString::to_string).collect()
}

fn names(lock: &Lock, citation: &str, relative_to: Option<&str>) -> Vec<String> {
    let found = lock.resolve(citation, relative_to).expect("the citation is in the lock");
    found.into_iter().map(|id| lock.name(id)).collect()
}

/// The message, and the line that it underlines.
fn damage(text: &str) -> (String, String) {
    let mut problems = Problems::new();
    assert_eq!(Lock::from_text(FileId(0), text, &mut problems), None);
    let problems: Vec<Diagnostic> = problems.into_sorted();
    let first = problems.first().expect("a problem");
    let range = first.place().map(Span::range).unwrap_or_default();
    (first.message.clone(), text.get(range).unwrap_or("outside").to_owned())
}

#[test]
fn a_lock_has_the_same_bytes_each_time_and_reads_back() {
    for text in [GEESE, FARM, "# \"Quoted\" \\ heading\n\nWords.", ""] {
        let lock = locked(text);
        assert_eq!(lock.to_text(), locked(text).to_text());
        let mut problems = Problems::new();
        assert_eq!(Lock::from_text(FileId(0), &lock.to_text(), &mut problems), Some(lock));
        assert!(problems.is_empty());
    }
}

#[test]
fn a_lock_holds_numbers_classes_and_targets_but_no_words() {
    let text = locked(GEESE).to_text();
    assert!(text.contains("numbers: \"3 2 6\"") && text.contains("class: note"), "{text}");
    for word in ["goose", "Geese", "Grazing", "eggs", "NOTE"] {
        assert!(!text.contains(word), "{word}");
    }
    assert!(locked(FARM).to_text().contains("links: [\"Hay <- YES\", \"barn <- NO\"]"));
}

#[test]
fn an_edit_of_one_sentence_changes_one_line() {
    let edited = GEESE.replace("walks 1", "walks 2");
    let (was, now) = (locked(GEESE).to_text(), locked(&edited).to_text());
    let changed = was.lines().zip(now.lines()).filter(|(was, now)| was != now).count();
    assert_eq!((changed, was.lines().count()), (1, now.lines().count()));
    let longer = GEESE.replace("• It sleeps.", "• It sings.\n• It sleeps.");
    assert_eq!(locked(&longer).to_text().lines().count(), was.lines().count() + 1);
}

#[test]
fn a_damaged_lock_is_reported_with_its_line() {
    let good = locked(GEESE).to_text();
    let cut = good.replacen("print: \"", "print: \"zz", 1);
    let (message, line) = damage(&cut);
    assert!(message.contains("is no fingerprint"), "{message}");
    assert!(line.starts_with("heading: {print: \"zz"), "{line}");
    let (message, line) = damage(&good.replace("section: \"1.2\"", "section: \"1.1\""));
    assert_eq!(
        (message.as_str(), line.as_str()),
        ("the lock cannot be read: section `1.1` stands twice", "- section: \"1.1\"")
    );
    let (message, _) = damage(&good.replace("lock: 1", "lock: 9"));
    assert!(message.contains("version 9"), "{message}");
    let (_, line) = damage(&format!("{good}<<<<<<< ours\n"));
    assert!(!line.contains("outside"), "{line}");
    damage("");
}

#[test]
fn citations_name_sections_and_sentences() {
    let lock = locked(GEESE);
    assert_eq!(names(&lock, "1.1", None), ["1.1 s1", "1.1 s2", "1.1 s3", "1.1 s4"]);
    assert_eq!(names(&lock, "1.0", None), Vec::<String>::new());
    assert_eq!(names(&lock, " 1.1  s2-3 ", None), ["1.1 s2", "1.1 s3"]);
    assert_eq!(names(&lock, "s2-s3", Some("1.1")), ["1.1 s2", "1.1 s3"]);
    assert_eq!(names(&lock, "1.2 s0", None), ["1.2 s0"]);
    assert_eq!(names(&locked(FARM), "passage 2 s1", None), ["passage 2 s1"]);
    assert_eq!(names(&locked(FARM), "passage 3", None), ["passage 3 s1"]);
}

#[test]
fn a_citation_that_names_nothing_says_what_was_meant() {
    let lock = locked(GEESE);
    let fail = |citation: &str| lock.resolve(citation, None).expect_err("it is not in the lock");
    assert_eq!(fail("1.3 s1").nearest.first().map(String::as_str), Some("1.0 s1"));
    assert_eq!(fail("1.1 s9").reason, Reason::NoSuchSentence { section: "1.1".to_owned(), last: 4 });
    assert_eq!(fail("1.1 s3-9").nearest, ["1.1 s3-4"]);
    assert_eq!(fail("1.1 s3-2").nearest, ["1.1 s2-3"]);
    assert_eq!(fail("s1").reason, Reason::NoSection);
    assert_eq!(fail("").reason, Reason::Form);
    assert_eq!(fail("nowhere").nearest, Vec::<String>::new());
    assert_eq!(fail("1.0 s1").nearest, Vec::<String>::new());
}

#[test]
fn a_check_says_which_sentences_changed_and_by_which_numbers() {
    assert_eq!(differences(GEESE, GEESE), Vec::<String>::new());
    let windows = format!("\u{feff}{}", GEESE.replace('\n', "\r\n"));
    assert_eq!(differences(GEESE, &windows), Vec::<String>::new());
    assert_eq!(
        differences(GEESE, &GEESE.replace("3 blades", "4 blades")),
        ["1.1 s1 has changed: numbers 3 2 6 became 4 2 6"]
    );
    assert_eq!(differences(GEESE, &GEESE.replace("• It sleeps.\n", "")), ["1.1 s3 is gone"]);
    assert_eq!(differences(GEESE, &GEESE.replace("It sleeps.", "It sleeps. It snores.")), ["1.1 s4 is new"]);
    assert_eq!(differences(GEESE, &GEESE.replace("Nests.", "Big Nests.")), ["1.2 s0 has changed"]);
    assert_eq!(
        differences(GEESE, &format!("{GEESE}\n1.3 Ducks\n\nNone.\n")),
        ["section 1.3 is new, with 1 sentences"]
    );
    assert_eq!(differences(FARM, &FARM.replace("[[NO->barn]]", "[[NO->Hay]]")), ["passage 1 s1 has changed"]);
}

#[test]
fn another_document_is_said_once() {
    let said = differences(GEESE, "1.1 Ducks\n\nThey swim. They dive. They quack.\n");
    assert_eq!(said, ["this is not the locked document: 0 of 7 locked sentences stand in it"]);
    assert_eq!(differences(GEESE, "").len(), 1);
}

fn claim<'a>(lock: &Lock, kind: &'a str, class: Option<&'a str>, citation: &str) -> Claim<'a> {
    Claim { rule: "rule", kind, class, cites: lock.resolve(citation, None).expect("cited") }
}

#[test]
fn coverage_counts_each_sentence_once() {
    let lock = locked(GEESE);
    let claims = [
        claim(&lock, "function", None, "1.1 s1-2"),
        claim(&lock, "not-a-rule", Some("note"), "1.1 s4"),
        claim(&lock, "not-a-rule", Some("flavour"), "1.1 s2"),
        claim(&lock, "example", None, "1.2 s3"),
        claim(&lock, "table", None, "1.2 s1"),
        claim(&lock, "state", None, "1.2 s1"),
    ];
    let coverage = Coverage::of(&lock, &claims);
    let total = &coverage.total;
    assert_eq!((total.sentences, total.rules, total.examples, total.unaccounted), (7, 3, 1, 2));
    assert_eq!(total.accounted(), 5);
    assert_eq!(coverage.unaccounted().collect::<Vec<_>>(), ["1.1 s3", "1.2 s2"]);
    assert_eq!(coverage.sections[1].contested, ["1.1 s2"]);
    assert_eq!(
        coverage.to_text(),
        "\
section  sentences  rules  examples  classed  unaccounted
  1.1            4      2         0        1            1
  1.2            3      1         1        0            1
all              7      3         1        1            2
classed: 1 note
unaccounted: 1.1 s3
carried and classed as no rule: 1.1 s2
unaccounted: 1.2 s2
"
    );
}

#[test]
fn contents_account_for_themselves() {
    let lock = locked("Geese\n\n• 1.1 Nests\n\n1.1 Nests\n\nEggs lie there.");
    assert_eq!(Coverage::of(&lock, &[]).unaccounted().collect::<Vec<_>>(), ["1.1 s1"]);
}

#[test]
fn a_number_that_a_rule_lost_is_missed() {
    let lock = locked(GEESE);
    let cites = lock.resolve("1.1 s1-2", None).expect("cited");
    let audited = |text, waived: &[&str]| {
        let waived: Vec<String> = waived.iter().map(|number| (*number).to_owned()).collect();
        let found = audit(&lock, &Audited { text, cites: &cites, waived: &waived });
        let missing: Vec<String> =
            found.missing.iter().map(|(number, id)| format!("{number} of {}", lock.name(*id))).collect();
        (missing, found.idle)
    };
    assert_eq!(audited("is: 3 + roll 2d6\nfield: 0..1", &[]), (vec![], vec![]));
    assert_eq!(audited("is: 4 + roll 2d6", &[]).0, ["3 of 1.1 s1", "1 of 1.1 s2"]);
    assert_eq!(audited("is: 3 + roll 2d6", &["1", "7"]), (vec![], vec!["7".to_owned()]));
}

#[test]
fn a_fraction_may_be_written_as_a_division() {
    let lock = locked("1.1 Geese\n\nThey eat 2½ ears and ½ an apple.");
    let cites = lock.resolve("1.1", None).expect("cited");
    let missing = |text| audit(&lock, &Audited { text, cites: &cites, waived: &[] }).missing.len();
    assert_eq!(missing("ears * 5 / 2 rounded down"), 0);
    assert_eq!(missing("apples / 2 rounded down"), 1);
}

#[test]
fn a_changed_sentence_makes_its_rules_unreviewed() {
    let lock = locked(GEESE);
    let (eats, nests) =
        (lock.resolve("1.1 s1-2", None).expect("cited"), lock.resolve("1.2", None).expect("cited"));
    let mut review = Review::default();
    review.accept(&lock, "eats", &eats);
    review.accept(&lock, "nests", &nests);
    assert_eq!(review.unreviewed(&lock, &[("eats", &eats), ("nests", &nests)]), []);

    let edited = locked(&GEESE.replace("3 blades", "4 blades"));
    let found = review.unreviewed(&edited, &[("eats", &eats), ("nests", &nests), ("new", &nests)]);
    let said: Vec<(&str, bool, String)> = found
        .iter()
        .map(|one| {
            (one.rule.as_str(), one.never, one.changes.first().map(ToString::to_string).unwrap_or_default())
        })
        .collect();
    assert_eq!(
        said,
        [
            ("eats", false, "1.1 s1 changed, numbers 3 2 6 became 4 2 6".to_owned()),
            ("new", true, "1.2 s1 is newly cited".to_owned()),
        ]
    );
    review.accept(&edited, "eats", &eats);
    assert_eq!(review.unreviewed(&edited, &[("eats", &eats)]), []);
}

#[test]
fn a_sentence_that_only_moved_is_still_reviewed() {
    let lock = locked(GEESE);
    let mut review = Review::default();
    review.accept(&lock, "sleeps", &lock.resolve("1.1 s3", None).expect("cited"));
    let longer = locked(&GEESE.replace("• It sleeps.", "• It sings.\n• It sleeps."));
    let moved = longer.resolve("1.1 s4", None).expect("cited");
    let stale = longer.resolve("1.1 s3", None).expect("cited");
    assert_eq!(review.unreviewed(&longer, &[("sleeps", &moved)]), []);
    assert_eq!(review.unreviewed(&longer, &[("sleeps", &stale)]).len(), 1);
}

#[test]
fn review_state_reads_back_and_says_when_it_is_damaged() {
    let lock = locked(GEESE);
    let mut review = Review::default();
    review.accept(&lock, "eats", &lock.resolve("1.1", None).expect("cited"));
    review.accept(&lock, "house_rule", &[]);
    let text = review.to_text();
    let mut problems = Problems::new();
    assert_eq!(Review::from_text(FileId(0), &text, &mut problems), Some(review));
    assert_eq!(
        Review::from_text(FileId(0), &Review::default().to_text(), &mut problems),
        Some(Review::default())
    );
    assert!(problems.is_empty());
    assert_eq!(Review::from_text(FileId(0), &text.replace("print: \"", "print: \"x"), &mut problems), None);
    assert_eq!(Review::from_text(FileId(0), "reviewed: [", &mut problems), None);
    assert_eq!(problems.len(), 2);
}

#[test]
fn a_graph_finds_what_leads_nowhere() {
    let lock = locked(FARM);
    let graph = Graph::of(&lock, &[("Farm", "passage 1"), ("Hay", "passage 2"), ("Barn", "passage 3")]);
    let found = graph.findings();
    assert_eq!(found.dangling, [("Oats".to_owned(), vec!["passage 2".to_owned()])]);
    assert_eq!(found.orphans, ["passage 1", "passage 4"]);
    assert_eq!(found.dead_ends, ["passage 0", "passage 3"]);
    assert_eq!(found.case_only, [["Barn", "barn"]]);
}

#[test]
fn each_link_is_an_edge_a_back_reference_or_none_and_each_edge_a_link_or_none() {
    let graph = Graph::of(&locked(FARM), &[("Hay", "passage 2"), ("Barn", "passage 3")]);
    let edge = |from: &[usize], to: &[usize]| CuratedEdge {
        from: from.iter().copied().collect(),
        to: to.iter().copied().collect(),
    };
    let chart = CuratedChart {
        begins: BTreeSet::from([2]),
        edges: vec![edge(&[1, 4], &[2]), edge(&[2], &[2]), edge(&[3], &[4])],
    };
    let (links, edges) = compare(&graph, std::slice::from_ref(&chart));
    let named = |at: usize| (graph.links[at].target.as_str(), links[at]);
    assert_eq!(named(0), ("Hay", Standing::Edge));
    assert_eq!(named(1), ("barn", Standing::NoEdge));
    assert_eq!(named(3), ("Oats", Standing::Dangling));
    assert_eq!(named(4), ("Hay", Standing::Edge));
    // An edge within a passage is none of the document's, and needs no link.
    assert_eq!(edges, [[true, true, false]]);
    let chart = CuratedChart { edges: vec![edge(&[4], &[1])], ..chart };
    assert_eq!(compare(&graph, &[chart]).0[4], Standing::BackReference);
}
