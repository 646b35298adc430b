//! Conditions as Rust: what is joined by `and`, `or` and `not`, in the form that says `not` least.

use quote::quote;
use rulec_model::machine::{Expression, ExpressionKind as Kind};

use super::expression::{Rust, Writer};
use super::page::number;
use super::simplify;

impl Writer<'_, '_> {
    /// `!(a && !b)` says `not` more often than `!a || b`.
    pub(super) fn denied(&self, inner: &Expression, written: Rust) -> Rust {
        let is_and = matches!(inner.kind, Kind::And(..));
        let mut operands = Vec::new();
        if is_and {
            simplify::conjuncts(inner, &mut operands);
        } else {
            simplify::disjuncts(inner, &mut operands);
        }
        simplify::each_once(&mut operands);
        let denied = operands.iter().filter(|one| self.expression(one).says_not()).count();
        if operands.len() > 2 * denied {
            return written.not();
        }
        let opposite = operands.into_iter().map(|one| self.expression(&simplify::not(one)));
        opposite.reduce(if is_and { Rust::or } else { Rust::and }).unwrap_or(written)
    }

    pub(super) fn all_of(&self, expression: &Expression) -> Rust {
        let mut operands = Vec::new();
        simplify::conjuncts(expression, &mut operands);
        simplify::each_once(&mut operands);
        match self.denied_together(&operands) {
            None => self.each_of(&operands),
            Some((denied, together)) => {
                let others = operands.iter().zip(&denied).filter(|(_, denied)| !**denied);
                let others: Vec<&Expression> = others.map(|(one, _)| *one).collect();
                let before = denied.iter().take_while(|denied| !**denied).count();
                self.each_of(&others[..before]).and(together).and(self.each_of(&others[before..]))
            }
        }
    }

    fn each_of(&self, operands: &[&Expression]) -> Rust {
        let mut written: Option<Rust> = None;
        let mut rest = operands;
        while let [first, others @ ..] = rest {
            let next = match others.first().and_then(|second| self.span(first, second)) {
                Some(span) => {
                    rest = &others[1..];
                    span
                }
                None => {
                    rest = others;
                    self.expression(first)
                }
            };
            written = Some(match written {
                Some(before) => before.and(next),
                None => next,
            });
        }
        written.unwrap_or(Rust::atom(quote!(true)))
    }

    /// `!a && !(b && c)` says `not` more often than `!(a || b && c)`: where a group is denied, what else is denied joins it. Which
    /// those are, and what is written for them.
    fn denied_together(&self, operands: &[&Expression]) -> Option<(Vec<bool>, Rust)> {
        let is_group =
            |one: &&Expression| matches!(&one.kind, Kind::Not(inner) if matches!(inner.kind, Kind::And(..)));
        if !operands.iter().any(is_group) {
            return None;
        }
        let denied: Vec<bool> = operands.iter().map(|one| self.expression(one).says_not()).collect();
        let is_denied_group = |(one, denied): (&&Expression, &bool)| *denied && is_group(one);
        if denied.iter().filter(|denied| **denied).count() < 2
            || !operands.iter().zip(&denied).any(is_denied_group)
        {
            return None;
        }
        let inner = operands.iter().zip(&denied).filter(|(_, denied)| **denied);
        let inner = inner.map(|(one, _)| match &one.kind {
            Kind::Not(inner) => self.expression(inner),
            _ => self.expression(one).not(),
        });
        let together = inner.reduce(Rust::or)?.not();
        Some((denied, together))
    }

    /// `n >= 1 and n <= 4` of one local and fixed numbers is a range.
    fn span(&self, first: &Expression, second: &Expression) -> Option<Rust> {
        let (local, least) = simplify::at_least(first)?;
        let (other, greatest) = simplify::at_most(second)?;
        (local == other && least <= greatest).then(|| {
            let (name, least, greatest) = (self.local(local), number(least), number(greatest));
            Rust::atom(quote!((#least..=#greatest).contains(&#name)))
        })
    }

    pub(super) fn any_of(&self, expression: &Expression) -> Rust {
        let mut operands = Vec::new();
        simplify::disjuncts(expression, &mut operands);
        simplify::each_once(&mut operands);
        let mut written: Option<Rust> = None;
        for operand in operands {
            let next = self.expression(operand);
            written = Some(match written {
                Some(before) => before.or(next),
                None => next,
            });
        }
        written.unwrap_or(Rust::atom(quote!(false)))
    }
}
