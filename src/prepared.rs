//! The rule tables that come with the program, read when it was built.

use crate::rules::fault::Faults;
use crate::rules::library::Source;
use crate::rules::prepared::read_prepared;
use crate::rules::reader::Parents;
use crate::rules::{self, RuleSet};

include!(concat!(env!("OUT_DIR"), "/prepared.rs"));

/// The rule set of a table: as it was read when the program was built, where it is one that comes with
/// the program; else read and checked now. `parents` finds the tables that it extends.
///
/// # Errors
/// All the faults of the table and of those that it extends.
pub fn rule_set(source: &Source, parents: &Parents<'_>) -> Result<RuleSet, Faults> {
    let prepared = PREPARED.iter().find(|(id, _)| *id == source.id);
    match prepared.and_then(|(_, bytes)| read_prepared(bytes, source, parents)) {
        Some(rules) => Ok(rules),
        None => rules::rule_set(source, parents),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::rules::library::{BUILT_IN, Library};
    use crate::rules::prepared::prepare;

    #[test]
    fn what_was_prepared_is_what_is_read_now() {
        assert_eq!(PREPARED.len(), BUILT_IN.len());
        let library = Library::default();
        let parents = |id: &str| library.parent(id);
        for (id, bytes) in PREPARED {
            let source = library.find(id).unwrap();
            assert_eq!(prepare(&source, &parents).unwrap(), *bytes, "{id}");
            let prepared = read_prepared(bytes, &source, &parents).unwrap();
            let read = RuleSet {
                // What its author should know is said by `check`, which reads the table.
                warnings: Vec::new(),
                ..rules::rule_set(&source, &parents).unwrap()
            };
            assert_eq!(prepared.texts, read.texts, "{id}");
            let (prepared, read) = (format!("{prepared:#?}"), format!("{read:#?}"));
            let differing = prepared.lines().zip(read.lines()).find(|(a, b)| a != b);
            assert_eq!(differing, None, "{id}");
        }
    }

    #[test]
    fn a_table_that_extends_another_than_ours_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::default();
        let ours = library.find("musket-and-pike").unwrap();
        let other = ours.text.replacen("Musket & Pike", "Another", 1);
        std::fs::write(folder.path().join("musket-and-pike.toml"), other).unwrap();
        let library = Library {
            dirs: vec![folder.path().to_owned()],
            own: None,
        };
        let house = library.find("musket-and-pike-house").unwrap();
        let (_, bytes) = PREPARED
            .iter()
            .find(|(id, _)| *id == "musket-and-pike-house")
            .unwrap();
        let parents = |id: &str| library.parent(id);
        assert!(read_prepared(bytes, &house, &parents).is_none());
        assert!(rule_set(&house, &parents).is_ok());
    }
}
