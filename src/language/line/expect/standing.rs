//! The unit that a line describes, as far as it has got.

use smol_str::SmolStr;

use super::place::Wanted;
use crate::language::token::{Kind, Token};
use crate::rules::RuleSet;
use crate::rules::condition::Role;
use crate::rules::kind::TroopType;
use crate::rules::ruling::{AimsAt, Ruling, Sides};
use crate::rules::shelf::Id;
use crate::rules::word::{Stands, Word};

/// What the troops are named for, which decides what can join them to others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    /// A ruling: other units, the other side, dice.
    Ruling,
    /// A ruling of which odds are asked: no dice, but an end.
    Odds,
    /// A situation that is only looked at: no dice.
    Situation,
    /// A look-up of one unit: nothing but more troops in it.
    Unit,
    /// A unit that joins a battle: more troops in it, and the words that stay with it.
    Muster,
}

/// Whether a distance has been given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measured {
    NotYet,
    Given,
}

/// Where the troops of a unit come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whole {
    /// The line names them, and may name more.
    Described,
    /// It is named as a whole, and takes no more: a place.
    Closed,
}

/// The unit that is being described, what was said of it and of the other side.
#[derive(Debug, Clone)]
pub(super) struct Standing {
    pub(super) ruling: Id<Ruling>,
    pub(super) sides: Sides,
    pub(super) within: Within,
    /// The side that is being described.
    pub(super) role: Role,
    pub(super) whole: Whole,
    /// The troops of the unit so far.
    pub(super) troops: Vec<Id<TroopType>>,
    /// The words that hold for the unit so far.
    pub(super) said: Vec<Id<Word>>,
    /// The troops of the other side so far.
    pub(super) foes: Vec<Id<TroopType>>,
    /// The words said of the other side so far.
    pub(super) said_of_foes: Vec<Id<Word>>,
    pub(super) measured: Measured,
    /// The handles of the units of the battle so far, on both sides.
    pub(super) named: Vec<SmolStr>,
    /// Whether several units act.
    pub(super) several_act: bool,
    /// The sides of those who act.
    pub(super) acting: Vec<SmolStr>,
}

impl Standing {
    pub(super) fn new(ruling: Id<Ruling>, sides: Sides, within: Within) -> Self {
        Standing {
            ruling,
            sides,
            within,
            role: match sides {
                Sides::None => Role::Either,
                Sides::One | Sides::Two => Role::Attacker,
            },
            whole: Whole::Described,
            troops: Vec::new(),
            said: Vec::new(),
            foes: Vec::new(),
            said_of_foes: Vec::new(),
            measured: Measured::NotYet,
            named: Vec::new(),
            several_act: false,
            acting: Vec::new(),
        }
    }

    /// Whether a number that comes counts the other side's troops: another distance stands behind it.
    pub(super) fn counts_foe(&self, left: &[Token]) -> bool {
        let is_length = |token: &Token| matches!(token.kind, Kind::Number(_) | Kind::Distance(_));
        self.measured == Measured::Given || left.iter().skip(1).any(is_length)
    }

    /// Whose units can come now.
    pub(super) fn wanted(&self, ruling: &Ruling) -> Wanted {
        Wanted {
            aimed: self
                .may_aim_at_place(ruling)
                .then(|| Box::new(self.clone())),
            against: match self.awaits_foe() {
                true => Vec::new(),
                false if self.sides == Sides::Two => self.acting.clone(),
                false => Vec::new(),
            },
            named: self.named.clone(),
        }
    }

    /// Whether the other side is still to come.
    pub(super) fn awaits_foe(&self) -> bool {
        self.sides == Sides::Two && self.role == Role::Attacker
    }

    /// Whether a place that only words name may stand for the unit that comes.
    pub(super) fn may_aim_at_place(&self, ruling: &Ruling) -> bool {
        ruling.aims_at == AimsAt::TroopsOrPlace && self.role == Role::Defender
    }

    /// Whether units can come after a word that the one side goes past.
    pub(super) fn may_go_past(&self, ruling: &Ruling, word: Id<Word>) -> bool {
        let whole_line = !matches!(self.within, Within::Unit | Within::Muster);
        whole_line && self.role == Role::Attacker && ruling.past == Some(word)
    }

    /// Whether a word belongs to the other side, wherever it is said.
    pub(super) fn is_of_foe(&self, word: &Word) -> bool {
        (self.sides == Sides::Two || self.role == Role::Defender)
            && word.role != Role::Either
            && word.role != self.role
            && word.stands != Stands::Line
    }

    /// Takes in a word, and those that it brings along.
    pub(super) fn say(&mut self, id: Id<Word>, word: &Word) {
        let said = if self.is_of_foe(word) {
            &mut self.said_of_foes
        } else {
            &mut self.said
        };
        said.push(id);
        said.extend(&word.implies);
    }

    /// More troops of the same unit begin.
    pub(super) fn next_group(&mut self, rules: &RuleSet) {
        self.said
            .retain(|word| rules.words.get(*word).stands != Stands::Group);
    }

    /// Whether other units can stand beside this one.
    pub(super) fn may_have_others(&self) -> bool {
        !matches!(self.within, Within::Unit | Within::Muster)
    }

    /// Whether a word means something here.
    pub(super) fn takes(&self, word: &Word) -> bool {
        match self.within {
            Within::Muster => word.stays_when_mustered(),
            _ => word.rulings.contains(&self.ruling),
        }
    }

    /// Another unit of the same side begins.
    pub(super) fn next_unit(&mut self, rules: &RuleSet) {
        self.whole = Whole::Described;
        self.several_act |= self.role == Role::Attacker;
        self.troops.clear();
        self.said
            .retain(|word| matches!(rules.words.get(*word).stands, Stands::Side | Stands::Line));
    }

    /// The other side begins.
    pub(super) fn next_side(&mut self, rules: &RuleSet) {
        self.role = Role::Defender;
        self.whole = Whole::Described;
        std::mem::swap(&mut self.troops, &mut self.foes);
        std::mem::swap(&mut self.said, &mut self.said_of_foes);
        let of_line = self.said_of_foes.iter().copied();
        self.said
            .extend(of_line.filter(|word| rules.words.get(*word).stands == Stands::Line));
    }
}
