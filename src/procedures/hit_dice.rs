//! `hit-dice`: so many dice a count by weapon and range; each at or above a number hits.

mod report;

use super::case::{Case, Subject};
use super::marks;
use super::outcome::{Blank, Field, Headline, Outcome, Value};
use super::working::Working;
use super::{Declared, firing, throw_of, weigh::weigh};
use crate::dice::{Dice, Halt, Pool, Throw};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::condition::Role;
use crate::rules::procedure::{HitDice, Mark};
use crate::rules::shelf::{Id, Named};
use crate::rules::weapon::{Band, Weapon};
use crate::situation::{Group, Unit};
use crate::typed_line::LineFault;

/// The volleys of every unit that fires.
struct Fire<'a> {
    case: Case<'a>,
    volleys: Vec<Volley<'a>>,
    target: &'a Unit,
    marks: &'a [Mark],
    /// The first number of a band that the source at hand does not give.
    blank: Option<Blank>,
}

/// The dice of the groups of one unit that fire the same weapon at the same range.
struct Volley<'a> {
    /// The unit's place in its side, from 0.
    unit: usize,
    throw: Throw,
    /// `None` where a blank hides it.
    hits_on: Option<u32>,
    /// The marks that can happen, in the order of the table.
    marks: Vec<&'a Mark>,
    /// The faces that matter, rising.
    cuts: Vec<u32>,
    /// The number of its band that the source at hand does not give.
    blank: Option<Blank>,
}

/// Works out who fires how many dice and what hits.
///
/// # Errors
/// No distance, no weapon, several targets.
pub(super) fn declare<'a>(
    case: Case<'a>,
    numbers: &'a HitDice,
    working: &mut Working,
) -> Result<Box<dyn Declared + 'a>, LineFault> {
    let target = firing::target(case)?;
    let mut volleys = Vec::new();
    for (place, unit) in case.situation.attacker.units.iter().enumerate() {
        let subject = Subject::unit(Role::Attacker, unit);
        let mut armed = false;
        for group in &unit.groups {
            let Some(weapon) = firing::weapon_of(case, subject, group)? else {
                continue;
            };
            armed = true;
            let subject = subject.group(group).firing(weapon);
            let range = firing::range_of(case, subject, working)?;
            volleys.extend(volley(
                case, numbers, place, subject, weapon, range, working,
            )?);
        }
        if !armed {
            return Err(firing::unarmed(case, unit));
        }
    }
    let blank = volleys
        .iter()
        .find_map(|volley: &Volley<'_>| volley.blank.clone());
    Ok(Box::new(Fire {
        case,
        volleys,
        target,
        marks: &numbers.marks,
        blank,
    }))
}

/// The dice of one group at one range, none where it may not fire; `None` out of range.
fn volley<'a>(
    case: Case<'a>,
    numbers: &'a HitDice,
    place: usize,
    subject: Subject<'a>,
    weapon: Id<Weapon>,
    range: Number,
    working: &mut Working,
) -> Result<Option<Volley<'a>>, LineFault> {
    let Some(group) = subject.group else {
        return Ok(None);
    };
    let weapon = case.rules.weapons.get(weapon);
    let Some((from, band)) = firing::band_at(case, weapon, range, working) else {
        return Ok(None);
    };
    let hits_on = band.number(numbers.hits_on);
    let dice_each = numbers.dice.and_then(|dice| band.number(dice));
    working.note(&weapon.cite, || {
        band_text(case, numbers, weapon, from, band)
    });
    let given = |given: Option<Given<Number>>| given.unwrap_or(Given::Known(Number::ONE)).known();
    let hits_on = weigh(case, subject, "hits-on", given(hits_on), working);
    let dice_each = weigh(case, subject, "dice", given(dice_each), working);
    let hidden = match (hits_on, dice_each) {
        (None, _) => Some(numbers.hits_on),
        (_, None) => numbers.dice,
        _ => None,
    };
    let blank = hidden.map(|id| {
        let attribute = case.rules.attributes.get(id);
        let at = case.rules.measure.show(range);
        Blank {
            what: format!("{} at {at}: {}", weapon.name, attribute.name),
            key: marks::trail_of_band(weapon, band, &attribute.id).to_string(),
        }
    });
    let firing = Number::whole(firing(case, numbers, group));
    let firing = weigh(case, subject, "firing", Some(firing), working).unwrap_or(firing);
    // How many dice there are may be what is blank: then none are thrown.
    let dice = (firing * dice_each.unwrap_or_default())
        .max(Number::ZERO)
        .floor();
    working.note(&None, || {
        let fire = case.rules.count.of(firing);
        match dice_each {
            Some(each) => format!("{fire} fire: {firing} × {each} = {dice}"),
            None => format!("{fire} fire: how many dice is blank"),
        }
    });
    let dice = u32::try_from(dice).unwrap_or(u32::MAX).min(Pool::MOST_DICE);
    let hits_on = hits_on.map(|hits_on| u32::try_from(hits_on.ceil()).unwrap_or(0));
    let marks: Vec<&Mark> = numbers
        .marks
        .iter()
        .filter(|mark| case.all_hold(subject, &mark.when))
        .collect();
    let mut cuts: Vec<u32> = marks.iter().map(|mark| mark.face).collect();
    cuts.extend(hits_on);
    cuts.sort_unstable();
    cuts.dedup();
    Ok(Some(Volley {
        unit: place,
        throw: throw_of(
            case,
            Role::Attacker,
            place,
            case.group_name(group).clone(),
            "fire",
            Pool {
                dice,
                ..numbers.die
            },
        ),
        hits_on,
        marks,
        cuts,
        blank,
    }))
}

/// `musket, 4" to 12": hits on 5, 1 dice`.
fn band_text(
    case: Case<'_>,
    numbers: &HitDice,
    weapon: &Weapon,
    from: Number,
    band: &Band,
) -> String {
    let measure = case.rules.measure;
    let mark = |key: &str| marks::of_band(case, weapon, band, key);
    let told = |id| -> Option<(String, String)> {
        let mark = mark(case.rules.attributes.get(id).id());
        Some((shown(band.number(id)?), mark))
    };
    let on = told(numbers.hits_on);
    let on = on.map_or(String::new(), |(on, mark)| format!(": hits on {on}{mark}"));
    let dice = numbers.dice.and_then(told);
    let dice = dice.map_or(String::new(), |(each, mark)| format!(", {each} dice{mark}"));
    format!(
        "{}, {} to {}{}{on}{dice}",
        weapon.name,
        measure.show(from),
        measure.show(band.to),
        mark("to")
    )
}

fn shown(given: Given<Number>) -> String {
    let known = given.known();
    known.map_or("blank".to_owned(), |known| known.to_string())
}

/// The counts of a group that fire: those that stand, less one that has lost too much of itself.
fn firing(case: Case<'_>, numbers: &HitDice, group: &Group) -> i64 {
    let figures = case.figures(group);
    let whole = case.left(group).over(figures).floor();
    let rest = case.left(group) - figures.times(whole);
    let lost_of_one = figures - rest;
    let also_fires = rest > Number::ZERO
        && numbers
            .silent_at
            .is_none_or(|share| lost_of_one < figures * share);
    let counts = whole + i64::from(also_fires);
    case.together(group, Number::whole(counts))
}

impl Declared for Fire<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        // Odds are of what all units do together, so that nothing else need be told apart.
        let mut fired = Fired::default();
        let mut units: Vec<Fired> =
            vec![Fired::default(); self.case.situation.attacker.units.len()];
        for (place, volley) in self.volleys.iter().enumerate() {
            if place > 0 {
                dice.merge(&self.matters(&fired))?;
            }
            let thrown = volley.throw(dice, working)?;
            fired.add(&thrown);
            if let Some(unit) = units.get_mut(volley.unit) {
                unit.add(&thrown);
            }
        }
        Ok(self.outcome(&fired, &units, working))
    }
}

impl Fire<'_> {
    /// What matters of the volleys so far: the hits, and each mark that has been made.
    fn matters(&self, fired: &Fired) -> Vec<i64> {
        let made = |mark: &Mark| i64::from(fired.marks.contains(&mark.field));
        let marks = self.marks.iter().map(made);
        std::iter::once(i64::from(fired.hits))
            .chain(marks)
            .collect()
    }
}

impl Volley<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Fired, Halt> {
        if self.throw.pool.dice == 0 {
            return Ok(Fired {
                hits_on: self.hits_on.map_or(HitsOn::Nothing, HitsOn::Same),
                ..Fired::default()
            });
        }
        // One request for all that matters: how many dice hit, and which marks are made.
        let cuts = &self.cuts;
        let hits_on = self.hits_on;
        let at_least = |counts: &[u32], face: u32| {
            let place = cuts.iter().position(|cut| *cut == face);
            place
                .and_then(|place| counts.get(place))
                .copied()
                .unwrap_or(0)
        };
        let matters = |counts: &[u32]| {
            let hits = hits_on.map_or(0, |on| i64::from(at_least(counts, on)));
            self.marks.iter().fold(hits, |sum, mark| {
                sum * 2 + i64::from(at_least(counts, mark.face) > 0)
            })
        };
        let counts = dice.tally_lumped(&self.throw, cuts, &matters)?;
        let at_least = |face: u32| at_least(&counts, face);
        let hits = self.hits_on.map_or(0, at_least);
        if let Some(on) = self.hits_on {
            working.note(&None, || {
                let (of, dice) = (&self.throw.label, self.throw.pool.dice);
                format!("{of}: {hits} of {dice} dice show {on} or more")
            });
        }
        let mut marks = Vec::new();
        for mark in &self.marks {
            if at_least(mark.face) > 0 {
                working.note(&mark.cite, || {
                    format!("a {} was thrown: {}", mark.face, mark.say)
                });
                marks.push(mark.field.clone());
            }
        }
        Ok(Fired {
            dice: self.throw.pool.dice,
            hits,
            hits_on: self.hits_on.map_or(HitsOn::Nothing, HitsOn::Same),
            marks,
        })
    }
}

/// What was fired, by one unit or by all.
#[derive(Debug, Clone, Default)]
struct Fired {
    dice: u32,
    hits: u32,
    hits_on: HitsOn,
    marks: Vec<String>,
}

/// The numbers that hit, of several volleys together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum HitsOn {
    /// None is known.
    #[default]
    Nothing,
    /// All hit on this.
    Same(u32),
    /// They differ.
    Several,
}

impl HitsOn {
    fn and(self, other: HitsOn) -> HitsOn {
        match (self, other) {
            (HitsOn::Nothing, on) | (on, HitsOn::Nothing) => on,
            (one, another) if one == another => one,
            _ => HitsOn::Several,
        }
    }
}

impl Fired {
    fn add(&mut self, other: &Fired) {
        self.dice += other.dice;
        self.hits += other.hits;
        self.hits_on = self.hits_on.and(other.hits_on);
        self.marks.extend(other.marks.iter().cloned());
    }

    /// The number that hits, where all dice have the same.
    fn hit_on(&self) -> Value {
        match self.hits_on {
            HitsOn::Same(on) => Value::from(on),
            HitsOn::Nothing | HitsOn::Several => Value::Null,
        }
    }

    /// What was fired; `odds` says whether odds are given for its hits, which a blank may hide.
    fn fields(&self, odds: Headline, blank: Option<&Blank>) -> Vec<Field> {
        let hits = match blank {
            Some(_) => Value::Null,
            None => Value::from(self.hits),
        };
        vec![
            Field::step("dice", self.dice),
            Field::step("hit_on", self.hit_on()),
            Field {
                odds,
                ..Field::step("hits", hits)
            },
        ]
    }
}
