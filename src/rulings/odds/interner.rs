//! Values by number, so that a state is a short row of numbers.

use rustc_hash::FxHashMap;

use crate::rules::steps::Place;
use crate::rulings::value::Value;

/// A value by its number among those of one count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct ValueId(pub(super) u32);

/// Every blank as one: odds do not tell them apart.
pub(super) const BLANK: Value = Value::Blank(Place(0));

/// Every value that has come up in a count.
#[derive(Debug, Default)]
pub(super) struct Interner {
    listed: Vec<Value>,
    known: FxHashMap<Value, ValueId>,
}

impl Interner {
    /// The number of a value, given to it where it is new.
    pub(super) fn id(&mut self, value: Value) -> ValueId {
        let value = if value.is_blank() { BLANK } else { value };
        if let Some(id) = self.known.get(&value) {
            return *id;
        }
        let id = ValueId(u32::try_from(self.listed.len()).unwrap_or(u32::MAX));
        self.listed.push(value);
        self.known.insert(value, id);
        id
    }

    /// The value of this number.
    pub(super) fn value(&self, id: ValueId) -> Value {
        self.listed
            .get(id.0 as usize)
            .copied()
            .unwrap_or(Value::Nothing)
    }
}
