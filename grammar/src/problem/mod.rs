//! Problems: what is wrong with a rule file or a document, as data.
//!
//! A pass takes a form and a [`Problems`] sink, reports everything and goes on. One mistake gives one
//! message: a node that could not be read is poisoned and stays silent afterwards. Each problem is a
//! struct whose doc comment is its manual page (see [`problems!`]); drawing is the command's work.

use crate::span::Span;

pub mod document;
pub mod expression;
pub mod yaml;

/// How much a problem weighs. Only errors stop generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// A place and what is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    pub span: Span,
    /// What is *here*; may be empty.
    pub text: String,
    /// Whether this is the place that the message speaks of.
    pub primary: bool,
}

impl Label {
    pub fn primary(span: Span, text: impl Into<String>) -> Label {
        Label { span, text: text.into(), primary: true }
    }

    pub fn secondary(span: Span, text: impl Into<String>) -> Label {
        Label { span, text: text.into(), primary: false }
    }
}

/// One message, ready to draw or to write in any format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// `R` and four digits; never reused.
    pub code: &'static str,
    pub severity: Severity,
    /// One line, lower case, no full stop, in the words of the rules.
    pub message: String,
    pub labels: Vec<Label>,
    /// What to do, one line each.
    pub help: Vec<String>,
    /// The rule at fault, where there is one.
    pub rule: Option<String>,
    /// The citations of that rule, for the picture of the passage.
    pub cites: Vec<String>,
}

impl Diagnostic {
    /// The place that the message speaks of.
    pub fn place(&self) -> Option<Span> {
        self.labels.iter().find(|label| label.primary).or(self.labels.first()).map(|label| label.span)
    }
}

/// What a problem struct says of itself; the code, severity and page come from [`problems!`].
pub trait Problem {
    const CODE: &'static str;
    const SEVERITY: Severity;
    /// The manual page: what, why, a wrong and a right example.
    const PAGE: &'static str;

    fn message(&self) -> String;
    fn labels(&self) -> Vec<Label>;
    fn help(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A diagnostic's manual page.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    pub code: &'static str,
    pub severity: Severity,
    /// The struct's name, in words of its own: `UnknownKey`.
    pub name: &'static str,
    /// Markdown.
    pub text: &'static str,
}

/// Where passes report. Errors poison generation, warnings do not.
#[derive(Debug, Default)]
pub struct Problems {
    list: Vec<Diagnostic>,
    /// The rule being read, set by the pass, added to what it reports.
    rule: Option<String>,
    cites: Vec<String>,
}

impl Problems {
    pub fn new() -> Problems {
        Problems::default()
    }

    /// Says which rule the next reports are about, with its citations (`section` or `section s1-3`).
    pub fn about(&mut self, rule: Option<&str>, cites: &[String]) {
        self.rule = rule.map(str::to_owned);
        self.cites = cites.to_vec();
    }

    pub fn report<P: Problem>(&mut self, problem: P) {
        self.list.push(Diagnostic {
            code: P::CODE,
            severity: P::SEVERITY,
            message: problem.message(),
            labels: problem.labels(),
            help: problem.help(),
            rule: self.rule.clone(),
            cites: self.cites.clone(),
        });
    }

    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Forgets what was reported after a point: for a second reading of what has been reported already.
    pub fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// All problems, by file and place, then by code.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| {
            let place = diagnostic.place().unwrap_or_default();
            (place.file, place.start, diagnostic.code)
        });
        self.list
    }
}

/// Declares a family of problems: each struct with its code, severity and page, and `PAGES` for the manual.
///
/// ```ignore
/// problems! {
///     /// Two keys of one mapping have the same name.
///     R0107 Error DuplicateKey { key: String, first: Span, second: Span }
/// }
/// ```
#[macro_export]
macro_rules! problems {
    ($( $(#[doc = $doc:literal])+ $code:ident $severity:ident $name:ident { $($field:ident : $type:ty),* $(,)? } )+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Debug, Clone)]
            pub struct $name { $(pub $field: $type),* }

            impl $name {
                pub const CODE: &'static str = stringify!($code);
                pub const SEVERITY: $crate::problem::Severity = $crate::problem::Severity::$severity;
                pub const PAGE: &'static str = concat!($($doc, "\n"),+);
            }
        )+

        /// The manual pages of this family.
        pub const PAGES: &[$crate::problem::Page] = &[
            $($crate::problem::Page {
                code: $name::CODE,
                severity: $name::SEVERITY,
                name: stringify!($name),
                text: $name::PAGE,
            }),+
        ];
    };
}

/// Implements [`Problem`] for a struct of [`problems!`]: message, labels, help.
#[macro_export]
macro_rules! says {
    ($name:ident, $this:ident => $message:expr; $labels:expr $(; $help:expr)?) => {
        impl $crate::problem::Problem for $name {
            const CODE: &'static str = $name::CODE;
            const SEVERITY: $crate::problem::Severity = $name::SEVERITY;
            const PAGE: &'static str = $name::PAGE;
            fn message(&self) -> String {
                let $this = self;
                let _ = $this;
                $message
            }
            fn labels(&self) -> Vec<$crate::problem::Label> {
                let $this = self;
                let _ = $this;
                $labels
            }
            $(fn help(&self) -> Vec<String> {
                let $this = self;
                let _ = $this;
                $help
            })?
        }
    };
}
