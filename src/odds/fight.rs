//! A fight that is repeated round after round, the losses carried over.

use crate::number::Number;
use crate::procedures::{Case, Outcome, UnitOutcome, Value};
use crate::rules::RuleSet;
use crate::rules::condition::Role;
use crate::rules::ruling::GoesOn;
use crate::settings::Settings;
use crate::situation::{Counted, Side, Situation, Unit};

use super::headlines::is_blank;

/// A fight between the units of a situation.
pub(super) struct Fight<'a> {
    rules: &'a RuleSet,
    settings: &'a Settings,
    /// How it begins.
    begun: Situation,
}

/// How a fight stands before a round.
///
/// Nothing in it ever falls from round to round, so that no state comes again
/// once it is left.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    pub(super) round: Round,
    pub(super) attackers: Vec<Standing>,
    pub(super) defenders: Vec<Standing>,
}

/// Whether a round is the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Round {
    First,
    Later,
}

/// How a unit stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Standing {
    /// What it has lost in this fight, in the rule set's casualty measure.
    pub(super) lost: Number,
    pub(super) place: Placed,
}

/// Whether a unit is in the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Placed {
    In,
    Out,
}

/// How a fight ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    AttackerBroke,
    DefenderBroke,
    BothBroke,
    /// The rounds asked for are over.
    RoundsOver,
    /// Nothing can happen any more.
    Never,
    /// A blank decides.
    Blank,
}

impl End {
    pub(super) fn phrase(self) -> Option<&'static str> {
        match self {
            End::AttackerBroke => Some("attacker breaks"),
            End::DefenderBroke => Some("defender breaks"),
            End::BothBroke => Some("both break"),
            End::RoundsOver => Some("still fighting"),
            End::Never => Some("never ends"),
            End::Blank => None,
        }
    }
}

/// What a round leads to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Next {
    pub(super) state: State,
    pub(super) end: Option<End>,
}

impl State {
    /// Rises with every change, to go through states in an order in which none leads back.
    pub(super) fn progress(&self) -> (Number, usize) {
        let units = || self.attackers.iter().chain(&self.defenders);
        let lost = units().map(|unit| unit.lost).sum();
        let out = units().filter(|unit| unit.place == Placed::Out).count();
        (lost, out)
    }

    fn side(&self, role: Role) -> &[Standing] {
        match role {
            Role::Defender => &self.defenders,
            Role::Attacker | Role::Either => &self.attackers,
        }
    }
}

impl<'a> Fight<'a> {
    pub(super) fn new(rules: &'a RuleSet, settings: &'a Settings, situation: &Situation) -> Self {
        let mut begun = situation.clone();
        // Losses are counted off from now on, so that a count left out stands for one.
        for side in [&mut begun.attacker, &mut begun.defender] {
            for group in side.units.iter_mut().flat_map(|unit| &mut unit.groups) {
                group.counted = Counted::Said;
            }
        }
        Fight {
            rules,
            settings,
            begun,
        }
    }

    /// How it stands before the first round.
    pub(super) fn start(&self) -> State {
        let fresh = |side: &Side| {
            let fresh = Standing {
                lost: Number::ZERO,
                place: Placed::In,
            };
            vec![fresh; side.units.len()]
        };
        State {
            round: Round::First,
            attackers: fresh(&self.begun.attacker),
            defenders: fresh(&self.begun.defender),
        }
    }

    fn goes_on(&self) -> &'a GoesOn {
        &self.rules.rulings.get(self.begun.ruling).goes_on
    }

    /// The situation as it stands: only units in the fight, with their losses.
    pub(super) fn situation(&self, state: &State) -> Situation {
        let mut situation = self.begun.clone();
        situation.attacker.units = self.units(&self.begun.attacker, state, Role::Attacker);
        situation.defender.units = self.units(&self.begun.defender, state, Role::Defender);
        situation
    }

    fn units(&self, side: &Side, state: &State, role: Role) -> Vec<Unit> {
        let standing = side.units.iter().zip(state.side(role));
        standing
            .filter(|(_, standing)| standing.place == Placed::In)
            .map(|(unit, standing)| self.unit(unit, standing.lost, state.round))
            .collect()
    }

    /// A unit with so much lost: by one group after another, in the order typed.
    fn unit(&self, unit: &Unit, mut lost: Number, round: Round) -> Unit {
        let mut unit = unit.clone();
        for group in &mut unit.groups {
            let taken = self.case().left(group).min(lost);
            group.lost += taken;
            lost -= taken;
        }
        if round == Round::Later {
            for word in &self.goes_on().words {
                if !unit.words.has(*word) {
                    unit.words.add(*word, Number::ZERO);
                }
            }
        }
        unit
    }

    fn case(&self) -> Case<'_> {
        Case {
            rules: self.rules,
            settings: self.settings,
            situation: &self.begun,
        }
    }

    /// What an outcome of `state` leads to.
    pub(super) fn after(&self, state: &State, outcome: &Outcome) -> Next {
        let mut blank = false;
        let mut side = |role: Role, units: &[UnitOutcome]| -> Vec<Standing> {
            let begun = &self.begun.side(role).units;
            let mut fought = units.iter();
            let mut after = Vec::new();
            for (unit, standing) in begun.iter().zip(state.side(role)) {
                let came = match standing.place {
                    Placed::In => fought.next(),
                    Placed::Out => None,
                };
                after.push(match came {
                    Some(came) => {
                        blank |= came.lost.is_none() || is_blank(outcome, came);
                        self.standing(unit, *standing, came)
                    }
                    None => *standing,
                });
            }
            after
        };
        let attackers = side(Role::Attacker, &outcome.attacker);
        let defenders = side(Role::Defender, &outcome.defender);
        let broke = |side: &[Standing]| side.iter().all(|unit| unit.place == Placed::Out);
        let end = match (broke(&attackers), broke(&defenders)) {
            _ if blank => Some(End::Blank),
            (true, true) => Some(End::BothBroke),
            (true, false) => Some(End::AttackerBroke),
            (false, true) => Some(End::DefenderBroke),
            (false, false) => None,
        };
        Next {
            state: State {
                round: Round::Later,
                attackers,
                defenders,
            },
            end,
        }
    }

    fn standing(&self, unit: &Unit, before: Standing, came: &UnitOutcome) -> Standing {
        let lost = before.lost + came.lost.unwrap_or(Number::ZERO).max(Number::ZERO);
        let left: Number = unit
            .groups
            .iter()
            .map(|group| self.case().left(group))
            .sum();
        let leaves = came
            .fields
            .iter()
            .any(|field| field.name == "withdraws" && field.value == Value::Truth(true));
        let stays = came.result.as_ref().is_none_or(|result| {
            let mut after = self.goes_on().after.iter();
            after.any(|stays| self.rules.results.get(*stays).say == *result)
        });
        Standing {
            lost: lost.min(left),
            place: if lost >= left || leaves || !stays {
                Placed::Out
            } else {
                Placed::In
            },
        }
    }
}
