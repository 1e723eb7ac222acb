//! The battles of a session: where they are kept, which one is fought, and the others on record.

use std::path::{Path, PathBuf};

use smol_str::SmolStr;

use super::{Answer, NoAnswer, Session};
use crate::battle::{
    self, Battle, Beginning, Chosen, JournalError, Keeping, Opened, Opening, Secret, SettingOf,
    State, today,
};
use crate::dice::Generator;
use crate::naming::phrase;
use crate::rules::shelf::Named;
use crate::sheet::Sheet;
use crate::typed_line::LineFault;

/// How the name of a battle's file ends.
const JSONL: &str = "jsonl";
/// How many names are tried for a new battle.
const MOST_NAMES: u32 = 100_000;

/// Where the battles of a session are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Home {
    /// In memory: they go with the session.
    Memory,
    /// Nowhere, as the session has one line only: an entry is refused.
    OneLine,
    /// In this file, and those that follow in files beside it.
    File(PathBuf),
    /// In this folder, each in a file named by the day.
    Folder(PathBuf),
}

/// A battle on record, as it is listed.
struct Listing {
    path: PathBuf,
    /// What can be read of it.
    battle: Result<battle::Loaded, JournalError>,
}

impl From<JournalError> for LineFault {
    fn from(error: JournalError) -> Self {
        LineFault {
            hint: error.hint(),
            ..LineFault::file(error.to_string())
        }
    }
}

impl Home {
    /// The folder in which its battles lie.
    fn folder(&self) -> Option<&Path> {
        match self {
            Home::Memory | Home::OneLine => None,
            Home::Folder(folder) => Some(folder),
            Home::File(file) => {
                let folder = file
                    .parent()
                    .filter(|folder| !folder.as_os_str().is_empty());
                Some(folder.unwrap_or(Path::new(".")))
            }
        }
    }

    /// The names that a new battle may have, the first first.
    fn names(&self) -> impl Iterator<Item = PathBuf> {
        let own = match self {
            Home::File(file) => Some(file.clone()),
            _ => None,
        };
        let day = today();
        let next = (1..=MOST_NAMES).filter_map(move |number| match self {
            Home::Memory | Home::OneLine => None,
            Home::Folder(folder) => Some(folder.join(format!("{day}-{number:03}.{JSONL}"))),
            Home::File(file) => {
                let stem = file.file_stem().unwrap_or_default().to_string_lossy();
                Some(file.with_file_name(format!("{stem}-{}.{JSONL}", number + 1)))
            }
        });
        own.into_iter().chain(next)
    }
}

/// The battles of a folder, in the order in which they were opened; what cannot be read comes last.
fn listings(folder: &Path) -> Vec<Listing> {
    let battles = files(folder).into_iter();
    let mut listings: Vec<Listing> = battles
        .map(|path| Listing {
            battle: battle::look_on(&path),
            path,
        })
        .filter(|listing| {
            // What was never begun, or is something else, is no battle.
            !matches!(
                listing.battle,
                Err(JournalError::NotBegun(_) | JournalError::NotABattle(_))
            )
        })
        .collect();
    listings.sort_by_key(|listing| match &listing.battle {
        Ok(loaded) => (false, loaded.opening.opened.clone()),
        Err(_) => (true, SmolStr::default()),
    });
    listings
}

/// A time in UTC as people read it, to the minute: `2026-11-30 19:41`.
fn to_the_minute(time: &str) -> String {
    let minute: String = time.chars().take(16).collect();
    minute.replace('T', " ")
}

/// What a battle is called: its name, or else when it was opened.
pub fn called(opening: &Opening) -> String {
    match &opening.name {
        Some(name) => name.to_string(),
        None => format!("the battle of {}", to_the_minute(&opening.opened)),
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == JSONL))
        .collect();
    files.sort();
    files
}

/// The battle of a folder that is not over and has the latest entry.
///
/// `wanted` says which are looked at, by the id of the rule set in force at their beginning.
pub fn last_battle(folder: &Path, wanted: impl Fn(&str) -> bool) -> Option<PathBuf> {
    let glances = files(folder).into_iter().filter_map(|path| {
        let glance = battle::glance(&path).ok()?;
        (!glance.over && wanted(&glance.opening.table.rules)).then_some((glance.last, path))
    });
    glances.max().map(|(_, path)| path)
}

/// The files of the battles of a folder, each with what it is: `Naseby · mine · turn 3`.
pub fn battles_of(folder: &Path) -> Vec<(PathBuf, String)> {
    let listings = listings(folder).into_iter();
    let readable = listings.filter_map(|listing| {
        let loaded = listing.battle.ok()?;
        let state = loaded.record.state();
        let called = called(&loaded.opening);
        let about = format!("{called} · {} · turn {}", state.rules, state.turn);
        Some((listing.path, about))
    });
    readable.collect()
}

/// The battles of a folder, a line each.
pub fn battles_sheet(folder: Option<&Path>) -> Sheet {
    let mut sheet = Sheet::new(
        "Battles",
        &["n", "name", "rule set", "turn", "last entry (UTC)", ""],
    );
    let listings = folder.map(listings).unwrap_or_default();
    if listings.is_empty() {
        sheet.note("no battle is on record here");
    }
    for (listing, number) in listings.iter().zip(1..) {
        let number = number.to_string();
        match &listing.battle {
            Ok(loaded) => {
                let record = &loaded.record;
                let last = record.entries().last();
                let last = last.map_or(&loaded.opening.opened, |entry| &entry.at);
                sheet.row([
                    number,
                    called(&loaded.opening),
                    record.state().rules.to_string(),
                    record.state().turn.to_string(),
                    to_the_minute(last),
                    if record.is_over() { "over" } else { "goes on" }.to_owned(),
                ]);
            }
            Err(error) => {
                let file = listing.path.file_name().unwrap_or_default();
                let file = file.to_string_lossy().into_owned();
                let unknown = || "?".to_owned();
                sheet.row([number, file, unknown(), unknown(), unknown(), unknown()]);
                sheet.note(error.to_string());
            }
        }
    }
    sheet
}

impl Session {
    /// The battle, where there is one; it may be over.
    pub fn battle(&self) -> Option<&Battle> {
        self.battle.as_ref()
    }

    /// The battle in which an entry would be made, where there is one already.
    pub(super) fn live(&self) -> Option<&Battle> {
        self.battle
            .as_ref()
            .filter(|battle| !battle.record().is_over())
    }

    /// How the battle stands for what is being ruled: as it does now, or, for what is ruled anew, as it did then.
    pub(super) fn standing(&self) -> Option<&State> {
        let live = self.live()?;
        Some(self.as_before.as_ref().unwrap_or_else(|| live.state()))
    }

    /// Whether there is a battle that is not kept where it should be.
    pub fn keeping_fails(&self) -> bool {
        self.battle
            .as_ref()
            .is_some_and(|battle| battle.keeping().fails())
    }

    /// Keeps battles there from now on.
    pub fn keep_battles(&mut self, home: Home) {
        self.home = home;
    }

    /// Keeps a battle in one of these folders when its own fails.
    pub fn shelter_in(&mut self, folders: Vec<PathBuf>) {
        self.shelters = folders;
    }

    /// Keeps the battle in a file: plans one, or goes on with the one that is there.
    ///
    /// Returns what the referee should know of it.
    ///
    /// # Errors
    /// The file cannot be used, or its battle is of other rules.
    pub fn keep(&mut self, path: &Path) -> Result<Vec<String>, LineFault> {
        match resumed(path)? {
            Some(opened) => self.take_up(path, opened),
            None => self.plan(path).map(|()| Vec::new()),
        }
    }

    /// Plans a battle in a file that has none: the first entry makes it.
    ///
    /// # Errors
    /// The seed of a battle that was moved away lies there, or the system has no seed.
    pub fn plan(&mut self, path: &Path) -> Result<(), LineFault> {
        self.home = Home::File(path.to_owned());
        if !path.exists() && battle::has_seed(path) {
            return Err(JournalError::SeedOfAnother(path.to_owned()).into());
        }
        let beginning = self.beginning(None)?;
        let battle = Battle::planned(path, beginning);
        self.fight(battle);
        Ok(())
    }

    /// Takes up a battle with its dice, whatever was fought before.
    pub fn fight(&mut self, mut battle: Battle) {
        battle.shelter_in(self.shelters.clone());
        self.generator = battle.dice();
        self.battle = Some(battle);
        self.changed = None;
        self.landed = None;
        self.known.forget();
        self.follow_battle();
    }

    /// With what a battle of this session begins.
    pub(super) fn beginning(&mut self, name: Option<SmolStr>) -> Result<Beginning, JournalError> {
        let no_seed = |error: crate::dice::NoSeed| JournalError::NoSeed(error.to_string());
        let seed = match self.seed_for_dice.take() {
            Some(seed) => seed,
            None => Generator::from_system().map_err(no_seed)?.seed(),
        };
        Ok(Beginning {
            name,
            table: self.identity(),
            settings: self.chosen(),
            secret: Secret::salted(seed).map_err(no_seed)?,
        })
    }

    /// What has been set, as a record has it.
    fn chosen(&self) -> Vec<Chosen> {
        let scale = &self.settings.scale;
        let ground = scale.ground.filter(|_| scale.ground != self.rules.ground);
        let own = [
            (SettingOf::Square, scale.square),
            (SettingOf::Hex, scale.hex),
            (SettingOf::Ground, ground),
            (SettingOf::Reach, scale.reach),
        ];
        let own = own
            .into_iter()
            .filter_map(|(setting, value)| Some((setting, value?)));
        let of_rules = self.settings.chosen().map(|(setting, value)| {
            let id = self.rules.settings.get(setting).id();
            (SettingOf::Rule(id.into()), value)
        });
        own.chain(of_rules)
            .map(|(setting, value)| Chosen { setting, value })
            .collect()
    }

    /// Whether whatever throws dice goes on record.
    pub(super) fn records(&self) -> bool {
        self.live().is_some() || (self.battle.is_some() && matches!(self.home, Home::File(_)))
    }

    /// Sees to it that there is a battle which is not over.
    ///
    /// Returns what the referee should know of one that is new.
    ///
    /// # Errors
    /// None can be begun.
    pub(super) fn have_battle(&mut self) -> Result<Option<String>, NoAnswer> {
        if self.live().is_some() {
            return Ok(None);
        }
        let after = self.battle.is_some();
        let notice = self.begin_battle(None)?;
        Ok(match after {
            true => Some(match notice {
                Some(notice) => format!("the last battle is over, and another begins; {notice}"),
                None => "the last battle is over, and another begins".to_owned(),
            }),
            false => notice,
        })
    }

    /// Begins a battle where this session keeps them.
    fn begin_battle(&mut self, name: Option<SmolStr>) -> Result<Option<String>, NoAnswer> {
        let mut notices: Vec<String> = Vec::new();
        match &self.home {
            Home::OneLine => return Err(NoAnswer::NotKept(kept_nowhere())),
            Home::Memory => {
                let begun = self.in_memory(name)?;
                self.battle = Some(begun);
                self.follow_battle();
            }
            Home::File(_) | Home::Folder(_) => {
                let beginning = self.beginning(name).map_err(LineFault::from)?;
                let (battle, said) = begun_in(&self.home.clone(), &beginning);
                notices.extend(said);
                self.fight(battle);
            }
        }
        Ok((!notices.is_empty()).then(|| notices.join("; ")))
    }

    /// Makes the file of a battle that is planned, and enters what was filled in before it began.
    pub(super) fn make_ready(&mut self) -> Option<String> {
        let mut battle = self.battle.take()?;
        let notice = battle.make_file();
        if battle.record().entries().is_empty() {
            self.enter_fills(&mut battle);
        }
        self.battle = Some(battle);
        notice
    }

    /// A battle that goes with the session, and goes on with its dice.
    fn in_memory(&mut self, name: Option<SmolStr>) -> Result<Battle, LineFault> {
        if let Some(generator) = &self.generator {
            self.seed_for_dice = Some(generator.seed());
        }
        let beginning = self.beginning(name)?;
        if self.generator.is_none() {
            self.generator = Some(beginning.secret.dice([]));
        }
        Ok(Battle::in_memory(beginning))
    }

    /// `new NAME`: another battle begins; what was fought stays on record.
    pub(super) fn new_battle(&mut self, name: Option<SmolStr>) -> Result<Answer, NoAnswer> {
        let before = self.battle.take();
        let generator = self.generator.take();
        let unsealed = matches!(
            before.as_ref().map(Battle::keeping),
            Some(Keeping::Planned { .. })
        );
        // The dice of a battle that never began serve the one that does.
        if let Some(secret) = before
            .as_ref()
            .filter(|_| unsealed)
            .and_then(Battle::secret)
        {
            self.seed_for_dice = Some(secret.seed());
        }
        let notice = match self.begin_battle(name) {
            Ok(notice) => {
                let notices = notice.into_iter().chain(self.make_ready());
                let notices: Vec<String> = notices.collect();
                (!notices.is_empty()).then(|| notices.join("; "))
            }
            Err(why) => {
                self.battle = before;
                self.generator = generator;
                return Err(why);
            }
        };
        let called = self
            .battle
            .as_ref()
            .and_then(|battle| battle.opening().name.clone());
        let said = match called {
            Some(name) => format!("{name}: a battle of {} begins", self.rules.name),
            None => format!("a battle of {} begins", self.rules.name),
        };
        Ok(Answer::Done(noted(said, notice)))
    }

    /// `battles`: those on record where this session keeps its own.
    pub(super) fn battles(&self) -> Sheet {
        battles_sheet(self.home.folder())
    }

    /// `go-on N`: a battle of the list goes on.
    pub(super) fn go_on(&mut self, number: usize) -> Result<Answer, NoAnswer> {
        let listings = self.home.folder().map(listings).unwrap_or_default();
        let missing = || {
            LineFault::unknown(format!("there is no battle {number}"))
                .hinted("`battles` lists them with their numbers")
        };
        let place = number.checked_sub(1);
        let listing = place.and_then(|place| listings.into_iter().nth(place));
        let path = listing.ok_or_else(missing)?.path;
        if let Some(battle) = self.live()
            && battle.keeping().path() == Some(&path)
        {
            return Err(
                LineFault::battle(format!("battle {number} is the one that goes on")).into(),
            );
        }
        let opened = Battle::resume(&path).map_err(LineFault::from)?;
        let (source, rules) = self.rules_found(&opened.battle.state().rules)?;
        let before = self.battle.take();
        if source.id != self.source.id || rules.hash() != self.rules.hash() {
            self.put_in_force(source, rules);
        }
        match self.take_up(&path, opened) {
            Ok(notices) => Ok(Answer::Done(notices.join("\n"))),
            Err(why) => {
                self.battle = before;
                self.follow_battle();
                Err(why.into())
            }
        }
    }

    /// `seed-word WORD`: the players have their share in the dice.
    pub(super) fn seed_word(&mut self, line: &str, word: SmolStr) -> Result<Answer, NoAnswer> {
        if self.live().is_some_and(|battle| battle.record().has_dice()) {
            return Err(LineFault::battle("dice have been thrown already")
                .hinted("the players' words come before the first die: `new` begins another battle")
                .into());
        }
        if self.live().is_some_and(|battle| battle.secret().is_none()) {
            return Err(LineFault::battle("the seed of this battle is not at hand").into());
        }
        let said = format!("`{word}` is mixed into the seed");
        let notice = self.enter(line, battle::What::SeedWord { word })?;
        self.generator = self.battle.as_ref().and_then(Battle::dice);
        Ok(Answer::Done(noted(said, notice)))
    }
}

/// Opens the battle of a file, where one was begun in it.
///
/// # Errors
/// It cannot be used.
pub fn resumed(path: &Path) -> Result<Option<Opened>, JournalError> {
    if path.symlink_metadata().is_err() {
        return Ok(None);
    }
    match Battle::resume(path) {
        Ok(opened) => Ok(Some(opened)),
        Err(JournalError::NotBegun(_)) => Ok(None),
        Err(JournalError::Io { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
            Ok(None)
        }
        Err(why) => Err(why),
    }
}

/// A battle in the first file that is free, or one that says with its first entry why there is none.
fn begun_in(home: &Home, beginning: &Beginning) -> (Battle, Vec<String>) {
    if let Home::Folder(folder) = home {
        // Should the folder not be there and not be made, the battle's file says why.
        let _ = std::fs::create_dir_all(folder);
    }
    for path in home.names() {
        match Battle::begin(&path, beginning.clone()) {
            Ok(begun) => return begun,
            Err(JournalError::InUse(_) | JournalError::SeedOfAnother(_)) => {}
            Err(JournalError::NotABattle(_)) => {}
            Err(JournalError::Io { error, .. })
                if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(_) => return (Battle::planned(&path, beginning.clone()), Vec::new()),
        }
    }
    (Battle::in_memory(beginning.clone()), Vec::new())
}

/// What is said of an entry that nothing would be left of.
fn kept_nowhere() -> LineFault {
    LineFault::battle("this is of a battle, and one line alone keeps none")
        .hinted("`--battle FILE` keeps it in a file; several lines go into a script or the console")
}

/// Something said, with a notice below it.
pub(super) fn noted(said: String, notice: Option<String>) -> String {
    match notice {
        Some(notice) => format!("{said}\nnote: {notice}"),
        None => said,
    }
}

/// How many entries a battle has, for the referee.
pub(super) fn count_of_entries(battle: &Battle) -> String {
    let entries = battle.record().entries().len();
    phrase::count(
        i64::try_from(entries).unwrap_or(i64::MAX),
        "entry",
        "entries",
    )
}
