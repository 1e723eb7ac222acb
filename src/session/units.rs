//! The units of the battle: all of them for a program, and in as few rows as will do for a person.

use super::Session;
use crate::battle::{Battle, Effect, MusteredUnit};
use crate::naming::phrase;
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::kind::Figures;
use crate::sheet::Sheet;

/// So many rows stand on a small screen with their heading and the sums.
const FEW_ROWS: usize = 16;

/// What is left of units, in the rule set's casualty measure.
#[derive(Debug, Clone, Copy, Default)]
struct LeftOfBegun {
    left: Number,
    begun: Number,
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
                self.strength(unit),
                self.left(unit),
                states(unit),
                unit.name.clone().unwrap_or_default().into(),
            ]);
        }
        sheet
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
            Some(format!("{}: {why}", called(unit)))
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
            let LeftOfBegun { left, begun } = self.left_and_begun(unit);
            let row = Row {
                troops: self.strength(unit),
                handle: numbered(&unit.handle),
                fresh: left == begun
                    && unit.states.is_empty()
                    && (many || unit.name.is_none())
                    && !self.is_unknown(unit),
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
            let all: Vec<LeftOfBegun> = row
                .units
                .iter()
                .map(|one| self.left_and_begun(one))
                .collect();
            let left: Number = all.iter().map(|one| one.left).sum();
            let begun: Number = all.iter().map(|one| one.begun).sum();
            return [
                side,
                format!("{}-{last}", unit.handle),
                String::new(),
                format!("{} × {}", row.units.len(), row.troops),
                format!("{left} of {begun}"),
                String::new(),
            ];
        }
        [
            side,
            unit.handle.to_string(),
            unit.name.clone().unwrap_or_default().into(),
            row.troops.clone(),
            match self.left_and_begun(unit).share().as_str() {
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
        let mut sum = LeftOfBegun::default();
        for unit in &units {
            let LeftOfBegun { left, begun } = self.left_and_begun(unit);
            sum.begun += begun;
            // What has left the table fights no more, whatever was left of it.
            if unit.left.is_none() {
                sum.left += left;
            }
        }
        let all = phrase::count(count(units.len()), "unit", "units");
        if sum.begun <= Number::ZERO {
            return format!("{side}: {all}{gone}");
        }
        let LeftOfBegun { left, begun } = sum;
        let of = self.rules.loss.of(begun);
        let share = match sum.share().as_str() {
            "" => String::new(),
            share => format!(" ({share})"),
        };
        format!("{side}: {all}{gone}, {left} of {of} left{share}")
    }

    /// The turn and the phase, or just `Units` before the first turn.
    fn clock(&self, battle: &Battle) -> String {
        let state = battle.state();
        let phase = state.phase.as_deref().map(|id| {
            let known = self.rules.phases.named(id);
            known.map_or(id, |known| self.rules.phases.get(known).name.as_str())
        });
        match (state.turn, phase) {
            (0, _) => "Units".to_owned(),
            (turn, None) => format!("Units, turn {turn}"),
            (turn, Some(phase)) => format!("Units, turn {turn}, {phase}"),
        }
    }

    /// The troops of a unit as it was mustered.
    pub(super) fn strength(&self, unit: &MusteredUnit) -> String {
        let groups: Vec<String> = unit
            .groups_there()
            .map(|group| format!("{} {}", group.count, group.troop))
            .collect();
        groups.join(" + ")
    }

    /// Whether the rules in force do not have all of a unit.
    fn is_unknown(&self, unit: &MusteredUnit) -> bool {
        let listed = self.roster.exactly(&unit.handle);
        let listed = listed.and_then(|place| self.roster.get(place));
        listed.is_some_and(|listed| listed.unknown.is_some())
    }

    /// What is left of a unit.
    fn left(&self, unit: &MusteredUnit) -> String {
        if self.is_unknown(unit) {
            return "unknown here".to_owned();
        }
        let groups = self.groups_left(&unit.handle);
        let left: Number = groups.iter().map(|group| group.left).sum();
        let lost: Number = groups.iter().map(|group| group.lost).sum();
        if self.only_marks_losses(unit) {
            return format!("{} marked", self.rules.loss.of(lost));
        }
        let stands = format!("{left} of {}", left + lost);
        match self.to_come_off(&unit.handle) {
            lost if lost > Number::ZERO => format!("{stands}, {lost} to come off"),
            _ => stands,
        }
    }

    /// What a unit loses when the phase ends, as far as it stands.
    pub(super) fn to_come_off(&self, handle: &str) -> Number {
        let Some(battle) = &self.battle else {
            return Number::ZERO;
        };
        let off = self.comes_off(battle.state()).into_iter();
        let off = off.filter_map(|effect| match effect {
            Effect::Lose { unit, lost, .. } if unit == handle => Some(lost),
            _ => None,
        });
        off.sum()
    }

    /// What is left of a unit, and what it began with; of marked losses nothing is reckoned.
    fn left_and_begun(&self, unit: &MusteredUnit) -> LeftOfBegun {
        if self.only_marks_losses(unit) || self.is_unknown(unit) {
            return LeftOfBegun::default();
        }
        let groups = self.groups_left(&unit.handle);
        let left: Number = groups.iter().map(|group| group.left).sum();
        let lost: Number = groups.iter().map(|group| group.lost).sum();
        LeftOfBegun {
            left,
            begun: left + lost,
        }
    }

    fn only_marks_losses(&self, unit: &MusteredUnit) -> bool {
        let mut groups = unit.groups.iter();
        groups.any(|group| self.only_marks(&group.troop))
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

impl LeftOfBegun {
    /// `85 %` of a unit that has lost something.
    fn share(self) -> String {
        let LeftOfBegun { left, begun } = self;
        match left.checked_div(begun) {
            Some(share) if left < begun => format!("{:.0} %", share.to_f64() * 100.0),
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

/// A unit by name and handle.
fn called(unit: &MusteredUnit) -> String {
    match &unit.name {
        Some(name) if *name != unit.handle => format!("{name} ({})", unit.handle),
        _ => unit.handle.to_string(),
    }
}

/// The states of a unit, or where it has gone.
pub(super) fn states(unit: &MusteredUnit) -> String {
    if let Some(left) = &unit.left {
        return left.to_string();
    }
    let states: Vec<String> = unit
        .states
        .iter()
        .map(|state| {
            if state.number.is_zero() {
                state.word.to_string()
            } else {
                format!("{} {}", state.word, state.number)
            }
        })
        .collect();
    states.join(", ")
}
