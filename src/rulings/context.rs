//! What a ruling is read by, and what the referee described, before any dice.

use smol_str::{SmolStr, format_smolstr};

use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::amount::{Amount, Given};
use crate::rules::condition::Role;
use crate::rules::kind::{Class, Figures, Kind, Mix};
use crate::rules::ruling::{Ruling, Sides};
use crate::rules::shelf::Id;
use crate::rules::steps::Program;
use crate::rules::word::Word;
use crate::settings::Settings;
use crate::situation::{Group, Mustered, Said, Side, Situation, Unit};

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

    /// What a person calls a unit of the line: of the battle by name and handle, else by its troops.
    pub fn unit_called(self, unit: &'a Unit) -> SmolStr {
        match unit.mustered.as_slice() {
            [] => self.unit_name(unit),
            [one] => one.called(),
            several => {
                let called: Vec<SmolStr> = several.iter().map(Mustered::called).collect();
                called.join(" + ").into()
            }
        }
    }

    /// What a person calls the group at a place of a unit: that of the battle which it is, or is of.
    pub fn group_called(self, unit: &'a Unit, place: usize) -> SmolStr {
        let group = unit.groups.get(place);
        let kind = || group.map_or_else(SmolStr::default, |group| self.group_name(group).clone());
        let mut parts = unit.mustered.iter();
        match parts.find(|part| part.groups.contains(&place)) {
            None => kind(),
            Some(part) if part.groups.len() == 1 => part.called(),
            Some(part) => format_smolstr!("{} of {}", kind(), part.handle),
        }
    }

    /// A unit as short as it can be named: `x3`, `a1 + a2`, or its troops.
    pub fn unit_in_short(self, unit: &'a Unit) -> SmolStr {
        if unit.mustered.is_empty() {
            return self.unit_name(unit);
        }
        let handles: Vec<&str> = unit
            .mustered
            .iter()
            .map(|part| part.handle.as_str())
            .collect();
        handles.join(" + ").into()
    }

    /// The same of the group at a place of a unit.
    pub fn group_in_short(self, unit: &'a Unit, place: usize) -> SmolStr {
        let mut parts = unit.mustered.iter();
        match parts.find(|part| part.groups.contains(&place)) {
            Some(part) if part.groups.len() == 1 => part.handle.clone(),
            _ => self.group_called(unit, place),
        }
    }

    /// A side of the line as short as it can be named.
    pub fn side_in_short(self, role: Role) -> Option<SmolStr> {
        match self.side(role).units.as_slice() {
            [unit] if !unit.mustered.is_empty() => Some(self.unit_in_short(unit)),
            _ => self.side_called(role),
        }
    }

    /// What a person calls a side of the line: its one unit of the battle, or the side for which its
    /// units fight; `None` where it is just the attacker or the defender.
    pub fn side_called(self, role: Role) -> Option<SmolStr> {
        if self.ruling().sides == Sides::None {
            let place = usize::from(role == Role::Defender);
            return self.situation.sides.get(place).cloned();
        }
        let units = self.side(role).units.as_slice();
        if let [unit] = units {
            return (!unit.mustered.is_empty()).then(|| self.unit_called(unit));
        }
        let mut parts = units.iter().flat_map(|unit| &unit.mustered);
        let side = &parts.next()?.side;
        let of_battle = units.iter().all(|unit| !unit.mustered.is_empty());
        (of_battle && parts.all(|part| part.side == *side)).then(|| side.clone())
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
