//! The `fill` line: what is filled in, corrected, taken back.

use super::{Again, first_of};
use crate::battle::{Effect, ThrownEntry, What};
use crate::language::battle::FillOf;
use crate::language::command::Faces;
use crate::language::quoting::unquoted;
use crate::naming::{Found, Names, phrase};
use crate::printable::printable;
use crate::rules::amount::BLANK;
use crate::rules::blanks::{self, BlankCell, Fill, OWN_COPY};
use crate::session::amend::{Lying, StandsFor};
use crate::session::{Answer, Hand, NoAnswer, Session};
use crate::sheet::Sheet;
use crate::typed_line::{FaultKind, LineFault, LineRange};

impl Session {
    /// Answers the `fill` line.
    pub(in super::super) fn fill(
        &mut self,
        line: &str,
        of: FillOf,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        let FillOf {
            key,
            at,
            value,
            faces,
        } = of;
        let key = self.blank_named(&key, at)?;
        let waits = self
            .waiting()
            .is_some_and(|waiting| waiting.cell.key == key);
        let Some(value) = value.filter(|value| value != BLANK) else {
            return self.blank_again(line, key);
        };
        let value = without_quotes(value);
        if waits {
            return self.fill_landed(&value, faces, hand);
        }
        if let Some(word) = self.word_of_unit(&key) {
            let word = &self.rules.words.get(word).id;
            return Err(
                LineFault::refused(format!("each unit has a `{word}` of its own"))
                    .hinted(format!("`state UNIT {word} {value}` gives one its own"))
                    .into(),
            );
        }
        let read = self.value_for(&key, &value)?;
        let fill = Fill {
            key,
            value: read.written,
        };
        self.check_fill(&fill)?;
        let said = format!("{}: {}", fill.key, read.called);
        if self.live().is_none() {
            self.put_fills_in_force(self.fills_with(fill))?;
            return Ok(Answer::Done(said));
        }
        match self.ruled_with(&fill.key) {
            Some(last) => self.rule_last_again(last, fill, &read.called, faces, hand),
            None if faces.is_some() => {
                Err(LineFault::misplaced("no ruling waits for that, so no dice are thrown").into())
            }
            None => {
                let effect = self.on_record(&fill);
                let note = "rulings before it stand as they are";
                self.order(line, vec![effect], None, format!("{said}\nnote: {note}"))
            }
        }
    }

    /// What a `fill` line does that no ruling waits for.
    ///
    /// # Errors
    /// There is no such blank, or it does not take the value.
    pub(in super::super) fn fill_effect(&self, of: FillOf) -> Result<Effect, LineFault> {
        let key = self.blank_named(&of.key, of.at)?;
        let value = without_quotes(of.value.unwrap_or_default());
        let read = self.value_for(&key, &value)?;
        let fill = Fill {
            key,
            value: read.written,
        };
        self.check_fill(&fill)?;
        Ok(self.on_record(&fill))
    }

    /// A blank that was filled in is blank again.
    fn blank_again(&mut self, line: &str, key: String) -> Result<Answer, NoAnswer> {
        if !self.fills.iter().any(|fill| fill.key == key) {
            return Err(LineFault::battle(format!("`{key}` is not filled in")).into());
        }
        let said = format!("{key} is blank again");
        if self.live().is_none() {
            let mut fills = self.fills.clone();
            fills.retain(|fill| fill.key != key);
            self.put_fills_in_force(fills)?;
            return Ok(Answer::Done(said));
        }
        let effect = Effect::Fill {
            rules: self.source.id.as_str().into(),
            key,
            value: None,
        };
        self.order(line, vec![effect], None, said)
    }

    /// What is filled in, and what can be.
    pub(in super::super) fn fills_listed(&self) -> Result<Sheet, LineFault> {
        let parents = |id: &str| self.library.parent(id);
        let cells = blanks::blanks(&self.source, &parents)
            .map_err(|faults| LineFault::of(FaultKind::Table, first_of(&faults)))?;
        let mut sheet = Sheet::new("Filled in", &["key", "what it is", "value"]);
        for fill in &self.fills {
            let cell = cells.iter().find(|cell| cell.key == fill.key);
            let what = cell.map_or(String::new(), |cell| cell.what.clone());
            sheet.row([fill.key.clone(), what, fill.value.clone()]);
        }
        if let Some(waiting) = self.waiting() {
            let BlankCell { key, what, .. } = waiting.cell;
            sheet.note(format!(
                "the last ruling waits for {what}: `fill {key} VALUE`"
            ));
        }
        let left = cells.len().saturating_sub(self.fills.len());
        let left = i64::try_from(left).unwrap_or(i64::MAX);
        sheet.note(format!(
            "{} left: `drumhead blanks {}` lists them all",
            phrase::count(left, "blank", "blanks"),
            self.source.id
        ));
        Ok(sheet)
    }

    /// The key of a blank that is named by it, or by how it begins.
    fn blank_named(&self, typed: &str, at: LineRange) -> Result<String, LineFault> {
        let parents = |id: &str| self.library.parent(id);
        let cells = blanks::blanks(&self.source, &parents)
            .map_err(|faults| LineFault::of(FaultKind::Table, first_of(&faults)))?;
        // The quotes of a key say nothing that its words do not.
        let plain = |key: &str| key.replace('"', "");
        let whole = cells.iter().find(|cell| cell.key == typed);
        let whole = whole.or_else(|| cells.iter().find(|cell| plain(&cell.key) == plain(typed)));
        if let Some(cell) = whole {
            return Ok(cell.key.clone());
        }
        let mut names = Names::new();
        for (place, cell) in cells.iter().enumerate() {
            names.add(&cell.key, place);
        }
        let missing =
            || LineFault::unknown(format!("there is no blank `{}`", printable(typed))).at(at);
        match names.find(typed) {
            Found::One(place) => cells
                .get(place)
                .map(|cell| cell.key.clone())
                .ok_or_else(missing),
            Found::Several(names) => Err(LineFault::several(typed, &names).at(at)),
            Found::None { nearest } => Err(missing().hinted(match nearest {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("`drumhead blanks {}` lists them", self.source.id),
            })),
        }
    }

    /// The last ruling, where it was made with a value that was filled in for it.
    fn ruled_with(&self, key: &str) -> Option<u64> {
        let last = self.live()?.record().last_ruling()?;
        let fills = |effect: &Effect| matches!(effect, Effect::Fill { key: of, .. } if of == key);
        last.what.effects().iter().any(fills).then_some(last.n)
    }

    /// Corrects the value with which the last ruling was made, and makes it again.
    fn rule_last_again(
        &mut self,
        last: u64,
        fill: Fill,
        called: &str,
        faces: Option<Faces>,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        let entry = self.live().and_then(|battle| battle.record().entry(last));
        let Some((said, What::Ruling { throws, .. })) =
            entry.map(|entry| (entry.line.clone(), &entry.what))
        else {
            return Err(LineFault::battle("there is no ruling to make again").into());
        };
        let again = Again {
            lying: Lying {
                throws: throws.iter().map(ThrownEntry::thrown).collect(),
                of: Some(last),
                stands_for: StandsFor::Amended(last),
                filled: Vec::new(),
            },
            note: format!("{OWN_COPY}: {}: {called}", fill.key),
            faces,
        };
        self.rule_filled(&said, fill, again, hand)
    }
}

/// A value without the quotes around it, if there are any.
fn without_quotes(value: String) -> String {
    match unquoted(&value) {
        Some((inner, length)) if length == value.len() => inner,
        _ => value,
    }
}
