//! `roll-test`: each unit throws against a target; passing or failing may move it on a ladder of levels.

mod report;
mod target;

#[cfg(test)]
mod tests;

use super::case::{Case, Subject};
use super::outcome::{Blank, Outcome};
use super::weigh::weigh;
use super::working::Working;
use super::{Declared, throw_of};
use crate::dice::{Dice, Halt, Throw};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::procedure::{Ladder, Outright, Passes, RollTest, Settled};
use crate::typed_line::LineFault;

/// The checks of every unit named.
pub(super) struct Checks<'a> {
    case: Case<'a>,
    numbers: &'a RollTest,
    units: Vec<Check<'a>>,
    blank: Option<Blank>,
}

/// The check of one unit.
struct Check<'a> {
    subject: Subject<'a>,
    /// The level that was said, from 1.
    level: Option<usize>,
    stance: Stance<'a>,
}

/// How a unit is checked.
enum Stance<'a> {
    /// Without dice.
    Settled(&'a Settled),
    /// With dice; the target is blank where the source gives none.
    Throws {
        target: Option<Number>,
        /// What its troop type adds to what is thrown; `None` where that is blank.
        adds: Option<Number>,
        throw: Throw,
    },
}

/// What a unit that throws needs.
#[derive(Clone, Copy)]
struct Needs<'a> {
    subject: Subject<'a>,
    target: Option<Number>,
    adds: Option<Number>,
}

/// How a check came out.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Checked {
    target: Option<Number>,
    roll: Option<Number>,
    /// `None` for a unit that is not checked, or whose target is blank.
    passed: Option<bool>,
    level: Level,
}

/// The level of a unit after its check.
#[derive(Debug, Clone, Copy, Default)]
enum Level {
    /// The check has no levels.
    #[default]
    None,
    /// It was not said.
    Unsaid,
    /// From 1.
    At(usize),
}

/// Works out what each unit has to throw.
///
/// # Errors
/// A unit for which the table names no target.
pub(super) fn declare<'a>(
    case: Case<'a>,
    numbers: &'a RollTest,
    working: &mut Working,
) -> Result<Box<dyn Declared + 'a>, LineFault> {
    let purpose = &case.rules.rulings.get(case.situation.ruling).id;
    Ok(Box::new(Checks::of(case, numbers, purpose, working)?))
}

impl<'a> Checks<'a> {
    /// The checks of every attacker, thrown for `purpose`.
    ///
    /// # Errors
    /// A unit for which the table names no target.
    pub(super) fn of(
        case: Case<'a>,
        numbers: &'a RollTest,
        purpose: &str,
        working: &mut Working,
    ) -> Result<Checks<'a>, LineFault> {
        let mut blank = None;
        let mut units = Vec::new();
        for (place, subject) in case.subjects(Role::Attacker).enumerate() {
            let settled = numbers
                .settled
                .iter()
                .find(|settled| case.all_hold(subject, &settled.when));
            let stance = match settled {
                Some(settled) => {
                    working.note(&settled.cite, || {
                        format!("{}: {}", case.name(subject.unit), settled.say)
                    });
                    Stance::Settled(settled)
                }
                None => Stance::Throws {
                    target: target::of(case, numbers, subject, &mut blank, working)?,
                    adds: target::added(case, numbers, subject, &mut blank, working),
                    throw: throw_of(
                        case,
                        subject.role,
                        place,
                        case.name(subject.unit),
                        purpose,
                        numbers.dice,
                    ),
                },
            };
            units.push(Check {
                subject,
                level: level_said(case, numbers, subject),
                stance,
            });
        }
        Ok(Checks {
            case,
            numbers,
            units,
            blank,
        })
    }
}

/// The level that was said of a unit, from 1.
fn level_said(case: Case<'_>, numbers: &RollTest, subject: Subject<'_>) -> Option<usize> {
    let mut levels = numbers.ladder.as_ref()?.levels.iter();
    let said = levels.position(|level| case.said(subject, *level).is_some())?;
    Some(said + 1)
}

impl Declared for Checks<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        let mut checked = Vec::new();
        for check in &self.units {
            checked.push(self.check(check, dice, working)?);
        }
        Ok(self.outcome(&checked, working))
    }
}

impl Checks<'_> {
    /// The check of the unit at `place` of its side alone; `None` where there is no such unit.
    ///
    /// # Errors
    /// When the dice stop it.
    pub(super) fn check_unit(
        &self,
        place: usize,
        dice: &mut dyn Dice,
        working: &mut Working,
    ) -> Result<Option<Checked>, Halt> {
        let check = self.units.get(place);
        check
            .map(|check| self.check(check, dice, working))
            .transpose()
    }

    fn check(
        &self,
        check: &Check<'_>,
        dice: &mut dyn Dice,
        working: &mut Working,
    ) -> Result<Checked, Halt> {
        let mut checked = match &check.stance {
            Stance::Settled(settled) => Checked {
                passed: match settled.how {
                    Outright::NotChecked => None,
                    Outright::Passes => Some(true),
                    Outright::Fails => Some(false),
                },
                ..Checked::default()
            },
            Stance::Throws {
                target,
                adds,
                throw,
            } => {
                let needs = Needs {
                    subject: check.subject,
                    target: *target,
                    adds: *adds,
                };
                self.thrown(needs, throw, dice, working)?
            }
        };
        checked.level = match (&self.numbers.ladder, check.level) {
            (None, _) => Level::None,
            (Some(_), None) => Level::Unsaid,
            (Some(ladder), Some(level)) => {
                Level::At(self.level_after(ladder, level, checked.passed, working))
            }
        };
        Ok(checked)
    }

    fn thrown(
        &self,
        needs: Needs<'_>,
        throw: &Throw,
        dice: &mut dyn Dice,
        working: &mut Working,
    ) -> Result<Checked, Halt> {
        let target = needs.target;
        let roll = |sum: u32, working: &mut Working| {
            let sum = Number::from(sum) + needs.adds?;
            weigh(self.case, needs.subject, "roll", Some(sum), working)
        };
        let passes = |roll: Option<Number>| Some(self.numbers.passes.holds(roll?, target?));
        // Only whether it passes matters to what follows.
        let lump = |sum: u32| match passes(roll(sum, &mut Working::silent())) {
            None => 0,
            Some(false) => 1,
            Some(true) => 2,
        };
        let sum = dice.sum_lumped(throw, &lump)?;
        working.note(&None, || format!("{}: {sum} thrown", throw.label));
        let roll = roll(sum, working);
        let passed = passes(roll);
        working.note(&None, || {
            let does = match passed {
                None => "nothing is decided",
                Some(true) => "passes",
                Some(false) => "fails",
            };
            match roll {
                Some(roll) => format!("{}: {}: {does}", throw.label, self.against(roll, target)),
                None => format!("{}: {does}", throw.label),
            }
        });
        Ok(Checked {
            target,
            roll,
            passed,
            level: Level::None,
        })
    }

    /// `5, 7 or less needed`.
    fn against(&self, roll: Number, target: Option<Number>) -> String {
        match (target, self.numbers.passes) {
            (None, _) => format!("{roll}, what is needed is blank"),
            (Some(target), Passes::AtMost) => format!("{roll}, {target} or less needed"),
            (Some(target), Passes::AtLeast) => format!("{roll}, {target} or more needed"),
        }
    }

    fn level_after(
        &self,
        ladder: &Ladder,
        before: usize,
        passed: Option<bool>,
        working: &mut Working,
    ) -> usize {
        let Some(passed) = passed else {
            return before;
        };
        let after = if passed {
            ladder.raised(before)
        } else {
            ladder.lowered(before)
        };
        let cite = &self.case.rules.rulings.get(self.case.situation.ruling).cite;
        working.note(cite, || {
            let from = self.level_name(before);
            match after == before {
                true => format!("stays {from}"),
                false => format!("from {from} to {}", self.level_name(after)),
            }
        });
        after
    }

    /// `shaken (3)`.
    fn level_name(&self, level: usize) -> String {
        let ladder = self.numbers.ladder.as_ref();
        let word = ladder.and_then(|ladder| ladder.levels.get(level.checked_sub(1)?));
        match word {
            Some(word) => format!("{} ({level})", self.case.rules.words.get(*word).id),
            None => level.to_string(),
        }
    }
}

impl Passes {
    fn holds(self, roll: Number, target: Number) -> bool {
        match self {
            Passes::AtMost => roll <= target,
            Passes::AtLeast => roll >= target,
        }
    }
}

impl Ladder {
    /// The level of a unit that passes: never above the ceiling by it, nor brought down to it.
    fn raised(&self, level: usize) -> usize {
        level.saturating_add(self.up).min(self.ceiling).max(level)
    }

    /// The level of a unit that fails: 1 at the least.
    fn lowered(&self, level: usize) -> usize {
        level.saturating_sub(self.down).max(1)
    }
}
