//! Problems of errata and editions: what an amendment expects and what there is. Codes R09xx.

use rulec_grammar::problem::Label;
use rulec_grammar::span::Span;
use rulec_grammar::{problems, says};

problems! {
    /// A file of `errata/` says its name, what it is called, where it comes from and what it amends. Rules that an erratum
    /// adds stand in it as amendments.
    ///
    /// ```yaml wrong
    /// # in game.yaml
    /// editions: {corrected: {errata: []}}
    /// # in errata/designer.yaml
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   value: 5
    /// ```
    /// ```yaml right
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend:
    /// - add: {constant: gain, house: our own choice, value: 5}
    /// ```
    R0901 Error NotAnErratum { span: Span }

    /// Two files of `errata/` have the same name, so an edition could mean either.
    ///
    /// ```yaml wrong
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}}
    /// # in errata/2018.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post of 2018.
    /// amend: []
    /// # in errata/2019.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post of 2019.
    /// amend: []
    /// ```
    /// ```yaml right
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer_2018, designer_2019]}}
    /// # in errata/2018.yaml
    /// erratum: designer_2018
    /// title: The designer's corrections
    /// published: His post of 2018.
    /// amend: []
    /// # in errata/2019.yaml
    /// erratum: designer_2019
    /// title: The designer's corrections
    /// published: His post of 2019.
    /// amend: []
    /// ```
    R0902 Error DuplicateErratum { name: String, first: Span, second: Span }

    /// An edition lists an erratum that no file of `errata/` is.
    ///
    /// ```yaml wrong
    /// # in game.yaml
    /// editions: {corrected: {errata: [desinger]}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend: []
    /// ```
    /// ```yaml right
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend: []
    /// ```
    R0903 Error UnknownErratum { name: String, known: Vec<String>, nearest: Option<String>, span: Span }

    /// The edition that was asked for is not among those that `game.yaml` lists. Where it lists none, the rules as they
    /// stand are the edition `default`.
    ///
    /// ```yaml wrong
    /// # in game.yaml
    /// editions:
    ///   corrected: {errata: []}
    ///   printed: {errata: []}
    /// # rulec check --edition pritned
    /// ```
    /// ```yaml right
    /// # in game.yaml
    /// editions:
    ///   corrected: {errata: []}
    ///   printed: {errata: []}
    /// # rulec check --edition printed
    /// ```
    R0904 Error UnknownEdition { name: String, known: Vec<String>, nearest: Option<String>, span: Span }

    /// There are errata and `game.yaml` does not say which editions have them, so nobody could tell which rules are played.
    ///
    /// ```yaml wrong
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend: []
    /// ```
    /// ```yaml right
    /// # in game.yaml
    /// editions:
    ///   corrected: {errata: [designer]}
    ///   printed: {errata: []}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend: []
    /// ```
    R0905 Error NoEditions { erratum: String, span: Span }

    /// No edition lists this erratum, so nobody plays by it.
    ///
    /// ```yaml wrong
    /// # in game.yaml
    /// editions: {printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend: []
    /// ```
    /// ```yaml right
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}, printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend: []
    /// ```
    R0906 Warning ErratumNotListed { name: String, span: Span }
}

says!(NotAnErratum, this => "a file of `errata/` is a mapping that begins with `erratum:`".to_owned();
    vec![Label::primary(this.span, "something else stands here")];
    vec!["`rulec explain erratum` lists its keys; a rule that it adds is an amendment: `- add: {…}`".to_owned()]);
says!(DuplicateErratum, this => format!("two errata are called `{}`", this.name);
    vec![Label::primary(this.second, "the second"), Label::secondary(this.first, "the first")];
    vec!["give one of them another name".to_owned()]);
says!(UnknownErratum, this => format!("there is no erratum `{}`", this.name);
    vec![Label::primary(this.span, "no file of `errata/` has this name")];
    meant(&this.nearest, "the errata are", &this.known));
says!(UnknownEdition, this => format!("there is no edition `{}`", this.name);
    vec![Label::primary(this.span, "")];
    meant(&this.nearest, "the editions are", &this.known));
says!(NoEditions, this => format!("there is the erratum `{}`, and `game.yaml` lists no editions", this.erratum);
    vec![Label::primary(this.span, "")];
    vec![format!("add `editions:` to `game.yaml`, the default first: `corrected: {{errata: [{}]}}`, `printed: {{errata: []}}`", this.erratum)]);
says!(ErratumNotListed, this => format!("no edition lists the erratum `{}`", this.name);
    vec![Label::primary(this.span, "")];
    vec!["add it to an edition in `game.yaml`, or delete its file".to_owned()]);

fn meant(nearest: &Option<String>, are: &str, known: &[String]) -> Vec<String> {
    let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    match nearest {
        Some(nearest) => vec![format!("did you mean `{nearest}`?")],
        None if known.is_empty() => vec!["there are none".to_owned()],
        None => vec![format!("{are} {}", known.join(", "))],
    }
}
