//! A map of hexes, drawn in characters: places, their attributes and links are read off the drawing.
//!
//! Names count columns and rows from the first: below `w5001` stands `w5002`, to its right `w5101`.

use std::collections::HashMap;

use rulec_grammar::problem::Problems;
use rulec_grammar::span::{Span, Spanned};
use rulec_grammar::yaml::Node;

use super::entry::Entry;
use super::read_declarations::{read_attributes, read_link, read_members};
use super::tree::{Body, Grid, Link, MemberEntry, Name, TypeRule};
use crate::kinds;
use crate::problem::names::UnknownName;
use crate::problem::surface::{NotOnTheLegend, NotTouching, RaggedMap, WrongShape};
use crate::resolve::no_duplicates;

/// Clockwise from the north of flat tops.
const FLAT: [(i64, i64); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
/// Clockwise from the north-east of pointed tops.
const POINTY: [(i64, i64); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// Where a line of the map is too short.
const MISSING: char = ' ';

/// A space with `grid`.
pub(super) fn read(entry: &Entry<'_>, problems: &mut Problems) -> Option<Body> {
    let pointy = entry.one_of("grid", problems).as_deref() == Some("pointy");
    if let Some(node) = entry.node("links") {
        let (what, expected) = ("`links`".to_owned(), "left out: hexes that touch are linked".to_owned());
        problems.report(WrongShape { what, expected, span: node.span });
    }
    let first = Counted::read(&entry.word("first", problems)?, problems)?;
    let map = entry.node("map")?;
    let legend = read_legend(entry.node("legend"), problems);
    let drawn = draw(map, &legend, problems)?;
    let (mut members, mut places, mut signs) = (Vec::new(), Vec::new(), Vec::new());
    for (column, row, sign, values) in drawn {
        let name = Spanned::new(first.name(column, row), map.span);
        members.push(MemberEntry { name, title: None, values });
        places.push(axial(column, row, pointy));
        signs.push(sign);
    }
    own_values(entry, &mut members, problems);
    let steps = if pointy { POINTY } else { FLAT };
    let grid = Grid { places, steps, signs, pointy };
    let links = links(entry, &members, &grid, map.span, problems);
    let places = TypeRule { members, attributes: read_attributes(entry, "attributes", problems) };
    let attributes = read_attributes(entry, "link attributes", problems);
    Some(Body::Space { places, links, attributes, grid: Some(grid) })
}

/// `w5001`: letters, then as many digits for the column as for the row.
struct Counted {
    letters: String,
    column: i64,
    row: i64,
    digits: usize,
}

impl Counted {
    fn read(name: &Name, problems: &mut Problems) -> Option<Counted> {
        let letters = name.value.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = &name.value[letters.len()..];
        let (column, row) = digits.split_at(digits.len() / 2);
        match (column.parse(), row.parse()) {
            (Ok(column), Ok(row)) if digits.len().is_multiple_of(2) && !letters.is_empty() => {
                Some(Counted { letters: letters.to_owned(), column, row, digits: digits.len() / 2 })
            }
            _ => {
                let (what, expected) = (
                    "`first`".to_owned(),
                    "letters, then as many digits for the column as for the row: `w5001`".to_owned(),
                );
                problems.report(WrongShape { what, expected, span: name.span });
                None
            }
        }
    }

    fn name(&self, column: i64, row: i64) -> String {
        let Counted { letters, digits, .. } = self;
        let (column, row) = (self.column + column, self.row + row);
        format!("{letters}{column:0digits$}{row:0digits$}")
    }
}

type Values = Vec<(Name, Node)>;

/// What each character stands for; none where it is no place.
fn read_legend(node: Option<&Node>, problems: &mut Problems) -> HashMap<char, Option<Values>> {
    let mut legend = HashMap::new();
    for pair in node.and_then(Node::as_map).unwrap_or(&[]) {
        let mut characters = pair.key.value.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else {
            let (what, expected) = ("a key of the legend".to_owned(), "one character".to_owned());
            problems.report(WrongShape { what, expected, span: pair.key.span });
            continue;
        };
        let values = match pair.value.as_map() {
            Some(pairs) => Some(pairs.iter().map(|pair| (pair.key.clone(), pair.value.clone())).collect()),
            None if pair.value.as_text() == Some("none") => None,
            None => {
                let (what, expected) =
                    (format!("`{character}`"), "a mapping from attribute to value, or `none`".to_owned());
                problems.report(WrongShape { what, expected, span: pair.value.span });
                continue;
            }
        };
        legend.insert(character, values);
    }
    legend
}

/// Column, row, character and attributes of each place, column by column.
fn draw(
    map: &Node,
    legend: &HashMap<char, Option<Values>>,
    problems: &mut Problems,
) -> Option<Vec<(i64, i64, char, Values)>> {
    let Some(scalar) = map.as_scalar() else {
        let (what, expected) =
            ("`map`".to_owned(), "lines of characters, in a literal block (`|`)".to_owned());
        problems.report(WrongShape { what, expected, span: map.span });
        return None;
    };
    let at = |from: usize, to: usize| scalar.map.span(from, to);
    let (mut places, mut wide, mut offset) = (Vec::new(), None, 0);
    for (row, line) in (0..).zip(scalar.text.lines()) {
        let width = line.chars().count();
        let expected = *wide.get_or_insert(width);
        if width != expected {
            let span = at(offset, offset + line.len().max(1));
            problems.report(RaggedMap { width, expected, span });
        }
        // What is missing is a place, so that who names it is not told that there is none.
        places.extend((width as i64..expected as i64).map(|column| (column, row, MISSING, Values::new())));
        for (column, (within, character)) in (0..).zip(line.char_indices()) {
            match legend.get(&character) {
                Some(Some(values)) => places.push((column, row, character, values.clone())),
                Some(None) => {}
                None => {
                    let from = offset + within;
                    let span = at(from, from + character.len_utf8());
                    problems.report(NotOnTheLegend { character, span });
                    places.push((column, row, character, Values::new()));
                }
            }
        }
        offset += line.len() + 1;
    }
    places.sort_by_key(|(column, row, ..): &(i64, i64, char, Values)| (*column, *row));
    Some(places)
}

fn axial(column: i64, row: i64, pointy: bool) -> (i64, i64) {
    if pointy { (column - row.div_euclid(2), row) } else { (column, row - column.div_euclid(2)) }
}

/// Titles and values of single places, over those of the legend.
fn own_values(entry: &Entry<'_>, members: &mut [MemberEntry], problems: &mut Problems) {
    let Some(node) = entry.node("members") else { return };
    for own in read_members(node, problems) {
        let Some(member) = members.iter_mut().find(|member| member.name.value == own.name.value) else {
            unknown(&own.name, members, problems);
            continue;
        };
        member.title = own.title.or(member.title.take());
        member.values.retain(|(name, _)| !own.values.iter().any(|(over, _)| over.value == name.value));
        member.values.extend(own.values);
    }
}

fn unknown(name: &Name, members: &[MemberEntry], problems: &mut Problems) {
    let nearest = kinds::nearest(&name.value, members.iter().map(|member| member.name.value.as_str()));
    let what = "place on the map".to_owned();
    problems.report(UnknownName { name: name.value.clone(), what, nearest, span: name.span });
}

/// A link between hexes that touch, with what its side has.
fn links(
    entry: &Entry<'_>,
    members: &[MemberEntry],
    grid: &Grid,
    span: Span,
    problems: &mut Problems,
) -> Vec<Link> {
    let by_place: HashMap<(i64, i64), usize> =
        grid.places.iter().enumerate().map(|(nth, place)| (*place, nth)).collect();
    let mut links = Vec::new();
    let mut by_ends: HashMap<(usize, usize), usize> = HashMap::new();
    for (nth, (column, row)) in grid.places.iter().enumerate() {
        for (across, down) in &grid.steps[..3] {
            if let Some(other) = by_place.get(&(column + across, row + down)) {
                by_ends.insert((nth.min(*other), nth.max(*other)), links.len());
                let ends = (members[nth].name.clone(), members[*other].name.clone());
                links.push(Link { ends, values: Vec::new(), span });
            }
        }
    }
    for item in entry.node("sides").and_then(Node::as_list).unwrap_or(&[]) {
        let Some(side) = read_link(item, problems) else { continue };
        let place = |name: &Name| members.iter().position(|member| member.name.value == name.value);
        let (Some(a), Some(b)) = (place(&side.ends.0), place(&side.ends.1)) else {
            let lost = if place(&side.ends.0).is_none() { &side.ends.0 } else { &side.ends.1 };
            unknown(lost, members, problems);
            continue;
        };
        match by_ends.get(&(a.min(b), a.max(b))) {
            Some(nth) => {
                links[*nth].values.extend(side.values);
                let names = links[*nth].values.iter().map(|(name, _)| name);
                no_duplicates(names, "attribute of this side", problems);
            }
            None => {
                let (a, b) = (side.ends.0.value, side.ends.1.value);
                problems.report(NotTouching { a, b, span: side.span });
            }
        }
    }
    links
}
