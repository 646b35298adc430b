//! Chance from a seed: the dice and the bots, the same for `play` and `simulate`, so that a game of the one can be looked at in the other.

use clap::ValueEnum;
use rulec_model::machine::Machine;
use rulec_runtime::{Dice, Game, Greedy, Player, Random};

/// How bots choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Bots {
    /// Any option by an equal chance.
    #[default]
    Random,
    /// By the `answer` rules of the game, and by an equal chance where none applies.
    Rules,
    /// The option with the best score on a look ahead.
    Greedy,
}

impl Bots {
    /// What was asked for; when nothing was, rules play where the game has any for it.
    pub fn or_default(asked: Option<Bots>, machine: &Machine) -> Bots {
        asked.unwrap_or(if machine.bots.is_some() { Bots::Rules } else { Bots::Random })
    }
}

impl Bots {
    /// As a word before `players`.
    pub fn word(self) -> &'static str {
        match self {
            Bots::Random => "random",
            Bots::Rules => "rule-played",
            Bots::Greedy => "greedy",
        }
    }
}

/// A bot of either sort.
#[derive(Debug, Clone)]
pub enum Bot {
    Random(Random),
    Greedy(Greedy),
}

impl<G: Game> Player<G> for Bot {
    fn choose(&mut self, game: &G, options: &[G::Choice]) -> usize {
        match self {
            Bot::Random(random) => random.choose(game, options),
            Bot::Greedy(greedy) => greedy.choose(game, options),
        }
    }
}

/// The dice and the bot of one seed. The bot has numbers of its own, so that its thinking does not change what is rolled.
pub fn from_seed(seed: u64, bots: Bots) -> (Dice, Bot) {
    let own = seed.rotate_left(32) ^ 0x626f_7473;
    let bot = match bots {
        Bots::Random | Bots::Rules => Bot::Random(Random::new(own)),
        Bots::Greedy => Bot::Greedy(Greedy::new(own)),
    };
    (Dice::new(seed), bot)
}
