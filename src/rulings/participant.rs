//! Who takes part in a ruling: the line, its sides, units, groups and single counts.

use super::context::RulingContext;
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::steps::Scope;
use crate::situation::{Group, Unit};

/// One of those that take part, of any scope.
///
/// Places count from 0, in the order typed; those narrower than the scope are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Participant {
    /// Of which scope it is.
    pub scope: Scope,
    side: u8,
    unit: u16,
    group: u16,
    piece: u16,
}

impl Participant {
    /// The whole line.
    pub const LINE: Participant = Participant {
        scope: Scope::Line,
        side: 0,
        unit: 0,
        group: 0,
        piece: 0,
    };

    /// One side.
    pub fn side(role: Role) -> Participant {
        let side = u8::from(role == Role::Defender);
        Participant {
            scope: Scope::Side,
            side,
            ..Participant::LINE
        }
    }

    fn narrower(self, scope: Scope, place: usize) -> Participant {
        let place = u16::try_from(place).unwrap_or(u16::MAX);
        let of = Participant { scope, ..self };
        match scope {
            Scope::Line | Scope::Side => of,
            Scope::Unit => Participant { unit: place, ..of },
            Scope::Group => Participant { group: place, ..of },
            Scope::Piece => Participant { piece: place, ..of },
        }
    }

    /// The role of its side; the line takes the attacker's view.
    pub fn role(self) -> Role {
        if self.side == 0 {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    /// The role of the other side.
    pub fn other_role(self) -> Role {
        if self.side == 0 {
            Role::Defender
        } else {
            Role::Attacker
        }
    }

    /// The place of its unit among those of its side.
    pub fn unit_place(self) -> usize {
        usize::from(self.unit)
    }

    /// The place of its group in its unit.
    pub fn group_place(self) -> usize {
        usize::from(self.group)
    }

    /// The wider participant of this scope that it belongs to; itself if it is no narrower.
    pub fn up(self, scope: Scope) -> Participant {
        if scope >= self.scope {
            return self;
        }
        let keep = |from: Scope, place: u16| if scope >= from { place } else { 0 };
        Participant {
            scope,
            side: if scope >= Scope::Side { self.side } else { 0 },
            unit: keep(Scope::Unit, self.unit),
            group: keep(Scope::Group, self.group),
            piece: keep(Scope::Piece, self.piece),
        }
    }
}

/// Everybody who takes part, by scope.
#[derive(Clone, Copy)]
pub struct Participants<'a> {
    context: RulingContext<'a>,
}

impl<'a> Participants<'a> {
    /// Those of a situation.
    pub fn new(context: RulingContext<'a>) -> Self {
        Participants { context }
    }

    /// All of a scope within another participant, in the order typed; those wider than it are itself's.
    pub fn within(self, scope: Scope, of: Participant) -> Vec<Participant> {
        if scope <= of.scope {
            return vec![of.up(scope)];
        }
        let next = match of.scope {
            Scope::Line => vec![
                Participant::side(Role::Attacker),
                Participant::side(Role::Defender),
            ],
            Scope::Side => {
                let units = self.context.side(of.role()).units.len();
                (0..units)
                    .map(|place| of.narrower(Scope::Unit, place))
                    .collect()
            }
            Scope::Unit => {
                let groups = self.unit(of).map_or(0, |unit| unit.groups.len());
                (0..groups)
                    .map(|place| of.narrower(Scope::Group, place))
                    .collect()
            }
            Scope::Group | Scope::Piece => (0..self.pieces_of(of))
                .map(|place| of.narrower(Scope::Piece, place))
                .collect::<Vec<_>>(),
        };
        if next.first().is_none_or(|first| first.scope >= scope) {
            return next;
        }
        next.into_iter()
            .flat_map(|of| self.within(scope, of))
            .collect()
    }

    /// How many single counts of a group stand.
    fn pieces_of(self, group: Participant) -> usize {
        let standing = self.group(group).map_or(Number::ZERO, |group| {
            let figures = self.context.figures(group);
            self.context
                .left(group)
                .checked_div(figures)
                .unwrap_or_default()
        });
        usize::try_from(standing.ceil())
            .unwrap_or(0)
            .min(MOST_PIECES)
    }

    /// The unit that a participant is, or is part of.
    pub fn unit(self, of: Participant) -> Option<&'a Unit> {
        if of.scope < Scope::Unit {
            return None;
        }
        self.context.side(of.role()).units.get(of.unit_place())
    }

    /// The group that a participant is, or is part of.
    pub fn group(self, of: Participant) -> Option<&'a Group> {
        if of.scope < Scope::Group {
            return None;
        }
        self.unit(of)?.groups.get(of.group_place())
    }

    /// The groups that a participant has, or the one that it is part of.
    pub fn groups(self, of: Participant) -> Vec<Participant> {
        if of.scope >= Scope::Group {
            vec![of.up(Scope::Group)]
        } else {
            self.within(Scope::Group, of)
        }
    }

    /// The unit typed opposite; of those left over, the last.
    pub fn opposite(self, of: Participant) -> Option<Participant> {
        let other = of.other_role();
        let last = self.context.side(other).units.len().checked_sub(1)?;
        let place = of.unit_place().min(last);
        Some(Participant::side(other).narrower(Scope::Unit, place))
    }

    /// The units that strike this one: those to which it stands opposite.
    pub fn strikers(self, of: Participant) -> Vec<Participant> {
        let own = of.up(Scope::Unit);
        let mut others = self.within(Scope::Unit, Participant::side(of.other_role()));
        others.retain(|other| self.opposite(*other) == Some(own));
        others
    }

    /// The units that make a pair with this one: the one typed opposite, and those opposite which
    /// it is typed.
    pub fn facing(self, of: Participant) -> Vec<Participant> {
        let own = of.up(Scope::Unit);
        let opposite = self.opposite(own);
        let mut others = self.within(Scope::Unit, Participant::side(of.other_role()));
        others.retain(|other| Some(*other) == opposite || self.opposite(*other) == Some(own));
        others
    }
}

/// The most single counts of one group that are told apart.
const MOST_PIECES: usize = 1000;
