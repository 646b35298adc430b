//! Maps and scenarios of *The Siege of Alesia* that are no good: each is refused once, with its place and the rule that it breaks.

mod command_setup;

use command_setup::Project;

/// File, what stands there, what is put there, place and message.
const CASES: [(&str, &str, &str, &str); 11] = [
    (
        "map.yaml",
        "..^^....................",
        "..^^...................",
        "map.yaml:91:5: error[R0411]: this line has 23 places",
    ),
    (
        "map.yaml",
        "..^^....................",
        "..^^?...................",
        "map.yaml:91:9: error[R0412]: `?` is not on the legend",
    ),
    (
        "map.yaml",
        "between: [w6018, w6118]",
        "between: [w4815, w4816]",
        "`gates_stand_in_a_side` does not hold for w4815",
    ),
    (
        "map.yaml",
        "..^^....................",
        "..G^....................",
        "`gates_stand_in_the_wall` does not hold for w4207",
    ),
    ("scenarios.yaml", "(tenth_2, w4312, 0)", "(tenth_2, w9112, 0)", "there is no name or hex `w9112`"),
    (
        "scenarios.yaml",
        "(numidian_1, w5815, 1)",
        "(numidian_1, w5116, 1)\n    call post(numidian_2, w5116, 1)",
        "`post(numidian_2, w5116, 1)` is called although `room(unit, there)`",
    ),
    (
        "scenarios.yaml",
        "(eleventh_scorpio, w5320, 3)",
        "(eleventh_scorpio, w5114, 3)",
        "`post(eleventh_scorpio, w5114, 3)` is called although `room(unit, there)`",
    ),
    (
        "scenarios.yaml",
        "(tenth_2, w4312, 0)",
        "(tenth_2, w4012, 0)",
        "`post(tenth_2, w4012, 0)` is called although `free_of_neighbours(unit, there)`",
    ),
    (
        "scenarios.yaml",
        "(tenth_2, w4312, 0)",
        "(tenth_2, w4212, 0)",
        "`post(tenth_2, w4212, 0)` is called although `deployment_open(unit, there)`",
    ),
    (
        "scenarios.yaml",
        "leader_at[caesar] = w5818",
        "stack[w5116] += tenth_1",
        "`nobody_stands_in_two_hexes` does not hold for w5116",
    ),
    (
        "scenarios.yaml",
        "leader_at[caesar] = w5818",
        "call put(eleventh_scorpio, w5114)",
        "`stacks_within_limits` does not hold for",
    ),
];

#[test]
fn bad_maps_and_scenarios_are_refused_with_place_and_rule() {
    let project = Project::copy_of("alesia");
    for (file, was, now, message) in CASES {
        let path = format!("rules-src/alesia/{file}");
        let sound = project.read(&path);
        assert!(sound.contains(was), "`{was}` is not in {file}");
        project.write(&path, sound.replacen(was, now, 1));
        let ran = project.run(&["check", "alesia", "--format", "short"]).ends(1);
        assert!(
            ran.out.contains(message),
            "`{now}` should be refused with\n{message}\nand is with\n{}",
            ran.out
        );
        assert!(ran.out.lines().count() <= 3, "one mistake is told once for each scenario:\n{}", ran.out);
        project.write(&path, sound);
    }
    project.run(&["check", "alesia"]).ends(0);
}
