//! Pages as the command line asks for them: the reference sheet, the story of a battle, the players' board.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::battle::{self, Loaded, SeedAtHand, seed_at_hand};
use crate::board;
use crate::cli::Format;
use crate::desk;
use crate::paper::{Document, Page};
use crate::reference;
use crate::rules::beside::entries_of;
use crate::rules::library::Library;
use crate::script::Ending;
use crate::session::{NoSession, Session};
use crate::story::{self, Telling};
use crate::tables;
use crate::typed_line::LineFault;
use crate::voice::Voice;

/// How often those who look on see whether there is more.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Which sheet is asked for.
#[derive(Debug, Clone, Copy)]
pub enum Asked<'a> {
    /// The reference sheet of a rule set.
    Rules {
        /// The rule set, or the beginning of its id.
        id: Option<&'a str>,
        /// The rule set where none is named, and no battle.
        unsaid: &'a str,
        /// The battle whose rules and settings are meant.
        battle: Option<&'a Path>,
        /// Not the rules are wanted, but what can be typed.
        cheat: bool,
    },
    /// Roster cards of a battle.
    Cards(&'a Path),
}

/// Prints a sheet.
///
/// # Errors
/// When nothing can be said.
pub fn sheet(
    asked: &Asked<'_>,
    library: Library,
    page: Page,
    voice: &mut Voice,
) -> io::Result<Ending> {
    let document = match asked {
        Asked::Cards(file) => match seen(file, library, None, voice)? {
            Some(session) => story::cards(&session),
            None => return Ok(Ending::Wrong),
        },
        Asked::Rules {
            id,
            unsaid,
            battle,
            cheat,
        } => {
            let session = match battle {
                Some(file) => seen(file, library.clone(), *id, voice)?,
                None => opened(library.clone(), id.unwrap_or(unsaid), voice)?,
            };
            match session {
                Some(session) if *cheat => reference::cheat_sheet(session.rules()),
                Some(session) => of_rules(&session, &library),
                None => return Ok(Ending::Wrong),
            }
        }
    };
    voice.result(&document.on(page))?;
    Ok(Ending::Done)
}

fn of_rules(session: &Session, library: &Library) -> Document {
    let rules = session.rules();
    // Without what the rules say the sheet has what rulings need.
    let entries = entries_of(rules, library).ok();
    reference::reference_sheet(rules, session.settings(), entries.as_ref())
}

/// Tells the story of a battle, or what one side saw of it.
///
/// # Errors
/// When nothing can be said.
pub fn story(
    file: &Path,
    side: Option<&str>,
    library: Library,
    page: Page,
    voice: &mut Voice,
) -> io::Result<Ending> {
    let Loaded {
        opening, record, ..
    } = match battle::look_on(file) {
        Ok(loaded) => loaded,
        Err(error) => return desk::wrong(voice, &error).map(|()| Ending::Wrong),
    };
    let sides = record.state().sides();
    if let Some(side) = side
        && !sides.contains(&side)
    {
        let fault = LineFault::unknown(format!("there is no side `{side}`"));
        let fault = fault.hinted(format!("there are {}", sides.join(", ")));
        return tables::say_wrong(voice, &fault).map(|()| Ending::Wrong);
    }
    let secret = match seed_at_hand(file, &opening) {
        SeedAtHand::Known(secret) => Some(secret),
        SeedAtHand::Missing { .. } | SeedAtHand::Other { .. } => None,
    };
    let proof = battle::audit(&record, &opening, secret);
    // Without its rule table a battle can still be told, as its record needs none.
    let session = Session::looking_on(library, &opening, &record).ok();
    let telling = Telling {
        opening: &opening,
        record: &record,
        proof: &proof,
        session,
        side,
    };
    voice.result(&story::story(telling).on(page))?;
    Ok(Ending::Done)
}

/// Keeps a board of a battle up to date for those who look on: on the terminal, or as a page beside the
/// battle's file that a browser reads anew by itself.
///
/// # Errors
/// When nothing can be shown any more.
pub fn board(
    file: &Path,
    format: Option<Format>,
    library: Library,
    voice: &mut Voice,
) -> io::Result<Ending> {
    let path = match format {
        Some(Format::Html) => Some(file.with_extension("html")),
        None if voice.is_on_terminal() => None,
        // Into a file or another program goes what happens, line by line.
        _ => return desk::watch(file, voice),
    };
    let mut shown: Option<Document> = None;
    let mut said = false;
    loop {
        let Loaded {
            opening, record, ..
        } = match battle::look_on(file) {
            Ok(loaded) => loaded,
            Err(error) => return desk::wrong(voice, &error).map(|()| Ending::Wrong),
        };
        let session = Session::open(library.clone(), &record.state().rules, None).ok();
        let rules = session.as_ref().map(Session::rules);
        let now = board::board(&opening, &record, rules);
        if shown.as_ref() != Some(&now) {
            match &path {
                Some(path) => {
                    match put(path, &now.on(Page::Html)) {
                        Ok(()) => {}
                        // On Windows nothing takes the place of a file that is just being read: the next
                        // look puts it there.
                        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && said => {
                            sleep(LOOK_EVERY);
                            continue;
                        }
                        Err(error) => return Err(error),
                    }
                    if !std::mem::replace(&mut said, true) {
                        voice.beside(&format!("note: the board is in {}\n", path.display()))?;
                    }
                }
                None => voice.redraw(&now)?,
            }
            shown = Some(now);
        }
        if record.is_over() {
            return Ok(Ending::Done);
        }
        sleep(LOOK_EVERY);
    }
}

/// Puts a page in the place of the one before, so that nobody reads half of it.
fn put(path: &Path, page: &str) -> io::Result<()> {
    let beside: PathBuf = path.with_extension("html.new");
    fs::write(&beside, page)?;
    fs::rename(&beside, path)
}

/// A session that looks on at the battle of a file, by its own rules or by those that are named; `None` where
/// it has been said what is wrong.
fn seen(
    file: &Path,
    library: Library,
    id: Option<&str>,
    voice: &mut Voice,
) -> io::Result<Option<Session>> {
    let Loaded {
        opening, record, ..
    } = match battle::look_on(file) {
        Ok(loaded) => loaded,
        Err(error) => return desk::wrong(voice, &error).map(|()| None),
    };
    if let Some(id) = id
        && library
            .find(id)
            .is_ok_and(|found| found.id != record.state().rules.as_str())
    {
        let own = &record.state().rules;
        let fault = LineFault::file(format!(
            "`{}` is a battle by `{own}`, not by `{id}`",
            file.display()
        ));
        return tables::say_wrong(voice, &fault).map(|()| None);
    }
    on(Session::looking_on(library, &opening, &record), voice)
}

fn opened(library: Library, id: &str, voice: &mut Voice) -> io::Result<Option<Session>> {
    on(Session::open(library, id, None), voice)
}

fn on(session: Result<Session, NoSession>, voice: &mut Voice) -> io::Result<Option<Session>> {
    match session {
        Ok(session) => Ok(Some(session)),
        Err(why) => tables::no_session(voice, why).map(|()| None),
    }
}
