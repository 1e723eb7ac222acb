//! Entries of a battle's record.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::effect::Effect;
use super::revised::Revised;
use super::secret::Secret;
use super::setting::Chosen;
use crate::dice::{Source, Thrown};
use crate::rules::identity::TableIdentity;

/// The version of the record's form.
pub(super) const FORM: u32 = 2;

/// The first line of a record: which battle it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The version of the record's form.
    pub battle: u32,
    /// When it was opened, in UTC.
    pub opened: SmolStr,
    /// What the referee calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The rule table by which it is opened.
    pub table: TableIdentity,
    /// What had been set by then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Chosen>,
    /// The seal of the seed, which is revealed at the end.
    pub seal: SmolStr,
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its number, from 1.
    pub n: u64,
    /// When it was made, in UTC.
    pub at: SmolStr,
    /// The line as typed.
    pub line: String,
    /// What it is.
    pub what: What,
}

/// What an entry is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum What {
    /// A ruling, with its dice and what follows from it.
    Ruling {
        /// The verb.
        verb: SmolStr,
        /// The line as it was understood, without its dice, where that is another than the one typed.
        #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
        understood: SmolStr,
        /// What it came to, in a few words.
        summary: SmolStr,
        /// What the players may hear of it: no strengths, no dice, no morale.
        #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
        heard: SmolStr,
        /// The throws.
        throws: Vec<ThrownEntry>,
        /// The dice that the generator threw for this entry, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        drawn: Vec<Drawn>,
        /// What follows from it.
        effects: Vec<Effect>,
        /// The entry that it stands for, when it amends one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amends: Option<u64>,
        /// What later phases have come to since it took the place of that entry, where that is another thing.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        revises: Vec<Revised>,
        /// What it completes, which landed on a blank: one step with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fills_in: Option<Box<FillsIn>>,
        /// The entry whose dice it uses again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice_of: Option<u64>,
    },
    /// What the referee decides without a ruling.
    Order {
        /// What follows from it.
        effects: Vec<Effect>,
        /// Why, where the referee says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// Lines that come to the same, where the line itself leans on something else, such as a file.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        written_out: Vec<String>,
    },
    /// The table of the rule set in force has changed since the entry before.
    Table {
        /// The table as it is from here on.
        table: Box<TableIdentity>,
    },
    /// A word of the players', mixed into the seed before the first die.
    SeedWord {
        /// The word.
        word: SmolStr,
    },
    /// Entries that no longer count.
    Undo {
        /// Their numbers, the latest first.
        of: Vec<u64>,
    },
    /// Entries that count again.
    Redo {
        /// Their numbers, the earliest first.
        of: Vec<u64>,
    },
    /// The end: the seed is revealed.
    Reveal {
        /// The seed.
        seed: u64,
        /// The salt of the seal.
        salt: SmolStr,
    },
}

/// The blank on which a ruling landed, and what the referee's own copy says there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FillsIn {
    /// The entry of the ruling.
    pub entry: u64,
    /// The keys that lead to the blank, joined by dots.
    pub key: String,
    /// The value as the table would write it.
    pub value: String,
}

/// One die that the generator threw: sides, lowest face, face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[u32; 3]", into = "[u32; 3]")]
pub struct Drawn {
    /// How many sides it has.
    pub sides: u32,
    /// Its lowest face.
    pub lowest: u32,
    /// The face that it showed.
    pub face: u32,
}

impl From<[u32; 3]> for Drawn {
    fn from([sides, lowest, face]: [u32; 3]) -> Self {
        Drawn {
            sides,
            lowest,
            face,
        }
    }
}

impl From<Drawn> for [u32; 3] {
    fn from(die: Drawn) -> Self {
        [die.sides, die.lowest, die.face]
    }
}

/// A throw as the record keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThrownEntry {
    /// Who threw.
    pub by: SmolStr,
    /// What a person calls them.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub label: SmolStr,
    /// What for.
    pub r#for: SmolStr,
    /// How many dice.
    pub dice: u32,
    /// How many sides.
    pub sides: u32,
    /// The lowest face.
    pub lowest: u32,
    /// The faces; none where only the sum was told.
    pub faces: Vec<u32>,
    /// Their sum.
    pub sum: u32,
    /// Whether the program threw or a person.
    pub source: SourceEntry,
    /// The side in the battle that threw, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SmolStr>,
}

/// Who threw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SourceEntry {
    /// A person, on the table.
    Told,
    /// The program.
    Rolled,
}

impl ThrownEntry {
    /// The record of a throw by a side.
    pub fn of(thrown: &Thrown, side: Option<&str>) -> Self {
        let throw = &thrown.throw;
        ThrownEntry {
            by: throw.by.clone(),
            label: throw.label.clone(),
            r#for: throw.purpose.clone(),
            dice: throw.pool.dice,
            sides: throw.pool.sides,
            lowest: throw.pool.lowest,
            faces: thrown.faces.clone(),
            sum: thrown.sum,
            source: match thrown.source {
                Source::Told => SourceEntry::Told,
                Source::Rolled => SourceEntry::Rolled,
            },
            side: side.map(SmolStr::new),
        }
    }

    /// The throw again, as dice that lie on the table.
    pub fn thrown(&self) -> Thrown {
        let pool = crate::dice::Pool {
            dice: self.dice,
            sides: self.sides,
            lowest: self.lowest,
        };
        Thrown {
            throw: crate::dice::Throw::new(
                self.by.clone(),
                self.label.clone(),
                self.r#for.clone(),
                pool,
            ),
            faces: self.faces.clone(),
            sum: self.sum,
            source: match self.source {
                SourceEntry::Told => Source::Told,
                SourceEntry::Rolled => Source::Rolled,
            },
        }
    }
}

impl Entry {
    /// The ruling as it was understood, without its dice; `None` where it is no ruling.
    pub fn understood(&self) -> Option<&str> {
        match &self.what {
            What::Ruling { understood, .. } if understood.is_empty() => Some(&self.line),
            What::Ruling { understood, .. } => Some(understood),
            _ => None,
        }
    }
}

impl What {
    /// An order that needs no reason and leans on nothing but its line.
    pub fn order(effects: Vec<Effect>) -> What {
        What::Order {
            effects,
            reason: None,
            written_out: Vec::new(),
        }
    }

    /// What follows from it; nothing for entries about entries.
    pub fn effects(&self) -> &[Effect] {
        match self {
            What::Ruling { effects, .. } | What::Order { effects, .. } => effects,
            What::Table { .. }
            | What::SeedWord { .. }
            | What::Undo { .. }
            | What::Redo { .. }
            | What::Reveal { .. } => &[],
        }
    }

    /// The blanks that it fills in.
    pub fn filled(&self) -> Vec<Effect> {
        let fills = |effect: &&Effect| matches!(effect, Effect::Fill { .. });
        self.effects().iter().filter(fills).cloned().collect()
    }

    /// The entry whose dice it uses again.
    pub fn dice_of(&self) -> Option<u64> {
        match self {
            What::Ruling { dice_of, .. } => *dice_of,
            _ => None,
        }
    }

    /// The seed that it reveals.
    pub fn revealed(&self) -> Option<Secret> {
        match self {
            What::Reveal { seed, salt } => Some(Secret::new(*seed, salt.clone())),
            _ => None,
        }
    }

    /// Whether undo can take it back.
    pub fn can_be_undone(&self) -> bool {
        matches!(self, What::Ruling { .. } | What::Order { .. })
    }
}
