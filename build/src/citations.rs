//! Rules held against the lock of their document: citations that name nothing, numbers that were lost, sentences that changed.

use rulec_grammar::problem::Problems;
use rulec_grammar::span::Spanned;
use rulec_model::document::numerals::{Audited, audit};
use rulec_model::document::review::Review;
use rulec_model::document::{Lock, SentenceId};
use rulec_model::problem::document::{CitationNotLocked, LockDamaged, NumberMissing, Unreviewed, WaiverIdle};
use rulec_model::source::Files;
use rulec_model::surface::erratum::Erratum;
use rulec_model::surface::tree::{Body, GameFile, Rule};

use crate::audited::{carries_numbers, text_of};

/// The sentences that a rule cites, with those of its options, phases, boxes and modifiers.
pub type Cited = Vec<SentenceId>;

/// Resolves every citation, those of errata too, in force or not. Without a lock, one message stands for all of them.
pub fn resolve(
    rules: &[Rule],
    errata: &[Erratum],
    lock: Option<&Lock>,
    game: Option<&GameFile>,
    problems: &mut Problems,
) -> Vec<Cited> {
    let Some(lock) = lock else {
        let cites = rules.iter().any(|rule| all_citations(rule).next().is_some());
        // A lock that is there and damaged has been reported.
        let reported = problems.iter().any(|diagnostic| diagnostic.code == LockDamaged::CODE);
        if let (true, false, Some(game)) = (cites, reported, game) {
            let what = "there is no `document.lock` in this folder".to_owned();
            problems.report(LockDamaged { what, span: game.name.span });
        }
        return vec![Vec::new(); rules.len()];
    };
    for erratum in errata {
        let amendments = erratum.amendments.iter().flat_map(|amendment| &amendment.cites);
        cited(erratum.cites.iter().chain(amendments), lock, problems);
    }
    let of_rule = |rule: &Rule| {
        // What cannot be found has no passage to show.
        problems.about(Some(&rule.name.value), &[]);
        cited(all_citations(rule), lock, problems)
    };
    let found = rules.iter().map(of_rule).collect();
    problems.about(None, &[]);
    found
}

fn cited<'r>(
    cites: impl Iterator<Item = &'r Spanned<String>>,
    lock: &Lock,
    problems: &mut Problems,
) -> Cited {
    let mut found: Cited = Vec::new();
    for cite in cites {
        match lock.resolve(&cite.value, None) {
            Ok(sentences) => {
                for sentence in sentences {
                    if !found.contains(&sentence) {
                        found.push(sentence);
                    }
                }
            }
            Err(unresolved) => problems.report(CitationNotLocked {
                citation: unresolved.citation,
                reason: unresolved.reason,
                nearest: unresolved.nearest,
                span: cite.span,
            }),
        }
    }
    found
}

/// The rule's own citations, then those of its parts.
pub fn all_citations(rule: &Rule) -> impl Iterator<Item = &Spanned<String>> {
    let parts: Vec<&[Spanned<String>]> = match &rule.body {
        Body::Decision(decision) => decision.options.iter().map(|option| option.cites.as_slice()).collect(),
        Body::Answer(answer) => answer.take.iter().map(|line| line.cites.as_slice()).collect(),
        Body::Sequence(sequence) => sequence.phases.iter().map(|phase| phase.cites.as_slice()).collect(),
        Body::Flowchart { nodes, .. } => nodes.iter().map(|node| node.cites.as_slice()).collect(),
        Body::Modifiers { lines, .. } => lines.iter().map(|line| line.cites.as_slice()).collect(),
        Body::Unread
        | Body::Type(_)
        | Body::Pool { .. }
        | Body::Space { .. }
        | Body::State { .. }
        | Body::Constant { .. }
        | Body::Table(_)
        | Body::Function { .. }
        | Body::Select(_)
        | Body::Invariant { .. }
        | Body::View { .. }
        | Body::Procedure(_)
        | Body::Whenever { .. }
        | Body::Victory { .. }
        | Body::Scenario { .. }
        | Body::Hole { .. }
        | Body::Fill(_)
        | Body::Reading { .. }
        | Body::Defect { .. }
        | Body::Example(_)
        | Body::NotARule { .. } => Vec::new(),
    };
    rule.cites.iter().chain(parts.into_iter().flatten())
}

/// Numbers of cited sentences that the rules have lost, and waivers that nothing needs.
pub fn audit_numbers(files: &Files, rules: &[Rule], cited: &[Cited], lock: &Lock, problems: &mut Problems) {
    for (rule, cites) in rules.iter().zip(cited) {
        if !carries_numbers(&rule.body) {
            continue;
        }
        problems.about(Some(&rule.name.value), &rule.cite_texts());
        let text = text_of(rule, rules, files);
        let waived: Vec<String> = rule.waived.iter().map(|(number, _)| number.value.clone()).collect();
        let found = audit(lock, &Audited { text: &text, cites, waived: &waived });
        for (number, sentence) in found.missing {
            let span = rule.cites.first().map_or(rule.name.span, |cite| cite.span);
            problems.report(NumberMissing { number, sentence: lock.name(sentence), span });
        }
        for idle in found.idle {
            let waiver = rule.waived.iter().find(|(number, _)| number.value == idle);
            let span = waiver.map_or(rule.name.span, |(number, _)| number.span);
            problems.report(WaiverIdle { number: idle, span });
        }
    }
    problems.about(None, &[]);
}

/// Rules whose sentences are not those that a person accepted them against.
pub fn review(rules: &[Rule], cited: &[Cited], lock: &Lock, review: &Review, problems: &mut Problems) {
    let names: Vec<String> = rules.iter().map(Rule::full_name).collect();
    let named: Vec<(&str, &[SentenceId])> =
        names.iter().zip(cited).map(|(name, cites)| (name.as_str(), cites.as_slice())).collect();
    for unreviewed in review.unreviewed(lock, &named) {
        let Some(rule) = rules.iter().find(|rule| rule.full_name() == unreviewed.rule) else { continue };
        problems.about(Some(&rule.name.value), &rule.cite_texts());
        let changes = match unreviewed.never {
            true => vec!["nobody has accepted it yet".to_owned()],
            false => unreviewed.changes.iter().map(ToString::to_string).collect(),
        };
        let span = rule.cites.first().map_or(rule.name.span, |cite| cite.span);
        problems.report(Unreviewed { rule: rule.name.value.clone(), changes, span });
    }
    problems.about(None, &[]);
}
