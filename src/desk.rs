//! The desk: battles in files, as the command line asks for them.

use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::battle::{self, Effect, Entry, JournalError, Opened, What};
use crate::board;
use crate::language::command::WorkingShown;
use crate::places;
use crate::report::Spot;
use crate::rules::library::Library;
use crate::script::Ending;
use crate::session::{self, Answer, Session};
use crate::tables::say_wrong;
use crate::typed_line::LineFault;
use crate::voice::Voice;

/// How often those who look on see whether there is more.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// What to do with a battle's file that is damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// Say so and stop.
    Stop,
    /// Go on with what stands before the damage.
    Mend,
}

/// A battle of a file, or none where it has none yet.
///
/// # Errors
/// When nothing can be said; the inner error has been said.
pub fn battle_of(
    file: &Path,
    damage: Damage,
    voice: &mut Voice,
) -> io::Result<Result<Option<Opened>, Said>> {
    if damage == Damage::Mend && file.exists() {
        match battle::mend(file) {
            Ok(aside) => voice.note(&format!(
                "the damaged file is kept as `{}`",
                aside.display()
            ))?,
            // What has no damage needs no mending.
            Err(JournalError::NotABattle(_)) => {}
            Err(error) => return wrong(voice, &error).map(|()| Err(Said)),
        }
    }
    match session::resumed(file) {
        Ok(opened) => Ok(Ok(opened)),
        Err(error) => wrong(voice, &error).map(|()| Err(Said)),
    }
}

/// It has been said what is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Said;

/// Lets a session go on with the battle of a file, or plan one there.
///
/// # Errors
/// When nothing can be said; the inner error has been said.
pub fn keep(
    session: &mut Session,
    file: &Path,
    opened: Option<Opened>,
    voice: &mut Voice,
) -> io::Result<Result<(), Said>> {
    let kept = match opened {
        Some(opened) => session.take_up(file, opened),
        None => session.plan(file).map(|()| Vec::new()),
    };
    match kept {
        Ok(notices) => {
            for notice in notices {
                voice.note(&notice)?;
            }
            Ok(Ok(()))
        }
        Err(fault) => say_wrong(voice, &fault).map(|()| Err(Said)),
    }
}

/// Rules a battle again and makes every die from its seed, and says what came of it.
///
/// # Errors
/// When nothing can be said.
pub fn audit(file: &Path, library: Library, voice: &mut Voice) -> io::Result<Ending> {
    match session::audit(file, library) {
        Ok(audited) => {
            voice.result(&format!("{audited}\n"))?;
            Ok(match audited.is_fair() {
                true => Ending::Done,
                false => Ending::Wrong,
            })
        }
        Err(error) => wrong(voice, &error).map(|()| Ending::Wrong),
    }
}

/// Lists the battles of a folder, or of that in which the console keeps its own.
///
/// # Errors
/// When nothing can be said.
pub fn battles(file: Option<&Path>, rules: &str, voice: &mut Voice) -> io::Result<Ending> {
    let folder = match file {
        Some(file) => file
            .parent()
            .map(|folder| match folder.as_os_str().is_empty() {
                true => PathBuf::from("."),
                false => folder.to_owned(),
            }),
        None => places::battles_folder(),
    };
    let sheet = session::battles_sheet(folder.as_deref());
    let answer = Answer::Sheets(vec![sheet]);
    voice.answer(rules, Spot::from("battles"), &answer, WorkingShown::Short)?;
    Ok(Ending::Done)
}

/// Prints the lines of a battle, with all dice told, so that they can be run again.
///
/// # Errors
/// When nothing can be said.
pub fn dump(file: &Path, voice: &mut Voice) -> io::Result<Ending> {
    let loaded = match battle::look_on(file) {
        Ok(loaded) => loaded,
        Err(error) => return wrong(voice, &error).map(|()| Ending::Wrong),
    };
    for line in session::dump(&loaded.opening, &loaded.record) {
        voice.result(&format!("{line}\n"))?;
    }
    Ok(Ending::Done)
}

/// Follows a battle that another drumhead keeps: the players' screen.
///
/// It shows what was ruled and what came of it, without strengths and dice,
/// until the output is closed or the battle is revealed.
///
/// # Errors
/// When nothing can be shown any more.
pub fn watch(file: &Path, voice: &mut Voice) -> io::Result<Ending> {
    let mut shown = 0;
    let mut opened = false;
    loop {
        let loaded = match battle::look_on(file) {
            Ok(loaded) => loaded,
            Err(error) => return wrong(voice, &error).map(|()| Ending::Wrong),
        };
        if !opened {
            let opening = &loaded.opening;
            voice.result(&format!(
                "{} · {} · sealed: {}\n",
                session::called(opening),
                opening.table.rules,
                opening.seal
            ))?;
            opened = true;
        }
        for entry in loaded.record.entries().iter().skip(shown) {
            voice.result(&format!("{}\n", heard(entry)))?;
            shown += 1;
            if matches!(entry.what, What::Reveal { .. }) {
                return Ok(Ending::Done);
            }
        }
        voice.flush()?;
        sleep(LOOK_EVERY);
    }
}

/// What the players may hear of an entry, in a line.
fn heard(entry: &Entry) -> String {
    if let Some(heard) = board::heard(entry) {
        return heard;
    }
    let effects = entry.what.effects();
    let clock = effects.iter().find_map(|effect| match effect {
        Effect::Turn { turn } => Some(format!("turn {turn}")),
        Effect::Phase { .. } => Some(entry.line.clone()),
        _ => None,
    });
    if let Some(clock) = clock {
        return clock;
    }
    let joins = effects.iter().filter_map(|effect| match effect {
        Effect::Muster { unit } => Some(format!("{} joins {}", unit.called(), unit.side)),
        _ => None,
    });
    let joins: Vec<String> = joins.collect();
    match joins.is_empty() {
        true => "the referee writes".to_owned(),
        false => joins.join(", "),
    }
}

/// Says what is wrong with a battle's file.
///
/// # Errors
/// When nothing can be said.
pub fn wrong(voice: &mut Voice, error: &JournalError) -> io::Result<()> {
    let fault = LineFault {
        hint: error.hint(),
        ..LineFault::file(error.to_string())
    };
    say_wrong(voice, &fault)
}

/// The battle with which the console goes on, unless another console has it.
///
/// It is the one with the latest entry that is not over, of whichever rules where none are asked for.
///
/// # Errors
/// When nothing can be said.
pub fn last_at_console(
    rules: Option<&str>,
    voice: &mut Voice,
) -> io::Result<Option<(PathBuf, Opened)>> {
    let Some(folder) = places::battles_folder() else {
        return Ok(None);
    };
    let wanted = |id: &str| rules.is_none_or(|rules| rules == id);
    let Some(file) = session::last_battle(&folder, wanted) else {
        return Ok(None);
    };
    match session::resumed(&file) {
        Ok(opened) => Ok(opened.map(|opened| (file, opened))),
        // It needs the referee's eye, or another console's leave: this one begins its own.
        Err(error) => {
            voice.note(&error.to_string())?;
            Ok(None)
        }
    }
}
