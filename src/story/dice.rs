//! The dice of a battle: throws, luck, and the seal with its proof.

use super::Telling;
use crate::battle::{Audit, SourceEntry, ThrownEntry, luck as luck_of};
use crate::naming::phrase;
use crate::paper::{Bar, Block, Plot, Section};

/// How many standard deviations to either side chance allows for as a rule.
const AS_A_RULE: f64 = 2.0;

/// The dice of a ruling that may be told, in a text; nothing where none were thrown.
pub(super) fn thrown(
    throws: &[ThrownEntry],
    told: impl Fn(&ThrownEntry) -> bool,
) -> Option<String> {
    let throws = throws.iter().filter(|throw| throw.dice > 0 && told(throw));
    let texts: Vec<String> = throws.map(of_throw).collect();
    (!texts.is_empty()).then(|| format!("dice: {}", texts.join("; ")))
}

/// `musketeers 6 5 4 1 by hand`.
fn of_throw(throw: &ThrownEntry) -> String {
    let who = match throw.label.is_empty() {
        true => &throw.by,
        false => &throw.label,
    };
    let faces: Vec<String> = throw.faces.iter().map(u32::to_string).collect();
    let faces = match faces.is_empty() {
        true => format!("={}", throw.sum),
        false => faces.join(" "),
    };
    let hand = match throw.source {
        SourceEntry::Told => " (by hand)",
        SourceEntry::Rolled => "",
    };
    format!("{who} {faces}{hand}")
}

/// What was thrown against what could be expected.
pub(super) fn luck(telling: &Telling<'_>) -> Option<Section> {
    let bars = luck_of(telling.record)
        .into_iter()
        .filter(|luck| telling.tells_of(&luck.side))
        .map(|luck| {
            let by = match luck.source {
                SourceEntry::Told => "by hand",
                SourceEntry::Rolled => "by the program",
            };
            let dice = phrase::count(i64::try_from(luck.dice).unwrap_or(i64::MAX), "die", "dice");
            let reach = AS_A_RULE * luck.deviation;
            Bar {
                name: format!("{}, {dice} {by}", luck.side),
                value: sum(luck.sum),
                expected: luck.expected,
                band: (luck.expected - reach, luck.expected + reach),
            }
        });
    let bars: Vec<Bar> = bars.collect();
    if bars.is_empty() {
        return None;
    }
    let mut section = Section::new("Luck");
    section.blocks.push(Block::Plot(Plot::Bars {
        title: "The sum of all dice, within the band in which nineteen battles in twenty lie"
            .to_owned(),
        of: "dice".to_owned(),
        bars,
    }));
    Some(section)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "sums of faces are below 2^53 by far"
)]
fn sum(sum: u64) -> f64 {
    sum as f64
}

/// The seal of the dice, and what came of holding them against it.
pub(super) fn seal(telling: &Telling<'_>) -> Section {
    let mut section = Section::new("The seal of the dice");
    section.prose(format!(
        "Sealed when the battle was opened: `{}`.",
        telling.opening.seal
    ));
    let words: Vec<&str> = telling.record.seed_words().collect();
    if !words.is_empty() {
        section.prose(format!(
            "Mixed into the seed by the players: {}.",
            words.join(", ")
        ));
    }
    if let Some(secret) = telling.record.revealed() {
        section.prose(format!("The seed, revealed at the end: {}.", secret.seed()));
    }
    section.prose(match telling.proof {
        Audit::Fair { dice, by_hand } => {
            let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
            let dice = phrase::count(whole(*dice), "die is", "dice are");
            let by_hand = phrase::count(whole(*by_hand), "die was", "dice were");
            format!("Proof: {dice} as the seed makes them; {by_hand} thrown by hand.")
        }
        Audit::OtherSeed => "Proof: the seed is not the one that was sealed.".to_owned(),
        Audit::NoSeed => "Proof: none yet; the seed is not revealed.".to_owned(),
        Audit::Differs { entry, .. } => {
            format!("Proof: the dice of entry {entry} are not those of the seed.")
        }
    });
    section
}
