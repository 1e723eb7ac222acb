//! Units of the battle in a ruling, named by their handles.

use super::super::cursor::Cursor;
use super::{Handle, Reading, handle};
use crate::roster::Place;
use crate::rules::condition::Role;
use crate::situation::{Mustered, Said};
use crate::typed_line::{FaultKind, LineFault};

impl Reading<'_> {
    /// Puts a unit of the battle into the last unit of a side.
    pub(super) fn join(&mut self, role: Role, place: Place) {
        let Some(listed) = self.grammar.roster.get(place) else {
            return;
        };
        if let Some(unit) = self.side_of(role).units.last_mut() {
            let first = unit.groups.len();
            unit.groups.extend(listed.groups.iter().cloned());
            unit.mustered.push(Mustered {
                handle: listed.handle.clone(),
                groups: first..unit.groups.len(),
                known: listed.words.clone(),
                counted: Said::default(),
            });
        }
    }

    /// The unit of the battle whose handle comes next, if it is one.
    ///
    /// # Errors
    /// The beginning of several handles, a unit that has left the table, or one that takes part already.
    pub(super) fn listed(&self, cursor: &mut Cursor<'_, '_>) -> Result<Option<Place>, LineFault> {
        let roster = self.grammar.roster;
        let Some(word) = cursor.word() else {
            return Ok(None);
        };
        let place = match handle(self.grammar, word) {
            Handle::Of(place) => place,
            Handle::Several(names) => {
                let typed = cursor.take_words(1);
                return Err(LineFault::several(&typed.text, &names).at(typed.at));
            }
            Handle::Nobody => return Ok(None),
        };
        let typed = cursor.take_words(1);
        let Some(listed) = roster.get(place) else {
            return Ok(None);
        };
        if let Some(left) = &listed.left {
            return Err(LineFault::of(
                FaultKind::Battle,
                format!("`{}` has left the table: {left}", listed.handle),
            )
            .at(typed.at));
        }
        listed
            .known()
            .map_err(|missing| LineFault::from(missing).at(typed.at.clone()))?;
        if self.takes_part(&listed.handle) {
            return Err(
                LineFault::misplaced(format!("`{}` is in the line twice", listed.handle))
                    .at(typed.at),
            );
        }
        Ok(Some(place))
    }

    /// Whether a unit of the battle is in the line already.
    fn takes_part(&self, handle: &str) -> bool {
        let sides = [&self.situation.attacker, &self.situation.defender];
        let units = sides.into_iter().flat_map(|side| &side.units);
        units
            .flat_map(|unit| &unit.mustered)
            .any(|part| part.handle == handle)
    }
}
