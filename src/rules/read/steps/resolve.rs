//! The names in the steps of one ruling resolved, and what only the whole ruling can show.

mod answers;
mod axes;
mod calls;
mod charts;
mod choices;
mod conditions;
mod dice;
mod gaps;
mod idle;
mod leaning;
mod look;
mod modifiers;
mod names;
mod plan;
mod reach;
mod reserved;
mod several;
mod shared;
mod step;
mod step_keys;
mod summary;
mod table_keys;
mod tables;
mod templates;
mod unlikely;
mod warnings;
mod whole;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use smol_str::SmolStr;

use super::raw::{RawCondition, RawReading, RawStep, RawTable, RawValue};
use super::{RawRuling, Steps};
use crate::rules::condition::{Condition, Role};
use crate::rules::read::lexicon::Lexicon;
use crate::rules::reader::{Many, Map, Noted, Sink, Sound, Text};
use crate::rules::result::ResultPhrase;
use crate::rules::set::RuleSet;
use crate::rules::shelf::Id;
use crate::rules::steps::lookup::LookupTable;
use crate::rules::steps::symbol::Symbols;
use crate::rules::steps::{
    AsksDistance, CountsSaid, LoopOf, Place, Program, Run, Scope, Shared, Step, StepId, TableId,
};

pub(in crate::rules::read) use conditions::{condition_without_ruling, plain_condition};
use unlikely::Answered;
use warnings::Compared;

/// Resolves the names of one ruling.
struct Resolver<'r, 'd> {
    rules: &'r RuleSet,
    lexicon: &'r Lexicon<'d>,
    read: &'r Steps,
    ruling: &'r RawRuling,
    symbols: &'r mut Symbols,
    sink: &'d Sink<'d>,
    /// Every step, in order.
    entries: Vec<Entry<'r>>,
    /// The rows of steps that run.
    rows: Vec<Ran<'r>>,
    /// The shared values that were named, in the order in which they were.
    shared: Vec<Wanted<'r>>,
    /// The tables that were named.
    tables: Vec<(SmolStr, Option<LookupTable>)>,
    /// The results that the ruling can come to.
    results: BTreeSet<Id<ResultPhrase>>,
    /// Whether anything asks how far the target is.
    asks_distance: Cell<bool>,
    /// What the rulings of the file have used so far of what they share.
    used: &'r RefCell<BTreeSet<(Section, SmolStr)>>,
    /// The words that conditions of this ruling alone ask for.
    said: Vec<&'r Text>,
    /// The words that conditions ask for, each with the side of which it is asked.
    asked: Vec<(&'r Text, Role)>,
    /// The values that are compared in conditions.
    compared: Vec<Compared>,
    /// The values that are compared with answers.
    answered: Vec<Answered>,
    /// The side that conditions are asked of, where it is known.
    subject: Role,
    /// The tables that expressions call.
    called: BTreeSet<TableId>,
    /// The keys of the rows of steps, by their places in the sequence.
    turns: Vec<(usize, &'r Text)>,
    /// What is said of places of the file, where every ruling that reads them says it.
    verdicts: &'r RefCell<Verdicts>,
    /// The numbers of types that a unit is asked for as one, with their places.
    of_types: RefCell<Vec<(Range<usize>, SmolStr)>>,
    /// What leans on what.
    leans: RefCell<Vec<(PartOf, LeansOn)>>,
}

/// One step before it is resolved.
struct Entry<'r> {
    key: &'r Text,
    body: Body<'r>,
    /// The row of steps that it stands in.
    turn: Option<InTurn>,
}

/// The row of steps that a step stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
struct InTurn {
    /// The place of the row in the sequence.
    place: usize,
    /// What it runs for.
    of: LoopOf,
}

impl Entry<'_> {
    /// The side that the step is of, as it is written.
    fn side(&self) -> Option<&str> {
        match self.body {
            Body::Step(raw) | Body::Reading(_, raw, _) => {
                raw.side.as_ref().map(|side| side.text.as_str())
            }
            Body::Faulty => None,
        }
    }
}

/// What a step is made of.
#[derive(Clone, Copy)]
enum Body<'r> {
    /// What the table says.
    Step(&'r RawStep),
    /// A further reading of the dice of another step.
    Reading(StepId, &'r RawStep, &'r RawReading),
    /// It has a fault of its own, so that nothing is known of it.
    Faulty,
}

/// A shared value that is named.
struct Wanted<'r> {
    key: &'r Text,
    raw: Option<&'r RawValue>,
    resolved: Option<Shared>,
}

impl Body<'_> {
    /// Whose value it is; `None` where that is not known.
    fn scope(&self) -> Option<Scope> {
        match self {
            Body::Step(raw) | Body::Reading(_, raw, _) if raw.sound == Sound::Yes => {
                Some(raw.of.unwrap_or(Scope::Unit))
            }
            Body::Step(_) | Body::Reading(..) | Body::Faulty => None,
        }
    }
}

/// Where an expression stands.
#[derive(Clone, Copy)]
struct Stand<'r> {
    /// Whose value it is part of.
    scope: Scope,
    /// Whether it is worked out for everything narrower.
    within: Within,
    /// What the key of its own step means in it.
    own: Own<'r>,
    /// What it is part of.
    part_of: PartOf,
}

/// What an expression is part of, and so leans on what it names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PartOf {
    /// A step, which runs in its place.
    Step(StepId),
    /// A shared value, which is worked out where it is named.
    Shared(usize),
    /// The order of a row of steps, by its place in the sequence.
    Order(usize),
    /// Something that is worked out when all is done, such as a text.
    Text,
}

/// What an expression leans on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeansOn {
    /// The value of a step.
    Step(StepId),
    /// A shared value.
    Shared(usize),
    /// What has been lost so far.
    Losses,
}

/// Whether an expression is worked out once, or for everything narrower.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Once.
    Plain,
    /// That is not known: whose value it is has a fault.
    Unknown,
    /// In `sum(…)` or one of its like.
    Aggregate,
}

/// What the key of a step means within the step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Own<'r> {
    /// There is no such step.
    None,
    /// The number of troop types of the same name; the step itself has no value yet.
    Number(&'r str),
    /// The value so far.
    Value,
}

impl<'r> Stand<'r> {
    /// Of a value of this scope that belongs to no step.
    fn of(scope: Scope) -> Self {
        Stand {
            scope,
            within: Within::Plain,
            own: Own::None,
            part_of: PartOf::Text,
        }
    }
}

impl Stand<'_> {
    /// The same within a table that could not be read whole.
    fn sound(self, sound: Sound) -> Self {
        match sound {
            Sound::Yes => self,
            Sound::No => Stand {
                within: Within::Unknown,
                ..self
            },
        }
    }
}

/// The place in the texts where something begins.
fn place(at: &Range<usize>) -> Place {
    Place(u32::try_from(at.start).unwrap_or(u32::MAX))
}

/// The program of one ruling; `None` where a part of it has a fault.
pub(super) fn program<'d>(
    file: &File<'_, 'd>,
    ruling: &RawRuling,
    symbols: &mut Symbols,
) -> Option<Program> {
    Resolver::new(file, ruling, symbols).program()
}

/// What a unit must be to have a word; `None` where a part of it has a fault.
pub(super) fn needs<'d>(
    file: &File<'_, 'd>,
    raw: &Many<RawCondition>,
    symbols: &mut Symbols,
) -> Option<Vec<Condition>> {
    let nobody = RawRuling::nobody();
    let mut resolver = Resolver::new(file, &nobody, symbols);
    resolver.conditions(&raw.0, Stand::of(Scope::Unit))
}

/// A table of the file that no ruling reads; `None` where a part of it has a fault.
pub(super) fn unread_table<'d>(
    file: &File<'_, 'd>,
    (key, raw): (&Text, &RawTable),
    symbols: &mut Symbols,
) -> Option<LookupTable> {
    let nobody = RawRuling::nobody();
    Resolver::new(file, &nobody, symbols).unread_table(key, raw)
}

/// A file whose rulings are resolved, apart from what they say.
pub(super) struct File<'r, 'd> {
    pub(super) rules: &'r RuleSet,
    pub(super) lexicon: &'r Lexicon<'d>,
    pub(super) read: &'r Steps,
    pub(super) sink: &'d Sink<'d>,
    /// What the rulings use of what they share.
    pub(super) used: RefCell<BTreeSet<(Section, SmolStr)>>,
    /// What the rulings say of places that several of them can read.
    pub(super) verdicts: RefCell<Verdicts>,
}

/// By place, from its beginning to its end: what every ruling so far says of it, with advice; `None` where
/// they differ, or say nothing.
pub(super) type Verdicts = BTreeMap<(usize, usize), Option<(String, String)>>;

/// The sections of a file that rulings share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    Value,
    Row,
    Cell,
    Die,
    Table,
}

impl File<'_, '_> {
    /// Notes what only all rulings together show: what each says of a place, what none uses.
    pub(super) fn warn_of_whole(&self) {
        for (&(start, end), verdict) in self.verdicts.borrow().iter() {
            if let Some((message, hint)) = verdict {
                self.sink.warning(start..end, message).hint(hint);
            }
        }
        let shared = &self.read.shared;
        self.unreferred();
        self.unused(Section::Value, "shared value", &shared.values);
        self.unused(Section::Row, "row of steps", &shared.rows);
        self.unused(Section::Cell, "record", &shared.cells);
        self.unused(Section::Die, "die", &shared.dice);
        self.unused(Section::Table, "table", &shared.tables);
    }

    /// Notes words, results and settings that nothing refers to.
    fn unreferred(&self) {
        for (name, at) in self.lexicon.words.unused() {
            let word = self
                .rules
                .words
                .named(name)
                .map(|id| self.rules.words.get(id));
            // A state tells the referee something though no rule asks for it, and so does what a unit
            // has lost or fires.
            if word.is_some_and(|word| !word.stays_when_mustered()) {
                self.sink
                    .warning(at, format!("nothing asks for the word `{name}`"));
            }
        }
        for (name, at) in self.lexicon.results.unused() {
            self.sink
                .warning(at, format!("no step comes to the result `{name}`"));
        }
        for (name, at) in self.lexicon.settings.unused() {
            self.sink
                .warning(at, format!("nothing asks for the setting `{name}`"));
        }
    }

    /// Notes words that can be said in a ruling in which nothing asks for them.
    pub(super) fn warn_of_unasked(
        &self,
        elsewhere: &BTreeSet<usize>,
        asked: &[(SmolStr, BTreeSet<usize>)],
    ) {
        for (place, (name, rulings)) in self.read.said_in.iter().enumerate() {
            let word = self.rules.words.named(name);
            let Some(word) = word.map(|id| self.rules.words.get(id)) else {
                continue;
            };
            // A state is kept, losses and weapons are the program's, and others bring what they imply.
            let told = word.stays_when_mustered() || word.own.is_some() || !word.implies.is_empty();
            let somewhere = asked.iter().any(|(_, words)| words.contains(&place));
            if told || !somewhere || elsewhere.contains(&place) {
                continue;
            }
            for ruling in rulings {
                let mut here = asked.iter().filter(|(id, _)| *id == ruling.text);
                if here.all(|(_, words)| !words.contains(&place)) {
                    let at = ruling.at.clone();
                    let message =
                        format!("nothing in `{}` asks for the word `{name}`", ruling.text);
                    self.sink
                        .warning(at, message)
                        .hint("take the ruling out of `in`, or write what the word does there");
                }
            }
        }
    }

    fn unused<T>(&self, section: Section, what: &str, all: &Map<T>) {
        for (key, _) in &all.0 {
            if !self.used.borrow().contains(&(section, key.text.clone())) {
                let message = format!("no ruling uses the {what} `{}`", key.text);
                self.sink.warning(key.at.clone(), message);
            }
        }
    }
}

/// A row of steps that runs in turn, before its expressions are resolved.
struct Turn<'r> {
    raw: &'r RawStep,
    key: &'r Text,
    of: LoopOf,
    steps: Vec<StepId>,
}

/// A row of steps that runs, and for which side where it runs for one.
struct Ran<'r> {
    name: SmolStr,
    side: Option<&'r str>,
    steps: Vec<StepId>,
}

/// What runs, before loops are resolved.
enum Planned<'r> {
    Step(StepId),
    Turn(Turn<'r>),
}

impl<'r, 'd> Resolver<'r, 'd> {
    fn new(file: &'r File<'r, 'd>, ruling: &'r RawRuling, symbols: &'r mut Symbols) -> Self {
        Resolver {
            rules: file.rules,
            lexicon: file.lexicon,
            read: file.read,
            ruling,
            symbols,
            sink: file.sink,
            entries: Vec::new(),
            rows: Vec::new(),
            shared: Vec::new(),
            tables: Vec::new(),
            results: BTreeSet::new(),
            asks_distance: Cell::new(false),
            used: &file.used,
            verdicts: &file.verdicts,
            said: Vec::new(),
            asked: Vec::new(),
            compared: Vec::new(),
            answered: Vec::new(),
            subject: Role::Either,
            called: BTreeSet::new(),
            turns: Vec::new(),
            of_types: RefCell::new(Vec::new()),
            leans: RefCell::new(Vec::new()),
        }
    }

    /// Notes down that the ruling uses something that rulings share.
    fn uses(&self, section: Section, name: &str) {
        self.used.borrow_mut().insert((section, SmolStr::new(name)));
    }

    fn fault(&self, at: &Range<usize>, message: impl Into<String>) -> Noted<'d> {
        self.sink.fault(at.clone(), message)
    }

    /// The program; `None` where a part of it has a fault.
    fn program(&mut self) -> Option<Program> {
        let planned = self.plan();
        let steps: Vec<Option<Step>> = (0..self.entries.len())
            .map(|place| self.entry(place))
            .collect();
        let planned = planned.into_iter().enumerate();
        let sequence: Vec<Run> = planned.map(|(place, run)| self.run(place, run)).collect();
        let summary = self.summary();
        let attached = self.modifiers();
        let phrases = self.phrases();
        self.take_other_tables();
        self.check_whole(&steps, &sequence);
        let shared = self.shared.iter_mut().map(|wanted| wanted.resolved.take());
        let tables = self.tables.iter_mut().map(|(_, table)| table.take());
        let mut program = Program {
            steps: steps.into_iter().collect::<Option<_>>()?,
            sequence,
            shared: shared.collect::<Option<_>>()?,
            tables: tables.collect::<Option<_>>()?,
            modified: Vec::new(),
            orders: Vec::new(),
            summary,
            phrases,
            counts: if self.ruling.needs_counts {
                CountsSaid::Must
            } else {
                CountsSaid::May
            },
            asks_distance: if self.asks_distance.get() {
                AsksDistance::Yes
            } else {
                AsksDistance::No
            },
        };
        attached.put(&mut program);
        self.check_modifiers(&program);
        self.check_results(&program);
        self.warn(&program);
        Some(program)
    }
}
