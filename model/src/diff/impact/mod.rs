//! What a change does to play: both sides play the same games, seed by seed, until they part.
//!
//! The old side chooses and rolls; the new side is given the same answers. As long as the two stand alike nothing has
//! changed for that game. Where they part, each plays on with the same dice and the same bot, so that the two ends differ by
//! the change and by as little chance as may be.

mod interval;
mod lockstep;
mod measure;
mod called;
mod names;
mod shrink;

pub use called::Called;
pub use interval::{Paired, Share, Shift};
pub use lockstep::{Begin, Beside, Ended, Given, Parted, Played, Position};
pub use measure::{Measure, measures};
pub use names::Names;
pub use shrink::{Witness, witness};
