//! A `view` of a drawn space: its hexes in their own shape, four characters wide and two lines high.
//!
//! The first line of a hex is its sign, or the character of the drawing where nothing stands; under a sign stand the facing and
//! that character. Places that an option offered now could take are in brackets.

use std::collections::{BTreeMap, BTreeSet};

use rulec_model::interpreter::Interpreter;
use rulec_model::interpreter::view::Row;
use rulec_model::machine::{Constant, DrawnSpace, Key, Machine, Type, TypeId, Value, View};
use rulec_runtime::{Game, Waiting};

/// How wide a hex is, and the room for the numbers of rows.
const WIDE: i64 = 4;
const MARGIN: usize = 3;
/// Where the lines below the map end at the latest.
const WIDEST: usize = 112;
/// Colours of members in the order of their type, after ECMA-48.
const COLOURS: [u8; 6] = [31, 34, 32, 35, 36, 33];
/// Facing a side, or the vertex after it, clockwise from the side that `direction` counts as 0.
const FLAT_SIDES: [char; 6] = ['↑', '↗', '↘', '↓', '↙', '↖'];
const FLAT_VERTICES: [char; 6] = ['↗', '→', '↘', '↙', '←', '↖'];
const POINTED_SIDES: [char; 6] = ['↗', '→', '↘', '↙', '←', '↖'];
const POINTED_VERTICES: [char; 6] = ['↗', '↘', '↓', '↙', '↖', '↑'];

/// What stands on a place.
#[derive(Debug, Default)]
struct Standing {
    sign: Option<u32>,
    facing: Option<char>,
    colour: Option<u32>,
}

/// The map as lines of text, coloured; the title first, what the signs mean last.
pub fn lines(
    machine: &Machine,
    view: &View,
    map: &DrawnSpace,
    game: &Interpreter<'_>,
    rows: &[Row],
) -> Vec<String> {
    let title = machine.rules[view.rule.idx()].title.clone();
    let standing = standing(view, map, rows);
    let offered = offered(machine, map.of, game);
    let mut page = Page::of(map);
    let members = &machine.types[map.of.idx()].members;
    for (nth, (place, name)) in map.places.iter().zip(members).enumerate() {
        let nothing = Standing::default();
        let here = standing.get(&(nth as u32)).unwrap_or(&nothing);
        let sign = here.sign.map(|sign| title_of(machine, view, "sign", sign));
        page.hex(place, name, sign.as_deref(), here, offered.contains(&(nth as u32)));
    }
    let mut lines = vec![title.unwrap_or_else(|| view.name.replace('_', " "))];
    lines.extend(page.lines());
    lines.extend(wrapped(&meanings(machine, view, standing.values())));
    lines.extend(wrapped(&ground(machine, map)));
    lines
}

/// What the rows say of their places.
fn standing(view: &View, map: &DrawnSpace, rows: &[Row]) -> BTreeMap<u32, Standing> {
    let mut standing = BTreeMap::new();
    for row in rows {
        let Some((_, Value::Member(place))) = row.of else { continue };
        let mut here = Standing::default();
        for ((name, _), cell) in view.columns.iter().zip(&row.cells) {
            let arrows = |arrows: &[char; 6]| match cell {
                Value::Integer(nth) => usize::try_from(*nth).ok().and_then(|nth| arrows.get(nth)).copied(),
                Value::Boolean(_) | Value::Member(_) | Value::Nothing | Value::Set(_) => None,
            };
            let member = match cell {
                Value::Member(index) => Some(*index),
                Value::Integer(_) | Value::Boolean(_) | Value::Nothing | Value::Set(_) => None,
            };
            match name.as_str() {
                "sign" => here.sign = member,
                "colour" => here.colour = member,
                "side" => here.facing = arrows(if map.pointy { &POINTED_SIDES } else { &FLAT_SIDES }),
                _ => here.facing = arrows(if map.pointy { &POINTED_VERTICES } else { &FLAT_VERTICES }),
            }
        }
        standing.insert(place, here);
    }
    standing
}

/// The places of this space that an option offered now could take.
fn offered(machine: &Machine, of: TypeId, game: &Interpreter<'_>) -> BTreeSet<u32> {
    let mut choices = Vec::new();
    if let Waiting::Choice { .. } = game.waiting() {
        game.options(&mut choices);
    }
    let mut places = BTreeSet::new();
    for choice in choices {
        let Some(option) = machine.decision(choice.decision).options.get(choice.option.idx()) else {
            continue;
        };
        for (binding, value) in option.bindings.iter().zip(&choice.arguments) {
            if option.locals[binding.local.idx()].holds == Type::Member(of) {
                places.extend(u32::try_from(*value));
            }
        }
    }
    places
}

/// The type whose members a column draws.
fn drawn_type(view: &View, what: &str) -> Option<TypeId> {
    let (_, column) = view.columns.iter().find(|(name, _)| name == what)?;
    match column.gives {
        Type::Member(of) | Type::Optional(of) => Some(of),
        Type::Integer { .. } | Type::Boolean | Type::Set(_) => None,
    }
}

fn title_of(machine: &Machine, view: &View, what: &str, member: u32) -> String {
    let of = drawn_type(view, what).and_then(|of| machine.types[of.idx()].titles.get(member as usize));
    of.cloned().unwrap_or_default()
}

/// The signs on the map with the names of their members, and who has which colour.
fn meanings<'s>(machine: &Machine, view: &View, standing: impl Iterator<Item = &'s Standing>) -> Vec<String> {
    let (mut signs, mut colours) = (BTreeSet::new(), BTreeSet::new());
    for here in standing {
        signs.extend(here.sign);
        colours.extend(here.colour);
    }
    let members = |what: &str| drawn_type(view, what).map(|of| &machine.types[of.idx()]);
    let mut words = Vec::new();
    if let Some(of) = members("sign") {
        words.extend(signs.iter().map(|sign| {
            let name = &of.members[*sign as usize];
            // `cohort_sign`, a member of `sign`.
            let name = name.strip_suffix(&format!("_{}", of.name)).unwrap_or(name).replace('_', " ");
            format!("{} {name}", of.titles[*sign as usize])
        }));
    }
    if let Some(of) = members("colour") {
        words.extend(colours.iter().map(|nth| coloured(&of.titles[*nth as usize], Some(*nth))));
    }
    words
}

/// What the characters of the drawing stand for: the attributes of the first place that has each, but for those that say nothing.
fn ground(machine: &Machine, map: &DrawnSpace) -> Vec<String> {
    let mut signs: Vec<(char, usize)> = Vec::new();
    for (nth, (.., sign)) in map.places.iter().enumerate() {
        if !signs.iter().any(|(known, _)| known == sign) {
            signs.push((*sign, nth));
        }
    }
    let rule = machine.types[map.of.idx()].rule;
    let is_attribute = |constant: &&Constant| {
        Some(constant.rule) == rule
            && constant.keys == [Key::Type(map.of)]
            && !constant.name.contains("_axial_")
    };
    let attributes: Vec<&Constant> = machine.constants.iter().filter(is_attribute).collect();
    let told = signs.iter().filter_map(|(sign, nth)| {
        let words: Vec<String> =
            attributes.iter().filter_map(|attribute| attribute_word(machine, map, attribute, *nth)).collect();
        (!words.is_empty()).then(|| format!("{sign} {}", words.join(", ")))
    });
    told.collect()
}

/// `outer garden`, `woods`, `level 2`; none for no, zero, nobody and the first member.
fn attribute_word(machine: &Machine, map: &DrawnSpace, attribute: &Constant, place: usize) -> Option<String> {
    let space = &machine.types[map.of.idx()].name;
    let name = attribute.name.strip_prefix(&format!("{space}_")).unwrap_or(&attribute.name).replace('_', " ");
    match (attribute.values.get(place)?, attribute.gives) {
        (Value::Boolean(true), _) => Some(name),
        (Value::Integer(number), _) if *number != 0 => Some(format!("{name} {number}")),
        (Value::Member(nth), Type::Optional(of)) => {
            Some(machine.types[of.idx()].titles[*nth as usize].clone())
        }
        (Value::Member(nth), Type::Member(of)) if *nth > 0 => {
            Some(machine.types[of.idx()].titles[*nth as usize].clone())
        }
        _ => None,
    }
}

/// Words with a dot between, on lines that a terminal shows whole.
fn wrapped(words: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut width = 0;
    for word in words {
        let long = word.chars().filter(|letter| *letter != '\u{1b}').count();
        match lines.last_mut() {
            Some(line) if width + long < WIDEST => {
                line.push_str(" · ");
                line.push_str(word);
                width += long + 3;
            }
            _ => {
                lines.push(word.clone());
                width = long;
            }
        }
    }
    lines
}

fn coloured(text: &str, colour: Option<u32>) -> String {
    match colour {
        Some(nth) => {
            let code = COLOURS[nth as usize % COLOURS.len()];
            format!("\u{1b}[1;{code}m{text}\u{1b}[0m")
        }
        None => text.to_owned(),
    }
}

/// The page that hexes are put on: by line, what stands at which column.
struct Page {
    left: i64,
    top: i64,
    pointy: bool,
    pieces: BTreeMap<i64, BTreeMap<i64, String>>,
    /// By column of characters.
    columns: BTreeMap<i64, String>,
    /// By line.
    rows: BTreeMap<i64, (i64, String)>,
}

impl Page {
    fn of(map: &DrawnSpace) -> Page {
        let mut page = Page {
            left: 0,
            top: 0,
            pointy: map.pointy,
            pieces: BTreeMap::new(),
            columns: BTreeMap::new(),
            rows: BTreeMap::new(),
        };
        let corners: Vec<(i64, i64)> = map.places.iter().map(|place| page.corner(place)).collect();
        page.left = corners.iter().map(|(across, _)| *across).min().unwrap_or(0);
        page.top = corners.iter().map(|(_, down)| *down).min().unwrap_or(0);
        page
    }

    /// Where a hex begins: a column lies half a hex lower than the one before, or a row half a hex to the right.
    fn corner(&self, (across, down, _): &(i64, i64, char)) -> (i64, i64) {
        let (across, down) = if self.pointy {
            (WIDE * across + WIDE / 2 * down, 2 * down)
        } else {
            (WIDE * across, 2 * down + across)
        };
        (across - self.left, down - self.top)
    }

    fn hex(
        &mut self,
        place: &(i64, i64, char),
        name: &str,
        sign: Option<&str>,
        here: &Standing,
        offered: bool,
    ) {
        let (across, down) = self.corner(place);
        let ground = place.2;
        let inner: String = match sign {
            Some(sign) => sign.chars().chain("  ".chars()).take(2).collect(),
            None => format!(" {ground}"),
        };
        let (open, close) = if offered { ('[', ']') } else { (' ', ' ') };
        let text = format!("{open}{}{close}", coloured(&inner, here.colour.filter(|_| sign.is_some())));
        self.pieces.entry(down).or_default().insert(across, text);
        let below = match sign {
            Some(_) => format!(" {}{ground} ", here.facing.unwrap_or(' ')),
            None => " ".repeat(WIDE as usize),
        };
        self.pieces.entry(down + 1).or_default().insert(across, below);
        let digits = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        let (column, row) = digits.split_at(digits.len() / 2);
        self.columns.entry(across).or_insert_with(|| column.to_owned());
        let leftmost = self.rows.entry(down).or_insert_with(|| (across, row.to_owned()));
        if across < leftmost.0 {
            *leftmost = (across, row.to_owned());
        }
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.pointy {
            let mut head = " ".repeat(MARGIN);
            for (across, column) in &self.columns {
                let to = MARGIN + *across as usize + 1;
                head.push_str(&" ".repeat(to.saturating_sub(head.chars().count())));
                head.push_str(column);
            }
            lines.push(head);
        }
        let mut last = "";
        for (down, pieces) in &self.pieces {
            // Of two columns that share a row, the second lies half a hex lower.
            let row = self.rows.get(down).map_or("", |(_, row)| row.as_str());
            let row = if row == last { "" } else { row };
            last = if row.is_empty() { last } else { row };
            let mut line = format!("{row:<MARGIN$}");
            let mut at = 0;
            for (across, piece) in pieces {
                line.push_str(&" ".repeat((across - at).max(0) as usize));
                line.push_str(piece);
                at = across + WIDE;
            }
            lines.push(line.trim_end().to_owned());
        }
        lines
    }
}
