//! Units of the battle in a ruling, named by their handles.

use super::super::cursor::Cursor;
use super::{Handle, Reading, Scope, handle, several_units, troop_type};
use crate::language::token::Kind;
use crate::number::Number;
use crate::roster::Place;
use crate::rules::condition::Role;
use crate::situation::{Mustered, Said};
use crate::typed_line::{LineFault, LineRange};

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
                name: listed.name.clone(),
                side: listed.side.clone(),
                groups: first..unit.groups.len(),
                known: listed.words.clone(),
                counted: Said::default(),
                ids: listed.ids.clone(),
                armed: None,
            });
        }
    }

    /// The units of the battle that the next word names: by a handle, the name of a stack, or the
    /// `2` of `a1+2`; none where it names none.
    ///
    /// # Errors
    /// The beginning of several handles, a unit that has left the table, or one that takes part already.
    pub(super) fn listed(
        &self,
        role: Role,
        cursor: &mut Cursor<'_, '_>,
    ) -> Result<Vec<Place>, LineFault> {
        // A unit that joins is made of troops, and not of units that are there already.
        if self.scope == Scope::Muster {
            return Ok(Vec::new());
        }
        let (used, places) = match cursor.peek().map(|token| &token.kind) {
            Some(Kind::Word(word)) => match self.grammar.roster.stack(word) {
                Some(places) => (1, places),
                None => match handle(self.grammar, &cursor.words()) {
                    (used, Handle::Of(place)) => (used, vec![place]),
                    (used, Handle::Several(places)) => {
                        let typed = cursor.take_words(used);
                        return Err(several_units(self.grammar, &typed, &places));
                    }
                    (_, Handle::Nobody) => (0, Vec::new()),
                },
            },
            Some(Kind::Number(number)) => {
                let next = self.next_of_stack(role, *number, cursor);
                (1, next.into_iter().collect())
            }
            _ => (0, Vec::new()),
        };
        if places.is_empty() {
            return Ok(places);
        }
        let at = cursor.take_words(used).at;
        for place in &places {
            self.check_listed(*place, at)?;
        }
        Ok(places)
    }

    /// The `a2` that the `2` of `a1+2` means, unless troops follow, of which it is the count.
    fn next_of_stack(&self, role: Role, number: Number, cursor: &Cursor<'_, '_>) -> Option<Place> {
        let unit = self.situation.side(role).units.last()?;
        let last = unit.mustered.last()?;
        let stem = last
            .handle
            .trim_end_matches(|last: char| last.is_ascii_digit());
        if stem.len() == last.handle.len() || last.groups.end != unit.groups.len() {
            return None;
        }
        let place = self.grammar.roster.exactly(&format!("{stem}{number}"))?;
        let mut ahead = cursor.ahead();
        ahead.skip();
        troop_type(self.grammar, &mut ahead)
            .is_err()
            .then_some(place)
    }

    /// Refuses a unit that is not there, that the table does not know, or that is in the line already.
    fn check_listed(&self, place: Place, at: LineRange) -> Result<(), LineFault> {
        let Some(listed) = self.grammar.roster.get(place) else {
            return Ok(());
        };
        let handle = &listed.handle;
        if let Some(left) = &listed.left {
            let message = format!("`{handle}` has left the table: {left}");
            return Err(LineFault::battle(message).at(at));
        }
        listed
            .known()
            .map_err(|missing| LineFault::from(missing).at(at))?;
        if self.takes_part(handle) {
            let message = format!("`{handle}` is in the line twice");
            return Err(LineFault::misplaced(message).at(at));
        }
        Ok(())
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
