//! Plays a random game of `sekvan` on the engine that `build.rs` made, and says who won.

use rulec_runtime::{Dice, Game, Random, play_out};

mod sekvan {
    rulec_build::include_engine!("sekvan");
}

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut game = match sekvan::state::State::new(Default::default()) {
        Ok(game) => game,
        Err(fault) => return println!("the setup breaks a rule: {fault:?}"),
    };
    let played = play_out(&mut game, &mut Random::new(seed), &mut Dice::new(seed), 100_000);
    println!("{} answers, {}", played.steps, if played.halted { "halted" } else { "played to the end" });
    for (tribe, score) in game.outcome().scores {
        let won = if game.outcome().winners.contains(&tribe) { ", won" } else { "" };
        println!("{tribe}: {score}{won}");
    }
}
