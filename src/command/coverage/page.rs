//! Coverage as a page to look at: each sentence a cell, coloured by who accounts for it.
//!
//! One file that needs nothing beside it: no scripts, fonts or images. The same rules give the same bytes. Where the reader has the
//! document, cells say their sentence as title text, and then the page says that it is not to be published.

use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_model::document::Coverage;
use rulec_model::document::coverage::{By, SentenceAccount, by_sentence};
use rulec_model::surface::tree::{Body, Origin, Rule};

use super::Covered;
use super::exercised::Exercised;
use crate::report;

/// Whether the page of these games holds sentences of documents.
pub fn holds_sentences(all: &[Covered<'_>]) -> bool {
    all.iter().any(|covered| covered.game.document.is_some())
}

pub fn page(all: &[Covered<'_>]) -> String {
    let titles: Vec<String> = all.iter().map(|covered| escaped(title(covered.game))).collect();
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Coverage of {}</title>\n<style>\n{}</style>\n</head>\n<body>\n<h1>Who accounts for each sentence</h1>\n",
        titles.join(", "),
        include_str!("page.css")
    );
    html.push_str(if holds_sentences(all) {
        "<p class=\"warning\"><strong>Not to be published.</strong> The cells’ title texts are sentences of the documents, which belong \
         to their publishers.</p>\n"
    } else {
        "<p class=\"quiet\">One cell is one sentence; point at it for its place and the rules that cite it. The page holds none of \
         the documents’ words.</p>\n"
    });
    all.iter().for_each(|covered| game(covered, &mut html));
    html.push_str("</body>\n</html>\n");
    html
}

fn title(game: &Checked) -> &str {
    game.game.as_ref().map_or(game.name.as_str(), |file| file.title.as_str())
}

fn game(covered: &Covered<'_>, html: &mut String) {
    let Covered { game, lock, claims, coverage, exercised } = covered;
    let edition = game.edition.as_deref().unwrap_or_default();
    let _ = writeln!(
        html,
        "<section>\n<h2>{} <small>{} · edition {}</small></h2>",
        escaped(title(game)),
        escaped(&coverage.document),
        escaped(edition)
    );
    let sections = by_sentence(lock, claims);
    summary(coverage, &sections, html);
    table(game, coverage, &sections, html);
    if let Some(exercised) = exercised {
        unexercised(exercised, html);
    }
    registers(game, html);
    html.push_str("</section>\n");
}

/// The five answers to *who*: class of the style sheet, and what the legend says.
const ANSWERS: [(&str, &str); 5] = [
    ("rule", "carried by a rule"),
    ("example", "run as an example"),
    ("class", "classed as no rule"),
    ("contested", "carried and classed: one is wrong"),
    ("nobody", "nobody"),
];

fn class(by: By<'_>) -> &'static str {
    match by {
        By::Rule => "rule",
        By::Example => "example",
        By::Class(_) => "class",
        By::Nobody => "nobody",
        By::Contested => "contested",
    }
}

/// The share that is accounted for, as a number, a bar and a legend.
fn summary(coverage: &Coverage, sections: &[Vec<SentenceAccount<'_>>], html: &mut String) {
    let (done, all) = (coverage.total.accounted(), coverage.total.sentences);
    // Rounded down: what is not all is not 100 %.
    let percent = (100 * done).checked_div(all).unwrap_or(100);
    let _ = writeln!(html, "<p><strong>{percent} %</strong> – {done} of {all} sentences accounted for</p>");
    let counts = ANSWERS
        .map(|(answer, _)| sections.iter().flatten().filter(|account| class(account.by) == answer).count());
    html.push_str("<div class=\"bar\" aria-hidden=\"true\">");
    for ((answer, _), count) in ANSWERS.iter().zip(counts).filter(|(_, count)| *count > 0) {
        let _ = write!(html, "<span class=\"{answer}\" style=\"flex:{count}\"></span>");
    }
    html.push_str("</div>\n<ul class=\"legend\">");
    for ((answer, words), count) in ANSWERS.iter().zip(counts) {
        let _ = write!(html, "<li><i class=\"{answer}\"></i>{words}: {count}</li>");
    }
    html.push_str("</ul>\n");
}

fn table(game: &Checked, coverage: &Coverage, sections: &[Vec<SentenceAccount<'_>>], html: &mut String) {
    html.push_str("<table>\n<tr><th>section</th><th>sentences</th>");
    for heading in ["all", "rules", "examples", "classed", "open"] {
        let _ = write!(html, "<th class=\"number\">{heading}</th>");
    }
    html.push_str("</tr>\n");
    for (section, accounts) in coverage.sections.iter().zip(sections) {
        if accounts.is_empty() {
            continue;
        }
        let indent = f32::from(section.level.saturating_sub(1)) * 0.9 + 0.5;
        let name = escaped(&section.section);
        let _ = write!(html, "<tr><td class=\"name\" style=\"padding-left:{indent:.1}rem\">{name}</td>");
        html.push_str("<td><div class=\"cells\">");
        accounts.iter().for_each(|account| cell(game, account, html));
        html.push_str("</div></td>");
        numbers(&section.counts, html);
        html.push_str("</tr>\n");
    }
    html.push_str("<tr class=\"all\"><td>all</td><td></td>");
    numbers(&coverage.total, html);
    html.push_str("</tr>\n</table>\n");
}

fn numbers(counts: &rulec_model::document::coverage::Counts, html: &mut String) {
    let classed = counts.classed.values().sum();
    for count in [counts.sentences, counts.rules, counts.examples, classed] {
        let zero = if count == 0 { " zero" } else { "" };
        let _ = write!(html, "<td class=\"number{zero}\">{count}</td>");
    }
    let open = if counts.unaccounted == 0 { "zero" } else { "open" };
    let _ = write!(html, "<td class=\"number {open}\">{}</td>", counts.unaccounted);
}

/// `13.2 s3 – siege_results (table)`, and the sentence itself where the reader has it.
fn cell(game: &Checked, account: &SentenceAccount<'_>, html: &mut String) {
    let who: Vec<String> = account
        .entries
        .iter()
        .map(|claim| format!("{} ({})", claim.rule, claim.class.unwrap_or(claim.kind)))
        .collect();
    let who = match (account.by, who.as_slice()) {
        (By::Nobody, _) => "nobody".to_owned(),
        (By::Class(class), []) => class.to_owned(),
        (By::Class(_) | By::Rule | By::Example | By::Contested, who) => who.join(", "),
    };
    let mut text = format!("{} – {who}", account.name);
    for (_, span) in game.passage(std::slice::from_ref(&account.name)) {
        let words: Vec<&str> = game.files.slice(span).split_whitespace().collect();
        let _ = write!(text, "\n{}", words.join(" "));
    }
    let _ = write!(html, "<i class=\"{}\" title=\"{}\"></i>", class(account.by), escaped(&text));
}

fn unexercised(exercised: &Exercised, html: &mut String) {
    let done = exercised.by_examples + exercised.by_games;
    let _ = writeln!(
        html,
        "<h3>Rules that nothing exercises <small>{done} of {} rules are exercised by {}</small></h3>",
        exercised.rules,
        exercised.by_what()
    );
    if exercised.by_nothing.is_empty() {
        html.push_str("<p class=\"quiet\">None.</p>\n");
        return;
    }
    html.push_str("<table>\n");
    for rule in &exercised.by_nothing {
        let house = if rule.house { "<span class=\"tag\">house</span>" } else { "" };
        let at = escaped(rule.at.as_deref().unwrap_or_default());
        let _ = writeln!(
            html,
            "<tr><td class=\"name\">{}</td><td><code>{}</code> {house}</td><td class=\"quiet\"><code>{at}</code></td></tr>",
            rule.kind,
            escaped(&rule.rule)
        );
    }
    html.push_str("</table>\n");
}

/// Longer lists are folded, so that the page can be taken in at a glance.
const OPEN_AT_MOST: usize = 12;

/// What is ours and not the rulebook's: inventions, readings, and what we take to be wrong in it.
fn registers(game: &Checked, html: &mut String) {
    let house = |rule: &&Rule| matches!(rule.origin, Some(Origin::House(_)));
    let why = |rule: &Rule| match &rule.origin {
        Some(Origin::House(why) | Origin::Published(why) | Origin::Private(why)) => why.clone(),
        None => String::new(),
    };
    register(
        "Of the house",
        "our own inventions",
        game,
        &game.rules.iter().filter(house).collect::<Vec<_>>(),
        why,
        html,
    );
    let defects = game.rules.iter().filter(|rule| matches!(rule.body, Body::Defect { .. }));
    let says = |rule: &Rule| rule.says.clone().unwrap_or_default();
    register("Defects", "where the document is wrong", game, &defects.collect::<Vec<_>>(), says, html);
    let readings = game.rules.iter().filter(|rule| matches!(rule.body, Body::Reading { .. }));
    register(
        "Readings",
        "passages that can be read in two ways",
        game,
        &readings.collect::<Vec<_>>(),
        reading,
        html,
    );
}

/// The answer taken, and why.
fn reading(rule: &Rule) -> String {
    let Body::Reading { answers, default, why, .. } = &rule.body else { return String::new() };
    let taken = answers.iter().find(|answer| answer.0.value == default.value);
    let taken = taken.map(|answer| answer.1.trim().to_owned()).unwrap_or_default();
    format!("{}: {taken} {}", default.value, why.trim())
}

fn register(
    heading: &str,
    words: &str,
    game: &Checked,
    rules: &[&Rule],
    text: impl Fn(&Rule) -> String,
    html: &mut String,
) {
    if rules.is_empty() {
        return;
    }
    let open = if rules.len() <= OPEN_AT_MOST { " open" } else { "" };
    let _ = writeln!(
        html,
        "<details{open}>\n<summary><h3>{heading} <small>{words}: {}</small></h3></summary>\n<table>",
        rules.len()
    );
    for rule in rules {
        let cites = rule.cite_texts().join("; ");
        let at = report::place_of_rule(game, &rule.name.value).unwrap_or_default();
        let _ = writeln!(
            html,
            "<tr><td class=\"name\"><code title=\"{}\">{}</code></td><td>{}</td><td class=\"number quiet\">{}</td></tr>",
            escaped(&at),
            escaped(&rule.name.value),
            escaped(text(rule).trim()),
            escaped(&cites)
        );
    }
    html.push_str("</table>\n</details>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
