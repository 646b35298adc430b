//! Two lists whose order may count: what stayed, what moved, what became what, what came and went.

use super::normal::likeness;
use crate::document::align::{Step, align};

/// What happened to an item, by places in the lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Same(usize, usize),
    /// The same elsewhere among those that stayed.
    Moved(usize, usize),
    Changed(usize, usize),
    Removed(usize),
    Added(usize),
}

/// Items that do not stand in each other's place must be so much alike to be one that changed.
const ALIKE: f64 = 0.5;

/// The fates of all items, in the order of the new list, each removed one where it stood.
pub(super) fn fates(old: &[String], new: &[String]) -> Vec<Fate> {
    let mut fates = Vec::new();
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    let mut facing = Vec::new();
    for step in align(old, new) {
        match step {
            Step::Same(was, now) => fates.push(Fate::Same(was, now)),
            Step::Changed(was, now) => {
                gone.push(was);
                come.push(now);
                facing.push((was, now));
            }
            Step::Removed(was) => gone.push(was),
            Step::Added(now) => come.push(now),
        }
    }
    let mut join = |pairs: Vec<(usize, usize)>, fate: fn(usize, usize) -> Fate| {
        for (was, now) in pairs {
            if gone.contains(&was) && come.contains(&now) {
                gone.retain(|one| *one != was);
                come.retain(|one| *one != now);
                fates.push(fate(was, now));
            }
        }
        (gone.clone(), come.clone())
    };
    let every = |olds: &[usize], news: &[usize]| -> Vec<(usize, usize)> {
        olds.iter().flat_map(|was| news.iter().map(move |now| (*was, *now))).collect()
    };
    let (olds, news) = join(Vec::new(), Fate::Moved);
    let same = every(&olds, &news).into_iter().filter(|(was, now)| old[*was] == new[*now]);
    join(same.collect(), Fate::Moved);
    let (olds, news) = join(facing, Fate::Changed);
    let mut alike: Vec<(f64, usize, usize)> = every(&olds, &news)
        .into_iter()
        .map(|(was, now)| (likeness(&old[was], &new[now]), was, now))
        .filter(|(score, ..)| *score >= ALIKE)
        .collect();
    alike.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let (olds, news) = join(alike.into_iter().map(|(_, was, now)| (was, now)).collect(), Fate::Changed);
    fates.extend(olds.into_iter().map(Fate::Removed));
    fates.extend(news.into_iter().map(Fate::Added));
    fates.sort_by_key(|fate| match *fate {
        Fate::Same(_, now) | Fate::Moved(_, now) | Fate::Changed(_, now) | Fate::Added(now) => (now, 1),
        Fate::Removed(was) => (was, 0),
    });
    fates
}

/// Where an item stands among those that both lists have, from 1: what came and went moves nothing.
pub(super) fn places(fates: &[Fate], moved: (usize, usize)) -> (usize, usize) {
    let both = || {
        fates.iter().filter_map(|fate| match *fate {
            Fate::Same(was, now) | Fate::Moved(was, now) | Fate::Changed(was, now) => Some((was, now)),
            Fate::Removed(_) | Fate::Added(_) => None,
        })
    };
    let before = both().filter(|(was, _)| *was < moved.0).count();
    let after = both().filter(|(_, now)| *now < moved.1).count();
    (before + 1, after + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Vec<String> {
        text.split(", ").map(str::to_owned).collect()
    }

    #[test]
    fn an_item_that_stands_elsewhere_has_moved_and_the_others_have_not() {
        let fates = fates(&list("a, b, c, d"), &list("b, c, d, a"));
        let moved: Vec<&Fate> = fates.iter().filter(|fate| !matches!(fate, Fate::Same(..))).collect();
        assert_eq!(moved, [&Fate::Moved(0, 3)]);
        assert_eq!(places(&fates, (0, 3)), (1, 4));
    }

    #[test]
    fn an_item_that_came_moves_nothing() {
        let fates = fates(&list("a, b"), &list("c, b, a"));
        assert!(fates.contains(&Fate::Added(0)), "{fates:?}");
        assert_eq!(fates.iter().filter(|fate| matches!(fate, Fate::Moved(..))).count(), 1);
    }

    #[test]
    fn what_stands_in_its_place_has_changed() {
        let changed = fates(&list("units of army >= 3, b"), &list("units of army >= 4, b"));
        assert!(changed.contains(&Fate::Changed(0, 0)), "{changed:?}");
    }
}
