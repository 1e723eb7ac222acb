//! Where a rule set keeps its things of one kind, and the ids that name them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// The place of a `T` on the [`Shelf`] of one rule set.
///
/// Only the shelf makes ids, so an id always names something on it.
pub struct Id<T> {
    place: u16,
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
#[derive(Debug, Clone)]
pub struct Shelf<T> {
    things: Vec<T>,
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Shelf { things: Vec::new() }
    }
}

impl<T> Shelf<T> {
    /// Puts a thing at the end; `None` when the shelf is full (65,535 things).
    pub fn add(&mut self, thing: T) -> Option<Id<T>> {
        let place = u16::try_from(self.things.len()).ok()?;
        self.things.push(thing);
        Some(Id::at(place))
    }

    /// Every thing with its id, in the author's order.
    pub fn iter(&self) -> impl Iterator<Item = (Id<T>, &T)> {
        self.things
            .iter()
            .zip(0u16..)
            .map(|(thing, place)| (Id::at(place), thing))
    }

    /// The thing at a place, to be completed while a file is being read.
    pub(super) fn filled_mut(&mut self, id: Id<T>) -> Option<&mut T> {
        self.things.get_mut(id.place())
    }

    /// The thing that an id of this shelf names.
    #[expect(
        clippy::indexing_slicing,
        reason = "ids are made by the shelf alone, and nothing leaves a shelf"
    )]
    pub fn get(&self, id: Id<T>) -> &T {
        &self.things[id.place()]
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
