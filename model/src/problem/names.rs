//! Problems of names: what is declared twice, what is not declared. Codes R05xx.

use rulec_grammar::problem::Label;
use rulec_grammar::span::Span;
use rulec_grammar::{problems, says};

problems! {
    /// Two rules have the same name. Names are one space per game: a table and a procedure cannot share one either.
    ///
    /// ```yaml wrong
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   value: 5
    /// - constant: gain
    ///   house: our own choice
    ///   value: 6
    /// ```
    /// ```yaml right
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   value: 5
    /// - constant: loss
    ///   house: our own choice
    ///   value: 6
    /// ```
    R0501 Error DuplicateRule { name: String, first: Span, second: Span }

    /// A name stands for nothing that is declared.
    ///
    /// ```yaml wrong
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   value: 5
    /// - function: double
    ///   house: our own choice
    ///   is: gian * 2
    /// ```
    /// ```yaml right
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   value: 5
    /// - function: double
    ///   house: our own choice
    ///   is: gain * 2
    /// ```
    R0502 Error UnknownName { name: String, what: String, nearest: Option<String>, span: Span }

    /// A member, attribute, parameter, option, phase or box is declared twice in one place.
    ///
    /// ```yaml wrong
    /// rules:
    /// - type: power
    ///   house: our own choice
    ///   members: [romans, gauls, romans]
    /// ```
    /// ```yaml right
    /// rules:
    /// - type: power
    ///   house: our own choice
    ///   members: [romans, gauls]
    /// ```
    R0503 Error DuplicateName { name: String, what: &'static str, first: Span, second: Span }

    /// A name is a member of several types and nothing around it decides which is meant.
    ///
    /// ```yaml wrong
    /// rules:
    /// - type: power
    ///   house: our own choice
    ///   members: [aedui, romans]
    /// - type: region
    ///   house: our own choice
    ///   members: [aedui, provincia]
    /// - function: both
    ///   house: our own choice
    ///   is: size({aedui})
    /// ```
    /// ```yaml right
    /// rules:
    /// - type: power
    ///   house: our own choice
    ///   members: [aedui, romans]
    /// - type: region
    ///   house: our own choice
    ///   members: [aedui, provincia]
    /// - function: both
    ///   house: our own choice
    ///   is: size({power.aedui})
    /// ```
    R0504 Error AmbiguousMember { name: String, types: String, span: Span }

    /// Something of this name exists, but it is of another kind than is needed here: a procedure in an
    /// expression, a function after `call`.
    ///
    /// ```yaml wrong
    /// rules:
    /// - procedure: nothing_happens
    ///   house: our own choice
    ///   do: stop
    /// - function: double
    ///   house: our own choice
    ///   is: nothing_happens()
    /// ```
    /// ```yaml right
    /// rules:
    /// - procedure: nothing_happens
    ///   house: our own choice
    ///   do: stop
    /// - procedure: twice
    ///   house: our own choice
    ///   do: call nothing_happens()
    /// ```
    R0505 Error WrongKind { name: String, found: String, needed: &'static str, declared: Option<Span>, span: Span }

    /// A local is named like one that is visible here already, so a reader could take one for the other.
    ///
    /// ```yaml wrong
    /// rules:
    /// - procedure: twice
    ///   house: our own choice
    ///   do: |
    ///     let a = 1
    ///     let a = 2
    /// ```
    /// ```yaml right
    /// rules:
    /// - procedure: twice
    ///   house: our own choice
    ///   do: |
    ///     let a = 1
    ///     let b = 2
    /// ```
    R0506 Error LocalShadows { name: String, span: Span }

    /// The rule set has no `game.yaml`, or it names a type or a start that is not declared.
    R0507 Error NoGame { what: String, span: Span }
}

fn did_you_mean(nearest: &Option<String>) -> Vec<String> {
    nearest.iter().map(|nearest| format!("did you mean `{nearest}`?")).collect()
}

says!(DuplicateRule, this => format!("two rules are named `{}`", this.name);
    vec![Label::primary(this.second, "again here"), Label::secondary(this.first, "first here")];
    vec!["give one of them another name".to_owned()]);
says!(UnknownName, this => format!("there is no {} `{}`", this.what, this.name);
    vec![Label::primary(this.span, "not declared")];
    did_you_mean(&this.nearest));
says!(DuplicateName, this => format!("{} `{}` is declared twice", this.what, this.name);
    vec![Label::primary(this.second, "again here"), Label::secondary(this.first, "first here")]);
says!(AmbiguousMember, this => format!("`{}` is a member of several types: {}", this.name, this.types);
    vec![Label::primary(this.span, "which one?")];
    vec![format!("write the type before it: `type.{}`", this.name)]);
says!(WrongKind, this => format!("`{}` is {}, and {} is needed here", this.name, this.found, this.needed);
{
    let mut labels = vec![Label::primary(this.span, format!("{} is needed", this.needed))];
    labels.extend(this.declared.map(|span| Label::secondary(span, "declared here")));
    labels
});
says!(LocalShadows, this => format!("`{}` is the name of something else here already", this.name);
    vec![Label::primary(this.span, "second use of the name")];
    vec!["choose another name".to_owned()]);
says!(NoGame, this => this.what.clone();
    vec![Label::primary(this.span, "")]);
