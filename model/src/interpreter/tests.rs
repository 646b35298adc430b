//! The interpreter on machines drawn by hand.

mod game;
mod procedures;
mod race;
mod sketch;
