//! No step of a generated engine allocates: a counting allocator watches random games.

#![allow(unsafe_code, reason = "an allocator that counts must be one")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use rulec_runtime::{Dice, Game, Silent, Waiting};

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is left to the system's allocator; the count is a thread's own.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations() -> u64 {
    COUNT.with(Cell::get)
}

/// Plays a random game; gives the number of steps.
fn play<G: Game>(mut game: G, options: &mut Vec<G::Choice>, dice: &mut Dice) -> u64 {
    let mut steps = 0;
    loop {
        match game.waiting() {
            Waiting::Choice { .. } => {
                game.options(options);
                let nth = dice.pick(options.len() as u32) as usize;
                game.choose(&options[nth], &mut Silent).expect("a legal option");
            }
            Waiting::Roll { count, sides } => {
                let total = dice.roll(count, sides);
                game.roll(total, &mut Silent).expect("a roll");
            }
            Waiting::Draw { among } => {
                let nth = dice.pick(among);
                game.roll(game.drawn(nth), &mut Silent).expect("a draw");
            }
            Waiting::Over | Waiting::Halted => return steps,
        }
        steps += 1;
    }
}

/// Counts what twenty games allocate once the list of options has room.
fn count<G: Game>(start: &G) -> (u64, u64) {
    let mut options = Vec::with_capacity(1_000);
    let mut dice = Dice::new(5);
    let before = allocations();
    let steps = (0..20).map(|_| play(start.clone(), &mut options, &mut dice)).sum();
    (allocations() - before, steps)
}

#[test]
fn the_allocator_counts() {
    let before = allocations();
    let one = std::hint::black_box(Box::new(1));
    assert_eq!(allocations() - before, u64::from(*one == 1));
}

#[test]
fn a_step_of_alesia_allocates_nothing() {
    use rulec_engine_alesia::engine::{Readings, Scenario};
    use rulec_engine_alesia::{state::State, types::SideSet};
    let start = State::begin(Scenario::TheFinalAssault, Readings::default(), SideSet::ALL, &mut Silent)
        .expect("the setup is sound");
    let (allocated, steps) = count(&start);
    assert!(steps > 1_000);
    assert_eq!(allocated, 0, "in {steps} steps");
}

#[test]
fn a_step_of_coin_tribes_allocates_nothing() {
    use rulec_engine_coin_tribes::{engine::Scenario, state::State};
    let (allocated, steps) = count(&State::new(Scenario::FourPlayers).expect("the setup is sound"));
    assert!(steps > 1_000);
    assert_eq!(allocated, 0, "in {steps} steps");
}

#[test]
fn a_step_of_sekvan_allocates_nothing() {
    use rulec_engine_sekvan::{engine::Scenario, state::State};
    let (allocated, steps) = count(&State::new(Scenario::FourHomes).expect("the setup is sound"));
    assert!(steps > 1_000);
    assert_eq!(allocated, 0, "in {steps} steps");
}

#[test]
fn a_step_of_sword_of_rome_allocates_nothing() {
    use rulec_engine_sword_of_rome::{engine::Scenario, state::State};
    let (allocated, steps) = count(&State::new(Scenario::default()).expect("the setup is sound"));
    assert!(steps > 1_000);
    assert_eq!(allocated, 0, "in {steps} steps");
}

#[test]
fn a_step_of_falling_sky_allocates_nothing() {
    use rulec_engine_falling_sky::engine::{Readings, Scenario};
    use rulec_engine_falling_sky::{state::State, types::Faction};
    let by_rules = Faction::ALL.into_iter().collect();
    let start = State::begin(Scenario::TheGreatRevolt, Readings::default(), by_rules, &mut Silent)
        .expect("the setup is sound");
    let (allocated, steps) = count(&start);
    assert!(steps > 1_000);
    assert_eq!(allocated, 0, "in {steps} steps");
}
