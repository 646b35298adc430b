//! Problems of flow: who calls whom, what waits, what is reached. Codes R07xx.

use rulec_grammar::problem::Label;
use rulec_grammar::span::Span;
use rulec_grammar::{problems, says};

problems! {
    /// A procedure calls itself, perhaps through others, so the depth of play would have no bound.
    ///
    /// ```yaml wrong
    /// rules:
    /// - procedure: again
    ///   house: our own choice
    ///   do: call again()
    /// ```
    /// ```yaml right
    /// rules:
    /// - procedure: again
    ///   house: our own choice
    ///   do: |
    ///     repeat 5 times:
    ///       call once()
    /// - procedure: once
    ///   house: our own choice
    ///   do: stop
    /// ```
    R0701 Error Recursion { names: String, span: Span }

    /// A function needs its own value to work its value out.
    ///
    /// ```yaml wrong
    /// rules:
    /// - function: large
    ///   house: our own choice
    ///   is: large + 1
    /// ```
    /// ```yaml right
    /// rules:
    /// - function: large
    ///   house: our own choice
    ///   is: 1 + 1
    /// ```
    R0702 Error FunctionOfItself { name: String, span: Span }

    /// An edge of a flowchart leads to a box that does not exist.
    ///
    /// ```yaml wrong
    /// rules:
    /// - flowchart: turn
    ///   house: our own choice
    ///   nodes:
    ///     first: { do: stop, then: secnd }
    ///     second: { do: stop, then: end }
    /// ```
    /// ```yaml right
    /// rules:
    /// - flowchart: turn
    ///   house: our own choice
    ///   nodes:
    ///     first: { do: stop, then: second }
    ///     second: { do: stop, then: end }
    /// ```
    R0703 Error EdgeToNowhere { target: String, nearest: Option<String>, span: Span }

    /// No path from the first box of a flowchart leads to this one.
    ///
    /// ```yaml wrong
    /// rules:
    /// - flowchart: turn
    ///   house: our own choice
    ///   nodes:
    ///     first: { do: stop, then: end }
    ///     second: { do: stop, then: end }
    /// ```
    /// ```yaml right
    /// rules:
    /// - flowchart: turn
    ///   house: our own choice
    ///   nodes:
    ///     first: { do: stop, then: second }
    ///     second: { do: stop, then: end }
    /// ```
    R0704 Error NeverReached { node: String, span: Span }

    /// A box of a flowchart has no way out: a question without `yes` or `no`, steps without `then`.
    ///
    /// ```yaml wrong
    /// rules:
    /// - flowchart: turn
    ///   house: our own choice
    ///   nodes:
    ///     first: { ask: true, yes: end }
    /// ```
    /// ```yaml right
    /// rules:
    /// - flowchart: turn
    ///   house: our own choice
    ///   nodes:
    ///     first: { ask: true, yes: end, no: end }
    /// ```
    R0705 Error NoWayOut { node: String, exit: &'static str, span: Span }

    /// A loop that never waits says no limit, so it could run for ever.
    ///
    /// ```yaml wrong
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 0..3
    /// - procedure: fill
    ///   house: our own choice
    ///   do: |
    ///     while level < 3:
    ///       level += 1
    /// ```
    /// ```yaml right
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 0..3
    /// - procedure: fill
    ///   house: our own choice
    ///   do: |
    ///     while level < 3 at most 3 times:
    ///       level += 1
    /// ```
    R0706 Error LoopWithoutLimit { span: Span }

    /// No option of a decision may be legal, and the rule does not say what happens then.
    ///
    /// ```yaml wrong
    /// rules:
    /// - type: power
    ///   house: our own choice
    ///   members: [romans, gauls]
    /// - state: level
    ///   house: our own choice
    ///   type: 0..3
    /// - decision: build
    ///   house: our own choice
    ///   by: romans
    ///   options:
    ///   - option: raise
    ///     when: level < 3
    ///     do: level += 1
    /// ```
    /// ```yaml right
    /// rules:
    /// - type: power
    ///   house: our own choice
    ///   members: [romans, gauls]
    /// - state: level
    ///   house: our own choice
    ///   type: 0..3
    /// - decision: build
    ///   house: our own choice
    ///   by: romans
    ///   if none: go on
    ///   options:
    ///   - option: raise
    ///     when: level < 3
    ///     do: level += 1
    /// ```
    R0707 Error IfNoneUnanswered { decision: String, span: Span }

    /// Nothing after this statement can happen.
    ///
    /// ```yaml wrong
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 0..3
    /// - procedure: nothing_more
    ///   house: our own choice
    ///   do: |
    ///     stop
    ///     level = 1
    /// ```
    /// ```yaml right
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 0..3
    /// - procedure: one_thing
    ///   house: our own choice
    ///   do: |
    ///     level = 1
    ///     stop
    /// ```
    R0708 Warning NeverHappens { span: Span }

    /// A procedure, decision, function or other rule is used by nothing that the game, an example, or a consequence starts.
    ///
    /// ```yaml right
    /// rules:
    /// - constant: gain
    ///   house: our own choice
    ///   value: 5
    /// ```
    R0709 Warning NeverUsed { name: String, kind: String, span: Span }

    /// A `whenever` watches something that cannot settle: it would have to run over more than one variable.
    ///
    /// ```yaml wrong
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   for: [1..3, 1..3]
    ///   type: 0..3
    /// - whenever: full
    ///   house: our own choice
    ///   for:
    ///   - a in 1..3
    ///   - b in 1..3
    ///   when: level[a, b] = 3
    ///   do: level[a, b] = 0
    /// ```
    /// ```yaml right
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   for: 1..3
    ///   type: 0..3
    /// - whenever: full
    ///   house: our own choice
    ///   for:
    ///   - a in 1..3
    ///   when: level[a] = 3
    ///   do: level[a] = 0
    /// ```
    R0710 Error TooManyVariables { span: Span }

    /// The script of a `suppose` leaves with `stop` before the value is worked out.
    ///
    /// ```yaml wrong
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 0..6
    /// - function: higher
    ///   house: our own choice
    ///   suppose: |
    ///     if level = 6:
    ///       stop
    ///     level += 1
    ///   is: level
    /// ```
    /// ```yaml right
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 0..6
    /// - function: higher
    ///   house: our own choice
    ///   suppose: |
    ///     if level < 6:
    ///       level += 1
    ///   is: level
    /// ```
    R0711 Error StopsInSupposition { name: String, span: Span }

    /// A supposition comes to a roll or a decision, and nobody can be asked: it must say what the dice show and how the
    /// decision is answered.
    ///
    /// ```yaml wrong
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 0..6
    /// - procedure: rise
    ///   house: our own choice
    ///   do: level = roll 1d6
    /// - function: after_a_rise
    ///   house: our own choice
    ///   suppose: call rise
    ///   is: level
    /// ```
    /// ```yaml right
    /// rules:
    /// - state: level
    ///   house: our own choice
    ///   type: 0..6
    /// - procedure: rise
    ///   house: our own choice
    ///   do: level = roll 1d6
    /// - function: after_a_rise
    ///   house: our own choice
    ///   suppose: call rise
    ///   rolls: { rise: 6 }
    ///   is: level
    /// ```
    R0712 Error NotSupposed { function: String, what: String, key: &'static str, span: Span }

    /// A scenario sets up what the rules do not allow: a rule is broken, or an invariant, before anybody has played.
    ///
    /// ```yaml wrong
    /// rules:
    /// - state: stones
    ///   house: our own choice
    ///   type: 0..9
    /// - scenario: full_table
    ///   house: our own choice
    ///   do: stones = 9
    /// - invariant: room_on_the_table
    ///   house: our own choice
    ///   always: stones <= 5
    /// ```
    /// ```yaml right
    /// rules:
    /// - state: stones
    ///   house: our own choice
    ///   type: 0..9
    /// - scenario: full_table
    ///   house: our own choice
    ///   do: stones = 5
    /// - invariant: room_on_the_table
    ///   house: our own choice
    ///   always: stones <= 5
    /// ```
    R0713 Error BrokenScenario { scenario: String, wrong: String, call: Option<Span>, span: Span }
}

says!(Recursion, this => format!("{} would call itself without end", this.names);
    vec![Label::primary(this.span, "")];
    vec!["use `while` or `repeat` instead".to_owned()]);
says!(FunctionOfItself, this => format!("`{}` needs its own value", this.name);
    vec![Label::primary(this.span, "")]);
says!(EdgeToNowhere, this => format!("there is no box `{}` in this flowchart", this.target);
    vec![Label::primary(this.span, "leads nowhere")];
    this.nearest.iter().map(|nearest| format!("did you mean `{nearest}`?")).collect());
says!(NeverReached, this => format!("nothing leads to box `{}`", this.node);
    vec![Label::primary(this.span, "never reached")]);
says!(NoWayOut, this => format!("box `{}` has no `{}`", this.node, this.exit);
    vec![Label::primary(this.span, "no way out")];
    vec![format!("add `{}:` with a box, or `end`", this.exit)]);
says!(LoopWithoutLimit, this => "this loop could run for ever".to_owned();
    vec![Label::primary(this.span, "nothing in it waits")];
    vec!["say how often at most: `while … at most 20 times:`".to_owned()]);
says!(IfNoneUnanswered, this => format!("it may be that no option of `{}` is legal", this.decision);
    vec![Label::primary(this.span, "every option has a condition")];
    vec!["add `if none: go on`, or an option without conditions".to_owned()]);
says!(BrokenScenario, this => format!("`{}` cannot be begun: {}", this.scenario, this.wrong);
match this.call {
    Some(call) => vec![Label::primary(call, "not as the rules allow"), Label::secondary(this.span, "set up here")],
    None => vec![Label::primary(this.span, "set up here")],
});
says!(NeverHappens, this => "this can never happen".to_owned();
    vec![Label::primary(this.span, "the statement before it ends the procedure")]);
says!(NeverUsed, this => format!("nothing uses {} `{}`", this.kind, this.name);
    vec![Label::primary(this.span, "")];
    vec!["remove it, or use it from a rule that is".to_owned()]);
says!(StopsInSupposition, this => format!("`{}` would stop before its value is worked out", this.name);
    vec![Label::primary(this.span, "its script has a `stop`")];
    vec!["put what follows inside an `if`".to_owned()]);
says!(NotSupposed, this => format!("`{}` comes to {}, and nobody can be asked", this.function, this.what);
    vec![Label::primary(this.span, "")];
    vec![format!("say it under `{}:`", this.key)]);
says!(TooManyVariables, this => "a consequence happens to one thing at a time".to_owned();
    vec![Label::primary(this.span, "more than one variable")]);
