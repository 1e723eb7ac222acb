//! What the referee should know of a ruling that is out of the ordinary, and is ruled all the same.

use std::fmt;

use smol_str::SmolStr;

use super::Session;
use crate::roster::Listed;
use crate::rules::condition::Role;
use crate::rules::phase::{Belongs, Phase};
use crate::rules::ruling::{Often, Sides};
use crate::rules::steps::Scope;
use crate::rulings::compile;
use crate::rulings::context::RulingContext;
use crate::rulings::participant::{Participant, Participants};

/// Something out of the ordinary in a ruling of the battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Irregular {
    /// A unit does again what it may do once a phase.
    Twice {
        /// The unit's handle.
        unit: SmolStr,
        /// The ruling.
        ruling: SmolStr,
    },
    /// A unit goes past one of the other side.
    PastOthers {
        /// The unit's handle.
        unit: SmolStr,
        /// Its side.
        side: SmolStr,
        /// The other one's handle.
        other: SmolStr,
        /// The other one's side.
        of: SmolStr,
    },
    /// Units act upon their own side.
    OneSide {
        /// One that acts.
        acting: SmolStr,
        /// One acted upon.
        other: SmolStr,
        /// The side of both.
        side: SmolStr,
    },
    /// A unit acts in a phase of the other side.
    OthersPhase {
        /// The unit's handle.
        unit: SmolStr,
        /// What the phase is called.
        phase: SmolStr,
        /// Whose it is.
        sides: String,
    },
    /// Units do what only the top ones of their stack may do.
    BelowTheTop {
        /// Their handles.
        units: Vec<SmolStr>,
        /// The stack.
        stack: SmolStr,
        /// How many of it may.
        most: usize,
        /// The ruling.
        ruling: SmolStr,
    },
    /// With these more units of a stack do something in a phase than may.
    StackHasDone {
        /// Those that have done it.
        units: Vec<SmolStr>,
        /// The stack.
        stack: SmolStr,
        /// How many of it may.
        most: usize,
        /// The ruling.
        ruling: SmolStr,
    },
    /// The ruling belongs to other phases than this.
    OutOfPhase {
        /// The ruling.
        ruling: SmolStr,
        /// What the phase is called.
        phase: SmolStr,
        /// What the phases are called to which it belongs, for those who act.
        belongs: Vec<SmolStr>,
    },
}

/// What the referee reads of it.
impl fmt::Display for Irregular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Irregular::Twice { unit, ruling } => {
                write!(f, "`{unit}` has done `{ruling}` in this phase already")
            }
            Irregular::OneSide {
                acting,
                other,
                side,
            } => write!(f, "`{acting}` and `{other}` are both of {side}"),
            Irregular::PastOthers {
                unit,
                side,
                other,
                of,
            } => {
                write!(f, "`{unit}` is of {side}, and `{other}` of {of}")
            }
            Irregular::OthersPhase { unit, phase, sides } => {
                write!(f, "`{unit}` acts in a phase of {sides}: {phase}")
            }
            Irregular::BelowTheTop {
                units,
                stack,
                most,
                ruling,
            } => {
                let units = units.join("` and `");
                write!(
                    f,
                    "`{units}` of `{stack}`: only its top {most} may do `{ruling}`"
                )
            }
            Irregular::StackHasDone {
                units,
                stack,
                most,
                ruling,
            } => {
                let units = units.join("` and `");
                write!(
                    f,
                    "`{units}` of `{stack}` did `{ruling}` in this phase already, and {most} of a stack may"
                )
            }
            Irregular::OutOfPhase {
                ruling,
                phase,
                belongs,
            } => {
                let belongs = belongs.join(", ");
                write!(
                    f,
                    "the phase is `{phase}`; `{ruling}` belongs to: {belongs}"
                )
            }
        }
    }
}

impl Session {
    /// What is out of the ordinary in a ruling.
    pub(super) fn irregular(&self, context: RulingContext<'_>) -> Vec<Irregular> {
        let mut irregular = self.twice(context);
        irregular.extend(self.of_one_side(context));
        irregular.extend(self.out_of_phase(context));
        irregular.extend(self.below_the_top(context));
        irregular
    }

    /// Each unit that does again what it may do once a phase.
    fn twice(&self, context: RulingContext<'_>) -> Vec<Irregular> {
        let ruling = context.ruling();
        if ruling.often != Often::OnceAPhase {
            return Vec::new();
        }
        self.listed_of(context, Role::Attacker)
            .filter(|listed| listed.acted.contains(&ruling.id))
            .map(|listed| Irregular::Twice {
                unit: listed.handle.clone(),
                ruling: ruling.id.clone(),
            })
            .collect()
    }

    /// Units that act upon their own side, or go past units of the other.
    fn of_one_side(&self, context: RulingContext<'_>) -> Option<Irregular> {
        let acting = self.listed_of(context, Role::Attacker);
        let mut both = acting.flat_map(|one| {
            let others = self.listed_of(context, Role::Defender);
            others.map(move |other| (one, other))
        });
        if context.ruling().sides == Sides::One {
            let (one, other) = both.find(|(one, other)| one.side != other.side)?;
            return Some(Irregular::PastOthers {
                unit: one.handle.clone(),
                side: one.side.clone(),
                other: other.handle.clone(),
                of: other.side.clone(),
            });
        }
        let (one, other) = both.find(|(one, other)| one.side == other.side)?;
        Some(Irregular::OneSide {
            acting: one.handle.clone(),
            other: other.handle.clone(),
            side: one.side.clone(),
        })
    }

    /// A ruling that does not belong to the phase, or units that act in one that is not theirs.
    fn out_of_phase(&self, context: RulingContext<'_>) -> Option<Irregular> {
        let phase = self.rules.phases.get(self.phase_now()?);
        // Troops that are typed are nobody's of the battle.
        let mut acting = self.listed_of(context, Role::Attacker).peekable();
        let ruling = context.ruling();
        if acting.peek().is_none() && ruling.sides != Sides::None {
            return None;
        }
        let phases: Vec<&Phase> = self.rules.phases.iter().map(|(_, phase)| phase).collect();
        let bound = phases.iter().any(|phase| self.has(phase, context));
        if bound && !belongs(phase, context) {
            let belongs: Vec<SmolStr> = phases
                .iter()
                .filter(|phase| belongs(phase, context))
                .map(|phase| phase.name.clone())
                .collect();
            return Some(Irregular::OutOfPhase {
                ruling: ruling.id.clone(),
                phase: phase.name.clone(),
                belongs,
            });
        }
        if !bound && ruling.sides != Sides::Two {
            return None;
        }
        let other = acting.find(|listed| !self.is_of(phase, listed))?;
        Some(Irregular::OthersPhase {
            unit: other.handle.clone(),
            phase: phase.name.clone(),
            sides: self.sides_of(phase)?,
        })
    }

    /// Whether a phase has a ruling at all, for whomever.
    fn has(&self, phase: &Phase, context: RulingContext<'_>) -> bool {
        let mut rulings = phase.rulings.iter();
        rulings.any(|belongs| belongs.ruling == context.situation.ruling)
    }

    /// The units of the battle on one side of a ruling.
    pub(super) fn listed_of<'a>(
        &'a self,
        context: RulingContext<'a>,
        role: Role,
    ) -> impl Iterator<Item = &'a Listed> {
        let units = context.situation.side(role).units.iter();
        let parts = units.flat_map(|unit| &unit.mustered);
        parts.filter_map(|part| self.roster.get(self.roster.exactly(&part.handle)?))
    }
}

/// Whether a ruling belongs to a phase, for those who act in it.
fn belongs(phase: &Phase, context: RulingContext<'_>) -> bool {
    let of = |belongs: &&Belongs| belongs.ruling == context.situation.ruling;
    let people = Participants::new(context);
    let units = people.within(Scope::Unit, Participant::side(Role::Attacker));
    let mut belongs = phase.rulings.iter().filter(of);
    belongs.any(|belongs| {
        belongs.when.is_empty()
            || units
                .iter()
                .all(|unit| compile::holds(context, *unit, &belongs.when))
    })
}
