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
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Unreachable::at(&path, error)),
        };
        // The name alone: where the reader keeps the copy is nobody's business, and no output may hold it.
        let file = self.files.add(name, text);
        let text = self.files.get(file).map_or("", |file| file.text.as_str());
        self.document = Some(document::read(file, text, &mut Problems::new()));
        Ok(())
    }
}
