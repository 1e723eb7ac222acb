//! Numbers that each unit has for itself, such as the Troop Quality of a counter.

use super::Landed;
use crate::language::written;
use crate::number::Number;
use crate::rules::blanks::Fill;
use crate::rules::shelf::{Id, Named};
use crate::rules::trail::Trail;
use crate::rules::word::{Takes, Word};
use crate::session::Session;
use crate::situation::{Situation, Unit};
use crate::typed_line::LineFault;

impl Session {
    /// The word with which a unit says the number of a blank itself, where it is each unit's own.
    ///
    /// So it is with a number that a word of the table says for each unit (`own`).
    pub(super) fn word_of_unit(&self, key: &str) -> Option<Id<Word>> {
        let rest = key.strip_prefix("type.")?;
        let (_, number) = rest.split_once(".numbers.")?;
        let number = self.rules.attributes.named(number)?;
        let mut words = self.rules.words.iter();
        let found = words.find(|(_, word)| word.own == Some(number));
        found.map(|(word, _)| word)
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
        let own = about.own.map(|own| self.rules.attributes.get(own).id());
        let own = own.unwrap_or_default();
        let lacks = |unit: &&mut Unit| {
            let of_type = unit.groups.iter().any(|group| {
                let troop = &self.rules.types.get(group.troop).id;
                fill.key == Trail::of(&["type", troop, "numbers", own]).as_str()
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
