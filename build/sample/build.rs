//! Builds the engine of `sekvan` with another reading than its default.

fn main() -> rulec_build::Result {
    rulec_build::game("../../rules-src/sekvan").reading("loss_mode", "loser_only").generate()
}
