//! Where a rule set keeps its things of one kind, and the ids that name them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

/// The place of a `T` on the [`Shelf`] of one rule set.
///
/// Only the shelf makes ids, so an id always names something on it.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Id<T> {
    place: u16,
    #[serde(skip)]
    of: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The id of what will stand at `place`, for names read before their bodies.
    pub(super) fn at(place: u16) -> Self {
        Id {
            place,
            of: PhantomData,
        }
    }

    /// The place as a whole number, for keys and merges.
    pub fn place(self) -> usize {
        usize::from(self.place)
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.place.cmp(&other.place)
    }
}
impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.place.hash(state);
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.place)
    }
}

/// Something with a name that a table's author gave it.
pub trait Named {
    /// The key under which the table holds it, such as `heavy-gun`.
    fn id(&self) -> &str;
}

/// The things of one kind in a rule set, in the author's order.
///
/// While a file is read, a thing with a fault leaves a gap, so that every other keeps the place that its
/// name was given first. A rule set with a gap has a fault and is given to nobody.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Shelf<T> {
    things: Vec<Option<T>>,
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Shelf { things: Vec::new() }
    }
}

impl<T> Shelf<T> {
    /// Puts a thing at the end; `None` when the shelf is full (65,535 things).
    pub fn add(&mut self, thing: T) -> Option<Id<T>> {
        self.add_or_gap(Some(thing))
    }

    /// Puts a thing at the end, or leaves a gap for one that has a fault.
    pub(super) fn add_or_gap(&mut self, thing: Option<T>) -> Option<Id<T>> {
        let place = u16::try_from(self.things.len()).ok()?;
        self.things.push(thing);
        Some(Id::at(place))
    }

    /// Every thing with its id, in the author's order.
    pub fn iter(&self) -> impl Iterator<Item = (Id<T>, &T)> {
        self.things
            .iter()
            .zip(0u16..)
            .filter_map(|(thing, place)| Some((Id::at(place), thing.as_ref()?)))
    }

    /// The thing at a place that may be a gap, while a file is being read.
    pub(super) fn sound(&self, id: Id<T>) -> Option<&T> {
        self.things.get(id.place())?.as_ref()
    }

    /// The same, to be completed.
    pub(super) fn sound_mut(&mut self, id: Id<T>) -> Option<&mut T> {
        self.things.get_mut(id.place())?.as_mut()
    }

    /// The thing that an id of this shelf names.
    #[expect(
        clippy::expect_used,
        reason = "ids are made by the shelf alone, nothing leaves a shelf, and a whole rule set has no gaps"
    )]
    pub fn get(&self, id: Id<T>) -> &T {
        self.sound(id).expect("a thing on its shelf")
    }

    /// Whether there is nothing on it.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// How many things are on it.
    pub fn len(&self) -> usize {
        self.things.len()
    }
}

impl<T: Named> Shelf<T> {
    /// The id of the thing whose key is `name`, to the letter.
    pub fn named(&self, name: &str) -> Option<Id<T>> {
        self.iter()
            .find(|(_, thing)| thing.id() == name)
            .map(|(id, _)| id)
    }
}
