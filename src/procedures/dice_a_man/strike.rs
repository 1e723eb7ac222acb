//! What a unit throws: its men, the dice of each, the score that kills.

use super::super::case::{Case, Subject};
use super::super::outcome::Blank;
use super::super::throw_of;
use super::super::weigh::weigh;
use super::super::working::Working;
use crate::dice::{Dice, Halt, Pool, Throw};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::kind::Class;
use crate::rules::procedure::{Blows, DiceAMan};
use crate::rules::shelf::{Id, Named};
use crate::typed_line::LineFault;

/// The dice of a unit.
pub(super) struct Strike {
    pub(super) throw: Throw,
    /// The lowest score that kills.
    pub(super) kills_on: u32,
}

impl Strike {
    /// The dice that kill.
    pub(super) fn hits(&self, dice: &mut dyn Dice) -> Result<u32, Halt> {
        if self.throw.pool.dice == 0 {
            return Ok(0);
        }
        let hits = dice.tally(&self.throw, &[self.kills_on])?;
        Ok(hits.first().copied().unwrap_or(0))
    }
}

/// The class as which a unit fights.
fn class(case: Case<'_>, subject: Subject<'_>) -> Result<Id<Class>, LineFault> {
    let class = case.class(subject.unit).and_then(Given::known);
    class.ok_or_else(|| no_place(case, subject))
}

fn no_place(case: Case<'_>, subject: Subject<'_>) -> LineFault {
    let name = case.name(subject.unit);
    LineFault::refused(format!("{name} have no place of their own in the matrix"))
        .hinted("units of one kind fight; join units with `and`, not with `+`")
        .at(subject.unit.at)
        .cite(&case.rules.rulings.get(case.situation.ruling).cite)
}

/// What a unit throws at another, or a blank where the source does not say.
///
/// # Errors
/// Troops that the matrix does not have, and more dice than can be thrown.
pub(super) fn of(
    case: Case<'_>,
    numbers: &DiceAMan,
    place: usize,
    striker: Subject<'_>,
    struck: Subject<'_>,
    working: &mut Working,
) -> Result<Given<Strike>, LineFault> {
    let (by, of) = (class(case, striker)?, class(case, struck)?);
    let blows = match numbers.blows(by, of) {
        Some(Given::Known(blows)) => blows,
        Some(Given::Blank) => return Ok(Given::Blank),
        None => return Err(no_place(case, striker)),
    };
    let cite = &case.rules.rulings.get(case.situation.ruling).cite;
    working.note(cite, || {
        format!(
            "{} against {}: {} a man{}, {} or more kills{}",
            case.name(striker.unit),
            case.name(struck.unit),
            dice_of(blows.dice),
            mark(case, striker, struck, "1"),
            blows.kills_on,
            mark(case, striker, struck, "2")
        )
    });
    thrown(case, numbers.die, place, striker, blows, working).map(Given::Known)
}

/// The cell that the source does not give.
pub(super) fn missing(case: Case<'_>, striker: Subject<'_>, struck: Subject<'_>) -> Blank {
    Blank {
        what: format!(
            "what {} do to {}",
            case.name(striker.unit),
            case.name(struck.unit)
        ),
        key: format!(
            "ruling.{}.matrix.{}.{}",
            case.rules.rulings.get(case.situation.ruling).id,
            class_id(case, striker),
            class_id(case, struck)
        ),
    }
}

fn thrown(
    case: Case<'_>,
    die: Pool,
    place: usize,
    subject: Subject<'_>,
    blows: Blows,
    working: &mut Working,
) -> Result<Strike, LineFault> {
    let name = case.name(subject.unit);
    let men = Some(case.left_of(subject));
    let men = weigh(case, subject, "fighting", men, working).unwrap_or(Number::ZERO);
    let each = weigh(case, subject, "dice", Some(blows.dice), working).unwrap_or(blows.dice);
    let kills_on = Some(Number::from(blows.kills_on));
    let kills_on = weigh(case, subject, "kills-on", kills_on, working).unwrap_or(Number::ONE);
    let dice = (men * each).max(Number::ZERO).floor();
    working.note(&None, || {
        format!("{name}: {men} × {each}, {}", dice_of(Number::whole(dice)))
    });
    let most = i64::from(Pool::MOST_DICE);
    if dice > most {
        return Err(LineFault::refused(format!(
            "{name} would throw {dice} dice, and {most} are the most that can be thrown at once"
        ))
        .hinted("fight such a melee in parts")
        .at(subject.unit.at));
    }
    let pool = Pool {
        dice: u32::try_from(dice).unwrap_or(Pool::MOST_DICE),
        ..die
    };
    Ok(Strike {
        throw: throw_of(case, subject.role, place, name, "melee", pool),
        kills_on: u32::try_from(kills_on.ceil()).unwrap_or(0),
    })
}

/// ` (house rule, printed 2)` where a table changes a part of the cell: 1 the dice, 2 the score.
fn mark(case: Case<'_>, striker: Subject<'_>, struck: Subject<'_>, part: &str) -> String {
    let ruling = case.rules.rulings.get(case.situation.ruling).id();
    let (by, of) = (class_id(case, striker), class_id(case, struck));
    let house = &case.rules.house;
    house.mark(&["ruling", ruling, "matrix", by, of, part])
}

/// The key of the class as which a unit fights.
fn class_id<'a>(case: Case<'a>, subject: Subject<'_>) -> &'a str {
    let class = case.class(subject.unit).and_then(Given::known);
    class.map_or("", |class| case.rules.classes.get(class).id())
}

fn dice_of(dice: Number) -> String {
    let one = Number::ZERO < dice && dice <= Number::ONE;
    format!("{dice} {}", if one { "die" } else { "dice" })
}
