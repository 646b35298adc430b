//! Problems of types and bounds. Codes R06xx.

use rulec_grammar::problem::Label;
use rulec_grammar::span::Span;
use rulec_grammar::{problems, says};

problems! {
    /// A value is of another type than is needed where it stands.
    ///
    /// ```yaml wrong
    /// rules:
    /// - type: power
    ///   house: our own choice
    ///   members: [romans, gauls]
    /// - function: two
    ///   house: our own choice
    ///   is: romans + 1
    /// ```
    /// ```yaml right
    /// rules:
    /// - function: two
    ///   house: our own choice
    ///   is: 1 + 1
    /// ```
    R0601 Error WrongType { expected: String, found: String, span: Span }

    /// A value can never lie within the bounds of where it is put.
    ///
    /// ```yaml wrong
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 0..3
    ///   start: 4
    /// ```
    /// ```yaml right
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 0..3
    ///   start: 3
    /// ```
    R0602 Error OutOfBounds { value: String, bounds: String, span: Span }

    /// A value may leave the bounds of a parameter, a key or a function's result, where nothing checks it in play.
    ///
    /// ```yaml wrong
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   for: 0..3
    ///   type: 0..3
    /// - function: next
    ///   house: our own choice
    ///   params: { n: 0..3 }
    ///   is: level[n + 1]
    /// ```
    /// ```yaml right
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   for: 0..3
    ///   type: 0..3
    /// - function: next
    ///   house: our own choice
    ///   params: { n: 0..3 }
    ///   is: level[clamp(n + 1, 0, 3)]
    /// ```
    R0603 Error MayNotFit { value: String, bounds: String, span: Span }

    /// Arithmetic could leave what 32 bits hold, so it could wrap in play.
    ///
    /// ```yaml wrong
    /// rules:
    /// - function: large
    ///   house: our own choice
    ///   params: { n: 0..100000 }
    ///   is: n * n
    /// ```
    /// ```yaml right
    /// rules:
    /// - function: large
    ///   house: our own choice
    ///   params: { n: 0..1000 }
    ///   is: n * n
    /// ```
    R0604 Error MayOverflow { span: Span }

    /// The divisor could be zero.
    ///
    /// ```yaml wrong
    /// rules:
    /// - function: share
    ///   house: our own choice
    ///   params: { n: 0..3 }
    ///   is: 6 / n rounded down
    /// ```
    /// ```yaml right
    /// rules:
    /// - function: share
    ///   house: our own choice
    ///   params: { n: 1..3 }
    ///   is: 6 / n rounded down
    /// ```
    R0605 Error MayDivideByZero { span: Span }

    /// Something takes another number of values than it is given.
    ///
    /// ```yaml wrong
    /// rules:
    /// - function: double
    ///   house: our own choice
    ///   params: { n: 0..3 }
    ///   is: n * 2
    /// - function: four
    ///   house: our own choice
    ///   is: double(1, 2)
    /// ```
    /// ```yaml right
    /// rules:
    /// - function: double
    ///   house: our own choice
    ///   params: { n: 0..3 }
    ///   is: n * 2
    /// - function: four
    ///   house: our own choice
    ///   is: double(2)
    /// ```
    R0606 Error WrongCount { name: String, takes: usize, given: usize, span: Span }

    /// A value that may be `none` stands where there must be one.
    ///
    /// ```yaml wrong
    /// rules:
    /// - type: power
    ///   house: our own choice
    ///   members: [romans, gauls]
    /// - state: leader
    ///   house: our own choice
    ///   type: optional power
    /// - state: points
    ///   house: our own choice
    ///   for: power
    ///   type: 0..3
    /// - function: best
    ///   house: our own choice
    ///   is: points[leader]
    /// ```
    /// ```yaml right
    /// rules:
    /// - type: power
    ///   house: our own choice
    ///   members: [romans, gauls]
    /// - state: leader
    ///   house: our own choice
    ///   type: optional power
    /// - state: points
    ///   house: our own choice
    ///   for: power
    ///   type: 0..3
    /// - function: best
    ///   house: our own choice
    ///   is: points[leader else romans]
    /// ```
    R0607 Error MayBeNone { span: Span }

    /// A roll, a draw or a choice stands where nothing can wait: in a function, in a condition of an option, in an aggregate.
    ///
    /// ```yaml wrong
    /// rules:
    /// - function: luck
    ///   house: our own choice
    ///   is: roll 1d6
    /// ```
    /// ```yaml right
    /// rules:
    /// - procedure: luck
    ///   house: our own choice
    ///   gives: 1..6
    ///   do: give roll 1d6
    /// ```
    R0608 Error CannotWaitHere { span: Span }

    /// Something is assigned that does not change: a constant, an attribute, a parameter, a variable of a loop,
    /// a number whose range was not given.
    ///
    /// ```yaml wrong
    /// rules:
    /// - procedure: count_up
    ///   house: our own choice
    ///   do: |
    ///     let n = 1
    ///     n += 1
    /// ```
    /// ```yaml right
    /// rules:
    /// - procedure: count_up
    ///   house: our own choice
    ///   do: |
    ///     let n: 0..5 = 1
    ///     n += 1
    /// ```
    R0609 Error CannotAssign { what: String, help: String, span: Span }

    /// `most` or `least` over what may be nobody has no value then.
    ///
    /// ```yaml wrong
    /// rules:
    /// - type: power
    ///   house: our own choice
    ///   members: [romans, gauls]
    /// - state: points
    ///   house: our own choice
    ///   for: power
    ///   type: 0..3
    /// - function: best
    ///   house: our own choice
    ///   is: "most(p in power where points[p] > 1: points[p])"
    /// ```
    /// ```yaml right
    /// rules:
    /// - type: power
    ///   house: our own choice
    ///   members: [romans, gauls]
    /// - state: points
    ///   house: our own choice
    ///   for: power
    ///   type: 0..3
    /// - function: best
    ///   house: our own choice
    ///   is: "most(p in power where points[p] > 1: points[p]) else 0"
    /// ```
    R0610 Error MayBeNobody { span: Span }

    /// A procedure or decision gives no value where one is taken, or `give` stands where nothing is given.
    ///
    /// ```yaml wrong
    /// rules:
    /// - procedure: luck
    ///   house: our own choice
    ///   do: give 1
    /// ```
    /// ```yaml right
    /// rules:
    /// - procedure: luck
    ///   house: our own choice
    ///   gives: 1..6
    ///   do: give 1
    /// ```
    R0611 Error GivesNothing { name: String, span: Span }

    /// A procedure that gives a value has a way to end without `give`.
    ///
    /// ```yaml wrong
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 0..3
    /// - procedure: luck
    ///   house: our own choice
    ///   gives: 1..6
    ///   do: |
    ///     if level > 1:
    ///       give 1
    /// ```
    /// ```yaml right
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 0..3
    /// - procedure: luck
    ///   house: our own choice
    ///   gives: 1..6
    ///   do: |
    ///     if level > 1:
    ///       give 1
    ///     give 2
    /// ```
    R0612 Error MayEndWithoutGiving { name: String, span: Span }

    /// A range runs downwards, or is larger than can be kept.
    ///
    /// ```yaml wrong
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 3..0
    /// ```
    /// ```yaml right
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 0..3
    /// ```
    R0613 Error BadRange { span: Span }
}

says!(WrongType, this => format!("{} is needed here, and this is {}", this.expected, this.found);
    vec![Label::primary(this.span, format!("this is {}", this.found))]);
says!(OutOfBounds, this => format!("{} can never be within {}", this.value, this.bounds);
    vec![Label::primary(this.span, format!("must be within {}", this.bounds))]);
says!(MayNotFit, this => format!("{} may lie outside {}", this.value, this.bounds);
    vec![Label::primary(this.span, format!("must lie within {}", this.bounds))];
    vec!["bound it with `clamp(value, least, greatest)`, `min` or `max`, or widen the range".to_owned()]);
says!(MayOverflow, this => "this may leave what 32 bits hold".to_owned();
    vec![Label::primary(this.span, "")];
    vec!["narrow the ranges that go into it".to_owned()]);
says!(MayDivideByZero, this => "the divisor may be zero".to_owned();
    vec![Label::primary(this.span, "must not be able to be zero")];
    vec!["bound it with `max(1, …)` or narrow its range".to_owned()]);
says!(WrongCount, this => format!("`{}` takes {} and is given {}", this.name, this.takes, this.given);
    vec![Label::primary(this.span, "")]);
says!(MayBeNone, this => "this may be `none`, and there must be one here".to_owned();
    vec![Label::primary(this.span, "may be `none`")];
    vec!["say what holds when there is none: `value else other`, or `let x = value else stop` before".to_owned()]);
says!(CannotWaitHere, this => "nothing can be rolled or chosen here".to_owned();
    vec![Label::primary(this.span, "this would have to wait")];
    vec!["roll in the script of a procedure, keep the result with `let`, and use that".to_owned()]);
says!(CannotAssign, this => format!("{} cannot be changed", this.what);
    vec![Label::primary(this.span, "")];
    if this.help.is_empty() { Vec::new() } else { vec![this.help.clone()] });
says!(MayBeNobody, this => "there may be nobody to take this from".to_owned();
    vec![Label::primary(this.span, "may run over nothing")];
    vec!["say what it is then: `most(…) else 0`".to_owned()]);
says!(GivesNothing, this => format!("`{}` gives no value", this.name);
    vec![Label::primary(this.span, "")];
    vec!["add `gives:` with the type to the rule".to_owned()]);
says!(MayEndWithoutGiving, this => format!("`{}` may end without giving a value", this.name);
    vec![Label::primary(this.span, "every way through must end with `give`")]);
says!(BadRange, this => "this is not a range that can be kept".to_owned();
    vec![Label::primary(this.span, "least first, both within 32 bits")]);
