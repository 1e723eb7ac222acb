//! The units of the battle: all of them for a program, and in as few rows as will do for a person.

use super::Session;
use super::states::with_number;
use crate::battle::{Battle, Effect, MusteredUnit, State};
use crate::naming::phrase::{self, name_and_handle};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::kind::Figures;
use crate::sheet::Sheet;

/// So many rows stand on a small screen with their heading and the sums.
const FEW_ROWS: usize = 16;

/// What is left of a unit or of several, and what they have lost, in the rule set's casualty measure.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Strength {
    /// What can still be lost.
    pub left: Number,
    /// What has been lost.
    pub lost: Number,
    /// Whether losses are marked, and never take it off the table.
    pub only_marks: bool,
}

/// A row for a person: one unit, or several that are alike and fresh.
struct Row<'u> {
    units: Vec<&'u MusteredUnit>,
    troops: String,
    /// The letters of the handle of the first, and its number.
    handle: Option<(&'u str, u64)>,
    fresh: bool,
}

impl Session {
    /// Every unit, or those of one side.
    pub(super) fn units(&self, side: Option<&str>) -> Sheet {
        let mut sheet = self.all_units(side);
        if !sheet.rows.is_empty() {
            sheet.for_person = Some(Box::new(self.units_in_short(side)));
            self.add_numbers(&mut sheet, side);
        }
        sheet
    }

    /// Every unit or those of one side, a row each.
    pub(super) fn all_units(&self, side: Option<&str>) -> Sheet {
        let columns = ["side", "unit", "troops", "left", "state", "name"];
        let mut sheet = Sheet::new("Units", &columns);
        let Some(battle) = &self.battle else {
            sheet.note("nobody is mustered yet: `muster red grey = …`");
            return sheet;
        };
        sheet.title = self.clock(battle);
        for unit in of_side(battle, side) {
            sheet.row([
                unit.side.to_string(),
                unit.handle.to_string(),
                unit.troops(),
                self.left(unit),
                states(unit),
                unit.name.clone().unwrap_or_default().into(),
            ]);
        }
        sheet
    }

    /// What a program reckons with: numbers alone, and whether a unit still stands.
    fn add_numbers(&self, sheet: &mut Sheet, side: Option<&str>) {
        let units = self.battle.iter().flat_map(|battle| of_side(battle, side));
        let cells = units.map(|unit| {
            let stands = if unit.left.is_none() { "yes" } else { "no" };
            let numbers = match self.strength_left(&unit.handle) {
                None => [String::new(), String::new(), String::new()],
                // What is only marked has no end to be lost.
                Some(strength) if strength.only_marks => {
                    [String::new(), String::new(), strength.lost.to_string()]
                }
                Some(strength) => [strength.left, strength.begun(), strength.lost]
                    .map(|number| number.to_string()),
            };
            let mut cells = vec![stands.to_owned()];
            cells.extend(numbers);
            cells
        });
        sheet.add_for_programs(&["stands", "now", "begun", "lost"], cells.collect());
    }

    /// The same for a person: those that are alike and fresh in one row, those that are gone last.
    fn units_in_short(&self, side: Option<&str>) -> Sheet {
        let columns = ["side", "unit", "name", "troops", "left", "state"];
        let mut sheet = Sheet::new("Units", &columns);
        let Some(battle) = &self.battle else {
            return sheet;
        };
        sheet.title = self.clock(battle);
        let standing = |unit: &&MusteredUnit| unit.left.is_none();
        let count = of_side(battle, side).filter(standing).count();
        let mut sides = battle.state().sides();
        sides.retain(|one| side.is_none_or(|side| side == *one));
        for side in sides {
            let units = of_side(battle, Some(side)).filter(standing);
            for row in self.rows(units, count > FEW_ROWS) {
                sheet.row(self.cells(side, &row));
            }
        }
        sheet.drop_empty_columns();
        let sides = battle.state().sides().into_iter();
        for side in sides.filter(|one| side.is_none_or(|side| side == *one)) {
            sheet.note(self.sum_of(battle, side));
        }
        let gone = of_side(battle, side).filter_map(|unit| {
            let why = unit.left.as_deref()?;
            Some(format!(
                "{}: {why}",
                name_and_handle(unit.name.as_deref(), &unit.handle)
            ))
        });
        let gone: Vec<String> = gone.collect();
        if !gone.is_empty() {
            sheet.asides.push(format!("gone: {}", gone.join(" · ")));
        }
        sheet
    }

    /// Units in rows; those with a name keep a row of their own unless there are many.
    fn rows<'u>(&self, units: impl Iterator<Item = &'u MusteredUnit>, many: bool) -> Vec<Row<'u>> {
        let mut rows: Vec<Row<'u>> = Vec::new();
        for unit in units {
            let strength = self.strength_left(&unit.handle);
            let row = Row {
                troops: unit.troops(),
                handle: numbered(&unit.handle),
                fresh: strength
                    .is_some_and(|strength| strength.only_marks || strength.lost.is_zero())
                    && unit.states.is_empty()
                    && (many || unit.name.is_none()),
                units: vec![unit],
            };
            match rows.last_mut() {
                Some(last) if last.goes_on_with(&row) => last.units.push(unit),
                _ => rows.push(row),
            }
        }
        rows
    }

    fn cells(&self, side: &str, row: &Row<'_>) -> [String; 6] {
        let side = side.to_owned();
        let Some(unit) = row.units.first() else {
            return Default::default();
        };
        if let [_, .., last] = row.units.as_slice() {
            let last = numbered(&last.handle).map_or(0, |(_, number)| number);
            let all = Strength::of_all(row.units.iter().map(|one| self.counted_strength(one)));
            return [
                side,
                format!("{}-{last}", unit.handle),
                String::new(),
                format!("{} × {}", row.units.len(), row.troops),
                format!("{} of {}", all.left, all.begun()),
                String::new(),
            ];
        }
        [
            side,
            unit.handle.to_string(),
            unit.name.clone().unwrap_or_default().into(),
            row.troops.clone(),
            match self.counted_strength(unit).share().as_str() {
                "" => self.left(unit),
                share => format!("{}, {share}", self.left(unit)),
            },
            states(unit),
        ]
    }

    /// `red: 12 units, 1 gone, 180 of 212 figures left (85 %)`.
    fn sum_of(&self, battle: &Battle, side: &str) -> String {
        let units: Vec<&MusteredUnit> = of_side(battle, Some(side)).collect();
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let gone = units.iter().filter(|unit| unit.left.is_some()).count();
        let gone = match gone {
            0 => String::new(),
            gone => format!(", {gone} gone"),
        };
        // What has left the table fights no more, whatever was left of it.
        let sum = Strength::of_all(units.iter().map(|unit| {
            let strength = self.counted_strength(unit);
            match unit.left {
                None => strength,
                Some(_) => strength.gone(),
            }
        }));
        let all = phrase::count(count(units.len()), "unit", "units");
        if sum.begun() <= Number::ZERO {
            return format!("{side}: {all}{gone}");
        }
        let left = sum.left;
        let of = self.rules.loss.of(sum.begun());
        let share = match sum.share().as_str() {
            "" => String::new(),
            share => format!(" ({share})"),
        };
        format!("{side}: {all}{gone}, {left} of {of} left{share}")
    }

    /// The turn and the phase, or just `Units` before the first turn.
    fn clock(&self, battle: &Battle) -> String {
        let state = battle.state();
        let phase = state.phase.as_deref().map(|id| self.rules.phase_called(id));
        match (state.turn, phase) {
            (0, _) => "Units".to_owned(),
            (turn, None) => format!("Units, turn {turn}"),
            (turn, Some(phase)) => format!("Units, turn {turn}, {phase}"),
        }
    }

    /// What is left of a unit.
    fn left(&self, unit: &MusteredUnit) -> String {
        let Some(strength) = self.strength_left(&unit.handle) else {
            return "unknown here".to_owned();
        };
        if strength.only_marks {
            return format!("{} marked", self.rules.loss.of(strength.lost));
        }
        let stands = format!("{} of {}", strength.left, strength.begun());
        match self.to_come_off(&unit.handle) {
            lost if lost > Number::ZERO => format!("{stands}, {lost} to come off"),
            _ => stands,
        }
    }

    /// What a unit loses when the phase ends, as far as it stands.
    pub(super) fn to_come_off(&self, handle: &str) -> Number {
        let state = self.standing();
        let state = state.or_else(|| self.battle.as_ref().map(Battle::state));
        state.map_or(Number::ZERO, |state| self.to_come_off_in(state, handle))
    }

    /// The same as the battle stands in some state.
    pub(super) fn to_come_off_in(&self, state: &State, handle: &str) -> Number {
        // Working it out takes the whole roster, and most often nothing waits.
        let mut held = state.held.iter();
        if !held.any(|effect| effect.unit() == Some(handle)) {
            return Number::ZERO;
        }
        let off = self.comes_off(state).into_iter();
        let off = off.filter_map(|effect| match effect {
            Effect::Lose { unit, lost, .. } if unit == handle => Some(lost),
            _ => None,
        });
        off.sum()
    }

    /// What is left of a unit of the battle; `None` where the rules in force do not know it.
    pub fn strength_left(&self, handle: &str) -> Option<Strength> {
        let place = self.roster.exactly(handle)?;
        if self.roster.get(place)?.unknown.is_some() {
            return None;
        }
        let state = self.battle.as_ref().map(Battle::state)?;
        let unit = state.unit(handle)?;
        let groups = self.groups_left(handle);
        Some(Strength {
            left: groups.iter().map(|group| group.left).sum(),
            lost: groups.iter().map(|group| group.lost).sum(),
            only_marks: unit
                .groups
                .iter()
                .any(|group| self.only_marks(&group.troop)),
        })
    }

    /// The same where it can be reckoned with: nothing of marked losses, and of units that are not known.
    fn counted_strength(&self, unit: &MusteredUnit) -> Strength {
        let strength = self.strength_left(&unit.handle);
        let counted = strength.filter(|strength| !strength.only_marks);
        counted.unwrap_or_default()
    }

    /// What is left of each group of a unit, in the order typed, with its troop type.
    pub fn groups_of(&self, handle: &str) -> Vec<(String, Strength)> {
        let state = self.battle.as_ref().map(Battle::state);
        let Some(unit) = state.and_then(|state| state.unit(handle)) else {
            return Vec::new();
        };
        let groups = self.groups_left(handle);
        let named = groups.iter().filter_map(|left| {
            let group = unit.group(left.id)?;
            let strength = Strength {
                left: left.left,
                lost: left.lost,
                only_marks: self.only_marks(&group.troop),
            };
            Some((group.troop.to_string(), strength))
        });
        named.collect()
    }

    /// Whether losses of a troop type are marked and never take a count off the table.
    pub(super) fn only_marks(&self, troop: &str) -> bool {
        let known = self.rules.types.named(troop);
        known.is_some_and(|id| {
            let figures = self.rules.types.get(id).figures;
            figures == Given::Known(Figures::Unlimited)
        })
    }
}

impl Row<'_> {
    /// Whether another row is the next unit of the same kind, as fresh as all of this one.
    fn goes_on_with(&self, next: &Row<'_>) -> bool {
        let after = u64::try_from(self.units.len()).unwrap_or(u64::MAX);
        let follows = match (self.handle, next.handle) {
            (Some((stem, first)), Some((other, number))) => {
                stem == other && first.checked_add(after) == Some(number)
            }
            _ => false,
        };
        follows && self.fresh && next.fresh && self.troops == next.troops
    }
}

impl Strength {
    /// What it began with.
    pub fn begun(self) -> Number {
        self.left + self.lost
    }

    /// Several taken as one.
    fn of_all(all: impl Iterator<Item = Strength>) -> Strength {
        all.fold(Strength::default(), |sum, one| Strength {
            left: sum.left + one.left,
            lost: sum.lost + one.lost,
            only_marks: false,
        })
    }

    /// The same, of which nothing is left.
    fn gone(self) -> Strength {
        Strength {
            left: Number::ZERO,
            lost: self.begun(),
            ..self
        }
    }

    /// `85 %` of what has lost something.
    fn share(self) -> String {
        match self.left.checked_div(self.begun()) {
            Some(share) if !self.lost.is_zero() => format!("{:.0} %", share.to_f64() * 100.0),
            _ => String::new(),
        }
    }
}

/// The letters and the number of a handle such as `amp12`.
fn numbered(handle: &str) -> Option<(&str, u64)> {
    let stem = handle.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let number = handle.strip_prefix(stem)?;
    // `m01` is not followed by `m2`.
    (!number.starts_with('0')).then_some(())?;
    Some((stem, number.parse().ok()?))
}

fn of_side<'b>(battle: &'b Battle, side: Option<&str>) -> impl Iterator<Item = &'b MusteredUnit> {
    let units = battle.state().units.iter();
    units.filter(move |unit| side.is_none_or(|side| side == unit.side))
}

/// The states of a unit, or where it has gone.
pub(super) fn states(unit: &MusteredUnit) -> String {
    if let Some(left) = &unit.left {
        return left.to_string();
    }
    let states: Vec<String> = unit
        .states
        .iter()
        .map(|state| with_number(&state.word, state.number))
        .collect();
    states.join(", ")
}
