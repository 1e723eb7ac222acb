//! Answers that are words: results, kinds, sides, names of rows.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::kind::Kind;
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;
use crate::rules::weapon::Weapon;
use crate::rules::word::Word;

/// An answer that is a word, by its number among those of the rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Symbol(pub u16);

/// Every answer of a rule set that is a word.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Symbols {
    listed: Vec<SymbolInfo>,
}

/// What one such answer stands for.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SymbolInfo {
    /// As tables write it.
    pub id: SmolStr,
    /// What it is.
    pub means: Meaning,
}

/// What an answer that is a word stands for.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Meaning {
    /// A result.
    Result(Id<ResultPhrase>),
    /// A kind of troops.
    Kind(Kind),
    /// A side of the line.
    Side(Role),
    /// A word of the referee's.
    Word(Id<Word>),
    /// A weapon.
    Weapon(Id<Weapon>),
    /// A record of numbers (`[cell.KEY]`), with what a person reads.
    Record(Record),
    /// Itself: a declared answer, the name of a row or column, a face of a die.
    Name,
}

/// A cell that holds several numbers.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Record {
    /// What a person reads in its place.
    pub say: Option<String>,
    /// Its numbers by name; one that is left out is 0.
    pub numbers: Vec<(SmolStr, Number)>,
    /// The place in the source that says so.
    pub cite: Option<String>,
}

impl Symbols {
    /// The symbol of this name, added where it is new; `None` when there are too many.
    pub fn intern(&mut self, id: &str, means: Meaning) -> Option<Symbol> {
        if let Some(found) = self.named(id) {
            return Some(found);
        }
        let number = u16::try_from(self.listed.len()).ok()?;
        self.listed.push(SymbolInfo {
            id: SmolStr::new(id),
            means,
        });
        Some(Symbol(number))
    }

    /// Adds a weapon, under another name where something else has its own.
    pub fn intern_weapon(&mut self, id: &str, weapon: Id<Weapon>) -> Option<Symbol> {
        if self.named(id).is_none() {
            return self.intern(id, Meaning::Weapon(weapon));
        }
        self.intern(&format!("weapon {id}"), Meaning::Weapon(weapon))
    }

    /// The symbol of this name.
    pub fn named(&self, id: &str) -> Option<Symbol> {
        let place = self.listed.iter().position(|info| info.id == id)?;
        u16::try_from(place).ok().map(Symbol)
    }

    /// The symbol of a weapon.
    pub fn weapon(&self, weapon: Id<Weapon>) -> Option<Symbol> {
        let means = |info: &SymbolInfo| matches!(info.means, Meaning::Weapon(id) if id == weapon);
        let place = self.listed.iter().position(means)?;
        u16::try_from(place).ok().map(Symbol)
    }

    /// Every symbol.
    pub fn iter(&self) -> std::slice::Iter<'_, SymbolInfo> {
        self.listed.iter()
    }

    /// What a symbol stands for.
    pub fn get(&self, symbol: Symbol) -> Option<&SymbolInfo> {
        self.listed.get(usize::from(symbol.0))
    }

    /// The name of a symbol; empty for one of another rule set.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.get(symbol).map_or("", |info| info.id.as_str())
    }
}
