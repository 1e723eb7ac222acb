//! How a ruling resolves, as a row of steps: the checked form of what a rule table says.
//!
//! A [`Program`] is what one ruling runs. Its steps are in the order of the rulebook, and every name in
//! them is an id: of a step, a shared value, a number of a type, a word. The engine in `rulings`
//! unrolls a program for the situation that a line describes.

pub mod expression;
pub mod lookup;
pub mod mentions;
pub mod symbol;
pub mod template;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::condition::{Condition, Role};
use super::modifier::{Each, How, Modifier};
use super::on_paper::OnPaper;
use super::result::ResultPhrase;
use super::shelf::Id;
use super::word::Word;
use crate::number::Number;
use expression::{Choice, Expression, Quantity};
use lookup::LookupTable;
use symbol::Symbol;
use template::Template;

/// Whose value a step has, from the widest to the narrowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Scope {
    /// The whole line has one value.
    Line,
    /// Each side has one.
    Side,
    /// Each unit of each side has one.
    Unit,
    /// Each group (troops of one type) of each unit has one.
    Group,
    /// Each single count of a stack has one, from the top.
    Piece,
}

/// A place in the texts of a rule set, by which a value is found in its file again.
///
/// The number is an offset into the joined texts; the file, the path of keys and whether a house file
/// changed the value are worked out from it when somebody asks.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Place(pub u32);

impl Place {
    /// The place at this offset into the joined texts.
    pub fn at(offset: usize) -> Place {
        Place(u32::try_from(offset).unwrap_or(u32::MAX))
    }
}

/// The number of a step among those of its program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StepId(pub u16);

/// The number of a shared value among those of its program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SharedId(pub u16);

/// The number of a look-up table among those of its program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TableId(pub u16);

/// All that one ruling runs.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Program {
    /// Every step, in the order of the file; a further reading of a throw is a step of its own.
    pub steps: Vec<Step>,
    /// What runs, in order.
    pub sequence: Vec<Run>,
    /// The shared values (`[value.KEY]`) that the steps name.
    pub shared: Vec<Shared>,
    /// The tables that the steps read.
    pub tables: Vec<LookupTable>,
    /// The modifiers of numbers and of the range, in stacking order.
    pub modified: Vec<(Quantity, Vec<StepModifier>)>,
    /// What the rules forbid or warn of in this ruling.
    pub orders: Vec<Order>,
    /// What the answer says first; the first that holds counts.
    pub summary: Vec<Summary>,
    /// The phrases of results that have values of this ruling in them.
    pub phrases: Vec<(Id<ResultPhrase>, Template)>,
    /// Whether every group's count must be said.
    pub counts: CountsSaid,
    /// Whether it asks how far the target is.
    pub asks_distance: AsksDistance,
}

/// Whether every group's count must be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum CountsSaid {
    /// It must.
    Must,
    /// A count that is left out is one.
    #[default]
    May,
}

/// Whether a ruling asks how far the target is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum AsksDistance {
    /// It does.
    Yes,
    /// A distance would mean nothing.
    #[default]
    No,
}

/// One thing that a program runs.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Run {
    /// A step, for everybody that it is of.
    Step(StepId),
    /// A row of steps, for one unit or side after another.
    Each(Loop),
}

/// A row of steps that runs for one unit or one side after another.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Loop {
    /// Whether it runs by units or by sides.
    pub of: LoopOf,
    /// Those with the lowest value come first, equal ones together; the order typed where it is left out.
    pub by: Option<Expression>,
    /// It goes on while these hold.
    pub keep_on: Vec<Condition>,
    /// Its steps.
    pub steps: Vec<StepId>,
    /// The side for whose units it runs.
    pub side: Role,
    /// It runs for those for whom these hold.
    pub when: Vec<Condition>,
    /// What the working says where it ends before everybody has had a turn.
    pub say: Option<Template>,
    /// The place in the source that says so.
    pub cite: Option<String>,
    /// Where the table says so.
    pub place: Place,
}

/// What a row of steps runs for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LoopOf {
    /// One unit after another: attackers in the order typed, then defenders.
    Unit,
    /// The attacker, then the defender.
    Side,
}

/// One step.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Step {
    /// The key in the table.
    pub id: SmolStr,
    /// Whose value it has.
    pub of: Scope,
    /// The side that it is of.
    pub side: StepSide,
    /// It happens when all of these hold; otherwise its value is nothing.
    pub when: Vec<Condition>,
    /// What it does.
    pub act: Act,
    /// What the value is held to, after all modifiers.
    pub least: Option<Number>,
    /// What the value is held to, after all modifiers.
    pub most: Option<Number>,
    /// The value where `when` does not hold.
    pub otherwise: Option<Cell>,
    /// Its name in the outcome; `None` where it is not shown.
    pub field: Option<SmolStr>,
    /// Whether odds are given for it.
    pub headline: Headline,
    /// The modifiers that act on it, in stacking order.
    pub modifiers: Vec<StepModifier>,
    /// What the working says of it.
    pub say: StepSays,
    /// What a reference sheet says of it.
    pub on_paper: OnPaper,
    /// Whether its value stands at the top of the outcome too, where its side has one unit.
    pub alone: Alone,
    /// Whether its field is left out of the outcome where its value is nothing or no.
    pub shown: Shown,
    /// The place in the source that says so.
    pub cite: Option<String>,
    /// Where the table says so.
    pub place: Place,
}

/// What the working says of a step.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum StepSays {
    /// The engine's own words, where the step has a field.
    Engine,
    /// Nothing.
    Nothing,
    /// The first of these that holds; nothing where none does.
    Words(Vec<Saying>),
}

/// Whether a value of the one unit of a side stands at the top of the outcome, and its odds there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Alone {
    /// It does.
    AtTheTop,
    /// It stays with its unit.
    WithItsUnit,
}

/// When a field is part of the outcome.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Shown {
    /// Always.
    Always,
    /// Where these hold.
    When(Vec<Condition>),
    /// Where its value is something other than nothing and no.
    WhereItIsSo,
}

/// Whether odds are given for a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Headline {
    /// It is what the referee asks about.
    Yes,
    /// It is a step on the way.
    No,
}

/// The side that a step is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StepSide {
    /// Both sides.
    Both,
    /// The side that acts.
    Attacker,
    /// The side acted upon.
    Defender,
    /// The other side, in a row that runs for a side.
    Foe,
    /// The side that a step names, such as `winner`.
    Named(StepId),
}

/// What a step does.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Act {
    /// Works out a value (`is`).
    Work(Choice),
    /// Asks whether conditions hold (`holds`); the value is yes or no.
    Holds(Vec<Condition>),
    /// Throws dice (`roll`).
    Roll(Roll),
    /// A further reading (`also`) of the dice of another step.
    Reading(StepId, Reading),
    /// Reads a table (`table`).
    Look(Look),
    /// Loses so many (`lose`); the value is what really fell.
    Lose(Choice, To),
    /// Comes to a result (`result`).
    Result(Choice, To),
    /// Comes into states (`gives`), with this number, else with the number said where one is.
    Gives(Vec<Id<Word>>, Option<Expression>, To),
    /// Is no longer in states (`sheds`).
    Sheds(Vec<Id<Word>>, To),
    /// Comes into the state that a value says, and leaves the others of the list (`level`).
    Level(Choice, Vec<Id<Word>>, To),
    /// Leaves the table (`leaves`), for this reason.
    Leaves(Template, To),
    /// Its losses in this ruling come off at once, whatever the phase says (`at-once`).
    AtOnce(To),
    /// Says something to the referee (`tell`).
    Tell(Template, To),
}

/// Whom an effect falls on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum To {
    /// The one that the step is of.
    Own,
    /// The unit typed opposite.
    Opposite,
    /// The units of the other side with which it has been hand to hand in this turn of the battle or the last.
    Fought,
}

/// Dice that a step throws.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Roll {
    /// How many dice.
    pub dice: Count,
    /// How many sides each has.
    pub sides: u32,
    /// The lowest face.
    pub lowest: u32,
    /// The named faces of such a die, from the lowest.
    pub faces: Vec<Symbol>,
    /// How the dice are read.
    pub reading: Reading,
    /// All of it is thrown again while these hold; empty for never.
    pub again: Vec<Condition>,
    /// It is thrown once more, and added, while these hold; empty for never.
    pub add_again: Vec<Condition>,
    /// The most times that the thrower may throw, the last throw counting; once where it is left out.
    pub choices: Option<Expression>,
    /// The side that throws, for a throw of the line; the attacker where it is left out.
    pub thrower: Option<Expression>,
    /// What the throw is for, as records name it; the step's id where it is left out.
    pub purpose: Option<SmolStr>,
    /// What each die that counts makes, such as `hits`.
    pub makes: Option<SmolStr>,
}

/// How many dice are thrown.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Count {
    /// So many.
    Fixed(u32),
    /// As many as the whole part of the expression.
    Worked(Expression),
}

/// How dice are read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Reading {
    /// Their sum.
    Sum,
    /// The highest face.
    Highest,
    /// The lowest face.
    Lowest,
    /// The highest face less the lowest.
    Spread,
    /// How many show at least this.
    AtLeast(Expression),
    /// How many show at most this.
    AtMost(Expression),
    /// The sum of what each face is worth, by the face less the lowest face.
    Worth(Vec<Number>),
    /// How many show one of these faces.
    Faces(Vec<u32>),
    /// The name of the face that one die shows.
    Named,
}

/// A table that a step reads.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Look {
    /// The table.
    pub table: TableId,
    /// The row.
    pub row: Key,
    /// The column; `None` for a table of one column.
    pub column: Option<Key>,
    /// How many columns to the right.
    pub shift: Option<Expression>,
    /// How a ratio between two columns is rounded.
    pub rounds: Rounds,
    /// What is read.
    pub reads: Reads,
}

/// How a row or a column is found.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Key {
    /// By a value.
    Value(Choice),
    /// The first of the table's kinds that the subject is.
    Kind,
    /// The first of the table's words that was said of the subject; else this one.
    Said(Option<SmolStr>),
}

/// How a ratio between two columns is rounded.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Rounds {
    /// To the lower, for the defender.
    Down,
    /// To the higher, for the attacker.
    Up,
    /// To the higher where these hold, else to the lower.
    UpWhen(Vec<Condition>),
}

/// What is read of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reads {
    /// The cell.
    Cell,
    /// The name of the row that was read.
    Row,
    /// The name of the column that was read.
    Column,
}

/// What stands in a cell of a table, or as an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cell {
    /// Nothing happens.
    Nothing,
    /// The source at hand does not give it.
    Blank(Place),
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(Number),
    /// A name: a result, a kind, a side, a word of an answer.
    Symbol(Symbol),
}

/// A value that several rulings or steps share (`[value.KEY]`), worked out where it is named.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Shared {
    /// The key in the table.
    pub id: SmolStr,
    /// Whose value it is.
    pub of: Scope,
    /// What it is.
    pub act: SharedAct,
    /// What it is held to, after all modifiers.
    pub least: Option<Number>,
    /// What it is held to, after all modifiers.
    pub most: Option<Number>,
    /// The modifiers that act on it, in stacking order.
    pub modifiers: Vec<StepModifier>,
    /// What the working says of it; nothing where it is left out.
    pub say: Option<Template>,
    /// The place in the source that says so.
    pub cite: Option<String>,
    /// Where the table says so.
    pub place: Place,
}

/// What a shared value is.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum SharedAct {
    /// A value worked out.
    Work(Choice),
    /// Whether conditions hold.
    Holds(Vec<Condition>),
}

/// A modifier as one ruling has it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StepModifier {
    /// The modifier.
    pub id: Id<Modifier>,
    /// The side whose units it acts on.
    pub role: Role,
    /// All of these must hold.
    pub when: Vec<Condition>,
    /// How it changes the value.
    pub how: How,
    /// By how much, or to what.
    pub amount: Choice,
    /// How often.
    pub each: Each,
    /// Where its amount stands.
    pub place: Place,
}

/// Something that the rules forbid or warn of.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Order {
    /// The modifier that says so.
    pub id: Id<Modifier>,
    /// The side whose units it looks at.
    pub role: Role,
    /// All of these must hold.
    pub when: Vec<Condition>,
    /// Whether it is refused, or only said.
    pub kind: OrderKind,
    /// Why it is refused, or what is said.
    pub say: Template,
}

/// Whether something is refused, or only said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrderKind {
    /// The line is an error.
    Forbid,
    /// The referee is told, and decides.
    Warn,
}

/// Words that are said under conditions.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Saying {
    /// All of these must hold.
    pub when: Vec<Condition>,
    /// What is said.
    pub say: Template,
    /// The place in the source that says so.
    pub cite: Option<String>,
}

/// What an answer may say first.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Summary {
    /// Of whom it is said.
    pub of: SummaryOf,
    /// All of these must hold.
    pub when: Vec<Condition>,
    /// What is said.
    pub say: Template,
    /// The same for a person at the table, where it is said otherwise there.
    pub answer: Option<Template>,
}

/// Of whom a summary is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SummaryOf {
    /// The whole line.
    Line,
    /// The first unit of the side that acts.
    FirstUnit,
}

impl Step {
    /// Whether it counts 0 in a sum where it did not happen: a throw, or a loss.
    pub fn counts_zero(&self) -> bool {
        matches!(self.act, Act::Roll(_) | Act::Reading(..) | Act::Lose(..))
    }
}

impl Program {
    /// The step of this number.
    pub fn step(&self, id: StepId) -> Option<&Step> {
        self.steps.get(usize::from(id.0))
    }

    /// The dice that a step throws, or that another threw, with how it reads them.
    pub fn dice_read_by<'a>(&'a self, step: &'a Step) -> Option<(&'a Roll, &'a Reading)> {
        match &step.act {
            Act::Roll(roll) => Some((roll, &roll.reading)),
            Act::Reading(of, reading) => match &self.step(*of)?.act {
                Act::Roll(roll) => Some((roll, reading)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The step that the table calls so.
    pub fn step_named(&self, id: &str) -> Option<StepId> {
        let place = self.steps.iter().position(|step| step.id == id)?;
        u16::try_from(place).ok().map(StepId)
    }

    /// The modifiers of a number of types or weapons, or of the range.
    pub fn modifiers_of(&self, quantity: &Quantity) -> &[StepModifier] {
        let found = self.modified.iter().find(|(on, _)| on == quantity);
        found.map_or(&[], |(_, modifiers)| modifiers.as_slice())
    }
}
