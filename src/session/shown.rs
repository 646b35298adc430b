//! What the player sees: questions, options, explanations, refusals, the end.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use rulec_build::checked::Checked;
use rulec_model::interpreter::example::fault_text;
use rulec_model::interpreter::{Choice, Interpreter, Prepared};
use rulec_model::machine::{DecisionOption, Machine, Origin, Rule, Type};
use rulec_model::source::on_one_line;
use rulec_model::surface::tree::{Body, FlowKind};
use rulec_runtime::{Event, Game, Refusal, RuleIndex, Trace, Waiting};

/// What is waited for, and the options with their numbers.
pub fn question(machine: &Machine, game: &Interpreter<'_>, options: &[Choice<'_>]) -> String {
    let mut text = String::new();
    match game.waiting() {
        Waiting::Choice { seat, rule: asks } => {
            let of = of_whom(machine, game, &seat.to_string());
            let _ = writeln!(
                text,
                "\n{seat}: {}",
                rule(machine, asks).map(|rule| heading(rule, &of)).unwrap_or_default()
            );
            let names: Vec<String> = options.iter().map(ToString::to_string).collect();
            let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default().min(40);
            for (nth, (option, name)) in options.iter().zip(&names).enumerate() {
                let _ = writeln!(
                    text,
                    "{}",
                    format!("{:4}  {name:width$}  {}", nth + 1, about(machine, option)).trim_end()
                );
            }
        }
        Waiting::Roll { count, sides } => {
            let _ = writeln!(text, "\nroll {count}d{sides} and give the total");
        }
        Waiting::Draw { among } => {
            let _ = writeln!(text, "\ndraw one of {among} by an equal chance and give its number");
            text.push_str(&candidates(machine, game, among));
        }
        Waiting::Over => text.push_str("the game is over\n"),
        Waiting::Halted => text.push_str("the game has halted\n"),
    }
    text
}

/// ` [Veii, 3]`: what a decision is asked of, without the person's own seat.
fn of_whom(machine: &Machine, game: &Interpreter<'_>, seat: &str) -> String {
    let Some((id, arguments)) = game.decision() else { return String::new() };
    let words =
        machine.decision(id).locals.iter().zip(arguments).filter_map(|(local, value)| match local.holds {
            Type::Member(of) | Type::Optional(of) => {
                let kind = &machine.types[of.idx()];
                let nth = usize::try_from(*value).ok()?;
                let name = kind.members.get(nth)?;
                let title = kind.titles.get(nth).unwrap_or(name);
                (name != seat).then(|| title.clone())
            }
            Type::Integer { .. } => Some(value.to_string()),
            Type::Boolean | Type::Set(_) => None,
        });
    let words: Vec<String> = words.collect();
    if words.is_empty() { String::new() } else { format!(" [{}]", words.join(", ")) }
}

/// `Raids [Veii] (14.1 s2): Who may raid`
fn heading(rule: &Rule, of: &str) -> String {
    let name = rule.title.clone().unwrap_or_else(|| rule.name.replace('_', " "));
    let says =
        rule.says.as_deref().map(|says| format!(": {}", says.trim().replace('\n', " "))).unwrap_or_default();
    format!("{name}{of}{}{says}", source(rule))
}

/// ` (13.1 s1)`, ` (house)`
fn source(rule: &Rule) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !rule.cites.is_empty() {
        parts.push(rule.cites.join("; "));
    }
    match &rule.origin {
        Origin::Rulebook => {}
        Origin::House(_) => parts.push("house".to_owned()),
        Origin::Published(_) => parts.push("published".to_owned()),
        Origin::Private(_) => parts.push("private".to_owned()),
    }
    if !rule.errata.is_empty() {
        parts.push(format!("as amended by {}", rule.errata.join(" and ")));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// What was drawn, by its title.
pub fn drawn(machine: &Machine, game: &Interpreter<'_>, value: i32) -> String {
    let title = || machine.types[game.draws_from()?.idx()].titles.get(usize::try_from(value).ok()?).cloned();
    title().unwrap_or_else(|| value.to_string())
}

/// The candidates of the draw that is waited for, with their numbers.
fn candidates(machine: &Machine, game: &Interpreter<'_>, among: u32) -> String {
    (0..among).map(|nth| format!("{:4}  {}\n", nth + 1, drawn(machine, game, game.drawn(nth)))).collect()
}

/// An option in our own words, with the titles of what it names.
fn about(machine: &Machine, choice: &Choice<'_>) -> String {
    let Some(option) = option_of(machine, choice) else { return String::new() };
    let mut words = option.says.as_deref().unwrap_or_default().trim().replace('\n', " ");
    let titles: Vec<&str> = option
        .bindings
        .iter()
        .zip(&choice.arguments)
        .filter_map(|(binding, value)| title(machine, option.locals[binding.local.idx()].holds, *value))
        .collect();
    if !titles.is_empty() {
        let _ = write!(words, "{}[{}]", if words.is_empty() { "" } else { " " }, titles.join(", "));
    }
    words
}

/// A member's title where it says more than its name.
fn title(machine: &Machine, holds: Type, value: i64) -> Option<&str> {
    let (Type::Member(of) | Type::Optional(of)) = holds else { return None };
    let kind = &machine.types[of.idx()];
    let nth = usize::try_from(value).ok()?;
    let (name, title) = (kind.members.get(nth)?, kind.titles.get(nth)?);
    (name != title).then_some(title)
}

fn option_of<'m>(machine: &'m Machine, choice: &Choice<'_>) -> Option<&'m DecisionOption> {
    machine.decision(choice.decision).options.get(choice.option.idx())
}

fn rule(machine: &Machine, index: RuleIndex) -> Option<&Rule> {
    machine.rules.get(usize::from(index.0))
}

/// The questions of flowcharts by their names, with their passages and what they say; none of those that are named alike.
pub type Questions = BTreeMap<String, String>;

pub fn questions(checked: &Checked) -> Questions {
    let mut questions = Questions::new();
    let mut alike = BTreeSet::new();
    for rule in &checked.rules {
        let Body::Flowchart { nodes, .. } = &rule.body else { continue };
        for node in nodes.iter().filter(|node| matches!(node.kind, FlowKind::Ask { .. })) {
            let cites: Vec<&str> = node.cites.iter().map(|cite| cite.value.as_str()).collect();
            let cites = if cites.is_empty() { String::new() } else { format!(" ({})", cites.join("; ")) };
            let says =
                node.says.as_deref().map(|says| format!(": {}", on_one_line(says))).unwrap_or_default();
            if questions.insert(node.name.value.clone(), format!("{cites}{says}")).is_some() {
                alike.insert(node.name.value.clone());
            }
        }
    }
    questions.retain(|name, _| !alike.contains(name));
    questions
}

/// What an answer did, rule by rule, with the values that decided; questions of flowcharts with what they ask.
pub fn explanation(machine: &Machine, questions: &Questions, trace: &Trace) -> String {
    if trace.events.is_empty() {
        return "  nothing to explain\n".to_owned();
    }
    let mut text = String::new();
    for event in &trace.events {
        let _ = match event {
            Event::Rule(index) => match rule(machine, *index) {
                Some(rule) => {
                    let says =
                        rule.says.as_deref().map(|says| format!(": {}", says.trim().replace('\n', " ")));
                    writeln!(text, "  {}{}{}", rule.name, source(rule), says.unwrap_or_default())
                }
                None => Ok(()),
            },
            Event::Value { name, value } => {
                let asked = questions.get(name).filter(|_| matches!(value.as_str(), "yes" | "no"));
                writeln!(text, "    {name} is {value}{}", asked.map_or("", String::as_str))
            }
            Event::Part { rule: index, text: line, value } => {
                let name = rule(machine, *index).map_or("?", |rule| rule.name.as_str());
                writeln!(text, "    {value:+} from {name}: {}", line.trim().replace('\n', " "))
            }
            Event::Changed { what, value } => writeln!(text, "    {what} := {value}"),
        };
    }
    text
}

/// `is refused by `siege` (13.1): `army.units >= 3` does not hold`
pub fn refusal(machine: &Machine, refusal: &Refusal) -> String {
    match refusal {
        Refusal::NotWaitedFor => "is not waited for".to_owned(),
        Refusal::Forbidden { rule: index, condition } => {
            let by = rule(machine, *index)
                .map(|rule| format!("`{}`{}", rule.name, source(rule)))
                .unwrap_or_default();
            match condition {
                Some(condition) => format!("is refused by {by}: `{condition}` does not hold"),
                None => format!("is refused by {by}, which does not offer it"),
            }
        }
        Refusal::NotARoll { value } => format!("is refused: the dice cannot give {value}"),
        Refusal::Fault(fault) => format!("is a fault of the rules: {}", fault_text(machine, fault)),
    }
}

/// The rules that an option stands on.
pub fn option_rules(machine: &Machine, choice: &Choice<'_>) -> String {
    let Some(option) = option_of(machine, choice) else { return String::new() };
    let mut text = String::new();
    let effect = machine.procedure(option.effect).rule;
    let mut rules = vec![option.rule, effect];
    rules.extend(option.conditions.iter().map(|condition| condition.rule));
    rules.dedup();
    for id in rules {
        if let Some(rule) = machine.rules.get(id.idx()) {
            let _ = writeln!(text, "  {}", heading(rule, ""));
        }
    }
    for condition in &option.conditions {
        let _ = writeln!(text, "    `{}` holds", condition.text);
    }
    text
}

/// Who has won.
pub fn outcome(machine: &Machine, game: &Interpreter<'_>) -> String {
    let outcome = game.outcome();
    let winners: Vec<String> = outcome.winners.iter().map(ToString::to_string).collect();
    let mut text = match winners.as_slice() {
        [] => "the game is over, and nobody has won\n".to_owned(),
        [one] => format!("the game is over, and {one} has won\n"),
        many => format!("the game is over, and {} have won together\n", many.join(", ")),
    };
    if let Some(rule) = machine.outcome.rule.and_then(|rule| machine.rules.get(rule.idx())) {
        let _ = writeln!(text, "  by {}", heading(rule, ""));
    }
    for (seat, score) in &outcome.scores {
        let _ = writeln!(text, "  {seat}: {score}");
    }
    text
}

/// The option that a person means: by its number, or by its name with arguments.
pub fn named<'m>(
    prepared: &'m Prepared<'m>,
    game: &Interpreter<'m>,
    options: &[Choice<'m>],
    text: &str,
) -> Result<Choice<'m>, String> {
    if let Ok(number) = text.parse::<usize>() {
        let option = number.checked_sub(1).and_then(|nth| options.get(nth));
        return option.cloned().ok_or_else(|| format!("there are {} options\n", options.len()));
    }
    let text = text.strip_prefix("choose ").unwrap_or(text).trim();
    let (name, arguments) = match text.split_once('(') {
        Some((name, rest)) => (name.trim(), rest.trim_end().trim_end_matches(')')),
        None => (text, ""),
    };
    let Some((decision, _)) = game.decision() else { return Err("no choice is waited for\n".to_owned()) };
    let machine = prepared.machine();
    let waited_for = machine.decision(decision);
    let Some(option) = waited_for.options.iter().find(|option| option.name == name) else {
        return Err(not_an_option(machine, &waited_for.options, name));
    };
    let words: Vec<&str> = arguments.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    if words.len() != option.bindings.len() {
        let wanted: Vec<&str> =
            option.bindings.iter().map(|binding| option.locals[binding.local.idx()].name.as_str()).collect();
        return Err(format!("write `{name}({})`\n", wanted.join(", ")));
    }
    let mut values = Vec::new();
    for (word, binding) in words.iter().zip(&option.bindings) {
        let holds = option.locals[binding.local.idx()].holds;
        values.push(
            argument(machine, holds, word)
                .ok_or_else(|| format!("`{word}` is nothing that `{name}` can name\n"))?,
        );
    }
    Choice::named(prepared, decision, name, values)
        .ok_or_else(|| not_an_option(machine, &waited_for.options, name))
}

fn not_an_option(machine: &Machine, offered: &[DecisionOption], name: &str) -> String {
    let elsewhere =
        machine.decisions.iter().find(|decision| decision.options.iter().any(|option| option.name == name));
    if let Some(decision) = elsewhere {
        return format!("`{name}` is an option of `{}`, which is not waited for\n", decision.name);
    }
    let names = offered.iter().map(|option| option.name.as_str());
    match rulec_model::kinds::nearest(name, names) {
        Some(nearest) => format!("there is no option `{name}`; did you mean `{nearest}`?\n"),
        None => format!("there is no option `{name}`; `options` lists them, `help` the orders\n"),
    }
}

fn argument(machine: &Machine, holds: Type, word: &str) -> Option<i64> {
    match holds {
        Type::Integer { .. } => word.parse().ok(),
        Type::Boolean => match word {
            "yes" | "true" => Some(1),
            "no" | "false" => Some(0),
            _ => None,
        },
        Type::Optional(_) if word == "none" => Some(-1),
        Type::Member(of) | Type::Optional(of) => {
            machine.types[of.idx()].members.iter().position(|member| member == word).map(|nth| nth as i64)
        }
        // No variable of an option holds a set.
        Type::Set(_) => None,
    }
}
