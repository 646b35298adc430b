//! Many games on all cores, with progress.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::output::tell;

/// Who works, and what is told meanwhile.
#[derive(Debug, Clone, Copy)]
pub struct Crew {
    /// As many as there are cores where not said.
    pub threads: Option<usize>,
    pub tells: bool,
    /// What is counted: `games`.
    pub what: &'static str,
}

/// How often progress is told, at most.
const TOLD_EVERY: Duration = Duration::from_millis(200);

impl Crew {
    /// How many work.
    pub fn size(self) -> usize {
        let cores = || thread::available_parallelism().ok().map(usize::from);
        self.threads.or_else(cores).unwrap_or(1).clamp(1, 256)
    }

    /// Does each piece of work from 0 to `pieces` once; `work` is told which worker does it. Each thread takes the next piece that nobody
    /// has taken; what they gather must add up to the same in any order. A panic of one is a panic of all.
    pub fn work<T: Send>(
        self,
        pieces: u64,
        nothing: impl Fn() -> T + Sync,
        work: impl Fn(usize, u64, &mut T) + Sync,
        add: impl Fn(&mut T, T) + Sync,
    ) -> T {
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let finished = AtomicBool::new(false);
        let all = Mutex::new(nothing());
        thread::scope(|scope| {
            let (next, done, all, nothing, work, add) = (&next, &done, &all, &nothing, &work, &add);
            let workers: Vec<_> = (0..self.size())
                .map(|worker| {
                    scope.spawn(move || {
                        let mut own = nothing();
                        loop {
                            let nth = next.fetch_add(1, Ordering::Relaxed);
                            if nth >= pieces {
                                break;
                            }
                            work(worker, nth, &mut own);
                            done.fetch_add(1, Ordering::Relaxed);
                        }
                        // A thread that panicked while adding ends it all below.
                        add(&mut all.lock().unwrap_or_else(|poisoned| poisoned.into_inner()), own);
                    })
                })
                .collect();
            let teller = self.tells.then(|| scope.spawn(|| self.tell_progress(pieces, done, &finished)));
            let broken = workers.into_iter().filter_map(|worker| worker.join().err()).next_back();
            finished.store(true, Ordering::Relaxed);
            teller.inspect(|teller| teller.thread().unpark());
            // What the others gathered is not the whole, so nobody may take it for that.
            if let Some(panic) = broken {
                resume_unwind(panic);
            }
        });
        all.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn tell_progress(self, pieces: u64, done: &AtomicU64, finished: &AtomicBool) {
        while !finished.load(Ordering::Relaxed) {
            tell(&format!("\r{} of {pieces} {}", done.load(Ordering::Relaxed), self.what));
            thread::park_timeout(TOLD_EVERY);
        }
        tell(&format!("\r{} of {pieces} {}\n", done.load(Ordering::Relaxed), self.what));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREW: Crew = Crew { threads: Some(3), tells: false, what: "pieces" };

    fn sum(upset: Option<u64>) -> u64 {
        let work = |_: usize, nth: u64, sum: &mut u64| {
            assert!(Some(nth) != upset, "piece {nth} is broken");
            *sum += nth;
        };
        CREW.work(100, || 0, work, |all, own| *all += own)
    }

    #[test]
    fn each_piece_is_done_once() {
        assert_eq!(sum(None), 4950);
    }

    #[test]
    #[should_panic(expected = "piece 40 is broken")]
    fn a_panic_of_one_worker_is_not_swallowed() {
        sum(Some(40));
    }
}
