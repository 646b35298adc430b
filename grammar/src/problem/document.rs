//! Problems of documents as they are read: codes R02xx.

use crate::problem::Label;
use crate::span::Span;
use crate::{problems, says};

problems! {
    /// The document has no sentence in it, so there is nothing to lock or to cite.
    ///
    /// Often the file was saved from a page that had not loaded, or the wrong file was named.
    R0201 Error EmptyDocument { span: Span }

    /// The document holds U+FFFD, the mark that a decoder leaves where the bytes were of another encoding. Its
    /// sentences would be locked with the damage in them.
    ///
    /// Save the document as UTF-8 from the original.
    R0202 Error UndecodedCharacters { count: usize, span: Span }

    /// A section number stands twice in the document. Only the first can be cited by the number alone; the second
    /// is `13.2 (2)`.
    ///
    /// ```text wrong
    /// 13.2 Sieges
    /// 13.2 Raids
    /// ```
    /// ```text right
    /// 13.2 Sieges
    /// 13.3 Raids
    /// ```
    R0203 Warning SectionRepeated { number: String, again: Span }

    /// A section number is lower than the one before it. Either the book is out of order, or a line that begins
    /// with a number was taken for a section.
    ///
    /// ```text wrong
    /// 13.3 Raids
    /// 13.2 Sieges
    /// ```
    /// ```text right
    /// 13.2 Sieges
    /// 13.3 Raids
    /// ```
    R0204 Warning SectionBackwards { number: String, before: String, span: Span, first: Span }

    /// A link of a Twine passage is opened by `[[` and never closed, so it leads nowhere. What stands there is read as
    /// text.
    ///
    /// ```text wrong
    /// [[yes->battle]
    /// ```
    /// ```text right
    /// [[yes->battle]]
    /// ```
    R0205 Warning LinkNotClosed { span: Span }

    /// A Harlowe hook is opened and never closed before its passage ends.
    ///
    /// ```text wrong
    /// (text-style:"mark")[any battle
    /// ```
    /// ```text right
    /// (text-style:"mark")[any battle]
    /// ```
    R0206 Warning HookNotClosed { span: Span }

    /// A link of a Twine passage names no passage.
    ///
    /// ```text wrong
    /// [[yes->]]
    /// ```
    /// ```text right
    /// [[yes->battle]]
    /// ```
    R0207 Warning LinkWithoutTarget { span: Span }
}

says!(EmptyDocument, this => "this document is empty".to_owned();
    vec![Label::primary(this.span, "nothing to read here")];
    vec!["check that this is the file you mean".to_owned()]);

says!(UndecodedCharacters, this => format!("{} characters of this document could not be decoded", this.count);
    vec![Label::primary(this.span, "the first is here")];
    vec!["save the document as UTF-8 from the original".to_owned()]);

says!(SectionRepeated, this => format!("section `{}` stands twice", this.number);
    vec![Label::primary(this.again, "again here")];
    vec![format!("cite this one as `{} (2)`, or correct the document", this.number)]);

says!(SectionBackwards, this => format!("section `{}` comes after `{}`", this.number, this.before);
    vec![Label::primary(this.span, "lower than the one before"), Label::secondary(this.first, "the one before")];
    vec!["check whether this line begins a section".to_owned()]);

says!(LinkNotClosed, this => "this link is never closed".to_owned();
    vec![Label::primary(this.span, "opened here")];
    vec!["close it with `]]`".to_owned()]);

says!(HookNotClosed, this => "this hook is never closed".to_owned();
    vec![Label::primary(this.span, "opened here")];
    vec!["close it with `]`".to_owned()]);

says!(LinkWithoutTarget, this => "this link names no passage".to_owned();
    vec![Label::primary(this.span, "leads nowhere")];
    vec!["write the passage's name behind `->`".to_owned()]);
