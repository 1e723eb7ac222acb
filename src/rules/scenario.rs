//! Scenarios: battles with their forces, where they stand and how they are won.

use super::kind::TroopType;
use super::setting::Setting;
use super::shelf::{Id, Named, Shelf};
use super::word::Word;
use crate::naming::{Found, Names};

/// A battle as a source lays it out.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The key in the file, such as `naseby`.
    pub id: String,
    /// Other names that the referee may type.
    pub also: Vec<String>,
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
    /// The switches that it turns on.
    pub settings: Vec<Id<Setting>>,
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
    /// Counters of one type that are used as those of another.
    pub stand_as: Vec<(Id<TroopType>, Id<TroopType>)>,
    /// The states in which they begin: those of one type, or all.
    pub states: Vec<(Option<Id<TroopType>>, Id<Word>)>,
    /// Where they stand at the start.
    pub deployment: String,
}

impl Force {
    /// The type that the counters of a type are used as.
    pub fn used_as(&self, troop: Id<TroopType>) -> Id<TroopType> {
        let mut used = self.stand_as.iter();
        used.find(|(counter, _)| *counter == troop)
            .map_or(troop, |(_, other)| *other)
    }

    /// The states in which the counters of a type begin.
    pub fn states_of(&self, troop: Id<TroopType>) -> impl Iterator<Item = Id<Word>> {
        let states = self.states.iter();
        states
            .filter(move |(of, _)| of.is_none_or(|of| of == troop))
            .map(|(_, word)| *word)
    }
}

/// The scenarios of a rule set.
#[derive(Debug, Default)]
pub struct Scenarios {
    list: Shelf<Scenario>,
    names: Names<Id<Scenario>>,
}

impl Scenarios {
    /// Takes scenarios in the author's order; each is found by its key, its number and other names.
    pub fn of(list: Shelf<Scenario>) -> Self {
        let mut names = Names::default();
        for (id, scenario) in list.iter() {
            names.add(&scenario.id, id);
            names.add(&scenario.number, id);
            for also in &scenario.also {
                names.add(also, id);
            }
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
