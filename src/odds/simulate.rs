//! An estimate of odds, by throwing.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use super::chain;
use super::fight::{End, Fates, Fight};
use super::find::{Ground, Tell, find};
use super::headlines::Headlines;
use super::reply::Simulated;
use super::table::{Came, Odds};
use super::topic::Topic;
use crate::dice::{Distribution, Generator, Halt, Roll, Rolled, Weight};
use crate::language::command::{Goes, Open, Throws};
use crate::rules::amount::Given;
use crate::rulings::compile::Keep;
use crate::rulings::declaration::declare;
use crate::rulings::outcome::FieldValue;
use crate::rulings::resolve::resolve;
use crate::rulings::stop::Stop;
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
/// `tell` is told now and then how much is done, and of how much.
///
/// # Errors
/// What the rules forbid; a [`Halt`] if it was broken off.
pub fn simulate(
    ground: Ground<'_>,
    open: &Open,
    times: u64,
    seed: u64,
    tell: &mut Tell<'_>,
) -> Result<Simulated, Stop> {
    let exact = match find(ground, open, tell) {
        Ok(found) => Ok(found),
        Err(Stop::Halt(Halt::TooLarge(size))) => Err(size),
        Err(other) => return Err(other),
    };
    let mut tries = Tries {
        ground,
        generator: Generator::seeded(seed),
        times,
        tell,
    };
    let (verb, seen) = match (&open.throws, open.goes) {
        (Throws::Roll(roll), _) => ("roll".to_owned(), tries.rolls(roll)?),
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
struct Tries<'a, 't> {
    ground: Ground<'a>,
    generator: Generator,
    times: u64,
    tell: &'t mut Tell<'t>,
}

/// How often each value of each headline was seen.
type Seen = Vec<BTreeMap<Option<Came>, u64>>;

impl<'a> Tries<'a, '_> {
    /// Tries it and counts what comes of it, headline by headline.
    fn count(
        &mut self,
        mut once: impl FnMut(&mut Generator, &mut dyn FnMut(usize, Option<Came>)) -> Result<(), Stop>,
    ) -> Result<Seen, Stop> {
        let mut seen = Seen::new();
        for done in 0..self.times {
            if done.is_multiple_of(BETWEEN_LOOKS) {
                if self.ground.stop.load(Ordering::Relaxed) {
                    (self.tell)(self.times, self.times);
                    return Err(Halt::Interrupted.into());
                }
                (self.tell)(done, self.times);
            }
            once(&mut self.generator, &mut |place, came| {
                if place >= seen.len() {
                    seen.resize_with(place + 1, BTreeMap::new);
                }
                if let Some(values) = seen.get_mut(place) {
                    *values.entry(came).or_default() += 1;
                }
            })?;
        }
        (self.tell)(self.times, self.times);
        Ok(seen)
    }

    fn rolls(&mut self, roll: &Roll) -> Result<Odds, Stop> {
        let seen = self.count(|generator, see| {
            let mut dice = Rolled::with(generator);
            let came = roll.throw(&mut dice)?;
            see(0, Some(Given::Known(FieldValue::from(came))));
            Ok(())
        })?;
        Ok(odds([Topic::whole(roll.field())].iter(), seen))
    }

    fn rulings(&mut self, situation: &Situation) -> Result<Odds, Stop> {
        let declaration = declare(self.ground.context(situation), Keep::Outcome)?;
        let headlines = Headlines::of(&declaration);
        let seen = self.count(|generator, see| {
            let mut dice = Rolled::with(generator);
            let values = resolve(declaration.context, &declaration.compiled, &mut dice)?;
            for (place, came) in headlines.read(&values).enumerate() {
                see(place, came);
            }
            Ok(())
        })?;
        Ok(odds(headlines.topics(), seen))
    }

    fn fights(&mut self, situation: &Situation, goes: Goes) -> Result<Odds, Stop> {
        let fight = Fight::new(self.ground, situation);
        let most = match goes {
            Goes::ForRounds(rounds) => rounds,
            Goes::Once | Goes::UntilBroken => MOST_ROUNDS,
        };
        let ground = self.ground;
        let seen = self.count(|generator, see| {
            let came = one_fight(ground, &fight, most, goes, generator)?;
            for (place, came) in came.into_iter().enumerate() {
                see(place, Some(came));
            }
            Ok(())
        })?;
        let topics = chain::topics(ground.context(situation), goes);
        Ok(odds(topics.iter(), seen))
    }
}

/// What was seen as weights; what never was part of an outcome has no odds.
fn odds<'t>(topics: impl Iterator<Item = &'t Topic>, seen: Seen) -> Odds {
    let mut odds = Odds::default();
    for (topic, values) in topics.zip(seen) {
        if values.keys().all(Option::is_none) {
            continue;
        }
        let null = || Given::Known(FieldValue::Null);
        let weights = values
            .into_iter()
            .map(|(came, count)| (came.unwrap_or_else(null), Weight::from(count)));
        odds.add(topic.clone(), Ok(Distribution::of_weights(weights)));
    }
    odds
}

fn one_fight(
    ground: Ground<'_>,
    fight: &Fight<'_>,
    most: u32,
    goes: Goes,
    generator: &mut Generator,
) -> Result<Vec<Came>, Stop> {
    let mut state = fight.start();
    for round in 1..=most {
        let situation = fight.situation(&state);
        let declaration = declare(ground.context(&situation), Keep::Outcome)?;
        let fates = Fates::of(&declaration);
        let mut dice = Rolled::with(&mut *generator);
        let values = resolve(declaration.context, &declaration.compiled, &mut dice)?;
        let next = fight.after(&state, &fates, &|operand| values.of(operand));
        if let Some(end) = next.end {
            return Ok(chain::values(end, round, &next.state, goes));
        }
        state = next.state;
    }
    Ok(chain::values(End::RoundsOver, most, &state, goes))
}
