//! Luck: what was thrown against what could be expected, for each side.

use super::entry::{SourceEntry, What};
use super::record::Record;

/// How the dice of one side have fallen.
#[derive(Debug, Clone, PartialEq)]
pub struct Luck {
    /// The side.
    pub side: String,
    /// Whether the program threw or a person.
    pub source: SourceEntry,
    /// How many dice were thrown.
    pub dice: usize,
    /// The sum of their faces.
    pub sum: u64,
    /// The sum that could be expected.
    pub expected: f64,
    /// The standard deviation of the sum.
    pub deviation: f64,
    /// How far the sum lies from what could be expected, in standard deviations.
    pub deviations: f64,
}

/// The luck of every side, its own throws and hand-thrown dice apart.
///
/// All dice count that lie on the table, those of undone rulings too: they
/// were thrown. Sums told without faces are left out.
pub fn luck(record: &Record) -> Vec<Luck> {
    let mut all: Vec<(Luck, f64)> = Vec::new();
    for entry in record.entries() {
        let What::Ruling {
            throws, dice_of, ..
        } = &entry.what
        else {
            continue;
        };
        // Dice that were used again were thrown once only.
        if dice_of.is_some() {
            continue;
        }
        for throw in throws {
            let side = throw.side.as_deref().unwrap_or(&throw.by);
            let place = all
                .iter()
                .position(|(luck, _)| luck.side == side && luck.source == throw.source);
            let place = place.unwrap_or_else(|| {
                all.push((none(side, throw.source), 0.0));
                all.len() - 1
            });
            let Some((luck, variance)) = all.get_mut(place) else {
                continue;
            };
            let sides = f64::from(throw.sides);
            for face in &throw.faces {
                luck.dice += 1;
                luck.sum += u64::from(*face);
                luck.expected += f64::from(throw.lowest) + (sides - 1.0) / 2.0;
                *variance += (sides * sides - 1.0) / 12.0;
            }
        }
    }
    all.into_iter()
        .filter(|(luck, _)| luck.dice > 0)
        .map(|(luck, variance)| Luck {
            deviation: variance.sqrt(),
            deviations: (to_f64(luck.sum) - luck.expected) / variance.sqrt(),
            ..luck
        })
        .collect()
}

fn none(side: &str, source: SourceEntry) -> Luck {
    Luck {
        side: side.to_owned(),
        source,
        dice: 0,
        sum: 0,
        expected: 0.0,
        deviation: 0.0,
        deviations: 0.0,
    }
}

/// Sums of faces are far below the numbers that a double cannot hold.
#[expect(clippy::cast_precision_loss, reason = "below 2^53 by far")]
fn to_f64(sum: u64) -> f64 {
    sum as f64
}
