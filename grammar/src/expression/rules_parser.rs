//! @generated from `expression/rules.pest` by `cargo run -p rulec-parser`. Do not edit.

pub struct Grammar;
#[allow(dead_code, non_camel_case_types, clippy::upper_case_acronyms)]
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Rule {
    ///End-of-input
    EOI,
    r#WHITESPACE,
    r#COMMENT,
    r#whole_expression,
    r#whole_binding,
    r#whole_type,
    r#whole_invocation,
    r#whole_statement,
    r#name,
    r#letter,
    r#number,
    r#dice,
    r#keyword,
    r#and,
    r#call,
    r#choose,
    r#draw,
    r#else_,
    r#for_,
    r#give,
    r#if_,
    r#in_,
    r#is,
    r#let_,
    r#modulo,
    r#nothing,
    r#not,
    r#or,
    r#repeat,
    r#roll_,
    r#select,
    r#stop,
    r#then,
    r#together,
    r#where_,
    r#while_,
    r#boolean,
    r#at,
    r#by,
    r#down,
    r#end,
    r#from,
    r#game,
    r#no,
    r#of,
    r#optional,
    r#rounded,
    r#set_,
    r#times,
    r#up,
    r#utmost,
    r#yes,
    r#expression,
    r#conditional,
    r#branch,
    r#inner_conditional,
    r#otherwise,
    r#operation,
    r#inner_operation,
    r#item,
    r#prefix,
    r#infix,
    r#minus,
    r#plus,
    r#multiply,
    r#divide,
    r#range,
    r#equal,
    r#not_equal,
    r#less,
    r#less_or_equal,
    r#greater,
    r#greater_or_equal,
    r#not_in,
    r#drawing,
    r#test,
    r#rounding,
    r#chain,
    r#field,
    r#dot,
    r#index,
    r#primary,
    r#roll,
    r#group,
    r#those,
    r#set,
    r#reference,
    r#arguments,
    r#by_step,
    r#aggregate,
    r#aggregate_word,
    r#body,
    r#binding,
    r#filter,
    r#comma,
    r#colon,
    r#close_group,
    r#close_index,
    r#close_set,
    r#type_name,
    r#yes_or_no,
    r#optional_type,
    r#set_type,
    r#range_type,
    r#signed,
    r#statement,
    r#let_line,
    r#local_type,
    r#or_stop,
    r#becomes,
    r#if_line,
    r#else_line,
    r#for_line,
    r#while_line,
    r#limit,
    r#repeat_line,
    r#together_line,
    r#give_line,
    r#stop_line,
    r#end_line,
    r#do_line,
    r#assign_line,
    r#assign,
    r#gains,
    r#loses,
    r#action,
    r#run,
}
impl Rule {
    pub fn all_rules() -> &'static [Rule] {
        &[
            Rule::r#WHITESPACE,
            Rule::r#COMMENT,
            Rule::r#whole_expression,
            Rule::r#whole_binding,
            Rule::r#whole_type,
            Rule::r#whole_invocation,
            Rule::r#whole_statement,
            Rule::r#name,
            Rule::r#letter,
            Rule::r#number,
            Rule::r#dice,
            Rule::r#keyword,
            Rule::r#and,
            Rule::r#call,
            Rule::r#choose,
            Rule::r#draw,
            Rule::r#else_,
            Rule::r#for_,
            Rule::r#give,
            Rule::r#if_,
            Rule::r#in_,
            Rule::r#is,
            Rule::r#let_,
            Rule::r#modulo,
            Rule::r#nothing,
            Rule::r#not,
            Rule::r#or,
            Rule::r#repeat,
            Rule::r#roll_,
            Rule::r#select,
            Rule::r#stop,
            Rule::r#then,
            Rule::r#together,
            Rule::r#where_,
            Rule::r#while_,
            Rule::r#boolean,
            Rule::r#at,
            Rule::r#by,
            Rule::r#down,
            Rule::r#end,
            Rule::r#from,
            Rule::r#game,
            Rule::r#no,
            Rule::r#of,
            Rule::r#optional,
            Rule::r#rounded,
            Rule::r#set_,
            Rule::r#times,
            Rule::r#up,
            Rule::r#utmost,
            Rule::r#yes,
            Rule::r#expression,
            Rule::r#conditional,
            Rule::r#branch,
            Rule::r#inner_conditional,
            Rule::r#otherwise,
            Rule::r#operation,
            Rule::r#inner_operation,
            Rule::r#item,
            Rule::r#prefix,
            Rule::r#infix,
            Rule::r#minus,
            Rule::r#plus,
            Rule::r#multiply,
            Rule::r#divide,
            Rule::r#range,
            Rule::r#equal,
            Rule::r#not_equal,
            Rule::r#less,
            Rule::r#less_or_equal,
            Rule::r#greater,
            Rule::r#greater_or_equal,
            Rule::r#not_in,
            Rule::r#drawing,
            Rule::r#test,
            Rule::r#rounding,
            Rule::r#chain,
            Rule::r#field,
            Rule::r#dot,
            Rule::r#index,
            Rule::r#primary,
            Rule::r#roll,
            Rule::r#group,
            Rule::r#those,
            Rule::r#set,
            Rule::r#reference,
            Rule::r#arguments,
            Rule::r#by_step,
            Rule::r#aggregate,
            Rule::r#aggregate_word,
            Rule::r#body,
            Rule::r#binding,
            Rule::r#filter,
            Rule::r#comma,
            Rule::r#colon,
            Rule::r#close_group,
            Rule::r#close_index,
            Rule::r#close_set,
            Rule::r#type_name,
            Rule::r#yes_or_no,
            Rule::r#optional_type,
            Rule::r#set_type,
            Rule::r#range_type,
            Rule::r#signed,
            Rule::r#statement,
            Rule::r#let_line,
            Rule::r#local_type,
            Rule::r#or_stop,
            Rule::r#becomes,
            Rule::r#if_line,
            Rule::r#else_line,
            Rule::r#for_line,
            Rule::r#while_line,
            Rule::r#limit,
            Rule::r#repeat_line,
            Rule::r#together_line,
            Rule::r#give_line,
            Rule::r#stop_line,
            Rule::r#end_line,
            Rule::r#do_line,
            Rule::r#assign_line,
            Rule::r#assign,
            Rule::r#gains,
            Rule::r#loses,
            Rule::r#action,
            Rule::r#run,
        ]
    }
}
#[allow(clippy::all)]
impl ::pest::Parser<Rule> for Grammar {
    fn parse<'i>(
        rule: Rule,
        input: &'i str,
    ) -> ::std::result::Result<
        ::pest::iterators::Pairs<'i, Rule>,
        ::pest::error::Error<Rule>,
    > {
        mod rules {
            #![allow(clippy::upper_case_acronyms)]
            pub mod hidden {
                use super::super::Rule;
                #[inline]
                #[allow(dead_code, non_snake_case, unused_variables)]
                pub fn skip(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    if state.atomicity() == ::pest::Atomicity::NonAtomic {
                        state
                            .sequence(|state| {
                                state
                                    .repeat(|state| super::visible::WHITESPACE(state))
                                    .and_then(|state| {
                                        state
                                            .repeat(|state| {
                                                state
                                                    .sequence(|state| {
                                                        super::visible::COMMENT(state)
                                                            .and_then(|state| {
                                                                state.repeat(|state| super::visible::WHITESPACE(state))
                                                            })
                                                    })
                                            })
                                    })
                            })
                    } else {
                        Ok(state)
                    }
                }
            }
            pub mod visible {
                use super::super::Rule;
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#WHITESPACE(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::Atomic,
                            |state| {
                                state
                                    .match_string(" ")
                                    .or_else(|state| { state.match_string("\n") })
                                    .or_else(|state| { state.match_string("\r") })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#COMMENT(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::Atomic,
                            |state| {
                                state
                                    .sequence(|state| {
                                        state
                                            .match_string("#")
                                            .and_then(|state| {
                                                state
                                                    .repeat(|state| {
                                                        state
                                                            .sequence(|state| {
                                                                state
                                                                    .lookahead(false, |state| { state.match_string("\n") })
                                                                    .and_then(|state| { self::r#ANY(state) })
                                                            })
                                                    })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#whole_expression(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#SOI(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#expression(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#EOI(state) })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#whole_binding(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#SOI(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#binding(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#EOI(state) })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#whole_type(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#SOI(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#type_name(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#EOI(state) })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#whole_invocation(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#SOI(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#reference(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#EOI(state) })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#whole_statement(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#SOI(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#statement(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#EOI(state) })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#name(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#name,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .lookahead(
                                                            false,
                                                            |state| {
                                                                state
                                                                    .sequence(|state| {
                                                                        self::r#keyword(state)
                                                                            .and_then(|state| {
                                                                                state.lookahead(false, |state| { self::r#letter(state) })
                                                                            })
                                                                    })
                                                            },
                                                        )
                                                        .and_then(|state| { state.match_range('a'..'z') })
                                                        .and_then(|state| {
                                                            state.repeat(|state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#letter(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    state
                        .match_range('a'..'z')
                        .or_else(|state| { state.match_range('0'..'9') })
                        .or_else(|state| { state.match_string("_") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#number(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#number,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .sequence(|state| {
                                                            self::r#ASCII_DIGIT(state)
                                                                .and_then(|state| {
                                                                    state.repeat(|state| { self::r#ASCII_DIGIT(state) })
                                                                })
                                                        })
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#dice(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#dice,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .sequence(|state| {
                                                            self::r#ASCII_DIGIT(state)
                                                                .and_then(|state| {
                                                                    state.repeat(|state| { self::r#ASCII_DIGIT(state) })
                                                                })
                                                        })
                                                        .and_then(|state| { state.match_string("d") })
                                                        .and_then(|state| {
                                                            state
                                                                .sequence(|state| {
                                                                    self::r#ASCII_DIGIT(state)
                                                                        .and_then(|state| {
                                                                            state.repeat(|state| { self::r#ASCII_DIGIT(state) })
                                                                        })
                                                                })
                                                        })
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#keyword(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    state
                        .match_string("and")
                        .or_else(|state| { state.match_string("call") })
                        .or_else(|state| { state.match_string("choose") })
                        .or_else(|state| { state.match_string("draw") })
                        .or_else(|state| { state.match_string("else") })
                        .or_else(|state| { state.match_string("false") })
                        .or_else(|state| { state.match_string("for") })
                        .or_else(|state| { state.match_string("give") })
                        .or_else(|state| { state.match_string("if") })
                        .or_else(|state| { state.match_string("in") })
                        .or_else(|state| { state.match_string("is") })
                        .or_else(|state| { state.match_string("let") })
                        .or_else(|state| { state.match_string("mod") })
                        .or_else(|state| { state.match_string("none") })
                        .or_else(|state| { state.match_string("not") })
                        .or_else(|state| { state.match_string("or") })
                        .or_else(|state| { state.match_string("repeat") })
                        .or_else(|state| { state.match_string("roll") })
                        .or_else(|state| { state.match_string("select") })
                        .or_else(|state| { state.match_string("stop") })
                        .or_else(|state| { state.match_string("then") })
                        .or_else(|state| { state.match_string("together") })
                        .or_else(|state| { state.match_string("true") })
                        .or_else(|state| { state.match_string("where") })
                        .or_else(|state| { state.match_string("while") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#and(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#and,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("and")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#call(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#call,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("call")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#choose(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#choose,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("choose")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#draw(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#draw,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("draw")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#else_(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#else_,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("else")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#for_(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#for_,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("for")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#give(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#give,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("give")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#if_(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#if_,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("if")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#in_(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#in_,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("in")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#is(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#is,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("is")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#let_(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#let_,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("let")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#modulo(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#modulo,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("mod")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#nothing(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#nothing,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("none")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#not(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#not,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("not")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#or(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#or,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("or")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#repeat(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#repeat,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("repeat")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#roll_(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#roll_,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("roll")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#select(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#select,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("select")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#stop(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#stop,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("stop")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#then(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#then,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("then")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#together(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#together,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("together")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#where_(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#where_,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("where")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#while_(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#while_,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("while")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#boolean(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#boolean,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("true")
                                                        .or_else(|state| { state.match_string("false") })
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#at(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#at,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("at")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#by(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#by,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("by")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#down(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#down,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("down")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#end(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#end,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("end")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#from(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#from,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("from")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#game(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#game,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("game")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#no(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#no,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("no")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#of(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#of,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("of")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#optional(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#optional,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("optional")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#rounded(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#rounded,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("rounded")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#set_(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#set_,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("set")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#times(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#times,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("times")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#up(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#up,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("up")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#utmost(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#utmost,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("most")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#yes(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#yes,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("yes")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#expression(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#expression,
                            |state| {
                                self::r#conditional(state)
                                    .or_else(|state| { self::r#operation(state) })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#conditional(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#conditional,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#if_(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#expression(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#then(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#branch(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#otherwise(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#expression(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#branch(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#branch,
                            |state| {
                                self::r#inner_conditional(state)
                                    .or_else(|state| { self::r#inner_operation(state) })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#inner_conditional(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#inner_conditional,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#if_(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#expression(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#then(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#branch(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#otherwise(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#branch(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#otherwise(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#otherwise,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("else")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { self::r#letter(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#operation(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#operation,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#item(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state
                                                    .sequence(|state| {
                                                        state
                                                            .optional(|state| {
                                                                self::r#test(state)
                                                                    .or_else(|state| {
                                                                        state
                                                                            .sequence(|state| {
                                                                                self::r#infix(state)
                                                                                    .or_else(|state| { self::r#else_(state) })
                                                                                    .and_then(|state| { super::hidden::skip(state) })
                                                                                    .and_then(|state| { self::r#item(state) })
                                                                            })
                                                                    })
                                                                    .and_then(|state| {
                                                                        state
                                                                            .repeat(|state| {
                                                                                state
                                                                                    .sequence(|state| {
                                                                                        super::hidden::skip(state)
                                                                                            .and_then(|state| {
                                                                                                self::r#test(state)
                                                                                                    .or_else(|state| {
                                                                                                        state
                                                                                                            .sequence(|state| {
                                                                                                                self::r#infix(state)
                                                                                                                    .or_else(|state| { self::r#else_(state) })
                                                                                                                    .and_then(|state| { super::hidden::skip(state) })
                                                                                                                    .and_then(|state| { self::r#item(state) })
                                                                                                            })
                                                                                                    })
                                                                                            })
                                                                                    })
                                                                            })
                                                                    })
                                                            })
                                                    })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#inner_operation(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#inner_operation,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#item(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state
                                                    .sequence(|state| {
                                                        state
                                                            .optional(|state| {
                                                                self::r#test(state)
                                                                    .or_else(|state| {
                                                                        state
                                                                            .sequence(|state| {
                                                                                self::r#infix(state)
                                                                                    .and_then(|state| { super::hidden::skip(state) })
                                                                                    .and_then(|state| { self::r#item(state) })
                                                                            })
                                                                    })
                                                                    .and_then(|state| {
                                                                        state
                                                                            .repeat(|state| {
                                                                                state
                                                                                    .sequence(|state| {
                                                                                        super::hidden::skip(state)
                                                                                            .and_then(|state| {
                                                                                                self::r#test(state)
                                                                                                    .or_else(|state| {
                                                                                                        state
                                                                                                            .sequence(|state| {
                                                                                                                self::r#infix(state)
                                                                                                                    .and_then(|state| { super::hidden::skip(state) })
                                                                                                                    .and_then(|state| { self::r#item(state) })
                                                                                                            })
                                                                                                    })
                                                                                            })
                                                                                    })
                                                                            })
                                                                    })
                                                            })
                                                    })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#item(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            state
                                .sequence(|state| {
                                    state
                                        .optional(|state| {
                                            self::r#prefix(state)
                                                .and_then(|state| {
                                                    state
                                                        .repeat(|state| {
                                                            state
                                                                .sequence(|state| {
                                                                    super::hidden::skip(state)
                                                                        .and_then(|state| { self::r#prefix(state) })
                                                                })
                                                        })
                                                })
                                        })
                                })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#chain(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    state.optional(|state| { self::r#rounding(state) })
                                })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#prefix(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#prefix,
                            |state| {
                                self::r#not(state)
                                    .or_else(|state| { self::r#minus(state) })
                                    .or_else(|state| { self::r#drawing(state) })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#infix(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#infix,
                            |state| {
                                self::r#or(state)
                                    .or_else(|state| { self::r#and(state) })
                                    .or_else(|state| { self::r#not_in(state) })
                                    .or_else(|state| { self::r#in_(state) })
                                    .or_else(|state| { self::r#modulo(state) })
                                    .or_else(|state| { self::r#not_equal(state) })
                                    .or_else(|state| { self::r#less_or_equal(state) })
                                    .or_else(|state| { self::r#greater_or_equal(state) })
                                    .or_else(|state| { self::r#equal(state) })
                                    .or_else(|state| { self::r#less(state) })
                                    .or_else(|state| { self::r#greater(state) })
                                    .or_else(|state| { self::r#range(state) })
                                    .or_else(|state| { self::r#plus(state) })
                                    .or_else(|state| { self::r#minus(state) })
                                    .or_else(|state| { self::r#multiply(state) })
                                    .or_else(|state| { self::r#divide(state) })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#minus(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#minus,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("-")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { state.match_string("=") })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#plus(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#plus,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("+")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { state.match_string("=") })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#multiply(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#multiply, |state| { state.match_string("*") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#divide(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#divide, |state| { state.match_string("/") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#range(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#range, |state| { state.match_string("..") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#equal(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#equal, |state| { state.match_string("=") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#not_equal(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#not_equal, |state| { state.match_string("!=") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#less(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#less, |state| { state.match_string("<") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#less_or_equal(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#less_or_equal,
                            |state| { state.match_string("<=") },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#greater(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#greater, |state| { state.match_string(">") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#greater_or_equal(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#greater_or_equal,
                            |state| { state.match_string(">=") },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#not_in(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#not_in,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#not(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#in_(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#drawing(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#drawing,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#draw(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#from(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#test(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#test,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#is(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#not(state) })
                                            })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                self::r#nothing(state)
                                                    .or_else(|state| { self::r#name(state) })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#rounding(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#rounding,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#rounded(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                self::r#up(state).or_else(|state| { self::r#down(state) })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#chain(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#chain,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#primary(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state
                                                    .sequence(|state| {
                                                        state
                                                            .optional(|state| {
                                                                self::r#field(state)
                                                                    .or_else(|state| { self::r#index(state) })
                                                                    .and_then(|state| {
                                                                        state
                                                                            .repeat(|state| {
                                                                                state
                                                                                    .sequence(|state| {
                                                                                        super::hidden::skip(state)
                                                                                            .and_then(|state| {
                                                                                                self::r#field(state)
                                                                                                    .or_else(|state| { self::r#index(state) })
                                                                                            })
                                                                                    })
                                                                            })
                                                                    })
                                                            })
                                                    })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#field(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#field,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#dot(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#name(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#dot(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#dot,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string(".")
                                                        .and_then(|state| {
                                                            state.lookahead(false, |state| { state.match_string(".") })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#index(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#index,
                            |state| {
                                state
                                    .sequence(|state| {
                                        state
                                            .match_string("[")
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#expression(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state
                                                    .sequence(|state| {
                                                        state
                                                            .optional(|state| {
                                                                state
                                                                    .sequence(|state| {
                                                                        self::r#comma(state)
                                                                            .and_then(|state| { super::hidden::skip(state) })
                                                                            .and_then(|state| { self::r#expression(state) })
                                                                    })
                                                                    .and_then(|state| {
                                                                        state
                                                                            .repeat(|state| {
                                                                                state
                                                                                    .sequence(|state| {
                                                                                        super::hidden::skip(state)
                                                                                            .and_then(|state| {
                                                                                                state
                                                                                                    .sequence(|state| {
                                                                                                        self::r#comma(state)
                                                                                                            .and_then(|state| { super::hidden::skip(state) })
                                                                                                            .and_then(|state| { self::r#expression(state) })
                                                                                                    })
                                                                                            })
                                                                                    })
                                                                            })
                                                                    })
                                                            })
                                                    })
                                            })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#close_index(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#primary(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    self::r#reference(state)
                        .or_else(|state| { self::r#number(state) })
                        .or_else(|state| { self::r#boolean(state) })
                        .or_else(|state| { self::r#nothing(state) })
                        .or_else(|state| { self::r#roll(state) })
                        .or_else(|state| { self::r#group(state) })
                        .or_else(|state| { self::r#those(state) })
                        .or_else(|state| { self::r#set(state) })
                        .or_else(|state| { self::r#aggregate(state) })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#roll(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#roll,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#roll_(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#dice(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#group(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#group,
                            |state| {
                                state
                                    .sequence(|state| {
                                        state
                                            .match_string("(")
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#expression(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#close_group(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#those(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#those,
                            |state| {
                                state
                                    .sequence(|state| {
                                        state
                                            .match_string("{")
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state
                                                    .lookahead(
                                                        true,
                                                        |state| {
                                                            state
                                                                .sequence(|state| {
                                                                    self::r#name(state)
                                                                        .and_then(|state| { super::hidden::skip(state) })
                                                                        .and_then(|state| { self::r#in_(state) })
                                                                })
                                                        },
                                                    )
                                            })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#binding(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#close_set(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#set(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#set,
                            |state| {
                                state
                                    .sequence(|state| {
                                        state
                                            .match_string("{")
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state
                                                    .lookahead(
                                                        false,
                                                        |state| {
                                                            state
                                                                .sequence(|state| {
                                                                    self::r#name(state)
                                                                        .and_then(|state| { super::hidden::skip(state) })
                                                                        .and_then(|state| { self::r#in_(state) })
                                                                })
                                                        },
                                                    )
                                            })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state
                                                    .optional(|state| {
                                                        state
                                                            .sequence(|state| {
                                                                self::r#expression(state)
                                                                    .and_then(|state| { super::hidden::skip(state) })
                                                                    .and_then(|state| {
                                                                        state
                                                                            .sequence(|state| {
                                                                                state
                                                                                    .optional(|state| {
                                                                                        state
                                                                                            .sequence(|state| {
                                                                                                self::r#comma(state)
                                                                                                    .and_then(|state| { super::hidden::skip(state) })
                                                                                                    .and_then(|state| { self::r#expression(state) })
                                                                                            })
                                                                                            .and_then(|state| {
                                                                                                state
                                                                                                    .repeat(|state| {
                                                                                                        state
                                                                                                            .sequence(|state| {
                                                                                                                super::hidden::skip(state)
                                                                                                                    .and_then(|state| {
                                                                                                                        state
                                                                                                                            .sequence(|state| {
                                                                                                                                self::r#comma(state)
                                                                                                                                    .and_then(|state| { super::hidden::skip(state) })
                                                                                                                                    .and_then(|state| { self::r#expression(state) })
                                                                                                                            })
                                                                                                                    })
                                                                                                            })
                                                                                                    })
                                                                                            })
                                                                                    })
                                                                            })
                                                                    })
                                                            })
                                                    })
                                            })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#close_set(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#reference(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#reference,
                            |state| {
                                state
                                    .sequence(|state| {
                                        state
                                            .lookahead(false, |state| { self::r#aggregate_word(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#name(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#arguments(state) })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#arguments(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#arguments,
                            |state| {
                                state
                                    .sequence(|state| {
                                        state
                                            .match_string("(")
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state
                                                    .optional(|state| {
                                                        state
                                                            .sequence(|state| {
                                                                self::r#expression(state)
                                                                    .and_then(|state| { super::hidden::skip(state) })
                                                                    .and_then(|state| {
                                                                        state
                                                                            .sequence(|state| {
                                                                                state
                                                                                    .optional(|state| {
                                                                                        state
                                                                                            .sequence(|state| {
                                                                                                self::r#comma(state)
                                                                                                    .and_then(|state| { super::hidden::skip(state) })
                                                                                                    .and_then(|state| { self::r#expression(state) })
                                                                                            })
                                                                                            .and_then(|state| {
                                                                                                state
                                                                                                    .repeat(|state| {
                                                                                                        state
                                                                                                            .sequence(|state| {
                                                                                                                super::hidden::skip(state)
                                                                                                                    .and_then(|state| {
                                                                                                                        state
                                                                                                                            .sequence(|state| {
                                                                                                                                self::r#comma(state)
                                                                                                                                    .and_then(|state| { super::hidden::skip(state) })
                                                                                                                                    .and_then(|state| { self::r#expression(state) })
                                                                                                                            })
                                                                                                                    })
                                                                                                            })
                                                                                                    })
                                                                                            })
                                                                                    })
                                                                            })
                                                                    })
                                                            })
                                                    })
                                            })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#by_step(state) })
                                            })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#close_group(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#by_step(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#by_step,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#by(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#reference(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#aggregate(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#aggregate,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#aggregate_word(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { state.match_string("(") })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#binding(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#body(state) })
                                            })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#close_group(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#aggregate_word(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#aggregate_word,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("count")
                                                        .or_else(|state| { state.match_string("sum") })
                                                        .or_else(|state| { state.match_string("most") })
                                                        .or_else(|state| { state.match_string("least") })
                                                        .or_else(|state| { state.match_string("any") })
                                                        .or_else(|state| { state.match_string("every") })
                                                        .or_else(|state| { state.match_string("first") })
                                                        .and_then(|state| {
                                                            state
                                                                .lookahead(
                                                                    true,
                                                                    |state| {
                                                                        state
                                                                            .sequence(|state| {
                                                                                state
                                                                                    .repeat(|state| { state.match_string(" ") })
                                                                                    .and_then(|state| { state.match_string("(") })
                                                                            })
                                                                    },
                                                                )
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#body(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#body,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#colon(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#expression(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#binding(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#binding,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#name(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#in_(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#operation(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#filter(state) })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#filter(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#filter,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#where_(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#expression(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#comma(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string(",")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#colon(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#colon, |state| { state.match_string(":") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#close_group(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#close_group, |state| { state.match_string(")") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#close_index(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#close_index, |state| { state.match_string("]") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#close_set(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#close_set, |state| { state.match_string("}") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#type_name(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#type_name,
                            |state| {
                                self::r#yes_or_no(state)
                                    .or_else(|state| { self::r#optional_type(state) })
                                    .or_else(|state| { self::r#set_type(state) })
                                    .or_else(|state| { self::r#range_type(state) })
                                    .or_else(|state| { self::r#name(state) })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#yes_or_no(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#yes_or_no,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#yes(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#or(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#no(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#optional_type(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#optional_type,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#optional(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#name(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#set_type(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#set_type,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#set_(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#of(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#name(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#range_type(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#range_type,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#signed(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#range(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#signed(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#signed(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#signed,
                            |state| {
                                state
                                    .sequence(|state| {
                                        state
                                            .optional(|state| { self::r#minus(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#number(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#statement(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    self::r#let_line(state)
                        .or_else(|state| { self::r#if_line(state) })
                        .or_else(|state| { self::r#else_line(state) })
                        .or_else(|state| { self::r#for_line(state) })
                        .or_else(|state| { self::r#while_line(state) })
                        .or_else(|state| { self::r#repeat_line(state) })
                        .or_else(|state| { self::r#together_line(state) })
                        .or_else(|state| { self::r#give_line(state) })
                        .or_else(|state| { self::r#stop_line(state) })
                        .or_else(|state| { self::r#end_line(state) })
                        .or_else(|state| { self::r#do_line(state) })
                        .or_else(|state| { self::r#assign_line(state) })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#let_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#let_line,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#let_(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#name(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#local_type(state) })
                                            })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#becomes(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#action(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#or_stop(state) })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#local_type(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#local_type,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#colon(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#type_name(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#or_stop(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#or_stop,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#else_(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#stop(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#becomes(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#becomes, |state| { state.match_string("=") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#if_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#if_line,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#if_(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#expression(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#colon(state) })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#else_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#else_line,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#else_(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state
                                                    .optional(|state| {
                                                        state
                                                            .sequence(|state| {
                                                                self::r#if_(state)
                                                                    .and_then(|state| { super::hidden::skip(state) })
                                                                    .and_then(|state| { self::r#expression(state) })
                                                            })
                                                    })
                                            })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#colon(state) })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#for_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#for_line,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#for_(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#binding(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#colon(state) })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#while_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#while_line,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#while_(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#expression(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#limit(state) })
                                            })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#colon(state) })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#limit(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#limit,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#at(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#utmost(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#number(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#times(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#repeat_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#repeat_line,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#repeat(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#expression(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#times(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#colon(state) })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#together_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#together_line,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#together(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| {
                                                state.optional(|state| { self::r#colon(state) })
                                            })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#give_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#give_line,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#give(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#expression(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#stop_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#stop_line, |state| { self::r#stop(state) })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#end_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#end_line,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#end(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#game(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#do_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#do_line, |state| { self::r#run(state) })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#assign_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#assign_line,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#chain(state)
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#assign(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#action(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#assign(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#assign,
                            |state| {
                                self::r#gains(state)
                                    .or_else(|state| { self::r#loses(state) })
                                    .or_else(|state| { self::r#becomes(state) })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#gains(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#gains, |state| { state.match_string("+=") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#loses(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#loses, |state| { state.match_string("-=") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#action(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#action,
                            |state| {
                                self::r#run(state)
                                    .or_else(|state| { self::r#expression(state) })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#run(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#run,
                            |state| {
                                state
                                    .sequence(|state| {
                                        self::r#call(state)
                                            .or_else(|state| { self::r#choose(state) })
                                            .or_else(|state| { self::r#select(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#reference(state) })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(dead_code, non_snake_case, unused_variables)]
                pub fn ANY(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.skip(1)
                }
                #[inline]
                #[allow(dead_code, non_snake_case, unused_variables)]
                pub fn EOI(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::EOI, |state| state.end_of_input())
                }
                #[inline]
                #[allow(dead_code, non_snake_case, unused_variables)]
                pub fn SOI(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.start_of_input()
                }
                #[inline]
                #[allow(dead_code, non_snake_case, unused_variables)]
                pub fn ASCII_DIGIT(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_range('0'..'9')
                }
            }
            pub use self::visible::*;
        }
        ::pest::state(
            input,
            |state| {
                match rule {
                    Rule::r#WHITESPACE => rules::r#WHITESPACE(state),
                    Rule::r#COMMENT => rules::r#COMMENT(state),
                    Rule::r#whole_expression => rules::r#whole_expression(state),
                    Rule::r#whole_binding => rules::r#whole_binding(state),
                    Rule::r#whole_type => rules::r#whole_type(state),
                    Rule::r#whole_invocation => rules::r#whole_invocation(state),
                    Rule::r#whole_statement => rules::r#whole_statement(state),
                    Rule::r#name => rules::r#name(state),
                    Rule::r#letter => rules::r#letter(state),
                    Rule::r#number => rules::r#number(state),
                    Rule::r#dice => rules::r#dice(state),
                    Rule::r#keyword => rules::r#keyword(state),
                    Rule::r#and => rules::r#and(state),
                    Rule::r#call => rules::r#call(state),
                    Rule::r#choose => rules::r#choose(state),
                    Rule::r#draw => rules::r#draw(state),
                    Rule::r#else_ => rules::r#else_(state),
                    Rule::r#for_ => rules::r#for_(state),
                    Rule::r#give => rules::r#give(state),
                    Rule::r#if_ => rules::r#if_(state),
                    Rule::r#in_ => rules::r#in_(state),
                    Rule::r#is => rules::r#is(state),
                    Rule::r#let_ => rules::r#let_(state),
                    Rule::r#modulo => rules::r#modulo(state),
                    Rule::r#nothing => rules::r#nothing(state),
                    Rule::r#not => rules::r#not(state),
                    Rule::r#or => rules::r#or(state),
                    Rule::r#repeat => rules::r#repeat(state),
                    Rule::r#roll_ => rules::r#roll_(state),
                    Rule::r#select => rules::r#select(state),
                    Rule::r#stop => rules::r#stop(state),
                    Rule::r#then => rules::r#then(state),
                    Rule::r#together => rules::r#together(state),
                    Rule::r#where_ => rules::r#where_(state),
                    Rule::r#while_ => rules::r#while_(state),
                    Rule::r#boolean => rules::r#boolean(state),
                    Rule::r#at => rules::r#at(state),
                    Rule::r#by => rules::r#by(state),
                    Rule::r#down => rules::r#down(state),
                    Rule::r#end => rules::r#end(state),
                    Rule::r#from => rules::r#from(state),
                    Rule::r#game => rules::r#game(state),
                    Rule::r#no => rules::r#no(state),
                    Rule::r#of => rules::r#of(state),
                    Rule::r#optional => rules::r#optional(state),
                    Rule::r#rounded => rules::r#rounded(state),
                    Rule::r#set_ => rules::r#set_(state),
                    Rule::r#times => rules::r#times(state),
                    Rule::r#up => rules::r#up(state),
                    Rule::r#utmost => rules::r#utmost(state),
                    Rule::r#yes => rules::r#yes(state),
                    Rule::r#expression => rules::r#expression(state),
                    Rule::r#conditional => rules::r#conditional(state),
                    Rule::r#branch => rules::r#branch(state),
                    Rule::r#inner_conditional => rules::r#inner_conditional(state),
                    Rule::r#otherwise => rules::r#otherwise(state),
                    Rule::r#operation => rules::r#operation(state),
                    Rule::r#inner_operation => rules::r#inner_operation(state),
                    Rule::r#item => rules::r#item(state),
                    Rule::r#prefix => rules::r#prefix(state),
                    Rule::r#infix => rules::r#infix(state),
                    Rule::r#minus => rules::r#minus(state),
                    Rule::r#plus => rules::r#plus(state),
                    Rule::r#multiply => rules::r#multiply(state),
                    Rule::r#divide => rules::r#divide(state),
                    Rule::r#range => rules::r#range(state),
                    Rule::r#equal => rules::r#equal(state),
                    Rule::r#not_equal => rules::r#not_equal(state),
                    Rule::r#less => rules::r#less(state),
                    Rule::r#less_or_equal => rules::r#less_or_equal(state),
                    Rule::r#greater => rules::r#greater(state),
                    Rule::r#greater_or_equal => rules::r#greater_or_equal(state),
                    Rule::r#not_in => rules::r#not_in(state),
                    Rule::r#drawing => rules::r#drawing(state),
                    Rule::r#test => rules::r#test(state),
                    Rule::r#rounding => rules::r#rounding(state),
                    Rule::r#chain => rules::r#chain(state),
                    Rule::r#field => rules::r#field(state),
                    Rule::r#dot => rules::r#dot(state),
                    Rule::r#index => rules::r#index(state),
                    Rule::r#primary => rules::r#primary(state),
                    Rule::r#roll => rules::r#roll(state),
                    Rule::r#group => rules::r#group(state),
                    Rule::r#those => rules::r#those(state),
                    Rule::r#set => rules::r#set(state),
                    Rule::r#reference => rules::r#reference(state),
                    Rule::r#arguments => rules::r#arguments(state),
                    Rule::r#by_step => rules::r#by_step(state),
                    Rule::r#aggregate => rules::r#aggregate(state),
                    Rule::r#aggregate_word => rules::r#aggregate_word(state),
                    Rule::r#body => rules::r#body(state),
                    Rule::r#binding => rules::r#binding(state),
                    Rule::r#filter => rules::r#filter(state),
                    Rule::r#comma => rules::r#comma(state),
                    Rule::r#colon => rules::r#colon(state),
                    Rule::r#close_group => rules::r#close_group(state),
                    Rule::r#close_index => rules::r#close_index(state),
                    Rule::r#close_set => rules::r#close_set(state),
                    Rule::r#type_name => rules::r#type_name(state),
                    Rule::r#yes_or_no => rules::r#yes_or_no(state),
                    Rule::r#optional_type => rules::r#optional_type(state),
                    Rule::r#set_type => rules::r#set_type(state),
                    Rule::r#range_type => rules::r#range_type(state),
                    Rule::r#signed => rules::r#signed(state),
                    Rule::r#statement => rules::r#statement(state),
                    Rule::r#let_line => rules::r#let_line(state),
                    Rule::r#local_type => rules::r#local_type(state),
                    Rule::r#or_stop => rules::r#or_stop(state),
                    Rule::r#becomes => rules::r#becomes(state),
                    Rule::r#if_line => rules::r#if_line(state),
                    Rule::r#else_line => rules::r#else_line(state),
                    Rule::r#for_line => rules::r#for_line(state),
                    Rule::r#while_line => rules::r#while_line(state),
                    Rule::r#limit => rules::r#limit(state),
                    Rule::r#repeat_line => rules::r#repeat_line(state),
                    Rule::r#together_line => rules::r#together_line(state),
                    Rule::r#give_line => rules::r#give_line(state),
                    Rule::r#stop_line => rules::r#stop_line(state),
                    Rule::r#end_line => rules::r#end_line(state),
                    Rule::r#do_line => rules::r#do_line(state),
                    Rule::r#assign_line => rules::r#assign_line(state),
                    Rule::r#assign => rules::r#assign(state),
                    Rule::r#gains => rules::r#gains(state),
                    Rule::r#loses => rules::r#loses(state),
                    Rule::r#action => rules::r#action(state),
                    Rule::r#run => rules::r#run(state),
                    Rule::EOI => rules::EOI(state),
                }
            },
        )
    }
}
