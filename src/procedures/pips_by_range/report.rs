//! What fire came to, for a person and for a program.

use super::super::outcome::{Field, Outcome, UnitOutcome, Value};
use super::super::working::Working;
use super::{Fire, Fired, Volley};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::procedure::FireMark;

impl Fire<'_> {
    pub(super) fn outcome(&self, fired: &[Fired], lost: Number, working: &Working) -> Outcome {
        let case = self.case;
        let attacker = case.situation.attacker.units.iter().enumerate();
        let attacker = attacker
            .map(|(place, unit)| UnitOutcome {
                types: case.type_ids(unit),
                name: case.name(unit),
                lost: Some(Number::ZERO),
                result: None,
                fields: self.of_unit(place, fired),
            })
            .collect();
        let unit = self.target.unit;
        let defender = UnitOutcome {
            types: case.type_ids(unit),
            name: case.name(unit),
            lost: Some(lost),
            result: None,
            fields: self.marks(Role::Defender, |mark| self.is_marked(mark)),
        };
        let thrown: u32 = self.volleys.iter().map(|v| v.throw.pool.dice).sum();
        let pips: u32 = fired.iter().map(|fired| fired.pips).sum();
        let per = format!("pips_per_{}", case.rules.loss.one);
        Outcome {
            summary: self.summary(lost, working),
            brief: self.brief(working),
            fields: vec![
                Field::step("dice", thrown),
                Field::step("pips", pips),
                Field::step(&per, self.pips_per_loss()),
            ],
            attacker,
            defender: vec![defender],
            blank: None,
        }
    }

    /// What pips cost, where that is the same for all.
    fn pips_per_loss(&self) -> Option<Number> {
        let (first, rest) = self.volleys.split_first()?;
        let same = |volley: &Volley<'_>| volley.toll.whole == first.toll.whole;
        rest.iter().all(same).then_some(first.toll.whole)
    }

    /// The dice and pips of a unit; of units that throw together each says the dice that it adds.
    fn of_unit(&self, place: usize, fired: &[Fired]) -> Vec<Field> {
        let mut dice = Number::ZERO;
        let mut pips = Some(0);
        let own = |volley: &Volley<'_>| volley.shares.iter().all(|share| share.unit == place);
        for (volley, fired) in self.volleys.iter().zip(fired) {
            let shares = volley.shares.iter().filter(|share| share.unit == place);
            let shares: Number = shares.map(|share| share.dice).sum();
            if own(volley) {
                dice += Number::from(volley.throw.pool.dice);
                pips = pips.map(|pips| pips + fired.pips);
            } else if shares > Number::ZERO {
                dice += shares;
                pips = None;
            }
        }
        let mut fields = vec![Field::step("dice", dice), Field::step("pips", pips)];
        fields.extend(self.marks(Role::Attacker, |mark| {
            let mut shares = self.volleys.iter().flat_map(|volley| &volley.shares);
            shares.any(|share| share.unit == place && share.has(mark))
        }));
        fields
    }

    fn marks(&self, role: Role, is_marked: impl Fn(&FireMark) -> bool) -> Vec<Field> {
        self.numbers
            .marks
            .iter()
            .filter(|mark| mark.role == role)
            .map(|mark| Field::step(&mark.field, Value::from(is_marked(mark))))
            .collect()
    }

    /// Whether any fire does it.
    fn is_marked(&self, mark: &FireMark) -> bool {
        let mut shares = self.volleys.iter().flat_map(|volley| &volley.shares);
        shares.any(|share| share.has(mark))
    }

    fn summary(&self, lost: Number, working: &Working) -> String {
        if !working.has_words() {
            return String::new();
        }
        if self.volleys.is_empty() {
            return "out of range".to_owned();
        }
        let name = self.case.name(self.target.unit);
        if lost.is_zero() {
            return format!("{name}: no loss");
        }
        format!("{name}: {} lost", self.case.rules.loss.of(lost))
    }

    fn brief(&self, working: &Working) -> Vec<String> {
        if !working.has_words() {
            return Vec::new();
        }
        let marks = self.numbers.marks.iter();
        marks
            .filter(|mark| self.is_marked(mark))
            .map(|mark| mark.say.clone())
            .collect()
    }
}

impl super::Share<'_> {
    fn has(&self, mark: &FireMark) -> bool {
        self.marks.iter().any(|own| std::ptr::eq(*own, mark))
    }
}
