//! Checking the states of a read rule set: each is brought by something, and ended by something.

use super::lexicon::Lexicon;
use crate::rules::life::{life, states};
use crate::rules::reader::Reader;
use crate::rules::set::RuleSet;
use crate::rules::shelf::Id;
use crate::rules::steps::{Act, Place};
use crate::rules::word::{Lasts, Word};

/// Notes words that are given or shed, but do not stay.
fn check_given(rules: &RuleSet, file: &Reader<'_>) {
    let note = |place: Place, key: &str, words: &[Id<Word>]| {
        let start = usize::try_from(place.0).unwrap_or_default();
        let mut words = words.iter().map(|word| rules.words.get(*word));
        if let Some(word) = words.find(|word| word.lasts == Lasts::Line) {
            let message = format!("`{}` is no state, so that nobody keeps it", word.id);
            file.sink()
                .warning(start..start.saturating_add(key.len()), message)
                .hint("`lasts` says how long a unit keeps a word");
        }
    };
    for (_, result) in rules.results.iter() {
        note(result.place, &result.id, &result.gives);
        note(result.place, &result.id, &result.sheds);
    }
    let rulings = rules.rulings.iter();
    for step in rulings.flat_map(|(_, ruling)| &ruling.program.steps) {
        match &step.act {
            Act::Gives(words, ..) | Act::Sheds(words, _) | Act::Level(_, words, _) => {
                note(step.place, &step.id, words);
            }
            _ => {}
        }
    }
}

/// Notes states that nothing brings, and states that nothing ends.
pub(super) fn check<'d>(rules: &RuleSet, lexicon: &Lexicon<'d>, file: &Reader<'d>) {
    check_given(rules, file);
    for (id, word) in states(rules) {
        let name = &word.id;
        let mut names = lexicon.words.names();
        let Some((_, at)) = names.find(|(known, _)| known == name) else {
            continue;
        };
        let life = life(rules, id);
        if life.brought.is_empty() {
            file.sink()
                .warning(at.clone(), format!("nothing brings the state `{name}`"))
                .hint("a result or a step `gives` it, a unit `begins` in it, or it can be said `in` a ruling");
        }
        if life.ended.is_empty() && word.lasts != Lasts::Always {
            file.sink()
                .warning(at, format!("nothing ends the state `{name}`"))
                .hint("a result or a step `sheds` it; or it `lasts` until the `referee` ends it, or `always`, for what a unit is for good");
        }
    }
}
