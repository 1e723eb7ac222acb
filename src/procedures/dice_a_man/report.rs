//! What a melee comes to, unit by unit.

use super::super::outcome::{Field, Outcome, UnitOutcome};
use super::super::strength;
use super::super::working::Working;
use super::{Fought, Melee};
use crate::number::Number;

impl Melee<'_> {
    /// What the blows of both sides come to.
    pub(super) fn outcome(
        &self,
        attackers: &[Fought<'_>],
        defenders: &[Fought<'_>],
        working: &mut Working,
    ) -> Outcome {
        let mut units = |side: &[Fought<'_>]| -> Vec<UnitOutcome> {
            side.iter().map(|of| self.unit(of, working)).collect()
        };
        let mut outcome = Outcome {
            attacker: units(attackers),
            defender: units(defenders),
            blank: self.blank.clone(),
            ..Outcome::default()
        };
        if working.has_words() {
            let all = attackers.iter().chain(defenders);
            let units = outcome.attacker.iter().chain(&outcome.defender);
            outcome.brief = all
                .zip(units)
                .filter_map(|(fought, unit)| self.brief(fought, unit))
                .collect();
            outcome.summary = format!(
                "attacker kills {}, defender kills {}",
                killed_by(attackers),
                killed_by(defenders)
            );
        }
        outcome
    }

    fn unit(&self, fought: &Fought<'_>, working: &mut Working) -> UnitOutcome {
        let case = self.case;
        let unit = fought.fighter.subject.unit;
        let strike = fought.fighter.strike.as_ref();
        let mut fields = vec![
            Field::step("dice", strike.map(|strike| strike.throw.pool.dice)),
            Field::step("kill_on", strike.map(|strike| strike.kills_on)),
            Field::step("kills", fought.kills),
        ];
        let withdraws = fought
            .lost
            .and_then(|lost| strength::withdraws(case, unit, lost, working));
        fields.extend(withdraws);
        UnitOutcome {
            lost: fought.lost,
            fields,
            ..fought.fighter.told.clone()
        }
    }

    /// `heavy foot: 5 figures lost, 15 left`; nothing for a unit without losses.
    fn brief(&self, fought: &Fought<'_>, unit: &UnitOutcome) -> Option<String> {
        let lost = fought.lost.filter(|lost| *lost > Number::ZERO)?;
        let left = fought.fighter.left - lost;
        let lost = self.case.rules.loss.of(lost);
        let withdraws = unit.fields.iter().any(|field| field.name == "withdraws");
        let rule = self.case.rules.withdraws.as_ref().filter(|_| withdraws);
        let then = rule.map_or(String::new(), |rule| format!(", {}", rule.say));
        Some(format!("{}: {lost} lost, {left} left{then}", unit.name))
    }
}

/// How many a side killed, as a person reads it.
fn killed_by(side: &[Fought<'_>]) -> String {
    let all: Option<Number> = side.iter().map(|fought| fought.kills).sum();
    all.map_or("blank".to_owned(), |all| all.to_string())
}
