//! `pips-by-range`: dice by weapon and range; the pips of a volley cost the target losses.

mod report;

use super::case::{Case, Subject};
use super::marks;
use super::outcome::Outcome;
use super::toll::Saving;
use super::weigh::weigh;
use super::working::Working;
use super::{Declared, firing, throw_of};
use crate::dice::{Dice, Halt, Pool, Throw};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::procedure::{FireMark, PipsByRange, Toll};
use crate::rules::shelf::{Id, Named};
use crate::rules::weapon::Weapon;
use crate::situation::{Counted, Unit};
use crate::typed_line::LineFault;

/// The fire of every unit that is in range.
struct Fire<'a> {
    case: Case<'a>,
    numbers: &'a PipsByRange,
    volleys: Vec<Volley<'a>>,
    target: Target<'a>,
}

/// The unit fired at.
struct Target<'a> {
    unit: &'a Unit,
    /// The most that it can lose; `None` where its counts were not said.
    most: Option<Number>,
    saving: Option<Saving<'a>>,
}

/// What is thrown at once: by one unit, or by all that fire such a weapon together.
struct Volley<'a> {
    weapon: Id<Weapon>,
    toll: Toll,
    shares: Vec<Share<'a>>,
    throw: Throw,
}

/// The part of one unit in a volley.
struct Share<'a> {
    /// The unit's place in its side, from 0.
    unit: usize,
    /// The dice that it adds, with parts of a die.
    dice: Number,
    /// What its fire does besides.
    marks: Vec<&'a FireMark>,
}

/// Works out who fires how many dice and what the pips cost.
///
/// # Errors
/// No distance, no weapon, several targets, a band whose number is blank.
pub(super) fn declare<'a>(
    case: Case<'a>,
    numbers: &'a PipsByRange,
    working: &mut Working,
) -> Result<Box<dyn Declared + 'a>, LineFault> {
    let unit = firing::target(case)?;
    let said = unit
        .groups
        .iter()
        .any(|group| group.counted == Counted::Said);
    let left = unit.groups.iter().map(|group| case.left(group)).sum();
    let target = Target {
        unit,
        most: said.then_some(left),
        saving: Saving::of(case, &numbers.saves, 0, Subject::unit(Role::Defender, unit)),
    };
    let mut volleys: Vec<Volley<'a>> = Vec::new();
    for (place, subject) in case.subjects(Role::Attacker).enumerate() {
        let mut armed = false;
        for group in &subject.unit.groups {
            let Some(weapon) = firing::weapon_of(case, subject, group)? else {
                continue;
            };
            armed = true;
            let firing = subject.group(group).firing(weapon);
            let Some((toll, share)) = share(case, numbers, place, firing, weapon, working)? else {
                continue;
            };
            let joins = |volley: &&mut Volley<'_>| {
                numbers.together.contains(&weapon) && volley.weapon == weapon && volley.toll == toll
            };
            match volleys.iter_mut().find(joins) {
                Some(volley) => volley.shares.push(share),
                None => volleys.push(Volley {
                    weapon,
                    toll,
                    shares: vec![share],
                    throw: throw_of(
                        case,
                        Role::Attacker,
                        place,
                        case.group_name(group).clone(),
                        "fire",
                        numbers.die,
                    ),
                }),
            }
        }
        if !armed {
            return Err(firing::unarmed(case, subject.unit));
        }
    }
    for volley in &mut volleys {
        volley.throw.pool.dice = volley.whole_dice();
        working.note(&case.rules.weapons.get(volley.weapon).cite, || {
            volley.says(case)
        });
    }
    Ok(Box::new(Fire {
        case,
        numbers,
        volleys,
        target,
    }))
}

/// What one group adds, and what pips cost at its range; `None` out of range.
fn share<'a>(
    case: Case<'a>,
    numbers: &'a PipsByRange,
    place: usize,
    subject: Subject<'a>,
    weapon: Id<Weapon>,
    working: &mut Working,
) -> Result<Option<(Toll, Share<'a>)>, LineFault> {
    let Some(group) = subject.group else {
        return Ok(None);
    };
    let range = firing::range_of(case, subject, working)?;
    let weapon = case.rules.weapons.get(weapon);
    let measure = case.rules.measure;
    let Some((_, band)) = firing::band_at(case, weapon, range, working) else {
        return Ok(None);
    };
    let known = |given| firing::known(case, group, weapon, range, given);
    let each = known(band.number(numbers.dice))?;
    let Some(whole) = known(band.number(numbers.pips))? else {
        return Ok(None);
    };
    let half = match numbers.half {
        Some(half) => known(band.number(half))?,
        None => None,
    };
    let left = case.left(group).over(case.figures(group));
    let firing = weigh(case, subject, "firing", Some(left), working).unwrap_or(left);
    let each = weigh(case, subject, "dice", each, working).unwrap_or(Number::ONE);
    let dice = (firing * each).max(Number::ZERO);
    working.note(&weapon.cite, || {
        let count = case.rules.count.of(firing);
        let at = measure.show(range);
        let mark = |id| marks::of_band(case, weapon, band, case.rules.attributes.get(id).id());
        let (of_dice, of_pips) = (mark(numbers.dice), mark(numbers.pips));
        let loss = &case.rules.loss.one;
        format!(
            "{} at {at}: {count} fire, {each} of a die each{of_dice}: {dice}; {whole} pips a {loss}{of_pips}",
            weapon.name
        )
    });
    let marks = numbers.marks.iter();
    Ok(Some((
        Toll { whole, half },
        Share {
            unit: place,
            dice,
            marks: marks
                .filter(|mark| case.all_hold(subject, &mark.when))
                .collect(),
        },
    )))
}

impl Volley<'_> {
    /// The dice that are thrown: parts of a die are dropped once all are added up.
    fn whole_dice(&self) -> u32 {
        let dice: Number = self.shares.iter().map(|share| share.dice).sum();
        u32::try_from(dice.floor())
            .unwrap_or(u32::MAX)
            .min(Pool::MOST_DICE)
    }

    fn says(&self, case: Case<'_>) -> String {
        let weapon = &case.rules.weapons.get(self.weapon).name;
        let loss = &case.rules.loss.one;
        format!(
            "{weapon}: {} dice, {} pips a {loss}",
            self.throw.pool.dice, self.toll.whole
        )
    }
}

/// A volley after its throw.
struct Fired {
    pips: u32,
    costs: Number,
}

impl Declared for Fire<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        let mut fired: Vec<Fired> = Vec::new();
        for volley in &self.volleys {
            let toll = volley.toll;
            let lump = |pips| self.target.suffers(toll.of(pips)).times(2).floor();
            let pips = dice.sum_lumped(&volley.throw, &lump)?;
            let costs = toll.of(pips);
            working.note(&None, || {
                let loss = self.case.rules.loss.of(costs);
                format!(
                    "{}: {pips} pips ÷ {}: {loss}",
                    volley.throw.label, toll.whole
                )
            });
            fired.push(Fired { pips, costs });
        }
        let costs: Number = fired.iter().map(|fired| fired.costs).sum();
        let mut lost = self.target.suffers(costs);
        if let Some(saving) = &self.target.saving {
            dice.merge(&[lost.times(2).floor()])?;
            lost = saving.left_of(lost, dice, working)?;
        }
        Ok(self.outcome(&fired, lost, working))
    }
}

impl Target<'_> {
    /// How much of so many losses the target has to suffer.
    fn suffers(&self, costs: Number) -> Number {
        self.most.map_or(costs, |most| costs.min(most))
    }
}
