//! After the totals: what the defeated lose and do, and what victory costs.

use super::super::case::{Case, Subject};
use super::super::marks;
use super::super::outcome::{Blank, Field};
use super::super::strength;
use super::super::working::Working;
use super::{Melee, Strength, Winner};
use crate::dice::{Dice, Halt, Throw};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::bands::Span;
use crate::rules::condition::Role;
use crate::rules::result::{ResultPhrase, Routs};
use crate::rules::shelf::{Id, Named};
use crate::situation::Unit;

/// What becomes of every unit.
pub(super) struct Aftermath {
    pub(super) difference: Option<u32>,
    pub(super) attackers: Vec<Fate>,
    pub(super) defenders: Vec<Fate>,
    pub(super) blank: Option<Blank>,
}

/// What becomes of one unit.
#[derive(Debug, Clone, Default)]
pub(super) struct Fate {
    /// `None` where a blank decides.
    pub(super) lost: Option<Number>,
    pub(super) result: Option<String>,
    pub(super) withdraws: Option<Field>,
    /// Marks a unit whose result the source at hand does not give.
    pub(super) blank: Option<Field>,
}

/// What the tables say of a defeated unit.
enum Verdict {
    /// It does this.
    Does(Id<ResultPhrase>),
    /// The source at hand does not say what it does.
    Blank,
}

impl Aftermath {
    pub(super) fn throw(
        melee: &Melee<'_>,
        winner: Winner,
        attackers: &[Strength<'_>],
        defenders: &[Strength<'_>],
        dice: &mut dyn Dice,
        working: &mut Working,
    ) -> Result<Aftermath, Halt> {
        let mut after = After {
            melee,
            difference: None,
            blank: None,
        };
        let (victors, defeated) = match winner {
            Winner::Attacker => (attackers, defenders),
            Winner::Defender => (defenders, attackers),
            Winner::Drawn | Winner::Blank => {
                let lost = (winner == Winner::Drawn).then_some(Number::ZERO);
                return Ok(Aftermath {
                    difference: None,
                    attackers: after.unmoved(attackers, defenders, lost, working),
                    defenders: after.unmoved(defenders, attackers, lost, working),
                    blank: None,
                });
            }
        };
        if defeated.iter().any(Strength::fights) {
            let by = match winner {
                Winner::Defender => "defender",
                _ => "attacker",
            };
            let pool = melee.numbers.after;
            after.difference = Some(dice.spread(&Throw::new(by, "victor", "result", pool))?);
        }
        let mut verdicts = Vec::new();
        let beaten = defeated
            .iter()
            .map(|unit| {
                after.aside(unit, victors, working).unwrap_or_else(|| {
                    let (fate, verdict) = after.defeated(unit, fighting(victors), working);
                    verdicts.push(verdict);
                    fate
                })
            })
            .collect();
        let price = after.price(victors, defeated, &verdicts, working);
        let won = after.unmoved(victors, defeated, price, working);
        let (attackers, defenders) = match winner {
            Winner::Defender => (beaten, won),
            _ => (won, beaten),
        };
        Ok(Aftermath {
            difference: after.difference,
            attackers,
            defenders,
            blank: after.blank,
        })
    }
}

/// How many units there are.
fn count(units: &[Strength<'_>]) -> Number {
    Number::from(units.len())
}

/// How many of them fight: only those are victorious or defeated.
fn fighting(units: &[Strength<'_>]) -> Number {
    Number::from(units.iter().filter(|unit| unit.fights()).count())
}

fn fate(
    case: Case<'_>,
    unit: &Unit,
    lost: Option<Number>,
    result: Option<String>,
    working: &mut Working,
) -> Fate {
    let lost = lost.map(|lost| strength::suffered(case, unit, lost));
    Fate {
        lost,
        result,
        withdraws: lost.and_then(|lost| strength::withdraws(case, unit, lost, working)),
        blank: None,
    }
}

/// The tables after a win.
struct After<'m> {
    melee: &'m Melee<'m>,
    difference: Option<u32>,
    blank: Option<Blank>,
}

/// Where a cell stands in the ruling's tables.
#[derive(Clone, Copy)]
struct Cell<'m> {
    table: &'static str,
    of: &'m str,
    row: Span,
}

impl<'m> After<'m> {
    /// What becomes of units that need not move: each loses so much, those that stand aside their own.
    fn unmoved(
        &self,
        units: &[Strength<'_>],
        enemies: &[Strength<'_>],
        lost: Option<Number>,
        working: &mut Working,
    ) -> Vec<Fate> {
        let case = self.melee.case;
        units
            .iter()
            .map(|unit| {
                self.aside(unit, enemies, working)
                    .unwrap_or_else(|| fate(case, unit.fighter.unit, lost, None, working))
            })
            .collect()
    }

    /// What becomes of a unit that stands aside, whoever wins; `None` for one that fights.
    fn aside(
        &self,
        unit: &Strength<'_>,
        enemies: &[Strength<'_>],
        working: &mut Working,
    ) -> Option<Fate> {
        let case = self.melee.case;
        let aside = self.melee.numbers.aside.as_ref()?;
        if unit.fights() {
            return None;
        }
        let of = unit.fighter.unit;
        let say = &case.rules.results.get(aside.result).say;
        let lost = aside.lost * count(enemies);
        working.note(&aside.cite, || {
            format!("{}: {lost} lost, {say}", case.name(of))
        });
        Some(fate(case, of, Some(lost), Some(say.clone()), working))
    }

    fn defeated(
        &mut self,
        unit: &Strength<'_>,
        victors: Number,
        working: &mut Working,
    ) -> (Fate, Verdict) {
        let case = self.melee.case;
        let of = unit.fighter.unit;
        let name = case.name(of);
        let difference = self.difference.map_or(0, i64::from);
        let (by_table, lost_in) = self.lost_by_table(of, difference).unzip();
        let lost = by_table.map(|lost| victors + lost);
        let (verdict, result_in) = self.verdict(unit, difference);
        let result = match &verdict {
            Verdict::Does(result) => Some(case.rules.results.get(*result).say.clone()),
            Verdict::Blank => None,
        };
        working.note(&case.rules.rulings.get(case.situation.ruling).cite, || {
            let shown = |lost: Option<Number>| lost.map_or("blank".into(), |lost| lost.to_string());
            format!(
                "{name}, difference {difference}: {victors} + {} lost{}, {}{}",
                shown(by_table),
                self.mark(lost_in),
                result.as_deref().unwrap_or("what it does is blank"),
                self.mark(result_in)
            )
        });
        let blank = match &verdict {
            Verdict::Does(_) => None,
            Verdict::Blank => Some(Field::step("blank", true)),
        };
        let fate = fate(case, of, lost, result, working);
        (Fate { blank, ..fate }, verdict)
    }

    /// What the table of losses gives the unit's kind.
    fn lost_by_table(&self, unit: &Unit, difference: i64) -> Option<(Number, Cell<'m>)> {
        let case = self.melee.case;
        let subject = Subject::unit(Role::Either, unit);
        let rows = self.melee.numbers.losses.iter();
        let mut fitting = rows.filter(|(kind, _)| {
            subject
                .groups()
                .iter()
                .any(|group| case.rules.is(group.troop, *kind))
        });
        let (kind, bands) = fitting.next()?;
        let (row, lost) = bands.find(difference)?;
        let of = case.rules.kind_id(*kind);
        let table = "losses";
        Some((*lost, Cell { table, of, row }))
    }

    /// What the table of results gives the unit's arm or class, and where it stands.
    fn verdict(&mut self, unit: &Strength<'_>, difference: i64) -> (Verdict, Option<Cell<'m>>) {
        let case = self.melee.case;
        let numbers = self.melee.numbers;
        let of = unit.fighter.unit;
        let subject = Subject::unit(unit.fighter.role, of);
        let by_arm = numbers
            .results_by_arm
            .iter()
            .find(|(arm, _)| {
                of.groups
                    .iter()
                    .all(|group| case.rules.types.get(group.troop).arm == *arm)
            })
            .map(|(arm, bands)| ("results-of-arm", case.rules.arms.get(*arm).id(), bands));
        let class = numbers
            .class_instead
            .iter()
            .find(|(when, _)| case.all_hold(subject, when))
            .map(|(_, class)| *class)
            .or_else(|| case.class(of).and_then(Given::known));
        let by_class = || {
            let rows = numbers.results.iter();
            let mut fitting = rows.filter(|(kind, _)| Some(*kind) == class);
            let (class, bands) = fitting.next()?;
            Some(("results", case.rules.classes.get(*class).id(), bands))
        };
        let found = by_arm.or_else(by_class).and_then(|(table, of, bands)| {
            let (row, result) = bands.find(difference)?;
            Some((*result, Cell { table, of, row }))
        });
        match found {
            Some((result, cell)) => (Verdict::Does(result), Some(cell)),
            None => {
                self.blank.get_or_insert_with(|| Blank {
                    what: format!("{}, what it does when defeated", case.name(of)),
                    key: of.groups.first().map_or(String::new(), |group| {
                        format!("type.{}.class", case.rules.types.get(group.troop).id)
                    }),
                });
                (Verdict::Blank, None)
            }
        }
    }

    /// The mark of a cell that is a house rule.
    fn mark(&self, cell: Option<Cell<'_>>) -> String {
        cell.map_or(String::new(), |Cell { table, of, row }| {
            marks::of_ruling(self.melee.case, &[table, of, &row.to_string()])
        })
    }

    /// What each victorious unit loses: one for each defeated unit, if its side had fewer
    /// points or any of the defeated did not rout.
    fn price(
        &self,
        victors: &[Strength<'_>],
        defeated: &[Strength<'_>],
        verdicts: &[Verdict],
        working: &mut Working,
    ) -> Option<Number> {
        let case = self.melee.case;
        if self.difference.is_none() {
            return Some(Number::ZERO);
        }
        let points =
            |side: &[Strength<'_>]| -> Number { side.iter().filter_map(|unit| unit.points).sum() };
        let routed = |verdict: &Verdict| match verdict {
            Verdict::Does(result) => case.rules.results.get(*result).routs == Routs::Yes,
            Verdict::Blank => true,
        };
        let cost = fighting(defeated);
        let cite = &case.rules.rulings.get(case.situation.ruling).cite;
        if points(victors) < points(defeated) {
            working.note(cite, || {
                format!("the victor had fewer points: {cost} lost by each of its units")
            });
            return Some(cost);
        }
        if !verdicts.iter().all(routed) {
            working.note(cite, || {
                format!("not all of the defeated routed: {cost} lost by each victorious unit")
            });
            return Some(cost);
        }
        let known = !verdicts
            .iter()
            .any(|verdict| matches!(verdict, Verdict::Blank));
        known.then_some(Number::ZERO)
    }
}
