//! How a game starts: its scenario, the readings that were chosen, and the seats that rules play.

use rulec_model::machine::{Machine, StateId};

use crate::ending::{Result, not_done};

/// A scenario by its place, and readings by state and answer, as the interpreter takes them; the seats that rules play stand
/// among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Start {
    pub scenario: usize,
    pub readings: Vec<(StateId, u32)>,
}

impl Start {
    /// From names. No scenario: the first.
    pub fn of(machine: &Machine, scenario: Option<&str>, readings: &[(String, String)]) -> Result<Start> {
        let names: Vec<&str> = machine.scenarios.iter().map(|scenario| scenario.name.as_str()).collect();
        let scenario = match scenario {
            None => 0,
            Some(name) => names
                .iter()
                .position(|known| *known == name)
                .ok_or_else(|| not_done(unknown("scenario", name, &names)))?,
        };
        let readings =
            readings.iter().map(|(name, answer)| reading(machine, name, answer)).collect::<Result<_>>()?;
        Ok(Start { scenario, readings })
    }

    /// Lets the rules play these seats, by their places.
    pub fn seat_bots(&mut self, machine: &Machine, seats: impl IntoIterator<Item = u32>) {
        if let Some(bots) = machine.bots {
            self.readings.extend(seats.into_iter().map(|seat| (bots, seat)));
        }
    }

    /// Lets the rules play every seat.
    pub fn seat_bots_everywhere(&mut self, machine: &Machine) {
        let seats = machine.types[machine.game.players.idx()].members.len() as u32;
        self.seat_bots(machine, 0..seats);
    }

    /// The seats that rules play, by their places.
    pub fn bots(&self, machine: &Machine) -> Vec<u32> {
        let seats = self.readings.iter().filter(|(state, _)| Some(*state) == machine.bots);
        seats.map(|(_, seat)| *seat).collect()
    }

    pub fn scenario_name<'m>(&self, machine: &'m Machine) -> &'m str {
        machine.scenarios.get(self.scenario).map_or("", |scenario| scenario.name.as_str())
    }

    /// Reading and answer, by name.
    pub fn reading_names(&self, machine: &Machine) -> Vec<(String, String)> {
        let named = |(state, answer): &(StateId, u32)| {
            let reading = machine.readings.iter().find(|reading| reading.state == *state)?;
            let answer = answers(machine, *state).get(*answer as usize)?;
            Some((reading.name.clone(), answer.clone()))
        };
        self.readings.iter().filter_map(named).collect()
    }
}

fn reading(machine: &Machine, name: &str, answer: &str) -> Result<(StateId, u32)> {
    let Some(reading) = machine.readings.iter().find(|reading| reading.name == name) else {
        let known: Vec<&str> = machine.readings.iter().map(|reading| reading.name.as_str()).collect();
        return Err(not_done(unknown("reading", name, &known)));
    };
    let answers = answers(machine, reading.state);
    match answers.iter().position(|known| known == answer) {
        Some(index) => Ok((reading.state, index as u32)),
        None => Err(not_done(format!("`{answer}` is no answer of `{name}`: {}", answers.join(", ")))),
    }
}

/// What a name could have been that nothing has: the nearest, and all that there are.
pub fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let meant = match rulec_model::kinds::nearest(name, known.iter().copied()) {
        Some(nearest) => format!("; did you mean `{nearest}`?"),
        None => String::new(),
    };
    match known {
        [] => format!("there is no {what} `{name}`, nor any other"),
        known => format!("there is no {what} `{name}` among {}{meant}", known.join(", ")),
    }
}

fn answers(machine: &Machine, state: StateId) -> &[String] {
    use rulec_model::machine::Type;
    match machine.states[state.idx()].holds {
        Type::Member(of) | Type::Optional(of) | Type::Set(of) => &machine.types[of.idx()].members,
        Type::Integer { .. } | Type::Boolean => &[],
    }
}
