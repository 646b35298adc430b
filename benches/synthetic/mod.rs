//! Invented rule sets of any size: groups of six rules, of the kinds that games are mostly made of.

use std::fmt::Write;
use std::ops::Range;

/// The rules around the groups, and the head of their file.
pub fn frame() -> String {
    "rules:\n- type: power\n  house: invented\n  members: [romans, gauls]\n\
     - procedure: main\n  house: invented\n  do: stop\n"
        .to_owned()
}

/// The rules of some groups, without the head of a file.
pub fn groups(numbers: Range<usize>) -> String {
    let mut rules = String::new();
    for n in numbers {
        let _ = write!(
            rules,
            "- state: level_{n}\n  house: invented\n  for: power\n  type: 0..9\n\
             - function: twice_{n}\n  house: invented\n  params: {{ who: power }}\n  is: level_{n}[who] * 2\n\
             - table: results_{n}\n  house: invented\n  key: 2..12\n  clamped: true\n  columns: {{ points: 0..3 }}\n  \
             rows: {{ 2..6: {{ points: 0 }}, any: {{ points: 1 }} }}\n\
             - modifiers: bonus_{n}\n  house: invented\n  params: {{ who: power }}\n  add:\n  - {{ value: 1, when: twice_{n}(who) > 4 }}\n\
             - procedure: act_{n}\n  house: invented\n  params: {{ who: power }}\n  do: |\n    \
             let total = roll 2d6 + bonus_{n}(who)\n    if level_{n}[who] < 9:\n      level_{n}[who] += 1\n\
             - decision: choose_{n}\n  house: invented\n  by: romans\n  options:\n  - option: go_{n}\n    do: call act_{n}(gauls)\n\
             \n"
        );
    }
    rules
}
