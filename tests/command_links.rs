//! Flowcharts held against the links of a document that was clicked through. The document here is our own.

mod command_setup;

use command_setup::{Project, STONES};

const BOOK: &str = "Geese

**Are the geese hungry?** [[YES->HAY]] [[NO->Walk]] [[HELP->Farmer]]

**Eat the hay.** [[THEN->Feast]]

**Walk to the pond.** [[AGAIN->Hungry]] [[THEN->WALK]]

**Swim.**

**Sleep.** [[END->Hungry]]
";

const CHART: &str = "
- not-a-rule: title
  cite: passage 0 s1
  class: heading

- flowchart: geese
  house: A first example.
  nodes:
    hungry:
      cite: passage 1 s1
      ask: heap > 0
      yes: eat
      no: walk
    eat:
      cite: passage 2 s1
      do: heap -= min(heap, 1)
      then: end
    walk:
      cite: passage 3 s1
      do: heap -= min(heap, 2)
      then: swim
    swim:
      cite: passage 4 s1
      do: heap -= min(heap, 3)
      then: end
";

const RECORDS: &str = "
- defect: farmer_and_feast
  cite: [passage 1 s1, passage 2 s1]
  says: Two links lead to pages that are not there.
  reading: Nobody helps, and the turn ends.
  links: [Farmer, Feast]
  edges: [eat then, swim then]

- defect: lonely_sleep
  cite: passage 5 s1
  says: Nothing leads to the sleep.
  reading: The geese do not sleep.
  links: Hungry
  passage is: orphan

- defect: walk_and_swim
  cite: passage 3 s1
  says: Two names differ in the case of letters only.
  reading: The second is the swim.
  passage is: named alike

- defect: swim_without_end
  cite: passage 4 s1
  says: The swim leads nowhere.
  reading: The turn ends.
  passage is: dead end
";

fn geese(records: &str) -> Project {
    let project = Project::pebbles();
    project.write("books/pebbles.md", BOOK);
    project.run(&["lock", "--documents", "books"]).ends(0);
    project.write(STONES, project.read(STONES) + CHART + records);
    let passages = "passages: {Hungry: passage 1, HAY: passage 2, Walk: passage 3, WALK: passage 4}\n";
    let game = "rules-src/pebbles/game.yaml";
    project.write(game, project.read(game) + passages);
    project
}

#[test]
fn what_does_not_hang_together_is_found_from_the_lock_alone() {
    let ran = geese("").run(&["check", "--format", "short"]).ends(0);
    let found: Vec<&str> = ran.out.lines().filter_map(|line| Some(line.split_once("warning[")?.1)).collect();
    assert_eq!(
        found,
        [
            "R0310]: the link `Hungry` to passage 1 is no edge of a flowchart: passage 5 s1",
            "R0312]: no link leads to passage 5",
            "R0310]: links name `Farmer`, which is no passage: passage 1 s1",
            "R0310]: links name `Feast`, which is no passage: passage 2 s1",
            "R0311]: the edge `eat then` of `geese` to `end` is no link of the document",
            "R0312]: names of passage 3 and passage 4 differ only in the case of letters: WALK, Walk",
            "R0312]: no link leads on from passage 4",
            "R0311]: the edge `swim then` of `geese` to `end` is no link of the document",
        ],
        "{}",
        ran.out
    );
}

#[test]
fn what_a_defect_records_is_no_finding() {
    let project = geese(RECORDS);
    let ran = project.run(&["check", "--format", "short"]).ends(0);
    assert!(!ran.out.contains("warning"), "{}", ran.out);
    let ran = project.run(&["coverage", "pebbles"]);
    let counted = "7 links: 3 edges, 1 back-references, 0 of notes, 3 recorded, 0 open; 2 repaired edges";
    assert!(ran.out.contains(counted), "{}", ran.out);
}

#[test]
fn a_redirected_edge_leaves_its_link_without_one() {
    let project = geese(RECORDS);
    project.edit(STONES, "no: walk", "no: swim");
    let ran = project.run(&["check", "--format", "short"]);
    assert!(ran.out.contains("the link `Walk` to passage 3 is no edge of a flowchart"), "{}", ran.out);
    assert!(ran.out.contains("the edge `hungry no` of `geese` to `swim` is no link"), "{}", ran.out);
}

#[test]
fn a_record_of_nothing_is_told() {
    let project = geese(RECORDS);
    project.edit(STONES, "links: [Farmer, Feast]", "links: [Farmer, Feast, Hay]");
    project.edit(STONES, "edges: [eat then, swim then]", "edges: [eat then, swim then, swim no]");
    let game = "rules-src/pebbles/game.yaml";
    project.edit(game, "{Hungry: passage 1,", "{Pond: passage 9, Lake: passage 3, Hungry: passage 1,");
    let ran = project.run(&["check", "--format", "short"]).ends(0);
    for told in [
        "R0313]: no sentence that `farmer_and_feast` cites has a link `Hay`",
        "R0313]: no flowchart has an edge `swim no`",
        "R0313]: the document has no `passage 9`",
        "R0313]: no link names `Lake`",
    ] {
        assert!(ran.out.contains(told), "{told}\n{}", ran.out);
    }
}
