//! Files that are not as they should be: a clear answer, and nothing lost.

mod command_setup;

use std::fs;

use command_setup::{Project, STONES};

#[test]
fn a_file_of_100_megabytes_is_named_and_not_read() {
    let project = Project::pebbles();
    let file = fs::File::create(project.path("rules-src/pebbles/huge.yaml")).expect("a file can be made");
    file.set_len(100_000_000).expect("a hole takes no room");
    let ran = project.run(&["check", "--format", "short"]).ends(1);
    assert!(ran.out.starts_with("rules-src/pebbles/huge.yaml:1:1: error[R0011]"), "{}", ran.out);
    assert!(ran.out.contains("100000000 bytes") && ran.out.lines().count() == 1, "{}", ran.out);
    project.run(&["check"]).ends(1);
}

#[test]
fn bytes_that_are_no_text_are_shown_at_their_place() {
    let project = Project::pebbles();
    project.write("rules-src/pebbles/old.yaml", b"title: \xc5\x99eka\nrules: [] # \xe8\xe1st\n");
    let ran = project.run(&["check", "--format", "short"]).ends(1);
    assert!(ran.out.starts_with("rules-src/pebbles/old.yaml:2:13: error[R0012]"), "{}", ran.out);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    assert!(project.run(&["check"]).ends(1).out.contains("the first byte that is not"));
}

#[test]
fn a_file_that_cannot_be_opened_ends_the_command() {
    let project = Project::pebbles();
    fs::create_dir(project.path("rules-src/pebbles/folder.yaml")).expect("a folder can be made");
    let ran = project.run(&["check"]).ends(2);
    assert!(ran.err.contains("rules-src/pebbles/folder.yaml"), "{}", ran.err);
}

#[test]
fn a_broken_game_file_is_one_message() {
    let project = Project::pebbles();
    project.write("rules-src/pebbles/game.yaml", b"game: \xff\n");
    let ran = project.run(&["check", "--format", "short"]).ends(1);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
}

#[test]
fn several_mistakes_are_told_together_in_order() {
    let project = Project::pebbles();
    project.edit(STONES, "  type: 0..12\n  start: 12", "  tipe: 0..12\n  type: 0..12\n  start: twelve");
    project.edit(STONES, "members: [north, south]", "members: [north, south, &x west]");
    let ran = project.run(&["check", "--format", "short"]).ends(1);
    let codes: Vec<&str> = ran.out.split("error[").skip(1).filter_map(|rest| rest.get(..5)).collect();
    assert!(codes.len() >= 3 && codes[0] == "R0002", "{}", ran.out);
}

#[test]
fn an_engine_stays_whole_where_the_new_one_cannot_be_written() {
    let project = Project::pebbles();
    project.run(&["generate"]).ends(0);
    let engine = "generated/pebbles/src/rules/stones.rs";
    let old = project.read(engine);
    project.edit(STONES, "stones in 1..3", "stones in 1..4");
    // A file where the folder for the new files must stand: nobody can write there, whoever runs the test.
    project.write("generated/.pebbles.new", "in the way");
    let ran = project.run(&["generate"]).ends(2);
    assert!(ran.err.contains(".pebbles.new"), "{}", ran.err);
    assert_eq!(project.read(engine), old);
    fs::remove_file(project.path("generated/.pebbles.new")).expect("it is there");
    project.run(&["generate"]).ends(0);
    assert_ne!(project.read(engine), old);
    assert!(!project.path("generated/.pebbles.new").exists());
}

#[cfg(unix)]
#[test]
fn an_engine_stays_whole_in_a_folder_that_cannot_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::pebbles();
    project.run(&["generate"]).ends(0);
    let folder = project.path("generated");
    let allow =
        |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).expect("the folder is ours");
    let engine = "generated/pebbles/src/rules/stones.rs";
    let old = project.read(engine);
    project.edit(STONES, "stones in 1..3", "stones in 1..4");
    allow(0o555);
    // Whoever may write everywhere, as the user root may, has nothing to see here.
    let is_forbidden = fs::File::create(folder.join("probe")).is_err();
    let ran = project.run(&["generate"]);
    allow(0o755);
    if is_forbidden {
        ran.ends(2);
        assert_eq!(project.read(engine), old);
    }
}

#[test]
fn a_file_where_generated_must_stand_is_named() {
    let project = Project::pebbles();
    project.write("generated", "in the way");
    let ran = project.run(&["generate"]).ends(2);
    assert!(ran.err.contains("generated"), "{}", ran.err);
    assert_eq!(project.read("generated"), "in the way");
}

#[test]
fn a_damaged_lock_is_told_at_its_line() {
    let project = Project::pebbles();
    project.write(
        "rules-src/pebbles/document.lock",
        "lock: 1\ndocument: \"pebbles.md\"\nstyle: bent\nsections: []\n",
    );
    let ran = project.run(&["check", "--format", "short"]).ends(1);
    assert!(ran.out.starts_with("rules-src/pebbles/document.lock:3:1: error[R0302]"), "{}", ran.out);
}

#[test]
fn an_entry_that_cannot_be_read_is_one_message_and_whoever_names_it_is_silent() {
    let games = [
        ("sekvan", "map.yaml", "  attributes:", 1),
        ("coin-tribes", "factions.yaml", "  params: {us: faction}", 1),
        ("coin-tribes", "fills/board.yaml", "  origin: house", 1),
        ("falling-sky", "guidelines.yaml", "  params: {us: faction}", 1),
    ];
    for (game, file, key, messages) in games {
        let project = Project::copy_of(game);
        let path = format!("rules-src/{game}/{file}");
        let text = project.read(&path);
        let (before, _) = key.split_once(':').expect("a key");
        // A colon and a space in a plain text: what follows on the line is kept in a comment.
        project.write(&path, text.replacen(key, &format!("{before}: a: b # "), 1));
        let ran = project.run(&["check", game, "--format", "short"]).ends(1);
        let told = ran.out.matches("error[").count() + ran.err.matches("error[").count();
        assert_eq!(told, messages, "{game}: {} {}", ran.out, ran.err);
    }
}
