//! A fight that is repeated round after round, the losses carried over.

use super::find::Ground;
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::result::{Leaves, Routs};
use crate::rules::ruling::GoesOn;
use crate::rules::shelf::Id;
use crate::rules::steps::Scope;
use crate::rules::steps::symbol::Meaning;
use crate::rules::word::{Lasts, Word};
use crate::rulings::compile::{Compiled, Effect};
use crate::rulings::context::RulingContext;
use crate::rulings::declaration::Declaration;
use crate::rulings::participant::Participant;
use crate::rulings::plan::Operand;
use crate::rulings::value::Value;
use crate::situation::{Counted, Said, Side, Situation, Unit};

/// A fight between the units of a situation.
pub(super) struct Fight<'a> {
    ground: Ground<'a>,
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

/// What decides what becomes of the units that fight a round.
pub(super) struct Fates {
    attackers: Vec<Fate>,
    defenders: Vec<Fate>,
}

/// What decides what becomes of one unit.
struct Fate {
    /// What it loses, or what each single count of it does.
    lost: Vec<Operand>,
    /// What it comes to, or what each single count of it does.
    results: Vec<Operand>,
    /// Whether it leaves the table.
    leaves: Vec<Operand>,
}

impl Fates {
    /// Those of the units of a ruling.
    pub(super) fn of(declaration: &Declaration<'_>) -> Fates {
        let side = |role: Role| {
            let units = &declaration.context.side(role).units;
            let places = (0..units.len()).map(|place| (role, place));
            places
                .map(|unit| Fate::of(&declaration.compiled, unit))
                .collect()
        };
        Fates {
            attackers: side(Role::Attacker),
            defenders: side(Role::Defender),
        }
    }

    /// Everything that decides.
    pub(super) fn operands(&self) -> Vec<Operand> {
        let fates = self.attackers.iter().chain(&self.defenders);
        let operands = fates.flat_map(|fate| [&fate.lost, &fate.results, &fate.leaves]);
        operands.flatten().copied().collect()
    }

    fn side(&self, role: Role) -> &[Fate] {
        match role {
            Role::Defender => &self.defenders,
            Role::Attacker | Role::Either => &self.attackers,
        }
    }
}

impl Fate {
    fn of(compiled: &Compiled, unit: (Role, usize)) -> Fate {
        let is = |of: Participant| {
            let own = of.scope >= Scope::Unit && (of.role(), of.unit_place()) == unit;
            own && of.scope != Scope::Group
        };
        let found = |all: &[(Participant, Operand)]| {
            let found = all.iter().filter(|(of, _)| is(*of));
            found.map(|(_, operand)| *operand).collect()
        };
        let leaves = compiled.effects.iter().filter(|effect| {
            let whole = effect.on.scope == Scope::Unit;
            whole && is(effect.on) && matches!(effect.effect, Effect::Leaves(_))
        });
        Fate {
            lost: found(&compiled.lost),
            results: found(&compiled.results),
            leaves: leaves.map(|effect| effect.holds).collect(),
        }
    }
}

impl<'a> Fight<'a> {
    pub(super) fn new(ground: Ground<'a>, situation: &Situation) -> Self {
        let mut begun = situation.clone();
        // Losses are counted off from now on, so that a count left out stands for one.
        for side in [&mut begun.attacker, &mut begun.defender] {
            for group in side.units.iter_mut().flat_map(|unit| &mut unit.groups) {
                group.counted = Counted::Said;
            }
        }
        Fight { ground, begun }
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
        &self.ground.rules.rulings.get(self.begun.ruling).goes_on
    }

    /// The situation as it stands: only units in the fight, with their losses.
    pub(super) fn situation(&self, state: &State) -> Situation {
        let mut situation = self.begun.clone();
        if state.round == Round::Later {
            self.no_longer(&mut situation.words);
            self.no_longer(&mut situation.attacker.words);
            self.no_longer(&mut situation.defender.words);
        }
        situation.attacker.units = self.units(&self.begun.attacker, state, Role::Attacker);
        situation.defender.units = self.units(&self.begun.defender, state, Role::Defender);
        situation
    }

    fn units(&self, side: &Side, state: &State, role: Role) -> Vec<Unit> {
        let standing = side.units.iter().zip(state.side(role));
        standing
            .filter(|(_, standing)| standing.place == Placed::In)
            .map(|(unit, standing)| {
                let mut unit = self.unit(unit, standing.lost);
                if state.round == Round::Later {
                    self.goes_into_later_rounds(&mut unit, role);
                }
                unit
            })
            .collect()
    }

    /// A unit after the first round: what ends with a phase or a turn is no longer said of it, and what
    /// the ruling says of later rounds is.
    fn goes_into_later_rounds(&self, unit: &mut Unit, role: Role) {
        for group in &mut unit.groups {
            self.no_longer(&mut group.words);
        }
        for mustered in &mut unit.mustered {
            self.no_longer(&mut mustered.known);
        }
        let words = &self.ground.rules.words;
        let ended = self.no_longer(&mut unit.words);
        let then = ended.into_iter().filter_map(|word| words.get(word).then);
        let added = self.goes_on().words.iter().copied();
        for word in added.chain(then) {
            let own = matches!(words.get(word).role, Role::Either) || words.get(word).role == role;
            if own && !unit.words.has(word) {
                unit.words.add(word, Number::ZERO);
            }
        }
    }

    /// Takes out what is not said in later rounds, with what it brought along: the words taken out.
    fn no_longer(&self, said: &mut Said) -> Vec<Id<Word>> {
        let words = &self.ground.rules.words;
        let goes_on = self.goes_on();
        let barred = |id: Id<Word>| {
            let mut added = goes_on.words.iter();
            added.any(|by| words.get(*by).bars.contains(&id) || words.get(id).bars.contains(by))
        };
        let ends = |id: Id<Word>| {
            matches!(words.get(id).lasts, Lasts::Phase | Lasts::Turn)
                || goes_on.without.contains(&id)
                || barred(id)
        };
        let all = || said.iter().map(|(word, _)| word);
        let (ended, stay): (Vec<Id<Word>>, Vec<Id<Word>>) = all().partition(|word| ends(*word));
        for word in &ended {
            said.remove(*word);
            for brought in &words.get(*word).implies {
                let by_another = stay
                    .iter()
                    .any(|other| words.get(*other).implies.contains(brought));
                if !by_another {
                    said.remove_implied(*brought);
                }
            }
        }
        ended
    }

    /// A unit with so much lost: by one group after another, in the order typed.
    fn unit(&self, unit: &Unit, mut lost: Number) -> Unit {
        let mut unit = unit.clone();
        for group in &mut unit.groups {
            let taken = self.context().left(group).min(lost);
            group.lost += taken;
            lost -= taken;
        }
        unit
    }

    fn context(&self) -> RulingContext<'_> {
        self.ground.context(&self.begun)
    }

    /// What a round that was fought in `state` leads to.
    pub(super) fn after(
        &self,
        state: &State,
        fates: &Fates,
        value: &dyn Fn(Operand) -> Value,
    ) -> Next {
        let mut blank = false;
        let mut side = |role: Role| -> Vec<Standing> {
            let mut fought = fates.side(role).iter();
            let units = self.begun.side(role).units.iter().zip(state.side(role));
            let mut after = Vec::new();
            for (unit, standing) in units {
                let fate = match standing.place {
                    Placed::In => fought.next(),
                    Placed::Out => None,
                };
                after.push(match fate {
                    Some(fate) => {
                        let all = [&fate.lost, &fate.results, &fate.leaves];
                        let mut all = all.into_iter().flatten();
                        blank |= all.any(|operand| value(*operand).is_blank());
                        self.standing(unit, *standing, fate, value)
                    }
                    None => *standing,
                });
            }
            after
        };
        let (attackers, defenders) = (side(Role::Attacker), side(Role::Defender));
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

    fn standing(
        &self,
        unit: &Unit,
        before: Standing,
        fate: &Fate,
        value: &dyn Fn(Operand) -> Value,
    ) -> Standing {
        let now = fate.lost.iter().filter_map(|lost| value(*lost).number());
        let lost = before.lost + now.sum::<Number>().max(Number::ZERO);
        let groups = unit.groups.iter();
        let left: Number = groups.map(|group| self.context().left(group)).sum();
        let mut leaves = fate.leaves.iter();
        let leaves = leaves.any(|leaves| value(*leaves).truth() == Some(true));
        // Of single counts, some may stay.
        let mut results = fate.results.iter();
        let stays = fate.results.is_empty() || results.any(|result| self.stays(value(*result)));
        Standing {
            lost: lost.min(left),
            place: if lost >= left || leaves || !stays {
                Placed::Out
            } else {
                Placed::In
            },
        }
    }

    /// Whether a unit that comes to this stays in the fight.
    fn stays(&self, result: Value) -> bool {
        let symbols = &self.ground.rules.symbols;
        result.symbols().all(|symbol| {
            let means = symbols.get(symbol).map(|info| &info.means);
            let Some(Meaning::Result(id)) = means else {
                return false;
            };
            match &self.goes_on().after {
                Some(after) => after.contains(id),
                None => {
                    let result = self.ground.rules.results.get(*id);
                    let out = result.routs == Routs::Yes || result.leaves == Leaves::Yes;
                    !out && result.gives.is_empty()
                }
            }
        })
    }
}
