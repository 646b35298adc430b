//! Rules that go on in other files: the text of a fixture or of a page, taken apart.

use rulec_model::Choices;

/// Files that are told in one text: a line `# in errata/designer.yaml` begins the next, `# in game.yaml` what is added to the
/// game's own, and `# rulec check --edition printed` chooses an edition. What stands before is the rule file.
///
/// Every part has the other lines empty, so that problems show the lines of the whole.
pub struct Parts {
    pub rules: String,
    pub game: String,
    pub errata: Vec<(String, String)>,
    pub choices: Choices,
}

pub fn parts(text: &str) -> Parts {
    let mut parts =
        Parts { rules: String::new(), game: String::new(), errata: Vec::new(), choices: Choices::default() };
    let mut path = "rules.yaml";
    for (nth, line) in text.lines().enumerate() {
        if let Some(edition) = line.strip_prefix("# rulec check --edition ") {
            parts.choices.edition = Some(edition.to_owned());
        } else if let Some(begins) = line.strip_prefix("# in ").filter(|path| path.ends_with(".yaml")) {
            path = begins;
            if path.starts_with("errata/") {
                parts.errata.push((path.to_owned(), "\n".repeat(nth + 1)));
            }
            continue;
        }
        let part = match (path, parts.errata.last_mut()) {
            ("rules.yaml", _) => &mut parts.rules,
            ("game.yaml", _) => &mut parts.game,
            (_, Some((_, erratum))) => erratum,
            (path, None) => panic!("`{path}` is neither the rules, nor the game, nor an erratum"),
        };
        let behind = part.matches('\n').count();
        part.push_str(&"\n".repeat(nth - behind.min(nth)));
        part.push_str(line);
        part.push('\n');
    }
    parts
}
