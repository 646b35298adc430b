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

    /// An amendment names a rule that there is not.
    ///
    /// ```yaml wrong
    /// # in rules.yaml
    /// rules:
    /// - flowchart: chart
    ///   house: our own choice
    ///   nodes:
    ///     first: {ask: true, yes: second, no: end}
    ///     second: {do: stop, then: end}
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}, printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend:
    /// - {rule: chrat, at: nodes first no, was: end, now: second}
    /// ```
    /// ```yaml right
    /// # in rules.yaml
    /// rules:
    /// - flowchart: chart
    ///   house: our own choice
    ///   nodes:
    ///     first: {ask: true, yes: second, no: end}
    ///     second: {do: stop, then: end}
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}, printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend:
    /// - {rule: chart, at: nodes first no, was: end, now: second}
    /// ```
    R0907 Error AmendedRuleUnknown { rule: String, nearest: Option<String>, span: Span }

    /// An amendment names a place that the rule does not have. A place is the way to it: keys, and entries of lists by their name
    /// or, counted from 1, by their position.
    ///
    /// ```yaml wrong
    /// # in rules.yaml
    /// rules:
    /// - flowchart: chart
    ///   house: our own choice
    ///   nodes:
    ///     first: {ask: true, yes: second, no: end}
    ///     second: {do: stop, then: end}
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}, printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend:
    /// - {rule: chart, at: nodes frist no, was: end, now: second}
    /// ```
    /// ```yaml right
    /// # in rules.yaml
    /// rules:
    /// - flowchart: chart
    ///   house: our own choice
    ///   nodes:
    ///     first: {ask: true, yes: second, no: end}
    ///     second: {do: stop, then: end}
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}, printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend:
    /// - {rule: chart, at: nodes first no, was: end, now: second}
    /// ```
    R0908 Error NoSuchPlace { rule: String, words: String, within: Span, known: Vec<String>, nearest: Option<String>, span: Span }

    /// What an amendment expects is not what stands there: the rule has been changed since the erratum was written, or the erratum
    /// speaks of other rules.
    ///
    /// ```yaml wrong
    /// # in rules.yaml
    /// rules:
    /// - flowchart: chart
    ///   house: our own choice
    ///   nodes:
    ///     first: {ask: true, yes: second, no: end}
    ///     second: {do: stop, then: end}
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}, printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend:
    /// - {rule: chart, at: nodes first no, was: second, now: second}
    /// ```
    /// ```yaml right
    /// # in rules.yaml
    /// rules:
    /// - flowchart: chart
    ///   house: our own choice
    ///   nodes:
    ///     first: {ask: true, yes: second, no: end}
    ///     second: {do: stop, then: end}
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}, printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend:
    /// - {rule: chart, at: nodes first no, was: end, now: second}
    /// ```
    R0909 Error NotWhatStands { expected: Span, found: String, stands: Span }

    /// An amendment puts something where something stands already, and does not say what it expects there. Only where nothing
    /// stands is `was` left out.
    ///
    /// ```yaml wrong
    /// # in rules.yaml
    /// rules:
    /// - flowchart: chart
    ///   house: our own choice
    ///   nodes:
    ///     first: {ask: true, yes: second, no: end}
    ///     second: {do: stop, then: end}
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}, printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend:
    /// - {rule: chart, at: nodes first no, now: second}
    /// ```
    /// ```yaml right
    /// # in rules.yaml
    /// rules:
    /// - flowchart: chart
    ///   house: our own choice
    ///   nodes:
    ///     first: {ask: true, yes: second, no: end}
    ///     second: {do: stop, then: end}
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}, printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend:
    /// - {rule: chart, at: nodes first no, was: end, now: second}
    /// ```
    R0910 Error StandsAlready { found: String, stands: Span, span: Span }

    /// Two amendments of one edition touch one place, so that one would undo or miss the other. They belong to different
    /// editions, or one of them is a correction of the other and stands for both.
    ///
    /// ```yaml wrong
    /// # in rules.yaml
    /// rules:
    /// - flowchart: chart
    ///   house: our own choice
    ///   nodes:
    ///     first: {ask: true, yes: second, no: end}
    ///     second: {do: stop, then: end}
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer, publisher]}, printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend:
    /// - {rule: chart, at: nodes first no, was: end, now: second}
    /// # in errata/publisher.yaml
    /// erratum: publisher
    /// title: The publisher's corrections
    /// published: The second printing.
    /// amend:
    /// - {rule: chart, at: nodes first, was: {ask: true, yes: second, no: end}, now: {do: stop, then: second}}
    /// ```
    /// ```yaml right
    /// # in rules.yaml
    /// rules:
    /// - flowchart: chart
    ///   house: our own choice
    ///   nodes:
    ///     first: {ask: true, yes: second, no: end}
    ///     second: {do: stop, then: end}
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer, publisher]}, printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend:
    /// - {rule: chart, at: nodes first no, was: end, now: second}
    /// # in errata/publisher.yaml
    /// erratum: publisher
    /// title: The publisher's corrections
    /// published: The second printing.
    /// amend:
    /// - {rule: chart, at: nodes first ask, was: true, now: false}
    /// ```
    R0911 Error PlaceAmendedTwice { rule: String, first: Span, second: Span }

    /// A fill has the name of the table that it fills, and there may be several. An amendment names the kind too, and only one
    /// rule may be meant.
    ///
    /// ```yaml wrong
    /// # in rules.yaml
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..2
    ///   columns: {results: 0..9}
    ///   hole: {known: {1: at least 1}}
    /// - {fill: results, origin: house, why: To be played., rows: {1: 4, 2: 5}}
    /// - {fill: results, origin: published, source: The second printing., rows: {1: 4, 2: 5}}
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}, printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend:
    /// - {rule: fill results, at: rows 2, was: 5, now: 6}
    /// ```
    /// ```yaml right
    /// # in rules.yaml
    /// rules:
    /// - table: results
    ///   house: our own choice
    ///   key: 1..2
    ///   columns: {results: 0..9}
    ///   hole: {known: {1: at least 1}}
    /// - {fill: results, origin: house, why: To be played., rows: {1: 4, 2: 5}}
    /// - {fill: results, origin: published, source: The second printing., rows: {1: 4, 2: 5}}
    /// # in game.yaml
    /// editions: {corrected: {errata: [designer]}, printed: {errata: []}}
    /// # in errata/designer.yaml
    /// erratum: designer
    /// title: The designer's corrections
    /// published: His post.
    /// amend:
    /// - {rule: results, at: hole known 1, was: at least 1, now: at least 2}
    /// ```
    R0912 Error AmendedRuleUnclear { rule: String, first: Span, second: Span, span: Span }
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

says!(AmendedRuleUnknown, this => format!("there is no rule `{}` to amend", this.rule);
    vec![Label::primary(this.span, "")];
    this.nearest.iter().map(|nearest| format!("did you mean `{nearest}`?")).collect());
says!(NoSuchPlace, this => format!("`{}` has no place `{}` here", this.rule, this.words);
vec![Label::primary(this.span, "leads nowhere"), Label::secondary(this.within, "here it was looked for")];
match (&this.nearest, this.known.is_empty()) {
    (Some(_), _) | (None, false) => meant(&this.nearest, "here are", &this.known),
    (None, true) => vec!["nothing is inside this; only a script has lines: `do line 3`".to_owned()],
});
says!(NotWhatStands, this => "this is not what stands there".to_owned();
    vec![Label::primary(this.expected, "expected"), Label::secondary(this.stands, format!("here stands `{}`", this.found))];
    vec!["if the amendment is still meant, say what stands there; if the rule has been corrected itself, take the amendment out".to_owned()]);
says!(StandsAlready, this => "something stands there already".to_owned();
    vec![Label::primary(this.span, "to be put there"), Label::secondary(this.stands, "stands there")];
    vec![format!("say what is expected there: `was: {}`", this.found)]);
says!(PlaceAmendedTwice, this => format!("two amendments touch one place of `{}`", this.rule);
    vec![Label::primary(this.second, "the second"), Label::secondary(this.first, "the first")];
    vec!["let one of them stand for both, or put them into different editions".to_owned()]);
says!(AmendedRuleUnclear, this => format!("more than one rule is called `{}`", this.rule);
    vec![Label::primary(this.span, ""), Label::secondary(this.first, "one"), Label::secondary(this.second, "another")];
    vec!["amend the table, or leave one fill".to_owned()]);

fn meant(nearest: &Option<String>, are: &str, known: &[String]) -> Vec<String> {
    const MOST: usize = 12;
    let listed: Vec<String> = known.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    let more = if known.len() > MOST { ", …" } else { "" };
    match nearest {
        Some(nearest) => vec![format!("did you mean `{nearest}`?")],
        None if known.is_empty() => vec!["there are none".to_owned()],
        None => vec![format!("{are} {}{more}", listed.join(", "))],
    }
}
