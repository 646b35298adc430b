//! What each example of a game exercises: run once, asked for rules and for lines of `modifiers`.

use rulec_build::checked::Checked;
use rulec_build::place::place;
use rulec_grammar::span::Span;
use rulec_model::document::SentenceId;
use rulec_model::interpreter::{Layout, Prepared, example};
use rulec_model::machine::{Example, Machine, RuleId};
use rulec_model::source::on_one_line;
use rulec_model::surface::tree::{Body, ModifierLine, Rule};
use serde::Serialize;

/// By example of the machine what it has marked.
pub struct Exercise<'m> {
    machine: &'m Machine,
    /// The rules asked about, and by example, for each, whether it is exercised and which of its lines have counted.
    asked: Vec<RuleId>,
    found: Vec<Vec<(bool, Vec<bool>)>>,
}

/// A line of a `modifiers` rule, with what stands for it everywhere.
#[derive(Debug, Clone, Serialize)]
pub struct Modifier {
    pub rule: String,
    pub value: String,
    pub when: Option<String>,
    pub says: Option<String>,
    /// The sentences that it cites.
    pub cites: Vec<String>,
    /// `rules-src/sekvan/moves.yaml:12:3`
    pub at: Option<String>,
    pub rust: String,
    /// The examples in which it counts.
    pub examples: Vec<String>,
    #[serde(skip)]
    pub cited: Vec<SentenceId>,
}

impl<'m> Exercise<'m> {
    /// Runs every example and keeps what it does with these rules.
    pub fn of(machine: &'m Machine, asked: Vec<RuleId>) -> Exercise<'m> {
        let layout = Layout::of(machine);
        let prepared = Prepared::marking(machine, &layout);
        let run = |example: &Example| {
            prepared.forget_exercised();
            example::run(&prepared, example);
            let marks = |id: &RuleId| (prepared.is_exercised(*id), prepared.lines_that_counted(*id));
            asked.iter().map(marks).collect()
        };
        let found = if asked.is_empty() { Vec::new() } else { machine.examples.iter().map(run).collect() };
        Exercise { machine, asked, found }
    }

    /// The examples in which a rule fires, is asked, called or looked up, and the rule itself where it is one.
    pub fn examples_of(&self, id: RuleId) -> Vec<String> {
        self.examples_where(id, |example, (exercised, _)| example.rule == id || *exercised)
    }

    /// The lines of a `modifiers` rule; none for other rules.
    pub fn modifiers_of(&self, game: &Checked, rule: &Rule, id: RuleId) -> Vec<Modifier> {
        let Body::Modifiers { lines, .. } = &rule.body else { return Vec::new() };
        let rust = rulec_codegen::modifiers_rust(self.machine, id);
        let numbered = lines.iter().zip(rust).enumerate();
        let modifier = |(nth, (line, rust)): (usize, (&ModifierLine, String))| {
            let counts = |_: &Example, (_, lines): &(bool, Vec<bool>)| lines.get(nth) == Some(&true);
            let cited = cited(game, line);
            let names = game.lock.iter().flat_map(|lock| cited.iter().map(|id| lock.name(*id)));
            Modifier {
                rule: rule.name.value.clone(),
                value: text(game, line.value.span),
                when: line.when.as_ref().map(|when| text(game, when.span)),
                says: line.says.as_ref().map(|says| on_one_line(says)),
                cites: names.collect(),
                at: at(game, line.span),
                rust: rust.trim_end().to_owned(),
                examples: self.examples_where(id, counts),
                cited,
            }
        };
        numbered.map(modifier).collect()
    }

    fn examples_where(
        &self,
        id: RuleId,
        holds: impl Fn(&Example, &(bool, Vec<bool>)) -> bool,
    ) -> Vec<String> {
        let Some(nth) = self.asked.iter().position(|asked| *asked == id) else { return Vec::new() };
        let marked = self.machine.examples.iter().zip(&self.found);
        let those =
            marked.filter(|(example, marks)| marks.get(nth).is_some_and(|marks| holds(example, marks)));
        those.map(|(example, _)| example.name.clone()).collect()
    }
}

/// Where a rule stands in the machine.
pub fn id_of(machine: &Machine, name: &str) -> Option<RuleId> {
    machine.rules.iter().position(|rule| rule.name == name).map(|nth| RuleId(nth as u32))
}

/// `rules-src/sekvan/moves.yaml:12:3`
pub fn at(game: &Checked, span: Span) -> Option<String> {
    let file = game.files.get(span.file)?;
    let at = place(&file.text, span.range().start);
    Some(format!("{}:{}:{}", file.path, at.line, at.column))
}

fn text(game: &Checked, span: Span) -> String {
    on_one_line(game.files.slice(span))
}

fn cited(game: &Checked, line: &ModifierLine) -> Vec<SentenceId> {
    let Some(lock) = &game.lock else { return Vec::new() };
    line.cites.iter().filter_map(|cite| lock.resolve(&cite.value, None).ok()).flatten().collect()
}

impl Modifier {
    /// `an attacker is disordered: -1 when any(u in fighters: u in disordered)`
    pub fn heading(&self) -> String {
        let says = self.says.iter().map(|says| format!("{says}: "));
        let when = self.when.iter().map(|when| format!(" when {when}"));
        says.chain([self.value.clone()]).chain(when).collect()
    }

    /// `counts in this, that`, or that nothing exercises it.
    pub fn exercised(&self) -> String {
        match self.examples.as_slice() {
            [] => "no example exercises it".to_owned(),
            some => format!("counts in {}", some.join(", ")),
        }
    }
}
