//! The exact odds of a line.

use std::sync::atomic::AtomicBool;

use super::chain;
use super::headlines::Headlines;
use super::reply::Found;
use super::table::Odds;
use super::topic::Topic;
use crate::dice::{Distribution, Expression, Limit, Pool, TooLarge, explore};
use crate::language::command::{Goes, Open, Roll, RollCounts, Throws};
use crate::number::Number;
use crate::procedures::{Case, Declared, Stop, Value, Working, declare};
use crate::rules::RuleSet;
use crate::rules::amount::Given;
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
    /// How far it may go.
    pub limit: Limit,
    /// Raised to break it off.
    pub stop: &'a AtomicBool,
}

/// The exact odds of a line.
///
/// # Errors
/// What the rules forbid; a [`Halt`](crate::dice::Halt) if it takes too long or was broken off.
pub fn find(ground: Ground<'_>, open: &Open) -> Result<Found, Stop> {
    match (&open.throws, open.goes) {
        (Throws::Roll(roll), Goes::Once) => rolled(open, *roll),
        (Throws::Roll(_), _) => Err(chain::not_repeated().into()),
        (Throws::Ruling(situation), Goes::Once) => ruled(ground, open, situation),
        (Throws::Ruling(situation), goes) => chain::find(ground, open, situation, goes),
    }
}

fn ruled(ground: Ground<'_>, open: &Open, situation: &Situation) -> Result<Found, Stop> {
    let case = Case {
        rules: ground.rules,
        settings: ground.settings,
        situation,
    };
    let declaration = declare(case, Working::kept())?;
    let (odds, certain) = declared(ground, declaration.declared.as_ref())?;
    Ok(Found {
        said: open.said.clone(),
        verb: ground.rules.rulings.get(situation.ruling).id.to_string(),
        working: declaration.working.into_steps(),
        warnings: declaration.warnings,
        certain,
        odds,
        rounds: None,
    })
}

/// The odds of a ruling that has been declared, and its summary where no dice decide anything.
///
/// # Errors
/// When it takes too long or was broken off.
pub fn declared(
    ground: Ground<'_>,
    declared: &dyn Declared,
) -> Result<(Odds, Option<String>), Stop> {
    let mut headlines = Headlines::default();
    let mut runs = 0_u32;
    let mut summary = String::new();
    let joint = explore(ground.limit, ground.stop, |dice| {
        let outcome = declared.throw(dice, &mut Working::silent())?;
        let values = headlines.values(&outcome);
        runs = runs.saturating_add(1);
        summary = outcome.summary;
        Ok::<_, crate::dice::Halt>(values)
    })?;
    let certain = (runs == 1).then_some(summary);
    Ok((Odds::new(headlines.into_topics(), joint), certain))
}

fn rolled(open: &Open, roll: Roll) -> Result<Found, Stop> {
    let Roll { dice, counts } = roll;
    let (name, spread) = match counts {
        RollCounts::Total => ("total", totals(dice)?),
        RollCounts::AtLeast(face) => {
            let pool = dice.pool.check().map_err(crate::dice::Halt::from)?;
            let counted = Distribution::successes(pool, face).map_err(crate::dice::Halt::from)?;
            (
                "count",
                counted.map(|count| vec![number(i64::from(*count))]),
            )
        }
    };
    Ok(Found {
        said: open.said.clone(),
        verb: "roll".to_owned(),
        working: Vec::new(),
        warnings: Vec::new(),
        certain: None,
        odds: Odds::new(vec![Topic::whole(name)], spread),
        rounds: None,
    })
}

fn totals(dice: Expression) -> Result<Distribution<super::table::Values>, Stop> {
    let pool: Pool = dice.pool.check().map_err(crate::dice::Halt::from)?;
    let size = u128::from(pool.max_sum().saturating_sub(pool.min_sum())) + 1;
    if size > MOST_TOTALS {
        let limit = MOST_TOTALS;
        return Err(crate::dice::Halt::from(TooLarge { size, limit }).into());
    }
    let sums = Distribution::sum_of(pool).map_err(crate::dice::Halt::from)?;
    Ok(sums.map(|sum| vec![number(dice.total(*sum))]))
}

fn number(number: i64) -> Given<Value> {
    Given::Known(Value::Number(Number::whole(number)))
}
