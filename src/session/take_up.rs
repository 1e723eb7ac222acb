//! A battle that goes on: by its own rule table, or by one of the same family.

use std::path::Path;

use smol_str::SmolStr;

use super::battles::{called, count_of_entries};
use super::fill::Filled;
use super::{Home, Session};
use crate::battle::{Battle, Effect, MusteredUnit, Opened, SettingOf, State, What};
use crate::naming::phrase;
use crate::rules::identity::TableIdentity;
use crate::settings::Settings;
use crate::typed_line::LineFault;

/// The most changes of a table that are listed.
const MOST_LISTED: usize = 6;

impl Session {
    /// Goes on with a battle by the rules in force.
    ///
    /// They must be those of the battle or of the same family, which then take over on record.
    ///
    /// # Errors
    /// The battle is of other rules; the session is then as it was.
    pub fn take_up(&mut self, path: &Path, opened: Opened) -> Result<Vec<String>, LineFault> {
        let Opened {
            battle,
            mut notices,
        } = opened;
        let of_battle = battle.state().rules.clone();
        let other = of_battle != self.source.id;
        let here = self.identity_if_changed(&battle);
        if let Some(here) = &here
            && other
        {
            let known = battle.record().table_of(&of_battle);
            if !known.is_some_and(|known| known.is_family_of(here)) {
                return Err(contrary(path, &of_battle, &self.source.id));
            }
        }
        if matches!(self.home, Home::Memory | Home::OneLine) {
            self.home = Home::File(path.to_owned());
        }
        let said = match battle.record().is_over() {
            true => "is over",
            false => "goes on",
        };
        let called = called(battle.opening());
        let entries = count_of_entries(&battle);
        let over = battle.record().is_over();
        self.fight(battle);
        notices.push(format!("{called} {said}: {entries}{}", self.as_it_stands()));
        if let Some(here) = here.filter(|_| !over) {
            notices.extend(self.under_another(&of_battle, here)?);
        }
        if self.fill_from_record() == Filled::NoLonger {
            notices.push(
                "what was filled in from your own copy does not fit the table any more".to_owned(),
            );
        }
        self.follow_battle();
        notices.extend(self.unknown_here());
        Ok(notices)
    }

    /// Turn, phase and sides of the battle, and how another is begun: what somebody who comes back asks.
    fn as_it_stands(&self) -> String {
        let Some(battle) = self.live() else {
            return String::new();
        };
        let state = battle.state();
        let mut stands = match (
            state.turn,
            self.phase_now().map(|phase| self.phase_called(phase)),
        ) {
            (0, _) => String::new(),
            (turn, None) => format!(", turn {turn}"),
            (turn, Some(phase)) => format!(", turn {turn}, {phase}"),
        };
        let sides = state.sides().into_iter().map(|side| {
            let units = state.units.iter().filter(|unit| unit.side == side);
            let there = units.filter(|unit| unit.left.is_none()).count();
            format!("{side} {there}")
        });
        let sides: Vec<String> = sides.collect();
        if !sides.is_empty() {
            stands = format!("{stands}; units: {}", sides.join(", "));
        }
        format!("{stands}; `new` begins another")
    }

    /// Which table is in force, where the battle was last fought by another.
    fn identity_if_changed(&self, battle: &Battle) -> Option<TableIdentity> {
        let known = battle.record().table_of(&battle.state().rules);
        let same = known
            .is_some_and(|known| known.rules == self.source.id && known.hash == self.rules.hash());
        (!same).then(|| self.identity())
    }

    /// Goes on by a table that is not as the battle knew it; says what the referee should know.
    fn under_another(
        &mut self,
        of_battle: &str,
        here: TableIdentity,
    ) -> Result<Vec<String>, LineFault> {
        if of_battle == here.rules {
            return Ok(self.table_changed(here).into_iter().collect());
        }
        let said = format!(
            "`{}` takes over from `{of_battle}`, on record: `undo` takes that back",
            here.rules
        );
        let line = format!("set rules {}", here.rules);
        let effects = vec![Effect::Rules {
            table: Box::new(here),
        }];
        let what = What::order(effects);
        let notice = self
            .enter(&line, what)
            .map_err(super::NoAnswer::into_fault)?;
        Ok(std::iter::once(said).chain(notice).collect())
    }

    /// Notes that the table has changed, for the record to say so with the next entry.
    ///
    /// Returns what has changed and whom it touches; nothing where only remarks have.
    pub(super) fn table_changed(&mut self, here: TableIdentity) -> Option<String> {
        let battle = self.battle.as_ref()?;
        let known = battle.record().table_of(&here.rules)?;
        let changes = here.changes_since(known);
        if changes.is_empty() {
            return None;
        }
        let touched = touched(&changes, battle.state());
        let said = format!(
            "the table of `{}` has changed since: {}{}",
            here.rules,
            some_of(&changes),
            match touched.is_empty() {
                true => String::new(),
                false => format!("; that touches {}", touched.join(", ")),
            }
        );
        self.changed = Some(Box::new(here));
        Some(said)
    }

    /// What of the battle the rules in force do not have.
    fn unknown_here(&self) -> Vec<String> {
        let mut said: Vec<String> = Vec::new();
        for unit in self.roster.iter() {
            if let Err(missing) = unit.known() {
                said.push(missing.to_string());
            }
        }
        let Some(battle) = &self.battle else {
            return said;
        };
        for unit in &battle.state().units {
            let gone = unit.states.iter().map(|state| &state.word);
            for word in gone.filter(|word| self.rules.words.named(word).is_none()) {
                said.push(format!(
                    "`{}` is `{word}`, which the rules in force do not know: it counts for nothing",
                    unit.handle
                ));
            }
        }
        for (setting, value) in &battle.state().settings {
            if let SettingOf::Rule(id) = setting
                && !self.takes_setting(id, *value)
            {
                said.push(format!(
                    "`{id}` is set to {value}, which the rules in force do not take: it counts for nothing"
                ));
            }
        }
        said
    }

    fn takes_setting(&self, id: &str, value: crate::number::Number) -> bool {
        let setting = self.rules.settings.named(id);
        setting.is_some_and(|setting| self.rules.settings.get(setting).of.can_be(value))
    }

    /// The settings of a battle as it stands, as far as the rules in force take them.
    pub(super) fn settings_of(&self, state: &State) -> Settings {
        let mut scale = crate::distance::Scale {
            ground: self.rules.ground,
            ..crate::distance::Scale::default()
        };
        let mut settings = Settings::on_scale(scale);
        for (setting, value) in &state.settings {
            match setting {
                SettingOf::Square => scale.square = Some(*value),
                SettingOf::Hex => scale.hex = Some(*value),
                SettingOf::Ground => scale.ground = Some(*value),
                SettingOf::Reach => scale.reach = Some(*value),
                SettingOf::Rule(id) => {
                    if let Some(setting) = self.rules.settings.named(id)
                        && self.takes_setting(id, *value)
                    {
                        settings.choose(setting, *value);
                    }
                }
            }
        }
        settings.scale = scale;
        settings
    }
}

/// A battle that cannot go on by the rules that were asked for.
fn contrary(path: &Path, of_battle: &str, asked: &str) -> LineFault {
    LineFault::battle(format!(
        "`{}` is a battle of `{of_battle}`, and `{asked}` is not of its family",
        path.display()
    ))
    .hinted(format!(
        "leave `-r {asked}` out to go on with it, or give another file to begin a battle of `{asked}`"
    ))
}

/// The first of some changes, and how many there are besides.
fn some_of(changes: &[SmolStr]) -> String {
    let listed: Vec<String> = changes
        .iter()
        .take(MOST_LISTED)
        .map(|path| format!("`{path}`"))
        .collect();
    let more = changes.len().saturating_sub(MOST_LISTED);
    match i64::try_from(more).unwrap_or(i64::MAX) {
        0 => listed.join(", "),
        more => format!(
            "{} and {}",
            listed.join(", "),
            phrase::count(more, "other", "others")
        ),
    }
}

/// The handles of the units that some changes of a table are about.
fn touched(changes: &[SmolStr], state: &State) -> Vec<String> {
    let units = state.units.iter();
    units
        .filter(|unit| unit.left.is_none() && changes.iter().any(|path| is_about(path, unit)))
        .map(|unit| unit.handle.to_string())
        .collect()
}

/// Whether a path in a table is that of a type, a weapon or a state of a unit.
fn is_about(path: &str, unit: &MusteredUnit) -> bool {
    let Some((kind, id)) = path.split_once('.') else {
        return false;
    };
    match kind {
        "type" => unit.groups_there().any(|group| group.troop == id),
        "weapon" => {
            let mut groups = unit.groups_there();
            groups.any(|group| group.weapon.as_deref() == Some(id))
        }
        "word" => unit.is_in(id),
        _ => false,
    }
}
