//! Who uses a rule: the rules that name it.

use std::collections::HashMap;

use rulec_grammar::yaml::{Node, Value};

use super::Written;
use super::class::Class;
use super::normal::words;
use super::report::Comparison;
use crate::surface::is_beside_play;

/// The rules that name each rule, in rulebook order.
#[derive(Debug, Default)]
pub(super) struct Users<'w> {
    of: HashMap<&'w str, Vec<&'w str>>,
}

impl<'w> Users<'w> {
    pub fn of(written: &'w Written) -> Users<'w> {
        let mut users = Users::default();
        users.of.extend(written.rules.iter().map(|rule| (rule.name.as_str(), Vec::new())));
        for rule in &written.rules {
            users.take(&rule.node, &rule.name);
        }
        users
    }

    fn take(&mut self, node: &Node, user: &'w str) {
        match &node.value {
            Value::Scalar(scalar) => {
                for word in words(&scalar.text).filter(|word| *word != user) {
                    if let Some(list) = self.of.get_mut(word).filter(|list| list.last() != Some(&user)) {
                        list.push(user);
                    }
                }
            }
            Value::List(items) => items.iter().for_each(|item| self.take(item, user)),
            Value::Map(pairs) => {
                let meant = pairs.iter().filter(|pair| !is_beside_play(&pair.key.value));
                meant.for_each(|pair| self.take(&pair.value, user));
            }
            Value::Poison => {}
        }
    }

    pub fn naming(&self, rule: &str) -> &[&'w str] {
        self.of.get(rule).map(Vec::as_slice).unwrap_or_default()
    }

    /// Fills in the users of the rules whose change others can feel.
    pub fn tell(&self, comparison: &mut Comparison) {
        for change in comparison.rules.iter_mut().filter(|change| change.class() >= Class::Interface) {
            change.users = self.naming(&change.rule).iter().map(|user| (*user).to_owned()).collect();
        }
    }
}
