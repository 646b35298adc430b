//! Links of a space: neighbours, and the constants made of them on demand.

use std::collections::VecDeque;

use rulec_grammar::problem::Problems;

use super::data::{default_value, read_value};
use super::declare::{known_attributes, no_duplicates, type_of};
use super::symbols::Symbols;
use crate::kinds;
use crate::machine::{Constant, ConstantId, Key, RuleId, Type, TypeId, Value};
use crate::problem::names::{DuplicateName, UnknownName};
use crate::surface::tree::{self as surface, Attribute, Grid, Link};

/// A space as it is written, and what stands for it.
#[derive(Clone, Copy)]
pub(super) struct Linked<'s> {
    pub rule: &'s surface::Rule,
    pub id: RuleId,
    pub of: TypeId,
    pub links: &'s [Link],
    pub grid: Option<&'s Grid>,
}

pub(super) fn declare_links(
    space: Linked<'_>,
    attributes: &[Attribute],
    symbols: &mut Symbols,
    problems: &mut Problems,
) {
    let Linked { rule, of, links, .. } = space;
    let count = symbols.member_count(of);
    let mut neighbours = vec![Vec::new(); count];
    let mut ends = Vec::new();
    for link in links {
        let place = |name: &surface::Name, problems: &mut Problems| {
            let found = symbols.member(of, &name.value);
            if found.is_none() {
                let members = symbols.types.get(of.idx()).map(|kind| kind.members.as_slice()).unwrap_or(&[]);
                let nearest = kinds::nearest(&name.value, members.iter().map(String::as_str));
                let what = rule.name.value.clone();
                problems.report(UnknownName { name: name.value.clone(), what, nearest, span: name.span });
            }
            found
        };
        let (Some(a), Some(b)) = (place(&link.ends.0, problems), place(&link.ends.1, problems)) else {
            continue;
        };
        let pair = (a.min(b), a.max(b));
        if let Some((_, first)) = ends.iter().find(|(known, _)| *known == pair) {
            let name = format!("{} - {}", link.ends.0.value, link.ends.1.value);
            problems.report(DuplicateName { name, what: "link", first: *first, second: link.span });
            continue;
        }
        ends.push((pair, link.span));
        neighbours[a as usize].push(b);
        neighbours[b as usize].push(a);
    }
    neighbours.iter_mut().for_each(|list| list.sort_unstable());
    symbols.spaces.insert(of, neighbours);
    for link in links {
        known_attributes(
            &link.values,
            attributes,
            &format!("link attribute of `{}`", rule.name.value),
            problems,
        );
    }
    no_duplicates(attributes.iter().map(|attribute| &attribute.name), "link attribute", problems);
    for attribute in attributes {
        link_attribute(space, attribute, symbols, problems);
    }
}

/// Sides of a hex.
const SIDES: usize = 6;

/// Where the places of a map lie, and who is on which side of whom.
pub(super) fn declare_grid(rule: &surface::Rule, id: RuleId, of: TypeId, grid: &Grid, symbols: &mut Symbols) {
    let of_axis = |axis: &dyn Fn(&(i64, i64)) -> i64| -> Vec<i64> { grid.places.iter().map(axis).collect() };
    let axes = [("axial_column", of_axis(&|place| place.0)), ("axial_row", of_axis(&|place| place.1))];
    for (axis, numbers) in axes {
        let least = numbers.iter().copied().min().unwrap_or_default();
        let greatest = numbers.iter().copied().max().unwrap_or_default();
        let gives = Type::Integer { least, greatest };
        let values = numbers.into_iter().map(Value::Integer).collect();
        let name = format!("{}_{axis}", rule.name.value);
        let keys = vec![Key::Type(of)];
        let constant = symbols.add_constant(Constant { rule: id, name, keys, gives, values });
        symbols.attributes.insert((of, axis.to_owned()), constant);
    }
    let beside = grid.places.iter().flat_map(|(column, row)| {
        grid.steps.iter().map(move |(across, down)| {
            let there = grid.places.iter().position(|place| *place == (column + across, row + down));
            there.map_or(Value::Nothing, |nth| Value::Member(nth as u32))
        })
    });
    let values = beside.collect();
    let name = format!("{}_beside", rule.name.value);
    let keys = vec![Key::Type(of), Key::Range(0, SIDES as i64 - 1)];
    let constant = Constant { rule: id, name, keys, gives: Type::Optional(of), values };
    let constant = symbols.add_constant(constant);
    symbols.space_constants.insert((of, "beside"), constant);
    symbols.grids.insert(of);
}

impl Grid {
    /// The side of a hex on which another touches it.
    fn side(&self, from: usize, to: usize) -> Option<usize> {
        let (from, to) = (self.places.get(from)?, self.places.get(to)?);
        self.steps.iter().position(|step| *step == (to.0 - from.0, to.1 - from.1))
    }
}

/// A constant keyed by two places; a member attribute is optional where there is no link.
fn link_attribute(space: Linked<'_>, attribute: &Attribute, symbols: &mut Symbols, problems: &mut Problems) {
    let Linked { rule, id, of, links, grid } = space;
    let Some(holds) = type_of(&attribute.holds, symbols, problems) else { return };
    let gives = match holds {
        Type::Member(of) => Type::Optional(of),
        Type::Integer { .. } | Type::Boolean | Type::Optional(_) | Type::Set(_) => holds,
    };
    let default = attribute.default.as_ref().and_then(|node| read_value(node, holds, symbols, problems));
    let nowhere = default_value(gives);
    let count = symbols.member_count(of);
    // On a map each place has six sides; elsewhere any two places may be linked.
    let width = if grid.is_some() { SIDES } else { count };
    let mut values = vec![nowhere; count * width];
    for link in links {
        let (Some(a), Some(b)) =
            (symbols.member(of, &link.ends.0.value), symbols.member(of, &link.ends.1.value))
        else {
            continue;
        };
        let written = link.values.iter().find(|(name, _)| name.value == attribute.name.value);
        let value = match written {
            Some((_, node)) => read_value(node, holds, symbols, problems),
            None => default.clone(),
        };
        let value = value.unwrap_or_else(|| default_value(holds));
        let side = |from: u32, to: u32| match grid {
            Some(grid) => grid.side(from as usize, to as usize),
            None => Some(to as usize),
        };
        for (from, to) in [(a, b), (b, a)] {
            if let Some(side) = side(from, to) {
                values[from as usize * width + side] = value.clone();
            }
        }
    }
    if grid.is_some() {
        let attribute = format!("{}_on_side", attribute.name.value);
        let name = format!("{}_{attribute}", rule.name.value);
        let keys = vec![Key::Type(of), Key::Range(0, SIDES as i64 - 1)];
        let constant = symbols.add_constant(Constant { rule: id, name, keys, gives, values });
        symbols.attributes.insert((of, attribute), constant);
        return;
    }
    let name = format!("{}_{}", rule.name.value, attribute.name.value);
    let keys = vec![Key::Type(of), Key::Type(of)];
    let constant = symbols.add_constant(Constant { rule: id, name, keys, gives, values });
    symbols.link_attributes.insert((of, attribute.name.value.clone()), constant);
}

impl Symbols {
    /// `adjacent`, `neighbours`, `distance` or `within` of a space, made when first asked for.
    pub(crate) fn space_constant(&mut self, of: TypeId, what: &'static str) -> Option<ConstantId> {
        if let Some(known) = self.space_constants.get(&(of, what)) {
            return Some(*known);
        }
        let neighbours = self.spaces.get(&of)?;
        let count = neighbours.len();
        let place = Key::Type(of);
        let (keys, gives, values) = match what {
            "adjacent" => {
                let pairs = neighbours
                    .iter()
                    .flat_map(|list| (0..count as u32).map(|other| Value::Boolean(list.contains(&other))));
                (vec![place, place], Type::Boolean, pairs.collect())
            }
            "neighbours" => {
                (vec![place], Type::Set(of), neighbours.iter().map(|list| Value::Set(list.clone())).collect())
            }
            "distance" | "within" => distance_constant(of, what, neighbours),
            // Only a map of hexes has sides and lines.
            _ => return None,
        };
        let rule = self.types.get(of.idx())?.rule?;
        let name = format!("{}_{what}", self.type_name(of));
        let constant = self.add_constant(Constant { rule, name, keys, gives, values });
        self.space_constants.insert((of, what), constant);
        Some(constant)
    }
}

/// Links between places, counted: by pair, or as the set of those within a distance.
fn distance_constant(of: TypeId, what: &str, neighbours: &[Vec<u32>]) -> (Vec<Key>, Type, Vec<Value>) {
    let distances: Vec<Vec<i64>> =
        (0..neighbours.len()).map(|from| distances_from(from, neighbours)).collect();
    let farthest = distances.iter().flatten().copied().max().unwrap_or(0).max(0);
    let place = Key::Type(of);
    if what == "distance" {
        let values = distances.into_iter().flatten().map(Value::Integer).collect();
        return (vec![place, place], Type::Integer { least: -1, greatest: farthest }, values);
    }
    let mut values = Vec::new();
    for row in &distances {
        for reach in 0..=farthest {
            let near = row.iter().enumerate().filter(|(_, distance)| (0..=reach).contains(*distance));
            values.push(Value::Set(near.map(|(idx, _)| idx as u32).collect()));
        }
    }
    (vec![place, Key::Range(0, farthest)], Type::Set(of), values)
}

fn distances_from(from: usize, neighbours: &[Vec<u32>]) -> Vec<i64> {
    let mut distances = vec![-1; neighbours.len()];
    distances[from] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(place) = queue.pop_front() {
        for next in &neighbours[place] {
            if distances[*next as usize] < 0 {
                distances[*next as usize] = distances[place] + 1;
                queue.push_back(*next as usize);
            }
        }
    }
    distances
}
