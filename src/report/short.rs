//! One line for each diagnostic, as editors and people with many of them read it.

use rulec_build::checked::Checked;
use rulec_build::draw::line;

pub fn write(games: &[Checked]) -> String {
    let all =
        games.iter().flat_map(|game| game.diagnostics.iter().map(move |diagnostic| line(game, diagnostic)));
    all.map(|line| line + "\n").collect()
}
