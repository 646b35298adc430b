//! What it costs to read a document and lock it; and that ten times the document costs about ten times as much.
//!
//! `cargo bench --bench documents` times an invented document in four sizes and, where `RULEC_DOCUMENTS` says where the reader's own
//! copies are, the largest of those; `cargo bench --bench documents -- ratios` takes the sizes in turn and prints how they compare.

#![allow(clippy::disallowed_methods, reason = "a bench looks at the clock and at files")]

use std::fmt::Write;
use std::fs;
use std::time::{Duration, Instant};

use divan::Bencher;
use divan::counter::BytesCount;
use rulec_grammar::document;
use rulec_grammar::problem::Problems;
use rulec_grammar::span::FileId;
use rulec_model::document::Lock;

/// Kilobytes; the last is ten megabytes.
const SIZES: [usize; 4] = [10, 100, 1_000, 10_000];

fn main() {
    if std::env::args().any(|argument| argument == "ratios") {
        let mut before: Option<Duration> = None;
        for size in SIZES {
            let text = invented(size * 1000);
            let took = median(5, || lock(&text));
            let times = before.map(|before| took.as_secs_f64() / before.as_secs_f64());
            let times = times.map(|times| format!(", {times:.1} times the one before")).unwrap_or_default();
            println!("{size} KB: {took:?}{times}");
            before = Some(took);
        }
    } else {
        divan::main();
    }
}

#[divan::bench(args = SIZES, sample_count = 10)]
fn invented_document(bencher: Bencher, size: usize) {
    let text = invented(size * 1000);
    bencher.counter(BytesCount::of_str(&text)).bench(|| lock(&text));
}

#[divan::bench(sample_count = 20)]
fn largest_document(bencher: Bencher) {
    match largest() {
        Some(text) => bencher.counter(BytesCount::of_str(&text)).bench(|| lock(&text)),
        // Nobody's copies are at hand: there is nothing to time.
        None => bencher.bench(|| ()),
    }
}

/// Reads, locks and writes the lock; how long it is.
fn lock(text: &str) -> usize {
    let document = document::read(FileId(0), text, &mut Problems::new());
    Lock::from_document("document.md", &document).to_text().len()
}

fn largest() -> Option<String> {
    let folder = std::env::var_os("RULEC_DOCUMENTS")?;
    let paths = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let documents = paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.filter_map(|path| fs::read_to_string(path).ok()).max_by_key(String::len)
}

/// Chapters of numbered sections with what is hard in a rulebook: abbreviations, lists that continue a sentence, numbers, a table.
fn invented(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 1000);
    for chapter in 1.. {
        let _ = write!(text, "# {chapter}. Chapter {chapter}\n\n");
        for section in 1..=9 {
            let _ = write!(
                text,
                "**{chapter}.{section} Marching.** A band of {section} or more (e.g. {chapter} of them) may march, vs. nobody. \
                 It pays:\n\n- 1 supply, if the land is open;\n- 2 supplies, if it is not, cf. {chapter}.1.\n\n\
                 Roll 2d6 and add {section}. On 8+ the march goes on; \"halt\" otherwise.\n\n\
                 | roll | losses |\n|---|---|\n| 2–7 | {section} |\n| 8–12 | 0 |\n\n"
            );
        }
        if text.len() >= bytes {
            return text;
        }
    }
    text
}

fn median(times: usize, what: impl Fn() -> usize) -> Duration {
    let mut took: Vec<Duration> = (0..times)
        .map(|_| {
            let start = Instant::now();
            divan::black_box(what());
            start.elapsed()
        })
        .collect();
    took.sort_unstable();
    took[times / 2]
}
