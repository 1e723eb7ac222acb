//! Throws, and how their dice are read.

use super::step::transposed;
use super::tables::counted;
use super::{Own, Resolver, Section, Stand, names};
use crate::dice::Pool;
use crate::number::Number;
use crate::rules::bands::Span;
use crate::rules::read::steps::raw::{RawEach, RawReading, RawStep, Read};
use crate::rules::read::steps::syntax::Node;
use crate::rules::reader::{Map, Text};
use crate::rules::steps::{Count, Reading, Roll};

/// One die, as far as it is known what it shows.
struct Die<'r> {
    sides: u32,
    lowest: u32,
    /// Its named faces; empty for a die with numbers.
    faces: &'r [Text],
}

/// What a step or a further reading says of how dice are read.
struct Says<'r> {
    read: Option<Read>,
    at_least: Option<&'r Node>,
    at_most: Option<&'r Node>,
    each: Option<&'r RawEach>,
    count: &'r [Text],
}

impl<'r> Resolver<'r, '_> {
    /// A throw.
    pub(super) fn roll(
        &mut self,
        key: &'r Text,
        raw: &'r RawStep,
        stand: Stand<'r>,
    ) -> Option<Roll> {
        let thrown = self.thrown(raw);
        let dice = raw
            .dice
            .as_ref()
            .map(|dice| self.number_or_name(dice, stand));
        let says = Says {
            read: raw.read,
            at_least: raw.at_least.as_ref(),
            at_most: raw.at_most.as_ref(),
            each: raw.each.as_ref(),
            count: &raw.count.0,
        };
        let several = raw.dice.is_some() || thrown.as_ref().is_none_or(|(_, dice)| *dice != 1);
        let die = thrown.as_ref().map(|(die, _)| die);
        let reading = self.reading(key, &says, die, several, stand);
        let own_value = Stand {
            own: Own::Value,
            ..stand
        };
        let again = self.conditions(&raw.again.0, own_value);
        let add_again = self.conditions(&raw.add_again.0, own_value);
        let choices = raw
            .choices
            .as_ref()
            .map(|choices| self.number_or_name(choices, stand));
        let thrower = raw
            .thrower
            .as_ref()
            .map(|thrower| self.expression(thrower, stand));
        let (die, dice_said) = thrown?;
        let faces: Vec<_> = die
            .faces
            .iter()
            .map(|face| self.symbol(&face.text))
            .collect();
        Some(Roll {
            dice: match transposed(dice)? {
                Some(dice) => Count::Worked(dice),
                None => Count::Fixed(dice_said),
            },
            sides: die.sides,
            lowest: die.lowest,
            faces: faces.into_iter().collect::<Option<_>>()?,
            reading: reading?,
            again: again?,
            add_again: add_again?,
            choices: transposed(choices)?,
            thrower: transposed(thrower)?,
            purpose: raw.purpose.as_ref().map(|purpose| purpose.text.clone()),
            makes: raw.makes.as_ref().map(|makes| makes.text.clone()),
        })
    }

    /// A further reading of a throw.
    pub(super) fn further_reading(
        &mut self,
        key: &'r Text,
        throw: &'r RawStep,
        raw: &'r RawReading,
        stand: Stand<'r>,
    ) -> Option<Reading> {
        // A fault of the throw itself is noted where the throw is read.
        let die = self.thrown_quietly(throw);
        let says = Says {
            read: raw.read,
            at_least: raw.at_least.as_ref(),
            at_most: raw.at_most.as_ref(),
            each: raw.each.as_ref(),
            count: &raw.count.0,
        };
        self.reading(key, &says, die.as_ref(), true, stand)
    }

    /// The die and how many of it `roll` says.
    fn thrown(&self, raw: &'r RawStep) -> Option<(Die<'r>, u32)> {
        let roll = raw.roll.as_ref()?;
        if let Some(name) = roll.text.strip_prefix("die.") {
            return self.named_die(roll, name).map(|die| (die, 1));
        }
        let pool = match Pool::parse(&roll.text) {
            Ok(pool) => pool,
            Err(error) => {
                let noted = self.fault(&roll.at, error.to_string());
                if self
                    .read
                    .shared
                    .dice
                    .0
                    .iter()
                    .any(|(key, _)| key.text == roll.text)
                {
                    noted.hint(format!("a die with named faces is `die.{}`", roll.text));
                } else {
                    noted.hint("write dice as `3d6`, or `die.NAME` for named faces");
                }
                return None;
            }
        };
        if raw.dice.is_some() && pool.dice != 1 {
            self.fault(
                &roll.at,
                format!("`{}` and `dice` both say how many are thrown", roll.text),
            )
            .hint(format!("write `roll = \"d{}\"`", pool.sides));
            return None;
        }
        let lowest = raw.lowest.map(|lowest| lowest.0);
        let lowest = lowest
            .and_then(|lowest| u32::try_from(lowest).ok())
            .unwrap_or(1);
        let die = Die {
            sides: pool.sides,
            lowest,
            faces: &[],
        };
        Some((die, pool.dice))
    }

    fn thrown_quietly(&self, raw: &'r RawStep) -> Option<Die<'r>> {
        let roll = raw.roll.as_ref()?;
        if let Some(name) = roll.text.strip_prefix("die.") {
            let (_, die) = self
                .read
                .shared
                .dice
                .0
                .iter()
                .find(|(key, _)| key.text == name)?;
            return die_of(&die.as_ref()?.faces);
        }
        let pool = Pool::parse(&roll.text).ok()?;
        let lowest = raw.lowest.and_then(|lowest| u32::try_from(lowest.0).ok());
        Some(Die {
            sides: pool.sides,
            lowest: lowest.unwrap_or(1),
            faces: &[],
        })
    }

    fn named_die(&self, roll: &Text, name: &str) -> Option<Die<'r>> {
        let dice = &self.read.shared.dice.0;
        let Some((key, die)) = dice.iter().find(|(key, _)| key.text == name) else {
            let known = dice.iter().map(|(key, _)| key.text.as_str());
            let noted = self.fault(&roll.at, format!("there is no die `{name}`"));
            names::hint_nearest(noted, name, known);
            return None;
        };
        self.uses(Section::Die, name);
        let faces = &die.as_ref()?.faces;
        let die = die_of(faces);
        if die.is_none() {
            self.fault(
                &key.at,
                format!("the die `{name}` has {}", counted(faces.len(), "face")),
            )
            .hint("a die has 2 to 1,000: `faces = [\"hit\", \"hit\", \"flag\"]`");
        }
        die
    }

    fn reading(
        &mut self,
        key: &'r Text,
        says: &Says<'r>,
        die: Option<&Die<'r>>,
        several: bool,
        stand: Stand<'r>,
    ) -> Option<Reading> {
        let said = [
            ("read", says.read.is_some()),
            ("at-least", says.at_least.is_some()),
            ("at-most", says.at_most.is_some()),
            ("each", says.each.is_some()),
            ("count", !says.count.is_empty()),
        ];
        let mut said = said.iter().filter(|(_, said)| *said).map(|(key, _)| *key);
        if let (Some(first), Some(second)) = (said.next(), said.next()) {
            self.fault(
                &key.at,
                format!(
                    "the dice of `{}` are read in two ways, `{first}` and `{second}`",
                    key.text
                ),
            )
            .hint("a second reading goes into `also`");
            return None;
        }
        let named = die.is_some_and(|die| !die.faces.is_empty());
        if let Some(node) = says.at_least {
            self.check_numbers(key, "at-least", named)?;
            return self.number_or_name(node, stand).map(Reading::AtLeast);
        }
        if let Some(node) = says.at_most {
            self.check_numbers(key, "at-most", named)?;
            return self.number_or_name(node, stand).map(Reading::AtMost);
        }
        match says.each {
            Some(RawEach::Worth(worth)) => return self.worth(key, worth, die?),
            Some(RawEach::Turn(_)) => {
                self.fault(
                    &key.at,
                    format!("`each` of the dice of `{}` is no table of faces", key.text),
                )
                .hint("write `each = { \"1-2\" = 0, \"3-6\" = 1 }`");
                return None;
            }
            None => {}
        }
        if !says.count.is_empty() {
            return self.counted_faces(key, says.count, die?);
        }
        let reading = match says.read {
            Some(Read::Highest) => Reading::Highest,
            Some(Read::Lowest) => Reading::Lowest,
            Some(Read::Spread) => Reading::Spread,
            Some(Read::Of(_)) => return None,
            None if named && several => {
                self.fault(
                    &key.at,
                    format!(
                        "`{}` does not say how several dice with named faces are read",
                        key.text
                    ),
                )
                .hint("write `count = [\"hit\"]`, or `each` with what each face is worth");
                return None;
            }
            None if named => Reading::Named,
            None => Reading::Sum,
        };
        if says.read.is_some() {
            self.check_numbers(key, "read", named)?;
        }
        Some(reading)
    }

    /// Notes a reading of numbers on a die with named faces.
    fn check_numbers(&self, key: &Text, says: &str, named: bool) -> Option<()> {
        if !named {
            return Some(());
        }
        self.fault(
            &key.at,
            format!(
                "`{says}` of `{}` reads numbers, and its die has named faces",
                key.text
            ),
        )
        .hint("write `count = [\"hit\"]`, or `each` with what each face is worth");
        None
    }

    /// What each face is worth, from the lowest.
    fn worth(&self, key: &Text, worth: &'r Map<Number>, die: &Die<'r>) -> Option<Reading> {
        let sides = usize::try_from(die.sides).unwrap_or_default();
        let mut of: Vec<Option<Number>> = vec![None; sides];
        let mut sound = true;
        for (face, number) in &worth.0 {
            let places = self.face_places(face, die);
            let (Some(places), Some(number)) = (places, number) else {
                sound = false;
                continue;
            };
            for place in places {
                let Some(slot) = of.get_mut(place) else {
                    continue;
                };
                if slot.replace(*number).is_some() && sound {
                    self.fault(&face.at, format!("face `{}` has two worths", face.text));
                    sound = false;
                }
            }
        }
        if !sound {
            return None;
        }
        if let Some(missing) = of.iter().position(Option::is_none) {
            let face = die.face_name(missing);
            self.fault(
                &key.at,
                format!("`each` of `{}` does not say what {face} is worth", key.text),
            );
            return None;
        }
        of.into_iter().collect::<Option<_>>().map(Reading::Worth)
    }

    /// The places, from 0, of the faces that a key of `each` or an item of `count` names.
    fn face_places(&self, face: &Text, die: &Die<'r>) -> Option<Vec<usize>> {
        let named: Vec<usize> = (0..die.faces.len())
            .filter(|place| {
                die.faces
                    .get(*place)
                    .is_some_and(|known| known.text == face.text)
            })
            .collect();
        if !named.is_empty() {
            return Some(named);
        }
        let highest = die.lowest.saturating_add(die.sides.saturating_sub(1));
        let Some(span) = Span::parse(&face.text).filter(|_| die.faces.is_empty()) else {
            let noted = self.fault(&face.at, format!("the die has no face `{}`", face.text));
            if die.faces.is_empty() {
                noted.hint(format!("its faces are {} to {highest}", die.lowest));
            } else {
                let known = die.faces.iter().map(|face| face.text.as_str());
                names::hint_nearest(noted, &face.text, known);
            }
            return None;
        };
        let (lowest, highest) = (i64::from(die.lowest), i64::from(highest));
        let to = if span.to == i64::MAX {
            highest
        } else {
            span.to
        };
        if span.from < lowest || to > highest {
            self.fault(&face.at, format!("the die has no face `{}`", face.text))
                .hint(format!("its faces are {lowest} to {highest}"));
            return None;
        }
        let places = span.from.saturating_sub(lowest)..=to.saturating_sub(lowest);
        Some(
            places
                .filter_map(|place| usize::try_from(place).ok())
                .collect(),
        )
    }

    fn counted_faces(&self, key: &Text, count: &[Text], die: &Die<'r>) -> Option<Reading> {
        if die.faces.is_empty() {
            self.fault(
                &key.at,
                format!(
                    "`count` of `{}` names faces, and its die has numbers",
                    key.text
                ),
            )
            .hint("write `at-least` or `at-most`");
            return None;
        }
        let places: Vec<Option<Vec<usize>>> = count
            .iter()
            .map(|face| self.face_places(face, die))
            .collect();
        let places: Vec<usize> = places.into_iter().collect::<Option<Vec<_>>>()?.concat();
        let faces = places
            .into_iter()
            .filter_map(|place| u32::try_from(place).ok());
        Some(Reading::Faces(
            faces
                .map(|place| place.saturating_add(die.lowest))
                .collect(),
        ))
    }
}

fn die_of(faces: &[Text]) -> Option<Die<'_>> {
    let sides = u32::try_from(faces.len()).ok()?;
    Pool::SIDES.contains(&sides).then_some(Die {
        sides,
        lowest: 1,
        faces,
    })
}

impl Die<'_> {
    fn face_name(&self, place: usize) -> String {
        match self.faces.get(place) {
            Some(face) => format!("`{}`", face.text),
            None => {
                let place = u32::try_from(place).unwrap_or_default();
                format!("face {}", self.lowest.saturating_add(place))
            }
        }
    }
}
