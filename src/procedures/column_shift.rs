//! `column-shift`: strength gives a column that modifiers shift, dice and modifiers give the row.

mod result;

use super::case::{Case, Subject};
use super::grid::{joined, shift_in_words};
use super::outcome::{Blank, Outcome};
use super::weigh::weigh_together;
use super::working::Working;
use super::{Declared, throw_of};
use crate::dice::{Dice, Halt, Throw};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::condition::Role;
use crate::rules::grid::{Columns, Grid};
use crate::rules::procedure::{ColumnShift, NaturalMark};
use crate::situation::Unit;
use crate::typed_line::LineFault;

/// One unit's look at a result table.
struct Look<'a> {
    case: Case<'a>,
    numbers: &'a ColumnShift,
    /// The unit that acts, then the one acted upon if there is one.
    subjects: Vec<Subject<'a>>,
    unit: &'a Unit,
    table: &'a Grid,
    /// Where the table stands in the file.
    path: [&'a str; 4],
    strength: i64,
    shift: i64,
    /// The place of the column after the shift; `None` where no column fits.
    column: Option<usize>,
    /// All that is added to the dice, as far as it is known.
    modifier: Number,
    range: Range,
    marks: Vec<&'a NaturalMark>,
    throw: Throw,
}

/// What distance adds to the dice.
enum Range {
    /// Nothing of its own.
    None,
    /// This, which the modifier contains.
    Known(Number),
    /// The source at hand does not say.
    Blank(Blank),
}

/// Works out the table, the column and all that is added to the dice.
///
/// # Errors
/// Several units on a side, no table for the unit, a distance that is missing.
pub(super) fn declare<'a>(
    case: Case<'a>,
    numbers: &'a ColumnShift,
    working: &mut Working,
) -> Result<Box<dyn Declared + 'a>, LineFault> {
    let ruling = case.rules.rulings.get(case.situation.ruling);
    let unit = one(&case.situation.attacker.units)?
        .ok_or_else(|| LineFault::refused(format!("nobody to {}", ruling.id)))?;
    let target = one(&case.situation.defender.units)?;
    let actor = Subject::unit(Role::Attacker, unit);
    let mut subjects = vec![actor];
    subjects.extend(target.map(|unit| Subject::unit(Role::Defender, unit)));
    let table = table_of(case, numbers, actor)?;
    let range = range_of(case, numbers, actor, working)?;
    let strength = strength_of(case, actor, &subjects, table, working);
    let shift = weigh_together(case, &subjects, "shift", Some(Number::ZERO), working);
    let shift = shift.unwrap_or_default().floor();
    let column = column_of(case, actor, table, strength, shift, working);
    let base = match &range {
        Range::Known(number) => *number,
        Range::None | Range::Blank(_) => Number::ZERO,
    };
    let modifier = weigh_together(case, &subjects, "roll", Some(base), working);
    Ok(Box::new(Look {
        case,
        numbers,
        unit,
        table,
        path: ["ruling", &ruling.id, "table", &table.id],
        strength,
        shift,
        column,
        modifier: modifier.unwrap_or(base),
        range,
        marks: numbers
            .marks
            .iter()
            .filter(|mark| case.all_hold(actor, &mark.when))
            .collect(),
        throw: throw_of(
            case,
            Role::Attacker,
            0,
            case.name(unit),
            &ruling.id,
            numbers.dice,
        ),
        subjects,
    }))
}

/// The only unit of a side.
fn one(units: &[Unit]) -> Result<Option<&Unit>, LineFault> {
    match units {
        [] => Ok(None),
        [unit] => Ok(Some(unit)),
        [_, second, ..] => Err(LineFault::refused("one unit or stack at a time")
            .hinted("give each a line of its own; units in one stack are joined by `+`")
            .at(second.at)),
    }
}

fn table_of<'a>(
    case: Case<'a>,
    numbers: &'a ColumnShift,
    actor: Subject<'a>,
) -> Result<&'a Grid, LineFault> {
    let mut tables = numbers.tables.iter();
    let found = tables.find(|table| case.all_hold(actor, &table.when));
    found.ok_or_else(|| {
        let titles: Vec<&str> = numbers.tables.iter().map(|t| t.title.as_str()).collect();
        LineFault::refused(format!("no table is read for {}", case.name(actor.unit)))
            .hinted(format!("there are {}", titles.join(", ")))
            .at(actor.unit.at)
    })
}

fn range_of(
    case: Case<'_>,
    numbers: &ColumnShift,
    actor: Subject<'_>,
    working: &mut Working,
) -> Result<Range, LineFault> {
    let mut ranges = numbers.ranges.iter();
    let Some(effect) = ranges.find(|effect| case.all_hold(actor, &effect.when)) else {
        return Ok(Range::None);
    };
    let measure = case.rules.measure;
    let distance = case.distance(actor).ok_or_else(|| {
        LineFault::refused("how far is the target")
            .hinted(format!(
                "add the distance, such as `{}`",
                measure.show(Number::whole(2))
            ))
            .at(actor.unit.at)
    })?;
    let row = effect.rows.nearest(distance.ceil());
    let span = row.map_or(String::new(), |(span, _)| span.to_string());
    let ruling = &case.rules.rulings.get(case.situation.ruling).id;
    let path = ["ruling", ruling, "range", &effect.id, "rows", &span];
    let what = format!("{} at {}", effect.name, measure.show(distance));
    Ok(match row {
        Some((_, Given::Known(number))) => {
            working.note(&effect.cite, || {
                let mark = case.rules.house.mark(&path);
                format!("{what}: {}{mark}", number.signed())
            });
            Range::Known(*number)
        }
        _ => {
            working.note(&effect.cite, || format!("{what}: blank"));
            Range::Blank(Blank {
                what: format!("the range effect of {what}"),
                key: joined(&path, &[]),
            })
        }
    })
}

/// The strength of the unit, rounded down.
fn strength_of(
    case: Case<'_>,
    actor: Subject<'_>,
    subjects: &[Subject<'_>],
    table: &Grid,
    working: &mut Working,
) -> i64 {
    let base: Number = actor
        .groups()
        .iter()
        .map(|group| case.standing(group))
        .sum();
    let strength = weigh_together(case, subjects, "strength", Some(base), working);
    let strength = strength.unwrap_or(base).max(Number::ZERO).floor();
    if matches!(table.columns, Columns::Strengths(_)) {
        working.note(&table.cite, || format!("strength {strength}"));
    }
    strength
}

/// The place of the column, shifted where the columns are of strength.
fn column_of(
    case: Case<'_>,
    actor: Subject<'_>,
    table: &Grid,
    strength: i64,
    shift: i64,
    working: &mut Working,
) -> Option<usize> {
    if let Columns::Kinds(heads) = &table.columns {
        let fits = heads
            .iter()
            .position(|head| case.all_hold(actor, &head.when));
        working.note(&table.cite, || match fits.and_then(|at| heads.get(at)) {
            Some(head) => format!("{}, column {}", table.title, head.name),
            None => format!("{}: no column fits {}", table.title, case.name(actor.unit)),
        });
        return fits;
    }
    let first = table.columns.of_strength(strength)?;
    let column = table.columns.shifted(first, shift);
    working.note(&table.cite, || {
        let names = table.columns.names();
        let name = |place: usize| names.get(place).map_or("", String::as_str);
        let shifted = match shift {
            0 => String::new(),
            by => format!(", {}: column {}", shift_in_words(by), name(column)),
        };
        format!("{}, column {}{shifted}", table.title, name(first))
    });
    Some(column)
}

impl Declared for Look<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        if self.is_powerless() {
            return Ok(self.without_strength());
        }
        let natural = dice.sum(&self.throw)?;
        Ok(self.outcome(natural, working))
    }
}

impl Look<'_> {
    /// Whether the column is one of strength and there is none.
    fn is_powerless(&self) -> bool {
        self.strength == 0 && matches!(self.table.columns, Columns::Strengths(_))
    }
}
