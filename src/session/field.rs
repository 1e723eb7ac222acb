//! The battle in a session: what its state lists, sets and names.

use std::cell::OnceCell;

use smol_str::{SmolStr, format_smolstr};

use super::Session;
use crate::battle::{MusteredGroup, MusteredUnit, State};
use crate::number::Number;
use crate::roster::{Listed, ListedStack, Roster};
use crate::rules::RuleSet;
use crate::rules::identity::TableIdentity;
use crate::situation::{Counted, Group, Said};
use crate::typed_line::LineRange;

impl Session {
    /// Which table is in force.
    pub fn identity(&self) -> TableIdentity {
        self.rules.identity(&self.source.id)
    }

    /// Lists the battle's units and takes its settings anew, after something has happened to them.
    pub(super) fn follow_battle(&mut self) {
        let Some(battle) = &self.battle else {
            return;
        };
        self.roster = self.roster_of(battle.state());
        self.settings = self.settings_of(battle.state());
        self.measure_the_table();
    }

    /// The units of a state, as lines name them.
    pub fn roster_of(&self, state: &State) -> Roster {
        let units = state.units.iter();
        let roster = Roster::of(units.map(|unit| listed(&self.rules, unit)).collect());
        let stacks = state.stacks.iter();
        let stand = stacks.filter_map(|stack| state.stack(&stack.name));
        let stand = stand.map(|stack| ListedStack {
            name: stack.name.clone(),
            units: stack.units.clone(),
        });
        roster.with_stacks(stand.collect())
    }
}

/// A unit as lines name it; where this rule set does not know all of it, without its groups.
pub(super) fn listed(rules: &RuleSet, unit: &MusteredUnit) -> Listed {
    let mut ids = Vec::new();
    let mut groups = Vec::new();
    let mut unknown = None;
    // Of a group that went with a part of the unit nothing is left to be named.
    let there = unit
        .groups
        .iter()
        .filter(|group| group.count > Number::ZERO);
    for group in there {
        match listed_group(rules, group) {
            Ok(known) => {
                groups.push(known);
                ids.push(group.id);
            }
            Err(missing) => unknown = unknown.or(Some(missing)),
        }
    }
    if unknown.is_some() {
        groups.clear();
        ids.clear();
    }
    let mut words = Said::default();
    for state in &unit.states {
        if let Some(word) = rules.words.named(&state.word) {
            words.add(word, state.number);
        }
    }
    Listed {
        handle: unit.handle.clone(),
        name: unit.name.clone(),
        side: unit.side.clone(),
        groups,
        ids,
        words,
        acted: unit.acted.clone(),
        left: unit.left.clone(),
        unknown,
        about: OnceCell::new(),
    }
}

/// A group of a unit, or what of it this rule set does not know.
fn listed_group(rules: &RuleSet, group: &MusteredGroup) -> Result<Group, SmolStr> {
    let troop = rules.types.named(&group.troop);
    let weapon = match &group.weapon {
        None => None,
        Some(id) => {
            let weapon = rules.weapons.named(id);
            Some(weapon.ok_or_else(|| format_smolstr!("weapon `{id}`"))?)
        }
    };
    Ok(Group {
        troop: troop.ok_or_else(|| format_smolstr!("troop type `{}`", group.troop))?,
        count: group.count,
        counted: Counted::Said,
        lost: group.lost,
        lost_counts: Number::ZERO,
        earlier: group.earlier,
        weapon,
        distance: None,
        words: Said::default(),
        at: LineRange::default(),
    })
}
