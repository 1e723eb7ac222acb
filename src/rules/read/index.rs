//! The names by which the referee calls the things of a rule set.

use super::lexicon::Lexicon;
use crate::naming::Names;
use crate::rules::reader::Reader;
use crate::rules::set::RuleSet;
use crate::rules::shelf::{Id, Named, Shelf};

/// Words of the language itself, which no table may give another meaning.
const RESERVED: [&str; 5] = ["at", "vs", "and", "rolled", "blank"];

/// Fills the index of a rule set; names that lead to two things are faults.
pub(super) fn fill(rules: &mut RuleSet, lexicon: &Lexicon<'_>, file: &Reader<'_>) {
    let places = |name: &str| {
        let sections = [
            &lexicon.types,
            &lexicon.words,
            &lexicon.weapons,
            &lexicon.rulings,
            &lexicon.charts,
            &lexicon.entries,
            &lexicon.settings,
        ];
        let mut keys = sections.into_iter().flat_map(|keys| keys.names());
        keys.find(|(key, _)| *key == name).map(|(_, at)| at)
    };
    let mut clash = |id: &str, name: &str, other: &str| {
        file.fault(
            places(id).unwrap_or_default(),
            format!("`{name}` is a name of `{other}` and of `{id}`"),
        )
        .hint("a name can lead to one thing only");
    };
    let index = &mut rules.index;
    index.types = names(
        &rules.types,
        |t| {
            let mut all = vec![t.name.as_str(), t.plural.as_str()];
            all.extend(t.also.iter().map(String::as_str));
            all
        },
        &mut clash,
    );
    index.words = names(&rules.words, |w| texts(&w.also), &mut clash);
    index.weapons = names(
        &rules.weapons,
        |w| {
            let mut all = vec![w.name.as_str()];
            all.extend(texts(&w.also));
            all
        },
        &mut clash,
    );
    index.rulings = names(&rules.rulings, |_| Vec::new(), &mut clash);
    index.charts = names(&rules.charts, |c| texts(&c.also), &mut clash);
    index.entries = names(
        &rules.entries,
        |e| {
            let mut all = vec![e.title.as_str()];
            all.extend(texts(&e.also));
            all
        },
        &mut clash,
    );
    index.settings = names(&rules.settings, |_| Vec::new(), &mut clash);
    for section in [&lexicon.types, &lexicon.words, &lexicon.weapons] {
        for (name, at) in section.names() {
            if RESERVED.contains(&name) {
                file.fault(at, format!("`{name}` is a word of the language itself"))
                    .hint("give it another name");
            }
        }
    }
}

fn texts(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

fn names<T: Named>(
    shelf: &Shelf<T>,
    others: impl Fn(&T) -> Vec<&str>,
    clash: &mut impl FnMut(&str, &str, &str),
) -> Names<Id<T>> {
    let mut names = Names::default();
    let mut taken: Vec<(String, Id<T>)> = Vec::new();
    for (id, thing) in shelf.iter() {
        let mut all = vec![thing.id()];
        all.extend(others(thing));
        for name in all {
            let plain = name.to_lowercase().replace([' ', '_'], "-");
            match taken.iter().find(|(known, _)| *known == plain) {
                Some((_, other)) if *other == id => continue,
                Some((_, other)) => clash(thing.id(), name, shelf.get(*other).id()),
                None => {
                    names.add(name, id);
                    taken.push((plain, id));
                }
            }
        }
    }
    names
}
