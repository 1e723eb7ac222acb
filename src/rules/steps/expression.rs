//! Expressions: how a value is worked out from others.

use serde::{Deserialize, Serialize};

use super::{Cell, Scope, SharedId, StepId, TableId};
use crate::number::Number;
use crate::rules::condition::Condition;
use crate::rules::kind::Attribute;
use crate::rules::setting::Setting;
use crate::rules::shelf::Id;
use crate::rules::word::Word;
use smol_str::SmolStr;

/// An expression, with every name resolved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Expression {
    /// A number, or an answer: a result, a kind, a side.
    Constant(Cell),
    /// What a name stands for.
    Name(Name),
    /// Two values, added, taken away, multiplied or divided.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// A value rounded, or without its sign.
    Unary(Function, Box<Expression>),
    /// The greatest or the least of several values.
    Extreme(Extreme, Vec<Expression>),
    /// One value out of those of everything narrower.
    Aggregate(Aggregate, Box<Expression>),
    /// This unit's part of what its side suffers, in the order typed, each held to what stands.
    Share(Box<Expression>),
    /// What stands in a table at a row and a column.
    Look(TableId, Vec<Expression>),
}

/// What two values come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operator {
    /// Their sum.
    Add,
    /// Their difference.
    Subtract,
    /// Their product.
    Multiply,
    /// Their quotient.
    Divide,
}

/// What a value comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Function {
    /// The next lower whole number.
    Down,
    /// The next higher whole number.
    Up,
    /// The number without its sign.
    Abs,
}

/// The greater or the lesser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Extreme {
    /// The greatest.
    Max,
    /// The least.
    Min,
}

/// How the values of everything narrower become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Aggregate {
    /// Their sum.
    Sum,
    /// The greatest.
    Most,
    /// The least.
    Least,
    /// Yes if any of them is.
    Any,
    /// The value that all have that have one; nothing if they differ.
    Same,
    /// How many there are that are not nothing.
    Count,
}

/// A name with whose it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Name {
    /// Whose value is meant.
    pub whose: Whose,
    /// Which value.
    pub quantity: Quantity,
}

/// Whose value a name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Whose {
    /// Its own, or that of the unit, side or line it belongs to.
    Own,
    /// That of the unit typed opposite (of those left over, the last); in an aggregate, that of each
    /// of those to which its own unit stands opposite.
    Opposite,
    /// The other side's; in an aggregate, each unit's of the other side.
    Foe,
    /// Its own side's; in an aggregate, each unit's of its side.
    Friend,
    /// The side's that acts.
    Attacker,
    /// The side's acted upon.
    Defender,
    /// The side's that a step names, such as `winner`.
    Named(StepId),
}

/// Which value a name means.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Quantity {
    /// The value of a step.
    Step(StepId),
    /// A number of the record that a step has read: `effect.hits`.
    Member(StepId, SmolStr),
    /// A shared value.
    Shared(SharedId),
    /// A number of the troop type.
    Attribute(Id<Attribute>),
    /// A number of the band of the weapon that is fired.
    Weapon(Id<Attribute>),
    /// The number of a setting; 1 and 0 for a switch.
    Setting(Id<Setting>),
    /// The number said with a word, or by how far it is along its steps.
    Said(Id<Word>),
    /// What is left, in losses that can still be taken.
    Left,
    /// What it began with, in losses that could be taken.
    Begun,
    /// What has been lost so far.
    Lost,
    /// What has been lost in this turn of the battle; outside a battle, what has been lost.
    LostThisTurn,
    /// The counts that stand; one begun stands.
    Standing,
    /// The counts that act, with types that act together taken as one.
    Acting,
    /// How many units the side has.
    Units,
    /// How far down in its stack it stands, from 1.
    Position,
    /// Its class.
    Class,
    /// Its arm.
    Arm,
    /// Its troop type.
    Type,
    /// The side it is on.
    Side,
    /// The weapon that it fires.
    WeaponFired,
    /// How far the last band of its weapon runs.
    Reach,
    /// Where the band of its weapon begins that counts at the range.
    BandFrom,
    /// Where that band ends.
    BandTo,
    /// How far the target is, as typed.
    Distance,
    /// How far the target is, after modifiers of the range.
    Range,
    /// How many losses take one count off the table.
    Figures,
    /// How many counts act as one.
    Together,
}

impl Quantity {
    /// The narrowest scope that has it of its own; `None` for what its table says: a step, a shared value.
    pub fn own_scope(&self) -> Option<Scope> {
        match self {
            Quantity::Step(_) | Quantity::Member(..) | Quantity::Shared(_) => None,
            Quantity::Position => Some(Scope::Piece),
            Quantity::Attribute(_)
            | Quantity::Weapon(_)
            | Quantity::Type
            | Quantity::Distance
            | Quantity::Range
            | Quantity::Figures
            | Quantity::WeaponFired
            | Quantity::Reach
            | Quantity::BandFrom
            | Quantity::BandTo
            | Quantity::Together => Some(Scope::Group),
            Quantity::Class | Quantity::Said(_) => Some(Scope::Unit),
            Quantity::Units | Quantity::Side => Some(Scope::Side),
            Quantity::Arm
            | Quantity::Setting(_)
            | Quantity::Left
            | Quantity::Begun
            | Quantity::Lost
            | Quantity::LostThisTurn
            | Quantity::Standing
            | Quantity::Acting => Some(Scope::Line),
        }
    }

    /// Whether it is a number of each troop type, which the types of one unit may differ in.
    pub fn is_of_types(&self) -> bool {
        matches!(
            self,
            Quantity::Attribute(_)
                | Quantity::Weapon(_)
                | Quantity::Figures
                | Quantity::Together
                | Quantity::WeaponFired
                | Quantity::Reach
                | Quantity::BandFrom
                | Quantity::BandTo
        )
    }
}

/// A value that depends on conditions: the first whose conditions hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Choice(pub Vec<Branch>);

/// One possible value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Branch {
    /// All of these must hold.
    pub when: Vec<Condition>,
    /// The value.
    pub is: Outcome,
}

/// The value of a branch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// An expression.
    Value(Expression),
    /// A further choice.
    Choice(Choice),
}

/// Two values compared, as a condition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Comparison {
    /// A value is yes, or a number other than 0.
    Fact(Expression),
    /// One value against another.
    Order(Ordered, Expression, Expression),
    /// A value is one of several answers.
    OneOf(Expression, Vec<Expression>),
    /// Whether a value is blank; never blank itself.
    Blank(Expression),
    /// A result that a value names routs, leaves or the like: `does.routs`.
    Trait(Expression, ResultTrait),
}

/// What a result can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ResultTrait {
    /// It counts as a rout.
    Routs,
    /// It takes the unit off the table.
    Leaves,
}

/// How two values compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ordered {
    /// The first is less.
    Less,
    /// The first is greater.
    Greater,
    /// The first is not greater.
    AtMost,
    /// The first is not less.
    AtLeast,
}

/// What an aggregate goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// What is narrower than the one that asks.
    Own,
    /// Those whom a name means: of the units opposite, of a side.
    Of(Whose),
}

impl Over {
    /// Whether a name in the aggregate is asked of each that it goes through.
    pub fn reaches(self, whose: Whose) -> bool {
        match self {
            Over::Own => whose == Whose::Own,
            // Which of these names is the same side is known only of the one that asks.
            Over::Of(Whose::Opposite) => whose == Whose::Opposite,
            Over::Of(_) => !matches!(whose, Whose::Own | Whose::Opposite),
        }
    }
}

impl Ordered {
    /// How they compare where they do not compare so.
    pub fn opposite(self) -> Ordered {
        match self {
            Ordered::Less => Ordered::AtLeast,
            Ordered::Greater => Ordered::AtMost,
            Ordered::AtMost => Ordered::Greater,
            Ordered::AtLeast => Ordered::Less,
        }
    }
}

impl Expression {
    /// What an aggregate of this goes through, asked by one of a scope.
    ///
    /// Where its own are narrower, it is those; the other side is then one.
    pub fn goes_over(&self, asked: Scope, scope_of: impl Fn(&Quantity) -> Scope) -> Over {
        let names = self.names_outside_aggregates();
        let own_narrower = names.iter().any(|name| {
            name.whose == Whose::Own && scope_of(&name.quantity) > asked.max(Scope::Line)
        });
        if own_narrower {
            return Over::Own;
        }
        let whose = || names.iter().map(|name| name.whose);
        let of_side = whose().find(|whose| {
            use Whose::{Attacker, Defender, Foe, Friend};
            matches!(whose, Foe | Friend | Attacker | Defender)
        });
        let named = || whose().find(|whose| matches!(whose, Whose::Named(_)));
        let opposite = || whose().find(|whose| *whose == Whose::Opposite);
        match of_side.or_else(named).or_else(opposite) {
            Some(whose) => Over::Of(whose),
            None => Over::Own,
        }
    }

    /// Every name in it but those of an aggregate, which goes through others of its own.
    pub fn names_outside_aggregates(&self) -> Vec<&Name> {
        match self {
            Expression::Constant(_) | Expression::Aggregate(..) | Expression::Share(_) => {
                Vec::new()
            }
            Expression::Name(name) => vec![name],
            Expression::Binary(_, one, other) => [one, other]
                .into_iter()
                .flat_map(|inner| inner.names_outside_aggregates())
                .collect(),
            Expression::Unary(_, inner) => inner.names_outside_aggregates(),
            Expression::Extreme(_, several) | Expression::Look(_, several) => several
                .iter()
                .flat_map(Expression::names_outside_aggregates)
                .collect(),
        }
    }

    /// A whole number.
    pub fn whole(number: i64) -> Self {
        Expression::Constant(Cell::Number(Number::whole(number)))
    }
}

impl Choice {
    /// One value, whatever holds.
    pub fn always(value: Expression) -> Self {
        Choice(vec![Branch {
            when: Vec::new(),
            is: Outcome::Value(value),
        }])
    }
}
