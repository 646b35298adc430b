//! The numbers that a position is: what `Game::cells` gives, alike for the interpreter and every generated engine.
//!
//! The differential test compares these lists after each step, so this page is a contract with the code generator.
//!
//! **A value** is one number (integers as they are, booleans 0 or 1, a member its index in its type, nothing −1), except
//! a set, which is its words: `words_for(members)` of them, bit `n` of word `w` for the member `64 * w + n`, each word
//! cast to `i64`.
//!
//! **First the state**: the state variables in order of declaration; of each the cells row by row, the last key fastest,
//! a key of a range counted from its least value; without keys one cell.
//!
//! **Then the frames, from the bottom.** A frame is
//! - *a point of a procedure*, to be resumed: the procedure's index, the point's index, then the values of the point's
//!   `live` locals in that order. The local that takes a result (`AfterRoll`, `AfterCall`, `AfterChoice`) has no value yet and
//!   is not there (it is never `live`). For a roll that is waited for, the frame of the `AfterRoll` point is the topmost
//!   and nothing follows;
//! - *a draw that is waited for*: −2, then the words of the set drawn from. It stands on top of the frame of its
//!   `AfterRoll` point;
//! - *a decision*: −1, the decision's index, then its arguments. It stands on top of the frame of its `AfterChoice` point. While it
//!   is topmost it is waited for. The effect of an ordinary option takes its place; the effect of an `asks_again` option stands
//!   above it, and when that effect has returned the decision is asked again with the same arguments.
//!
//! While the scenario's setup runs, the bottom frame is the start procedure at point 0 with no locals.
//!
//! **A game that is over** has no frames. **A halted game** has none either, but a final −3.

use super::position::{Frame, Position};

/// Begins a decision's frame.
const DECISION: i64 = -1;
/// Begins a draw's frame.
const DRAW: i64 = -2;
/// Ends a game that has halted.
const HALTED: i64 = -3;

/// Writes a position as described above. Clears `into` first.
pub(super) fn write(position: &Position, into: &mut Vec<i64>) {
    into.clear();
    into.extend_from_slice(&position.state);
    for frame in &position.frames {
        match frame {
            Frame::Point { procedure, point, live } => {
                into.extend([i64::from(procedure.0), i64::from(point.0)]);
                into.extend_from_slice(live);
            }
            Frame::Decision { decision, arguments } => {
                into.extend([DECISION, i64::from(decision.0)]);
                into.extend_from_slice(arguments);
            }
            Frame::Roll(_) => {}
            Frame::Draw(words) => {
                into.push(DRAW);
                into.extend_from_slice(words);
            }
        }
    }
    if position.halted {
        into.push(HALTED);
    }
}
