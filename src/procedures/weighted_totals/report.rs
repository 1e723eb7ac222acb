//! What two totals come to: who gives way, how far, and who guards the prisoners.

use std::cmp::Ordering;

use super::super::case::{Subject, opposite};
use super::super::giving_way::{self, Prisoners};
use super::super::marks;
use super::super::outcome::{Field, Outcome, UnitOutcome};
use super::super::working::Working;
use super::{Totals, side};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;

/// The two totals.
#[derive(Clone, Copy)]
pub(super) struct Compared {
    pub(super) attacker: Number,
    pub(super) defender: Number,
}

impl Compared {
    /// The side with the lower total.
    fn lower(self) -> Option<Role> {
        match self.attacker.cmp(&self.defender) {
            Ordering::Less => Some(Role::Attacker),
            Ordering::Greater => Some(Role::Defender),
            Ordering::Equal => None,
        }
    }
}

impl Totals<'_> {
    /// What the totals come to.
    pub(super) fn outcome(&self, totals: Compared, working: &mut Working) -> Outcome {
        let Compared { attacker, defender } = totals;
        let once = (attacker - defender).abs();
        let doubled = self.is_doubled();
        let difference = if doubled { once.times(2) } else { once };
        let result = self.numbers.results.find(difference.floor());
        let shown = if doubled {
            format!("{once} doubled {difference}")
        } else {
            once.to_string()
        };
        if let (true, Some(rule)) = (doubled, &self.numbers.doubled) {
            working.note(&rule.cite, || {
                let most = self.case.rules.loss.of(rule.at_most);
                let mark = marks::of_ruling(self.case, &["doubled", "at-most"]);
                format!("neither side began with more than {most}{mark}: the difference is doubled")
            });
        }
        let rule = &self.case.rules.rulings.get(self.case.situation.ruling).cite;
        working.note(rule, || {
            let say = result.map_or("", |(_, result)| &self.case.rules.results.get(*result).say);
            let row = result.map_or(String::new(), |(span, _)| span.to_string());
            let mark = marks::of_ruling(self.case, &["results", &row]);
            format!("{attacker} v {defender}, difference {shown} ({row}): {say}{mark}")
        });
        let lower = totals.lower();
        let result = result.map(|(_, result)| *result);
        let mut prisoners = Prisoners::default();
        let mut brief = Vec::new();
        let mut units = |role: Role| -> Vec<UnitOutcome> {
            let result = result.filter(|_| lower == Some(role));
            self.case
                .subjects(role)
                .map(|subject| {
                    if let Some(result) = result {
                        prisoners.take(self.case, subject, result);
                        if working.has_words() {
                            brief.push(self.brief(subject, result));
                        }
                    }
                    self.unit(subject, result)
                })
                .collect()
        };
        let (attackers, defenders) = (units(Role::Attacker), units(Role::Defender));
        brief.extend(prisoners.brief());
        let mut fields = vec![
            Field::step("attacker_total", attacker),
            Field::step("defender_total", defender),
            Field::headline("difference", difference),
            Field::step("doubled", doubled),
            Field::headline("lower", lower.map(side)),
        ];
        fields.extend(prisoners.fields());
        let gives = result.map_or("", |result| &self.case.rules.results.get(result).say);
        Outcome {
            summary: match lower {
                Some(lower) => {
                    let higher = side(opposite(lower));
                    format!("{attacker} v {defender}, {shown} for the {higher}: {gives}")
                }
                None => format!("{attacker} v {defender}: {gives}"),
            },
            brief,
            fields,
            attacker: attackers,
            defender: defenders,
            blank: None,
        }
    }

    /// Whether the fight is small enough for the difference to count twice.
    fn is_doubled(&self) -> bool {
        self.numbers.doubled.as_ref().is_some_and(|rule| {
            [Role::Attacker, Role::Defender]
                .into_iter()
                .all(|role| self.case.begun_by_side(role) <= rule.at_most)
        })
    }

    fn unit(&self, subject: Subject<'_>, result: Option<Id<ResultPhrase>>) -> UnitOutcome {
        let case = self.case;
        let distance = result.and_then(|result| self.distance(subject, result));
        UnitOutcome {
            types: case.type_ids(subject.unit),
            name: case.name(subject.unit),
            lost: Some(Number::ZERO),
            result: result.map(|result| case.rules.results.get(result).say.clone()),
            fields: vec![Field::step("move", distance)],
        }
    }

    fn distance(&self, subject: Subject<'_>, result: Id<ResultPhrase>) -> Option<Number> {
        giving_way::distance(self.case, subject, self.numbers.moves, result)
    }

    fn brief(&self, subject: Subject<'_>, result: Id<ResultPhrase>) -> String {
        let distance = self.distance(subject, result);
        let phrase = giving_way::phrase(self.case, result, distance);
        format!("{}: {phrase}", self.case.name(subject.unit))
    }
}
