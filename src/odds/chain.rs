//! A fight until it ends, as an absorbing chain over the losses.

use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{One, Zero};

use super::fight::{End, Fight, Next, State};
use super::find::Ground;
use super::reply::Found;
use super::table::{Odds, Values};
use super::topic::{Place, Topic};
use crate::dice::{Distribution, Halt, Limit, TooLarge, Weight, explore, nearest_double};
use crate::language::command::{Goes, Open};
use crate::number::Number;
use crate::procedures::{Case, Stop, Value, Working, declare};
use crate::rules::amount::Given;
use crate::rules::condition::Role;
use crate::rules::ruling::Sides;
use crate::situation::{Side, Situation};
use crate::typed_line::LineFault;

/// An exact share of all that can happen.
type Share = Ratio<BigUint>;

/// Why a line cannot be repeated.
pub(super) fn not_repeated() -> LineFault {
    LineFault::refused("`until` is for what two sides do to each other")
        .hinted("a line with an attacker and a defender can be repeated")
}

/// The exact odds of how a fight ends.
///
/// # Errors
/// What the rules forbid in any round; a [`Halt`] if it takes too long or was broken off.
pub(super) fn find(
    ground: Ground<'_>,
    open: &Open,
    situation: &Situation,
    goes: Goes,
) -> Result<Found, Stop> {
    let ruling = ground.rules.rulings.get(situation.ruling);
    if ruling.sides != Sides::Two {
        return Err(not_repeated().into());
    }
    let case = Case {
        rules: ground.rules,
        settings: ground.settings,
        situation,
    };
    let declaration = declare(case, Working::kept())?;
    let fight = Fight::new(ground.rules, ground.settings, situation);
    let mut chain = Chain::new(ground, &fight);
    match goes {
        Goes::ForRounds(rounds) => chain.for_rounds(rounds)?,
        Goes::Once | Goes::UntilBroken => chain.until_broken()?,
    }
    let weight = |number: &BigUint| Weight::of_big(number.clone());
    let (numer, denom) = (weight(chain.rounds.numer()), weight(chain.rounds.denom()));
    let topics = topics(case, goes);
    Ok(Found {
        said: open.said.clone(),
        verb: ruling.id.to_string(),
        working: declaration.working.into_steps(),
        warnings: declaration.warnings,
        certain: None,
        odds: Odds::new(topics, chain.joint(goes)),
        rounds: Some(nearest_double(&numer, &denom)),
    })
}

/// What odds are given for when a fight has ended.
pub(super) fn topics(case: Case<'_>, goes: Goes) -> Vec<Topic> {
    let mut topics = vec![Topic::whole("end")];
    if matches!(goes, Goes::ForRounds(_)) {
        topics.push(Topic::whole("rounds"));
    }
    let mut losses = |role: Role, side: &Side| {
        for (place, unit) in side.units.iter().enumerate() {
            topics.push(Place::Unit(role, place + 1, &case.name(unit)).topic("lost"));
        }
    };
    losses(Role::Attacker, &case.situation.attacker);
    losses(Role::Defender, &case.situation.defender);
    topics
}

/// The values of these topics for a fight that ended so after so many rounds.
pub(super) fn values(end: End, rounds: u32, state: &State, goes: Goes) -> Values {
    let number = |number: Number| Given::Known(Value::Number(number));
    let mut values = vec![match end.phrase() {
        Some(phrase) => Given::Known(Value::from(phrase)),
        None => Given::Blank,
    }];
    if matches!(goes, Goes::ForRounds(_)) {
        values.push(number(Number::whole(i64::from(rounds))));
    }
    let units = state.attackers.iter().chain(&state.defenders);
    values.extend(units.map(|unit| number(unit.lost)));
    values
}

/// The states a round leads to from one state, with their shares.
type Ways = Rc<Vec<(Next, Share)>>;

struct Chain<'a> {
    ground: Ground<'a>,
    fight: &'a Fight<'a>,
    known: BTreeMap<State, Ways>,
    ended: BTreeMap<(End, u32, State), Share>,
    /// The mean number of rounds.
    rounds: Share,
    runs: u64,
}

impl<'a> Chain<'a> {
    fn new(ground: Ground<'a>, fight: &'a Fight<'a>) -> Self {
        Chain {
            ground,
            fight,
            known: BTreeMap::new(),
            ended: BTreeMap::new(),
            rounds: Share::zero(),
            runs: 0,
        }
    }

    /// What one round leads to.
    fn ways(&mut self, state: &State) -> Result<Ways, Stop> {
        if let Some(ways) = self.known.get(state) {
            return Ok(Rc::clone(ways));
        }
        let situation = self.fight.situation(state);
        let case = Case {
            rules: self.ground.rules,
            settings: self.ground.settings,
            situation: &situation,
        };
        let declared = declare(case, Working::silent())?.declared;
        let limit = Limit {
            runs: self.ground.limit.runs.saturating_sub(self.runs),
        };
        let runs = &mut self.runs;
        let fight = self.fight;
        let found = explore(limit, self.ground.stop, |dice| {
            *runs += 1;
            let outcome = declared.throw(dice, &mut Working::silent())?;
            Ok(fight.after(state, &outcome))
        })
        .map_err(|halt| self.too_large(halt))?;
        let total = found.total().big();
        let share = |ways: &Weight| Share::new(ways.big(), total.clone());
        let ways: Vec<(Next, Share)> = found
            .iter()
            .map(|(next, ways)| (next.clone(), share(ways)))
            .collect();
        let ways = Rc::new(ways);
        self.known.insert(state.clone(), Rc::clone(&ways));
        Ok(ways)
    }

    /// The size of the whole rather than of the one round that could not be finished.
    fn too_large(&self, halt: Halt) -> Halt {
        match halt {
            Halt::TooLarge(TooLarge { size, .. }) => Halt::TooLarge(TooLarge {
                size: size.saturating_add(u128::from(self.ground.limit.runs)),
                limit: u128::from(self.ground.limit.runs),
            }),
            other => other,
        }
    }

    /// Follows the chain to its end; a state is left for good once it changes, so one pass is enough.
    fn until_broken(&mut self) -> Result<(), Stop> {
        let start = self.fight.start();
        let mut open = BTreeMap::from([((start.progress(), start), Share::one())]);
        while let Some(((_, state), came)) = open.pop_first() {
            let ways = self.ways(&state)?;
            let stays = ways
                .iter()
                .filter(|(next, _)| next.end.is_none() && next.state == state)
                .fold(Share::zero(), |sum, (_, share)| sum + share);
            let leaves = Share::one() - stays;
            if leaves.is_zero() {
                *self.ended.entry((End::Never, 0, state)).or_default() += came;
                continue;
            }
            // The mean number of rounds that begin in this state.
            let visits = came / leaves;
            self.rounds += &visits;
            for (next, share) in ways.iter() {
                let share = share * &visits;
                match next.end {
                    Some(end) => self.end(end, 0, &next.state, share),
                    None if next.state == state => {}
                    None => {
                        let key = (next.state.progress(), next.state.clone());
                        *open.entry(key).or_default() += share;
                    }
                }
            }
        }
        Ok(())
    }

    /// Follows the chain for so many rounds.
    fn for_rounds(&mut self, rounds: u32) -> Result<(), Stop> {
        let mut now = BTreeMap::from([(self.fight.start(), Share::one())]);
        for round in 1..=rounds {
            let mut after: BTreeMap<State, Share> = BTreeMap::new();
            for (state, came) in now {
                self.rounds += &came;
                for (next, share) in self.ways(&state)?.iter() {
                    let share = share * &came;
                    match next.end {
                        Some(end) => self.end(end, round, &next.state, share),
                        None => *after.entry(next.state.clone()).or_default() += share,
                    }
                }
            }
            now = after;
        }
        for (state, share) in now {
            self.end(End::RoundsOver, rounds, &state, share);
        }
        Ok(())
    }

    fn end(&mut self, end: End, round: u32, state: &State, share: Share) {
        *self.ended.entry((end, round, state.clone())).or_default() += share;
    }

    /// The ends as whole numbers of ways of one total.
    fn joint(&self, goes: Goes) -> Distribution<Values> {
        let common = self
            .ended
            .values()
            .fold(BigUint::one(), |common, share| common.lcm(share.denom()));
        Distribution::of_weights(self.ended.iter().map(|((end, rounds, state), share)| {
            let ways = share.numer() * (&common / share.denom());
            (values(*end, *rounds, state, goes), Weight::of_big(ways))
        }))
    }
}
