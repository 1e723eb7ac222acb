//! What only a whole ruling can show: names that are two things, circles, steps that nobody reads.

use std::collections::BTreeSet;

use super::names::is_built_in;
use super::step::is_effect;
use super::{Body, LeansOn, PartOf, Resolver};
use crate::rules::read::steps::raw::{RawField, RawStep};
use crate::rules::steps::{Act, Run, Step, StepId};

impl Resolver<'_, '_> {
    /// Notes what only the whole ruling shows.
    pub(super) fn check_whole(&self, steps: &[Option<Step>], sequence: &[Run]) {
        for entry in &self.entries {
            self.check_name(&entry.key.text, &entry.key.at);
        }
        self.check_circles();
        // What leans on a step with a fault is not known.
        if steps.iter().all(Option::is_some) && self.shared.iter().all(|one| one.resolved.is_some())
        {
            self.check_read();
            self.check_order(steps, sequence);
        }
    }

    /// Notes a step that has the name of something else whose value can be asked.
    fn check_name(&self, name: &str, at: &std::ops::Range<usize>) {
        let values = &self.read.shared.values.0;
        let also = values.iter().find(|(key, _)| key.text == name);
        if let Some((key, _)) = also {
            self.fault(at, format!("`{name}` is a step and a shared value"))
                .also(key.at.clone(), "the value")
                .hint("give one of them another name");
            return;
        }
        let what = if is_built_in(name) {
            "a name that every table has"
        } else if self.lexicon.settings.find::<()>(name).is_some() {
            "a setting"
        } else if self.has_number_said(name) {
            "a word with a number"
        } else {
            return;
        };
        self.fault(at, format!("`{name}` is a step and {what}"))
            .hint("give the step another name; `field` says its name in JSON");
    }

    /// Notes shared values that are worked out from one another.
    fn check_circles(&self) {
        let leans = self.leans.borrow();
        let mut done = BTreeSet::new();
        for start in 0..self.shared.len() {
            if let Some(circle) = circle(&leans, start, &mut Vec::new(), &mut done) {
                let names: Vec<&str> = circle
                    .iter()
                    .filter_map(|one| self.shared.get(*one))
                    .map(|wanted| wanted.key.text.as_str())
                    .collect();
                let Some(first) = circle.first().and_then(|one| self.shared.get(*one)) else {
                    continue;
                };
                let message = match names.as_slice() {
                    [only] => format!("the value `{only}` is worked out from itself"),
                    names => format!(
                        "the values `{}` are worked out from one another",
                        names.join("`, `")
                    ),
                };
                self.fault(&first.key.at, message)
                    .hint("what is known first is a value, or a step, of its own");
            }
        }
    }

    /// Notes hidden steps that nobody reads and that change nothing.
    fn check_read(&self) {
        let leans = self.leans.borrow();
        let read: BTreeSet<StepId> = leans
            .iter()
            .filter_map(|(_, on)| match on {
                LeansOn::Step(step) => Some(*step),
                _ => None,
            })
            .collect();
        for (id, entry) in (0..).map(StepId).zip(&self.entries) {
            let Body::Step(raw) = entry.body else {
                continue;
            };
            let hidden = matches!(raw.field, Some(RawField::Hidden));
            let readings = self.readings_of(id);
            let anybody =
                read.contains(&id) || readings.into_iter().any(|reading| read.contains(&reading));
            if hidden && !anybody && !is_effect(raw) && raw.headline != Some(true) && !speaks(raw) {
                let name = &entry.key.text;
                self.fault(
                    &entry.key.at,
                    format!("nobody reads the step `{name}`, and it is not shown"),
                )
                .hint("leave out `field = false`, or the step");
            }
        }
    }

    fn readings_of(&self, throw: StepId) -> Vec<StepId> {
        let entries = (0..).map(StepId).zip(&self.entries);
        entries
            .filter(|(_, entry)| matches!(entry.body, Body::Reading(of, ..) if of == throw))
            .map(|(id, _)| id)
            .collect()
    }

    /// Notes rows of steps whose order only dice decide.
    fn check_order(&self, steps: &[Option<Step>], sequence: &[Run]) {
        let dice = self.decided_by_dice(steps);
        let leans = self.leans.borrow();
        for (place, run) in sequence.iter().enumerate() {
            let Run::Each(row) = run else { continue };
            let key = self.turns.iter().find(|(number, _)| *number == place);
            let Some((_, key)) = key else { continue };
            let before = row.steps.first().copied();
            let losses = steps.iter().zip((0..).map(StepId)).any(|(step, id)| {
                let loses = step
                    .as_ref()
                    .is_some_and(|step| matches!(step.act, Act::Lose(..)));
                loses && dice.contains(&PartOf::Step(id)) && before.is_none_or(|first| id < first)
            });
            let by_dice = leans.iter().any(|(part, on)| {
                *part == PartOf::Order(place) && leans_on_dice(&dice, *on, losses)
            });
            if by_dice {
                let message = format!("dice decide in what order `{}` runs", key.text);
                self.fault(&key.at, message)
                    .hint("`by` names what is known before the dice: a number of the types, or of the words");
            }
        }
    }

    /// The steps and shared values that dice decide.
    fn decided_by_dice(&self, steps: &[Option<Step>]) -> Vec<PartOf> {
        let leans = self.leans.borrow();
        let mut dice: Vec<PartOf> = (0..)
            .map(StepId)
            .zip(steps)
            .filter(|(_, step)| {
                let act = step.as_ref().map(|step| &step.act);
                matches!(act, Some(Act::Roll(_) | Act::Reading(..)))
            })
            .map(|(id, _)| PartOf::Step(id))
            .collect();
        let mut known = 0;
        while known < dice.len() {
            known = dice.len();
            for (part, on) in leans.iter() {
                if !dice.contains(part) && leans_on_dice(&dice, *on, false) {
                    dice.push(*part);
                }
            }
        }
        dice
    }
}

fn leans_on_dice(dice: &[PartOf], on: LeansOn, losses: bool) -> bool {
    match on {
        LeansOn::Step(step) => dice.contains(&PartOf::Step(step)),
        LeansOn::Shared(shared) => dice.contains(&PartOf::Shared(shared)),
        LeansOn::Losses => losses,
    }
}

/// The first circle that is reached from a shared value; `done` are those that lead to none.
fn circle(
    leans: &[(PartOf, LeansOn)],
    at: usize,
    path: &mut Vec<usize>,
    done: &mut BTreeSet<usize>,
) -> Option<Vec<usize>> {
    if let Some(from) = path.iter().position(|one| *one == at) {
        return path.get(from..).map(<[usize]>::to_vec);
    }
    if !done.insert(at) {
        return None;
    }
    path.push(at);
    let mut next = leans.iter().filter_map(|(part, on)| match (part, on) {
        (PartOf::Shared(from), LeansOn::Shared(to)) if *from == at => Some(*to),
        _ => None,
    });
    let found = next.find_map(|next| circle(leans, next, path, done));
    path.pop();
    found
}

/// Whether the working says something of a step that the table words itself.
fn speaks(raw: &RawStep) -> bool {
    raw.say.is_some()
}
