//! Odds in a session.

use std::sync::atomic::AtomicBool;

use super::{Answer, NoAnswer, Session};
use crate::dice::{Generator, Halt};
use crate::interrupt::{CtrlC, breakable};
use crate::language::command::{Open, Throws};
use crate::odds::{Found, Ground, Reply, Tell, find, simulate};
use crate::progress::Progress;
use crate::rules::condition::Role;
use crate::rulings::compile::Keep;
use crate::rulings::declaration::declare;
use crate::rulings::odds::Limit;
use crate::rulings::stop::Stop;
use crate::situation::Situation;
use crate::typed_line::LineFault;

/// How far the exact odds of one headline go: a second or two.
const LIMIT: Limit = Limit {
    evaluations: 10_000_000,
};
/// How often a line is thrown where its exact odds are out of reach.
const TIMES_INSTEAD: u32 = 100_000;

/// What is looked up without a state that refuses it.
struct Without {
    open: Open,
    note: String,
}

impl Session {
    /// From now on Ctrl-C breaks off odds instead of ending the process: there is a prompt to return to.
    pub fn return_to_prompt(&mut self) {
        self.ctrl_c = CtrlC::BreaksOff;
    }

    /// From now on long computations tell how far they have come.
    pub fn show_progress(&mut self, progress: Progress) {
        self.progress = Some(progress);
    }

    fn ground<'a>(&'a self, stop: &'a AtomicBool) -> Ground<'a> {
        Ground {
            rules: &self.rules,
            settings: &self.settings,
            limit: LIMIT,
            stop,
        }
    }

    /// Works out odds, which may be long: Ctrl-C breaks it off, and progress is shown.
    fn patiently<T>(
        &mut self,
        open: &Open,
        work: impl FnOnce(Ground<'_>, &mut Tell<'_>) -> Result<T, Stop>,
    ) -> Result<T, NoAnswer> {
        let mut progress = self.progress.take();
        let mut tell = |done: u64, of: u64| {
            if let Some(progress) = &mut progress {
                progress(done, of);
            }
        };
        let worked = breakable(self.ctrl_c, |stop| work(self.ground(stop), &mut tell));
        self.progress = progress;
        worked.map_err(|stop| no_odds(stop, open))
    }

    fn found(&mut self, open: &Open) -> Result<Found, NoAnswer> {
        let Some(without) = self.without_state(open) else {
            return self.patiently(open, |ground, tell| find(ground, open, tell));
        };
        let Without { open, note } = without;
        let mut found = self.patiently(&open, |ground, tell| find(ground, &open, tell))?;
        found.warnings.insert(0, note);
        Ok(found)
    }

    /// What is refused for a state in which the battle knows a unit to be, without that state: who looks
    /// something up does not do it yet. `None` where it is not refused, or for something else.
    fn without_state(&self, open: &Open) -> Option<Without> {
        let Throws::Ruling(situation) = &open.throws else {
            return None;
        };
        let refused = |situation: &Situation| declare(self.context(situation), Keep::Outcome).err();
        let refusal = refused(situation)?;
        for role in [Role::Attacker, Role::Defender] {
            for (place, unit) in situation.side(role).units.iter().enumerate() {
                for mustered in &unit.mustered {
                    for (word, _) in mustered.counted.iter() {
                        let mut without = situation.clone();
                        let side = match role {
                            Role::Attacker | Role::Either => &mut without.attacker,
                            Role::Defender => &mut without.defender,
                        };
                        let unit = side.units.get_mut(place)?;
                        unit.words.remove(word);
                        for group in &mut unit.groups {
                            group.words.remove(word);
                        }
                        for mustered in &mut unit.mustered {
                            mustered.counted.remove(word);
                        }
                        if refused(&without).is_some() {
                            continue;
                        }
                        let (handle, word) = (&mustered.handle, &self.rules.words.get(word).id);
                        let refusal = &refusal.message;
                        return Some(Without {
                            open: Open {
                                throws: Throws::Ruling(without),
                                ..open.clone()
                            },
                            note: format!(
                                "{refusal}; the odds are as if `{handle}` were not `{word}`"
                            ),
                        });
                    }
                }
            }
        }
        None
    }

    pub(super) fn odds(&mut self, open: &Open) -> Result<Answer, NoAnswer> {
        Ok(reply(Reply::Odds(self.found(open)?)))
    }

    pub(super) fn compare(&mut self, both: &[Open; 2]) -> Result<Answer, NoAnswer> {
        let [left, right] = both;
        let both = [self.found(left)?, self.found(right)?];
        Ok(reply(Reply::Compared(Box::new(both))))
    }

    pub(super) fn simulate(&mut self, times: u64, open: &Open) -> Result<Answer, NoAnswer> {
        // A generator of its own, so that a look at the odds does not change the dice to come.
        let seed = match self.seed {
            Some(seed) => seed,
            None => Generator::from_system()
                .map_err(|error| NoAnswer::NoDice(error.to_string()))?
                .seed(),
        };
        let simulated = self.patiently(open, |ground, tell| {
            simulate(ground, open, times, seed, tell)
        })?;
        Ok(reply(Reply::Simulated(simulated)))
    }
}

fn reply(reply: Reply) -> Answer {
    Answer::Odds(Box::new(reply))
}

fn no_odds(stop: Stop, open: &Open) -> NoAnswer {
    match stop {
        Stop::Refused(refusal) => refusal.into(),
        Stop::Halt(Halt::TooLarge(size)) => {
            NoAnswer::Wrong(LineFault::new(size.to_string()).hinted(format!(
                "`simulate {TIMES_INSTEAD} {}` estimates them",
                open.said
            )))
        }
        Stop::Halt(halt) => halt.into(),
    }
}
