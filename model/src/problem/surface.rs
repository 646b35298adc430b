//! Problems of entries: kinds, keys and the shape of their values. Codes R04xx.

use rulec_grammar::problem::Label;
use rulec_grammar::span::Span;
use rulec_grammar::{problems, says};

problems! {
    /// A rule file is a mapping with `rules:`, a list of entries. Whatever else stands at its top is not read.
    ///
    /// ```yaml wrong
    /// - constant: gain
    ///   value: 5
    /// ```
    /// ```yaml right
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   value: 5
    /// ```
    R0401 Error NotARuleFile { span: Span }

    /// The first key of an entry is its kind. This one is no kind of rule.
    ///
    /// ```yaml wrong
    /// rules:
    /// - constnat: gain
    ///   value: 5
    /// ```
    /// ```yaml right
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   value: 5
    /// ```
    R0402 Error UnknownKind { kind: String, nearest: Option<String>, span: Span }

    /// An entry has a key that its kind does not know, so what stands there would be lost.
    ///
    /// ```yaml wrong
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   valeu: 5
    /// ```
    /// ```yaml right
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   value: 5
    /// ```
    R0403 Error UnknownKey { key: String, kind: String, nearest: Option<String>, span: Span }

    /// A key that this kind of rule needs is missing.
    ///
    /// ```yaml wrong
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    /// ```
    /// ```yaml right
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   value: 5
    /// ```
    R0404 Error MissingKey { key: &'static str, kind: String, doc: &'static str, span: Span }

    /// A value is of another shape than its key needs: a list where a text stands, a text where a mapping should.
    ///
    /// ```yaml wrong
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   value: [5]
    /// ```
    /// ```yaml right
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   value: 5
    /// ```
    R0405 Error WrongShape { what: String, expected: String, span: Span }

    /// Names are lower case words with `_` between them, so that they can be the same word everywhere.
    ///
    /// ```yaml wrong
    /// rules:
    /// - constant: Gain-per-unit
    ///   house: our own choice
    ///   value: 5
    /// ```
    /// ```yaml right
    /// rules:
    /// - constant: gain_per_unit
    ///   house: our own choice
    ///   value: 5
    /// ```
    R0406 Error BadName { name: String, span: Span }

    /// A rule says neither which passage it encodes nor that it is our own.
    ///
    /// ```yaml wrong
    /// rules:
    /// - constant: gain
    ///   value: 5
    /// ```
    /// ```yaml right
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   value: 5
    /// ```
    R0407 Error NoCitation { rule: String, span: Span }

    /// A row's pattern is a number, a range, a member, several of them with `|` between, or `any`; one for
    /// each key of the table, with commas between.
    ///
    /// ```yaml wrong
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   rows: { "1 to 3": { points: 0 } }
    /// ```
    /// ```yaml right
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..3
    ///   columns: { points: 0..3 }
    ///   rows: { 1..3: { points: 0 } }
    /// ```
    R0408 Error BadPattern { pattern: String, span: Span }

    /// A word stands where only certain words may.
    ///
    /// ```yaml wrong
    /// rules:
    /// - not-a-rule: title
    ///   house: nothing to cite
    ///   class: header
    /// ```
    /// ```yaml right
    /// rules:
    /// - not-a-rule: title
    ///   house: nothing to cite
    ///   class: heading
    /// ```
    R0409 Error NotOneOf { word: String, allowed: String, span: Span }

    /// Two of the keys say different things about the same part, or none of those that could stand does.
    ///
    /// ```yaml wrong
    /// rules:
    /// - flowchart: chart
    ///   house: our own choice
    ///   nodes:
    ///     first: { ask: true, do: stop }
    /// ```
    /// ```yaml right
    /// rules:
    /// - flowchart: chart
    ///   house: our own choice
    ///   nodes:
    ///     first: { do: stop, then: end }
    /// ```
    R0410 Error OneOfThese { keys: &'static str, span: Span }

    /// The lines of a drawn map are not equally long, so columns would shift.
    ///
    /// ```yaml wrong
    /// rules:
    /// - space: hex
    ///   house: our own choice
    ///   grid: flat
    ///   first: w0101
    ///   legend: { ".": {} }
    ///   map: |
    ///     ...
    ///     ..
    /// ```
    /// ```yaml right
    /// rules:
    /// - space: hex
    ///   house: our own choice
    ///   grid: flat
    ///   first: w0101
    ///   legend: { ".": {}, "-": none }
    ///   map: |
    ///     ...
    ///     ..-
    /// ```
    R0411 Error RaggedMap { width: usize, expected: usize, span: Span }

    /// A character of a drawn map is not in its legend.
    ///
    /// ```yaml wrong
    /// rules:
    /// - space: hex
    ///   house: our own choice
    ///   grid: flat
    ///   first: w0101
    ///   legend: { ".": {} }
    ///   map: |
    ///     .^.
    /// ```
    /// ```yaml right
    /// rules:
    /// - space: hex
    ///   house: our own choice
    ///   attributes: { level: 0..3 }
    ///   grid: flat
    ///   first: w0101
    ///   legend: { ".": {}, "^": { level: 1 } }
    ///   map: |
    ///     .^.
    /// ```
    R0412 Error NotOnTheLegend { character: char, span: Span }

    /// A side lies between two hexes that do not touch.
    ///
    /// ```yaml wrong
    /// rules:
    /// - space: hex
    ///   house: our own choice
    ///   grid: flat
    ///   first: w0101
    ///   link attributes: { wall: yes or no }
    ///   legend: { ".": {} }
    ///   map: |
    ///     ...
    ///   sides:
    ///   - { between: [w0101, w0301], wall: true }
    /// ```
    /// ```yaml right
    /// rules:
    /// - space: hex
    ///   house: our own choice
    ///   grid: flat
    ///   first: w0101
    ///   link attributes: { wall: yes or no }
    ///   legend: { ".": {} }
    ///   map: |
    ///     ...
    ///   sides:
    ///   - { between: [w0101, w0201], wall: true }
    /// ```
    R0413 Error NotTouching { a: String, b: String, span: Span }
}

fn did_you_mean(nearest: &Option<String>) -> Vec<String> {
    nearest.iter().map(|nearest| format!("did you mean `{nearest}`?")).collect()
}

says!(NotARuleFile, this => "a rule file is a mapping with `rules:`".to_owned();
    vec![Label::primary(this.span, "something else stands here")];
    vec!["put the entries under `rules:`, each with `- ` before its kind".to_owned()]);
says!(UnknownKind, this => format!("`{}` is no kind of rule", this.kind);
    vec![Label::primary(this.span, "the kind of this entry")];
    if this.nearest.is_some() { did_you_mean(&this.nearest) } else { vec!["the first key of an entry is its kind: `rulec explain kinds` lists them".to_owned()] });
says!(UnknownKey, this => format!("a `{}` has no key `{}`", this.kind, this.key);
    vec![Label::primary(this.span, "not known here")];
    if this.nearest.is_some() { did_you_mean(&this.nearest) } else { vec![format!("`rulec explain {}` lists its keys", this.kind)] });
says!(MissingKey, this => format!("this `{}` lacks `{}`", this.kind, this.key);
    vec![Label::primary(this.span, "")];
    vec![format!("add `{}`: {}", this.key, this.doc)]);
says!(WrongShape, this => format!("{} must be {}", this.what, this.expected);
    vec![Label::primary(this.span, "of another shape")]);
says!(BadName, this => format!("`{}` cannot be a name", this.name);
    vec![Label::primary(this.span, "")];
    vec!["a name is lower case letters, digits and `_`, and begins with a letter; `title` says what people see".to_owned()]);
says!(NoCitation, this => format!("`{}` cites no passage", this.rule);
    vec![Label::primary(this.span, "neither `cite` nor `house` nor `published`")];
    vec!["add `cite: 13.2 s1`, or `house:` with the reason if it is our own".to_owned()]);
says!(BadPattern, this => format!("`{}` is not a pattern of this table", this.pattern);
    vec![Label::primary(this.span, "")];
    vec!["a pattern is `7`, `3..5`, `gauls`, `2 | 12` or `any`; one for each key, with commas between".to_owned()]);
says!(NotOneOf, this => format!("`{}` must be one of {}", this.word, this.allowed);
    vec![Label::primary(this.span, "")]);
says!(RaggedMap, this => format!("this line has {} places, and the first has {}", this.width, this.expected);
    vec![Label::primary(this.span, "")];
    vec!["fill it with a character that the legend gives to `none`".to_owned()]);
says!(NotOnTheLegend, this => format!("`{}` is not on the legend", this.character);
    vec![Label::primary(this.span, "")]);
says!(NotTouching, this => format!("`{}` and `{}` do not touch", this.a, this.b);
    vec![Label::primary(this.span, "no side of a hex")]);
says!(OneOfThese, this => format!("exactly one of {} must stand here", this.keys);
    vec![Label::primary(this.span, "")]);
