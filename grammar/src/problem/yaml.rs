//! Problems of the small YAML: codes R00xx.

use crate::problem::Label;
use crate::span::Span;
use crate::{problems, says};

problems! {
    /// Two keys of one mapping have the same name, so one of them would be lost.
    ///
    /// The first is kept and the second dropped, but which of the two was meant only you can tell.
    ///
    /// ```yaml wrong
    /// game: a
    /// game: b
    /// ```
    /// ```yaml right
    /// game: a
    /// title: b
    /// ```
    R0001 Error DuplicateKey { key: String, first: Span, second: Span }

    /// An anchor (`&name`) marks a value for use elsewhere in the file.
    ///
    /// Rule files have none: what two rules share has a name of its own, as a constant, function or table, so
    /// that a reader of one rule need not search the file.
    ///
    /// ```yaml wrong
    /// size: &many 12
    /// ```
    /// ```yaml right
    /// size: 12
    /// ```
    R0002 Error Anchor { span: Span }

    /// An alias (`*name`) stands for a value written elsewhere in the file.
    ///
    /// Rule files have none, as they have no anchors. A text that begins with `*` is put in quotes.
    ///
    /// ```yaml wrong
    /// size: *many
    /// ```
    /// ```yaml right
    /// size: "*many"
    /// ```
    R0003 Error Alias { span: Span }

    /// A merge key (`<<`) copies the keys of another mapping.
    ///
    /// Rule files have none: write the keys where they hold.
    ///
    /// ```yaml wrong
    /// <<: {size: 3}
    /// ```
    /// ```yaml right
    /// size: 3
    /// ```
    R0004 Error MergeKey { span: Span }

    /// A tag (`!name`) says what type a value has.
    ///
    /// Rule files have none: the key says what its value is. A text that begins with `!` is put in quotes.
    ///
    /// ```yaml wrong
    /// size: !!int 3
    /// ```
    /// ```yaml right
    /// size: 3
    /// ```
    R0005 Error Tag { span: Span }

    /// A directive (`%…` at the beginning of a line) speaks to the YAML reader.
    ///
    /// There is nothing that a rule file could tell it.
    ///
    /// ```yaml wrong
    /// %YAML 1.2
    /// ---
    /// game: a
    /// ```
    /// ```yaml right
    /// game: a
    /// ```
    R0006 Error Directive { span: Span }

    /// A tab stands where only spaces may: in indentation or between words of the YAML.
    ///
    /// Editors draw tabs at different widths, so what lines up for one reader does not for the next. A file with
    /// many tabs gets one message, at the first.
    ///
    /// ```yaml wrong
    /// rules:	[]
    /// ```
    /// ```yaml right
    /// rules: []
    /// ```
    R0007 Error TabUsed { span: Span, count: usize }

    /// A second document begins in the file.
    ///
    /// A rule file is one document; what follows `---` or `...` is not read. Put it in a file of its own.
    ///
    /// ```yaml wrong
    /// game: a
    /// ---
    /// game: b
    /// ```
    /// ```yaml right
    /// game: a
    /// ```
    R0008 Error SecondDocument { span: Span }

    /// A key is not a word: it is a list, a mapping, or nothing.
    ///
    /// Keys of rule files are words or numbers. A pattern with commas, such as a table row for two keys, is written
    /// without brackets.
    ///
    /// ```yaml wrong
    /// rows:
    ///   [1, city]: 3
    /// ```
    /// ```yaml right
    /// rows:
    ///   1, city: 3
    /// ```
    R0009 Error ComplexKey { span: Span }

    /// Lists and mappings stand too deep inside each other.
    ///
    /// No rule needs more than a few levels, so this is most often a bracket or a dash repeated by mistake.
    ///
    /// ```yaml wrong
    /// a: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
    /// ```
    /// ```yaml right
    /// a: [[1]]
    /// ```
    R0010 Error NestedTooDeep { span: Span, limit: usize }

    /// The file is larger than 8 MiB and was not read.
    ///
    /// A chapter of rules is a thousand times smaller; this is most often another kind of file in the folder. Large
    /// data, if it is really part of the rules, can be shared out among several files.
    R0011 Error FileTooLarge { span: Span, size: usize, limit: usize }

    /// The file is not text in UTF-8.
    ///
    /// Save it as UTF-8 in your editor. Older encodings of Czech and Russian text (Windows-1250, Windows-1251) are the
    /// usual cause.
    R0012 Error NotUtf8 { span: Span }

    /// The file holds nothing but space and comments.
    ///
    /// A rule file that has not been begun yet can hold an empty list.
    ///
    /// ```yaml wrong
    /// # to be written
    /// ```
    /// ```yaml right
    /// rules: []
    /// ```
    R0013 Error EmptyFile { span: Span }

    /// A text begins with a quotation mark and never ends.
    ///
    /// The quote that is missing is often at the end of the same line; a quote inside the text is doubled (`''`) in
    /// single quotes and written `\"` in double ones.
    ///
    /// ```yaml wrong
    /// title: "Sekvan
    /// game: a
    /// ```
    /// ```yaml right
    /// title: "Sekvan"
    /// game: a
    /// ```
    R0014 Error UnclosedQuote { span: Span }

    /// A list or mapping in brackets does not end, ends with another kind of bracket, or misses a comma.
    ///
    /// What is read well before and after it is checked as usual; its own key is left out.
    ///
    /// ```yaml wrong
    /// chapters: [terms, armies
    /// game: a
    /// ```
    /// ```yaml right
    /// chapters: [terms, armies]
    /// game: a
    /// ```
    R0015 Error UnclosedBracket { span: Span, bracket: char, met: Span }

    /// A text without quotes holds a colon followed by a space, which YAML takes for a key.
    ///
    /// Put the text in quotes, or, if it is an expression or a script, in a literal block.
    ///
    /// ```yaml wrong
    /// is: sum(a in army: a.units)
    /// ```
    /// ```yaml right
    /// is: |
    ///   sum(a in army: a.units)
    /// ```
    R0016 Error ColonInText { span: Span }

    /// A line in a mapping has no colon, so it is no key.
    ///
    /// ```yaml wrong
    /// game: a
    /// title Sekvan
    /// start: campaign
    /// ```
    /// ```yaml right
    /// game: a
    /// title: Sekvan
    /// start: campaign
    /// ```
    R0017 Error MissingColon { span: Span }

    /// A line begins in a column where nothing can go on.
    ///
    /// Keys of one mapping begin in one column, as do the dashes of one list. A line that is deeper than the one above
    /// continues its text.
    ///
    /// ```yaml wrong
    /// game: a
    ///  title: b
    /// ```
    /// ```yaml right
    /// game: a
    /// title: b
    /// ```
    R0018 Error Misaligned { span: Span }

    /// A text without quotes begins with a character that YAML keeps for itself.
    ///
    /// ```yaml wrong
    /// title: @home
    /// ```
    /// ```yaml right
    /// title: "@home"
    /// ```
    R0019 Error NeedsQuotes { span: Span, character: char }

    /// Something stands here that cannot be read as YAML.
    ///
    /// ```yaml wrong
    /// is: |x
    ///   1
    /// ```
    /// ```yaml right
    /// is: |
    ///   1
    /// ```
    R0020 Error Unreadable { span: Span }

    /// Something follows the closing quotation mark of a text.
    ///
    /// Either the quotes belong around all of it, or a quote inside the text must be doubled.
    ///
    /// ```yaml wrong
    /// title: 'Sekvan' at war
    /// ```
    /// ```yaml right
    /// title: "'Sekvan' at war"
    /// ```
    R0021 Error StrayText { span: Span }

    /// A text in double quotes holds a backslash that begins no escape.
    ///
    /// ```yaml wrong
    /// title: "a\qb"
    /// ```
    /// ```yaml right
    /// title: 'a\qb'
    /// ```
    R0022 Error BadEscape { span: Span }

    /// A closing bracket has no opening one.
    ///
    /// ```yaml wrong
    /// chapters: ]
    /// ```
    /// ```yaml right
    /// chapters: [terms]
    /// ```
    R0023 Error StrayBracket { span: Span }

    /// The file has so many mistakes of form that the rest was not read.
    ///
    /// Mend those that are listed and run the check again.
    R0024 Error TooManyFaults { span: Span, limit: usize }
}

says!(DuplicateKey, this => format!("key `{}` stands twice in one mapping", this.key);
    vec![Label::primary(this.second, "again here"), Label::secondary(this.first, "first here")];
    vec!["keep one of the two".to_owned()]);

says!(Anchor, this => "rule files have no anchors".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["remove it; put a text that begins with `&` in quotes".to_owned()]);

says!(Alias, this => "rule files have no aliases".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["write the value itself; put a text that begins with `*` in quotes".to_owned()]);

says!(MergeKey, this => "rule files have no merge keys".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["write the keys here".to_owned()]);

says!(Tag, this => "rule files have no tags".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["remove it; put a text that begins with `!` in quotes".to_owned()]);

says!(Directive, this => "rule files have no directives".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["remove this line".to_owned()]);

says!(TabUsed, this => match this.count {
        0 | 1 => "a tab stands where only spaces may".to_owned(),
        count => format!("{count} tabs stand where only spaces may"),
    };
    vec![Label::primary(this.span, if this.count > 1 { "the first" } else { "" })];
    vec!["indent with spaces".to_owned()]);

says!(SecondDocument, this => "a second document begins here and is not read".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["remove the line, or put what follows in a file of its own".to_owned()]);

says!(ComplexKey, this => "a key must be a word".to_owned();
    vec![Label::primary(this.span, "this is none")];
    vec!["write a word before the colon".to_owned()]);

says!(NestedTooDeep, this => format!("lists and mappings nest deeper than {} levels", this.limit);
    vec![Label::primary(this.span, "too deep here")];
    vec!["look for a bracket or a dash too many".to_owned()]);

says!(FileTooLarge, this => format!("the file has {} bytes, more than the {} that are read", this.size, this.limit);
    vec![Label::primary(this.span, "")];
    vec!["share its rules out among several files".to_owned()]);

says!(NotUtf8, this => "the file is not text in UTF-8".to_owned();
    vec![Label::primary(this.span, "the first byte that is not")];
    vec!["save the file as UTF-8".to_owned()]);

says!(EmptyFile, this => "the file is empty".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["write `rules: []` if the rules are still to come".to_owned()]);

says!(UnclosedQuote, this => "this text in quotes does not end".to_owned();
    vec![Label::primary(this.span, "begins here")];
    vec!["add the closing quotation mark".to_owned()]);

says!(UnclosedBracket, this => format!("this `{}` is not closed, or a comma is missing", this.bracket);
    vec![Label::primary(this.span, "opened here"), Label::secondary(this.met, "met inside it")];
    vec![format!("close it with `{}`", if this.bracket == '{' { '}' } else { ']' })]);

says!(ColonInText, this => "a colon and a space inside a text without quotes".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["put the text in quotes; write an expression or a script as a literal block (`|`)".to_owned()]);

says!(MissingColon, this => "this line has no colon, so it is no key".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["write `key: value`".to_owned()]);

says!(Misaligned, this => "this line does not line up with anything above".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["begin it in the column of the key or dash that it goes with; a key of its own needs a colon".to_owned()]);

says!(NeedsQuotes, this => format!("a text without quotes cannot begin with `{}`", this.character);
    vec![Label::primary(this.span, "")];
    vec!["put the text in quotes".to_owned()]);

says!(Unreadable, this => "this cannot be read as YAML".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["put a text in quotes; check the indentation".to_owned()]);

says!(StrayText, this => "something follows the closing quotation mark".to_owned();
    vec![Label::primary(this.span, "this")];
    vec!["put quotes around all of it; double a quote that belongs to the text".to_owned()]);

says!(BadEscape, this => "a backslash in this text begins no escape".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["write `\\\\` for a backslash, or use single quotes".to_owned()]);

says!(StrayBracket, this => "this bracket closes nothing".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["remove it, or open it first; put a text with brackets in quotes".to_owned()]);

says!(TooManyFaults, this => format!("{} mistakes of form: the file is not read further", this.limit);
    vec![Label::primary(this.span, "reading stopped here")];
    vec!["mend the others first".to_owned()]);
