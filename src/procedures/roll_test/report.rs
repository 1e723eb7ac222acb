//! What checks came to, for a person and for a program.

use super::super::case::Subject;
use super::super::outcome::{Field, Outcome, UnitOutcome, Value};
use super::super::working::Working;
use super::{Check, Checked, Checks, Level, Stance};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::procedure::Verdict;

impl Checks<'_> {
    /// What the rule set calls passing or failing.
    fn result(&self, subject: Subject<'_>, passed: bool) -> Option<String> {
        let verdicts = if passed {
            &self.numbers.passed
        } else {
            &self.numbers.failed
        };
        let applies = |verdict: &&Verdict| self.case.all_hold(subject, &verdict.when);
        let verdict = verdicts.iter().find(applies)?;
        Some(self.case.rules.results.get(verdict.result).say.clone())
    }

    pub(super) fn outcome(&self, checked: &[Checked], working: &Working) -> Outcome {
        let units: Vec<UnitOutcome> = self
            .units
            .iter()
            .zip(checked)
            .map(|(check, checked)| self.unit(check, checked))
            .collect();
        // One unit's values stand at the top too, and odds are given for them once.
        let fields = match checked {
            [only] => only.fields(Field::headline),
            _ => Vec::new(),
        };
        let (summary, brief) = match (working.has_words(), checked, units.as_slice()) {
            (false, ..) => (String::new(), Vec::new()),
            (true, [only], [unit]) => (
                self.says(0, only),
                self.below(only, unit).into_iter().collect(),
            ),
            _ => (of_all(checked), self.lines(checked, &units)),
        };
        Outcome {
            summary,
            brief,
            fields,
            attacker: units,
            defender: self.unchecked(),
            blank: self.blank.clone(),
        }
    }

    /// The units of the other side, against which others are checked.
    fn unchecked(&self) -> Vec<UnitOutcome> {
        let foes = self.case.subjects(Role::Defender);
        foes.map(|foe| UnitOutcome {
            types: self.case.type_ids(foe.unit),
            name: self.case.name(foe.unit),
            lost: Some(Number::ZERO),
            ..UnitOutcome::default()
        })
        .collect()
    }

    fn unit(&self, check: &Check<'_>, checked: &Checked) -> UnitOutcome {
        let unit = check.subject.unit;
        let fields = match self.units.len() {
            1 => checked.fields(Field::step),
            _ => checked.fields(Field::headline),
        };
        UnitOutcome {
            types: self.case.type_ids(unit),
            name: self.case.name(unit),
            lost: Some(Number::ZERO),
            result: checked
                .passed
                .and_then(|passed| self.result(check.subject, passed)),
            fields,
        }
    }

    /// `passes: 5, 7 or less needed`, or the reason why there are no dice.
    fn says(&self, place: usize, checked: &Checked) -> String {
        let settled = match self.units.get(place).map(|check| &check.stance) {
            Some(Stance::Settled(settled)) => Some(&settled.say),
            _ => None,
        };
        let does = match checked.passed {
            Some(true) => "passes: ",
            Some(false) => "fails: ",
            None => "",
        };
        match (settled, checked.roll) {
            (Some(reason), _) => format!("{does}{reason}"),
            (None, Some(roll)) => format!("{does}{}", self.against(roll, checked.target)),
            (None, None) => "a number is blank, so nothing is decided".to_owned(),
        }
    }

    /// What the unit then does, and its level.
    fn below(&self, checked: &Checked, unit: &UnitOutcome) -> Option<String> {
        let level = match checked.level {
            Level::At(level) => Some(self.level_name(level)),
            Level::None | Level::Unsaid => None,
        };
        let parts: Vec<String> = unit.result.iter().cloned().chain(level).collect();
        (!parts.is_empty()).then(|| format!("{}: {}", unit.name, parts.join(", ")))
    }

    fn lines(&self, checked: &[Checked], units: &[UnitOutcome]) -> Vec<String> {
        let each = checked.iter().zip(units).enumerate();
        each.map(|(place, (checked, unit))| {
            let says = self.says(place, checked);
            match self.below(checked, unit) {
                Some(below) => format!("{below} ({says})"),
                None => format!("{}: {says}", unit.name),
            }
        })
        .collect()
    }
}

impl Checked {
    /// Whether it passed; `None` for a unit that was not checked, or whose target is blank.
    pub(in crate::procedures) fn passed(self) -> Option<bool> {
        self.passed
    }

    /// Its values; `asked` makes those that odds are given for.
    pub(in crate::procedures) fn fields(&self, asked: impl Fn(&str, Value) -> Field) -> Vec<Field> {
        let mut fields = vec![
            Field::step("target", self.target),
            Field::step("roll", self.roll),
            asked("passed", Value::from(self.passed)),
        ];
        match self.level {
            Level::None => {}
            Level::Unsaid => fields.push(asked("level", Value::Null)),
            Level::At(level) => {
                fields.push(asked("level", Value::from(Number::from(level))));
            }
        }
        fields
    }
}

/// `1 of 2 passes`.
fn of_all(checked: &[Checked]) -> String {
    let passing = checked
        .iter()
        .filter(|checked| checked.passed == Some(true))
        .count();
    let pass = if passing == 1 { "passes" } else { "pass" };
    format!("{passing} of {} {pass}", checked.len())
}
