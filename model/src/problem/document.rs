//! Problems of rules and their documents: codes R03xx.

use rulec_grammar::problem::Label;
use rulec_grammar::span::Span;
use rulec_grammar::{problems, says};

use crate::document::Reason;

problems! {
    /// A rule cites a sentence that the document's lock does not have. Nobody could check the rule against its
    /// passage.
    ///
    /// A citation is a section (`13.2`), sentences of it (`13.2 s2`, `13.2 s2-4`), or sentences of the section that the
    /// file names (`s2`). `rulec lock` says which sections and sentences there are.
    ///
    /// ```yaml wrong
    /// rules:
    /// - constant: siege_limit
    ///   cite: 99.9 s1
    ///   value: 3
    /// ```
    /// ```yaml right
    /// rules:
    /// - constant: siege_limit
    ///   cite: 1.1 s1
    ///   value: 3
    /// ```
    R0301 Error CitationNotLocked { citation: String, reason: Reason, nearest: Vec<String>, span: Span }

    /// The lock of a document cannot be read. It is written by `rulec lock` and not meant to be edited; a merge
    /// may have left both sides in it.
    ///
    /// Run `rulec lock` where the document is at hand, or take the file from the last good revision.
    R0302 Error LockDamaged { what: String, span: Span }

    /// Most of the locked sentences do not stand in this document, so it is another document, another edition, or a
    /// file that was converted in another way. Every sentence would differ, which helps nobody; it is said once.
    ///
    /// Give the document that the lock names, or lock this one with `rulec lock` and review the rules.
    R0303 Error NotTheLockedDocument { document: String, same: usize, locked: usize, span: Span }

    /// A number that stands in a cited sentence does not occur in the rule. Either it was copied wrongly (0-3 for
    /// 0-4), or an erratum changed it, or it has no place in the rule: then waive it, with the reason.
    ///
    /// ```yaml wrong
    /// - constant: siege_limit
    ///   cite: 1.1 s1             # says 3
    ///   value: 4
    /// ```
    /// ```yaml right
    /// - constant: siege_limit
    ///   cite: 1.1 s1
    ///   value: 3
    /// ```
    R0304 Warning NumberMissing { number: String, sentence: String, span: Span }

    /// A rule waives a number that none of its sentences has, or that the rule contains after all.
    ///
    /// ```yaml wrong
    /// waive numbers: {7: "counts the hills"}     # no cited sentence says 7
    /// ```
    /// ```yaml right
    /// waive numbers: {2: "counts the dice"}
    /// ```
    R0305 Warning WaiverIdle { number: String, span: Span }

    /// The sentences that a rule cites are not those that a person accepted it against. The rule may be wrong now, by
    /// exactly those words.
    ///
    /// Compare the rule with its passage, change what is wrong, and run `rulec accept RULE`.
    R0306 Warning Unreviewed { rule: String, changes: Vec<String>, span: Span }

    /// A sentence of the document is neither carried by a rule, nor run as an example, nor classed as no rule. A rule of
    /// the game may be missing from the code.
    ///
    /// Cite it from the rule that carries it, or class it with a `not-a-rule` entry that says why.
    R0307 Warning SentenceUnaccounted { sentences: Vec<String>, section: String, span: Span }

    /// A sentence of a locked document has changed, come or gone.
    ///
    /// If the document was revised, run `rulec lock` and review the rules that `rulec check` then names. If
    /// not, the copy was edited by mistake.
    R0308 Error DocumentChanged { what: String, span: Span }

    /// The review state cannot be read. It is written by `rulec accept`.
    ///
    /// Take the file from the last good revision, or delete it and accept the rules anew.
    R0309 Error ReviewDamaged { what: String, span: Span }

    /// A link of the document is no edge of a flowchart, so somebody who clicks through the document comes to where the charts do not
    /// lead; or it names no passage at all.
    ///
    /// Draw the edge. Where the document is wrong, record the link in a `defect` that cites its sentence. Where the export has lost
    /// the names of its passages, `passages:` in `game.yaml` says which one a name means.
    ///
    /// ```yaml wrong
    /// - defect: lost_page
    ///   cite: passage 4 s2                 # its link names a page that is not there
    ///   says: A page is missing.
    ///   reading: The turn ends.
    /// ```
    /// ```yaml right
    /// - defect: lost_page
    ///   cite: passage 4 s2
    ///   says: A page is missing.
    ///   reading: The turn ends.
    ///   links: LOST PAGE
    /// ```
    R0310 Warning LinkWithoutEdge { name: String, passage: Option<String>, sentences: Vec<String>, span: Span }

    /// An edge of a flowchart is no link of the document, so the chart leads where the document does not.
    ///
    /// Correct the edge or what its boxes cite. A repair is an erratum, or is recorded in a `defect`.
    ///
    /// ```yaml wrong
    /// - defect: lost_exit
    ///   cite: passage 4 s2
    ///   says: The passage does not say what comes then.
    ///   reading: The Raid.
    /// ```
    /// ```yaml right
    /// - defect: lost_exit
    ///   cite: passage 4 s2
    ///   says: The passage does not say what comes then.
    ///   reading: The Raid.
    ///   edges: march no
    /// ```
    R0311 Warning EdgeWithoutLink { chart: String, edge: String, target: String, span: Span }

    /// Passages of the document do not hang together: no link leads to one, or none leads on, or two have names that differ only in
    /// the case of letters.
    ///
    /// If it is as it should be, or the document is wrong, a `defect` that cites the passage records it.
    ///
    /// ```yaml wrong
    /// - defect: ambush_without_an_exit
    ///   cite: passage 12 s1
    ///   says: The Ambush leads nowhere.
    ///   reading: The turn ends.
    /// ```
    /// ```yaml right
    /// - defect: ambush_without_an_exit
    ///   cite: passage 12 s1
    ///   says: The Ambush leads nowhere.
    ///   reading: The turn ends.
    ///   passage is: dead end
    /// ```
    R0312 Warning PassageApart { what: Apart, passages: Vec<String>, span: Span }

    /// What is recorded of links, edges or passages is not so: the cited sentences have no such link, no flowchart has such a box,
    /// the passage is no orphan, or there is no such passage or name.
    ///
    /// ```yaml wrong
    /// passages: {AE1: passage 99}          # there is none
    /// ```
    /// ```yaml right
    /// passages: {AE1: passage 3}
    /// ```
    R0313 Warning RecordIdle { what: String, span: Span }
}

/// How a passage stands apart from the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Apart {
    Orphan,
    DeadEnd,
    /// Its name and those of others differ only in the case of letters.
    NamedAlike(Vec<String>),
}

says!(LinkWithoutEdge, this => match &this.passage {
    None => format!("links name `{}`, which is no passage: {}", this.name, this.sentences.join(", ")),
    Some(passage) => format!("the link `{}` to {passage} is no edge of a flowchart: {}", this.name, this.sentences.join(", ")),
};
vec![Label::primary(this.span, match &this.passage {
    None => "leads nowhere",
    Some(_) => "does not lead there",
})];
vec![match &this.passage {
    None => format!("say under `passages:` in `game.yaml` what it means, or record it in a `defect` that cites the sentences: `links: {}`", this.name),
    Some(_) => format!("draw the edge, or record the link in a `defect` that cites the sentences: `links: {}`", this.name),
}]);

says!(EdgeWithoutLink, this => format!("the edge `{}` of `{}` to `{}` is no link of the document", this.edge, this.chart, this.target);
    vec![Label::primary(this.span, "no link leads there")];
    vec![format!("correct it, make it in an erratum, or record it in a `defect`: `edges: {}`", this.edge)]);

says!(PassageApart, this => match &this.what {
    Apart::Orphan => format!("no link leads to {}", this.passages.join(", ")),
    Apart::DeadEnd => format!("no link leads on from {}", this.passages.join(", ")),
    Apart::NamedAlike(names) => format!("names of {} differ only in the case of letters: {}", this.passages.join(" and "), names.join(", ")),
};
vec![Label::primary(this.span, match this.what {
    Apart::Orphan => "an orphan",
    Apart::DeadEnd => "a dead end",
    Apart::NamedAlike(_) => "named alike",
})];
vec![match this.what {
    Apart::Orphan => "record it in a `defect` that cites the passage: `passage is: orphan`".to_owned(),
    Apart::DeadEnd => "record it in a `defect` that cites the passage: `passage is: dead end`".to_owned(),
    Apart::NamedAlike(_) => "record it in a `defect` that cites one of them: `passage is: named alike`".to_owned(),
}]);

says!(RecordIdle, this => this.what.clone();
    vec![Label::primary(this.span, "recorded here")];
    vec!["correct it, or take it out".to_owned()]);

says!(CitationNotLocked, this => match &this.reason {
    Reason::Form => format!("`{}` is no citation", this.citation),
    Reason::NoSection => format!("citation `{}` has no section to be relative to", this.citation),
    Reason::UnknownSection { section } => format!("the document has no section `{section}`"),
    Reason::NoSuchSentence { section, last } => format!("section `{section}` has {last} sentences"),
    Reason::Backwards => format!("citation `{}` runs backwards", this.citation),
};
vec![Label::primary(this.span, match &this.reason {
    Reason::NoSection => "give the section",
    Reason::Form | Reason::UnknownSection { .. } | Reason::NoSuchSentence { .. } => "not in the lock",
    Reason::Backwards => "the first is behind the last",
})];
match (&this.reason, this.nearest.as_slice()) {
    (Reason::NoSection, _) => vec!["write `section:` at the head of the file, or the section before the sentence".to_owned()],
    (_, []) => vec!["write a section (`13.2`) or sentences of it (`13.2 s2-4`)".to_owned()],
    (_, nearest) => vec![format!("did you mean {}?", either(nearest))],
});

says!(LockDamaged, this => format!("the lock cannot be read: {}", this.what);
    vec![Label::primary(this.span, "damaged here")];
    vec!["run `rulec lock`, or take the file from the last good revision".to_owned()]);

says!(NotTheLockedDocument, this => format!("this is not the locked document `{}`", this.document);
    vec![Label::primary(this.span, format!("{} of {} locked sentences stand in it", this.same, this.locked))];
    vec!["give the document that the lock was made from, or lock this one and review the rules".to_owned()]);

says!(NumberMissing, this => format!("number {} of {} does not occur in the rule", this.number, this.sentence);
    vec![Label::primary(this.span, format!("cites {}", this.sentence))];
    vec![format!("correct the rule, or write `waive numbers: {{{}: \"why\"}}`", this.number)]);

says!(WaiverIdle, this => format!("number {} needs no waiver", this.number);
    vec![Label::primary(this.span, "no cited sentence needs this")];
    vec!["remove it".to_owned()]);

says!(Unreviewed, this => format!("rule `{}` is unreviewed: {}", this.rule, this.changes.join("; "));
    vec![Label::primary(this.span, "accepted against other sentences")];
    vec![format!("compare it with its passage, then run `rulec accept {}`", this.rule)]);

says!(SentenceUnaccounted, this => match this.sentences.as_slice() {
        [one] => format!("nobody has accounted for {one}"),
        many => format!("nobody has accounted for {} sentences of {}: {}", many.len(), this.section, many.join(", ")),
    };
    vec![Label::primary(this.span, "carried by no rule")];
    vec!["cite it from a rule or an example, or class it with `not-a-rule`".to_owned()]);

says!(DocumentChanged, this => this.what.clone();
    vec![Label::primary(this.span, "not as it was locked")];
    vec!["run `rulec lock` if the document was revised, and review the rules that cite it".to_owned()]);

says!(ReviewDamaged, this => format!("the review state cannot be read: {}", this.what);
    vec![Label::primary(this.span, "damaged here")];
    vec!["take the file from the last good revision".to_owned()]);

/// `a`, `b` or `c`
fn either(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [before @ .., last] => {
            let before: Vec<String> = before.iter().map(|name| format!("`{name}`")).collect();
            format!("{} or `{last}`", before.join(", "))
        }
    }
}
