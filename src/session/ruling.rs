//! Rulings in a session: whose dice, what is recorded, what is answered.

use std::rc::Rc;

use smol_str::SmolStr;

use super::amend::{GoneOn, Lying, StandsFor};
use super::deal::{SeedOfDice, deal};
use super::states::with_number;
use super::why::{Last, RuledBy};
use super::{Answer, Detail, Hand, NoAnswer, Session, follow, heard};
use crate::battle::{Effect, ThrownEntry, What, fresh};
use crate::dice::{Seat, Thrown};
use crate::language::command::{Faces, WorkingShown};
use crate::language::written;
use crate::number::Number;
use crate::resolution::Resolution;
use crate::roster::{Listed, Roster};
use crate::rules::condition::{Condition, Role};
use crate::rules::phase::LossesTaken;
use crate::rules::steps::Scope;
use crate::rulings::checks::orders_that_hold;
use crate::rulings::compile::{self, Keep};
use crate::rulings::context::RulingContext;
use crate::rulings::declaration::declare;
use crate::rulings::not_said::not_said;
use crate::rulings::participant::{Participant, Participants};
use crate::settings::Settings;
use crate::situation::{Situation, Unit};
use crate::typed_line::Line;

/// What a ruling does to the battle, and what the players hear of it.
#[derive(Debug, Default)]
pub(super) struct Happened {
    /// What was understood, as a line without its dice.
    pub(super) understood: String,
    pub(super) effects: Vec<Effect>,
    pub(super) heard: String,
    /// How the battle goes on from it, where other entries have followed.
    pub(super) gone_on: Option<GoneOn>,
}

impl Session {
    /// A situation with the rules and settings in force.
    pub(super) fn context<'a>(&'a self, situation: &'a Situation) -> RulingContext<'a> {
        RulingContext {
            rules: &self.rules,
            settings: &self.settings,
            situation,
        }
    }

    /// Rules on a line as it was typed; the dice of the same ruling, undone, are used again.
    pub(super) fn ruling(
        &mut self,
        line: &str,
        situation: Rc<Situation>,
        faces: Option<Faces>,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        let understood = written::line(&self.rules, &situation);
        let lying = self.undone_dice(line, &understood);
        self.rule(line, situation, faces, hand, lying)
    }

    /// The dice of what was understood so and undone, unless the line asks for fresh ones.
    pub(super) fn undone_dice(&self, line: &str, understood: &str) -> Lying {
        let undone = self
            .live()
            .filter(|_| !asks_for_fresh_dice(line))
            .and_then(|battle| battle.record().undone_ruling(understood));
        match undone.map(|entry| (entry.n, &entry.what)) {
            Some((of, What::Ruling { throws, .. })) => Lying {
                throws: throws.iter().map(ThrownEntry::thrown).collect(),
                of: Some(of),
                ..Lying::default()
            },
            _ => Lying::default(),
        }
    }

    /// Rules on a situation with dice that may lie on the table already.
    pub(super) fn rule(
        &mut self,
        line: &str,
        situation: Rc<Situation>,
        faces: Option<Faces>,
        hand: Hand<'_>,
        lying: Lying,
    ) -> Result<Answer, NoAnswer> {
        let begun = self.battle_for_dice()?;
        let context = RulingContext {
            rules: &self.rules,
            settings: &self.settings,
            situation: &situation,
        };
        // What a person reads beside the ruling is made where a person will.
        let detail = match self.working {
            WorkingShown::Full => Detail::Full,
            WorkingShown::Short => self.detail,
        };
        let keep = match (&self.covered, detail) {
            (Some(_), _) => Keep::Everything,
            (None, Detail::Full) => Keep::Working,
            (None, Detail::Short | Detail::Brief) => Keep::Outcome,
        };
        if let Some(covered) = &self.covered {
            covered.borrow_mut().extend(orders_that_hold(context));
        }
        let declaration = declare(context, keep)?;
        let told = faces.is_some();
        let seed = self.seed_of_dice();
        let (ruled, throws, seed) = deal(
            faces,
            hand,
            &lying.throws,
            &mut self.generator,
            seed,
            |dice| declaration.throw(dice),
        )?;
        if let Some(covered) = &self.covered {
            covered.borrow_mut().extend(declaration.touched(&ruled));
        }
        let working = match detail {
            Detail::Full => declaration.working(&ruled, &throws),
            Detail::Short | Detail::Brief => Vec::new(),
        };
        let mut warnings = declaration.warnings;
        let outcome = ruled.outcome;
        let not_said = match detail {
            Detail::Full | Detail::Short => not_said(context),
            Detail::Brief => Vec::new(),
        };
        let not_said = not_said
            .into_iter()
            .map(|word| self.rules.words.get(word).id.to_string())
            .collect();
        warnings.extend(begun);
        let irregular = self.irregular(context);
        warnings.extend(irregular.iter().map(ToString::to_string));
        let known = states_said(context);
        let losses = self.losses_taken(context);
        let (effects, heard) = match self.live() {
            Some(_) => {
                let mut effects = lying.filled.clone();
                effects.extend(follow::effects(context, &outcome, &throws, losses));
                effects.extend(self.on_those_fought(context, &outcome));
                effects.extend(self.no_longer_fit(&effects));
                let restacked = self.restacked(context, &outcome, &effects);
                warnings.extend(restacked.iter().filter_map(restacked_so));
                effects.extend(restacked);
                let heard = heard::heard(context, &self.roster, &outcome, &effects);
                (effects, heard)
            }
            None => (Vec::new(), String::new()),
        };
        let gone_on = lying.stands_for.entry();
        let gone_on = gone_on.and_then(|old| self.gone_on(old, &effects));
        let after = gone_on.as_ref().map(|gone_on| &gone_on.after);
        let fates = self.fates(context, &outcome, &effects, after);
        let mut resolution = Resolution {
            rules: self.rules.id.clone(),
            verb: self.rules.rulings.get(situation.ruling).id.clone(),
            said: line.trim().to_owned(),
            understood: (situation.hurried).then(|| written::as_said(&self.rules, &situation)),
            throws,
            seed,
            working,
            outcome,
            warnings,
            not_said,
            fates,
            known,
        };
        let lying = if told {
            Lying {
                throws: Vec::new(),
                of: None,
                ..lying
            }
        } else {
            lying
        };
        let happened = Happened {
            understood: match self.live() {
                Some(_) => written::line(&self.rules, &situation),
                None => String::new(),
            },
            effects,
            heard,
            gone_on,
        };
        self.put_on_record(&mut resolution, Some(&situation), happened, lying)?;
        self.landed = self.landed_on(&resolution, &situation);
        let resolution = Rc::new(resolution);
        let same = Rc::clone(&resolution);
        self.last = Some(match detail {
            Detail::Full => Last::kept(same),
            Detail::Short | Detail::Brief => Last::brief(same, self.ruled_by(situation)),
        });
        Ok(Answer::Ruling(resolution))
    }

    /// When what is lost now comes off.
    fn losses_taken(&self, context: RulingContext<'_>) -> LossesTaken {
        let phase = self.phase_now().map(|phase| self.rules.phases.get(phase));
        let phase =
            phase.filter(|phase| compile::holds(context, Participant::LINE, &phase.losses_when));
        phase.map_or(LossesTaken::AtOnce, |phase| phase.losses)
    }

    /// Sees to it that a ruling which goes on record has a battle to go into, with its own dice.
    pub(super) fn battle_for_dice(&mut self) -> Result<Option<String>, NoAnswer> {
        match self.records() {
            true => self.have_battle(),
            false => Ok(None),
        }
    }

    /// What the program throws dice from when it has thrown none yet.
    pub(super) fn seed_of_dice(&self) -> SeedOfDice {
        match self.seed_for_dice {
            // A battle's dice come from the seed that was sealed, and from no other.
            _ if self.live().is_some() => SeedOfDice::NotAtHand,
            Some(seed) => SeedOfDice::Asked(seed),
            None => SeedOfDice::System,
        }
    }

    fn ruled_by(&self, situation: Rc<Situation>) -> RuledBy {
        RuledBy {
            rules: Rc::clone(&self.rules),
            settings: self.settings.clone(),
            situation,
        }
    }

    /// Enters a ruling, where there is a battle: on the disk before it is answered.
    pub(super) fn put_on_record(
        &mut self,
        resolution: &mut Resolution,
        situation: Option<&Situation>,
        happened: Happened,
        lying: Lying,
    ) -> Result<(), NoAnswer> {
        if self.live().is_none() {
            return Ok(());
        }
        // The seed stays sealed until the battle is over.
        resolution.seed = None;
        let Happened {
            understood,
            effects,
            heard,
            gone_on,
        } = happened;
        let revises = match gone_on {
            Some(GoneOn { after, revises }) => {
                self.check_losses_in(&after)?;
                revises
            }
            None => Vec::new(),
        };
        let throws: Vec<ThrownEntry> = resolution
            .throws
            .iter()
            .map(|thrown| {
                let side = situation.and_then(|all| side_of(all, thrown));
                ThrownEntry::of(thrown, side)
            })
            .collect();
        let kept: Vec<ThrownEntry> = lying
            .throws
            .iter()
            .map(|thrown| ThrownEntry::of(thrown, None))
            .collect();
        let (amends, fills_in) = match lying.stands_for {
            StandsFor::Itself => (None, None),
            StandsFor::Amended(old) => (Some(old), None),
            StandsFor::Filled(blank) => (None, Some(Box::new(blank))),
        };
        let what = What::Ruling {
            verb: resolution.verb.clone(),
            understood: if understood == resolution.said {
                SmolStr::default()
            } else {
                understood.into()
            },
            summary: resolution.outcome.summary.as_str().into(),
            heard: heard.into(),
            drawn: fresh(&throws, &kept),
            throws,
            effects,
            amends,
            revises,
            fills_in,
            dice_of: lying.of,
        };
        let line = resolution.said.clone();
        let notice = self.enter(&line, what)?;
        resolution.warnings.extend(notice);
        Ok(())
    }

    /// Whether conditions hold for a unit of the battle, whatever is being ruled; its friends are those
    /// of its side `among` units, and its foes the others.
    pub(super) fn is_so(&self, listed: &Listed, among: &Roster, when: &[Condition]) -> bool {
        self.is_so_by(&self.settings, listed, among, when)
    }

    /// The same as some settings have it.
    pub(super) fn is_so_by(
        &self,
        settings: &Settings,
        listed: &Listed,
        among: &Roster,
        when: &[Condition],
    ) -> bool {
        let Some((ruling, _)) = self.rules.rulings.iter().next() else {
            return false;
        };
        let mut situation = Situation::of(ruling);
        let as_unit = |listed: &Listed| {
            let mut unit = Unit {
                groups: listed.groups.clone(),
                words: listed.words.clone(),
                ..Unit::default()
            };
            // Of a unit that has left the table nothing is left, whatever it had lost before.
            if listed.left.is_some() {
                for group in &mut unit.groups {
                    (group.lost, group.lost_counts) = (Number::ZERO, group.count);
                }
            }
            unit
        };
        let friends = among.iter().filter(|other| {
            other.side == listed.side && other.handle != listed.handle && other.unknown.is_none()
        });
        let units = std::iter::once(listed).chain(friends).map(as_unit);
        situation.attacker.units.extend(units);
        let foes = among
            .iter()
            .filter(|other| other.side != listed.side && other.unknown.is_none());
        situation.defender.units.extend(foes.map(as_unit));
        let context = RulingContext {
            settings,
            ..self.context(&situation)
        };
        let units =
            Participants::new(context).within(Scope::Unit, Participant::side(Role::Attacker));
        let first = units.into_iter().next();
        first.is_some_and(|unit| compile::holds(context, unit, when))
    }
}

/// The side of the battle that made a throw.
fn side_of<'s>(situation: &'s Situation, thrown: &Thrown) -> Option<&'s str> {
    let (side, place) = match thrown.throw.seat {
        Seat::Side(side) => (side, 0),
        Seat::Unit(side, place) => (side, place),
        Seat::Unknown => return None,
    };
    if let Some(side) = situation.sides.get(side) {
        return Some(side);
    }
    let sides = [&situation.attacker, &situation.defender];
    let unit = sides.get(side)?.units.get(place)?;
    Some(&unit.mustered.first()?.side)
}

/// How a stack stands from now on, for the referee to read.
fn restacked_so(effect: &Effect) -> Option<String> {
    match effect {
        Effect::Stack { stack, units } => Some(format!("`{stack}` is {} now", units.join(" + "))),
        _ => None,
    }
}

/// The states of the battle that counted without being said.
fn states_said(context: RulingContext<'_>) -> Vec<String> {
    let mut counted = Vec::new();
    for role in [Role::Attacker, Role::Defender] {
        let parts = context.side(role).units.iter();
        for part in parts.flat_map(|unit| &unit.mustered) {
            let words = part.counted.iter();
            let words: Vec<String> = words
                .map(|(word, number)| with_number(&context.rules.words.get(word).id, number))
                .collect();
            if !words.is_empty() {
                counted.push(format!("{}: {}", part.handle, words.join(", ")));
            }
        }
    }
    counted
}

/// Whether a line asks for dice that no undone ruling lends it.
pub(super) fn asks_for_fresh_dice(line: &str) -> bool {
    Line::read(line).is_ok_and(|read| read.fresh().is_some())
}
