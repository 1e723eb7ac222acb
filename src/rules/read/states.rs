//! Checking the states of a read rule set: each is brought by something, and ended by something.

use super::lexicon::Lexicon;
use crate::rules::life::{life, states};
use crate::rules::reader::Reader;
use crate::rules::set::RuleSet;
use crate::rules::word::Lasts;

/// Notes states that nothing brings, and states that nothing ends.
pub(super) fn check<'d>(rules: &RuleSet, lexicon: &Lexicon<'d>, file: &Reader<'d>) {
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
