//! One list of diagnostics, the same in every form of output.

mod command_setup;

use command_setup::{Project, STONES};
use serde_json::Value;

/// Two mistakes, the second behind characters of several bytes.
fn faulty() -> Project {
    let project = Project::pebbles();
    project.edit(STONES, "start: 12\n", "start: 13\n");
    project.edit(STONES, "is: if of = north", "is: if off = north");
    project.edit(STONES, "params: { of: player }", "params: { \"of\": player, \"½ — ř\": place }");
    project
}

#[test]
fn every_form_has_the_same_codes_and_places() {
    let project = faulty();
    let run = |format: &str| project.run(&["check", "--format", format, "--color", "never"]).ends(1).out;
    let json: Vec<Value> =
        run("json").lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect();
    assert!(json.len() >= 2, "{json:?}");
    let (short, full, github) = (run("short"), run("full"), run("github"));
    let sarif: Value = serde_json::from_str(&run("sarif")).expect("one document");
    let results = sarif["runs"][0]["results"].as_array().expect("a list");
    assert_eq!(
        (short.lines().count(), github.lines().count(), results.len()),
        (json.len(), json.len(), json.len())
    );
    for (nth, diagnostic) in json.iter().enumerate() {
        assert_eq!(diagnostic["schema"], 1);
        let code = diagnostic["code"].as_str().expect("a code");
        let spans = diagnostic["spans"].as_array().expect("a list");
        let span = spans.iter().find(|span| span["primary"] == true).expect("a primary place");
        let (file, line, column) = (span["file"].as_str().expect("a path"), &span["line"], &span["column"]);
        assert_eq!(file, STONES);
        let short = short.lines().nth(nth).expect("as many lines");
        assert!(short.starts_with(&format!("{file}:{line}:{column}: error[{code}]")), "{short}");
        let github = github.lines().nth(nth).expect("as many lines");
        assert!(github.starts_with(&format!("::error file={file},line={line},")), "{github}");
        assert!(github.contains(&format!("title={code}::")), "{github}");
        let region = &results[nth]["locations"][0]["physicalLocation"]["region"];
        assert_eq!((&region["startLine"], &region["startColumn"]), (line, column));
        assert_eq!(results[nth]["ruleId"], code);
        assert!(
            full.contains(&format!("error[{code}]")) && full.contains(&format!("{file}:{line}:{column}")),
            "{full}"
        );
    }
}

#[test]
fn colours_are_there_only_where_they_are_wanted() {
    let project = faulty();
    assert!(!project.run(&["check"]).out.contains('\u{1b}'));
    assert!(project.run(&["check", "--color", "always"]).out.contains('\u{1b}'));
    assert!(!project.run(&["check", "--color", "never"]).out.contains('\u{1b}'));
}

#[test]
fn results_and_remarks_go_their_own_ways() {
    let project = faulty();
    let ran = project.run(&["check", "--format", "json"]).ends(1);
    assert!(ran.out.lines().all(|line| line.starts_with('{')), "{}", ran.out);
    let ran = project.run(&["test"]).ends(1);
    assert!(ran.out.is_empty() && ran.err.contains("error["), "{}{}", ran.out, ran.err);
    let ran = project.run(&["--format", "json"]).ends(1);
    assert!(ran.out.lines().all(|line| line.starts_with('{')), "{}", ran.out);
}

#[test]
fn the_schema_is_one_document_and_knows_every_kind() {
    let project = Project::pebbles();
    let schema = project.run(&["schema"]).ends(0).out;
    let value: Value = serde_json::from_str(&schema).expect("one document");
    let kinds = value["anyOf"][0]["properties"]["rules"]["items"]["anyOf"].as_array().expect("a list");
    let of = |kind: &str| kinds.iter().find(|one| one["required"][0] == kind);
    for kind in ["table", "decision", "not-a-rule", "flowchart"] {
        assert!(of(kind).is_some(), "{kind}");
    }
    assert!(
        of("decision").expect("it is there")["properties"]["options"]["items"]["properties"]["when"]
            .is_object()
    );
    assert_eq!(project.read("rules-src/rules.schema.json"), schema);
}
