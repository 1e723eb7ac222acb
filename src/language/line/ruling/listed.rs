//! Units of the battle in a ruling, named by their handles.

use std::ops::Range;

use super::super::cursor::Cursor;
use super::{Reading, handle, troop_type};
use crate::language::fault::LineFault;
use crate::language::token::Kind;
use crate::number::Number;
use crate::roster::Place;
use crate::rules::condition::Role;
use crate::situation::{Mustered, Said};

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
                numbers: listed.numbers.clone(),
                armed: None,
            });
        }
    }

    /// The units of the battle that the next word names: by a handle, the name of a stack, or the
    /// `2` of `a1+2`; none where it names none.
    pub(super) fn listed(
        &self,
        role: Role,
        cursor: &mut Cursor<'_, '_>,
    ) -> Result<Vec<Place>, LineFault> {
        let places = match cursor.peek().map(|token| &token.kind) {
            Some(Kind::Word(word)) => match self.grammar.roster.stack(word) {
                Some(places) => places,
                None => handle(self.grammar, word).into_iter().collect(),
            },
            Some(Kind::Number(number)) => self
                .next_of_stack(role, *number, cursor)
                .into_iter()
                .collect(),
            _ => Vec::new(),
        };
        if places.is_empty() {
            return Ok(places);
        }
        let at = cursor.here();
        cursor.skip();
        for place in &places {
            self.check_listed(*place, &at)?;
        }
        Ok(places)
    }

    /// The `a2` that the `2` of `a1+2` means, unless troops follow, of which it is the count.
    fn next_of_stack(&self, role: Role, number: Number, cursor: &Cursor<'_, '_>) -> Option<Place> {
        let unit = self.situation.side(role).units.last()?;
        let last = unit.mustered.last()?;
        let stem = last
            .handle
            .trim_end_matches(|sign: char| sign.is_ascii_digit());
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

    /// Refuses a unit that is not there, or is in the line already.
    fn check_listed(&self, place: Place, at: &Range<usize>) -> Result<(), LineFault> {
        let Some(listed) = self.grammar.roster.get(place) else {
            return Ok(());
        };
        let handle = &listed.handle;
        let wrong = match &listed.left {
            Some(left) => format!("`{handle}` has left the table: {left}"),
            None if self.takes_part(handle) => format!("`{handle}` is in the line twice"),
            None => return Ok(()),
        };
        Err(LineFault::new(wrong).at(at.clone()))
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
