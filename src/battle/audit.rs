//! The audit: every die of a battle made again from its seed.

use super::entry::{Drawn, Opening, SourceEntry, ThrownEntry, What};
use super::record::Record;
use super::secret::Secret;
use crate::dice::{Pool, share_dice};

/// What an audit found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audit {
    /// Every die is as the seed makes it.
    Fair {
        /// How many dice the generator threw.
        dice: usize,
        /// How many were thrown by hand.
        by_hand: usize,
    },
    /// The seed was not the one that was sealed.
    OtherSeed,
    /// The seed has not been revealed.
    NoSeed,
    /// An entry's dice are not those of the seed.
    Differs {
        /// The entry.
        entry: u64,
        /// What the record says.
        recorded: Vec<u32>,
        /// What the seed makes of it.
        expected: Vec<u32>,
    },
}

/// Makes every die again and compares.
///
/// `secret` is the referee's own, for a battle that has not revealed it.
pub fn audit(record: &Record, opening: &Opening, secret: Option<Secret>) -> Audit {
    let Some(secret) = record.revealed().or(secret) else {
        return Audit::NoSeed;
    };
    if secret.seal() != opening.seal {
        return Audit::OtherSeed;
    }
    let mut generator = secret.dice(record.seed_words());
    let (mut dice, mut by_hand) = (0, 0);
    for entry in record.entries() {
        let What::Ruling {
            throws,
            drawn,
            dice_of,
            ..
        } = &entry.what
        else {
            continue;
        };
        let made: Vec<u32> = drawn
            .iter()
            .map(|die| {
                generator.face(Pool {
                    dice: 1,
                    sides: die.sides,
                    lowest: die.lowest,
                })
            })
            .collect();
        let recorded: Vec<u32> = drawn.iter().map(|die| die.face).collect();
        let lying = dice_of.map_or(&[][..], |number| throws_of(record, number));
        let recorded = if made != recorded {
            Some(recorded)
        } else {
            // The dice are the seed's, but the throws of the ruling may say otherwise.
            (!accounted_for(throws, lying, &made)).then(|| faces_rolled(throws))
        };
        if let Some(recorded) = recorded {
            return Audit::Differs {
                entry: entry.n,
                recorded,
                expected: made,
            };
        }
        dice += drawn.len();
        by_hand += thrown_by_hand(throws, lying);
    }
    Audit::Fair { dice, by_hand }
}

/// How many dice a person threw for some throws, besides those that lay on the table.
fn thrown_by_hand(throws: &[ThrownEntry], lying: &[ThrownEntry]) -> usize {
    let mut lying = Lying::of(lying);
    let fresh = throws.iter().map(|throw| {
        let kept = lying.take(throw).len();
        match throw.source {
            SourceEntry::Told => throw.faces.len().saturating_sub(kept),
            SourceEntry::Rolled => 0,
        }
    });
    fresh.sum()
}

fn throws_of(record: &Record, number: u64) -> &[ThrownEntry] {
    match record.entry(number).map(|entry| &entry.what) {
        Some(What::Ruling { throws, .. }) => throws,
        _ => &[],
    }
}

fn faces_rolled(throws: &[ThrownEntry]) -> Vec<u32> {
    throws
        .iter()
        .filter(|throw| throw.source == SourceEntry::Rolled)
        .flat_map(|throw| throw.faces.iter().copied())
        .collect()
}

/// Whether every face of the program's throws lay on the table already or was made for them.
fn accounted_for(throws: &[ThrownEntry], lying: &[ThrownEntry], made: &[u32]) -> bool {
    let mut made = made.iter();
    let mut lying = Lying::of(lying);
    for throw in throws {
        let kept = lying.take(throw);
        if throw.source != SourceEntry::Rolled {
            continue;
        }
        let (old, new) = throw.faces.split_at(kept.len().min(throw.faces.len()));
        if old != kept || !new.iter().all(|face| made.next() == Some(face)) {
            return false;
        }
    }
    made.next().is_none()
}

/// The dice that the generator threw for some throws, besides those that lay on the table.
pub fn fresh(throws: &[ThrownEntry], lying: &[ThrownEntry]) -> Vec<Drawn> {
    let mut lying = Lying::of(lying);
    let mut drawn = Vec::new();
    for throw in throws {
        let kept = lying.take(throw).len();
        if throw.source == SourceEntry::Rolled {
            drawn.extend(throw.faces.iter().skip(kept).map(|face| Drawn {
                sides: throw.sides,
                lowest: throw.lowest,
                face: *face,
            }));
        }
    }
    drawn
}

/// Throws that lie on the table; each serves once, as [`Replay`](crate::dice::Replay) has it.
struct Lying<'a>(Vec<&'a ThrownEntry>);

impl<'a> Lying<'a> {
    fn of(throws: &'a [ThrownEntry]) -> Self {
        Lying(throws.iter().collect())
    }

    /// Takes the faces of a throw that lay on the table already.
    fn take(&mut self, throw: &ThrownEntry) -> &'a [u32] {
        let own = |kept: &&ThrownEntry| kept.by == throw.by && served(kept, throw);
        // The dice of a side serve whichever side has to throw them.
        let of_a_side = |kept: &&ThrownEntry| {
            share_dice(&kept.by, &throw.by)
                && served(kept, throw)
                && throw.faces.starts_with(&kept.faces)
        };
        let place = self.0.iter().position(own);
        let place = place.or_else(|| self.0.iter().position(of_a_side));
        let Some(place) = place else {
            return &[];
        };
        let kept = self.0.remove(place);
        let most = kept.faces.len().min(throw.faces.len());
        kept.faces.get(..most).unwrap_or_default()
    }
}

/// Whether a throw that lay on the table could serve for another, as far as the dice go.
fn served(kept: &ThrownEntry, throw: &ThrownEntry) -> bool {
    // A sum without faces serves for the same sum only.
    let faces = match (kept.faces.is_empty(), throw.faces.is_empty()) {
        (true, true) => kept.dice == throw.dice,
        (true, false) => false,
        (false, _) => true,
    };
    faces && kept.r#for == throw.r#for && (kept.sides, kept.lowest) == (throw.sides, throw.lowest)
}
