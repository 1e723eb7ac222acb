//! A rule set, checked and ready.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::amount::BLANK;
use super::chart::Chart;
use super::condition::Condition;
use super::fault::Fault;
use super::house::HouseRules;
use super::identity::TableIdentity;
use super::kind::{Arm, Attribute, Class, Kind, Mix, Tag, TroopType};
use super::modifier::Modifier;
use super::phase::Phase;
use super::result::ResultPhrase;
use super::ruling::{Follows, Ruling};
use super::setting::Setting;
use super::shelf::{Id, Named, Shelf};
use super::steps::lookup::{LookupTable, Matches, TableKey};
use super::steps::symbol::{Meaning, Symbol, Symbols};
use super::steps::{AsksDistance, Cell};
use super::texts::Texts;
use super::weapon::Weapon;
use super::word::Word;
use crate::distance::TableMeasure;
use crate::naming::Names;
use crate::number::Number;

/// Everything that one rule table says.
#[derive(Debug, Serialize, Deserialize)]
pub struct RuleSet {
    /// Its id, such as a file's stem.
    pub id: SmolStr,
    /// What a person calls it.
    pub name: SmolStr,
    /// What it was made from.
    pub source: String,
    /// How it measures distances.
    pub measure: TableMeasure,
    /// Yards of ground to one of its measure, where the source says so.
    pub ground: Option<Number>,
    /// What a count counts, and the smallest part of one.
    pub count: Unit,
    /// What losses count, and the smallest part of one.
    pub loss: Unit,
    /// The share of its figures at which a unit leaves the field, with where the source says so.
    pub withdraws: Option<Withdraws>,
    /// The states in which a unit of a battle begins: those of the first that holds.
    pub begins: Vec<Follows>,
    /// Arms.
    pub arms: Shelf<Arm>,
    /// Classes.
    pub classes: Shelf<Class>,
    /// Tags.
    pub tags: Shelf<Tag>,
    /// The numbers that types and bands can have.
    pub attributes: Shelf<Attribute>,
    /// Troop types.
    pub types: Shelf<TroopType>,
    /// Mixes.
    pub mixes: Shelf<Mix>,
    /// Weapons.
    pub weapons: Shelf<Weapon>,
    /// Words.
    pub words: Shelf<Word>,
    /// Modifiers.
    pub modifiers: Shelf<Modifier>,
    /// Answers that are words.
    pub symbols: Symbols,
    /// Results.
    pub results: Shelf<ResultPhrase>,
    /// Settings.
    pub settings: Shelf<Setting>,
    /// Charts.
    pub charts: Shelf<Chart>,
    /// The look-up tables of the file, which its rulings share.
    pub tables: Shelf<LookupTable>,
    /// The chart that `move` looks up.
    pub moves: Option<Id<Chart>>,
    /// What `power` looks up.
    pub powers: Option<Powers>,
    /// Rulings.
    pub rulings: Shelf<Ruling>,
    /// The phases of a turn, in order.
    pub phases: Shelf<Phase>,
    /// The file that has what its rules say, without its ending; `None` where it has none.
    pub rules: Option<String>,
    /// The file that has its scenarios, without its ending; `None` where it has none.
    pub scenarios: Option<String>,
    /// What it changes of the tables that it extends.
    pub house: HouseRules,
    /// The texts that it was read from.
    #[serde(skip)]
    pub texts: Texts,
    /// What its author should know, though it is no fault.
    #[serde(skip)]
    pub warnings: Vec<Fault>,
    /// How the referee's words lead to all this.
    pub index: Index,
}

/// What `power` looks up.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Powers {
    /// The chart of all troop types; where it is left out, the tables of the ruling are shown.
    pub chart: Option<Id<Chart>>,
    /// The ruling whose working, short of the dice, shows a described situation.
    pub ruling: Id<Ruling>,
}

/// Something that is counted.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Unit {
    /// What one is called.
    pub one: String,
    /// What several are called.
    pub many: String,
    /// The smallest part of one that can stand: one, or a half.
    pub least: Number,
}

impl Unit {
    /// `1 figure`, `2 figures`, `½ gleve`.
    pub fn of(&self, number: Number) -> String {
        let name = if number > Number::ZERO && number <= Number::ONE {
            &self.one
        } else {
            &self.many
        };
        format!("{number} {name}")
    }
}

/// When a whole unit leaves the field.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Withdraws {
    /// The share of all its figures that it has lost.
    pub at: Number,
    /// What it then does.
    pub say: String,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// Names as the referee types them.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Index {
    /// Troop types.
    pub types: Names<Id<TroopType>>,
    /// Mixes that can be typed by their names.
    pub mixes: Names<Id<Mix>>,
    /// Words.
    pub words: Names<Id<Word>>,
    /// Weapons.
    pub weapons: Names<Id<Weapon>>,
    /// Rulings.
    pub rulings: Names<Id<Ruling>>,
    /// Charts.
    pub charts: Names<Id<Chart>>,
    /// Look-up tables of the file.
    pub tables: Names<Id<LookupTable>>,
    /// Settings.
    pub settings: Names<Id<Setting>>,
}

impl RuleSet {
    /// Which table it was read from, as a battle knows it again; `id` is what it was found by.
    pub fn identity(&self, id: &str) -> TableIdentity {
        super::reader::identity(id, &self.texts)
    }

    /// What a phase is called, by its id; the id where there is no such phase.
    pub fn phase_called<'a>(&'a self, id: &'a str) -> &'a str {
        let known = self.phases.named(id);
        known.map_or(id, |known| self.phases.get(known).name.as_str())
    }

    /// SHA-256 of the texts that it was read from.
    pub fn hash(&self) -> SmolStr {
        super::identity::sha256(self.texts.whole())
    }

    /// Whether a troop type is of a kind.
    pub fn is(&self, troop: Id<TroopType>, kind: Kind) -> bool {
        let known = self.types.get(troop);
        match kind {
            Kind::Type(id) => id == troop,
            Kind::Arm(id) => known.arm == id,
            Kind::Class(id) => known.class.and_then(super::amount::Given::known) == Some(id),
            Kind::Tag(id) => known.tags.contains(&id),
            // A mix is a whole unit, never one troop type.
            Kind::Mix(_) => false,
        }
    }

    /// Whether two words cannot be said of one unit.
    pub fn bar_each_other(&self, one: Id<Word>, other: Id<Word>) -> bool {
        self.words.get(one).bars.contains(&other) || self.words.get(other).bars.contains(&one)
    }

    /// The rows of the chart of moves that stand for no troops, by their names, with their places.
    pub fn rows_without_troops(&self) -> impl Iterator<Item = (&str, usize)> {
        let chart = self.moves.map(|id| self.charts.get(id));
        let rows = chart.map_or(&[][..], Chart::rows).iter().enumerate();
        rows.filter(|(_, row)| row.of.is_empty())
            .map(|(place, row)| (row.name.as_str(), place))
    }

    /// The id of a troop type, for examples in messages: the first.
    pub fn example_type(&self) -> &str {
        let first = self.types.iter().next();
        first.map_or("", |(_, troop)| troop.id.as_str())
    }

    /// Whether a ruling asks how far the target is, by its steps or by a modifier.
    pub fn asks_distance(&self, ruling: Id<Ruling>) -> bool {
        let mut whens = self
            .modifiers_of(ruling)
            .flat_map(|modifier| &modifier.when);
        let ruling = self.rulings.get(ruling);
        ruling.program.asks_distance == AsksDistance::Yes || whens.any(Condition::asks_distance)
    }

    /// The modifiers of a ruling, in the author's order.
    pub fn modifiers_of(&self, ruling: Id<Ruling>) -> impl Iterator<Item = &Modifier> {
        self.modifiers
            .iter()
            .map(|(_, modifier)| modifier)
            .filter(move |modifier| modifier.rulings.contains(&ruling))
    }

    /// The key of a kind in the table.
    pub fn kind_id(&self, kind: Kind) -> &str {
        match kind {
            Kind::Type(id) => self.types.get(id).id(),
            Kind::Arm(id) => self.arms.get(id).id(),
            Kind::Class(id) => self.classes.get(id).id(),
            Kind::Tag(id) => self.tags.get(id).id(),
            Kind::Mix(id) => self.mixes.get(id).id(),
        }
    }

    /// What a person calls a kind.
    pub fn kind_name(&self, kind: Kind) -> &str {
        match kind {
            Kind::Type(id) => &self.types.get(id).name,
            Kind::Arm(id) => &self.arms.get(id).0.name,
            Kind::Class(id) => &self.classes.get(id).0.name,
            Kind::Tag(id) => &self.tags.get(id).0.name,
            Kind::Mix(id) => &self.mixes.get(id).name,
        }
    }

    /// An answer as a person reads it.
    pub fn symbol_text(&self, symbol: Symbol) -> String {
        let Some(info) = self.symbols.get(symbol) else {
            return String::new();
        };
        match &info.means {
            Meaning::Result(id) => self.results.get(*id).say.clone(),
            Meaning::Weapon(id) => self.weapons.get(*id).name.to_string(),
            Meaning::Kind(kind) => self.kind_name(*kind).to_owned(),
            Meaning::Record(record) => record.say.clone().unwrap_or_else(|| info.id.to_string()),
            Meaning::Word(_) | Meaning::Side(_) | Meaning::Name => info.id.to_string(),
        }
    }

    /// What stands over a row or a column of a look-up table: a ratio as JSON has it.
    pub fn key_text(&self, key: &TableKey) -> String {
        match key.matches {
            Matches::Ratio(_) => self.symbols.name(key.name).to_owned(),
            Matches::Name if key.heading == self.symbols.name(key.name) => {
                self.symbol_text(key.name)
            }
            // A word may have the name of a result, which is then what the key stands for.
            Matches::Word(word) => match self.results.named(&self.words.get(word).id) {
                Some(result) => self.results.get(result).say.clone(),
                None => key.heading.to_string(),
            },
            Matches::Range(_) | Matches::Kind(_) | Matches::Name => key.heading.to_string(),
        }
    }

    /// A constant, or what stands in a cell, as a person reads it.
    pub fn cell_text(&self, cell: Cell) -> String {
        match cell {
            Cell::Nothing => "nothing".to_owned(),
            Cell::Blank(_) => BLANK.to_owned(),
            Cell::Truth(true) => "yes".to_owned(),
            Cell::Truth(false) => "no".to_owned(),
            Cell::Number(number) => number.to_string(),
            Cell::Symbol(symbol) => self.symbol_text(symbol),
        }
    }
}
