//! What fire came to, for a person and for a program.

use super::super::outcome::{Field, Headline, Outcome, UnitOutcome, Value};
use super::super::strength;
use super::super::working::Working;
use super::{Fire, Fired};
use crate::number::Number;

impl Fire<'_> {
    pub(super) fn outcome(&self, fired: &Fired, units: &[Fired], working: &mut Working) -> Outcome {
        let case = self.case;
        let blank = self.blank.as_ref();
        let hits = Number::whole(i64::from(fired.hits));
        let lost = match blank {
            Some(blank) => {
                working.note(&None, || format!("{}: blank, so no hits", blank.what));
                None
            }
            None => Some(strength::suffered(case, self.target, hits)),
        };
        let withdraws = lost.and_then(|lost| strength::withdraws(case, self.target, lost, working));
        let attacker = case
            .situation
            .attacker
            .units
            .iter()
            .zip(units)
            .map(|(unit, fired)| UnitOutcome {
                types: case.type_ids(unit),
                name: case.name(unit),
                lost: Some(Number::ZERO),
                result: None,
                fields: fired.fields(Headline::No, blank),
            })
            .collect();
        let target = UnitOutcome {
            types: case.type_ids(self.target),
            name: case.name(self.target),
            lost,
            result: None,
            fields: withdraws.into_iter().collect(),
        };
        let mut fields = fired.fields(Headline::Yes, blank);
        if blank.is_some() {
            fields.push(Field::step("result", Value::Null));
        }
        for mark in self.marks {
            fields.push(Field::headline(
                &mark.field,
                fired.marks.contains(&mark.field),
            ));
        }
        Outcome {
            summary: self.summary(fired),
            brief: self.brief(fired, &target, working),
            fields,
            attacker,
            defender: vec![target],
            blank: blank.cloned(),
        }
    }

    fn summary(&self, fired: &Fired) -> String {
        if self.volleys.is_empty() {
            return "out of range".to_owned();
        }
        if let Some(blank) = &self.blank {
            return format!("{}: blank", blank.what);
        }
        if fired.dice == 0 {
            return "nobody may fire".to_owned();
        }
        match fired.hits {
            1 => "1 hit".to_owned(),
            hits => format!("{hits} hits"),
        }
    }

    fn brief(&self, fired: &Fired, target: &UnitOutcome, working: &Working) -> Vec<String> {
        if !working.has_words() || self.volleys.is_empty() {
            return Vec::new();
        }
        let mut lines = Vec::new();
        for mark in self.marks {
            if fired.marks.contains(&mark.field) {
                lines.push(mark.say.clone());
            }
        }
        let lost = target.lost.unwrap_or(Number::ZERO);
        if lost > Number::ZERO {
            lines.push(format!(
                "{} lost by {}",
                self.case.rules.loss.of(lost),
                target.name
            ));
        }
        if !target.fields.is_empty()
            && let Some(rule) = &self.case.rules.withdraws
        {
            lines.push(format!("{}: {}", target.name, rule.say));
        }
        lines
    }
}
