//! Which rule table a battle is fought by: its id, its family, its content.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use smol_str::{SmolStr, format_smolstr};

/// How many hexadecimal digits of a part's hash are kept: enough to tell that it changed.
const PART_DIGITS: usize = 16;

/// A rule table as a battle knows it again, with everything that it extends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableIdentity {
    /// The id of the rule set.
    pub rules: SmolStr,
    /// The ids of the tables that it extends, the nearest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extends: Vec<SmolStr>,
    /// SHA-256 of the texts of all of them.
    pub hash: SmolStr,
    /// A hash of each part, such as `type.pike`, by its path.
    pub parts: BTreeMap<SmolStr, SmolStr>,
}

impl TableIdentity {
    /// Whether one of the two extends the other, or they have the same id.
    pub fn is_family_of(&self, other: &TableIdentity) -> bool {
        self.rules == other.rules
            || self.extends.contains(&other.rules)
            || other.extends.contains(&self.rules)
    }

    /// The parts that are not as they were in an earlier table, by their paths.
    pub fn changes_since(&self, earlier: &TableIdentity) -> Vec<SmolStr> {
        let paths: BTreeSet<&SmolStr> = self.parts.keys().chain(earlier.parts.keys()).collect();
        paths
            .into_iter()
            .filter(|path| self.parts.get(*path) != earlier.parts.get(*path))
            .cloned()
            .collect()
    }
}

/// The SHA-256 of a text, in hexadecimal.
pub fn sha256(text: &str) -> SmolStr {
    hexadecimal(&Sha256::digest(text.as_bytes()))
}

/// The hash of one part of a table, from what stands in it.
pub(super) fn part_hash(written: &str) -> SmolStr {
    let whole = sha256(written);
    whole.get(..PART_DIGITS).unwrap_or_default().into()
}

fn hexadecimal(bytes: &[u8]) -> SmolStr {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format_smolstr!("{digits}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rules: &str, extends: &[&str], parts: &[(&str, &str)]) -> TableIdentity {
        TableIdentity {
            rules: rules.into(),
            extends: extends.iter().map(|id| SmolStr::from(*id)).collect(),
            hash: SmolStr::default(),
            parts: parts
                .iter()
                .map(|(path, hash)| ((*path).into(), (*hash).into()))
                .collect(),
        }
    }

    #[test]
    fn a_family_is_what_extends_or_is_extended() {
        let printed = table("printed", &[], &[]);
        let house = table("house", &["printed"], &[]);
        let club = table("club", &["house", "printed"], &[]);
        let other = table("other", &["printed"], &[]);
        assert!(club.is_family_of(&printed) && printed.is_family_of(&club));
        // Two children of one table are no family: neither has what the other adds.
        assert!(!other.is_family_of(&house));
    }

    #[test]
    fn changes_are_what_is_new_gone_or_otherwise() {
        let before = table(
            "a",
            &[],
            &[("type.pike", "1"), ("type.horse", "2"), ("word.x", "3")],
        );
        let after = table(
            "a",
            &[],
            &[("type.pike", "1"), ("type.horse", "9"), ("type.gun", "4")],
        );
        assert_eq!(
            after.changes_since(&before),
            ["type.gun", "type.horse", "word.x"]
        );
    }
}
