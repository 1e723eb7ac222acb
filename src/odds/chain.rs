//! A fight until it ends, as an absorbing chain over the losses.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use super::fight::{End, Fates, Fight, Next, State};
use super::find::{Ground, Tell};
use super::ledger::{Ledger, Terms};
use super::reply::Found;
use super::table::{Came, Odds};
use super::topic::{Place, Topic};
use crate::dice::{Distribution, Halt, TooLarge, Weight, nearest_double};
use crate::language::command::{Goes, Open};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::condition::Role;
use crate::rules::ruling::Sides;
use crate::rulings::compile::Keep;
use crate::rulings::context::RulingContext;
use crate::rulings::declaration::declare;
use crate::rulings::odds::{Counter, Limit, Pools, Watch};
use crate::rulings::operation::Knowledge;
use crate::rulings::outcome::FieldValue;
use crate::rulings::resolve::Values;
use crate::rulings::stop::Stop;
use crate::situation::{Side, Situation};
use crate::typed_line::LineFault;

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
    tell: &mut Tell<'_>,
) -> Result<Found, Stop> {
    let ruling = ground.rules.rulings.get(situation.ruling);
    if ruling.sides != Sides::Two {
        return Err(not_repeated().into());
    }
    let context = ground.context(situation);
    let declaration = declare(context, Keep::Working)?;
    let fight = Fight::new(ground, situation);
    let topics = topics(context, goes);
    let mut chain = Chain::new(ground, &fight, goes, tell);
    let followed = match goes {
        Goes::ForRounds(rounds) => chain.for_rounds(rounds),
        Goes::Once | Goes::UntilBroken => chain.until_broken(),
    };
    (chain.tell)(ground.limit.evaluations, ground.limit.evaluations);
    followed?;
    let working = declaration.working_before_dice();
    Ok(Found {
        said: open.said.clone(),
        verb: ruling.id.to_string(),
        working,
        warnings: declaration.warnings,
        certain: None,
        rounds: Some(chain.mean_rounds()),
        odds: chain.odds(topics),
    })
}

/// What odds are given for when a fight has ended.
pub(super) fn topics(context: RulingContext<'_>, goes: Goes) -> Vec<Topic> {
    let mut topics = vec![Topic::whole("end")];
    if matches!(goes, Goes::ForRounds(_)) {
        topics.push(Topic::whole("rounds"));
    }
    let mut losses = |role: Role, side: &Side| {
        for (place, unit) in side.units.iter().enumerate() {
            topics.push(Place::Unit(role, place + 1, &context.unit_name(unit)).topic("lost"));
        }
    };
    losses(Role::Attacker, &context.situation.attacker);
    losses(Role::Defender, &context.situation.defender);
    topics
}

/// The values of these topics for a fight that ended so after so many rounds.
pub(super) fn values(end: End, rounds: u32, state: &State, goes: Goes) -> Vec<Came> {
    let number = |number: Number| Given::Known(FieldValue::Number(number));
    let mut values = vec![match end.phrase() {
        Some(phrase) => Given::Known(FieldValue::from(phrase)),
        None => Given::Blank,
    }];
    if matches!(goes, Goes::ForRounds(_)) {
        values.push(number(Number::whole(i64::from(rounds))));
    }
    let units = state.attackers.iter().chain(&state.defenders);
    values.extend(units.map(|unit| number(unit.lost)));
    values
}

/// The states that a round leads to from one state, with their weights.
struct Ways {
    each: Vec<(Next, Weight)>,
    total: Weight,
}

struct Chain<'a, 't> {
    ground: Ground<'a>,
    fight: &'a Fight<'a>,
    goes: Goes,
    tell: &'t mut Tell<'t>,
    known: BTreeMap<State, Rc<Ways>>,
    pools: Pools,
    spent: u64,
    ledger: Ledger,
    /// For each topic, how often each value came out when the fight had ended.
    ended: Vec<BTreeMap<Came, Terms>>,
    /// How many rounds were begun.
    rounds: Terms,
}

impl<'a, 't> Chain<'a, 't> {
    fn new(ground: Ground<'a>, fight: &'a Fight<'a>, goes: Goes, tell: &'t mut Tell<'t>) -> Self {
        Chain {
            ground,
            fight,
            goes,
            tell,
            known: BTreeMap::new(),
            pools: Pools::default(),
            spent: 0,
            ledger: Ledger::default(),
            ended: Vec::new(),
            rounds: Terms::default(),
        }
    }

    /// What one round leads to.
    fn ways(&mut self, state: &State) -> Result<Ways, Stop> {
        if self.ground.stop.load(Ordering::Relaxed) {
            return Err(Halt::Interrupted.into());
        }
        let situation = self.fight.situation(state);
        let declaration = declare(self.ground.context(&situation), Keep::Outcome)?;
        let fates = Fates::of(&declaration);
        let operands = fates.operands();
        let knowledge = Knowledge {
            rules: self.ground.rules,
            program: declaration.context.program(),
        };
        let pools = std::mem::take(&mut self.pools);
        let mut counter = Counter::with_pools(&declaration.compiled.plan, knowledge, pools);
        let (spent, limit) = (self.spent, self.ground.limit.evaluations);
        let tell = &mut self.tell;
        let mut watch = Watch {
            limit: Limit {
                evaluations: limit.saturating_sub(spent),
            },
            stop: self.ground.stop,
            progress: &mut |done, _| tell(spent.saturating_add(done), limit),
        };
        let joint = counter.joint_odds_of(&operands, &mut watch);
        self.spent = self.spent.saturating_add(counter.spent());
        self.pools = counter.into_pools();
        let joint = joint.map_err(|halt| self.too_large(halt))?;
        let next = joint.map(|row| {
            let known = operands.iter().copied().zip(row.iter().copied());
            let values = Values::knowing(known);
            self.fight
                .after(state, &fates, &|operand| values.of(operand))
        });
        self.spent = self.spent.saturating_add(next.len() as u64);
        let common = next.iter().map(|(_, weight)| weight);
        let common = common.fold(Weight::ZERO, |common, weight| common.gcd(weight));
        let lowest = |weight: &Weight| weight.checked_div(&common).unwrap_or(Weight::ZERO);
        Ok(Ways {
            each: next
                .iter()
                .map(|(next, weight)| (next.clone(), lowest(weight)))
                .collect(),
            total: lowest(next.total()),
        })
    }

    /// The size of the whole rather than of the one round that could not be finished.
    fn too_large(&self, halt: Halt) -> Halt {
        match halt {
            Halt::TooLarge(TooLarge { size, .. }) => Halt::TooLarge(TooLarge {
                size: size.saturating_add(u128::from(self.ground.limit.evaluations)),
                limit: u128::from(self.ground.limit.evaluations),
            }),
            other => other,
        }
    }

    /// Follows the chain to its end; a state is left for good once it changes, so one pass is enough.
    fn until_broken(&mut self) -> Result<(), Stop> {
        let start = self.fight.start();
        let begin = self.ledger.enter(Weight::ONE);
        let mut first = Terms::default();
        first.add(begin, Weight::ONE);
        let mut open = BTreeMap::from([((start.progress(), start), first)]);
        while let Some(((_, state), came)) = open.pop_first() {
            let came = self.ledger.sum(&came);
            let ways = self.ways(&state)?;
            let stays = |next: &Next| next.end.is_none() && next.state == state;
            let each = || ways.each.iter().filter(|(next, _)| !stays(next));
            let leaves = each().fold(Weight::ZERO, |sum, (_, weight)| &sum + weight);
            if leaves.is_zero() {
                let source = self.ledger.enter(came);
                self.end(source, [(End::Never, 0, &state, &Weight::ONE)].into_iter());
                continue;
            }
            self.ledger.divide(leaves);
            let source = self.ledger.enter(came);
            // A round is begun in this state once for each time that it is left, and once for each that it is not.
            self.rounds.add(source, ways.total.clone());
            let ended = each()
                .filter_map(|(next, weight)| next.end.map(|end| (end, 0, &next.state, weight)));
            self.end(source, ended);
            for (next, weight) in each().filter(|(next, _)| next.end.is_none()) {
                let key = (next.state.progress(), next.state.clone());
                open.entry(key).or_default().add(source, weight.clone());
            }
        }
        Ok(())
    }

    /// Follows the chain for so many rounds.
    fn for_rounds(&mut self, rounds: u32) -> Result<(), Stop> {
        let begin = self.ledger.enter(Weight::ONE);
        let mut first = Terms::default();
        first.add(begin, Weight::ONE);
        let mut now = BTreeMap::from([(self.fight.start(), first)]);
        for round in 1..=rounds {
            let mut fought = Vec::new();
            for (state, came) in now {
                let ways = match self.known.get(&state) {
                    Some(ways) => Rc::clone(ways),
                    None => {
                        let ways = Rc::new(self.ways(&state)?);
                        self.known.insert(state, Rc::clone(&ways));
                        ways
                    }
                };
                fought.push((self.ledger.sum(&came), ways));
            }
            let totals = fought.iter().map(|(_, ways)| &ways.total);
            let common = totals.fold(Weight::ONE, |common, total| common.lcm(total));
            self.ledger.divide(common.clone());
            let mut after: BTreeMap<State, Terms> = BTreeMap::new();
            for (came, ways) in fought {
                let factor = common.checked_div(&ways.total).unwrap_or(Weight::ZERO);
                let source = self.ledger.enter(&came * &factor);
                self.rounds.add(source, ways.total.clone());
                let each = ways.each.iter();
                let ended = each.clone().filter_map(|(next, weight)| {
                    next.end.map(|end| (end, round, &next.state, weight))
                });
                self.end(source, ended);
                for (next, weight) in each.filter(|(next, _)| next.end.is_none()) {
                    let terms = after.entry(next.state.clone()).or_default();
                    terms.add(source, weight.clone());
                }
            }
            now = after;
        }
        for (state, came) in now {
            let came = self.ledger.sum(&came);
            let source = self.ledger.enter(came);
            let over = [(End::RoundsOver, rounds, &state, &Weight::ONE)];
            self.end(source, over.into_iter());
        }
        Ok(())
    }

    /// Notes how a fight ended after a round, for each topic by itself.
    fn end<'w>(
        &mut self,
        source: usize,
        ended: impl Iterator<Item = (End, u32, &'w State, &'w Weight)>,
    ) {
        let mut came: Vec<BTreeMap<Came, Weight>> = Vec::new();
        for (end, rounds, state, weight) in ended {
            for (place, value) in values(end, rounds, state, self.goes)
                .into_iter()
                .enumerate()
            {
                if place >= came.len() {
                    came.resize_with(place + 1, BTreeMap::new);
                }
                if let Some(values) = came.get_mut(place) {
                    *values.entry(value).or_insert(Weight::ZERO) += weight;
                }
            }
        }
        if came.len() > self.ended.len() {
            self.ended.resize_with(came.len(), BTreeMap::new);
        }
        for (all, values) in self.ended.iter_mut().zip(came) {
            for (value, weight) in values {
                all.entry(value).or_default().add(source, weight);
            }
        }
    }

    fn mean_rounds(&self) -> f64 {
        nearest_double(&self.ledger.sum(&self.rounds), &self.ledger.denominator())
    }

    /// The odds of each topic.
    fn odds(&self, topics: Vec<Topic>) -> Odds {
        let mut odds = Odds::default();
        for (topic, values) in topics.into_iter().zip(&self.ended) {
            let weights = values
                .iter()
                .map(|(value, terms)| (value.clone(), self.ledger.sum(terms)));
            odds.add(topic, Ok(Distribution::of_weights(weights)));
        }
        odds
    }
}
