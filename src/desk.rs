//! The desk: battles in files, as the command line asks for them.

use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::battle::{self, Audit, Entry, JournalError, Loaded, What};
use crate::language::fault::LineFault;
use crate::naming::phrase;
use crate::report::Spot;
use crate::script::Ending;
use crate::session::{self, Session};
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

/// Lets a session keep its battle in a file, and says what the referee should know.
///
/// Returns whether the session can go on.
///
/// # Errors
/// When nothing can be said.
pub fn keep(
    session: &mut Session,
    file: &Path,
    damage: Damage,
    voice: &mut Voice,
) -> io::Result<Kept> {
    if damage == Damage::Mend && file.exists() {
        match battle::mend(file) {
            Ok(aside) => voice.beside(&format!(
                "note: the damaged file is kept as `{}`\n",
                aside.display()
            ))?,
            // What has no damage needs no mending.
            Err(JournalError::NotABattle(_)) => {}
            Err(error) => return wrong(voice, &error).map(|()| Kept::No),
        }
    }
    match session.keep(file) {
        Ok(notices) => {
            for notice in notices {
                voice.beside(&format!("note: {notice}\n"))?;
            }
            Ok(Kept::Yes)
        }
        Err(error) => wrong(voice, &error).map(|()| Kept::No),
    }
}

/// Whether a battle is being kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// It is.
    Yes,
    /// It cannot be, and it has been said why.
    No,
}

/// Makes every die of a battle again from its seed, and says what came of it.
///
/// # Errors
/// When nothing can be said.
pub fn audit(file: &Path, voice: &mut Voice) -> io::Result<Ending> {
    let loaded = match battle::look_on(file) {
        Ok(loaded) => loaded,
        Err(error) => return wrong(voice, &error).map(|()| Ending::Wrong),
    };
    let Loaded {
        opening, record, ..
    } = loaded;
    let seed = battle::own_seed(file);
    match battle::audit(&record, &opening.seal, seed) {
        Audit::Fair { dice, by_hand } => {
            let dice = phrase::count(whole(dice), "die", "dice");
            let by_hand = phrase::count(whole(by_hand), "die", "dice");
            voice.result(&format!(
                "fair: {dice} as the seed makes them, {by_hand} thrown by hand\n"
            ))?;
            Ok(Ending::Done)
        }
        Audit::OtherSeed => fails(voice, "the seed is not the one that was sealed"),
        Audit::NoSeed => fails(
            voice,
            "the seed has not been revealed: `reveal` ends a battle",
        ),
        Audit::Differs {
            entry,
            recorded,
            expected,
        } => {
            let line = record.entry(entry).map_or("", |entry| entry.line.as_str());
            fails(
                voice,
                &format!(
                    "entry {entry} differs (`{line}`): {} on record, {} by the seed",
                    faces(&recorded),
                    faces(&expected)
                ),
            )
        }
    }
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

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn faces(faces: &[u32]) -> String {
    let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
    faces.join(" ")
}

fn fails(voice: &mut Voice, why: &str) -> io::Result<Ending> {
    voice.result(&format!("not fair: {why}\n"))?;
    Ok(Ending::Wrong)
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
    loop {
        let loaded = match battle::look_on(file) {
            Ok(loaded) => loaded,
            Err(error) => return wrong(voice, &error).map(|()| Ending::Wrong),
        };
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

/// What the players may hear of an entry.
fn heard(entry: &Entry) -> String {
    match &entry.what {
        What::Ruling { heard, .. } if heard.is_empty() => "the referee rules".to_owned(),
        What::Ruling { heard, .. } => heard.to_string(),
        What::Undo { .. } => "the referee takes a ruling back".to_owned(),
        What::Redo { .. } => "the referee's ruling stands after all".to_owned(),
        What::Reveal { seed } => format!("the battle is over; the seed was {seed}"),
        What::Order { .. } | What::Setting { .. } => {
            let verb = entry.line.split_whitespace().next().unwrap_or_default();
            match verb {
                "turn" | "phase" => entry.line.clone(),
                _ => "the referee writes".to_owned(),
            }
        }
    }
}

fn wrong(voice: &mut Voice, error: &JournalError) -> io::Result<()> {
    let fault = LineFault {
        message: error.to_string(),
        hint: error.hint(),
        at: None,
    };
    let spot = Spot {
        script: None,
        number: 1,
    };
    voice.wrong(&fault, "", spot)
}

/// Lets the console keep its battles: goes on with the last one that is not over.
///
/// # Errors
/// When nothing can be said.
pub fn keep_at_console(session: &mut Session, voice: &mut Voice) -> io::Result<()> {
    let Some(folder) = battles_folder() else {
        return Ok(());
    };
    if let Some(file) = last_battle(&folder, &session.rules().id) {
        match session.keep(&file) {
            Ok(notices) => {
                for notice in notices {
                    voice.beside(&format!("note: {notice}\n"))?;
                }
            }
            // Another console has it, or it needs the referee's eye: this one begins its own.
            Err(error) => voice.beside(&format!("note: {error}\n"))?,
        }
    }
    session.keep_battles_in(folder);
    Ok(())
}

/// The latest battle of a rule set in a folder, if it is not over.
fn last_battle(folder: &Path, rules: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    files.sort();
    let (file, glance) = files
        .into_iter()
        .rev()
        .filter_map(|file| Some((file.clone(), battle::glance(&file).ok()?)))
        .find(|(_, glance)| glance.opening.rules == rules)?;
    (!glance.over).then_some(file)
}

/// The folder in which the console keeps its battles.
pub fn battles_folder() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    let base = etcetera::choose_base_strategy().ok()?;
    let state = base.state_dir()?;
    Some(state.join("drumhead").join("battles"))
}
