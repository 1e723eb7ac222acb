//! A session: one rule set in force, its settings, its dice, and the battle.

mod amend;
mod army;
mod audit;
mod battles;
mod beginning;
mod change_rules;
mod deal;
mod dump;
mod fates;
mod field;
mod fill;
mod follow;
mod fought;
mod heard;
mod in_stacks;
mod irregular;
mod known;
mod looking_on;
mod losses;
mod muster;
mod odds;
mod orders;
mod own_copy;
mod paper;
mod passage;
mod read_again;
mod regroup;
mod roll;
mod ruling;
mod states;
mod take_up;
mod turns;
mod units;
mod why;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::rc::Rc;

use crate::battle::{Battle, Chosen, Effect, SettingOf, State, What};
use crate::dice::{Generator, Halt, Question};
use crate::distance::{Distance, Measure, Scale};
use crate::interrupt::CtrlC;
use crate::language::Grammar;
use crate::language::battle::BattleCommand;
use crate::language::command::{Command, DiceMode, PowerOf, RangeOf, SetTo, TableOf, WorkingShown};
use crate::language::verbs::Vocabulary;
use crate::lookups;
use crate::naming::Found;
use crate::number::Number;
use crate::prepared;
use crate::progress::Progress;
use crate::resolution::Resolution;
use crate::roster::Roster;
use crate::rules::beside::{Books, NotBeside};
use crate::rules::blanks::Fill;
use crate::rules::fault::Faults;
use crate::rules::identity::TableIdentity;
use crate::rules::library::{Library, Listed, LookupError, Origin, Source};
use crate::rules::ruling::Ruling;
use crate::rules::shelf::Id;
use crate::rules::table_file::FileError;
use crate::rules::{self, RuleSet};
use crate::rulings::compile::Part;
use crate::rulings::wording::WorkingLine;
use crate::settings::Settings;
use crate::sheet::Sheet;
use crate::typed_line::{FaultKind, Line, LineFault, LineRange};

pub use audit::{Audited, RuledAgain, audit};
pub use battles::{Home, battles_of, battles_sheet, called, last_battle, resumed};
pub use dump::dump;
pub use fill::Wanted;
pub use looking_on::CameTo;
pub use own_copy::Answers;
pub use read_again::ReadAgain;
pub use units::Strength;
pub use why::Detail;

use change_rules::Shelved;
use fill::Landed;
use known::KnownLines;
use read_again::Watched;
use why::Last;

/// What of a rule table some rulings have run through; sessions can share it.
pub type Covered = Rc<RefCell<BTreeSet<Part>>>;

/// What answers a line.
#[derive(Debug, Clone)]
pub enum Answer {
    /// Nothing was asked.
    Nothing,
    /// A ruling.
    Ruling(Rc<Resolution>),
    /// Sheets that were looked up.
    Sheets(Vec<Sheet>),
    /// Steps of a working.
    Working(Vec<WorkingLine>),
    /// Odds.
    Odds(Box<crate::odds::Reply>),
    /// A word in confirmation.
    Done(String),
    /// The lines of this file are to be answered.
    Run(PathBuf),
    /// The screen is to be emptied.
    Clear,
    /// The session is over.
    Quit,
}

/// Why a line has no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// The line is wrong.
    Wrong(LineFault),
    /// The referee broke off while giving dice; nothing has changed.
    Interrupted,
    /// The seed of the dice could not be had from the system.
    NoDice(String),
    /// The line makes an entry, and nothing would be left of it.
    NotKept(LineFault),
}

impl NoAnswer {
    /// The same as a fault, for where no line was typed.
    fn into_fault(self) -> LineFault {
        match self {
            NoAnswer::Wrong(fault) | NoAnswer::NotKept(fault) => fault,
            NoAnswer::Interrupted => LineFault::new("broken off"),
            NoAnswer::NoDice(why) => LineFault::new(why),
        }
    }
}

impl From<LineFault> for NoAnswer {
    fn from(fault: LineFault) -> Self {
        NoAnswer::Wrong(fault)
    }
}

impl From<NotBeside> for LineFault {
    fn from(not_beside: NotBeside) -> Self {
        LineFault::of(FaultKind::Table, not_beside.to_string())
    }
}

impl From<Halt> for NoAnswer {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Interrupted => NoAnswer::Interrupted,
            Halt::Told(fault) => NoAnswer::Wrong(fault),
            Halt::TooLarge(_) => NoAnswer::Wrong(LineFault::of(FaultKind::Limit, halt.to_string())),
            other => NoAnswer::Wrong(LineFault::of(FaultKind::Dice, other.to_string())),
        }
    }
}

/// Why a session cannot be opened.
#[derive(Debug)]
pub enum NoSession {
    /// There is no such rule set, or its file cannot be read.
    NotFound(LookupError),
    /// The rule table has faults.
    Faulty(Box<Faults>),
}

/// Who gives the dice that a line does not tell.
pub enum Hand<'h> {
    /// The program throws.
    Program,
    /// The referee is asked for each throw.
    Referee(&'h mut dyn FnMut(&Question<'_>) -> Result<String, Halt>),
}

/// One rule set in force.
pub struct Session {
    library: Library,
    /// Where the rules were read from.
    source: Source,
    rules: Rc<RuleSet>,
    /// The blanks of the rules that the referee has filled in.
    fills: Vec<Fill>,
    /// What was chosen for other rule sets, by their ids.
    shelved: BTreeMap<String, Shelved>,
    vocabulary: Vocabulary,
    settings: Settings,
    seed: Option<u64>,
    generator: Option<Generator>,
    working: WorkingShown,
    dice: DiceMode,
    /// The seed for dice that is yet to be used, where one was asked for.
    seed_for_dice: Option<u64>,
    battle: Option<Battle>,
    /// Where battles are kept.
    home: Home,
    /// Folders in which a battle is kept when its own fails.
    shelters: Vec<PathBuf>,
    /// The table as it is now, where it is not what the battle knows, and no entry says so yet.
    changed: Option<Box<TableIdentity>>,
    roster: Roster,
    /// How the battle stood before what is being ruled anew, while it is.
    as_before: Option<State>,
    nobody: Roster,
    /// What was read of the files beside the table file.
    books: Books,
    known: KnownLines,
    /// What `again` repeats.
    last_line: Option<String>,
    /// The last ruling, as it was typed or amended.
    last_ruled: Option<String>,
    last: Option<Last>,
    detail: Detail,
    ctrl_c: CtrlC,
    progress: Option<Progress>,
    /// The last ruling, where it landed on a blank.
    landed: Option<Landed>,
    /// What the files of the rule set in force were like when they were last looked at.
    watched: Watched,
    /// What its rulings have run through, where somebody wants to know.
    covered: Option<Covered>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("rules", &self.rules.id)
            .finish_non_exhaustive()
    }
}

/// What `again` repeats once a line is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// The line.
    Line,
    /// The line, which is a ruling.
    Ruling,
    /// The ruling before it.
    LastRuling,
    /// What the line itself sees to.
    ByItself,
}

impl Kept {
    fn of(command: &Command) -> Kept {
        match command {
            Command::Ruling(..) => Kept::Ruling,
            Command::Battle(BattleCommand::Undo(_) | BattleCommand::Redo(_)) => Kept::LastRuling,
            Command::Battle(
                BattleCommand::Again(_) | BattleCommand::Amend(_) | BattleCommand::AmendTo(_),
            ) => Kept::ByItself,
            _ => Kept::Line,
        }
    }
}

impl Session {
    /// Opens a session with the rule set that `id` names, or begins to name.
    ///
    /// Without a `seed` the generator takes one from the system when dice are first thrown.
    ///
    /// # Errors
    /// No such rule set, or one with faults.
    pub fn open(library: Library, id: &str, seed: Option<u64>) -> Result<Session, NoSession> {
        let source = library.find(id).map_err(NoSession::NotFound)?;
        let rules = prepared::rule_set(&source, &|id| library.parent(id))
            .map_err(|faults| NoSession::Faulty(Box::new(faults)))?;
        let vocabulary = Vocabulary::new(&rules);
        Ok(Session::of(
            library,
            source,
            Rc::new(rules),
            vocabulary,
            seed,
        ))
    }

    /// A session with the same rule set as this one, in which nothing has happened yet; no file is
    /// read for it.
    #[must_use]
    pub fn afresh(&self) -> Session {
        Session::of(
            self.library.clone(),
            self.source.clone(),
            self.rules_as_read(),
            self.vocabulary.clone(),
            self.seed,
        )
    }

    /// The rules in force without what was filled in.
    fn rules_as_read(&self) -> Rc<RuleSet> {
        let measure = self.rules.measure.reaching(None);
        if self.fills.is_empty() && measure == self.rules.measure {
            return Rc::clone(&self.rules);
        }
        // They were read before, and are the same text.
        match self.filled(&[]) {
            Ok(read) => Rc::new(RuleSet { measure, ..read }),
            Err(_) => Rc::clone(&self.rules),
        }
    }

    fn of(
        library: Library,
        source: Source,
        rules: Rc<RuleSet>,
        vocabulary: Vocabulary,
        seed: Option<u64>,
    ) -> Session {
        let scale = Scale {
            ground: rules.ground,
            ..Scale::default()
        };
        Session {
            library,
            source,
            fills: Vec::new(),
            shelved: BTreeMap::new(),
            vocabulary,
            rules,
            settings: Settings::on_scale(scale),
            seed,
            generator: None,
            working: WorkingShown::Short,
            dice: DiceMode::Roll,
            seed_for_dice: seed,
            battle: None,
            home: Home::Memory,
            shelters: Vec::new(),
            changed: None,
            roster: Roster::default(),
            as_before: None,
            nobody: Roster::default(),
            books: Books::default(),
            known: KnownLines::default(),
            last_line: None,
            last_ruled: None,
            last: None,
            detail: Detail::Full,
            ctrl_c: CtrlC::EndsProcess,
            progress: None,
            landed: None,
            watched: Watched::default(),
            covered: None,
        }
    }

    /// From now on notes down what of the table its rulings run through.
    pub fn cover(&mut self, covered: Covered) {
        self.covered = Some(covered);
    }

    /// The rule set in force.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The verbs of the rule set in force.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How much working an answer shows.
    pub fn working(&self) -> WorkingShown {
        self.working
    }

    /// Lets an answer show so much working.
    pub fn show_working(&mut self, working: WorkingShown) {
        self.working = working;
    }

    /// Who throws at the console.
    pub fn dice(&self) -> DiceMode {
        self.dice
    }

    /// How a line is read in this session.
    pub fn grammar(&self) -> Grammar<'_> {
        Grammar {
            rules: &self.rules,
            vocabulary: &self.vocabulary,
            scale: &self.settings.scale,
            // Of a battle that is over nobody acts any more: the next begins without them.
            roster: match self.live() {
                Some(_) => &self.roster,
                None => &self.nobody,
            },
            seen: &self.roster,
            books: &self.books,
            phase: self.phase_now(),
        }
    }

    /// Answers a line. A line without an answer changes nothing.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn answer(&mut self, line: &str, hand: Hand<'_>) -> Result<Answer, NoAnswer> {
        let command = self.read(line)?;
        let kept = Kept::of(&command);
        let is_placed = matches!(command, Command::Battle(_)) && !matches!(kept, Kept::ByItself);
        let answer = self.carry_out(line, command, hand);
        let answer = answer.map_err(|wrong| match wrong {
            NoAnswer::Wrong(fault) if is_placed => NoAnswer::Wrong(placed(fault, line)),
            wrong => wrong,
        })?;
        match kept {
            Kept::ByItself => {}
            // Who takes something back does not mean to take back more.
            Kept::LastRuling => self.last_line.clone_from(&self.last_ruled),
            Kept::Ruling => self.keep_ruled(line.trim()),
            Kept::Line => {
                let kept = self.last_line.get_or_insert_default();
                line.trim().clone_into(kept);
            }
        }
        Ok(answer)
    }

    /// From now on `again` repeats this ruling.
    fn keep_ruled(&mut self, said: &str) {
        for kept in [&mut self.last_line, &mut self.last_ruled] {
            said.clone_into(kept.get_or_insert_default());
        }
    }

    fn carry_out(
        &mut self,
        line: &str,
        command: Command,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        Ok(match command {
            Command::Nothing => Answer::Nothing,
            Command::Quit => Answer::Quit,
            Command::Clear => Answer::Clear,
            Command::Battle(command) => self.battle_line(line, command, hand)?,
            Command::Ruling(situation, faces) => self.ruling(line, situation, faces, hand)?,
            Command::Roll(roll, faces) => self.roll(line, roll, faces, hand)?,
            Command::Odds(open) => self.odds(&open)?,
            Command::Compare(both) => self.compare(&both)?,
            Command::Simulate(times, open) => self.simulate(times, &open)?,
            Command::Range(of, distance) => Answer::Sheets(self.ranges(of, distance)?),
            Command::Power(of) => self.power(of)?,
            Command::Move(of) => {
                let moves = lookups::moves(&self.rules, &self.settings, &of);
                let mut moves = moves.ok_or_else(|| self.without("moves"))?;
                if self.settings.scale.reach.is_some() {
                    let one = self.rules.measure.show(Number::ONE);
                    moves.note(format!(
                        "as printed; an inch of the rules is {one} on this table"
                    ));
                }
                sheet(moves)
            }
            Command::Show(None) => sheet(lookups::types(&self.rules)),
            Command::Show(Some(troop)) => sheet(lookups::show(&self.rules, &self.settings, troop)),
            Command::Rule(name) => sheet(self.rule_entry(name)?),
            Command::Scenario(name) => sheet(self.scenario(name)?),
            Command::Table(None) => sheet(lookups::charts(&self.rules)),
            Command::Table(Some(TableOf::Chart(chart))) => {
                sheet(lookups::chart(&self.rules, chart))
            }
            Command::Table(Some(TableOf::Ruling(ruling))) => {
                Answer::Sheets(self.ruling_tables(ruling)?)
            }
            Command::Table(Some(TableOf::States)) => sheet(lookups::life_of_states(&self.rules)),
            Command::Table(Some(TableOf::Sequence)) => sheet(lookups::sequence(&self.rules)),
            Command::Table(Some(TableOf::Lookup(table))) => {
                sheet(lookups::file_table(&self.rules, table))
            }
            Command::Help(on) => sheet(self.help(on)?),
            Command::Rules => sheet(rule_sets(&self.library)?),
            Command::Set(None) => {
                let sheets =
                    lookups::settings_of_session(&self.rules, &self.settings, self.working);
                Answer::Sheets(sheets)
            }
            Command::Set(Some(to)) => Answer::Done(self.set(line, to)?),
            Command::SetRules(id) => Answer::Done(self.change_rules(line, &id)?),
            Command::Dice(mode) => {
                self.dice = mode;
                Answer::Done(match mode {
                    DiceMode::Hand => "you throw: each throw will be asked for".to_owned(),
                    DiceMode::Roll => "the program throws".to_owned(),
                })
            }
            Command::Why => Answer::Working(self.why()?),
        })
    }

    fn without(&self, what: &str) -> LineFault {
        LineFault::refused(format!("{} has no {what}", self.rules.name))
    }

    fn power(&self, of: PowerOf) -> Result<Answer, NoAnswer> {
        let troop = match of {
            PowerOf::All => None,
            PowerOf::Type(troop) => Some(troop),
            PowerOf::Situation(situation) => {
                let steps = lookups::power(&self.rules, &self.settings, &situation)?;
                return Ok(Answer::Working(steps));
            }
        };
        let powers = lookups::powers(&self.rules, troop);
        let powers = powers.ok_or_else(|| self.without("melee powers"))?;
        Ok(Answer::Sheets(powers))
    }

    /// What the tables give by distance.
    fn ranges(&self, of: RangeOf, at: Option<Number>) -> Result<Vec<Sheet>, LineFault> {
        let rules = &self.rules;
        let sheets = match (of, at) {
            (RangeOf::All, _) => lookups::ranges(rules),
            (RangeOf::Weapon(weapon), None) => vec![lookups::weapon(rules, weapon)],
            (RangeOf::Weapon(weapon), Some(at)) => vec![lookups::weapon_at(rules, weapon, at)],
            (RangeOf::Type(troop), at) => {
                let sheets = lookups::ranges_of_type(rules, troop, at);
                if sheets.is_empty() {
                    let name = &rules.types.get(troop).plural;
                    return Err(LineFault::new(format!("{name} have no range"))
                        .hinted("`range` lists all that the tables give by distance"));
                }
                sheets
            }
        };
        if sheets.is_empty() {
            return Err(self.without("ranges"));
        }
        Ok(sheets)
    }

    /// The tables that a ruling resolves with.
    fn ruling_tables(&self, ruling: Id<Ruling>) -> Result<Vec<Sheet>, LineFault> {
        let sheets = lookups::ruling_tables(&self.rules, ruling);
        if sheets.is_empty() {
            let id = &self.rules.rulings.get(ruling).id;
            return Err(
                LineFault::new(format!("`{id}` is resolved without a table"))
                    .hinted("`table` lists those that there are"),
            );
        }
        Ok(sheets)
    }

    fn help(&self, on: Option<(LineRange, String)>) -> Result<Sheet, LineFault> {
        let (at, name) = on.unzip();
        let found = lookups::help(&self.rules, &self.vocabulary, name.as_deref());
        let found = found.or_else(|| {
            // What is no verb and no word may be troops, or a rule by its name.
            match self.rules.index.types.find(name.as_deref()?) {
                Found::One(troop) => Some(lookups::show(&self.rules, &self.settings, troop)),
                _ => None,
            }
        });
        found.ok_or_else(|| {
            let name = name.unwrap_or_default();
            LineFault {
                at,
                ..LineFault::unknown(format!("there is no verb, word or troop type `{name}`"))
                    .hinted(
                        match lookups::nearest_topic(&self.rules, &self.vocabulary, &name) {
                            Some(near) => format!("did you mean `help {near}`?"),
                            None => {
                                "`help` lists verbs and troops, `help VERB` its words".to_owned()
                            }
                        },
                    )
            }
        })
    }

    /// Reads what stands in files beside the table file, so that its names are known.
    pub fn open_books(&mut self) {
        self.books.open(&self.rules, &self.library);
    }

    /// One entry of the rules or all of them.
    fn rule_entry(&mut self, name: Option<(String, LineRange)>) -> Result<Sheet, LineFault> {
        let entries = self.books.entries(&self.rules, &self.library)?;
        match name {
            None => Ok(lookups::entries(&self.rules, entries)),
            Some((name, at)) => {
                lookups::entry(&self.rules, entries, &name).map_err(|fault| fault.at(at))
            }
        }
    }

    /// One scenario or all of them.
    fn scenario(&mut self, name: Option<(String, LineRange)>) -> Result<Sheet, LineFault> {
        let scenarios = self.books.scenarios(&self.rules, &self.library)?;
        match name {
            None => Ok(lookups::scenarios(&self.rules, scenarios)),
            Some((name, at)) => {
                lookups::scenario(&self.rules, scenarios, &name).map_err(|fault| fault.at(at))
            }
        }
    }

    fn set(&mut self, line: &str, to: SetTo) -> Result<String, NoAnswer> {
        let (setting, value, said) = match to {
            SetTo::Square(size) => {
                let said = format!("a square is {size}");
                (SettingOf::Square, inches(size)?, said)
            }
            SetTo::Hex(size) => (SettingOf::Hex, inches(size)?, format!("a hex is {size}")),
            SetTo::Ground(size) => {
                let one = self.rules.measure.of_rules().scaled().show(Number::ONE);
                let said = format!("{one} is {size} of ground");
                (SettingOf::Ground, yards(size)?, said)
            }
            SetTo::Reach(size) => {
                if !self.rules.measure.can_reach() {
                    let one = self.rules.measure.show(Number::ONE);
                    let message = format!("{} measures in units of {one}", self.rules.name);
                    return Err(LineFault::refused(message)
                        .hinted("`set square 2in`, `set hex 2in` and `set scale 20yd` say how large things are")
                        .into());
                }
                let said = format!("an inch of the rules is {size} on the table");
                (SettingOf::Reach, inches(size)?, said)
            }
            SetTo::Working(working) => {
                self.working = working;
                return Ok(match working {
                    WorkingShown::Full => "answers show their working".to_owned(),
                    WorkingShown::Short => "answers are short; `why` shows the working".to_owned(),
                });
            }
            SetTo::Rule(setting, number) => {
                let about = self.rules.settings.get(setting);
                let said = match about.of.reading(number) {
                    Some(reading) => format!("{}: {}, {}", about.id, reading.id, reading.say),
                    None => format!("{}: {number} ({})", about.id, about.say),
                };
                (SettingOf::Rule(about.id.clone()), number, said)
            }
        };
        let chosen = Chosen { setting, value };
        if !self.records() {
            self.choose(to, value);
            return Ok(said);
        }
        let effects = vec![Effect::Set(chosen)];
        let what = What::order(effects);
        let notice = self.enter(line, what)?;
        Ok(battles::noted(said, notice))
    }

    /// Sets something for as long as no battle is on record.
    fn choose(&mut self, to: SetTo, value: Number) {
        let scale = &mut self.settings.scale;
        match to {
            SetTo::Square(_) => scale.square = Some(value),
            SetTo::Hex(_) => scale.hex = Some(value),
            SetTo::Ground(_) => scale.ground = Some(value),
            SetTo::Reach(_) => {
                scale.reach = Some(value);
                self.measure_the_table();
            }
            SetTo::Rule(setting, _) => self.settings.choose(setting, value),
            SetTo::Working(_) => {}
        }
    }
}

fn yards(size: Distance) -> Result<Number, LineFault> {
    let yards = Scale {
        ground: Some(Number::ONE),
        ..Scale::default()
    };
    size.in_measure(Measure::Inches, &yards)
        .map_err(|fault| LineFault::new(fault.to_string()))
}

fn inches(size: Distance) -> Result<Number, LineFault> {
    size.in_measure(Measure::Inches, &Scale::default())
        .map_err(|fault| LineFault::new(fault.to_string()))
}

fn sheet(sheet: Sheet) -> Answer {
    Answer::Sheets(vec![sheet])
}

/// The rule sets, a line each; one that cannot be loaded says so and why.
///
/// # Errors
/// A folder that cannot be read.
pub fn rule_sets(library: &Library) -> Result<Sheet, LineFault> {
    let mut sheet = Sheet::new("Rule sets", &["id", "or", "name", "from"]);
    for set in library.ids()? {
        let aliases = set.aliases().join(", ");
        let name = set.name().unwrap_or_default();
        let origin = set.origin.to_string();
        let Some(error) = fault_of(&set, library) else {
            sheet.row([set.id, aliases, name, origin]);
            continue;
        };
        sheet.note(format!(
            "`{}` cannot be loaded: {}; `drumhead check {origin}` says all of it",
            set.id,
            why_not(&error)
        ));
        let origin = format!("{origin} (cannot be loaded)");
        sheet.row([set.id, aliases, name, origin]);
    }
    Ok(sheet)
}

/// What keeps a rule set from being loaded; those that come with the program always are.
fn fault_of(set: &Listed, library: &Library) -> Option<FileError> {
    match &set.origin {
        Origin::BuiltIn => None,
        Origin::File(path) => rules::check_file(path, library).err(),
    }
}

/// Why a table cannot be loaded: its first fault, and how many there are.
fn why_not(error: &FileError) -> String {
    match error {
        FileError::Encoding(faults) => {
            let first = faults.iter().next();
            let first = first.map_or(String::new(), |fault| format!(": {}", fault.message));
            format!("{faults}{first}")
        }
        error => error.to_string(),
    }
}

/// A fault that has no place of its own, at what the line says after its verb.
fn placed(fault: LineFault, line: &str) -> LineFault {
    let has_place = fault.at.is_some();
    let Ok(read) = Line::read(line) else {
        return fault;
    };
    let words = read.words_from(0);
    let verb = words.trim_start().split(' ').next().unwrap_or_default();
    let start = words.len() - words.trim_start().len() + verb.len();
    let rest = words.get(start..).unwrap_or_default();
    let start = words.len() - rest.trim_start().len();
    match has_place || start >= words.len() {
        true => fault,
        false => fault.at(read.range(start..words.len())),
    }
}
