//! Links of a space: neighbours, and the constants made of them on demand.

use std::collections::VecDeque;

use rulec_grammar::problem::Problems;

use super::data::{default_value, read_value};
use super::declare::{no_duplicates, type_of};
use super::symbols::Symbols;
use crate::kinds;
use crate::machine::{Constant, ConstantId, Key, RuleId, Type, TypeId, Value};
use crate::problem::names::{DuplicateName, UnknownName};
use crate::surface::tree::{self as surface, Attribute, Link};

pub(super) fn declare_links(
    rule: &surface::Rule,
    id: RuleId,
    of: TypeId,
    links: &[Link],
    attributes: &[Attribute],
    symbols: &mut Symbols,
    problems: &mut Problems,
) {
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
    no_duplicates(attributes.iter().map(|attribute| &attribute.name), "link attribute", problems);
    for attribute in attributes {
        link_attribute(rule, id, of, links, attribute, symbols, problems);
    }
}

/// A constant keyed by two places; a member attribute is optional where there is no link.
fn link_attribute(
    rule: &surface::Rule,
    id: RuleId,
    of: TypeId,
    links: &[Link],
    attribute: &Attribute,
    symbols: &mut Symbols,
    problems: &mut Problems,
) {
    let Some(holds) = type_of(&attribute.holds, symbols, problems) else { return };
    let gives = match holds {
        Type::Member(of) => Type::Optional(of),
        Type::Integer { .. } | Type::Boolean | Type::Optional(_) | Type::Set(_) => holds,
    };
    let default = attribute.default.as_ref().and_then(|node| read_value(node, holds, symbols, problems));
    let nowhere = default_value(gives);
    let count = symbols.member_count(of);
    let mut values = vec![nowhere; count * count];
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
        values[a as usize * count + b as usize] = value.clone();
        values[b as usize * count + a as usize] = value;
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
            _ => distance_constant(of, what, neighbours),
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
