//! The case before the referee: a situation, the rules and settings it is read by.

use smol_str::SmolStr;

use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::amount::{Amount, Given};
use crate::rules::condition::{Condition, Lead, Role};
use crate::rules::kind::{Class, Figures, Kind, Mix};
use crate::rules::setting::Switch;
use crate::rules::shelf::Id;
use crate::rules::weapon::Weapon;
use crate::rules::word::Word;
use crate::settings::Settings;
use crate::situation::{Counted, Group, Said, Side, Situation, Unit};

/// A situation with the rules and settings that it is read by.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// The rule set.
    pub rules: &'a RuleSet,
    /// The settings in force.
    pub settings: &'a Settings,
    /// What the referee described.
    pub situation: &'a Situation,
}

/// The unit, or the one group of it, that a condition or a modifier is asked about.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The side it is on.
    pub role: Role,
    /// The unit.
    pub unit: &'a Unit,
    /// The group, where only one is meant.
    pub group: Option<&'a Group>,
    /// The weapon that it fires.
    pub weapon: Option<Id<Weapon>>,
}

impl<'a> Subject<'a> {
    /// A whole unit.
    pub fn unit(role: Role, unit: &'a Unit) -> Self {
        Subject {
            role,
            unit,
            group: None,
            weapon: None,
        }
    }

    /// One group of this unit.
    pub fn group(self, group: &'a Group) -> Self {
        Subject {
            group: Some(group),
            ..self
        }
    }

    /// The same, firing a weapon.
    pub fn firing(self, weapon: Id<Weapon>) -> Self {
        Subject {
            weapon: Some(weapon),
            ..self
        }
    }

    /// The groups meant: the one, or all of the unit.
    pub fn groups(self) -> &'a [Group] {
        match self.group {
            Some(group) => std::slice::from_ref(group),
            None => &self.unit.groups,
        }
    }
}

/// The other side.
pub(super) fn opposite(role: Role) -> Role {
    match role {
        Role::Attacker => Role::Defender,
        Role::Defender => Role::Attacker,
        Role::Either => Role::Either,
    }
}

impl<'a> Case<'a> {
    /// The units of a side, each as a subject.
    pub fn subjects(self, role: Role) -> impl Iterator<Item = Subject<'a>> {
        self.side(role)
            .units
            .iter()
            .map(move |unit| Subject::unit(role, unit))
    }

    fn side(self, role: Role) -> &'a Side {
        self.situation.side(role)
    }

    /// The number said with a word by the subject, its unit, its side or the line.
    pub fn said(self, subject: Subject<'_>, word: Id<Word>) -> Option<Number> {
        let in_groups = subject.groups().iter().map(|group| &group.words);
        in_groups
            .chain([
                &subject.unit.words,
                &self.side(subject.role).words,
                &self.situation.words,
            ])
            .find_map(|said: &Said| said.number(word))
            .or_else(|| {
                let mix = self.mix(subject.unit)?;
                let brought = self.rules.mixes.get(mix).words.contains(&word);
                brought.then_some(Number::ZERO)
            })
    }

    /// Whether a condition holds for the subject.
    pub fn holds(self, subject: Subject<'a>, condition: &Condition) -> bool {
        match condition {
            Condition::Said(word) => self.said(subject, *word).is_some(),
            Condition::Is(Kind::Mix(mix)) | Condition::Has(Kind::Mix(mix)) => {
                self.mix(subject.unit) == Some(*mix)
            }
            Condition::Is(kind) => subject.groups().iter().all(|group| self.is(group, *kind)),
            Condition::Has(kind) => subject.groups().iter().any(|group| self.is(group, *kind)),
            Condition::Fires(weapon) => subject.weapon == Some(*weapon),
            Condition::Lost(share) => self.has_lost(subject, *share),
            Condition::LostOwn(share) => self
                .lowest(subject, *share)
                .is_some_and(|share| self.has_lost(subject, share)),
            Condition::Counted => subject
                .groups()
                .iter()
                .all(|group| group.counted == Counted::Said),
            Condition::ItsSide(lead) => {
                let (ours, theirs) = (subject.role, opposite(subject.role));
                match lead {
                    Lead::MoreLeft => self.left_of_side(ours) > self.left_of_side(theirs),
                    Lead::LostFewer => self.lost_by_side(ours) < self.lost_by_side(theirs),
                }
            }
            Condition::Fewer(counts) => {
                let groups = subject.groups().iter();
                let standing: Number = groups.map(|group| self.standing(group)).sum();
                standing < Number::whole(*counts)
            }
            Condition::Beyond(reach) => self
                .distance(subject)
                .is_some_and(|distance| distance > *reach),
            Condition::Units(units) => self.side(subject.role).units.len() >= *units,
            Condition::Setting(setting) => self.settings.switch(self.rules, *setting) == Switch::On,
            Condition::Side(role) => *role == Role::Either || *role == subject.role,
            Condition::Foe(condition) => self
                .subjects(opposite(subject.role))
                .any(|foe| self.holds(foe, condition)),
            Condition::Friend(condition) => self
                .subjects(subject.role)
                .any(|friend| self.holds(friend, condition)),
            Condition::Not(condition) => !self.holds(subject, condition),
            Condition::Any(conditions) => conditions
                .iter()
                .any(|condition| self.holds(subject, condition)),
            Condition::All(conditions) => self.all_hold(subject, conditions),
            // Only the engine of steps knows values.
            Condition::Compare(_) => false,
        }
    }

    /// Whether all conditions hold for the subject.
    pub fn all_hold(self, subject: Subject<'a>, conditions: &[Condition]) -> bool {
        conditions
            .iter()
            .all(|condition| self.holds(subject, condition))
    }

    /// Whether the subject has lost anything, and this share of what it began with at the least.
    fn has_lost(self, subject: Subject<'_>, share: Number) -> bool {
        let (begun, lost) = self.losses(subject);
        lost > Number::ZERO && lost >= begun * share
    }

    /// Whether a group is of a kind.
    fn is(self, group: &Group, kind: Kind) -> bool {
        self.rules.is(group.troop, kind)
    }

    /// An amount as it stands for the subject; `None` for a word that was not said.
    pub fn amount(self, subject: Subject<'_>, amount: Amount) -> Option<Number> {
        match amount {
            Amount::Fixed(number) => Some(number),
            Amount::Setting(setting) => Some(self.settings.number(self.rules, setting)),
            Amount::Said(word) => self.said(subject, word),
            // Only rulings of steps work amounts out.
            Amount::Worked => None,
        }
    }

    /// How many losses take one count of the group off the table; one where the source is blank.
    pub fn figures(self, group: &Group) -> Number {
        let figures = self.rules.types.get(group.troop).figures.known();
        figures
            .and_then(|figures| {
                let unit = Unit::default();
                match figures {
                    Figures::Amount(amount) => {
                        self.amount(Subject::unit(Role::Attacker, &unit), amount)
                    }
                    Figures::Unlimited => Some(Figures::BEYOND_ALL_LOSSES),
                }
            })
            .filter(|figures| *figures > Number::ZERO)
            .unwrap_or(Number::ONE)
    }

    /// What the group began with, in losses that it could take.
    pub fn begun(self, group: &Group) -> Number {
        group.count * self.figures(group)
    }

    /// What the group has lost, in the rule set's casualty measure.
    pub fn lost(self, group: &Group) -> Number {
        group.lost + group.lost_counts * self.figures(group)
    }

    /// What is left of the group, in losses that it can still take.
    pub fn left(self, group: &Group) -> Number {
        (self.begun(group) - self.lost(group)).max(Number::ZERO)
    }

    /// The distance given for the subject, or else for the whole line.
    pub fn distance(self, subject: Subject<'_>) -> Option<Number> {
        let of_groups = subject.groups().iter().find_map(|group| group.distance);
        of_groups.or(self.situation.distance)
    }

    /// What the subject began with and what it has lost of it.
    pub fn losses(self, subject: Subject<'_>) -> (Number, Number) {
        let groups = subject.groups();
        let begun = groups.iter().map(|group| self.begun(group)).sum();
        let lost = groups.iter().map(|group| self.lost(group)).sum();
        (begun, lost)
    }

    /// The counts of a group that still stand, one begun being one that stands.
    pub fn standing(self, group: &Group) -> Number {
        let least = self.rules.count.least;
        let counts = self.left(group).over(self.figures(group)).over(least);
        Number::whole(counts.ceil()) * least
    }

    /// The counts of the subject that act: those that stand, with types that act together taken as one.
    pub fn acting(self, subject: Subject<'_>) -> i64 {
        subject
            .groups()
            .iter()
            .map(|group| self.together(group, self.standing(group)))
            .sum()
    }

    /// So many counts of a group, with types that act together taken as one, rounded up.
    pub fn together(self, group: &Group, counts: Number) -> i64 {
        let together = self.rules.types.get(group.troop).together.max(1);
        counts.over(Number::whole(together)).ceil()
    }

    /// The mix that a unit of several kinds is.
    pub fn mix(self, unit: &Unit) -> Option<Id<Mix>> {
        if unit.groups.len() < 2 {
            return None;
        }
        let fits = |mix: &Mix| {
            let each = mix
                .of
                .iter()
                .all(|kind| unit.groups.iter().any(|group| self.is(group, *kind)));
            let nothing_else = unit
                .groups
                .iter()
                .all(|group| mix.of.iter().any(|kind| self.is(group, *kind)));
            each && nothing_else
        };
        self.rules
            .mixes
            .iter()
            .find(|(_, mix)| fits(mix))
            .map(|(id, _)| id)
    }

    /// The class of a whole unit: its mix's, or the one that all its groups have.
    ///
    /// `None` says that the rules give such a unit no class.
    pub fn class(self, unit: &Unit) -> Option<Given<Id<Class>>> {
        if let Some(mix) = self.mix(unit) {
            return self.rules.mixes.get(mix).class;
        }
        let mut classes = unit
            .groups
            .iter()
            .map(|group| self.rules.types.get(group.troop).class);
        let first = classes.next()??;
        classes.all(|class| class == Some(first)).then_some(first)
    }

    /// What a person calls a unit: its mix, or its troop types in the plural where there are several.
    pub fn name(self, unit: &Unit) -> SmolStr {
        if let Some(mix) = self.mix(unit) {
            return self.rules.mixes.get(mix).name.clone();
        }
        if let [group] = unit.groups.as_slice() {
            return self.group_name(group).clone();
        }
        let names: Vec<&str> = unit
            .groups
            .iter()
            .map(|group| self.group_name(group).as_str())
            .collect();
        names.join(" and ").into()
    }

    /// What a person calls a group.
    pub fn group_name(self, group: &Group) -> &'a SmolStr {
        let troop = self.rules.types.get(group.troop);
        if group.count > Number::ONE {
            &troop.plural
        } else {
            &troop.name
        }
    }

    /// The ids of a unit's troop types, as the outcome gives them.
    pub fn type_ids(self, unit: &Unit) -> SmolStr {
        let id = |group: &Group| &self.rules.types.get(group.troop).id;
        if let [group] = unit.groups.as_slice() {
            return id(group).clone();
        }
        let ids: Vec<&str> = unit.groups.iter().map(|group| id(group).as_str()).collect();
        ids.join(" + ").into()
    }
}
