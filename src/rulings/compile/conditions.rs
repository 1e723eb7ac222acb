//! Conditions: three-valued, and known at once where the words of the line settle them.

use super::Compiler;
use crate::number::Number;
use crate::rules::condition::{Condition, Lead, Role};
use crate::rules::kind::Kind;
use crate::rules::setting::{Switch, number_of_reading};
use crate::rules::steps::expression::{Comparison, Expression, Ordered};
use crate::rules::steps::{Cell, Scope};
use crate::rulings::form::Form;
use crate::rulings::operation::Operation;
use crate::rulings::participant::Participant;
use crate::rulings::value::Value;

impl Compiler<'_> {
    /// Whether all conditions hold.
    pub(super) fn all(&mut self, conditions: &[Condition], of: Participant) -> Form {
        let mut forms = Vec::with_capacity(conditions.len());
        for condition in conditions {
            let form = self.condition(condition, of);
            // What follows may lean on what is not so here: a distance that was not said.
            if form.is_no() {
                return Form::NO;
            }
            forms.push(form);
        }
        self.builder.and(&forms)
    }

    /// Whether a condition holds for a participant.
    pub(super) fn condition(&mut self, condition: &Condition, of: Participant) -> Form {
        let truth = |truth: bool| if truth { Form::YES } else { Form::NO };
        match condition {
            Condition::Said(word) => truth(self.said(of, *word).is_some()),
            Condition::Is(kind) => truth(self.is(of, *kind)),
            Condition::Has(kind) => truth(self.has(of, *kind)),
            Condition::Fires(weapon) => {
                let groups = self.standing_groups_of(of);
                truth(
                    groups
                        .iter()
                        .any(|group| self.weapon(*group) == Some(*weapon)),
                )
            }
            Condition::Lost(share) => self.has_lost(of, *share),
            Condition::LostOwn(attribute) => {
                let rules = self.context.rules;
                let groups = self.standing_groups_of(of);
                let shares = groups.iter().filter_map(|group| {
                    let troop = self.people.group(*group)?.troop;
                    rules.types.get(troop).number(*attribute)?.known()
                });
                match shares.min() {
                    Some(share) => self.has_lost(of, share),
                    None => Form::NO,
                }
            }
            Condition::Counted => {
                let groups = self.people.groups(of);
                truth(groups.iter().all(|group| {
                    self.people
                        .group(*group)
                        .is_some_and(|group| group.counted == crate::situation::Counted::Said)
                }))
            }
            Condition::ItsSide(lead) => {
                let (ours, theirs) = (
                    Participant::side(of.role()),
                    Participant::side(of.other_role()),
                );
                let (more, less) = match lead {
                    Lead::MoreLeft => (self.left(ours), self.left(theirs)),
                    Lead::LostFewer => (self.lost_this_turn(theirs), self.lost_this_turn(ours)),
                };
                self.ordered(Ordered::Greater, &more, &less)
            }
            Condition::Fewer(counts) => {
                let standing = self.standing(of);
                self.ordered(Ordered::Less, &standing, &Form::whole(*counts))
            }
            Condition::Beyond(reach) => {
                truth(self.distance(of).is_some_and(|distance| distance > *reach))
            }
            Condition::Units(units) => truth(self.context.side(of.role()).units.len() >= *units),
            Condition::Setting(setting) => {
                truth(self.context.settings.switch(self.context.rules, *setting) == Switch::On)
            }
            Condition::Reading(setting, place) => {
                if !self.readings_asked.contains(setting) {
                    self.readings_asked.push(*setting);
                }
                let number = self.context.settings.number(self.context.rules, *setting);
                truth(number == number_of_reading(*place))
            }
            Condition::Side(role) => truth(*role == Role::Either || *role == of.role()),
            Condition::Foe(inner) => self.any_unit(inner, of.other_role()),
            Condition::Friend(inner) => self.any_unit(inner, of.role()),
            Condition::Opposite(inner) => match self.people.opposite(of) {
                Some(opposite) => self.condition(inner, opposite),
                None => Form::NO,
            },
            Condition::Facing(inner) => {
                let facing = self.people.facing(of);
                let forms: Vec<Form> = facing
                    .into_iter()
                    .map(|unit| self.condition(inner, unit))
                    .collect();
                self.builder.or(&forms)
            }
            Condition::Not(inner) => {
                let inner = self.condition(inner, of);
                self.builder.not(&inner)
            }
            Condition::Any(conditions) => {
                let mut forms = Vec::with_capacity(conditions.len());
                for condition in conditions {
                    let form = self.condition(condition, of);
                    if form.is_yes() {
                        return Form::YES;
                    }
                    forms.push(form);
                }
                self.builder.or(&forms)
            }
            Condition::All(conditions) => self.all(conditions, of),
            Condition::Compare(comparison) => self.comparison(comparison, of),
        }
    }

    fn any_unit(&mut self, condition: &Condition, role: Role) -> Form {
        let units = self.people.within(Scope::Unit, Participant::side(role));
        let forms: Vec<Form> = units
            .into_iter()
            .map(|unit| self.condition(condition, unit))
            .collect();
        self.builder.or(&forms)
    }

    fn comparison(&mut self, comparison: &Comparison, of: Participant) -> Form {
        match comparison {
            Comparison::Fact(expression) => {
                let value = self.expression(expression, of);
                self.builder.apply(Operation::Fact, &[value])
            }
            Comparison::Order(ordered, one, other) => {
                let (left, right) = (self.arithmetic(one, of), self.arithmetic(other, of));
                // Dice are compared with a number, and never with what is not known of the troops.
                match (left.known(), right.known()) {
                    (Some(Value::Nothing), None) => self.refuse_what_lacks(one, of),
                    (None, Some(Value::Nothing)) => self.refuse_what_lacks(other, of),
                    _ => {}
                }
                self.ordered(*ordered, &left, &right)
            }
            Comparison::OneOf(expression, answers) => {
                let refused = self.refusal.clone();
                let value = self.expression(expression, of);
                // Whether it is nothing may be asked of anything.
                if answers.contains(&Expression::Constant(Cell::Nothing)) {
                    self.refusal = refused;
                }
                let mut forms = Vec::with_capacity(answers.len());
                for answer in answers {
                    let answer = self.expression(answer, of);
                    forms.push(
                        self.builder
                            .apply(Operation::Equal, &[value.clone(), answer]),
                    );
                }
                self.builder.or(&forms)
            }
            Comparison::Blank(expression) => {
                let value = self.expression(expression, of);
                self.builder.apply(Operation::IsBlank, &[value])
            }
            Comparison::Trait(expression, of_result) => {
                let value = self.expression(expression, of);
                self.builder.apply(Operation::Trait(*of_result), &[value])
            }
        }
    }

    /// How two numbers compare.
    pub(super) fn ordered(&mut self, ordered: Ordered, one: &Form, other: &Form) -> Form {
        let difference = self.builder.add(one, other, -Number::ONE);
        self.builder
            .apply(Operation::Compare(ordered), &[difference])
    }

    /// Whether the participant has lost anything, and this share of what it began with at the least.
    fn has_lost(&mut self, of: Participant, share: Number) -> Form {
        let begun = self.begun(of);
        let lost = self.lost_so_far(of);
        let share = self.builder.multiply(&Form::number(share), &begun);
        let enough = self.ordered(Ordered::AtLeast, &lost, &share);
        let any = self.ordered(Ordered::Greater, &lost, &Form::ZERO);
        self.builder.and(&[any, enough])
    }

    /// Whether every standing group is of the kind.
    fn is(&mut self, of: Participant, kind: Kind) -> bool {
        if let Kind::Tag(_) = kind {
            for group in self.people.groups(of) {
                if let Some(group) = self.people.group(group) {
                    self.source_of_tags(group.troop);
                }
            }
        }
        if let Kind::Mix(mix) = kind {
            let unit = self.people.unit(of);
            return unit.is_some_and(|unit| self.context.mix(unit) == Some(mix));
        }
        let groups = self.standing_groups_of(of);
        groups.iter().all(|group| self.of_kind(*group, kind))
    }

    /// Whether some standing group is of the kind.
    fn has(&mut self, of: Participant, kind: Kind) -> bool {
        if let Kind::Mix(_) = kind {
            return self.is(of, kind);
        }
        let groups = self.standing_groups_of(of);
        groups.iter().any(|group| self.of_kind(*group, kind))
    }

    fn of_kind(&self, group: Participant, kind: Kind) -> bool {
        self.people
            .group(group)
            .is_some_and(|group| self.context.is(group, kind))
    }

    /// The groups of a participant of which anything stood when the line was typed.
    pub(super) fn standing_groups_of(&self, of: Participant) -> Vec<Participant> {
        let mut groups = self.people.groups(of);
        if of.scope < Scope::Group {
            groups.retain(|group| self.is_standing(*group));
        }
        groups
    }

    /// Whether anything of the group of a participant stood when the line was typed.
    pub(super) fn is_standing(&self, of: Participant) -> bool {
        let group = self.people.group(of);
        group.is_some_and(|group| self.context.left(group) > Number::ZERO)
    }
}
