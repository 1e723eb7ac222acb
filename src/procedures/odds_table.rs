//! `odds-table`: strength against strength, as odds, with a die, in a table of results for a stack.

mod attack;
mod defence;
mod stack;

use super::Declared;
use super::case::{Case, Subject};
use super::marks;
use super::outcome::{Blank, Field, Outcome, UnitOutcome};
use super::weigh::weigh;
use super::working::Working;
use crate::dice::{Dice, Halt, Throw};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::condition::Role;
use crate::rules::procedure::{OddsTable, StackEffect};
use crate::rules::shelf::Id;
use crate::typed_line::LineFault;

/// An attack ready for its die.
struct Attack<'a> {
    case: Case<'a>,
    numbers: &'a OddsTable,
    attack: attack::Strength,
    /// `None` where a blank hides it.
    defence: Option<Number>,
    /// The odds, where both strengths are known.
    odds: Option<Odds>,
    /// What is added to the die.
    plus: i64,
    blank: Option<Blank>,
}

/// Works out both strengths, the odds and what is added to the die.
///
/// # Errors
/// More stacks than can be there, several targets of one fire, a unit without the strength
/// that is asked for, no distance.
pub(super) fn declare<'a>(
    case: Case<'a>,
    numbers: &'a OddsTable,
    working: &mut Working,
) -> Result<Box<dyn Declared + 'a>, LineFault> {
    check_sides(case, numbers)?;
    let mut blank = None;
    let attack = attack::strength(case, numbers, &mut blank, working)?;
    let defence = defence::strength(case, numbers, &mut blank, working)?;
    let strengths = attack.total.zip(defence);
    let odds = strengths.map(|(attack, defence)| Odds::of(case, numbers, attack, defence, working));
    let plus = case
        .subjects(Role::Attacker)
        .next()
        .and_then(|subject| weigh(case, subject, "die", Some(Number::ZERO), working))
        .unwrap_or(Number::ZERO);
    Ok(Box::new(Attack {
        case,
        numbers,
        attack,
        defence,
        odds,
        plus: plus.floor(),
        blank,
    }))
}

/// The column of the table that two strengths lead to.
struct Odds {
    column: usize,
    /// What stands at its head, such as `2-1`.
    name: String,
}

impl Odds {
    fn of(
        case: Case<'_>,
        numbers: &OddsTable,
        attack: Number,
        defence: Number,
        working: &mut Working,
    ) -> Self {
        let column = numbers.column(attack, defence);
        let name = numbers.columns.names().into_iter().nth(column);
        let name = name.unwrap_or_default();
        let ruling = case.rules.rulings.get(case.situation.ruling);
        working.note(&ruling.cite, || {
            format!("{attack} : {defence} is {name}, in the defender's favour")
        });
        Odds { column, name }
    }
}

fn check_sides(case: Case<'_>, numbers: &OddsTable) -> Result<(), LineFault> {
    let cite = &case.rules.rulings.get(case.situation.ruling).cite;
    let targets = &case.situation.defender.units;
    if let ([_, second, ..], None) = (targets.as_slice(), &numbers.defence) {
        return Err(LineFault::refused("one hex at a time")
            .hinted("give each target a line of its own")
            .at(second.at)
            .cite(cite));
    }
    let beyond = numbers
        .most_stacks
        .filter(|_| targets.len() == 1)
        .and_then(|most| Some((most, case.situation.attacker.units.get(most)?)));
    match beyond {
        Some((most, unit)) => Err(LineFault::refused(format!(
            "at most {most} stacks can attack one hex"
        ))
        .at(unit.at)
        .cite(cite)),
        None => Ok(()),
    }
}

/// The die as thrown and the row that it leads to.
#[derive(Clone, Copy)]
struct Rolled {
    die: i64,
    row: i64,
}

/// What the table says.
enum Verdict<'a> {
    /// This happens to every stack attacked.
    Does(&'a StackEffect),
    /// The source at hand does not say.
    Blank(Blank),
    /// Nobody reaches the target.
    OutOfRange,
}

impl Declared for Attack<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        if self.attack.reach == attack::Reach::None {
            return Ok(self.outcome(None, &Verdict::OutOfRange, working));
        }
        let ruling = self.case.rules.rulings.get(self.case.situation.ruling);
        let throw = Throw::new("attacker", "", ruling.id.as_str(), self.numbers.die);
        // Only what the table gives matters, not by which row.
        let lump = |die: u32| match self.cell(self.row(die.into())) {
            Some(Given::Known(effect)) => i64::try_from(effect.place()).unwrap_or(i64::MAX),
            Some(Given::Blank) | None => -1,
        };
        let die = i64::from(dice.sum_lumped(&throw, &lump)?);
        let rolled = Rolled {
            die,
            row: self.row(die),
        };
        working.note(&None, || match self.plus {
            0 => format!("die {die}: row {}", rolled.row),
            plus => {
                let plus = Number::whole(plus).signed();
                format!("die {die} {plus}: row {}", rolled.row)
            }
        });
        let verdict = self.verdict(rolled, working);
        Ok(self.outcome(Some(rolled), &verdict, working))
    }
}

impl Attack<'_> {
    /// The row of a die: modified, and held to the table.
    fn row(&self, die: i64) -> i64 {
        self.numbers.row(die.saturating_add(self.plus))
    }

    /// The cell of a row; `None` where a blank hides the column.
    fn cell(&self, row: i64) -> Option<Given<Id<StackEffect>>> {
        let odds = self.odds.as_ref()?;
        Some(self.numbers.cell(row, odds.column))
    }

    fn odds_name(&self) -> Option<&str> {
        self.odds.as_ref().map(|odds| odds.name.as_str())
    }

    fn verdict(&self, Rolled { row, .. }: Rolled, working: &mut Working) -> Verdict<'_> {
        let verb = &self.case.rules.rulings.get(self.case.situation.ruling).id;
        let odds = self.odds_name().unwrap_or_default();
        match (self.cell(row), &self.blank) {
            (Some(Given::Known(effect)), _) => {
                let effect = self.numbers.effects.get(effect);
                working.note(&effect.cite, || {
                    let span = self.numbers.results.find(row);
                    let span = span.map_or(String::new(), |(span, _)| span.to_string());
                    let mark = marks::of_ruling(self.case, &["results", &span, odds]);
                    format!("row {row} at {odds}: {}, {}{mark}", effect.id, effect.say)
                });
                Verdict::Does(effect)
            }
            (None, Some(blank)) => {
                working.note(&None, || format!("{}: blank, so no odds", blank.what));
                Verdict::Blank(blank.clone())
            }
            (Some(Given::Blank) | None, _) => {
                working.note(&None, || format!("row {row} at {odds}: blank"));
                Verdict::Blank(Blank {
                    what: format!("the result of {verb} in row {row} at {odds}"),
                    key: format!("ruling.{verb}.results.{row}.{odds}"),
                })
            }
        }
    }

    fn outcome(
        &self,
        rolled: Option<Rolled>,
        verdict: &Verdict<'_>,
        working: &mut Working,
    ) -> Outcome {
        let fates = stack::fates(self.case, self.numbers, verdict, working);
        let result = match verdict {
            Verdict::Does(effect) => Some(effect.id.as_str()),
            Verdict::Blank(_) | Verdict::OutOfRange => None,
        };
        let odds = self.odds_name().unwrap_or("blank odds");
        let row = rolled.map(|rolled| rolled.row);
        let at = format!("{odds}, row {}", row.unwrap_or_default());
        let (summary, blank) = match verdict {
            Verdict::Does(effect) => (format!("{at}: {}", effect.say), None),
            Verdict::Blank(blank) => (format!("{at}: blank"), Some(blank.clone())),
            Verdict::OutOfRange => ("out of range".to_owned(), None),
        };
        Outcome {
            summary,
            brief: stack::brief(self.numbers, &fates, working),
            fields: vec![
                Field::step("attack_strength", self.attack.total),
                Field::step("defence_strength", self.defence),
                Field::step("odds", self.odds_name()),
                Field::step("die", rolled.map(|rolled| rolled.die)),
                Field::step("row", row),
                Field::headline("result", result),
            ],
            attacker: self.attackers(),
            defender: fates.into_iter().map(|fate| fate.unit).collect(),
            blank,
        }
    }

    /// The stacks that attack: nothing happens to them, whatever the result.
    fn attackers(&self) -> Vec<UnitOutcome> {
        let stacks = self.case.subjects(Role::Attacker);
        stacks
            .zip(&self.attack.stacks)
            .map(|(Subject { unit, .. }, strength)| UnitOutcome {
                types: self.case.type_ids(unit),
                name: self.case.name(unit),
                lost: Some(Number::ZERO),
                result: None,
                fields: vec![Field::step("strength", *strength)],
            })
            .collect()
    }
}
