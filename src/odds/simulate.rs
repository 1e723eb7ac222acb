//! An estimate of odds, by throwing.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use super::chain;
use super::fight::{End, Fight};
use super::find::{Ground, find};
use super::headlines::Headlines;
use super::reply::Simulated;
use super::table::{Odds, Values};
use super::topic::Topic;
use crate::dice::{Dice, Distribution, Generator, Halt, Rolled, Throw, Weight};
use crate::language::command::{Goes, Open, Roll, RollCounts, Throws};
use crate::number::Number;
use crate::procedures::{Case, Stop, Value, Working, declare};
use crate::rules::amount::Given;
use crate::situation::Situation;

/// What throws.
pub const GENERATOR: &str = "ChaCha12";
/// Standard deviations to either side that hold 95 of 100 estimates.
const DEVIATIONS: f64 = 1.96;

/// How far an estimate of a chance from so many throws is off at the most, in 95 of 100 simulations.
///
/// Half the width of Wilson's interval, which is above 0 even for what was never or always seen.
pub fn margin(p: f64, times: u64) -> f64 {
    let n = times.max(1) as f64;
    let squared = DEVIATIONS * DEVIATIONS;
    DEVIATIONS * (p * (1.0 - p) / n + squared / (4.0 * n * n)).sqrt() / (1.0 + squared / n)
}

/// Throws between two looks at whether to stop.
const BETWEEN_LOOKS: u64 = 256;
/// The most rounds that one fight is followed.
const MOST_ROUNDS: u32 = 1000;

/// Throws a line so many times with a generator seeded with `seed`, and finds the exact odds if they can be had.
///
/// `progress` is told now and then how many of the throws are done.
///
/// # Errors
/// What the rules forbid; a [`Halt`] if it was broken off.
pub fn simulate(
    ground: Ground<'_>,
    open: &Open,
    times: u64,
    seed: u64,
    progress: &mut dyn FnMut(u64),
) -> Result<Simulated, Stop> {
    let exact = match find(ground, open) {
        Ok(found) => Ok(found),
        Err(Stop::Halt(Halt::TooLarge(size))) => Err(size),
        Err(other) => return Err(other),
    };
    let mut tries = Tries {
        ground,
        generator: Generator::seeded(seed),
        times,
        progress,
    };
    let (verb, seen) = match (&open.throws, open.goes) {
        (Throws::Roll(roll), _) => ("roll".to_owned(), tries.rolls(*roll)?),
        (Throws::Ruling(situation), goes) => {
            let ruling = ground.rules.rulings.get(situation.ruling);
            let seen = match goes {
                Goes::Once => tries.rulings(situation)?,
                goes => tries.fights(situation, goes)?,
            };
            (ruling.id.to_string(), seen)
        }
    };
    Ok(Simulated {
        said: open.said.clone(),
        verb,
        times,
        seed,
        seen,
        exact,
    })
}

/// So many tries of one thing.
struct Tries<'a, 'p> {
    ground: Ground<'a>,
    generator: Generator,
    times: u64,
    progress: &'p mut dyn FnMut(u64),
}

impl<'a> Tries<'a, '_> {
    /// Tries it and counts what comes of it.
    fn count(
        &mut self,
        mut once: impl FnMut(&mut Generator) -> Result<Values, Stop>,
    ) -> Result<Distribution<Values>, Stop> {
        let mut seen: BTreeMap<Values, u64> = BTreeMap::new();
        for done in 0..self.times {
            if done.is_multiple_of(BETWEEN_LOOKS) {
                if self.ground.stop.load(Ordering::Relaxed) {
                    (self.progress)(self.times);
                    return Err(Halt::Interrupted.into());
                }
                (self.progress)(done);
            }
            *seen.entry(once(&mut self.generator)?).or_default() += 1;
        }
        (self.progress)(self.times);
        let weights = seen
            .into_iter()
            .map(|(values, count)| (values, Weight::from(count)));
        Ok(Distribution::of_weights(weights))
    }

    fn rolls(&mut self, roll: Roll) -> Result<Odds, Stop> {
        let throw = Throw::new("referee", "", "roll", roll.dice.pool);
        let seen = self.count(|generator| {
            let mut dice = Rolled::with(generator);
            let came = match roll.counts {
                RollCounts::Total => roll.dice.total(dice.sum(&throw)?),
                RollCounts::AtLeast(face) => dice
                    .tally(&throw, &[face])?
                    .into_iter()
                    .map(i64::from)
                    .sum(),
            };
            Ok(vec![Given::Known(Value::Number(Number::whole(came)))])
        })?;
        let name = match roll.counts {
            RollCounts::Total => "total",
            RollCounts::AtLeast(_) => "count",
        };
        Ok(Odds::new(vec![Topic::whole(name)], seen))
    }

    fn case<'s>(&self, situation: &'s Situation) -> Case<'s>
    where
        'a: 's,
    {
        Case {
            rules: self.ground.rules,
            settings: self.ground.settings,
            situation,
        }
    }

    fn rulings(&mut self, situation: &Situation) -> Result<Odds, Stop> {
        let declared = declare(self.case(situation), Working::silent())?.declared;
        let mut headlines = Headlines::default();
        let seen = self.count(|generator| {
            let mut dice = Rolled::with(generator);
            let outcome = declared.throw(&mut dice, &mut Working::silent())?;
            Ok(headlines.values(&outcome))
        })?;
        Ok(Odds::new(headlines.into_topics(), seen))
    }

    fn fights(&mut self, situation: &Situation, goes: Goes) -> Result<Odds, Stop> {
        let fight = Fight::new(self.ground.rules, self.ground.settings, situation);
        let most = match goes {
            Goes::ForRounds(rounds) => rounds,
            Goes::Once | Goes::UntilBroken => MOST_ROUNDS,
        };
        let ground = self.ground;
        let seen = self.count(|generator| one_fight(ground, &fight, most, goes, generator))?;
        let topics = chain::topics(self.case(situation), goes);
        Ok(Odds::new(topics, seen))
    }
}

fn one_fight(
    ground: Ground<'_>,
    fight: &Fight<'_>,
    most: u32,
    goes: Goes,
    generator: &mut Generator,
) -> Result<Values, Stop> {
    let mut state = fight.start();
    for round in 1..=most {
        let situation = fight.situation(&state);
        let case = Case {
            rules: ground.rules,
            settings: ground.settings,
            situation: &situation,
        };
        let declared = declare(case, Working::silent())?.declared;
        let mut dice = Rolled::with(&mut *generator);
        let outcome = declared.throw(&mut dice, &mut Working::silent())?;
        let next = fight.after(&state, &outcome);
        if let Some(end) = next.end {
            return Ok(chain::values(end, round, &next.state, goes));
        }
        state = next.state;
    }
    Ok(chain::values(End::RoundsOver, most, &state, goes))
}
