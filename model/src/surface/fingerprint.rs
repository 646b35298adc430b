//! The fingerprint of a rule: 64 bits over everything but prose and citations.
//!
//! FNV-1a, whose definition is five lines and will not change: saves keep fingerprints, so the same rule must give the same one with
//! every release. Nobody gains by making two rules agree, so nothing stronger is asked for; BLAKE3, which sentences have, needs a C
//! compiler's driver to build, and everybody who builds from `build.rs` would wait for that.

use rulec_grammar::yaml::{Node, Pair, Value};

use crate::kinds::COMMON;

/// Whether a key of an entry says nothing of play: none that every rule may have does.
pub(crate) fn is_beside_play(key: &str) -> bool {
    key == "why" || COMMON.iter().any(|common| common.name == key)
}

/// The same below an entry's own keys. Saves keep fingerprints, so this is as it was first.
fn is_beside_play_within(key: &str) -> bool {
    matches!(key, "cite" | "says")
}

pub fn of(entry: &[Pair]) -> u64 {
    let mut hash = Fnv::default();
    hash.pairs(entry, is_beside_play);
    hash.0
}

struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn text(&mut self, text: &str) {
        self.bytes(&(text.len() as u64).to_be_bytes());
        self.bytes(text.as_bytes());
    }

    fn pairs(&mut self, pairs: &[Pair], without: fn(&str) -> bool) {
        for pair in pairs.iter().filter(|pair| !without(&pair.key.value)) {
            self.text(&pair.key.value);
            self.node(&pair.value);
        }
    }

    fn node(&mut self, node: &Node) {
        match &node.value {
            Value::Scalar(scalar) => self.text(&scalar.text),
            Value::List(items) => {
                self.bytes(b"[");
                items.iter().for_each(|item| self.node(item));
                self.bytes(b"]");
            }
            Value::Map(pairs) => {
                self.bytes(b"{");
                self.pairs(pairs, is_beside_play_within);
                self.bytes(b"}");
            }
            Value::Poison => self.bytes(b"?"),
        }
    }
}

#[cfg(test)]
mod tests {
    use rulec_grammar::problem::Problems;
    use rulec_grammar::span::FileId;

    use super::*;

    #[test]
    fn what_a_rule_was_called_is_no_part_of_it() {
        let entry = |text: &str| {
            let node = rulec_grammar::yaml::read(FileId(0), text, &mut Problems::new());
            super::of(node.as_map().expect("a mapping"))
        };
        let plain = entry("procedure: raid\ndo: stop\n");
        assert_eq!(entry("procedure: raid\nrenamed from: plunder\nsays: A raid.\ndo: stop\n"), plain);
        assert_ne!(entry("procedure: raid\ndo: go\n"), plain);
    }

    #[test]
    fn the_hash_is_fnv_1a_as_published() {
        let of = |text: &str| {
            let mut hash = Fnv::default();
            hash.bytes(text.as_bytes());
            hash.0
        };
        assert_eq!(of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of("foobar"), 0x8594_4171_f739_67e8);
    }
}
