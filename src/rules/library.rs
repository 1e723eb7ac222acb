//! Where rule sets come from, and how one is found by its id.
//!
//! Looked in, in this order: the folders given with `--tables`, the user's own
//! folder (`drumhead/tables` in the configuration folder), the tables built in.
//! The id of a file is its name without `.toml`; the first place that has an id
//! wins. Listing reads folders only; finding reads the one file asked for.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::harmless::{harmless, quoted, quoted_list};
use super::table_file::{FileError, read_table_file};
use crate::naming::{nearest, nearest_of};
use crate::places;
use crate::printable::reason;

/// The rule sets that come with the program: id, text, and name as listed.
pub const BUILT_IN: &[(&str, &str, &str)] = &[
    (
        "chainmail",
        include_str!("../../tables/chainmail.toml"),
        "Chainmail, mass combat",
    ),
    (
        "chainmail-2d6",
        include_str!("../../tables/chainmail-2d6.toml"),
        "Chainmail, mass combat, morale by two dice",
    ),
    (
        "chainmail-article",
        include_str!("../../tables/chainmail-article.toml"),
        "Chainmail, mass combat, morale as the article tells it",
    ),
    (
        "kriegspiel",
        include_str!("../../tables/kriegspiel.toml"),
        "Le Kriegspiel, 1680",
    ),
    (
        "landsknecht",
        include_str!("../../tables/landsknecht.toml"),
        "Landsknecht",
    ),
    (
        "lion-of-the-north",
        include_str!("../../tables/lion-of-the-north.toml"),
        "Lion of the North, the 1997 variant",
    ),
    (
        "little-wars",
        include_str!("../../tables/little-wars.toml"),
        "Little Wars",
    ),
    (
        "musket-and-pike",
        include_str!("../../tables/musket-and-pike.toml"),
        "Musket & Pike",
    ),
    (
        "musket-and-pike-house",
        include_str!("../../tables/musket-and-pike-house.toml"),
        "Musket & Pike, with house values for what the source does not give",
    ),
    (
        "omniversal",
        include_str!("../../tables/omniversal.toml"),
        "The Omniversal Rules",
    ),
];

/// The files beside them: name without `.toml`, and text.
const BUILT_IN_BESIDE: &[(&str, &str)] = &[
    (
        "chainmail.rules",
        include_str!("../../tables/chainmail.rules.toml"),
    ),
    (
        "chainmail-2d6.rules",
        include_str!("../../tables/chainmail-2d6.rules.toml"),
    ),
    (
        "chainmail-article.rules",
        include_str!("../../tables/chainmail-article.rules.toml"),
    ),
    (
        "kriegspiel.rules",
        include_str!("../../tables/kriegspiel.rules.toml"),
    ),
    (
        "landsknecht.rules",
        include_str!("../../tables/landsknecht.rules.toml"),
    ),
    (
        "lion-of-the-north.rules",
        include_str!("../../tables/lion-of-the-north.rules.toml"),
    ),
    (
        "little-wars.rules",
        include_str!("../../tables/little-wars.rules.toml"),
    ),
    (
        "musket-and-pike.rules",
        include_str!("../../tables/musket-and-pike.rules.toml"),
    ),
    (
        "musket-and-pike.scenarios",
        include_str!("../../tables/musket-and-pike.scenarios.toml"),
    ),
    (
        "omniversal.rules",
        include_str!("../../tables/omniversal.rules.toml"),
    ),
];

/// What stands in a file beside a table file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    /// What the rules say.
    Rules,
    /// Scenarios.
    Scenarios,
}

impl Beside {
    /// The key of the table file that names the file, and the last part of the file's name.
    pub fn key(self) -> &'static str {
        match self {
            Beside::Rules => "rules",
            Beside::Scenarios => "scenarios",
        }
    }

    /// The name of the file without `.toml`.
    pub fn stem(self, name: &str) -> String {
        format!("{name}.{}", self.key())
    }
}

/// Where a rule set was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// It comes with the program.
    BuiltIn,
    /// It is a file of the user's.
    File(PathBuf),
}

/// `built in`, or the path made harmless.
impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn => out.write_str("built in"),
            Self::File(path) => out.write_str(&harmless(&path.to_string_lossy())),
        }
    }
}

/// A rule set that can be loaded, not yet read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// What it is called on the command line.
    pub id: String,
    /// Where it is.
    pub origin: Origin,
}

impl Listed {
    /// Other names that it is asked for by.
    ///
    /// A file is read for them as for the name.
    pub fn aliases(&self) -> Vec<String> {
        let value = match &self.origin {
            Origin::BuiltIn => built_in(&self.id).and_then(|(text, _)| in_head(text, "aliases")),
            Origin::File(path) => {
                let text = read_table_file(path).ok();
                text.and_then(|text| in_head(&text, "aliases"))
            }
        };
        let listed = value.as_ref().and_then(|value| value.as_array());
        let texts = listed.into_iter().flatten();
        let texts = texts.filter_map(|one| one.as_str().map(str::to_owned));
        texts.collect()
    }

    /// The name for a list of rule sets, if the file gives one.
    ///
    /// A file is read for it, but only its keys before the first table are
    /// looked at, and a faulty one merely has no name.
    pub fn name(&self) -> Option<String> {
        match &self.origin {
            Origin::BuiltIn => built_in(&self.id).map(|(_, name)| name.to_owned()),
            Origin::File(path) => name_in(&read_table_file(path).ok()?),
        }
    }
}

/// The text of a rule set, and where it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// What it is called on the command line.
    pub id: String,
    /// Where it is.
    pub origin: Origin,
    /// The TOML, not yet checked.
    pub text: Cow<'static, str>,
}

impl Source {
    /// A file of the user's, wherever it is; its id is its name without `.toml`.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn of_file(path: &Path) -> Result<Self, FileError> {
        let stem = path.file_stem().unwrap_or_default();
        Ok(Self {
            id: stem.to_string_lossy().into_owned(),
            origin: Origin::File(path.to_owned()),
            text: Cow::Owned(read_table_file(path)?),
        })
    }

    /// A text at hand, which extends nothing but what is built in.
    pub fn of_text(id: &str, text: &'static str) -> Self {
        Self {
            id: id.to_owned(),
            origin: Origin::BuiltIn,
            text: Cow::Borrowed(text),
        }
    }

    /// Whether it is, to the letter, a table that comes with the program.
    pub fn is_built_in(&self) -> bool {
        self.origin == Origin::BuiltIn
            && built_in(&self.id).is_some_and(|(text, _)| text == self.text)
    }

    /// The id of the table that it extends, from its keys before the first table.
    pub fn extends(&self) -> Option<String> {
        Some(in_head(&self.text, "extends")?.as_str()?.to_owned())
    }

    /// The file as fault reports name it.
    pub fn file_name(&self) -> String {
        match &self.origin {
            Origin::BuiltIn => format!("{}.toml (built in)", self.id),
            Origin::File(path) => path.to_string_lossy().into_owned(),
        }
    }
}

/// Why no rule set was found.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// A folder given with `--tables` cannot be read.
    #[error("cannot read the folder {}: {}", quoted(&folder.to_string_lossy()), reason(.error))]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The beginning of an id fits several.
    #[error("{} fits several rule sets: {}", quoted(typed), quoted_list(ids.iter().map(String::as_str), "and"))]
    Several {
        /// What was asked for.
        typed: String,
        /// The ids that begin so.
        ids: Vec<String>,
    },
    /// No id begins so.
    #[error("unknown rule set {}", quoted(typed))]
    Unknown {
        /// What was asked for.
        typed: String,
        /// The id that was probably meant.
        nearest: Option<String>,
    },
    /// The file was found but cannot be taken in.
    #[error(transparent)]
    File(#[from] FileError),
    /// No file beside a table file is called so.
    #[error("there is no file {}", quoted(.0))]
    NoFile(String),
}

impl LookupError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Several { .. } => Some("type more of the name".to_owned()),
            Self::Unknown {
                nearest: Some(id), ..
            } => Some(format!("did you mean `{id}`?")),
            Self::Unknown { nearest: None, .. } => {
                Some("`drumhead rules` lists the rule sets".to_owned())
            }
            Self::Folder { .. } | Self::NoFile(_) | Self::File(_) => None,
        }
    }
}

/// The places where rule sets are looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Library {
    /// Folders that must be readable, the first winning.
    pub dirs: Vec<PathBuf>,
    /// The user's own folder, which need not exist.
    pub own: Option<PathBuf>,
}

impl Library {
    /// The folders given, then the user's own, then what is built in.
    pub fn new(dirs: Vec<PathBuf>) -> Self {
        Self {
            dirs,
            own: places::tables_folder(),
        }
    }

    /// The same, with the folder of a file looked in first.
    #[must_use]
    pub fn with_folder_of(mut self, file: &Path) -> Self {
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        self.dirs.insert(0, folder.to_owned());
        self
    }

    /// All the rule sets that can be loaded, by id.
    ///
    /// # Errors
    ///
    /// [`LookupError::Folder`] if one of the folders given cannot be read.
    pub fn ids(&self) -> Result<Vec<Listed>, LookupError> {
        let mut found = BTreeMap::new();
        for folder in &self.dirs {
            let files = list(folder).map_err(|error| LookupError::Folder {
                folder: folder.clone(),
                error,
            })?;
            add(&mut found, files);
        }
        let own = self.own.as_deref().and_then(|folder| list(folder).ok());
        add(&mut found, own.unwrap_or_default());
        add(
            &mut found,
            BUILT_IN
                .iter()
                .map(|&(id, ..)| (id.to_owned(), Origin::BuiltIn)),
        );
        Ok(found
            .into_iter()
            .map(|(id, origin)| Listed { id, origin })
            .collect())
    }

    /// Finds a rule set by its id or the beginning of it, whatever the case, and
    /// reads its text.
    ///
    /// # Errors
    ///
    /// [`LookupError`]: no id fits or several do, a folder or the file cannot be
    /// read.
    pub fn find(&self, typed: &str) -> Result<Source, LookupError> {
        let Listed { id, origin } = chosen(self.ids()?, typed)?;
        let text = match &origin {
            Origin::BuiltIn => Cow::Borrowed(built_in(&id).map_or("", |(text, _)| text)),
            Origin::File(path) => Cow::Owned(read_table_file(path)?),
        };
        Ok(Source { id, origin, text })
    }

    /// Finds what a table extends, as [`Library::find`] does, in these places alone: a link that leads
    /// out of them is not followed.
    ///
    /// # Errors
    ///
    /// [`LookupError`], also where a link leads elsewhere.
    pub fn parent(&self, typed: &str) -> Result<Source, LookupError> {
        let found = self.find(typed)?;
        if let Origin::File(path) = &found.origin {
            self.check_inside(path)?;
        }
        Ok(found)
    }

    /// Refuses a file that really lies in none of the folders.
    fn check_inside(&self, path: &Path) -> Result<(), FileError> {
        let real = std::fs::canonicalize(path).ok();
        let folders = self.dirs.iter().chain(&self.own);
        let mut folders = folders.filter_map(|folder| std::fs::canonicalize(folder).ok());
        if real.is_some_and(|real| folders.any(|folder| real.starts_with(folder))) {
            return Ok(());
        }
        Err(FileError::Outside {
            path: path.to_owned(),
        })
    }

    /// The file beside a table file that is called exactly this, without `.toml`.
    ///
    /// # Errors
    /// There is none, or it cannot be taken in.
    pub fn beside(&self, stem: &str) -> Result<Source, LookupError> {
        let file = format!("{stem}.toml");
        let folders = self.dirs.iter().chain(&self.own);
        let mut paths = folders.map(|folder| folder.join(&file));
        if let Some(path) = paths.find(|path| path.exists()) {
            self.check_inside(&path)?;
            return Ok(Source::of_file(&path)?);
        }
        let mut built_in = BUILT_IN_BESIDE.iter();
        match built_in.find(|(known, _)| *known == stem) {
            Some((_, text)) => Ok(Source::of_text(stem, text)),
            None => Err(LookupError::NoFile(file)),
        }
    }
}

/// The text and the name of a rule set that is built in.
fn built_in(id: &str) -> Option<(&'static str, &'static str)> {
    let found = BUILT_IN.iter().find(|&&(built_in, ..)| built_in == id);
    found.map(|&(_, text, name)| (text, name))
}

fn add(found: &mut BTreeMap<String, Origin>, more: impl IntoIterator<Item = (String, Origin)>) {
    for (id, origin) in more {
        found.entry(id).or_insert(origin);
    }
}

/// The table files in a folder, by their names alone.
fn list(folder: &Path) -> io::Result<Vec<(String, Origin)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_suffix(".toml"));
        let Some(id) = id.filter(|id| is_id(id)) else {
            continue;
        };
        if !entry.file_type()?.is_dir() {
            files.push((id.to_owned(), Origin::File(entry.path())));
        }
    }
    Ok(files)
}

/// Whether a file's stem is an id: small letters, digits and hyphens.
pub fn is_id(stem: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !stem.is_empty() && stem.bytes().all(fits)
}

fn chosen(listed: Vec<Listed>, typed: &str) -> Result<Listed, LookupError> {
    let lower = typed.trim().to_lowercase();
    let unknown = |listed: &[Listed]| LookupError::Unknown {
        typed: typed.to_owned(),
        nearest: near(&lower, listed).map(str::to_owned),
    };
    if lower.is_empty() {
        return Err(unknown(&listed));
    }
    if let Some(exact) = listed.iter().find(|one| one.id == lower) {
        return Ok(exact.clone());
    }
    let by = |fits: &dyn Fn(&Listed) -> bool| listed.iter().filter(|one| fits(one)).collect();
    let mut fitting: Vec<&Listed> = by(&|one| one.aliases().contains(&lower));
    if fitting.is_empty() {
        fitting = by(&|one| one.id.starts_with(&lower));
    }
    match fitting.as_slice() {
        [] => Err(unknown(&listed)),
        [only] => Ok((*only).clone()),
        several => {
            let ids = several.iter().map(|one| one.id.clone()).collect();
            Err(LookupError::Several {
                typed: typed.to_owned(),
                ids,
            })
        }
    }
}

/// The id that was probably meant: one that is spelt alike, or whose beginning is.
fn near<'l>(typed: &str, listed: &'l [Listed]) -> Option<&'l str> {
    let ids = listed.iter().map(|one| one.id.as_str());
    if let Some(whole) = nearest(typed, ids.clone()) {
        return Some(whole);
    }
    let letters = typed.chars().count();
    let beginnings = ids.filter_map(|id| {
        let end = id.char_indices().nth(letters).map(|(end, _)| end);
        Some((id.get(..end?)?, id))
    });
    nearest_of(typed, beginnings)
}

/// The name that a text gives before its first table.
fn name_in(text: &str) -> Option<String> {
    Some(harmless(in_head(text, "name")?.as_str()?).into_owned())
}

/// What a text says in one line before its first table.
fn in_head(text: &str, key: &str) -> Option<toml::Value> {
    let is_said = |line: &&str| {
        let value = line.trim_start().strip_prefix(key);
        value.is_some_and(|value| value.trim_start().starts_with('='))
    };
    let mut head = text
        .lines()
        .take_while(|line| !line.trim_start().starts_with('['));
    let line: toml::Table = toml::from_str(head.find(is_said)?).ok()?;
    line.get(key).cloned()
}

#[cfg(test)]
#[path = "library_tests.rs"]
mod tests;
