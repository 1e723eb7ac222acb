//! The last ruling otherwise: what was said, with a word more or less, and the same dice.

use super::passage::Passage;
use super::{Answer, Hand, NoAnswer, Session, ruling};
use crate::battle::{Effect, FillsIn, Revised, State, ThrownEntry, What};
use crate::dice::Thrown;
use crate::language::Amended;
use crate::language::command::{Command, Faces};
use crate::typed_line::{FRESH, LineFault, LineRange};

/// Dice that lie on the table already, and whose they are.
#[derive(Debug, Clone, Default)]
pub(super) struct Lying {
    /// The throws.
    pub(super) throws: Vec<Thrown>,
    /// The entry that they belong to.
    pub(super) of: Option<u64>,
    /// The entry that the new ruling stands for.
    pub(super) stands_for: StandsFor,
    /// What is filled in with it, and with the rulings that it stands for.
    pub(super) filled: Vec<Effect>,
}

/// Which ruling a new one takes the place of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum StandsFor {
    /// None: it is one more.
    #[default]
    Itself,
    /// This entry, which it amends: undone by itself.
    Amended(u64),
    /// One that landed on a blank which is now filled in: one step with it.
    Filled(FillsIn),
}

impl StandsFor {
    /// The entry in whose place the ruling counts.
    pub(super) fn entry(&self) -> Option<u64> {
        match self {
            StandsFor::Itself => None,
            StandsFor::Amended(entry) => Some(*entry),
            StandsFor::Filled(blank) => Some(blank.entry),
        }
    }
}

/// How a battle goes on from a ruling that is made anew.
#[derive(Debug)]
pub(super) struct GoneOn {
    /// How it stands once all that came later has come.
    pub(super) after: State,
    /// The phases that have come to something else by it.
    pub(super) revises: Vec<Revised>,
}

/// The last ruling, as far as another can take its place.
struct Amendable {
    /// The line that says it.
    line: String,
    throws: Vec<Thrown>,
    /// Its entry, where there is a battle.
    entry: Option<u64>,
    /// The blanks that were filled in with it.
    filled: Vec<Effect>,
}

impl Session {
    /// Rules the last ruling again, with the changes in `line` from byte `from` on, and with its
    /// dice; only missing ones are thrown.
    pub(super) fn amend(
        &mut self,
        line: &str,
        from: usize,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        let last = self.amendable()?;
        self.as_before(last.entry, |session| {
            let Amended { line: said, faces } =
                session.grammar().amended(&last.line, line, from)?;
            session.rule_instead(line, &said, faces, &last, hand)
        })
    }

    /// Rules a whole line in place of the last ruling, with its dice unless the line tells some.
    pub(super) fn amend_to(
        &mut self,
        line: &str,
        said: &str,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        let last = self.amendable()?;
        self.as_before(last.entry, |session| {
            session.rule_instead(line, said, None, &last, hand)
        })
    }

    /// The last line again, with the changes in `line` from byte `from` on; dice that were told
    /// are not told again.
    pub(super) fn again(
        &mut self,
        line: &str,
        from: Option<usize>,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        let Some(last) = self.last_line.clone() else {
            return Err(LineFault::battle("there is no line before this one").into());
        };
        let is_ruling = matches!(self.grammar().parse(&last)?, Command::Ruling(..));
        if from.is_none() && !is_ruling {
            return self.answer(&last, hand);
        }
        // What is changed is a ruling: the last one, where the last line was none.
        let last = if is_ruling {
            last
        } else {
            self.amendable()?.line
        };
        // Nothing at all is a change too: the line without its dice.
        let from = from.unwrap_or(line.len());
        let Amended { line: said, faces } = self.grammar().amended(&last, line, from)?;
        let Command::Ruling(situation, _) = self.parse_written(line, &said)? else {
            return Err(LineFault::misplaced(format!("`{last}` is no ruling")).into());
        };
        let fresh = if ruling::asks_for_fresh_dice(line) {
            format!("{said} {FRESH}")
        } else {
            said.clone()
        };
        let ruled = self.ruling(&fresh, situation, faces, hand);
        if ruled.is_ok() {
            self.keep_ruled(&said);
        }
        ruled.map_err(|why| of_whole_line(line, &said, why))
    }

    /// Lets something be answered as the battle stood before an entry; back to now where that fails.
    pub(super) fn as_before(
        &mut self,
        entry: Option<u64>,
        answer: impl FnOnce(&mut Session) -> Result<Answer, NoAnswer>,
    ) -> Result<Answer, NoAnswer> {
        let before = self.live().zip(entry);
        let before = before.map(|(battle, entry)| battle.record().state_before(entry));
        let Some(before) = before else {
            return answer(self);
        };
        let then = self.roster_of(&before);
        let now = std::mem::replace(&mut self.roster, then);
        self.as_before = Some(before);
        let answered = answer(self);
        self.as_before = None;
        if answered.is_err() {
            self.roster = now;
        }
        answered
    }

    /// How the battle goes on from an entry once these are its effects: phases that came later come to what
    /// they do by them.
    ///
    /// `None` where what came later no longer fits.
    pub(super) fn gone_on(&self, old: u64, effects: &[Effect]) -> Option<GoneOn> {
        let record = self.live()?.record();
        let mut after = record.state_before(old);
        let mut revises = Vec::new();
        apply(&mut after, effects)?;
        for (entry, known) in record.counting_after(old) {
            let anew = self.passed_anew(&after, known);
            let anew = anew.filter(|anew| anew != known);
            apply(&mut after, anew.as_deref().unwrap_or(known))?;
            revises.extend(anew.map(|effects| Revised { entry, effects }));
        }
        Some(GoneOn { after, revises })
    }

    /// What a phase or a turn that began with these effects comes to from another state.
    fn passed_anew(&self, state: &State, known: &[Effect]) -> Option<Vec<Effect>> {
        // What other rules came to is theirs.
        if state.rules != self.source.id {
            return None;
        }
        let begins = known
            .iter()
            .find(|effect| matches!(effect, Effect::Turn { .. } | Effect::Phase { .. }))?;
        let mut passage = Passage::from(self, state.clone());
        match begins {
            Effect::Turn { turn } => {
                passage.pass_into_turn(*turn);
            }
            Effect::Phase { phase } => passage.pass_into_phase(self.rules.phases.named(phase)?),
            _ => return None,
        }
        Some(passage.effects)
    }

    fn rule_instead(
        &mut self,
        line: &str,
        said: &str,
        faces: Option<Faces>,
        last: &Amendable,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        let Command::Ruling(situation, told) = self.parse_written(line, said)? else {
            return Err(LineFault::misplaced(format!("`{said}` is no ruling")).into());
        };
        let lying = Lying {
            throws: last.throws.clone(),
            of: last.entry,
            stands_for: last.entry.map_or(StandsFor::Itself, StandsFor::Amended),
            filled: last.filled.clone(),
        };
        let ruled = self.rule(said, situation, faces.or(told), hand, lying);
        if ruled.is_ok() {
            // `again` repeats what was ruled, not the amending of it.
            self.keep_ruled(said);
        }
        ruled.map_err(|why| of_whole_line(line, said, why))
    }

    /// Reads a line that stands for the one that was typed.
    fn parse_written(&self, line: &str, said: &str) -> Result<Command, NoAnswer> {
        let read = self.grammar().parse(said);
        read.map_err(|fault| of_whole_line(line, said, fault.into()))
    }

    /// The last ruling.
    ///
    /// # Errors
    /// There is none.
    fn amendable(&self) -> Result<Amendable, LineFault> {
        let none = || LineFault::battle("there is no ruling to amend");
        if self.battle.is_none() {
            let last = self.last.as_ref().ok_or_else(none)?;
            let (line, throws) = last.said_with();
            return Ok(Amendable {
                line: line.to_owned(),
                throws: throws.to_vec(),
                entry: None,
                filled: Vec::new(),
            });
        }
        let last = self.live().and_then(|battle| battle.record().last_ruling());
        let entry = last.ok_or_else(none)?;
        let throws = match &entry.what {
            What::Ruling { throws, .. } => throws.iter().map(ThrownEntry::thrown).collect(),
            _ => Vec::new(),
        };
        Ok(Amendable {
            line: entry.line.clone(),
            throws,
            entry: Some(entry.n),
            filled: entry.what.filled(),
        })
    }
}

/// Lets effects happen; `None` where one does not fit.
fn apply(state: &mut State, effects: &[Effect]) -> Option<()> {
    effects
        .iter()
        .try_for_each(|effect| state.apply(effect).ok())
}

/// A fault in a line that stands for the one typed: places in it are not places in that one.
fn of_whole_line(line: &str, said: &str, why: NoAnswer) -> NoAnswer {
    match why {
        NoAnswer::Wrong(fault) => NoAnswer::Wrong(LineFault {
            // What was told with a change is a part of the line that was typed.
            at: fault
                .at
                .filter(|at| at.in_line(line).is_some())
                .or_else(|| Some(LineRange::whole(line))),
            hint: fault
                .hint
                .or_else(|| Some(format!("that would be `{said}`"))),
            ..fault
        }),
        other => other,
    }
}
