//! Reading how rulings resolve: steps, shared values, rows, dice, look-up tables.
//!
//! The file is read to raw records first, in which every part knows its place. Then, for each ruling,
//! the names in them are resolved to a [`Program`].

mod answers_of;
mod bounds;
mod raw;
mod resolve;
mod sureness;
mod syntax;
#[cfg(test)]
mod tests;

use std::cell::RefCell;

use smol_str::SmolStr;

use super::lexicon::Lexicon;
use crate::naming::nearest;
use crate::rules::condition::Role;
use crate::rules::kind::Kind;
use crate::rules::reader::{
    FromToml, KeyShape, Many, Map, Needed, Reader, Record, Shape, Spanned, Text, Value, key_text,
};
use crate::rules::ruling::Sides;
use crate::rules::set::RuleSet;
use crate::rules::steps::lookup::LookupTable;
use crate::rules::steps::symbol::{Meaning, Symbols};
use crate::rules::steps::{Place, Program};

pub(super) use raw::condition_shape;
pub(super) use raw::{RawAmount, RawCondition, RawGoesOn, RawHead, RawModifier};
use raw::{RawDie, RawRecord, RawStep, RawTable, RawValue, Summary};
pub(super) use resolve::{condition_without_ruling, plain_condition};
pub(super) use syntax::{NodeKind, RawTemplate};

/// What the rulings of a file share.
pub(super) struct Definitions {
    values: Map<RawValue>,
    rows: Map<Map<RawStep>>,
    cells: Map<RawRecord>,
    dice: Map<RawDie>,
    tables: Map<RawTable>,
    summaries: Map<Many<Summary>>,
}

impl Definitions {
    /// Reads what the rulings of a file share.
    pub(super) fn read(file: &mut Reader<'_>) -> Self {
        Definitions {
            values: file.field("value").unwrap_or_default(),
            rows: file.field("row").unwrap_or_default(),
            cells: file.field("cell").unwrap_or_default(),
            dice: file.field("die").unwrap_or_default(),
            tables: file.field("table").unwrap_or_default(),
            summaries: file.field("summary").unwrap_or_default(),
        }
    }
}

/// The sections of a file that are read by type, with what may be written in each.
pub(super) fn section_keys() -> Vec<KeyShape> {
    let named = |of: Shape| Shape::Map("a name", Box::new(of));
    let section = |key, of: Shape, about| KeyShape {
        key,
        about,
        shape: named(of),
        needed: Needed::Sometimes,
    };
    vec![
        section("ruling", raw::ruling_shape(), "What can be resolved."),
        section(
            "value",
            RawValue::shape(),
            "Values that several steps share.",
        ),
        section(
            "row",
            named(RawStep::shape()),
            "Rows of steps that `each` runs.",
        ),
        section(
            "table",
            RawTable::shape(),
            "Look-up tables that several rulings read.",
        ),
        section(
            "cell",
            RawRecord::shape(),
            "What cells of tables stand for: words, or numbers by name.",
        ),
        section("die", RawDie::shape(), "Dice with named faces."),
        section(
            "summary",
            Many::<Summary>::shape(),
            "Lists that summaries of rulings share.",
        ),
        section(
            "modifier",
            RawModifier::shape(),
            "What changes a value, forbids a line or warns of it.",
        ),
    ]
}

/// How one ruling resolves, before any name in it is known.
pub(super) struct RawRuling {
    /// The key of the ruling.
    pub(super) id: SmolStr,
    steps: Map<RawStep>,
    tables: Map<RawTable>,
    summary: Many<Summary>,
    needs_counts: bool,
    /// Who takes part, where that is read.
    sides: Option<Sides>,
}

impl RawRuling {
    /// A ruling without anything, for what stands in none.
    fn nobody() -> Self {
        RawRuling {
            id: SmolStr::default(),
            steps: Map::default(),
            tables: Map::default(),
            summary: Many::default(),
            needs_counts: false,
            sides: None,
        }
    }

    /// Whether it is no ruling: there shared values and tables cannot be read.
    fn is_nobody(&self) -> bool {
        self.id.is_empty()
    }

    /// The steps of a ruling and its look-up tables, which are all the keys that are left.
    pub(super) fn read(id: &str, head: &RawHead, table: &mut Reader<'_>) -> Self {
        let mut keys = table.keys_left();
        if head.steps.0.is_none() {
            misspelt_steps(&mut keys, table);
        }
        let keys = keys.into_iter();
        let tables = keys
            .map(|(key, value)| (key_text(&key), look_up_table(&value)))
            .collect();
        RawRuling {
            id: SmolStr::new(id),
            steps: head.steps.0.clone().unwrap_or_default(),
            tables: Map(tables),
            summary: head.summary.clone(),
            needs_counts: head.needs_counts.unwrap_or(false),
            sides: head.sides.0,
        }
    }
}

/// The steps under a key that is nearly theirs are no look-up table, but a slip of the pen.
fn misspelt_steps<'d>(keys: &mut Vec<(Spanned<&'d str>, Value<'d>)>, table: &mut Reader<'d>) {
    keys.retain(|(key, value)| {
        let steps = nearest(key.get_ref(), ["steps"]).is_some();
        if steps {
            value
                .fault_at_key(format!("unknown key `{}` in a ruling", value.key()))
                .hint("did you mean `steps`?");
            table.forgive("steps");
        }
        !steps
    });
}

/// A key of a ruling that is none of its head's: a look-up table, or a slip of the pen.
fn look_up_table(value: &Value<'_>) -> Option<RawTable> {
    if value.get().as_table().is_none() {
        let known = RawHead::keys();
        let noted = value.fault_at_key(format!("unknown key `{}` in a ruling", value.key()));
        match nearest(value.key(), known.iter().map(|key| key.key)) {
            Some(near) => noted.hint(format!("did you mean `{near}`?")),
            None => {
                noted.hint("what stands here besides the head of the ruling is a look-up table")
            }
        };
        return None;
    }
    RawTable::from_toml(value)
}

/// The phrases of results that have values in them.
pub(super) type Phrases = Vec<(SmolStr, Option<RawTemplate>)>;

/// What a unit must be to have a word, by the key of the word.
pub(super) type RawNeeds = (SmolStr, Many<RawCondition>);

/// The rulings in which a word can be said, as it names them.
pub(super) type SaidIn = (SmolStr, Vec<Text>);

/// Reads the programs of the rulings that are written as steps.
pub(super) fn fill<'d>(
    rules: &mut RuleSet,
    lexicon: &Lexicon<'d>,
    read: &Steps,
    file: &Reader<'d>,
) {
    let mut symbols = std::mem::take(&mut rules.symbols);
    intern_all(rules, &mut symbols);
    let of_file = resolve::File {
        rules,
        lexicon,
        read,
        sink: file.sink(),
        used: RefCell::default(),
        verdicts: RefCell::default(),
    };
    of_file.check_built_in();
    let mut programs = Vec::new();
    let elsewhere = lexicon.words.referred();
    let mut asked = Vec::new();
    for ruling in &read.rulings {
        let (program, words) = lexicon
            .words
            .referred_while(|| resolve::program(&of_file, ruling, &mut symbols));
        lexicon.words.refer_to(&words);
        asked.push((ruling.id.clone(), words));
        programs.push((ruling.id.clone(), program));
    }
    let tables = file_tables(&of_file, &programs, &mut symbols);
    of_file.warn_of_whole();
    of_file.warn_of_unasked(&elsewhere, &asked);
    let mut needs = Vec::new();
    for (word, raw) in &read.needs {
        needs.push((word, resolve::needs(&of_file, raw, &mut symbols)));
    }
    for table in tables {
        rules.tables.add(table);
    }
    rules.symbols = symbols;
    for (word, conditions) in needs {
        if let Some(word) = rules.words.named(word)
            && let Some(word) = rules.words.sound_mut(word)
            && let Some(conditions) = conditions
        {
            word.needs = conditions;
        }
    }
    for (id, program) in programs {
        if let Some(id) = rules.rulings.named(&id)
            && let Some(ruling) = rules.rulings.sound_mut(id)
            && let Some(program) = program
        {
            ruling.program = program;
        }
    }
}

/// The look-up tables of the file: as a ruling reads them, else as they stand.
fn file_tables(
    file: &resolve::File<'_, '_>,
    programs: &[(SmolStr, Option<Program>)],
    symbols: &mut Symbols,
) -> Vec<LookupTable> {
    let mut tables = Vec::new();
    for (key, raw) in &file.read.shared.tables.0 {
        let Some(raw) = raw else { continue };
        let programs = programs.iter().filter_map(|(_, program)| program.as_ref());
        let mut known = programs.flat_map(|program| &program.tables);
        let place = Place::at(key.at.start);
        let table = match known.find(|table| table.place == place) {
            Some(table) => Some(table.clone()),
            None => resolve::unread_table(file, (key, raw), symbols),
        };
        tables.extend(table);
    }
    tables
}

/// Adds the answers that any ruling may come to: sides, kinds of troops, results, weapons.
fn intern_all(rules: &RuleSet, symbols: &mut Symbols) {
    for (id, role) in [("attacker", Role::Attacker), ("defender", Role::Defender)] {
        symbols.intern(id, Meaning::Side(role));
    }
    let types = rules.types.iter().map(|(id, _)| Kind::Type(id));
    let arms = rules.arms.iter().map(|(id, _)| Kind::Arm(id));
    let classes = rules.classes.iter().map(|(id, _)| Kind::Class(id));
    let tags = rules.tags.iter().map(|(id, _)| Kind::Tag(id));
    let mixes = rules.mixes.iter().map(|(id, _)| Kind::Mix(id));
    for kind in types.chain(arms).chain(classes).chain(tags).chain(mixes) {
        symbols.intern(rules.kind_id(kind), Meaning::Kind(kind));
    }
    for (id, weapon) in rules.weapons.iter() {
        symbols.intern_weapon(&weapon.id, id);
    }
}

/// All that a file says of steps.
pub(super) struct Steps {
    /// What rulings share.
    pub(super) shared: Definitions,
    /// The rulings that are written as steps.
    pub(super) rulings: Vec<RawRuling>,
    /// The modifiers.
    pub(super) modifiers: Vec<(Text, Option<RawModifier>)>,
    /// The phrases of results.
    pub(super) phrases: Phrases,
    /// What a unit must be to have a word.
    pub(super) needs: Vec<RawNeeds>,
    /// Where each word can be said.
    pub(super) said_in: Vec<SaidIn>,
}
