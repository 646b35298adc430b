//! Shares and shifts with their intervals, from games and from paired games.
//!
//! Each game is played by both sides with the same seed, so a shift is the mean of the differences game by game, and what
//! both sides owe to chance cancels. The interval holds the true shift in 95 of 100 cases:
//!
//! - of a number (a length, a score): mean ± 1.96 s/√n, with s the standard deviation of the differences;
//! - of a share (a win): Agresti and Min's interval for paired proportions. With b games that only the new side has and c that
//!   only the old one has, d = (b − c)/(n + 2), ± 1.96 √(((b + c + 1)/(n + 2) − d²)/(n + 2)): it stays honest where few
//!   games or none differ.

/// Of the normal distribution, for 95 %.
const Z: f64 = 1.959_964;

/// Differences of one measure, game by game. Adding is exact in any order for whole numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Paired {
    games: u64,
    old: f64,
    new: f64,
    difference: f64,
    squares: f64,
    up: u64,
    down: u64,
}

/// A mean before and now, and its shift with the interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shift {
    pub old: f64,
    pub new: f64,
    pub shift: f64,
    pub low: f64,
    pub high: f64,
}

/// A share with its 95 % interval (Wilson), each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

impl Share {
    pub fn of(count: u64, all: u64) -> Share {
        if all == 0 {
            return Share { share: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, p) = (all as f64, count as f64 / all as f64);
        let middle = p + Z * Z / (2.0 * n);
        let reach = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        let within = |share: f64| share.clamp(0.0, 1.0);
        Share { share: p, low: within((middle - reach) / scale), high: within((middle + reach) / scale) }
    }

    pub fn percent(self) -> String {
        format!("{:5.1} % ({:.1} to {:.1})", 100.0 * self.share, 100.0 * self.low, 100.0 * self.high)
    }
}

impl Paired {
    pub fn add_game(&mut self, old: f64, new: f64) {
        let difference = new - old;
        self.games += 1;
        self.old += old;
        self.new += new;
        self.difference += difference;
        self.squares += difference * difference;
        self.up += u64::from(difference > 0.0);
        self.down += u64::from(difference < 0.0);
    }

    pub fn add(&mut self, other: Paired) {
        self.games += other.games;
        self.old += other.old;
        self.new += other.new;
        self.difference += other.difference;
        self.squares += other.squares;
        self.up += other.up;
        self.down += other.down;
    }

    /// The shift of a number.
    pub fn of_number(&self) -> Shift {
        let n = self.games.max(1) as f64;
        let shift = self.difference / n;
        let variance =
            if self.games > 1 { (self.squares - n * shift * shift).max(0.0) / (n - 1.0) } else { 0.0 };
        let reach = Z * (variance / n).sqrt();
        self.shift(shift, shift - reach, shift + reach)
    }

    /// The shift of a share: what is measured is 0 or 1.
    pub fn of_share(&self) -> Shift {
        let n = self.games as f64 + 2.0;
        let (up, down) = (self.up as f64, self.down as f64);
        let middle = (up - down) / n;
        let reach = Z * (((up + down + 1.0) / n - middle * middle).max(0.0) / n).sqrt();
        let shift = self.difference / self.games.max(1) as f64;
        self.shift(shift, (middle - reach).max(-1.0), (middle + reach).min(1.0))
    }

    fn shift(&self, shift: f64, low: f64, high: f64) -> Shift {
        let n = self.games.max(1) as f64;
        Shift { old: self.old / n, new: self.new / n, shift, low, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_its_share_and_narrows() {
        let few = Share::of(3, 10);
        let many = Share::of(3000, 10_000);
        assert!(few.low < 0.3 && 0.3 < few.high && many.high - many.low < few.high - few.low);
        assert_eq!(Share::of(0, 5).low, 0.0);
        assert_eq!(Share::of(5, 5).high, 1.0);
    }

    fn paired(games: &[(f64, f64)]) -> Paired {
        let mut paired = Paired::default();
        games.iter().for_each(|(old, new)| paired.add_game(*old, *new));
        paired
    }

    #[test]
    fn a_shift_is_the_mean_of_the_differences() {
        let shift = paired(&[(1.0, 2.0), (3.0, 3.0), (2.0, 5.0), (4.0, 4.0)]).of_number();
        assert_eq!((shift.old, shift.new, shift.shift), (2.5, 3.5, 1.0));
        // s² = 2, n = 4: ± 1.96 · √(2/4)
        assert!((shift.high - 1.0 - 1.959_964 * 0.5f64.sqrt()).abs() < 1e-9, "{shift:?}");
    }

    #[test]
    fn games_that_do_not_differ_leave_a_share_uncertain_and_a_number_not() {
        let same = paired(&[(1.0, 1.0); 98]);
        assert_eq!((same.of_number().low, same.of_number().high), (0.0, 0.0));
        let share = same.of_share();
        assert!(share.low < 0.0 && share.high > 0.0 && share.high < 0.03, "{share:?}");
    }

    #[test]
    fn the_interval_of_a_share_narrows_with_games() {
        let few = paired(&[(0.0, 1.0), (1.0, 1.0), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]).of_share();
        let mut many = Paired::default();
        (0..200)
            .for_each(|_| many.add(paired(&[(0.0, 1.0), (1.0, 1.0), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])));
        let many = many.of_share();
        assert!((few.shift - many.shift).abs() < 1e-9 && many.high - many.low < few.high - few.low);
        assert!(many.low > 0.0, "{many:?}");
    }
}
