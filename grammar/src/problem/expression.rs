//! Problems of expressions and scripts: codes R01xx.

use crate::problem::Label;
use crate::span::Span;
use crate::{problems, says};

problems! {
    /// An expression nests deeper than 64 levels, or a script has blocks as deep.
    ///
    /// Brackets, `if`s and signs count. Nobody can read such a thing, so give part of it a name with a `function`
    /// rule, or the inner blocks with a `procedure`.
    ///
    /// ```expression wrong
    /// ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
    /// ```
    /// ```expression right
    /// (1)
    /// ```
    R0101 Error TooDeep { span: Span }

    /// A word stands where the language has no place for it.
    ///
    /// The message says what could stand there. Most often a word before it is missing or misspelt.
    ///
    /// ```expression wrong
    /// army.units 3
    /// ```
    /// ```expression right
    /// army.units + 3
    /// ```
    R0102 Error UnexpectedWord { span: Span, found: Option<String>, expected: String, help: Option<&'static str> }

    /// Two equals signs. One compares, and in a script one also assigns; which it is depends on the place.
    ///
    /// ```expression wrong
    /// army.units == 3
    /// ```
    /// ```expression right
    /// army.units = 3
    /// ```
    R0103 Error DoubleEquals { span: Span }

    /// A sign of another language stands for a word or sign of this one.
    ///
    /// Conditions are written in words, so that they read like the rule: `and`, `or`, `not`, `mod`.
    ///
    /// ```expression wrong
    /// a > 1 && b > 1
    /// ```
    /// ```expression right
    /// a > 1 and b > 1
    /// ```
    R0104 Error SymbolForWord { span: Span, found: String, instead: &'static str }

    /// A comparison is compared again.
    ///
    /// `1 < a < 4` could mean two things; say which with `and`, or ask whether the value is in a range.
    ///
    /// ```expression wrong
    /// 1 < a < 4
    /// ```
    /// ```expression right
    /// a in 2..3
    /// ```
    R0105 Error ChainedComparison { first: Span, second: Span }

    /// A further condition begins with a word of another language.
    ///
    /// ```script wrong
    /// if a > 3:
    ///   stop
    /// elif a > 2:
    ///   end game
    /// ```
    /// ```script right
    /// if a > 3:
    ///   stop
    /// else if a > 2:
    ///   end game
    /// ```
    R0106 Error ElseIfMisspelt { span: Span, found: String }

    /// The line that begins a block does not end with a colon.
    ///
    /// ```script wrong
    /// if a > 3
    ///   stop
    /// ```
    /// ```script right
    /// if a > 3:
    ///   stop
    /// ```
    R0107 Error BlockWithoutColon { span: Span, word: String }

    /// A division does not say how it rounds.
    ///
    /// All numbers are whole, and rulebooks differ, so each division says `rounded down` or `rounded up`.
    ///
    /// ```expression wrong
    /// army.units / 2
    /// ```
    /// ```expression right
    /// army.units / 2 rounded up
    /// ```
    R0108 Error MissingRounding { span: Span }

    /// A word of the language stands where a name belongs.
    ///
    /// Choose another name, such as `in_play` for `in`.
    ///
    /// ```script wrong
    /// let roll = 3
    /// ```
    /// ```script right
    /// let rolled = 3
    /// ```
    R0109 Error KeywordAsName { span: Span, word: String }

    /// A bracket is opened and not closed.
    ///
    /// ```expression wrong
    /// min(a, b
    /// ```
    /// ```expression right
    /// min(a, b)
    /// ```
    R0110 Error BracketNotClosed { span: Span, bracket: String }

    /// A bracket is closed that was not opened, or was opened as another kind.
    ///
    /// ```expression wrong
    /// min(a, b]
    /// ```
    /// ```expression right
    /// min(a, b)
    /// ```
    R0111 Error StrayCloser { span: Span, found: String, opened: Option<Span> }

    /// A block is indented by an odd number of spaces.
    ///
    /// Two spaces a level are usual; any even number will do.
    ///
    /// ```script wrong
    /// if a > 3:
    ///    stop
    /// ```
    /// ```script right
    /// if a > 3:
    ///   stop
    /// ```
    R0112 Error OddIndentation { span: Span }

    /// A line is indented like no line that it could belong to.
    ///
    /// The lines of one block begin in one column, and only a line that ends with a colon has a block below it.
    ///
    /// ```script wrong
    /// a = 1
    ///   b = 2
    /// ```
    /// ```script right
    /// a = 1
    /// b = 2
    /// ```
    R0113 Error UnevenIndentation { span: Span }

    /// A tab stands in a script or an expression.
    ///
    /// Editors draw tabs at different widths, so only spaces indent.
    ///
    /// ```script wrong
    /// if a > 3:
    /// 	stop
    /// ```
    /// ```script right
    /// if a > 3:
    ///   stop
    /// ```
    R0114 Error TabInScript { span: Span }

    /// A number has more than nine digits.
    ///
    /// Values are held in 32 bits; no game counts higher.
    ///
    /// ```expression wrong
    /// 12345678901
    /// ```
    /// ```expression right
    /// 123456789
    /// ```
    R0115 Error NumberTooLarge { span: Span }

    /// A roll of no dice, of dice without sides, or of more than twenty dice or a hundred sides.
    ///
    /// ```expression wrong
    /// roll 0d6
    /// ```
    /// ```expression right
    /// roll 2d6
    /// ```
    R0116 Error DiceOutOfRange { span: Span }

    /// An expression or statement has more than 10,000 words.
    ///
    /// What is that long belongs in a `table`, or in several functions.
    R0117 Error TooLong { span: Span, limit: usize }

    /// A letter or sign that is no part of the language.
    ///
    /// Names are small letters from a to z, digits and `_`, and begin with a letter. What people see is `title:`,
    /// which may hold any letters.
    ///
    /// ```expression wrong
    /// Army.units
    /// ```
    /// ```expression right
    /// army.units
    /// ```
    R0118 Error StrangeWord { span: Span, found: String }

    /// A line that begins a block has nothing indented below it.
    ///
    /// The block stands on the following lines, even if it is one short statement.
    ///
    /// ```script wrong
    /// if a > 3:
    /// stop
    /// ```
    /// ```script right
    /// if a > 3:
    ///   stop
    /// ```
    R0119 Error MissingBlock { span: Span }

    /// An `else` follows no `if`.
    ///
    /// It stands in the column of its `if`, directly after the block of that; `else:` comes last.
    ///
    /// ```script wrong
    /// a = 1
    /// else:
    ///   stop
    /// ```
    /// ```script right
    /// if a > 3:
    ///   a = 1
    /// else:
    ///   stop
    /// ```
    R0120 Error ElseWithoutIf { span: Span }

    /// An aggregate lacks its value, or has one that it has no use for.
    ///
    /// `sum`, `most` and `least` need the value to add or compare, `any` and `every` the condition, after a colon. `count`
    /// and `first` have none: what they select stands after `where`.
    ///
    /// ```expression wrong
    /// sum(a in army)
    /// ```
    /// ```expression right
    /// count(a in army)
    /// ```
    R0121 Error AggregateValue { span: Span, word: String, wanted: bool }

    /// A line of a script is a value that nothing is done with.
    ///
    /// A procedure is run with `call`, a decision put to a player with `choose`.
    ///
    /// ```script wrong
    /// convert(place)
    /// ```
    /// ```script right
    /// call convert(place)
    /// ```
    R0122 Error CallMissing { span: Span }

    /// `not` or `if` stands inside an operation that binds tighter.
    ///
    /// ```expression wrong
    /// 1 + if a then 2 else 3
    /// ```
    /// ```expression right
    /// 1 + (if a then 2 else 3)
    /// ```
    R0123 Error ParenthesesNeeded { span: Span, word: &'static str }

    /// Something is rounded that is no division.
    ///
    /// All numbers are whole; only `/` has something to round.
    ///
    /// ```expression wrong
    /// a * 2 rounded up
    /// ```
    /// ```expression right
    /// a / 2 rounded up
    /// ```
    R0124 Error StrayRounding { span: Span }

    /// A script has no statement.
    ///
    /// A procedure that does nothing says so with `stop`.
    ///
    /// ```script wrong
    /// # nothing happens
    /// ```
    /// ```script right
    /// stop # nothing happens
    /// ```
    R0125 Error EmptyScript { span: Span }
}

says!(TooDeep, this => "this nests deeper than 64 levels".to_owned();
    vec![Label::primary(this.span, "too deep here")];
    vec!["give the inner part a name with a `function` or `procedure` rule".to_owned()]);

says!(UnexpectedWord, this => match &this.found {
        Some(found) => format!("`{found}` where {} was expected", this.expected),
        None => format!("the end where {} was expected", this.expected),
    };
    vec![Label::primary(this.span, if this.found.is_some() { "" } else { "after this" })];
    this.help.iter().map(|&help| help.to_owned()).collect());

says!(DoubleEquals, this => "one `=` compares".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["write `=`".to_owned()]);

says!(SymbolForWord, this => format!("`{}` is no word of the rules", this.found);
    vec![Label::primary(this.span, "")];
    vec![format!("write `{}`", this.instead)]);

says!(ChainedComparison, this => "a comparison is compared again".to_owned();
    vec![Label::primary(this.second, "second comparison"), Label::secondary(this.first, "first comparison")];
    vec!["join two comparisons with `and`, or ask for a range: `a in 2..3`".to_owned()]);

says!(ElseIfMisspelt, this => format!("`{}` is no word of the rules", this.found);
    vec![Label::primary(this.span, "")];
    vec!["write `else if`".to_owned()]);

says!(BlockWithoutColon, this => format!("the `{}` line does not end with a colon", this.word);
    vec![Label::primary(this.span, "")];
    vec!["add `:` at its end".to_owned()]);

says!(MissingRounding, this => "this division does not say how it rounds".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["write `rounded down` or `rounded up` after it".to_owned()]);

says!(KeywordAsName, this => format!("`{}` is a word of the language and can be no name", this.word);
    vec![Label::primary(this.span, "")];
    vec!["choose another name".to_owned()]);

says!(BracketNotClosed, this => format!("this `{}` is not closed", this.bracket);
    vec![Label::primary(this.span, "opened here")];
    vec![format!("close it with `{}`", match this.bracket.as_str() { "(" => ")", "[" => "]", _ => "}" })]);

says!(StrayCloser, this => match this.opened {
        Some(_) => format!("this `{}` does not match the bracket that is open", this.found),
        None => format!("this `{}` closes nothing", this.found),
    };
    std::iter::once(Label::primary(this.span, ""))
        .chain(this.opened.map(|opened| Label::secondary(opened, "opened here")))
        .collect();
    vec!["remove it, or make the two match".to_owned()]);

says!(OddIndentation, this => "this block is indented by an odd number of spaces".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["indent a block by two more spaces than the line above".to_owned()]);

says!(UnevenIndentation, this => "this line is indented like no line that it could belong to".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["begin it in the column of the line that it follows".to_owned()]);

says!(TabInScript, this => "a tab stands where only spaces may".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["indent with spaces".to_owned()]);

says!(NumberTooLarge, this => "this number has more than nine digits".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["values are held in 32 bits".to_owned()]);

says!(DiceOutOfRange, this => "no such dice".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["one to twenty dice of one to a hundred sides, as in `2d6`".to_owned()]);

says!(TooLong, this => format!("this has more than {} words", this.limit);
    vec![Label::primary(this.span, "too long here")];
    vec!["share it out among a `table` or several functions".to_owned()]);

says!(StrangeWord, this => format!("`{}` is no word of the rules", this.found);
    vec![Label::primary(this.span, "")];
    vec!["names are small letters from a to z, digits and `_`, and begin with a letter".to_owned()]);

says!(MissingBlock, this => "nothing is indented below this line".to_owned();
    vec![Label::primary(this.span, "a block must follow")];
    vec!["put its statements on the following lines, two spaces deeper".to_owned()]);

says!(ElseWithoutIf, this => "this `else` follows no `if`".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["put it in the column of its `if`, directly after the block".to_owned()]);

says!(AggregateValue, this => if this.wanted {
    format!("`{}` needs a {} after a colon", this.word, aggregated(&this.word))
} else {
    format!("`{}` has no value after a colon", this.word)
};
vec![Label::primary(this.span, "")];
vec![if this.wanted {
    format!("write `{}(x in set where c: {})`", this.word, aggregated(&this.word))
} else {
    format!("put a condition after `where`: `{}(x in set where c)`", this.word)
}]);

says!(CallMissing, this => "nothing is done with this value".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["run a procedure with `call`, put a decision with `choose`, or assign with `=`".to_owned()]);

says!(ParenthesesNeeded, this => format!("this `{}` needs parentheses", this.word);
    vec![Label::primary(this.span, "")];
    vec![format!("write `({} …)`", this.word)]);

says!(StrayRounding, this => "only a division is rounded".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["remove it, or divide with `/`".to_owned()]);

says!(EmptyScript, this => "this script has no statement".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["write `stop` if nothing is to happen".to_owned()]);

/// What stands after an aggregate's colon.
fn aggregated(word: &str) -> &'static str {
    match word {
        "any" | "every" => "condition",
        _ => "value",
    }
}
