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
}

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
