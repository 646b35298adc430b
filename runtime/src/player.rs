//! Players for any game: at random, greedy, and a loop that plays a game to its end.

use alloc::vec::Vec;

use crate::{Dice, Fault, Game, Refusal, Silent, Waiting};

/// Chooses among the legal options.
pub trait Player<G: Game> {
    /// The place of the chosen option in the list, which is not empty.
    fn choose(&mut self, game: &G, options: &[G::Choice]) -> usize;
}

/// Takes any option with the same chance.
#[derive(Debug, Clone)]
pub struct Random {
    dice: Dice,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { dice: Dice::new(seed) }
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, _: &G, options: &[G::Choice]) -> usize {
        self.dice.pick(options.len() as u32) as usize
    }
}

/// Tries each option on a copy and takes the one with the best score for its seat, ties at random.
///
/// A roll that follows the option is sampled once with the player's own dice; the score is that of the position where a
/// player is asked again. A win counts more than any score, and so does another's win against.
#[derive(Debug, Clone)]
pub struct Greedy {
    dice: Dice,
}

/// So many rolls after an option are looked through at most.
const ROLLS_AHEAD: u32 = 32;

impl Greedy {
    pub fn new(seed: u64) -> Greedy {
        Greedy { dice: Dice::new(seed) }
    }

    /// What the option is worth: won (1), open (0) or lost (-1), then the score.
    fn worth<G: Game>(&mut self, game: &G, choice: &G::Choice, seat: G::Seat) -> (i32, i64) {
        let mut game = game.clone();
        if game.choose(choice, &mut Silent).is_err() {
            return (-1, i64::MIN);
        }
        for _ in 0..ROLLS_AHEAD {
            let waiting = game.waiting();
            match roll_once(&mut game, waiting, &mut self.dice) {
                Some(Ok(())) => {}
                Some(Err(_)) => return (-1, i64::MIN),
                None => break,
            }
        }
        let outcome = game.outcome();
        let won = match (outcome.over, outcome.winners.contains(&seat)) {
            (true, true) => 1,
            (true, false) if !outcome.winners.is_empty() => -1,
            _ => 0,
        };
        let mine = outcome.scores.iter().find(|(whose, _)| *whose == seat);
        (won, mine.map_or(0, |(_, score)| *score))
    }
}

impl<G: Game> Player<G> for Greedy {
    fn choose(&mut self, game: &G, options: &[G::Choice]) -> usize {
        let Waiting::Choice { seat, rule: _ } = game.waiting() else { return 0 };
        let mut best = (-2, i64::MIN);
        let mut chosen = 0;
        let mut as_good = 0;
        for (nth, option) in options.iter().enumerate() {
            let worth = self.worth(game, option, seat);
            if worth > best {
                (best, chosen, as_good) = (worth, nth, 1);
            } else if worth == best {
                // Each of those as good stays chosen with the same chance.
                as_good += 1;
                if self.dice.pick(as_good) == 0 {
                    chosen = nth;
                }
            }
        }
        chosen
    }
}

/// How a game was played out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Answers given.
    pub steps: u64,
    /// Whether play stopped where the rules do not say that the game is over: a fault, or a choice among nothing.
    pub halted: bool,
    /// The rule that led outside its bounds.
    pub fault: Option<Fault>,
}

/// Plays until the game is over or halts, or so many answers are given. All players' choices are `player`'s.
pub fn play_out<G: Game>(
    game: &mut G,
    player: &mut impl Player<G>,
    dice: &mut Dice,
    limit_steps: u64,
) -> Played {
    // The one list of options is used again in every step.
    let mut options = Vec::new();
    let mut played = Played { steps: 0, halted: false, fault: None };
    while played.steps < limit_steps {
        let waiting = game.waiting();
        let answered = match waiting {
            Waiting::Choice { .. } => choose_once(game, player, &mut options),
            Waiting::Roll { .. } | Waiting::Draw { .. } => roll_once(game, waiting, dice),
            Waiting::Over => return played,
            Waiting::Halted => None,
        };
        match answered {
            Some(Ok(())) => played.steps += 1,
            Some(Err(Refusal::Fault(fault))) => {
                return Played { steps: played.steps + 1, halted: true, fault: Some(fault) };
            }
            Some(Err(_)) | None => return Played { halted: true, ..played },
        }
    }
    played
}

/// Answers a choice; none when nothing is legal.
fn choose_once<G: Game>(
    game: &mut G,
    player: &mut impl Player<G>,
    options: &mut Vec<G::Choice>,
) -> Option<Result<(), Refusal>> {
    game.options(options);
    let last = options.len().checked_sub(1)?;
    // With one option there is nothing to think about; a place beyond the list counts as the last.
    let chosen = if last == 0 { 0 } else { player.choose(game, options).min(last) };
    Some(game.choose(&options[chosen], &mut Silent))
}

/// Answers a roll or draw; none when the game waits for neither.
fn roll_once<G: Game>(
    game: &mut G,
    waiting: Waiting<G::Seat>,
    dice: &mut Dice,
) -> Option<Result<(), Refusal>> {
    let value = match waiting {
        Waiting::Roll { count, sides } => dice.roll(count, sides),
        Waiting::Draw { among } => game.drawn(dice.pick(among)),
        Waiting::Choice { .. } | Waiting::Over | Waiting::Halted => return None,
    };
    Some(game.roll(value, &mut Silent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sticks::Sticks;

    #[test]
    fn a_game_is_played_to_its_end() {
        let mut game = Sticks::new(101);
        let played = play_out(&mut game, &mut Random::new(1), &mut Dice::new(2), 1000);
        assert!(!played.halted && game.waiting() == Waiting::Over, "{played:?}");
        assert!(played.steps > 10);
    }

    #[test]
    fn the_same_seeds_play_the_same_game() {
        let play = || {
            let mut game = Sticks::new(101);
            let played = play_out(&mut game, &mut Random::new(1), &mut Dice::new(2), 1000);
            (played, game)
        };
        assert!(play() == play());
    }

    #[test]
    fn play_stops_at_the_limit() {
        let mut game = Sticks::new(101);
        let played = play_out(&mut game, &mut Random::new(1), &mut Dice::new(2), 5);
        assert_eq!(played, Played { steps: 5, halted: false, fault: None });
    }

    #[test]
    fn a_fault_halts() {
        let mut game = Sticks::new(12);
        game.roll(6, &mut Silent).expect_err("the sixth stick of twelve breaks the rule");
        let played = play_out(&mut game, &mut Random::new(1), &mut Dice::new(2), 5);
        assert_eq!(played, Played { steps: 0, halted: true, fault: None });
    }

    #[test]
    fn the_greedy_player_takes_what_scores_most() {
        let mut game = Sticks::new(100);
        game.roll(4, &mut Silent).expect("a roll is waited for");
        let mut options = Vec::new();
        game.options(&mut options);
        let chosen = Greedy::new(1).choose(&game, &options);
        assert_eq!(options[chosen].0, 3);
    }
}
