//! The edition that is built: the errata that `game.yaml` lists under its name.

use rulec_grammar::problem::Problems;
use rulec_grammar::yaml::{self, Node};

use crate::compile::RuleFiles;
use crate::kinds::nearest;
use crate::problem::errata::{
    DuplicateErratum, ErratumNotListed, NoEditions, UnknownEdition, UnknownErratum,
};
use crate::problem::names::DuplicateName;
use crate::source::Files;
use crate::surface::erratum::Erratum;
use crate::surface::read_erratum;
use crate::surface::tree::{Edition, GameFile, Name, ONLY_EDITION};

/// What is built.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chosen {
    pub edition: String,
    /// The errata in force, by their place in the list of all, in the order of the edition.
    pub in_force: Vec<usize>,
    pub readings: Vec<(Name, Name)>,
}

/// All errata of a game, and whether every file of them could be read.
pub fn read(files: &Files, of: &RuleFiles, problems: &mut Problems) -> (Vec<Erratum>, bool) {
    let mut errata: Vec<Erratum> = Vec::new();
    let mut whole = true;
    for file in &of.errata {
        let before = problems.len();
        let text = files.get(*file).map_or("", |file| file.text.as_str());
        let node: Node = yaml::read(*file, text, problems);
        let erratum = read_erratum(&node, problems);
        whole &= erratum.is_some() && problems.len() == before;
        let Some(erratum) = erratum else { continue };
        match errata.iter().find(|known| known.name == erratum.name) {
            Some(first) => problems.report(DuplicateErratum {
                name: erratum.name.value.clone(),
                first: first.name.span,
                second: erratum.name.span,
            }),
            None => errata.push(erratum),
        }
    }
    (errata, whole)
}

/// The edition of this name, or the default; none where there is no such edition.
///
/// `whole`: every erratum could be read; otherwise the one that seems to be missing may be the one that has been reported.
pub fn choose(
    game: &GameFile,
    errata: &[Erratum],
    whole: bool,
    wanted: Option<&str>,
    problems: &mut Problems,
) -> Option<Chosen> {
    hold_together(game, errata, whole, problems);
    let found = match wanted {
        None => game.editions.first(),
        Some(name) => game.editions.iter().find(|edition| edition.name.value == name),
    };
    let known = game.edition_names();
    match (found, wanted) {
        (Some(edition), _) => Some(chosen(edition, errata)),
        (None, Some(name)) if !known.contains(&name) => {
            problems.report(UnknownEdition {
                name: name.to_owned(),
                nearest: nearest(name, known.iter().copied()),
                known: known.into_iter().map(str::to_owned).collect(),
                span: game.editions.first().map_or(game.name.span, |edition| edition.name.span),
            });
            None
        }
        (None, _) => Some(Chosen { edition: ONLY_EDITION.to_owned(), ..Chosen::default() }),
    }
}

/// Whether the editions list what there is, and all of it.
fn hold_together(game: &GameFile, errata: &[Erratum], whole: bool, problems: &mut Problems) {
    if let (true, Some(first)) = (game.editions.is_empty(), errata.first()) {
        problems.report(NoEditions { erratum: first.name.value.clone(), span: first.name.span });
        return;
    }
    let known = || errata.iter().map(|erratum| erratum.name.value.as_str());
    for listed in game.editions.iter().flat_map(|edition| &edition.errata) {
        if whole && !known().any(|name| name == listed.value) {
            problems.report(UnknownErratum {
                name: listed.value.clone(),
                nearest: nearest(&listed.value, known()),
                known: known().map(str::to_owned).collect(),
                span: listed.span,
            });
        }
    }
    for edition in &game.editions {
        for (nth, second) in edition.errata.iter().enumerate() {
            if let Some(first) = edition.errata.iter().take(nth).find(|first| *first == second) {
                let (name, what) = (second.value.clone(), "erratum");
                problems.report(DuplicateName { name, what, first: first.span, second: second.span });
            }
        }
    }
    for erratum in errata {
        if !game.editions.iter().any(|edition| edition.errata.contains(&erratum.name)) {
            problems.report(ErratumNotListed { name: erratum.name.value.clone(), span: erratum.name.span });
        }
    }
}

fn chosen(edition: &Edition, errata: &[Erratum]) -> Chosen {
    let mut in_force = Vec::new();
    for name in &edition.errata {
        let place = errata.iter().position(|erratum| erratum.name == *name);
        in_force.extend(place.filter(|place| !in_force.contains(place)));
    }
    Chosen { edition: edition.name.value.clone(), in_force, readings: edition.readings.clone() }
}
