//! A flowchart as a picture: an SVG file that reads like a printed sheet, from the top down.
//!
//! `sheet` takes the boxes and their sizes, `layers` gives each its row, `order` its place in the row so that lines cross as little as
//! they can, `place` its position, `lines` draws the ways between, `svg` writes it all. Lengths are whole pixels, and nothing is left
//! to chance, so that the same chart gives the same file.

mod layers;
mod lines;
mod order;
mod place;
mod sheet;
mod svg;
mod text;

use rulec_build::checked::Checked;
use rulec_model::surface::tree::{FlowNode, Rule};

use layers::Rows;
use sheet::Sheet;

/// The whole file.
pub fn draw(game: &Checked, rule: &Rule, nodes: &[FlowNode]) -> String {
    let sheet = sheet::of(game, nodes);
    let rows = rows(&sheet);
    let places = place::of(&sheet, &rows);
    let lines = lines::of(&sheet, &rows, &places);
    svg::write(game, rule, &sheet, &rows, &places, &lines)
}

/// Rows in their order. A link has a rail of its own where that saves a crossing.
fn rows(sheet: &Sheet) -> Rows {
    let mut alone = Vec::new();
    let mut best = order::untangled(layers::of(sheet, &alone));
    while best.0 > 0 {
        let with = |nth: usize| {
            let tried: Vec<usize> = alone.iter().copied().chain([nth]).collect();
            (order::untangled(layers::of(sheet, &tried)), tried)
        };
        let Some((found, tried)) = (0..sheet.links.len()).map(with).find(|(found, _)| found.0 < best.0)
        else {
            break;
        };
        (best, alone) = (found, tried);
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::layers::Rows;
    use super::sheet::{Exit, Link, Shape, Sheet};
    use super::{lines, place};

    /// A chart of links, in which boxes with two exits are questions.
    fn drawn(n_boxes: usize, links: &[(usize, usize)]) -> (Rows, usize) {
        let links = links.iter().map(|&(from, to)| {
            let first = links.iter().find(|other| other.0 == from) == Some(&(from, to));
            let exit = if first { Exit::Yes } else { Exit::No };
            Link { from, to, exit }
        });
        let sheet = Sheet::bare(n_boxes, links.collect(), Shape::Question);
        let rows = super::rows(&sheet);
        let places = place::of(&sheet, &rows);
        let crossings = lines::of(&sheet, &rows, &places).crossings;
        (rows, crossings)
    }

    #[test]
    fn a_chart_that_can_be_drawn_without_a_crossing_is() {
        // Two questions lead to each of two boxes, one of which a later question leads to as well.
        let links = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 4), (2, 5), (5, 3), (5, 6)];
        assert_eq!(drawn(7, &links).1, 0);
    }

    #[test]
    fn what_goes_round_is_no_way_down() {
        let (rows, crossings) = drawn(3, &[(0, 1), (1, 2), (2, 0)]);
        assert_eq!((rows.rows.len(), crossings), (4, 0));
    }
}
