//! What leans on what: steps on those before them, values on one another.

use std::ops::Range;

use super::names::is_built_in;
use super::{Body, LeansOn, Own, PartOf, Resolver, Stand};
use crate::rules::steps::{Scope, StepId};

impl<'r> Resolver<'r, '_> {
    /// Notes down what leans on what.
    pub(super) fn lean(&self, stand: Stand<'_>, on: LeansOn) {
        self.leans.borrow_mut().push((stand.part_of, on));
    }

    /// Notes down that something leans on a step; a fault if the step comes later, or if its name
    /// means something else as well.
    pub(super) fn lean_on_step(
        &self,
        step: StepId,
        name: &str,
        at: &Range<usize>,
        stand: Stand<'_>,
    ) -> Option<()> {
        let part_of = stand.part_of;
        self.lean(stand, LeansOn::Step(step));
        let entry = self.entries.get(usize::from(step.0))?;
        // Once its dice have fallen, a throw knows its further readings.
        let own_reading = |from: StepId| {
            stand.own == Own::Value && matches!(entry.body, Body::Reading(of, ..) if of == from)
        };
        if let PartOf::Step(from) = part_of
            && step > from
            && !own_reading(from)
        {
            let turn = self.entries.get(usize::from(from.0))?.turn;
            if turn.is_none() || turn != entry.turn {
                self.fault(at, format!("`{name}` comes after the step that names it"))
                    .also(entry.key.at.clone(), "here")
                    .hint("a step names those before it; a shared value is worked out where it is named");
                return None;
            }
        }
        if let Some(other) = self.other_meaning(name) {
            // Said once, where the step stands, however often it is named; what every table has is
            // told of with the whole ruling.
            if !is_built_in(name) && !self.has_number_said(name) {
                self.fault(&entry.key.at, format!("`{name}` is a step and {other}"))
                    .also(at.clone(), "here it could be either")
                    .hint("give the step another name; `field` says its name in JSON");
            }
            return None;
        }
        self.check_side_of(step, name, at, stand)
    }

    /// A fault if a step of one side names a step of the other side as its own: that has no value there.
    fn check_side_of(
        &self,
        step: StepId,
        name: &str,
        at: &Range<usize>,
        stand: Stand<'_>,
    ) -> Option<()> {
        let PartOf::Step(from) = stand.part_of else {
            return Some(());
        };
        let side = |id: StepId| {
            let entry = self.entries.get(usize::from(id.0))?;
            let narrow = entry.body.scope()? > Scope::Line;
            entry.side().filter(|_| narrow)
        };
        let bare = self.sink.written(at.clone()).trim_matches('"') == name;
        match (side(step), side(from)) {
            (Some(named @ ("attacker" | "defender")), Some(own @ ("attacker" | "defender")))
                if named != own && bare =>
            {
                self.fault(
                    at,
                    format!("`{name}` is of the {named}, and this is of the {own}"),
                )
                .hint(format!("say `opposite.{name}` or `{named}.{name}`"));
                None
            }
            _ => Some(()),
        }
    }
}
