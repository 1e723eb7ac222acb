//! What a step can come to.

use crate::number::Number;
use crate::rules::steps::symbol::Symbol;
use crate::rules::steps::{Cell, Place};

/// The most results that one unit can come to in one ruling.
const MOST_JOINED: usize = 4;

/// What a step comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// It did not happen.
    Nothing,
    /// The source at hand does not give what it leans on; the place is that of the first such cell.
    Blank(Place),
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(Number),
    /// An answer that is a word.
    Symbol(Symbol),
    /// Several results at once, in the order of the steps that gave them.
    Joined(Joined),
}

/// Several results at once, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Joined([Option<Symbol>; MOST_JOINED]);

impl Joined {
    /// The results, in order.
    pub fn iter(self) -> impl Iterator<Item = Symbol> {
        self.0.into_iter().flatten()
    }
}

impl Value {
    /// 0.
    pub const ZERO: Value = Value::Number(Number::ZERO);

    /// As a number: yes is 1, no is 0; `None` for what is no number.
    pub fn number(self) -> Option<Number> {
        match self {
            Value::Number(number) => Some(number),
            Value::Truth(true) => Some(Number::ONE),
            Value::Truth(false) => Some(Number::ZERO),
            Value::Nothing | Value::Blank(_) | Value::Symbol(_) | Value::Joined(_) => None,
        }
    }

    /// As yes or no, where the source gives it: a number other than 0 is yes, nothing is no.
    pub fn truth(self) -> Option<bool> {
        match self {
            Value::Truth(truth) => Some(truth),
            Value::Number(number) => Some(!number.is_zero()),
            Value::Symbol(_) | Value::Joined(_) => Some(true),
            Value::Nothing => Some(false),
            Value::Blank(_) => None,
        }
    }

    /// Whether the source does not give it.
    pub fn is_blank(self) -> bool {
        matches!(self, Value::Blank(_))
    }

    /// The results that it is, in order.
    pub fn symbols(self) -> impl Iterator<Item = Symbol> {
        let (one, several) = match self {
            Value::Symbol(symbol) => (Some(symbol), None),
            Value::Joined(joined) => (None, Some(joined)),
            _ => (None, None),
        };
        one.into_iter()
            .chain(several.into_iter().flat_map(Joined::iter))
    }

    /// One result after another as one value; a blank makes the whole blank.
    pub fn join(values: &[Value]) -> Value {
        if let Some(blank) = values.iter().find(|value| value.is_blank()) {
            return *blank;
        }
        let mut joined = [None; MOST_JOINED];
        let symbols = values.iter().flat_map(|value| value.symbols());
        let mut count = 0;
        for (slot, symbol) in joined.iter_mut().zip(symbols) {
            *slot = Some(symbol);
            count += 1;
        }
        match (count, joined) {
            (0, _) => Value::Nothing,
            (1, [Some(symbol), ..]) => Value::Symbol(symbol),
            _ => Value::Joined(Joined(joined)),
        }
    }
}

impl From<Cell> for Value {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Nothing => Value::Nothing,
            Cell::Blank(place) => Value::Blank(place),
            Cell::Truth(truth) => Value::Truth(truth),
            Cell::Number(number) => Value::Number(number),
            Cell::Symbol(symbol) => Value::Symbol(symbol),
        }
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        Value::Number(number)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Truth(truth)
    }
}
