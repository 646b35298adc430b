//! The reader's own copy of a document, opened so that messages can show passages.
//!
//! Everything is decided by the lock, so a build script leaves this out, and with it all that reads documents.

use std::fs;
use std::io;
use std::path::Path;

use rulec_grammar::document;
use rulec_grammar::problem::Problems;

use crate::checked::Checked;
use crate::folder::Unreachable;

impl Checked {
    /// Reads the game's document where the reader has it in this folder. Only the lock says whether it is as it was, so what is odd
    /// in it is no problem here.
    pub fn open_document(&mut self, folder: &Path) -> Result<(), Unreachable> {
        let Some(name) = self.game.as_ref().map(|game| game.document.clone()) else { return Ok(()) };
        let path = folder.join(&name);
        let text = match text_of(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Unreachable::at(&path, error)),
        };
        // The name alone: where the reader keeps the copy is nobody's business, and no output may hold it.
        let file = self.files.add(name, text);
        let text = self.files.get(file).map_or("", |file| file.text.as_str());
        let style = self.lock.as_ref().map(|lock| lock.style);
        self.document = Some(document::read_as(file, text, style, &mut Problems::new()));
        Ok(())
    }
}

/// The text of a document; where it is none, the error says where that begins.
pub fn text_of(path: &Path) -> io::Result<String> {
    String::from_utf8(fs::read(path)?).map_err(|error| {
        let text = error.as_bytes().iter().take(error.utf8_error().valid_up_to());
        let line = 1 + text.filter(|byte| **byte == b'\n').count();
        let what = format!("from line {line} on this is no text in UTF-8: save the document as UTF-8");
        io::Error::new(io::ErrorKind::InvalidData, what)
    })
}
