//! What generated engines ask at every turn: does this fit, may this be, is this the roll.
//!
//! One line each where an engine uses them, with the rule that is at fault or that forbids.

use alloc::borrow::Cow;
use alloc::boxed::Box;

use crate::{Fault, FaultKind, Member, Refusal, RuleIndex, Ruled, Set};

/// The value, if it lies within the bounds of what it is meant for.
#[inline]
pub fn bounded(value: i32, least: i32, greatest: i32, rule: impl Into<RuleIndex>) -> Ruled<i32> {
    if (least..=greatest).contains(&value) {
        return Ok(value);
    }
    let [value, least, greatest] = [value, least, greatest].map(i64::from);
    Err(Box::new(Fault { rule: rule.into(), kind: FaultKind::OutOfBounds { value, least, greatest } }))
}

/// What a procedure needs when it is called.
#[inline]
pub fn required(holds: bool, rule: impl Into<RuleIndex>, condition: &'static str) -> Ruled {
    if holds {
        return Ok(());
    }
    Err(Box::new(Fault { rule: rule.into(), kind: FaultKind::Needs(Cow::Borrowed(condition)) }))
}

/// A condition of an option.
#[inline]
pub fn permitted(holds: bool, rule: impl Into<RuleIndex>, condition: &'static str) -> Result<(), Refusal> {
    if holds {
        return Ok(());
    }
    Err(Refusal::Forbidden { rule: rule.into(), condition: Some(Cow::Borrowed(condition)) })
}

/// Whether an argument is one of those that the option is about.
#[inline]
pub fn offered(is_among_them: bool, rule: impl Into<RuleIndex>) -> Result<(), Refusal> {
    if is_among_them { Ok(()) } else { Err(not_offered(rule)) }
}

/// Not an option of this decision.
pub fn not_offered(rule: impl Into<RuleIndex>) -> Refusal {
    Refusal::Forbidden { rule: rule.into(), condition: None }
}

/// Whether so many dice can total this.
#[inline]
pub fn rolled(value: i32, count: u32, sides: u32) -> Result<(), Refusal> {
    let (count, sides) = (i64::from(count), i64::from(sides));
    if (count..=count * sides).contains(&i64::from(value)) {
        Ok(())
    } else {
        Err(Refusal::NotARoll { value })
    }
}

/// The member with this index, if it is among those drawn from.
#[inline]
pub fn drawn<T: Member>(from: Set<T>, value: i32) -> Result<T, Refusal> {
    let member = usize::try_from(value).ok().and_then(T::from_index);
    member.filter(|member| from.contains(*member)).ok_or(Refusal::NotARoll { value })
}

/// A draw from an empty set.
pub fn nobody_to_draw(rule: impl Into<RuleIndex>) -> Box<Fault> {
    Box::new(Fault { rule: rule.into(), kind: FaultKind::NobodyToDraw })
}

/// A decision in a supposition that no answer fits.
pub fn unanswered(rule: impl Into<RuleIndex>) -> Box<Fault> {
    Box::new(Fault { rule: rule.into(), kind: FaultKind::Unanswered })
}

/// Counts the rounds of a loop that must end.
#[derive(Debug, Clone)]
pub struct Rounds {
    left: i64,
    limit: i64,
    rule: RuleIndex,
}

impl Rounds {
    #[inline]
    pub fn at_most(limit: i64, rule: impl Into<RuleIndex>) -> Rounds {
        Rounds { left: limit, limit, rule: rule.into() }
    }

    /// Another round; a fault when there have been too many.
    #[inline]
    pub fn begin(&mut self) -> Ruled {
        self.begin_by(self.rule)
    }

    /// Another round, which is this rule's.
    #[inline]
    pub fn begin_by(&mut self, rule: impl Into<RuleIndex>) -> Ruled {
        self.left -= 1;
        if self.left >= 0 {
            return Ok(());
        }
        Err(Box::new(Fault { rule: rule.into(), kind: FaultKind::Endless { limit: self.limit } }))
    }
}

/// The quotient towards minus infinity. The divisor is not zero.
#[inline]
pub const fn divided_down(a: i32, b: i32) -> i32 {
    let towards_zero = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { towards_zero - 1 } else { towards_zero }
}

/// The quotient towards plus infinity. The divisor is not zero.
#[inline]
pub const fn divided_up(a: i32, b: i32) -> i32 {
    let towards_zero = a / b;
    if a % b != 0 && (a < 0) == (b < 0) { towards_zero + 1 } else { towards_zero }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: RuleIndex = RuleIndex(4);

    #[test]
    fn a_value_fits_up_to_both_ends() {
        assert_eq!(bounded(0, 0, 3, RULE), Ok(0));
        assert_eq!(bounded(3, 0, 3, RULE), Ok(3));
        let fault = bounded(4, 0, 3, RULE).expect_err("four is too many");
        assert_eq!(
            *fault,
            Fault { rule: RULE, kind: FaultKind::OutOfBounds { value: 4, least: 0, greatest: 3 } }
        );
    }

    #[test]
    fn quotients_go_to_their_own_side() {
        assert_eq!([7, -7].map(|a| divided_down(a, 2)), [3, -4]);
        assert_eq!([7, -7].map(|a| divided_up(a, 2)), [4, -3]);
        assert_eq!([divided_down(7, -2), divided_up(7, -2), divided_up(6, -2)], [-4, -3, -3]);
    }

    #[test]
    fn a_loop_has_as_many_rounds_as_it_may() {
        let mut rounds = Rounds::at_most(2, RULE);
        assert!(rounds.begin().is_ok() && rounds.begin().is_ok());
        assert_eq!(
            rounds.begin(),
            Err(Box::new(Fault { rule: RULE, kind: FaultKind::Endless { limit: 2 } }))
        );
    }

    #[test]
    fn dice_total_from_all_ones_to_all_sixes() {
        assert!(rolled(2, 2, 6).is_ok() && rolled(12, 2, 6).is_ok());
        assert_eq!(rolled(13, 2, 6), Err(Refusal::NotARoll { value: 13 }));
    }
}
