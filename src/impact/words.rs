//! The impact of a change in words, as JSON and as Markdown.

use std::fmt::Write;

use rulec_model::diff::impact::{Measure, Parted, Shift, Witness};
use serde_json::{Value, json};
use similar::{ChangeTag, TextDiff};

use super::{Impact, PartedGame};
use crate::output::counted;

/// So many answers and cells are told before the rest is counted.
const TOLD: usize = 16;

pub fn in_words(impact: &Impact) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_words(impact, &mut text);
    text
}

fn write_words(impact: &Impact, text: &mut String) -> std::fmt::Result {
    writeln!(text, "{}", heading(impact))?;
    writeln!(text, "  {}", differ(impact))?;
    let rows = rows(impact);
    let widths =
        [0, 1, 2].map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    for [label, old, new, shift] in &rows {
        let [first, second, third] = widths;
        writeln!(text, "  {label:first$}  {old:>second$} → {new:>third$}  {shift}")?;
    }
    if let Some(parted) = &impact.parted {
        write_parted(parted, text)?;
    }
    Ok(())
}

fn heading(impact: &Impact) -> String {
    let Impact { games, seed, bots, from, .. } = impact;
    let games = counted(*games, "game");
    format!("impact: {games} on both sides from {from}, seed {seed}, {bots} players")
}

fn differ(impact: &Impact) -> String {
    let share = impact.share;
    let percent = |share: f64| format!("{:.2}", 100.0 * share);
    format!(
        "{} {}, {} % ({} to {})",
        counted(impact.differ, "game"),
        if impact.differ == 1 { "differs" } else { "differ" },
        percent(share.share),
        percent(share.low),
        percent(share.high)
    )
}

/// Label, before, now, shift with its interval; what is nought on both sides says nothing.
fn rows(impact: &Impact) -> Vec<[String; 4]> {
    let says =
        |(measure, shift): &&(Measure, Shift)| !measure.is_share || shift.old != 0.0 || shift.new != 0.0;
    let rows = impact.shifts.iter().filter(says).map(|(measure, shift)| {
        let (scale, unit) = if measure.is_share { (100.0, " %") } else { (1.0, "") };
        let told = |value: f64| format!("{:.2}{unit}", scale * value);
        let signed = |value: f64| signed(scale * value);
        let moved =
            format!("{}{unit} ({} to {})", signed(shift.shift), signed(shift.low), signed(shift.high));
        [measure.label.clone(), told(shift.old), told(shift.new), moved]
    });
    rows.collect()
}

/// With its sign, and without one where it rounds to nothing.
fn signed(value: f64) -> String {
    let text = format!("{value:+.2}");
    if text == "-0.00" || text == "+0.00" { "0.00".to_owned() } else { text }
}

fn write_parted(parted: &PartedGame, text: &mut String) -> std::fmt::Result {
    let PartedGame { seed, answers, witness, .. } = parted;
    if *answers == 0 && matches!(witness.parted, Parted::State(_)) {
        writeln!(text, "\n  they part as they are set up, before anybody answers")?;
        return write_differing(witness, text);
    }
    writeln!(
        text,
        "\n  where they part soonest: seed {seed}, after {}; {} are enough",
        counted(*answers, "answer"),
        witness.answers.len()
    )?;
    if !witness.answers.is_empty() {
        writeln!(text, "    answers: {}", some(&witness.answers))?;
    }
    let needed: Vec<String> = witness.needed.iter().map(|(cell, value)| format!("{cell} {value}")).collect();
    writeln!(
        text,
        "    smallest state, {} of {} cells that had left their start: {}",
        needed.len(),
        witness.stood,
        if needed.is_empty() { "none".to_owned() } else { some(&needed) }
    )?;
    let answer = witness.answer.as_ref().map(|answer| format!(", answered `{answer}`"));
    writeln!(text, "    waited for: {}{}", witness.waiting, answer.unwrap_or_default())?;
    for line in parted_lines(&witness.parted) {
        writeln!(text, "    {line}")?;
    }
    write_differing(witness, text)?;
    for line in TextDiff::from_lines(&parted.old, &parted.new).iter_all_changes() {
        let sign = match line.tag() {
            ChangeTag::Equal => ' ',
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
        };
        writeln!(text, "    {sign} {}", line.value().trim_end())?;
    }
    Ok(())
}

fn write_differing(witness: &Witness, text: &mut String) -> std::fmt::Result {
    witness.differing.iter().try_for_each(|(cell, was, now)| writeln!(text, "    {cell}: {was} → {now}"))
}

fn parted_lines(parted: &Parted) -> Vec<String> {
    match parted {
        Parted::Waiting { old, new } => vec![format!("before, {old} is waited for; now, {new}")],
        Parted::Options { only_old, only_new } => {
            let offered = [("no longer offered", only_old), ("newly offered", only_new)];
            let told = offered.into_iter().filter(|(_, options)| !options.is_empty());
            told.map(|(what, options)| format!("{what}: {}", some(options))).collect()
        }
        Parted::State(_) => Vec::new(),
        Parted::Answer { old, new } => {
            let told = [("before", old), ("now", new)].into_iter();
            told.filter_map(|(side, why)| Some(format!("{side}, it {}", why.as_ref()?))).collect()
        }
    }
}

fn some(names: &[String]) -> String {
    let told = names.iter().take(TOLD).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(TOLD) {
        0 => told,
        more => format!("{told} and {more} more"),
    }
}

pub fn in_markdown(impact: &Impact) -> String {
    let mut text = format!(
        "{}\n\n{}\n\n| measure | before | now | shift (95 %) |\n|---|---|---|---|\n",
        heading(impact),
        differ(impact)
    );
    for row in rows(impact) {
        let _ = writeln!(text, "| {} |", row.map(|cell| cell.replace('|', "\\|")).join(" | "));
    }
    if let Some(parted) = &impact.parted {
        let mut told = String::new();
        let _ = write_parted(parted, &mut told);
        let _ = writeln!(text, "\n```\n{}\n```", told.trim());
    }
    text
}

pub fn in_json(impact: &Impact) -> Value {
    let shifts: Vec<Value> = impact
        .shifts
        .iter()
        .map(|(measure, shift)| {
            json!({
                "measure": measure.label, "share": measure.is_share, "before": shift.old, "now": shift.new,
                "shift": shift.shift, "low": shift.low, "high": shift.high,
            })
        })
        .collect();
    json!({
        "games": impact.games, "seed": impact.seed, "players": impact.bots, "from": impact.from,
        "differ": { "games": impact.differ, "share": impact.share.share, "low": impact.share.low, "high": impact.share.high },
        "shifts": shifts,
        "parted": impact.parted.as_ref().map(parted),
    })
}

fn parted(parted: &PartedGame) -> Value {
    let witness = &parted.witness;
    let pairs = |list: &[(String, String)]| -> Vec<Value> {
        list.iter().map(|(cell, value)| json!({ "cell": cell, "value": value })).collect()
    };
    let differing: Vec<Value> = witness
        .differing
        .iter()
        .map(|(cell, was, now)| json!({ "cell": cell, "was": was, "now": now }))
        .collect();
    json!({
        "seed": parted.seed,
        "after": parted.answers,
        "answers": witness.answers,
        "waited for": witness.waiting,
        "answer": witness.answer,
        "parted": parted_lines(&witness.parted),
        "state": pairs(&witness.needed),
        "differing": differing,
        "before": parted.old,
        "now": parted.new,
    })
}
