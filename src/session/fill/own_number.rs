//! Numbers that each unit has for itself, such as the Troop Quality of a counter.

use super::Landed;
use crate::language::written;
use crate::number::Number;
use crate::rules::blanks::Fill;
use crate::rules::shelf::Id;
use crate::rules::trail::Trail;
use crate::rules::word::{Lasts, Takes, Word};
use crate::session::Session;
use crate::situation::{Situation, Unit};
use crate::typed_line::LineFault;

impl Session {
    /// The word with which a unit says the number of a blank itself, where it is each unit's own.
    ///
    /// So it is with a number that has a word of its name which stays with a unit.
    pub(super) fn word_of_unit(&self, key: &str) -> Option<Id<Word>> {
        let rest = key.strip_prefix("type.")?;
        let (_, number) = rest.split_once(".numbers.")?;
        let word = self.rules.words.named(number)?;
        let about = self.rules.words.get(word);
        let is_own = about.lasts != Lasts::Line && matches!(about.takes, Takes::Number(..));
        is_own.then_some(word)
    }

    /// A ruling in which the unit that lacked a number says its own.
    pub(super) fn with_own_number(
        &self,
        landed: &Landed,
        word: Id<Word>,
        fill: &Fill,
    ) -> Result<String, LineFault> {
        let about = self.rules.words.get(word);
        let number = Number::parse(&fill.value);
        let number = number.filter(|number| match about.takes {
            Takes::Number(least, most) => least <= *number && *number <= most,
            _ => false,
        });
        let number = number.ok_or_else(|| match about.takes {
            Takes::Number(least, most) => LineFault::number(format!(
                "`{}` takes a number from {least} to {most}",
                about.id
            )),
            _ => LineFault::new(format!("`{}` takes no number", about.id)),
        })?;
        let mut situation = Situation::clone(&landed.situation);
        let lacks = |unit: &&mut Unit| {
            let of_type = unit.groups.iter().any(|group| {
                let troop = &self.rules.types.get(group.troop).id;
                fill.key == Trail::of(&["type", troop, "numbers", &about.id]).as_str()
            });
            of_type && !unit.words.has(word)
        };
        let sides = [&mut situation.attacker, &mut situation.defender];
        let mut units = sides.into_iter().flat_map(|side| side.units.iter_mut());
        if let Some(unit) = units.find(lacks) {
            unit.words.add(word, number);
        }
        drop(units);
        Ok(written::line(&self.rules, &situation))
    }
}
