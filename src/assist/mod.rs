//! A flowchart at the table: a person answers its questions, dice are rolled or taken, and the way through it is written down.
//!
//! There is no board and no state: whatever a question asks of the game, the person looks at the table. The chart is walked as it is
//! written, so a chart of any game can be, and its parameters are whatever the person has in mind. A box that calls another chart leads
//! through that one before it goes on. Steps can be taken back, and the end of the orders is the end of the walk, in good order only
//! where the chart has ended.

mod memory;
mod order;
mod position;
mod question;
mod shown;

use std::io::{self, IsTerminal};

use rulec_build::checked::Checked;
use rulec_grammar::expression::tree::Expression;
use rulec_model::surface::tree::{Body, FlowKind, FlowNode, Rule};
use rulec_runtime::Dice;

use crate::ending::{Ending, Result, not_done};
use crate::output::say;

use order::Order;
use position::{Charts, position};
use question::Part;

/// So many boxes in a row that ask nobody are taken for endless.
const ALONE_AT_MOST: usize = 1000;

/// A box that was passed.
#[derive(Debug, Clone)]
pub struct Passed<'a> {
    pub node: &'a FlowNode,
    /// None where something was done.
    pub answer: Option<bool>,
    /// `roll 1d6: 3`
    pub rolls: Vec<String>,
    /// Whether a person had a part in it, so that going back stops here.
    pub is_asked: bool,
}

/// A walk through a chart.
pub struct Walk<'a> {
    game: &'a Checked,
    chart: &'a Rule,
    nodes: &'a [FlowNode],
    /// All charts of the game, as boxes may call them.
    charts: Charts<'a>,
    /// None: people roll their own.
    dice: Option<Dice>,
    path: Vec<Passed<'a>>,
    lines: io::Lines<io::StdinLock<'static>>,
    is_typed: bool,
}

/// What a person's line leads to.
enum Next<T> {
    Answer(T),
    Back(usize),
    Leave,
}

impl<'a> Walk<'a> {
    /// The chart by its name or title; where there is none, those that there are.
    pub fn of(game: &'a Checked, name: &str, dice: Option<Dice>) -> Result<Walk<'a>> {
        let mut called = crate::chart::called(game, name).into_iter();
        let Some(chart) = called.find(|rule| rule.kind == "flowchart") else {
            return Err(not_done(no_chart(game, name)));
        };
        let Body::Flowchart { nodes, .. } = &chart.body else { return Err(not_done(no_chart(game, name))) };
        let (lines, is_typed) = (io::stdin().lines(), io::stdin().is_terminal());
        let charts = position::charts(&game.rules);
        Ok(Walk { game, chart, nodes, charts, dice, path: Vec::new(), lines, is_typed })
    }

    /// Walks until the chart ends and nobody goes back, or somebody leaves.
    pub fn walk(&mut self) -> Result {
        say(&shown::beginning(self.chart, self.nodes.len()));
        let mut alone = 0;
        loop {
            let next = match self.here() {
                Some(node) => self.pass(node)?,
                None => self.end()?,
            };
            match next {
                Next::Answer(passed) => {
                    alone = if passed.is_asked { 0 } else { alone + 1 };
                    if alone > ALONE_AT_MOST {
                        return Err(not_done("the chart goes round and asks nobody"));
                    }
                    self.path.push(passed);
                }
                Next::Back(times) => self.back(times),
                Next::Leave => return Ok(Ending::Clean),
            }
        }
    }

    /// The box to pass; none at the end.
    fn here(&self) -> Option<&'a FlowNode> {
        position(self.nodes, &self.path, &self.charts)
    }

    fn pass(&mut self, node: &'a FlowNode) -> Result<Next<Passed<'a>>> {
        say(&shown::heading(self.game, node));
        match &node.kind {
            FlowKind::Ask { question, .. } => self.ask(node, question),
            FlowKind::Do { .. } | FlowKind::Poison => {
                let done = self.line(node, "done", "Enter when it is done", order::done)?;
                Ok(match done {
                    Next::Answer(()) => {
                        Next::Answer(Passed { node, answer: None, rolls: Vec::new(), is_asked: true })
                    }
                    Next::Back(times) => Next::Back(times),
                    Next::Leave => Next::Leave,
                })
            }
        }
    }

    /// Asks what a person must say, and rolls what decides, in the order of the question.
    fn ask(&mut self, node: &'a FlowNode, question: &'a Expression) -> Result<Next<Passed<'a>>> {
        let mut passed = Passed { node, answer: None, rolls: Vec::new(), is_asked: false };
        if let Some(before) = memory::still_yes(self.game, question, &self.path) {
            say(&format!("  yes, as in `{before}`\n"));
            passed.answer = Some(true);
            return Ok(Next::Answer(passed));
        }
        say(&shown::done_so_far(&self.path));
        let parts = question::parts(question);
        let whole = parts.len() == 1;
        for part in &parts {
            // `no and …` is settled, and so is `yes or …`.
            if part.is_settled_by(passed.answer) {
                continue;
            }
            let answered = match part.is_decided_by_dice() {
                true => self.decide(node, part, &mut passed)?,
                false => self.put(node, part, whole, &mut passed)?,
            };
            match answered {
                Next::Answer(yes) => passed.answer = Some(yes),
                Next::Back(times) => return Ok(Next::Back(times)),
                Next::Leave => return Ok(Next::Leave),
            }
        }
        let answer = if passed.answer == Some(true) { "yes" } else { "no" };
        if !passed.rolls.is_empty() || !whole {
            say(&format!("  so: {answer}\n"));
        }
        Ok(Next::Answer(passed))
    }

    /// Rolls, and works the answer out.
    fn decide(&mut self, node: &'a FlowNode, part: &Part<'_>, passed: &mut Passed<'a>) -> Result<Next<bool>> {
        let mut totals = Vec::new();
        for (count, sides) in part.rolls() {
            match self.roll(node, count, sides, passed)? {
                Next::Answer(total) => totals.push(total),
                Next::Back(times) => return Ok(Next::Back(times)),
                Next::Leave => return Ok(Next::Leave),
            }
        }
        Ok(Next::Answer(part.holds_for(&totals)))
    }

    /// Puts a part to the person, with what its dice show.
    fn put(
        &mut self,
        node: &'a FlowNode,
        part: &Part<'_>,
        whole: bool,
        passed: &mut Passed<'a>,
    ) -> Result<Next<bool>> {
        for (count, sides) in part.rolls() {
            match self.roll(node, count, sides, passed)? {
                Next::Answer(_) => {}
                Next::Back(times) => return Ok(Next::Back(times)),
                Next::Leave => return Ok(Next::Leave),
            }
        }
        if !whole {
            say(&format!("  the dice aside: {}?\n", shown::conditions(self.game, part)));
        }
        passed.is_asked = true;
        let answer = self.line(node, "yes or no", "the answer is `yes` or `no`", order::yes_or_no)?;
        if let Next::Answer(yes) = answer
            && whole
            && let Some(other) = self.answered_otherwise(node, yes)
        {
            let word = if yes { "no" } else { "yes" };
            say(&format!(
                "  note: the same was asked in `{other}`, and the answer was {word}; `back` goes back\n"
            ));
        }
        Ok(answer)
    }

    /// The box before which nothing was done and in which the same question was answered otherwise.
    fn answered_otherwise(&self, node: &FlowNode, yes: bool) -> Option<&'a str> {
        let asked = |node: &FlowNode| match &node.kind {
            FlowKind::Ask { question, .. } => Some(crate::chart::expression(self.game, question)),
            FlowKind::Do { .. } | FlowKind::Poison => None,
        };
        let text = asked(node)?;
        let since = self.path.iter().rev().take_while(|passed| passed.answer.is_some());
        let mut same = since.filter(|passed| asked(passed.node).as_ref() == Some(&text));
        same.find(|passed| passed.answer == Some(!yes)).map(|passed| passed.node.name.value.as_str())
    }

    fn roll(
        &mut self,
        node: &'a FlowNode,
        count: u32,
        sides: u32,
        passed: &mut Passed<'a>,
    ) -> Result<Next<i64>> {
        let dice = format!("{count}d{sides}");
        let rolled = match &mut self.dice {
            Some(dice) => Next::Answer(i64::from(dice.roll(count, sides))),
            None => {
                passed.is_asked = true;
                let (least, most) = (i64::from(count), i64::from(count) * i64::from(sides));
                let wanted = format!("the total of {dice} is a number from {least} to {most}");
                say(&format!("  roll {dice} and give the total\n"));
                self.line(node, &format!("roll {dice}"), &wanted, |text| order::total(text, least, most))?
            }
        };
        if let Next::Answer(total) = rolled {
            say(&format!("  roll {dice}: {total}\n"));
            passed.rolls.push(format!("{dice}: {total}"));
        }
        Ok(rolled)
    }

    /// The way through the chart; then nobody needs to say anything more.
    fn end(&mut self) -> Result<Next<Passed<'a>>> {
        say(&shown::way(self.chart, &self.path));
        loop {
            if self.is_typed {
                say("Enter to leave, `back` to go back> ");
            }
            let Some(line) = self.lines.next() else { return Ok(Next::Leave) };
            let line = line.map_err(|error| not_done(format!("standard input: {error}")))?;
            match order::read(&line) {
                Order::Back(times) => return Ok(Next::Back(times)),
                Order::Quit | Order::Answer("") => return Ok(Next::Leave),
                Order::Remark => {}
                Order::Path => say(&shown::way(self.chart, &self.path)),
                Order::Help | Order::Why | Order::Answer(_) => {
                    say("the chart has ended; `back` goes back, `quit` leaves\n");
                }
            }
        }
    }

    /// Takes lines until one answers. `wanted` is what a wrong one is told.
    fn line<T>(
        &mut self,
        node: &'a FlowNode,
        prompt: &str,
        wanted: &str,
        answer: impl Fn(&str) -> Option<T>,
    ) -> Result<Next<T>> {
        loop {
            if self.is_typed {
                say(&format!("{prompt}> "));
            }
            let Some(line) = self.lines.next() else {
                return Err(not_done(format!("the answers ended in the box `{}`", node.name.value)));
            };
            let line = line.map_err(|error| not_done(format!("standard input: {error}")))?;
            match order::read(&line) {
                Order::Remark => {}
                Order::Help => say(order::HELP),
                Order::Why => say(&shown::why(self.game, node)),
                Order::Path => say(&shown::way(self.chart, &self.path)),
                Order::Quit => return Ok(Next::Leave),
                Order::Back(times) if self.path.iter().any(|passed| passed.is_asked) => {
                    return Ok(Next::Back(times));
                }
                Order::Back(_) => say("this is the first that anybody was asked\n"),
                Order::Answer(text) => match answer(text) {
                    Some(answer) => return Ok(Next::Answer(answer)),
                    None => say(&format!("{wanted}; `help` lists the orders\n")),
                },
            }
        }
    }

    /// Back to the box that a person had a part in last, so many times.
    fn back(&mut self, times: usize) {
        for _ in 0..times {
            while self.path.pop().is_some_and(|passed| !passed.is_asked) {}
        }
    }
}

/// With the charts that there are.
fn no_chart(game: &Checked, name: &str) -> String {
    let charts =
        || game.rules.iter().filter(|rule| rule.kind == "flowchart").map(|rule| rule.name.value.as_str());
    let known: Vec<&str> = charts().collect();
    if known.is_empty() {
        return format!("`{}` has no flowchart", game.name);
    }
    let nearest = rulec_model::kinds::nearest(name, charts());
    let meant = nearest.map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default();
    format!("`{}` has no flowchart `{name}` among {}{meant}", game.name, known.join(", "))
}
