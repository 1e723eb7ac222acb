//! What a ruling is read by, and what the referee described, before any dice.

use smol_str::SmolStr;

use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::amount::{Amount, Given};
use crate::rules::condition::Role;
use crate::rules::kind::{Class, Figures, Kind, Mix};
use crate::rules::ruling::Ruling;
use crate::rules::shelf::Id;
use crate::rules::steps::Program;
use crate::rules::word::Word;
use crate::settings::Settings;
use crate::situation::{Group, Said, Side, Situation, Unit};

/// A situation with the rules and settings that it is read by.
#[derive(Clone, Copy)]
pub struct RulingContext<'a> {
    /// The rule set.
    pub rules: &'a RuleSet,
    /// The settings in force.
    pub settings: &'a Settings,
    /// What the referee described.
    pub situation: &'a Situation,
}

impl<'a> RulingContext<'a> {
    /// The ruling that is asked for.
    pub fn ruling(self) -> &'a Ruling {
        self.rules.rulings.get(self.situation.ruling)
    }

    /// What the ruling runs.
    pub fn program(self) -> &'a Program {
        &self.ruling().program
    }

    /// One side; the attacker's for [`Role::Either`].
    pub fn side(self, role: Role) -> &'a Side {
        self.situation.side(role)
    }

    /// A fixed amount, or what a setting says; a number said with a word only where somebody said it.
    fn amount(self, amount: Amount) -> Option<Number> {
        match amount {
            Amount::Fixed(number) => Some(number),
            Amount::Setting(setting) => Some(self.settings.number(self.rules, setting)),
            Amount::Said(word) => self.situation.words.number(word),
            // Only a modifier's amount is worked out.
            Amount::Worked => None,
        }
    }

    /// How many losses take one count of the group off the table; one where the source is blank.
    pub fn figures(self, group: &Group) -> Number {
        let figures = self.rules.types.get(group.troop).figures.known();
        figures
            .and_then(|figures| match figures {
                Figures::Amount(amount) => self.amount(amount),
                Figures::Unlimited => Some(Figures::BEYOND_ALL_LOSSES),
            })
            .filter(|figures| *figures > Number::ZERO)
            .unwrap_or(Number::ONE)
    }

    /// What the group began with, in losses that it could take.
    pub fn begun(self, group: &Group) -> Number {
        group.count * self.figures(group)
    }

    /// What the group has lost before the ruling, in the rule set's casualty measure.
    pub fn lost(self, group: &Group) -> Number {
        group.lost + group.lost_counts * self.figures(group)
    }

    /// What is left of the group before the ruling, in losses that it can still take.
    pub fn left(self, group: &Group) -> Number {
        (self.begun(group) - self.lost(group)).max(Number::ZERO)
    }

    /// How many counts of a group act as one.
    pub fn together(self, group: &Group) -> Number {
        Number::whole(self.rules.types.get(group.troop).together.max(1))
    }

    /// Whether a group is of a kind.
    pub fn is(self, group: &Group, kind: Kind) -> bool {
        self.rules.is(group.troop, kind)
    }

    /// The groups of a unit of which anything is left: what is gone counts for nothing.
    pub fn standing_groups(self, unit: &'a Unit) -> impl Iterator<Item = &'a Group> + Clone {
        unit.groups
            .iter()
            .filter(move |group| self.left(group) > Number::ZERO)
    }

    /// The mix that a unit of several kinds is, by the groups that still stand.
    pub fn mix(self, unit: &'a Unit) -> Option<Id<Mix>> {
        let standing = self.standing_groups(unit);
        if standing.clone().count() < 2 {
            return None;
        }
        let fits = |mix: &Mix| {
            let each = mix
                .of
                .iter()
                .all(|kind| standing.clone().any(|group| self.is(group, *kind)));
            let nothing_else = standing
                .clone()
                .all(|group| mix.of.iter().any(|kind| self.is(group, *kind)));
            each && nothing_else
        };
        self.rules
            .mixes
            .iter()
            .find(|(_, mix)| fits(mix))
            .map(|(id, _)| id)
    }

    /// The class of a whole unit: its mix's, or the one that all its standing groups have.
    ///
    /// `None` says that the rules give such a unit no class.
    pub fn class(self, unit: &'a Unit) -> Option<Given<Id<Class>>> {
        if let Some(mix) = self.mix(unit) {
            return self.rules.mixes.get(mix).class;
        }
        let mut classes = self
            .standing_groups(unit)
            .map(|group| self.rules.types.get(group.troop).class);
        let first = classes.next()??;
        classes.all(|class| class == Some(first)).then_some(first)
    }

    /// The number said with a word of any of several sets of words, and by a unit's mix.
    pub fn said_in<'s>(
        self,
        sets: impl IntoIterator<Item = &'s Said>,
        unit: Option<&'a Unit>,
        word: Id<Word>,
    ) -> Option<Number> {
        let said = sets.into_iter().find_map(|said| said.number(word));
        said.or_else(|| {
            let mix = self.mix(unit?)?;
            let brought = self.rules.mixes.get(mix).words.contains(&word);
            brought.then_some(Number::ZERO)
        })
    }

    /// What a person calls a unit: its mix, or its troop types, in the plural where there are several.
    pub fn unit_name(self, unit: &'a Unit) -> SmolStr {
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
