//! The amendments of an edition, made: each is held against what stands, then all are made together.

use std::collections::BTreeMap;

use rulec_grammar::problem::Problems;
use rulec_grammar::span::Span;
use rulec_grammar::yaml::{Node, Scalar, Value};

use super::chapters::{At, Behind, Chapter, write};
use super::place::{End, Expected, Found, Missing, Place, find};
use super::stands::{cut, same, shown};
use super::tree::{Edit, with_edits};
use crate::kinds::{self, Kind};
use crate::problem::errata::{
    AmendedRuleUnclear, AmendedRuleUnknown, NoSuchPlace, NotWhatStands, PlaceAmendedTwice, StandsAlready,
};
use crate::problem::surface::WrongShape;
use crate::source::on_one_line;
use crate::surface::erratum::{Amendment, Change, Erratum};
use crate::surface::tree::{Amended, Name};

/// What errata did to a rule.
#[derive(Debug)]
pub struct AmendedRule {
    pub kind: String,
    pub name: String,
    pub amended: Vec<Amended>,
}

/// Makes the amendments of these errata, and tells which rules they touched.
pub fn amend(chapters: &mut [Chapter], errata: &[&Erratum], problems: &mut Problems) -> Vec<AmendedRule> {
    if errata.is_empty() {
        return Vec::new();
    }
    let mut amending = Amending::of(chapters);
    for erratum in errata {
        for amendment in &erratum.amendments {
            amending.take(erratum, amendment, problems);
        }
    }
    problems.about(None, &[]);
    let Amending { standing, made, added, .. } = amending;
    let mut touched = Vec::new();
    let mut replaced = BTreeMap::new();
    for (nth, made) in made {
        let Some(rule) = standing.get(nth) else { continue };
        let edits: Vec<&Edit> = made.iter().map(|made| &made.edit).collect();
        let now = with_edits(rule.node, &edits);
        if let Some((kind, name)) = now.as_ref().and_then(head) {
            let amended = made.into_iter().map(|made| made.amended).collect();
            touched.push(AmendedRule { kind: kind.to_owned(), name, amended });
        }
        replaced.insert(rule.at, now);
    }
    for new in &added {
        touched.push(AmendedRule {
            kind: new.kind.clone(),
            name: new.name.clone(),
            amended: vec![new.amended.clone()],
        });
    }
    let new = added.into_iter().map(|new| (new.behind, new.rule)).collect();
    write(chapters, replaced, new);
    touched
}

/// A rule as it stands.
struct Standing<'n> {
    at: At,
    word: &'n str,
    kind: Option<&'static Kind>,
    name: String,
    node: &'n Node,
}

struct Made {
    edit: Edit,
    amended: Amended,
    /// The place as the amendment names it.
    span: Span,
}

struct Added {
    kind: String,
    name: String,
    rule: Node,
    behind: Behind,
    amended: Amended,
    span: Span,
}

struct Amending<'n> {
    standing: Vec<Standing<'n>>,
    /// Whether every rule file could be read.
    whole: bool,
    /// By the rule's place among those that stand.
    made: BTreeMap<usize, Vec<Made>>,
    added: Vec<Added>,
}

impl<'n> Amending<'n> {
    fn of(chapters: &'n [Chapter]) -> Amending<'n> {
        let mut standing = Vec::new();
        for (chapter, of) in chapters.iter().enumerate() {
            let entries = of.node.get("rules").and_then(Node::as_list).unwrap_or(&[]);
            for (entry, node) in entries.iter().enumerate() {
                let Some((word, name)) = head(node) else { continue };
                let at = (chapter, entry);
                standing.push(Standing { at, word, kind: kinds::find(word), name, node });
            }
        }
        let whole = chapters.iter().all(|chapter| chapter.whole);
        Amending { standing, whole, made: BTreeMap::new(), added: Vec::new() }
    }

    fn take(&mut self, erratum: &Erratum, amendment: &Amendment, problems: &mut Problems) {
        let cites: Vec<String> = amendment.cites.iter().map(|cite| cite.value.clone()).collect();
        match &amendment.change {
            Change::Amend { rule, at, was, now } => {
                problems.about(Some(&rule.value), &cites);
                let Some(nth) = self.rule(rule, problems) else { return };
                let Some(edit) = self.edit(nth, at, was.as_ref(), now.clone(), problems) else { return };
                let words: Vec<&str> = at.iter().map(|word| word.value.as_str()).collect();
                let amended = Amended {
                    at: words.join(" "),
                    was: was.as_ref().map(shown),
                    now: now.as_ref().map(shown),
                    now_span: now.as_ref().map(|node| node.span),
                    ..self::amended(erratum, amendment)
                };
                let span = at.iter().map(|word| word.span).reduce(Span::to).unwrap_or(amendment.span);
                self.push(nth, Made { edit, amended, span }, problems);
            }
            Change::Drop { rule } => {
                problems.about(Some(&rule.value), &cites);
                let Some(nth) = self.rule(rule, problems) else { return };
                let edit = Edit { place: Place { steps: Vec::new(), end: End::Node }, now: None };
                let amended = self::amended(erratum, amendment);
                self.push(nth, Made { edit, amended, span: rule.span }, problems);
            }
            Change::Add { rule, after } => self.add(rule, after.as_ref(), erratum, amendment, problems),
        }
    }

    /// The rule of this name, or of this kind and name. A fill has the name of its table, and the table goes first.
    fn rule(&self, called: &Name, problems: &mut Problems) -> Option<usize> {
        let (kind, name) = match called.value.split_once(' ') {
            Some((kind, name)) => (Some(kind), name),
            None => (None, called.value.as_str()),
        };
        let fits = |rule: &Standing<'_>| rule.name == name && kind.is_none_or(|kind| rule.word == kind);
        let mut found: Vec<usize> =
            self.standing.iter().enumerate().filter(|(_, rule)| fits(rule)).map(|(nth, _)| nth).collect();
        if kind.is_none() && found.len() > 1 {
            found.retain(|nth| self.standing.get(*nth).is_some_and(|rule| rule.word != "fill"));
        }
        match found.as_slice() {
            [one] => return Some(*one),
            [] => {}
            [first, second, ..] => {
                let place = |nth: &usize| self.standing.get(*nth).map_or(called.span, |rule| rule.node.span);
                problems.report(AmendedRuleUnclear {
                    rule: called.value.clone(),
                    first: place(first),
                    second: place(second),
                    span: called.span,
                });
                return None;
            }
        }
        if let Some(added) = self.added.iter().find(|added| added.name == name) {
            problems.report(PlaceAmendedTwice {
                rule: name.to_owned(),
                first: added.span,
                second: called.span,
            });
        } else if self.whole {
            let names = self.standing.iter().map(|rule| rule.name.as_str());
            let nearest = kinds::nearest(name, names);
            problems.report(AmendedRuleUnknown { rule: called.value.clone(), nearest, span: called.span });
        }
        None
    }

    /// Follows the place and holds what is there against what is expected.
    fn edit(
        &self,
        nth: usize,
        at: &[Name],
        was: Option<&Node>,
        now: Option<Node>,
        problems: &mut Problems,
    ) -> Option<Edit> {
        let rule = self.standing.get(nth)?;
        let expected = match was {
            Some(was) => Expected::Lines(was.as_scalar().map_or(1, Scalar::n_lines)),
            None => Expected::Nothing,
        };
        let found = match find(rule.node, rule.kind?, at, expected)? {
            Ok(found) => found,
            Err(missing) => {
                problems.report(no_such_place(&rule.name, missing));
                return None;
            }
        };
        let stands = stands_at(&found);
        match (stands, was) {
            (Some(stands), Some(was)) if !stands.is(was) => {
                let span = stands.span;
                problems.report(NotWhatStands { expected: was.span, found: stands.text, stands: span });
                return None;
            }
            (Some(stands), None) => {
                let span = now.as_ref().map_or(rule.node.span, |now| now.span);
                problems.report(StandsAlready { found: stands.text, stands: stands.span, span });
                return None;
            }
            (Some(_), Some(_)) | (None, _) => {}
        }
        if let (End::Lines(_), Some(now)) = (&found.place.end, &now)
            && now.as_scalar().is_none()
        {
            let (what, expected) = ("`now` for lines of a script".to_owned(), "lines of a script".to_owned());
            problems.report(WrongShape { what, expected, span: now.span });
            return None;
        }
        Some(Edit { place: found.place, now })
    }

    fn push(&mut self, nth: usize, new: Made, problems: &mut Problems) {
        let made = self.made.entry(nth).or_default();
        let in_turn = |first: &Made| {
            // What one erratum puts before the same entry comes in the order in which it is written.
            let put = matches!(new.edit.place.end, End::Before(_));
            put && first.edit.place == new.edit.place && first.amended.erratum == new.amended.erratum
        };
        let twice = made.iter().find(|first| first.edit.place.touches(&new.edit.place) && !in_turn(first));
        if let Some(first) = twice {
            let rule = self.standing.get(nth).map_or_else(String::new, |rule| rule.name.clone());
            problems.report(PlaceAmendedTwice { rule, first: first.span, second: new.span });
            return;
        }
        made.push(new);
    }

    fn add(
        &mut self,
        rule: &Node,
        after: Option<&Name>,
        erratum: &Erratum,
        amendment: &Amendment,
        problems: &mut Problems,
    ) {
        let Some((kind, name)) = head(rule) else { return };
        let cites: Vec<String> = amendment.cites.iter().map(|cite| cite.value.clone()).collect();
        problems.about(Some(&name), &cites);
        let first_pair = rule.as_map().and_then(<[_]>::first);
        let span = first_pair.map_or(rule.span, |pair| pair.value.span);
        if let Some(first) = self.added.iter().find(|added| added.name == name && added.kind == kind) {
            problems.report(PlaceAmendedTwice { rule: name, first: first.span, second: span });
            return;
        }
        let behind = match after {
            None => Behind::All,
            Some(after) => match self.added.iter().position(|added| added.name == after.value) {
                Some(nth) => Behind::Added(nth),
                None => match self.rule(after, problems).and_then(|nth| self.standing.get(nth)) {
                    Some(rule) => Behind::Rule(rule.at),
                    None => return,
                },
            },
        };
        let amended = self::amended(erratum, amendment);
        self.added.push(Added { kind: kind.to_owned(), name, rule: rule.clone(), behind, amended, span });
    }
}

fn amended(erratum: &Erratum, amendment: &Amendment) -> Amended {
    Amended {
        erratum: erratum.name.value.clone(),
        at: String::new(),
        was: None,
        now: None,
        says: amendment.says.clone(),
        span: amendment.span,
        now_span: None,
    }
}

/// Kind and name of an entry.
fn head(rule: &Node) -> Option<(&str, String)> {
    let first = rule.as_map()?.first()?;
    Some((first.key.value.as_str(), first.value.as_text()?.trim().to_owned()))
}

/// What stands at a place: a node, or some lines of a script.
struct Stands<'n> {
    node: &'n Node,
    /// As a message shows it, and the lines whole where it is lines.
    text: String,
    lines: Option<String>,
    span: Span,
}

impl Stands<'_> {
    fn is(&self, was: &Node) -> bool {
        match (&self.lines, was.as_text()) {
            (None, _) => same(self.node, was),
            (Some(lines), Some(was)) => on_one_line(lines) == on_one_line(was),
            (Some(_), None) => false,
        }
    }
}

/// None where nothing does: a key that is yet to come, a new entry of a list.
fn stands_at<'n>(found: &Found<'n>) -> Option<Stands<'n>> {
    let node = found.node;
    match (&found.place.end, &node.value) {
        (End::Node, _) => Some(Stands { node, text: shown(node), lines: None, span: node.span }),
        (End::Lines(lines), Value::Scalar(scalar)) => {
            let range = scalar.line_range(lines.clone());
            let text = scalar.text.get(range.clone()).unwrap_or_default().to_owned();
            let indentation = text.len() - text.trim_start().len();
            let span = scalar.map.span(range.start + indentation, range.end);
            Some(Stands { node, text: cut(&text), lines: Some(text), span })
        }
        (End::Lines(_) | End::NewKey(_) | End::Before(_), _) => None,
    }
}

fn no_such_place(rule: &str, missing: Missing) -> NoSuchPlace {
    let Missing { words, span, within, known, nearest } = missing;
    NoSuchPlace { rule: rule.to_owned(), words, span, within, known, nearest }
}
