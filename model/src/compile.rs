//! From files to a machine: the passes in order.

use rulec_grammar::problem::Problems;
use rulec_grammar::span::{FileId, Span};
use rulec_grammar::yaml;

use crate::check::Checker;
use crate::errata::{self, AmendedRule, Chapter, Chosen};
#[cfg(feature = "study")]
use crate::interpreter::beginnings::{self, Broken};
use crate::interpreter::constant;
use crate::lower::lower;
use crate::machine::Machine;
#[cfg(feature = "study")]
use crate::problem::flow::BrokenScenario;
use crate::problem::surface::NotARuleFile;
use crate::problem::tables::NeverHolds;
use crate::resolve::{declare, fill_of};
use crate::source::Files;
use crate::surface::erratum::Erratum;
use crate::surface::tree::{Body, GameFile, Name, Rule};
use crate::surface::{read_game, read_rules, with_grid_functions};

/// What a build chooses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    /// The edition's name; the game's first when not said.
    pub edition: Option<String>,
    /// Readings whose default is another answer: name, answer.
    pub readings: Vec<(String, String)>,
}

/// The rule set as written, and the machine when nothing is wrong with it.
#[derive(Debug, Default)]
pub struct Compilation {
    pub game: Option<GameFile>,
    pub rules: Vec<Rule>,
    pub machine: Option<Machine>,
    /// All errata, in force or not.
    pub errata: Vec<Erratum>,
    /// The edition's name; none where there is no such edition, and then nothing was read.
    pub edition: Option<String>,
}

/// The rule files of one game in memory: `game.yaml` and the others, in any order.
#[derive(Debug, Clone)]
pub struct RuleFiles {
    pub game: FileId,
    /// Chapter name (the path without `.yaml`, from the game's folder) and file.
    pub chapters: Vec<(String, FileId)>,
    /// The files of `errata/`, all of them; the edition says which are in force.
    pub errata: Vec<FileId>,
}

/// The rule files as trees, amended as the edition says: what is compiled, and what two revisions are compared by.
#[derive(Debug)]
pub struct Trees {
    #[cfg(feature = "study")]
    pub(crate) game_file: yaml::Node,
    game: Option<GameFile>,
    /// All errata, in force or not.
    errata: Vec<Erratum>,
    /// None where there is no such edition; then no chapter was read.
    pub(crate) chosen: Option<Chosen>,
    pub(crate) chapters: Vec<Chapter>,
    pub(crate) amended: Vec<AmendedRule>,
}

/// Reads the files of a game and amends them; the rules in them are not read yet.
pub fn read_trees(files: &Files, of: &RuleFiles, edition: Option<&str>, problems: &mut Problems) -> Trees {
    let text = |id: FileId| files.get(id).map_or("", |file| file.text.as_str());
    let game_file = yaml::read(of.game, text(of.game), problems);
    let game = read_game(&game_file, problems);
    let (errata, all_read) = errata::read(files, of, problems);
    let chosen = match &game {
        Some(game) => errata::choose(game, &errata, all_read, edition, problems),
        None => Some(Chosen::default()),
    };
    let (mut chapters, mut amended) = (Vec::new(), Vec::new());
    if let Some(chosen) = &chosen {
        for (name, file) in in_order(of, game.as_ref(), problems) {
            let before = problems.len();
            let node = yaml::read(file, text(file), problems);
            chapters.push(Chapter { name, node, whole: problems.len() == before });
        }
        amended = errata::amend(&mut chapters, &in_force(chosen, &errata), problems);
    }
    Trees {
        #[cfg(feature = "study")]
        game_file,
        game,
        errata,
        chosen,
        chapters,
        amended,
    }
}

fn in_force<'e>(chosen: &Chosen, errata: &'e [Erratum]) -> Vec<&'e Erratum> {
    chosen.in_force.iter().filter_map(|nth| errata.get(*nth)).collect()
}

/// Reads, checks and lowers a game. Everything wrong is reported; there is no machine if anything is.
pub fn compile(files: &Files, of: &RuleFiles, choices: &Choices, problems: &mut Problems) -> Compilation {
    let trees = read_trees(files, of, choices.edition.as_deref(), problems);
    compile_trees(files, &trees, choices, problems)
}

/// As [`compile`], from trees that were read as the same edition.
pub fn compile_trees(
    files: &Files,
    trees: &Trees,
    choices: &Choices,
    problems: &mut Problems,
) -> Compilation {
    let Trees { game, errata, chosen, chapters, amended, .. } = trees;
    let (game, errata) = (game.clone(), errata.clone());
    let Some(chosen) = chosen else {
        return Compilation { game, rules: Vec::new(), machine: None, errata, edition: None };
    };
    let in_force = in_force(chosen, &errata);
    let mut rules = Vec::new();
    for Chapter { name, node, whole } in chapters {
        rules.extend(read_rules(node, name, *whole, problems));
    }
    for of in amended {
        let is = |rule: &&mut Rule| rule.kind == of.kind && rule.name.value == of.name;
        if let Some(rule) = rules.iter_mut().find(is) {
            rule.amended.clone_from(&of.amended);
        }
    }
    let rules = with_grid_functions(rules);
    let symbols = declare(&rules, problems);
    let mut checker = Checker::new(files, &rules, symbols, problems);
    choose_readings(&mut checker, chosen, choices);
    let typed = game.as_ref().and_then(|game| checker.game(game));
    let symbols = checker.symbols;
    let machine = game
        .as_ref()
        .zip(typed)
        .and_then(|(game, typed)| lower(game, &chosen.edition, &in_force, symbols, typed, problems));
    if let Some(machine) = &machine {
        hold_constants(machine, &rules, problems);
        #[cfg(feature = "study")]
        if !problems.has_errors() {
            begin_scenarios(files, machine, &rules, problems);
        }
    }
    let machine = machine.filter(|_| !problems.has_errors());
    Compilation { game, rules, machine, errata, edition: Some(chosen.edition.clone()) }
}

/// Reports invariants that ask of no state and do not hold.
fn hold_constants(machine: &Machine, rules: &[Rule], problems: &mut Problems) {
    for broken in constant::broken(machine) {
        let invariant = &machine.invariants[broken.invariant];
        let name = &machine.rules[invariant.rule.idx()].name;
        let Some(rule) = rules.iter().find(|rule| rule.name.value == *name) else { continue };
        let members = invariant.over.iter().zip(&broken.members);
        let members: Vec<&str> =
            members.map(|((_, of), nth)| machine.types[of.idx()].members[*nth as usize].as_str()).collect();
        let tables = constant::tables_of(machine, broken.invariant);
        let tables: Vec<&str> = tables.iter().map(|rule| machine.rules[rule.idx()].name.as_str()).collect();
        problems.about(Some(name), &rule.cite_texts());
        problems.report(NeverHolds {
            invariant: name.clone(),
            text: invariant.condition.text.clone(),
            members: members.join(", "),
            span: rule.name.span,
            rows: rows_about(rules, &tables, &members),
        });
    }
    problems.about(None, &[]);
}

/// Reports scenarios that go wrong before anybody plays.
#[cfg(feature = "study")]
fn begin_scenarios(files: &Files, machine: &Machine, rules: &[Rule], problems: &mut Problems) {
    for Broken { scenario, wrong, call } in beginnings::broken(machine) {
        let name = &machine.scenarios[scenario].name;
        let Some(rule) = rules.iter().find(|rule| rule.name.value == *name) else { continue };
        problems.about(Some(name), &rule.cite_texts());
        let call = call.and_then(|call| written(files, rules, &call));
        problems.report(BrokenScenario { scenario: name.clone(), wrong, call, span: rule.name.span });
    }
    problems.about(None, &[]);
}

/// Where a call stands in a script with just these arguments.
#[cfg(feature = "study")]
fn written(files: &Files, rules: &[Rule], call: &str) -> Option<Span> {
    rules.iter().find_map(|rule| {
        let at = files.slice(rule.span).find(&format!("call {call}"))? + "call ".len();
        let start = rule.span.range().start + at;
        Some(Span::new(rule.span.file, start, start + call.len()))
    })
}

/// The rows of these tables, or of what fills them, whose patterns name the most of these members, two at most.
fn rows_about(rules: &[Rule], tables: &[&str], members: &[&str]) -> Vec<Span> {
    let of_tables = rules.iter().filter(|rule| tables.contains(&rule.name.value.as_str()));
    // Of several fills only the one that is in force: an owner's own before the house's.
    let rows = of_tables.flat_map(|rule| {
        let Body::Table(table) = &rule.body else { return [].as_slice() };
        fill_of(rule, rules, &mut Problems::new())
            .map_or(table.rows.as_slice(), |(fill, _)| fill.rows.as_slice())
    });
    let named = |pattern: &str| {
        let words: Vec<&str> = pattern.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        members.iter().filter(|member| words.contains(member)).count()
    };
    let counted: Vec<(usize, Span)> = rows
        .map(|row| (named(&row.pattern.value), row.pattern.span))
        .filter(|(count, _)| *count > 0)
        .collect();
    let most = counted.iter().map(|(count, _)| *count).max().unwrap_or_default();
    counted.into_iter().filter(|(count, _)| *count == most).map(|(_, span)| span).take(2).collect()
}

/// The chapters that `game.yaml` lists, then the others by name.
fn in_order(of: &RuleFiles, game: Option<&GameFile>, problems: &mut Problems) -> Vec<(String, FileId)> {
    let mut rest = of.chapters.clone();
    rest.sort();
    let mut ordered = Vec::new();
    for chapter in game.map(|game| game.chapters.as_slice()).unwrap_or(&[]) {
        match rest.iter().position(|(name, _)| *name == chapter.value) {
            Some(idx) => ordered.push(rest.remove(idx)),
            None => problems.report(NotARuleFile { span: chapter.span }),
        }
    }
    ordered.extend(rest);
    ordered
}

/// Other answers than the default, chosen by the edition, then by the build.
fn choose_readings(checker: &mut Checker<'_>, chosen: &Chosen, choices: &Choices) {
    let name = |text: &String| Name::new(text.clone(), Default::default());
    let of_build = choices.readings.iter().map(|(reading, answer)| (name(reading), name(answer)));
    for (reading, answer) in chosen.readings.iter().cloned().chain(of_build) {
        if let Some((state, index)) = checker.reading_answer(&reading, &answer) {
            checker.symbols.states[state.idx()].start = crate::machine::Value::Member(index);
        }
    }
}
