//! What tests come to: who breaks off, how far, and who guards the prisoners.

use super::super::case::Subject;
use super::super::giving_way::{self, Prisoners};
use super::super::outcome::{Field, Outcome, UnitOutcome};
use super::super::working::Working;
use super::{Stand, Tester, Tests};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;

impl Tests<'_> {
    /// What the tests come to.
    pub(super) fn outcome(&self, stands: &[Stand], working: &Working) -> Outcome {
        let attackers = self.in_contact(Role::Attacker, stands);
        let defenders = self.in_contact(Role::Defender, stands);
        let mut prisoners = Prisoners::default();
        for (subject, stand) in self.each(stands) {
            if let Stand::Failed(_, result) = stand {
                prisoners.take(self.case, subject, result);
            }
        }
        let mut fields = vec![
            Field::headline("continues", self.both_in_contact(stands)),
            Field::step("attacker_in_contact", attackers),
            Field::step("defender_in_contact", defenders),
        ];
        fields.extend(prisoners.fields());
        let mut outcome = Outcome {
            fields,
            ..Outcome::default()
        };
        for (tester, stand) in self.testers.iter().zip(stands) {
            let unit = self.unit(tester, *stand);
            match tester.subject.role {
                Role::Defender => outcome.defender.push(unit),
                Role::Attacker | Role::Either => outcome.attacker.push(unit),
            }
        }
        if working.has_words() {
            outcome.summary = summary(attackers, defenders);
            let testers = self.testers.iter().zip(stands);
            outcome.brief = testers
                .filter_map(|(tester, stand)| self.brief(tester, *stand))
                .chain(prisoners.brief())
                .collect();
        }
        outcome
    }

    fn unit(&self, tester: &Tester<'_>, stand: Stand) -> UnitOutcome {
        let case = self.case;
        let (roll, passed, result) = match stand {
            Stand::Untested => (None, None, None),
            Stand::Passed(roll) => (Some(roll), Some(true), None),
            Stand::Failed(roll, result) => (Some(roll), Some(false), Some(result)),
        };
        let distance = result.and_then(|result| self.distance(tester.subject, result));
        UnitOutcome {
            types: case.type_ids(tester.subject.unit),
            name: case.name(tester.subject.unit),
            lost: Some(Number::ZERO),
            result: result.map(|result| case.rules.results.get(result).say.clone()),
            fields: vec![
                Field::step("target", tester.target),
                Field::step("roll", roll),
                Field::step("passed", passed),
                Field::step("move", distance),
            ],
        }
    }

    fn distance(&self, subject: Subject<'_>, result: Id<ResultPhrase>) -> Option<Number> {
        giving_way::distance(self.case, subject, self.numbers.moves, result)
    }

    /// A line for each unit that has tested.
    fn brief(&self, tester: &Tester<'_>, stand: Stand) -> Option<String> {
        let name = self.case.name(tester.subject.unit);
        let target = tester.target;
        match stand {
            Stand::Untested => None,
            Stand::Passed(roll) => Some(format!("{name}: {roll} against {target}, stands")),
            Stand::Failed(roll, result) => {
                let distance = self.distance(tester.subject, result);
                let phrase = giving_way::phrase(self.case, result, distance);
                Some(format!("{name}: {roll} against {target}, {phrase}"))
            }
        }
    }
}

fn summary(attackers: Number, defenders: Number) -> String {
    match (attackers > Number::ZERO, defenders > Number::ZERO) {
        (true, true) => format!("melee continues, {attackers} v {defenders}"),
        (true, false) => "the defender breaks off".to_owned(),
        (false, true) => "the attacker breaks off".to_owned(),
        (false, false) => "both sides break off".to_owned(),
    }
}
