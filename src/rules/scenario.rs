//! Scenarios: battles with their forces, where they stand and how they are won.

use super::kind::TroopType;
use super::shelf::{Id, Named, Shelf};
use crate::naming::{Found, Names};

/// A battle as a source lays it out.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The key in the file, such as `naseby`.
    pub id: String,
    /// Its number in the source.
    pub number: String,
    /// What it is called, with the part of the battle that it shows.
    pub name: String,
    /// The war it belongs to.
    pub war: String,
    /// When it was fought.
    pub date: String,
    /// How complex it is, from 1 on, in the source's own scale.
    pub complexity: i64,
    /// Whom it favours.
    pub balance: String,
    /// How many turns it lasts.
    pub turns: i64,
    /// The two armies; the first deploys and moves first.
    pub armies: [Army; 2],
    /// How it is won.
    pub victory: String,
    /// Rules of its own.
    pub special: Vec<String>,
    /// What was corrected in it.
    pub errata: Vec<String>,
}

impl Named for Scenario {
    fn id(&self) -> &str {
        &self.id
    }
}

/// One side's army.
#[derive(Debug, Clone)]
pub struct Army {
    /// Whose it is.
    pub name: String,
    /// How many units may stand in one place.
    pub stacking: i64,
    /// Its forces, each with a deployment of its own.
    pub forces: Vec<Force>,
}

impl Army {
    /// How many units it has of every troop type, in the order of the forces.
    pub fn units(&self) -> impl Iterator<Item = (Id<TroopType>, i64)> {
        self.forces
            .iter()
            .flat_map(|force| force.units.iter().copied())
    }
}

/// Units that deploy together.
#[derive(Debug, Clone)]
pub struct Force {
    /// How many units of which troop type.
    pub units: Vec<(Id<TroopType>, i64)>,
    /// Where they stand at the start.
    pub deployment: String,
}

/// The scenarios of a rule set.
#[derive(Debug, Default)]
pub struct Scenarios {
    list: Shelf<Scenario>,
    names: Names<Id<Scenario>>,
}

impl Scenarios {
    /// Takes scenarios in the author's order; each is found by its key and its number.
    pub fn of(list: Shelf<Scenario>) -> Self {
        let mut names = Names::default();
        for (id, scenario) in list.iter() {
            names.add(&scenario.id, id);
            names.add(&scenario.number, id);
        }
        Scenarios { list, names }
    }

    /// Every scenario, in the author's order.
    pub fn iter(&self) -> impl Iterator<Item = &Scenario> {
        self.list.iter().map(|(_, scenario)| scenario)
    }

    /// The scenario that a name or the beginning of one may mean.
    pub fn find(&self, typed: &str) -> Found<'_, Id<Scenario>> {
        self.names.find(typed)
    }

    /// The scenario that was found.
    pub fn get(&self, id: Id<Scenario>) -> &Scenario {
        self.list.get(id)
    }
}
