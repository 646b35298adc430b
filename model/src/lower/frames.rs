//! The greatest depth of play: how many frames can be stacked.

use crate::machine::{Body, Code, Decision, End, Point, PointId, Procedure};

/// Greatest number of frames on top of a call of each procedure, its own included.
pub(super) fn depths(procedures: &[Procedure], decisions: &[Decision]) -> Vec<u32> {
    let mut known: Vec<Option<u32>> = vec![None; procedures.len()];
    (0..procedures.len()).map(|idx| depth(idx, procedures, decisions, &mut known)).collect()
}

/// No procedure calls itself, so this ends.
fn depth(idx: usize, procedures: &[Procedure], decisions: &[Decision], known: &mut Vec<Option<u32>>) -> u32 {
    if let Some(found) = known[idx] {
        return found;
    }
    let mut deepest = 1;
    if let Body::Waiting(points) = &procedures[idx].body {
        for point in points {
            deepest = deepest.max(of_code(&point.code, points, procedures, decisions, known));
        }
    }
    known[idx] = Some(deepest);
    deepest
}

fn of_code(
    code: &Code,
    points: &[Point],
    procedures: &[Procedure],
    decisions: &[Decision],
    known: &mut Vec<Option<u32>>,
) -> u32 {
    let stacked = |then: &PointId| u32::from(!points[then.idx()].only_ends());
    match &code.end {
        End::Goto(_) | End::Roll { .. } | End::Draw { .. } | End::Return(_) | End::EndGame => 1,
        End::Branch(branch) => {
            let then = of_code(&branch.then, points, procedures, decisions, known);
            then.max(of_code(&branch.otherwise, points, procedures, decisions, known))
        }
        // The point that follows, then the callee.
        End::Call { procedure, then, .. } => {
            stacked(then) + depth(procedure.idx(), procedures, decisions, known)
        }
        End::Choose { decision, then, .. } => {
            let mut deepest = 1;
            if let Some(decision) = decisions.get(decision.idx()) {
                for option in &decision.options {
                    let effect = depth(option.effect.idx(), procedures, decisions, known);
                    deepest = deepest.max(effect + u32::from(option.asks_again));
                }
            }
            stacked(then) + deepest
        }
    }
}
