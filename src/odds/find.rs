//! The exact odds of a line.

use std::sync::atomic::AtomicBool;

use super::chain;
use super::headlines::{Headlines, operands_of};
use super::reply::Found;
use super::table::Odds;
use super::topic::Topic;
use crate::dice::{Distribution, Expression, Halt, Roll, Term, TooLarge};
use crate::language::command::{Goes, Open, Throws};
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::amount::Given;
use crate::rulings::compile::Keep;
use crate::rulings::context::RulingContext;
use crate::rulings::declaration::{Declaration, declare};
use crate::rulings::odds::{Counter, Limit, Watch};
use crate::rulings::operation::Knowledge;
use crate::rulings::outcome::FieldValue;
use crate::rulings::resolve::Values;
use crate::rulings::stop::Stop;
use crate::rulings::wording::{Calls, Wording};
use crate::settings::Settings;
use crate::situation::Situation;

/// The most different totals of dice thrown for their own sake.
const MOST_TOTALS: u128 = 10_000;

/// What odds are worked out by.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// The rule set.
    pub rules: &'a RuleSet,
    /// The settings in force.
    pub settings: &'a Settings,
    /// How far the count of each headline may go.
    pub limit: Limit,
    /// Raised to break it off.
    pub stop: &'a AtomicBool,
}

impl<'a> Ground<'a> {
    pub(super) fn context<'s>(self, situation: &'s Situation) -> RulingContext<'s>
    where
        'a: 's,
    {
        RulingContext {
            rules: self.rules,
            settings: self.settings,
            situation,
        }
    }
}

/// What is told how much is done, and of how much.
pub type Tell<'t> = dyn FnMut(u64, u64) + 't;

/// The exact odds of a line.
///
/// # Errors
/// What the rules forbid; a [`Halt`] if it takes too long or was broken off.
pub fn find(ground: Ground<'_>, open: &Open, tell: &mut Tell<'_>) -> Result<Found, Stop> {
    match (&open.throws, open.goes) {
        (Throws::Roll(roll), Goes::Once) => rolled(open, roll),
        (Throws::Roll(_), _) => Err(chain::not_repeated().into()),
        (Throws::Ruling(situation), Goes::Once) => ruled(ground, open, situation, tell),
        (Throws::Ruling(situation), goes) => chain::find(ground, open, situation, goes, tell),
    }
}

fn ruled(
    ground: Ground<'_>,
    open: &Open,
    situation: &Situation,
    tell: &mut Tell<'_>,
) -> Result<Found, Stop> {
    let declaration = declare(ground.context(situation), Keep::Working)?;
    let (odds, certain) = declared(ground, &declaration, tell)?;
    let working = declaration.working_before_dice();
    Ok(Found {
        said: open.said.clone(),
        verb: ground.rules.rulings.get(situation.ruling).id.to_string(),
        working,
        warnings: declaration.warnings,
        certain,
        odds,
        rounds: None,
    })
}

/// What counts the odds of a ruling that has been declared.
pub fn counter<'a>(declaration: &'a Declaration<'a>) -> Counter<'a> {
    let knowledge = Knowledge {
        rules: declaration.context.rules,
        program: declaration.context.program(),
    };
    Counter::new(&declaration.compiled.plan, knowledge)
}

/// The odds of a ruling that has been declared, and its summary where no dice decide anything.
///
/// # Errors
/// When no headline can be counted, or it was broken off.
pub fn declared(
    ground: Ground<'_>,
    declaration: &Declaration<'_>,
    tell: &mut Tell<'_>,
) -> Result<(Odds, Option<String>), Halt> {
    let headlines = Headlines::of(declaration);
    let mut counter = counter(declaration);
    let mut odds = Odds::default();
    let mut refused = None;
    let whole = (headlines.len() as u64).saturating_mul(ground.limit.evaluations);
    for (place, topic) in headlines.topics().enumerate() {
        let before = (place as u64).saturating_mul(ground.limit.evaluations);
        let mut watch = Watch {
            limit: ground.limit,
            stop: ground.stop,
            progress: &mut |done, _| tell(before.saturating_add(done), whole),
        };
        match headlines.spread(place, &mut counter, &mut watch) {
            Ok(Some(spread)) => odds.add(topic.clone(), Ok(spread)),
            Ok(None) => {}
            // One that is out of reach takes no other with it.
            Err(Halt::TooLarge(size)) => {
                refused = Some(size);
                odds.add(topic.clone(), Err(size));
            }
            Err(halt) => {
                tell(whole, whole);
                return Err(halt);
            }
        }
    }
    tell(whole, whole);
    let none_counted = odds.each().next().is_none();
    match refused {
        Some(size) if none_counted => Err(Halt::TooLarge(size)),
        Some(_) => Ok((odds, None)),
        None => {
            let certain = certain(ground, declaration, &odds, &mut counter)?;
            Ok((odds, certain))
        }
    }
}

/// The summary, where neither it nor any headline can come out otherwise.
fn certain(
    ground: Ground<'_>,
    declaration: &Declaration<'_>,
    odds: &Odds,
    counter: &mut Counter<'_>,
) -> Result<Option<String>, Halt> {
    if odds.each().any(|(_, spread)| spread.len() > 1) {
        return Ok(None);
    }
    let summary = &declaration.compiled.summary;
    let conditions = summary.iter().map(|first| first.holds);
    let values = summary.iter().flat_map(|first| operands_of(&first.says));
    let operands: Vec<_> = conditions.chain(values).collect();
    let mut watch = Watch {
        limit: ground.limit,
        stop: ground.stop,
        progress: &mut |_, _| {},
    };
    let joint = match counter.joint_odds_of(&operands, &mut watch) {
        Ok(joint) => joint,
        Err(Halt::TooLarge(_)) => return Ok(None),
        Err(halt) => return Err(halt),
    };
    let mut rows = joint.iter().map(|(row, _)| row);
    let (Some(row), None) = (rows.next(), rows.next()) else {
        return Ok(None);
    };
    let values = Values::knowing(operands.iter().copied().zip(row.iter().copied()));
    let words = Wording {
        context: declaration.context,
        values: &values,
        phrases: &declaration.compiled.phrases,
        calls: Calls::ByTroops,
    };
    let mut sayings = summary.iter();
    let said = sayings.find(|first| values.of(first.holds).truth() == Some(true));
    Ok(Some(
        said.map_or_else(String::new, |first| words.text(&first.says)),
    ))
}

fn rolled(open: &Open, roll: &Roll) -> Result<Found, Stop> {
    let name = roll.field();
    let come = match roll {
        Roll::Total(expression) => totals(expression)?,
        Roll::AtLeast { pool, face } => {
            let counted = Distribution::successes(*pool, *face).map_err(Halt::from)?;
            counted.map(|count| i64::from(*count))
        }
    };
    // No dice, or dice that all count, leave nothing open.
    let only = come.iter().next().filter(|_| come.len() == 1);
    let certain = only.map(|(came, _)| format!("{name} {came}"));
    let spread = come.map(|came| Given::Known(FieldValue::Number(Number::whole(*came))));
    let mut odds = Odds::default();
    odds.add(Topic::whole(name), Ok(spread));
    Ok(Found {
        said: open.said.clone(),
        verb: "roll".to_owned(),
        working: Vec::new(),
        warnings: Vec::new(),
        certain,
        odds,
        rounds: None,
    })
}

fn totals(dice: &Expression) -> Result<Distribution<i64>, Stop> {
    let widths = dice
        .terms
        .iter()
        .map(|Term { pool, .. }| u128::from(pool.max_sum().saturating_sub(pool.min_sum())));
    let size = widths.sum::<u128>() + 1;
    if size > MOST_TOTALS {
        let limit = MOST_TOTALS;
        return Err(Halt::from(TooLarge { size, limit }).into());
    }
    let totals = Distribution::total_of(&dice.terms).map_err(Halt::from)?;
    Ok(totals.map(|total| total.saturating_add(dice.plus)))
}
