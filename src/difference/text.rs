//! For people: one block for each rule, one line for each change.

use std::fmt::Write;

use clap::builder::styling::{AnsiColor, Style};
use rulec_model::diff::{Class, Found, RuleChange};

use super::{Cause, Difference, GameDifference, MovedFile, Presence};
use crate::impact;
use crate::output::counted;

/// So many names are listed before the rest is counted.
const NAMED: usize = 6;

/// As wide as the longest class.
const WIDTH: usize = "behaviour".len();

pub fn write(difference: &Difference) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(difference, &mut text);
    text
}

fn write_all(difference: &Difference, text: &mut String) -> std::fmt::Result {
    writeln!(text, "{} → {}", difference.old, difference.new)?;
    for game in &difference.games {
        writeln!(text)?;
        write_game(game, difference, text)?;
    }
    Ok(())
}

fn write_game(game: &GameDifference, sides: &Difference, text: &mut String) -> std::fmt::Result {
    let bold = Style::new().bold();
    let summary = match game.on {
        Presence::OnlyOld => "the game is gone".to_owned(),
        Presence::OnlyNew => "the game is new".to_owned(),
        Presence::Both => summary(game),
    };
    writeln!(text, "{bold}{}{bold:#}: {summary}", game.name)?;
    for (side, errors) in [(&sides.old, &game.old_errors), (&sides.new, &game.new_errors)] {
        write_errors(side, errors, text)?;
    }
    for rule in &game.comparison.rules {
        write_rule(game, rule, text)?;
    }
    let names = |names: &[String]| named(names);
    if !game.comparison.followed.is_empty() {
        writeln!(text, "\nfollow a renaming: {}", names(&game.comparison.followed))?;
    }
    if !game.comparison.moved_by_others.is_empty() {
        writeln!(
            text,
            "\nwritten as before, but changed by other rules: {}",
            names(&game.comparison.moved_by_others)
        )?;
    }
    for unread in &game.comparison.unread {
        writeln!(text, "\nno rule can be read in {unread}")?;
    }
    write_moved(&game.moved, text)?;
    if let Some(impact) = &game.impact {
        write!(text, "\n{}", impact::in_words(impact))?;
    }
    Ok(())
}

/// `3 rules differ: 1 in behaviour, 2 in wording; 1 change is accepted`
pub(super) fn summary(game: &GameDifference) -> String {
    let comparison = &game.comparison;
    if comparison.rules.is_empty() {
        return "no rule differs".to_owned();
    }
    let classes = Class::ALL.iter().filter(|class| comparison.count(**class) > 0);
    let classes: Vec<String> =
        classes.map(|class| format!("{} in {class}", comparison.count(*class))).collect();
    let all: usize = comparison.rules.iter().map(|rule| rule.changes.len()).sum();
    let open: usize = game.open().values().sum();
    let accepted = match all - open {
        0 => String::new(),
        accepted => format!("; {} accepted", counted(accepted, "change")),
    };
    let unconfirmed =
        if comparison.confirmed { "" } else { "; compared as written, since a side does not compile" };
    let verb = if comparison.rules.len() == 1 { "differs" } else { "differ" };
    format!(
        "{} {verb}: {}{accepted}{unconfirmed}",
        counted(comparison.rules.len(), "rule"),
        classes.join(", ")
    )
}

fn write_errors(side: &str, errors: &[String], text: &mut String) -> std::fmt::Result {
    if errors.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n{side} does not compile with this rulec:")?;
    for error in errors.iter().take(NAMED) {
        writeln!(text, "  {error}")?;
    }
    if errors.len() > NAMED {
        writeln!(text, "  and {} more", errors.len() - NAMED)?;
    }
    Ok(())
}

fn write_rule(game: &GameDifference, rule: &RuleChange, text: &mut String) -> std::fmt::Result {
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let cites = if rule.cites.is_empty() { String::new() } else { format!(", {}", rule.cites.join("; ")) };
    writeln!(text, "\n{bold}{}{bold:#} ({}{cites}){}", rule.rule, rule.kind, found(&rule.found))?;
    for change in &rule.changes {
        let style = style(change.class);
        let same = if change.same_meaning { "  (same meaning)" } else { "" };
        let (class, what) = (change.class.word(), change.in_words());
        match game.why(rule, change) {
            Some(why) => writeln!(text, "  {dim}{class:WIDTH$}  {what}{same}  accepted: {why}{dim:#}")?,
            None => writeln!(text, "  {style}{class:WIDTH$}{style:#}  {what}{same}")?,
        }
    }
    if !rule.errata.is_empty() {
        writeln!(text, "  {dim}{:WIDTH$}{dim:#}  {}", "erratum", rule.errata.join(", "))?;
    }
    if !rule.users.is_empty() {
        writeln!(text, "  {dim}{:WIDTH$}{dim:#}  {}", "used by", named(&rule.users))?;
    }
    Ok(())
}

fn found(found: &Found) -> &'static str {
    match found {
        Found::Edited | Found::Renamed { .. } => "",
        Found::Added => " is new",
        Found::Withdrawn => " is withdrawn",
    }
}

fn style(class: Class) -> Style {
    match class {
        Class::Behaviour => AnsiColor::Red.on_default().bold(),
        Class::Interface => AnsiColor::Yellow.on_default(),
        Class::Citation => AnsiColor::Cyan.on_default(),
        Class::Wording => Style::new().dimmed(),
    }
}

fn named(names: &[String]) -> String {
    let shown = names.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn write_moved(moved: &[MovedFile], text: &mut String) -> std::fmt::Result {
    for cause in [Cause::Rules, Cause::Both, Cause::Generator, Cause::Unknown] {
        let paths: Vec<String> =
            moved.iter().filter(|file| file.cause == cause).map(|file| file.path.clone()).collect();
        if !paths.is_empty() {
            let files = counted(paths.len(), "generated file");
            writeln!(text, "\n{files} moved {}: {}", cause.word(), named(&paths))?;
        }
    }
    Ok(())
}
