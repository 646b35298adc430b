//! An entry against its former self, key by key as the table of kinds has them.

use rulec_grammar::yaml::{Node, Pair};

use super::cells;
use super::class::{Class, of_key};
use super::lists::{Fate, fates, places};
use super::normal::{Renames, normal, shown};
use super::report::{Change, ChangeKind};
use super::texts::{indented, items, lines};
use super::written::{WrittenRule, citations};
use crate::kinds::{self, COMMON, Key, Kind, ValueKind};
use crate::source::on_one_line;

/// The key that says what a rule was called.
const RENAMED: &str = "renamed from";

/// Two entries with the names that changed around them.
pub(super) struct Sides<'a> {
    pub(super) renames: Renames,
    /// The parts around it that changed their names: words name them, expressions and scripts do not.
    pub(super) parts: Renames,
    was: &'a WrittenRule,
    now: &'a WrittenRule,
    /// Something differed in nothing but a name that another rule has now.
    followed: bool,
}

impl<'a> Sides<'a> {
    pub fn new(renames: &Renames, was: &'a WrittenRule, now: &'a WrittenRule) -> Sides<'a> {
        Sides { renames: renames.clone(), parts: Renames::default(), was, now, followed: false }
    }

    pub fn followed(&self) -> bool {
        self.followed
    }

    /// Compares whole entries.
    pub fn entry(&mut self, changes: &mut Vec<Change>) {
        match kinds::find(&self.now.kind) {
            Some(kind) => self.part(kind, "", changes),
            // A kind that this `rulec` does not know: the text is all there is.
            None => self.data(Class::Behaviour, "", Some(&self.was.node), Some(&self.now.node), changes),
        }
    }

    /// The two entries as parts of this kind.
    pub fn part(&mut self, kind: &'static Kind, at: &str, changes: &mut Vec<Change>) {
        let (was, now) = (self.was.pairs(), self.now.pairs());
        self.mappings(kind, (was, now), at, changes);
    }

    pub(super) fn mappings(
        &mut self,
        kind: &'static Kind,
        (was, now): (&[Pair], &[Pair]),
        at: &str,
        changes: &mut Vec<Change>,
    ) {
        let value = |pairs: &'_ [Pair], name: &str| pairs.iter().position(|pair| pair.key.value == name);
        let of = |pairs: &[Pair], name: &str| value(pairs, name).map(|nth| pairs[nth].value.clone());
        let mut known: Vec<&str> = Vec::new();
        for key in kind.keys.iter().chain(COMMON) {
            // The table's own key goes before the common one of the same name.
            if known.contains(&key.name) || key.name == RENAMED {
                continue;
            }
            known.push(key.name);
            let (old, new) = (of(was, key.name), of(now, key.name));
            if old.is_some() || new.is_some() {
                self.value(kind, key, &label(at, key.name), (old.as_ref(), new.as_ref()), changes);
            }
        }
        // The entry's own name is compared by who matched it, by this key too.
        known.push(kind.name);
        known.push(self.was.kind.as_str());
        known.push(RENAMED);
        let others = was.iter().chain(now).map(|pair| pair.key.value.as_str());
        for name in others {
            // Each once, on whichever side it stands.
            if known.contains(&name) {
                continue;
            }
            known.push(name);
            let (old, new) = (of(was, name), of(now, name));
            self.data(Class::Behaviour, &label(at, name), old.as_ref(), new.as_ref(), changes);
        }
    }

    fn value(
        &mut self,
        kind: &'static Kind,
        key: &'static Key,
        at: &str,
        (was, now): (Option<&Node>, Option<&Node>),
        changes: &mut Vec<Change>,
    ) {
        let class = of_key(kind, key);
        match key.value {
            ValueKind::Citations => self.citations(class, at, was, now, changes),
            ValueKind::Text if key.name == "map" => self.data(class, at, was, now, changes),
            ValueKind::Text => self.text(class, at, was, now, changes),
            ValueKind::Conditions | ValueKind::Bindings => {
                let split = matches!(key.value, ValueKind::Conditions);
                let (was, now) = (items(was, split), items(now, split));
                self.texts(class, class, at, &was, &now, changes);
            }
            ValueKind::Expression => {
                let (was, now) = (items(was, true), items(now, true));
                self.texts(class, class, at, &was, &now, changes);
            }
            ValueKind::Script => {
                let (was, now) = (lines(was), lines(now));
                self.texts(class, class, at, &was, &now, changes);
            }
            ValueKind::List(part) => self.list(part, at, was, now, changes),
            ValueKind::Named(part) => self.named(part, at, was, now, changes),
            ValueKind::Data => self.special(class, kind, key, at, was, now, changes),
            ValueKind::Word => self.word(class, at, was, now, changes),
            ValueKind::Number
            | ValueKind::Flag
            | ValueKind::OneOf(_)
            | ValueKind::Type
            | ValueKind::Binding
            | ValueKind::Invocation
            | ValueKind::Parameters => self.data(class, at, was, now, changes),
        }
    }

    /// A name, perhaps that of another part of the rule.
    fn word(
        &mut self,
        class: Class,
        at: &str,
        was: Option<&Node>,
        now: Option<&Node>,
        changes: &mut Vec<Change>,
    ) {
        let part = was.map(|was| self.parts.now(shown(was).as_str()).to_owned());
        if part.is_none() || part != now.map(shown) {
            self.data(class, at, was, now, changes);
        }
    }

    fn citations(
        &mut self,
        class: Class,
        at: &str,
        was: Option<&Node>,
        now: Option<&Node>,
        changes: &mut Vec<Change>,
    ) {
        let of = |node: Option<&Node>, rule: &WrittenRule| {
            node.map(|node| citations(node, rule.section.as_deref())).unwrap_or_default()
        };
        let (was, now) = (of(was, self.was), of(now, self.now));
        if let ([was], [now]) = (was.as_slice(), now.as_slice()) {
            if was != now {
                changes.push(Change::new(class, at, replaced(was, now)));
            }
            return;
        }
        for gone in was.iter().filter(|cite| !now.contains(cite)) {
            changes.push(Change::new(class, at, ChangeKind::Removed { was: gone.clone() }));
        }
        for come in now.iter().filter(|cite| !was.contains(cite)) {
            changes.push(Change::new(class, at, ChangeKind::Added { now: come.clone() }));
        }
    }

    /// Prose: line breaks do not count, words do.
    fn text(
        &mut self,
        class: Class,
        at: &str,
        was: Option<&Node>,
        now: Option<&Node>,
        changes: &mut Vec<Change>,
    ) {
        let folded = |node: Option<&Node>| node.map(|node| on_one_line(&shown(node)));
        match (folded(was), folded(now)) {
            (Some(was), Some(now)) if was != now => {
                changes.push(Change::new(class, at, replaced(&was, &now)));
            }
            (Some(was), None) => changes.push(Change::new(class, at, ChangeKind::Removed { was })),
            (None, Some(now)) => changes.push(Change::new(class, at, ChangeKind::Added { now })),
            (Some(_), Some(_)) | (None, None) => {}
        }
    }

    /// Lines, conditions: what each is now, and where it stands.
    fn texts(
        &mut self,
        class: Class,
        order: Class,
        at: &str,
        was: &[String],
        now: &[String],
        changes: &mut Vec<Change>,
    ) {
        let olds: Vec<String> = was.iter().map(|text| indented(text, Some(&self.renames))).collect();
        let news: Vec<String> = now.iter().map(|text| indented(text, None)).collect();
        if olds == news {
            self.followed |= was.iter().zip(&news).any(|(was, now)| indented(was, None) != *now);
            return;
        }
        let fates = fates(&olds, &news);
        for fate in &fates {
            let change = match *fate {
                Fate::Same(..) => continue,
                Fate::Moved(old, new) => {
                    let (from, to) = places(&fates, (old, new));
                    Change::new(order, at, ChangeKind::Moved { what: now[new].trim().to_owned(), from, to })
                }
                Fate::Changed(old, new) => Change::new(class, at, replaced(&was[old], &now[new])),
                Fate::Removed(old) => Change::new(class, at, ChangeKind::Removed { was: code(&was[old]) }),
                Fate::Added(new) => Change::new(class, at, ChangeKind::Added { now: code(&now[new]) }),
            };
            changes.push(change);
        }
    }

    /// Data that a kind reads itself.
    #[expect(clippy::too_many_arguments, reason = "what is compared, where it stands and where it is told")]
    fn special(
        &mut self,
        class: Class,
        kind: &Kind,
        key: &Key,
        at: &str,
        was: Option<&Node>,
        now: Option<&Node>,
        changes: &mut Vec<Change>,
    ) {
        match (kind.name, key.name) {
            ("table" | "fill", "rows") => cells::rows("", class, was, now, changes),
            ("table", "hole") => {
                let known = |node: Option<&'_ Node>| node.and_then(|node| node.get("known")).cloned();
                let (old, new) = (known(was), known(now));
                cells::rows("known ", Class::Citation, old.as_ref(), new.as_ref(), changes);
                if was.is_some() != now.is_some() {
                    changes.push(Change::new(Class::Citation, at, presence(was, now)));
                }
            }
            ("type" | "space", "members") => cells::members(was, now, changes),
            ("space", "links") => cells::links("link", was, now, changes),
            ("space", "sides") => cells::links("side", was, now, changes),
            _ => self.data(class, at, was, now, changes),
        }
    }

    /// Anything else: mappings by key, lists by item, texts by word.
    pub(super) fn data(
        &mut self,
        class: Class,
        at: &str,
        was: Option<&Node>,
        now: Option<&Node>,
        changes: &mut Vec<Change>,
    ) {
        let (old, new) = match (was, now) {
            (Some(old), Some(new)) => (old, new),
            (None, None) => return,
            _ => return changes.push(Change::new(class, at, presence(was, now))),
        };
        if let (Some(old), Some(new)) = (old.as_map(), new.as_map()) {
            let find = |pairs: &[Pair], name: &str| {
                pairs.iter().find(|pair| pair.key.value == name).map(|pair| pair.value.clone())
            };
            for pair in old {
                let name = self.renames.now(&pair.key.value).to_owned();
                let new = find(new, &name);
                self.data(class, &label(at, &name), Some(&pair.value), new.as_ref(), changes);
            }
            let had = |name: &str| old.iter().any(|pair| self.renames.now(&pair.key.value) == name);
            let come: Vec<&Pair> = new.iter().filter(|pair| !had(&pair.key.value)).collect();
            for pair in come {
                self.data(class, &label(at, &pair.key.value), None, Some(&pair.value), changes);
            }
            return;
        }
        if let (Some(old), Some(new)) = (old.as_list(), new.as_list()) {
            let texts = |nodes: &[Node]| nodes.iter().map(shown).collect::<Vec<_>>();
            return self.texts(class, class, at, &texts(old), &texts(new), changes);
        }
        let (was, now) = (shown(old), shown(new));
        if was.contains('\n') || now.contains('\n') {
            return drawn(class, at, &was, &now, changes);
        }
        if normal(&was, Some(&self.renames)) != normal(&now, None) {
            changes.push(Change::new(class, at, replaced(&was, &now)));
        } else {
            self.followed |= normal(&was, None) != normal(&now, None);
        }
    }
}

pub(super) fn label(at: &str, name: &str) -> String {
    if at.is_empty() { name.to_owned() } else { format!("{at} {name}") }
}

pub(super) fn replaced(was: &str, now: &str) -> ChangeKind {
    ChangeKind::Replaced { was: was.trim().to_owned(), now: now.trim().to_owned() }
}

fn presence(was: Option<&Node>, now: Option<&Node>) -> ChangeKind {
    match (was, now) {
        (Some(was), _) => ChangeKind::Removed { was: code(&shown(was)) },
        (None, now) => ChangeKind::Added { now: code(&now.map(shown).unwrap_or_default()) },
    }
}

pub(super) fn code(text: &str) -> String {
    format!("`{}`", text.trim())
}

/// A picture in letters, such as a map: line by line, spaces and all.
fn drawn(class: Class, at: &str, was: &str, now: &str, changes: &mut Vec<Change>) {
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    let (was, now) = (lines(was), lines(now));
    for fate in fates(&was, &now) {
        let kind = match fate {
            Fate::Same(..) => continue,
            // A line of a picture that stands elsewhere is drawn anew there.
            Fate::Moved(old, new) | Fate::Changed(old, new) => replaced(&was[old], &now[new]),
            Fate::Removed(old) => ChangeKind::Removed { was: code(&was[old]) },
            Fate::Added(new) => ChangeKind::Added { now: code(&now[new]) },
        };
        let at = match fate {
            Fate::Removed(_) | Fate::Same(..) => at.to_owned(),
            Fate::Moved(_, new) | Fate::Changed(_, new) | Fate::Added(new) => {
                label(at, &format!("line {}", new + 1))
            }
        };
        changes.push(Change::new(class, at, kind));
    }
}
