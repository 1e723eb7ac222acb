//! A ruling unrolled for one situation: every value written once, in the order in which it is worked out.

use smallvec::SmallVec;
use smol_str::SmolStr;

use super::operation::Operation;
use super::value::Value;
use crate::dice::Company;
use crate::number::Number;
use crate::rules::condition::Role;

/// The place of a value in a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A value that is known, or one of the plan's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operand {
    /// The words of the line settle it.
    Known(Value),
    /// It waits for dice.
    Node(NodeId),
}

/// The operands of a node.
pub type Operands = SmallVec<[Operand; 4]>;

/// How one value of a plan comes about. What a node leans on stands before it.
#[derive(Debug, Clone)]
pub enum Node {
    /// Follows from other values.
    Apply(Operation, Operands),
    /// A constant and so many times each of some numbers; nothing counts 0, a blank makes it blank.
    Linear(Number, Box<[(NodeId, Number)]>),
    /// A throw; the value is its first reading.
    Roll(Box<RollNode>),
    /// A further reading of a throw, by its place among the readings of the throw.
    Reading(NodeId, usize),
    /// All throws from this node on are made again while the operand is yes, as after a tie.
    Again(NodeId, Operand),
}

/// A throw of a plan.
#[derive(Debug, Clone)]
pub struct RollNode {
    /// Who throws, and what for.
    pub throw: ThrowLabel,
    /// Whether it is thrown: yes, no, or blank.
    pub happens: Operand,
    /// How many dice; the whole part counts, and less than 0 is none.
    pub dice: Operand,
    /// How many sides each has.
    pub sides: u32,
    /// The lowest face.
    pub lowest: u32,
    /// How the dice are read; at least one reading.
    pub readings: SmallVec<[RollReading; 2]>,
    /// How often it may be thrown, the last throw counting; once where it is left out.
    pub choices: Option<Operand>,
}

/// One reading of a throw.
#[derive(Debug, Clone, PartialEq)]
pub enum RollReading {
    /// The sum of the faces.
    Sum,
    /// The highest face; 0 of no dice.
    Highest,
    /// The lowest face; 0 of no dice.
    Lowest,
    /// The highest face less the lowest.
    Spread,
    /// How many show at least this; of nothing, none; a blank makes the reading blank.
    AtLeast(Operand),
    /// How many show at most this; of nothing, none; a blank makes the reading blank.
    AtMost(Operand),
    /// The sum of what each face is worth, by the face less the lowest face.
    Worth(Box<[Number]>),
}

/// Who throws, and what for.
#[derive(Debug, Clone, PartialEq)]
pub struct ThrowLabel {
    /// Who throws.
    pub thrower: ThrownBy,
    /// What a person calls them; may be empty.
    pub name: SmolStr,
    /// What for, such as `score`.
    pub purpose: SmolStr,
    /// What each die that counts makes, such as `hits`; may be empty.
    pub makes: SmolStr,
    /// Whether the name is that of units of the battle, so that nobody else has it.
    pub company: Company,
}

/// Who throws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThrownBy {
    /// One unit of a side, by its place from 0.
    Unit(Role, usize),
    /// A whole side.
    Side(Role),
    /// The commander who is named first, or second, where a ruling names no troops.
    Commander(Role),
    /// The side that a value names.
    Decided(Operand),
}

/// A ruling unrolled for one situation.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Every value, in order: throws in the order in which they are made.
    pub nodes: Vec<Node>,
}

impl Plan {
    /// The node of this number.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }
}
