//! The text form of a lock, read back.
//!
//! What the form alone does not say (a fingerprint is 16 hex digits, an id stands once) is checked here too, with the place.

use std::collections::HashSet;

use rulec_grammar::document::{Class, Fingerprint, Style};
use rulec_grammar::problem::Problems;
use rulec_grammar::span::FileId;
use rulec_grammar::yaml::Node;

use super::kept::{self, Damage, Fields};
use super::lock::{Lock, LockedLink, LockedSection, LockedSentence};
use crate::problem::document::LockDamaged;

/// The version of the text form that this reads.
const VERSION: u32 = 1;

pub(super) fn read(file: FileId, text: &str, problems: &mut Problems) -> Option<Lock> {
    match kept::tree(file, text).and_then(|node| lock(&node)) {
        Ok(lock) => Some(lock),
        Err(damage) => {
            let span = damage.line(text);
            problems.report(LockDamaged { what: damage.what, span });
            None
        }
    }
}

fn lock(node: &Node) -> Result<Lock, Damage> {
    let fields = Fields::of(node, &["lock", "document", "style", "sections"])?;
    let version = fields.need("lock")?;
    let number: u32 = kept::number(version)?;
    if number != VERSION {
        let what = format!("this is version {number} of the lock's form, and {VERSION} is known");
        return Err(Damage::new(what, version.span));
    }
    let document = kept::text(fields.need("document")?)?.to_owned();
    let style = fields.need("style")?;
    let word = kept::text(style)?;
    let style = Style::from_word(word)
        .ok_or_else(|| Damage::new(format!("`{word}` is no style of a document"), style.span))?;
    let mut ids = HashSet::new();
    let mut sections = Vec::new();
    for node in kept::list(fields.get("sections"))? {
        sections.push(section(node, &mut ids)?);
    }
    Ok(Lock { document, style, sections })
}

fn section<'n>(node: &'n Node, ids: &mut HashSet<&'n str>) -> Result<LockedSection, Damage> {
    let fields = Fields::of(node, &["section", "level", "heading", "sentences"])?;
    let named = fields.need("section")?;
    let id = kept::text(named)?;
    if !ids.insert(id) {
        return Err(Damage::new(format!("section `{id}` stands twice"), named.span));
    }
    let sentences: Result<Vec<_>, _> = kept::list(fields.get("sentences"))?.iter().map(sentence).collect();
    Ok(LockedSection {
        id: id.to_owned(),
        level: kept::number(fields.need("level")?)?,
        heading: fields.get("heading").map(sentence).transpose()?,
        sentences: sentences?,
    })
}

fn sentence(node: &Node) -> Result<LockedSentence, Damage> {
    let fields = Fields::of(node, &["print", "class", "numbers", "links"])?;
    let print = fields.need("print")?;
    let class = match fields.get("class") {
        None => Class::Plain,
        Some(word) => class(word)?,
    };
    let links: Result<Vec<_>, _> = kept::list(fields.get("links"))?
        .iter()
        .map(|link| kept::text(link).map(LockedLink::from_word))
        .collect();
    Ok(LockedSentence {
        fingerprint: fingerprint(print)?,
        class,
        numbers: fields.words("numbers")?,
        links: links?,
    })
}

pub(super) fn fingerprint(node: &Node) -> Result<Fingerprint, Damage> {
    let text = kept::text(node)?;
    text.parse().map_err(|_| Damage::new(format!("`{text}` is no fingerprint: 16 hex digits"), node.span))
}

fn class(node: &Node) -> Result<Class, Damage> {
    let word = kept::text(node)?;
    let all = [Class::Heading, Class::Note, Class::Example, Class::Plain];
    all.into_iter()
        .find(|class| class.word() == word)
        .ok_or_else(|| Damage::new(format!("`{word}` is no class of a sentence"), node.span))
}
