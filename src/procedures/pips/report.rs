//! What a melee came to, for a person and for a program.

use super::super::outcome::{Field, Outcome, UnitOutcome, Value};
use super::super::working::Working;
use super::{Fate, Fighter, Melee};
use crate::number::Number;
use crate::rules::condition::{Condition, Role};
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;

/// What the other side looks like to a unit, after the melee.
#[derive(Clone, Copy)]
struct Facing<'f> {
    fighters: &'f [Fighter<'f>],
    fates: &'f [Fate],
    morale: Morale,
}

/// Whether a side has to check its morale after the melee.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Morale {
    /// It lost more than the other.
    Checked,
    /// It did not.
    Unshaken,
}

impl Morale {
    fn after(own_lost: Number, foe_lost: Number) -> Morale {
        if own_lost > foe_lost {
            Morale::Checked
        } else {
            Morale::Unshaken
        }
    }
}

/// Whether an attacker is caught among the enemy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hold {
    /// It cannot be, or nobody stands in its way.
    Free,
    /// It is.
    Caught,
    /// It is, unless the enemy fails its check and gives way.
    Open,
}

impl Melee<'_> {
    pub(super) fn outcome(
        &self,
        attackers: &[Fate],
        defenders: &[Fate],
        working: &mut Working,
    ) -> Outcome {
        let lost = |fates: &[Fate]| -> Number { fates.iter().map(|fate| fate.lost).sum() };
        let (attackers_lost, defenders_lost) = (lost(attackers), lost(defenders));
        let attacking = Facing {
            fighters: &self.attackers,
            fates: attackers,
            morale: Morale::after(attackers_lost, defenders_lost),
        };
        let defending = Facing {
            fighters: &self.defenders,
            fates: defenders,
            morale: Morale::after(defenders_lost, attackers_lost),
        };
        let mut brief = Vec::new();
        let attacker = self.units(attacking, defending, &mut brief, working);
        let defender = self.units(defending, attacking, &mut brief, working);
        let summary = if working.has_words() {
            let loss = &self.case.rules.loss;
            let (attackers, defenders) = (loss.of(attackers_lost), loss.of(defenders_lost));
            format!("attacker loses {attackers}, defender {defenders}")
        } else {
            String::new()
        };
        Outcome {
            summary,
            brief,
            fields: Vec::new(),
            attacker,
            defender,
            blank: None,
        }
    }

    fn units(
        &self,
        own: Facing<'_>,
        foe: Facing<'_>,
        brief: &mut Vec<String>,
        working: &mut Working,
    ) -> Vec<UnitOutcome> {
        let units = own.fighters.iter().zip(own.fates);
        units
            .map(|(fighter, fate)| {
                let hold = self.hold(fighter, fate, foe, working);
                let result = self.result(fighter, fate, hold);
                let result = result.map(|id| self.case.rules.results.get(id).say.clone());
                if working.has_words() {
                    let line = self.line(fighter, fate, result.as_deref(), own.morale, hold);
                    brief.extend(line);
                }
                UnitOutcome {
                    types: self.case.type_ids(fighter.subject.unit),
                    name: self.case.name(fighter.subject.unit),
                    lost: Some(fate.lost),
                    result,
                    fields: self.fields(fighter, fate, own.morale, hold),
                }
            })
            .collect()
    }

    fn fields(&self, fighter: &Fighter<'_>, fate: &Fate, morale: Morale, hold: Hold) -> Vec<Field> {
        let mut fields = vec![
            Field::step("dice", fate.dice),
            Field::step("pips", fate.pips),
            Field::headline("checks_morale", morale == Morale::Checked),
        ];
        match (&fate.checked, &self.numbers.first_blow) {
            (Some(checked), _) => fields.extend(checked.fields(Field::headline)),
            // The same fields whatever is thrown, so that odds set like beside like.
            (None, Some(first_blow)) if self.may_be_checked(fighter) => {
                fields.push(Field::headline("passed", Value::Null));
                if first_blow.check.ladder.is_some() {
                    fields.push(Field::headline("level", Value::Null));
                }
            }
            (None, _) => {}
        }
        if let Some(caught) = &self.numbers.caught
            && self.can_be_caught(fighter)
        {
            let value = match hold {
                Hold::Free => Value::from(false),
                Hold::Caught => Value::from(true),
                Hold::Open => Value::Null,
            };
            fields.push(Field::step(&caught.field, value));
        }
        fields
    }

    /// Whether a unit may be checked in the midst of the melee.
    fn may_be_checked(&self, fighter: &Fighter<'_>) -> bool {
        self.first_blow.is_some() && fighter.subject.role == Role::Attacker
    }

    /// What a unit does: it is destroyed, has a result of the table's, or is caught.
    fn result(&self, fighter: &Fighter<'_>, fate: &Fate, hold: Hold) -> Option<Id<ResultPhrase>> {
        if fate.is_all_of(fighter) {
            return self.numbers.destroyed;
        }
        let mut results = self.numbers.results.iter();
        let result = results.find(|verdict| self.holds(fighter, &verdict.when));
        let caught = self.numbers.caught.as_ref();
        let caught = caught.filter(|_| hold == Hold::Caught);
        result
            .map(|verdict| verdict.result)
            .or_else(|| caught.map(|caught| caught.result))
    }

    fn holds(&self, fighter: &Fighter<'_>, when: &[Condition]) -> bool {
        self.case.all_hold(fighter.subject, when)
    }

    fn can_be_caught(&self, fighter: &Fighter<'_>) -> bool {
        let caught = self.numbers.caught.as_ref();
        fighter.subject.role == Role::Attacker
            && caught.is_some_and(|caught| self.holds(fighter, &caught.when))
    }

    /// Whether an attacker is caught: it is among enemies who stand and need not be checked.
    fn hold(
        &self,
        fighter: &Fighter<'_>,
        fate: &Fate,
        foe: Facing<'_>,
        working: &mut Working,
    ) -> Hold {
        let Some(caught) = &self.numbers.caught else {
            return Hold::Free;
        };
        let stands =
            |(foe, fate): (&Fighter<'_>, &Fate)| self.result(foe, fate, Hold::Free).is_none();
        let any_stands = foe.fighters.iter().zip(foe.fates).any(stands);
        if !self.can_be_caught(fighter) || fate.is_all_of(fighter) || !any_stands {
            return Hold::Free;
        }
        let hold = match foe.morale {
            Morale::Checked => Hold::Open,
            Morale::Unshaken => Hold::Caught,
        };
        working.note(&caught.cite, || {
            let does = match hold {
                Hold::Open => &caught.unsure,
                Hold::Caught | Hold::Free => &self.case.rules.results.get(caught.result).say,
            };
            format!("{}: {does}", fighter.throw.label)
        });
        hold
    }

    /// `infantry: 3 gleven lost, must check morale`.
    fn line(
        &self,
        fighter: &Fighter<'_>,
        fate: &Fate,
        result: Option<&str>,
        morale: Morale,
        hold: Hold,
    ) -> Option<String> {
        let lost = (fate.lost > Number::ZERO)
            .then(|| format!("{} lost", self.case.rules.loss.of(fate.lost)));
        let checked = fate.checked.and_then(|checked| checked.passed());
        let checked = checked.map(|passed| match passed {
            true => "passes its check",
            false => "fails its check",
        });
        // Who is gone need not be checked, and who was checked in between has been.
        let must = morale == Morale::Checked && checked.is_none() && !fate.is_all_of(fighter);
        let must = must.then_some("must check morale");
        let caught = self.numbers.caught.as_ref();
        let unsure = caught.filter(|_| hold == Hold::Open);
        let unsure = unsure.map(|caught| caught.unsure.as_str());
        let parts: Vec<&str> = [lost.as_deref(), result, checked, must, unsure]
            .into_iter()
            .flatten()
            .collect();
        let name = self.case.name(fighter.subject.unit);
        (!parts.is_empty()).then(|| format!("{name}: {}", parts.join(", ")))
    }
}

impl Fate {
    /// Whether nothing is left of the unit.
    fn is_all_of(&self, fighter: &Fighter<'_>) -> bool {
        self.lost >= fighter.left
    }
}
