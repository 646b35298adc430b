//! Rules as people look at them: tables, sequences and flowcharts in text, and everything else as it is written.

mod flowchart;
mod picture;
mod script;
mod sequence;
mod table;

use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_grammar::span::Span;
use rulec_model::surface::tree::{Amended, Body, Origin, Rule};

pub use script::{expression, lines};

/// The longest text that an amendment is told with on one line.
const SHORT: usize = 48;

/// The rules of this name; where there are none, the flowcharts of this title, whatever its letters' case.
pub fn called<'a>(game: &'a Checked, name: &str) -> Vec<&'a Rule> {
    let named: Vec<&Rule> = game.rules.iter().filter(|rule| rule.name.value == name).collect();
    if !named.is_empty() {
        return named;
    }
    let is_titled =
        |rule: &&Rule| rule.title.as_ref().is_some_and(|title| title.to_lowercase() == name.to_lowercase());
    game.rules.iter().filter(|rule| rule.kind == "flowchart").filter(is_titled).collect()
}

/// A flowchart as an SVG file; none of other rules.
pub fn picture(game: &Checked, rule: &Rule) -> Option<String> {
    let Body::Flowchart { nodes, .. } = &rule.body else { return None };
    Some(picture::draw(game, rule, nodes))
}

/// One rule: its heading, then the picture that its kind has.
pub fn rule(game: &Checked, rule: &Rule) -> String {
    let mut text = heading(rule);
    match &rule.body {
        Body::Table(of) => text.push_str(&table::draw(game, rule, of)),
        Body::Sequence(of) => text.push_str(&sequence::draw(game, of)),
        Body::Flowchart { nodes, .. } => text.push_str(&flowchart::draw(game, nodes)),
        Body::Fill(of) => text.push_str(&table::draw_fill(game, rule, of)),
        Body::Unread
        | Body::Type(_)
        | Body::Pool { .. }
        | Body::Space { .. }
        | Body::State { .. }
        | Body::Constant { .. }
        | Body::Function { .. }
        | Body::Modifiers { .. }
        | Body::Select(_)
        | Body::Invariant { .. }
        | Body::View { .. }
        | Body::Procedure(_)
        | Body::Decision(_)
        | Body::Answer(_)
        | Body::Whenever { .. }
        | Body::Victory { .. }
        | Body::Scenario { .. }
        | Body::Hole { .. }
        | Body::Reading { .. }
        | Body::Defect { .. }
        | Body::Example(_)
        | Body::NotARule { .. } => text.push_str(&source(game, rule)),
    }
    text
}

/// The name, what the rule says, where it comes from.
pub fn heading(rule: &Rule) -> String {
    let mut text = format!("{} {}", rule.kind, rule.name.value);
    if let Some(title) = &rule.title {
        let _ = write!(text, " – {title}");
    }
    text.push('\n');
    if let Some(says) = &rule.says {
        for line in says.trim().lines() {
            let _ = writeln!(text, "  {line}");
        }
    }
    let cites = rule.cite_texts().join("; ");
    if !cites.is_empty() {
        let _ = writeln!(text, "  cites {cites}");
    }
    if let Some(origin) = &rule.origin {
        let _ = writeln!(text, "  {}", origin_text(origin));
    }
    for amended in &rule.amended {
        let _ = writeln!(text, "  {}", amended_text(amended));
        if let Some(says) = &amended.says {
            let _ = writeln!(text, "    {}", says.trim().replace('\n', " "));
        }
    }
    text.push('\n');
    text
}

/// ``amended by designer_2018: at `nodes ae6 no` stands `ae_march`, where `ae_end` stood``
fn amended_text(amended: &Amended) -> String {
    let Amended { erratum, at, was, now, .. } = amended;
    if at.is_empty() {
        return format!("added by {erratum}");
    }
    // Longer texts are told by `explain`.
    let is_short = |text: &Option<String>| text.as_ref().is_none_or(|text| text.chars().count() <= SHORT);
    let change = match (was, now) {
        _ if !is_short(was) || !is_short(now) => format!("at `{at}`"),
        (Some(was), Some(now)) => format!("at `{at}` stands `{now}`, where `{was}` stood"),
        (Some(was), None) => format!("at `{at}` nothing stands, where `{was}` stood"),
        (None, Some(now)) => format!("at `{at}` stands `{now}`, where nothing stood"),
        (None, None) => format!("at `{at}`"),
    };
    format!("amended by {erratum}: {change}")
}

/// `house: …`
pub fn origin_text(origin: &Origin) -> String {
    let (word, why) = match origin {
        Origin::House(why) => ("house", why),
        Origin::Published(source) => ("published", source),
        Origin::Private(what) => ("private", what),
    };
    format!("{word}: {}", why.trim().replace('\n', " "))
}

/// The amendments of the rule as they stand in the files of the errata.
pub fn amendments(game: &Checked, rule: &Rule) -> String {
    let mut text = String::new();
    // A rule that was added stands in the erratum itself.
    for amended in rule.amended.iter().filter(|amended| !amended.at.is_empty()) {
        let file = game.files.get(amended.span.file).map_or("", |file| file.path.as_str());
        let _ = writeln!(
            text,
            "as amended in {file}{}\n\n{}",
            source_of(game, amended),
            lines_of(game, amended.span)
        );
    }
    text
}

/// `, Errata of 3 May (published: the publisher's page)`
fn source_of(game: &Checked, amended: &Amended) -> String {
    let Some(erratum) = game.errata.iter().find(|erratum| erratum.name.value == amended.erratum) else {
        return String::new();
    };
    let cites: Vec<&str> = erratum.cites.iter().map(|cite| cite.value.as_str()).collect();
    let sources =
        [erratum.origin.as_ref().map(origin_text), Some(cites.join("; ")).filter(|text| !text.is_empty())];
    let sources: Vec<String> = sources.into_iter().flatten().collect();
    let sources = if sources.is_empty() { String::new() } else { format!(" ({})", sources.join("; ")) };
    format!(", {}{sources}", erratum.title)
}

/// The entry as it stands in its file.
pub fn source(game: &Checked, rule: &Rule) -> String {
    lines_of(game, rule.span)
}

fn lines_of(game: &Checked, span: Span) -> String {
    let Some(file) = game.files.get(span.file) else { return String::new() };
    let start = span.range().start;
    let before = file.text.get(..start).unwrap_or_default();
    let column = start - before.rfind('\n').map_or(0, |newline| newline + 1);
    let mut text = String::new();
    for (nth, line) in game.files.slice(span).trim_end().lines().enumerate() {
        // The first line begins at the entry's own column, behind its dash.
        let line = if nth == 0 { line } else { without_indent(line, column) };
        let _ = writeln!(text, "  {line}");
    }
    text
}

fn without_indent(line: &str, columns: usize) -> &str {
    let indent = line.len() - line.trim_start_matches(' ').len();
    line.get(indent.min(columns)..).unwrap_or_default()
}

/// The game and its rules, chapter by chapter.
pub fn overview(game: &Checked) -> String {
    let mut text = String::new();
    if let Some(file) = &game.game {
        let _ = writeln!(text, "{} – {}", file.name.value, file.title);
        let _ = writeln!(
            text,
            "  document {}, players {}, starts with {}",
            file.document, file.players.value, file.start.value
        );
        for erratum in game.in_force() {
            let _ = writeln!(text, "  erratum {}: {}", erratum.name.value, erratum.title);
        }
    }
    let width =
        game.rules.iter().map(|rule| rule.name.value.chars().count()).max().unwrap_or_default().min(36);
    let mut chapter = "";
    for rule in &game.rules {
        if rule.chapter != chapter {
            chapter = &rule.chapter;
            let _ = writeln!(text, "\n{chapter}");
        }
        let says = rule.says.as_deref().unwrap_or_default().trim().replace('\n', " ");
        let house = if matches!(rule.origin, Some(Origin::House(_))) { "house: " } else { "" };
        let line = format!("  {:11} {:width$}  {house}{says}", rule.kind, rule.name.value);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
