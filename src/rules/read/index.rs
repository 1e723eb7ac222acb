//! The names by which the referee calls the things of a rule set.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::lexicon::Lexicon;
use crate::naming::kept::{is_command, is_kept, other_word_for};
use crate::naming::{Names, folded};
use crate::number::Number;
use crate::rules::chart::Chart;
use crate::rules::reader::Reader;
use crate::rules::set::RuleSet;
use crate::rules::shelf::{Id, Named, Shelf};
use crate::rules::steps::lookup::LookupTable;

/// Fills the index of a rule set; names that lead to two things are faults.
pub(super) fn fill(rules: &mut RuleSet, lexicon: &Lexicon<'_>, file: &Reader<'_>) {
    let places = |name: &str| {
        let sections = [
            &lexicon.types,
            &lexicon.words,
            &lexicon.weapons,
            &lexicon.rulings,
            &lexicon.charts,
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
    for (id, mix) in rules
        .mixes
        .iter()
        .filter(|(_, mix)| !mix.made_of.is_empty())
    {
        index.mixes.add(&mix.id, id);
        index.mixes.add(&mix.name, id);
    }
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
    index.tables = tables(&rules.tables, &rules.charts, &mut clash);
    index.settings = names(&rules.settings, |_| Vec::new(), &mut clash);
    for (name, at) in lexicon.rulings.names() {
        if is_command(name) {
            file.fault(
                at,
                format!("`{name}` is a command, which a ruling of that name would hide"),
            )
            .hint("give the ruling another name; `say` may say what it likes");
        }
    }
    for (_, ruling) in rules.rulings.iter() {
        let at = || places(&ruling.id).unwrap_or_default();
        for other in &ruling.also {
            let other_ruling = rules.rulings.named(other).is_some();
            if is_command(other) || other_ruling {
                let what = if other_ruling {
                    "a ruling"
                } else {
                    "a command"
                };
                file.fault(
                    at(),
                    format!("`{other}` is {what}, and is never read as `{}`", ruling.id),
                )
                .hint("take it out of `also`");
            }
        }
        let names =
            std::iter::once(ruling.id.as_str()).chain(ruling.also.iter().map(String::as_str));
        for name in names {
            if let Some(command) = other_word_for(name) {
                let message = format!("`{name}` is another word for `{command}`, which is hidden");
                file.sink()
                    .warning(at(), message)
                    .hint(format!("`{command}` itself can still be typed"));
            }
        }
    }
    for section in [&lexicon.types, &lexicon.words, &lexicon.weapons] {
        for (name, at) in section.names() {
            if is_kept(name) {
                file.fault(at, format!("`{name}` is a word of the language itself"))
                    .hint("give it another name");
            } else if Number::parse(name).is_some() {
                file.fault(at, format!("`{name}` is read as a number"))
                    .hint("give it a name that begins with a letter");
            }
        }
    }
}

/// The names of the file's look-up tables, which are none of its charts'.
fn tables(
    tables: &Shelf<LookupTable>,
    charts: &Shelf<Chart>,
    clash: &mut impl FnMut(&str, &str, &str),
) -> Names<Id<LookupTable>> {
    for (_, table) in tables.iter() {
        for (_, chart) in charts.iter() {
            let mut all = std::iter::once(&chart.id).chain(&chart.also);
            if all.any(|name| folded(name) == folded(&table.id)) {
                clash(&chart.id, &table.id, &table.id);
            }
        }
    }
    names(tables, |_| Vec::new(), clash)
}

fn texts(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

pub(super) fn names<T: Named>(
    shelf: &Shelf<T>,
    others: impl Fn(&T) -> Vec<&str>,
    clash: &mut impl FnMut(&str, &str, &str),
) -> Names<Id<T>> {
    let mut names: Vec<(&str, Id<T>)> = Vec::new();
    let mut taken: HashMap<Cow<'_, str>, Id<T>> = HashMap::new();
    for (id, thing) in shelf.iter() {
        let all = std::iter::once(thing.id()).chain(others(thing));
        for name in all {
            match taken.entry(folded(name)) {
                Entry::Vacant(free) => {
                    free.insert(id);
                    names.push((name, id));
                }
                Entry::Occupied(other) if *other.get() == id => {}
                Entry::Occupied(other) => clash(thing.id(), name, shelf.get(*other.get()).id()),
            }
        }
    }
    names.into_iter().collect()
}
