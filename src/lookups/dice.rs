//! Dice of a ruling in words: how many, how they are read, when they are thrown again.

use super::rulings::Page;
use crate::rules::steps::{Count, Reading, Roll};

impl Page<'_> {
    /// Dice and how they are read.
    pub(super) fn roll(&self, roll: &Roll) -> String {
        let die = if roll.faces.is_empty() {
            let lowest = match roll.lowest {
                1 => String::new(),
                lowest => format!(" from {lowest}"),
            };
            format!("d{}{lowest}", roll.sides)
        } else {
            let faces = roll.faces.iter();
            let faces: Vec<String> = faces.map(|face| self.rules.symbol_text(*face)).collect();
            format!("die of {}", faces.join(", "))
        };
        let dice = match &roll.dice {
            Count::Fixed(1) => die,
            Count::Fixed(number) => format!("{number}{die}"),
            Count::Worked(expression) => format!("{die} for each of: {}", self.value(expression)),
        };
        let read = match self.reading(roll, &roll.reading) {
            read if read.is_empty() => read,
            read => format!(", {read}"),
        };
        let again = if roll.again.is_empty() {
            String::new()
        } else {
            format!(", again while {}", self.phrasing.conditions(&roll.again))
        };
        let add = if roll.add_again.is_empty() {
            String::new()
        } else {
            let while_ = self.phrasing.conditions(&roll.add_again);
            format!(", again and added while {while_}")
        };
        format!("{dice}{read}{again}{add}")
    }

    /// How dice are read.
    pub(super) fn reading(&self, roll: &Roll, reading: &Reading) -> String {
        match reading {
            Reading::Sum | Reading::Named => String::new(),
            Reading::Highest => "the highest".to_owned(),
            Reading::Lowest => "the lowest".to_owned(),
            Reading::Spread => "the highest less the lowest".to_owned(),
            Reading::AtLeast(face) => format!("how many show {} or more", self.value(face)),
            Reading::AtMost(face) => format!("how many show {} or less", self.value(face)),
            Reading::Worth(worth) => {
                let faces = (roll.lowest..).zip(worth);
                let faces: Vec<String> = faces.map(|(face, is)| format!("{face}: {is}")).collect();
                format!("by the face {}", faces.join(", "))
            }
            Reading::Faces(counted) => {
                let faces = counted.iter().filter_map(|face| {
                    let place = usize::try_from(face.checked_sub(roll.lowest)?).ok()?;
                    let symbol = roll.faces.get(place)?;
                    Some(self.rules.symbol_text(*symbol))
                });
                format!("those of {}", faces.collect::<Vec<_>>().join(" or "))
            }
        }
    }
}
